//! How far theory's motion lies from that of the flow, by Reynolds and Stokes number: a table of runs of one beside runs of the other.
//!
//! Of two motions the table has ratios, the flow's over theory's, each with what it stands on divided out, so that errors of two bounces do not
//! count twice:
//!
//! - the speed of approach at shares of the gap from which the sphere is free;
//! - of the first rebound its restitution; its height `H` over the square of the speed at contact; the time `T` to its apex over that speed;
//! - the shape of its flight: the difference of `h/H` at times `t/T` after contact.
//!
//! [`TheoryErrors::flows`] gives a motion by theory these ratios, and so what the flow would make of it: one bounce after the other, each at
//! its own Reynolds and Stokes number, as the speed at a contact follows from the flight before. Ratios are interpolated by their logarithms,
//! over the logarithms of the Reynolds number and the density ratio `9 St/Re`.

use crate::case::{Case, InputError, Start};
use crate::output::table::Table;
use std::path::Path;
use wetbounce_physics::liquid::{ImmersedSphere, LiquidLaws};
use wetbounce_physics::model::Bounce;
use wetbounce_physics::numerics::hermite::{Cubic, Hermite, Moment};
use wetbounce_records::comparison::computed::{Computed, at};

/// The table that comes with the program; how it was made stands in its first lines.
const SHIPPED: &str = include_str!("theory-error.csv");

/// Shares of the gap from which the sphere is free at which speeds of approach are compared, from there on to the wall.
const SHARES: [f64; 11] = [0.95, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01];
/// Times after contact over that to the apex at which flights are compared; they are alike at the contact and at the apex.
const FLIGHT: [f64; 21] =
    [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0];
/// A rebound with a lower restitution has no flight that could be compared.
const REBOUNDS: f64 = 0.05;
/// Names of the starts.
const STARTS: [&str; 2] = ["rest", "prescribed"];

/// How one motion by theory and one by the flow differ; NaN where one of both has none. Logarithms of ratios, the flow's over theory's, but the shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Apart {
    approach: [f64; SHARES.len()],
    restitution: f64,
    height: f64,
    time: f64,
    shape: [f64; FLIGHT.len()],
}

impl Apart {
    /// Of a motion by theory and one by the flow, both free from this gap \[m\] on.
    pub fn of(theory: &Computed, flow: &Computed, free: f64) -> Self {
        let ln = |pair: [Option<f64>; 2]| match pair {
            [Some(theory), Some(flow)] if theory > 0.0 && flow > 0.0 => (flow / theory).ln(),
            _ => f64::NAN,
        };
        let speed = |share: f64| ln([theory, flow].map(|motion| speed_at(motion, share * free)));
        let approach = SHARES.map(speed);
        let [of_theory, of_flow] = [theory, flow].map(Flight::first);
        let both = |read: fn(&Flight) -> f64| ln([&of_theory, &of_flow].map(|flight| flight.as_ref().map(read)));
        let fast = approach[SHARES.len() - 1];
        let shape = |share: f64| match (&of_theory, &of_flow) {
            (Some(by_theory), Some(by_flow)) => by_flow.height_at(flow, share) - by_theory.height_at(theory, share),
            _ => f64::NAN,
        };
        let mut shape = FLIGHT.map(shape);
        // What ends before the last of these times goes on as it was there.
        for at in 1..shape.len() {
            shape[at] = if shape[at].is_nan() { shape[at - 1] } else { shape[at] };
        }
        Self {
            approach,
            restitution: both(|flight| flight.restitution),
            height: both(|flight| flight.height) - 2.0 * fast,
            time: both(|flight| flight.time) - fast,
            shape,
        }
    }

    /// Names of its numbers, as columns of the table.
    pub fn columns() -> Vec<String> {
        let rebound = ["restitution", "apex_gap", "apex_time"].map(str::to_owned);
        let approach = SHARES.iter().map(|share| format!("speed_{share}"));
        approach.chain(rebound).chain(FLIGHT.iter().map(|time| format!("flight_{time}"))).collect()
    }

