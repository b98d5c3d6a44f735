//! Records of background jobs.

use super::{Index, IndexEntry, Record, StoreError, Table, decode_body};
use crate::domain::{JobId, TestId, UserId, background_job::BackgroundJob};

pub const JOBS_BY_TEST: Index<BackgroundJob, TestId> = Index::plain("jobs_by_test");

impl Record for BackgroundJob {
    const TABLE: Table = Table("background_jobs");
    const VERSION: u8 = 2;
    key!(self: (UserId, JobId) = (self.by, self.id));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the note: blank.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        self.test_id.map(|test| JOBS_BY_TEST.entry(test)).into_iter().collect()
    }
}
