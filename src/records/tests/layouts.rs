//! One record in the layouts of cameras, trackers and sensors, and one spoilt in one way each: it says the same, or why it does not.
//!
//! `control.csv`: D 3 mm, V_in 0.586 m/s, V_out/V_in 0.764, apex 6.470 mm. `good.csv`: V_in 0.586 m/s, 0.759, 6.75 mm. Both with 30 µm of noise, a picture each
//! millisecond. `soft-pad.csv`: D 25 mm, 0.612 at the crossings of zero, apex 75.0 mm. `shadow.csv`: D 16 mm, 0.498 and 0.493, pictures within 0.35 D of the floor spoilt.

use std::path::Path;
use wetbounce_records::bounce::doubts::doubts;
use wetbounce_records::bounce::drops::of;
use wetbounce_records::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use wetbounce_records::bounce::values::Reading;
use wetbounce_records::record::{Direction, Followed, Layout, LeftOut, Lengths, Medium, Record, Rows, Setting};
use wetbounce_records::stated::Reader;
use wetbounce_records::statistics::Random;
use wetbounce_records::table::parse;

const D: f64 = 3e-3;

fn numbers(text: &str) -> Vec<(f64, f64)> {
    let row = |line: &str| line.split_once(',').map(|(t, h)| (t.parse().unwrap(), h.trim().parse().unwrap()));
    text.lines().skip(1).filter_map(row).collect()
}

/// Times \[ms\], heights of the centre \[mm\].
fn control() -> Vec<(f64, f64)> {
    numbers(include_str!("records/control.csv")).into_iter().map(|(t, h)| ((1e3 * t).round(), h)).collect()
}

fn good() -> Vec<(f64, f64)> {
    numbers(include_str!("records/good.csv"))
}

fn records(text: &str, layout: &Layout, diameter: f64) -> Vec<Record> {
    parse(layout, Some(Lengths::at_wall(diameter)), Path::new("r.csv"), text)
        .unwrap_or_else(|error| panic!("{error}\n{}", &text[..text.len().min(300)]))
}

fn first(text: &str, layout: &Layout) -> (MeasuredBounce, Vec<LeftOut>) {
    let [record] = &records(text, layout, D)[..] else { panic!("one drop") };
    let reading = of(record, Setting::of(Some(Lengths::at_wall(D))));
    let left_out = record.left_out.iter().chain(&reading.left_out).cloned().collect();
    (*reading.bounces.first().unwrap_or_else(|| panic!("{:?}", reading.unread)), left_out)
}

/// That a value is the true one within three of its errors, and that these are not more than this share of it.
fn is(value: Option<MeasuredValue>, truth: f64, share: f64) {
    let value = value.expect("it is read");
    assert!((value.value - truth).abs() < 3.0 * value.sigma && value.sigma < share * truth, "{value:?}, {truth}");
}

fn is_control(bounce: &MeasuredBounce) {
    is(bounce.speed_in_m_s, 0.586, 5e-3);
    is(bounce.restitution, 0.7639, 0.03);
    is(bounce.apex_gap_m, 6.470e-3, 5e-3);
}

fn is_good(bounce: &MeasuredBounce) {
    is(bounce.speed_in_m_s, 0.586, 0.01);
    is(bounce.restitution, 0.759, 0.06);
    is(bounce.apex_gap_m, 6.75e-3, 0.01);
}

