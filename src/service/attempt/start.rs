//! Starting and resuming a test (`docs/behaviour/taking.md#taking-a-test`).

use super::{breaks, consent, finish, history, sections};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Instant, Result,
        arrangement::BreaksLeft,
        attempt::{self, Answer, Attempt, AttemptKeyCheck, Holder, ResumeRequest, TimeSpent},
        bank::{
            plan::{Draw, Outline, PaperPlan},
            sections::TestSections,
        },
        consent::NamedConsent,
        exam_session::SessionPause,
        history::Head,
        invite::{self, Invite, InviteStatus},
        paper::Paper,
        pause::Pauses,
        question::draw::{self, Seed},
        section_clock::SectionClock,
        test::Test,
        time::SignedDuration,
        timeline::TimelineEventKind,
        webhook::WebhookEvent,
    },
    secrets::token,
    service::{
        events, notifications, query,
        settings::clips,
        webhook::raise,
        work::{By, Work},
    },
    state::{
        link_rate_limit::{UNIT, Visit},
        plans::EncodedPlan,
    },
    store::{Encoded, Read, decode},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::sync::Arc;

/// The timeline's text in a test that asks for the browser.
const IN_EXAM_BROWSER: &str = "In Safe Exam Browser: its configuration was proven";

/// A running attempt with everything that its page needs.
#[derive(Clone, Debug)]
pub struct RunningAttempt {
    pub attempt: Attempt,
    pub paper: Arc<Paper>,
    pub answers: Vec<Answer>,
    pub time_spent: Vec<TimeSpent>,
    /// A number above every stored one.
    pub next_seq: u64,
    /// Head of the chain of the history.
    pub head: Option<Head>,
    /// The sections of the paper; empty for a test without them.
    pub sections: Vec<Outline>,
    /// `None` if no section has rules.
    pub clock: Option<SectionClock>,
    /// `None` where no breaks are agreed.
    pub breaks: Option<BreaksLeft>,
}

/// Checks that this invite may start now, given the applicant's other invites (`docs/behaviour/invites.md#start-order`).
///
/// # Errors
/// Those of [`invite::start_order`]; 403 `account_inactive`; 409 `not_started_yet`, `not_admitted`.
pub fn may_start(read: &impl Read, invite: &Invite, now: Instant) -> Result<()> {
    if query::invite::is_barred(read, invite)? {
        return Err(Error::forbidden(
            ErrorCode::AccountInactive,
            "Your account is deactivated. Please contact your administrator.",
        ));
    }
    invite::start_order(invite, &query::invite::of_person(read, invite.applicant_id)?, now)?;
    query::exam_session::require_begun(read, invite, now)
}

/// The key that stands in while the browser brings none: derived, so that the same call gets the same key again.
pub(crate) fn own_key(app: &App, id: AttemptId) -> String {
    URL_SAFE_NO_PAD.encode(app.secrets.master.derive(&format!("attempt key {id}")))
}

/// Reads count against the link's volume limit as writes do: a candidate may have saved 32 MiB.
fn running(app: &App, secret: &str, read: &impl Read, attempt: Attempt, paper: Arc<Paper>) -> Result<RunningAttempt> {
    let now = app.now();
    app.limits.links.volume(secret, UNIT, now)?;
    let answers: Vec<Answer> = read.children(attempt.id)?;
    app.limits.links.volume(secret, answers.iter().map(|a| a.text.len()).sum(), now)?;
    let next_seq = answers.iter().map(|a| a.seq).max().unwrap_or(0) + 1;
    let time_spent = read.children(attempt.id)?;
    let head = query::history::chain(read, attempt.id)?.map(|chain| chain.head);
    let (sections, clock) = (sections::outline(app, read, &attempt)?, read.get(attempt.id)?);
    let breaks = breaks::left(read, &attempt)?;
    Ok(RunningAttempt { attempt, paper, answers, time_spent, next_seq, head, sections, clock, breaks })
}

/// The running attempt, for the attempt holder; `None` for any other caller.
///
/// # Errors
/// 422 for a malformed key; 429 `too_many_requests`.
pub fn held(
    app: &App,
    secret: &str,
    read: &impl Read,
    (invite, paper): (&Invite, &Arc<Paper>),
    presented: Option<&str>,
) -> Result<Option<RunningAttempt>> {
    let key = query::attempt::hash_key(presented)?;
    let Some(id) = invite.attempt_id else { return Ok(None) };
    let attempt = query::attempt::load(read, id)?;
    let holds = matches!(attempt.holder.claim(key.as_ref(), false), AttemptKeyCheck::Holds | AttemptKeyCheck::Takes);
    if !attempt.is_running() || !holds {
        return Ok(None);
    }
    running(app, secret, read, attempt, paper.clone()).map(Some)
}

/// A test as a start would freeze it, prepared before the transaction that writes it.
struct Frozen {
    /// The test's row; `None` if it was deleted.
    row: Option<Vec<u8>>,
    /// The row of its sections.
    sections: Option<Vec<u8>>,
    paper: Option<(Arc<Paper>, Stored)>,
}

