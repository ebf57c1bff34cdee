"""Files of other programs, as these write them, become the tables of references; what they do not say is asked for."""

import bz2
import math
from math import pi

import pytest

pd = pytest.importorskip("pandas")

import wetbounce as wb
from wetbounce import others

D, V, E, STEP = 3e-3, 0.5, 0.9, 2e-5


@pytest.fixture()
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def impact():
    """Time, gap, velocity of a sphere without weight that leaves a wall with E times its speed; the contact lasts four steps."""
    for k in range(300):
        time, inside = STEP * k, (STEP * k - 2e-3) / 7.3e-5
        if inside < 0:
            yield time, V * (2e-3 - time), -V
        elif inside < 1:
            yield time, -1e-6 * math.sin(pi * inside), -V * math.cos(pi * inside) * (1 - (1 - E) * inside)
        else:
            yield time, E * V * (time - 2e-3 - 7.3e-5), E * V


def restitution(frame, **keys):
    found = wb.compare(frame, reference="dry-impact", restitution_put_in=E, angle_deg=0, **keys)
    return next(row["restitution"] for row in found["deviations"] if "restitution" in row)


def dump(sphere=7, up="z", wall=0.0, away=1.0, time=True, units=True):
    """A dump of a sphere, and of one that rests far away."""
    text = ""
    for k, (t, h, v) in enumerate(impact()):
        at = {axis: ("0", "0") for axis in "xyz"}
        at[up] = (repr(wall + away * (h + 0.5 * D)), repr(away * v))
        row = " ".join(at[axis][0] for axis in "xyz") + " " + " ".join(at[axis][1] for axis in "xyz")
        text += ("ITEM: UNITS\nsi\n" if units else "") + (f"ITEM: TIME\n{t!r}\n" if time else "")
        text += f"ITEM: TIMESTEP\n{100 * k}\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\nITEM: ATOMS id x y z vx vy vz\n"
        text += f"3 0.1 0.2 0.9 1 1 1\n{sphere} {row}\n"
    return text


def test_a_dump_shows_the_sphere_and_the_normal_that_are_asked_for(place):
    (place / "a.dump").write_text(dump())
    frame = others.lammps_dump("a.dump", sphere=7, normal="z", diameter=D)
    assert list(frame.columns[:3]) == ["time_s", "gap_m", "velocity_m_s"] and len(frame) == 300
    assert restitution(frame) == pytest.approx(E, abs=2e-4)
    # The same below a ceiling along y, at 1 m, and with steps for times.
    ceiling = dump(up="y", wall=1.0, away=-1.0, time=False, units=False)
    (place / "b.dump").write_text(ceiling)
    below = others.liggghts("b.dump", sphere=7, normal="-y", wall=1.0, diameter=D, time_step=2e-7)
    for name in ("time_s", "gap_m", "velocity_m_s"):
        assert below[name].to_numpy() == pytest.approx(frame[name].to_numpy(), abs=1e-12)
    for arguments, words in [
        ({"sphere": 2, "normal": "z"}, "no atom 2; it has the ids 3, 7"),
        ({"sphere": 7}, "give normal"),
        ({"sphere": 7, "normal": "up"}, "x, y or z"),
        ({"sphere": 7, "normal": "z", "units": "cgs"}, "is in units si"),
        ({"sphere": 7, "normal": "z", "along": "z"}, "other than the normal"),
        ({"sphere": 7, "normal": "z", "viscosity": 0.01}, "has no forces"),
        ({"sphere": 7, "second": 3}, "second_diameter"),
    ]:
        with pytest.raises(ValueError, match=words):
            others.lammps_dump("a.dump", diameter=D, **arguments)
    with pytest.raises(ValueError, match="time_step"):
        others.lammps_dump("b.dump", sphere=7, normal="z", diameter=D)
    (place / "c.dump").write_text(dump().replace(" x y z ", " xs ys zs "))
    with pytest.raises(ValueError, match="no column 'z'; it has step, time, id, xs"):
        others.lammps_dump("c.dump", sphere=7, normal="z", diameter=D)
    # Heights of the centre are no gaps: the diameter that is wrong is found by the comparison.
    with pytest.raises(wb.CaseError, match="no gap between the surfaces"):
        wb.compare(others.lammps_dump("a.dump", sphere=7, normal="z", diameter=1e-9), reference="gondret", bounce="st152")


