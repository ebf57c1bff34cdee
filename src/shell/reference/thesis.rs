//! The figures 4.1 to 4.11 of Li (2010), with the published forms and with those of this program beside them.

use crate::case::{Case, Disk};
use crate::output::table::Table;
use crate::output::trajectory::Trajectory;
use crate::output::{OutputError, atomic, own_file};
use crate::run::film_alone::film_case;
use crate::run::force_comparison::ApproachForce;
use crate::run::theory_table::{self, Row, TheoryForce, approach_of, column, displaced_weight};
use crate::run::{FilmEntry, RunFailure, RunOptions, execute};
use std::path::{Path, PathBuf};
use wetbounce_figures::style::{COLUMN, Dash, SeriesStyle};
use wetbounce_figures::{Axis, Figure, Mark, Panel, Point, Scale, sketch};
use wetbounce_physics::liquid::wall_image::{wall_image, wall_image_slope};
use wetbounce_physics::liquid::wall_image_published::wall_image_slope_published;
use wetbounce_physics::liquid::{AddedMass, brenner};
use wetbounce_physics::numerics::hermite::lerp;
use wetbounce_physics::numerics::root;
use wetbounce_physics::own::Laws;
use wetbounce_records::comparison::computed;
use wetbounce_records::statistics::Random;

/// The name of the reference.
pub const NAME: &str = "thesis";
/// What it is.
const TITLE: &str = "figures 4.1 to 4.11 of Li (2010), and what is printed beside what is right";

/// Settings with which the figures were published, and those of this program.
const SETTINGS: [(&str, &[&str]); 2] = [
    (
        "published",
        &[
            "theory.added_mass=published",
            "theory.history=kim",
            "theory.wall_drag=cox-brenner",
            "contact.law=li",
            "contact.threshold=0.05 D",
        ],
    ),
    ("default", &["contact.law=li", "contact.threshold=0.05 D"]),
];

/// The approach at a steady speed, Reynolds number 90.
const APPROACH: &str = include_str!("../cases/approach-re90.toml");
/// The bounce whose film is shown.
const FILM: &str = include_str!("../cases/gondret-st152.toml");
/// The fall from rest whose trajectory is taken for a record: its impact is at Re = 90.
const FALL: &str = include_str!("thesis-fall.toml");
/// Entry of the film, in diameters.
const ENTRY: f64 = 0.02;
/// Pictures a second of the record \[Hz\].
const FRAME_RATE: f64 = 1000.0;
/// Noise of a picture of the record \[m\].
const NOISE: f64 = 1e-5;
/// Smallest gap in the figures over a logarithmic axis, in diameters, and the largest of all.
const GAPS: [f64; 2] = [1e-4, 1.0];

/// A figure over the gap from the table of the forces: number, axis, columns, scale of values, whether the gap is
/// logarithmic.
struct Curves {
    number: &'static str,
    axis: &'static str,
    columns: &'static [(&'static str, &'static str)],
    scale: Scale,
    logarithmic: bool,
}

const FORCE: &str = "Force ~{F} / (4/3 π~{a}^{3}~{ρ}_{l}~{g})";

const fn curves(number: &'static str, axis: &'static str, columns: &'static [(&'static str, &'static str)]) -> Curves {
    Curves { number, axis, columns, scale: Scale::Linear, logarithmic: false }
}

const CURVES: [Curves; 8] = [
    curves("4.2", FORCE, &[("drag_far_N", "far from the wall"), ("drag_near_N", "near the wall"), ("drag_N", "drag")]),
    Curves {
        scale: Scale::Symlog { linear: 1.0 },
        logarithmic: true,
        ..curves("4.3", "Drag over Stokes' drag ~{λ} (1)", &[("lambda", "λ")])
    },
    curves("4.4", FORCE, &[("added_mass_N", "added mass")]),
    curves("4.5", "~{W} and its slope d~{W}/d~{δ}* (1)", &[("W", "W"), ("dW_by_dgap_over_a", "slope")]),
    curves("4.6", FORCE, &[("history_N", "history")]),
    curves("4.7", "Wall factor of the history (1)", &[("history_wall_factor", "")]),
    curves("4.9", "Weight of theory ~{H} (1)", &[("blend_weight", "")]),
    Curves { logarithmic: true, ..curves("4.11", "Shape of the wall force ~{F} (1)", &[("wall_force_shape", "")]) },
];

