//! LAMMPS, `granular`: one constant for each pair, damping after Tsuji, or, since 2024, by the coefficient of
//! restitution itself.

use super::curve::short;
use super::host::{Host, HostLines, RestitutionLaw, Writes};
use wetbounce_physics::contact::hertz::{damping_ratio, restitution_with};
use wetbounce_physics::numerics::root;

pub(super) const HOST: Host = Host {
    word: "lammps",
    about: "one constant for each pair (pair granular, damping tsuji or coeff_restitution), at the Stokes number of --stokes",
    extension: "in",
    once: "the dry restitution, which is in this constant, and `pair lubricate` between the same particles",
    writes: Writes::Restitution(write),
};

/// LAMMPS' damping `α` for the constant `x`, in `F = α √(m k) V` with `k` the normal force over the overlap: the
/// polynomial that its manual gives for `damping tsuji`.
fn tsuji(x: f64) -> f64 {
    [4.8218, -18.022, 27.467, -22.348, 11.087, -4.2783, 1.2728].into_iter().fold(0.0, |sum, c| sum * x + c)
}

/// The constant that gives the restitution `e`: the polynomial gives the damping that Antypov & Elliott (2011) ask for.
/// NaN for restitutions below that of `x = 0`, 1 for those above that of `x = 1`.
fn constant(e: f64) -> f64 {
    if e > 0.9995 { 1.0 } else { root(|x| tsuji(x) - damping_ratio(e.max(1e-9)), 0.0, 1.0, 0.0).unwrap_or(f64::NAN) }
}

/// The least restitution that is given to `coeff_restitution`, which takes its logarithm.
const LEAST: f64 = 1e-3;

fn write(law: &RestitutionLaw) -> HostLines {
    let RestitutionLaw { curve, stokes, restitution, .. } = law;
    let constants: Vec<f64> = curve.rows.iter().map(|row| constant(row.restitution)).collect();
    let least = restitution_with(tsuji(0.0));
    let here = constant(*restitution);
    let (here, misses) = match here.is_nan() {
        true => {
            (0.0, format!(" LAMMPS cannot go down to e = {} there: it gives {}.", short(*restitution), short(least)))
        }
        false => (here, String::new()),
    };
    let (friction, whose) = law.friction();
    let least_e = restitution.max(LEAST);
    HostLines {
        columns: vec![("tsuji", constants)],
        said: vec![
            format!(
                "LAMMPS' damping gives another restitution than the constant it is given; the column `tsuji` is the constant that gives e."
            ),
            format!(
                "Without attraction switched off it gives e from {} to 1 at any speed, stiffness and size; a constant does not depend on St.",
                short(least)
            ),
            "LAMMPS of 2024 and later takes e itself, with damping coeff_restitution: the lines that begin with #2024, in place of those with tsuji.".into(),
            format!(
                "The constant below is for St {}, e {};{misses} for other speeds take that of the table.",
                short(*stokes),
                short(*restitution)
            ),
        ],
        lines: format!(
            "variable restitution index {here:.4}   # constant of damping tsuji\n\
             variable e index {least_e:.4}             # restitution, of damping coeff_restitution\n\
             variable young index 1e9            # Pa, yours\n\
             variable poisson index 0.3          # yours\n\
             variable friction index {friction}         # coefficient of friction, {whose}\n\
             pair_style granular\n\
             pair_coeff * * hertz/material ${{young}} ${{restitution}} ${{poisson}} tangential mindlin NULL 1.0 ${{friction}} damping tsuji\n\
             # fix wall all wall/gran granular hertz/material ${{young}} ${{restitution}} ${{poisson}} tangential mindlin NULL 1.0 ${{friction}} damping tsuji zplane 0.0 NULL\n\
             #2024 pair_coeff * * hertz/material ${{young}} ${{e}} ${{poisson}} tangential mindlin NULL 1.0 ${{friction}} damping coeff_restitution\n\
             #2024 fix wall all wall/gran granular hertz/material ${{young}} ${{e}} ${{poisson}} tangential mindlin NULL 1.0 ${{friction}} damping coeff_restitution zplane 0.0 NULL\n"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_gives_the_restitution_that_it_is_asked_for() {
        for (e, known) in [(0.12, 0.0051895), (0.3, 0.1583299), (0.6, 0.4811323), (0.9, 0.8621222)] {
            let found = constant(e);
            assert!((found - known).abs() < 1e-6, "{e}: {found}");
            assert!((restitution_with(tsuji(found)) - e).abs() < 1e-12);
        }
        assert!(constant(0.1).is_nan() && constant(0.0).is_nan() && constant(1.0) == 1.0);
    }
}
