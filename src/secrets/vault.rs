//! Encryption of secrets at rest (AEAD).

use std::fmt;

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};

use super::{MasterKey, SecretError, token};

const NONCE_BYTES: usize = 24;

/// Seals values under a key derived from the master key: XChaCha20-Poly1305 with a random nonce, prepended.
///
/// The location of a value (table, key and record version) is associated data, so a sealed value copied to another row
/// does not decrypt there.
pub struct Vault(XChaCha20Poly1305);

impl Vault {
    #[must_use]
    pub fn new(master: &MasterKey) -> Self {
        Self(XChaCha20Poly1305::new(&master.derive("invigil vault v1").into()))
    }

    /// Seals `plain` for its location. The result is 40 bytes longer (nonce and tag).
    #[must_use]
    pub fn seal(&self, table: &str, key: &[u8], version: u8, plain: &[u8]) -> Vec<u8> {
        let nonce = token::random_bytes::<NONCE_BYTES>();
        let aad = associated_data(table, key, version);
        let Ok(body) = self.0.encrypt(&XNonce::from(nonce), Payload { msg: plain, aad: &aad }) else {
            // The cipher's only error is a message above 256 GiB.
            super::abort("a value could not be sealed");
        };
        [&nonce[..], &body].concat()
    }

    /// Decrypts a value sealed for the same location.
    ///
    /// # Errors
    /// [`SecretError::Sealed`] for another key or location, or a modified value; it does not say which.
    pub fn open(&self, table: &str, key: &[u8], version: u8, sealed: &[u8]) -> Result<Vec<u8>, SecretError> {
        let (nonce, msg) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or(SecretError::Sealed)?;
        let aad = associated_data(table, key, version);
        self.0.decrypt(&XNonce::from(*nonce), Payload { msg, aad: &aad }).map_err(|_| SecretError::Sealed)
    }
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault(..)")
    }
}

/// Associated data: table, key and version, each part length-prefixed so that the encoding is unambiguous.
fn associated_data(table: &str, key: &[u8], version: u8) -> Vec<u8> {
    let mut aad = Vec::with_capacity(17 + table.len() + key.len());
    for part in [table.as_bytes(), key] {
        aad.extend_from_slice(&(part.len() as u64).to_le_bytes());
        aad.extend_from_slice(part);
    }
    aad.push(version);
    aad
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_only_at_its_own_location_and_under_its_own_key() {
        let vault = Vault::new(&MasterKey::generate());
        let sealed = vault.seal("settings", b"smtp", 1, b"hunter2");
        assert_eq!(vault.open("settings", b"smtp", 1, &sealed).unwrap(), b"hunter2");
        for (table, key, version) in [
            ("settingss", &b"mtp"[..], 1), // the same bytes, split elsewhere
            ("settings", b"ai", 1),
            ("invites", b"smtp", 1),
            ("settings", b"smtp", 2),
        ] {
            assert!(matches!(vault.open(table, key, version, &sealed), Err(SecretError::Sealed)));
        }
        assert!(Vault::new(&MasterKey::generate()).open("settings", b"smtp", 1, &sealed).is_err());
    }

    #[test]
    fn any_changed_byte_is_detected() {
        let vault = Vault::new(&MasterKey::generate());
        let sealed = vault.seal("t", b"k", 1, b"abc");
        for i in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[i] ^= 1;
            assert!(vault.open("t", b"k", 1, &changed).is_err(), "byte {i}");
            assert!(vault.open("t", b"k", 1, &sealed[..i]).is_err(), "cut at {i}");
        }
    }

    #[test]
    fn plaintext_and_equal_values_are_not_visible() {
        let vault = Vault::new(&MasterKey::generate());
        let (a, b) = (vault.seal("t", b"k", 1, b"password"), vault.seal("t", b"k", 1, b"password"));
        assert_ne!(a, b);
        assert!(!a.windows(8).any(|w| w == b"password"));
    }
}
