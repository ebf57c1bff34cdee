//! Animations as files: GIF, animated PNG, and MP4 where ffmpeg is at hand.

use super::chart::Figure;
use super::pixels::pixels;
use crate::output::progress::Tally;
use crate::output::{OutputError, atomic};
use rayon::prelude::*;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tiny_skia::Pixmap;

/// Points per inch of a frame.
const RESOLUTION: f64 = 120.0;
/// Frames per second.
const PACE: u16 = 12;
/// How long the last frame is held, in frames.
const HELD: u16 = 12;
/// Speed of GIF's choice of colours, 1 (best) to 30.
const QUANTISER_SPEED: i32 = 10;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Animation {
    /// Graphics Interchange Format, 256 colours a frame; every viewer and every slide program shows it
    Gif,
    /// Animated PNG, all colours; browsers show it
    Apng,
    /// Video by H.264, the smallest; needs `ffmpeg` on the PATH
    Mp4,
}

/// Why there is no animation.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum AnimationError {
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// There is no ffmpeg.
    #[error("MP4 is written by ffmpeg, and there is none on the PATH")]
    NoEncoder,
    /// ffmpeg has failed.
    #[error("ffmpeg could not write {path}: {reason}")]
    Encoder {
        /// The file.
        path: String,
        /// Its last words.
        reason: String,
    },
}

impl Animation {
    /// End of the file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Mp4 => "mp4",
        }
    }

    /// How often [`save`](Self::save) says that a part of so many frames is done: each is drawn, then encoded.
    pub fn work(self, frames: usize) -> usize {
        2 * frames
    }

    /// Writes `frames` as a file that repeats for ever (MP4: plays once), 12 frames a second, the last one held for a
    /// second. All frames have the size of the first, in pixels.
    ///
    /// # Errors
    /// The file cannot be written; for MP4, ffmpeg is missing or has failed.
    ///
    /// # Panics
    /// If there are no frames.
    pub fn save(self, frames: &[Figure], path: &Path, done: &Tally) -> Result<(), AnimationError> {
        let draw = |frame: &Figure| {
            let picture = pixels(&frame.page(), RESOLUTION);
            done.one();
            picture
        };
        let mut pictures: Vec<Pixmap> = frames.par_iter().map(draw).collect();
        // Video has an even number of rows and columns.
        let even = |length: u32| if self == Self::Mp4 { length & !1 } else { length };
        let size = (even(pictures[0].width()), even(pictures[0].height()));
        pictures.iter_mut().for_each(|picture| *picture = cut(picture, size));
        match self {
            Self::Gif => atomic::replace(path, |out| gif(out, pictures, size, done))?,
            Self::Apng => atomic::replace(path, |out| apng(out, &pictures, size, done))?,
            Self::Mp4 => mp4(path, &pictures, size, done)?,
        }
        Ok(())
    }
}

/// The picture on white, with the size given.
fn cut(picture: &Pixmap, (width, height): (u32, u32)) -> Pixmap {
    use tiny_skia::{Color, PixmapPaint, Transform};
    let mut out = Pixmap::new(width, height).expect("a figure has a size");
    out.fill(Color::WHITE);
    out.draw_pixmap(0, 0, picture.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    out
}

fn delay(frame: usize, count: usize) -> u16 {
    if frame + 1 == count { HELD } else { 1 }
}

fn gif(out: &mut dyn Write, pictures: Vec<Pixmap>, (width, height): (u32, u32), done: &Tally) -> std::io::Result<()> {
    let (width, height) = (width as u16, height as u16);
    let count = pictures.len();
    let one = |(number, picture): (usize, Pixmap)| {
        let mut points = picture.take();
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut points, QUANTISER_SPEED);
        frame.delay = 100 * delay(number, count) / PACE;
        done.one();
        frame
    };
    let frames: Vec<gif::Frame> = pictures.into_par_iter().enumerate().map(one).collect();
    let mut encoder = gif::Encoder::new(out, width, height, &[]).map_err(std::io::Error::other)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(std::io::Error::other)?;
    frames.iter().try_for_each(|frame| encoder.write_frame(frame)).map_err(std::io::Error::other)
}

