//! Bodies that must pass what stands between page and server: filters that read them, and proxies that rewrite them
//! (docs/behaviour/taking.md#the-way-of-an-answer).

use crate::domain::{Error, ErrorCode, ErrorKind};
use axum::body::Bytes;
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::Crc;
use http::{HeaderMap, header};

/// `base64`: the body is JSON in base64, as `application/octet-stream`. Filters search JSON for what looks like an attack.
const ENCODED: &str = "x-encoded";
/// CRC-32 of the body as it was sent, in hex.
const CHECK: &str = "x-body-check";
/// Characters that are decoded at once; a multiple of four.
const PIECE: usize = 4_096;

/// How a JSON body was sent.
pub struct Wrapping {
    pub is_encoded: bool,
    check: Option<String>,
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    Some(headers.get(name)?.to_str().unwrap_or_default().trim().to_ascii_lowercase())
}

impl Wrapping {
    pub fn of(headers: &HeaderMap) -> Self {
        let essence = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let is_binary = essence.trim().eq_ignore_ascii_case("application/octet-stream");
        Self {
            is_encoded: is_binary && text(headers, ENCODED).as_deref() == Some("base64"),
            check: text(headers, CHECK),
        }
    }

    /// Largest body on the wire, for `limit` bytes of JSON.
    pub const fn wire_limit(&self, limit: usize) -> usize {
        if self.is_encoded { limit.div_ceil(3) * 4 } else { limit }
    }

    /// The JSON of a body.
    ///
    /// # Errors
    /// 400 `altered` for a body that is not as it was sent, `malformed` for bad base64.
    pub fn open(&self, bytes: Bytes) -> Result<Bytes, Error> {
        if let Some(check) = &self.check {
            let mut sum = Crc::new();
            sum.update(&bytes);
            if u32::from_str_radix(check, 16) != Ok(sum.sum()) {
                let detail = "The request was changed on its way to the server.";
                return Err(Error::new(ErrorKind::Malformed, ErrorCode::Altered, detail));
            }
        }
        if !self.is_encoded {
            return Ok(bytes);
        }
        let malformed = || Error::new(ErrorKind::Malformed, ErrorCode::Malformed, "The request is not valid base64.");
        decoded(bytes).ok_or_else(malformed)
    }
}

/// Decodes in place: beside a large submit there is no room for a second one.
fn decoded(bytes: Bytes) -> Option<Bytes> {
    let mut text = Vec::from(bytes);
    let mut piece = [0; PIECE / 4 * 3];
    let (mut from, mut to) = (0, 0);
    while from < text.len() {
        let end = text.len().min(from + PIECE);
        let length = STANDARD.decode_slice(text.get(from..end)?, &mut piece).ok()?;
        if end < text.len() && length < piece.len() {
            return None;
        }
        text.get_mut(to..to + length)?.copy_from_slice(piece.get(..length)?);
        (from, to) = (end, to + length);
    }
    text.truncate(to);
    Some(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_any_length_is_decoded_in_place() {
        for length in [0, 1, 2, 3, 3_071, 3_072, 3_073, 100_000] {
            let plain: Vec<u8> = (0..length).map(|n: u32| (n % 251) as u8).collect();
            assert_eq!(decoded(STANDARD.encode(&plain).into()).unwrap(), plain, "{length} bytes");
        }
        for bad in ["e30", "e30=e30=", "e3 0=", "{}", "====", "e30\n"] {
            assert_eq!(decoded(Bytes::from_static(bad.as_bytes())), None, "{bad}");
        }
        let padded = STANDARD.encode([0; 3_071]) + "e30=";
        assert_eq!(decoded(padded.into()), None, "padding between two pieces");
    }
}
