//! A run by theory alone: the same case, the same run directory, no grid.

use super::execute::{TRAJECTORY, expected_time, sampling};
use super::modelled::{contact_words, modelled_entry, word};
use super::results::groups;
use super::{RunFailure, build, figures};
use crate::analysis::restitution::{Bounce, apparent};
use crate::case::{self, Case, Start};
use crate::contact::{NormalContact, NormalMemory};
use crate::error::BadParameter;
use crate::liquid::{AddedMass, CoxBrenner, FarDrag, HistoryKernel, HistoryWall, NearDrag, WallDrag, WallReynolds};
use crate::motion::release::PrescribedApproach;
use crate::motion::theory::{Release, Stop, Theory};
use crate::motion::theory_contact::SolidContact;
use crate::motion::theory_trajectory::{EventKind, Trajectory};
use crate::numerics::hermite::{Moment, lerp};
use crate::output::summary::{Modelled, Provenance, Status, Summary};
use crate::output::trajectory::{self as csv, Sample, TrajectoryWriter};
use crate::report;
use std::path::Path;
use std::time::Instant;

/// Names of the force columns; together they are the sphere's mass times its acceleration.
pub const FORCES: [&str; 7] = ["weight", "buoyancy", "drag", "added_mass", "history", "contact", "drive"];

/// The laws of the theory that a case asks for.
///
/// # Errors
/// A parameter outside of what the laws accept, or the elastic film, which theory does not know.
pub fn laws(case: &Case) -> Result<Theory, BadParameter> {
    let choice = &case.theory;
    let Some(cutoff) = build::film_cutoff(case)? else {
        let allowed =
            format!("must be \"cutoff\" with hydrodynamics = \"{}\": theory ends at a cut-off", case.hydrodynamics);
        return Err(BadParameter::new("film.model", "ehd", allowed));
    };
    let reynolds = match choice.wall_drag_reynolds {
        case::WallDragReynolds::Diameter => WallReynolds::Diameter,
        case::WallDragReynolds::Gap => WallReynolds::Gap,
    };
    Ok(Theory {
        drag: WallDrag {
            far: match choice.drag {
                case::Drag::SchillerNaumann => FarDrag::SchillerNaumann,
                case::Drag::CliftGraceWeber => FarDrag::CliftGraceWeber,
            },
            near: match choice.wall_drag {
                case::WallDrag::CoxBrenner => NearDrag::CoxBrenner(CoxBrenner::new(reynolds, 1.0)?),
                case::WallDrag::Brenner => NearDrag::Brenner,
            },
        },
        added_mass: match choice.added_mass {
            case::AddedMass::Exact => AddedMass::Exact,
            case::AddedMass::Published => AddedMass::Published,
        },
        history: match choice.history {
            case::History::None => HistoryKernel::None,
            case::History::Basset => HistoryKernel::Basset,
            case::History::MeiAdrian => HistoryKernel::MeiAdrian,
            case::History::Kim => HistoryKernel::KimElghobashiSirignano,
        },
        history_wall: HistoryWall::new(choice.history_exponent)?,
        cavitation: build::cavitation(case)?,
        ..Theory::new(build::immersed_sphere(case)?, case.run.gravity, cutoff)
    })
}

/// Any normal contact law as the theory of the motion takes it.
#[derive(Debug, Clone, PartialEq)]
pub struct TheoryContact {
    /// The law.
    pub law: NormalContact,
    /// What it remembers of the present collision.
    pub memory: NormalMemory,
}

impl SolidContact for TheoryContact {
    fn reach(&self) -> f64 {
        self.law.range()
    }

    fn contact_time(&self, speed: f64) -> f64 {
        self.law.contact_time(speed)
    }

    fn force(&self, gap: f64, velocity: f64) -> f64 {
        self.law.force(-gap, -velocity, &self.memory).force
    }

    fn advance(&mut self, gap: f64, velocity: f64) {
        self.law.advance(-gap, -velocity, &mut self.memory);
    }

