//! Quantities that a computed motion shows: one list, of which a reference takes what it is about.
//!
//! Speeds are those of the table where it has velocities. A table of gaps alone is read as a record is
//! ([`wetbounce_records::bounce`]), with the errors of that. The value of every second row beside that of all says what
//! the distance of the rows costs.

use super::motion::{ALONG, FORCE, GAP, Motion, SECOND, SPIN, VELOCITY};
use wetbounce_physics::model::bounce::{APPARENT_DELAY, apparent};
use wetbounce_physics::numerics::hermite::{Hermite, Moment, lerp};
use wetbounce_physics::numerics::{Bracket, bisect};
use wetbounce_physics::problem::approach::UNDISTURBED;
use wetbounce_records::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use wetbounce_records::bounce::values::read;
use wetbounce_records::record::{Lengths, Setting};

/// What is asked of a motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asked {
    /// Number of the bounce, from 1.
    pub bounce: usize,
    /// Lengths of the spheres, where they are known.
    pub lengths: Option<Lengths>,
    /// Gap over the diameter at which speeds are compared.
    pub gap_over_d: f64,
}

/// A value of a quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionValue {
    /// When \[s\], after the first row.
    pub time: f64,
    /// The value, in SI units.
    pub value: f64,
    /// Its standard error, in SI units: by the reading, or by the distance of the rows.
    pub sigma: f64,
    /// Line of the file that it is from, the nearest of its rows.
    pub line: usize,
    /// What is doubtful about it.
    pub doubt: Option<String>,
}

/// A quantity that a motion shows.
pub struct MotionQuantity {
    /// Its name in a statement.
    pub name: &'static str,
    /// What it is, in words.
    pub words: &'static str,
    /// Columns without which it is not shown, besides times and a gap or a velocity.
    pub needs: &'static [&'static str],
    /// Its values.
    read: fn(&Observed) -> Result<Vec<MotionValue>, String>,
}

/// All quantities.
pub static QUANTITIES: [MotionQuantity; 19] = [
    MotionQuantity { name: "speed", words: "the speed at each moment", needs: &[], read: speed },
    MotionQuantity {
        name: "highest_speed",
        words: "the highest speed towards the wall",
        needs: &[],
        read: highest_speed,
    },
    MotionQuantity {
        name: "settled_speed",
        words: "the mean speed over the last third of the time",
        needs: &[],
        read: |seen| seen.settled(|speeds| speeds[0].abs()),
    },
    MotionQuantity {
        name: "settled_lateral_speed",
        words: "the mean speed across, over the last third of the time",
        needs: &[ALONG],
        read: |seen| seen.settled(|speeds| speeds[1].hypot(speeds[2])),
    },
    MotionQuantity {
        name: "settled_speed_along_path",
        words: "the mean speed along the path, over the last third of the time",
        needs: &[ALONG],
        read: |seen| seen.settled(|speeds| speeds.iter().map(|v| v * v).sum::<f64>().sqrt()),
    },
    MotionQuantity {
        name: "settled_angle",
        words: "the angle between path and vertical in degrees, by the means over the last third of the time",
        needs: &[ALONG],
        read: |seen| seen.settled(|speeds| speeds[1].hypot(speeds[2]).atan2(speeds[0].abs()).to_degrees()),
    },
    MotionQuantity {
        name: "restitution",
        words: "the speed at the time 0.1 D/V after the contact over V, the highest speed of the approach",
        needs: &[],
        read: restitution,
    },
    MotionQuantity {
        name: "restitution_at_one_height",
        words: "the speed after the contact over that before it, at the greatest height that both have",
        needs: &[],
        read: |seen| seen.at_one_height(|[before, after]| after.closing / -before.closing),
    },
    MotionQuantity {
        name: "restitution_at_gap",
        words: "the speed of the gap after the contact over that before it, at the gap that the reference names",
        needs: &[],
        read: restitution_at_gap,
    },
    MotionQuantity {
        name: "apex",
        words: "the highest gap after a contact",
        needs: &[],
        read: |seen| seen.apex(|apex, _| apex.gap),
    },
    MotionQuantity {
        name: "apex_time",
        words: "the time of the highest gap since the first contact",
        needs: &[],
        read: |seen| seen.apex(|apex, first| apex.time - first),
    },
    MotionQuantity {
        name: "impact_angle",
        words: "the angle between path and normal before the contact in degrees",
        needs: &[ALONG],
        read: |seen| seen.at_one_height(|[before, _]| before.across().atan2(-before.normal).to_degrees()),
    },
    MotionQuantity {
        name: "lateral_speed_after",
        words: "the speed along the wall after the contact over the speed of the impact",
        needs: &[ALONG],
        read: |seen| seen.at_one_height(|[before, after]| after.across() / before.normal.hypot(before.across())),
    },
    MotionQuantity {
        name: "rim_speed_after",
        words: "radius times spin after the contact over the speed of the impact",
        needs: &[ALONG, SPIN],
        read: rim_speed,
    },
    MotionQuantity {
        name: "first_speed_after",
        words: "the speed of the first sphere after the collision over that before, both less that of the second before",
        needs: &[VELOCITY, SECOND],
        read: |seen| seen.at_one_height(|[before, after]| (after.normal - before.second) / before.closing),
    },
    MotionQuantity {
        name: "second_speed_after",
        words: "the speed of the second sphere after the collision over that of the first before, both less that of the second before",
        needs: &[VELOCITY, SECOND],
        read: |seen| seen.at_one_height(|[before, after]| (after.second - before.second) / before.closing),
    },
    MotionQuantity {
        name: "in_phase",
        words: "the force in phase with the velocity over the velocity, both their first Fourier components over the last whole periods",
        needs: &[VELOCITY, FORCE],
        read: |seen| Ok(vec![resistance(seen)?[0].clone()]),
    },
    MotionQuantity {
        name: "quadrature",
        words: "the force in phase with the acceleration over the velocity, likewise",
        needs: &[VELOCITY, FORCE],
        read: |seen| Ok(vec![resistance(seen)?[1].clone()]),
    },
    MotionQuantity {
        name: "angular_frequency",
        words: "the angular frequency of the velocity",
        needs: &[VELOCITY],
        read: |seen| Ok(vec![resistance(seen)?[2].clone()]),
    },
];

