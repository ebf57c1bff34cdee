//! One record as trackers, sensors and spreadsheets write it: each says the same, or is refused with the key that would
//! read it.
//!
//! `control.csv`: a sphere of 3 mm, its centre followed, a picture each millisecond.

use std::path::Path;
use wetbounce_records::record::{Direction, Followed, Layout, Lengths, Record, Rows};
use wetbounce_records::tables::parse;

const D: f64 = 3e-3;
/// Length of a pixel \[mm\], and the row of the pictures in which the wall is.
const PIXEL: f64 = 0.021;
const WALL: f64 = 812.4;

/// Times after the first \[ms\], heights of the centre \[mm\].
fn control() -> Vec<(f64, f64)> {
    let text = include_str!("records/control.csv");
    let row = |line: &str| line.split_once(',').map(|(t, h)| (t.parse().unwrap(), h.trim().parse().unwrap()));
    let rows: Vec<(f64, f64)> = text.lines().skip(1).filter_map(row).collect();
    rows.iter().map(|(t, h)| ((1e3 * (t - rows[0].0)).round(), *h)).collect()
}

/// The rows of the control, each by its number, its time \[ms\] and its height \[mm\].
fn each(row: impl Fn(usize, f64, f64) -> String) -> String {
    control().iter().enumerate().map(|(at, (t, h))| row(at, *t, *h) + "\n").collect()
}

/// The row of the pictures in which a height is.
fn px(h: f64) -> String {
    format!("{:.6}", WALL - h / PIXEL)
}

/// Numbers with decimal commas.
fn comma(text: String) -> String {
    text.replace('.', ",")
}

fn read(text: &str, layout: &Layout) -> Result<Vec<Record>, String> {
    parse(layout, Some(Lengths::at_wall(D)), Path::new("r.csv"), text).map_err(|error| error.to_string())
}

/// That a table holds the times and heights of the control, to the digits in which it is written.
fn holds_control(name: &str, text: &str, layout: &Layout) {
    let found = read(text, layout).unwrap_or_else(|error| panic!("{name}: {error}"));
    let [record] = &found[..] else { panic!("{name}: {} drops", found.len()) };
    assert_eq!(record.time.len(), control().len(), "{name}: {:?}", record.left_out);
    for ((time, gap), (t, h)) in record.time.iter().zip(&record.gap).zip(control()) {
        let is_same = (time - record.time[0] - 1e-3 * t).abs() < 2e-6 && (gap - 1e-3 * (h - 1.5)).abs() < 1e-6;
        assert!(is_same, "{name}: {time} {gap}, but {t} {h}");
    }
}

fn centre() -> Layout {
    Layout { position: Some(Followed::Centre), ..Layout::default() }
}

fn frames() -> Layout {
    Layout { frame_rate: Some(1000.0), ..centre() }
}

/// Rows of pictures, from the top.
fn pixels() -> Layout {
    let gap_offset = Some(1e-3 * PIXEL * WALL);
    Layout { scale: Some(1e-3 * PIXEL), direction: Some(Direction::Down), gap_offset, ..frames() }
}

fn named(time: &str, gap: &str) -> Layout {
    Layout { time: Some(time.into()), gap: Some(gap.into()), ..centre() }
}

