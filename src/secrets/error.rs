//! What can go wrong with secrets, in words for the person who runs the server.

use crate::domain::{Error as Refusal, Kind};
use std::{io, path::PathBuf};

/// A failure of this module. The words never contain a secret.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// A key or certificate file could not be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// The key file is already there; it is never overwritten, because what it sealed would be lost.
    #[error("{} already exists; a key is never replaced", .0.display())]
    KeyExists(PathBuf),
    /// The key file does not hold one line of base64 of 32 bytes.
    #[error("{} is not a key file: one line with the base64 of 32 bytes is expected", .0.display())]
    KeyFormat(PathBuf),
    /// A sealed value was made under another key or for another place, or was changed.
    #[error("a stored secret cannot be opened: it was sealed under another key, or it was changed")]
    Sealed,
    /// The passphrase is not the one that a backup's key was sealed under.
    #[error("the passphrase is not the one that the backup's key was sealed under")]
    Passphrase,
    /// Too many passwords are waiting to be checked; the caller answers 503 with Retry-After.
    #[error("too many sign-ins at once")]
    Busy,
    /// One client has too many passwords waiting; the caller answers 429 with Retry-After.
    #[error("too many sign-ins of one client at once")]
    Crowded,
    /// A stored password hash cannot be read, or a hash could not be computed.
    #[error("password hashing failed: {0}")]
    Hash(String),
    /// A session token could not be signed.
    #[error("the session token could not be signed: {0}")]
    Sign(String),
    /// A certificate or its key cannot be used.
    #[error("{}: {why}", path.display())]
    Tls { path: PathBuf, why: String },
}

impl SecretError {
    pub(super) fn file(path: &std::path::Path, source: io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }

    pub(super) fn tls(path: &std::path::Path, why: impl Into<String>) -> Self {
        Self::Tls { path: path.to_owned(), why: why.into() }
    }
}

/// What callers of the API are told.
impl From<SecretError> for Refusal {
    fn from(error: SecretError) -> Self {
        match error {
            SecretError::Busy => {
                Self::unavailable("Too many people are signing in at this moment. Please try again.", 2)
            }
            SecretError::Crowded => {
                let words = "Too many people are signing in from your network at this moment. Please try again.";
                Self { retry_after: Some(2), ..Self::new(Kind::TooMany, "too_many_attempts", words) }
            }
            other => Self::internal(other),
        }
    }
}