    /// Its numbers in the order of [`columns`](Self::columns).
    pub fn numbers(&self) -> Vec<f64> {
        let Self { approach, restitution, height, time, shape } = self;
        approach.iter().copied().chain([*restitution, *height, *time]).chain(shape.iter().copied()).collect()
    }

    fn of_numbers(numbers: &[f64]) -> Self {
        let rebound = SHARES.len();
        Self {
            approach: std::array::from_fn(|at| numbers[at]),
            restitution: numbers[rebound],
            height: numbers[rebound + 1],
            time: numbers[rebound + 2],
            shape: std::array::from_fn(|at| numbers[rebound + 3 + at]),
        }
    }

    fn rebounds(&self) -> bool {
        self.height.is_finite() && self.time.is_finite()
    }

    /// The flow's speed over theory's at this share of the gap from which the sphere is free.
    fn speed(&self, share: f64) -> f64 {
        if share >= 1.0 {
            return 1.0;
        }
        let known = |at: usize| if self.approach[at].is_nan() { 0.0 } else { self.approach[at] };
        let lower = SHARES.partition_point(|at| *at > share);
        let ratio = match lower {
            0 => known(0) * (1.0 - share) / (1.0 - SHARES[0]),
            at if at == SHARES.len() => known(at - 1),
            at => {
                known(at - 1) + (known(at) - known(at - 1)) * (SHARES[at - 1] - share) / (SHARES[at - 1] - SHARES[at])
            }
        };
        ratio.exp()
    }

    /// The difference of the shape at a time over that to the apex, and its slope.
    fn shape(&self, time: f64) -> [f64; 2] {
        let step = FLIGHT[1] - FLIGHT[0];
        let last = FLIGHT.len() - 1;
        let left = ((time / step) as usize).min(last - 1);
        let slope = |at: usize| {
            let (before, after) = (at.saturating_sub(1), (at + 1).min(last));
            (self.shape[after] - self.shape[before]) / (after - before) as f64
        };
        let cubic = Cubic { first: [self.shape[left], slope(left)], last: [self.shape[left + 1], slope(left + 1)] };
        let part = (time / step - left as f64).clamp(0.0, 1.0);
        [cubic.value(part), if time > FLIGHT[last] { 0.0 } else { cubic.slope(part) / step }]
    }
}

/// The speed towards the wall at a gap \[m\], on the way to the first contact.
fn speed_at(motion: &Computed, gap: f64) -> Option<f64> {
    let contact = motion.bounces.first().map_or(f64::INFINITY, |bounce| bounce.contact_time_s);
    let pairs = motion.motion.windows(2).take_while(|pair| pair[0].time < contact);
    let mut falling = pairs.filter(|pair| pair[0].gap > gap && pair[1].gap <= gap);
    let pair = falling.next()?;
    Hermite::new(pair[0], pair[1]).crossing(gap).map(|moment| -moment.velocity)
}

/// The first rebound of a motion.
struct Flight {
    restitution: f64,
    contact: f64,
    height: f64,
    time: f64,
}

impl Flight {
    fn first(motion: &Computed) -> Option<Self> {
        let bounce = motion.bounces.first()?;
        let restitution = bounce.restitution.filter(|restitution| *restitution > REBOUNDS)?;
        let (height, contact) = (bounce.apex_gap_m?, bounce.contact_time_s);
        Some(Self { restitution, contact, height, time: bounce.apex_time_s? - contact })
    }

    /// `h/H` at a time over that to the apex; NaN after the second contact.
    fn height_at(&self, motion: &Computed, time: f64) -> f64 {
        match time {
            0.0 => 0.0,
            1.0 => 1.0,
            _ => {
                let time = self.contact + time * self.time;
                let over = motion.bounces.get(1).is_some_and(|bounce| time > bounce.contact_time_s);
                at(motion.motion, time).filter(|_| !over).map_or(f64::NAN, |moment| moment.gap / self.height)
            }
        }
    }
}

