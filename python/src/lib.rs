//! `wetbounce` for Python: the verbs of the command line, cases and trajectories. What users see is in `wetbounce/*.py`.

mod law;

use numpy::PyArray1;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;
use wetbounce::case::Case;
use wetbounce::cli::{CliError, hear};
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

fn error(error: CliError) -> PyErr {
    match error.exit_code() {
        2 => CaseError::new_err(error.text()),
        _ => RunError::new_err(error.text()),
    }
}

/// Runs the command line `arguments` and returns its output. `listener` hears the share that is done and a line
/// of text. The interpreter goes on meanwhile; an interrupt stops a run after the present step, with a checkpoint.
#[pyfunction]
#[pyo3(signature = (arguments, listener=None))]
fn execute(py: Python<'_>, arguments: Vec<String>, listener: Option<Py<PyAny>>) -> PyResult<String> {
    let words = std::iter::once("wetbounce".to_owned()).chain(arguments);
    let cli = wetbounce::parse(words).map_err(|error| CaseError::new_err(error.to_string()))?;
    let told = listener.map(|listener| -> Listener {
        Arc::new(move |done, text| {
            Python::attach(|py| {
                if let Err(error) = listener.call1(py, (done, text)) {
                    error.write_unraisable(py, None);
                }
            });
        })
    });
    interrupt::forget();
    law::raised();
    tell(told);
    let (outcome, said) = py.detach(|| hear(|| cli.execute(&CATALOGUE)));
    tell(None);
    if let Some(raised) = law::raised() {
        return Err(raised);
    }
    match outcome {
        Ok(()) => Ok(said),
        Err(failure) => {
            let interrupted = interrupt::requested();
            interrupt::forget();
            py.check_signals()?;
            if interrupted { Err(PyKeyboardInterrupt::new_err(failure.text())) } else { Err(error(failure)) }
        }
    }
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
        Ok(cli) => match cli.execute(&CATALOGUE) {
            Ok(()) => 0,
            Err(error) => {
                let code = error.exit_code();
                error.show();
                code
            }
        },
    })
}

/// Name, default run directory and resolved text of the case in the file `path` with `overrides`.
#[pyfunction]
fn case(py: Python<'_>, path: PathBuf, overrides: Vec<String>) -> PyResult<(String, PathBuf, String)> {
    law::raised();
    let read = py.detach(|| Case::load(&path, &overrides));
    if let Some(raised) = law::raised() {
        return Err(raised);
    }
    let case = read.map_err(|problem| error(problem.into()))?;
    Ok((case.name.clone(), case.output.directory.clone(), case.to_toml()))
}

/// The columns of a `trajectory.csv`, by their names.
#[pyfunction]
fn trajectory<'py>(py: Python<'py>, path: PathBuf) -> PyResult<Bound<'py, PyDict>> {
    let read = py.detach(|| Trajectory::read(&path)).map_err(|error| RunError::new_err(error.to_string()))?;
    let columns = PyDict::new(py);
    for (name, column) in read.into_columns() {
        columns.set_item(name, PyArray1::from_vec(py, column))?;
    }
    Ok(columns)
}

/// Has sweeps start the program in the file `path` for their runs.
#[pyfunction]
fn start_runs_with(path: PathBuf) {
    member::start_runs_with(path);
}

#[pymodule]
fn _wetbounce(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("CaseError", module.py().get_type::<CaseError>())?;
    module.add("RunError", module.py().get_type::<RunError>())?;
    module.add_function(wrap_pyfunction!(execute, module)?)?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(case, module)?)?;
    module.add_function(wrap_pyfunction!(trajectory, module)?)?;
    module.add_function(wrap_pyfunction!(law::add_law, module)?)?;
    module.add_function(wrap_pyfunction!(start_runs_with, module)?)
}
