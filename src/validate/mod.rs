//! Comparisons with experiment and theory.
