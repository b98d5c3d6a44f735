//! Background jobs: work on many records that a person asks for, and that goes on without them
//! (`docs/behaviour/data.md#background-jobs`).

use super::{ErrorCode, ErrorKind, Instant, JobId, Result, TestId, UserId};
use serde::{Deserialize, Serialize};

/// Jobs of one account that are kept, the newest.
pub const MAX_KEPT_JOBS: usize = 20;
/// Length of a job's subject and of its message, in characters.
pub const MAX_JOB_TEXT: usize = 300;

/// Stored by variant position: append new kinds at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobKind {
    /// Reads a file without storing anything of it; such jobs are not kept.
    FileCheck,
    TestImport,
    QuestionImport,
    /// Compares the answers of a test with each other.
    Comparison,
    /// Runs submitted code on changed tests.
    DryRun,
    /// Invites a list of people.
    BulkSend,
    /// Scores submissions again after a repair of a key.
    Repair,
    /// Scores answers again after a change of their rubric.
    RubricChange,
    Backup,
    /// Writes a file that is downloaded meanwhile.
    Export,
    /// Runners judge submitted code again.
    Rejudge,
}

impl JobKind {
    /// Whether a person can end it early. What scores again would leave some submissions scored by another key than others, and
    /// an answer that is to be judged again may have no verdict any more to return to.
    #[must_use]
    pub const fn can_cancel(self) -> bool {
        !matches!(self, Self::Repair | Self::RubricChange | Self::Backup | Self::Rejudge)
    }

    /// Whether it goes on by itself after a start of the server that has interrupted it.
    #[must_use]
    pub const fn resumes(self) -> bool {
        matches!(self, Self::Repair | Self::RubricChange)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobState {
    Running,
    Done,
    /// The job failed for this reason.
    Failed(String),
    Cancelled,
    /// The server stopped meanwhile.
    Interrupted,
}

impl JobState {
    /// The state in which a job ends with this result.
    #[must_use]
    pub fn of<T>(result: &Result<T>) -> Self {
        match result {
            Ok(_) => Self::Done,
            Err(error) if error.code == ErrorCode::Cancelled => Self::Cancelled,
            Err(error) if error.kind == ErrorKind::Internal => Self::Failed("Internal error.".to_owned()),
            Err(error) => Self::Failed(cut(&error.detail)),
        }
    }
}

/// A job with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackgroundJob {
    pub id: JobId,
    /// Asked for it, and alone sees it.
    pub by: UserId,
    pub kind: JobKind,
    pub test_id: Option<TestId>,
    /// Name of the file, or title of the test.
    pub subject: String,
    pub state: JobState,
    /// Steps that were done, of all.
    pub done: u32,
    pub total: u32,
    pub begun_at: Instant,
    pub ended_at: Option<Instant>,
    /// States what was not done; blank if all was.
    pub note: String,
}

impl BackgroundJob {
    /// Whether all that it waits for is in a queue that is kept: its total is known only then. A stop of the server does not
    /// end it.
    #[must_use]
    pub const fn is_queued(&self) -> bool {
        matches!(self.kind, JobKind::Rejudge) && self.total > 0
    }
}

/// The first characters of a text.
#[must_use]
pub fn cut(text: &str) -> String {
    text.chars().take(MAX_JOB_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Error;

    #[test]
    fn a_job_ends_with_its_reason() {
        assert_eq!(JobState::of(&Ok(())), JobState::Done);
        let cancelled: Result<()> = Err(Error::conflict(ErrorCode::Cancelled, "This job was cancelled."));
        assert_eq!(JobState::of(&cancelled), JobState::Cancelled);
        let long = "x".repeat(MAX_JOB_TEXT + 1);
        let refused: Result<()> = Err(Error::field("file", long));
        let JobState::Failed(why) = JobState::of(&refused) else { panic!() };
        assert_eq!(why.chars().count(), MAX_JOB_TEXT);
        let broken: Result<()> = Err(Error::internal("a path of the server"));
        assert_eq!(JobState::of(&broken), JobState::Failed("Internal error.".to_owned()));
    }
}
