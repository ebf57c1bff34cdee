//! The one list of what is implausible in a record, each with its likely cause. Whatever the liquid and the sphere
//! are, this cannot be so.

use crate::bounce::drops::FEW;
use crate::bounce::limits;
use crate::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use crate::bounce::oblique::period;
use crate::bounce::pictures::noise;
use crate::bounce::values::Evaluation;
use crate::record::{Followed, Medium, Record, Setting};
use crate::stated::{Reader, unused};
use crate::statistics::quantile;
use wetbounce_physics::liquid::FarDrag;
use wetbounce_physics::numerics::{Bracket, bisect};
use wetbounce_physics::problem::approach::UNDISTURBED;
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// Standard errors that make sure.
const SURELY: f64 = 3.0;
/// By how much more than gravity a flight may bend, over it: what scales and clocks are off by.
const SCALES: f64 = 0.05;
/// A height at contact this near to that of centre or top is it, in diameters.
const NEAR: f64 = 0.12;
/// Heights of two contacts are doubted that are apart by more than this share of the lower apex: it moves a
/// restitution by 5 %.
const APART: f64 = 0.1;
/// A sphere that a wall slows keeps half of its speed to less than this above it, in diameters: the added mass and
/// the film of a wall are felt within a radius.
const WALL: f64 = 0.25;
/// A step of the time over the usual one that is no missing picture.
const JUMP: f64 = 50.0;
/// By how much a contact turns a sphere whose mass is near its centre, `1/5 m R²`, over what it takes of its speed; a
/// homogeneous one by 2.5.
const LIGHTEST: f64 = 5.0;
/// Ratio of velocities to the changes of the gap up to which noise may bring them.
const ALIKE: f64 = 1.5;
/// The smallest drag coefficient of a sphere below the drag crisis is 0.38 (Clift, Grace & Weber 1978); half of it is
/// none.
const DRAG: f64 = 0.19;
/// A rebound above `exp(−10/St*)` is none: Legendre et al. (2006) fit 35. The 10 is a choice: it leaves room for
/// scatter and for the error of `St*` here. With 5, heights that are ten times too small at a Stokes number of 14 are
/// no longer doubted; with 20, those at 20 would be, and fits of single experiments scatter by as much.
const FILM: f64 = 10.0;

/// What there is to doubt.
struct Facts<'a> {
    drops: &'a [Record],
    readings: &'a [Evaluation],
    /// Bounces of all drops with their numbers among all.
    bounces: &'a [Vec<MeasuredBounce>],
    setting: Setting,
    reader: Reader,
}

/// Every reason to doubt these drops, which show these bounces, paired, for whoever reads them.
pub fn doubts(
    drops: &[Record],
    readings: &[Evaluation],
    bounces: &[Vec<MeasuredBounce>],
    setting: Setting,
    reader: Reader,
) -> Vec<Remark> {
    const LIST: [fn(&Facts) -> Vec<Remark>; 18] = [
        |facts| unused(facts.drops, facts.reader),
        heard_in_a_liquid,
        jumps,
        velocities,
        kinks,
        bends,
        |facts| limits::beyond(facts.all(), facts.drops.iter().any(|drop| drop.sounds)),
        falls,
        drives,
        late_beginnings,
        zeros,
        floors,
        gains,
        fast_turns,
        contacts,
        few_sounds,
        few_pictures,
        few_rebounds,
    ];
    let facts = Facts { drops, readings, bounces, setting, reader };
    LIST.iter().flat_map(|doubt| doubt(&facts)).collect()
}

impl Facts<'_> {
    fn all(&self) -> impl Iterator<Item = &MeasuredBounce> + Clone {
        self.bounces.iter().flatten()
    }

    fn diameter(&self) -> Option<f64> {
        self.setting.lengths.map(|lengths| lengths.diameter)
    }
}