#[test]
fn tables_of_trackers_and_sensors_are_read_as_they_write_them() {
    let s = |t: f64| format!("{:.6}", 1e-3 * t);
    let m = |h: f64| format!("{:.7}", 1e-3 * h);
    // As Java writes numbers.
    let java = |value: f64| format!("{value:.9E}");
    let trackmate = "LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,RADIUS,VISIBILITY\n\
                     Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Radius,Visibility\nLabel,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,R,Visibility\n";
    let mtrack2_end = "\nTrack \tLength\tDistance traveled\tNr of Frames\n1 \t46.8\t49.2\t96\n";
    for (name, text, layout) in [
        ("ImageJ", " ,Area,Mean,X,Y,Slice\n".to_owned() + &each(|at, _, h| format!("{0},1250,90.271,639.647,{1},{0}", at + 1, px(h))), pixels()),
        ("ImageJ, without slices", " ,Area,Mean,X,Y\n".to_owned() + &each(|at, _, h| format!("{},1250,90.271,639.647,{}", at + 1, px(h))), pixels()),
        ("ImageJ, labels and tabs", " \tLabel\tArea\tX\tY\tSlice\n".to_owned() + &each(|at, _, h| format!("{0}\tdrop5.avi:{0}\t1250\t639.647\t{1}\t{0}", at + 1, px(h))), pixels()),
        ("MTrack2", "Frame\tX1\tY1\tFlag1\nTracks 1 to 1\n".to_owned() + &each(|at, _, h| format!("{}\t412.30000\t{}\t ", at + 1, px(h))) + mtrack2_end, pixels()),
        ("Manual Tracking", "\tTrack n°\tSlice n°\tX\tY\tDistance\tVelocity\tPixel Value\n".to_owned() + &each(|at, _, h| format!("{0}\t1\t{0}\t412\t{1}\t-1\t-1\t120", at + 1, px(h))), pixels()),
        ("TrackMate", trackmate.to_owned() + ",,,(quality),(mm),(mm),(mm),(sec),,(mm),\n" + &each(|at, t, h| format!("ID{at},{at},0,12.1,8.6,{},0,{},{at},1.5,1", 17.0 - h, s(t))), Layout { direction: Some(Direction::Down), gap_offset: Some(17e-3), ..centre() }),
        ("TrackMate, pixels", trackmate.to_owned() + ",,,(quality),(pixel),(pixel),(pixel),(frame),,(pixel),\n" + &each(|at, _, h| format!("ID{at},{at},0,12.1,8.6,{},0,{at},{at},1.5,1", px(h))), pixels()),
        ("trackpy", ",y,x,mass,size,ecc,signal,raw_mass,ep,frame,particle\n".to_owned() + &each(|at, _, h| format!("{at},{},412.3,812.3,4.5,0.06,21.3,5123.0,0.01,{at},0", px(h))), pixels()),
        ("DLTdv", "pt1_cam1_X,pt1_cam1_Y\nNaN,NaN\n".to_owned() + &each(|_, _, h| format!("412.3,{}", px(h))) + "NaN,NaN\n", pixels()),
        ("Tracker", ",mass A,\nt,x,y,\n".to_owned() + &each(|_, t, h| format!("{},{},{},", java(1e-3 * t), java(1.2), java(1e-3 * h))), named("t [s]", "y [m]")),
        ("Tracker, tabs and frames", "\tmass A\t\t\t\t\t\nt\tframe\tx\ty\tpixelx\tpixely\t\n".to_owned() + &each(|at, t, h| format!("{}\t{at}\t1.2\t{}\t412.3\t{}\t", java(1e-3 * t), java(h), px(h))), named("t [s]", "y [mm]")),
        ("Tracker, one of several masses", "#multi:\n,mass A,,mass B,,\nt,x,y,x,y,\n".to_owned() + &each(|_, t, h| format!("{},1.2,{},1.3,0.7,", java(1e-3 * t), java(1e-3 * h))), named("t [s]", "3 [m]")),
        ("Kinovea", "\"Time (ms)\";\"Trajectory 1 - X (mm)\";\"Trajectory 1 - Y (mm)\"\n".to_owned() + &comma(each(|_, t, h| format!("\"{t:.3}\";\"0.120\";\"{h}\""))), centre()),
        ("Kinovea, kinematics", "Time (ms),\"Ball - Vertical position (mm)\",\"Ball - Vertical velocity (m/s)\"\n".to_owned() + &each(|_, t, h| format!("{t:.2},{h},")), centre()),
        ("Kinovea, text", "#Kinovea Trajectory data export\n#T X Y\n\n# Ball\n".to_owned() + &each(|_, t, h| format!("0:00:00:{t:03} 0.12 {h} ")), named("T", "Y [mm]")),
        ("Vernier, Logger Pro", "Vernier Format 2\nUntitled.cmbl 11/3/2023 14:03:55 .\nRun 1\nTime\tPosition\tVelocity\nt\tx\tv\ns\tm\tm/s\n\n".to_owned() + &each(|_, t, h| format!("{}\t{}\t", s(t), m(h))), centre()),
        ("Vernier, Graphical Analysis", "Data Set 1:Time(s),Data Set 1:Position(m),Data Set 1:Velocity(m/s)\n".to_owned() + &each(|_, t, h| format!("{},{},", s(t), m(h))), centre()),
        ("Vernier, web", "Latest: Time (s);Latest: Position (m)\n".to_owned() + &comma(each(|_, t, h| format!("{};{}", s(t), m(h)))), centre()),
        ("phyphox", "\"Time (s)\",\"Distance (m)\"\n".to_owned() + &each(|_, t, h| format!("{:E},{:E}", 1e-3 * t, 1e-3 * h)), centre()),
        ("OpenCV, seconds and pixels", "t,x,y\n".to_owned() + &each(|_, t, h| format!("{},412.3,{}", s(t), h / PIXEL)), Layout { scale: Some(1e-3 * PIXEL), ..centre() }),
        ("OpenCV, frames", "frame,cx,cy\n".to_owned() + &each(|at, _, h| format!("{at},412.3,{}", px(h))), pixels()),
        ("Régressi", "t\tx\ty\ns\tm\tm\n".to_owned() + &each(|_, t, h| format!("{}\t0.12\t{}", s(t), m(h))), centre()),
        ("Régressi, CSV", "t;x;y\ns;m;m\n".to_owned() + &comma(each(|_, t, h| format!("{};0.12;{}", s(t), m(h)))), centre()),
        ("AviMéca", "# drop5.avi\nt\tx\ty\ns\tm\tm\n".to_owned() + &comma(each(|_, t, h| format!("{}\t{:E}\t{:E}", s(t), 0.12, 1e-3 * h))), centre()),
        ("numpy", "# t (s) y (um)\n".to_owned() + &each(|_, t, h| format!("{:e} {:e}", 1e-3 * t, 1e3 * h)), centre()),
        ("DeepLabCut", "scorer,net,net,net\nbodyparts,ball,ball,ball\ncoords,x,y,likelihood\n".to_owned() + &each(|at, _, h| format!("{at},412.3,{},0.999", px(h))), pixels()),
        ("a laser sensor", "Index;Time[ms];optoNCDT ILD2300[mm]\n".to_owned() + &comma(each(|at, t, h| format!("{at};{t:.3};{h}"))), centre()),
    ] {
        holds_control(name, &text, &layout);
    }
}

