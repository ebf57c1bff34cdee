//! `wetbounce` for Python: cases, what the commands make of them, and trajectories. What users see is in
//! `wetbounce/*.py`.

mod law;

use clap::ValueEnum;
use numpy::PyArray1;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;
use wetbounce::case::{Case, CaseFile, FileKind, ImpactCase, read_file, values};
use wetbounce::cli::compare::CompareArgs;
use wetbounce::cli::converge::ConvergeSettings;
use wetbounce::cli::film::FilmSettings;
use wetbounce::cli::fit::FitSettings;
use wetbounce::cli::impact::ImpactSettings;
use wetbounce::cli::law::LawArgs;
use wetbounce::cli::measure::MeasureArgs;
use wetbounce::cli::reference::ReferenceArgs;
use wetbounce::cli::run::RunSettings;
use wetbounce::cli::sweep::SweepArgs;
use wetbounce::cli::theory::TheorySettings;
use wetbounce::cli::{self, CliError, hear};
use wetbounce::law::HOSTS;
use wetbounce::output::progress::{Listener, tell};
use wetbounce::output::trajectory::Trajectory;
use wetbounce::run::interrupt;
use wetbounce::study::member;
use wetbounce::study::refine::Over;
use wetbounce::validate::CATALOGUE;

create_exception!(
    wetbounce,
    CaseError,
    PyValueError,
    "A case, an option or a record is wrong; the text underlines the place."
);
create_exception!(wetbounce, RunError, PyRuntimeError, "A run failed; `path` is where what was computed is saved.");

/// An error as it is raised: the exception of a law as it is.
fn error(py: Python<'_>, error: CliError) -> PyErr {
    if let Some(raised) = law::exception(py, &error) {
        return raised;
    }
    match error.exit_code() {
        2 => CaseError::new_err(error.text()),
        _ => RunError::new_err(error.text()),
    }
}

/// What Python calls, of cases or options with these `texts`. `listener` hears the share that is done and a line of
/// text. The interpreter goes on meanwhile; an interrupt stops a run after the present step. Returns what the call says
/// on the terminal as well.
fn carried_out<T: Send>(
    py: Python<'_>,
    texts: Vec<String>,
    listener: Option<Py<PyAny>>,
    act: impl FnOnce() -> Result<T, CliError> + Send,
) -> PyResult<(T, String)> {
    let progress = listener.map(|listener| -> Listener {
        Arc::new(move |done, text| {
            Python::attach(|py| {
                if let Err(error) = listener.call1(py, (done, text)) {
                    error.write_unraisable(py, None);
                }
            });
        })
    });
    let signals = interrupt::lend();
    tell(progress);
    let (outcome, said) = py.detach(|| hear(act));
    let exception = law::raised_in(texts.iter());
    tell(None);
    let interrupted = interrupt::requested();
    drop(signals);
    if let Some(exception) = exception {
        return Err(exception);
    }
    match outcome {
        Ok(done) => Ok((done, said)),
        Err(failure) => Err(raised(py, failure, interrupted)?),
    }
}

/// The exception of a failure. One that an interrupt has made is that of the interrupt.
fn raised(py: Python<'_>, failure: CliError, interrupted: bool) -> PyResult<PyErr> {
    if !interrupted {
        return Ok(error(py, failure));
    }
    py.check_signals()?;
    Ok(PyKeyboardInterrupt::new_err(failure.text()))
}

/// What a run in memory gives: its report, the texts of its case and of its summary, its columns, and the error of a
/// run that failed.
type InPython<'py> = (String, String, String, Bound<'py, PyDict>, Option<PyErr>);

/// A case that was read, of a sphere in a liquid or of a dry impact.
enum ReadCase {
    Immersed(Box<Case>),
    Dry(Box<ImpactCase>),
}

/// A case of Python: read once from a text, and handed to the commands as it is.
#[pyclass(name = "Case", module = "wetbounce._wetbounce", frozen)]
struct PyCase {
    /// The file that the text stands in, or would stand in: others that it names are beside it.
    file: CaseFile,
    overrides: Vec<String>,
    read: ReadCase,
}

impl PyCase {
    /// The case of a sphere in a liquid.
    fn immersed(&self) -> Result<Case, CliError> {
        match &self.read {
            ReadCase::Immersed(case) => Ok((**case).clone()),
            // Says that it is an impact.
            ReadCase::Dry(_) => Ok(self.file.load(&self.overrides)?),
        }
    }

    /// The dry impact.
    fn impact(&self) -> Result<ImpactCase, CliError> {
        match &self.read {
            ReadCase::Immersed(case) => Ok(ImpactCase::of_immersed(case)?),
            ReadCase::Dry(case) => Ok((**case).clone()),
        }
    }

