//! Codes that resolve the flow: the film that lies below their grid, as a table, a closed form, and lines in C, Fortran and Python.

use super::curve::short;
use super::film_law::{FilmLaw, FilmRow};
use super::host::{FilmText, Host, Writes, comment};
use crate::output::table::Table;
use std::fmt::Write as _;
use wetbounce_physics::liquid::{CutoffLaw, FilmCutoff, ImmersedSphere};

pub(super) const HOST: Host = Host {
    word: "resolved",
    about: "the film below the grid of a code that resolves the flow, from its own force over the gap (--from)",
    extension: "csv",
    once: "any lubrication force of your own; a contact law with a restitution in liquid; the wall's part of a drag law on the particle (the grid has it)",
    writes: Writes::Film(write),
};

/// Columns of the table.
const COLUMNS: [&str; 9] = [
    "gap_over_d",
    "exact_over_stokes",
    "theirs_over_stokes",
    "missing_over_stokes",
    "closed_form_over_stokes",
    "parallel_force_missing",
    "parallel_torque_missing",
    "rotation_torque_missing",
    "theirs_is_held",
];

fn write(law: &FilmLaw, from: &str) -> FilmText {
    let said = said(law, from);
    let mut table = Table::new(COLUMNS);
    for row in &law.rows {
        let [force, torque, rotation] = row.parallel;
        let values = [row.gap_over_d, row.exact, row.theirs, row.missing, row.closed, force, torque, rotation];
        let cells = values.map(|value| format!("{value:.9e}")).into_iter();
        table.push(cells.chain([u8::from(row.held).to_string()]));
    }
    let hash: String = said.iter().map(|line| comment(line)).collect();
    let other = |mark: &str| {
        said.iter().map(|line| format!("{mark} {}", plain(line)).trim_end().to_owned() + "\n").collect::<String>()
    };
    FilmText {
        text: hash.clone() + &table.to_csv(),
        lines: vec![
            ("c", format!("{}{}", other("//"), c(law))),
            ("f90", format!("{}{}", other("!"), fortran(law))),
            ("py", format!("{hash}{}", python(law))),
        ],
    }
}

/// A line that no program reads on from: without a sign at its end that goes on, and in ASCII.
fn plain(line: &str) -> String {
    let ascii = |sign: char| match sign {
        '\\' => '/',
        '&' => '+',
        sign if sign.is_control() || !sign.is_ascii() => '?',
        sign => sign,
    };
    line.chars().map(ascii).collect()
}

/// The law in sentences.
fn said(law: &FilmLaw, from: &str) -> Vec<String> {
    let inputs = &law.inputs;
    let [least, most] = law.theirs;
    let mut said = vec![
        format!("The film below the grid of a resolved code; {from}"),
        "x = gap over the sphere's diameter D; forces over Stokes' drag 3 pi mu U D, against the approach.".into(),
        "missing = exact (Brenner 1961) - theirs, less what is none of the film's. Add F = -3 pi mu D V missing(x), V the speed away from the wall.".into(),
        format!("Theirs ({}): {} gaps from {} to {} D.", law.forces.format, law.forces.rows.len(), short(least), short(most)),
    ];
    said.extend(
        law.forces
            .columns
            .iter()
            .map(|column| format!("Read: {} from `{}` ({}).", column.quantity, column.column, column.unit)),
    );
    said.extend(law.forces.said.iter().cloned());
    let out: usize = law.forces.left_out.iter().map(|out| out.rows).sum();
    if out > 0 {
        let first = &law.forces.left_out[0];
        said.push(format!("{out} rows are left out, the first on line {}: {}.", first.line, first.why));
    }
    said.push(String::new());
    said.push(format!(
        "Range: x < {}; nothing is missing above. Below x = {} theirs is taken as it is there (theirs_is_held = 1).",
        short(law.reach),
        short(least)
    ));
    said.push("Holds in creeping flow within the film, for smooth rigid spheres; inertia and history of the film's liquid are those that the grid has.".into());
    said.extend(closed_form(law));
    said.push(end(law));
    said.push(format!(
        "Separation: the same force, but a liquid that bears a tension p_c = {} Pa tears below h = 1.5959 h_c, h_c = sqrt(1.5 mu D V/p_c): there add 3 pi mu D V (D/4h) - pi D p_c h_c pull(h/h_c) as well, so that the suction of the torn film takes the place of Reynolds' force.",
        short(inputs.tension)
    ));
    said.push("Along the wall: from approach data alone it is assumed that the grid gives the exact force of the wider gap at which its approach has the force that it gave. Not measured: check it with a sphere that moves along the wall. Force of translation over 3 pi mu U D, its torque over 2 pi mu U D^2, torque of rotation over pi mu Omega D^3 (rotation about an axis along the wall); force of rotation = 4/3 of the torque of translation.".into());
    said.push("In contact (gap below the end): nothing; a dry contact law takes over.".into());
    said.push(format!("Not to be counted twice: {}.", HOST.once));
    said.push(
        "Take the force implicitly in V, or in steps below m x/(3 pi mu missing): it is stiff at small gaps.".into(),
    );
    said.extend(law.warnings.iter().map(|warning| format!("Warning [{}]: {warning}", warning.name)));
    said
}