/// A node of the table.
#[derive(Debug, Clone, PartialEq)]
struct Node {
    start: String,
    reynolds: f64,
    ratio: f64,
    apart: Vec<f64>,
}

/// A table of [`Apart`] over the start, the Reynolds number and the density ratio.
#[derive(Debug, Clone, PartialEq)]
pub struct TheoryErrors {
    nodes: Vec<Node>,
    reynolds: Vec<f64>,
    ratios: Vec<f64>,
}

/// What the table has at a place: the ratios, by how much those of the nodes around differ from them, and what is to be said of it.
#[derive(Debug, Clone, PartialEq)]
struct Found {
    mean: Apart,
    spread: Vec<f64>,
    beyond: String,
}

/// Motions as the flow would make them of one by theory.
#[derive(Debug, Clone)]
pub struct Flows {
    /// With the ratios of the table: moments and bounces.
    pub mean: (Vec<Moment>, Vec<Bounce>),
    /// With ratios that are larger by as much as the nodes around differ.
    pub wider: (Vec<Moment>, Vec<Bounce>),
    /// Where it is from, in words.
    pub from: String,
}

impl TheoryErrors {
    /// The columns before those of [`Apart`].
    pub const KEYS: [&str; 4] = ["start", "reynolds", "stokes", "density_ratio"];

    /// The table that comes with the program.
    ///
    /// # Errors
    /// None, unless it is damaged.
    pub fn shipped() -> Result<Self, InputError> {
        let refused = |error: crate::output::OutputError| InputError::new(error.to_string()).help(error.advice());
        let table = Table::parse(Path::new("theory-error.csv"), SHIPPED).map_err(refused)?;
        let numbers = |column: &str| table.numbers(column).map_err(refused);
        let (reynolds, ratios) = (numbers("reynolds")?, numbers("density_ratio")?);
        let columns = Apart::columns().iter().map(|column| numbers(column)).collect::<Result<Vec<_>, _>>()?;
        let starts = table.text("start").map_err(refused)?;
        let node = |row: usize| Node {
            start: starts[row].to_owned(),
            reynolds: reynolds[row],
            ratio: ratios[row],
            apart: columns.iter().map(|column| column[row]).collect(),
        };
        let nodes: Vec<Node> = (0..starts.len()).map(node).collect();
        if nodes.is_empty() {
            return Err(InputError::new("the table of theory's errors is empty"));
        }
        let ascending = |of: fn(&Node) -> f64| {
            let mut values: Vec<f64> = nodes.iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            values
        };
        Ok(Self { reynolds: ascending(|node| node.reynolds), ratios: ascending(|node| node.ratio), nodes })
    }

    /// The numbers of the node nearest to this place.
    pub fn nearest(&self, start: &str, reynolds: f64, ratio: f64) -> Option<&[f64]> {
        let far = |node: &&Node| (node.reynolds / reynolds).ln().abs() + (node.ratio / ratio).ln().abs();
        let of_start = self.nodes.iter().filter(|node| node.start == start);
        of_start.min_by(|a, b| far(a).total_cmp(&far(b))).map(|node| &node.apart[..])
    }