/// Sounds whose flights are said to be in a liquid.
fn heard_in_a_liquid(facts: &Facts) -> Vec<Remark> {
    let is_said = facts.setting.medium == Some(Medium::Liquid) && facts.drops.iter().any(|drop| drop.sounds);
    let why = "sounds are read as of flights in air, where only gravity acts; in a liquid their restitution is wrong";
    is_said.then(|| remark!(Doubt, "heard-in-a-liquid", "measurement.medium is not used: {why}")).into_iter().collect()
}

/// Whether the gap moves over a jump of the time as the speeds before and after it say: pictures are wide there, or
/// missing.
fn goes_on(drop: &Record, row: usize) -> bool {
    let Some(rows) = row.checked_sub(1).map(|first| first..row + 3) else { return true };
    let (Some(time), Some(gap)) = (drop.time.get(rows.clone()), drop.gap.get(rows)) else { return true };
    let speed = |at: usize| (gap[at + 1] - gap[at]) / (time[at + 1] - time[at]);
    let (before, after, step) = (speed(0), speed(2), time[2] - time[1]);
    (gap[2] - gap[1] - 0.5 * (before + after) * step).abs() < 0.5 * before.abs().max(after.abs()) * step
}

/// Times that jump: several drops in one table.
fn jumps(facts: &Facts) -> Vec<Remark> {
    let jump = |drop: &Record| {
        let mut steps: Vec<f64> = drop.time.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let row = (0..steps.len()).max_by(|a, b| steps[*a].total_cmp(&steps[*b]))?;
        let (jump, usual) = (steps[row], quantile(&mut steps, 0.5));
        (jump > JUMP * usual && !goes_on(drop, row)).then(|| {
            remark!(
                Doubt,
                "jumping-times",
                "{}: times jump by {jump:.3} s at {:.3} s, {:.0} of the usual steps: are these several drops? then they need a column `drop`, or files \
                 of their own",
                drop.file.display(),
                drop.time[row],
                jump / usual
            )
        })
    };
    facts.drops.iter().filter_map(jump).collect()
}

/// Velocities that are not how the gaps change.
fn velocities(facts: &Facts) -> Vec<Remark> {
    facts.drops.iter().filter_map(of_velocities).collect()
}

/// A column of velocities that is not how the gaps change: their ratio is the slope of the changes of the gap over
/// those that the velocities make.
fn of_velocities(drop: &Record) -> Option<Remark> {
    let rows = 1..drop.time.len().min(drop.gap.len()).min(drop.velocity.len());
    let changes = rows.map(|row| {
        let mean = 0.5 * (drop.velocity[row - 1] + drop.velocity[row]);
        (drop.gap[row] - drop.gap[row - 1], mean * (drop.time[row] - drop.time[row - 1]))
    });
    let known = changes.filter(|(gap, by_velocity)| gap.is_finite() && by_velocity.is_finite());
    let (products, squares) = known.fold((0.0, 0.0), |(products, squares), (gap, by_velocity)| {
        (products + gap * by_velocity, squares + by_velocity * by_velocity)
    });
    let ratio = products / squares;
    let file = drop.file.display();
    match ratio {
        ratio if ratio.is_nan() || (1.0 / ALIKE..=ALIKE).contains(&ratio) => None,
        ratio if ratio < 0.0 => Some(remark!(
            Doubt,
            "reversed-velocities",
            "{file}: the gaps close where the velocities say that they open: velocities count away from the wall"
        )),
        ratio => Some(remark!(
            Doubt,
            "scaled-velocities",
            "{file}: the velocities are {:.3} times those at which the gaps change: are the units of both columns right?",
            1.0 / ratio
        )),
    }
}

