//! The cases that come with the program, and the template of `wetbounce new`.

use crate::program::shipped as shipped_path;
use crate::reading::case_of;
use std::path::{Path, PathBuf};
use wetbounce::case;
use wetbounce::case::{Case, Start};

fn shipped() -> Vec<PathBuf> {
    let files = std::fs::read_dir(shipped_path("")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files
}

fn load(name: &str) -> Case {
    let path = shipped_path(&format!("{name}.toml"));
    case::load(Path::new(&path), &[]).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

#[test]
fn every_shipped_case_reads_and_survives_being_written() {
    assert!(shipped().len() >= 11);
    for path in shipped() {
        let case = case::load(&path, &[]).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
        assert_eq!(case.given.name, path.file_stem().unwrap().to_string_lossy());
        assert!(case.given.title.is_some(), "{path:?} has a title");
        let again = Case::parse(&case.to_toml(), "case.toml", &[]).unwrap();
        assert_eq!(again, case, "{path:?}");
    }
}

#[test]
fn gondret_cases_have_the_published_reynolds_and_stokes_numbers() {
    for (stokes, reynolds) in [(27.0, 30.0), (100.0, 110.0), (152.0, 164.0), (192.0, 212.0), (742.0, 788.0)] {
        let groups = load(&format!("gondret-st{stokes}")).problem.groups();
        assert!((groups.stokes / stokes - 1.0).abs() < 0.01, "St {} for {stokes}", groups.stokes);
        assert!((groups.reynolds / reynolds - 1.0).abs() < 0.01, "Re {} for {reynolds}", groups.reynolds);
    }
}

#[test]
fn the_box_of_ten_cate_keeps_its_cross_section() {
    for index in 1..=4 {
        let case = load(&format!("tencate-e{index}"));
        let section = std::f64::consts::PI * case.problem.vessel.radius.powi(2);
        assert!((section / 0.01 - 1.0).abs() < 1e-12);
        assert_eq!((case.problem.start.gap, case.problem.vessel.height), (0.12, 0.16));
        assert_eq!(case.problem.start.start, Start::Rest);
    }
}

#[test]
fn the_template_names_every_key_and_its_default() {
    let (template, _) = wetbounce::cli::new::TEMPLATE.split_once("[measurement]").expect("the last table");
    let plain = Case::parse(template, "NAME.toml", &[]).expect("the template is a case");
    let uncommented = |skip: &[&str]| {
        let line = |line: &str| match line.strip_prefix("# ") {
            Some(key) if key.contains(" = ") && !skip.iter().any(|skip| key.starts_with(skip)) => key.to_string(),
            _ => line.to_string(),
        };
        template.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    let elsewhere = [
        "title",
        "name",
        "temperature",
        "glycerol",
        "grade",
        "reference",
        "piezoviscosity",
        "rings_per_contact",
        "limiting_stress",
        "heating",
        "liquid_conductivity",
        "liquid_heat_capacity",
        "thermal_thinning",
        "sphere_conductivity",
        "sphere_heat_capacity",
        "wall_conductivity",
        "wall_heat_capacity",
        "asperit",
        "threshold",
        "normal_viscosity",
        "k_n",
        "gamma_n",
        "limit_force",
        "max_stiffness",
        "loading_ratio",
        "adhesion_ratio",
        "plasticity_depth",
        "plastic_limit",
        "reduced_radius",
        "friction",
        "tangential",
        "sliding_test",
        "rolling",
        "lever",
        "shear_modulus",
        "wall_radius",
        "surface",
        "roughness = \"0.05 um\"",
        "roughness = \"1 nm\"",
        "thickness",
        "density = \"2500 kg/m3\"",
        "width",
        "bulk_modulus",
        "shear_thinning",
        "k_t",
        "gamma_t",
        "dynamic_ratio",
        "history_",
        "twisting",
        "reynolds",
        "stokes",
        "density_ratio",
        "galileo",
        "ramp",
        "file",
        "times",
        "velocities",
        "gaps",
        "accelerations",
        "motion",
        "perturbation",
        "frequency",
        "travel",
        "periods",
        "steady",
        "time",
        "trajectory",
        "fields",
        "vorticity_pictures",
    ];
    let mut spelt_out = Case::parse(&uncommented(&elsewhere), "NAME.toml", &[])
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
    // A sum of diameters is not that of their numbers to the last digit.
    let (height, sum) = (spelt_out.problem.vessel.height, plain.problem.vessel.height);
    assert!((height / sum - 1.0).abs() < 1e-15);
    spelt_out.problem.vessel.height = sum;
    assert_eq!(spelt_out, plain);
    for variant in [
        &[][..],
        &["film.model=ehd"],
        &["film.model=ehd", "film.asperities=greenwood-tripp"],
        &["contact.law=li"],
        &["resolution.azimuthal_modes=2"],
        &["resolution.azimuthal_modes=2", "contact.law=luding", "contact.max_stiffness=1e6 N/m"],
        &["resolution.azimuthal_modes=2", "contact.law=hertz/stiffness", "contact.k_n=1 GPa", "contact.k_t=1 GPa"],
        &["release.kind=table", "release.times=[\"0 s\", \"1 s\"]", "release.velocities=[\"0 m/s\", \"1 m/s\"]"],
        &["release.kind=held", "run.steady=1e-3"],
        &["release.kind=falling"],
        &["release.kind=oscillating", "release.frequency=5 Hz"],
        &["contact.law=hertz-stiffness", "contact.k_n=1 GPa"],
        &["contact.law=luding", "contact.max_stiffness=1e6 N/m"],
        &["run.time=1 s", "output.fields=1 s", "output.trajectory=1 s"],
    ] {
        let case = case_of(template, variant);
        for line in case.to_toml().lines().filter(|line| !line.starts_with('#')) {
            let Some((key, _)) = line.split_once(" = ") else { continue };
            assert!(
                template.lines().any(|line| line.trim_start_matches("# ").starts_with(&format!("{key} = "))),
                "{key} is not in the template"
            );
        }
    }
}