    fn leave(&mut self) {
        self.memory = NormalMemory::default();
    }
}

/// The motion of a case by theory alone, and the time (s) in it at which the case begins: the sphere runs up before.
///
/// Without `run.time` it ends at the latest after twenty times the time that falls and flights should take.
///
/// # Errors
/// A parameter refused, or a motion that cannot be computed.
pub fn fall(case: &Case) -> Result<(Trajectory, f64), RunFailure> {
    let theory = laws(case)?;
    let (release, lead) = match case.release.start {
        Start::Rest => (Release::Rest { gap: case.release.gap }, 0.0),
        Start::Prescribed { speed, free_gap, ramp, run_up } => {
            let gap = case.release.gap;
            let lead = PrescribedApproach { speed, free_gap, ramp, gap, run_up }.lead();
            (Release::Prescribed { gap: gap + run_up, speed, free_gap, ramp }, lead)
        }
    };
    let time = lead + case.run.time.unwrap_or_else(|| 20.0 * expected_time(case));
    let rest_speed_ratio = if case.run.until_rest { 1e-3 } else { 0.0 };
    let stop = Stop { bounces: case.run.bounces as usize, rest_speed_ratio, ..Stop::at(time) };
    let mut contact = TheoryContact { law: build::normal_contact(case)?, memory: NormalMemory::default() };
    Ok((theory.fall(&release, &stop, &mut contact)?, lead))
}

/// Runs a case by theory alone into a prepared run directory and returns the summary that it wrote.
///
/// # Errors
/// A parameter refused, a motion that cannot be computed, a file that cannot be written.
pub(super) fn execute(case: &Case, directory: &Path) -> Result<Summary, RunFailure> {
    let started = Instant::now();
    let (motion, lead) = fall(case)?;
    let path = directory.join(TRAJECTORY);
    write_trajectory(case, &motion, lead, &path)?;
    let moments: Vec<Moment> = (0..motion.len()).map(|k| moment(&motion, lead, k)).collect();
    let rests = motion.events_of(EventKind::Rest).next().is_some();
    let bounces: Vec<Bounce> = motion
        .bounces
        .iter()
        .map(|bounce| {
            let time = bounce.contact_time - lead;
            let end = bounce.separation_time.map(|time| time - lead);
            let ended = end.is_some() || rests;
            let stays = rests && bounce.apex_gap.is_none();
            let seen = |end| apparent(&moments, (time, end), case.sphere.diameter).map(|found| found.restitution);
            Bounce {
                contact_time_s: time,
                impact_speed_m_s: bounce.impact_speed,
                separation_time_s: end,
                rebound_speed_m_s: ended.then_some(bounce.separation_speed),
                restitution: ended.then(|| bounce.contact_restitution()),
                apparent_restitution: if stays { Some(0.0) } else { end.and_then(seen) },
                apex_gap_m: bounce.apex_gap,
                apex_time_s: bounce.apex_time.map(|time| time - lead),
                min_gap_m: bounce.min_gap,
            }
        })
        .collect();
    if case.output.plots {
        let rows = csv::Trajectory::read(&path)?;
        figures::draw_motion(directory, &case.name, &rows, case.sphere.diameter, &bounces)?;
    }
    let summary = summary(case, &motion, lead, bounces, started);
    if case.output.report {
        report::write(directory, case, &summary, None)?;
    }
    summary.write(&directory.join("summary.json"))?;
    Ok(summary)
}