#[test]
fn a_record_says_the_same_in_every_layout() {
    let centre = Layout { position: Some(Followed::Centre), ..Layout::default() };
    let frames = Layout { frame_rate: Some(1000.0), ..centre.clone() };
    let pixel = 0.021;
    let pixels = Layout { scale: Some(-1e-3 * pixel), gap_offset: Some(17.0604e-3), ..frames.clone() };
    let px = |h: f64| (17.0604 - h) / pixel;
    let rows = |row: &dyn Fn(f64, f64) -> String| control().iter().map(|(t, h)| row(*t, *h) + "\n").collect::<String>();
    let layouts: Vec<(String, Layout)> = vec![
        ("t (s),y (mm),distance (mm)\n".to_owned() + &rows(&|t, h| format!("{},{h},0.5", 1e-3 * t)), centre.clone()),
        // Tracker: a velocity without a unit that nobody asked for.
        ("t (s),y (mm),v\n".to_owned() + &rows(&|t, h| format!("{},{h},-580.5", 1e-3 * t)), centre.clone()),
        (",mass_A,\nt,x,y\n".to_owned() + &rows(&|t, h| format!("{},0.1,{}", 1e-3 * t, 1e-3 * h)), Layout { time: Some("t [s]".into()), gap: Some("y [m]".into()), ..centre.clone() }),
        // Columns by number.
        ("t (s),y (mm)\n".to_owned() + &rows(&|t, h| format!("{},{h}", 1e-3 * t)), Layout { time: Some("1".into()), gap: Some("2".into()), ..centre.clone() }),
        // Rows before the sphere is seen.
        ("time_s,centre_mm\nNaN,NaN\nNaN,NaN\n".to_owned() + &rows(&|t, h| format!("{},{h}", 1e-3 * t)), Layout::default()),
        // ImageJ, heights that count downwards.
        (" ,Area,X,Y,Slice\n".to_owned() + &rows(&|t, h| format!("{},7.06,8.6,{},{}", t + 1.0, 17.0 - h, t + 1.0)), Layout { gap: Some("Y [mm]".into()), direction: Some(Direction::Down), ..frames.clone() }),
        ("time_s,depth_mm\n".to_owned() + &rows(&|t, h| format!("{},{}", 1e-3 * t, 17.0 - h)), Layout::default()),
        // Manual Tracking.
        ("\tTrack n°\tSlice n°\tX\tY\tDistance\tVelocity\tPixel Value\n".to_owned() + &rows(&|t, h| format!("{}\t1\t{}\t412\t{}\t-1\t-1\t120", t + 1.0, t + 1.0, px(h))), pixels.clone()),
        // MTrack2: a second line, and a table of lengths below.
        ("Frame\tX1\tY1\tFlag1\nTracks 1 to 1\n".to_owned() + &rows(&|t, h| format!("{}\t412.3\t{}\t ", t + 1.0, px(h))) + "\nTrack\tLength\tDistance traveled\tNr of Frames\n1\t46.8\t49.2\t96\n", pixels.clone()),
        // TrackMate: four lines of names and units.
        (
            "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_T,FRAME\nLabel,Spot ID,Track ID,Quality,X,Y,T,Frame\nLabel,Spot ID,Track ID,Quality,X,Y,T,Frame\n,,,(quality),(mm),(mm),(sec),\n".to_owned()
                + &rows(&|t, h| format!("ID{t},{t},0,12.1,8.6,{},{},{t}", 17.0 - h, 1e-3 * t)),
            Layout { direction: Some(Direction::Down), ..centre.clone() },
        ),
        // trackpy.
        (",y,x,mass,size,ecc,signal,raw_mass,ep,frame,particle\n".to_owned() + &rows(&|t, h| format!("{t},{},412.3,812.3,4.5,0.06,21.3,5123.0,0.01,{t},0", px(h))), pixels.clone()),
        // DLTdv: no times, NaN where the sphere is not seen.
        ("pt1_cam1_X,pt1_cam1_Y\nNaN,NaN\n".to_owned() + &rows(&|_, h| format!("412.3,{}", px(h))) + "NaN,NaN\n", pixels.clone()),
        // Kinovea: time codes.
        ("Time;X;Y\n".to_owned() + &rows(&|t, h| format!("0:{:06.3};8,6;{}", 1e-3 * t, h.to_string().replace('.', ","))), Layout { gap: Some("Y [mm]".into()), ..centre.clone() }),
        // Vernier, phyphox.
        ("Latest: Time (s)\tLatest: Position (m)\n".to_owned() + &rows(&|t, h| format!("{}\t{}", 1e-3 * t, 1e-3 * h)), centre.clone()),
        ("\"Time (s)\",\"Height (m)\"\n".to_owned() + &rows(&|t, h| format!("{:E},{:E}", 1e-3 * t, 1e-3 * h)), centre.clone()),
    ];
    for (text, layout) in &layouts {
        let (bounce, _) = first(text, layout);
        is_control(&bounce);
    }
    let (_, left_out) = first(&layouts[8].0, &layouts[8].1);
    assert!(left_out[0].why.contains("the table ends"), "{left_out:?}");
}

/// That a table holds the times and heights of the control, to the digits in which it is written: the centre's, in one drop.
fn holds_control(text: &str, layout: &Layout) {
    let found = records(text, layout, D);
    let head = &text[..text.len().min(200)];
    let [record] = &found[..] else { panic!("{} drops\n{head}", found.len()) };
    let start = control()[0].0;
    let begin = record.time[0];
    assert_eq!(record.time.len(), control().len(), "{head}");
    for ((time, gap), (t, h)) in record.time.iter().zip(&record.gap).zip(control()) {
        let is_same = (time - begin - 1e-3 * (t - start)).abs() < 2e-6 && (gap - 1e-3 * (h - 1.5)).abs() < 1e-6;
        assert!(is_same, "{time} {gap}, but {t} {h}\n{head}");
    }
}

/// The rows of the control, each by its number, its time after the first \[ms\] and its height \[mm\].
fn each(row: impl Fn(usize, f64, f64) -> String) -> String {
    let start = control()[0].0;
    control().iter().enumerate().map(|(at, (t, h))| row(at, t - start, *h) + "\n").collect()
}

/// Numbers with decimal commas.
fn comma(text: String) -> String {
    text.replace('.', ",")
}

