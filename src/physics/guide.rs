//! Four programs, each a page long; they are in `examples/`.
//!
//! # A bounce
//! ```
#![doc = include_str!("examples/bounce.rs")]
//! ```
//!
//! # A fall by theory
//! ```
#![doc = include_str!("examples/theory.rs")]
//! ```
//!
//! # An observer of your own
//! ```
#![doc = include_str!("examples/observe.rs")]
//! ```
//!
//! # A contact law of your own
//! ```
#![doc = include_str!("examples/own_contact.rs")]
//! ```