impl MotionQuantity {
    /// The quantity of this name.
    pub fn of(name: &str) -> Option<&'static Self> {
        QUANTITIES.iter().find(|one| one.name == name)
    }

    /// Its values of a motion; one, but for those of each moment.
    ///
    /// # Errors
    /// The motion does not show it: why, and what would help.
    pub fn of_motion(&self, motion: &Motion, asked: Asked) -> Result<Vec<MotionValue>, String> {
        let lacks = |name: &&&str| match **name {
            ALONG => motion.along.is_empty(),
            SPIN => motion.spin.is_empty(),
            SECOND => motion.second.is_empty(),
            FORCE => motion.force.is_empty(),
            VELOCITY => motion.velocity.is_empty(),
            _ => false,
        };
        if let Some(name) = self.needs.iter().find(lacks) {
            return Err(format!("the table has no column `{name}`"));
        }
        let mut all = (self.read)(&Observed { motion, asked, moments: motion.moments() })?;
        if motion.velocity.is_empty() {
            return Ok(all);
        }
        for from in [0, 1] {
            let thinned = motion.thinned(from);
            let moments = thinned.moments();
            let coarse = if moments.len() < 3 {
                Err(String::new())
            } else {
                (self.read)(&Observed { motion: &thinned, asked, moments })
            };
            match coarse {
                Ok(coarse) if coarse.len() == all.len() => {
                    all.iter_mut()
                        .zip(&coarse)
                        .for_each(|(one, coarse)| one.sigma = one.sigma.max((one.value - coarse.value).abs()));
                }
                Ok(_) => {}
                Err(_) => all.iter_mut().for_each(|one| {
                    one.doubt.get_or_insert_with(|| "every second row alone does not show it, so that what the distance of the rows costs is not in U_val; write more rows".into());
                }),
            }
        }
        Ok(all)
    }
}

/// A motion that is looked at.
struct Observed<'m> {
    motion: &'m Motion,
    asked: Asked,
    moments: Vec<Moment>,
}

/// The contact of a bounce: the last row before it, its time, and the lowest gap.
#[derive(Clone, Copy)]
struct Contact {
    before: usize,
    time: f64,
    gap: f64,
}

