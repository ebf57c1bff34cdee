//! A motion: followed step by step, with its rows and the frames of its flow.

use crate::text::Problem;
use std::fmt::Write;
use std::ops::ControlFlow;
use wetbounce_case::Case;
use wetbounce_figures::film_strip::{FilmStrip, FrameTag, StripScale};
use wetbounce_figures::player;
use wetbounce_physics::model::columns::SECOND_COLUMN;
use wetbounce_physics::model::expected_steps::ExpectedSteps;
use wetbounce_physics::model::{self, Bounce, Description, Ending, Failure, Model, Observer};
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::problem::scales::reference_speed;

/// A finished motion.
#[derive(Clone)]
pub struct Motion {
    /// Its case.
    pub case: Case,
    /// Time, gap, and the speed at which it opens.
    pub moments: Vec<Moment>,
    /// The names of the other columns.
    columns: Vec<String>,
    /// The values of the other columns, row by row.
    values: Vec<f64>,
    /// Its collisions.
    pub bounces: Vec<Bounce>,
    /// Why it is over; `None` of one that was stopped.
    pub ending: Option<Ending>,
    /// What is said of its results.
    pub description: Description,
}

impl Motion {
    /// The motion of a case by theory, to its end.
    ///
    /// # Errors
    /// The motion cannot begin, or not go on.
    pub fn by_theory(case: Case) -> Result<Self, Vec<Problem>> {
        let mut run = Run::new(case)?;
        run.advance(u32::MAX)?;
        Ok(run.motion())
    }

    /// The velocity of the sphere in a row [m/s].
    pub fn velocity(&self, row: usize) -> f64 {
        let second = self.columns.first().is_some_and(|name| name == SECOND_COLUMN);
        self.moments[row].velocity + if second { self.values[row * self.columns.len()] } else { 0.0 }
    }

    /// The rows as in `trajectory.csv`: each step.
    pub fn csv(&self) -> String {
        let mut text = format!("time_s,gap_m,velocity_m_s,{}", self.columns.join(","));
        text.truncate(text.trim_end_matches(',').len());
        text.push('\n');
        for (row, Moment { time, gap, .. }) in self.moments.iter().enumerate() {
            let _ = write!(text, "{time:?},{gap:?},{:?}", self.velocity(row));
            let width = self.columns.len();
            for value in &self.values[row * width..(row + 1) * width] {
                let _ = write!(text, ",{value:?}");
            }
            text.push('\n');
        }
        text
    }
}

/// A motion under way.
pub struct Run {
    case: Case,
    model: Box<dyn Model>,
    log: Log,
    expected: Option<ExpectedSteps>,
    /// Contacts so far, and the steps at the beginning of the last one.
    contacts: (usize, u64),
    ending: Option<Ending>,
}

impl Run {
    /// At the beginning of the motion.
    ///
    /// # Errors
    /// A parameter that a law or the grid refuses.
    pub fn new(case: Case) -> Result<Self, Vec<Problem>> {
        let (problem, model) = (&case.problem, case.problem.model().map_err(|failure| vec![failure.into()])?);
        let scale = StripScale {
            diameter: problem.sphere.diameter,
            speed: reference_speed(problem),
            kinematic_viscosity: problem.liquid.kinematic_viscosity(),
            container: (problem.vessel.radius, problem.vessel.height),
            halves: if problem.resolution.is_axisymmetric() { 1 } else { 2 },
        };
        let flow = problem.hydrodynamics.computes_flow();
        let log = Log { strip: flow.then(|| FilmStrip::new(scale)), ..Log::default() };
        let expected = (flow && problem.comes_to_the_wall()).then(|| ExpectedSteps::of(problem));
        Ok(Self { case, model, log, expected, contacts: (0, 0), ending: None })
    }

