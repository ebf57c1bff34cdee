//! `wetbounce impact`: the dry impact.

use super::CaseArgs;
use clap::Args;

/// Compute the dry impact of the sphere on the wall with the contact law of the case
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce impact cases/gondret-st152.toml --set contact.restitution=0.9 --speed \"0.3 m/s\""
)]
pub struct ImpactArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// Impact speed with its unit [default: release.speed, else the terminal speed]
    #[arg(long, value_name = "SPEED")]
    pub speed: Option<String>,
}