/// Speeds at one moment [m/s]: along the normal of the sphere, of the second one, of the gap, and along the wall with
/// the direction of the first row.
struct Speeds {
    normal: f64,
    second: f64,
    closing: f64,
    along: Vec<f64>,
    first: Vec<f64>,
}

impl Speeds {
    /// The speed along the wall, in the direction of the first row.
    fn across(&self) -> f64 {
        let size = self.first.iter().map(|v| v * v).sum::<f64>().sqrt();
        if size == 0.0 {
            return self.along.iter().map(|v| v * v).sum::<f64>().sqrt();
        }
        self.along.iter().zip(&self.first).map(|(v, first)| v * first).sum::<f64>() / size
    }
}

impl Observed<'_> {
    fn value(&self, time: f64, value: f64) -> MotionValue {
        let row = self.moments.partition_point(|at| at.time < time).min(self.moments.len() - 1);
        MotionValue { time: time - self.moments[0].time, value, sigma: 0.0, line: self.motion.lines[row], doubt: None }
    }

    fn one(&self, time: f64, value: f64) -> Result<Vec<MotionValue>, String> {
        Ok(vec![self.value(time, value)])
    }

    fn last(&self) -> Moment {
        self.moments[self.moments.len() - 1]
    }

    fn diameter(&self) -> Result<f64, String> {
        self.asked
            .lengths
            .map(|lengths| lengths.reading)
            .ok_or_else(|| "the diameter of the sphere is needed, as in --set sphere.diameter=\"3 mm\"".into())
    }

    /// The reading of gaps without velocities.
    fn reading(&self, of: fn(&MeasuredBounce) -> Option<MeasuredValue>) -> Result<Vec<MotionValue>, String> {
        let points: Vec<(f64, f64)> = self.moments.iter().map(|at| (at.time, at.gap)).collect();
        let setting = Setting { has_zero: self.motion.has_gaps, ..Setting::of(self.asked.lengths) };
        let reading = read(&points, setting);
        let bounce = reading.bounces.iter().find(|bounce| bounce.number == self.asked.bounce);
        let value = bounce.and_then(of);
        let Some((bounce, value)) = bounce.zip(value) else {
            let why =
                reading.unread.first().cloned().unwrap_or_else(|| format!("it has {} bounces", reading.bounces.len()));
            return Err(format!(
                "the gaps do not show it: {why}; frames must reach beyond the apex, and the column `{VELOCITY}` helps"
            ));
        };
        let time = bounce.contact_time_s.map_or(self.last().time, |time| time.value);
        Ok(vec![MotionValue { sigma: value.sigma, ..self.value(time, value.value) }])
    }

    /// The contact of the bounce of a number: where a fall turns into a rise, between two rows at the crossing of the
    /// motions before and after it.
    fn contact(&self, number: usize) -> Result<Contact, String> {
        self.motion.begins_towards_the_wall()?;
        let moments = &self.moments;
        let mut falls = None::<usize>;
        let mut count = 0;
        for (row, at) in moments.iter().enumerate() {
            if at.velocity < 0.0 {
                falls = Some(row);
            }
            let Some(before) = falls.filter(|_| at.velocity > 0.0) else { continue };
            falls = None;
            count += 1;
            if count < number {
                continue;
            }
            let found = self.crossing(before, row);
            return self.at_wall(found, number);
        }
        let last = self.last();
        Err(match count {
            0 => format!(
                "the sphere does not come back from the wall: in the last row, line {}, its gap is {:.4e} m and its velocity {:+.4e} m/s; the rows must reach beyond the contact, and velocities count away from the wall",
                self.motion.lines[moments.len() - 1],
                last.gap,
                last.velocity
            ),
            _ => format!("the motion has {count} bounces, and bounce {number} is asked for; let the run go on"),
        })
    }

    /// The contact between the last row of a fall and the first of a rise: where both motions, carried on with their
    /// speeds and accelerations, meet.
    fn crossing(&self, before: usize, after: usize) -> Contact {
        let rows = &self.moments;
        let bend = |row: usize, next: Option<&Moment>| {
            let at = rows[row];
            next.filter(|next| next.velocity * at.velocity > 0.0)
                .map_or(0.0, |next| (next.velocity - at.velocity) / (next.time - at.time))
        };
        let earlier = before.checked_sub(1).and_then(|row| rows.get(row));
        let bends = [bend(before, earlier), bend(after, rows.get(after + 1))];
        let gap = |row: usize, bend: f64, time: f64| {
            let since = time - rows[row].time;
            rows[row].gap + since * (rows[row].velocity + 0.5 * bend * since)
        };
        let apart = |time: f64| gap(before, bends[0], time) - gap(after, bends[1], time);
        let within = Bracket { low: rows[before].time, high: rows[after].time };
        let time = match (apart(within.low) > 0.0, apart(within.high) < 0.0) {
            (true, true) => bisect(within, HALVINGS, |time| apart(time) > 0.0).middle(),
            (false, _) => within.low,
            (true, false) => within.high,
        };
        let lowest = gap(before, bends[0], time).min(rows[before].gap).min(rows[after].gap);
        Contact { before, time, gap: lowest }
    }

    /// Refuses a turn far from the wall.
    fn at_wall(&self, contact: Contact, number: usize) -> Result<Contact, String> {
        let diameter = self.asked.lengths.map(|lengths| lengths.diameter);
        if let Some(diameter) = diameter.filter(|diameter| self.motion.has_gaps && contact.gap.abs() > FAR * diameter) {
            return Err(format!(
                "turn {number}, line {}, has a gap of {:.4} D: the sphere does not reach the wall, or `{GAP}` is no gap between the surfaces, which is 0 at contact",
                self.motion.lines[contact.before],
                contact.gap / diameter
            ));
        }
        Ok(contact)
    }

    /// Refuses rows that begin near the wall with the highest speed of the approach to the first contact, if they show
    /// one: the wall slows the sphere there, and its speed before that is not in the rows.
    fn begins_before_the_wall_acts(&self) -> Result<(), String> {
        let contact = self.contact(1).ok();
        let first = self.moments[0];
        let end = contact.map_or(self.moments.len(), |contact| contact.before + 1);
        let is_fastest = self.moments[..end].iter().all(|at| at.velocity >= first.velocity);
        let level = contact.map(|contact| self.level(contact)).or(self.motion.has_gaps.then_some(0.0));
        let begin = self.asked.lengths.zip(level).map(|(lengths, level)| (first.gap - level) / lengths.diameter);
        match begin.filter(|begin| is_fastest && *begin < UNDISTURBED) {
            Some(begin) => Err(format!(
                "the rows begin at {begin:.3} D, line {}, with the highest speed of the approach, where the wall slows the sphere already: give rows from {UNDISTURBED} D on",
                self.motion.lines[0]
            )),
            None => Ok(()),
        }
    }

    /// The level of a contact: zero, or its lowest gap where zero is not known.
    fn level(&self, contact: Contact) -> f64 {
        if self.motion.has_gaps { 0.0 } else { contact.gap }
    }

    /// When a contact begins and ends: where the surfaces overlap, the zeros of the gap.
    fn ends(&self, contact: Contact) -> [f64; 2] {
        let overlaps = self.motion.has_gaps && contact.gap < 0.0;
        self.passes(contact, 0.0).filter(|_| overlaps).unwrap_or([contact.time; 2])
    }

    /// A quantity of the apex of the bounce that is asked for, and of the time of the first contact; gaps are those
    /// above the contact.
    fn apex(&self, of: impl Fn(Moment, f64) -> f64) -> Result<Vec<MotionValue>, String> {
        if self.motion.velocity.is_empty() {
            // Which of both is asked for shows at an apex of one after a contact at zero.
            let is_gap = of(Moment { time: 0.0, gap: 1.0, velocity: 0.0 }, 0.0) == 1.0;
            let number = self.asked.bounce;
            return match (is_gap, number) {
                (true, _) => self.reading(|bounce| bounce.apex_gap_m),
                (false, 1) => self.reading(|bounce| bounce.apex_time_s),
                _ => Err(format!("the times of later apexes need the column `{VELOCITY}`")),
            };
        }
        let ([first, _], contact) = (self.ends(self.contact(1)?), self.contact(self.asked.bounce)?);
        let flight = self.moments.windows(2).skip(contact.before + 1);
        let apex = flight
            .map(|pair| Hermite::new(pair[0], pair[1]))
            .find_map(|arc| arc.turning_point().filter(|apex| apex.gap > contact.gap));
        let Some(apex) = apex else {
            let last = self.last();
            return Err(format!(
                "the rows end before the apex of bounce {}: in the last one, line {}, the sphere still rises with {:.4e} m/s; let the run go on until it falls again",
                self.asked.bounce,
                self.motion.lines[self.moments.len() - 1],
                last.velocity
            ));
        };
        let above = Moment { gap: apex.gap - self.level(contact), ..apex };
        self.one(apex.time, of(above, first))
    }

    /// Means over the last third of the time, of the velocity along the normal and along the wall; half of what they
    /// change by is their error.
    fn settled(&self, of: impl Fn([f64; 3]) -> f64) -> Result<Vec<MotionValue>, String> {
        let (from, to) = (self.moments[0].time, self.last().time);
        let along = |row: usize, which: usize| self.motion.along.get(which).map_or(0.0, |column| column[row]);
        let mean = |begin: f64, end: f64| -> Result<[f64; 3], String> {
            let rows: Vec<usize> =
                (0..self.moments.len()).filter(|row| (begin..=end).contains(&self.moments[*row].time)).collect();
            if rows.len() < 2 {
                return Err("the last third of the time has too few rows for a mean".into());
            }
            let span = self.moments[rows[rows.len() - 1]].time - self.moments[rows[0]].time;
            let of = |value: &dyn Fn(usize) -> f64| {
                let area = |pair: &[usize]| {
                    0.5 * (value(pair[0]) + value(pair[1])) * (self.moments[pair[1]].time - self.moments[pair[0]].time)
                };
                rows.windows(2).map(area).sum::<f64>() / span
            };
            Ok([of(&|row| self.moments[row].velocity), of(&|row| along(row, 0)), of(&|row| along(row, 1))])
        };
        let third = (to - from) / 3.0;
        let value = of(mean(to - third, to)?);
        let change = of(mean(to - 0.5 * third, to)?) - of(mean(to - third, to - 0.5 * third)?);
        let size = self.moments.iter().map(|at| at.velocity.abs()).fold(0.0, f64::max);
        let doubt = (change.abs() > STILL_CHANGES * value.abs().max(STILL_CHANGES * size)).then(|| {
            format!("it still changes by {change:+.3e} within the last third of the time: the motion has not settled")
        });
        Ok(vec![MotionValue { sigma: 0.5 * change.abs(), doubt, ..self.value(to, value) }])
    }

    /// Speeds at a time.
    fn speeds(&self, time: f64) -> Speeds {
        let row = self.moments.partition_point(|at| at.time < time).clamp(1, self.moments.len() - 1);
        let share = Hermite::new(self.moments[row - 1], self.moments[row]).fraction(time).clamp(0.0, 1.0);
        let of = |values: &[f64]| values.get(row).map_or(0.0, |value| lerp(values[row - 1], *value, share));
        let closing = lerp(self.moments[row - 1].velocity, self.moments[row].velocity, share);
        Speeds {
            normal: if self.motion.velocity.is_empty() { closing } else { of(&self.motion.velocity) },
            second: of(&self.motion.second),
            closing,
            along: self.motion.along.iter().map(|values| of(values)).collect(),
            first: self.motion.along.iter().map(|values| values[0]).collect(),
        }
    }

    /// When the way to a contact, and that from it, pass a height.
    fn passes(&self, contact: Contact, height: f64) -> Option<[f64; 2]> {
        let rows = &self.moments;
        let cross =
            |pair: &[Moment]| (pair[0].gap - height) * (pair[1].gap - height) <= 0.0 && pair[0].gap != pair[1].gap;
        let time = |pair: &[Moment]| match Hermite::new(pair[0], pair[1]).crossing(height) {
            Some(at) => at.time,
            None => pair[if pair[0].gap == height { 0 } else { 1 }].time,
        };
        let before = rows[..=contact.before].windows(2).rev().find(|pair| cross(pair)).map(time)?;
        let after = rows[contact.before + 1..].windows(2).find(|pair| cross(pair)).map(time)?;
        Some([before, after])
    }

    /// A quantity of the speeds before and after the contact at the greatest height that both have: outside of the
    /// contact, and where weight has done no work.
    fn at_one_height(&self, of: impl Fn([Speeds; 2]) -> f64) -> Result<Vec<MotionValue>, String> {
        let contact = self.contact(self.asked.bounce)?;
        let rows = &self.moments;
        let top = |rows: &mut dyn Iterator<Item = &Moment>, falls: bool| {
            let sign = if falls { -1.0 } else { 1.0 };
            rows.take_while(|at| sign * at.velocity >= 0.0).map(|at| at.gap).fold(f64::NEG_INFINITY, f64::max)
        };
        let before = top(&mut rows[..=contact.before].iter().rev(), true);
        let after = top(&mut rows[contact.before + 1..].iter().skip_while(|at| at.velocity <= 0.0), false);
        let height = before.min(after);
        let Some([before, after]) = self.passes(contact, height).filter(|_| height > self.level(contact)) else {
            return Err("the rows begin or end within the contact; they must reach from before the touch until the sphere is off the wall".into());
        };
        self.one(contact.time, of([self.speeds(before), self.speeds(after)]))
    }
}

