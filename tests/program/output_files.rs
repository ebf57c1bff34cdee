//! Fields, summary and progress as ParaView, other programs and a broken terminal meet them.

use crate::paraview::{read_grid, read_surface};
use ndarray::Array2;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;
use wetbounce::body::snapshot::{NoSlip, Snapshot, SpherePlace, StaggeredFields};
use wetbounce::liquid::Groups;
use wetbounce::model::Bounce;
use wetbounce::modelled::Modelled;
use wetbounce::output::progress::{Mode, Now, Progress};
use wetbounce::output::series::FieldSeries;
use wetbounce::output::summary::{Ending, Provenance, Status, Summary, fingerprint};
use wetbounce::output::vtk::{self, DataArray, PolygonSurface, Precision, RectilinearGrid};
use wetbounce::remark;

const SPHERE: SpherePlace = SpherePlace { radius: 1e-3, height: 1.5e-3, velocity: -0.5 };

/// A swirl-free flow with different values everywhere, on a grid with 7 × 9 uneven cells.
fn snapshot(time: f64) -> Snapshot {
    let r: Vec<f64> = (0..=7).map(|i| 4e-4 * i as f64 + 3e-5 * (i * i) as f64).collect();
    let z: Vec<f64> = (0..=9).map(|k| 1e-5 * k as f64 + 5e-5 * (k * k) as f64).collect();
    let u = Array2::from_shape_fn((8, 9), |(i, k)| (i as f64).sin() * 0.1 + 0.01 * k as f64 * time);
    let w = Array2::from_shape_fn((7, 10), |(i, k)| (k as f64).sin() * 0.2 + 0.01 * i as f64);
    let p = Array2::from_shape_fn((7, 9), |(i, k)| 1.0 / 3.0 + (i * 9 + k) as f64);
    let fields = StaggeredFields {
        r_faces: &r,
        z_faces: &z,
        velocity_r: u.view(),
        velocity_z: w.view(),
        pressure: p.view(),
        no_slip: NoSlip { bottom: true, top: true, side: true },
    };
    Snapshot::take(time, fields, SPHERE)
}

fn array<'a>(data: &'a [DataArray], name: &str) -> &'a DataArray {
    data.iter().find(|array| array.name == name).unwrap()
}

#[test]
fn a_grid_reads_back_to_the_same_bits_in_64_and_to_seven_digits_in_32_bit() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("flow.vtr");
    let grid = RectilinearGrid::of_snapshot(&snapshot(0.0123));
    vtk::write_grid(&path, &grid, Precision::Float64).unwrap();
    assert_eq!(read_grid(&path).unwrap(), grid);
    vtk::write_grid(&path, &grid, Precision::Float32).unwrap();
    let rough = read_grid(&path).unwrap();
    assert_eq!((rough.time, &rough.coordinates), (grid.time, &grid.coordinates), "coordinates stay exact");
    for (a, b) in rough.cell_data.iter().chain(&rough.point_data).zip(grid.cell_data.iter().chain(&grid.point_data)) {
        assert!(a.values.iter().zip(&b.values).all(|(a, b)| (a - b).abs() <= 1e-7 * b.abs()), "{}", a.name);
    }
}

