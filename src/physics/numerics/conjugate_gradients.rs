//! Conjugate gradients with a preconditioner (Hestenes & Stiefel 1952).

/// A symmetric positive definite operator, and one that is close to its inverse.
pub trait Operator {
    /// `out = A x`.
    fn apply(&mut self, x: &[f64], out: &mut [f64]);

    /// `z = B⁻¹ r` with the preconditioner B, symmetric and positive definite as well.
    fn precondition(&self, r: &[f64], z: &mut [f64]);
}

/// How far a solve has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solved {
    /// Iterations spent.
    pub iterations: usize,
    /// Largest absolute value of the residual `b − A x`; NaN where one of its entries is not finite.
    pub residual: f64,
}

/// Most iterations of a solve.
const LIMIT: usize = 300;

/// The method's scratch; nothing is allocated once it has had its [room](Self::reserve).
pub struct ConjugateGradients {
    direction: Vec<f64>,
    image: Vec<f64>,
    residual: Vec<f64>,
    scaled: Vec<f64>,
    /// Solution of the part that the kept directions have left.
    rest: Vec<f64>,
    /// Directions of the last solve, conjugate to each other, with their images and the products of both: they serve
    /// other right-hand sides of the same system.
    searched: Vec<(Vec<f64>, Vec<f64>, f64)>,
    /// How many of them there are.
    kept: usize,
    /// Whether those of all solves of a system are kept, and new ones made conjugate to them.
    through: bool,
}

impl ConjugateGradients {
    /// A solver that keeps up to `most` directions of a solve for [`Self::improve`].
    pub fn new(most: usize) -> Self {
        Self {
            direction: Vec::new(),
            image: Vec::new(),
            residual: Vec::new(),
            scaled: Vec::new(),
            rest: Vec::new(),
            searched: vec![Default::default(); most],
            kept: 0,
            through: false,
        }
    }

    /// The same, but directions are kept through all solves of a system, and new ones are made conjugate to them: so
    /// each solve has only to find what the others have left (Saad, Yeung, Erhel & Guyomarc'h 2000).
    pub fn through(most: usize) -> Self {
        Self { through: true, ..Self::new(most) }
    }

    /// Takes room for so many `unknowns`, and forgets the directions of another system.
    pub fn reserve(&mut self, unknowns: usize) {
        for scratch in [&mut self.direction, &mut self.image, &mut self.residual, &mut self.scaled, &mut self.rest] {
            scratch.resize(unknowns, 0.0);
        }
        for (direction, image, _) in &mut self.searched {
            direction.resize(unknowns, 0.0);
            image.resize(unknowns, 0.0);
        }
        self.kept = 0;
    }