fn closed_form(law: &FilmLaw) -> Vec<String> {
    let least = law.theirs[0];
    let mut said = vec![format!(
        "Closed form: L(x) = 1/d + ln(1 + 1/d)/5 + 0.9713 + 0.0287 d/(1 + d), d = 2x. Largest error {} % of the exact force.",
        short(100.0 * law.error)
    )];
    if !law.coefficients.is_empty() {
        let terms: Vec<String> =
            law.coefficients.iter().enumerate().map(|(k, c)| format!("{c:+.9e} t^{}", k + 1)).collect();
        said.push(format!(
            "  {} < x < {}: missing = L(x) ({}), t = ln({}/x)",
            short(least),
            short(law.reach),
            terms.join(" "),
            short(law.reach)
        ));
    }
    said.push(format!(
        "  x < {}: missing = L(x) - {:.9e}",
        short(least),
        super::film_law::exact_closed(least) - law.missing_at_least()
    ));
    said
}

/// Where the film ends.
fn end(law: &FilmLaw) -> String {
    let inputs = &law.inputs;
    let mut said = "End: the larger of the roughness and the elasticity length (4 mu V a^1.5/(pi E*))^0.4, V the speed at the onset of lubrication, a = D/2, 1/E* = sum (1 - nu^2)/E (Davis, Serayssol & Hinch 1986).".to_owned();
    let known = inputs.diameter.zip(inputs.viscosity).zip(inputs.speed);
    match (known, inputs.modulus, inputs.roughness) {
        (Some(((diameter, viscosity), speed)), Some(modulus), roughness) => {
            let sphere = ImmersedSphere { radius: 0.5 * diameter, density: 1.0, liquid_density: 1.0, viscosity };
            let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, modulus, roughness.unwrap_or(0.0));
            if let Ok(cutoff) = cutoff {
                let _ = write!(
                    said,
                    " For the inputs given: {} D at {} m/s.",
                    short(cutoff.length(&sphere, speed) / diameter),
                    short(speed)
                );
            }
        }
        (_, None, Some(roughness)) if inputs.diameter.is_some() => {
            let _ = write!(said, " The roughness alone: {} D.", short(roughness / inputs.diameter.unwrap_or(1.0)));
        }
        _ => {
            said += " No solids are given (--set modulus=\"50 GPa\", --set roughness=\"0.1 um\", with sphere.diameter, viscosity and speed), so it is a function of yours."
        }
    }
    said
}