#[test]
fn both_halves_are_mirror_images_with_the_radial_velocity_and_the_vorticity_turned() {
    let shot = snapshot(0.0);
    let grid = RectilinearGrid::of_snapshot(&shot);
    let (nx, nz) = (14, 9);
    assert_eq!((grid.cells(), grid.points()), (nx * nz, (nx + 1) * (nz + 1)));
    let x = &grid.coordinates[0];
    assert!((0..=nx).all(|m| x[m] == -x[nx - m]) && x[7] == 0.0);
    let (velocity, pressure) = (array(&grid.cell_data, "velocity_m_s"), array(&grid.cell_data, "pressure_Pa"));
    let vorticity = array(&grid.point_data, "vorticity_1_s");
    for k in 0..nz {
        for m in 0..nx {
            let (here, there) = (k * nx + m, k * nx + nx - 1 - m);
            assert_eq!(velocity.values[3 * here], -velocity.values[3 * there]);
            assert_eq!(velocity.values[3 * here + 2], velocity.values[3 * there + 2]);
            assert_eq!(pressure.values[here], pressure.values[there]);
            assert_eq!(vorticity.values[k * (nx + 1) + m], -vorticity.values[k * (nx + 1) + nx - m]);
        }
        assert_eq!(velocity.values[3 * (k * nx + 10) + 2], shot.velocity_z[[3, k]]);
        assert_eq!(vorticity.values[k * (nx + 1) + 10], shot.vorticity[[3, k]]);
    }
}

#[test]
fn the_sphere_is_a_closed_surface_of_its_radius_turned_outwards() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("sphere.vtp");
    let surface = PolygonSurface::of_sphere(SPHERE, 16);
    vtk::write_surface(&path, &surface, 0.25).unwrap();
    assert_eq!(read_surface(&path).unwrap(), (surface.clone(), 0.25));
    let mut edges = BTreeMap::new();
    let mut volume = 0.0;
    for polygon in &surface.polygons {
        let corner = |i: usize| surface.points[polygon[i % polygon.len()] as usize];
        for i in 0..polygon.len() {
            *edges.entry((polygon[i], polygon[(i + 1) % polygon.len()])).or_insert(0) += 1;
        }
        for i in 1..polygon.len() - 1 {
            let ([a, b, c], [d, e, f], [g, h, j]) = (corner(0), corner(i), corner(i + 1));
            volume += (a * (e * j - f * h) - b * (d * j - f * g) + c * (d * h - e * g)) / 6.0;
        }
    }
    assert!(edges.iter().all(|((a, b), count)| *count == 1 && edges.get(&(*b, *a)) == Some(&1)), "closed");
    let exact = 4.0 / 3.0 * std::f64::consts::PI * SPHERE.radius.powi(3);
    assert!(volume < exact && volume > 0.97 * exact, "{}", volume / exact);
    for [x, y, z] in surface.points {
        assert!(((x * x + y * y + (z - SPHERE.height).powi(2)).sqrt() / SPHERE.radius - 1.0).abs() < 1e-14);
    }
}

#[test]
fn a_resumed_series_drops_what_came_after_the_checkpoint_and_goes_on() {
    let dir = tempdir().unwrap();
    let mut series = FieldSeries::create(dir.path()).unwrap();
    for time in [0.0, 0.1, 0.2, 0.30000000000000004] {
        series.write(&snapshot(time)).unwrap();
    }
    let mut series = FieldSeries::resume(dir.path(), 0.1).unwrap();
    assert_eq!(vtk::read_series(&dir.path().join("fields.pvd")).unwrap().len(), 2);
    series.write(&snapshot(0.2)).unwrap();
    for (name, folder) in [("fields.pvd", "fields/flow_000002.vtr"), ("sphere.pvd", "fields/sphere_000002.vtp")] {
        let entries = vtk::read_series(&dir.path().join(name)).unwrap();
        assert_eq!(entries.iter().map(|(time, _)| *time).collect::<Vec<_>>(), [0.0, 0.1, 0.2]);
        assert_eq!(entries[2].1, folder);
        assert!(entries.iter().all(|(_, file)| dir.path().join(file).is_file()));
    }
    assert_eq!(read_grid(&dir.path().join("fields/flow_000002.vtr")).unwrap().time, 0.2);
}

#[test]
fn a_series_asked_for_when_a_run_goes_on_begins_there_and_half_a_series_is_refused() {
    let dir = tempdir().unwrap();
    let resume = || FieldSeries::resume(dir.path(), 0.1);
    let mut series = resume().unwrap();
    series.write(&snapshot(0.2)).unwrap();
    assert_eq!(vtk::read_series(&dir.path().join("fields.pvd")).unwrap(), [(0.2, "fields/flow_000000.vtr".to_owned())]);
    std::fs::remove_file(dir.path().join("sphere.pvd")).unwrap();
    assert!(resume().is_err());
}

