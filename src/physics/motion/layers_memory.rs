//! The memory of the layers of vorticity below the grid, for every motion of the body.

use super::twist::RotationMemory;
use super::unresolved_layer::LayerMemory;
use crate::body::dof::{ALONG, Dof, TWIST};
use serde::{Deserialize, Serialize};

/// The memory of [`super::layers::BodyLayers`].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct LayersMemory {
    pub(super) normal: LayerMemory,
    /// Along x and y.
    pub(super) lateral: [LayerMemory; 2],
    /// Of the spins along x and y.
    pub(super) rotation: [RotationMemory; 2],
    pub(super) twist: RotationMemory,
}

impl LayersMemory {
    /// Of a body that starts with these `speeds`.
    pub(super) fn start(speeds: &Dof) -> Self {
        let rotation = ALONG.map(|[_, spin]| RotationMemory::start(speeds[spin]));
        Self { rotation, twist: RotationMemory::start(speeds[TWIST]), ..Self::default() }
    }
}
