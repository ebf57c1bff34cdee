//! The one table of quantities, of runs and of records, with key, unit, words, and how each is taken.
//!
//! `summary.json` and `sweep.csv` write them under their keys; reports, the terminal, `converge`, `validate`,
//! uncertainties and the figures of sweeps name them and take them from here. A new quantity of a bounce is an entry of
//! [`BOUNCE`]. `measure` and `check` have those that records show, [`MEASURED`].

use crate::case::Case;
use crate::output::summary::Summary;
use crate::report::{digits, with_unit};
use nalgebra::Vector3;
use wetbounce_physics::contact::{Impact, maw};
use wetbounce_physics::film::correlations::{legendre, rigid_film};
use wetbounce_physics::liquid::Groups;
use wetbounce_physics::model::Bounce;
use wetbounce_physics::model::oblique::Oblique;
use wetbounce_physics::model::results;
use wetbounce_records::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use wetbounce_records::comparison::bands::BounceBand;

/// A unit that readers see.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ResultUnit {
    /// As it is written; `1` for pure numbers.
    pub name: &'static str,
    /// The unit of the key.
    pub(super) of_key: &'static str,
    /// How many of it make one unit of the key.
    pub per_key: f64,
}

const fn unit(name: &'static str) -> ResultUnit {
    ResultUnit { name, of_key: name, per_key: 1.0 }
}

const NONE: ResultUnit = unit("1");
const MILLISECONDS: ResultUnit = ResultUnit { name: "ms", of_key: "s", per_key: 1e3 };
const MILLIMETRES: ResultUnit = ResultUnit { name: "mm", of_key: "m", per_key: 1e3 };
const MICROMETRES: ResultUnit = ResultUnit { name: "um", of_key: "m", per_key: 1e6 };

/// A case, and the results of its run if it has ended.
#[derive(Debug, Clone, Copy)]
pub struct RunResults<'a> {
    /// The case.
    pub case: &'a Case,
    /// The summary of its run.
    pub summary: Option<&'a Summary>,
    /// Dry restitution of its contact.
    pub dry: Option<f64>,
}

impl<'a> RunResults<'a> {
    /// A run of `case` that has ended, where no dry restitution is asked for.
    pub fn of(case: &'a Case, summary: &'a Summary) -> Self {
        Self { case, summary: Some(summary), dry: None }
    }

    fn summary(&self, of: fn(&Summary) -> f64) -> Option<f64> {
        self.summary.map(of)
    }

    fn bounce(&self, number: usize) -> Option<&'a Bounce> {
        self.summary?.bounces.get(number)
    }

    fn band(&self, number: usize) -> Option<&'a BounceBand> {
        self.summary?.film_band.as_ref()?.bounces.get(number)
    }

    fn oblique(&self, number: usize) -> Option<Oblique> {
        self.bounce(number)?.oblique
    }

    /// A value of the rebound with this number: 0 without one, if the sphere stays at the wall. A sphere that comes to
    /// rest there without an apex has not rebounded; one that its film turns round before the solids meet has, though
    /// it leaves its closest approach without speed.
    fn of_rebound(&self, number: usize, of: impl Fn(&Bounce) -> Option<f64>) -> Option<f64> {
        let stays = self.summary?.ending.is_some_and(|ending| ending.stays());
        let turned_by_film = |bounce: &&Bounce| bounce.restitution.is_some_and(|restitution| restitution > 0.0);
        let leaves = |bounce: &&Bounce| bounce.rebound_speed_m_s.is_none_or(|speed| speed > 0.0);
        let rebound = self.bounce(number).filter(|bounce| turned_by_film(bounce) || leaves(bounce));
        match rebound.filter(|bounce| !stays || bounce.apex_gap_m.is_some()) {
            Some(bounce) => of(bounce),
            None => stays.then_some(0.0),
        }
    }

    fn groups(&self, of: fn(&Groups) -> f64) -> Option<f64> {
        Some(nine_digits(of(&self.case.problem.groups())))
    }

    /// The groups on the highest speed that the sphere reached.
    fn reached(&self, of: fn(&Groups) -> f64) -> Option<f64> {
        Some(nine_digits(of(&self.case.problem.immersed().groups(self.summary?.peak_speed_m_s))))
    }

    /// A part of the energy budget over its scale.
    fn share(&self, part: &ResultQuantity) -> Option<f64> {
        let summary = self.summary?;
        Some(part.within(summary)? / ENERGY_SCALE.within(summary)?)
    }
}

