//! How a failure of the store is told to a caller.

use super::StoreError;
use crate::domain::Error;

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy => Self::unavailable("The server is busy. Please try again in a moment.", 1),
            StoreError::Unavailable | StoreError::Closed => {
                Self::unavailable("The server cannot store data at the moment. Please try again.", 2)
            }
            other => Self::internal(other),
        }
    }
}