/// The values of a column in a list of a language, so many a line.
fn list(rows: &[FilmRow], of: impl Fn(&FilmRow) -> f64, (between, exponent): (&str, &str)) -> String {
    let cells: Vec<String> = rows.iter().map(|row| format!("{:.9e}", of(row)).replace('e', exponent)).collect();
    cells.chunks(6).map(|line| line.join(", ")).collect::<Vec<_>>().join(between)
}

/// The columns that the lines hold: name and values.
type Column = (&'static str, fn(&FilmRow) -> f64);

const HELD: [Column; 5] = [
    ("gap", |row| row.gap_over_d),
    ("missing", |row| row.missing),
    ("force", |row| row.parallel[0]),
    ("torque", |row| row.parallel[1]),
    ("rotation", |row| row.parallel[2]),
];

fn filled(text: &str, law: &FilmLaw, number: impl Fn(f64) -> String, list: impl Fn(&[f64]) -> String) -> String {
    let coefficients = if law.coefficients.is_empty() { vec![0.0] } else { law.coefficients.clone() };
    text.replace("@COUNT@", &law.rows.len().to_string())
        .replace("@TERMS@", &coefficients.len().to_string())
        .replace("@COEFFICIENTS@", &list(&coefficients))
        .replace("@REACH@", &number(law.reach))
        .replace("@LEAST@", &number(law.theirs[0]))
        .replace("@BELOW@", &number(super::film_law::exact_closed(law.theirs[0]) - law.missing_at_least()))
        .replace("@TENSION@", &number(law.inputs.tension))
}

fn c(law: &FilmLaw) -> String {
    let number = |value: f64| format!("{value:.9e}");
    let mut text = String::from("#include <math.h>\n#ifndef M_PI\n#define M_PI 3.14159265358979323846\n#endif\n\n");
    for (name, of) in HELD {
        let name = match name {
            "missing" => "table",
            "force" => "sliding",
            name => name,
        };
        let _ = writeln!(
            text,
            "static const double wb_{name}[{}] = {{\n    {}}};",
            law.rows.len(),
            list(&law.rows, of, (",\n    ", "e"))
        );
    }
    let all = |values: &[f64]| values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ");
    text + &filled(C, law, number, all)
}

fn fortran(law: &FilmLaw) -> String {
    let number = |value: f64| format!("{value:.9e}").replace('e', "d");
    let mut text = String::from(
        "module wetbounce_film\n  implicit none\n  private\n  public :: wb_missing, wb_closed, wb_parallel, wb_end, wb_force\n  integer, parameter :: dp = kind(1.0d0)\n  real(dp), parameter :: pi = 3.14159265358979323846d0\n",
    );
    for (name, of) in HELD {
        // Few values a statement: continuation lines are limited.
        let _ = writeln!(
            text,
            "  real(dp), parameter :: t_{name}({}) = [ &\n    {}]",
            law.rows.len(),
            list(&law.rows, of, (", &\n    ", "d"))
        );
    }
    let all = |values: &[f64]| values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", &\n    ");
    text + &filled(FORTRAN, law, number, all)
}

fn python(law: &FilmLaw) -> String {
    let number = |value: f64| format!("{value:.9e}");
    let mut text = String::from("from bisect import bisect_right\nfrom math import log, log1p, pi, sqrt\n\n");
    for (name, of) in HELD {
        let _ = writeln!(text, "{} = [\n    {}]", name.to_uppercase(), list(&law.rows, of, (",\n    ", "e")));
    }
    let all = |values: &[f64]| values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(", ");
    text + &filled(PYTHON, law, number, all)
}

