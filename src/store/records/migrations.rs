//! Schema changes since the first release.

use super::{
    KINDS, SUBMISSIONS_WAITING,
    history::{log_entries, store_chains},
    result_changes::number_results,
};
use crate::{
    domain::{paper::Paper, submission::Grade},
    store::{Migration, Read, StoreError, Tx},
};

/// The migrations in their order.
pub const MIGRATIONS: &[Migration] = &[
    Migration {
        to: 2,
        // The indexes of people and invites contain the searchable text; submissions are also counted per day.
        name: "search-and-days",
        run: |tx| tx.rebuild(KINDS),
    },
    Migration {
        to: 3,
        // Submissions know the points that wait for review; invites and final scores are also counted per test.
        name: "pending-points-and-test-counts",
        run: |tx| {
            tx.rebuild(KINDS)?;
            add_pending_points(tx)
        },
    },
    Migration {
        to: 4,
        // The index of invites contains the name; invites are also listed by test and by the time of their reminder.
        name: "invites-by-name-and-test",
        run: |tx| tx.rebuild(KINDS),
    },
    Migration {
        to: 5,
        // The entries of histories are logged by time.
        name: "history-log",
        run: log_entries,
    },
    Migration {
        to: 6,
        // The newest entries of a history are stored with their answers, and continue its chain.
        name: "recent-entries",
        run: store_chains,
    },
    Migration {
        to: 7,
        // The changes of results have numbers.
        name: "result-numbers",
        run: number_results,
    },
];

/// Adds the points that wait for review to the submissions of version 1. Indexes and counters must be up to date.
fn add_pending_points(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    for mut submission in tx.linked(SUBMISSIONS_WAITING.all())? {
        // `invigil check` reports a missing paper; the scores stay as they are.
        let Some(paper) = tx.get::<Paper>((submission.test_id, &submission.paper))? else { continue };
        let grades: Vec<Grade> = tx.children(submission.id)?;
        submission.tally(&paper, &grades);
        tx.put(&submission)?;
    }
    Ok(())
}
