//! Typed keys: which values encode to a key, and which are the leading parts of another one.

use super::{Key, KeyReader, StoreError};

/// A value with an order-preserving key encoding; a tuple encodes its parts in order.
pub trait EncodeKey: Copy {
    /// Appends this value to a key.
    #[must_use]
    fn encode(&self, key: Key) -> Key;
}

/// The inverse of [`EncodeKey`].
pub trait DecodeKey: EncodeKey {
    /// Decodes the next part of a key.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the bytes are truncated or invalid.
    fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError>;
}

/// The leading parts of a key `K`: a range over them holds every key that starts with them.
pub trait KeyPrefix<K>: EncodeKey {}

impl<A: EncodeKey> KeyPrefix<A> for A {}
impl<A: EncodeKey, B> KeyPrefix<(A, B)> for A {}
impl<A: EncodeKey, B, C> KeyPrefix<(A, B, C)> for A {}
impl<A: EncodeKey, B: EncodeKey, C> KeyPrefix<(A, B, C)> for (A, B) {}
impl<A: EncodeKey, B, C, D> KeyPrefix<(A, B, C, D)> for A {}
impl<A: EncodeKey, B: EncodeKey, C, D> KeyPrefix<(A, B, C, D)> for (A, B) {}
impl<A: EncodeKey, B: EncodeKey, C: EncodeKey, D> KeyPrefix<(A, B, C, D)> for (A, B, C) {}

/// The bytes of a typed key.
pub(super) fn bytes_of(value: &impl EncodeKey) -> Vec<u8> {
    value.encode(Key::new()).build()
}

impl<A: EncodeKey, B: EncodeKey> EncodeKey for (A, B) {
    fn encode(&self, key: Key) -> Key {
        self.1.encode(self.0.encode(key))
    }
}

impl<A: EncodeKey, B: EncodeKey, C: EncodeKey> EncodeKey for (A, B, C) {
    fn encode(&self, key: Key) -> Key {
        self.2.encode(self.1.encode(self.0.encode(key)))
    }
}

impl<A: EncodeKey, B: EncodeKey, C: EncodeKey, D: EncodeKey> EncodeKey for (A, B, C, D) {
    fn encode(&self, key: Key) -> Key {
        self.3.encode(self.2.encode(self.1.encode(self.0.encode(key))))
    }
}

impl<A: DecodeKey, B: DecodeKey> DecodeKey for (A, B) {
    fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError> {
        Ok((A::decode(key)?, B::decode(key)?))
    }
}

impl<A: DecodeKey, B: DecodeKey, C: DecodeKey> DecodeKey for (A, B, C) {
    fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError> {
        Ok((A::decode(key)?, B::decode(key)?, C::decode(key)?))
    }
}

impl EncodeKey for &str {
    fn encode(&self, key: Key) -> Key {
        key.text(self)
    }
}

impl EncodeKey for [u8; 32] {
    fn encode(&self, key: Key) -> Key {
        key.bytes32(self)
    }
}

impl EncodeKey for &[u8; 32] {
    fn encode(&self, key: Key) -> Key {
        key.bytes32(self)
    }
}

macro_rules! number {
    ($($number:ident),+) => {$(
        impl EncodeKey for $number {
            fn encode(&self, key: Key) -> Key {
                key.$number(*self)
            }
        }
        impl DecodeKey for $number {
            fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError> {
                key.$number()
            }
        }
    )+};
}
number!(u8, u32, u64, i64);

impl EncodeKey for bool {
    fn encode(&self, key: Key) -> Key {
        key.u8(u8::from(*self))
    }
}