    /// Takes at most so many steps; whether there are more to take.
    ///
    /// # Errors
    /// The motion cannot go on.
    pub fn advance(&mut self, steps: u32) -> Result<bool, Vec<Problem>> {
        if self.ending.is_some() {
            return Ok(false);
        }
        self.log.left = steps;
        let ended = model::run(&mut *self.model, &mut [&mut self.log]);
        match ended {
            Ok(Ending::Stopped) => {}
            Ok(ending) => self.ending = Some(ending),
            Err(failure) => match self.case.problem.model_after(&failure) {
                Ok(Some(longer)) => {
                    (self.model, self.log) = (longer, Log::default());
                    return self.advance(steps);
                }
                _ => return Err(vec![failure.into()]),
            },
        }
        let contacts = self.model.sample().bounces.bounces().len();
        if contacts != self.contacts.0 {
            self.contacts = (contacts, self.model.sample().steps);
        }
        Ok(self.ending.is_none())
    }

    /// The share of the motion that is done; `None` where nothing says.
    pub fn share(&self) -> Option<f64> {
        let sample = self.model.sample();
        let by_time = self.case.problem.end_time().map(|end| (sample.moment.time / end).clamp(0.0, 1.0));
        let by_steps = self.expected.as_ref().and_then(|steps| steps.share(&sample, sample.steps - self.contacts.1));
        by_steps.into_iter().chain(by_time).reduce(f64::max)
    }

    /// The moment now.
    pub fn moment(&self) -> Moment {
        self.model.sample().moment
    }

    /// The tags of the frames so far.
    pub fn frames(&self) -> Vec<FrameTag> {
        self.log.strip.iter().flat_map(FilmStrip::frames).map(|(tag, _)| *tag).collect()
    }

    /// Columns and rows of a frame, and height of its window \[m\].
    pub fn window(&self) -> (usize, usize, f64) {
        self.log.strip.as_ref().map_or((0, 0, 0.0), |strip| (strip.size().0, strip.size().1, strip.window().1))
    }

    /// The points of a frame.
    pub fn frame(&self, number: usize) -> Vec<u8> {
        let mut frames = self.log.strip.iter().flat_map(FilmStrip::frames);
        frames.nth(number).map_or_else(Vec::new, |(_, points)| points.to_vec())
    }

    /// The colours of the points.
    pub fn palette(&self) -> Vec<u8> {
        let of = |strip: &FilmStrip| {
            let limit = player::colour_limit(strip, self.case.problem.sphere.diameter);
            player::palette(strip, limit).concat()
        };
        self.log.strip.as_ref().map_or_else(Vec::new, of)
    }

    /// The motion so far.
    pub fn motion(&self) -> Motion {
        let mut bounces = self.model.sample().bounces.clone();
        bounces.end(self.ending.is_some_and(Ending::stays));
        Motion {
            case: self.case.clone(),
            moments: self.log.moments.clone(),
            columns: self.log.columns.clone(),
            values: self.log.values.clone(),
            bounces: bounces.bounces().to_vec(),
            ending: self.ending,
            description: self.model.describe(),
        }
    }
}

/// Keeps every row and the frames of the flow, and stops after some steps.
#[derive(Default)]
struct Log {
    left: u32,
    moments: Vec<Moment>,
    columns: Vec<String>,
    values: Vec<f64>,
    strip: Option<FilmStrip>,
}

impl Log {
    fn keep(&mut self, model: &dyn Model) {
        let sample = model.sample();
        self.moments.push(sample.moment);
        self.values.extend(sample.row.values());
    }
}

impl Observer for Log {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        if self.moments.is_empty() {
            let sample = model.sample();
            self.columns = sample.row.columns();
            if let (Some(strip), Some(flow)) = (&mut self.strip, sample.flow) {
                strip.take_now(sample.moment.gap, &flow.halves());
            }
            self.keep(model);
        }
        Ok(())
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        let sample = model.sample();
        if let Some(from) = self.moments.last() {
            let to = sample.moment;
            if let (Some(strip), Some(flow)) = (&mut self.strip, sample.flow) {
                strip.step((from.time, from.gap), (to.time, to.gap), || flow.halves());
            }
            self.keep(model);
        }
        self.left = self.left.saturating_sub(1);
        Ok(if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}
