//! The master key and its file.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::Path,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use hkdf::Hkdf;
use sha2::Sha256;

use super::{SecretError, files, token};

/// 32 random bytes from which all other keys are derived. `Debug` does not print them.
#[derive(Clone)]
pub struct MasterKey(pub(super) [u8; 32]);

impl MasterKey {
    /// A new key from the operating system's generator.
    #[must_use]
    pub fn generate() -> Self {
        Self(token::random_bytes())
    }

    /// Reads a key file: one line with the base64 of 32 bytes.
    ///
    /// Does not check the file mode: secret mounts of container platforms are often readable by more users.
    ///
    /// # Errors
    /// [`SecretError::File`] if it cannot be read, [`SecretError::KeyFormat`] if it holds something else.
    pub fn read(path: &Path) -> Result<Self, SecretError> {
        let mut text = String::new();
        // Limited, because a wrong path may name a huge file; a key file is 45 bytes.
        let read = File::open(path).and_then(|file| file.take(256).read_to_string(&mut text));
        match read {
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::InvalidData => {
                return Err(SecretError::KeyFormat(path.to_owned()));
            }
            Err(e) => return Err(SecretError::file(path, e)),
        }
        let bytes = BASE64_STANDARD.decode(text.trim()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| SecretError::KeyFormat(path.to_owned()))
    }

    /// Writes the key to a new file of mode 0600 and syncs it before returning: values sealed under a lost key are
    /// lost.
    ///
    /// # Errors
    /// [`SecretError::KeyExists`] if the file exists, [`SecretError::File`] if it cannot be written.
    pub fn write_new(&self, path: &Path) -> Result<(), SecretError> {
        let line = format!("{}\n", BASE64_STANDARD.encode(self.0));
        files::write_new(path, files::PRIVATE, line.as_bytes()).map_err(|e| match e.kind() {
            io::ErrorKind::AlreadyExists => SecretError::KeyExists(path.to_owned()),
            _ => SecretError::file(path, e),
        })
    }

    /// Derives the key for the purpose `label`: HKDF-SHA256 (RFC 5869) without salt, the label as info.
    #[must_use]
    pub fn derive(&self, label: &str) -> [u8; 32] {
        let mut key = [0; 32];
        if Hkdf::<Sha256>::new(None, &self.0).expand(label.as_bytes(), &mut key).is_err() {
            super::abort("a key could not be derived");
        }
        key
    }
}

impl Drop for MasterKey {
    fn drop(&mut self) {
        // Best effort: black_box keeps the compiler from removing the overwrite; earlier copies are out of reach.
        self.0.fill(0);
        std::hint::black_box(&self.0);
    }
}

impl fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_written_key_is_private_and_reads_back_as_the_same_key() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("secret.key");
        let key = MasterKey::generate();
        key.write_new(&path).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read(&path).unwrap().len(), 45);
        assert_eq!(MasterKey::read(&path).unwrap().derive("x"), key.derive("x"));
    }

    #[test]
    fn an_existing_key_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("secret.key");
        std::fs::write(&path, "mine").unwrap();
        assert!(matches!(MasterKey::generate().write_new(&path), Err(SecretError::KeyExists(_))));
        assert_eq!(std::fs::read(&path).unwrap(), b"mine");
    }

    #[test]
    fn other_files_are_rejected_with_their_name() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("secret.key");
        let short = BASE64_STANDARD.encode([7; 31]);
        for content in [&b""[..], b"not base64!", short.as_bytes(), &[0xff; 45], &[b'A'; 4096]] {
            std::fs::write(&path, content).unwrap();
            let error = MasterKey::read(&path).unwrap_err();
            assert!(matches!(error, SecretError::KeyFormat(_)), "{error}");
            assert!(error.to_string().contains("secret.key"));
        }
        assert!(matches!(MasterKey::read(&dir.path().join("none")), Err(SecretError::File { .. })));
    }

    #[test]
    fn derivation_is_hkdf_sha256_and_separates_labels() {
        let key = MasterKey([0x0b; 32]);
        assert_ne!(key.derive("a"), key.derive("b"));
        // HMAC by hand: PRK = HMAC(0^32, ikm), OKM = HMAC(PRK, info || 1) (RFC 5869 section 2).
        let hmac = |k: &[u8; 32], m: &[u8]| {
            use sha2::Digest;
            let pad = |x: u8| k.iter().map(|b| b ^ x).chain(std::iter::repeat_n(x, 32)).collect::<Vec<_>>();
            let inner = Sha256::new().chain_update(pad(0x36)).chain_update(m).finalize();
            <[u8; 32]>::from(Sha256::new().chain_update(pad(0x5c)).chain_update(inner).finalize())
        };
        assert_eq!(key.derive("a"), hmac(&hmac(&[0; 32], &[0x0b; 32]), b"a\x01"));
    }

    #[test]
    fn debug_shows_nothing() {
        assert_eq!(format!("{:?}", MasterKey([1; 32])), "MasterKey(..)");
    }
}
