//! Who or what ended an attempt.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EndedBy {
    Candidate,
    Deadline,
    Admin,
}

impl EndedBy {
    /// The detail of the audit log's `attempt.end`. Never changes: it is stored, and part of the log's hash chain.
    #[must_use]
    pub const fn audited_as(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Deadline => "deadline",
            Self::Admin => "admin",
        }
    }
}
