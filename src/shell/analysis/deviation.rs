//! How far values of another code lie from a reference, from where on, and what may be the cause.
//!
//! The comparison error is `E = S − D`, of the simulated value and the reference, and the validation uncertainty `U_val
//! = √((2 u_num)² + U_D²)`, of the standard uncertainty of the values and of that of the reference with 95 % (ASME V&V
//! 20-2009); where `|E|` is no larger, the two do not differ. Both are over the reference here.

use serde::Serialize;
use std::f64::consts::PI;

/// Shares of the reference by which values are said to be off.
pub const SHARES: [f64; 3] = [0.01, 0.05, 0.20];

/// A value beside its reference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// Where: the gap over the diameter, or whatever the reference goes over.
    pub at: f64,
    /// The value of the other code.
    pub theirs: f64,
    /// That of the reference.
    pub reference: f64,
    /// Standard uncertainty of theirs over the reference; 0 where it is not known.
    pub own_uncertainty: f64,
    /// Uncertainty of the reference with 95 %, over it.
    pub uncertainty: f64,
}

impl Compared {
    /// `theirs/reference − 1`.
    pub fn relative(&self) -> f64 {
        self.theirs / self.reference - 1.0
    }

    /// The validation uncertainty with 95 % over the reference.
    pub fn validation(&self) -> f64 {
        (2.0 * self.own_uncertainty).hypot(self.uncertainty)
    }
}

/// From where on values are off.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct OffBelow {
    /// By which share of the reference.
    pub share: f64,
    /// The largest place at which a value is off by more, or that between it and the next; `None` where none is.
    pub below: Option<f64>,
    /// How many of the values below are not.
    pub within: usize,
    /// How many values there are below.
    pub of: usize,
}

/// From where on `values`, ascending, are off by more than `share`, from the largest place down. Between two of them
/// the deviation is linear over the logarithm of the place. Values below that are off by less are counted: a deviation
/// may change its sign there, or scatter.
pub fn off_below(values: &[Compared], share: f64) -> OffBelow {
    let is_off = |value: &Compared| value.relative().abs() > share;
    let Some(last) = values.iter().rposition(is_off) else { return OffBelow { share, below: None, within: 0, of: 0 } };
    let bad = values[last];
    let below = values.get(last + 1).map_or(bad.at, |good| {
        let [from, to] = [bad.relative(), good.relative()];
        // The end of the band on the side that the bad one is on.
        let way = ((share * from.signum() - from) / (to - from)).clamp(0.0, 1.0);
        match good.at > 0.0 && bad.at > 0.0 {
            true => bad.at * (good.at / bad.at).powf(way),
            false => bad.at + way * (good.at - bad.at),
        }
    });
    let within = values[..=last].iter().filter(|value| !is_off(value)).count();
    OffBelow { share, below: Some(below), within, of: last + 1 }
}

/// A change of values that would explain how far they are off.
struct Cause {
    /// The gap and the force that are meant by those given.
    meant: fn(f64, f64) -> (f64, f64),
    /// In words, what was given and why.
    words: &'static str,
}

