//! The answer journal and the submit (`docs/behaviour.md#journal`, `docs/behaviour.md#submit`). Acknowledged entries
//! are durable; nothing that arrives is discarded: entries that no longer count are kept as late answers.

pub use super::entries::{Entry, Sent};
use super::{access::Access, entries, finish, progress, time_spent};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        attempt::{self, Answer, Attempt, Claim, EndedBy, LateAnswer, Lateness},
        invite::Invite,
        submission::Submission,
    },
    service::{
        events, query, timeline,
        work::{By, Work},
    },
    state::fair_use::Visit,
    store::{Read, Tx},
};

pub struct Saved {
    /// Stored number of each question that was sent.
    pub acked: Vec<(String, u64)>,
    pub deadline: Instant,
    /// At least one entry came too late, or from a browser that no longer holds the attempt.
    pub late: bool,
    pub submitted: bool,
}

pub struct Submitted {
    pub submission: Submission,
    pub late: bool,
}

fn claim(w: &mut Work<'_, '_>, (invite, mut attempt): (Invite, Attempt), key_hash: Option<[u8; 32]>) -> Result<Access> {
    let superseded = match attempt.holder.claim(key_hash.as_ref(), false) {
        Claim::Holds => false,
        Claim::Takes => {
            if let Some(key) = key_hash {
                attempt.holder.take(key);
                w.put(&attempt)?;
            }
            false
        }
        Claim::Superseded => true,
        Claim::Stranger => return Err(attempt.not_yours()),
    };
    let paper = w.app.papers.get(w, attempt.test_id, &attempt.paper)?;
    Ok(Access { invite, attempt, paper, superseded })
}

/// Validates the entries and applies those whose sequence number exceeds the stored one. Returns the stored numbers,
/// and true if any entry was late.
fn apply(w: &mut Work<'_, '_>, access: &Access, sent: Sent) -> Result<(Vec<(String, u64)>, bool)> {
    sent.check(&access.paper)?;
    time_spent::keep(w, access, &sent.time_spent)?;
    let lateness = match (access.attempt.is_running(), access.superseded) {
        (true, false) => None,
        (_, true) => Some(Lateness::OtherBrowser),
        (false, false) => Some(Lateness::AfterEnd),
    };
    let now = w.now;
    let mut acked = Vec::with_capacity(sent.entries.len());
    let mut any_late = false;
    let mut step = progress::Step::default();
    for Entry { question_id, text, seq } in sent.entries {
        let attempt_id = access.attempt.id;
        let stored = w.get::<Answer>((attempt_id, &question_id))?;
        let at = stored.as_ref().map_or(0, |a| a.seq);
        let is_new = seq.map_or_else(|| stored.as_ref().is_none_or(|a| a.text != text), |s| stored.is_none() || s > at);
        let seq = seq.unwrap_or(at + 1);
        acked.push((question_id.clone(), if is_new { seq } else { at }));
        if !is_new {
            continue;
        }
        match lateness {
            None => {
                step.stored(stored.as_ref().map(|a| a.text.as_str()), &text);
                w.put(&Answer { attempt_id, question_id, text, seq, saved_at: now })?;
            }
            Some(lateness) => {
                any_late |= stored.is_none_or(|a| a.text != text);
                keep_late(w, &LateAnswer { attempt_id, question_id, text, seq, received_at: now, lateness })?;
            }
        }
    }
    progress::saved(w, access.attempt.id, &step)?;
    if let Some(lateness) = lateness.filter(|_| any_late) {
        let why = match lateness {
            Lateness::OtherBrowser => "From a browser that no longer held the test",
            _ => "After the end",
        };
        timeline::late(w, access.attempt.id, why)?;
    }
    Ok((acked, any_late))
}

/// Returns true if the entry was new; a resend after a lost reply is ignored.
pub(crate) fn keep_late(tx: &mut Tx<'_>, late: &LateAnswer) -> Result<bool> {
    use crate::store::Record;
    let newer = tx
        .get::<LateAnswer>(late.id())?
        .is_none_or(|kept| late.seq > kept.seq || (late.seq == kept.seq && late.text != kept.text));
    if newer {
        tx.put(late)?;
    }
    Ok(newer)
}

/// Result of a write: done, or an overdue attempt that has to be ended first. Then nothing was applied.
enum Found<S, T> {
    Done(T),
    Due(AttemptId, S),
}

/// Runs one write with `sent` on the attempt behind a link, with the caller's key; ends an overdue attempt first.
pub(crate) async fn write<S: Send + 'static, T: Send + 'static>(
    app: &App,
    secret: &str,
    key_hash: Option<[u8; 32]>,
    mut sent: S,
    apply: impl Fn(&mut Work<'_, '_>, Access, S) -> Result<T> + Clone + Send + 'static,
) -> Result<T> {
    let now = app.now();
    loop {
        let (secret, apply) = (secret.to_owned(), apply.clone());
        let found = app
            .write_at(now, By::Candidate, move |w| {
                let (invite, attempt) = query::attempt::behind(w, &secret, w.now)?;
                if attempt.is_running() && w.now >= attempt.due() {
                    return Ok(Found::Due(attempt.id, sent));
                }
                let access = claim(w, (invite, attempt), key_hash)?;
                Ok::<_, Error>(Found::Done(apply(w, access, sent)?))
            })
            .await?;
        match found {
            Found::Done(done) => return Ok(done),
            Found::Due(id, kept) => {
                finish::end_due(app, id, now).await?;
                sent = kept;
            }
        }
    }
}

/// Stores journal entries.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`; 410; 422.
pub async fn save(app: &App, visit: Visit, secret: &str, presented: Option<&str>, sent: Sent) -> Result<Saved> {
    let key_hash = query::attempt::hash_key(presented)?;
    let sent = entries::prepare(app, secret, presented, sent)?;
    write(app, secret, key_hash, (sent, visit), |w, access, (sent, _visit)| {
        let (acked, late) = apply(w, &access, sent)?;
        if !acked.is_empty() {
            events::answers_saved(w, &access.attempt);
        }
        Ok(Saved {
            acked,
            deadline: access.attempt.deadline(),
            late: late || access.superseded,
            submitted: !access.attempt.is_running(),
        })
    })
    .await
}

/// Ends the attempt with the stored journal and `sent`. Idempotent: after any end it returns that result.
///
/// # Errors
/// As [`save`].
pub async fn submit(app: &App, visit: Visit, secret: &str, presented: Option<&str>, sent: Sent) -> Result<Submitted> {
    let key_hash = query::attempt::hash_key(presented)?;
    let sent = entries::prepare(app, secret, presented, sent)?;
    let done = write(app, secret, key_hash, (sent, visit), |w, mut access, (sent, _visit)| {
        let (_, late) = apply(w, &access, sent)?;
        if access.attempt.is_running() {
            if access.superseded {
                return Ok(None);
            }
            finish::end(w, &mut access.invite, &mut access.attempt, EndedBy::Candidate)?;
        }
        let submission: Submission =
            w.get(access.attempt.id)?.ok_or_else(|| Error::internal("an ended attempt without a submission"))?;
        Ok(Some(Submitted { submission, late }))
    })
    .await?;
    // The entries of a browser that lost the attempt are kept; only its wish to end the test is refused.
    done.ok_or_else(attempt::elsewhere)
}
