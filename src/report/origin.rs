//! Where numbers come from: program, case, machine, moment.

use super::page::{Row, row};
use super::with_unit;
use crate::output::summary::Summary;
use std::time::{SystemTime, UNIX_EPOCH};

/// The commit that the program was built from, with `-dirty` if files were changed: the environment variable
/// `WETBOUNCE_COMMIT` at build time, as in `WETBOUNCE_COMMIT=$(git describe --always --dirty) cargo build --release`.
const COMMIT: Option<&str> = option_env!("WETBOUNCE_COMMIT");

pub(super) fn rows(summary: &Summary) -> Vec<Row> {
    let provenance = &summary.provenance;
    let commit = COMMIT.filter(|commit| !commit.is_empty()).unwrap_or("not recorded in this build");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let threads = format!("{} of {} hardware threads", summary.threads, hardware_threads());
    vec![
        row(["Program", &format!("{} {} ({})", provenance.program, summary.version, provenance.build)]),
        row(["Commit", commit]),
        row(["Case fingerprint", &provenance.case_fingerprint]),
        row(["Host", &format!("{}, {} {}", host(), std::env::consts::OS, std::env::consts::ARCH)]),
        row(["Processor", &processor()]),
        row(["Threads", &threads]),
        row(["Wall time", &with_unit(summary.wall_s, "s")]),
        row(["Report written", &utc(now)]),
    ]
}

fn hardware_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn host() -> String {
    let of_system = std::fs::read_to_string("/proc/sys/kernel/hostname").ok().map(|name| name.trim().to_owned());
    let of_shell = || std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).ok();
    of_system.or_else(of_shell).filter(|name| !name.is_empty()).unwrap_or_else(|| "unknown host".into())
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name"));
    line.and_then(|line| line.split_once(':')).map_or_else(|| "unknown".into(), |(_, name)| name.trim().to_owned())
}

/// `2026-11-20 12:34 UTC` from seconds since 1970; the Gregorian calendar by Hinnant's days-from-civil algorithm.
fn utc(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3600, rest / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn the_calendar_knows_leap_years_and_turns_of_the_year() {
        assert_eq!(utc(0), "1970-01-01 00:00 UTC");
        assert_eq!(utc(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(utc(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(utc(1_735_689_599), "2024-12-31 23:59 UTC");
        assert_eq!(utc(4_107_542_400), "2100-03-01 00:00 UTC");
    }
}