/// The files that [`write()`] writes into its directory, without those of its runs.
pub fn files() -> Vec<String> {
    let of = |number: &str| ["csv", "svg"].map(|ending| format!("figure-{number}.{ending}"));
    let drawn = CURVES.iter().map(|curves| curves.number).chain(["4.1", "4.8"]).flat_map(of);
    drawn.chain(["figure-4.10.svg", "corrections.csv", "README.md"].map(str::to_owned)).collect()
}

/// Writes all figures into `directory`, with the runs that they need in `runs`. `README.md` is written first, so that
/// the directory is known for one of this command if the command is stopped.
///
/// # Errors
/// A run that fails, a file that holds something else than this command writes, or one that cannot be written.
pub fn write(directory: &Path) -> Result<(), RunFailure> {
    atomic::make_directory(directory)?;
    let place = |name: String| directory.join(name);
    let readme = place("README.md".into());
    if !readme.exists() {
        atomic::write(&readme, begun())?;
    }
    let cases = SETTINGS.map(|(_, settings)| shipped(APPROACH, "approach-re90.toml", settings));
    let rows = [theory_table::rows(&cases[0])?, theory_table::rows(&cases[1])?];
    let unit = displaced_weight(&cases[0]);
    for curves in &CURVES {
        let table = curves.table(&rows);
        write_once(&place(format!("figure-{}.csv", curves.number)), table.to_csv())?;
        write_once(&place(format!("figure-{}.svg", curves.number)), curves.figure(&rows, unit).svg())?;
    }
    write_once(&place("figure-4.10.svg".into()), sketch::contact())?;
    film(directory)?;
    let compared = measured(directory)?;
    let corrections = corrections(&cases, &compared);
    write_once(&place("corrections.csv".into()), corrections.to_csv())?;
    Ok(write_over(&readme, &[begun().as_bytes()], text_of_readme(&corrections).as_bytes())?)
}

/// Writes a file that is not there, or holds the same.
///
/// # Errors
/// As [`write_over`].
fn write_once(path: &Path, content: impl AsRef<[u8]>) -> Result<(), OutputError> {
    write_over(path, &[], content.as_ref())
}

/// Writes a file that is not there, or holds the same or one of the `earlier` contents.
///
/// # Errors
/// The file holds something else, or cannot be written.
fn write_over(path: &Path, earlier: &[&[u8]], content: &[u8]) -> Result<(), OutputError> {
    let is_own = |there: &[u8]| there == content || earlier.contains(&there);
    own_file::may_replace_if(path, u64::MAX, is_own).map_err(|_| OutputError::Format {
        path: path.to_path_buf(),
        place: "whole file".into(),
        problem: "this command writes something else there, and overwrites no file".into(),
        advice: "give --out a new directory, or move the file away".into(),
    })?;
    atomic::write(path, content)
}

/// A case of this program with further settings.
fn shipped(text: &str, name: &str, settings: &[&str]) -> Case {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    Case::parse(text, name, &settings).expect("a case of this program with published settings")
}

/// A column of rows at a gap over the diameter, on straight lines between rows; `None` outside of them. Gaps fall.
fn value(rows: &[Row], name: &str, gap: f64) -> Option<f64> {
    let after = rows.partition_point(|row| row[0] > gap);
    let (high, low) = (rows.get(after.checked_sub(1)?)?, rows.get(after)?);
    Some(lerp(high[column(name)], low[column(name)], (high[0] - gap) / (high[0] - low[0])))
}

impl Curves {
    fn gaps(&self) -> Vec<f64> {
        let smallest = if self.logarithmic { GAPS[0] } else { 0.01 };
        let of = |k: i32| smallest * (GAPS[1] / smallest).powf(f64::from(k) / 200.0);
        (0..=200).rev().map(of).collect()
    }

    fn table(&self, rows: &[Vec<Row>; 2]) -> Table {
        let names = self.columns.iter().flat_map(|(name, _)| SETTINGS.map(|(of, _)| format!("{of}_{name}")));
        let mut table = Table::new(["gap_over_d".to_owned()].into_iter().chain(names));
        for gap in self.gaps() {
            let values = self.columns.iter().flat_map(|(name, _)| [0, 1].map(|of| value(&rows[of], name, gap)));
            let values: Option<Vec<f64>> = values.collect();
            values.into_iter().for_each(|values| table.push_numbers([gap].into_iter().chain(values)));
        }
        table
    }