    /// The texts that may name a law.
    fn texts(&self) -> Vec<String> {
        self.overrides.iter().chain(&self.file.text).cloned().collect()
    }
}

#[pymethods]
impl PyCase {
    /// Reads the `text`, which stands in the file `path`, with `overrides` of the form `table.key=value`.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, text: String, overrides: Vec<String>) -> PyResult<Self> {
        let file = CaseFile { path, text: Some(text), laws: law::known() };
        let read = py.detach(|| -> Result<ReadCase, CliError> {
            Ok(match file.kind(&overrides) {
                Some(FileKind::Impact) => ReadCase::Dry(Box::new(file.load_impact(&overrides)?)),
                _ => ReadCase::Immersed(Box::new(file.load(&overrides)?)),
            })
        });
        let read = read.map_err(|failure| error(py, failure))?;
        Ok(Self { file, overrides, read })
    }

    /// What it is made from again: another process, or a copy.
    fn __getnewargs__(&self) -> (&PathBuf, &Option<String>, &Vec<String>) {
        (&self.file.path, &self.file.text, &self.overrides)
    }

    #[getter]
    fn name(&self) -> &str {
        match &self.read {
            ReadCase::Immersed(case) => &case.given.name,
            ReadCase::Dry(case) => &case.given.name,
        }
    }

    /// The default run directory.
    #[getter]
    fn directory(&self) -> PathBuf {
        match &self.read {
            ReadCase::Immersed(case) => case.output.directory.clone(),
            ReadCase::Dry(case) => case.output.directory.clone(),
        }
    }

    /// The text with every default written out.
    fn to_toml(&self) -> String {
        match &self.read {
            ReadCase::Immersed(case) => case.to_toml(),
            ReadCase::Dry(case) => case.to_toml(),
        }
    }

    /// The JSON text of its values by key, in SI units.
    fn values(&self) -> String {
        serde_json::Value::Object(values(&self.to_toml())).to_string()
    }

    /// What it means, and what it will cost.
    fn check(&self, py: Python<'_>) -> PyResult<String> {
        let check = || match &self.read {
            ReadCase::Immersed(case) => cli::check::of_case(case),
            ReadCase::Dry(case) => cli::check::of_impact(case),
        };
        carried_out(py, self.texts(), None, check).map(|(text, _)| text)
    }

    /// Runs it into the directory `out`.
    #[pyo3(signature = (out, fresh, quiet, listener=None))]
    fn run(
        &self,
        py: Python<'_>,
        out: PathBuf,
        fresh: bool,
        quiet: bool,
        listener: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let settings = RunSettings { out: Some(directory(out)?), fresh, quiet, ..RunSettings::default() };
        carried_out(py, self.texts(), listener, || cli::run::of_case(self.immersed()?, &settings))
            .map(|((), said)| said)
    }

    /// Computes its motion by theory into the directory `out`.
    fn theory(&self, py: Python<'_>, out: PathBuf, fresh: bool) -> PyResult<String> {
        let settings = TheorySettings { out: Some(directory(out)?), fresh, ..TheorySettings::default() };
        carried_out(py, self.texts(), None, || cli::theory::of_case(self.immersed()?, &settings)).map(|((), said)| said)
    }

    /// Computes the bounce on its film alone into the directory `out`.
    fn film(
        &self,
        py: Python<'_>,
        speed: Option<String>,
        gap: Option<String>,
        out: PathBuf,
        fresh: bool,
    ) -> PyResult<String> {
        let settings = FilmSettings { speed, gap, out: Some(directory(out)?), fresh, quiet: false };
        carried_out(py, self.texts(), None, || cli::film::of_case(&self.immersed()?, &settings)).map(|((), said)| said)
    }

    /// Computes its dry impact into the directory `out`.
    fn impact_into(&self, py: Python<'_>, speed: Option<String>, out: PathBuf, fresh: bool) -> PyResult<String> {
        let settings = ImpactSettings { speed, out: Some(directory(out)?), fresh, quiet: false };
        carried_out(py, self.texts(), None, || cli::impact::of_case(self.impact()?, &settings)).map(|((), said)| said)
    }

    /// Computes `run`, `theory`, `film` or `impact` in memory.
    #[pyo3(signature = (verb, speed=None, gap=None, quiet=false, listener=None))]
    fn in_memory<'py>(
        &self,
        py: Python<'py>,
        verb: &str,
        speed: Option<String>,
        gap: Option<String>,
        quiet: bool,
        listener: Option<Py<PyAny>>,
    ) -> PyResult<InPython<'py>> {
        let compute = || match verb {
            "theory" => cli::theory::in_memory(self.immersed()?),
            "film" => cli::film::in_memory(&self.immersed()?, &FilmSettings { speed, gap, ..FilmSettings::default() }),
            "impact" => cli::impact::in_memory(self.impact()?, &ImpactSettings { speed, ..ImpactSettings::default() }),
            _ => cli::run::in_memory(&self.immersed()?, quiet),
        };
        let interrupted = || compute().map(|done| (done, interrupt::requested()));
        let ((done, interrupted), _) = carried_out(py, self.texts(), listener, interrupted)?;
        let failure = done.failure.map(|failure| raised(py, failure, interrupted)).transpose()?;
        Ok((done.said, done.case, done.summary, arrays(py, done.columns)?, failure))
    }

    /// Runs it at several levels, coarse to fine, in the directory `out`.
    fn converge(
        &self,
        py: Python<'_>,
        over: &str,
        levels: Option<Vec<f64>>,
        jobs: Option<i64>,
        out: PathBuf,
    ) -> PyResult<String> {
        let settings = ConvergeSettings {
            over: Over::from_str(over, false).map_err(|_| unknown("over", over, Over::value_variants()))?,
            levels: levels.unwrap_or_default(),
            jobs: at_a_time(jobs)?,
            out: Some(directory(out)?),
            quiet: true,
        };
        carried_out(py, self.texts(), None, || cli::converge::of_case(&self.immersed()?, &settings))
            .map(|((), said)| said)
    }

    /// Fits parameters, with these further `overrides`, in the directory `out`.
    fn fit(
        &self,
        py: Python<'_>,
        vary: Vec<String>,
        prior: Vec<String>,
        theory: bool,
        profile: bool,
        out: PathBuf,
    ) -> PyResult<String> {
        let settings = FitSettings { vary, prior, theory, profile, out: Some(directory(out)?), quiet: false };
        let fit = || cli::fit::of_case(&self.immersed()?, (self.file.clone(), &self.overrides), &settings);
        carried_out(py, self.texts(), None, fit).map(|((), said)| said)
    }
}

