//! Imports of several tests.

use super::{ImportId, TestId};
use serde::{Deserialize, Serialize};

/// A large import that is being written: until it is deleted, none of its tests exists for anyone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingImport {
    pub id: ImportId,
    /// All of its tests, whether or not they are written already.
    pub tests: Vec<TestId>,
}
