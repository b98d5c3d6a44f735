//! Screenshots that admins take of the live video, stored with the attempt.

use super::{AttemptId, Instant, ScreenshotId, UserId};
use serde::{Deserialize, Serialize};

/// Maximum size of a screenshot, in bytes.
pub const MAX_BYTES: usize = 1024 * 1024;
/// Maximum number of screenshots of one attempt.
pub const MAX_SCREENSHOTS: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScreenshotFormat {
    Jpeg,
    Png,
}

impl ScreenshotFormat {
    /// Detects the format by magic bytes (JPEG: ITU-T T.81 section B.1.1.3, then a marker; PNG: W3C PNG section 5.2);
    /// the declared media type is ignored.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
            Some(Self::Jpeg)
        } else if bytes.starts_with(b"\x89PNG\r\n\x1A\n") {
            Some(Self::Png)
        } else {
            None
        }
    }

    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// Metadata of a screenshot, for lists; the image is a separate row ([`ScreenshotPicture`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screenshot {
    pub id: ScreenshotId,
    pub attempt_id: AttemptId,
    pub taken_at: Instant,
    /// The admin; `None` for the operator.
    pub taken_by: Option<UserId>,
    pub format: ScreenshotFormat,
    pub bytes: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenshotPicture {
    pub id: ScreenshotId,
    pub attempt_id: AttemptId,
    pub bytes: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_detected_by_magic_bytes() {
        assert_eq!(ScreenshotFormat::of(&[0xFF, 0xD8, 0xFF, 0xE0]), Some(ScreenshotFormat::Jpeg));
        assert_eq!(ScreenshotFormat::of(b"\x89PNG\r\n\x1A\nrest"), Some(ScreenshotFormat::Png));
        for bad in [&b"<svg>"[..], b"GIF89a", b"\xFF\xD8", b""] {
            assert_eq!(ScreenshotFormat::of(bad), None);
        }
    }
}