#[test]
fn damaged_paraview_files_are_refused() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("flow.vtr");
    vtk::write_grid(&path, &RectilinearGrid::of_snapshot(&snapshot(0.0)), Precision::Float64).unwrap();
    let whole = fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&whole).into_owned();
    let header_end = text.find("<AppendedData").unwrap();
    let swap = |from: &str, to: &str| {
        let mut bytes = text[..header_end].replacen(from, to, 1).into_bytes();
        bytes.extend(&whole[header_end..]);
        bytes
    };
    for (bytes, expected) in [
        (whole[..whole.len() - 9].to_vec(), "cut off"),
        (swap("WholeExtent=\"0 14", "WholeExtent=\"0 15"), "piece"),
        (swap("NumberOfComponents=\"3\"", "NumberOfComponents=\"2\""), "velocity_m_s has 378 values"),
        (swap("LittleEndian", "BigEndian"), "byte_order"),
        (swap("offset=\"0\"", "offset=\"8\""), "offset"),
        (swap("</CellData>", ""), "PointData"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = read_grid(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// VTK's own reader must see what ours sees. Where Python has no VTK, ours alone is asked: it checks every size,
/// offset and value either way.
#[test]
fn the_files_hold_what_was_written_for_every_reader_at_hand() {
    let dir = tempdir().unwrap();
    let (flow, sphere) = (dir.path().join("flow.vtr"), dir.path().join("sphere.vtp"));
    let written = RectilinearGrid::of_snapshot(&snapshot(0.25));
    vtk::write_grid(&flow, &written, Precision::Float64).unwrap();
    vtk::write_surface(&sphere, &PolygonSurface::of_sphere(SPHERE, 32), 0.25).unwrap();
    let grid = read_grid(&flow).unwrap();
    assert_eq!(grid, written);
    let (surface, time) = read_surface(&sphere).unwrap();
    assert_eq!((surface.clone(), time), (PolygonSurface::of_sphere(SPHERE, 32), 0.25));
    let Some(seen) = ask_vtk(&flow, &sphere) else { return };
    let sum = |data: &[DataArray], name: &str| array(data, name).values.iter().map(|value| value.abs()).sum::<f64>();
    let expected = [
        ("cells", grid.cells() as f64),
        ("points", grid.points() as f64),
        ("x_min", grid.coordinates[0][0]),
        ("z_max", grid.coordinates[2][9]),
        ("time", 0.25),
        ("velocity_m_s", sum(&grid.cell_data, "velocity_m_s")),
        ("pressure_Pa", sum(&grid.cell_data, "pressure_Pa")),
        ("signed_distance_m", sum(&grid.cell_data, "signed_distance_m")),
        ("vorticity_1_s", sum(&grid.point_data, "vorticity_1_s")),
        ("polygons", surface.polygons.len() as f64),
        ("volume", 4.0 / 3.0 * std::f64::consts::PI * SPHERE.radius.powi(3)),
    ];
    for (name, value) in expected {
        let tolerance = if name == "volume" { 1e-2 } else { 1e-12 };
        let found = seen[name].as_f64().unwrap_or_else(|| panic!("{name}: {seen}"));
        assert!((found - value).abs() <= tolerance * value.abs(), "{name}: VTK sees {found}, written was {value}");
    }
}

/// What VTK's Python package sees in the files; `None` where there is no such package.
fn ask_vtk(flow: &Path, sphere: &Path) -> Option<serde_json::Value> {
    const SCRIPT: &str = r"
import json, sys
from vtkmodules.vtkIOXML import vtkXMLRectilinearGridReader, vtkXMLPolyDataReader
from vtkmodules.vtkFiltersCore import vtkMassProperties, vtkTriangleFilter
flow, ball = vtkXMLRectilinearGridReader(), vtkXMLPolyDataReader()
flow.SetFileName(sys.argv[1]); flow.Update(); grid = flow.GetOutput()
ball.SetFileName(sys.argv[2]); ball.Update()
def total(array):
    return sum(abs(array.GetComponent(i, c)) for i in range(array.GetNumberOfTuples()) for c in range(array.GetNumberOfComponents()))
seen = {'cells': grid.GetNumberOfCells(), 'points': grid.GetNumberOfPoints()}
bounds = grid.GetBounds()
seen['x_min'], seen['z_max'] = bounds[0], bounds[5]
seen['time'] = grid.GetFieldData().GetArray('TimeValue').GetValue(0)
for data in (grid.GetCellData(), grid.GetPointData()):
    for i in range(data.GetNumberOfArrays()):
        seen[data.GetArrayName(i)] = total(data.GetArray(i))
seen['polygons'] = ball.GetOutput().GetNumberOfPolys()
triangles, mass = vtkTriangleFilter(), vtkMassProperties()
triangles.SetInputConnection(ball.GetOutputPort()); mass.SetInputConnection(triangles.GetOutputPort())
seen['volume'] = mass.GetVolume()
print(json.dumps(seen))
";
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).output().ok();
    let importable = python(&["-c", "import vtkmodules.vtkIOXML"]).is_some_and(|output| output.status.success());
    if !importable {
        return None;
    }
    let output = python(&["-c", SCRIPT, flow.to_str()?, sphere.to_str()?]).expect("python3 has just been found");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "VTK complains: {}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).expect("the script prints JSON"))
}

fn summary() -> Summary {
    Summary {
        case: "glass in oil".into(),
        version: "0.1.0".into(),
        status: Status::Finished,
        ending: Some(Ending::Bounces),
        stop_reason: "apex reached".into(),
        groups: Groups { reynolds: 164.0, stokes: 152.0, stokes_modified: 161.1, density_ratio: 8.34 },
        steps: 1234,
        cells: 14790,
        time_s: 0.0612,
        wall_s: 3.9,
        threads: 1,
        bounces: vec![Bounce {
            contact_time_s: 0.0211,
            impact_speed_m_s: 0.53,
            separation_time_s: Some(0.02111),
            rebound_speed_m_s: Some(0.45),
            restitution_contact: Some(0.45 / 0.53),
            restitution: None,
            apex_gap_m: Some(7.4e-3),
            apex_time_s: Some(0.059),
            min_gap_m: -3.1e-6,
            film_torn: Some(true),
            oblique: None,
        }],
        peak_speed_m_s: 0.1 + 0.2,
        mass_error: 1e-14,
        energy_error: 2e-3,
        remarks: [
            remark!(Warning, "axisymmetric-wake", "the wake"),
            remark!(Assumption, "newtonian-liquid", "viscosity {}", 0.02),
            remark!(Doubt, "unused-key", "a key"),
        ]
        .into_iter()
        .collect(),
        film_band: None,
        measurement: None,
        modelled: vec![Modelled {
            what: "film below the grid".into(),
            by: "Davis 1986".into(),
            range: "h < 9 µm".into(),
        }],
        provenance: Provenance::of_case("[sphere]\n"),
        extra: BTreeMap::from([("drag_coefficient".to_owned(), 1.089)]),
    }
}

#[test]
fn a_summary_reads_back_as_it_was_and_has_the_promised_keys() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("summary.json");
    summary().write(&path).unwrap();
    assert_eq!(Summary::read(&path).unwrap(), summary());
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    for key in "case version status groups steps cells wall_s threads bounces peak_speed_m_s mass_error energy_error"
        .split(' ')
    {
        assert!(!json[key].is_null(), "{key}");
    }
    for key in "reynolds stokes stokes_modified density_ratio".split(' ') {
        assert!(json["groups"][key].is_f64(), "{key}");
    }
    for key in "contact_time_s impact_speed_m_s rebound_speed_m_s restitution_contact apex_gap_m apex_time_s min_gap_m"
        .split(' ')
    {
        assert!(json["bounces"][0][key].is_f64(), "{key}");
    }
    assert_eq!(json["status"], "finished");
    assert_eq!(
        json["remarks"][0],
        serde_json::json!({ "name": "axisymmetric-wake", "kind": "warning", "text": "the wake" })
    );
    for (kind, text) in [("warnings", "the wake"), ("assumed", "viscosity 0.02"), ("doubts", "a key")] {
        assert_eq!(json[kind], serde_json::json!([text]));
    }
}

#[test]
fn numbers_that_are_not_finite_become_null_and_not_broken_json() {
    let mut broken = summary();
    broken.energy_error = f64::NAN;
    broken.groups.reynolds = f64::INFINITY;
    broken.bounces[0].restitution_contact = Some(f64::NAN);
    broken.extra.insert("order".into(), f64::NEG_INFINITY);
    let json: serde_json::Value = serde_json::to_value(&broken).unwrap();
    for value in [
        &json["energy_error"],
        &json["groups"]["reynolds"],
        &json["bounces"][0]["restitution"],
        &json["extra"]["order"],
    ] {
        assert!(value.is_null(), "{json}");
    }
    let back: Summary = serde_json::from_value(json).unwrap();
    assert!(back.energy_error.is_nan() && back.extra["order"].is_nan());
    assert_eq!(back.bounces[0].restitution_contact, None);
}

/// Such a file is from a version whose results cannot be told apart by their ending: a sphere at rest has a restitution
/// of 0.
#[test]
fn a_finished_summary_without_its_ending_is_refused() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("summary.json");
    Summary { ending: None, ..summary() }.write(&path).unwrap();
    let error = Summary::read(&path).unwrap_err();
    assert!(error.to_string().contains("ending"), "{error}");
    let failed = Summary { ending: None, status: Status::Failed, ..summary() };
    failed.write(&path).unwrap();
    assert_eq!(Summary::read(&path).unwrap(), failed);
}

