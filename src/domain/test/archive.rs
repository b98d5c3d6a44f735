//! Archived tests: hidden from lists and from invites. Their results stay.

use crate::domain::{Instant, TestId, UserId};
use serde::{Deserialize, Serialize};

/// A test is archived while it has this record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Archived {
    pub test_id: TestId,
    /// Time at which the test was created: archived tests are listed in this order.
    pub created_at: Instant,
    pub at: Instant,
    /// `None` for the operator.
    pub by: Option<UserId>,
}