    /// Adds to `x` the solution of `A y = rhs`, to a largest residual of `tolerance`.
    ///
    /// # Errors
    /// The state after 300 iterations, or when the residual is not finite.
    pub fn solve(
        &mut self,
        operator: &mut impl Operator,
        rhs: &[f64],
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<Solved, Solved> {
        self.residual.copy_from_slice(rhs);
        self.iterate(operator, tolerance, x)
    }

    /// Improves `x` until `A x = target` to a largest residual of `tolerance`, first along the directions of the last
    /// solve.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn improve(
        &mut self,
        operator: &mut impl Operator,
        target: &[f64],
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<Solved, Solved> {
        operator.apply(x, &mut self.residual);
        self.residual.iter_mut().zip(target).for_each(|(residual, target)| *residual = target - *residual);
        for (direction, image, product) in &self.searched[..self.kept] {
            let step = dot(direction, &self.residual) / product;
            add_scaled(x, step, direction);
            add_scaled(&mut self.residual, -step, image);
        }
        if self.searched.is_empty() {
            return self.iterate(operator, tolerance, x);
        }
        let mut rest = std::mem::take(&mut self.rest);
        rest.fill(0.0);
        let solved = self.iterate(operator, tolerance, &mut rest);
        add_scaled(x, 1.0, &rest);
        self.rest = rest;
        solved
    }

    fn iterate(&mut self, operator: &mut impl Operator, tolerance: f64, x: &mut [f64]) -> Result<Solved, Solved> {
        let mut previous = 0.0;
        if !self.through {
            self.kept = 0;
        }
        for iterations in 0.. {
            let end = Solved { iterations, residual: largest(&self.residual) };
            if end.residual <= tolerance {
                return Ok(end);
            }
            if !end.residual.is_finite() || iterations == LIMIT {
                return Err(end);
            }
            operator.precondition(&self.residual, &mut self.scaled);
            let product = dot(&self.residual, &self.scaled);
            let beta = if iterations == 0 { 0.0 } else { product / previous };
            self.direction.iter_mut().zip(&self.scaled).for_each(|(d, s)| *d = s + beta * *d);
            for (direction, image, product) in self.searched[..self.kept].iter().filter(|_| self.through) {
                let share = dot(image, &self.direction) / product;
                add_scaled(&mut self.direction, -share, direction);
            }
            previous = product;
            operator.apply(&self.direction, &mut self.image);
            let square = dot(&self.direction, &self.image);
            if let Some((direction, image, product)) = self.searched.get_mut(self.kept) {
                direction.copy_from_slice(&self.direction);
                image.copy_from_slice(&self.image);
                *product = square;
                self.kept += 1;
            }
            add_scaled(x, product / square, &self.direction);
            add_scaled(&mut self.residual, -product / square, &self.image);
        }
        unreachable!("the last iteration returns")
    }
}

/// Scalar product, summed from the first entry to the last.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Adds `factor` times `x` to `to`.
pub fn add_scaled(to: &mut [f64], factor: f64, x: &[f64]) {
    to.iter_mut().zip(x).for_each(|(to, x)| *to += factor * x);
}

/// Largest absolute value; NaN if any entry is not finite.
fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m: f64, v| if v.is_finite() && !m.is_nan() { m.max(v.abs()) } else { f64::NAN })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `−u″` on so many points, with its diagonal as preconditioner.
    struct Laplacian(usize);

    impl Operator for Laplacian {
        fn apply(&mut self, x: &[f64], out: &mut [f64]) {
            self.0 += 1;
            let at = |k: usize| x.get(k).copied().unwrap_or(0.0);
            for (k, out) in out.iter_mut().enumerate() {
                *out = 2.0 * x[k] - at(k + 1) - at(k.wrapping_sub(1));
            }
        }

        fn precondition(&self, r: &[f64], z: &mut [f64]) {
            z.iter_mut().zip(r).for_each(|(z, r)| *z = 0.5 * r);
        }
    }

    #[test]
    fn a_solve_ends_at_the_solution_and_what_it_searched_serves_the_same_system_once_more() {
        let exact: Vec<f64> = (0..12).map(|k| (0.7 * f64::from(k)).sin()).collect();
        let (mut operator, mut rhs) = (Laplacian(0), vec![0.0; 12]);
        operator.apply(&exact, &mut rhs);
        for (most, again) in [(16, 1), (0, 12)] {
            let mut solver = ConjugateGradients::new(most);
            solver.reserve(12);
            let mut x = vec![0.0; 12];
            let solved = solver.solve(&mut operator, &rhs, 1e-12, &mut x).unwrap();
            assert!(solved.iterations <= 12 && solved.residual <= 1e-12, "{solved:?}");
            assert!(x.iter().zip(&exact).all(|(x, exact)| (x - exact).abs() < 1e-11), "{x:?}");
            let (mut y, before) = (vec![0.0; 12], operator.0);
            solver.improve(&mut operator, &rhs, 1e-11, &mut y).unwrap();
            assert!(operator.0 - before <= again + 1 && (again == 1) == (operator.0 - before == 1), "{most}");
        }
    }

    #[test]
    fn what_all_solves_of_a_system_searched_serves_one_that_is_made_up_of_them() {
        let right = |factor: f64| (0..12).map(|k| (factor * f64::from(k)).cos()).collect::<Vec<f64>>();
        let (first, second) = (right(0.7), right(1.9));
        let both: Vec<f64> = first.iter().zip(&second).map(|(a, b)| 2.0 * a - b).collect();
        let (mut operator, mut solver) = (Laplacian(0), ConjugateGradients::through(30));
        solver.reserve(12);
        solver.solve(&mut operator, &first, 1e-12, &mut [0.0; 12]).unwrap();
        let solved = solver.improve(&mut operator, &second, 1e-12, &mut [0.0; 12]).unwrap();
        assert!(solved.iterations + solver.kept <= 30, "{solved:?}");
        assert_eq!(solver.improve(&mut operator, &both, 1e-11, &mut [0.0; 12]).unwrap().iterations, 0);
        assert!(solver.kept <= 13, "no more directions than unknowns, but for round-off: {}", solver.kept);
    }

    #[test]
    fn what_is_not_finite_is_an_error_at_once() {
        let mut solver = ConjugateGradients::new(0);
        solver.reserve(2);
        let failed = solver.solve(&mut Laplacian(0), &[1.0, f64::NAN], 1e-9, &mut [0.0; 2]).unwrap_err();
        assert!(failed.iterations == 0 && failed.residual.is_nan());
    }
}
