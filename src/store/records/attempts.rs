//! Attempts, and what is asked and announced while they run.

use super::{ATTEMPTS_BY_DUE, ATTEMPTS_BY_TEST, IndexEntry, Record, StoreError, Table, decode_body};
use crate::domain::{AttemptId, Instant, attempt::Attempt};

impl Record for Attempt {
    const TABLE: Table = Table("attempts");
    const VERSION: u8 = 3;
    key!(self: AttemptId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the pauses: none. Version 3 appended the language of the page: not known.
            1 => decode_body(&[body, &[0, 0]].concat()),
            2 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        let mut entries = vec![ATTEMPTS_BY_TEST.entry(self.test_id)];
        if self.is_running() {
            // Not due in a pause. The end of a break is known.
            let due = if self.pauses.is_open() { Instant::MAX } else { self.due() };
            entries.push(ATTEMPTS_BY_DUE.entry(due));
        }
        entries
    }
}
