//! The figure of a reading: pictures, the motion through them, contacts and apexes.

use wetbounce_figures::Figure;
use wetbounce_figures::reading::{DropReading, figure};
use wetbounce_physics::numerics::hermite::MotionPoint;
use wetbounce_records::bounce::drops::without;
use wetbounce_records::bounce::measured_bounce::MeasuredBounce;
use wetbounce_records::bounce::smooth_motion::{MotionFit, SmoothMotion};
use wetbounce_records::bounce::values::Evaluation;
use wetbounce_records::record::{Record, Setting};

/// The figure of a drop that was read so; `None` of a record without heights.
pub(super) fn of(drop: &Record, reading: &Evaluation, setting: Setting) -> Option<Figure> {
    let kept = without(drop, &reading.left_out);
    if drop.apexes || kept.points().is_empty() {
        return None;
    }
    let name = drop.file.file_stem().map_or("record".into(), |stem| stem.to_string_lossy().into_owned());
    let name = if drop.drop.is_empty() { name } else { drop.drop.clone() };
    Some(figure(&name, &shown(drop, &kept, reading, setting)))
}

/// What it shows of a drop, of which these pictures are `kept`.
fn shown(drop: &Record, kept: &Record, reading: &Evaluation, setting: Setting) -> DropReading {
    let contacts: Vec<(f64, f64)> = reading.bounces.iter().filter_map(contact).collect();
    let zero = contacts.first().map_or(0.0, |(_, gap)| *gap);
    // Each flight counts from the contact before it.
    let level = |time: f64| contacts.iter().rfind(|contact| contact.0 <= time).map_or(0.0, |(_, gap)| gap - zero);
    let above = |(time, gap): (f64, f64)| (time, gap - zero);
    let pictures: Vec<(f64, f64)> = kept.points().into_iter().map(above).collect();
    let rows = drop.time.iter().zip(&drop.gap).zip(&kept.gap);
    let out = rows.filter(|((_, gap), kept)| gap.is_finite() && kept.is_nan());
    let motion =
        SmoothMotion::of(drop, setting, MotionFit::Series).ok().map(|motion| (motion.extent(), motion.mean(0.0)));
    let (line, residuals) = motion.map_or_else(Default::default, |((begin, end), path)| {
        let of_node = |(time, point): (&f64, &MotionPoint)| (*time, point.gap + level(*time));
        let within = pictures.iter().filter(|(time, _)| (begin..=end).contains(time));
        let off = within.map(|(time, gap)| (*time, gap - path.at(*time).gap - level(*time)));
        (path.times.iter().zip(&path.points).map(of_node).collect(), off.collect())
    });
    let apex = |bounce: &MeasuredBounce| {
        let (time, gap) = contact(bounce)?;
        let (rises, height) = (bounce.apex_time_s?, bounce.apex_gap_m?);
        Some(((time + rises.value, gap + height.value - zero), height.sigma))
    };
    DropReading {
        left_out: out.map(|((time, gap), _)| above((*time, *gap))).collect(),
        motion: line,
        residuals,
        contacts: contacts.iter().map(|(time, _)| *time).collect(),
        apexes: reading.bounces.iter().filter_map(apex).collect(),
        pictures,
    }
}

/// Time and gap of the contact of a bounce.
fn contact(bounce: &MeasuredBounce) -> Option<(f64, f64)> {
    Some((bounce.contact_time_s?.value, bounce.contact_gap_m?.value))
}
