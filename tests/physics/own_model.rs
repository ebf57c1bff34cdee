//! A model of one's own, a damped pendulum, is run by the loop and the observers of every other.

use std::ops::ControlFlow;
use wetbounce::model::{BounceLog, Description, Ending, Failure, Model, Observer, Row, Sample, run};
use wetbounce::numerics::hermite::Moment;

/// `φ'' = −ω² φ − 2 δ φ'`, with `ω` = 2 and `δ` = 0.1, by the exact solution from step to step.
struct Pendulum {
    moment: Moment,
    steps: u64,
    bounces: BounceLog,
}

const DAMPING: f64 = 0.1;
const STEP: f64 = 0.01;

impl Model for Pendulum {
    fn step(&mut self) -> Result<bool, Failure> {
        if self.ending().is_some() {
            return Ok(false);
        }
        let Moment { time, gap, velocity } = self.moment;
        let frequency = (4.0 - DAMPING * DAMPING).sqrt();
        let (sin, cos) = (frequency * STEP).sin_cos();
        let (decay, slope) = ((-DAMPING * STEP).exp(), (velocity + DAMPING * gap) / frequency);
        let angle = decay * (gap * cos + slope * sin);
        let turned = decay * frequency * (slope * cos - gap * sin) - DAMPING * angle;
        self.moment = Moment { time: time + STEP, gap: angle, velocity: turned };
        self.steps += 1;
        Ok(true)
    }

    fn sample(&self) -> Sample<'_> {
        let Self { moment, steps, bounces } = self;
        Sample { moment: *moment, in_run_up: false, steps: *steps, bounces, row: self, flow: None }
    }

    fn ending(&self) -> Option<Ending> {
        (self.moment.time >= 10.0).then_some(Ending::Time)
    }

    fn describe(&self) -> Description {
        Description::default()
    }
}

impl Row for Pendulum {
    fn columns(&self) -> Vec<String> {
        Vec::new()
    }

    fn values(&self) -> Vec<f64> {
        Vec::new()
    }
}

struct Highest(f64);

impl Observer for Highest {
    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        self.0 = self.0.max(model.sample().moment.gap.abs());
        Ok(ControlFlow::Continue(()))
    }
}

#[test]
fn a_damped_pendulum_is_run_by_the_loop_of_every_model() {
    let start = Moment { time: 0.0, gap: 1.0, velocity: 0.0 };
    let mut pendulum = Pendulum { moment: start, steps: 0, bounces: BounceLog::new(1.0, 0.0) };
    let mut highest = Highest(0.0);
    assert_eq!(run(&mut pendulum, &mut [&mut highest]).unwrap(), Ending::Time);
    let (time, frequency) = (pendulum.moment.time, (4.0 - DAMPING * DAMPING).sqrt());
    let exact = (-DAMPING * time).exp() * ((frequency * time).cos() + DAMPING / frequency * (frequency * time).sin());
    assert!((pendulum.moment.gap - exact).abs() < 1e-12, "{} {exact}", pendulum.moment.gap);
    assert!(highest.0 < 1.0 && highest.0 > 0.99);
}
