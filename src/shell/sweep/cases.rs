//! From a plan to the cases of its runs.

use super::axis::{Combination, LONGEST_NAME, combinations, count, too_long};
use super::blame::in_plan;
use super::follow::{GROUPS, Given};
use super::measured::{Asked, MeasuredFriction, MeasuredPoint};
use super::plan::{Approach, Plan};
use super::sample::{self, Drawn};
use super::setting::Setting;
use crate::case::document::read_file;
use crate::case::section::Imposed;
use crate::case::{Case, CaseError, Hydrodynamics, MOST_PROBLEMS, Place, Problem, Source};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Most runs of a sweep.
pub const MOST_RUNS: usize = 20_000;

/// One run of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedRun {
    /// Its name, and that of its directory below `runs`.
    pub name: String,
    /// The curve it belongs to; empty if there is only one.
    pub series: String,
    /// The keys that vary and their values, as the user wrote them.
    pub varied: Vec<(String, String)>,
    /// The case, resolved.
    pub case: Case,
}

/// A plan with the cases of all its runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    /// Names the sweep.
    pub name: String,
    /// What it is, in words.
    pub title: Option<String>,
    /// What it is compared with.
    pub reference: Option<String>,
    /// Which quantities follow from the groups that vary, and how; where runs are given different groups, each way.
    pub follows: Option<String>,
    /// The runs, in the order of the table.
    pub runs: Vec<PlannedRun>,
    /// Measured restitutions beside the curves.
    pub measured: Vec<MeasuredPoint>,
    /// Measured coefficients of friction beside the effective angles.
    pub frictions: Vec<MeasuredFriction>,
    /// Samples of uncertain inputs.
    pub drawn: Option<Drawn>,
}

impl Sweep {
    /// Reads the plan at `path` and makes its cases; see [`Plan::load`] for the other arguments.
    ///
    /// # Errors
    /// Everything wrong with the plan or with the base case, each at its place.
    pub fn load(path: &Path, overrides: &[String], compare: &[Hydrodynamics]) -> Result<Self, CaseError> {
        let (mut plan, mut sources) = Plan::load(path, overrides, compare)?;
        let shown = path.display().to_string();
        let failed = |problem| CaseError::new(&shown, vec![problem]);
        let base = plan.base.display().to_string();
        let text = read_file(&plan.base).map_err(|problem| {
            let help = "`base` names a case file, relative to the plan";
            failed(Problem::new(problem.message()).at(&sources, &plan.base_place, "the base case").help(help))
        })?;
        Case::parse(&text, &base, &[])?;
        sources.push(Source::new(&base, text.as_str()));
        let along = plan.along();
        let drawn = sample::draw(plan.sample, &mut plan.common, (&text, &base), &sources, &GROUPS).map_err(failed)?;
        // The curves of a plan with samples are the samples of one point of all other axes.
        let (along, drawn) = match drawn {
            None => (along, None),
            Some((drawn, axis)) => {
                plan.axes.push(axis);
                (plan.axes.len() - 1, Some(drawn))
            }
        };
        Maker { plan: &plan, along, sources: &sources, base: &base, text: &text, problems: Vec::new() }
            .sweep()
            .map(|sweep| Self { drawn, ..sweep })
            .map_err(|problems| CaseError::new(&shown, problems))
    }
}

struct Maker<'a> {
    plan: &'a Plan,
    along: usize,
    sources: &'a [Source],
    base: &'a str,
    text: &'a str,
    problems: Vec<(Problem, Option<Place>)>,
}