#[test]
fn names_say_units_in_every_way_and_the_only_column_with_a_unit_needs_no_name() {
    let centre = Layout { position: Some(Followed::Centre), ..Layout::default() };
    for (header, per_ms, per_mm) in [
        ("timeMs,centreMm", 1.0, 1.0),
        ("TimeUs,CentreUm", 1e3, 1e3),
        ("TimeSec,CentreMM", 1e-3, 1.0),
        ("timeS,centreM", 1e-3, 1e-3),
        ("elapsedMs,centreMillimeters", 1.0, 1.0),
        ("timeInMs,centre-mm", 1.0, 1.0),
        ("TIME_MS,CENTRE_MM", 1.0, 1.0),
        ("time_s_,centre_mm_", 1e-3, 1.0),
        ("time.ms,centre.um", 1.0, 1e3),
        ("time (in ms),centre (in mm)", 1.0, 1.0),
        ("time<ms>,centre=mm", 1.0, 1.0),
        ("\"time, ms\",\"centre, mm\"", 1.0, 1.0),
        ("Time [msec],Height [millimetres]", 1.0, 1.0),
        ("Time (min),Height (ft)", 1e-3 / 60.0, 1.0 / 304.8),
        ("ms,mm", 1.0, 1.0),
        ("Zeit (ms),Höhe (mm)", 1.0, 1.0),
        ("temps en s (s),hauteur (cm)", 1e-3, 0.1),
        ("时间 (ms),高度 (mm)", 1.0, 1.0),
        ("timeS,posX_mm,posY_mm", 1e-3, 1.0),
        ("t_ms,xpos_um,ypos_um", 1.0, 1e3),
        ("t_ms,cx_mm,cy_mm", 1.0, 1.0),
        // What hardly changes is the size of a picture, or how well a height is known.
        ("t_ms,height_err_mm,height_mm", 1.0, 1.0),
        ("t_ms,wall_height_mm,y_mm", 1.0, 1.0),
    ] {
        let row = |_, t: f64, h: f64| match header.matches(',').count() {
            2 => format!("{:.9},0.03,{:.9}", per_ms * t, per_mm * h),
            _ => format!("{:.9},{:.9}", per_ms * t, per_mm * h),
        };
        let row = |at, t, h| if header.starts_with('"') { format!("{t},{h}") } else { row(at, t, h) };
        holds_control(&(header.to_owned() + "\n" + &each(row)), &centre);
    }
}

#[test]
fn comments_begin_with_any_sign_and_titles_are_no_names() {
    let rows = each(|_, t, h| format!("{t},{h}"));
    for above in [
        "; drop 5, steel, 3 mm\n; camera: Phantom v7, 1000 fps\ntime_ms,centre_mm\n",
        "* drop 5, steel, 3 mm\ntime_ms,centre_mm\n",
        "-- drop 5, steel\ntime_ms,centre_mm\n",
        "REM drop 5, steel, 3 mm\ntime_ms,centre_mm\n",
        "@ title, none\n@ s0, h\ntime_ms,centre_mm\n",
        "; time_ms,centre_mm\n",
        "$ drop 5\n* time_ms,centre_mm\n",
        "Drop height, 20 mm\ntime_ms,centre_mm\n",
        "CoolTerm capture, 2024-05-03 14:03:05\n\ntime_ms,centre_mm\n",
        "sep=,\ntime_ms,centre_mm\n",
        "Test 7,steel,3 mm\ntime,centre\nms,mm\n",
        "\ntime,centre\nms,mm\n,drop 5\n",
    ] {
        holds_control(&(above.to_owned() + &rows), &Layout::default());
    }
    let blanks = "time n centre\nms - cm\n".to_owned() + &comma(each(|_, t, h| format!("{t:.4} ok {:.6}", 0.1 * h)));
    holds_control(&blanks, &Layout::default());
    let index = ";y_mm;x;frame\n".to_owned() + &each(|at, _, h| format!("{at};{h};4.1;{at}"));
    holds_control(&index, &Layout { position: Some(Followed::Centre), frame_rate: Some(1000.0), ..Layout::default() });
}

