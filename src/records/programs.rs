//! The forms in which programs write forces and motions, each as a table.

use std::borrow::Cow;
use wetbounce_physics::quantity::{Kind, LENGTH, SPEED, SPIN, TIME};

wetbounce_physics::keywords! {
    /// Units of columns that do not say theirs.
    Units {
        /// m, s, N.
        Si = "si",
        /// cm, s, dyn.
        Cgs = "cgs",
        /// um, us, and 1e-9 N (`units micro` of LAMMPS: pg um/us2).
        Micro = "micro",
    }
}

impl Units {
    /// One of a kind in SI units.
    pub(crate) fn si(self, kind: &Kind) -> f64 {
        let [length, time, force] = match self {
            Self::Si => [1.0, 1.0, 1.0],
            Self::Cgs => [1e-2, 1.0, 1e-5],
            Self::Micro => [1e-6, 1e-6, 1e-9],
        };
        match kind.dimension {
            dimension if dimension == LENGTH.dimension => length,
            dimension if dimension == TIME.dimension => time,
            dimension if dimension == SPEED.dimension => length / time,
            dimension if dimension == SPIN.dimension => 1.0 / time,
            _ => force,
        }
    }
}

/// A form in which programs write forces and motions.
pub(crate) struct Form {
    /// Whose it is, in words.
    pub(crate) name: &'static str,
    /// Whether a text has it.
    is: fn(&str) -> bool,
    /// The text as a table of numbers, of the particle that is asked for.
    table: for<'t> fn(&'t str, Option<u64>) -> Result<Cow<'t, str>, String>,
    /// The units of the text.
    units: fn(&str) -> Result<Option<Units>, String>,
    /// What a column of this name is called in the table.
    pub(crate) column: fn(&str) -> String,
    /// Whether places are those of centres.
    pub(crate) centres: bool,
}

/// The forms; a text has the first that it answers to, the last one is any table.
static FORMS: [Form; 6] = [
    Form {
        name: "LAMMPS or LIGGGHTS dump",
        is: |text| has_line(text, "ITEM: TIMESTEP"),
        table: |text, particle| dump(text, particle).map(Cow::Owned),
        units: lammps_units,
        column: str::to_owned,
        centres: true,
    },
    Form {
        name: "LAMMPS or LIGGGHTS thermo output",
        is: |text| {
            has_line(text, "Loop time of")
                || text.lines().any(|line| line.starts_with("LAMMPS (") || line.starts_with("LIGGGHTS ("))
        },
        table: |text, _| thermo(text).map(Cow::Owned),
        units: lammps_units,
        column: thermo_name,
        centres: false,
    },
    Form {
        name: "OpenFOAM motion state",
        is: |text| text.lines().take(20).any(|line| line.starts_with('#') && line.contains("centreOfMass")),
        table: |text, _| Ok(Cow::Owned(openfoam_state(text))),
        units: |_| Ok(Some(Units::Si)),
        column: str::to_owned,
        centres: true,
    },
    Form {
        name: "OpenFOAM log with the motion of a body",
        is: |text| has_line(text, "Linear velocity:") && has_line(text, "Time ="),
        table: |text, _| openfoam_log(text).map(Cow::Owned),
        units: |_| Ok(Some(Units::Si)),
        column: str::to_owned,
        centres: true,
    },
    Form {
        name: "OpenFOAM forces",
        is: is_openfoam,
        table: |text, _| Ok(Cow::Owned(openfoam(text))),
        units: |_| Ok(Some(Units::Si)),
        column: str::to_owned,
        centres: false,
    },
    Form {
        name: "table",
        is: |_| true,
        table: |text, _| Ok(Cow::Borrowed(text)),
        units: |_| Ok(None),
        column: str::to_owned,
        centres: false,
    },
];

/// A table without the form that its program gave it.
pub(crate) struct Plain<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) form: &'static Form,
    pub(crate) units: Option<Units>,
}

impl<'t> Plain<'t> {
    /// The table of a text, of the particle that is asked for.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn of(text: &'t str, particle: Option<u64>) -> Result<Self, String> {
        let [.., any] = &FORMS;
        let form = FORMS.iter().find(|form| (form.is)(text)).unwrap_or(any);
        Ok(Self { text: (form.table)(text, particle)?, form, units: (form.units)(text)? })
    }
}

