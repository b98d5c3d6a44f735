//! The lists in which records appear: what indexes and counters are kept by.

use super::Key;
use std::str;

/// Milliseconds of one counter bucket of submissions.
pub const SUBMISSION_BUCKET: i64 = 15 * crate::domain::time::MINUTE;

/// What lists of people and invites carry behind the instant, to be searched without reading the records: the e-mail
/// address, and of people the name in lower case on a second line.
#[must_use]
pub fn searched(index_key: &[u8]) -> &str {
    const CLASS_AND_INSTANT: usize = 1 + size_of::<i64>();
    let text = index_key.get(CLASS_AND_INSTANT..).unwrap_or_default();
    // What ends a text in a key is no part of it.
    str::from_utf8(text).unwrap_or_default().trim_end_matches(['\u{0}', '\u{1}'])
}

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
