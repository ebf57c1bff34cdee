//! A contact law of Python: any object with `force(overlap, rate)`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::error::Error;
use std::f64::consts::PI;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use wetbounce::contact::keys::Parameters;
use wetbounce::contact::{ContactLaw, LawFault, NormalContact, NormalForce, NormalLaw, NormalMemory, Pair, law};
use wetbounce::error::BadParameter;
use wetbounce::keys::Keys;
use wetbounce::numerics::gauss_legendre;
use wetbounce::numerics::hermite::Cubic;
use wetbounce::own::Laws;

/// Smallest overlap of the table of energies \[m\], and the ratio of one to the next.
const SMALLEST: f64 = 1e-13;
const RATIO: f64 = 1.05;
/// Share of an overlap or a rate by which derivatives are taken.
const NEAR: f64 = 1e-5;
/// A rate that is none to speak of [m/s].
const SLOW: f64 = 1e-9;

/// What was added.
static ADDED: Mutex<Option<Added>> = Mutex::new(None);

/// Python's objects by the words of their laws, and the laws that cases may name.
#[derive(Default)]
struct Added {
    objects: HashMap<&'static str, Arc<Py<PyAny>>>,
    laws: Laws,
}

/// An exception of a law: the fault that ends its run.
#[derive(Debug)]
struct Raised(PyErr);

impl fmt::Display for Raised {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "raised {}", self.0)
    }
}

impl Error for Raised {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

/// The exception of a law that is the cause of an error, if one is.
pub fn exception(py: Python<'_>, error: &(dyn Error + 'static)) -> Option<PyErr> {
    std::iter::successors(Some(error), |error| (*error).source())
        .find_map(|error| error.downcast_ref::<PyErr>())
        .map(|raised| raised.clone_ref(py))
}

/// Exceptions of laws that no call has raised yet, with the words of their laws.
static RAISED: Mutex<Vec<(&'static str, PyErr)>> = Mutex::new(Vec::new());

/// The first exception of a law that one of these texts of a call names, and forgets the further ones of these laws:
/// also one that no motion ends with, as the law is asked once more after it.
pub fn raised_in<'t>(texts: impl Iterator<Item = &'t String> + Clone) -> Option<PyErr> {
    let mut raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_named = |(word, _): &(&'static str, PyErr)| {
        let quoted = format!("\"{word}\"");
        texts.clone().any(|text| text.contains(&quoted))
    };
    let (own, others): (Vec<_>, Vec<_>) = std::mem::take(&mut *raised).into_iter().partition(is_named);
    *raised = others;
    // Exceptions that end here may run code of Python, which must find the lock free.
    drop(raised);
    own.into_iter().next().map(|(_, exception)| exception)
}

/// Adds a law that cases call `word`, or has another object give its force.
#[pyfunction]
pub fn add_law(py: Python<'_>, word: String, law: Py<PyAny>) -> PyResult<()> {
    if !law.bind(py).getattr("force").is_ok_and(|force| force.is_callable()) {
        return Err(PyTypeError::new_err("a contact law has a method force(overlap, rate)"));
    }
    let law = Arc::new(law);
    let mut added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    let Added { objects, laws } = added.get_or_insert_default();
    if let Some(known) = objects.get_mut(word.as_str()) {
        *known = law;
        return Ok(());
    }
    let word: &'static str = Box::leak(word.into_boxed_str());
    *laws = law::add(laws.clone(), word, Box::new(PythonLaw(word)))
        .map_err(|bad| PyValueError::new_err(bad.to_string()))?;
    objects.insert(word, law);
    Ok(())
}

/// The laws that cases may name: those that were added.
pub fn known() -> Laws {
    let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
    added.as_ref().map_or_else(Laws::default, |added| added.laws.clone())
}

