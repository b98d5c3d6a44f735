//! How a failure of this module is told to a caller.

use super::SecretError;
use crate::domain::{Error, Kind};

impl From<SecretError> for Error {
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