    fn figure(&self, rows: &[Vec<Row>; 2], unit: f64) -> Figure {
        let gap = if self.logarithmic { Axis::log("Gap ~{h}/~{D}") } else { Axis::linear("Gap ~{h}/~{D}").above(0.0) };
        let mut panel = Panel::new(gap.below(GAPS[1]), Axis::new(self.axis, self.scale));
        for (number, (name, label)) in self.columns.iter().enumerate() {
            let scale = if name.ends_with("_N") { 1.0 / unit } else { 1.0 };
            for (rows, (of, _), dash) in [(&rows[0], SETTINGS[0], Dash::Solid), (&rows[1], SETTINGS[1], Dash::Dashed)] {
                let points: Vec<Point> =
                    self.gaps().iter().filter_map(|gap| Some((*gap, scale * value(rows, name, *gap)?))).collect();
                let words = if label.is_empty() { of.to_owned() } else { format!("{label}, {of}") };
                panel.add_named(Mark::Line(points, SeriesStyle::of(number).dashed(dash)), words);
            }
        }
        Figure::new(COLUMN, 75.0, vec![vec![panel]]).with_shared_legend()
    }
}

/// Figure 4.1: the film alone.
fn film(directory: &Path) -> Result<(), RunFailure> {
    let case = Case { measurement: None, ..shipped(FILM, "gondret-st152.toml", &[]) };
    let entry = FilmEntry { gap: ENTRY * case.problem.sphere.diameter, ..FilmEntry::of(&case.problem) };
    let out = directory.join("runs").join("film");
    execute(&film_case(&case, entry), &RunOptions { out: out.clone(), fresh: false, quiet: true })?;
    for (from, to) in [("profiles.csv", "figure-4.1.csv"), ("plots/film-profiles.svg", "figure-4.1.svg")] {
        let from = out.join(from);
        let text = std::fs::read_to_string(&from).map_err(OutputError::io("read", &from))?;
        write_once(&directory.join(to), text)?;
    }
    Ok(())
}

/// The forces on the approach of the record: by the published forms, by default, and of the flow.
struct Compared {
    theory: [Vec<TheoryForce>; 2],
    flow: ApproachForce,
}

/// Figure 4.8: a fall is computed, pictures are taken of it, and flow and theory are led along them.
fn measured(directory: &Path) -> Result<Compared, RunFailure> {
    let runs = directory.join("runs");
    let fall = shipped(FALL, "thesis-fall.toml", &[]);
    execute(&fall, &RunOptions { out: runs.join("fall"), fresh: false, quiet: true })?;
    let record = directory.join("record.csv");
    let pictures = pictures(&Trajectory::read(&runs.join("fall").join("trajectory.csv"))?);
    write_once(&record, pictures.to_csv())?;
    let motion = format!("release.motion={}", record.display());
    let led = |settings: &[&str]| -> Result<Case, RunFailure> {
        let settings: Vec<String> = settings.iter().map(ToString::to_string).chain([motion.clone()]).collect();
        let read = Case::parse_with(FALL, "thesis-fall.toml", &settings, &Disk::with(&Laws::default()));
        Ok(read.map_err(|error| unreadable(&record, error.to_string()))?)
    };
    let cases = [led(SETTINGS[0].1)?, led(SETTINGS[1].1)?];
    let out = runs.join("led");
    execute(&cases[1], &RunOptions { out: out.clone(), fresh: false, quiet: true })?;
    let trajectory = Trajectory::read(&out.join("trajectory.csv"))?;
    let flow = ApproachForce::new("led", &cases[1], &cases[1], &trajectory).map_err(|why| unreadable(&out, why))?;
    let theory =
        [theory_table::forces(&cases[0])?, theory_table::forces(&cases[1])?].map(|all| approach_of(&all).to_vec());
    let compared = Compared { theory, flow };
    write_once(&directory.join("figure-4.8.csv"), compared.table().to_csv())?;
    write_once(&directory.join("figure-4.8.svg"), compared.figure(displaced_weight(&cases[1])).svg())?;
    Ok(compared)
}

fn unreadable(path: &Path, problem: String) -> OutputError {
    let advice = "remove the directory, and write the figures again".into();
    OutputError::Format { path: path.to_path_buf(), place: "the record".into(), problem, advice }
}

/// Pictures of a motion, each off by the noise of a camera.
fn pictures(trajectory: &Trajectory) -> Table {
    let mut random = Random(8);
    let mut table = Table::new(["time_s", "gap_m"]);
    let moments: Vec<_> = trajectory.moments().collect();
    let last = moments[moments.len() - 1].time;
    for picture in 0..(last * FRAME_RATE) as usize {
        let time = (picture as f64 + 0.3) / FRAME_RATE;
        let Some(moment) = computed::at(&moments, time) else { continue };
        table.push_numbers([time, moment.gap + NOISE * random.normal()]);
    }
    table
}

