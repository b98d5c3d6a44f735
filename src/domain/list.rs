//! The lists in which records appear. Their numbers are part of index and counter keys: they never change.

use super::TestId;

/// All submissions, or those of one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    All,
    Test(TestId),
}

/// Written answers of a question: all, or those pending review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Review {
    All = 0,
    Pending = 1,
}

/// Lists of invites: each filter of the invites page is one range of one index.
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
    /// Not started, and the last mail failed.
    MailFailed = 8,
}