def test_a_dump_in_yaml_is_the_same_motion(place):
    text = ""
    for k, (t, h, v) in enumerate(impact()):
        text += f"---\ncreator: LAMMPS\ntimestep: {k}\nunits: si\ntime: {t!r}\nnatoms: 1\nboundary: [ p, p, p, p, f, f, ]\nbox:\n  - [ 0, 1 ]\n"
        text += f"keywords: [ id, x, y, z, vx, vy, vz, ]\ndata:\n  - [ 7 , 0 , 0 , {h + 0.5 * D!r} , 0 , 0 , {v!r} , ]\n...\n"
    (place / "dump.yaml").write_text(text)
    assert restitution(others.lammps_dump("dump.yaml", sphere=7, normal="z", diameter=D)) == pytest.approx(E, abs=2e-4)


def test_two_spheres_of_a_dump_keep_their_momentum(place):
    ratio, contact, radius = 0.5, 4.999e-4, 6.35e-3
    first, second = 2 * (1 - E * ratio) / (1 + ratio), 2 * (1 + E) / (1 + ratio)
    text = ""
    for k in range(100):
        time = 1e-5 * k
        after, before = max(time - contact, 0.0), min(time, contact)
        x = [2 * before + first * after + 3 * time, 2 * contact + 2 * radius + second * after + 3 * time]
        v = [first + 3, second + 3] if after > 0 else [5, 3]
        text += f"ITEM: UNITS\nsi\nITEM: TIME\n{time!r}\nITEM: TIMESTEP\n{k}\nITEM: ATOMS id x y z vx vy vz\n"
        text += f"1 0 {x[0]!r} 0 0 {v[0]!r} 0\n2 0 {x[1]!r} 0 0 {v[1]!r} 0\n"
    (place / "pair").write_text(text)
    frame = others.lammps_dump("pair", sphere=1, second=2, diameter=2 * radius, second_diameter=2 * radius)
    found = wb.compare(frame, reference="pair-momentum", mass_ratio=ratio, restitution=E)
    assert len(found["deviations"]) == 2 and abs(found["largest_relative"]) < 1e-6