/// A flight that bends at its apex by more than gravity; in a gas, also by less.
fn bends(facts: &Facts) -> Vec<Remark> {
    let bend = MeasuredValue::weighted(facts.all().filter_map(|bounce| bounce.bend_m_s2));
    // What has no contact has no flight.
    let bend = bend.filter(|_| facts.setting.gravity > 0.0 && kinks(facts).is_empty());
    let Some(bend) = bend else { return Vec::new() };
    let (ratio, error) = (bend.value / facts.setting.gravity, SURELY * bend.sigma / facts.setting.gravity);
    let times = |ratio: f64| {
        if ratio >= 1.0 { format!("{ratio:.3} times too large") } else { format!("{:.3} times too small", 1.0 / ratio) }
    };
    let causes = format!(
        "either heights are {}, or times {}: is the unit of a column, measurement.scale or measurement.frame_rate another one?",
        times(ratio),
        times(ratio.sqrt().recip())
    );
    let is_gas = facts.setting.medium == Some(Medium::Gas);
    match () {
        () if ratio - error > 1.0 + SCALES => vec![remark!(
            Doubt,
            "bent-beyond-gravity",
            "the acceleration at the apex of a flight is {ratio:.3} g, and a sphere has at most g there: {causes}"
        )],
        () if is_gas && ratio > 0.0 && ratio + error < 1.0 - SCALES => {
            vec![remark!(
                Doubt,
                "bent-below-gravity",
                "a flight bends at its apex by {ratio:.3} g, and in a gas all do by g: {causes}"
            )]
        }
        () => Vec::new(),
    }
}

/// A fall that gains more speed than gravity gives it over the second half of its pictures: a sphere that is led to the
/// wall has its speed by then.
fn falls(facts: &Facts) -> Vec<Remark> {
    let gains = |drop: &Record| {
        let points = drop.points();
        let lowest = (0..points.len()).min_by(|a, b| points[*a].1.total_cmp(&points[*b].1))?;
        let highest = (0..=lowest).max_by(|a, b| points[*a].1.total_cmp(&points[*b].1))?;
        let (fall, quarter) = (&points[highest..=lowest], (lowest - highest) / 4);
        if quarter < 2 {
            return None;
        }
        let part = |from_end: usize| {
            let first = fall.len() - 1 - from_end * quarter;
            let (begin, end) = (fall[first], fall[first + quarter]);
            (0.5 * (begin.0 + end.0), (begin.1 - end.1) / (end.0 - begin.0), end.0 - begin.0)
        };
        let (first, last) = (part(2), part(1));
        let error = noise(&points) * (2f64.sqrt() / first.2).hypot(2f64.sqrt() / last.2) / (last.0 - first.0);
        let gains = (last.1 - first.1) / (last.0 - first.0);
        (gains - SURELY * error > (1.0 + SCALES) * facts.setting.gravity).then_some(gains)
    };
    let is_free = facts.setting.gravity > 0.0 && bends(facts).is_empty() && kinks(facts).is_empty();
    let of = |(drop, gains): (&Record, f64)| {
        remark!(
            Doubt,
            "faster-than-a-fall",
            "{}: the sphere gains {:.3} g on its way to the wall, and none falls with more than g: is the unit of a column, measurement.scale or measurement.frame_rate another one, or \
             is it driven?",
            drop.file.display(),
            gains / facts.setting.gravity
        )
    };
    let mut drops = facts.drops.iter().filter(|drop| is_free && !drop.apexes && !drop.sounds);
    drops.find_map(|drop| Some(of((drop, gains(drop)?)))).into_iter().collect()
}

