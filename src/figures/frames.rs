//! The frames of an animation as figures, read back from the page that shows them.

use super::chart::Figure;
use super::player::{DATA_BEGIN, DATA_END, PlayerData, PlayerFrame};
use super::png::Raster;
use super::vorticity::{AnimationFrame, Ground};
use base64::prelude::{BASE64_STANDARD, Engine};
use rayon::prelude::*;
use std::io::Cursor;
use wetbounce_physics::quantity::engineering;

/// Why a page has no frames, as what is said of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FramesError {
    /// There is no animation.
    #[error("holds no animation of a flow")]
    None,
    /// Its data are not those of a player.
    #[error("holds an animation that cannot be read: {0}")]
    Unreadable(String),
    /// There are no frames in it.
    #[error("holds an animation without frames")]
    Empty,
}

/// The frames of the animation in a page, in the order of time; `width` in mm. At least one.
///
/// # Errors
/// There is no animation in it, or it cannot be read.
pub fn figures(page: &str, width: Option<f64>) -> Result<Vec<Figure>, FramesError> {
    let data = page.split_once(DATA_BEGIN).and_then(|(_, rest)| rest.split_once(DATA_END));
    let (data, _) = data.ok_or(FramesError::None)?;
    let data: PlayerData = serde_json::from_str(data).map_err(|error| FramesError::Unreadable(error.to_string()))?;
    if data.frames.is_empty() {
        return Err(FramesError::Empty);
    }
    let figure = |stored: &PlayerFrame| data.frame(stored).map(|frame| frame.figure(width));
    data.frames.par_iter().map(figure).collect::<Result<_, _>>().map_err(FramesError::Unreadable)
}

impl PlayerData {
    fn frame(&self, stored: &PlayerFrame) -> Result<AnimationFrame, String> {
        let speed = engineering(stored.velocity, "m/s").replace('-', "−");
        let time = engineering(stored.time, "s").replace('-', "−");
        Ok(AnimationFrame {
            raster: self.raster(stored)?,
            half_width: self.half_width,
            bottom: stored.bottom,
            height: self.height,
            centre: stored.centre,
            second: stored.second,
            ground: if stored.second.is_none() { self.ground } else { Ground::Open },
            limit: self.limit,
            title: format!("~{{t}} = {time}, ~{{h}}/~{{D}} = {:.3}, ~{{V}} = {speed}", stored.gap),
        })
    }

    /// Both halves: the left one is the mirror image, unless it has points of its own; with the opposite vorticity.
    fn raster(&self, stored: &PlayerFrame) -> Result<Raster, String> {
        let (colours, right) = self.half(&stored.picture)?;
        let left =
            stored.left.as_ref().map(|left| self.half(left)).transpose()?.map_or_else(|| right.clone(), |half| half.1);
        let last = colours.len().saturating_sub(1) as u8;
        let row = |(left, right): (&[u8], &[u8])| -> Vec<u8> {
            left.iter().rev().map(|point| last - point).chain(right.iter().copied()).collect()
        };
        let points = left.chunks(self.columns).zip(right.chunks(self.columns)).flat_map(row).collect();
        Ok(Raster { width: 2 * self.columns, height: self.rows, colours, points })
    }

    /// Colours and points of a half.
    fn half(&self, picture: &str) -> Result<(Vec<[u8; 3]>, Vec<u8>), String> {
        let mut file = Vec::new();
        for part in [&self.head, &self.right, picture, &self.end] {
            file.extend(BASE64_STANDARD.decode(part).map_err(|error| error.to_string())?);
        }
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().map_err(|error| error.to_string())?;
        let palette = reader.info().palette.clone().ok_or("a frame has no colours")?;
        let mut points = vec![0; reader.output_buffer_size().ok_or("a frame is too large")?];
        let size = reader.next_frame(&mut points).map_err(|error| error.to_string())?;
        if (size.width as usize, size.height as usize) != (self.columns, self.rows)
            || points.len() != self.columns * self.rows
        {
            return Err("a frame has another size than the window".into());
        }
        let colours: Vec<[u8; 3]> = palette.chunks_exact(3).map(|colour| [colour[0], colour[1], colour[2]]).collect();
        let last = colours.len().saturating_sub(1) as u8;
        if points.iter().any(|point| *point > last) {
            return Err("a point has no colour".into());
        }
        Ok((colours, points))
    }
}
