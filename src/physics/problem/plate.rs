//! The wall of a problem as a plate: how it recedes, when it is thick, and where that holds.

use super::{Problem, Wall};
use crate::body::recoil::Recoil;
use crate::contact::plate::half_space_loss;
use crate::contact::{NormalContact, Plate};
use crate::error::BadParameter;
use crate::numerics::{Bracket, bisect};
use crate::quantity::{LENGTH, TIME};
use crate::remark;
use crate::remark::Remark;

/// Loss of dry restitution below which a wall is thick.
const THICK: f64 = 0.002;
/// A thickness that walls often have \[m\], and the loss of dry restitution on it above which a case without one
/// has a remark.
const USUAL: f64 = 10e-3;
const NOTABLE: f64 = 0.01;
/// Transit times of the thickness that a contact lasts at least where the wall bends as a plate: two ways there and
/// back.
const TRANSITS: f64 = 4.0;
/// Deflection over the thickness up to which a plate only bends: beyond it the stretched middle plane carries load, too
/// (Timoshenko & Woinowsky-Krieger 1959, Theory of Plates and Shells, §13).
const BENDS: f64 = 0.5;

impl Wall {
    /// The plate that it is at a thickness \[m\]; `None` where its density is not known.
    pub fn plate_of(&self, thickness: f64) -> Option<Plate> {
        Plate::new(thickness, self.density?, self.elastic).ok()
    }

    /// The plate that it is; `None` of a thick wall.
    pub fn plate(&self) -> Option<Plate> {
        self.plate_of(self.thickness?)
    }

    /// Its point mobility [m/(N s)]; 0 of a thick wall.
    ///
    /// # Errors
    /// A thickness or a density that is not positive, or a thickness without a density.
    pub fn checked_mobility(&self) -> Result<f64, BadParameter> {
        let Some(thickness) = self.thickness else { return Ok(0.0) };
        let density = self.density.unwrap_or(f64::NAN);
        Ok(Plate::new(thickness, density, self.elastic)?.mobility())
    }

    /// The same; 0 also of numbers that [`checked_mobility`](Self::checked_mobility) refuses.
    pub fn mobility(&self) -> f64 {
        self.checked_mobility().unwrap_or(0.0)
    }
}

/// A dry impact along the normal on a wall.
#[derive(Debug, Clone)]
pub struct ImpactOnWall<'a> {
    /// The wall.
    pub wall: &'a Wall,
    /// The contact law.
    pub contact: NormalContact,
    /// Speed [m/s].
    pub speed: f64,
    /// Density of the liquid on the wall, if there is any [kg/m³].
    pub liquid: Option<f64>,
}

impl Problem {
    /// The dry impact on its wall at the [impact speed](Problem::impact_speed); `None` without a wall, or without a
    /// speed.
    pub fn impact_on_wall(&self) -> Option<ImpactOnWall<'_>> {
        let (wall, speed) = (self.surroundings.wall()?, self.impact_speed());
        let contact = self.normal_contact().ok().filter(|contact| speed > 0.0 && contact.fault().is_none())?;
        Some(ImpactOnWall { wall, contact, speed, liquid: Some(self.liquid.density) })
    }

    /// How its wall recedes, on which the weight of the sphere presses with `load` \[N\] at rest.
    pub fn recoil(&self, load: f64) -> Recoil {
        match self.surroundings.mobility() {
            0.0 => Recoil::NONE,
            mobility => Recoil { mobility, borne: load.max(0.0) },
        }
    }
}

