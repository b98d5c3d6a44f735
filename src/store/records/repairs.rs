//! Repairs of keys, a record per test.

use super::{Entry, REPAIRS_TO_APPLY, Record, Table};
use crate::domain::{TestId, repair::Repairs};

impl Record for Repairs {
    const TABLE: Table = Table("repairs");
    const VERSION: u8 = 1;
    type Id<'k> = TestId;
    fn id(&self) -> Self::Id<'_> {
        self.test_id
    }
    fn index_entries(&self) -> Vec<Entry> {
        if self.is_recalculating() { vec![REPAIRS_TO_APPLY.entry(self.test_id)] } else { Vec::new() }
    }
}