const CAUSES: [Cause; 18] = [
    Cause {
        meant: |x, y| (x, -y),
        words: "all forces have the other sign: those on the liquid, or on a sphere along its motion; the reference counts a force against the motion as positive",
    },
    Cause {
        meant: |x, y| (x, y / 2.0),
        words: "all forces are twice too large: the radius taken for the diameter in 3 pi mu U D, or the speed of one of two spheres for that of their approach",
    },
    Cause {
        meant: |x, y| (x, 2.0 * y),
        words: "all forces are half as large as they should be: 6 pi mu U D in place of 3 pi mu U D (6 pi goes with the radius), half of the sphere computed, or the speed of approach of two spheres for that of one",
    },
    Cause {
        meant: |x, y| (x, 4.0 * y),
        words: "all forces are a quarter of what they should be: a quarter of the sphere computed, or the film of two equal spheres for that of one before a wall",
    },
    Cause {
        meant: |x, y| (x, y / 4.0),
        words: "all forces are four times too large: the film of one sphere before a wall for that of two equal ones",
    },
    Cause {
        meant: |x, y| (x, y / (3.0 * PI)),
        words: "all forces are 3 pi times too large: the force over mu U D, without 3 pi",
    },
    Cause {
        meant: |x, y| (x, y / (6.0 * PI)),
        words: "all forces are 6 pi times too large: the force over mu U a, without 6 pi",
    },
    Cause { meant: |x, y| (x, y / PI), words: "all forces are pi times too large: pi left out of 3 pi mu U D" },
    Cause { meant: |x, y| (x, PI * y), words: "all forces are pi times too small: pi counted twice" },
    Cause {
        meant: |x, y| (x, 2.0 * PI * y),
        words: "all forces are 2 pi times too small: an axisymmetric force over the radian, not over the whole circle",
    },
    Cause {
        meant: |x, y| (x, 360.0 / 5.0 * y),
        words: "all forces are 72 times too small: the force on a wedge of 5 degrees, not on the whole sphere",
    },
    Cause {
        meant: |x, y| (x, 1e3 * y),
        words: "all forces are 1000 times too small: a force over the density of water (kinematic), or a unit",
    },
    Cause { meant: |x, y| (x, y / 1e3), words: "all forces are 1000 times too large: a unit" },
    Cause {
        meant: |x, y| (x - 0.5, y),
        words: "the gaps are half a diameter too large: heights of the centre, not gaps",
    },
    Cause {
        meant: |x, y| (x - 1.0, y),
        words: "the gaps are a diameter too large: distances of two centres, or heights of the top, not gaps",
    },
    Cause { meant: |x, y| (x / 2.0, y), words: "the gaps are twice too large: in radii, not in diameters" },
    Cause {
        meant: |x, y| (2.0 * x, y),
        words: "the gaps are half as large as they should be: in units of two diameters, the half gap before a plane of symmetry, or the radius given as the diameter",
    },
    Cause {
        meant: |x, y| (x + 0.5, y),
        words: "the gaps are half a diameter too small: half a diameter was taken away from gaps, not from heights of the centre",
    },
];

/// Of values that are off by so much in the middle, a cause is looked for.
const DOUBTFUL: f64 = 0.1;
/// A cause is given where with it most would be off by at most this much, and by at most this share of what they are
/// without it.
const EXPLAINED: f64 = 0.05;
const BETTER: f64 = 0.3;
/// Share of the values, those of the largest gaps, that a cause has to explain: a grid's film ends below.
const WIDEST: f64 = 0.6;
const FEWEST: usize = 3;

/// What would explain values that are all off, beside a `reference` over the gap; `None` where they are not, or where
/// nothing known does.
pub fn likely_cause(values: &[(f64, f64)], reference: impl Fn(f64) -> Option<f64>) -> Option<String> {
    let skipped = values.len() - (WIDEST * values.len() as f64).ceil() as usize;
    let wide = &values[skipped.min(values.len().saturating_sub(FEWEST))..];
    if wide.len() < FEWEST {
        return None;
    }
    let off = |meant: &dyn Fn(f64, f64) -> (f64, f64)| {
        let each = wide.iter().filter_map(|(x, y)| {
            let (x, y) = meant(*x, *y);
            (x > 0.0).then(|| reference(x)).flatten().map(|reference| (y / reference - 1.0).abs())
        });
        let mut each: Vec<f64> = each.collect();
        each.sort_by(f64::total_cmp);
        (each.len() >= FEWEST.max(wide.len() / 2)).then(|| each[each.len() / 2])
    };
    let plain = off(&|x, y| (x, y))?;
    if plain < DOUBTFUL {
        return None;
    }
    let best = CAUSES.iter().filter_map(|cause| Some((off(&cause.meant)?, cause.words)));
    if let Some((found, words)) =
        best.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(found, _)| *found < EXPLAINED && *found < BETTER * plain)
    {
        return Some(format!(
            "Most values are off by {:.0} %. With one change they would be off by {:.1} %, so it is the likely cause: {words}.",
            100.0 * plain,
            100.0 * found
        ));
    }
    common_factor(
        wide,
        reference,
        "the viscosity, the speed, the diameter, the density of a kinematic force, and the unit",
    )
}

