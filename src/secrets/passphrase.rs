//! Encrypts the master key in a backup with a passphrase: argon2id (RFC 9106) and XChaCha20-Poly1305.

use argon2::{Algorithm, Argon2, Params, Version};
use base64::{Engine, prelude::BASE64_STANDARD};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};

use super::{MasterKey, SecretError, token};

/// Minimum length in characters: an attacker who has the backup can guess offline.
pub const MIN_LENGTH: usize = 12;
const FORMAT: u8 = 1;
const SALT: usize = 16;
const NONCE: usize = 24;
/// 64 MiB and three passes (RFC 9106 section 4, the second recommended set, with one lane): about a second.
const MEMORY_KIB: u32 = 64 << 10;
const PASSES: u32 = 3;
const PURPOSE: &[u8] = b"invigil backup key 1";

/// Encrypts the key. Returns one line of base64: format, salt, nonce, sealed key.
///
/// # Errors
/// [`SecretError::Hash`] if the key cannot be derived from the passphrase.
pub fn seal(master: &MasterKey, passphrase: &str) -> Result<String, SecretError> {
    let (salt, nonce) = (token::random_bytes::<SALT>(), token::random_bytes::<NONCE>());
    let payload = Payload { msg: &master.0, aad: PURPOSE };
    let Ok(sealed) = cipher(passphrase, &salt)?.encrypt(&XNonce::from(nonce), payload) else {
        super::abort("a key could not be sealed");
    };
    Ok(BASE64_STANDARD.encode([&[FORMAT][..], &salt, &nonce, &sealed].concat()))
}

/// Decrypts the result of [`seal`].
///
/// # Errors
/// [`SecretError::Passphrase`] for a wrong passphrase or modified text.
pub fn open(sealed: &str, passphrase: &str) -> Result<MasterKey, SecretError> {
    let bytes = BASE64_STANDARD.decode(sealed).map_err(|_| SecretError::Passphrase)?;
    let parts = bytes.split_first().filter(|(format, _)| **format == FORMAT);
    let (salt, rest) = parts.and_then(|(_, rest)| rest.split_first_chunk::<SALT>()).ok_or(SecretError::Passphrase)?;
    let (nonce, msg) = rest.split_first_chunk::<NONCE>().ok_or(SecretError::Passphrase)?;
    let opened = cipher(passphrase, salt)?
        .decrypt(&XNonce::from(*nonce), Payload { msg, aad: PURPOSE })
        .map_err(|_| SecretError::Passphrase)?;
    opened.try_into().map(MasterKey).map_err(|_| SecretError::Passphrase)
}

fn cipher(passphrase: &str, salt: &[u8; SALT]) -> Result<XChaCha20Poly1305, SecretError> {
    let hash = |e: argon2::Error| SecretError::Hash(e.to_string());
    let params = Params::new(MEMORY_KIB, PASSES, 1, Some(32)).map_err(hash)?;
    let mut key = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.as_bytes(), salt, &mut key)
        .map_err(hash)?;
    Ok(XChaCha20Poly1305::new(&key.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_passphrase_opens_it_and_any_change_is_detected() {
        let key = MasterKey::generate();
        let sealed = seal(&key, "correct horse battery").unwrap();
        assert_eq!(open(&sealed, "correct horse battery").unwrap().derive("x"), key.derive("x"));
        assert!(matches!(open(&sealed, "correct horse batterx"), Err(SecretError::Passphrase)));
        let mut changed = BASE64_STANDARD.decode(&sealed).unwrap();
        let last = changed.len() - 1;
        changed[last] ^= 1;
        assert!(open(&BASE64_STANDARD.encode(&changed), "correct horse battery").is_err());
        for broken in ["", "AA==", "not base64", &BASE64_STANDARD.encode([1; 20])] {
            assert!(open(broken, "x").is_err());
        }
    }
}