const C: &str = r"
// Missing force over 3 pi mu U D at x = gap/D; 0 beyond the law's range. x > 0.
double wb_missing(double x)
{
    const int n = @COUNT@;
    int k = 1;
    double way, low, high;
    if (x >= wb_gap[n - 1]) return 0.0;
    if (x <= wb_gap[0])
        return wb_table[0] + 0.5 * (1.0 / x - 1.0 / wb_gap[0]) + 0.2 * log(wb_gap[0] / x);
    while (k < n - 1 && wb_gap[k] <= x) k++;
    way = log(x / wb_gap[k - 1]) / log(wb_gap[k] / wb_gap[k - 1]);
    low = wb_table[k - 1] * wb_gap[k - 1];
    high = wb_table[k] * wb_gap[k];
    return (low + way * (high - low)) / x;
}

// The closed form of the same.
double wb_closed(double x)
{
    static const double c[@TERMS@] = {@COEFFICIENTS@};
    const double d = 2.0 * x, exact = 1.0 / d + 0.2 * log1p(1.0 / d) + 0.9713 + 0.0287 * d / (1.0 + d);
    const double t = log(@REACH@ / x);
    double sum = 0.0;
    int k;
    if (x < @LEAST@) return exact - @BELOW@;
    if (x >= @REACH@) return 0.0;
    for (k = @TERMS@ - 1; k >= 0; k--) sum = (sum + c[k]) * t;
    return exact * sum;
}

// Missing along the wall: force of translation over 3 pi mu U D, its torque over 2 pi mu U D^2, torque of rotation over pi mu Omega D^3.
void wb_parallel(double x, double missing[3])
{
    const double *const of[3] = {wb_sliding, wb_torque, wb_rotation};
    const int n = @COUNT@;
    int k = 1, which;
    double way;
    if (x >= wb_gap[n - 1] || n < 2) { missing[0] = missing[1] = missing[2] = 0.0; return; }
    while (k < n - 1 && wb_gap[k] <= x) k++;
    way = log(x / wb_gap[k - 1]) / log(wb_gap[k] / wb_gap[k - 1]);
    for (which = 0; which < 3; which++)
        missing[which] = of[which][k - 1] + way * (of[which][k] - of[which][k - 1]);
}

// The gap at which the film ends [m], of a sphere that comes with `speed` [m/s] onto solids of the effective modulus E* [Pa].
double wb_end(double diameter, double viscosity, double speed, double modulus, double roughness)
{
    const double length = pow(4.0 * viscosity * fabs(speed) * pow(0.5 * diameter, 1.5) / (M_PI * modulus), 0.4);
    return length > roughness ? length : roughness;
}

// The force to add [N], positive away from the wall, at `gap` [m] and `velocity` [m/s], positive away from it; `tension` [Pa] is that of the
// liquid before it tears (@TENSION@ is the default), 0 or less for one that never does; `end` [m] is that of the film.
double wb_film_force(double gap, double velocity, double diameter, double viscosity, double tension, double end)
{
    const double stokes = 3.0 * M_PI * viscosity * diameter * velocity;
    double force, onset, x, pull;
    if (gap <= end) return 0.0;
    force = -stokes * wb_missing(gap / diameter);
    if (velocity > 0.0 && tension > 0.0) {
        onset = sqrt(1.5 * viscosity * diameter * velocity / tension);
        x = gap / onset;
        if (x < 1.595856) {
            pull = 1.7320508075688772 - x * (0.7615 - x * (0.2806 - 0.1242 * x));
            if (x > 1.55) {
                const double part = (x - 1.55) / (1.595856 - 1.55);
                pull = (1.0 - part) * (1.7320508075688772 - 1.55 * (0.7615 - 1.55 * (0.2806 - 0.1242 * 1.55))) + part / 1.595856;
            }
            force += stokes * 0.5 * diameter / gap - M_PI * diameter * tension * onset * pull;
        }
    }
    return force;
}
";

const FORTRAN: &str = r"  real(dp), parameter :: c(@TERMS@) = [ &
    @COEFFICIENTS@]
