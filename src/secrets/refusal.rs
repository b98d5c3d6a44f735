//! How a failure of this module is told to a caller.

use super::SecretError;
use crate::domain::Error;

impl From<SecretError> for Error {
    fn from(error: SecretError) -> Self {
        match error {
            SecretError::Busy => {
                Self::unavailable("Too many people are signing in at this moment. Please try again.", 2)
            }
            other => Self::internal(other),
        }
    }
}