/// A fall that its own weight cannot drive, or that is too slow for its rebound. The flight's bend at its apex, where
/// there is no drag, tells the weight less buoyancy over the mass with the added one, so the density ratio; with the
/// speed of the fall and what it still gains, that is a drag coefficient, of which Schiller & Naumann (1935) give the
/// Reynolds number.
fn drives(facts: &Facts) -> Vec<Remark> {
    let gravity = facts.setting.gravity;
    let first = facts.all().filter(|bounce| bounce.number == 1).find_map(|bounce| {
        Some((bounce.speed_in_m_s?, bounce.bend_m_s2?, bounce.gains_m_s2?, bounce.apex_gap_m?, facts.diameter()?))
    });
    // What bends by more than gravity has been named.
    let Some((speed, bend, gains, apex, diameter)) = first
        .filter(|_| gravity > 0.0 && kinks(facts).is_empty() && bends(facts).is_empty())
        .filter(|_| facts.readings.iter().all(|reading| !reading.is_dry))
    else {
        return Vec::new();
    };
    let of = |bend: f64, gains: f64| {
        let ratio = (bend / gravity).clamp(1e-6, 0.98);
        let density = (1.0 + 0.5 * ratio) / (1.0 - ratio);
        let share = (1.0 - gains / bend).clamp(0.0, 1.0);
        let drag = 4.0 / 3.0 * (density - 1.0) * gravity * diameter * share / speed.value.powi(2);
        (density, drag, (density + 0.5) * reynolds(drag) / 9.0)
    };
    let at = |side: f64, gains: f64| of((bend.value + side * SURELY * bend.sigma).max(1e-3 * bend.value.abs()), gains);
    let most_gains = gains.value + SURELY * gains.sigma;
    let (density, drag, _) = at(1.0, gains.value - SURELY * gains.sigma);
    let stokes = [-1.0, 1.0].map(|side| at(side, most_gains).2).into_iter().fold(0.0, f64::max);
    // Whatever slows the sphere on its way up, it left with at least the speed of a free flight to its apex.
    let climbs = |apex: f64| (2.0 * bend.value * apex).max(0.0).sqrt() / speed.value;
    let is_told = most_gains < 0.9 * (bend.value - SURELY * bend.sigma);
    let cause = "is the unit of a column, measurement.frame_rate, measurement.scale or sphere.diameter another one?";
    match () {
        () if bend.value <= 0.0 || !is_told && drag >= DRAG => Vec::new(),
        () if drag < DRAG && most_gains < bend.value => vec![remark!(
            Doubt,
            "driven-beyond-weight",
            "the flight says a sphere {density:.3} times as dense as its liquid at most, whose weight cannot drive it at {:.4} m/s (drag coefficient {drag:.3}, and none \
             is below 0.38): {cause}",
            speed.value
        )],
        () if is_told && climbs(apex.value - SURELY * apex.sigma) > (-FILM / stokes).exp() => vec![remark!(
            Doubt,
            "rebound-through-film",
            "weight and speed of the fall say a Stokes number of at most {stokes:.2}, at which no sphere rebounds with {:.2} of its speed: {cause}",
            climbs(apex.value)
        )],
        () => Vec::new(),
    }
}

/// The Reynolds number of a sphere with this drag coefficient, at most 1e5.
fn reynolds(drag: f64) -> f64 {
    let exceeds = |log: f64| 24.0 / log.exp() * FarDrag::SchillerNaumann.factor(log.exp()) > drag;
    bisect(Bracket { low: 1e-9_f64.ln(), high: 1e5_f64.ln() }, 100, exceeds).high.exp()
}

/// A record of a liquid that begins where the wall slows the sphere. A comparison leaves its restitution out.
fn late_beginnings(facts: &Facts) -> Vec<Remark> {
    let is_dry = facts.readings.iter().all(|reading| reading.is_dry);
    let Some(diameter) = facts.diameter().filter(|_| !is_dry && facts.reader == Reader::Alone) else {
        return Vec::new();
    };
    let late = facts.all().filter(|bounce| bounce.begins_near_wall(diameter));
    let lowest = late.min_by(|a, b| a.from_m.total_cmp(&b.from_m));
    let say = |bounce: &MeasuredBounce| {
        remark!(
            Doubt,
            "begins-near-wall",
            "the record begins {:.2} D above the wall, which slows the sphere there: the speed before impact is too low and the restitution too high; pictures from {UNDISTURBED} D \
             on show the speed that the wall does not change",
            bounce.from_m / diameter
        )
    };
    lowest.map(say).into_iter().collect()
}

