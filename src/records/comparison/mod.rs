//! A record beside a computed motion.
//!
//! - [`bands`]: errors of a run
//! - [`computed`]: the computed motion
//! - [`alignment`]: a record on the clock of a run and above its wall
//! - [`clock`]: the shift between the clocks of a record and of a run
//! - [`measurement`]: what is between both
//! - [`plausible`]: reasons to doubt a comparison, and its verdict

pub mod alignment;
pub mod bands;
pub mod clock;
pub mod computed;
pub mod measurement;
pub mod plausible;

/// A bounce in vacuum with its log, for tests.
#[cfg(test)]
mod fixtures {
    use wetbounce_physics::model::BounceLog;
    use wetbounce_physics::numerics::hermite::Moment;

    const G: f64 = 9.81;
    pub(super) const D: f64 = 3e-3;

    /// A fall from 5 D that leaves with `e` times its impact speed: its motion, its log, the moment of touch and the
    /// impact speed.
    pub(super) fn logged(e: f64) -> (Vec<Moment>, BounceLog, f64, f64) {
        let (height, dt) = (5.0 * D, 1e-4);
        let (impact, touch) = ((2.0 * G * height).sqrt(), (2.0 * height / G).sqrt());
        let at = |time: f64| {
            let flight = time - touch;
            match flight < 0.0 {
                true => Moment { time, gap: height - 0.5 * G * time * time, velocity: -G * time },
                false => {
                    let gap = e * impact * flight - 0.5 * G * flight * flight;
                    Moment { time, gap, velocity: e * impact - G * flight }
                }
            }
        };
        let end = touch + 2.0 * e * impact / G;
        let motion: Vec<Moment> = (0..(end / dt) as usize).map(|step| at(step as f64 * dt)).collect();
        let rebound = Moment { time: touch, gap: 0.0, velocity: e * impact };
        let mut log = BounceLog::new(D, 0.0);
        for pair in motion.windows(2) {
            if pair[0].time < touch && touch <= pair[1].time {
                log.touch(Moment { time: touch, gap: 0.0, velocity: -impact });
                log.separate(rebound);
                log.observe(rebound, pair[1]);
            } else {
                log.observe(pair[0], pair[1]);
            }
        }
        (motion, log, touch, impact)
    }
}
