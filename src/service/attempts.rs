//! Starting a test, and coming back to it (rules "Taking a test").

use super::{
    audit, events,
    fair_use::{UNIT, Visit},
    finish, links, notifications, timeline,
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Instant, Result,
        attempt::{self, Answer, Attempt, Claim, Holder, ResumeRequest, TimeSpent},
        invite::{self, Invite, Status},
        paper::Paper,
        time::MINUTE,
        timeline::Kind,
        user::User,
    },
    secrets::token,
    store::{
        Key, KeyRange, Read, Tx,
        records::{self, key},
    },
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::{ops::ControlFlow, sync::Arc};

/// A running attempt with everything its page needs.
#[derive(Clone, Debug)]
pub struct Running {
    pub attempt: Attempt,
    pub paper: Arc<Paper>,
    pub answers: Vec<Answer>,
    pub time_spent: Vec<TimeSpent>,
    /// A number above every stored one.
    pub next_seq: u64,
}

/// Whether the person invited is deactivated: nothing begins then.
///
/// # Errors
/// Storage only.
pub fn is_barred(read: &impl Read, invite: &Invite) -> Result<bool> {
    Ok(read.get::<User>(&key::user(invite.applicant_id))?.is_some_and(|person| !person.is_active))
}

/// The other invites of the same person decide, with this one, what may start.
///
/// # Errors
/// As [`invite::start_order`]; 403 `account_inactive`.
pub fn may_start(read: &impl Read, invite: &Invite, now: Instant) -> Result<()> {
    if is_barred(read, invite)? {
        return Err(Error::forbidden(
            "account_inactive",
            "Your account is deactivated. Please contact your administrator.",
        ));
    }
    invite::start_order(invite, &of_person(read, invite.applicant_id)?, now)
}