/// Where results go.
fn directory(out: PathBuf) -> PyResult<PathBuf> {
    cli::no_file(out).map_err(|problem| CaseError::new_err(format!("out: {problem}")))
}

/// Runs at a time.
fn at_a_time(jobs: Option<i64>) -> PyResult<Option<u16>> {
    let count = |jobs: i64| u16::try_from(jobs).ok().filter(|jobs| *jobs > 0);
    let wrong = |jobs| CaseError::new_err(format!("jobs = {jobs}: give how many runs at a time, 1 to {}", u16::MAX));
    jobs.map(|jobs| count(jobs).ok_or_else(|| wrong(jobs))).transpose()
}

/// The error of a word that a call does not take.
fn unknown<T: ValueEnum>(argument: &str, word: &str, known: &[T]) -> PyErr {
    let known = known.iter().filter_map(|value| Some(value.to_possible_value()?.get_name().to_owned()));
    let known: Vec<String> = known.collect();
    CaseError::new_err(format!("{argument} = \"{word}\" is not known: {}", known.join(", ")))
}

/// Runs every case of a plan.
#[pyfunction]
fn sweep(py: Python<'_>, plan: PathBuf, overrides: Vec<String>, jobs: Option<i64>, out: PathBuf) -> PyResult<String> {
    let (jobs, out) = (at_a_time(jobs)?, Some(directory(out)?));
    let texts = overrides.clone();
    let args = SweepArgs { plan, overrides, jobs, out, laws: law::known(), ..SweepArgs::default() };
    carried_out(py, texts, None, || cli::sweep::run(args)).map(|((), said)| said)
}

/// Which restitution, of a plan, a table or the atlas.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct CurveChoice {
    stokes: Option<f64>,
    series: Option<String>,
    density_ratio: Option<f64>,
    dry_restitution: Option<f64>,
    jobs: Option<i64>,
}

/// The restitution, or the film below a grid with these `forces`, as another program takes it.
#[pyfunction]
fn law_for(
    py: Python<'_>,
    host: &str,
    plan: Option<PathBuf>,
    choice: CurveChoice,
    forces: Option<PathBuf>,
    overrides: Vec<String>,
    out: Option<PathBuf>,
) -> PyResult<String> {
    let CurveChoice { stokes, series, density_ratio, dry_restitution, jobs } = choice;
    let known = HOSTS.into_iter().find(|known| known.word == host);
    let known = known.ok_or_else(|| {
        let words = HOSTS.map(|host| host.word).join(", ");
        CaseError::new_err(format!("host = \"{host}\" is not known: {words}"))
    })?;
    let texts = overrides.clone();
    let args = LawArgs {
        plan,
        stokes,
        series,
        from_atlas: density_ratio.is_some() || dry_restitution.is_some(),
        density_ratio,
        dry_restitution,
        jobs: at_a_time(jobs)?,
        out: out.map(directory).transpose()?,
        from: forces,
        overrides,
        laws: law::known(),
        ..LawArgs::of(known)
    };
    carried_out(py, texts, None, || cli::law::run(args)).map(|((), said)| said)
}

