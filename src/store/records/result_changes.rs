//! Numbers of the changes of results.

use super::{Index, IndexEntry, Record, SUBMISSIONS_BY_TIME, Single, StoreError, Table};
use crate::{
    domain::{
        AttemptId,
        list::Scope,
        result_change::{ResultChange, ResultNumbers, ResultState},
    },
    store::{Read, Tx},
};

pub const RESULT_CHANGES_BY_NUMBER: Index<ResultChange, u64> = Index::unique("result_changes_by_number");

impl Record for ResultChange {
    const TABLE: Table = Table("result_changes");
    const VERSION: u8 = 1;
    type Id<'k> = AttemptId;
    fn id(&self) -> Self::Id<'_> {
        self.submission_id
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![RESULT_CHANGES_BY_NUMBER.entry(self.number)]
    }
}

impl Record for ResultNumbers {
    const TABLE: Table = Table("result_numbers");
    const VERSION: u8 = 1;
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
}

/// Gives a number to the results of a version without numbers, in the order of their submission.
pub(super) fn number_results(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    let epoch = crate::store::epoch(tx)?;
    let mut numbers: ResultNumbers = tx.get(Single)?.unwrap_or_default();
    for submission in tx.linked(SUBMISSIONS_BY_TIME.under(Scope::All))? {
        tx.put(&ResultChange {
            submission_id: submission.id,
            test_id: submission.test_id,
            number: numbers.give(epoch),
            at: submission.submitted_at,
            state: ResultState::Present,
        })?;
    }
    if numbers.last() > 0 {
        tx.put(&numbers)?;
    }
    Ok(())
}
