//! How long each question was in view. The page tells sums, not steps, so that a save that comes twice or late adds nothing.

use super::{
    access::Access,
    entries::{Questions, Spent},
};
use crate::{
    domain::{Instant, Result, attempt::TimeSpent, time::SECOND},
    store::{Read, Tx, records::key},
};

/// Raises what is stored, while the attempt runs and for the browser that holds it. Sums of other browsers, and of what
/// is no question of the test, are passed over: for the sake of a figure no answer is refused.
///
/// # Errors
/// Storage only.
pub(crate) fn keep(tx: &mut Tx<'_>, access: &Access, spent: &[Spent], now: Instant) -> Result<()> {
    if access.superseded || !access.attempt.is_running() {
        return Ok(());
    }
    let attempt_id = access.attempt.id;
    let passed = now.since(access.attempt.started_at).max(0) / SECOND;
    let most = u32::try_from(passed).unwrap_or(u32::MAX);
    let questions = Questions::of(&access.paper, spent.len());
    for Spent { question_id, seconds } in spent {
        if questions.get(question_id).is_none() {
            continue;
        }
        let seconds = (*seconds).min(most);
        let stored: Option<TimeSpent> = tx.get(&key::answer(attempt_id, question_id))?;
        if seconds > stored.map_or(0, |s| s.seconds) {
            tx.put(&TimeSpent { attempt_id, question_id: question_id.clone(), seconds })?;
        }
    }
    Ok(())
}
