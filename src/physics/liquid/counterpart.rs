//! The other side of a film.

use super::{ImmersedSphere, TwoSpheres, brenner};

/// The other side of the film. The film between two spheres is that of one sphere of the radius `a₁a₂/(a₁ + a₂)` before
/// a plane, to leading order; its force is the same on both, and it depends on the speed at which they approach each
/// other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FilmCounterpart {
    /// A plane wall.
    Wall,
    /// Another sphere.
    Sphere(TwoSpheres),
    /// An equal sphere that moves likewise: the image behind a plane of symmetry.
    Image(TwoSpheres),
}

impl FilmCounterpart {
    /// The sphere before a plane that has the film of `first` and a second sphere of the radius `second` \[m\], and its
    /// opposite side.
    pub fn sphere(first: ImmersedSphere, second: f64) -> (ImmersedSphere, Self) {
        let spheres = TwoSpheres::new([first.radius, second]);
        (ImmersedSphere { radius: spheres.film_radius(), ..first }, Self::Sphere(spheres))
    }

    /// The same of a sphere before a plane of symmetry: the gap is that between sphere and image, and the speed that at
    /// which they part.
    pub fn image(first: ImmersedSphere) -> (ImmersedSphere, Self) {
        let spheres = TwoSpheres::new([first.radius; 2]);
        (ImmersedSphere { radius: spheres.film_radius(), ..first }, Self::Image(spheres))
    }

    /// The spheres, where there are two.
    pub fn spheres(&self) -> Option<&TwoSpheres> {
        match self {
            Self::Wall => None,
            Self::Sphere(spheres) | Self::Image(spheres) => Some(spheres),
        }
    }

    /// Whose exact force the film is completed by, in words.
    pub fn in_words(&self) -> &'static str {
        match self {
            Self::Wall => "towards a wall (Brenner 1961)",
            Self::Sphere(_) | Self::Image(_) => {
                "of two spheres (Stimson & Jeffery 1926; Maude 1961; Jeffrey & Onishi 1984)"
            }
        }
    }

    /// Force that the film at `gap` \[m\] takes, over `6πμaV` with the radius `a` \[m\] of its sphere before a plane
    /// and the speed `V` of approach; exact in creeping flow, with the drag from outside of the film that approach
    /// alone makes.
    pub fn drag_factor(&self, radius: f64, gap: f64) -> f64 {
        match self {
            Self::Wall => brenner(gap / radius),
            Self::Sphere(spheres) | Self::Image(spheres) => spheres.squeezed(gap) / radius,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_film_before_a_huge_sphere_is_that_before_a_wall_and_two_equal_spheres_have_a_quarter_of_its_force() {
        let first = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap();
        let force = |counterpart: &FilmCounterpart, sphere: ImmersedSphere, gap: f64| {
            sphere.stokes_coefficient() * counterpart.drag_factor(sphere.radius, gap)
        };
        for gap in [1e-8, 1e-6, 1e-5] {
            let wall = force(&FilmCounterpart::Wall, first, gap);
            let (huge, before_huge) = FilmCounterpart::sphere(first, 1.5e2);
            assert!((force(&before_huge, huge, gap) / wall - 1.0).abs() < 1e-2);
            let (equal, before_equal) = FilmCounterpart::sphere(first, 1.5e-3);
            assert!((4.0 * force(&before_equal, equal, gap) / wall - 1.0).abs() < 0.05, "{gap}");
            assert!((equal.radius / 0.75e-3 - 1.0).abs() < 1e-15);
        }
    }
}