impl Compared {
    /// Theory by both settings at the times of the first, and the flow.
    fn rows(&self) -> impl Iterator<Item = [f64; 5]> {
        let total = column("total_N");
        self.theory[0].iter().zip(&self.theory[1]).filter_map(move |(published, default)| {
            let flow = self.flow.at(-published.time)?;
            Some([
                published.row[0],
                published.row[total],
                default.row[total],
                flow,
                default.errors.map_or(0.0, |errors| errors[2]),
            ])
        })
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["gap_over_d", "published_N", "default_N", "flow_N", "sigma_of_record_N"]);
        self.rows().for_each(|row| table.push_numbers(row));
        table
    }

    fn figure(&self, unit: f64) -> Figure {
        let mut panel = Panel::new(Axis::log("Gap ~{h}/~{D}").below(GAPS[1]), Axis::new(FORCE, Scale::Log));
        for (number, (of, name)) in
            [(3, "flow"), (1, "theory, published"), (2, "theory, default")].into_iter().enumerate()
        {
            let points = self.rows().filter(|row| row[0] <= GAPS[1]).map(|row| (row[0], row[of] / unit)).collect();
            panel.add_named(Mark::Line(points, SeriesStyle::of(number)), name);
        }
        Figure::new(COLUMN, 75.0, vec![vec![panel]]).with_shared_legend()
    }

    /// Flow and theories at a gap over the diameter.
    fn at(&self, gap: f64) -> Option<[f64; 5]> {
        self.rows().find(|row| row[0] <= gap)
    }
}

/// The published drag near the wall over Stokes' drag, with the Reynolds number in its bracket.
fn published_drag(delta_star: f64, reynolds: f64) -> f64 {
    1.0 / delta_star - 0.2 * (1.0 + 0.25 * reynolds) * delta_star.ln()
}

/// The gap over the diameter at which a function of it changes its sign; NaN if it does not.
fn crossing(of: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    root(of, from, to, 1e-12).unwrap_or(f64::NAN)
}

/// A row of the table of corrections: what is printed, what is right, and what the default does instead.
fn correction(figure: &str, quantity: &str, place: &str, [printed, right]: [f64; 2], default: &str) -> [String; 7] {
    let error = format!("{:.1}", 100.0 * (printed / right - 1.0));
    let number = |value: f64| format!("{value:.4}");
    [figure, quantity, place, &number(printed), &number(right), &error, default].map(str::to_owned)
}

/// What is printed, what is right, and what the default does.
fn corrections(cases: &[Case; 2], compared: &Compared) -> Table {
    let mut table = Table::new(["figure", "quantity", "where", "printed", "right", "error_percent", "default"]);
    drag_corrections().into_iter().chain(other_corrections(cases)).for_each(|row| table.push(row));
    let exponent = [
        "4.6",
        "M_2 of the kernel",
        "always",
        "2a^2 |d2U/dt2|^2 / |U|^3",
        "2a^2 |d2U/dt2| / |U|^3",
        "",
        "without the square: M_2 has no dimension",
    ];
    table.push(exponent.map(str::to_owned));
    for gap in [0.4, 0.2, 0.1, 0.05, 0.02] {
        let Some([at, published, default, flow, _]) = compared.at(gap) else { continue };
        let (place, off) = (format!("h/D = {at:.3}"), format!("{:+.1} %", 100.0 * (default / flow - 1.0)));
        table.push(correction("4.8", "total force over that of the flow", &place, [published / flow, 1.0], &off));
    }
    table
}

fn drag_corrections() -> [[String; 7]; 3] {
    let far = 1.0 + 0.15 * 90.0_f64.powf(0.687);
    let by_diameter = |gap: f64| published_drag(2.0 * gap, 90.0);
    let by_gap = |gap: f64| published_drag(2.0 * gap, 90.0 * gap);
    let which = "Re = 90; printed with hU/nu, drawn with UD/nu";
    [
        correction(
            "4.3",
            "gap h/D beyond which lambda is negative",
            which,
            [crossing(by_gap, 0.5, 2.0), crossing(by_diameter, 0.5, 2.0)],
            "theory.wall_drag = inertial is never negative",
        ),
        correction(
            "4.2",
            "gap h/D at which near and far drag meet",
            which,
            [crossing(|gap| by_gap(gap) - far, 0.02, 0.5), crossing(|gap| by_diameter(gap) - far, 0.02, 0.5)],
            "no change of form: one drag at all gaps",
        ),
        correction(
            "4.3",
            "lambda",
            "h/a = 0.1, Re = 0",
            [published_drag(0.1, 0.0), brenner(0.1)],
            "Brenner's series, exact in creeping flow",
        ),
    ]
}