def test_thermo_output_and_a_file_of_yade_by_the_names_of_their_columns(place):
    rows = "".join(f"{100 * k} {t!r} {h + 0.5 * D!r} {v!r}\n" for k, (t, h, v) in enumerate(impact()))
    run = "Step Time v_z v_vz\n" + rows
    # A first run with other columns, and a last one that repeats a step.
    log = "LAMMPS (2 Aug 2023)\nunits si\nStep Temp\n0 1\nLoop time of 1 on 1 procs\n" + run + "Loop time of 1 on 1 procs\n"
    log += "Step Time v_z v_vz\n" + rows.splitlines()[-1] + "\nLoop time of 1\n"
    (place / "log.lammps").write_text(log)
    by_time = others.lammps_log("log.lammps", centre="v_z", velocity="v_vz", time="Time", diameter=D)
    by_step = others.liggghts("log.lammps", centre="v_z", velocity="v_vz", time_step=2e-7, diameter=D)
    assert restitution(by_time) == pytest.approx(E, abs=2e-4) and by_step["time_s"].to_numpy() == pytest.approx(by_time["time_s"].to_numpy())
    for arguments, words in [
        ({"centre": "z", "time": "Time"}, "no column 'z'; it has Step, Time, v_z, v_vz"),
        ({"centre": "v_z"}, "time_step"),
        ({"time": "Time"}, "give gap or centre"),
        ({"centre": "v_z", "gap": "v_z", "time": "Time"}, "give gap or centre"),
        ({"centre": "v_z", "time": "Time", "units": "lj"}, "is in units si"),
        ({"centre": "v_z", "time": "Time", "height": "v_z"}, "no column of a motion"),
    ]:
        with pytest.raises(ValueError, match=words):
            others.lammps_log("log.lammps", diameter=D, **arguments)
    # saveDataTxt joins names by two tabs and values by one.
    yade = "# gap\t\titer\t\tt\t\tvz\n" + "".join(f"{h!r}\t{k}\t{t!r}\t{-v!r}\n" for k, (t, h, v) in enumerate(impact()))
    (place / "plot.txt.bz2").write_bytes(bz2.compress(yade.encode()))
    assert restitution(others.yade("plot.txt.bz2", gap="gap", velocity="-vz", diameter=D)) == pytest.approx(E, abs=2e-4)
    assert restitution(others.yade("plot.txt.bz2", gap="gap", diameter=D)) == pytest.approx(E, abs=2e-4)
    with pytest.raises(wb.CaseError, match="count away from the wall"):
        restitution(others.yade("plot.txt.bz2", gap="gap", velocity="vz", diameter=D))
    (place / "spoilt.txt").write_text(yade.replace("vz\n", "vz\t\tvx\n"))
    with pytest.raises(ValueError, match="a row of 4"):
        others.yade("spoilt.txt", gap="gap", diameter=D)
    (place / "bare.txt").write_text("1 2\n3 4\n")
    with pytest.raises(ValueError, match="names after `#`"):
        others.yade("bare.txt", gap="gap", diameter=D)


def test_openfoam_gives_a_body_and_the_parts_of_its_force(place):
    header = "# Motion State\n# Time\tcentreOfRotation\tcentreOfMass\trotation\tvelocity\tomega\n"
    rows = [(t, f"(0 {h + 0.5 * D!r} 0)", f"(0.1 {v!r} 0)") for t, h, v in impact()]
    (place / "state.dat").write_text(header + "".join(f"{t!r}\t(0 9 0)\t{c}\t(0 0 0)\t{v}\t(1 2 3)\n" for t, c, v in rows))
    state = others.openfoam_body("state.dat", normal="y", along="x", diameter=D)
    assert restitution(state) == pytest.approx(E, abs=2e-4) and state["velocity_x_m_s"].iloc[0] == 0.1
    # Normal y, along x: a sphere that rolls along turns about -z.
    assert state["spin_rad_s"].iloc[0] == -3 and "spin_rad_s" not in others.openfoam_body("state.dat", normal="y", diameter=D)
    log = "".join(
        f"Time = {t!r}s\n\nRigid-body motion of the far\n    Centre of mass: (9 9 9)\n    Linear velocity: (7 7 7)\n"
        f"Rigid-body motion of the near\n    Centre of rotation: {c}\n    Linear velocity: {v}\n    Angular velocity: (0 0 0)\n" for t, c, v in rows
    )
    (place / "log").write_text(log)
    assert restitution(others.openfoam_body("log", normal="y", sphere="near", diameter=D)) == pytest.approx(E, abs=2e-4)
    with pytest.raises(ValueError, match="one of far, near"):
        others.openfoam_body("log", normal="y", diameter=D)

    stokes = 3 * pi * 0.01 * 1e-3 * D
    exact = {1.0: 1.5692053935495, 0.1: 6.34088669211, 0.01: 51.7607336046394}
    scales = {"diameter": D, "viscosity": 0.01}
    times = {gap: (3e-3 - gap * D) / 1e-3 for gap in exact}
    half = lambda gap: f"(1e-9 {0.5 * stokes * exact[gap]!r} 5e-5)"
    old = "# Forces\n# Time forces(pressure viscous) moment(pressure viscous)\n"
    old += "".join(f"{times[gap]!r} ({half(gap)} {half(gap)}) ((1 2 3) (4 5 6))\n" for gap in exact)
    new = "# Force\n# CofR : (0 0 0)\n# Time total_x total_y total_z pressure_x pressure_y pressure_z\n"
    new += "".join(f"{times[gap]!r} 1e-9 {stokes * exact[gap]!r} 5e-5 0 0 0\n" for gap in exact)
    for text in (old, new):
        (place / "force.dat").write_text(text)
        frame = others.openfoam_forces("force.dat", normal="y", start_gap=3e-3, speed=1e-3, **scales)
        assert abs(wb.compare(frame, reference="approach-wall")["largest_relative"]) < 1e-6
    body = others.motion(list(times.values()), gap_m=[gap * D for gap in times], velocity_m_s=[-1e-3] * 3)
    frame = others.openfoam_forces("force.dat", normal="y", body=body, **scales)
    assert abs(wb.compare(frame, reference="approach-wall")["largest_relative"]) < 1e-6
    # The wrong axis is off at every gap, and is not passed off as the force of an approach.
    wrong = wb.compare(others.openfoam_forces("force.dat", normal="z", start_gap=3e-3, speed=1e-3, **scales), reference="approach-wall")
    assert wrong["values_beyond_validation_uncertainty"] == 3
    for arguments, words in [({}, "give start_gap and speed, or body"), ({"start_gap": 3e-3}, "needs speed")]:
        with pytest.raises(ValueError, match=words):
            others.openfoam_forces("force.dat", normal="y", **scales, **arguments)