contains
  ! The node above x.
  pure integer function above(x) result(k)
    real(dp), intent(in) :: x
    k = 2
    do while (k < @COUNT@)
      if (t_gap(k) > x) exit
      k = k + 1
    end do
  end function

  ! Missing force over 3 pi mu U D at x = gap/D; 0 beyond the law's range. x > 0.
  pure real(dp) function wb_missing(x) result(missing)
    real(dp), intent(in) :: x
    real(dp) :: way, low, high
    integer :: k
    if (x >= t_gap(@COUNT@)) then
      missing = 0.0_dp
    else if (x <= t_gap(1)) then
      missing = t_missing(1) + 0.5_dp * (1.0_dp / x - 1.0_dp / t_gap(1)) + 0.2_dp * log(t_gap(1) / x)
    else
      k = above(x)
      way = log(x / t_gap(k - 1)) / log(t_gap(k) / t_gap(k - 1))
      low = t_missing(k - 1) * t_gap(k - 1)
      high = t_missing(k) * t_gap(k)
      missing = (low + way * (high - low)) / x
    end if
  end function

  ! The closed form of the same.
  pure real(dp) function wb_closed(x) result(missing)
    real(dp), intent(in) :: x
    real(dp) :: d, exact, t
    integer :: k
    d = 2.0_dp * x
    exact = 1.0_dp / d + 0.2_dp * log(1.0_dp + 1.0_dp / d) + 0.9713_dp + 0.0287_dp * d / (1.0_dp + d)
    t = log(@REACH@ / x)
    if (x < @LEAST@) then
      missing = exact - (@BELOW@)
    else if (x >= @REACH@) then
      missing = 0.0_dp
    else
      missing = 0.0_dp
      do k = @TERMS@, 1, -1
        missing = (missing + c(k)) * t
      end do
      missing = exact * missing
    end if
  end function

  ! Missing along the wall: force of translation over 3 pi mu U D, its torque over 2 pi mu U D^2,
  ! torque of rotation over pi mu Omega D^3.
  pure function wb_parallel(x) result(missing)
    real(dp), intent(in) :: x
    real(dp) :: missing(3), way
    integer :: k
    missing = 0.0_dp
    if (x >= t_gap(@COUNT@) .or. @COUNT@ < 2) return
    k = above(x)
    way = log(x / t_gap(k - 1)) / log(t_gap(k) / t_gap(k - 1))
    missing(1) = t_force(k - 1) + way * (t_force(k) - t_force(k - 1))
    missing(2) = t_torque(k - 1) + way * (t_torque(k) - t_torque(k - 1))
    missing(3) = t_rotation(k - 1) + way * (t_rotation(k) - t_rotation(k - 1))
  end function

  ! The gap at which the film ends [m], of a sphere that comes with speed [m/s] onto solids of the
  ! effective modulus E* [Pa].
  pure real(dp) function wb_end(diameter, viscosity, speed, modulus, roughness) result(length)
    real(dp), intent(in) :: diameter, viscosity, speed, modulus, roughness
    length = (4.0_dp * viscosity * abs(speed) * (0.5_dp * diameter)**1.5_dp / (pi * modulus))**0.4_dp
    length = max(length, roughness)
  end function

  ! The force to add [N], positive away from the wall, at gap [m] and velocity [m/s], positive away
  ! from it; tension [Pa] is that of the liquid before it tears (@TENSION@ is the default), 0 or less
  ! for one that never does; end_gap [m] is the end of the film.
  pure real(dp) function wb_force(gap, velocity, diameter, viscosity, tension, end_gap) result(force)
    real(dp), intent(in) :: gap, velocity, diameter, viscosity, tension, end_gap
    real(dp) :: stokes, onset, x, pull, part
    force = 0.0_dp
    if (gap <= end_gap) return
    stokes = 3.0_dp * pi * viscosity * diameter * velocity
    force = -stokes * wb_missing(gap / diameter)
    if (velocity > 0.0_dp .and. tension > 0.0_dp) then
      onset = sqrt(1.5_dp * viscosity * diameter * velocity / tension)
      x = gap / onset
      if (x < 1.595856_dp) then
        if (x <= 1.55_dp) then
          pull = cubic(x)
        else
          part = (x - 1.55_dp) / (1.595856_dp - 1.55_dp)
          pull = (1.0_dp - part) * cubic(1.55_dp) + part / 1.595856_dp
        end if
        force = force + stokes * 0.5_dp * diameter / gap - pi * diameter * tension * onset * pull
      end if
    end if
  end function

  pure real(dp) function cubic(x) result(pull)
    real(dp), intent(in) :: x
    pull = sqrt(3.0_dp) - x * (0.7615_dp - x * (0.2806_dp - 0.1242_dp * x))
  end function
