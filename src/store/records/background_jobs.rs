//! Records of background jobs.

use super::{Index, IndexEntry, Record, Table};
use crate::domain::{JobId, TestId, UserId, background_job::BackgroundJob};

pub const JOBS_BY_TEST: Index<BackgroundJob, TestId> = Index::plain("jobs_by_test");

impl Record for BackgroundJob {
    const TABLE: Table = Table("background_jobs");
    const VERSION: u8 = 1;
    key!(self: (UserId, JobId) = (self.by, self.id));
    fn index_entries(&self) -> Vec<IndexEntry> {
        self.test_id.map(|test| JOBS_BY_TEST.entry(test)).into_iter().collect()
    }
}