def test_a_table_of_paraview_by_the_names_of_its_vectors(place):
    header = '"Time","ID","Velocity:0","Velocity:1","Velocity:2","Points:0","Points:1","Points:2"\n'
    row = lambda t, h, v: f"{t!r},1,0,0.05,{v!r},0.1,0.2,{h + 0.5 * D!r}\n{t!r},2,1,1,1,9,9,9\n"
    (place / "two.csv").write_text(header + "".join(row(*moment) for moment in impact()))
    frame = others.paraview("two.csv", normal="z", sphere=1, diameter=D)
    assert restitution(frame) == pytest.approx(E, abs=2e-4) and frame["velocity_y_m_s"].iloc[0] == 0.05
    for arguments, words in [
        ({"normal": "z"}, "the spheres 1, 2 by ID"),
        ({"normal": "z", "sphere": 3}, "the spheres 1, 2 by ID"),
        ({"normal": "z", "sphere": 1, "velocity": "U"}, "no vector 'U'.*Velocity:0"),
        ({"normal": "z", "sphere": 1, "time": "t"}, "no column 't'"),
    ]:
        with pytest.raises(ValueError, match=words):
            others.paraview("two.csv", diameter=D, **arguments)


def test_forces_of_arrays_give_the_law_of_the_film_and_bad_ones_are_refused(place):
    gaps = [0.005 * 200 ** (k / 15) for k in range(16)]
    exact = wb.reference("approach-wall")
    grid = [min(6.0, 0.5 / gap + 1) for gap in gaps]
    frame = others.forces([gap * D for gap in gaps], [f * 3 * pi * 0.01 * 1e-3 * D for f in grid], diameter=D, viscosity=0.01, speed=1e-3)
    assert frame["force_over_stokes"].to_numpy() == pytest.approx(grid) and list(frame) == ["gap_over_d", "force_over_stokes"]
    assert "missing_over_stokes" in wb.law(host="resolved", forces=frame) and exact.columns
    with pytest.raises(ValueError, match="speed=0.0: give a number above 0, in m/s"):
        others.forces([1e-3], [1], diameter=D, viscosity=0.01, speed=0.0)
    with pytest.raises(ValueError, match="above 0"):
        others.forces([1e-3], [1], diameter=0.0, viscosity=0.01, speed=1.0)
    with pytest.raises(ValueError, match="do not increase: 0.0 s is followed by 0.0 s|do not increase"):
        others.motion([0.0, 0.0, 1.0], gap_m=[1, 2, 3])
    with pytest.raises(ValueError, match="no column 'omega'"):
        others.motion([0, 1], gap_m=[1, 2], omega=[1, 2])
    with pytest.raises(wb.CaseError, match="header `gap_over_d,force_over_stokes`"):
        wb.compare(frame.rename(columns={"gap_over_d": "gap"}), reference="approach-wall")


