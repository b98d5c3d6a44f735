//! Pictures that exported tests show, as files of a zip.

use super::exported::Exported;
use crate::domain::{PictureHash, picture::PictureFormat};
use std::{
    collections::BTreeMap,
    io::{self, Seek, Write},
};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// Returns a stored picture.
pub type PictureLookup<'a> = &'a dyn Fn(PictureHash) -> io::Result<Option<(PictureFormat, Vec<u8>)>>;

/// Names of the files.
pub type PictureFileNames = BTreeMap<PictureHash, String>;

/// Folder of the files.
pub const FOLDER: &str = "pictures";

/// Writes those that the tests show, each once. One that is not stored any more is left out.
pub(super) fn write<'t>(
    tests: impl Iterator<Item = &'t Exported>,
    source: PictureLookup<'_>,
    zip: &mut ZipWriter<impl Write + Seek>,
) -> io::Result<PictureFileNames> {
    let mut names = PictureFileNames::new();
    for hash in tests.flat_map(|test| test.pictures().into_keys()) {
        if names.contains_key(&hash) {
            continue;
        }
        let Some((format, bytes)) = source(hash)? else {
            continue;
        };
        let name = format!("{FOLDER}/{hash}.{}", format.extension());
        // Compressed already.
        zip.start_file(&name, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))?;
        zip.write_all(&bytes)?;
        names.insert(hash, name);
    }
    Ok(names)
}

/// Whether one of the tests shows a picture.
pub(super) fn are_shown<'t>(mut tests: impl Iterator<Item = &'t Exported>) -> bool {
    tests.any(|test| !test.pictures().is_empty())
}
