//! Anonymous mode, a record per test, and what its submissions are called.

use super::{ALIASES_BY_NUMBER, ALIASES_BY_REVIEW, ALIASES_BY_SUBMISSION, IndexEntry, Record, Table, counter};
use crate::domain::{
    AttemptId, TestId,
    anonymity::{Alias, Anonymity},
};

impl Record for Anonymity {
    const TABLE: Table = Table("anonymity");
    const VERSION: u8 = 1;
    key!(self: TestId = self.test_id);
}

impl Record for Alias {
    const TABLE: Table = Table("aliases");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.review_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![
            ALIASES_BY_SUBMISSION.entry(self.submission_id),
            ALIASES_BY_NUMBER.entry((self.test_id, self.number)),
            ALIASES_BY_REVIEW.entry((self.test_id, self.review_id)),
        ]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::aliases(self.test_id)]
    }
}
