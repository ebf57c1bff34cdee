//! Parameter plans, many runs, one table.