def frames(columns, *frames, after=""):
    """A dump of frames, each a step and its rows."""
    text = "".join(f"ITEM: TIMESTEP\n{step}\nITEM: ATOMS {columns}\n" + "".join(f"{row}\n" for row in rows) for step, *rows in frames)
    return text + after


def refused(words, function, *arguments, **keys):
    with pytest.raises(ValueError, match=words):
        function(*arguments, **keys)


ONE = {"sphere": 1, "normal": "z", "diameter": D, "time_step": STEP}
PAIR = {"sphere": 1, "second": 2, "diameter": D, "second_diameter": D, "time_step": STEP}
LOG = {"centre": "v_z", "diameter": D}


def test_steps_that_begin_again_are_another_motion(place):
    fall, rest = [(k, f"1 0 0 {0.01 - 1e-4 * k}") for k in range(3)], [(k, f"1 0 0 {0.02 - 1e-4 * k}") for k in range(5)]
    (place / "a.dump").write_text(frames("id x y z", *rest, *fall))
    refused("steps of a.dump begin again, 4 is followed by 0", others.lammps_dump, "a.dump", **ONE)
    # The last frame of a run is repeated by the first of the next.
    (place / "b.dump").write_text(frames("id x y z", *rest[:3], *rest[2:]))
    assert len(others.lammps_dump("b.dump", **ONE)) == 5
    (place / "log").write_text("Step v_z\n0 0.02\n1 0.02\nLoop time\nreset_timestep 0\nStep v_z\n0 0.01\n1 0.009\n2 0.008\nLoop time\n")
    refused("begin again, 1 is followed by 0", others.lammps_log, "log", time_step=STEP, **LOG)


def test_columns_that_change_within_a_dump_are_refused(place):
    (place / "a.dump").write_text(frames("id x y z vx vy vz", (0, "1 0 0 0.01 0 0 -1")) + frames("id vx vy vz x y z", (1, "1 0 0 -1 0 0 0.009")))
    refused("changes its columns from id x y z vx vy vz to id vx vy vz x y z", others.lammps_dump, "a.dump", **ONE)


def test_the_diameter_is_that_of_the_file_and_above_0(place):
    (place / "a.dump").write_text(frames("id x y z radius", (0, f"1 0 0 0.01 {D / 2}", f"2 0 0 0.02 {D}")))
    assert others.lammps_dump("a.dump", **{**ONE, "diameter": 1.005 * D})["gap_m"][0] == pytest.approx(0.01 - 0.5025 * D)
    refused("diameter=0.0015 m of 1: by its column radius, a.dump has 0.003 m", others.lammps_dump, "a.dump", **{**ONE, "diameter": D / 2})
    refused("diameter=0.003 m of 2: by its column radius, a.dump has 0.006 m", others.lammps_dump, "a.dump", **PAIR)
    (place / "b.dump").write_text(frames("id x y z diameter", (0, "1 0 0 1 0.3")))
    assert others.lammps_dump("b.dump", units="cgs", **ONE)["gap_m"][0] == pytest.approx(0.01 - 0.5 * D)
    refused("column diameter", others.lammps_dump, "b.dump", units="cgs", **{**ONE, "diameter": 0.3})
    (place / "c.dump").write_text(frames("id x y z", (0, "1 0 0 0.01", "2 0 0 0.02")))
    (place / "yade.txt").write_text("# t gap\n0 1e-3\n")
    (place / "log").write_text("Step v_z\n0 0.02\n")
    (place / "t.csv").write_text("Time,Points:0,Points:1,Points:2\n0,0,0,1\n")
    (place / "state.dat").write_text("# Time centreOfMass velocity\n0 (0 0 1) (0 0 -1)\n")
    (place / "force.dat").write_text("# Force\n# Time total_x total_y total_z\n0 0 0 1\n")
    for function, file, keys in [
        (others.lammps_dump, "c.dump", ONE),
        (others.lammps_log, "log", {**LOG, "time_step": STEP}),
        (others.yade, "yade.txt", {"gap": "gap"}),
        (others.paraview, "t.csv", {"normal": "z", "velocity": None}),
        (others.openfoam_body, "state.dat", {"normal": "z"}),
        (others.openfoam_forces, "force.dat", {"normal": "z", "start_gap": 1e-3, "speed": 1.0}),
    ]:
        function(file, **{**keys, "diameter": D})
        for wrong in (0, -D):
            refused("diameter=.*above 0, in m", function, file, **{**keys, "diameter": wrong})
    refused("second_diameter=-0.003.*above 0", others.lammps_dump, "c.dump", **{**PAIR, "second_diameter": -D})