/// The law of a word. What it depends on is the object's own, so it has no keys.
#[derive(Debug, Clone)]
struct PythonLaw(&'static str);

impl Parameters for PythonLaw {
    fn normal_keys(&mut self, _: &mut Keys<'_>) {}
}

impl ContactLaw for PythonLaw {
    fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter> {
        let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
        let object = added.as_ref().and_then(|added| added.objects.get(self.0).cloned()).expect("it was added");
        drop(added);
        let (mass, radius) = (pair.effective_mass(), pair.effective_radius());
        let bound = Python::attach(|py| -> PyResult<()> {
            let object = object.bind(py);
            if object.hasattr("between")? {
                object.call_method1("between", (mass, radius))?;
            }
            Ok(())
        });
        let mut law = PythonNormal { word: self.0, object, mass, energies: Vec::new(), fault: OnceLock::new() };
        if let Err(error) = bound {
            law.raised(error);
        }
        law.integrate(pair.radius[0]);
        Ok(NormalContact::own(law))
    }

    /// An object may be another one, or behave otherwise, under the same word.
    fn is_given_by_keys(&self) -> bool {
        false
    }
}

/// The force between given bodies.
#[derive(Debug)]
struct PythonNormal {
    word: &'static str,
    object: Arc<Py<PyAny>>,
    mass: f64,
    /// Overlap \[m\], elastic energy \[J\] and elastic force \[N\], which is that at rest.
    energies: Vec<[f64; 3]>,
    /// Its first exception, or force that is no number.
    fault: OnceLock<LawFault>,
}

impl PythonNormal {
    /// Keeps the first fault, which ends the run.
    fn keep(&self, fault: LawFault) -> f64 {
        self.fault.get_or_init(|| fault);
        0.0
    }

    /// The force of the object \[N\]; none after a fault, and the object is not asked again.
    fn ask(&self, py: Python<'_>, overlap: f64, rate: f64) -> f64 {
        if self.fault.get().is_some() {
            return 0.0;
        }
        let force = self.object.bind(py).call_method1(pyo3::intern!(py, "force"), (overlap, rate));
        match force.and_then(|force| force.extract::<f64>()) {
            Ok(force) if force.is_finite() => force,
            Ok(force) => self.keep(LawFault::not_finite(force, overlap, rate)),
            Err(error) => self.raised(error),
        }
    }

    /// Keeps an exception, which ends the run, or the call where the motion is over.
    fn raised(&self, error: PyErr) -> f64 {
        let copy = Python::attach(|py| error.clone_ref(py));
        RAISED.lock().unwrap_or_else(PoisonError::into_inner).push((self.word, copy));
        self.keep(LawFault::new(Raised(error)))
    }

    /// The energies up to an overlap.
    fn integrate(&mut self, largest: f64) {
        self.energies = Python::attach(|py| {
            let mut energies = vec![[0.0, 0.0, 0.0]];
            let mut to = SMALLEST;
            while to < RATIO * largest {
                let [from, energy, _] = energies[energies.len() - 1];
                let work: f64 = gauss_legendre(from, to).map(|node| node.weight * self.ask(py, node.x, 0.0)).sum();
                energies.push([to, energy + work, self.ask(py, to, 0.0)]);
                to *= RATIO;
            }
            energies
        });
    }

    /// The overlap at which the energy is stored; beyond the table as a power of it.
    fn depth(&self, energy: f64) -> f64 {
        let right = self.energies.partition_point(|[_, stored, _]| *stored < energy);
        let at = right.clamp(1, self.energies.len() - 1);
        let [overlap, stored, force] = self.energies[at];
        let power = overlap * force / stored;
        if power > 0.0 { overlap * (energy / stored).powf(1.0 / power) } else { overlap }
    }
}

impl NormalLaw for PythonNormal {
    fn force(&self, overlap: f64, rate: f64, _: &NormalMemory) -> NormalForce {
        if overlap <= 0.0 {
            return NormalForce::ZERO;
        }
        let (deeper, faster) = (NEAR * overlap, NEAR * rate.abs().max(SLOW));
        Python::attach(|py| {
            let elastic = self.ask(py, overlap, 0.0);
            let viscous = if rate == 0.0 { 0.0 } else { self.ask(py, overlap, rate) - elastic };
            let slope = |from: (f64, f64), to: (f64, f64), width: f64| {
                (self.ask(py, to.0, to.1) - self.ask(py, from.0, from.1)) / (2.0 * width)
            };
            let by_overlap = slope((overlap - deeper, rate), (overlap + deeper, rate), deeper);
            let by_rate = slope((overlap, rate - faster), (overlap, rate + faster), faster);
            NormalForce::new(elastic, viscous, by_overlap, by_rate)
        })
    }

    fn stored_energy(&self, overlap: f64, _: &NormalMemory) -> f64 {
        if overlap <= 0.0 {
            return 0.0;
        }
        let right = self.energies.partition_point(|[at, ..]| *at < overlap).clamp(1, self.energies.len() - 1);
        let ([from, low, below], [to, high, above]) = (self.energies[right - 1], self.energies[right]);
        let width = to - from;
        Cubic { first: [low, width * below], last: [high, width * above] }.value((overlap - from) / width)
    }

    /// `π ε_max/V`: exact of a linear spring, 7 % long of Hertz' law.
    fn contact_time(&self, speed: f64) -> f64 {
        if speed > 0.0 { PI * self.depth(0.5 * self.mass * speed * speed) / speed } else { f64::INFINITY }
    }

    fn mass(&self) -> f64 {
        self.mass
    }

    fn fault(&self) -> Option<LawFault> {
        self.fault.get().cloned()
    }
}
