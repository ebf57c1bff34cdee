//! Cases and plans: the seeds, and what must hold for every text.

use super::mutate::mutated;
use super::tables;
use crate::random::Random;
use std::fs;
use std::path::{Path, PathBuf};
use wetbounce::case;
use wetbounce::case::LARGEST_FILE;
use wetbounce::case::{BandChoice, Case, CaseError, Hydrodynamics, ImpactCase};
use wetbounce::cli::check;
use wetbounce::cli::new::TEMPLATE;
use wetbounce::contact::impact::Control;
use wetbounce::model::{build, theory};
use wetbounce::study::{CostEstimate, Plan, Study};

/// Most combinations of a plan that are made into cases here.
const MOST_RUNS: usize = 64;
/// Most steps of a motion by theory: a bounce takes about 1500.
const MOST_STEPS: u64 = 2500;
/// Most steps of an undamped contact.
const CONTACT_STEPS: u32 = 300;
/// Longest message to a user \[bytes\].
const LONGEST_MESSAGE: usize = 1 << 20;
/// Settings that open the rarer parts of a case.
const VARIANTS: [&[&str]; 7] = [
    &["film.model=ehd", "film.asperities=greenwood-tripp", "film.roughness=1 um"],
    &["contact.law=li"],
    &["contact.law=luding", "contact.max_stiffness=\"1e6 N/m\""],
    &["contact.law=hertz/stiffness", "contact.k_n=1 GPa"],
    &["hydrodynamics=theory", "theory.history=mei-adrian"],
    &["hydrodynamics=blended", "theory.wall_drag=brenner"],
    &["run.time=1 s", "output.fields=1 ms", "output.trajectory=1 ms", "title=a", "reference=b"],
];

