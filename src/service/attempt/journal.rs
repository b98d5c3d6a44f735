//! The answer journal and the submit (`docs/behaviour/taking.md#journal`, `docs/behaviour/taking.md#submit`). Acknowledged
//! entries are durable; nothing that arrives is discarded: entries that no longer count are kept as late answers.

pub use super::entries::{AnswerEntry, Confirmation, SaveRequest};
use super::{
    access::Access,
    drafts::{self, Drafts},
    entries, finish,
    history::{self, Keeper},
    offline::Offline,
    own_page::page,
    progress,
    sections::Sections,
    time_spent,
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        attempt::{self, Answer, Attempt, AttemptKeyCheck, EndedBy, LateAnswer, Lateness},
        history::{Arrived, Head},
        invite::Invite,
        paper::Paper,
        question::Question,
        section_clock::SectionClock,
        submission::Submission,
        time::SignedDuration,
        timeline::TimelineEventKind,
    },
    service::{
        events, notifications, query,
        work::{By, Work, timeline},
    },
    state::link_rate_limit::Visit,
    store::{Encoded, Read, Tx, records::LatePlace},
};
use std::{collections::HashSet, mem, sync::Arc};

/// Questions that a timeline entry names.
const MISSING_SHOWN: usize = 20;

pub struct Saved {
    /// Stored number of each question that was sent.
    pub acked: Vec<(String, u64)>,
    pub deadline: Instant,
    pub paused_since: Option<Instant>,
    pub break_until: Option<Instant>,
    /// At least one entry came too late, or from a browser that no longer holds the attempt.
    pub late: bool,
    /// Questions of sections that are over, whose entries were set aside.
    pub closed: Vec<String>,
    pub submitted: bool,
    /// `None` for a test without timed or one-way sections.
    pub sections: Option<SectionClock>,
    /// Head of the chain of the history.
    pub head: Option<Head>,
}

pub struct Submitted {
    pub submission: Submission,
    pub late: bool,
    /// Head of the chain of the history.
    pub head: Option<Head>,
    /// Token of the candidate's own page; only for the attempt holder, by the key.
    pub receipt: Option<String>,
}

fn claim(
    w: &mut Work<'_, '_>,
    (invite, mut attempt): (Invite, Attempt),
    paper: Arc<Paper>,
    key_hash: Option<[u8; 32]>,
) -> Result<Access> {
    let superseded = match attempt.holder.claim(key_hash.as_ref(), false) {
        AttemptKeyCheck::Holds => false,
        AttemptKeyCheck::Takes => {
            if let Some(key) = key_hash {
                attempt.holder.take(key);
                w.put(&attempt)?;
            }
            false
        }
        AttemptKeyCheck::Superseded => true,
        AttemptKeyCheck::Stranger => return Err(attempt.not_yours()),
    };
    Ok(Access { invite, attempt, paper, superseded })
}

/// Changes made by a save or submit.
struct Applied {
    acked: Vec<(String, u64)>,
    late: bool,
    /// Questions of sections that are over.
    closed: Vec<String>,
    sections: Option<SectionClock>,
    head: Option<Head>,
}

