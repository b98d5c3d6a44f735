//! Pictures of questions: an uploaded file becomes a picture that is safe to store and to show.
//!
//! The file is decoded and encoded again, instead of being stripped of its metadata, so that every stored byte comes from
//! our encoder: no metadata, no second file behind the first, nothing made to exploit a browser's decoder. A PNG stays
//! lossless. A JPEG loses little at quality 90. A lossy WebP without transparency becomes a JPEG, because the encoder
//! only knows lossless WebP, which is many times larger for photographs.

mod format;
mod png_chunks;

use crate::domain::{Error, ErrorCode, ErrorKind, PictureHash, Result, picture::PictureFormat};
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageError, ImageResult, Limits, Rgb, RgbImage,
    codecs::{
        gif::GifDecoder,
        jpeg::{JpegDecoder, JpegEncoder},
        png::{CompressionType, FilterType, PngDecoder, PngEncoder},
        webp::{WebPDecoder, WebPEncoder},
    },
    error::LimitErrorKind,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::Cursor;

/// Largest upload, in bytes.
pub const MAX_UPLOAD: usize = 2 * 1024 * 1024;
/// Largest stored picture, in bytes: a palette of the upload is not kept, so it may grow.
pub const MAX_STORED: usize = 4 * 1024 * 1024;
/// Most pixels, checked before anything is decoded: 64 MiB of memory.
pub const MAX_PIXELS: u64 = 4_096 * 4_096;
/// Longest side, in pixels.
pub const MAX_SIDE: u32 = 8_192;
/// Most memory of a decoder, in bytes: 16 bits per channel, and the rest.
const MAX_MEMORY: u64 = 160 * 1024 * 1024;
const JPEG_QUALITY: u8 = 90;

const DRAWING_QUALITY: u8 = 60;

/// Encodes a drawing as JPEG.
///
/// # Errors
/// Internal ones of the encoder.
pub fn jpeg(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 3]) -> Result<Vec<u8>> {
    let image = RgbImage::from_fn(width, height, |x, y| Rgb(pixel(x, y)));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, DRAWING_QUALITY)
        .encode(&image, width, height, ExtendedColorType::Rgb8)
        .map_err(Error::internal)?;
    Ok(bytes)
}

/// A picture as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncodedPicture {
    pub bytes: Vec<u8>,
    pub format: PictureFormat,
    /// Width in pixels, once the picture is upright.
    pub width: u32,
    pub height: u32,
    /// SHA-256 of `bytes`: the picture's address.
    pub hash: PictureHash,
}

/// Reads an uploaded PNG, JPEG or WebP, turns it upright as its EXIF orientation says, and encodes it without metadata.
/// At the limits it takes seconds of processor time and 170 MiB, a screenshot a tenth of that: run one at a time, and not
/// on a thread of requests.
///
/// # Errors
/// 413 `too_large` for the file; 415 `not_an_image`; 422 on `picture` for damaged and animated pictures, and for those
/// over the limits.
pub fn process(upload: &[u8]) -> Result<EncodedPicture> {
    if upload.len() > MAX_UPLOAD {
        return Err(Error::new(ErrorKind::TooLarge, ErrorCode::TooLarge, "The picture is larger than 2 MiB.")
            .with("max_kib", MAX_UPLOAD / 1024));
    }
    let not_an_image = || {
        Error::new(ErrorKind::UnsupportedMedia, ErrorCode::NotAnImage, "The picture must be a PNG, a JPEG or a WebP.")
    };
    let format = PictureFormat::of(upload).ok_or_else(not_an_image)?;
    let file = Cursor::new(upload);
    let image = match format {
        PictureFormat::Png => {
            let file = png_chunks::without_metadata(upload);
            let decoder = PngDecoder::with_limits(Cursor::new(file), limits()).map_err(refusal)?;
            still(decoder.is_apng().map_err(refusal)?)?;
            upright(decoder)
        }
        PictureFormat::Jpeg => upright(JpegDecoder::new(file).map_err(refusal)?),
        PictureFormat::Webp => {
            let decoder = WebPDecoder::new(file).map_err(refusal)?;
            still(decoder.has_animation())?;
            upright(decoder)
        }
    }?;
    let image = reduced(image);
    let format = stored_format(format, upload, &image);
    let bytes = encode(&image, format).map_err(refusal)?;
    if bytes.len() > MAX_STORED {
        return Err(unfit("The picture needs more than 4 MiB: use fewer pixels, or save it as a JPEG."));
    }
    let hash = PictureHash(Sha256::digest(&bytes).into());
    Ok(EncodedPicture { bytes, format, width: image.width(), height: image.height(), hash })
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits
}