#[test]
fn tables_of_spreadsheets_and_of_hands_are_read_whatever_divides_them() {
    for (name, text) in [
        ("Excel", "t (ms),height (mm)\r\n".to_owned() + &each(|_, t, h| format!("{t},{h}\r"))),
        ("Excel, German", "Zeit [ms];Höhe [mm]\r\n".to_owned() + &comma(each(|_, t, h| format!("{t};{h}\r")))),
        ("Excel, told the divider", "sep=;\nt (ms);h (mm)\n".to_owned() + &comma(each(|_, t, h| format!("{t};{h}")))),
        (
            "LibreOffice, all quoted",
            "\"t (ms)\",\"h (mm)\"\n".to_owned() + &comma(each(|_, t, h| format!("\"{t}\"_\"{h}\""))).replace('_', ","),
        ),
        (
            "a sheet with an empty column",
            "Drop 5,,\n,,\nt,h,\nms,mm,\n".to_owned() + &each(|_, t, h| format!("{t},{h},")),
        ),
        ("a column of words", "time_ms,centre_mm,remark\n".to_owned() + &each(|_, t, h| format!("{t},{h},ok"))),
        ("units in brackets below", "t\th\n(ms)\t(mm)\n".to_owned() + &each(|_, t, h| format!("{t}\t{h}"))),
        ("units in brackets below, blanks", " t    h\n (ms) (mm)\n".to_owned() + &each(|_, t, h| format!(" {t} {h}"))),
        (
            "a unit of another kind below",
            "t,h,T\nms,mm,°C\n".to_owned() + &each(|at, t, h| format!("{t:.4},{h:.6},{:.2}", 21.0 + 0.01 * at as f64)),
        ),
        (
            "a unit that is unknown below",
            "t,h,signal\nms,mm,counts\n".to_owned() + &each(|at, t, h| format!("{t:.4},{h:.6},{}", 500 + at % 7)),
        ),
        (
            "a velocity along the wall",
            "t (ms),h (mm),Latest: X Velocity (m/s)\n".to_owned() + &each(|_, t, h| format!("{t},{h},0.3")),
        ),
        ("blanks", "t [ms] h [mm]\n".to_owned() + &comma(each(|_, t, h| format!("  {t:.1}   {h:.4}")))),
        ("bars", "t / ms | h / mm\n".to_owned() + &each(|_, t, h| format!("{t} | {h}"))),
        (
            "titles",
            "Drop height, 20 mm\nsteel, 3 mm\ntime_ms,centre_mm\n".to_owned() + &each(|_, t, h| format!("{t},{h}")),
        ),
        (
            "comments",
            "# drop 5, steel\n% 1000 fps\ntime_ms,centre_mm\n".to_owned() + &each(|_, t, h| format!("{t},{h}")),
        ),
        (
            "Fortran",
            "TIME_S HEIGHT_M\n".to_owned()
                + &each(|_, t, h| format!("{:E}  {:E}", 1e-3 * t, 1e-3 * h)).replace('E', "D"),
        ),
        (
            "what does not move is no height",
            "t_ms,height_mm,y_mm\n".to_owned() + &each(|_, t, h| format!("{t},20,{h}")),
        ),
        (
            "a distance of each step",
            "t (ms),y (mm),distance (mm)\n".to_owned() + &each(|_, t, h| format!("{t},{h},0.5")),
        ),
        ("a velocity without a unit", "t (ms),y (mm),v\n".to_owned() + &each(|_, t, h| format!("{t},{h},-580.5"))),
    ] {
        holds_control(name, &text, &centre());
    }
    holds_control("no names", &each(|_, t, h| format!("{t},{h}")), &named("1 [ms]", "2 [mm]"));
    let turned = "time_ms,depth_mm\n".to_owned() + &each(|_, t, h| format!("{t},{}", 17.0 - h));
    holds_control("depths", &turned, &Layout { gap_offset: Some(17e-3), ..centre() });
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let place = tempfile_like("records-encodings");
    for (name, bytes) in [
        ("utf16", [&[0xff, 0xfe], &wide("t (ms),h (µm)\r1,2\r")[..]].concat()),
        ("latin1", b"t (ms),h (\xb5m)\r1,2\r".to_vec()),
        ("mark", "\u{feff}t (ms),h (µm)\n1,2\n".into()),
    ] {
        let path = place.join(name);
        std::fs::write(&path, bytes).unwrap();
        let found = wetbounce_records::tables::read(&[path], &Layout::default(), None).unwrap();
        assert!((found[0].gap[0] - 2e-6).abs() < 1e-18, "{name}");
    }
}

