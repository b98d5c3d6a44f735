//! Late answers that count after all, because the attempt goes on (`docs/behaviour.md#reopen`).

use super::history::{self, Keeper};
use crate::{
    domain::{
        Result,
        attempt::{Answer, Attempt, LateAnswer, Lateness},
        history::{Arrival, Arrived},
    },
    service::work::Work,
    store::{Read, Record},
};

/// Continues the history of an ended attempt, and counts what came late.
///
/// # Errors
/// Storage only.
pub(crate) fn go_on(w: &mut Work<'_, '_>, attempt: &Attempt) -> Result<()> {
    history::reopen(w, attempt.id)?;
    count(w, attempt)
}

/// Counts what the page sent after its time, since the time goes on: the candidate has it on the screen. The history
/// continues from the texts that are stored, which a reviewer may have exchanged.
///
/// # Errors
/// Storage only.
pub(crate) fn count(w: &mut Work<'_, '_>, attempt: &Attempt) -> Result<()> {
    let id = attempt.id;
    let mut keeper = Keeper::of_ended(w, id)?;
    for late in w.children::<LateAnswer>(id)? {
        let stored = w.get::<Answer>((id, &late.question_id))?;
        let is_newer = late.lateness == Lateness::AfterEnd && stored.as_ref().is_none_or(|a| late.seq > a.seq);
        let answer = match stored {
            _ if is_newer => {
                w.delete::<LateAnswer>(late.id())?;
                let LateAnswer { question_id, text, seq, received_at, .. } = late;
                let answer = Answer { attempt_id: id, question_id, text, seq, saved_at: received_at };
                w.put(&answer)?;
                answer
            }
            Some(answer) if late.lateness == Lateness::Replaced => answer,
            _ => continue,
        };
        let Answer { question_id, text, seq, .. } = &answer;
        let found = Arrived { question_id, seq: *seq, text, edits: &[], at: w.now, arrival: Arrival::Found };
        keeper.keep(w, &found, None)?;
    }
    keeper.close(w)?;
    Ok(())
}