fn other_corrections(cases: &[Case; 2]) -> [[String; 7]; 5] {
    let slope = |at: f64, place: &str| {
        let both = [wall_image_slope_published(at), wall_image_slope(at)];
        correction("4.5", "dW/d(h/a)", place, both, "the derivative of W: energy is conserved")
    };
    let wall = |case: &Case| {
        let laws = wetbounce_physics::model::build::theory(&case.problem);
        laws.map_or(f64::NAN, |laws| laws.history_wall.thin(laws.history, 0.1))
    };
    let dry = cases[0].problem.dry_restitution().unwrap_or(f64::NAN);
    [
        correction(
            "4.5",
            "W",
            "contact",
            [AddedMass::Published.wall_effect(0.0).0, wall_image(0.0)],
            "the whole series",
        ),
        slope(0.1, "h/a = 0.1"),
        slope(2.0, "h/a = 2"),
        correction(
            "4.7",
            "wall factor of the history, thin layers",
            "h/a = 0.1",
            [wall(&cases[0]), wall(&cases[1])],
            "unsteady Stokes flow: thin layers are strengthened, old ones screened",
        ),
        correction(
            "4.11",
            "dry restitution of the wall force",
            "e_d = 0.97 in both directions, as printed",
            [dry, 0.97],
            "contact.law = hertz loses energy in the contact",
        ),
    ]
}

/// How `README.md` begins.
fn heading() -> String {
    format!("# {TITLE}\n\n")
}

/// `README.md` of figures that are not all written.
fn begun() -> String {
    format!("{}Not complete: the command was stopped, or is still at work.\n", heading())
}

fn text_of_readme(corrections: &Table) -> String {
    format!(
        "{}X. Li, thesis (2010), chapter 4. Each `figure-N.csv` and `figure-N.svg` has the number of the thesis. Columns and lines that are called \
         `published` follow the printed forms: `{}`. Those that are called `default` are the forms of this program.\n\n\
         - 4.2 to 4.7, 4.9 and 4.11: a sphere led to the wall at Re = 90 (case `approach-re90`).\n\
         - 4.1: the film alone at St = 152 (case `gondret-st152`), by the elastic film of this program; the thesis shows another computation.\n\
         - 4.8: the thesis' record is not public. `record.csv` stands for it: the fall of `runs/fall`, {} pictures a second, each off by {} µm. Flow \
         (`runs/led`) and theory are led along its smooth motion.\n\
         - 4.10: a sketch.\n\n\
         Forces are positive away from the wall; in figures they are over the weight of the displaced liquid.\n\n\
         ## Printed and right\n\n{}",
        heading(),
        SETTINGS[0].1.join("`, `"),
        FRAME_RATE,
        1e6 * NOISE,
        corrections.to_markdown()
    )
}

/// A file in the directory that is not known for one of this command by its name and by `README.md`: any file where
/// `README.md` is not that of this command. What a file of a known name holds is looked at where it is written.
pub fn foreign(directory: &Path) -> Option<PathBuf> {
    let is_own = std::fs::read_to_string(directory.join("README.md")).is_ok_and(|text| text.starts_with(&heading()));
    let own = files();
    let is_known = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        own.iter().any(|file| file == name) || ["runs", "record.csv"].contains(&name)
    };
    let mut held = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|held| held.path());
    held.find(|path| !(is_own && is_known(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_written_where_none_is_and_one_that_holds_something_else_stays() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("record.csv");
        write_once(&file, "time_s,gap_m\n").unwrap();
        write_once(&file, "time_s,gap_m\n").unwrap();
        fs::write(&file, "time_s,gap_m\n1,2\n").unwrap();
        let refused = write_once(&file, "time_s,gap_m\n").unwrap_err();
        assert!(matches!(refused, OutputError::Format { .. }), "{refused}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "time_s,gap_m\n1,2\n");
    }

    #[test]
    fn a_readme_of_a_stopped_command_is_written_anew_and_one_with_notes_stays() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("README.md");
        let whole = format!("{}whole\n", heading());
        let write = || write_over(&file, &[begun().as_bytes()], whole.as_bytes());
        fs::write(&file, begun()).unwrap();
        write().unwrap();
        write().unwrap();
        let noted = format!("{whole}my notes\n");
        fs::write(&file, &noted).unwrap();
        assert!(write().is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), noted);
    }
}
