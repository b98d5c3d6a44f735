//! Lists of records, by which indexes and counters are keyed.

use crate::{domain::list::Scope, store::Key};

/// Length of a submission counter's bucket, in ms.
pub const SUBMISSION_BUCKET: i64 = 15 * crate::domain::time::MINUTE;

/// Byte offset of the searchable text in index keys of people and invites, after a class and an instant. The text is
/// the e-mail address; for people, the name in lower case follows on a second line.
pub(super) const TEXT_AT: usize = 1 + size_of::<i64>();

impl Key {
    /// Begins with the list that the record appears in.
    #[must_use]
    pub fn scope(self, scope: Scope) -> Self {
        match scope {
            Scope::All => self.u8(0),
            Scope::Test(id) => self.u8(1).id(id.0),
        }
    }
}