/// A contact that is no kink.
fn kinks(facts: &Facts) -> Vec<Remark> {
    let reach = |bounce: &MeasuredBounce| WALL * facts.diameter().unwrap_or(0.5 * bounce.from_m);
    let smooth = facts
        .all()
        .filter(|bounce| bounce.number == 1 && bounce.slows_at_m > reach(bounce))
        .max_by(|a, b| a.slows_at_m.total_cmp(&b.slows_at_m));
    let say = |bounce: &MeasuredBounce| {
        let height = match facts.diameter() {
            Some(diameter) => format!("{:.2} D", bounce.slows_at_m / diameter),
            None => format!("{:.3} mm", 1e3 * bounce.slows_at_m),
        };
        remark!(
            Doubt,
            "no-kink",
            "what is taken for contact {} is no kink: the sphere has lost half of its speed {height} above it, and a wall takes it within {WALL} D: do the heights count \
             downwards (measurement.direction = \"down\"), or is there no contact?",
            bounce.number
        )
    };
    smooth.map(say).into_iter().collect()
}

/// A gap at contact that is the height of the centre or of the top. A zero elsewhere, as one at the release, moves
/// the gap at contact and nothing else.
fn zeros(facts: &Facts) -> Vec<Remark> {
    let Some(lengths) = facts.setting.lengths else { return Vec::new() };
    let with_zero = facts.drops.iter().zip(facts.bounces).filter(|(drop, _)| drop.has_zero);
    let gaps = with_zero.filter_map(|(_, bounces)| bounces.first()?.contact_gap_m);
    let Some(gap) = gaps.max_by(|a, b| a.value.abs().total_cmp(&b.value.abs())) else { return Vec::new() };
    let (height, error) = (gap.value / lengths.diameter, SURELY * gap.sigma / lengths.diameter);
    let of = |followed: Followed| followed.height(lengths) / lengths.diameter;
    let known = [
        (of(Followed::Centre), "is it the height of the centre? then measurement.position = \"centre\""),
        (of(Followed::Top), "is it the height of the top? then measurement.position = \"top\""),
        (-of(Followed::Centre), "is measurement.position = \"centre\", and these are gaps already?"),
        (-of(Followed::Top), "is measurement.position = \"top\", and these are gaps already?"),
    ];
    let cause = known.into_iter().find(|(known, _)| (height - known).abs() < NEAR && error < NEAR);
    let say = |(_, cause)| {
        remark!(
            Doubt,
            "gap-at-contact",
            "the gap at contact is {height:.2} D: {cause}; measurement.gap_offset = \"{:.3} D\" besides would make it 0",
            -height
        )
    };
    cause.map(say).into_iter().collect()
}

/// Contacts of one drop at different heights: apart by so much of the lower apex beside them that a restitution is
/// off by half of it.
fn floors(facts: &Facts) -> Vec<Remark> {
    let off = |bounces: &Vec<MeasuredBounce>| {
        let mut read = bounces.iter().filter_map(|bounce| Some((bounce, bounce.contact_gap_m?)));
        let (first, first_gap) = read.next()?;
        let apart = |(other, gap): &(&MeasuredBounce, MeasuredValue)| {
            let apexes = [first, *other].into_iter().filter_map(|bounce| bounce.apex_gap_m);
            let lower = apexes.map(|apex| apex.value).fold(f64::INFINITY, f64::min);
            let error = SURELY * gap.sigma.hypot(first_gap.sigma);
            (gap.value - first_gap.value).abs() > APART * lower + error
        };
        let (other, gap) = read.find(apart)?;
        Some(remark!(
            Doubt,
            "two-floors",
            "contact {} is at {:.4} mm, contact {} at {:.4} mm: one wall has one height, so the contact is soft or pictures next to it are off (restitution and apex of the deeper one are then too high), the camera or its zero drifts, or the sphere does not move straight",
            first.number,
            1e3 * first_gap.value,
            other.number,
            1e3 * gap.value
        ))
    };
    facts.bounces.iter().find_map(off).into_iter().collect()
}

