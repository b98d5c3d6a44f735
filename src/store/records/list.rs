//! The lists in which records appear: what indexes and counters are kept by.

use super::Key;

/// Milliseconds of one counter bucket of submissions.
pub const SUBMISSION_BUCKET: i64 = 15 * crate::domain::time::MINUTE;

/// Where lists of people and invites carry what is searched for, behind a class and an instant: the e-mail address, and of
/// people the name in lower case on a second line.
pub(super) const TEXT_AT: usize = 1 + size_of::<i64>();

/// All submissions, or one test's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    All,
    Test(crate::domain::TestId),
}

impl Scope {
    #[must_use]
    pub fn put(self, key: Key) -> Key {
        match self {
            Self::All => key.u8(0),
            Self::Test(id) => key.u8(1).id(id.0),
        }
    }
}

/// Which written answers of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Review {
    All = 0,
    Pending = 1,
}

/// The lists in which an invite appears: each filter of the invites page is one range of one index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum InviteClass {
    All = 0,
    Active = 1,
    Sent = 2,
    Scheduled = 3,
    InProgress = 4,
    Completed = 5,
    Expired = 6,
    Monitorable = 7,
}