/// Whether a line begins so.
fn has_line(text: &str, begin: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(begin))
}

/// Whether these are forces of OpenFOAM: vectors in brackets, or the names of its columns.
fn is_openfoam(text: &str) -> bool {
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let named = |line: &str| {
        let line = line.to_lowercase();
        line.starts_with('#') && ["cofr", "pressure_x", "total_x"].iter().any(|name| line.contains(name))
    };
    text.lines().any(|line| !is_comment(line) && line.contains("(("))
        || text.lines().take(20).any(named)
        || text.lines().any(|line| line.starts_with('#') && line.contains("(total_x"))
}

/// The units that a LAMMPS text is in: the line `units` of its input, or those of a dump.
fn lammps_units(text: &str) -> Result<Option<Units>, String> {
    // What stands behind the mark, or below it.
    let after = |mark: &str| {
        let mut lines = text.lines().map(str::trim_start).skip_while(|line| !line.starts_with(mark));
        match lines.next()?.strip_prefix(mark)?.split_whitespace().next() {
            None => lines.next().map(str::trim),
            word => word,
        }
    };
    match after("ITEM: UNITS").or_else(|| after("units ")) {
        None => Ok(None),
        Some("si") => Ok(Some(Units::Si)),
        Some("cgs") => Ok(Some(Units::Cgs)),
        Some("micro") => Ok(Some(Units::Micro)),
        Some(other) => Err(format!(
            "`units {other}` has no lengths and forces in SI units; write the force over 3 pi mu U D, or use `units si`"
        )),
    }
}

/// The name of a column of thermo output without the sign of a variable or a compute, its index not in brackets, which hold units elsewhere.
fn thermo_name(name: &str) -> String {
    let plain = name.strip_prefix("v_").or_else(|| name.strip_prefix("c_")).unwrap_or(name);
    match plain.split_once('[').and_then(|(stem, rest)| Some((stem, rest.strip_suffix(']')?))) {
        Some((stem, index)) if !index.is_empty() && index.chars().all(|sign| sign.is_ascii_digit()) => {
            format!("{stem}_{index}")
        }
        _ => plain.to_owned(),
    }
}

/// The thermo output of a log: the rows below the last header, and below earlier ones like it; the first row of a run that repeats the last of the run
/// before is left away.
fn thermo(text: &str) -> Result<String, String> {
    let cells = |line: &'_ str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let is_header = |line: &str| line.split_whitespace().next() == Some("Step") && line.split_whitespace().count() > 1;
    let Some(header) = text.lines().rfind(|line| is_header(line)).map(cells) else {
        return Err("this log has no thermo output in columns: there is no line that begins with `Step`".into());
    };
    let mut table = header.iter().map(|name| thermo_name(name)).collect::<Vec<_>>().join(",") + "\n";
    let (mut inside, mut last) = (false, String::new());
    for line in text.lines() {
        let row = cells(line);
        if is_header(line) {
            inside = row == header;
        } else if inside && row.len() == header.len() && row[0].parse::<f64>().is_ok() {
            if row[0] != last {
                table += &(row.join(",") + "\n");
            }
            last.clone_from(&row[0]);
        } else if line.trim_start().starts_with("Loop time") {
            inside = false;
        }
    }
    Ok(table)
}

/// A row of a dump: its step or time, and its values.
type AtomRow = (f64, Vec<f64>);

/// The columns of the atoms of a dump, and their rows, each with its step, or its time where the dump has one.
fn atoms(text: &str) -> Result<(Vec<&str>, Vec<AtomRow>), String> {
    let mut columns: Vec<&str> = Vec::new();
    let (mut item, mut step) = ("", 0.0);
    let mut rows: Vec<AtomRow> = Vec::new();
    let mut time = None::<f64>;
    for line in text.lines() {
        if let Some(name) = line.trim_start().strip_prefix("ITEM:") {
            item = name.trim();
            if let Some(names) = item.strip_prefix("ATOMS") {
                columns = names.split_whitespace().collect();
                item = "ATOMS";
            }
            continue;
        }
        let value = || line.trim().parse::<f64>().ok();
        match item {
            "TIMESTEP" => step = value().ok_or("a TIMESTEP of the dump is no number")?,
            // LAMMPS writes it before the number of the step.
            "TIME" => time = value(),
            "ATOMS" => {
                let row: Vec<f64> = line.split_whitespace().map(|cell| cell.parse().unwrap_or(f64::NAN)).collect();
                if row.len() == columns.len() {
                    rows.push((time.unwrap_or(step), row));
                }
            }
            _ => {}
        }
    }
    Ok((columns, rows))
}