/// Validates the entries and applies those whose sequence number exceeds the stored one. Returns the stored numbers,
/// whether any entry was late, and the head of the history.
fn apply(w: &mut Work<'_, '_>, access: &Access, sent: SaveRequest) -> Result<Applied> {
    sent.check(&access.paper, access.attempt.is_running() && !access.superseded)?;
    time_spent::keep(w, access, &sent.time_spent)?;
    let now = w.now;
    let waits = access.attempt.is_past_due(now) && query::attempt::waits(w.app, &access.attempt, now);
    let is_in_time = access.attempt.is_running() && !waits;
    let of_all = match (is_in_time, access.superseded) {
        (true, false) => None,
        (_, true) => Some(Lateness::OtherBrowser),
        (false, false) => Some(Lateness::AfterEnd),
    };
    let is_first = of_all == Some(Lateness::AfterEnd) && !has_late(w, access.attempt.id)?;
    let sections = Sections::open(w, access, &sent.claimed, &sent.entries)?;
    let mut offline = Offline::open(w, access);
    let mut keeper = Keeper::open(w, access)?;
    let mut acked = Vec::with_capacity(sent.entries.len());
    let (mut any_late, mut closed) = (false, Vec::new());
    let mut step = progress::SaveStep::default();
    for AnswerEntry { question_id, text, seq, edits } in sent.entries {
        let attempt_id = access.attempt.id;
        let stored = w.get::<Answer>((attempt_id, &question_id))?;
        let lateness = of_all.or_else(|| sections.lateness(&question_id, now));
        let at = stored.as_ref().map_or(0, |a| a.seq);
        // Without a number, an entry follows the newest of its kind.
        let newest_late = match (seq, lateness) {
            (None, Some(lateness)) => newest_late(w, attempt_id, &question_id, lateness)?,
            _ => None,
        };
        let differs = || stored.as_ref().is_none_or(|a| a.text != text);
        let is_new = seq.map_or_else(|| newest_late.is_some() || differs(), |s| stored.is_none() || s > at);
        let seq = seq.unwrap_or_else(|| match &newest_late {
            Some(late) if late.text == text => late.seq,
            Some(late) => late.seq.max(at) + 1,
            None => at + 1,
        });
        acked.push((question_id.clone(), if is_new { seq } else { at }));
        if !is_new {
            continue;
        }
        offline.note(stored.as_ref(), (text.as_str(), seq), &edits);
        let arrived = Arrived {
            question_id: &question_id,
            seq,
            text: &text,
            edits: &edits,
            at: now,
            arrival: history::arrival(lateness),
        };
        match lateness {
            None => {
                let recent = keeper.save(w, &arrived, stored.as_ref())?;
                step.stored(stored.as_ref().map(|a| a.text.as_str()), &text);
                let answer = Encoded::of(&Answer { attempt_id, question_id, text, seq, saved_at: now, recent })?;
                if stored.is_none() || !w.rewrite(&answer)? {
                    w.put_encoded(&answer)?;
                }
            }
            Some(lateness) => {
                let differs = stored.as_ref().is_none_or(|a| a.text != text);
                if lateness != Lateness::Section {
                    any_late |= differs;
                } else if differs {
                    closed.push(question_id.clone());
                }
                let late = LateAnswer {
                    attempt_id,
                    question_id: question_id.clone(),
                    text: text.clone(),
                    seq,
                    received_at: now,
                    lateness,
                };
                if keep_late(w, &late)? {
                    keeper.keep(w, &arrived)?;
                }
            }
        }
    }
    offline.close(w);
    progress::saved(w, access.attempt.id, &step)?;
    if let Some(lateness) = of_all.filter(|_| any_late) {
        let why = match lateness {
            Lateness::OtherBrowser => "From a browser that no longer held the test",
            _ => "After the end",
        };
        timeline::late(w, access.attempt.id, why)?;
        if is_first && let Some(invite) = w.get::<Invite>(access.attempt.invite_id)? {
            notifications::late_answer(w, &invite, access.attempt.id)?;
        }
    }
    if !closed.is_empty() {
        timeline::late(w, access.attempt.id, "After the end of its section")?;
    }
    Ok(Applied { acked, late: any_late, closed, sections: sections.into_clock(), head: keeper.close(w)? })
}

/// Whether an answer arrived after the end already.
fn has_late(w: &Work<'_, '_>, id: AttemptId) -> Result<bool> {
    Ok(w.children::<LateAnswer>(id)?.iter().any(|late| late.lateness == Lateness::AfterEnd))
}