    /// The ratios at a Reynolds number and a density ratio. Below the lowest Reynolds number those of the lowest are taken: theory is nearer to the
    /// flow there, as its laws are exact in creeping flow. Above the largest density ratio they fall with its inverse, as what the liquid does to
    /// the sphere's motion does.
    fn at(&self, start: &str, reynolds: f64, ratio: f64) -> Result<Found, String> {
        let (lowest, highest) = (self.reynolds[0], self.reynolds[self.reynolds.len() - 1]);
        let (lightest, heaviest) = (self.ratios[0], self.ratios[self.ratios.len() - 1]);
        if reynolds > highest || ratio < lightest {
            return Err(format!(
                "at Re {reynolds:.0} and a density ratio of {ratio:.2} it is not known: its table goes to Re {highest} and down to a density \
                 ratio of {lightest}"
            ));
        }
        let slow = (reynolds < lowest).then(|| format!(", as at Re {lowest}, where it is more"));
        let heavy =
            (ratio > heaviest).then(|| format!(", carried on from a density ratio of {heaviest} with its inverse"));
        let beyond = slow.into_iter().chain(heavy).collect::<String>();
        let share = (heaviest / ratio).min(1.0);
        let [along_re, along_ratio] = [(&self.reynolds, reynolds.max(lowest)), (&self.ratios, ratio.min(heaviest))]
            .map(|(axis, x)| beside(axis, x));
        let corners =
            along_re.iter().flat_map(|(re, a)| along_ratio.iter().map(move |(ratio, b)| (*re, *ratio, a * b)));
        let corners: Vec<(&Node, f64)> = corners
            .filter_map(|(re, ratio, weight)| {
                let is_there = |node: &&Node| node.start == start && node.reynolds == re && node.ratio == ratio;
                Some((self.nodes.iter().find(is_there)?, weight))
            })
            .collect();
        let of = |column: usize| {
            let known = || corners.iter().filter(|(node, _)| node.apart[column].is_finite());
            let whole: f64 = known().map(|(_, weight)| weight).sum();
            let mean = known().map(|(node, weight)| weight * node.apart[column]).sum::<f64>() / whole;
            let square =
                known().map(|(node, weight)| weight * (node.apart[column] - mean).powi(2)).sum::<f64>() / whole;
            (share * mean, share * square.sqrt())
        };
        let (mean, spread): (Vec<f64>, Vec<f64>) = (0..Apart::columns().len()).map(of).unzip();
        Ok(Found { mean: Apart::of_numbers(&mean), spread, beyond })
    }

    /// What the flow would make of a motion of this case by theory.
    ///
    /// # Errors
    /// Why it is not known, in words.
    pub fn flows(&self, case: &Case, computed: &Computed) -> Result<Flows, String> {
        if case.problem.theory != LiquidLaws::default() {
            return Err("it is known of the default laws of [theory] alone".to_owned());
        }
        if !case.problem.surroundings.has_gap() {
            return Err("it is known of a fall onto a wall alone".to_owned());
        }
        let problem = &case.problem;
        let sphere = problem.immersed();
        let ratio = sphere.density / sphere.liquid_density;
        let (start, free, first) = match case.problem.start.start {
            Start::Prescribed { free_gap, speed, .. } => (STARTS[1], free_gap, speed),
            _ => (STARTS[0], case.problem.start.gap, problem.terminal_speed()),
        };
        let approach = self.at(start, sphere.reynolds(first), ratio)?;
        // The first flight is that of the same start; those after it begin at a contact.
        let later = flights(&sphere, computed).into_iter().skip(1).map(|re| self.at(STARTS[1], re, ratio));
        let flights = [Ok(approach.clone())].into_iter().chain(later).collect::<Result<Vec<Found>, String>>()?;
        if flights.first().is_some_and(|flight| !flight.mean.rebounds()) && Flight::first(computed).is_some() {
            return Err(format!(
                "at Re {:.0} and St {:.1} it is not known: theory rebounds there, and the flow hardly, or the reverse",
                sphere.reynolds(first),
                ratio * sphere.reynolds(first) / 9.0
            ));
        }
        let with = |wider: f64| {
            let of = |found: &Found| {
                let numbers = found.mean.numbers();
                Apart::of_numbers(
                    &numbers.iter().zip(&found.spread).map(|(mean, spread)| mean + wider * spread).collect::<Vec<_>>(),
                )
            };
            applied(computed, free, &of(&approach), &flights.iter().map(of).collect::<Vec<_>>())
        };
        let (mean, wider) = (with(0.0), with(1.0));
        Ok(Flows { from: in_words(&sphere, first, computed, &mean.1, &approach), mean, wider })
    }
}