/// The atoms of a dump as one row for each step.
fn dump(text: &str, particle: Option<u64>) -> Result<String, String> {
    let (columns, rows) = atoms(text)?;
    let at = |name: &str| columns.iter().position(|column| *column == name);
    let all = |names: [&str; 3]| Some([at(names[0])?, at(names[1])?, at(names[2])?]);
    let Some(place) = all(["x", "y", "z"]).or_else(|| all(["xu", "yu", "zu"])) else {
        return Err(format!(
            "a dump needs the columns x y z (or xu yu zu; scaled ones, xs, say no length); it has: {}",
            columns.join(" ")
        ));
    };
    let vectors: Vec<([&str; 3], [usize; 3])> =
        [["fx", "fy", "fz"], ["vx", "vy", "vz"], ["omegax", "omegay", "omegaz"]]
            .into_iter()
            .filter_map(|names| Some((names, all(names)?)))
            .collect();
    let vector = |first: &str| vectors.iter().find(|(names, _)| names[0] == first).map(|(_, at)| *at);
    // A dump has the time where LAMMPS was asked for it, else the number of the step.
    let clock = if text.lines().any(|line| line.trim() == "ITEM: TIME") { "time" } else { "step" };
    let id = at("id");
    let mut ids: Vec<u64> = rows.iter().map(|(_, row)| id.map_or(0, |id| row[id] as u64)).collect();
    ids.sort_unstable();
    ids.dedup();
    let of = |wanted: u64| rows.iter().filter(move |(_, row)| id.is_none_or(|id| row[id] as u64 == wanted));
    let pick = |row: &[f64], at: [usize; 3]| at.map(|at| row[at]);
    let mut table = String::new();
    match (particle, &ids[..]) {
        (Some(wanted), ids) if !ids.contains(&wanted) => {
            return Err(format!("there is no particle {wanted} in the dump"));
        }
        (None, []) => return Err("the dump has no atoms".into()),
        (None, [first, second]) => {
            table += &format!("{clock},centre distance,force,velocity,first velocity,second velocity\n");
            for ((step, one), (_, other)) in of(*first).zip(of(*second)) {
                let [a, b] = [one, other].map(|row| pick(row, place));
                let apart: [f64; 3] = std::array::from_fn(|k| a[k] - b[k]);
                let distance = apart.iter().map(|x| x * x).sum::<f64>().sqrt();
                let along = |row: &[f64], first: &str| {
                    let v = vector(first).map_or([f64::NAN; 3], |at| pick(row, at));
                    v.iter().zip(apart).map(|(v, x)| v * x).sum::<f64>() / distance
                };
                let (force, [u, v]) = (along(one, "fx"), [one, other].map(|row| along(row, "vx")));
                table += &format!("{step},{distance:e},{force:e},{:e},{u:e},{v:e}\n", u - v);
            }
        }
        (None, several) if several.len() > 2 => {
            return Err(format!(
                "the dump has {} particles; name the sphere, as in --set particle={}",
                several.len(),
                several[0]
            ));
        }
        (wanted, ids) => {
            let wanted = wanted.unwrap_or(ids[0]);
            let names = vectors.iter().flat_map(|(names, _)| *names).collect::<Vec<_>>().join(",");
            table += &format!("{clock},x,y,z,{names}\n");
            for (step, row) in of(wanted) {
                let cells =
                    std::iter::once(place).chain(vectors.iter().map(|(_, at)| *at)).flat_map(|at| pick(row, at));
                let cells: Vec<String> = cells.map(|value| format!("{value:e}")).collect();
                table += &format!("{step},{}\n", cells.join(","));
            }
        }
    }
    Ok(table)
}

