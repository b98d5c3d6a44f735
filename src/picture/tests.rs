use super::*;
use image::{GrayImage, ImageFormat, Luma, Rgb, RgbImage, Rgba, RgbaImage, metadata::Orientation};
use proptest::prelude::*;

/// Must not survive.
const SECRET: &[u8] = b"GPS 52.5200 N, Serial 12345";

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Red at the left, blue at the right.
fn flag(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 { Rgb([250, 10, 10]) } else { Rgb([10, 10, 250]) }
    }))
}

/// A TIFF header with the orientation, and a description.
fn exif(orientation: u8) -> Vec<u8> {
    let mut tiff = b"II*\0\x08\0\0\0\x02\0".to_vec();
    tiff.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    tiff.extend([0x0e, 0x01, 2, 0, u8::try_from(SECRET.len()).unwrap(), 0, 0, 0, 38, 0, 0, 0]);
    tiff.extend([0, 0, 0, 0]);
    tiff.extend(SECRET);
    tiff
}

fn jpeg_with(orientation: u8, image: &DynamicImage) -> Vec<u8> {
    let jpeg = encoded(image, ImageFormat::Jpeg);
    let mut body = b"Exif\0\0".to_vec();
    body.extend(exif(orientation));
    let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &body, &jpeg[2..], SECRET].concat()
}

fn chunk(name: &[u8], body: &[u8]) -> Vec<u8> {
    let crc = !crc32(&[name, body].concat());
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], name, body, &crc.to_be_bytes()].concat()
}

/// A channel that changes with the place.
fn shade(x: u32) -> u8 {
    u8::try_from(x * 20).unwrap()
}

/// CRC-32 as PNG has it, before the final complement.
fn crc32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

/// Inserts chunks after the header of a PNG.
fn png_with(image: &DynamicImage, chunks: &[Vec<u8>]) -> Vec<u8> {
    let png = encoded(image, ImageFormat::Png);
    [&png[..33], &chunks.concat(), &png[33..], SECRET].concat()
}

fn holds(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|part| part == needle)
}

fn decoded(picture: &EncodedPicture) -> DynamicImage {
    let image = image::load_from_memory(&picture.bytes).unwrap();
    assert_eq!((image.width(), image.height()), (picture.width, picture.height));
    image
}

fn refused(bytes: &[u8]) -> (ErrorKind, String) {
    match process(bytes) {
        Err(error) => (error.kind, error.detail),
        Ok(picture) => panic!("{}x{} is accepted", picture.width, picture.height),
    }
}

#[test]
fn each_format_is_kept_and_lossless_ones_keep_each_pixel() {
    for (format, kept) in [
        (ImageFormat::Png, PictureFormat::Png),
        (ImageFormat::WebP, PictureFormat::Webp),
        (ImageFormat::Jpeg, PictureFormat::Jpeg),
    ] {
        let upload = encoded(&flag(40, 30), format);
        let picture = process(&upload).unwrap();
        assert_eq!((picture.format, picture.width, picture.height), (kept, 40, 30));
        assert_eq!(PictureFormat::of(&picture.bytes), Some(kept));
        assert_eq!(picture, process(&upload).unwrap(), "the same upload has the same address");
        assert_eq!(picture.hash, PictureHash(Sha256::digest(&picture.bytes).into()));
        if kept != PictureFormat::Jpeg {
            assert_eq!(decoded(&picture).into_rgb8(), flag(40, 30).into_rgb8());
        }
        let again = process(&picture.bytes).unwrap();
        assert!(kept == PictureFormat::Jpeg || again.hash == picture.hash, "what is stored stays as it is");
    }
}

#[test]
fn transparency_grey_and_depth_survive_as_far_as_they_are_needed() {
    let glass = DynamicImage::ImageRgba8(RgbaImage::from_fn(9, 9, |x, y| Rgba([shade(x), shade(y), 7, shade(x)])));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        assert_eq!(decoded(&process(&encoded(&glass, format)).unwrap()).into_rgba8(), glass.clone().into_rgba8());
    }
    let opaque = DynamicImage::ImageRgba8(RgbaImage::from_pixel(9, 9, Rgba([1, 2, 3, 255])));
    assert!(!decoded(&process(&encoded(&opaque, ImageFormat::Png)).unwrap()).color().has_alpha());
    let grey = DynamicImage::ImageLuma8(GrayImage::from_fn(9, 9, |x, _| Luma([shade(x)])));
    let stored = decoded(&process(&encoded(&grey, ImageFormat::Png)).unwrap());
    assert_eq!(stored.into_luma8(), grey.clone().into_luma8());
    let deep = DynamicImage::ImageRgb16(flag(8, 8).into_rgb16());
    assert_eq!(decoded(&process(&encoded(&deep, ImageFormat::Png)).unwrap()).into_rgb8(), flag(8, 8).into_rgb8());
}

