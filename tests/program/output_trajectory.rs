//! `trajectory.csv` as other programs and a resumed run meet it.

use crate::program::{messages, note};
use std::fs;
use std::path::Path;
use tempfile::tempdir;
use wetbounce::numerics::hermite::Moment;
use wetbounce::output::trajectory::{Sample, Sampling, Trajectory, TrajectoryWriter, forces, passes_multiple};

const FORCES: [&str; 2] = ["drag", "contact"];

/// An awkward motion: the numbers need all 17 digits, steps are uneven.
fn state(step: usize) -> (Moment, [f64; 2]) {
    let time = 1e-3 * step as f64 + 1e-4 * (step as f64).sin();
    let moment = Moment { time, gap: (7.0 * time).cos() / 3.0, velocity: -7.0 * (7.0 * time).sin() / 3.0 };
    (moment, [1e-9 / (1.0 + time), -(time * 1e5)])
}

fn sampling(interval: Option<f64>) -> Sampling {
    Sampling { interval, ..Sampling::default() }
}

fn record(writer: &mut TrajectoryWriter, steps: std::ops::RangeInclusive<usize>) {
    for step in steps {
        let (moment, values) = state(step);
        writer.record(Sample { moment, values: &values }).unwrap();
    }
}

fn write(path: &Path, interval: Option<f64>, last: usize) {
    let (moment, values) = state(0);
    let first = Sample { moment, values: &values };
    let mut writer = TrajectoryWriter::create(path, &forces(&FORCES), sampling(interval), first).unwrap();
    record(&mut writer, 1..=last);
    writer.finish().unwrap();
}

fn resume(path: &Path, interval: Option<f64>, at: usize) -> Result<TrajectoryWriter, String> {
    let (moment, values) = state(at);
    TrajectoryWriter::resume(path, &forces(&FORCES), sampling(interval), Sample { moment, values: &values })
        .map_err(|error| error.to_string())
}

#[test]
fn every_number_reads_back_to_the_same_bits() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("trajectory.csv");
    write(&path, None, 300);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("time_s,gap_m,velocity_m_s,drag_N,contact_N\n"));
    let read = Trajectory::read(&path).unwrap();
    assert_eq!(read.len(), 301);
    for step in 0..=300 {
        let (moment, values) = state(step);
        assert_eq!(read.moment(step), moment);
        assert_eq!([read.column("drag_N").unwrap()[step], read.column("contact_N").unwrap()[step]], values);
    }
}

#[test]
fn a_run_killed_and_resumed_writes_the_file_of_an_uninterrupted_run() {
    for interval in [None, Some(2.5e-3), Some(1e-4), Some(0.033)] {
        let dir = tempdir().unwrap();
        let (whole, killed) = (dir.path().join("whole.csv"), dir.path().join("killed.csv"));
        write(&whole, interval, 200);
        for (reached, checkpoint) in [(150, 120), (120, 120), (60, 0)] {
            write(&killed, interval, reached);
            let mut writer = resume(&killed, interval, checkpoint).unwrap();
            record(&mut writer, checkpoint + 1..=200);
            writer.finish().unwrap();
            assert_eq!(
                fs::read_to_string(&killed).unwrap(),
                fs::read_to_string(&whole).unwrap(),
                "interval {interval:?}, killed at step {reached}, checkpoint at {checkpoint}"
            );
        }
    }
}

#[test]
fn half_a_line_at_the_end_is_dropped_on_resume_and_passed_over_by_readers() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("trajectory.csv");
    write(&path, None, 20);
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{whole}0.0213,0.9")).unwrap();
    assert_eq!(Trajectory::read(&path).unwrap().len(), 21);
    resume(&path, None, 20).unwrap().finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_file_that_ends_before_the_checkpoint_or_has_other_forces_is_refused() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("trajectory.csv");
    for interval in [None, Some(2.5e-3)] {
        write(&path, interval, 20);
        note(resume(&path, interval, 40).unwrap_err());
    }
    let (moment, values) = state(20);
    let first = Sample { moment, values: &values };
    for (path, forces) in [(path, forces(&["drag", "lift"])), (dir.path().join("none.csv"), forces(&FORCES))] {
        note(TrajectoryWriter::resume(&path, &forces, sampling(None), first).unwrap_err());
    }
    messages!();
}

#[test]
fn sampled_rows_lie_on_multiples_of_the_interval_and_on_the_motion() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("trajectory.csv");
    write(&path, Some(2.5e-3), 200);
    let read = Trajectory::read(&path).unwrap();
    let end = state(200).0.time;
    assert_eq!(read.len(), (end / 2.5e-3) as usize + 2, "first, multiples, last");
    let step: f64 = 1.2e-3;
    for row in 0..read.len() - 1 {
        let Moment { time, gap, velocity } = read.moment(row);
        assert_eq!(time, row as f64 * 2.5e-3);
        assert!((gap - (7.0 * time).cos() / 3.0).abs() < (7.0 * step).powi(4) / 384.0 / 3.0 + 1e-16);
        assert!((velocity + 7.0 * (7.0 * time).sin() / 3.0).abs() < 7.0 / 3.0 * (7.0 * step).powi(2) / 8.0);
    }
    assert_eq!(read.moment(read.len() - 1), state(200).0);
}

#[test]
fn nothing_is_written_twice_when_steps_end_on_the_sampling_times() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("trajectory.csv");
    let at = |step: usize| Moment { time: 0.25 * step as f64, gap: 1.0, velocity: 0.0 };
    let first = Sample { moment: at(0), values: &[] };
    let mut writer = TrajectoryWriter::create(&path, &[], sampling(Some(0.5)), first).unwrap();
    for step in 1..=8 {
        writer.record(Sample { moment: at(step), values: &[] }).unwrap();
    }
    writer.finish().unwrap();
    assert_eq!(Trajectory::read(&path).unwrap().time, [0.0, 0.5, 1.0, 1.5, 2.0]);
    let due: Vec<usize> = (1..=8).filter(|&step| passes_multiple(0.5, at(step - 1).time, at(step).time)).collect();
    assert_eq!(due, [2, 4, 6, 8]);
}

#[test]
fn damaged_files_are_refused_with_the_line() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("trajectory.csv");
    for text in [
        "t,x\n0,1\n",
        "time_s,gap_m,velocity_m_s\n0,1,0\n1,one,0\n",
        "time_s,gap_m,velocity_m_s\n0,1,0\n1,1\n",
        "time_s,gap_m,velocity_m_s\n1,1,0\n1,1,0\n",
    ] {
        fs::write(&path, text).unwrap();
        note(Trajectory::read(&path).unwrap_err());
    }
    messages!();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_writer_with_an_error() {
    let (moment, values) = state(0);
    let first = Sample { moment, values: &values };
    let error = TrajectoryWriter::create(Path::new("/dev/full"), &forces(&FORCES), sampling(None), first).unwrap_err();
    note(format!("{error}\nhelp: {}", error.advice()));
    messages!();
}
