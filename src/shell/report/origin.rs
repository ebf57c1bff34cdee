//! Where numbers come from: program, case, machine, moment.

use super::page::with_unit;
use crate::output::summary::{Provenance, Summary};
use crate::output::table::Table;
use std::time::{SystemTime, UNIX_EPOCH};

/// The origin of a report's numbers.
pub struct Origin<'a> {
    /// Program, version, build.
    pub program: String,
    /// Commit that it was built from; may be empty.
    pub(super) commit: String,
    /// The identity of the input: its name and its fingerprint.
    pub fingerprint: (&'a str, &'a str),
    /// Threads that worked.
    pub(super) threads: String,
    /// Elapsed time spent \[s\], if it is known.
    pub wall_s: f64,
}

impl<'a> Origin<'a> {
    /// The origin of one run.
    pub fn of_run(summary: &'a Summary) -> Self {
        let provenance = &summary.provenance;
        Self {
            program: format!("{} {} ({})", provenance.program, summary.version, provenance.build),
            commit: provenance.commit.clone(),
            fingerprint: ("Case fingerprint", &provenance.case_fingerprint),
            threads: summary.threads.to_string(),
            wall_s: summary.wall_s,
        }
    }

    /// The origin of results that this program made from an input.
    pub fn of_this_program(fingerprint: (&'a str, &'a str), threads: String, wall_s: f64) -> Self {
        let Provenance { program, build, commit, .. } = Provenance::of_case("");
        let program = format!("{program} {} ({build})", env!("CARGO_PKG_VERSION"));
        Self { program, commit, fingerprint, threads, wall_s }
    }

    /// The table: program and input, machine, moment.
    pub fn table(&self) -> Table {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let mut table = Table::new(["", ""]);
        table.push(["Program", &self.program]);
        table.push(["Commit", if self.commit.is_empty() { "not known to this build" } else { &self.commit }]);
        table.push([self.fingerprint.0, self.fingerprint.1]);
        table.push(["Host", &format!("{}, {} {}", host(), std::env::consts::OS, std::env::consts::ARCH)]);
        table.push(["Processor", &processor()]);
        table.push(["Threads", &format!("{}; the machine has {}", self.threads, hardware_threads())]);
        table.push(["Elapsed time", &with_unit(self.wall_s, "s")]);
        table.push(["Report written", &utc(now)]);
        table
    }
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