/// The seeds by kind, and a directory for readers that want files.
pub struct Corpus {
    cases: Vec<Vec<u8>>,
    impacts: Vec<Vec<u8>>,
    plans: Vec<Vec<u8>>,
    overrides: Vec<Vec<u8>>,
    base: String,
    place: tempfile::TempDir,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn texts(directory: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(root().join(directory)).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

impl Corpus {
    /// Reads the corpus; every shipped file is checked to be accepted as it is.
    pub fn read() -> Self {
        let base = fs::read_to_string(root().join("tests/corpus/case/smallest.toml")).unwrap();
        let written = |overrides: &[&str]| -> Vec<u8> {
            let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
            Case::parse(&base, "seed.toml", &overrides).unwrap().to_toml().into_bytes()
        };
        let resolved: Vec<Vec<u8>> = VARIANTS.iter().map(|variant| written(variant)).collect();
        let cases = [texts("cases"), texts("tests/corpus/case"), vec![TEMPLATE.into()], resolved].concat();
        let place = tempfile::tempdir().unwrap();
        for (number, text) in texts("cases").iter().enumerate() {
            fs::write(place.path().join(format!("base-{number}.toml")), text).unwrap();
        }
        let lines = VARIANTS.iter().map(|variant| variant.join("\n").into_bytes()).collect();
        Self {
            cases,
            impacts: texts("cases/impact"),
            plans: [texts("cases/sweeps"), texts("tests/corpus/plan")].concat(),
            overrides: lines,
            base,
            place,
        }
    }

    fn seeds(&self, kind: &str) -> &[Vec<u8>] {
        match kind {
            "case" | "theory" => &self.cases,
            "impact case" | "impact" => &self.impacts,
            "override" => &self.overrides,
            _ => &self.plans,
        }
    }

    /// An input of this kind.
    pub fn input(&self, kind: &str, random: &mut Random) -> Vec<u8> {
        if matches!(kind, "table" | "trajectory" | "record") {
            return tables::written(kind, random);
        }
        let seeds = self.seeds(kind);
        let mut bytes = mutated(&seeds[random.index(seeds.len())], seeds, random);
        bytes.truncate(LARGEST_FILE as usize + 1);
        bytes
    }

    /// Tries the reader of this kind: whether it accepts, or what is wrong with it.
    pub fn try_one(&self, kind: &str, bytes: &[u8]) -> Result<bool, String> {
        let text = std::str::from_utf8(bytes);
        let from_file = text.is_err() || bytes.len() as u64 > LARGEST_FILE;
        match (kind, text) {
            ("table" | "trajectory" | "record", _) => tables::try_one(kind, bytes, self.place.path()),
            ("theory", Ok(text)) => fall(text),
            ("impact", Ok(text)) => strike(text),
            ("theory" | "impact", _) => Ok(false),
            ("case" | "override", _) if from_file => self.case(case::load(&self.written(bytes), &[])),
            ("impact case", _) if from_file => impact(case::load_impact(&self.written(bytes), &[])),
            (_, _) if from_file => judge(Plan::load(&self.written(bytes), &[], &[]), |_| Ok(())),
            ("case", Ok(text)) => self.case(Case::parse(text, "fuzz.toml", &[])),
            ("override", Ok(text)) => {
                let overrides: Vec<String> = text.lines().map(String::from).collect();
                self.case(Case::parse(&self.base, "fuzz.toml", &overrides))
            }
            ("impact case", Ok(text)) => impact(ImpactCase::parse(text, "fuzz.toml", &[])),
            ("plan", Ok(text)) => judge(Plan::parse(text, Path::new("fuzz.toml"), &[], &[]), |_| Ok(())),
            ("sweep", Ok(text)) => self.sweep(text),
            _ => unreachable!("there is no such kind"),
        }
    }

    fn written(&self, bytes: &[u8]) -> PathBuf {
        let path = self.place.path().join("fuzz.toml");
        fs::write(&path, bytes).unwrap();
        path
    }

    fn case(&self, read: Result<Case, CaseError>) -> Result<bool, String> {
        judge(read, |case| {
            let again = Case::parse(&case.to_toml(), "resolved.toml", &[]);
            if again.as_ref().ok() != Some(case) {
                return Err(format!("reads back differently: {again:?}"));
            }
            cost(case)?;
            // The film of some: it takes a hundred times as long as all the rest.
            if case.to_toml().len() % 40 == 0 { said(case, None) } else { Ok(()) }
        })
    }

    /// The plan with its cases, from a directory in which the shipped cases stand.
    fn sweep(&self, text: &str) -> Result<bool, String> {
        let Ok((plan, _)) = Plan::parse(text, Path::new("fuzz.toml"), &[], &[]) else { return Ok(false) };
        let runs: usize = plan.axes.iter().map(|axis| axis.points.len()).product();
        if runs > MOST_RUNS {
            return Ok(false);
        }
        let known = text.replace(&plan_base(&plan), "base-0.toml");
        judge(Study::load(&self.written(known.as_bytes()), &[], &[]), |sweep| {
            sweep.runs.iter().try_for_each(|run| cost(&run.case))
        })
    }
}

/// The base as the plan writes it.
fn plan_base(plan: &Plan) -> String {
    plan.base.to_string_lossy().into_owned()
}

/// What `check` does with a case: its meaning and its cost are told, and memory is bounded before it is taken.
fn cost(case: &Case) -> Result<(), String> {
    let estimate = match case.problem.hydrodynamics {
        Hydrodynamics::Theory => None,
        _ => match CostEstimate::of(case) {
            Ok(estimate) if estimate.memory > 16_000_000_000 => {
                return Err(format!("is estimated at {} bytes and not refused", estimate.memory));
            }
            Ok(estimate) => Some(estimate),
            Err(refused) if refused.to_string().is_empty() => return Err("refused without a word".into()),
            Err(_) => return Ok(()),
        },
    };
    let _laws_accept_or_say_why = build::coupled(&case.problem);
    let mut without_band = case.clone();
    without_band.run.band = BandChoice::Off;
    said(&without_band, estimate.as_ref())
}

/// The meaning of a case, in words.
fn said(case: &Case, estimate: Option<&CostEstimate>) -> Result<(), String> {
    match check::report(case, estimate).is_empty() {
        true => Err("has no meaning".into()),
        false => Ok(()),
    }
}

/// The motion of an accepted case by theory alone, a few hundred steps of it.
fn fall(text: &str) -> Result<bool, String> {
    let Ok(mut case) = Case::parse(text, "fuzz.toml", &[]) else { return Ok(false) };
    case.problem.until.steps = case.problem.until.steps.min(MOST_STEPS);
    case.problem.until.bounces = 1;
    match theory::fall(&case.problem) {
        Ok(rows) if rows.iter().any(|row| !(row.state.gap.is_finite() && row.state.velocity.is_finite())) => {
            Err("the motion is not finite".into())
        }
        Err(failure) if failure.to_string().is_empty() => Err("fails without a word".into()),
        outcome => Ok(outcome.is_ok()),
    }
}

/// The first impact of an accepted case.
fn strike(text: &str) -> Result<bool, String> {
    let Ok(case) = ImpactCase::parse(text, "fuzz.toml", &[]) else { return Ok(false) };
    let Ok(mut impact) = case.impact(case.impact.speed[0], case.impact.angle[0]) else { return Ok(false) };
    impact.control = Control { record_every: 0, max_contacts: 1, ..impact.control };
    impact.control.steps_per_contact = impact.control.steps_per_contact.min(CONTACT_STEPS);
    match impact.run() {
        Ok(outcome) if !outcome.bodies.velocity[0].iter().all(|speed| speed.is_finite()) => {
            Err("the rebound is not finite".into())
        }
        Err(failure) if failure.to_string().is_empty() => Err("fails without a word".into()),
        outcome => Ok(outcome.is_ok()),
    }
}

fn impact(read: Result<ImpactCase, CaseError>) -> Result<bool, String> {
    judge(read, |case| match ImpactCase::parse(&case.to_toml(), "resolved.toml", &[]) {
        Ok(again) if again == *case => Ok(()),
        again => Err(format!("reads back differently: {again:?}")),
    })
}

/// Whether the input was accepted; an accepted one must hold, a refusal must say where and why.
fn judge<T>(read: Result<T, CaseError>, holds: impl FnOnce(&T) -> Result<(), String>) -> Result<bool, String> {
    let error = match read {
        Ok(accepted) => return holds(&accepted).map(|()| true),
        Err(error) => error,
    };
    for problem in error.problems() {
        let message = problem.message();
        let named = message.contains('`') || message.contains("line ") || message.starts_with("and ");
        let absent = message.starts_with("the plan ");
        if message.is_empty() || !(named || absent || !problem.underlined().is_empty()) {
            return Err(format!("the refusal does not say where: {message}"));
        }
    }
    let shown = format!("{:?}", miette::Report::new(error));
    match shown.len() {
        0..LONGEST_MESSAGE => Ok(false),
        length => Err(format!("the refusal is {length} bytes long")),
    }
}