/// The stored form of a paper: all of it, or what it is drawn from.
enum Stored {
    Whole(Encoded<Paper>),
    Drawn(Arc<EncodedPlan>, Seed),
}

impl Frozen {
    /// `None` for an invite that has been started: it keeps its paper.
    fn of(app: &App, read: &impl Read, invite: &Invite) -> Result<Option<Self>> {
        if invite.attempt_id.is_some() {
            return Ok(None);
        }
        let row = read.row_of::<Test>(invite.test_id)?;
        let sections = read.row_of::<TestSections>(invite.test_id)?;
        let paper = row.as_deref().map(|row| Self::paper(app, read, &decode(row)?)).transpose()?;
        Ok(Some(Self { row, sections, paper }))
    }

    fn paper(app: &App, read: &impl Read, test: &Test) -> Result<(Arc<Paper>, Stored)> {
        let Some(planned) = query::plans::current(app, read, test)? else {
            let paper = Paper::of(test);
            let encoded = Encoded::of(&paper)?;
            return Ok((Arc::new(paper), Stored::Whole(encoded)));
        };
        let seed: Seed = token::random_bytes();
        let drawn = planned.plan.draw(&seed).map_err(|_| query::plans::cannot_start())?;
        Ok((Arc::new(drawn.paper), Stored::Drawn(planned, seed)))
    }

    /// Whether the test is still the one that was prepared.
    fn holds(&self, read: &impl Read, invite: &Invite) -> Result<bool> {
        let id = invite.test_id;
        Ok(read.is_still::<Test>(id, self.row.as_deref())?
            && read.is_still::<TestSections>(id, self.sections.as_deref())?)
    }
}

/// Values that a browser sends with a start.
#[derive(Clone, Debug, Default)]
pub struct StartRequest<'r> {
    pub key: Option<&'r str>,
    /// The text that was accepted.
    pub consent: NamedConsent,
    /// Whether the browser has proven the configuration of Safe Exam Browser, which the test asks for.
    pub in_exam_browser: bool,
}

/// Starts the test, or resumes it for the same key. Returns the key that holds the attempt.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `other_attempt_running`, `consent_changed`, `not_started_yet`, `not_admitted`; 403
/// `order_blocked`, `not_open_yet`, `slot_needed`, `name_needed`, `account_inactive`; 410 `expired`, `revoked`,
/// `finished`; 422 for a malformed key.
pub async fn start(
    app: &App,
    visit: Visit,
    secret: &str,
    request: StartRequest<'_>,
) -> Result<(String, RunningAttempt)> {
    let StartRequest { key: presented, consent, in_exam_browser } = request;
    let now = app.now();
    finish::all_due(app, secret, now).await?;
    query::link::find(&app.store.read()?, secret)?;
    if !app.store.stats().reserve_held {
        // What little room is left belongs to those who are in the middle of a test.
        return Err(Error::unavailable(
            "The server is short of disk space, so no test can start. Please try again later.",
            60,
        ));
    }
    let key_hash = query::attempt::hash_key(presented)?;
    let fresh: AttemptId = app.new_id();
    let visit = Arc::new(visit);
    let attempt = loop {
        let (link, visit, consent) = (secret.to_owned(), visit.clone(), consent.clone());
        // The writer, which serves everyone, neither reads nor hashes what may be a lot.
        let frozen = freeze(app, secret).await?;
        let started = app
            .write_at(now, By::Candidate, move |w| {
                let _visit = visit;
                let mut invite = query::link::find(w, &link)?;
                invite.require_alive(w.now)?;
                match (invite.state, invite.attempt_id) {
                    (InviteStatus::InProgress, Some(id)) => resume(w, id, key_hash).map(Some),
                    _ => begin(w, &mut invite, (fresh, key_hash), (&consent, in_exam_browser), frozen),
                }
            })
            .await?;
        if let Some(attempt) = started {
            break attempt;
        }
    };
    let key = presented.map_or_else(|| own_key(app, attempt.id), str::to_owned);
    let read = app.store.read()?;
    let paper = app.caches.papers.get(&read, attempt.test_id, &attempt.paper)?;
    let run = running(app, secret, &read, attempt, paper)?;
    Ok((key, run))
}

/// Administrators are notified of a test that cannot start.
async fn freeze(app: &App, secret: &str) -> Result<Option<Frozen>> {
    let (invite, frozen) = {
        let read = app.store.read()?;
        let invite = query::link::find(&read, secret)?;
        let frozen = Frozen::of(app, &read, &invite);
        (invite, frozen)
    };
    if frozen.as_ref().is_err_and(query::plans::is_too_small) {
        app.write(By::Server, move |w| notifications::pool_too_small(w, &invite)).await?;
    }
    frozen
}