/// Reads records by themselves, and writes what they show into the directory `out`.
#[pyfunction]
fn measure(py: Python<'_>, data: Vec<PathBuf>, overrides: Vec<String>, out: PathBuf) -> PyResult<String> {
    let args = MeasureArgs { data, overrides, out: Some(out), quiet: true, ..MeasureArgs::default() };
    carried_out(py, Vec::new(), None, || cli::measure::run(args)).map(|((), said)| said)
}

/// Compares a run with a record, or with `reference` the table of another program with that, and writes the results
/// into `out`.
#[pyfunction]
#[pyo3(signature = (run, data, reference, overrides, grid, out))]
fn compare(
    py: Python<'_>,
    run: PathBuf,
    data: Option<PathBuf>,
    reference: Option<String>,
    overrides: Vec<String>,
    grid: bool,
    out: PathBuf,
) -> PyResult<String> {
    let texts = overrides.clone();
    let args = CompareArgs {
        run,
        data,
        reference,
        overrides,
        grid,
        out: Some(out),
        quiet: true,
        laws: law::known(),
        ..CompareArgs::default()
    };
    carried_out(py, texts, None, || cli::compare::run(args, &CATALOGUE)).map(|((), said)| said)
}

/// Writes the reference `name` into the directory `out`.
#[pyfunction]
fn reference(py: Python<'_>, name: String, out: PathBuf) -> PyResult<String> {
    let args = ReferenceArgs { name: Some(name), out: Some(out) };
    carried_out(py, Vec::new(), None, || cli::reference::run(args, &CATALOGUE)).map(|((), said)| said)
}

/// Columns as arrays, by name.
fn arrays(py: Python<'_>, columns: impl IntoIterator<Item = (String, Vec<f64>)>) -> PyResult<Bound<'_, PyDict>> {
    // An interrupt may come while it is imported, and is no panic here.
    py.import("numpy")?;
    let named = PyDict::new(py);
    for (name, column) in columns {
        named.set_item(name, PyArray1::from_vec(py, column))?;
    }
    Ok(named)
}

/// The program itself, with the terminal as its own: shows errors there and returns the exit code.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<String>) -> u8 {
    let words = std::iter::once("wetbounce".to_owned()).chain(arguments);
    interrupt::end_alike();
    py.detach(|| match wetbounce::parse(words) {
        Err(error) => {
            let _a_closed_terminal_hears_nothing = error.print();
            u8::try_from(error.exit_code()).unwrap_or(2)
        }
        Ok(cli) => match cli.with_laws(law::known()).execute(&CATALOGUE) {
            Ok(()) => 0,
            Err(error) => {
                let code = error.exit_code();
                error.show();
                code
            }
        },
    })
}

/// The text of the case file `path`.
#[pyfunction]
fn read_case(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    read_file(&path).map_err(|problem| error(py, problem.into()))
}

/// The columns of a `trajectory.csv`, by their names.
#[pyfunction]
fn trajectory(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let read = py.detach(|| Trajectory::read(&path)).map_err(|error| RunError::new_err(error.to_string()))?;
    arrays(py, read.into_columns())
}

/// Has sweeps start the program in the file `path`, with these words before their own, for their runs.
#[pyfunction]
fn start_runs_with(path: PathBuf, words: Vec<String>) {
    member::start_runs_with(path, words);
}

#[pymodule]
fn _wetbounce(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("CaseError", module.py().get_type::<CaseError>())?;
    module.add("RunError", module.py().get_type::<RunError>())?;
    wetbounce::begin();
    cli::log();
    module.add_class::<PyCase>()?;
    for function in [
        wrap_pyfunction!(sweep, module)?,
        wrap_pyfunction!(law_for, module)?,
        wrap_pyfunction!(measure, module)?,
        wrap_pyfunction!(compare, module)?,
        wrap_pyfunction!(reference, module)?,
    ] {
        module.add_function(function)?;
    }
    module.add_function(wrap_pyfunction!(read_case, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(trajectory, module)?)?;
    module.add_function(wrap_pyfunction!(law::add_law, module)?)?;
    module.add_function(wrap_pyfunction!(start_runs_with, module)?)
}
