//! Why an export ended early.

use crate::domain::Error;
use std::io::{self};

/// Why an export ended early.
#[derive(Debug)]
pub enum Failed {
    Refused(Error),
    /// The rows could not be written.
    Output(io::Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

impl From<csv::Error> for Failed {
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other kinds are written alike")]
    fn from(error: csv::Error) -> Self {
        Self::Output(match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })
    }
}
