//! Studies: cases, each at a point that a plan, a list of levels or another list makes.

use super::axis::{Combination, LONGEST_NAME, combinations, count, too_long};
use super::plan::Plan;
use super::plan_measurement::{Asked, MeasuredFriction, MeasuredPoint};
use super::sample::{self, Drawn};
use super::setting::Setting;
use crate::case::document::Set;
use crate::case::plan_groups::{Approach, GROUPS, PlanGroups};
use crate::case::section::PlanValues;
use crate::case::{Case, CaseError, Disk, Hydrodynamics, InputError, InputText, MOST_PROBLEMS, Place, read_file};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use wetbounce_physics::own::Laws;

/// Most runs of a sweep.
const MOST_RUNS: usize = 20_000;

/// A case of a study, and the point that it stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Its name, and that of its directory.
    pub name: String,
    /// The curve it belongs to; empty if there is only one.
    pub series: String,
    /// The keys that vary and their values, as the user wrote them.
    pub varied: Vec<(String, String)>,
    /// The case, resolved.
    pub case: Case,
}

/// Cases that belong together. Their runs give [`SweepResults`](super::SweepResults), and tables, curves, orders of
/// convergence, shares of uncertain inputs and verdicts are reductions of those.
#[derive(Debug, Clone, Default)]
pub struct Study {
    /// Names it.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// Where its comparison is from.
    pub reference: Option<String>,
    /// Which quantities follow from the groups that vary, and how; where runs are given different groups, each way.
    pub follows: Option<String>,
    /// The runs, in the order of the table.
    pub runs: Vec<Member>,
    /// Measured restitutions beside the curves.
    pub measured: Vec<MeasuredPoint>,
    /// Measured coefficients of friction beside the effective angles.
    pub frictions: Vec<MeasuredFriction>,
    /// Samples of uncertain inputs.
    pub drawn: Option<Drawn>,
    /// Laws of your own that its cases may name.
    pub laws: Laws,
}

impl Study {
    /// A study of cases that have nothing but names.
    pub fn of(cases: impl IntoIterator<Item = (String, Case)>) -> Self {
        let member = |(name, case)| Member { name, series: String::new(), varied: Vec::new(), case };
        Self { runs: cases.into_iter().map(member).collect(), ..Self::default() }
    }

    /// Reads the plan at `path` and makes its cases; see [`Plan::load`] for the other arguments.
    ///
    /// # Errors
    /// Everything wrong with the plan or with the base case, each at its place.
    pub fn load(path: &Path, overrides: &[String], compare: &[Hydrodynamics]) -> Result<Self, CaseError> {
        Self::load_with(path, overrides, compare, &Laws::default())
    }

    /// As [`Study::load`], of cases that may name these `laws` of your own.
    ///
    /// # Errors
    /// As [`Study::load`].
    pub fn load_with(
        path: &Path,
        overrides: &[String],
        compare: &[Hydrodynamics],
        laws: &Laws,
    ) -> Result<Self, CaseError> {
        let (mut plan, sources) = Plan::load(path, overrides, compare)?;
        let shown = path.display().to_string();
        let failed = |problem| CaseError::new(&shown, vec![problem]);
        let base = plan.base.display().to_string();
        let text = read_file(&plan.base).map_err(|problem| {
            let help = "`base` names a case file, relative to the plan";
            failed(InputError::new(problem.message()).at(&sources, &plan.base_place, "the base case").help(help))
        })?;
        Case::parse_with(&text, &base, &[], &Disk::with(laws))?;
        let along = plan.along();
        let drawn =
            sample::draw(plan.sample, &mut plan.common, ((&text, &base), laws), &sources, &GROUPS).map_err(failed)?;
        // The curves of a plan with samples are the samples of one point of all other axes.
        let (along, drawn) = match drawn {
            None => (along, None),
            Some((drawn, axis)) => {
                plan.axes.push(axis);
                (plan.axes.len() - 1, Some(drawn))
            }
        };
        Maker { plan: &plan, along, sources: &sources, base: &base, text: &text, laws, problems: Vec::new() }
            .sweep()
            .map(|sweep| Self { drawn, laws: laws.clone(), ..sweep })
            .map_err(|problems| CaseError::new(&shown, problems))
    }
}

struct Maker<'a> {
    plan: &'a Plan,
    along: usize,
    sources: &'a [InputText],
    base: &'a str,
    text: &'a str,
    laws: &'a Laws,
    problems: Vec<InputError>,
}