end module
";

const PYTHON: &str = r#"COEFFICIENTS = [@COEFFICIENTS@]


def missing(x):
    """Missing force over 3 pi mu U D at x = gap/D; 0 beyond the law's range. x > 0."""
    if x >= GAP[-1]:
        return 0.0
    if x <= GAP[0]:
        return MISSING[0] + 0.5 * (1.0 / x - 1.0 / GAP[0]) + 0.2 * log(GAP[0] / x)
    k = min(bisect_right(GAP, x), len(GAP) - 1)
    way = log(x / GAP[k - 1]) / log(GAP[k] / GAP[k - 1])
    low, high = MISSING[k - 1] * GAP[k - 1], MISSING[k] * GAP[k]
    return (low + way * (high - low)) / x


def closed(x):
    """The closed form of the same."""
    d = 2.0 * x
    exact = 1.0 / d + 0.2 * log1p(1.0 / d) + 0.9713 + 0.0287 * d / (1.0 + d)
    if x < @LEAST@:
        return exact - (@BELOW@)
    if x >= @REACH@:
        return 0.0
    t, total = log(@REACH@ / x), 0.0
    for c in reversed(COEFFICIENTS):
        total = (total + c) * t
    return exact * total


def parallel(x):
    """Missing along the wall: force of translation over 3 pi mu U D, its torque over 2 pi mu U D^2, torque of rotation over pi mu Omega D^3."""
    if x >= GAP[-1] or len(GAP) < 2:
        return 0.0, 0.0, 0.0
    k = max(1, min(bisect_right(GAP, x), len(GAP) - 1))
    way = log(x / GAP[k - 1]) / log(GAP[k] / GAP[k - 1])
    return tuple(of[k - 1] + way * (of[k] - of[k - 1]) for of in (FORCE, TORQUE, ROTATION))


def end(diameter, viscosity, speed, modulus, roughness=0.0):
    """The gap at which the film ends [m], of a sphere that comes with `speed` [m/s] onto solids of the effective modulus E* [Pa]."""
    return max(roughness, (4.0 * viscosity * abs(speed) * (0.5 * diameter) ** 1.5 / (pi * modulus)) ** 0.4)


def film_force(gap, velocity, diameter, viscosity, tension=@TENSION@, end=0.0):
    """The force to add [N], positive away from the wall, at `gap` [m] and `velocity` [m/s], positive away from it.

    `tension` [Pa] is that of the liquid before it tears, 0 or less for one that never does; `end` [m] is that of the film.
    """
    if gap <= end:
        return 0.0
    stokes = 3.0 * pi * viscosity * diameter * velocity
    force = -stokes * missing(gap / diameter)
    if velocity > 0.0 and tension > 0.0:
        onset = sqrt(1.5 * viscosity * diameter * velocity / tension)
        x = gap / onset
        cubic = lambda x: sqrt(3.0) - x * (0.7615 - x * (0.2806 - 0.1242 * x))
        if x < 1.595856:
            part = max(0.0, (x - 1.55) / (1.595856 - 1.55))
            pull = cubic(x) if x <= 1.55 else (1.0 - part) * cubic(1.55) + part / 1.595856
            force += stokes * 0.5 * diameter / gap - pi * diameter * tension * onset * pull
    return force
"#;