impl Maker<'_> {
    fn sweep(mut self) -> Result<Sweep, Vec<Problem>> {
        let plan = self.plan;
        if count(&plan.axes).is_none_or(|runs| runs > MOST_RUNS) {
            let problem = Problem::new(format!("the plan asks for more than {MOST_RUNS} runs"));
            return Err(vec![
                problem.help("every key in [vary] is combined with every other; vary fewer, or zip them"),
            ]);
        }
        if let Some((bytes, place)) = too_long(&plan.axes) {
            let problem = Problem::new(format!(
                "the runs would have names of {bytes} bytes, at most {LONGEST_NAME} are possible"
            ));
            let help = "give the values shorter names: [vary.zip] and [[vary.list]] take a key `name`";
            return Err(vec![problem.at(self.sources, &place, "the longest part of them").help(help)]);
        }
        let combinations = combinations(&plan.axes, self.along);
        self.check_names(&combinations);
        let mut runs = Vec::with_capacity(combinations.len());
        let mut follows: Vec<String> = Vec::new();
        for (number, combination) in combinations.into_iter().enumerate() {
            if number - runs.len() >= MOST_PROBLEMS {
                break;
            }
            let settings: Vec<&Setting> = plan.common.iter().chain(combination.settings.iter().copied()).collect();
            let Some(given) = self.groups(&settings) else { continue };
            if let Some(statement) = given.statement(plan.approach)
                && !follows.contains(&statement)
            {
                follows.push(statement);
            }
            let Some(mut case) = self.case(&settings, &given) else { continue };
            case.name.clone_from(&combination.name);
            case.output.directory = run_directory(&combination.name);
            case.run.threads = case.run.threads.max(1);
            let varied = combination.settings.iter().map(|setting| (setting.key.clone(), setting.plain())).collect();
            runs.push(PlannedRun { name: combination.name, series: combination.series, varied, case });
        }
        if !self.problems.is_empty() {
            return Err(self.problems.into_iter().map(|(problem, _)| problem).collect());
        }
        let Plan { name, title, reference, .. } = plan.clone();
        let follows = (!follows.is_empty()).then(|| follows.join("; in other runs "));
        let measured = plan.measurement.as_ref().map(|asked| asked.points(shared_dry(&runs))).transpose();
        let measured = measured.map_err(|problem| vec![problem])?.unwrap_or_default();
        let frictions = plan.measurement.as_ref().map_or_else(Vec::new, Asked::frictions);
        Ok(Sweep { name, title, reference, follows, runs, measured, frictions, drawn: None })
    }

    /// Reports a problem, each place and message once.
    fn report(&mut self, problem: Problem, place: Option<Place>) {
        let known = |(other, at): &(Problem, Option<Place>)| other.message() == problem.message() && *at == place;
        if !self.problems.iter().any(known) {
            self.problems.push((problem, place));
        }
    }

    fn report_at(&mut self, message: String, place: &Place, label: &str, help: &str) {
        self.report(Problem::new(message).at(self.sources, place, label).help(help), Some(place.clone()));
    }

    fn check_names(&mut self, combinations: &[Combination<'_>]) {
        let mut known: HashMap<&str, &Combination<'_>> = HashMap::new();
        for combination in combinations {
            let name = combination.name.as_str();
            let place = |of: &Combination<'_>| of.settings.last().map(|setting| setting.value_place.clone());
            if name.starts_with('.') || name.is_empty() {
                let problem = Problem::new(format!("`{name}` cannot name a run"));
                let help = "[vary.zip] and [[vary.list]] take a key `name`";
                self.report(problem.help(help), None);
            }
            let Some(first) = known.insert(name, combination) else { continue };
            let mut problem = Problem::new(format!("two runs would have the name `{name}`"));
            for (place, label) in [(place(first), "the first"), (place(combination), "the second")] {
                if let Some(place) = place {
                    problem = problem.at(self.sources, &place, label);
                }
            }
            let help = "a value stands twice in a list, or names are too much alike; [vary.zip] and [[vary.list]] take \
                        a key `name`";
            self.report(problem.help(help), place(combination));
            if self.problems.len() >= MOST_PROBLEMS {
                return;
            }
        }
    }

    /// The groups among the settings; `None` if they are wrong, which is reported.
    fn groups(&mut self, settings: &[&Setting]) -> Option<Given> {
        let mut given = Given::default();
        for setting in settings.iter().filter(|setting| GROUPS.contains(&setting.key.as_str())) {
            match setting.value.parse::<f64>() {
                Ok(value) if value > 0.0 && value.is_finite() => given.set(&setting.key, value),
                _ => {
                    let message = format!("`{}` cannot be used", setting.key);
                    self.report_at(message, &setting.value_place, "a number above 0 was expected", "such as 27");
                    return None;
                }
            }
        }
        let terminal = self.plan.approach == Approach::Terminal;
        for setting in settings {
            let follows = match setting.key.as_str() {
                "liquid.viscosity" => given.gives_viscosity(),
                "sphere.density" | "sphere.density_ratio" => given.gives_density(),
                "release.speed" => terminal,
                key => key.starts_with("groups.") && (given != Given::default() || terminal),
            };
            if follows {
                let message = format!("`{}` cannot be set here", setting.key);
                let help = given.statement(self.plan.approach).unwrap_or_default();
                self.report_at(message, &setting.key_place, "follows from what else the plan says", &help);
                return None;
            }
        }
        Some(given)
    }

    /// The case with these settings; `None` if they are wrong, which is reported.
    fn case(&mut self, settings: &[&Setting], given: &Given) -> Option<Case> {
        let own: Vec<&Setting> =
            settings.iter().copied().filter(|setting| !GROUPS.contains(&setting.key.as_str())).collect();
        let mut overrides: Vec<String> = own.iter().map(|setting| setting.as_override()).collect();
        let case = self.parse(&overrides, &own)?;
        if *given == Given::default() && self.plan.approach == Approach::Prescribed {
            return Some(case);
        }
        let place = settings.iter().find(|setting| GROUPS.contains(&setting.key.as_str()));
        let place = place.map_or(&self.plan.base_place, |setting| &setting.value_place);
        let followed = match given.follow(&case, self.plan.approach) {
            Ok(followed) => followed,
            Err((label, help)) => {
                self.report_at("the groups cannot be used".into(), place, label, help);
                return None;
            }
        };
        overrides.extend(followed.speed.map(|speed| format!("release.speed={speed:?} m/s")));
        let imposed = Some(Imposed { density: followed.density, viscosity: followed.viscosity });
        let case = self.parse_with(&overrides, &own, imposed)?;
        match Case::parse(&case.to_toml(), "the case that follows", &[]) {
            Ok(case) => Some(case),
            Err(error) => {
                for problem in error.problems() {
                    let label = problem.underlined().first().map_or(String::new(), |(_, label)| format!(": {label}"));
                    let message = format!("with the groups given, {}{label}", problem.message());
                    let help = problem.advice().unwrap_or("choose other groups");
                    self.report_at(message, place, "follows from this", help);
                }
                None
            }
        }
    }

    fn parse(&mut self, overrides: &[String], settings: &[&Setting]) -> Option<Case> {
        self.parse_with(overrides, settings, None)
    }

    fn parse_with(&mut self, overrides: &[String], settings: &[&Setting], imposed: Option<Imposed>) -> Option<Case> {
        match Case::parse_with(self.text, self.base, overrides, imposed) {
            Ok(case) => Some(case),
            Err(error) => {
                for problem in error.problems() {
                    let (problem, place) = in_plan(problem, settings, self.sources, self.base);
                    self.report(problem, place);
                }
                None
            }
        }
    }
}

/// The dry restitution of the runs, if all have the same.
fn shared_dry(runs: &[PlannedRun]) -> Option<f64> {
    let first = runs.first()?.case.dry_restitution()?;
    let differs = |run: &PlannedRun| run.case.dry_restitution().is_none_or(|dry| (dry / first - 1.0).abs() > 1e-9);
    (!runs.iter().any(differs)).then_some(first)
}

/// The directory of a run, relative to that of the sweep.
pub fn run_directory(name: &str) -> PathBuf {
    Path::new("runs").join(name)
}
