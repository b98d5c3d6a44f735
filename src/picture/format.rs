//! File formats of pictures.

use crate::domain::screenshot;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Png,
    Jpeg,
    Webp,
}

impl Format {
    /// Detects the format by magic bytes (WebP: RFC 9649 section 2.4); the declared media type is ignored.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match screenshot::Format::of(bytes) {
            Some(screenshot::Format::Png) => Some(Self::Png),
            Some(screenshot::Format::Jpeg) => Some(Self::Jpeg),
            None => (bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")).then_some(Self::Webp),
        }
    }

    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }
}

/// Whether a WebP has a lossy bitstream: a chunk `VP8 ` (RFC 9649 section 2.5).
pub fn is_lossy_webp(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((header, body)) = rest.split_at_checked(8) {
        if header.starts_with(b"VP8 ") {
            return true;
        }
        let length = header[4..].iter().rev().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
        // Chunks are padded to an even length.
        let next = length.saturating_add(length % 2);
        rest = body.get(next..).unwrap_or_default();
    }
    false
}
