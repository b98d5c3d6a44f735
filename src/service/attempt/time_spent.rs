//! Time during which each question was in view. The page sends totals instead of increments, so that saves are
//! idempotent and may arrive in any order.

use super::{
    access::Access,
    entries::{PaperQuestions, Spent},
};
use crate::{
    domain::{Result, attempt::TimeSpent},
    service::work::Work,
    store::Read,
};

/// Raises the stored totals, while the attempt is running and only for the attempt holder. Skips totals of other
/// browsers and of unknown questions: a statistic is no reason to reject answers.
///
/// # Errors
/// Storage only.
pub(crate) fn keep(w: &mut Work<'_, '_>, access: &Access, spent: &[Spent]) -> Result<()> {
    if access.superseded || !access.attempt.is_running() {
        return Ok(());
    }
    let attempt_id = access.attempt.id;
    let passed = w.now.since(access.attempt.started_at).as_secs();
    let most = u32::try_from(passed.max(0)).unwrap_or(u32::MAX);
    let questions = PaperQuestions::of(&access.paper, spent.len());
    for Spent { question_id, seconds } in spent {
        if questions.get(question_id).is_none() {
            continue;
        }
        let seconds = (*seconds).min(most);
        let stored = w.get::<TimeSpent>((attempt_id, question_id))?;
        if seconds > stored.map_or(0, |s| s.seconds) {
            w.put(&TimeSpent { attempt_id, question_id: question_id.clone(), seconds })?;
        }
    }
    Ok(())
}