/// The words of a line, brackets taken away.
fn bare(line: &str) -> Vec<&str> {
    line.split(|sign: char| "()".contains(sign) || sign.is_whitespace()).filter(|word| !word.is_empty()).collect()
}

/// The words of the lines that are comments, or of those that are none.
fn bare_lines(text: &str, are_comments: bool) -> impl DoubleEndedIterator<Item = Vec<&str>> {
    let lines = text.lines().map(str::trim_start).filter(move |line| line.starts_with('#') == are_comments);
    lines.map(|line| bare(line.trim_start_matches('#'))).filter(|words| !words.is_empty())
}

/// Forces of OpenFOAM without brackets, their parts summed.
fn openfoam(text: &str) -> String {
    let rows: Vec<Vec<&str>> = bare_lines(text, false).collect();
    let width = rows.first().map_or(0, Vec::len);
    let named = bare_lines(text, true).rfind(|names| names.len() == width);
    let mut table = String::new();
    match named {
        Some(names) => {
            table += &(names.join(",") + "\n");
            rows.iter().for_each(|row| table += &(row.join(",") + "\n"));
        }
        // Time, then the forces by pressure and viscosity, by porosity too in later versions, and as many moments.
        None => {
            let parts = (width.saturating_sub(1) / 6).max(1);
            table += "Time,total_x,total_y,total_z\n";
            for row in &rows {
                let value = |at: usize| row.get(at).and_then(|cell| cell.parse::<f64>().ok()).unwrap_or(f64::NAN);
                let sum = |axis: usize| (0..parts).map(|part| value(1 + 3 * part + axis)).sum::<f64>();
                table += &format!("{},{:e},{:e},{:e}\n", row[0], sum(0), sum(1), sum(2));
            }
        }
    }
    table
}

/// The names of the columns of a motion of OpenFOAM.
const BODY: &str = "time,x,y,z,vx,vy,vz\n";

/// The file of `sixDoFRigidBodyState` and its likes: time, then centre of rotation, centre of mass, rotation, velocity and spin, each in brackets.
fn openfoam_state(text: &str) -> String {
    let row = |cells: Vec<&str>| {
        let pick = |range: std::ops::Range<usize>| cells.get(range).map(|some| some.join(","));
        Some(format!("{},{},{}\n", cells.first()?, pick(4..7)?, pick(10..13)?))
    };
    BODY.to_owned() + &bare_lines(text, false).filter_map(row).collect::<String>()
}

/// The log of a solver with a body of six degrees of freedom: the last state below each time.
fn openfoam_log(text: &str) -> Result<String, String> {
    let vector = |line: &str| {
        let inside = line.split_once('(')?.1.split_once(')')?.0;
        Some(inside.split_whitespace().collect::<Vec<_>>().join(",")).filter(|cells| cells.split(',').count() == 3)
    };
    let (mut table, mut time, mut place, mut speed) = (BODY.to_owned(), None::<&str>, None, None);
    let bodies = text.lines().filter_map(|line| line.trim_start().strip_prefix("Rigid-body motion of the "));
    let mut bodies: Vec<&str> = bodies.collect();
    bodies.sort_unstable();
    bodies.dedup();
    if bodies.len() > 1 {
        return Err(format!("the log has the motions of several bodies: {}; leave one", bodies.join(", ")));
    }
    let mut put = |time: Option<&str>, place: &mut Option<String>, speed: &mut Option<String>| {
        if let (Some(time), Some(place), Some(speed)) = (time, place.take(), speed.take()) {
            table += &format!("{time},{place},{speed}\n");
        }
    };
    for line in text.lines().map(str::trim) {
        if let Some(next) = line.strip_prefix("Time =") {
            put(time, &mut place, &mut speed);
            time = next.split_whitespace().next().map(|time| time.trim_end_matches('s'));
        } else if line.starts_with("Centre of mass:") || line.starts_with("Centre of rotation:") {
            place = vector(line);
        } else if line.starts_with("Linear velocity:") {
            speed = vector(line);
        }
    }
    put(time, &mut place, &mut speed);
    Ok(table)
}
