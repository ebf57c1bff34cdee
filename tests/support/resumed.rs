//! A simulation that goes on from a checkpoint.

use wetbounce::model::simulation::Simulation;
use wetbounce::run::checkpoint::Checkpoints;

/// `fresh`, which a checkpoint has taken to where `simulation` is.
pub fn resumed(simulation: &mut Simulation, mut fresh: Simulation) -> Simulation {
    let place = tempfile::tempdir().unwrap();
    Checkpoints::in_folder(place.path()).write(simulation, &mut []).unwrap();
    Checkpoints::in_folder(place.path()).read(&mut fresh, &mut []).unwrap().expect("a checkpoint was written");
    fresh
}