fn newest_late(read: &impl Read, attempt: AttemptId, question: &str, lateness: Lateness) -> Result<Option<LateAnswer>> {
    Ok(read.get((attempt, question, LatePlace { lateness, seq: 0 }))?)
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

/// Result of a write: done, or what has to be done first. Then nothing was applied.
enum Found<S, T> {
    Done(T),
    /// An overdue attempt has to be ended.
    Due(AttemptId, S),
    /// Paper and progress have to be read: for the first write since the server's start.
    Cold(Box<Attempt>, S),
}

/// Runs one write with `sent` on the attempt behind a link, with the caller's key; ends an overdue attempt first.
pub(crate) async fn write<S: Send + 'static, T: Send + 'static>(
    app: &App,
    now: Instant,
    (secret, key_hash): (&str, Option<[u8; 32]>),
    mut sent: S,
    apply: impl Fn(&mut Work<'_, '_>, Access, S) -> Result<T> + Clone + Send + 'static,
) -> Result<T> {
    let mut read: Option<Arc<Paper>> = None;
    loop {
        let (secret, apply, read_before) = (secret.to_owned(), apply.clone(), read.clone());
        let found = app
            .write_at(now, By::Candidate, move |w| {
                let (invite, attempt) = query::attempt::behind(w, &secret, w.now)?;
                if query::attempt::is_overdue(w.app, &attempt, w.now) {
                    return Ok(Found::Due(attempt.id, sent));
                }
                let is_counted = !attempt.is_running() || w.app.jobs.progress.get(attempt.id).is_some();
                let paper = match read_before.filter(|paper| paper.hash == attempt.paper) {
                    Some(paper) => paper,
                    None => match w.app.caches.papers.known(attempt.test_id, &attempt.paper) {
                        Some(paper) if is_counted => paper,
                        _ => return Ok(Found::Cold(Box::new(attempt), sent)),
                    },
                };
                let access = claim(w, (invite, attempt), paper, key_hash)?;
                Ok::<_, Error>(Found::Done(apply(w, access, sent)?))
            })
            .await?;
        sent = match found {
            Found::Done(done) => return Ok(done),
            Found::Due(id, kept) => {
                finish::end_due(app, id, now).await?;
                kept
            }
            Found::Cold(attempt, kept) => {
                let snapshot = app.store.read()?;
                read = Some(app.caches.papers.get(&snapshot, attempt.test_id, &attempt.paper)?);
                if attempt.is_running() {
                    progress::of(app, &snapshot, attempt.id)?;
                }
                kept
            }
        };
    }
}

type LinkAndKey<'c> = (&'c str, Option<[u8; 32]>);

/// Stores journal entries. Many are stored in several transactions, so that others' saves do not wait for all of them.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`; 410; 422.
pub async fn save(app: &App, visit: Visit, secret: &str, presented: Option<&str>, sent: SaveRequest) -> Result<Saved> {
    let caller = (secret, query::attempt::hash_key(presented)?);
    let (mut parts, visit) = (entries::prepare(app, secret, presented, sent)?.into_parts(), Arc::new(visit));
    let (now, last) = (app.now(), parts.pop().unwrap_or_default());
    let (mut acked, mut late, mut closed) = (Vec::new(), false, Vec::new());
    for part in parts {
        let saved = save_part(app, now, caller, (part, visit.clone())).await?;
        acked.extend(saved.acked);
        closed.extend(saved.closed);
        late |= saved.late;
    }
    let mut saved = save_part(app, now, caller, (last, visit)).await?;
    if !acked.is_empty() {
        acked.append(&mut saved.acked);
        saved.acked = acked;
    }
    saved.late |= late;
    saved.closed.extend(closed);
    Ok(saved)
}

async fn save_part(app: &App, now: Instant, caller: LinkAndKey<'_>, sent: (SaveRequest, Arc<Visit>)) -> Result<Saved> {
    write(app, now, caller, sent, |w, access, (sent, _visit)| {
        let Applied { acked, late, closed, sections, head } = apply(w, &access, sent)?;
        if !acked.is_empty() {
            events::answers_saved(w, &access.attempt);
        }
        Ok(Saved {
            acked,
            deadline: access.attempt.deadline(),
            paused_since: access.attempt.paused_since(w.now),
            break_until: access.attempt.break_until(w.now),
            late: late || access.superseded,
            closed,
            sections,
            submitted: !access.attempt.is_running(),
            head,
        })
    })
    .await
}