/// Where a motion is set beside the flow, and how far off it is, in words.
fn in_words(sphere: &ImmersedSphere, speed: f64, theory: &Computed, flow: &[Bounce], approach: &Found) -> String {
    let reynolds = sphere.reynolds(speed);
    let stokes = reynolds * sphere.density / sphere.liquid_density / 9.0;
    let apex = |bounces: &[Bounce]| bounces.first().and_then(|bounce| bounce.apex_gap_m);
    let off = match (apex(theory.bounces), apex(flow)) {
        (Some(by_theory), Some(by_flow)) => {
            format!("its first apex is off by {:.0} %", 100.0 * (by_flow / by_theory - 1.0).abs())
        }
        _ => "its speed of approach is off".to_owned(),
    };
    format!("beside the flow {off} at Re {reynolds:.1}, St {stokes:.1}{}", approach.beyond)
}

/// The points of an ascending axis on both sides of `x`, with their weights, linear in the logarithm.
fn beside(axis: &[f64], x: f64) -> Vec<(f64, f64)> {
    let right = axis.partition_point(|at| *at < x).min(axis.len() - 1);
    let left = right.saturating_sub(1);
    if axis[right] <= x || left == right {
        return vec![(axis[right], 1.0)];
    }
    let part = (x / axis[left]).ln() / (axis[right] / axis[left]).ln();
    vec![(axis[left], 1.0 - part), (axis[right], part)]
}

/// The Reynolds number of each bounce, at the largest speed of its approach.
fn flights(sphere: &ImmersedSphere, computed: &Computed) -> Vec<f64> {
    let mut from = f64::NEG_INFINITY;
    let of = |bounce: &Bounce| {
        let approach = computed.motion.iter().filter(|at| at.time > from && at.time <= bounce.contact_time_s);
        let fastest = approach.map(|at| -at.velocity).fold(bounce.impact_speed_m_s, f64::max);
        from = bounce.contact_time_s;
        sphere.reynolds(fastest)
    };
    computed.bounces.iter().map(of).collect()
}

/// A motion by theory with the ratios of its approach and of its flights.
fn applied(computed: &Computed, free: f64, approach: &Apart, flights: &[Apart]) -> (Vec<Moment>, Vec<Bounce>) {
    let contact = |number: usize| computed.bounces.get(number).map_or(f64::INFINITY, |bounce| bounce.contact_time_s);
    let mut moments = approached(computed.motion, contact(0), free, approach);
    let mut bounces = computed.bounces.to_vec();
    let reached = |moments: &[Moment]| {
        let last = moments.len().checked_sub(1).map(|last| (moments[last].time, computed.motion[last].time));
        last.map_or(contact(0), |(made, own)| made + (contact(0) - own) / approach.speed(0.0))
    };
    let (mut time, mut speed) = (reached(&moments), approach.speed(0.0));
    for (number, bounce) in bounces.iter_mut().enumerate() {
        let (from, until) = (contact(number), contact(number + 1));
        let flight = flights.get(number).filter(|flight| flight.rebounds());
        let stretched = Stretched::new(from, time, speed, flight, bounce);
        stretched.bounce(bounce, speed);
        let rows = computed.motion.iter().filter(|now| (from..until).contains(&now.time));
        moments.extend(rows.map(|now| stretched.moment(now)));
        (time, speed) = (stretched.time(until), stretched.height / stretched.duration);
    }
    (moments, bounces)
}