/// A sphere that leaves the wall faster than it came: always of sounds, whose error is what one missing sound makes
/// of it; of pictures beyond their error.
fn gains(facts: &Facts) -> Vec<Remark> {
    let of = |(drop, bounces): (&Record, &Vec<MeasuredBounce>)| {
        let errors = if drop.sounds { 0.0 } else { 1.0 };
        let all = bounces.iter().filter_map(|bounce| bounce.restitution);
        all.filter(|e| e.value - errors * e.sigma > 1.0).max_by(|a, b| a.value.total_cmp(&b.value))
    };
    let most = facts.drops.iter().zip(facts.bounces).filter_map(of).max_by(|a, b| a.value.total_cmp(&b.value));
    let say = |e: MeasuredValue| {
        remark!(
            Doubt,
            "faster-than-it-came",
            "the sphere leaves the wall faster than it came, restitution {:.2} ± {:.2}: is a sound missing, are times, gaps and clock right?",
            e.value,
            e.sigma
        )
    };
    most.map(say).into_iter().collect()
}

/// Turns between pictures that the angles may not show.
fn fast_turns(facts: &Facts) -> Vec<Remark> {
    let fast = |(drop, bounces): (&Record, &Vec<MeasuredBounce>)| {
        let period = Some(period(&drop.angle)).filter(|period| period.is_finite() && !drop.angle.is_empty())?;
        let mut steps: Vec<f64> = drop.time.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let spins = bounces.iter().flat_map(|one| [one.along.spin_before_rad_s, one.along.spin_after_rad_s]).flatten();
        let step = quantile(&mut steps, 0.5) * spins.map(|spin| spin.value.abs()).fold(0.0, f64::max);
        (step > 0.25 * period).then(|| {
            remark!(
                Doubt,
                "fast-turning",
                "{}: the sphere turns by {:.0} degrees from picture to picture, if that is less than {:.0}, from which on its angles would show another spin: more pictures a \
                 second tell",
                drop.file.display(),
                step.to_degrees(),
                0.5 * period.to_degrees()
            )
        })
    };
    facts.drops.iter().zip(facts.bounces).find_map(fast).into_iter().collect()
}

/// A contact that changes speed and spin as none does: what slows the sphere along the wall turns it, by `ΔΩ = −m R
/// ΔU/I`, and `I` of a shell is the largest, `2/3 m R²`.
fn contacts(facts: &Facts) -> Vec<Remark> {
    let Some(radius) = facts.diameter().map(|diameter| 0.5 * diameter) else { return Vec::new() };
    let change = |[before, after]: [Option<MeasuredValue>; 2]| {
        let (before, after) = (before?, after?);
        Some((after.value - before.value, before.sigma.hypot(after.sigma)))
    };
    let odd = |bounce: &MeasuredBounce| {
        let along = &bounce.along;
        let (speed, speed_error) = change([along.lateral_speed_before_m_s, along.lateral_speed_after_m_s])?;
        let (spin, spin_error) = change([along.spin_before_rad_s, along.spin_after_rad_s])?;
        let (spin, spin_error) = (radius * spin, radius * spin_error);
        let is_sure = speed.abs() > SURELY * speed_error && spin.abs() > SURELY * spin_error;
        let number = bounce.number;
        // In a liquid the film turns and slows it otherwise than a contact.
        let most = 2.0 / 3.0 * (1.0 + SCALES);
        let is_dry = facts.readings.iter().all(|reading| reading.is_dry);
        match () {
            () if is_sure && speed * spin > 0.0 => Some(remark!(
                Doubt,
                "turned-with-speed",
                "bounce {number}: speed along the wall and spin change alike, and a force at the contact point changes them against each other: do the angles count the other \
                 way (measurement.turning)?"
            )),
            () if is_sure
                && is_dry
                && speed.abs() - SURELY * speed_error > most * (spin.abs() + SURELY * spin_error) =>
            {
                Some(remark!(
                    Doubt,
                    "turned-too-little",
                    "bounce {number}: the spin changes by {:.2} of what the speed along the wall makes of a hollow sphere, and none is slower to turn: is the unit of the angle, \
                 measurement.scale, measurement.frame_rate or sphere.diameter another one?",
                    2.0 / 3.0 * (spin / speed).abs()
                ))
            }
            () if is_sure
                && is_dry
                && spin.abs() - SURELY * spin_error > LIGHTEST * (speed.abs() + SURELY * speed_error) =>
            {
                Some(remark!(
                    Doubt,
                    "turned-too-much",
                    "bounce {number}: the spin changes by {:.2} times what the speed along the wall makes of a homogeneous sphere: is the unit of the angle, measurement.scale, \
                     measurement.frame_rate or sphere.diameter another one?",
                    0.4 * (spin / speed).abs()
                ))
            }
            () => None,
        }
    };
    facts.all().find_map(odd).into_iter().collect()
}