fn resume(w: &mut Work<'_, '_>, id: AttemptId, key_hash: Option<[u8; 32]>) -> Result<Attempt> {
    let mut attempt = query::attempt::load(w, id)?;
    let free_for_all = key_hash.is_none() && attempt.holder.released;
    match attempt.holder.claim(key_hash.as_ref(), true) {
        AttemptKeyCheck::Holds => {}
        AttemptKeyCheck::Takes => {
            if let Some(key) = key_hash {
                let moved = attempt.holder.key_hash != key;
                attempt.holder.take(key);
                w.put(&attempt)?;
                if moved {
                    w.delete::<ResumeRequest>(id)?;
                    w.audit("attempt.taken_over", id, "")?;
                    w.timeline(id, TimelineEventKind::Resumed, "In another browser")?;
                    events::attempt_changed(w, &attempt);
                    events::holder_changed(w, &attempt);
                }
            }
        }
        _ if free_for_all => {
            attempt.holder.take(token::hash(&own_key(w.app, id)));
            attempt.holder.bound = false;
            w.put(&attempt)?;
            w.delete::<ResumeRequest>(id)?;
            w.audit("attempt.taken_over", id, "")?;
            w.timeline(id, TimelineEventKind::Resumed, "In another browser")?;
            events::attempt_changed(w, &attempt);
            events::holder_changed(w, &attempt);
        }
        AttemptKeyCheck::Superseded | AttemptKeyCheck::Stranger => return Err(attempt::elsewhere()),
    }
    Ok(attempt)
}

impl Stored {
    fn outline(&self) -> Vec<Outline> {
        match self {
            Self::Whole(_) => Vec::new(),
            Self::Drawn(planned, _) => planned.plan.outline(),
        }
    }

    fn keep(self, w: &mut Work<'_, '_>, paper: &Paper, id: AttemptId) -> Result<()> {
        match self {
            Self::Whole(encoded) => {
                if !w.has::<Paper>((paper.test_id, &paper.hash))? {
                    w.put_encoded(&encoded)?;
                }
            }
            Self::Drawn(planned, seed) => {
                let plan = &planned.plan;
                if !w.has::<PaperPlan>((plan.test_id, &plan.hash))? {
                    w.put_encoded(&planned.encoded)?;
                }
                let draw = Draw {
                    attempt_id: id,
                    test_id: paper.test_id,
                    paper: paper.hash,
                    plan: plan.hash,
                    algorithm: draw::VERSION,
                    seed,
                    started_at: w.now,
                };
                w.put(&draw)?;
            }
        }
        Ok(())
    }
}

/// Returns `None`, having changed nothing, if the test has changed since it was prepared.
fn begin(
    w: &mut Work<'_, '_>,
    invite: &mut Invite,
    (id, key_hash): (AttemptId, Option<[u8; 32]>),
    (accepted, in_exam_browser): (&NamedConsent, bool),
    frozen: Option<Frozen>,
) -> Result<Option<Attempt>> {
    may_start(w, invite, w.now)?;
    let frozen = match frozen {
        Some(frozen) if frozen.holds(w, invite)? => frozen,
        _ => return Ok(None),
    };
    let (paper, stored) = frozen.paper.ok_or_else(query::link::no_test)?;
    consent::accept(w, id, invite.test_id, accepted)?;
    clips::agree(w, id, invite)?;
    let divided = stored.outline();
    stored.keep(w, &paper, id)?;
    let agreed = invite.accommodation.minutes(paper.duration_minutes);
    let mut pauses = Pauses::default();
    if query::exam_session::is_paused(w, invite)? {
        pauses.begin(w.now);
    }
    let attempt = Attempt {
        id,
        invite_id: invite.id,
        test_id: invite.test_id,
        applicant_id: invite.applicant_id,
        paper: paper.hash,
        started_at: w.now,
        duration: SignedDuration::from_mins(paper.duration_minutes.into()),
        extra: SignedDuration::from_mins(agreed.into()),
        holder: Holder {
            key_hash: key_hash.unwrap_or_else(|| token::hash(&own_key(w.app, id))),
            bound: key_hash.is_some(),
            released: false,
            superseded: Vec::new(),
        },
        is_monitored: false,
        ended: None,
        pauses,
        language: None,
    };
    w.put(&attempt)?;
    sections::begin(w, &attempt, &divided, (paper.duration_minutes, agreed))?;
    history::begin(w, id, paper.history)?;
    invite.state = InviteStatus::InProgress;
    invite.attempt_id = Some(id);
    invite.started_at = Some(w.now);
    invite.test_title.clone_from(&paper.title);
    invite.duration_minutes = paper.duration_minutes;
    w.put(invite)?;
    w.audit("attempt.start", id, "")?;
    w.timeline(id, TimelineEventKind::Started, if in_exam_browser { IN_EXAM_BROWSER } else { "" })?;
    if attempt.pauses.is_open() {
        w.timeline(id, TimelineEventKind::Paused, SessionPause::NOTE)?;
    }
    events::invite_changed(w, invite);
    events::attempt_changed(w, &attempt);
    notifications::test_started(w, invite)?;
    raise::invite(w, WebhookEvent::AttemptStarted, invite)?;
    let app = w.app.clone();
    w.after_commit(move || {
        app.caches.papers.keep(paper);
        app.jobs.progress.begin(id);
    });
    Ok(Some(attempt))
}