#[test]
fn tables_of_many_programs_are_read_as_they_come() {
    let centre = Layout { position: Some(Followed::Centre), ..Layout::default() };
    let frames = Layout { frame_rate: Some(1000.0), ..centre.clone() };
    let named = |time: &str, gap: &str| Layout { time: Some(time.into()), gap: Some(gap.into()), ..centre.clone() };
    let of = |gap: &str| Layout { gap: Some(gap.into()), ..frames.clone() };
    let pixel = 0.021;
    let pixels = Layout { scale: Some(-1e-3 * pixel), gap_offset: Some(17.0604e-3), ..frames.clone() };
    let px = |h: f64| format!("{:.6}", (17.0604 - h) / pixel);
    let s = |t: f64| format!("{:.6}", 1e-3 * t);
    let m = |h: f64| format!("{:.7}", 1e-3 * h);
    let lvm = "LabVIEW Measurement\t\nSeparator\tTab\t\nX_Columns\tOne\t\nTime_Pref\tRelative\t\nDate\t2023/03/03\t\nTime\t17:18:18.9389\t\n***End_of_Header***\t\n\t\n\
               Channels\t1\t\nSamples\t96\t\nX_Dimension\tTime\t\nX0\t0.0E+0\t\nDelta_X\t0.001\t\n***End_of_Header***\t\nX_Value\tHeight\tComment\n";
    let qualisys = "NO_OF_FRAMES\t96\nNO_OF_MARKERS\t1\nFREQUENCY\t1000\nTIME_STAMP\t2022-06-03, 10:47:36.627\t94247.45402301\nDATA_INCLUDED\t3D\nMARKER_NAMES\tball\nTRAJECTORY_TYPES\tMeasured\n";
    for (name, text, layout) in [
        ("LabVIEW", lvm.to_owned() + &each(|_, t, h| format!("{}\t{h}", s(t))), named("X_Value [s]", "Height [mm]")),
        ("LabVIEW, decimal commas", lvm.to_owned() + &comma(each(|_, t, h| format!("{}\t{h}", s(t)))), named("X_Value [s]", "Height [mm]")),
        ("Qualisys", qualisys.to_owned() + &each(|_, _, h| format!("8.600\t3.100\t{h}")), of("3 [mm]")),
        ("Vicon", "Trajectories\n1000\n,,ball:marker,,\nFrame,Sub Frame,X,Y,Z\n,,mm,mm,mm\n".to_owned() + &each(|at, _, h| format!("{},0,8.6,3.1,{h}", at + 1)), frames.clone()),
        ("OptiTrack", "Format Version,1.23,Take Name,drop5,Length Units,Millimeters\n\n,,Marker,Marker,Marker\n,,ball,ball,ball\n,,Position,Position,Position\nFrame,Time (Seconds),X,Y,Z\n".to_owned() + &each(|at, t, h| format!("{at},{},8.6,{h},3.1", s(t))), Layout { gap: Some("Y [mm]".into()), ..centre.clone() }),
        ("Kinovea, text", "#Kinovea Trajectory data export\n#T X Y\n\n# Ball\n".to_owned() + &each(|_, t, h| format!("{t} 0.12 {h}")), named("T [ms]", "Y [mm]")),
        ("Kinovea, table", "\"Time (ms)\";\"Trajectory 1 - X (mm)\";\"Trajectory 1 - Y (mm)\"\n".to_owned() + &each(|_, t, h| comma(format!("\"{t:.3}\";\"0.120\";\"{h}\""))), centre.clone()),
        ("Kinovea, kinematics", "Time (ms),\"Ball - Vertical position (mm)\",\"Ball - Vertical velocity (m/s)\"\n".to_owned() + &each(|_, t, h| format!("{t:.2},{h},")), centre.clone()),
        ("Tracker", "#multi:\n\tmass A\t\t\nt\tx\ty\t\n".to_owned() + &each(|_, t, h| format!("{:E}\t1.2E-3\t{:E}\t", 1e-3 * t, 1e-3 * h)), named("t [s]", "y [m]")),
        ("Tracker, places of pixels", ",mass A,,,,,\nt,frame,x,y,pixelx,pixely,\n".to_owned() + &each(|at, t, h| format!("{:E},{at}.0E0,1.2E0,{h:E},412.3,{},", 1e-3 * t, px(h))), named("t [s]", "y [mm]")),
        ("Vernier Format 2", "Vernier Format 2\nUntitled.cmbl 11/3/2023 14:03:55 .\nRun 1\nTime\tPosition\tVelocity\nt\tx\tv\ns\tm\tm/s\n\n".to_owned() + &each(|_, t, h| format!("{}\t{}\t", s(t), m(h))), centre.clone()),
        ("Graphical Analysis", "Data Set 1:Time(s),Data Set 1:Position(m),Data Set 1:Velocity(m/s)\n".to_owned() + &each(|_, t, h| format!("{},{},", s(t), m(h))), centre.clone()),
        ("Capstone", "Zeit (s) Messung #1;Position (m) Messung #1\n".to_owned() + &comma(each(|_, t, h| format!("{};{}", s(t), m(h)))), centre.clone()),
        ("phyphox", "\"Time (s)\";\"Distance (m)\"\n".to_owned() + &comma(each(|_, t, h| format!("{:E};{:E}", 1e-3 * t, 1e-3 * h))), centre.clone()),
        ("Origin", "Long Name\tTime\tHeight\nUnits\ts\tmm\nComments\t\tdrop 5\n".to_owned() + &each(|at, t, h| format!("{}\t{}\t{h}", at + 1, s(t))), centre.clone()),
        ("Origin without labels", "Time\tHeight\ns\tmm\n\tdrop 5\n".to_owned() + &each(|_, t, h| format!("{}\t{h}", s(t))), centre.clone()),
        ("R", "\"time_ms\" \"centre_mm\"\n".to_owned() + &each(|at, t, h| format!("\"{}\" {t} {h}", at + 1)), Layout::default()),
        ("rows with numbers", "time_ms\tcentre_mm\n".to_owned() + &each(|at, t, h| format!("{}\t{t}\t{h}", at + 1)), Layout::default()),
        ("a column without a name", "time_ms,centre_mm,\n".to_owned() + &each(|_, t, h| format!("{t},{h},ok")), Layout::default()),
        ("Tecplot, DaVis", "TITLE = \"B00001\"\nVARIABLES = \"t [ms]\", \"x [mm]\", \"y [mm]\"\nZONE T=\"Frame 1\", I=96, F=POINT\n".to_owned() + &each(|_, t, h| format!("{t} 8.6 {h}")), centre.clone()),
        ("Igor", "IGOR\nWAVES/D\ttime_ms\tcentre_mm\nBEGIN\n".to_owned() + &each(|_, t, h| format!("\t{t}\t{h}")) + "END\n", Layout::default()),
        ("xmgrace", "# made by a tool\n@    title \"height\"\n@    xaxis  label \"Time (ms)\"\n@TYPE xy\n".to_owned() + &each(|_, t, h| format!("{t}  {h}")) + "&\n", named("1 [ms]", "2 [mm]")),
        ("Photron", "Photron FASTCAM Analysis\nFile Name,drop5.cih\nFrame Rate,1000\nShutter Speed,1/5000\n\nFrame,Time[s],Point1-X[mm],Point1-Y[mm]\n".to_owned() + &each(|at, t, h| format!("{at},{},8.6,{h}", s(t))), centre.clone()),
        ("Phantom", "Image #,Elapsed Time from Trigger (s),P1 X (mm),P1 Y (mm)\n".to_owned() + &each(|at, t, h| format!("{},{:+.6},8.6,{h}", at as i32 - 20, 1e-3 * (t - 20.0))), centre.clone()),
        ("TEMA", "TEMA Automotive 4.0\nTime\tBall.x\tBall.y\n[ms]\t[mm]\t[mm]\n".to_owned() + &each(|_, t, h| format!("{t:.3}\t8.6\t{h}")), centre.clone()),
        ("MaxTRAQ", "Frame,Time,1X,1Y\n".to_owned() + &each(|at, t, h| format!("{at},{},8.6,{h}", s(t))), named("Time [s]", "1Y [mm]")),
        ("DeepLabCut", "scorer,net,net,net\nbodyparts,ball,ball,ball\ncoords,x,y,likelihood\n".to_owned() + &each(|at, _, h| format!("{at},412.3,{},0.999", px(h))), Layout { gap: Some("y".into()), ..pixels.clone() }),
        ("SLEAP", "track,frame_idx,instance.score,ball.x,ball.y,ball.score\n".to_owned() + &each(|at, _, h| format!("track_0,{at},0.9,412.3,{},0.99", px(h))), pixels.clone()),
        ("trackpy without an index", "y,x,mass,size,ecc,signal,raw_mass,ep,frame,particle\n".to_owned() + &each(|at, _, h| format!("{},412.3,812.3,4.5,0.06,21.3,5123.0,0.01,{at},0", px(h))), pixels.clone()),
        ("bounding boxes", "frame,x,y,width,height\n".to_owned() + &each(|at, _, h| format!("{at},412,{},143,{}", px(h), 142 + at % 3)), pixels.clone()),
        ("ImageJ with labels", " ,Label,Area,X,Y,Slice\n".to_owned() + &each(|at, _, h| format!("{0},drop5.avi:{0},1250,8.600,{1},{0}", at + 1, 17.0 - h)), Layout { direction: Some(Direction::Down), gap_offset: Some(17e-3), ..of("Y [mm]") }),
        ("WebPlotDigitizer", "Default Dataset,\nX,Y\n".to_owned() + &each(|_, t, h| format!("{t:.6}, {h}")), named("X [ms]", "Y [mm]")),
        ("Engauge", "x\tCurve1\tCurve2\n".to_owned() + &each(|_, t, h| format!("{t}\t{h}\t")), named("x [ms]", "Curve1 [mm]")),
        ("PlotDigitizer", "# PlotDigitizer 2.6.8\n# Tue Mar 05 2024\n#\n# X: time (ms)\n".to_owned() + &each(|_, t, h| format!("{t}\t{h}")), named("1 [ms]", "2 [mm]")),
        ("an oscilloscope", "Model,TBS1072B\nPoint Format,Y,\nSample Interval,0.001,\n\nTIME,CH1,CH1 Peak Detect\n".to_owned() + &each(|_, t, h| format!("{:e},{h},{h}", 1e-3 * t)), named("TIME [s]", "CH1 [mm]")),
        ("a laser sensor", "Index;Time[ms];optoNCDT ILD2300[mm]\n".to_owned() + &comma(each(|at, t, h| format!("{at};{t:.3};{h}"))), centre.clone()),
        ("a spreadsheet in German", "\u{feff}Zeit [ms];Höhe [mm]\r\n".to_owned() + &comma(each(|_, t, h| format!("{t};{h}\r"))), centre.clone()),
        ("a spreadsheet with dates", "time,centre_mm\n".to_owned() + &each(|_, t, h| format!("03/05/2024 2:03:{:06.3} PM,{h}", 1e-3 * t)), Layout::default()),
        ("psql", "time_ms | centre_mm \n--------+-----------\n".to_owned() + &each(|_, t, h| format!("{t:7} | {h}")) + "(96 rows)\n", Layout::default()),
        ("Markdown", "| time_ms | centre_mm |\n|---:|---:|\n".to_owned() + &each(|_, t, h| format!("| {t} | {h} |")), Layout::default()),
        ("Fortran", "   TIME           HEIGHT\n".to_owned() + &each(|_, t, h| format!("  {:E}  {:E}", 1e-3 * t, 1e-3 * h).replace('E', "D")), named("TIME [s]", "HEIGHT [m]")),
        ("Blender", "frame,location.x,location.y,location.z\n".to_owned() + &each(|at, _, h| format!("{at},0.0086,0.0031,{}", m(h))), of("location.z [m]")),
    ] {
        println!("{name}");
        holds_control(&text, &layout);
    }
}