fn nine_digits(value: f64) -> f64 {
    format!("{value:.8e}").parse().unwrap_or(value)
}

/// Something that a run, or one of its bounces, has a value of.
#[derive(Debug, Clone, Copy)]
pub struct ResultQuantity {
    /// Its name in files, with its unit.
    pub key: &'static str,
    /// The unit that readers see.
    pub unit: ResultUnit,
    /// Its name in words.
    pub words: &'static str,
    /// Its value in the unit of the key, of a bounce that of the one with this number, counted from 0; `None` where the
    /// run has none.
    pub of: fn(&RunResults, usize) -> Option<f64>,
}

impl ResultQuantity {
    /// The value in the unit that readers see.
    pub fn shown(&self, run: &RunResults, number: usize) -> Option<f64> {
        (self.of)(run, number).map(|value| self.unit.per_key * value)
    }

    /// The name in words with the unit in brackets.
    pub fn with_unit(&self) -> String {
        if self.unit == NONE { self.words.into() } else { format!("{} ({})", self.words, self.unit.name) }
    }

    /// Its name in files without a unit.
    pub fn name(&self) -> &'static str {
        let unit = format!("_{}", self.unit.of_key.replace('/', "_"));
        self.key.strip_suffix(&unit).unwrap_or(self.key)
    }

    /// The name in words of its value at the bounce with this number, counted from 0.
    pub fn at_bounce(&self, number: usize) -> String {
        format!("{}, bounce {}", self.words, number + 1)
    }

    /// A value in the unit of the key as a report shows it.
    pub(super) fn in_report(&self, value: f64) -> String {
        match self.unit.name {
            _ if !value.is_finite() => digits(value, 0),
            "1" => digits(value, 4),
            "D" => digits(value, 4) + "\u{a0}D",
            "deg" => format!("{}°", digits(value, 2)),
            _ => with_unit(value, self.unit.of_key),
        }
    }

    /// Its entry in the further results of a summary.
    pub(super) fn is(&self, value: f64) -> (String, f64) {
        (self.key.to_owned(), value)
    }

    /// Its value among the further results of a summary.
    pub fn within(&self, summary: &Summary) -> Option<f64> {
        summary.extra.get(self.key).copied()
    }
}

