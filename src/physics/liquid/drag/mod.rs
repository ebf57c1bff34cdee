//! Quasi-steady drag: one law a file, chosen far from the wall and near it.
//!
//! A new law is its file and its lines here: the word, and the call. A law of your own is [added](add) to them by a
//! program.

pub mod brenner;
pub mod clift_grace_weber;
pub mod cooley_oneill;
pub mod cox_brenner;
mod direction;
mod inertial;
pub mod oneill;
pub mod parallel;
pub mod schiller_naumann;
pub mod two_spheres;

pub use direction::Heading;

use crate::error::BadParameter;
use crate::keys::{KeyTable, Keys, Word};
use crate::numerics::{NoRoot, root};
use crate::own::{Laws, Own, check_word};
use crate::{keywords, table};
use brenner::brenner;
use clift_grace_weber::clift_grace_weber;
use cooley_oneill::cooley_oneill;
use cox_brenner::{LARGEST_GAP, WallReynolds, cox_brenner};
use inertial::inertial;
use schiller_naumann::schiller_naumann;
use std::fmt::{self, Debug};

/// Drag of a sphere far from every wall: `6πaμU φ(Re)`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum FarDrag {
    /// `φ = 1 + 0.15 Re^0.687`, 1 < Re < 800 (Schiller & Naumann 1935).
    #[default]
    SchillerNaumann,
    /// The standard drag curve, any Re (Clift, Grace & Weber 1978).
    CliftGraceWeber,
    /// `φ = 1`: creeping flow.
    Stokes,
    /// One of your own.
    Own(Own<dyn OwnDrag>),
}

/// A drag law of your own, far from every wall.
pub trait DragLaw: Clone + Debug + Send + Sync + 'static {
    /// Drag over Stokes' drag, `φ(Re)` with `Re = ρ_l |U| D/μ`; at least 1.
    fn factor(&self, reynolds: f64) -> f64;

    /// The largest `Re` up to which it holds. Default: any.
    fn largest_reynolds(&self) -> f64 {
        f64::INFINITY
    }

    /// Its keys, which stand in `[theory]`.
    fn keys(&mut self, _keys: &mut Keys<'_>) {}
}

/// A [`DragLaw`] of whatever type.
pub trait OwnDrag: Debug + Send + Sync {
    /// See [`DragLaw::factor`].
    fn phi(&self, reynolds: f64) -> f64;
    /// See [`DragLaw::largest_reynolds`].
    fn range(&self) -> f64;
    /// See [`DragLaw::keys`].
    fn show(&mut self, keys: &mut Keys<'_>);
    /// The same law with the same values.
    fn copied(&self) -> Box<dyn OwnDrag>;
}

impl<T: DragLaw> OwnDrag for T {
    fn phi(&self, reynolds: f64) -> f64 {
        self.factor(reynolds)
    }

    fn range(&self) -> f64 {
        self.largest_reynolds()
    }

    fn show(&mut self, keys: &mut Keys<'_>) {
        self.keys(keys);
    }

    fn copied(&self) -> Box<dyn OwnDrag> {
        Box::new(self.clone())
    }
}

/// These `laws`, and the `law` of your own, with its defaults, that cases call `word`.
///
/// # Errors
/// There is a law of this name, or it is no name.
pub fn add(laws: Laws, word: &'static str, law: Box<dyn OwnDrag>) -> Result<Laws, BadParameter> {
    check_word("theory.drag", word)?;
    if FarDrag::all(&laws).any(|law| law.word() == word) {
        return Err(BadParameter::new(
            "theory.drag",
            word,
            "is the name of another law: a law of your own needs its own",
        ));
    }
    Ok(laws.and(valued(law, |law, values| Own::new(word, law, values))))
}

/// What `make` makes of a law and of the values of its keys.
fn valued<T>(mut law: Box<dyn OwnDrag>, make: impl FnOnce(Box<dyn OwnDrag>, Vec<String>) -> T) -> T {
    let values = Keys::values(|keys| law.show(keys));
    make(law, values)
}

impl FarDrag {
    /// Every law with its defaults, those of your own `laws` last.
    pub(super) fn all(laws: &Laws) -> impl Iterator<Item = Self> {
        let own = laws.of::<dyn OwnDrag>().map(Self::Own);
        [Self::SchillerNaumann, Self::CliftGraceWeber, Self::Stokes].into_iter().chain(own)
    }

