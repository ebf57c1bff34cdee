//! Animations as files: GIF, animated PNG, and MP4 where ffmpeg is at hand.

use super::chart::Figure;
use super::export::{NotInThisBuild, exported};
use std::path::Path;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Animation {
    /// Graphics Interchange Format.
    Gif,
    /// Animated Portable Network Graphics.
    Apng,
    /// Video by H.264.
    Mp4,
}

/// Why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    /// The feature is missing.
    #[error(transparent)]
    NotInThisBuild(#[from] NotInThisBuild),
    /// The file cannot be written.
    #[error("the animation cannot be written: {0}")]
    Io(#[from] std::io::Error),
    /// There is no ffmpeg.
    #[error("MP4 is written by ffmpeg, and there is none on the PATH")]
    NoEncoder,
    /// ffmpeg has failed.
    #[error("ffmpeg could not write the video: {0}")]
    Encoder(String),
}

impl Animation {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Gif, Self::Apng, Self::Mp4];

    /// End of the file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Mp4 => "mp4",
        }
    }

    /// What it is, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Gif => {
                "Graphics Interchange Format, 256 colours a frame; every viewer and every slide program shows it"
            }
            Self::Apng => "Animated PNG, all colours; browsers show it",
            Self::Mp4 => "Video by H.264, the smallest; needs `ffmpeg` on the PATH",
        }
    }

    /// Whether this build writes it.
    ///
    /// # Errors
    /// It does not.
    pub const fn check(self) -> Result<(), NotInThisBuild> {
        exported("animations")
    }

    /// How often [`save`](Self::save) says that a part of so many frames is done: each is drawn, then encoded.
    pub const fn work(self, frames: usize) -> usize {
        2 * frames
    }

    /// Writes `frames` as a file that repeats for ever (MP4: plays once), 12 frames a second, the last one held for a
    /// second. All frames have the size of the first, in pixels. Calls `done` after each part of the work.
    ///
    /// # Errors
    /// This build does not write it, or the file cannot be written; for MP4, ffmpeg is missing or has failed.
    ///
    /// # Panics
    /// If there are no frames.
    pub fn save(self, frames: &[Figure], path: &Path, done: &(dyn Fn() + Sync)) -> Result<(), AnimationError> {
        self.check()?;
        #[cfg(feature = "export")]
        return library::save(self, frames, path, done);
        #[cfg(not(feature = "export"))]
        unreachable!("refused by the check: {} frames for {} and {:p}", frames.len(), path.display(), done)
    }
}

/// What the libraries, and ffmpeg, make of the frames.
#[cfg(feature = "export")]
mod library {
    use super::{Animation, AnimationError};
    use crate::chart::Figure;
    use crate::export::MARK;
    use crate::export::library::{colours, points};
    use rayon::prelude::*;
    use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
    use std::fs::File;
    use std::io::{self, BufWriter, Write};
    use std::path::Path;
    use std::process::{Command, Stdio};

    /// Points per inch of a frame.
    const RESOLUTION: f64 = 120.0;
    /// Frames per second.
    const PACE: u16 = 12;
    /// How long the last frame is held, in frames.
    const HELD: u16 = 12;
    /// Speed of GIF's choice of colours, 1 (best) to 30.
    const QUANTISER_SPEED: i32 = 10;

