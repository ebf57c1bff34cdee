//! Errors of a run as bands of its bounces: of what the case does not state of the film, and of the grid.

use serde::{Deserialize, Serialize};
use wetbounce_physics::model::Bounce;

/// Lowest and highest value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl Interval {
    /// That of these values; `None` where one is not known.
    fn of(values: impl Iterator<Item = Option<f64>>) -> Option<Self> {
        values.map(|value| value.map(|value| Self { low: value, high: value })).reduce(|all, next| {
            let (all, next) = (all?, next?);
            Some(Self { low: all.low.min(next.low), high: all.high.max(next.high) })
        })?
    }

    /// Its width over its middle; 0 of a point at zero.
    pub fn relative_width(&self) -> f64 {
        let middle = 0.5 * (self.high + self.low);
        if middle > 0.0 { (self.high - self.low) / middle } else { 0.0 }
    }
}

/// What makes a computed value uncertain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Inputs of the film that the case does not state.
    Film,
    /// The grid of the run.
    Grid,
}

impl Source {
    /// What spans the band, as the subject of a sentence in the plural, and the name of the band in a figure.
    pub fn words(self) -> [&'static str; 2] {
        match self {
            Self::Film => ["inputs of the film that are not given", "band of the film"],
            Self::Grid => ["errors of the grid", "error of the grid"],
        }
    }
}

/// Lowest and highest computed value over one error of the run, in the unit of the value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// What makes the value uncertain.
    pub of: Source,
    /// Its ends.
    #[serde(flatten)]
    pub ends: Interval,
}

/// What one error of a run makes of a bounce.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BounceBand {
    /// Apparent restitution; `None` where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<Interval>,
    /// Highest gap of the rebound \[m\]; `None` where the run ends before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apex_gap_m: Option<Interval>,
}

impl BounceBand {
    /// The error of the grid in each bounce of a run that made the bounces `own`, as the same case shows it with
    /// `refinement` times fewer cells per diameter, `coarse`: of second order, to either side.
    pub fn of_grid(own: &[Bounce], coarse: &[Bounce], refinement: f64) -> Vec<Self> {
        let around = |own: Option<f64>, coarse: Option<f64>| {
            let (own, coarse) = own.zip(coarse)?;
            let error = (own - coarse).abs() / (refinement * refinement - 1.0);
            Some(Interval { low: own - error, high: own + error })
        };
        let band = |(own, coarse): (&Bounce, &Bounce)| Self {
            restitution: around(own.restitution, coarse.restitution),
            apex_gap_m: around(own.apex_gap_m, coarse.apex_gap_m),
        };
        own.iter().zip(coarse).map(band).collect()
    }
}

/// `film_band` of a summary: inputs of the film that the case does not state and the rebound depends on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FilmBand {
    /// Apparent restitution of the first bounce.
    pub restitution: Interval,
    /// Of each bounce, as far as it was followed.
    pub bounces: Vec<BounceBand>,
    /// The inputs that are not stated, each with its range.
    pub from: Vec<String>,
    /// Steps that the branches took.
    pub steps: u64,
}

impl FilmBand {
    /// Why the rebound has a range, in words: which inputs are not given.
    pub fn reason(&self) -> String {
        let words = [
            ("film.piezoviscosity", "viscosity under pressure"),
            ("film.roughness", "roughness"),
            ("film.cavitation_pressure", "cavitation"),
        ];
        let of = |key: &str| self.from.iter().any(|input| input.starts_with(key));
        let missing: Vec<&str> = words.iter().filter(|(key, _)| of(key)).map(|(_, word)| *word).collect();
        let missing = match missing.split_last() {
            None => None,
            Some((last, [])) => Some(format!("{last} is not given")),
            Some((last, others)) => Some(format!("{} and {last} are not given", others.join(", "))),
        };
        let thickness = of("wall.thickness").then(|| "the thickness of the wall has a range".to_owned());
        missing.into_iter().chain(thickness).collect::<Vec<_>>().join(", ")
    }

    /// The band of the bounces that all `runs` have.
    pub fn of(runs: &[&[Bounce]], from: Vec<String>, steps: u64) -> Option<Self> {
        let band = |number: usize| {
            let values = |of: fn(&Bounce) -> Option<f64>| Interval::of(runs.iter().map(|run| of(run.get(number)?)));
            let apex = |bounce: &Bounce| if bounce.stays() { Some(0.0) } else { bounce.apex_gap_m };
            let restitution = |bounce: &Bounce| if bounce.stays() { Some(0.0) } else { bounce.restitution };
            let band = BounceBand { restitution: values(restitution), apex_gap_m: values(apex) };
            (band.restitution.is_some() || band.apex_gap_m.is_some()).then_some(band)
        };
        let bounces: Vec<BounceBand> = (0..).map_while(band).collect();
        Some(Self { restitution: bounces.first()?.restitution?, bounces, from, steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_of_second_order_has_the_error_that_a_coarser_one_shows_to_either_side() {
        let on = |cells: f64| Bounce {
            contact_time_s: 0.1,
            impact_speed_m_s: 0.5,
            separation_time_s: None,
            rebound_speed_m_s: None,
            restitution: Some(0.5 + 2.0 / cells.powi(2)),
            restitution_contact: None,
            apex_gap_m: Some(2e-3 - 1.0 / cells.powi(2)),
            apex_time_s: None,
            min_gap_m: 0.0,
            film_torn: None,
            oblique: None,
        };
        let error = BounceBand::of_grid(&[on(24.0)], &[on(16.0)], 1.5)[0];
        let (low, high) = (error.restitution.unwrap().low, error.apex_gap_m.unwrap().high);
        assert!((low - 0.5).abs() < 1e-12 && (high - 2e-3).abs() < 1e-12, "{low} {high}");
    }
}