/// A restitution by the sounds of two flights alone: a third flight shows that no sound between them is missing.
fn few_sounds(facts: &Facts) -> Vec<Remark> {
    let alone =
        |bounces: &&Vec<MeasuredBounce>| bounces.iter().filter(|bounce| bounce.restitution.is_some()).count() == 1;
    let heard = facts.drops.iter().zip(facts.bounces).filter(|(drop, _)| drop.sounds).map(|(_, bounces)| bounces);
    let say = |e: MeasuredValue| {
        remark!(
            Doubt,
            "few-sounds",
            "restitution {:.3} is the ratio of two intervals, which do not show whether a sound is missing: with a missing one it is another number; a third flight in a row decides",
            e.value
        )
    };
    heard.filter(alone).flatten().find_map(|bounce| bounce.restitution).map(say).into_iter().collect()
}

/// An approach in so few pictures that they hardly tell their noise; sounds have none.
fn few_pictures(facts: &Facts) -> Vec<Remark> {
    let few = facts
        .all()
        .filter(|bounce| bounce.speed_in_m_s.is_some() && (1..FEW).contains(&bounce.pictures))
        .min_by_key(|bounce| bounce.pictures);
    let say = |bounce: &MeasuredBounce| {
        remark!(
            Doubt,
            "few-pictures",
            "bounce {}: an approach is seen in {} pictures: their noise is hardly known, and its standard errors may be far too small",
            bounce.number,
            bounce.pictures
        )
    };
    few.map(say).into_iter().collect()
}

/// A rebound that few drops show.
fn few_rebounds(facts: &Facts) -> Vec<Remark> {
    let numbers = 1..=facts.all().map(|bounce| bounce.number).max().unwrap_or(0);
    let few = numbers.filter_map(|number| {
        let all = facts.all().filter(|bounce| bounce.number == number && bounce.speed_in_m_s.is_some()).count();
        let rebounds = facts.all().filter(|bounce| bounce.number == number && bounce.speed_out_m_s.is_some()).count();
        (0 < rebounds && 2 * rebounds < all).then(|| {
            remark!(
                Doubt,
                "few-rebounds",
                "bounce {number}: a rebound is read in {rebounds} of {all} drops that show an approach: its values are those of these drops alone, and \
                 standard errors do not count the others"
            )
        })
    });
    few.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reynolds_number_of_a_drag_coefficient_is_that_of_tables() {
        // Clift, Grace & Weber (1978): 27.3, 4.3 and 1.09 at 1, 10 and 100.
        for (drag, expected) in [(27.3, 1.0), (4.3, 10.0), (1.09, 100.0)] {
            assert!((reynolds(drag) / expected - 1.0).abs() < 0.1, "{drag}: {}", reynolds(drag));
        }
    }
}