#[test]
fn a_fingerprint_is_the_published_hash_and_tells_cases_apart() {
    assert_eq!(fingerprint(""), "cbf29ce484222325");
    assert_eq!(fingerprint("foobar"), "85944171f73967e8");
    assert_ne!(Provenance::of_case("gap = 1\n"), Provenance::of_case("gap = 2\n"));
}

/// Runs [`show_progress`] in a process of its own whose standard output and error are closed or full.
#[cfg(target_os = "linux")]
#[test]
fn closed_or_full_standard_streams_do_not_end_a_run() {
    let this = std::env::current_exe().unwrap();
    for streams in [">&- 2>&-", ">/dev/null 2>/dev/full"] {
        let dir = tempdir().unwrap();
        let done = dir.path().join("done");
        let script = format!("exec \"$0\" --exact output_files::show_progress --ignored --nocapture {streams}");
        Command::new("sh").args(["-c", &script]).arg(&this).env("PROGRESS_DONE", &done).status().unwrap();
        assert!(done.is_file(), "the run ended early with {streams}");
    }
}

/// The child of the test above: shows progress, then says that it got through.
#[test]
#[ignore = "runs as the child of another test"]
fn show_progress() {
    let shown: Vec<Progress> = [Mode::Auto, Mode::Plain, Mode::Quiet].map(Progress::new).into();
    std::thread::sleep(std::time::Duration::from_millis(1010));
    for mut progress in shown {
        progress.update(Now { time: 0.5, gap: 1e-3, velocity: -0.1, steps: 10, part: "" }, Some(0.5));
        progress.note("bounce 1");
        progress.finish();
    }
    if let Some(path) = std::env::var_os("PROGRESS_DONE") {
        fs::write(path, "done").unwrap();
    }
}
