//! The moving picture of a simulated candidate: a drawing, not a photo.

use super::people::scatter;
use crate::{domain::Result, picture};
use bytes::Bytes;

const WIDTH: u32 = 320;
const HEIGHT: u32 = 240;
const WALLS: [[u8; 3]; 4] = [[206, 214, 222], [222, 212, 198], [198, 214, 204], [214, 206, 220]];
const CLOTHES: [[u8; 3]; 4] = [[62, 84, 120], [122, 68, 72], [70, 104, 84], [96, 82, 118]];
const SKINS: [[u8; 3]; 4] = [[238, 202, 174], [198, 148, 112], [142, 98, 72], [222, 180, 146]];
const HAIR: [[u8; 3]; 4] = [[54, 40, 34], [120, 84, 48], [28, 26, 28], [164, 128, 78]];

const CARD: (u32, u32) = (340, 214);
/// Lengths of the lines of text.
const LINES: [u32; 4] = [96, 70, 110, 54];
const CHART: (u32, u32) = (520, 270);
/// Requests per second of each hour; a pixel each.
const BARS: [u32; 10] = [60, 130, 190, 240, 220, 170, 210, 150, 120, 90];
const BAR_PITCH: u32 = 50;
const BAR: u32 = 36;

/// The chart of a question, as JPEG.
///
/// # Errors
/// None that is known.
pub fn chart() -> Result<Vec<u8>> {
    let (width, height) = CHART;
    let pixel = |x: u32, y: u32| {
        let level = (height - 10).saturating_sub(y);
        let bar = x.checked_sub(10).map(|x| (x / BAR_PITCH, x % BAR_PITCH));
        let is_bar = bar.is_some_and(|(n, within)| {
            within < BAR && BARS.get(n as usize).is_some_and(|value| (1..=*value).contains(&level))
        });
        match level {
            0 => [90, 98, 110],
            _ if is_bar => [43, 92, 150],
            100 | 200 => [190, 196, 204],
            _ => [255, 255, 255],
        }
    };
    picture::jpeg(width, height, pixel)
}

/// The frame of a candidate at a tick, as JPEG.
///
/// # Errors
/// None that is known.
pub fn frame(who: usize, tick: u32) -> Result<Bytes> {
    picture::jpeg(WIDTH, HEIGHT, person(who, tick)).map(Into::into)
}

/// The identity card of a candidate: the same face, beside lines of text.
///
/// # Errors
/// None that is known.
pub fn card(who: usize) -> Result<Bytes> {
    let face = person(who, 0);
    let (width, height) = CARD;
    let pixel = |x: u32, y: u32| {
        let is_line = x >= 200 && x < 200 + LINES[(y / 32) as usize % LINES.len()] && (12..22).contains(&(y % 32));
        match (x, y) {
            _ if x < 6 || y < 6 || x >= width - 6 || y >= height - 6 => [120, 140, 170],
            (20..180, 40..160) => face((x - 20) * 2, (y - 40) * 2),
            (_, 40..160) if is_line => [84, 92, 110],
            (20..300, 174..190) => [150, 166, 190],
            _ => [226, 234, 244],
        }
    };
    picture::jpeg(width, height, pixel).map(Into::into)
}

fn person(who: usize, tick: u32) -> impl Fn(u32, u32) -> [u8; 3] {
    let part = |colours: [[u8; 3]; 4], salt| colours[scatter(who, salt, 4) as usize];
    let (wall, clothes, skin, hair) = (part(WALLS, 21), part(CLOTHES, 22), part(SKINS, 23), part(HAIR, 24));
    // The head sways by a few pixels.
    let centre_x = 160 + scatter(who, tick, 15).cast_signed() - 7;
    let centre_y = 112 + scatter(who, tick + 7, 9).cast_signed() - 4;
    let blinks = scatter(who, tick + 3, 6) == 0;
    let inside = move |x: i32, y: i32, (cx, cy): (i32, i32), (rx, ry): (i32, i32)| {
        let (dx, dy) = ((x - cx) * ry, (y - cy) * rx);
        dx * dx + dy * dy <= rx * rx * ry * ry
    };
    move |x: u32, y: u32| {
        let (x, y) = (x.cast_signed(), y.cast_signed());
        let eye = |side: i32| inside(x, y, (centre_x + side * 17, centre_y - 6), (4, if blinks { 1 } else { 4 }));
        if eye(-1) || eye(1) {
            [40, 40, 46]
        } else if inside(x, y, (centre_x, centre_y + 24), (12, 3)) {
            [150, 84, 80]
        } else if inside(x, y, (centre_x, centre_y), (44, 56)) && y > centre_y - 34 {
            skin
        } else if inside(x, y, (centre_x, centre_y - 8), (50, 58)) && y < centre_y + 24 {
            hair
        } else if inside(x, y, (centre_x, 250), (112, 84)) {
            clothes
        } else {
            let shade = u8::try_from(y / 12).unwrap_or_default();
            wall.map(|part| part.saturating_sub(shade))
        }
    }
}
