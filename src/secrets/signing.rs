//! Signatures of evidence: Ed25519 (RFC 8032).

use super::token;
use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use std::fmt;

/// A private key; `Debug` does not print it.
pub struct SigningKey(Ed25519KeyPair);

impl SigningKey {
    /// A new key, and the seed from which [`Self::of_seed`] builds it again.
    #[must_use]
    pub fn generate() -> (Self, [u8; 32]) {
        let seed = token::random_bytes();
        match Self::of_seed(&seed) {
            Some(key) => (key, seed),
            // Every 32 bytes are a seed.
            None => super::abort("a signing key could not be created"),
        }
    }

    /// `None` unless it is 32 bytes.
    #[must_use]
    pub fn of_seed(seed: &[u8]) -> Option<Self> {
        Ed25519KeyPair::from_seed_unchecked(seed).ok().map(Self)
    }

    #[must_use]
    pub fn public(&self) -> [u8; 32] {
        let bytes = self.0.public_key().as_ref().try_into();
        bytes.unwrap_or_else(|_| super::abort("a public key does not have 32 bytes"))
    }

    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        let bytes = self.0.sign(message).as_ref().try_into();
        bytes.unwrap_or_else(|_| super::abort("a signature does not have 64 bytes"))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(..)")
    }
}

/// Whether the holder of this public key's private one has signed the message.
#[must_use]
pub fn verify(public: &[u8; 32], message: &[u8], signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&ED25519, public).verify(message, signature).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::hex;

    /// RFC 8032 section 7.1, test 2.
    #[test]
    fn signatures_are_those_of_the_rfc() {
        let seed = hex::decode("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb").unwrap();
        let key = SigningKey::of_seed(&seed).unwrap();
        assert_eq!(hex::encode(&key.public()), "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
        let signature = key.sign(&[0x72]);
        assert!(
            hex::encode(&signature).starts_with("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da")
        );
        assert!(verify(&key.public(), &[0x72], &signature));
        assert!(!verify(&key.public(), &[0x73], &signature));
        assert!(!verify(&[1; 32], &[0x72], &signature));
        assert!(!verify(&key.public(), &[0x72], &signature[..63]));
    }

    #[test]
    fn a_key_is_built_again_from_its_seed_alone() {
        let (key, seed) = SigningKey::generate();
        assert_eq!(SigningKey::of_seed(&seed).unwrap().public(), key.public());
        assert!(SigningKey::of_seed(&seed[..31]).is_none());
        assert_eq!(format!("{key:?}"), "SigningKey(..)");
    }
}