def test_speed_and_viscosity_are_above_0(place):
    (place / "a.dump").write_text(frames("id x y z fz", (0, "1 0 0 0.01 1e-4")))
    assert others.lammps_dump("a.dump", viscosity=0.01, speed=0.5, **ONE)["force_over_stokes"][0] > 0
    for wrong, words in [({"speed": -0.5}, "speed=-0.5"), ({"speed": 0}, "speed=0"), ({"speed": 0.5, "viscosity": -0.01}, "viscosity=-0.01")]:
        refused(words + r".*above 0", others.lammps_dump, "a.dump", **{**ONE, "viscosity": 0.01, **wrong})
        refused(words + r".*above 0", others.forces, [1e-3], [1e-4], **{"diameter": D, "viscosity": 0.01, "speed": [0.5], **wrong})


def test_the_time_step_and_the_units_are_those_of_the_log(place):
    rows = "Step v_z\n0 0.02\n1 0.01\nLoop time\n"
    (place / "one").write_text("timestep ${dt}\ntimestep 1e-6\n" + rows)
    assert others.lammps_log("one", time_step=1e-6, **LOG)["time_s"][1] == 1e-6
    refused("time_step=1e-05: one has timestep 1e-06", others.lammps_log, "one", time_step=1e-5, **LOG)
    (place / "two").write_text("timestep 1e-5\n" + rows.replace("1 0.01\n", "") + "timestep 1e-6\n" + rows)
    refused(r"changes its timestep \(1e-06, 1e-05\): give time", others.lammps_log, "two", time_step=1e-6, **LOG)
    assert len(others.lammps_log("two", time="Step", **LOG)) == 2
    (place / "units").write_text("units ${u}\nunits cgs\n" + rows)
    assert others.lammps_log("units", time_step=1e-6, units="cgs", **LOG)["gap_m"][1] == pytest.approx(1e-4 - 0.5 * D)
    refused("is in units cgs", others.lammps_log, "units", time_step=1e-6, **LOG)


def test_arrays_pair_by_their_order(place):
    half = pd.DataFrame({"t": [0.0, 1.0, 2.0, 3.0], "gap": [4.0, 3.0, 2.0, 1.0], "v": [1.0, 1.0, 1.0, 2.0]}).iloc[2:]
    frame = others.forces(half.gap.to_numpy(), [1.0, 1.0], diameter=D, viscosity=0.01, speed=half.v)
    assert frame["force_over_stokes"].to_numpy() * 3 * pi * 0.01 * D == pytest.approx([1.0, 0.5])
    frame = others.motion([0.0, 1.0], gap_m=half.gap, velocity_m_s=-1.0)
    assert list(frame["gap_m"]) == [2.0, 1.0] and list(frame["velocity_m_s"]) == [-1.0, -1.0]
    refused("one length: time_s has 3, gap_m has 2", others.motion, [0, 1, 2], gap_m=half.gap)
    refused("one length: gap_m has 2, force_N has 2, speed has 3", others.forces, half.gap, half.v, diameter=D, viscosity=1, speed=[1, 2, 3])