/// A turn at a gap above this share of the diameter is not at the wall.
const FAR: f64 = 0.1;
/// Change within the last third of the time, over the mean, that is said.
const STILL_CHANGES: f64 = 0.01;
/// Halvings of the time between two rows, to round-off.
const HALVINGS: u32 = 50;
/// Most moments of which each has a value.
const MOMENTS: usize = 300;
/// Whole periods of an oscillation that are left away at its beginning.
const PERIODS_LEFT_AWAY: usize = 2;
/// Whole periods that are needed after them.
const PERIODS_NEEDED: usize = 1;

/// The speed at each moment; of more than can be shown, at moments even in the logarithm of the time.
fn speed(seen: &Observed) -> Result<Vec<MotionValue>, String> {
    let count = seen.moments.len();
    let begin = seen.moments[0].time;
    let all = (1..count).filter(|row| seen.moments[*row].time > begin);
    let value = |row: usize| MotionValue {
        line: seen.motion.lines[row],
        ..seen.value(seen.moments[row].time, seen.moments[row].velocity.abs())
    };
    if count <= MOMENTS {
        return Ok(all.map(value).collect());
    }
    let (first, last) = (seen.moments[1].time - begin, seen.last().time - begin);
    let mut rows: Vec<usize> = (0..MOMENTS)
        .map(|k| first * (last / first).powf(k as f64 / (MOMENTS - 1) as f64))
        .map(|time| seen.moments.partition_point(|at| at.time - begin < time).min(count - 1))
        .collect();
    rows.dedup();
    Ok(rows.into_iter().map(value).collect())
}