/// The moments before the first contact, each gap at the flow's speed.
fn approached(motion: &[Moment], contact: f64, free: f64, approach: &Apart) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::with_capacity(motion.len());
    let mut before: Option<(Moment, f64)> = None;
    for now in motion.iter().take_while(|now| now.time < contact) {
        let ratio = approach.speed(now.gap / free);
        let time = match (moments.last(), before) {
            (Some(made), Some((last, of_last))) => made.time + (now.time - last.time) / (0.5 * (ratio + of_last)),
            _ => now.time,
        };
        moments.push(Moment { time, gap: now.gap, velocity: ratio * now.velocity });
        before = Some((*now, ratio));
    }
    moments
}

/// A flight by theory as the flow has it.
#[derive(Debug, Clone, Copy)]
struct Stretched<'a> {
    /// Time of its contact by theory \[s\].
    from: f64,
    /// Time of its contact as the flow has it \[s\].
    to: f64,
    /// Heights over those by theory.
    height: f64,
    /// Times after contact over those by theory.
    duration: f64,
    /// Restitution over that by theory.
    restitution: f64,
    /// Time from contact to apex \[s\] and height of the apex \[m\] by theory, and its shape, where that is known.
    shape: Option<(f64, f64, &'a Apart)>,
}

impl<'a> Stretched<'a> {
    /// Of a flight from the contact at `from` \[s\], which is at `to` and `speed` times as fast in the flow.
    fn new(from: f64, to: f64, speed: f64, flight: Option<&'a Apart>, bounce: &Bounce) -> Self {
        let ratio = |of: fn(&Apart) -> f64| flight.map(of).filter(|ln| ln.is_finite()).map_or(1.0, f64::exp);
        let apex = bounce.apex_time_s.zip(bounce.apex_gap_m).zip(flight);
        Self {
            from,
            to,
            height: speed * speed * ratio(|flight| flight.height),
            duration: speed * ratio(|flight| flight.time),
            restitution: ratio(|flight| flight.restitution),
            shape: apex.map(|((time, gap), flight)| (time - from, gap, flight)),
        }
    }

    fn time(&self, time: f64) -> f64 {
        self.to + self.duration * (time - self.from)
    }

    fn moment(&self, now: &Moment) -> Moment {
        let [shape, slope] = self.shape.map_or([0.0; 2], |(time, height, flight)| {
            let [shape, slope] = flight.shape((now.time - self.from) / time);
            [height * shape, height * slope / time]
        });
        Moment {
            time: self.time(now.time),
            gap: self.height * (now.gap + shape),
            velocity: self.height / self.duration * (now.velocity + slope),
        }
    }

