//! Pictures of an import: checked, turned upright and encoded again like uploaded ones.

use crate::{
    domain::{Error, PictureHash},
    picture,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::collections::HashMap;

/// Pictures in one file.
const MAX_PICTURES: usize = 200;
/// Pixels of them together: some seconds of decoding.
const MAX_PIXELS: u64 = 256 << 20;

/// How a picture begins that is within a text.
const DATA: &str = "data:image/";

/// Names of files that may be pictures.
pub fn is_picture(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| matches!(ending.as_str(), "png" | "jpg" | "jpeg" | "webp" | "gif"))
}

#[derive(Default)]
pub struct Pictures {
    known: HashMap<String, Result<PictureHash, String>>,
    pixels: u64,
    /// Pictures in the form in which they are stored, each once.
    pub found: Vec<picture::EncodedPicture>,
}

impl Pictures {
    /// The picture in the file `name`, whose bytes are read at its first use.
    ///
    /// # Errors
    /// Why it is left out.
    pub fn get(&mut self, name: &str, bytes: impl FnOnce() -> Result<Vec<u8>, String>) -> Result<PictureHash, String> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let read = bytes()
            .and_then(|bytes| self.add(&bytes))
            .map_err(|why| format!("The picture {name} cannot be used: {why}"));
        self.known.insert(name.to_owned(), read.clone());
        read
    }

    /// The picture of a source such as `data:image/png;base64,..`; `None` for one that is elsewhere.
    pub fn within(&mut self, source: &str) -> Option<Result<PictureHash, String>> {
        let data = source.trim().strip_prefix(DATA)?;
        let Some((_, encoded)) = data.split_once(";base64,") else {
            return Some(Err("The picture within the text cannot be read.".to_owned()));
        };
        Some(decoded(encoded).and_then(|bytes| {
            // Named by what it holds: another one may begin alike.
            self.get(source, || Ok(bytes)).map_err(|_| "The picture within the text cannot be used.".to_owned())
        }))
    }

    fn add(&mut self, bytes: &[u8]) -> Result<PictureHash, String> {
        if self.known.len() >= MAX_PICTURES {
            return Err("a file has at most 200 pictures.".into());
        }
        if self.pixels >= MAX_PIXELS {
            return Err("the pictures of a file have at most 256 million pixels together.".into());
        }
        let said = |error: Error| error.detail;
        let first = picture::first_frame(bytes).transpose().map_err(said)?;
        let picture = picture::process(first.as_deref().unwrap_or(bytes)).map_err(said)?;
        self.pixels += u64::from(picture.width) * u64::from(picture.height);
        let hash = picture.hash;
        if !self.found.iter().any(|known| known.hash == hash) {
            self.found.push(picture);
        }
        Ok(hash)
    }
}

/// # Errors
/// A sentence if the text is not in base64.
pub fn decoded(encoded: &str) -> Result<Vec<u8>, String> {
    let compact: String = encoded.chars().filter(|c| !c.is_whitespace()).collect();
    STANDARD.decode(compact).map_err(|_| "It is not encoded in base64.".to_owned())
}
