//! What the user wrote: the case and its parts, quantities with units, dimensionless groups.
