//! `wetbounce` for Python: the verbs of the command line, cases and trajectories. What users see is in `wetbounce/*.py`.

mod law;

use numpy::PyArray1;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;
use wetbounce::case::{CaseFile, FileKind, read_file, values};
use wetbounce::cli::{Cli, CliError, hear};
use wetbounce::output::progress::{Listener, tell};
use wetbounce::output::trajectory::Trajectory;
use wetbounce::run::interrupt;
use wetbounce::study::member;
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

/// Does what the command line `arguments` ask for, with `text` for the text of its case file. `listener` hears the share that is done
/// and a line of text. The interpreter goes on meanwhile; an interrupt stops a run after the present step.
fn carried_out<T: Send>(
    py: Python<'_>,
    arguments: Vec<String>,
    listener: Option<Py<PyAny>>,
    text: Option<String>,
    act: impl FnOnce(Cli) -> Result<T, CliError> + Send,
) -> PyResult<(T, String)> {
    let texts: Vec<String> = arguments.iter().cloned().chain(text.clone()).collect();
    let words = std::iter::once("wetbounce".to_owned()).chain(arguments);
    let cli = wetbounce::parse(words).map_err(|error| CaseError::new_err(error.to_string()))?;
    let cli = text.into_iter().fold(cli, Cli::of_text).with_laws(law::known());
    let told = listener.map(|listener| -> Listener {
        Arc::new(move |done, text| {
            Python::attach(|py| {
                if let Err(error) = listener.call1(py, (done, text)) {
                    error.write_unraisable(py, None);
                }
            });
        })
    });
    let signals = interrupt::lend();
    tell(told);
    let (outcome, said) = py.detach(|| hear(|| act(cli)));
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

/// Runs the command line `arguments` and returns its output.
#[pyfunction]
#[pyo3(signature = (arguments, listener=None, text=None))]
fn execute(
    py: Python<'_>,
    arguments: Vec<String>,
    listener: Option<Py<PyAny>>,
    text: Option<String>,
) -> PyResult<String> {
    carried_out(py, arguments, listener, text, |cli| cli.execute(&CATALOGUE)).map(|((), said)| said)
}

/// What a run in memory gives: its report, the texts of its case and of its summary, its columns, and the error of a run that failed.
type InPython<'py> = (String, String, String, Bound<'py, PyDict>, Option<PyErr>);

/// Runs the command line `arguments` of `run`, `theory`, `film` or `impact` in memory.
#[pyfunction]
#[pyo3(signature = (arguments, listener=None, text=None))]
fn compute<'py>(
    py: Python<'py>,
    arguments: Vec<String>,
    listener: Option<Py<PyAny>>,
    text: Option<String>,
) -> PyResult<InPython<'py>> {
    let interrupted = |cli: Cli| cli.compute().map(|done| (done, interrupt::requested()));
    let ((done, interrupted), _) = carried_out(py, arguments, listener, text, interrupted)?;
    let failure = done.failure.map(|failure| raised(py, failure, interrupted)).transpose()?;
    Ok((done.said, done.case, done.summary, arrays(py, done.columns)?, failure))
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

/// Name, default run directory and resolved text of the case with this `text`, which stands in the file `path`, and `overrides`; last the JSON
/// text of its values by key, in SI units.
#[pyfunction]
fn case(
    py: Python<'_>,
    path: PathBuf,
    text: String,
    overrides: Vec<String>,
) -> PyResult<(String, PathBuf, String, String)> {
    let file = CaseFile { path, text: Some(text), laws: law::known() };
    let read = py.detach(|| -> Result<(String, PathBuf, String), CliError> {
        if file.kind(&overrides) == Some(FileKind::Impact) {
            let case = file.load_impact(&overrides)?;
            return Ok((case.given.name.clone(), case.output.directory.clone(), case.to_toml()));
        }
        let case = file.load(&overrides)?;
        Ok((case.given.name.clone(), case.output.directory.clone(), case.to_toml()))
    });
    let (name, directory, resolved) = read.map_err(|failure| error(py, failure))?;
    let values = serde_json::Value::Object(values(&resolved)).to_string();
    Ok((name, directory, resolved, values))
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
    module.add_function(wrap_pyfunction!(execute, module)?)?;
    module.add_function(wrap_pyfunction!(compute, module)?)?;
    module.add_function(wrap_pyfunction!(read_case, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(case, module)?)?;
    module.add_function(wrap_pyfunction!(trajectory, module)?)?;
    module.add_function(wrap_pyfunction!(law::add_law, module)?)?;
    module.add_function(wrap_pyfunction!(start_runs_with, module)?)
}