    /// Drag over Stokes' drag, `φ(Re)` with `Re = ρ_l |U| D/μ`; at least 1 below the drag crisis.
    pub fn factor(self, reynolds: f64) -> f64 {
        match self {
            Self::SchillerNaumann => schiller_naumann(reynolds),
            Self::CliftGraceWeber => clift_grace_weber(reynolds),
            Self::Stokes => 1.0,
            Self::Own(law) => law.phi(reynolds),
        }
    }

    /// The largest `Re` up to which the law holds: to 6 % that of Schiller & Naumann, to 13 % that of Stokes; that of
    /// Clift, Grace & Weber up to the drag crisis.
    pub fn largest_reynolds(self) -> f64 {
        match self {
            Self::SchillerNaumann => schiller_naumann::LARGEST_REYNOLDS,
            Self::CliftGraceWeber => clift_grace_weber::CRISIS,
            Self::Stokes => 1.0,
            Self::Own(law) => law.range(),
        }
    }
}

impl KeyTable for FarDrag {
    /// Its word, then the keys that a law of your own has.
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.word("drag", self);
        if let Self::Own(own) = self {
            let mut law = own.copied();
            law.show(keys);
            *own = valued(law, |law, values| own.with(law, values));
        }
    }
}

impl Word for FarDrag {
    fn words(&self, laws: &Laws) -> Vec<&'static str> {
        Self::all(laws).map(|law| law.word()).collect()
    }

    fn word(&self) -> &'static str {
        match self {
            Self::SchillerNaumann => "schiller-naumann",
            Self::CliftGraceWeber => "clift-grace-weber",
            Self::Stokes => "stokes",
            Self::Own(law) => law.word(),
        }
    }

    fn choose(&mut self, word: &str, laws: &Laws) {
        *self = Self::all(laws).find(|law| law.word() == word).unwrap_or(*self);
    }
}

impl fmt::Display for FarDrag {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.word())
    }
}

keywords! {
    /// Drag of a sphere near the wall: `6πaμU λ`.
    #[derive(Default)]
    NearDrag {
        /// Brenner's series with the inertia of the liquid, which the wall screens, at every gap.
        #[default]
        Inertial = "inertial",
        /// Matched asymptotics with the inertia of the film, without the exact constant (Cox & Brenner 1967).
        CoxBrenner = "cox-brenner",
        /// The exact series for creeping flow (Brenner 1961).
        Brenner = "brenner",
        /// Its limit at small gaps (Cooley & O'Neill 1969).
        CooleyOneill = "cooley-oneill",
    }
}

table! {
    /// Quasi-steady drag `6πaμU × factor` of a sphere that moves perpendicular to a wall.
    ///
    /// The default near law takes `φ` of the far law and holds at every gap. With another one the factor is its `λ`
    /// near the wall and `φ` far from it; the change is made at the gap where the two meet, which depends on the
    /// Reynolds number and, for Cox & Brenner, on the direction.
    #[derive(Copy)]
    pub struct WallDrag {
        /// The law far from the wall. Default schiller-naumann.
        far: FarDrag = FarDrag::default(), flat();
        /// The law near the wall. Default inertial.
        near as "wall_drag": NearDrag = NearDrag::default(), word();
        /// The length in the Reynolds number of Cox & Brenner. Default diameter.
        near_reynolds as "wall_drag_reynolds": WallReynolds = WallReynolds::default(), word();
    }
}

impl WallDrag {
    /// Drag over Stokes' drag at the gap `δ* = h/a > 0`, `reynolds = ρ_l |U| D/μ`. Continuous in the gap.
    ///
    /// No root needs to be found here: all laws of creeping flow cross `φ` once, from above, where they hold (δ* ≤ 1
    /// for Cox & Brenner, whose `λ(1) = 1 ≤ φ`), so the larger of the two is the one on the right side of the
    /// hand-over.
    pub fn factor(&self, delta_star: f64, reynolds: f64, direction: Heading) -> f64 {
        self.factor_of_whole(delta_star, reynolds, reynolds, direction)
    }

