//! The liquid: operators, the direct Stokes solver, the fractional-step-free time integration.