#[test]
fn a_column_that_nobody_named_tells_drops_apart_where_times_begin_again() {
    let layout = Layout::default();
    let both = |row: &dyn Fn(&str, f64, f64) -> String| {
        each(|_, t, h| row("A", t, h)) + &each(|_, t, h| row("B", t, h + 1e-3))
    };
    for text in [
        "ball,time_ms,centre_mm\n".to_owned() + &both(&|ball, t, h| format!("{ball},{t},{h}")),
        "time_ms,centre_mm,label\n".to_owned() + &both(&|ball, t, h| format!("{t},{h},{ball}")),
        "kind,spot,time_ms,centre_mm\n".to_owned() + &both(&|ball, t, h| format!("red,{ball},{t},{h}")),
        "id,time_ms,centre_mm\n".to_owned() + &each(|_, t, h| format!("1,{t},{h}\n2,{t},{h}5")),
    ] {
        let found = records(&text, &layout, D);
        assert_eq!(found.iter().map(|drop| drop.time.len()).collect::<Vec<_>>(), [96, 96], "{found:?}");
        assert!(found[0].left_out[0].why.contains("is taken to tell drops apart"), "{:?}", found[0].left_out);
    }
    // Words that change along one motion part nothing.
    let phases = "time_ms,centre_mm,label\n".to_owned()
        + &each(|_, t, h| format!("{t},{h},{}", if t < 21.0 { "fall" } else { "rise" }));
    holds_control(&phases, &layout);
    let two = "t,x,y,x,y\n".to_owned() + &each(|_, t, h| format!("{t},1,{h},2,{h}"));
    let named = Layout { time: Some("t [ms]".into()), gap: Some("y [mm]".into()), ..layout };
    assert!(records(&two, &named, D)[0].left_out[0].why.contains("columns 3, 5 are all called `y`"));
}

