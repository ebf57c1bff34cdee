//! Quantities with units, as a user writes them.

use proptest::prelude::*;
use wetbounce::quantity::*;

fn read(kind: &'static Kind, text: &str) -> f64 {
    kind.read(text, Some(3e-3)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_spellings_of_a_unit_in_use_all_mean_the_same() {
    for text in [
        "3 mm", "3mm", "0.3 cm", "3000 um", "3000 µm", "3000 μm", "3e6 nm", "0.003 m", "3e-3m", "1 D", "+3 mm",
        "3.0e0 mm",
    ] {
        assert_eq!(read(&LENGTH, text), 0.003, "{text}");
    }
    for text in [
        "10 mPa s",
        "10 mPa·s",
        "10 mPa*s",
        "10 mPa.s",
        "10 mPas",
        "10 mPa-s",
        "10 cP",
        "0.1 P",
        "0.01 Pa s",
        "0.01 N s/m2",
        "0.01 kg/(m s)",
        "0.01 kg m^-1 s^-1",
    ] {
        assert_eq!(read(&VISCOSITY, text), 0.01, "{text}");
    }
    for text in [
        "7800 kg/m3",
        "7.8 g/cm3",
        "7800 kg/m^3",
        "7800 kg m-3",
        "7800 kg·m⁻³",
        "7800 kg/m³",
        "7.8 g/mL",
        "7.8 kg/L",
        "7800 kg m**-3",
    ] {
        assert_eq!(read(&DENSITY, text), 7800.0, "{text}");
    }
    for text in ["20 cSt", "20 mm2/s", "20 mm²/s", "2e-5 m2/s", "0.2 St", "2e-5 m^2 s^-1"] {
        assert_eq!(read(&KINEMATIC_VISCOSITY, text), 2e-5, "{text}");
    }
    for text in ["200 GPa", "2e11 Pa", "2e5 MPa", "2e6 bar", "200 kN/mm2", "200e9 N/m^2"] {
        assert_eq!(read(&PRESSURE, text), 2e11, "{text}");
    }
}

#[test]
fn times_speeds_accelerations_and_pure_numbers_are_si() {
    assert_eq!(read(&TIME, "2 min"), 120.0);
    assert_eq!(read(&TIME, "1.5 h"), 5400.0);
    assert_eq!(read(&TIME, "40 ms"), 0.04);
    assert_eq!(read(&SPEED, "58.5 cm/s"), 0.585);
    assert_eq!(read(&SPEED, "36 m/min"), 0.6);
    assert_eq!(read(&ACCELERATION, "9.81 m/s2"), 9.81);
    assert_eq!(read(&INVERSE_PRESSURE, "15 1/GPa"), 15e-9);
    assert_eq!(read(&INVERSE_PRESSURE, "1.5e-8 /Pa"), 1.5e-8);
    assert_eq!(read(&INVERSE_PRESSURE, "15 GPa^-1"), 15e-9);
    assert_eq!(read(&DAMPING_PER_MASS, "4e6 1/(m s)"), 4e6);
    assert_eq!(read(&SPIN, "30 rad/s"), 30.0);
    assert_eq!(read(&NUMBER, "97 %"), 0.97);
    assert_eq!(read(&NUMBER, "0.3"), 0.3);
    assert_eq!(read(&DEGREES, "0.5 rad"), 0.5_f64.to_degrees());
    assert_eq!(read(&FREQUENCY, "2 kHz"), 2000.0);
}

#[test]
fn a_length_may_be_counted_in_diameters() {
    assert_eq!(read(&LENGTH, "2.5 D"), 7.5e-3);
    assert_eq!(read(&SPEED, "2 D/s"), 6e-3);
    assert_eq!(read(&DIAMETERS, "0.2 D"), 0.2);
    assert_eq!(read(&DIAMETERS, "6 um"), 6e-6 / 3e-3);
    assert_eq!(LENGTH.read("1 D", None), Err(QuantityError::DiameterUnknown));
}

#[test]
fn a_wrong_dimension_is_named_together_with_the_one_expected() {
    let error = LENGTH.read("3 m/s", None).unwrap_err();
    assert_eq!(error.to_string(), "a length was expected, this is a speed (m/s)");
    let error = DENSITY.read("7800 kg", None).unwrap_err();
    assert_eq!(error.to_string(), "a density was expected, this is in kg");
    let error = LENGTH.read("3", None).unwrap_err();
    assert_eq!(error.to_string(), "the unit is missing: a length was expected");
    let error = LENGTH.read("3 nn", None).unwrap_err();
    assert_eq!(error.to_string(), "`nn` is not a unit known here; did you mean `nm`?");
    assert!(LENGTH.advice().contains("\"3 mm\""));
}

#[test]
fn what_is_no_quantity_is_refused() {
    for text in [
        "",
        " ",
        "mm",
        "three mm",
        "3,5 mm",
        "3 mm mm2 /",
        "3 m//s",
        "3 (m",
        "3 m)",
        "3 m^",
        "3 m^99",
        "3 mmm",
        "1e400 m",
        "nan m",
        "inf m",
        "--3 mm",
        "0x10 m",
        "3 1 m 2",
        "3 1 m",
        "3 (1 m)",
        "3 m 1",
        "3 m^0",
        "3 ()",
    ] {
        assert!(LENGTH.read(text, Some(1.0)).is_err(), "{text}");
    }
}

const KINDS: [&Kind; 12] = [
    &LENGTH,
    &DIAMETERS,
    &SPEED,
    &DENSITY,
    &VISCOSITY,
    &KINEMATIC_VISCOSITY,
    &PRESSURE,
    &INVERSE_PRESSURE,
    &TIME,
    &ACCELERATION,
    &SPIN,
    &NUMBER,
];

proptest! {
    #[test]
    fn a_written_quantity_reads_back_to_the_bit(value in prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO, kind in prop::sample::select(KINDS.to_vec())) {
        let text = kind.write(value);
        let again = kind.read(&text, Some(1.0)).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(again.to_bits(), value.to_bits(), "{}", text);
    }

    #[test]
    fn an_ordinary_length_reads_back_to_the_bit(value in 1e-9f64..1e3) {
        prop_assert_eq!(LENGTH.read(&LENGTH.write(value), None).unwrap().to_bits(), value.to_bits());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*") {
        let _ = Quantity::parse(&text);
    }

    #[test]
    fn no_likely_text_makes_the_reader_panic(text in "[-+0-9.eE]{0,6} ?[mkgsPaND/µ°%^()*.³⁻ 0-9-]{0,12}") {
        if let Ok(quantity) = Quantity::parse(&text) {
            prop_assert!(quantity.value.is_finite());
        }
    }
}

/// An angle is no number, and neither a frequency nor an angular speed is the other or a bare 1/s.
#[test]
fn angles_numbers_frequencies_and_angular_speeds_are_not_each_other() {
    for (kind, taken, refused) in [
        (&NUMBER, &["0.3", "10 %"][..], &["0.3 rad", "20 deg", "20 °"][..]),
        (&DEGREES, &["30 deg", "30°", "0.5 rad"], &["10 %", "0.5", "1 1/s"]),
        (&FREQUENCY, &["10 Hz", "2 kHz"], &["10 rad/s", "3600 deg/s", "10 1/s", "10"]),
        (&SPIN, &["10 rad/s", "30 deg/ms"], &["10 Hz", "10 1/s", "10 %"]),
    ] {
        for text in taken {
            assert!(kind.read(text, None).is_ok(), "{text} is {}", kind.name);
        }
        for text in refused {
            let error = kind.read(text, None).expect_err(text).to_string();
            assert!(error.contains(kind.name), "{text}: {error}");
        }
    }
    let error = FREQUENCY.read("10 rad/s", None).unwrap_err();
    assert_eq!(error.to_string(), "a frequency was expected, this is an angular speed (rad/s)");
    assert_eq!(SPIN.read("10 1/s", None).unwrap_err().to_string(), "an angular speed was expected, this is in 1/s");
}
