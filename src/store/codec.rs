//! How a record becomes bytes: `[version u8][bincode body]`. The only file that knows bincode.
//!
//! bincode does not describe itself, so the version byte decides how the body is read. Record types
//! must therefore not use serde attributes that need a self-describing format (`flatten`,
//! `untagged`, `tag`, `skip_serializing_if`).

use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use serde::{Serialize, de::DeserializeOwned};

use super::StoreError;

/// Largest body in bytes. It stops a corrupt length from asking for all memory, and leaves room
/// above the largest thing that is accepted from outside (an import of 10 MiB).
const LIMIT: usize = 64 << 20;

const FORMAT: Configuration<LittleEndian, Varint, Limit<LIMIT>> = bincode::config::standard().with_limit::<LIMIT>();

/// Encodes any body under any version; for the tests of old versions.
pub(super) fn encode_as<T: Serialize>(version: u8, body: &T) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::with_capacity(256);
    bytes.push(version);
    bincode::serde::encode_into_std_write(body, &mut bytes, FORMAT)
        .map_err(|e| StoreError::Corrupt(format!("a record cannot be encoded: {e}")))?;
    match bytes.len() {
        len if len > LIMIT => Err(StoreError::TooLarge { bytes: len, limit: LIMIT }),
        _ => Ok(bytes),
    }
}

/// Decodes a body alone; what [`Record::upgrade`] uses to read the struct of an older version.
///
/// # Errors
/// [`StoreError::Corrupt`] when the body is not exactly one `T`.
pub fn decode_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, StoreError> {
    match bincode::serde::decode_from_slice(body, FORMAT) {
        Ok((value, read)) if read == body.len() => Ok(value),
        Ok((_, read)) => Err(StoreError::Corrupt(format!("{} bytes follow the record", body.len() - read))),
        Err(e) => Err(StoreError::Corrupt(format!("a record cannot be decoded: {e}"))),
    }
}