/// The last entries of a submit, and the grades that were prepared.
type Last = (SaveRequest, Arc<Visit>, Option<Drafts>);

enum SubmitOutcome {
    /// `None`: the browser has lost the attempt.
    Done(Option<Submitted>),
    /// The entries are stored; an administrator may give time back before the attempt ends.
    Waits,
    /// The entries are stored; the page took the time for over, and some is left.
    GoesOn(Error),
    /// The grades have to be prepared first. Nothing was applied.
    Undrafted(AttemptId, Last),
}

/// Ends the attempt with the stored journal and `sent`. Idempotent: after any end it returns that result.
///
/// # Errors
/// Those of [`save`]; 409 `not_over`; 503 while lost time may be given back.
pub async fn submit(
    app: &App,
    visit: Visit,
    secret: &str,
    presented: Option<&str>,
    sent: SaveRequest,
) -> Result<Submitted> {
    let caller = (secret, query::attempt::hash_key(presented)?);
    let (at_deadline, confirmation) = (sent.at_deadline, sent.confirmation);
    let missing = sent.missing.clone();
    let (mut parts, visit) = (entries::prepare(app, secret, presented, sent)?.into_parts(), Arc::new(visit));
    let (now, mut last) = (app.now(), parts.pop().unwrap_or_default());
    (last.at_deadline, last.confirmation) = (at_deadline, confirmation);
    last.missing.clone_from(&missing);
    let mut late = false;
    for part in parts {
        // Until the last part ends the attempt, they are no more than a save.
        let one = write(app, now, caller, (part, visit.clone()), |w, access, (sent, _visit)| apply(w, &access, sent));
        let one = one.await?;
        late |= one.late || !one.closed.is_empty();
    }
    let mut last = (last, visit, None);
    let done = loop {
        match write(app, now, caller, last, end).await? {
            SubmitOutcome::Done(done) => break done,
            SubmitOutcome::Waits => return Err(waits()),
            SubmitOutcome::GoesOn(not_over) => return Err(not_over),
            SubmitOutcome::Undrafted(id, (mut sent, visit, _)) => {
                // Stored first: the writer would have to score them.
                if !sent.entries.is_empty() {
                    let first = (mem::take(&mut sent), visit.clone());
                    (sent.at_deadline, sent.confirmation) = (at_deadline, confirmation);
                    sent.missing.clone_from(&missing);
                    let one =
                        write(app, now, caller, first, |w, access, (sent, _visit)| apply(w, &access, sent)).await?;
                    late |= one.late || !one.closed.is_empty();
                }
                let drafts = drafts::prepare(app, id, sent.ended_by(), now).await?;
                last = (sent, visit, drafts);
            }
        }
    };
    // The entries of a browser that lost the attempt are kept; only its wish to end the test is refused.
    let mut submitted = done.ok_or_else(attempt::elsewhere)?;
    submitted.late |= late;
    // Without a key, the caller may be anyone who has the link of the invite.
    submitted.receipt = submitted.receipt.filter(|_| caller.1.is_some());
    Ok(submitted)
}

/// A double click this long before a submit may have been its cause.
const DOUBLE_CLICK_COUNTS: SignedDuration = SignedDuration::from_secs(60);