impl ImpactOnWall<'_> {
    /// The restitution on a wall of this thickness \[m\], or on a thick one; 0 without a rebound, `None` of a law that
    /// has no force to give.
    fn restitution(&self, thickness: Option<f64>) -> Option<f64> {
        let mobility = thickness.and_then(|thickness| self.wall.plate_of(thickness)).map_or(0.0, |it| it.mobility());
        let found = self.contact.restitution_on(self.speed, mobility).unwrap_or(0.0);
        self.contact.fault().is_none().then_some(found)
    }

    /// The thickness \[m\] from which on the wall is thick for this impact; `None` where the density of the wall is not
    /// known.
    pub fn thick_from(&self) -> Option<f64> {
        self.wall.plate_of(USUAL)?;
        let thick = self.restitution(None)?;
        let thin = |logarithm: f64| self.restitution(Some(logarithm.exp())).is_none_or(|thin| thick - thin > THICK);
        let found = bisect(Bracket { low: 1e-6_f64.ln(), high: 100.0_f64.ln() }, 40, thin).middle().exp();
        self.contact.fault().is_none().then_some(found)
    }

    /// The assumptions about the wall, in sentences: of one that states no thickness only where that may matter.
    pub fn assumed(&self) -> Vec<Remark> {
        let Some(plate) = self.wall.plate() else { return self.unstated().into_iter().collect() };
        let time = self.contact.contact_time(self.speed);
        let mobility = plate.mobility();
        let mut list = vec![remark!(
            Assumption,
            "infinite-plate",
            "the wall is an infinite plate whose far side is free (Kirchhoff; Zener 1941): it recedes by 1/(8 sqrt(B rho h)) = {mobility:.3e} \
             m/s per N beyond the weight that it bears, and is forgotten to have moved; elastic waves in the solids themselves take about {:.1} % of the \
             energy (Hunter 1957) and are left out",
            100.0 * half_space_loss(&plate.material, plate.density, self.speed)
        )];
        if self.wall.width.is_none() {
            let reach = time / plate.return_time(1.0, time);
            list.push(remark!(
                Assumption,
                "no-edge",
                "no edge of the wall is within {} of the impact: from there bending waves would come back during the contact",
                LENGTH.brief(reach)
            ));
        }
        list.extend(self.liquid.map(|density| {
            remark!(
                Assumption,
                "unloaded-plate",
                "liquid on the wall does not load it; at the frequency of the contact it would leave {:.0} % of the mobility (incompressible; \
                 Crighton 1972), which the upper end of a band has",
                100.0 * plate.wet_mobility(density, time) / mobility
            )
        }));
        list
    }

    /// What a usual thickness would change where none is stated.
    fn unstated(&self) -> Option<Remark> {
        self.wall.plate_of(USUAL)?;
        let (thick, usual) = (self.restitution(None)?, self.restitution(Some(USUAL))?);
        let loss = Some(thick - usual).filter(|loss| *loss > NOTABLE)?;
        Some(remark!(
            Assumption,
            "thickness-not-stated",
            "the wall is thick, because wall.thickness is not given: a wall of {} would lower the dry restitution by {loss:.3}, to {usual:.3}; it is thick from {} on",
            LENGTH.brief(USUAL),
            LENGTH.brief(self.thick_from()?)
        ))
    }

    /// How far the plate recedes in all \[m\]: its mobility times the momentum that the sphere loses, `Y m V (1 + e)`.
    fn deflection(&self, plate: &Plate) -> f64 {
        let restitution = self.restitution(Some(plate.thickness)).unwrap_or(0.0);
        plate.mobility() * self.contact.mass() * self.speed * (1.0 + restitution)
    }

    /// Doubts whether the wall is a plate, in sentences.
    pub fn doubts(&self) -> Vec<Remark> {
        let (Some(plate), mut list) = (self.wall.plate(), Vec::new()) else { return Vec::new() };
        let deflection = self.deflection(&plate);
        if deflection > BENDS * plate.thickness {
            list.push(remark!(
                Warning,
                "deflected-plate",
                "the wall would recede by {}, more than half of its thickness, {}: beyond that its stretched middle carries load, too, and the \
                 sphere rebounds faster than this plate says",
                LENGTH.brief(deflection),
                LENGTH.brief(plate.thickness)
            ));
        }
        let time = self.contact.contact_time(self.speed);
        let transits = time / plate.transit_time();
        if transits < TRANSITS {
            list.push(remark!(
                Warning,
                "wave-across-the-wall",
                "the contact lasts {}, {transits:.1} times as long as a wave takes across the wall: below {TRANSITS} times it ends before the wall \
                 bends as a plate, and the wall is thick: leave out wall.thickness",
                TIME.brief(time)
            ));
        }
        if let Some(width) = self.wall.width
            && plate.return_time(0.5 * width, time) < time
        {
            list.push(remark!(
                Warning,
                "wave-from-the-edge",
                "the contact lasts {}, and bending waves come back from the edge of a wall {} wide after {}: it gives back what this plate keeps",
                TIME.brief(time),
                LENGTH.brief(width),
                TIME.brief(plate.return_time(0.5 * width, time))
            ));
        }
        list
    }

    /// The wall's part in the dry restitution, in words; `None` where the density of the wall is not known.
    pub fn in_words(&self) -> Option<String> {
        let thick = format!("{} is thick (dry restitution within {THICK})", LENGTH.brief(self.thick_from()?));
        let Some(plate) = self.wall.plate() else { return Some(thick) };
        let (here, there) = (self.restitution(Some(plate.thickness))?, self.restitution(None)?);
        let thickness = LENGTH.brief(plate.thickness);
        Some(format!("{thickness}: dry restitution {here:.4}, of a thick wall {there:.4}; {thick}"))
    }
}
