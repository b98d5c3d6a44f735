//! Imports the answers file that a candidate's page offers if it is offline at the end (`docs/behaviour/taking.md#submit`).
//!
//! The file carries the attempt key: only a browser that held the attempt can have created it, and the server verifies
//! that by the stored hash of the key. The server cannot distinguish edits of the file from typed answers, no more than
//! on the page itself; so its entries become late answers, which count only if a reviewer accepts them.

use super::{
    entries::{self, SaveRequest},
    finish,
    history::Keeper,
    journal,
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Instant, Result,
        attempt::{Answer, Attempt, LateAnswer, Lateness},
        history::{Arrival, Arrived},
        timeline::TimelineEventKind,
    },
    service::{actor::Proctor, query},
    store::Read,
};

fn foreign() -> Error {
    Error::field("attempt_key", "This file does not belong to this test of this candidate.")
}

/// Stores the entries that are newer than the answers that arrived, as late answers; returns their number. Idempotent.
///
/// # Errors
/// 404; 409 `still_running`: the page sends them automatically; 422 for the file of another attempt.
pub async fn accept(
    app: &App,
    by: &Proctor,
    id: AttemptId,
    attempt_key: &str,
    sent: Vec<journal::AnswerEntry>,
) -> Result<usize> {
    let now = app.now();
    let key_hash = query::attempt::hash_key(Some(attempt_key)).ok().flatten().ok_or_else(foreign)?;
    finish::end_due(app, id, now).await?;
    let paper = {
        let read = app.store.read()?;
        let attempt = query::attempt::load(&read, id)?;
        query::attempt::require_shown(&read, by, &attempt, "attempt")?;
        require_ended(&attempt, &key_hash)?;
        app.caches.papers.get(&read, attempt.test_id, &attempt.paper)?
    };
    entries::check(&paper, &sent, false)?;
    let mut kept = 0;
    for part in SaveRequest::new(sent, Vec::new()).into_parts() {
        kept += accept_part(app, by, (id, now, key_hash), part.entries).await?;
    }
    Ok(kept)
}

/// # Errors
/// Those of [`accept`].
fn require_ended(attempt: &Attempt, key_hash: &[u8; 32]) -> Result<()> {
    if attempt.holder.key_hash != *key_hash && !attempt.holder.superseded.contains(key_hash) {
        return Err(foreign());
    }
    if attempt.is_running() {
        return Err(Error::conflict(
            ErrorCode::StillRunning,
            "This test is still running: the candidate's page sends its answers automatically.",
        ));
    }
    Ok(())
}

async fn accept_part(
    app: &App,
    by: &Proctor,
    (id, now, key_hash): (AttemptId, Instant, [u8; 32]),
    sent: Vec<journal::AnswerEntry>,
) -> Result<usize> {
    app.write_at(now, by, move |w| {
        require_ended(&query::attempt::load(w, id)?, &key_hash)?;
        let mut kept = 0_usize;
        let mut keeper = Keeper::of(w, id)?;
        for journal::AnswerEntry { question_id, text, seq, edits } in sent {
            let stored = w.get::<Answer>((id, &question_id))?;
            let seq = seq.unwrap_or(0);
            if stored.is_some_and(|a| a.seq >= seq || a.text == text) {
                continue;
            }
            let late =
                LateAnswer { attempt_id: id, question_id, text, seq, received_at: w.now, lateness: Lateness::File };
            if journal::keep_late(w, &late)? {
                let LateAnswer { question_id, text, .. } = &late;
                let arrived = Arrived { question_id, seq, text, edits: &edits, at: w.now, arrival: Arrival::File };
                keeper.keep(w, &arrived)?;
                kept += 1;
            }
        }
        keeper.close(w)?;
        if kept > 0 {
            w.timeline(id, TimelineEventKind::Late, &format!("In a file: {kept}"))?;
            w.audit("attempt.answers_file", id, &format!("{kept} answers"))?;
        }
        Ok(kept)
    })
    .await
}