/// A directory of this test.
fn tempfile_like(name: &str) -> std::path::PathBuf {
    let place = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    place
}

#[test]
fn what_is_not_in_the_rule_is_refused_with_the_key_or_the_way_that_reads_it() {
    let plain = Layout::default();
    let rows = "0,5\n1,4\n2,3\n";
    for (name, text, layout, said) in [
        (
            "thousands",
            "t (ms);h (um)\n0;18,655.3\n1;18,074.9\n2;955.3\n".to_owned(),
            &plain,
            "nothing between thousands",
        ),
        (
            "thousands or decimals",
            "t (ms);h (um)\n500;18,655\n1,000;18,074\n".into(),
            &plain,
            "a thousand or a decimal",
        ),
        ("points and commas", "t (ms);h (mm)\n0.5;18,6\n1.5;18,07\n".into(), &plain, "a comma, and `0.5`"),
        (
            "commas between commas",
            "t (s),h (mm)\n0,5,1,25\n1,0,2,0\n".into(),
            &plain,
            "rows have 4 cells, but the line above them names 2",
        ),
        ("units in cells", "t;h\n0 ms;5 mm\n1 ms;4 mm\n".into(), &plain, "no unit behind them"),
        ("row names of R", "\"time_ms\" \"h_mm\"\n\"a\" 0 5\n\"b\" 1 4\n".into(), &plain, "rows have 3 cells"),
        (
            "times of day",
            "time,h_mm\n2024-05-03 2:03:05 PM,5\n2024-05-03 2:03:06 PM,4\n".into(),
            &plain,
            "neither a column of gaps",
        ),
        (
            "two heights",
            format!("t_ms,y_mm,z_mm\n{}", rows.replace('\n', ",7\n").replacen(",7", ",8", 1)),
            &plain,
            "measurement.gap names the one that is meant",
        ),
        ("two tracks", "t_ms,Y1_mm,Y2_mm\n0,1,7\n1,2,8\n".into(), &plain, "`Y1_mm` (column 2) and `Y2_mm` (column 3)"),
        (
            "two runs",
            "Run 1:Time(s),Run 1:Position(m),Run 2:Time(s),Run 2:Position(m)\n0,1,0,2\n1,3,1,4\n".into(),
            &plain,
            "measurement.time names",
        ),
        (
            "one name twice",
            "t_ms,y_mm,y_mm\n0,5,6\n1,4,8\n".into(),
            &Layout { gap: Some("y_mm".into()), ..plain.clone() },
            "columns 2 and 3 are both called `y_mm`",
        ),
        ("only along the wall", format!("t_ms,x_mm\n{rows}"), &plain, "measurement.gap names one"),
        ("no unit", format!("t_ms,y\n{rows}"), &plain, "measurement.scale"),
        ("pixels", format!("t_ms,y_px\n{rows}"), &plain, "measurement.scale"),
        ("frames", format!("frame,y_mm\n{rows}"), &plain, "measurement.frame_rate"),
        ("whole times without a unit", format!("t,y_mm\n{rows}"), &plain, "measurement.time = \"t [ms]\""),
        ("a unit that contradicts", format!("t [ms],h_mm\ns,mm\n{rows}"), &plain, "contradicts the unit below it"),
        ("another unit that contradicts", format!("t_ms,h_mm\ns,mm\n{rows}"), &plain, "contradicts the unit below it"),
        (
            "no such column",
            format!("t_ms,h_mm\n{rows}"),
            &Layout { gap: Some("height".into()), ..plain.clone() },
            "there is no column `height`; there are: t_ms, h_mm",
        ),
        (
            "times that begin again",
            "id,t_ms,h_mm\na,0,5\na,1,4\na,2,3\na,3,3.5\na,4,3.6\na,5,3.7\na,6,3.8\na,7,3.9\nb,0,5\nb,1,4\n".into(),
            &plain,
            "need a column `drop`",
        ),
        ("numbers without an end", "t_ms,h_mm\n0,1e999\n1,1e999\n".into(), &plain, "no row of numbers"),
        ("numbers beyond all records", "t_ms,h_mm\n0,1e308\n1,1e307\n".into(), &plain, "no row holds"),
        ("a spreadsheet", "PK\u{3}\u{4}..".into(), &plain, "spreadsheet"),
        ("XML", "<?xml version=\"1.0\"?>\n<a/>".into(), &plain, "XML"),
        ("JSON", "[{\"t\": 1}]".into(), &plain, "JSON"),
        ("nothing", String::new(), &plain, "no row of numbers"),
        ("no rows", "t,h\n".into(), &plain, "no row of numbers"),
    ] {
        let error = read(&text, layout).expect_err(name);
        assert!(error.contains(said), "{name}: {error}");
    }
}

