//! Kinds of WebP.

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