    /// The same for a sphere that moves along the wall, too: the far law takes the Reynolds number of its whole speed,
    /// the near one, whose force is that of the film squeezed, that of the normal speed.
    pub fn factor_of_whole(&self, delta_star: f64, reynolds: f64, whole: f64, direction: Heading) -> f64 {
        let far = self.far.factor(whole);
        if self.near == NearDrag::Inertial {
            return inertial(delta_star, reynolds, far, direction);
        }
        if delta_star > self.largest_near_gap() {
            return far;
        }
        self.near_factor(delta_star, reynolds, direction).max(far)
    }

    /// The factor of the near law alone; the default one includes that of the far law.
    pub fn near_factor(&self, delta_star: f64, reynolds: f64, direction: Heading) -> f64 {
        match self.near {
            NearDrag::Inertial => inertial(delta_star, reynolds, self.far.factor(reynolds), direction),
            NearDrag::CoxBrenner => cox_brenner(delta_star, self.near_reynolds.of(reynolds, delta_star), direction),
            NearDrag::Brenner => brenner(delta_star),
            NearDrag::CooleyOneill => cooley_oneill(delta_star),
        }
    }

    /// The gap `δ* = h/a` where near and far drag meet.
    ///
    /// # Errors
    /// They never do: the inertial law, which needs no hand-over; Brenner's drag and a far law with `φ = 1`.
    pub fn hand_over_gap(&self, reynolds: f64, direction: Heading) -> Result<f64, NoRoot> {
        let excess = |gap: f64| self.near_factor(gap, reynolds, direction) - self.far.factor(reynolds);
        root(excess, 1e-12, self.largest_near_gap().min(1e6), 0.0)
    }

    fn largest_near_gap(&self) -> f64 {
        match self.near {
            NearDrag::CoxBrenner => LARGEST_GAP,
            NearDrag::Inertial | NearDrag::Brenner | NearDrag::CooleyOneill => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Heading::{Approaching, Receding};
    use super::*;

    /// Cox & Brenner near the wall.
    fn published() -> WallDrag {
        WallDrag { near: NearDrag::CoxBrenner, ..WallDrag::default() }
    }

    #[test]
    fn at_re_90_the_near_and_the_far_drag_meet_at_0_289_diameters() {
        let gap = published().hand_over_gap(90.0, Approaching).unwrap() / 2.0;
        assert!((gap - 0.289).abs() < 0.002, "{gap}");
    }

    #[test]
    fn drag_is_continuous_at_the_hand_over() {
        for near in [NearDrag::CoxBrenner, NearDrag::Brenner, NearDrag::CooleyOneill] {
            let law = WallDrag { near, ..WallDrag::default() };
            for reynolds in [0.5, 5.0, 30.0, 90.0, 164.0, 788.0] {
                for direction in [Approaching, Receding] {
                    let gap = law.hand_over_gap(reynolds, direction).unwrap();
                    let inside = law.factor(gap * (1.0 - 1e-9), reynolds, direction);
                    let outside = law.factor(gap * (1.0 + 1e-9), reynolds, direction);
                    assert!((inside / outside - 1.0).abs() < 1e-7, "{near:?} {reynolds} {direction:?}");
                    assert!(law.factor(0.5 * gap, reynolds, direction) > law.far.factor(reynolds));
                    assert_eq!(law.factor(2.0 * gap, reynolds, direction), law.far.factor(reynolds));
                }
            }
        }
    }

    #[test]
    fn a_receding_sphere_leaves_the_wall_sooner_than_an_approaching_one_feels_it() {
        let law = published();
        assert!(law.hand_over_gap(90.0, Receding).unwrap() < law.hand_over_gap(90.0, Approaching).unwrap());
    }

    #[test]
    fn creeping_drag_never_meets_the_unbounded_stokes_drag() {
        let law = WallDrag { far: FarDrag::Stokes, near: NearDrag::Brenner, ..WallDrag::default() };
        assert!(law.hand_over_gap(0.0, Approaching).is_err());
        assert_eq!(law.factor(0.5, 0.0, Approaching), brenner(0.5));
    }
}