/// A factor that most values have in common, with what to `look_at`; `None` where they are not off, or not alike.
pub fn common_factor(values: &[(f64, f64)], reference: impl Fn(f64) -> Option<f64>, look_at: &str) -> Option<String> {
    let ratio = |(x, y): &(f64, f64)| reference(*x).map(|reference| y / reference);
    let mut ratios: Vec<f64> = values.iter().filter_map(ratio).collect();
    if ratios.len() < FEWEST {
        return None;
    }
    ratios.sort_by(f64::total_cmp);
    let (low, middle, high) =
        (ratios[ratios.len() / 10], ratios[ratios.len() / 2], ratios[ratios.len() - 1 - ratios.len() / 10]);
    let is_common = middle > 0.0 && (high - low) < EXPLAINED * middle && (middle - 1.0).abs() > DOUBTFUL;
    // Four decimals show nothing of a factor that is far below one.
    let factor = if middle < 0.01 { format!("{middle:.2e}") } else { format!("{middle:.4}") };
    is_common.then(|| format!("Most values are {factor} times the reference, a common factor: look at {look_at}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce_physics::liquid::brenner;

    fn value(at: f64, relative: f64) -> Compared {
        Compared { at, theirs: 1.0 + relative, reference: 1.0, own_uncertainty: 0.0, uncertainty: 0.0 }
    }

    #[test]
    fn values_are_off_below_the_place_at_which_their_deviation_leaves_the_band() {
        let values = [value(0.01, -0.4), value(0.02, -0.1), value(0.04, 0.0), value(0.1, 0.03), value(1.0, 0.0)];
        let five = off_below(&values, 0.05);
        assert!((five.below.unwrap() - 0.02 * 2f64.sqrt()).abs() < 1e-12 && five.within == 0, "{five:?}");
        assert!((off_below(&values, 0.2).below.unwrap() - 0.01 * 2f64.powf(2.0 / 3.0)).abs() < 1e-12);
        let one = off_below(&values, 0.01);
        assert!((one.below.unwrap() / (0.1 * 10f64.powf(2.0 / 3.0)) - 1.0).abs() < 1e-12, "{one:?}");
        assert_eq!((one.within, one.of), (1, 4));
        assert_eq!(off_below(&values[2..], 0.05).below, None);
        assert_eq!(off_below(&values[..2], 0.05).below, Some(0.02));
    }

    #[test]
    fn a_common_factor_and_a_gap_that_is_none_are_told_with_their_cause() {
        let exact = |x: f64| brenner(2.0 * x);
        let gaps: Vec<f64> = (0..12).map(|k| 0.01 * 100f64.powf(f64::from(k) / 11.0)).collect();
        let cause = |of: &dyn Fn(f64) -> (f64, f64)| {
            let values: Vec<(f64, f64)> = gaps.iter().map(|x| of(*x)).collect();
            likely_cause(&values, |x| Some(exact(x)))
        };
        assert_eq!(cause(&|x| (x, exact(x))), None);
        assert_eq!(cause(&|x| (x, exact(x.max(0.05)))), None, "a film that is not resolved");
        assert!(cause(&|x| (x, 0.5 * exact(x))).unwrap().contains("6 pi"));
        assert!(cause(&|x| (x, 2.0 * exact(x))).unwrap().contains("radius"));
        assert!(cause(&|x| (x + 0.5, exact(x))).unwrap().contains("centre"));
        assert!(cause(&|x| (2.0 * x, exact(x))).unwrap().contains("radii"));
        assert!(cause(&|x| (x, 3.0 * PI * exact(x))).unwrap().contains("3 pi"));
        assert!(cause(&|x| (x, 1.37 * exact(x))).unwrap().contains("common factor"));
        assert!(cause(&|x| (x, 9.4e-6 * exact(x))).unwrap().contains("are 9.40e-6 times"));
    }
}
