//! The lists in which records appear: what indexes and counters are kept by.

use crate::{domain::list::Scope, store::Key};

/// Milliseconds of one counter bucket of submissions.
pub const SUBMISSION_BUCKET: i64 = 15 * crate::domain::time::MINUTE;

/// Where lists of people and invites carry what is searched for, behind a class and an instant: the e-mail address, and of
/// people the name in lower case on a second line.
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