#[test]
fn what_is_left_out_or_taken_for_granted_is_said() {
    for (name, text, line, said) in [
        ("a first row without its comma", "time_ms,gap_mm\n0 5\n1,4\n2,3\n3,2\n", 2, "`0 5` is no row of numbers"),
        ("another row without its comma", "time_ms,gap_mm\n0,5\n1,4\n2 3\n3,2\n", 4, "`2 3` has 1 cells instead of 2"),
        (
            "a word",
            "time_ms,gap_mm,n\n0,5,1\n1,lost,1\n2,3,1\n3,2,1\n",
            3,
            "`lost` in the column `gap_mm` is not a number",
        ),
        ("a row that ends early", "time_ms,gap_mm,v\n0,5,\n1,4\n2,3,\n3,2,\n", 3, "2 cells instead of 3"),
        (
            "what follows the rows",
            "time_ms,gap_mm\n0,5\n1,4\n2,3\n3,2\nend of the table\n1,2,3\n",
            6,
            "the table ends before `end of the table`",
        ),
        (
            "another table",
            "time_ms,gap_mm\n0,5\n1,4\n2,3\n\nTrack,Length\n1,46.8\n",
            6,
            "the table ends before `Track,Length`",
        ),
        ("a row that stands there twice", "t_s,gap_mm\n0,1\n1,2\n1,2\n2,3\n", 4, "the same row as the one before it"),
        ("commas of three digits", "t_s;gap_mm\n0;1,234\n1;2,345\n2;3,456\n", 2, "are taken for decimal ones"),
        ("no names and no points", "0,5\n1,4\n2,3\n", 1, "commas are taken to divide cells"),
        (
            "times without a unit",
            "t,gap_mm\n0.1,5\n0.2,4\n0.3,3\n",
            2,
            "`t` says no unit, and is taken to be in seconds",
        ),
        (
            "a mark",
            "t_ms,gap_mm\n0,5\n1,4\n2,-9999\n3,2\n4,-9999\n5,1\n",
            4,
            "-9999 in the column `gap_mm`, here and below, is taken to mark",
        ),
        ("too large", "t_ms,gap_mm\n0,5\n1,1e300\n2,4\n3,2\n", 3, "is above 1e12 m"),
    ] {
        let layout = match name {
            "no names and no points" => {
                Layout { time: Some("1 [ms]".into()), gap: Some("2 [mm]".into()), ..Layout::default() }
            }
            _ => Layout::default(),
        };
        let found = read(text, &layout).unwrap_or_else(|error| panic!("{name}: {error}"));
        let is_said = found[0].left_out.iter().any(|out| out.line == line && out.why.contains(said));
        assert!(is_said, "{name}: {:?}", found[0].left_out);
    }
    let unordered: String = (0..10).map(|k| format!("{},{}\n", 7 * k % 10, 7 * k % 10)).collect();
    let sorted = read(&format!("t_s,gap_mm\n{unordered}"), &Layout::default()).unwrap();
    assert!(sorted[0].time.is_sorted() && sorted[0].left_out[0].why.contains("order of time"));
}