fn apng(out: &mut dyn Write, pictures: &[Pixmap], (width, height): (u32, u32), done: &Tally) -> std::io::Result<()> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Best);
    encoder.set_adaptive_filter(png::AdaptiveFilterType::Adaptive);
    encoder.set_animated(pictures.len() as u32, 0)?;
    let mut writer = encoder.write_header()?;
    for (number, picture) in pictures.iter().enumerate() {
        writer.set_frame_delay(delay(number, pictures.len()), PACE)?;
        writer.write_image_data(&colours(picture))?;
        done.one();
    }
    Ok(writer.finish()?)
}

/// Red, green and blue of every point; the pictures are opaque.
pub(super) fn colours(picture: &Pixmap) -> Vec<u8> {
    picture.data().chunks_exact(4).flat_map(|point| [point[0], point[1], point[2]]).collect()
}

fn mp4(path: &Path, pictures: &[Pixmap], (width, height): (u32, u32), done: &Tally) -> Result<(), AnimationError> {
    let failed = |reason: String| AnimationError::Encoder { path: path.display().to_string(), reason };
    let aside = path.with_extension("part.mp4");
    let mut ffmpeg = Command::new("ffmpeg")
        .args(["-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &format!("{width}x{height}")])
        .args(["-r", &PACE.to_string(), "-i", "-", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p"])
        .args(["-movflags", "+faststart"])
        .arg(&aside)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|_| AnimationError::NoEncoder)?;
    let mut pipe = ffmpeg.stdin.take().expect("the pipe was asked for");
    let sent = pictures.iter().enumerate().try_for_each(|(number, picture)| {
        let frame = colours(picture);
        done.one();
        (0..delay(number, pictures.len())).try_for_each(|_| pipe.write_all(&frame))
    });
    drop(pipe);
    let ended = ffmpeg.wait_with_output().map_err(|error| failed(error.to_string()))?;
    let words = String::from_utf8_lossy(&ended.stderr).trim().to_owned();
    let written = match (ended.status.success(), sent) {
        (true, Ok(())) => std::fs::rename(&aside, path).map_err(|error| error.to_string()),
        (true, Err(error)) => Err(error.to_string()),
        (false, _) if words.is_empty() => Err("it gave no reason".into()),
        (false, _) => Err(words),
    };
    written.map_err(|reason| {
        // What ffmpeg began is of no use; that it cannot be removed changes nothing.
        let _ = std::fs::remove_file(&aside);
        failed(reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::progress::Mode;
    use crate::plot::style::SeriesStyle;
    use crate::plot::{Axis, Mark, Panel};

    fn frames() -> Vec<Figure> {
        let frame = |n: u32| {
            let mut panel = Panel::new(Axis::linear("~{x} (1)").above(0.0).below(1.0), Axis::linear("~{y} (1)"));
            panel.add(Mark::Line(vec![(0.0, 0.0), (1.0, f64::from(n))], SeriesStyle::of(n as usize)));
            Figure::new(40.0, 30.0, vec![vec![panel]])
        };
        (1..=5).map(frame).collect()
    }

    #[test]
    fn a_gif_has_every_frame_and_holds_the_last() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.gif");
        Animation::Gif.save(&frames(), &path, &Tally::exact(Mode::Quiet, "frames", 10)).unwrap();
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = decoder.read_info(std::fs::File::open(&path).unwrap()).unwrap();
        let (mut delays, mut pictures) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!((frame.width, frame.height), (189, 142));
            delays.push(frame.delay);
            pictures.push(frame.buffer.to_vec());
        }
        assert_eq!(delays, [8, 8, 8, 8, 100]);
        assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]), "every frame differs from the one before");
    }

    #[test]
    fn an_animated_png_has_every_frame() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.apng");
        Animation::Apng.save(&frames(), &path, &Tally::exact(Mode::Quiet, "frames", 10)).unwrap();
        let file = std::io::BufReader::new(std::fs::File::open(&path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 5);
        let mut points = vec![0; reader.output_buffer_size()];
        let mut pictures = Vec::new();
        for _ in 0..5 {
            reader.next_frame(&mut points).unwrap();
            pictures.push(points.clone());
        }
        assert!(reader.next_frame(&mut points).is_err() && pictures[0] != pictures[4]);
    }
}
