//! Similar answers, a record per test.

use super::{IndexEntry, Record, Table};
use crate::domain::{TestId, similarity::SimilarityReport};

impl Record for SimilarityReport {
    const TABLE: Table = Table("similarity");
    const VERSION: u8 = 1;
    key!(self: TestId = self.test_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        Vec::new()
    }
}
