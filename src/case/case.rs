//! A case: its problem, and what else its text says.

use super::contact::ContactTable;
use super::details::Details;
use super::document;
use super::film::FilmTable;
use super::fit::Fit;
use super::measurement::Measurement;
use super::output::Output;
use super::run::{Run, RunTable};
use super::solids::{LiquidTable, Position, SecondTable, SphereTable, WallKind, WallTable};
use serde::Serialize;
use wetbounce_physics::body::release::Release;
use wetbounce_physics::contact::Law;
use wetbounce_physics::liquid::drag::FarDrag;
use wetbounce_physics::liquid::{Blend, LiquidLaws};
use wetbounce_physics::own::Laws;
use wetbounce_physics::problem::{Hydrodynamics, Problem, Resolution, Surroundings, Vessel};

/// One fall of one sphere, with every default filled in: what decides its motion, and what is made of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Everything that decides the motion, in SI units.
    pub problem: Problem,
    /// What the text says beside it.
    pub given: Details,
    /// How it is run.
    pub run: Run,
    /// Files of the run.
    pub output: Output,
    /// The user's own record.
    pub measurement: Option<Measurement>,
}

/// The tables of a case in the order in which they are written.
#[derive(Serialize)]
struct Tables<'a> {
    name: &'a str,
    title: Option<&'a str>,
    reference: Option<&'a str>,
    hydrodynamics: Hydrodynamics,
    sphere: SphereTable,
    liquid: LiquidTable,
    second: Option<SecondTable>,
    wall: WallTable,
    container: Vessel,
    release: &'a Release,
    film: FilmTable,
    contact: ContactTable,
    blend: Blend,
    theory: LiquidLaws,
    resolution: &'a Resolution,
    run: RunTable,
    output: &'a Output,
    measurement: Option<&'a Measurement>,
    #[serde(skip_serializing_if = "Fit::is_empty")]
    fit: &'a Fit,
}

impl Case {
    /// The case as a TOML file with every default written out, which reads back as the identical case.
    pub fn to_toml(&self) -> String {
        let groups = self.problem.groups();
        let comment = format!(
            "every key of the case, with its default where none was given.\n\
             # Re = {:.4}, St = {:.4}, density ratio {:.4}",
            groups.reynolds, groups.stokes, groups.density_ratio,
        );
        document::in_diameters(document::written(&self.tables(), &comment), self.problem.sphere.diameter)
    }

    fn tables(&self) -> Tables<'_> {
        let Self { problem, given, run, output, measurement } = self;
        Tables {
            name: &given.name,
            title: given.title.as_deref(),
            reference: given.reference.as_deref(),
            hydrodynamics: problem.hydrodynamics,
            sphere: SphereTable { sphere: problem.sphere, solid: given.sphere.clone() },
            liquid: LiquidTable { named: given.liquid, liquid: problem.liquid },
            second: problem.surroundings.second().map(|second| SecondTable::of(second, &given.met)),
            wall: self.wall(),
            container: problem.vessel,
            release: &problem.start,
            film: FilmTable { film: problem.film.clone(), band: run.band, stated: given.stated.clone() },
            contact: ContactTable { law: problem.contact, whole: !problem.resolution.is_axisymmetric() },
            blend: problem.blend,
            theory: problem.theory,
            resolution: &problem.resolution,
            run: RunTable { until: problem.until, gravity: problem.gravity.abs(), threads: run.threads },
            output,
            measurement: measurement.as_ref(),
            fit: &given.fit,
        }
    }

    /// Where the wall is, seen from the sphere.
    pub fn position(&self) -> Position {
        if self.problem.gravity.is_sign_negative() { Position::Above } else { Position::Below }
    }

    fn wall(&self) -> WallTable {
        let position = self.position();
        let (solid, thickness) = (self.given.met.clone(), self.given.thickness);
        match self.problem.surroundings {
            Surroundings::Wall(wall) => {
                WallTable { solid, position, thickness, wall, ..WallTable::new(WallKind::Solid) }
            }
            Surroundings::Open => WallTable { position, ..WallTable::new(WallKind::Solid) },
            Surroundings::Mirror => WallTable::new(WallKind::Mirror),
            Surroundings::Pair(_) => WallTable::new(WallKind::Absent),
        }
    }

    /// The laws of your own that this case names.
    pub fn own_laws(&self) -> Laws {
        let laws = match self.problem.contact {
            Law::Own(own) => Laws::default().and(own),
            _ => Laws::default(),
        };
        match self.problem.theory.drag.far {
            FarDrag::Own(own) => laws.and(own),
            _ => laws,
        }
    }
}
