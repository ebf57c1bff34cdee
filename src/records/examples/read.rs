//! Reads tables of two columns, time in s and gap in m, and prints each bounce.
use wetbounce_records::reading::{Setting, read};
use wetbounce_records::record::{Lengths, Medium};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let medium = if args[0] == "gas" {
        Some(Medium::Gas)
    } else if args[0] == "liquid" {
        Some(Medium::Liquid)
    } else {
        None
    };
    let scale: [f64; 2] = [args[1].parse().unwrap(), args[2].parse().unwrap()];
    for pair in args[3..].chunks(2) {
        let text = std::fs::read_to_string(&pair[0]).unwrap();
        let points: Vec<(f64, f64)> = text
            .lines()
            .filter_map(|line| {
                let mut c = line.split(',').map(|c| c.trim().parse::<f64>());
                Some((c.next()?.ok()? * scale[0], c.next()?.ok()? * scale[1]))
            })
            .collect();
        let d: f64 = pair[1].parse().unwrap();
        let found = read(&points, Setting { medium, ..Setting::of(Some(Lengths::at_wall(d))) });
        let v = |x: Option<wetbounce_records::measured::MeasuredValue>| {
            x.map_or("-".into(), |x| format!("{:.6}±{:.6}", x.value, x.sigma))
        };
        if args[1] == "1" && !args.is_empty() && std::env::var("WORDS").is_err() {
            let one = |b: &wetbounce_records::measured::MeasuredBounce| {
                let all = [
                    ("speed_in_m_s", b.speed_in_m_s),
                    ("speed_out_m_s", b.speed_out_m_s),
                    ("restitution", b.restitution),
                    ("apex_gap_m", b.apex_gap_m),
                    ("apex_time_s", b.apex_time_s),
                    ("contact_time_s", b.contact_time_s),
                    ("contact_gap_m", b.contact_gap_m),
                ];
                let cells: Vec<String> = all
                    .iter()
                    .map(|(k, v)| {
                        v.map_or(format!("\"{k}\":null"), |v| {
                            format!("\"{k}\":{{\"value\":{:e},\"sigma\":{:e}}}", v.value, v.sigma)
                        })
                    })
                    .collect();
                format!("{{{}}}", cells.join(","))
            };
            let outs: Vec<String> = found.left_out.iter().map(|o| format!("[{},{}]", o.line, o.rows)).collect();
            println!(
                "{{\"drops\":[{{\"bounces\":[{}]}}],\"left_out\":[{}],\"unread\":{}}}",
                found.bounces.iter().map(one).collect::<Vec<_>>().join(","),
                outs.join(","),
                found.unread.len()
            );
            continue;
        }
        println!("{} n={} rest={:?}", pair[0], points.len(), found.rest);
        for b in &found.bounces {
            println!(
                "  {} in {} out {} e {} apex {} t {} tc {} gap {} bend {} gains {} slows {:.5}",
                b.number,
                v(b.speed_in_m_s),
                v(b.speed_out_m_s),
                v(b.restitution),
                v(b.apex_gap_m),
                v(b.apex_time_s),
                v(b.contact_time_s),
                v(b.contact_gap_m),
                v(b.bend_m_s2),
                v(b.gains_m_s2),
                b.slows_at_m
            );
        }
        for o in &found.left_out {
            println!("  out {o}");
        }
        for u in &found.unread {
            println!("  unread {u}");
        }
    }
}
