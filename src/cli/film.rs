//! `wetbounce film`: the film between sphere and wall, alone.

use super::CaseArgs;
use clap::Args;

/// Compute the bounce of the sphere on its film alone, elastohydrodynamically
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce film cases/gondret-st27.toml --set film.model=ehd --set film.piezoviscosity=\"15 1/GPa\""
)]
pub struct FilmArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// Speed at which the film is entered, with its unit [default: release.speed, else the terminal speed]
    #[arg(long, value_name = "SPEED")]
    pub speed: Option<String>,
}
