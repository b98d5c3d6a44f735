//! The name of a stored picture.

use super::{Error, Result};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// SHA-256 of a picture's bytes; 64 hexadecimal digits as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PictureHash(pub [u8; 32]);

impl fmt::Display for PictureHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PictureHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PictureHash {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        let unknown = || Error::not_found("picture");
        let is_hash = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_hash {
            return Err(unknown());
        }
        let mut hash = [0; 32];
        for (place, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).map_err(|_| unknown())?;
        }
        Ok(Self(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_64_lower_case_digits() {
        let hash = PictureHash(std::array::from_fn(|i| u8::try_from(i * 7).unwrap()));
        assert_eq!(hash.to_string().parse::<PictureHash>().unwrap(), hash);
        let text = hash.to_string();
        for bad in [&text[1..], &text.to_uppercase(), &format!("{text}0"), "", &"g".repeat(64), &"é".repeat(32)] {
            assert!(bad.parse::<PictureHash>().is_err(), "{bad}");
        }
    }
}