def test_a_pair_is_two_spheres_in_the_same_frames_and_the_same_box(place):
    rows = [(k, f"1 0 0 {0.02 - k}", f"2 0 0 {0.01 - k}") for k in range(3)]
    (place / "a.dump").write_text(frames("id x y z", *rows))
    assert others.lammps_dump("a.dump", **PAIR)["gap_m"].to_numpy() == pytest.approx([0.01 - D] * 3)
    refused("second=1 is the sphere itself.*ids 1, 2", others.lammps_dump, "a.dump", **{**PAIR, "second": 1})
    (place / "b.dump").write_text(frames("id x y z", rows[0][:2], rows[1], (2, rows[2][2])))
    refused("2 steps of 1 and 2 of 2, 1 of them the same: give a dump with both", others.lammps_dump, "b.dump", **PAIR)
    images = [(k, f"1 {0.002 - 1e-3 * k} 0 0 1", f"2 0.006 0 0 0") for k in range(2)]
    (place / "c.dump").write_text(frames("id x y z ix", *images))
    refused(r"two periodic images \(ix\): dump unwrapped coordinates, xu yu zu", others.lammps_dump, "c.dump", **PAIR)
    (place / "d.dump").write_text(frames("id xu yu zu ix", *images))
    assert len(others.lammps_dump("d.dump", **PAIR)) == 2
    (place / "e.dump").write_text(frames("id x y z vz", (0, "1 0 0 0.02 -1", "2 0 0 0.01 0")))
    refused("no column 'vx'", others.lammps_dump, "e.dump", **PAIR)


def test_a_line_that_is_cut_is_left_out_with_a_warning(place):
    text = frames("id x y z", *[(k, "1 0 0 0.02", "2 0 0 0.01") for k in range(3)])
    (place / "a.dump").write_text(text[:-2])
    for function in (others.lammps_dump, others.liggghts):
        with pytest.warns(UserWarning, match="a.dump ends in the middle of a line: what stands from line 11 on is left out"):
            assert list(function("a.dump", **PAIR)["time_s"]) == [0, STEP]
    (place / "b.dump").write_text(text + "ITEM: TIMEST")
    with pytest.warns(UserWarning, match="from line 16 on"):
        assert len(others.lammps_dump("b.dump", **PAIR)) == 3
    (place / "log").write_text("Step v_z\n0 0.02\n1 0.0")
    with pytest.warns(UserWarning, match="log ends in the middle of a line: what stands from line 3 on"):
        assert len(others.lammps_log("log", time_step=STEP, **LOG)) == 1


def test_words_and_nan_stop_only_where_they_are_used(place):
    (place / "a.dump").write_text(frames("id element x y z vz", (0, "1 Fe 0 0 0.01 -1"), (1, "1 Fe 0 0 0.009 fast")))
    refused("a.dump has no numbers in the column 'vz': .*'fast'", others.lammps_dump, "a.dump", **ONE)
    (place / "b.dump").write_text(frames("id element x y z", (0, "1 Fe 0 0 0.01")))
    assert len(others.lammps_dump("b.dump", **ONE)) == 1
    (place / "yade.txt").write_text("# t\t\tgap\n0\t1e-3\n1\tnan\n")
    gaps = others.yade("yade.txt", gap="gap", diameter=D)["gap_m"]
    assert gaps[0] == 1e-3 and math.isnan(gaps[1])
    (place / "log").write_text("Time = 1\n\nCentre of mass: (0 0 1)\nLinear velocity: (0 0 -1)\n")
    assert list(others.openfoam_body("log", normal="z", along="x", diameter=D)) == ["time_s", "gap_m", "velocity_m_s", "velocity_x_m_s", "velocity_y_m_s"]