fn highest_speed(seen: &Observed) -> Result<Vec<MotionValue>, String> {
    seen.begins_before_the_wall_acts()?;
    if seen.motion.velocity.is_empty() {
        return seen.reading(|bounce| bounce.speed_in_m_s);
    }
    seen.motion.begins_towards_the_wall()?;
    let end = seen.contact(1).map_or(seen.moments.len(), |contact| contact.before + 1);
    let fall = &seen.moments[..end];
    let row = (0..fall.len()).min_by(|a, b| fall[*a].velocity.total_cmp(&fall[*b].velocity)).unwrap_or(0);
    let (highest, last) = (fall[row], fall[fall.len() - 1]);
    if row + 1 == seen.moments.len() {
        let before = fall[row.saturating_sub(1 + row / 10)];
        if (highest.velocity - before.velocity).abs() > 1e-3 * highest.velocity.abs() {
            return Err(format!(
                "the rows end before the highest speed: in the last one, line {}, the sphere still gains speed at {:.4e} m/s; let it fall until it is slowed",
                seen.motion.lines[row], -last.velocity
            ));
        }
    }
    seen.one(highest.time, -highest.velocity)
}

fn restitution(seen: &Observed) -> Result<Vec<MotionValue>, String> {
    if seen.motion.velocity.is_empty() {
        seen.begins_before_the_wall_acts()?;
        return seen.reading(|bounce| bounce.restitution);
    }
    let diameter = seen.diameter()?;
    let contact = seen.contact(seen.asked.bounce)?;
    // Heights of a centre show no contact, and that is to be said first.
    seen.begins_before_the_wall_acts()?;
    let [begin, end] = seen.ends(contact);
    let found = apparent(&seen.moments, (begin, end), diameter).ok_or_else(|| {
        let fastest = seen.moments[..=contact.before].iter().map(|at| -at.velocity).fold(0.0, f64::max);
        format!(
            "the speed at the time 0.1 D/V = {:.3e} s after the contact is not shown: rows must stand closer than that, and reach beyond it",
            APPARENT_DELAY * diameter / fastest
        )
    })?;
    seen.one(contact.time, found.restitution)
}