fn summary(case: &Case, motion: &Trajectory, lead: f64, bounces: Vec<Bounce>, started: Instant) -> Summary {
    let rested = motion.events_of(EventKind::Rest).next().is_some();
    let bounced = motion.bounces.iter().filter(|bounce| bounce.apex_gap.is_some()).count();
    let stop_reason = match () {
        () if rested => super::Stop::Rest.to_string(),
        () if bounced >= case.run.bounces as usize => super::Stop::Bounces.to_string(),
        () => super::Stop::Time.to_string(),
    };
    let end = motion.time.last().map_or(0.0, |time| time - lead);
    let range = "at every gap; the wall drag ends at the film's cut-off".to_owned();
    Summary {
        case: case.name.clone(),
        version: env!("CARGO_PKG_VERSION").into(),
        status: Status::Finished,
        stop_reason,
        groups: groups(case),
        steps: motion.len() as u64,
        cells: 0,
        time_s: end,
        wall_s: started.elapsed().as_secs_f64(),
        threads: 1,
        bounces,
        peak_speed_m_s: motion.velocity.iter().fold(0.0, |peak: f64, velocity| peak.max(velocity.abs())),
        mass_error: f64::NAN,
        energy_error: f64::NAN,
        modelled: modelled(case, range),
        assumed: [
            "no flow is computed: wake and vortices that the sphere meets again are not there",
            "an unbounded liquid above one plane wall: container and free surface do not act",
        ]
        .into_iter()
        .map(str::to_owned)
        .chain(case.threshold_warning())
        .collect(),
        provenance: Provenance::of_case(&case.to_toml()),
        extra: [("terminal_speed_expected_m_s".to_owned(), case.terminal_speed())].into(),
    }
}

/// What theory stands for, within `range`.
pub(super) fn modelled(case: &Case, range: String) -> Vec<Modelled> {
    let theory = &case.theory;
    let mut list = vec![
        modelled_entry(
            "force of the liquid",
            format!(
                "theory: drag {} with wall drag {}, added mass {}, history force {} (wall factor to the power {}), film \
                 ended at the cut-off `{}`",
                theory.drag,
                theory.wall_drag,
                theory.added_mass,
                theory.history,
                theory.history_exponent,
                word(&case.film.model)
            ),
            range,
        ),
        modelled_entry("solid contact", contact_words(case), "while the contact law acts; the step resolves it".into()),
    ];
    if case.film.cavitation {
        list.push(modelled_entry(
            "cavitation of the film",
            "suction limited to p_c (closed form for a paraboloid)".into(),
            format!("receding, gap below sqrt(3 mu a V / p_c), p_c = {:.3e} Pa", case.film.cavitation_pressure),
        ));
    }
    list
}

fn moment(motion: &Trajectory, lead: f64, k: usize) -> Moment {
    Moment { time: motion.time[k] - lead, gap: motion.gap[k], velocity: motion.velocity[k] }
}

fn forces(motion: &Trajectory, k: usize) -> [f64; FORCES.len()] {
    let columns = [
        &motion.weight,
        &motion.buoyancy,
        &motion.drag,
        &motion.added_mass,
        &motion.history,
        &motion.solid,
        &motion.driving,
    ];
    columns.map(|column| column[k])
}

/// The rows from the time on at which the case begins; the first is interpolated there.
fn write_trajectory(case: &Case, motion: &Trajectory, lead: f64, path: &Path) -> Result<(), RunFailure> {
    let after = motion.time.partition_point(|&time| time <= lead).min(motion.len() - 1);
    let before = after.saturating_sub(1);
    let share = (lead - motion.time[before]) / (motion.time[after] - motion.time[before]);
    let (low, high) = (forces(motion, before), forces(motion, after));
    let first: [f64; FORCES.len()] = std::array::from_fn(|k| lerp(low[k], high[k], share));
    let state = motion.at(lead).unwrap_or(motion.sample(before));
    let start = Moment { time: 0.0, gap: state.gap, velocity: state.velocity };
    let mut writer = TrajectoryWriter::create(path, &FORCES, sampling(case), Sample { moment: start, forces: &first })?;
    for k in after..motion.len() {
        let at = moment(motion, lead, k);
        if at.time > 0.0 {
            writer.record(Sample { moment: at, forces: &forces(motion, k) })?;
        }
    }
    Ok(writer.finish()?)
}
