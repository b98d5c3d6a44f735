//! Order-preserving key encoding: encoded keys sort as their values do.
//!
//! Keys are built from typed parts instead of a serializer, so that renaming a type never changes a stored key. A key
//! has no type tags: writer and reader name the same parts in the same order.

use uuid::Uuid;

use super::StoreError;

/// Terminates a text. It sorts below every continuation of the text, and is distinct from the escape `00 FF`
/// whatever part follows.
const TEXT_END: [u8; 2] = [0x00, 0x01];
/// Escape of a NUL inside a text.
const TEXT_NUL: [u8; 2] = [0x00, 0xFF];

/// The text at byte `at` of a key or a longer row, as [`Key::text`] encoded it, without its terminator.
pub(super) fn text_at(row: &[u8], at: usize) -> &[u8] {
    let text = row.get(at..).unwrap_or_default();
    let end = text.windows(TEXT_END.len()).position(|bytes| bytes == TEXT_END);
    &text[..end.unwrap_or(text.len())]
}

/// Builds an order-preserving key from parts, most significant first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Key(Vec<u8>);

impl Key {
    /// An empty key.
    #[must_use]
    pub fn new() -> Self {
        Self(Vec::with_capacity(48))
    }

    /// Appends an id (16 bytes). `UUIDv7` sorts by creation time.
    #[must_use]
    pub fn id(self, id: Uuid) -> Self {
        self.raw(id.as_bytes())
    }

    /// Appends a signed number; negative ones sort first.
    #[must_use]
    pub fn i64(self, value: i64) -> Self {
        self.raw(&(value.cast_unsigned() ^ (1 << 63)).to_be_bytes())
    }

    /// Appends a number.
    #[must_use]
    pub fn u64(self, value: u64) -> Self {
        self.raw(&value.to_be_bytes())
    }

    /// Appends a number.
    #[must_use]
    pub fn u32(self, value: u32) -> Self {
        self.raw(&value.to_be_bytes())
    }

    /// Appends one byte.
    #[must_use]
    pub fn u8(self, value: u8) -> Self {
        self.raw(&[value])
    }

    /// Appends a text of any content, escaped and terminated.
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        for &byte in text.as_bytes() {
            match byte {
                0 => self.0.extend_from_slice(&TEXT_NUL),
                other => self.0.push(other),
            }
        }
        self.raw(&TEXT_END)
    }

    /// Appends a digest.
    #[must_use]
    pub fn bytes32(self, bytes: &[u8; 32]) -> Self {
        self.raw(bytes)
    }

    /// The finished key.
    #[must_use]
    pub fn build(self) -> Vec<u8> {
        self.0
    }

    fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }
}

/// Decodes a key's parts, in the order in which they were written.
///
/// Every method fails with [`StoreError::Corrupt`] if the bytes are truncated or invalid.
#[derive(Debug, Clone)]
pub struct KeyReader<'k>(&'k [u8]);

impl<'k> KeyReader<'k> {
    /// Starts at the first part.
    #[must_use]
    pub fn new(key: &'k [u8]) -> Self {
        Self(key)
    }

    /// Decodes a part written by [`Key::id`].
    pub fn id(&mut self) -> Result<Uuid, StoreError> {
        self.take().map(Uuid::from_bytes)
    }

    /// Decodes a part written by [`Key::i64`].
    pub fn i64(&mut self) -> Result<i64, StoreError> {
        Ok((u64::from_be_bytes(self.take()?) ^ (1 << 63)).cast_signed())
    }

    /// Decodes a part written by [`Key::u64`].
    pub fn u64(&mut self) -> Result<u64, StoreError> {
        self.take().map(u64::from_be_bytes)
    }

    /// Decodes a part written by [`Key::u32`].
    pub fn u32(&mut self) -> Result<u32, StoreError> {
        self.take().map(u32::from_be_bytes)
    }

    /// Decodes a part written by [`Key::u8`].
    pub fn u8(&mut self) -> Result<u8, StoreError> {
        self.take().map(|[byte]| byte)
    }

    /// Decodes a part written by [`Key::bytes32`].
    pub fn bytes32(&mut self) -> Result<[u8; 32], StoreError> {
        self.take()
    }

    /// Decodes a part written by [`Key::text`].
    pub fn text(&mut self) -> Result<String, StoreError> {
        let mut text = Vec::new();
        loop {
            match self.0 {
                [0x00, 0xFF, rest @ ..] => {
                    text.push(0);
                    self.0 = rest;
                }
                [0x00, 0x01, rest @ ..] => {
                    self.0 = rest;
                    return String::from_utf8(text).map_err(|_| malformed());
                }
                [0x00, ..] | [] => return Err(malformed()),
                [byte, rest @ ..] => {
                    text.push(*byte);
                    self.0 = rest;
                }
            }
        }
    }

    /// Checks that no bytes remain.
    pub fn finish(self) -> Result<(), StoreError> {
        if self.0.is_empty() { Ok(()) } else { Err(malformed()) }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], StoreError> {
        let (part, rest) = self.0.split_first_chunk().ok_or_else(malformed)?;
        self.0 = rest;
        Ok(*part)
    }
}

fn malformed() -> StoreError {
    StoreError::Corrupt("a key is malformed".into())
}