    /// Pictures of one size.
    struct Film<'a> {
        pictures: Vec<Pixmap>,
        width: u32,
        height: u32,
        done: &'a (dyn Fn() + Sync),
    }

    pub(super) fn save(
        kind: Animation,
        frames: &[Figure],
        path: &Path,
        done: &(dyn Fn() + Sync),
    ) -> Result<(), AnimationError> {
        let draw = |frame: &Figure| {
            let picture = points(frame, RESOLUTION);
            done();
            picture
        };
        let mut pictures: Vec<Pixmap> = frames.par_iter().map(draw).collect();
        // Video has an even number of rows and columns.
        let even = |length: u32| if kind == Animation::Mp4 { length & !1 } else { length };
        let (width, height) = (even(pictures[0].width()), even(pictures[0].height()));
        pictures.iter_mut().for_each(|picture| *picture = cut(picture, (width, height)));
        let film = Film { pictures, width, height, done };
        if kind == Animation::Mp4 {
            return film.mp4(path);
        }
        let mut out = BufWriter::new(File::create(path)?);
        if kind == Animation::Gif {
            film.gif(&mut out)?
        } else {
            film.apng(&mut out)?
        }
        Ok(out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?)
    }

    /// The picture on white, with the size given.
    fn cut(picture: &Pixmap, (width, height): (u32, u32)) -> Pixmap {
        let mut out = Pixmap::new(width, height).expect("a figure has a size");
        out.fill(Color::WHITE);
        out.draw_pixmap(0, 0, picture.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        out
    }

    impl Film<'_> {
        /// How long a frame is shown, in frames.
        fn delay(&self, frame: usize) -> u16 {
            if frame + 1 == self.pictures.len() { HELD } else { 1 }
        }

        fn gif(self, out: &mut dyn Write) -> io::Result<()> {
            let (width, height) = (self.width as u16, self.height as u16);
            let one = |(number, picture): (usize, &Pixmap)| {
                let mut frame =
                    gif::Frame::from_rgba_speed(width, height, &mut picture.data().to_vec(), QUANTISER_SPEED);
                frame.delay = 100 * self.delay(number) / PACE;
                (self.done)();
                frame
            };
            let frames: Vec<gif::Frame> = self.pictures.par_iter().enumerate().map(one).collect();
            let mut encoder = gif::Encoder::new(out, width, height, &[]).map_err(io::Error::other)?;
            encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
            let comment = gif::Extension::Comment.into();
            encoder.write_raw_extension(comment, &[MARK.as_bytes()]).map_err(io::Error::other)?;
            frames.iter().try_for_each(|frame| encoder.write_frame(frame)).map_err(io::Error::other)
        }

        fn apng(self, out: &mut dyn Write) -> io::Result<()> {
            let mut encoder = png::Encoder::new(out, self.width, self.height);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_compression(png::Compression::High);
            encoder.set_filter(png::Filter::Adaptive);
            encoder.set_animated(self.pictures.len() as u32, 0)?;
            encoder.add_text_chunk("Software".into(), MARK.into())?;
            let mut writer = encoder.write_header()?;
            for (number, picture) in self.pictures.iter().enumerate() {
                writer.set_frame_delay(self.delay(number), PACE)?;
                writer.write_image_data(&colours(picture))?;
                (self.done)();
            }
            Ok(writer.finish()?)
        }

        fn mp4(self, path: &Path) -> Result<(), AnimationError> {
            let size = format!("{}x{}", self.width, self.height);
            let mut ffmpeg = Command::new("ffmpeg")
                .args(["-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", &size])
                .args(["-r", &PACE.to_string(), "-i", "-", "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p"])
                .args(["-metadata", &format!("comment={MARK}"), "-movflags", "+faststart", "-f", "mp4"])
                .arg(path)
                .stdin(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .map_err(|_| AnimationError::NoEncoder)?;
            let mut pipe = ffmpeg.stdin.take().expect("the pipe was asked for");
            let sent = self.pictures.iter().enumerate().try_for_each(|(number, picture)| {
                let frame = colours(picture);
                (self.done)();
                (0..self.delay(number)).try_for_each(|_| pipe.write_all(&frame))
            });
            drop(pipe);
            let ended = ffmpeg.wait_with_output()?;
            let words = String::from_utf8_lossy(&ended.stderr).trim().to_owned();
            match (ended.status.success(), sent) {
                (true, sent) => Ok(sent?),
                (false, _) if words.is_empty() => Err(AnimationError::Encoder("it gave no reason".into())),
                (false, _) => Err(AnimationError::Encoder(words)),
            }
        }
    }
}

#[cfg(all(test, feature = "export"))]
mod tests {
    use super::*;
    use crate::style::SeriesStyle;
    use crate::{Axis, Mark, Panel};

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
        Animation::Gif.save(&frames(), &path, &|| ()).unwrap();
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
        Animation::Apng.save(&frames(), &path, &|| ()).unwrap();
        let file = std::io::BufReader::new(std::fs::File::open(&path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 5);
        let mut points = vec![0; reader.output_buffer_size().unwrap()];
        let mut pictures = Vec::new();
        for _ in 0..5 {
            reader.next_frame(&mut points).unwrap();
            pictures.push(points.clone());
        }
        assert!(reader.next_frame(&mut points).is_err() && pictures[0] != pictures[4]);
    }
}