fn restitution_at_gap(seen: &Observed) -> Result<Vec<MotionValue>, String> {
    let diameter = seen.asked.lengths.map_or_else(|| seen.diameter(), |lengths| Ok(lengths.diameter))?;
    let contact = seen.contact(seen.asked.bounce)?;
    let height = seen.level(contact) + seen.asked.gap_over_d * diameter;
    let [before, after] = seen.passes(contact, height).ok_or_else(|| {
        format!(
            "the gap is not {} D both before and after the contact; the rows must reach that far",
            seen.asked.gap_over_d
        )
    })?;
    let [before, after] = [before, after].map(|time| seen.speeds(time).closing);
    seen.one(contact.time, after / -before)
}

fn rim_speed(seen: &Observed) -> Result<Vec<MotionValue>, String> {
    let radius = 0.5 * seen.asked.lengths.map_or_else(|| seen.diameter(), |lengths| Ok(lengths.diameter))?;
    // Friction makes a sphere that did not spin roll along.
    let last = seen.motion.spin.len() - 1;
    let spin = (seen.motion.spin[last] - seen.motion.spin[0]).abs();
    seen.at_one_height(|[before, _]| radius * spin / before.normal.hypot(before.across()))
}

/// Real and imaginary part of the force over the velocity [N s/m], against the motion, and the angular frequency
/// [rad/s].
fn resistance(seen: &Observed) -> Result<[MotionValue; 3], String> {
    let rows = &seen.moments;
    let speeds = &seen.motion.velocity;
    let zeros: Vec<f64> = (1..rows.len())
        .filter(|row| speeds[row - 1] <= 0.0 && speeds[*row] > 0.0)
        .map(|row| lerp(rows[row - 1].time, rows[row].time, speeds[row - 1] / (speeds[row - 1] - speeds[row])))
        .collect();
    let skipped = PERIODS_LEFT_AWAY;
    if zeros.len() <= skipped + PERIODS_NEEDED {
        return Err(format!(
            "the velocity shows {} whole periods; {skipped} are left away at the beginning, and {} more is needed: let the sphere go on oscillating",
            zeros.len().saturating_sub(1),
            PERIODS_NEEDED
        ));
    }
    let (begin, end) = (zeros[skipped], zeros[zeros.len() - 1]);
    let omega = 2.0 * std::f64::consts::PI * (zeros.len() - 1 - skipped) as f64 / (end - begin);
    let inside: Vec<usize> = (0..rows.len()).filter(|row| (begin..=end).contains(&rows[*row].time)).collect();
    let part = |values: &[f64]| -> [f64; 2] {
        let at = |time: f64| {
            let row = rows.partition_point(|one| one.time < time).clamp(1, rows.len() - 1);
            lerp(values[row - 1], values[row], (time - rows[row - 1].time) / (rows[row].time - rows[row - 1].time))
        };
        let mut points = vec![(begin, at(begin))];
        points.extend(inside.iter().map(|row| (rows[*row].time, values[*row])));
        points.push((end, at(end)));
        [f64::cos as fn(f64) -> f64, |phase| -phase.sin()].map(|wave| {
            let of = |(time, value): (f64, f64)| value * wave(omega * (time - begin));
            points.windows(2).map(|pair| 0.5 * (of(pair[0]) + of(pair[1])) * (pair[1].0 - pair[0].0)).sum::<f64>()
        })
    };
    let none = vec![0.0; rows.len()];
    let force = if seen.motion.force.is_empty() { &none } else { &seen.motion.force };
    let ([u, iu], [f, jf]) = (part(speeds), part(force));
    let size = u * u + iu * iu;
    let [real, imaginary] = [-(f * u + jf * iu) / size, -(jf * u - f * iu) / size];
    if real < 0.0 {
        return Err(format!(
            "`{FORCE}` drives the sphere along: it must be the force of the liquid on the sphere, in the direction of `{VELOCITY}`"
        ));
    }
    Ok([real, imaginary, omega].map(|value| seen.value(end, value)))
}
