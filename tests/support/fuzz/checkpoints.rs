//! Checkpoints: real ones, damaged in every way, some with their hashes put right again so that the damage is met
//! deeper in the reader.

use super::mutate::change_bytes;
use crate::random::Random;
use std::fs;
use std::path::{Path, PathBuf};
use wetbounce::case::Case;
use wetbounce::model::simulation::Simulation;
use wetbounce::output::summary::fingerprint;
use wetbounce::run::checkpoint;

/// The smallest flow there is: a steel sphere that has begun to fall.
const TEXT: &str = include_str!("../../corpus/checkpoint/case.toml");
const VARIANTS: [&[&str]; 3] = [&[], &["film.model=ehd"], &["hydrodynamics=blended", "theory.history=basset"]];

/// A simulation and a checkpoint of it.
struct Seed {
    simulation: Simulation,
    header: Vec<u8>,
    arrays: Vec<u8>,
}

/// The seeds, and a directory to damage them in.
pub struct Checkpoints {
    seeds: Vec<Seed>,
    kept: Vec<(Vec<u8>, Vec<u8>)>,
    place: tempfile::TempDir,
}

/// The pair in a directory that holds one.
fn pair(directory: &Path) -> (PathBuf, PathBuf) {
    let header = checkpoint::headers(directory).swap_remove(0);
    (header.clone(), header.with_extension("npz"))
}

fn seed(overrides: &[&str]) -> Seed {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    let mut simulation = Simulation::new(Case::parse(TEXT, "fuzz.toml", &overrides).unwrap().problem).unwrap();
    (0..12).for_each(|_| assert!(simulation.advance().is_ok()));
    let place = tempfile::tempdir().unwrap();
    checkpoint::Checkpoints::in_folder(place.path()).write(&mut simulation, &mut []).unwrap();
    let (header, arrays) = pair(place.path());
    Seed { simulation, header: fs::read(header).unwrap(), arrays: fs::read(arrays).unwrap() }
}

impl Checkpoints {
    /// Makes the seeds, and takes in the checkpoints of `tests/corpus`.
    pub fn write() -> Self {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/checkpoint");
        let (header, arrays) = pair(&corpus);
        let kept = vec![(fs::read(header).unwrap(), fs::read(arrays).unwrap())];
        Self { seeds: VARIANTS.iter().map(|set| seed(set)).collect(), kept, place: tempfile::tempdir().unwrap() }
    }

    /// Reads a damaged checkpoint: whether it is accepted, or what is wrong with the reader.
    pub fn try_one(&mut self, random: &mut Random) -> Result<bool, String> {
        let chosen = random.index(self.seeds.len());
        let Seed { simulation, header, arrays } = &mut self.seeds[chosen];
        let (mut header, mut arrays) = match random.below(10) {
            0 => self.kept[random.index(self.kept.len())].clone(),
            _ => (header.clone(), arrays.clone()),
        };
        match random.below(8) {
            0 => change_bytes(&mut header, random),
            1 => change_bytes(&mut arrays, random),
            2 => header.truncate(random.index(header.len() + 1)),
            3 => arrays.truncate(random.index(arrays.len() + 1)),
            4 | 5 => change_number(&mut header, random),
            _ => change_names(&mut arrays, random),
        }
        if random.below(3) > 0 {
            put_hashes_right(&mut header, &arrays);
        }
        let directory = self.place.path();
        fs::write(directory.join("0000000012.json"), &header).unwrap();
        fs::write(directory.join("0000000012.npz"), &arrays).unwrap();
        match checkpoint::Checkpoints::in_folder(directory).read(simulation, &mut []) {
            Ok(Some(refused)) if refused.is_empty() => Ok(true),
            Ok(_) => Err("there is a checkpoint, but none was found".into()),
            Err(error) => match error.to_string() {
                text if text.contains("0000000012") && text.len() < 4000 => Ok(false),
                text => Err(format!("the refusal does not say where: {text}")),
            },
        }
    }
}

/// Replaces a number of the header by another.
fn change_number(header: &mut Vec<u8>, random: &mut Random) {
    let starts: Vec<usize> = (1..header.len())
        .filter(|&at| header[at].is_ascii_digit() && !header[at - 1].is_ascii_alphanumeric())
        .collect();
    let start = starts[random.index(starts.len())];
    let length = header[start..].iter().take_while(|byte| byte.is_ascii_digit() || b".e-".contains(byte)).count();
    let numbers = "0 1 -1 1.0 1e308 1e999 18446744073709551615 9223372036854775808 null [] 0.5 7";
    let chosen = random.of_these(&numbers.split(' ').collect::<Vec<_>>());
    header.splice(start..start + length, chosen.bytes());
}

/// Changes the names, types and shapes of the arrays, and the archive's own tables.
fn change_names(arrays: &mut [u8], random: &mut Random) {
    let near = |arrays: &[u8], mark: &[u8]| -> Vec<usize> {
        (0..arrays.len()).filter(|&at| arrays[at..].starts_with(mark)).collect()
    };
    let mark: &[u8] = [b"\x93NUMPY".as_slice(), b"PK", b"'shape'", b"'descr'"][random.index(4)];
    let places = near(arrays, mark);
    for _ in 0..=random.below(3) {
        let at = places[random.index(places.len())] + random.index(80);
        if let Some(byte) = arrays.get_mut(at) {
            *byte = match random.below(3) {
                0 => b"0123456789,() <>f8ui1TrueFals"[random.index(29)],
                1 => *byte ^ (1 << random.below(8)),
                _ => 0xff,
            };
        }
    }
}

/// Makes the header speak of these arrays, and of itself, as if it had been written so.
fn put_hashes_right(header: &mut Vec<u8>, arrays: &[u8]) {
    let Ok(text) = std::str::from_utf8(header) else { return };
    let text = replaced(text, "arrays_hash", &format!("\"{}\"", fingerprint(arrays)));
    let text = replaced(&text, "arrays_bytes", &arrays.len().to_string());
    let Some(at) = text.find("\"header\":") else { return };
    let Some(end) = text.rfind('}') else { return };
    let Some(inner) = text.get(at + 9..end) else { return };
    let (mut compact, mut quoted) = (String::new(), false);
    for letter in inner.chars() {
        quoted ^= letter == '"';
        if quoted || !letter.is_whitespace() {
            compact.push(letter);
        }
    }
    *header = replaced(&text, "header_hash", &format!("\"{}\"", fingerprint(&compact))).into_bytes();
}

/// The text with the value of a key replaced.
fn replaced(text: &str, key: &str, value: &str) -> String {
    let Some((before, rest)) = text.split_once(&format!("\"{key}\": ")) else { return text.into() };
    let end = rest.find([',', '\n']).unwrap_or(rest.len());
    format!("{before}\"{key}\": {value}{}", &rest[end..])
}