#[test]
fn drops_stand_in_a_column_or_in_blocks_and_one_of_them_is_read_by_its_name() {
    let text = "drop,t_s,gap_mm,velocity_m_s\nA,0,1,\nA,1,-,-\nB,0,2,\nA,2,-,3\n";
    let found = read(text, &Layout::default()).unwrap();
    assert_eq!(found.iter().map(|drop| drop.drop.as_str()).collect::<Vec<_>>(), ["A", "B"]);
    assert_eq!((found[0].time.as_slice(), found[0].missing, found[1].missing), (&[0.0, 2.0][..], 1, 0));
    assert!(found[0].gap[1].is_nan() && found[0].velocity[1] == 3.0 && found[0].lines == [2, 5]);
    let blocks = read("t_s,gap_mm\n0,1\n1,2\n\n0,3\n1,4\n", &Layout::default()).unwrap();
    assert_eq!(blocks.iter().map(|drop| drop.gap[0]).collect::<Vec<_>>(), [1e-3, 3e-3]);
    assert!(blocks[1].left_out[0].why.contains("another drop"), "{blocks:?}");
    let tracks = "TRACK_ID,t_s,y_mm\n0,0,1\nNone,0,7\n1.0,0,2\n1.0,1,3\n";
    let one = |drop: &str| read(tracks, &Layout { drop: Some(drop.into()), ..Layout::default() });
    let [record] = &one("TRACK_ID = 1").unwrap()[..] else { panic!("one drop") };
    assert_eq!(record.gap, [2e-3, 3e-3]);
    assert!(one("TRACK_ID = 5").unwrap_err().contains("but 0, None, 1.0"));
    assert!(record.columns.iter().any(|column| column.quantity == "drop" && column.unit == "0, None, 1.0"));
    let sounds = read("time_s\n0.5\n1.2\n", &Layout { rows: Rows::Sounds, ..Layout::default() }).unwrap();
    assert_eq!(sounds[0].time, [0.5, 1.2]);
    assert!(read("time_s\n0,5\n1,2\n", &Layout { rows: Rows::Sounds, ..Layout::default() }).is_err());
}