fn table(rows: &[(f64, f64)]) -> String {
    "time_ms,gap_mm\n".to_owned() + &rows.iter().map(|(t, h)| format!("{t},{h}\n")).collect::<String>()
}

#[test]
fn one_bad_picture_is_left_out_and_named_and_moves_nothing() {
    is_good(&first(&table(&good()), &Layout::default()).0);
    for (row, by) in [(5, 1.0), (20, 5.0), (20, 1.0), (21, 0.3), (60, -0.5), (12, 0.6)] {
        let mut spoilt = good();
        spoilt[row].1 += by;
        let (bounce, left_out) = first(&table(&spoilt), &Layout::default());
        is_good(&bounce);
        let lines = |out: &LeftOut| (out.line..out.line + out.rows.max(1)).contains(&(row + 2));
        assert!(left_out.iter().any(lines), "{row}: {left_out:?}");
    }
    let mut lost = good();
    lost[35..40].iter_mut().for_each(|point| point.1 = 0.0);
    let (bounce, left_out) = first(&table(&lost), &Layout::default());
    is_good(&bounce);
    assert!(left_out.iter().any(|out| (out.line, out.rows) == (37, 5)), "{left_out:?}");
}

#[test]
fn rows_out_of_order_and_few_pictures_say_the_same_within_their_errors() {
    let backwards: Vec<(f64, f64)> = good().into_iter().rev().collect();
    is_good(&first(&table(&backwards), &Layout::default()).0);
    let mut shuffled = good();
    let mut random = Random(5);
    (1..shuffled.len()).rev().for_each(|k| shuffled.swap(k, random.below(k + 1)));
    is_good(&first(&table(&shuffled), &Layout::default()).0);
    let few: Vec<(f64, f64)> = good().into_iter().step_by(3).collect();
    let (bounce, _) = first(&table(&few), &Layout::default());
    is(bounce.speed_in_m_s, 0.586, 0.03);
    is(bounce.restitution, 0.759, 0.3);
}