def test_a_dump_needs_the_columns_along_the_normal_alone(place):
    (place / "a.dump").write_text(frames("id z vz fz", (0, "1 0.01 -0.5 1e-4")))
    frame = others.lammps_dump("a.dump", viscosity=0.01, **ONE)
    assert list(frame) == ["time_s", "gap_m", "velocity_m_s", "force_N", "gap_over_d", "force_over_stokes"]
    assert frame["force_over_stokes"][0] == pytest.approx(1e-4 / (3 * pi * 0.01 * D * 0.5))
    refused("no column 'x'; it has step, id, z", others.lammps_dump, "a.dump", **{**ONE, "normal": "x"})
    refused("has no forces", others.lammps_dump, "a.dump", along="x", viscosity=0.01, **ONE)


def test_openfoam_angles_are_in_the_units_of_the_header(place):
    for units, unit, spin in [
        ("Angle Units         : degrees", "", pi),
        ("Angle Units         : radians", "", 180),
        ("Angle Units : [rad]", "# Angular Velocity Units : [deg/s]\n", pi),
        ("Motion State", "", 180),
    ]:
        (place / "state.dat").write_text(f"# {units}\n{unit}# Time centreOfMass velocity omega\n0 (0 0 1) (0 0 -1) (0 180 0)\n")
        assert others.openfoam_body("state.dat", normal="z", along="x", diameter=D)["spin_rad_s"][0] == pytest.approx(spin)
    (place / "state.dat").write_text("# Angle Units : turns\n# Time centreOfMass velocity omega\n0 (0 0 1) (0 0 -1) (0 180 0)\n")
    refused("angles in 'turns': give a file with angles in radians or degrees", others.openfoam_body, "state.dat", normal="z", diameter=D)


def test_openfoam_refuses_a_name_of_no_body(place):
    (place / "log").write_text("Time = 1\n\nCentre of mass: (0 0 1)\nLinear velocity: (0 0 -1)\n")
    (place / "state.dat").write_text("# Time centreOfMass velocity\n0 (0 0 1) (0 0 -1)\n")
    for file in ("log", "state.dat"):
        assert len(others.openfoam_body(file, normal="z", diameter=D)) == 1
        refused("sphere='ball': .*names no body: leave sphere out", others.openfoam_body, file, normal="z", sphere="ball", diameter=D)


def test_coefficients_and_moments_are_no_forces(place):
    keys = {"normal": "z", "start_gap": 1e-3, "speed": 1e-3, "diameter": D}
    for header, columns, words in [
        ("Force and moment coefficients", "Cd Cs Cl", "has coefficients: give the file of forces"),
        ("Force coefficients", "Cm Cd Cl Cl(f) Cl(r) x", "has coefficients"),
        ("Moment      ", "total_x total_y total_z", "has moments: give the file of forces"),
    ]:
        (place / "post.dat").write_text(f"# {header}\n# Time {columns}\n0 {' '.join('1' for _ in columns.split())}\n")
        refused(words, others.openfoam_forces, "post.dat", **keys)


def test_forces_and_body_have_half_of_their_times_in_common(place):
    (place / "force.dat").write_text("# Force\n# Time total_x total_y total_z\n" + "".join(f"{k} {k} 0 1\n" for k in range(6)))
    body = others.motion([1, 3, 5, 7], gap_m=[4, 3, 2, 1], velocity_x_m_s=[1, 1, 1, 1])
    frame = others.openfoam_forces("force.dat", normal="z", along="x", body=body, viscosity=0.01, diameter=D)
    assert frame["force_over_stokes"].to_numpy() * 3 * pi * 0.01 * D == pytest.approx([-1, -3, -5]) and "along_N" not in frame
    refused("2 of the 6 times of force.dat are times of body", others.openfoam_forces, "force.dat", normal="z", body=body[:2], diameter=D)


def test_masked_points_of_paraview_are_no_data(place):
    rows = "".join(f"{k},0,0,{k != 1 and 0.01 - 1e-3 * k},{int(k != 1)}\n" for k in range(3))
    (place / "t.csv").write_text("Time,Points:0,Points:1,Points:2,vtkValidPointMask\n" + rows.replace("False", "0"))
    assert list(others.paraview("t.csv", normal="z", velocity=None, diameter=D)["time_s"]) == [0, 2]