/// Declares quantities and a list of them. One without a function is a further result of the summary.
macro_rules! quantities {
    ($(#[$of:meta])* $list:ident: $($name:ident = $key:literal [$unit:expr] $words:literal $(=> $value:expr)?;)+) => {
        $(
            #[doc = concat!("`", $key, "`: ", $words, ".")]
            pub const $name: ResultQuantity =
                ResultQuantity { key: $key, unit: $unit, words: $words, of: quantities!(@of $key $(, $value)?) };
        )+
        $(#[$of])*
        pub const $list: &[ResultQuantity] = &[$($name),+];
    };
    (@of $key:literal) => { |run, _| run.summary?.extra.get($key).copied() };
    (@of $key:literal, $value:expr) => { $value };
}

quantities! {
    /// Of a case and its run as a whole.
    RUN:
    REYNOLDS = "reynolds" [NONE] "Reynolds number" => |run, _| run.groups(|groups| groups.reynolds);
    STOKES = "stokes" [NONE] "Stokes number" => |run, _| run.groups(|groups| groups.stokes);
    STOKES_MODIFIED = "stokes_modified" [NONE] "Stokes number with added mass" => |run, _| run.groups(|groups| groups.stokes_modified);
    STOKES_BINARY = "stokes_binary" [NONE] "binary Stokes number" => |run, _| run.case.problem.binary_stokes().map(nine_digits);
    DENSITY_RATIO = "density_ratio" [NONE] "density ratio" => |run, _| run.groups(|groups| groups.density_ratio);
    REYNOLDS_REACHED = "reynolds_reached" [NONE] "Reynolds number reached" => |run, _| run.reached(|groups| groups.reynolds);
    STOKES_REACHED = "stokes_reached" [NONE] "Stokes number reached" => |run, _| run.reached(|groups| groups.stokes);
    RESTITUTION_DRY = "restitution_dry" [NONE] "dry restitution" => |run, _| run.dry;
    LEGENDRE = "restitution_legendre" [NONE] "exp(-35/St*)" => |run, _| Some(legendre(run.case.problem.gap_over_own_stokes() * run.case.problem.groups().stokes_modified));
    RIGID_FILM = "restitution_rigid" [NONE] "restitution on a rigid film" => |run, _| behind_rigid_film(run);
    ELAPSED_TIME = "wall_s" [unit("s")] "elapsed time" => |run, _| run.summary(|summary| summary.wall_s);
    PEAK_SPEED = "peak_speed_m_s" [unit("m/s")] "peak speed" => |run, _| run.summary(|summary| summary.peak_speed_m_s);
    END_TIME = "time_s" [unit("s")] "time at the end" => |run, _| run.summary(|summary| summary.time_s);
    LOSS_LIQUID = "loss_liquid" [NONE] "loss in the resolved flow" => |run, _| run.share(&VISCOUS);
    LOSS_FILM = "loss_film" [NONE] "loss in the film" => |run, _| run.share(&IN_FILM);
    LOSS_CONTACT = "loss_contact" [NONE] "loss in the contact" => |run, _| run.share(&IN_CONTACT);
    BOUNCES = "bounces" [NONE] "bounces" => |run, _| run.summary(|summary| summary.bounces.len() as f64);
    APPROACH_SPEED = "approach_speed_m_s" [unit("m/s")] "approach speed" => |run, _| Some(run.case.problem.approach_speed());
    DIAMETER = "sphere_diameter_m" [unit("m")] "diameter" => |run, _| Some(run.case.problem.sphere.diameter);
    SPHERE_DENSITY = "sphere_density_kg_m3" [unit("kg/m3")] "density of the sphere" => |run, _| Some(run.case.problem.sphere.density);
    LIQUID_DENSITY = "liquid_density_kg_m3" [unit("kg/m3")] "density of the liquid" => |run, _| Some(run.case.problem.liquid.density);
    VISCOSITY = "liquid_viscosity_Pa_s" [unit("Pa s")] "viscosity" => |run, _| Some(run.case.problem.liquid.viscosity);
    STEPS = "steps" [NONE] "steps" => |run, _| run.summary(|summary| summary.steps as f64);
    CELLS = "cells" [NONE] "cells" => |run, _| run.summary(|summary| summary.cells as f64);
    MASS_ERROR = "mass_error" [NONE] "mass error" => |run, _| run.summary(|summary| summary.mass_error);
    ENERGY_ERROR = "energy_error" [NONE] "energy error" => |run, _| run.summary(|summary| summary.energy_error);
}

quantities! {
    /// Of a run on a wall with a thickness.
    PLATE:
    LOSS_WALL = "loss_wall" [NONE] "loss into the wall" => |run, _| run.share(&IN_WALL);
    THICKNESS = "wall_thickness_m" [MILLIMETRES] "thickness of the wall" => |run, _| run.case.given.thickness.map(|span| span.middle());
}

quantities! {
    /// Of every bounce.
    BOUNCE:
    CONTACT_TIME = "contact_time_s" [MILLISECONDS] "time of contact" => |run, n| Some(run.bounce(n)?.contact_time_s);
    IMPACT_SPEED = "impact_speed_m_s" [unit("m/s")] "impact speed" => |run, n| Some(run.bounce(n)?.impact_speed_m_s);
    REBOUND_SPEED = "rebound_speed_m_s" [unit("m/s")] "rebound speed" => |run, n| run.bounce(n)?.rebound_speed_m_s;
    AT_CONTACT = "restitution_contact" [NONE] "restitution at contact" => |run, n| run.bounce(n)?.restitution_contact;
    RESTITUTION = "restitution" [NONE] "apparent restitution" => |run, n| run.of_rebound(n, |bounce| bounce.restitution);
    OVER_DRY = "restitution_over_dry" [NONE] "apparent over dry restitution" => |run, n| Some((RESTITUTION.of)(run, n)? / run.dry?);
    RESTITUTION_LOW = "restitution_low" [NONE] "apparent restitution, low end of the film's band" => |run, n| Some(run.band(n)?.restitution?.low);
    RESTITUTION_HIGH = "restitution_high" [NONE] "apparent restitution, high end of the film's band" => |run, n| Some(run.band(n)?.restitution?.high);
    LATERAL_AFTER = "lateral_speed_after_m_s" [unit("m/s")] "lateral speed after" => |run, n| run.oblique(n)?.lateral_speed_after_m_s;
    SPIN_AFTER = "spin_after_rad_s" [unit("rad/s")] "spin after" => |run, n| run.oblique(n)?.spin_after_rad_s;
    IMPACT_ANGLE = "impact_angle_deg" [unit("deg")] "impact angle" => |run, n| Some(run.oblique(n)?.impact_angle_deg);
    PSI_IN = "psi_in" [NONE] "effective angle of incidence" => |run, n| run.oblique(n)?.psi_in;
    PSI_OUT = "psi_out" [NONE] "effective angle of rebound" => |run, n| run.oblique(n)?.psi_out;
    TANGENTIAL = "restitution_tangential" [NONE] "tangential restitution" => |run, n| run.oblique(n)?.restitution_tangential;
    IMPULSE_RATIO = "impulse_ratio" [NONE] "impulse ratio" => |run, n| run.oblique(n)?.impulse_ratio;
    APEX = "apex_gap_over_d" [unit("D")] "apex" => |run, n| Some((APEX_GAP.of)(run, n)? / run.case.problem.sphere.diameter);
    APEX_LOW = "apex_gap_over_d_low" [unit("D")] "apex, low end of the film's band" => |run, n| Some(run.band(n)?.apex_gap_m?.low / run.case.problem.sphere.diameter);
    APEX_HIGH = "apex_gap_over_d_high" [unit("D")] "apex, high end of the film's band" => |run, n| Some(run.band(n)?.apex_gap_m?.high / run.case.problem.sphere.diameter);
    APEX_TIME = "apex_time_after_first_contact_s" [MILLISECONDS] "apex time" => |run, n| Some(run.bounce(n)?.apex_time_s? - run.bounce(0)?.contact_time_s);
    APEX_AFTER = "apex_time_after_contact_s" [MILLISECONDS] "apex time after contact" => |run, n| run.bounce(n).and_then(|bounce| Some(bounce.apex_time_s? - bounce.contact_time_s));
    DEEPEST = "min_gap_m" [MICROMETRES] "deepest gap" => |run, n| Some(run.bounce(n)?.min_gap_m);
}

quantities! {
    /// Of every bounce, as records have it beside quantities of [`BOUNCE`].
    RECORD:
    SPEED_IN = "speed_in_m_s" [unit("m/s")] "speed in";
    SPEED_OUT = "speed_out_m_s" [unit("m/s")] "speed out";
    APEX_GAP = "apex_gap_m" [MILLIMETRES] "apex" => |run, n| run.of_rebound(n, |bounce| bounce.apex_gap_m);
    APEX_SINCE = "apex_time_s" [MILLISECONDS] "apex time after contact" => APEX_AFTER.of;
    CONTACT_GAP = "contact_gap_m" [MILLIMETRES] "gap at contact";
    LATERAL_BEFORE = "lateral_speed_before_m_s" [unit("m/s")] "lateral speed before" => |run, n| Some(run.oblique(n)?.lateral_speed_before_m_s);
    SPIN_BEFORE = "spin_before_rad_s" [unit("rad/s")] "spin before" => |run, n| Some(run.oblique(n)?.spin_before_rad_s);
    LATERAL_RATIO = "lateral_speed_ratio" [NONE] "lateral speed after over before";
    REBOUND_ANGLE = "rebound_angle_deg" [unit("deg")] "rebound angle" => |run, n| run.oblique(n)?.rebound_angle_deg;
    SLIDING_FRICTION = "friction_if_sliding" [NONE] "friction coefficient if it slides";
}

/// A quantity that a record shows of a bounce.
#[derive(Debug, Clone, Copy)]
pub struct RecordQuantity {
    /// Key, unit and words.
    pub is: ResultQuantity,
    /// Its symbol, in TeX.
    pub symbol: &'static str,
    /// Takes it, in the unit of the key.
    pub of: fn(&MeasuredBounce) -> Option<MeasuredValue>,
}

/// What records show of a bounce.
pub const MEASURED: [RecordQuantity; 20] = [
    RecordQuantity { is: SPEED_IN, symbol: r"V_\mathrm{in}", of: |bounce| bounce.speed_in_m_s },
    RecordQuantity { is: SPEED_OUT, symbol: r"V_\mathrm{out}", of: |bounce| bounce.speed_out_m_s },
    RecordQuantity { is: RESTITUTION, symbol: "e", of: |bounce| bounce.restitution },
    RecordQuantity { is: APEX_GAP, symbol: r"h_\mathrm{max}", of: |bounce| bounce.apex_gap_m },
    RecordQuantity { is: APEX_SINCE, symbol: r"t_\mathrm{max}", of: |bounce| bounce.apex_time_s },
    RecordQuantity { is: CONTACT_TIME, symbol: r"t_\mathrm{c}", of: |bounce| bounce.contact_time_s },
    RecordQuantity { is: CONTACT_GAP, symbol: r"h_\mathrm{c}", of: |bounce| bounce.contact_gap_m },
    RecordQuantity { is: AT_CONTACT, symbol: r"e_\mathrm{c}", of: |bounce| bounce.restitution_contact },
    RecordQuantity { is: LATERAL_BEFORE, symbol: r"U_\mathrm{in}", of: |bounce| bounce.along.lateral_speed_before_m_s },
    RecordQuantity { is: LATERAL_AFTER, symbol: r"U_\mathrm{out}", of: |bounce| bounce.along.lateral_speed_after_m_s },
    RecordQuantity {
        is: LATERAL_RATIO,
        symbol: r"U_\mathrm{out}/U_\mathrm{in}",
        of: |bounce| bounce.along.lateral_speed_ratio,
    },
    RecordQuantity { is: IMPACT_ANGLE, symbol: r"\theta_\mathrm{in}", of: |bounce| bounce.along.impact_angle_deg },
    RecordQuantity { is: REBOUND_ANGLE, symbol: r"\theta_\mathrm{out}", of: |bounce| bounce.along.rebound_angle_deg },
    RecordQuantity { is: SPIN_BEFORE, symbol: r"\Omega_\mathrm{in}", of: |bounce| bounce.along.spin_before_rad_s },
    RecordQuantity { is: SPIN_AFTER, symbol: r"\Omega_\mathrm{out}", of: |bounce| bounce.along.spin_after_rad_s },
    RecordQuantity { is: PSI_IN, symbol: r"\Psi_\mathrm{in}", of: |bounce| bounce.along.psi_in },
    RecordQuantity { is: PSI_OUT, symbol: r"\Psi_\mathrm{out}", of: |bounce| bounce.along.psi_out },
    RecordQuantity { is: TANGENTIAL, symbol: r"e_\mathrm{t}", of: |bounce| bounce.along.restitution_tangential },
    RecordQuantity { is: IMPULSE_RATIO, symbol: r"J_\mathrm{t}/J_\mathrm{n}", of: |bounce| bounce.along.impulse_ratio },
    RecordQuantity { is: SLIDING_FRICTION, symbol: r"\mu", of: |bounce| bounce.along.friction_if_sliding },
];

quantities! {
    /// Of an oblique bounce, beside the dry impact.
    BESIDE_DRY:
    STOKES_NORMAL = "stokes_normal" [NONE] "normal Stokes number" => |run, n| run.oblique(n).map(|_| stokes_normal(run.case));
    PSI_OUT_DRY = "psi_out_dry" [NONE] "dry effective angle of rebound" => |run, n| dry_psi_out(run.case, run.bounce(n)?);
    STICKS_BELOW = "psi_sticks_below" [NONE] "sticks below" => |run, n| run.oblique(n).and_then(|_| Some(maw_limits(run.case)?[0]));
    SLIDES_ABOVE = "psi_slides_above" [NONE] "slides above" => |run, n| run.oblique(n).and_then(|_| Some(maw_limits(run.case)?[1]));
}

quantities! {
    /// The quantities of tables of a sphere in open liquid; see [`crate::analysis::stream`] and
    /// [`crate::analysis::fall`].
    COEFFICIENTS:
    DRAG = "drag_coefficient" [NONE] "drag coefficient";
    LAST_DRAG = "drag_coefficient_at_the_end" [NONE] "drag coefficient at the end";
    LIFT = "lift_coefficient" [NONE] "lift coefficient";
    TORQUE = "torque_coefficient" [NONE] "torque coefficient";
    STROUHAL = "strouhal_number" [NONE] "strouhal number";
    IN_PHASE = "drag_coefficient_in_phase" [NONE] "drag coefficient in phase";
    ADDED_MASS = "added_mass_coefficient" [NONE] "added mass coefficient";
    FALL_SPEED = "fall_speed_m_s" [unit("m/s")] "fall speed";
    FALL_REYNOLDS = "reynolds_of_the_fall" [NONE] "reynolds of the fall";
    PATH_ANGLE = "path_angle_deg" [unit("deg")] "path angle";
    LATERAL_SPEED = "lateral_speed_m_s" [unit("m/s")] "lateral speed";
    SPIN = "spin_rad_s" [unit("rad/s")] "spin";
    PATH_FREQUENCY = "path_frequency_Hz" [unit("Hz")] "path frequency";
}

quantities! {
    /// Other quantities of a summary of a sphere in open liquid.
    OPEN_LIQUID:
    AVERAGED_FROM = "averaged_from_s" [unit("s")] "averaged from";
    DRAG_DRIFT = "drag_coefficient_drift" [NONE] "drift of the drag coefficient";
    LIFT_AMPLITUDE = "lift_coefficient_amplitude" [NONE] "amplitude of the lift coefficient";
    LIFT_GROWTH = "lift_growth_rate_1_s" [unit("1/s")] "growth rate of the lift";
    LIFT_Y = "lift_coefficient_y" [NONE] "lift coefficient along y";
    LIFT_SIZE = "lift_coefficient_size" [NONE] "size of the lift coefficient";
    SHEDDING = "shedding_frequency_Hz" [unit("Hz")] "frequency of shedding";
    FALL_DRIFT = "fall_speed_drift" [NONE] "drift of the fall speed";
    GRAVITATIONAL_SPEED = "gravitational_speed_m_s" [unit("m/s")] "gravitational speed";
    LATERAL_RMS = "lateral_speed_rms_m_s" [unit("m/s")] "lateral speed, root mean square";
    LATERAL_AMPLITUDE = "lateral_speed_amplitude_m_s" [unit("m/s")] "amplitude of the lateral speed";
    LATERAL_CHANGE = "lateral_speed_change_m_s" [unit("m/s")] "change of the lateral speed";
    LATERAL_SPEED_Y = "lateral_speed_y_m_s" [unit("m/s")] "lateral speed along y";
    PATH_TURN = "path_turn_deg" [unit("deg")] "turn of the path";
    FORCE_AMPLITUDE = "force_coefficient_amplitude" [NONE] "amplitude of the force coefficient";
    FORCE_PHASE = "force_leads_speed_deg" [unit("deg")] "lead of the force over the speed";
    FORCE_DRIFT = "force_drift" [NONE] "drift of the force";
}

/// Declares further results of a summary, whose keys, units and words the models say.
macro_rules! further {
    ($(#[$of:meta])* $list:ident: $($name:ident),+) => {
        $(
            #[doc = concat!("See [`", stringify!($name), "`](results::", stringify!($name), ").")]
            pub const $name: ResultQuantity = ResultQuantity {
                key: results::$name.key,
                unit: unit(results::$name.unit),
                words: results::$name.words,
                of: |run, _| run.summary?.extra.get(results::$name.key).copied(),
            };
        )+
        $(#[$of])*
        pub const $list: &[ResultQuantity] = &[$($name),+];
    };
}

further! {
    /// Other quantities of any summary: energies, the end of a motion along the wall, the elastic film, the solver.
    BOOKS:
    ENERGY_SCALE, DRIVEN, VISCOUS, IN_FILM, IN_CONTACT, IN_WALL, FRICTION, LATERAL_DISTANCE, LATERAL_END, SPIN_END, LATERAL_DISTANCE_Y, LATERAL_END_Y, SPIN_X_END, SPIN_Z_END, TERMINAL_SPEED, DIVERGENCE, CELLS_RADIAL, CELLS_AXIAL, REBUILDS, APPLICATIONS, FILM_THINNEST, FILM_THINNEST_CENTRE, FILM_PRESSURE, FILM_OVERLAP, FILM_FORCE, FILM_SUCTION, FILM_STEPS, FILM_APPROACH, FILM_SQUEEZE, FILM_RELEASE, FILM_RETREAT, FILM_WARMING, HEAT_APPROACH, HEAT_SQUEEZE, HEAT_RELEASE, HEAT_RETREAT, ENTRY_GAP, ENTRY_SPEED, ENTRY_TO_EXIT, OVERLAP_TIME, KINETIC_START, KINETIC_END, STORED_END, IN_SOLIDS, RELAXATION, ELASTICITY, ITERATIONS
}

/// `e/e_dry` of a rigid sphere whose film drags from a gap of one radius down to the case's cut-off.
fn behind_rigid_film(run: &RunResults) -> Option<f64> {
    let case = Some(run.case).filter(|case| !case.problem.surroundings.meets_sphere())?;
    let (cutoff, sphere) = (case.problem.film_cutoff().ok()??, case.problem.immersed());
    let reach_over_cutoff = case.problem.sphere.radius() / cutoff.length(&sphere, case.problem.approach_speed());
    Some(rigid_film(case.problem.groups().stokes, run.dry?, reach_over_cutoff))
}

/// Stokes number of an oblique bounce on the speed along the wall's normal.
fn stokes_normal(case: &Case) -> f64 {
    case.problem.groups().stokes * case.problem.start.angle.to_radians().cos()
}

/// Maw's limits of the dry contact; `None` without friction.
fn maw_limits(case: &Case) -> Option<[f64; 2]> {
    let pair = case.problem.pair().ok()?;
    let friction = case.problem.tangential(&pair).ok()?.sliding?.friction;
    (friction > 0.0).then(|| maw::limits(&pair, friction))
}

/// `Ψ_out` of the dry impact with the speeds and the spin at the touch of `bounce`.
fn dry_psi_out(case: &Case, bounce: &Bounce) -> Option<f64> {
    let (oblique, normal) = (bounce.oblique?, bounce.impact_speed_m_s);
    let lateral = oblique.lateral_speed_before_m_s;
    let angle = lateral.atan2(normal).to_degrees();
    let mut impact =
        Impact::on_plane(case.problem.pair().ok()?, case.problem.contact, normal.hypot(lateral), angle).ok()?;
    impact.bodies.spin[0] = Vector3::new(0.0, oblique.spin_before_rad_s, 0.0);
    impact.control.record_every = 0;
    let bodies = impact.run().ok()?.bodies;
    let slip = bodies.velocity[0].x - case.problem.sphere.radius() * bodies.spin[0].y;
    Some(slip / normal).filter(|psi| psi.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_quantity_has_a_key_of_its_own_and_words() {
        let all = [RUN, PLATE, BOUNCE, RECORD, BESIDE_DRY, COEFFICIENTS, OPEN_LIQUID, BOOKS].concat();
        let mut known = HashSet::new();
        for quantity in all {
            assert!(known.insert(quantity.key), "`{}` stands twice", quantity.key);
            assert!(!quantity.words.is_empty(), "`{}` has no words", quantity.key);
        }
    }
}