fn doubted(text: &str, layout: &Layout, diameter: f64) -> String {
    let records = records(text, layout, diameter);
    let setting = Setting::of(Some(Lengths::at_wall(diameter)));
    let readings: Vec<Reading> = records.iter().map(|record| of(record, setting)).collect();
    let bounces: Vec<Vec<MeasuredBounce>> = readings.iter().map(|reading| reading.bounces.clone()).collect();
    doubts(&records, &readings, &bounces, setting, Reader::Alone)
        .iter()
        .map(|doubt| format!("{}: {doubt}\n", doubt.name))
        .collect()
}

#[test]
fn a_wrong_unit_clock_or_diameter_is_doubted_and_a_good_record_is_not() {
    let plain = Layout::default();
    assert_eq!(doubted(&table(&good()), &plain, D), "");
    let by = |time: f64, gap: f64| table(&good().into_iter().map(|(t, h)| (time * t, gap * h)).collect::<Vec<_>>());
    for (text, cause) in [
        (by(1e-3, 1.0), "bent-"),
        (by(1.0, 1e3), "bent-"),
        (by(1.0, 0.1), "rebound-through-film"),
        (by(1.0, 1e-3), "rebound-through-film"),
        (by(1.0, 1.0 / 25.4), "rebound-through-film"),
    ] {
        let found = doubted(&text, &plain, D);
        assert!(found.contains(cause), "{cause}: {found}");
    }
    assert!(doubted(&table(&good()), &plain, 10.0 * D).contains("rebound-through-film"));
    let moved = |by: f64| table(&good().into_iter().map(|(t, h)| (t, h + by)).collect::<Vec<_>>());
    assert!(doubted(&moved(1.5), &plain, D).contains("measurement.position = \"centre\""));
    assert!(doubted(&moved(3.0), &plain, D).contains("measurement.position = \"top\""));
    assert!(
        doubted(&table(&good()), &Layout { position: Some(Followed::Centre), ..plain.clone() }, D)
            .contains("gap-at-contact")
    );
    let down = table(&good().into_iter().map(|(t, h)| (t, 30.0 - h)).collect::<Vec<_>>());
    assert!(doubted(&down, &plain, D).contains("no-kink"), "{}", doubted(&down, &plain, D));
    assert_eq!(doubted(&down, &Layout { direction: Some(Direction::Down), ..plain }, D), "");
}

/// What is said of keys that are stated beside a record, whoever reads it.
fn unused(text: &str, layout: &Layout, reader: Reader) -> String {
    let records = records(text, layout, D);
    doubts(&records, &[], &[], Setting::of(Some(Lengths::at_wall(D))), reader)
        .iter()
        .map(|doubt| format!("{}: {doubt}\n", doubt.name))
        .collect()
}

#[test]
fn what_is_stated_and_not_used_is_said_and_what_agrees_is_not() {
    let at = |rate: f64| Layout { frame_rate: Some(rate), ..Layout::default() };
    let slow: String = (0..40).map(|k| format!("{:.3},{}\n", f64::from(k) / 240.0, 40 - k)).collect();
    let slow = "time_s,gap_mm\n".to_owned() + &slow;
    let frames = Layout { time: Some("time_ms [frame]".into()), ..at(240.0) };
    let codes: String = (0..40).map(|k| format!("0:00:00.{:03},{}\n", 4 * k, 40 - k)).collect();
    let codes = "Time,gap_mm\n".to_owned() + &codes;
    for reader in [Reader::Alone, Reader::BesideRun] {
        let said = unused(&table(&good()), &at(240.0), reader);
        assert!(["other-frame-rate", "240 Hz", "4.167 ms", "1 ms"].iter().all(|part| said.contains(part)), "{said}");
        // Times are rounded to 1 ms, a nominal rate is one of 1001 parts in a thousand, every eighth picture of a slow replay is none.
        assert_eq!(unused(&table(&good()), &at(1001.0), reader), "");
        assert_eq!(unused(&slow, &at(240.0), reader), "");
        assert_eq!(unused(&table(&good()), &frames, reader), "");
        assert!(unused(&slow, &at(30.0), reader).contains("30 Hz"));
        assert!(unused(&slow, &at(1920.0), reader).contains("520.8 µs"));
        assert!(unused(&codes, &at(30.0), reader).contains("30 Hz"));
        assert_eq!(unused(&codes, &at(250.0), reader), "");
        let scaled = |scale: f64| Layout { scale: Some(scale), ..Layout::default() };
        let said = unused(&table(&good()), &scaled(1.02e-3), reader);
        assert!(["other-scale", "1 mm", "1.02 mm"].iter().all(|part| said.contains(part)), "{said}");
        assert_eq!(unused(&table(&good()), &scaled(-1e-3), reader), "");
        let pixels = Layout { gap: Some("gap_mm [px]".into()), ..scaled(1.02e-3) };
        assert_eq!(unused(&table(&good()), &pixels, reader), "");
    }
    let sounds = Layout { rows: Rows::Sounds, ..Layout::default() };
    let speeds = "time_ms,velocity_m_s\n0,-1\n1,-1\n2,1\n".to_owned();
    let plain = Layout::default();
    for (text, layout, keys, reader) in [
        (table(&good()), &sounds, "position direction scale gap_offset x angle velocity clock", Reader::Alone),
        (speeds, &plain, "position direction gap_offset gap_uncertainty x turning", Reader::BesideRun),
        (table(&good()), &plain, "velocity x turning clock offset gap_uncertainty time_uncertainty", Reader::Alone),
        (table(&good()), &plain, "velocity x spin velocity_uncertainty restitution_uncertainty", Reader::BesideRun),
    ] {
        for key in keys.split(' ') {
            let stated = vec![key, "file", "time", "drop", "rows", "medium"];
            let said = unused(&text, &Layout { stated, ..layout.clone() }, reader);
            assert!(
                said.starts_with(&format!("unused-key: measurement.{key} ")) && said.lines().count() == 1,
                "{said}"
            );
        }
    }
    let stated = vec!["position", "direction", "scale", "scale_uncertainty", "gap_offset", "gap"];
    assert_eq!(unused(&table(&good()), &Layout { stated, ..plain }, Reader::Alone), "");
}