#[test]
fn orientation_is_applied_and_metadata_is_gone() {
    for orientation in 1..=8 {
        let upload = jpeg_with(orientation, &flag(64, 32));
        assert!(holds(&upload, SECRET));
        let picture = process(&upload).unwrap();
        let mut expected = flag(64, 32);
        expected.apply_orientation(Orientation::from_exif(orientation).unwrap());
        let (shown, expected) = (decoded(&picture).into_rgb8(), expected.into_rgb8());
        assert_eq!(shown.dimensions(), expected.dimensions(), "orientation {orientation}");
        for (x, y) in [(4, 4), (27, 27), (shown.width() - 5, shown.height() - 5)] {
            let is_red = |image: &RgbImage| image.get_pixel(x, y).0[0] > 128;
            assert_eq!(is_red(&shown), is_red(&expected), "orientation {orientation} at {x}, {y}");
        }
        assert!(!holds(&picture.bytes, SECRET) && !holds(&picture.bytes, b"Exif"));
    }
    let chunks = [chunk(b"eXIf", &exif(6)), chunk(b"tEXt", &[b"Comment\0", SECRET].concat()), chunk(b"prVt", SECRET)];
    let picture = process(&png_with(&flag(64, 32), &chunks)).unwrap();
    assert_eq!((picture.width, picture.height), (32, 64));
    assert!(!holds(&picture.bytes, SECRET) && !holds(&picture.bytes, b"eXIf"));
}

#[test]
fn uploads_that_are_no_still_picture_are_refused() {
    let too_large = vec![0; MAX_UPLOAD + 1];
    assert_eq!(refused(&too_large), (ErrorKind::TooLarge, "The picture is larger than 2 MiB.".into()));
    for bytes in [&b""[..], b"GIF89a", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"RIFF\0\0\0\0WAVE", b"%PDF-1.7"] {
        assert_eq!(refused(bytes).0, ErrorKind::UnsupportedMedia);
    }
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let bytes = encoded(&flag(40, 30), format);
        assert_eq!(refused(&bytes[..bytes.len() / 4]).1, "The picture is damaged, or of a kind that is not supported.");
    }
    let animated = png_with(&flag(8, 8), &[chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0])]);
    assert_eq!(refused(&animated).1, "Animated pictures are not supported: use a still one.");
}

fn png_header(width: u32, height: u32) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &header)].concat()
}

/// A few bytes that claim to be, or to become, gigabytes.
#[test]
fn floods_and_bombs_are_refused_before_memory_is_taken() {
    let pixels = "The picture has too many pixels (16.7 million at most, 8,192 on a side).";
    for (width, height) in [(50_000, 50_000), (8_193, 1), (1, 8_193), (4_097, 4_096), (u32::MAX >> 1, u32::MAX >> 1)] {
        let file = [png_header(width, height), chunk(b"IDAT", &[0; 8]), chunk(b"IEND", b"")].concat();
        assert!(!refused(&file).1.is_empty(), "{width}x{height}");
        if width <= 50_000 {
            assert_eq!(refused(&file).1, pixels, "{width}x{height}");
        }
    }
    let mut jpeg = encoded(&flag(16, 16), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    assert_eq!(refused(&jpeg).1, pixels);
    let mut webp = b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0".to_vec();
    webp.extend([0xff, 0xff, 0x00, 0xff, 0xff, 0x00, b'V', b'P', b'8', b'L', 0, 0, 0, 0]);
    assert!(!refused(&webp).1.is_empty());
    let zeros = deflated_zeros();
    assert!(zeros.len() < 100_000);
    let text = chunk(b"zTXt", &[b"Comment\0\0", &zeros[..]].concat());
    let profile = chunk(b"iCCP", &[b"p\0\0", &zeros[..]].concat());
    for bomb in [text, profile] {
        let began = std::time::Instant::now();
        if let Ok(picture) = process(&png_with(&flag(8, 8), &[bomb])) {
            assert_eq!((picture.width, picture.height), (8, 8));
        }
        assert!(began.elapsed().as_secs() < 10);
    }
}

/// A zlib stream that becomes 4 MiB: the data of a black picture.
fn deflated_zeros() -> Vec<u8> {
    let png = encoded(&DynamicImage::new_luma8(2_048, 2_048), ImageFormat::Png);
    let data = png.windows(4).position(|name| name == b"IDAT").unwrap();
    let length = usize::try_from(u32::from_be_bytes(png[data - 4..data].try_into().unwrap())).unwrap();
    png[data + 4..data + 4 + length].to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    /// A damaged file is refused, or becomes a picture that can be read.
    #[test]
    fn damaged_files_do_no_harm(kind in 0..3_usize, damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), cut in any::<prop::sample::Index>()) {
        let format = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP][kind];
        let mut bytes = if kind == 1 { jpeg_with(6, &flag(24, 16)) } else { encoded(&flag(24, 16), format) };
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes.truncate(cut.index(bytes.len() * 4).max(1));
        if let Ok(picture) = process(&bytes) {
            prop_assert!(picture.width <= MAX_SIDE && picture.height <= MAX_SIDE && picture.bytes.len() <= MAX_STORED);
            prop_assert!(image::load_from_memory(&picture.bytes).is_ok());
        }
    }
}

/// Profiles and texts that unpack to a hundred megabytes never reach the decoder.
#[test]
fn compressed_metadata_is_not_unpacked() {
    let image = flag(8, 4);
    let mut zip = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut zip, &vec![0; 100 << 20]).unwrap();
    let bomb = zip.finish().unwrap();
    let plain = process(&encoded(&image, ImageFormat::Png)).unwrap();
    for (name, head) in [(b"iCCP", &b"p\0\0"[..]), (b"zTXt", b"k\0\0"), (b"iTXt", b"k\0\x01\0\0\0")] {
        let file = png_with(&image, &[chunk(name, &[head, &bomb].concat())]);
        assert!(png_chunks::without_metadata(&file).len() < 1_000);
        assert_eq!(process(&file).unwrap(), plain);
    }
}