#[test]
fn heights_of_the_centre_or_the_top_become_gaps() {
    for (text, keys) in [
        ("t (s),centre_mm\n0,4.5\n1,7.5\n", Layout::default()),
        ("t (s),top_mm\n0,6\n1,9\n", Layout::default()),
        ("t (s),y_mm\n0,4.5\n1,7.5\n", centre()),
        ("t,y\ns,px\n0,700\n1,400\n", Layout { scale: Some(-1e-5), gap_offset: Some(1e-2), ..Layout::default() }),
        ("gap_mm\n3\n6\n", Layout { frame_rate: Some(1.0), ..Layout::default() }),
        ("0 1\n1 2\n", Layout { time: Some("1 [s]".into()), gap: Some("2 (D)".into()), ..Layout::default() }),
        ("frame,gap_mm\n0,3\n240,6\n", Layout { time: Some("frame [1/240 s]".into()), ..Layout::default() }),
    ] {
        let [found] = &read(text, &keys).unwrap()[..] else { panic!("one drop") };
        assert!((found.gap[0] - 3e-3).abs() < 1e-12 && (found.gap[1] - 6e-3).abs() < 1e-12, "{text}: {found:?}");
        assert_eq!(found.time, [0.0, 1.0], "{text}");
    }
    let between = Some(Lengths::between([3e-3, 2e-3]));
    let beside = parse(&Layout::default(), between, Path::new("r.csv"), "t (s),centre_mm\n0,5.5\n1,8.5\n").unwrap();
    assert!((beside[0].gap[0] - 3e-3).abs() < 1e-12, "the distance of two centres: {beside:?}");
}

#[test]
#[cfg(unix)]
fn a_file_without_end_is_no_record() {
    let found = wetbounce_records::tables::read(&["/dev/zero".into()], &Layout::default(), None);
    assert!(found.unwrap_err().to_string().contains("too large for a table"));
}
