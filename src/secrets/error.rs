//! Errors of this module, in words for the operator.

use crate::domain::{Error as Refusal, ErrorCode, ErrorKind};
use std::{io, path::PathBuf};

/// A failure of this module. The message never contains a secret.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// A key or certificate file could not be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// The key file already exists; it is never overwritten, because values sealed under it would be lost.
    #[error("{} already exists; a key is never replaced", .0.display())]
    KeyExists(PathBuf),
    /// The key file is not one line with the base64 of 32 bytes.
    #[error("{} is not a key file: one line with the base64 of 32 bytes is expected", .0.display())]
    KeyFormat(PathBuf),
    /// A sealed value was sealed under another key or for another record, or was modified.
    #[error("a stored secret cannot be opened: it was sealed under another key, or it was modified")]
    Sealed,
    /// The passphrase is not the one that the backup's key was sealed with.
    #[error("the passphrase is not the one that the backup's key was sealed with")]
    Passphrase,
    /// The hashing queue is full; becomes 503 with `Retry-After`.
    #[error("too many sign-ins at once")]
    Busy,
    /// One client's share of the hashing queue is full; becomes 429 with `Retry-After`.
    #[error("too many sign-ins from one client at once")]
    Crowded,
    /// A stored password hash cannot be parsed, or a hash could not be computed.
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

/// The refusal that callers of the API get.
impl From<SecretError> for Refusal {
    fn from(error: SecretError) -> Self {
        match error {
            SecretError::Busy => {
                Self::unavailable("Too many people are signing in at this moment. Please try again.", 2)
            }
            SecretError::Crowded => {
                let words = "Too many people are signing in from your network at this moment. Please try again.";
                Self { retry_after: Some(2), ..Self::new(ErrorKind::TooMany, ErrorCode::TooManyAttempts, words) }
            }
            other => Self::internal(other),
        }
    }
}