    fn bounce(&self, bounce: &mut Bounce, speed: f64) {
        bounce.contact_time_s = self.to;
        bounce.impact_speed_m_s *= speed;
        bounce.separation_time_s = bounce.separation_time_s.map(|time| self.time(time));
        bounce.apex_time_s = bounce.apex_time_s.map(|time| self.time(time));
        bounce.apex_gap_m = bounce.apex_gap_m.map(|gap| self.height * gap);
        bounce.restitution = bounce.restitution.map(|value| self.restitution * value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce_physics::model::BounceLog;
    use wetbounce_records::record::Lengths;

    const D: f64 = 3e-3;

    /// A sphere that comes with `speed` from 3 D, leaves with `e` times that, and flies under `gravity`: until it has come back twice.
    fn motion(speed: f64, e: f64, gravity: f64) -> (Vec<Moment>, Vec<Bounce>) {
        let (touch, step) = (3.0 * D / speed, 1.7e-4);
        let flight = 2.0 * e * speed / gravity;
        let at = |time: f64| match time - touch {
            before if before < 0.0 => Moment { time, gap: -speed * before, velocity: -speed },
            after if after < flight => {
                Moment { time, gap: after * (e * speed - 0.5 * gravity * after), velocity: e * speed - gravity * after }
            }
            again => {
                let (again, out) = (again - flight, e * e * speed);
                Moment { time, gap: again * (out - 0.5 * gravity * again), velocity: out - gravity * again }
            }
        };
        let end = touch + flight * (1.0 + 0.6 * e);
        let moments: Vec<Moment> = (0..(end / step) as usize).map(|row| at(row as f64 * step)).collect();
        let mut log = BounceLog::new(D, 0.0);
        let mut contacts = [(touch, speed), (touch + flight, e * speed)].into_iter().peekable();
        for pair in moments.windows(2) {
            match contacts.next_if(|contact| pair[0].time < contact.0 && contact.0 <= pair[1].time) {
                Some((time, speed)) => {
                    let rebound = Moment { time, gap: 0.0, velocity: e * speed };
                    log.touch(Moment { velocity: -speed, ..rebound });
                    log.separate(rebound);
                    log.observe(rebound, pair[1]);
                }
                None => log.observe(pair[0], pair[1]),
            }
        }
        (moments, log.bounces().to_vec())
    }

    fn computed((motion, bounces): &(Vec<Moment>, Vec<Bounce>)) -> Computed<'_> {
        Computed { motion, bounces, lengths: Lengths::at_wall(D) }
    }

    #[test]
    fn a_motion_with_the_differences_to_another_is_that_other_bounce_by_bounce() {
        let (theory, flow) = (motion(0.5, 0.7, 9.81), motion(0.54, 0.8, 9.0));
        let apart = Apart::of(&computed(&theory), &computed(&flow), 3.0 * D);
        assert_eq!(Apart::of_numbers(&apart.numbers()), apart);
        let (moments, bounces) = applied(&computed(&theory), 3.0 * D, &apart, &[apart.clone(), apart.clone()]);
        for (made, own) in bounces.iter().zip(&flow.1) {
            assert!((made.contact_time_s - own.contact_time_s).abs() < 2e-4, "{made:?} {own:?}");
            let (apex, of_own) = (made.apex_gap_m.unwrap(), own.apex_gap_m.unwrap());
            assert!((apex / of_own - 1.0).abs() < 5e-3, "{made:?} {own:?}");
        }
        for time in [0.005, 0.012, 0.03, 0.06, 0.09] {
            let (made, own) = (at(&moments, time).unwrap(), at(&flow.0, time).unwrap());
            assert!((made.gap - own.gap).abs() < 0.02 * D, "{time}: {made:?} {own:?}");
        }
        let alike = Apart::of(&computed(&theory), &computed(&theory), 3.0 * D);
        assert!(alike.numbers().iter().all(|number| *number == 0.0), "{alike:?}");
    }

    #[test]
    fn the_error_of_theory_is_interpolated_within_its_table_and_is_not_known_beyond() {
        let table = TheoryErrors::shipped().unwrap();
        let (re, ratio) = (table.reynolds[1], table.ratios[1]);
        let node = table.at("prescribed", re, ratio).unwrap();
        assert_eq!(node.mean.numbers().len(), Apart::columns().len());
        assert!(node.spread.iter().all(|spread| spread.is_nan() || *spread == 0.0) && node.beyond.is_empty());
        let between = table.at("prescribed", (re * table.reynolds[2]).sqrt(), ratio).unwrap();
        let (from, to) =
            (node.mean.approach[5], table.at("prescribed", table.reynolds[2], ratio).unwrap().mean.approach[5]);
        assert!((between.mean.approach[5] - 0.5 * (from + to)).abs() < 1e-12);
        assert!((between.spread[5] - 0.5 * (from - to).abs()).abs() < 1e-12);
        let slow = table.at("rest", 0.01, 1e3).unwrap();
        assert!(slow.beyond.contains("as at Re") && slow.beyond.contains("with its inverse"));
        for (reynolds, ratio) in [(1e4, 8.0), (100.0, 1.01)] {
            let why = table.at("rest", reynolds, ratio).unwrap_err();
            assert!(why.contains("it is not known"), "{why}");
        }
    }
}