/// Records what preceded a submit by the candidate, which may not have been meant (`docs/behaviour/taking.md#submit`).
fn confirmed(w: &mut Work<'_, '_>, attempt: &Attempt, found: Confirmation) -> Result<()> {
    let words = |span: SignedDuration| format!("{:.1} s", span.max(SignedDuration::ZERO).as_secs_f64());
    if let Some(after) = found.after {
        let left = attempt.deadline_at(w.now).since(w.now).max(SignedDuration::ZERO).as_mins();
        let text = format!("{} after the page asked, with {left} min left", words(after));
        w.timeline(attempt.id, TimelineEventKind::SubmitConfirmed, &text)?;
    }
    if let Some(before) = found.double_click.filter(|before| *before <= DOUBLE_CLICK_COUNTS) {
        let text = format!("{} before the submit", words(before));
        w.timeline(attempt.id, TimelineEventKind::DoubleClick, &text)?;
    }
    Ok(())
}

/// 503: the page tries again, until the attempt has ended or continues.
fn waits() -> Error {
    Error::unavailable(
        "The server was down when your time ran out. Your answers are kept; an administrator may give you the lost time back.",
        10,
    )
}

/// How the entry begins that names them.
const NOT_ARRIVED: &str = "Had not arrived at the submit";

/// The questions whose answers the page still held when it submitted, by their numbers.
fn missing_words(paper: &Paper, missing: &[String]) -> Option<String> {
    let missing: HashSet<&str> = missing.iter().map(String::as_str).collect();
    let is_missing = |question: &Question| missing.contains(question.id.as_str());
    let places: Vec<usize> = (1..).zip(&paper.questions).filter(|(_, q)| is_missing(q)).map(|(n, _)| n).collect();
    let shown: Vec<String> = places.iter().take(MISSING_SHOWN).map(ToString::to_string).collect();
    let more = match places.len().saturating_sub(MISSING_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let noun = if places.len() == 1 { "question" } else { "questions" };
    (!places.is_empty()).then(|| format!("{NOT_ARRIVED}: {noun} {}{more}", shown.join(", ")))
}

fn end(w: &mut Work<'_, '_>, mut access: Access, (sent, visit, drafts): Last) -> Result<SubmitOutcome> {
    let ends = access.attempt.is_running() && !access.superseded;
    if ends && query::attempt::waits(w.app, &access.attempt, w.now) {
        apply(w, &access, sent)?;
        return Ok(SubmitOutcome::Waits);
    }
    if ends
        && sent.at_deadline
        && let Err(not_over) = access.attempt.require_over(w.now)
    {
        if !apply(w, &access, sent)?.acked.is_empty() {
            events::answers_saved(w, &access.attempt);
        }
        return Ok(SubmitOutcome::GoesOn(not_over));
    }
    if ends && drafts.is_none() && drafts::are_needed(&access.paper) {
        return Ok(SubmitOutcome::Undrafted(access.attempt.id, (sent, visit, drafts)));
    }
    let (by, confirmation) = (sent.ended_by(), sent.confirmation);
    let missing = missing_words(&access.paper, &sent.missing);
    let Applied { late, closed, head, .. } = apply(w, &access, sent)?;
    let late = late || !closed.is_empty();
    // A reviewer must not take an answer that is on its way for one that was never written.
    if let Some(words) = missing.filter(|_| !access.superseded) {
        timeline::late_once(w, access.attempt.id, NOT_ARRIVED, &words)?;
    }
    if ends {
        if by == EndedBy::Candidate {
            confirmed(w, &access.attempt, confirmation)?;
        }
        finish::end(w, &mut access.invite, &mut access.attempt, by, drafts)?;
    } else if access.attempt.is_running() {
        return Ok(SubmitOutcome::Done(None));
    }
    let submission: Submission =
        w.get(access.attempt.id)?.ok_or_else(|| Error::internal("an ended attempt without a submission"))?;
    let written = access.paper.questions.iter().filter(|question| !question.is_auto()).map(|question| question.points);
    let submission = submission.as_submitted(written.sum());
    let receipt = if access.superseded { None } else { page::token_of(w.app, w, submission.id)? };
    Ok(SubmitOutcome::Done(Some(Submitted { submission, late, head, receipt })))
}