/// All invites of one person, oldest first.
///
/// # Errors
/// Storage only.
pub fn of_person(read: &impl Read, person: crate::domain::UserId) -> Result<Vec<Invite>> {
    let mut found = Vec::new();
    let range = KeyRange::prefix(&Key::new().id(person.0).build());
    read.scan_index(records::INVITES_BY_APPLICANT, range, false, &mut |_, primary| {
        found.extend(read.get::<Invite>(primary)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// # Errors
/// 422 for a key that is not 32 random bytes in base64url.
pub fn hash_key(presented: Option<&str>) -> Result<Option<[u8; 32]>> {
    match presented {
        None => Ok(None),
        Some(text) if token::well_formed(text) => Ok(Some(token::hash(text))),
        Some(_) => Err(Error::field("X-Attempt-Key", "The attempt key must be 32 bytes in base64url.")),
    }
}

/// The key that stands in while the browser brings none: derived, so that the same call gets the same key again.
fn own_key(app: &App, id: AttemptId) -> String {
    URL_SAFE_NO_PAD.encode(app.master.derive(&format!("attempt key {id}")))
}

/// # Errors
/// Storage only.
pub fn load(read: &impl Read, id: AttemptId) -> Result<Attempt> {
    read.get(&key::of_attempt(id))?.ok_or_else(|| Error::not_found("attempt"))
}

/// What is read back counts like what came: a candidate may have saved 32 MiB.
fn running(app: &App, secret: &str, read: &impl Read, attempt: Attempt, paper: Arc<Paper>) -> Result<Running> {
    let now = app.now();
    app.fair_use.volume(secret, UNIT, now)?;
    let answers: Vec<Answer> = read.records(&key::of_attempt(attempt.id))?;
    app.fair_use.volume(secret, answers.iter().map(|a| a.text.len()).sum(), now)?;
    let next_seq = answers.iter().map(|a| a.seq).max().unwrap_or(0) + 1;
    let time_spent = read.records(&key::of_attempt(attempt.id))?;
    Ok(Running { attempt, paper, answers, time_spent, next_seq })
}

/// The running attempt, for the holder of its key; `None` for everybody else.
///
/// # Errors
/// 422 for a malformed key; 429 `too_many_requests`.
pub fn held(
    app: &App,
    secret: &str,
    read: &impl Read,
    (invite, paper): (&Invite, &Arc<Paper>),
    presented: Option<&str>,
) -> Result<Option<Running>> {
    let key = hash_key(presented)?;
    let Some(id) = invite.attempt_id else { return Ok(None) };
    let attempt = load(read, id)?;
    let holds = matches!(attempt.holder.claim(key.as_ref(), false), Claim::Holds | Claim::Takes);
    if !attempt.is_running() || !holds {
        return Ok(None);
    }
    running(app, secret, read, attempt, paper.clone()).map(Some)
}

/// The attempt behind a link, whether or not it has ended.
///
/// # Errors
/// 404 `unknown_link`; 409 `not_started`, or 410 where it cannot start any more.
pub fn behind(read: &impl Read, secret: &str, now: Instant) -> Result<(Invite, Attempt)> {
    let invite = links::find(read, secret)?;
    let Some(id) = invite.attempt_id else {
        invite.require_alive(now)?;
        return Err(Error::conflict("not_started", "This test has not been started."));
    };
    Ok((invite, load(read, id)?))
}

/// The running attempt that this key holds, for calls that store nothing under it.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`, `finished`; 410; 422 for a malformed key.
pub fn holding(read: &impl Read, secret: &str, presented: Option<&str>, now: Instant) -> Result<Attempt> {
    let (_, attempt) = behind(read, secret, now)?;
    let key = hash_key(presented)?;
    match attempt.holder.claim(key.as_ref(), false) {
        Claim::Holds | Claim::Takes => attempt.require_running().map(|()| attempt),
        Claim::Superseded => Err(attempt::elsewhere()),
        Claim::Stranger => Err(attempt.not_yours()),
    }
}

/// Starts the test, or resumes it for the same key. Answers the key that holds the attempt.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `other_attempt_running`; 403 `order_blocked`, `not_open_yet`,
/// `slot_needed`, `account_inactive`; 410 `expired`, `revoked`, `finished`; 422 for a malformed key.
pub async fn start(app: &App, visit: Visit, secret: &str, presented: Option<&str>) -> Result<(String, Running)> {
    let now = app.now();
    finish::all_due(app, secret, now).await?;
    links::find(&app.store.read()?, secret)?;
    if !app.store.stats().reserve_held {
        // What little room is left belongs to those who are in the middle of a test.
        return Err(Error::unavailable(
            "The server is short of disk space, so no test can start. Please try again later.",
            60,
        ));
    }
    let key_hash = hash_key(presented)?;
    let fresh: AttemptId = app.new_id();
    let (link, handle) = (secret.to_owned(), app.clone());
    let (attempt, paper) = app
        .store
        .write(move |tx| {
            let _visit = visit;
            let mut invite = links::find(tx, &link)?;
            invite.require_alive(now)?;
            if let (Status::InProgress, Some(id)) = (invite.state, invite.attempt_id) {
                resume(&handle, tx, id, key_hash, now)
            } else {
                begin(&handle, tx, &mut invite, fresh, key_hash, now)
            }
        })
        .await?;
    let key = presented.map_or_else(|| own_key(app, attempt.id), str::to_owned);
    // The writer, which serves everybody, does not read what may be a lot.
    let run = running(app, secret, &app.store.read()?, attempt, paper)?;
    Ok((key, run))
}

type Started = (Attempt, Arc<Paper>);

fn resume(app: &App, tx: &mut Tx<'_>, id: AttemptId, key_hash: Option<[u8; 32]>, now: Instant) -> Result<Started> {
    let mut attempt = load(tx, id)?;
    let free_for_all = key_hash.is_none() && attempt.holder.released;
    match attempt.holder.claim(key_hash.as_ref(), true) {
        Claim::Holds => {}
        Claim::Takes => {
            if let Some(key) = key_hash {
                let moved = attempt.holder.key_hash != key;
                attempt.holder.take(key);
                tx.put(&attempt)?;
                if moved {
                    tx.delete::<ResumeRequest>(&key::of_attempt(id))?;
                    audit::record(tx, now, None, "attempt.taken_over", id, "")?;
                    timeline::record(tx, id, Kind::Resumed, "In another browser", None, now)?;
                    events::attempt_changed(tx, app, &attempt);
                    events::holder_changed(tx, app, &attempt);
                }
            }
        }
        _ if free_for_all => {
            attempt.holder.take(token::hash(&own_key(app, id)));
            attempt.holder.bound = false;
            tx.put(&attempt)?;
            tx.delete::<ResumeRequest>(&key::of_attempt(id))?;
            audit::record(tx, now, None, "attempt.taken_over", id, "")?;
            timeline::record(tx, id, Kind::Resumed, "In another browser", None, now)?;
            events::attempt_changed(tx, app, &attempt);
            events::holder_changed(tx, app, &attempt);
        }
        Claim::Superseded | Claim::Stranger => return Err(attempt::elsewhere()),
    }
    let paper = app.papers.get(tx, attempt.test_id, &attempt.paper)?;
    Ok((attempt, paper))
}

fn begin(
    app: &App,
    tx: &mut Tx<'_>,
    invite: &mut Invite,
    id: AttemptId,
    key_hash: Option<[u8; 32]>,
    now: Instant,
) -> Result<Started> {
    may_start(tx, invite, now)?;
    let paper = links::paper(app, tx, invite)?;
    if tx.get::<Paper>(&key::paper(paper.test_id, &paper.hash))?.is_none() {
        tx.put(&*paper)?;
    }
    let attempt = Attempt {
        id,
        invite_id: invite.id,
        test_id: invite.test_id,
        applicant_id: invite.applicant_id,
        paper: paper.hash,
        started_at: now,
        duration: i64::from(paper.duration_minutes) * MINUTE,
        extra: i64::from(invite.accommodation.minutes(paper.duration_minutes)) * MINUTE,
        holder: Holder {
            key_hash: key_hash.unwrap_or_else(|| token::hash(&own_key(app, id))),
            bound: key_hash.is_some(),
            released: false,
            superseded: Vec::new(),
        },
        is_monitored: false,
        ended: None,
    };
    tx.put(&attempt)?;
    invite.state = Status::InProgress;
    invite.attempt_id = Some(id);
    invite.started_at = Some(now);
    invite.test_title.clone_from(&paper.title);
    invite.duration_minutes = paper.duration_minutes;
    tx.put(invite)?;
    audit::record(tx, now, None, "attempt.start", id, "")?;
    timeline::record(tx, id, Kind::Started, "", None, now)?;
    events::invite_changed(tx, app, invite);
    events::attempt_changed(tx, app, &attempt);
    notifications::test_started(tx, app, invite, now)?;
    Ok((attempt, paper))
}
