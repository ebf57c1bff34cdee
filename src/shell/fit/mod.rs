//! Parameters of a case from the user's own record: least squares with bounds and priors.
//!
//! The residuals are those of [`wetbounce_records::comparison::measurement`], computed less measured over the standard
//! uncertainty, for every point of the record that lies within the first run; a restitution that was measured by itself
//! and every prior add one more. A parameter p between its bounds `[l, u]` is moved through `p = l + (u − l)(1 + sin
//! θ)/2`, so that the method of Levenberg and Marquardt (Moré 1978, as in MINPACK) needs to know of no bounds. First
//! the motion comes from theory (milliseconds a run), then from the flow, in parallel for the columns of the Jacobian.
//!
//! Standard errors and correlations are those of the linearised problem at the minimum. With `J` the derivatives of the
//! residuals of the record, `P` the inverse squares of the priors' uncertainties, and `H = JᵀJ + P`, the covariance is
//!
//! ```text
//! C = H⁻¹ (s² JᵀJ + P + Σ (Jᵀm)(Jᵀm)ᵀ) H⁻¹
//! ```
//!
//! `s²` is χ² where that is above 1 or no uncertainty of the record is known. It scales the errors of the record and
//! not those of the priors (Huber 1967). Each `m` is a [`ErrorMode`]: an error of the model, which moves all residuals
//! together. By theory drag and history force are uncertain, on the way to the wall and on the way back; the case may
//! leave inputs of the film open. The grid's error, which the same values on three grids show, is weighed by as well:
//! it is in the covariance of the residuals. [`profiles`] need no linearised problem.

mod estimate;
mod forward;
mod likelihood;
mod mode;
mod parameter;
mod profile;
mod report;
mod search;
mod theory_error;

pub use estimate::{ErrorPart, Estimate};
pub use forward::{Forward, ForwardError};
pub use likelihood::{most_runs, profiles};
pub use mode::{ErrorMode, GRIDS};
pub use parameter::{Parameter, Prior};
pub use profile::{Profile, ProfilePoint};
pub use report::{Fitted, Place, Stage};
pub use search::{FitProblem, most_evaluations, scan, search};
pub use theory_error::by_theory;