#[test]
fn pictures_within_a_contact_that_lasts_are_left_out_and_both_speeds_are_those_at_its_level() {
    let [record] = &records(include_str!("records/soft-pad.csv"), &Layout::default(), 25e-3)[..] else {
        panic!("one drop")
    };
    let reading = of(record, Setting::of(Some(Lengths::at_wall(25e-3))));
    let bounce = &reading.bounces[0];
    is(bounce.restitution, 0.612 - 9.81 * 0.1 * 25e-3 / 1.98 / 1.98, 0.02);
    // Known to three digits.
    assert!((bounce.apex_gap_m.unwrap().value - 0.0750).abs() < 1e-4, "{bounce:?}");
    assert!(reading.left_out.iter().any(|out| out.why.contains("lasts")), "{:?}", reading.left_out);
}

#[test]
fn a_sphere_that_merges_with_its_shadow_is_read_from_the_other_pictures() {
    let layout =
        Layout { scale: Some(-0.8e-3), gap: Some("y_px".into()), gap_offset: Some(0.512), ..Layout::default() };
    let [record] = &records(include_str!("records/shadow.csv"), &layout, 16e-3)[..] else { panic!("one drop") };
    let reading = of(record, Setting::of(Some(Lengths::at_wall(16e-3))));
    for (bounce, truth) in reading.bounces.iter().zip([0.498, 0.493]) {
        is(bounce.restitution, truth, 0.04);
    }
    assert!(reading.left_out.len() >= 2, "{:?}", reading.left_out);
}

#[test]
fn the_time_of_contact_of_a_record_whose_zero_is_not_known_is_that_of_one_with_a_zero() {
    let points: Vec<(f64, f64)> = good().into_iter().map(|(t, h)| (1e-3 * t, 1e-3 * h)).collect();
    let read = |has_zero| {
        let setting = Setting { has_zero, ..Setting::of(Some(Lengths::at_wall(D))) };
        wetbounce_records::bounce::values::read(&points, setting).bounces[0].contact_time_s.unwrap()
    };
    let [with, without] = [read(true), read(false)];
    assert!(
        (with.value - without.value).abs() < with.sigma && without.sigma > 0.5 * with.sigma,
        "{with:?} {without:?}"
    );
}

#[test]
fn dry_bounces_are_read_without_a_bias() {
    let (g, height, e, d) = (9.81, 0.05, 0.95, 3e-3);
    let mut off = [0.0; 2];
    for draw in 0..8 {
        let mut random = Random(draw);
        let late = 5e-4 * random.share();
        let point = |k: i32| {
            let time = 5e-4 * f64::from(k) + late;
            let (fall, speed) = (f64::sqrt(2.0 * height / g), f64::sqrt(2.0 * g * height) * e);
            let after = time - fall;
            let gap =
                if after < 0.0 { height - 0.5 * g * time * time } else { speed * after - 0.5 * g * after * after };
            (time, gap + 1e-5 * random.normal())
        };
        let points: Vec<(f64, f64)> = (0..560).map(point).collect();
        let medium = (draw % 2 == 0).then_some(Medium::Gas);
        let reading = wetbounce_records::bounce::values::read(
            &points,
            Setting { medium, ..Setting::of(Some(Lengths::at_wall(d))) },
        );
        let speed = f64::sqrt(2.0 * g * height);
        let bounce = &reading.bounces[0];
        assert!(reading.is_dry);
        is(bounce.speed_in_m_s, speed, 0.01);
        off[0] += (bounce.speed_in_m_s.unwrap().value / speed - 1.0) / 8.0;
        off[1] += (bounce.restitution.unwrap().value / (e - g * 0.1 * d / speed / speed) - 1.0) / 8.0;
    }
    assert!(off[0].abs() < 2e-3 && off[1].abs() < 3e-3, "{off:?}");
}
