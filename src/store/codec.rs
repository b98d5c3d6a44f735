//! Record encoding: `[version u8][bincode body]`. The only file that uses bincode.
//!
//! bincode is not self-describing, so the version byte selects how the body is decoded. Record types must therefore not
//! use serde attributes that need a self-describing format (`flatten`, `untagged`, `tag`, `skip_serializing_if`).

use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use serde::{Serialize, de::DeserializeOwned};

use super::StoreError;

/// Maximum body in bytes. It keeps a corrupted length from allocating all memory, and is well above the largest
/// accepted input (an import of 10 MiB).
const MAX_BODY_BYTES: usize = 64 << 20;

const FORMAT: Configuration<LittleEndian, Varint, Limit<MAX_BODY_BYTES>> =
    bincode::config::standard().with_limit::<MAX_BODY_BYTES>();

/// Encodes any body as any version; for tests of old versions.
pub(super) fn encode_as<T: Serialize>(version: u8, body: &T) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::with_capacity(256);
    bytes.push(version);
    bincode::serde::encode_into_std_write(body, &mut bytes, FORMAT)
        .map_err(|e| StoreError::Corrupt(format!("a record cannot be encoded: {e}")))?;
    match bytes.len() {
        len if len > MAX_BODY_BYTES => Err(StoreError::TooLarge { bytes: len, limit: MAX_BODY_BYTES }),
        _ => Ok(bytes),
    }
}

/// Decodes a body without its version byte; [`Record::upgrade`](super::Record::upgrade) decodes the struct of an older
/// version with it.
///
/// # Errors
/// [`StoreError::Corrupt`] if the body is not exactly one `T`.
pub fn decode_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, StoreError> {
    match bincode::serde::decode_from_slice(body, FORMAT) {
        Ok((value, read)) if read == body.len() => Ok(value),
        Ok((_, read)) => Err(StoreError::Corrupt(format!("{} bytes follow the record", body.len() - read))),
        Err(e) => Err(StoreError::Corrupt(format!("a record cannot be decoded: {e}"))),
    }
}

/// Decodes the first fields of a body.
pub(super) fn decode_start<T: DeserializeOwned>(body: &[u8]) -> Result<T, StoreError> {
    let (value, _) = bincode::serde::borrow_decode_from_slice(body, FORMAT)
        .map_err(|e| StoreError::Corrupt(format!("a record cannot be decoded: {e}")))?;
    Ok(value)
}
