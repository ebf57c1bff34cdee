//! MUSEN: one restitution for each pair of materials.

use super::curve::short;
use super::host::{Host, HostLines, RestitutionLaw, Writes};

pub(super) const HOST: Host = Host {
    word: "musen",
    about: "one restitution for each pair of materials, at the Stokes number of --stokes",
    extension: "txt",
    once: "the dry restitution, which is in this one, and a liquid model of the same contacts (Hertz-Mindlin liquid)",
    writes: Writes::Restitution(|law| {
        let RestitutionLaw { stokes, restitution, .. } = law;
        let (friction, whose) = law.friction();
        HostLines {
            columns: Vec::new(),
            said: vec![
                "MUSEN's Hertz-Mindlin model has the restitution that it is given at every speed: the constant is e itself.".into(),
                format!("The constant below is for St {}; for other speeds take its line of the table.", short(*stokes)),
            ],
            lines: format!(
                "Materials database, Interactions (sphere, wall):\nRestitution coefficient [-]\t{}\nSliding friction [-]\t{friction} ({whose})\n",
                short(*restitution)
            ),
        }
    }),
};
