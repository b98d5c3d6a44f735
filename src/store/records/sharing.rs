//! Read-only links to results.

use super::{IndexEntry, Record, SHARES_BY_SUBMISSION, SHARES_BY_TEST, SHARES_BY_TOKEN, Table};
use crate::domain::{ShareId, share::SharedLink};

impl Record for SharedLink {
    const TABLE: Table = Table("shares");
    const VERSION: u8 = 1;
    key!(self: ShareId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        let own = [SHARES_BY_TOKEN.entry(self.token_hash), SHARES_BY_TEST.entry((self.test_id, self.at))];
        own.into_iter().chain(self.submissions.iter().map(|id| SHARES_BY_SUBMISSION.entry(*id))).collect()
    }
}