impl Maker<'_> {
    fn sweep(mut self) -> Result<Study, Vec<InputError>> {
        let plan = self.plan;
        if count(&plan.axes).is_none_or(|runs| runs > MOST_RUNS) {
            let problem = InputError::new(format!("the plan asks for more than {MOST_RUNS} runs"));
            return Err(vec![
                problem.help("every key in [vary] is combined with every other; vary fewer, or zip them"),
            ]);
        }
        if let Some((bytes, place)) = too_long(&plan.axes) {
            let problem = InputError::new(format!(
                "the runs would have names of {bytes} bytes, at most {LONGEST_NAME} are possible"
            ));
            let help = "give the values shorter names: [vary.zip] and [[vary.list]] take a key `name`";
            return Err(vec![problem.at(self.sources, &place, "the longest part of them").help(help)]);
        }
        let combinations = combinations(&plan.axes, self.along);
        self.check_names(&combinations);
        let mut runs = Vec::with_capacity(combinations.len());
        let mut follows: Vec<String> = Vec::new();
        let mut left_out = 0;
        for (number, combination) in combinations.into_iter().enumerate() {
            if number - runs.len() - left_out >= MOST_PROBLEMS {
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
            if plan.largest_reynolds.is_some_and(|largest| case.problem.groups().reynolds > largest) {
                left_out += 1;
                continue;
            }
            case.given.name.clone_from(&combination.name);
            case.output.directory = run_directory(&combination.name);
            case.run.threads = case.run.threads.max(1);
            let varied = combination.settings.iter().map(|setting| (setting.key.clone(), setting.plain())).collect();
            runs.push(Member { name: combination.name, series: combination.series, varied, case });
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        if runs.is_empty() {
            let problem = InputError::new("every combination has a Reynolds number above `largest_reynolds`");
            return Err(vec![problem.help("give a larger one, or vary other values")]);
        }
        let Plan { name, title, reference, .. } = plan.clone();
        let follows = (!follows.is_empty()).then(|| follows.join("; in other runs "));
        let largest = plan.largest_reynolds.filter(|_| left_out > 0);
        let left_out = largest
            .map(|largest| format!("{left_out} combinations with a Reynolds number above {largest} are left out"));
        let follows = follows.into_iter().chain(left_out).reduce(|follows, left_out| format!("{follows}; {left_out}"));
        let measured = plan.measurement.as_ref().map(|asked| asked.points(shared_dry(&runs))).transpose();
        let measured = measured.map_err(|problem| vec![problem])?.unwrap_or_default();
        let frictions = plan.measurement.as_ref().map_or_else(Vec::new, Asked::frictions);
        Ok(Study { name, title, reference, follows, runs, measured, frictions, ..Study::default() })
    }

    /// Reports a problem, each place and message once.
    fn report(&mut self, problem: InputError) {
        if !self.problems.iter().any(|known| known.is_again(&problem)) {
            self.problems.push(problem);
        }
    }

    fn report_at(&mut self, message: String, place: &Place, label: &str, help: &str) {
        self.report(InputError::new(message).at(self.sources, place, label).help(help));
    }

    fn check_names(&mut self, combinations: &[Combination<'_>]) {
        let mut known: HashMap<&str, &Combination<'_>> = HashMap::new();
        for combination in combinations {
            let name = combination.name.as_str();
            let place = |of: &Combination<'_>| of.settings.last().map(|setting| setting.value_place.clone());
            if name.starts_with('.') || name.is_empty() {
                let problem = InputError::new(format!("`{name}` cannot name a run"));
                let help = "[vary.zip] and [[vary.list]] take a key `name`";
                self.report(problem.help(help));
            }
            let Some(first) = known.insert(name, combination) else { continue };
            let mut problem = InputError::new(format!("two runs would have the name `{name}`"));
            for (place, label) in [(place(first), "the first"), (place(combination), "the second")] {
                if let Some(place) = place {
                    problem = problem.at(self.sources, &place, label);
                }
            }
            let help = "a value stands twice in a list, or names are too much alike; [vary.zip] and [[vary.list]] take \
                        a key `name`";
            self.report(problem.help(help));
            if self.problems.len() >= MOST_PROBLEMS {
                return;
            }
        }
    }

    /// The groups among the settings; `None` if they are wrong, which is reported.
    fn groups(&mut self, settings: &[&Setting]) -> Option<PlanGroups> {
        let mut given = PlanGroups::default();
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
                key => key.starts_with("groups.") && (given != PlanGroups::default() || terminal),
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
    fn case(&mut self, settings: &[&Setting], given: &PlanGroups) -> Option<Case> {
        let is_group = |setting: &&&Setting| GROUPS.contains(&setting.key.as_str());
        let own: Vec<Set> =
            settings.iter().filter(|setting| !is_group(setting)).map(|setting| setting.as_set()).collect();
        let case = self.parse(&own, None)?;
        if *given == PlanGroups::default() && self.plan.approach == Approach::Prescribed {
            return Some(case);
        }
        match given.values(&case, self.plan.approach) {
            Ok(values) => self.parse(&own, Some(values)),
            Err((label, help)) => {
                let place = settings.iter().find(is_group).map_or(&self.plan.base_place, |group| &group.value_place);
                self.report_at("the groups cannot be used".into(), place, label, help);
                None
            }
        }
    }

    fn parse(&mut self, settings: &[Set], plan_values: Option<PlanValues>) -> Option<Case> {
        match Case::parse_in_plan(self.text, self.base, (self.sources, settings), (plan_values, &Disk::with(self.laws)))
        {
            Ok(case) => Some(case),
            Err(error) => {
                error.into_problems().into_iter().for_each(|problem| self.report(problem));
                None
            }
        }
    }
}

/// The dry restitution of the runs, if all have the same.
fn shared_dry(runs: &[Member]) -> Option<f64> {
    let first = runs.first()?.case.problem.dry_restitution()?;
    let differs = |run: &Member| run.case.problem.dry_restitution().is_none_or(|dry| (dry / first - 1.0).abs() > 1e-9);
    (!runs.iter().any(differs)).then_some(first)
}

/// The directory of a run, relative to that of the sweep.
pub(super) fn run_directory(name: &str) -> PathBuf {
    Path::new("runs").join(name)
}