fn unfit(message: &str) -> Error {
    Error::field("picture", message)
}

fn too_many_pixels() -> Error {
    unfit("The picture has too many pixels (16.7 million at most, 8,192 on a side).")
}

fn refusal(error: ImageError) -> Error {
    match error {
        ImageError::Limits(limit) if limit.kind() == LimitErrorKind::DimensionError => too_many_pixels(),
        ImageError::Limits(_) => unfit("The picture needs too much memory."),
        _ => unfit("The picture is damaged, or of a kind that is not supported."),
    }
}

fn still(is_animated: bool) -> Result<()> {
    if is_animated { Err(unfit("Animated pictures are not supported: use a still one.")) } else { Ok(()) }
}

/// The first frame of a GIF as a PNG, which [`process`] then checks: files of other programs have such pictures.
///
/// # Errors
/// Those of [`process`]; `None` if it is no GIF.
#[must_use]
pub fn first_frame(upload: &[u8]) -> Option<Result<Vec<u8>>> {
    let is_gif = upload.starts_with(b"GIF87a") || upload.starts_with(b"GIF89a");
    is_gif.then(|| {
        let image = upright(GifDecoder::new(Cursor::new(upload)).map_err(refusal)?)?;
        encode(&image, PictureFormat::Png).map_err(refusal)
    })
}

/// Decodes a picture of permitted size and turns it upright.
fn upright(mut decoder: impl ImageDecoder) -> Result<DynamicImage> {
    let (width, height) = decoder.dimensions();
    let is_small = width.max(height) <= MAX_SIDE && u64::from(width) * u64::from(height) <= MAX_PIXELS;
    if !is_small {
        return Err(too_many_pixels());
    }
    decoder.set_limits(limits()).map_err(refusal)?;
    // A faulty EXIF block is no reason to refuse a picture.
    let orientation = decoder.orientation().ok();
    let mut image = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    Ok(image)
}

/// The same pixels in 8 bits per channel, without colour where it is grey and without transparency where it is opaque.
fn reduced(image: DynamicImage) -> DynamicImage {
    if image.color().has_alpha() {
        let pixels = image.into_rgba8();
        let is_opaque = pixels.pixels().all(|pixel| pixel.0[3] == u8::MAX);
        let image = DynamicImage::ImageRgba8(pixels);
        return if is_opaque { DynamicImage::ImageRgb8(image.into_rgb8()) } else { image };
    }
    if image.color().has_color() {
        DynamicImage::ImageRgb8(image.into_rgb8())
    } else {
        DynamicImage::ImageLuma8(image.into_luma8())
    }
}

fn stored_format(format: PictureFormat, upload: &[u8], image: &DynamicImage) -> PictureFormat {
    let is_photograph = format == PictureFormat::Webp && format::is_lossy_webp(upload) && !image.color().has_alpha();
    if is_photograph { PictureFormat::Jpeg } else { format }
}

fn encode(image: &DynamicImage, format: PictureFormat) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    match format {
        PictureFormat::Png => {
            let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive);
            image.write_with_encoder(encoder)?;
        }
        PictureFormat::Jpeg => image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?,
        PictureFormat::Webp => image.write_with_encoder(WebPEncoder::new_lossless(&mut bytes))?,
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
