//! Check-in and check-out (`docs/behaviour/sessions.md#check-in`): by the list, by the code of an invitation, or by the code
//! that is shown in the room and changes every 30 s.

use super::{
    people::{self, SeatedPerson},
    pictures_asked::{self, OwnIdentity},
    sessions,
};
use crate::{
    app::App,
    domain::{
        Error, ExamSessionId, Instant, InviteId, Result,
        attempt::Attempt,
        exam_session::{self, CheckIn, CheckInWay, ExamSession, Seat, normalise_code},
        invite::Invite,
        message::Announcement,
        time::SignedDuration,
    },
    secrets::totp::TotpSecret,
    service::{
        actor::Proctor,
        events, query,
        work::{By, Work},
    },
    store::{Read, records::SEATS_BY_CODE},
};
use std::collections::HashMap;

/// A code is shown for this long. It is valid for as long again, for those who are typing it.
const SHOWN_FOR: SignedDuration = SignedDuration::from_secs(30);

/// The person whom a proctor checks in or out.
pub enum Named {
    Invite(InviteId),
    /// The code as it was typed or scanned.
    Code(String),
}

/// The code that is shown in the room.
pub struct ShownCode {
    pub code: String,
    /// Time at which the next one is shown.
    pub changes_at: Instant,
}

/// Derived, so that nothing of it is stored, and all servers with this data show the same one.
fn secret(app: &App, id: ExamSessionId) -> Result<TotpSecret> {
    let key = app.secrets.master.derive(&format!("check-in {id}"));
    TotpSecret::read(&key[..20]).map_err(Error::internal)
}

/// # Errors
/// 404.
pub fn shown_code(app: &App, by: &Proctor, id: ExamSessionId) -> Result<ShownCode> {
    sessions::reached(&app.store.read()?, (by.id(), by.scope()), id)?;
    let now = app.now();
    let period = SHOWN_FOR.as_secs();
    let next = SignedDuration::from_secs((now.as_secs().div_euclid(period) + 1) * period);
    Ok(ShownCode { code: secret(app, id)?.code_at(now), changes_at: Instant::EPOCH.plus(next) })
}

/// The code that is shown now, for those whom a demo plays.
///
/// # Errors
/// None that is known.
pub fn code_now(app: &App, id: ExamSessionId) -> Result<String> {
    Ok(secret(app, id)?.code_at(app.now()))
}

/// Whether this is the code of now, or the one before.
fn is_shown(app: &App, id: ExamSessionId, typed: &str, now: Instant) -> Result<bool> {
    let typed = normalise_code(typed);
    let secret = secret(app, id)?;
    Ok([now, now.plus(-SHOWN_FOR)].iter().any(|at| secret.code_at(*at) == typed))
}

/// Checks someone in or out. Twice is once.
///
/// # Errors
/// 404 for who is not in the session, or not of those whom the caller sees; 422 on `code` for an unknown one.
pub async fn by_staff(app: &App, by: &Proctor, id: ExamSessionId, named: Named, out: bool) -> Result<SeatedPerson> {
    let proctor = by.clone();
    let invite = app
        .write(by, move |w| {
            let session = sessions::load(&**w, id)?;
            let (found, way) = match named {
                Named::Invite(invite) => (w.get::<Seat>(invite)?, CheckInWay::List),
                Named::Code(typed) => {
                    let code = normalise_code(&typed);
                    (w.find(SEATS_BY_CODE, (id, code.as_str()))?, CheckInWay::Code)
                }
            };
            let is_seen = |seat: &Seat| seat.session_id == id && people::is_shown(&(&proctor).into(), &session, seat);
            let seat = found.filter(is_seen).ok_or_else(|| match way {
                CheckInWay::Code => Error::field("code", "No person in this session has this code."),
                _ => Error::not_found("invite"),
            })?;
            let invite = seat.invite_id;
            let by = w.by.account();
            change(w, seat, (way, by), out)?;
            Ok(invite)
        })
        .await?;
    one(app, id, invite)
}

fn change(
    w: &mut Work<'_, '_>,
    mut seat: Seat,
    (way, by): (CheckInWay, Option<crate::domain::UserId>),
    out: bool,
) -> Result<Seat> {
    let is_news = if out { seat.check_out(w.now) } else { seat.check_in(CheckIn { at: w.now, way, by }) };
    if is_news {
        w.put(&seat)?;
        w.audit(if out { "exam_session.check_out" } else { "exam_session.check_in" }, seat.invite_id, "")?;
        sessions::changed(w, seat.session_id);
        events::seat_changed(w, seat.invite_id);
    }
    Ok(seat)
}

fn one(app: &App, id: ExamSessionId, invite: InviteId) -> Result<SeatedPerson> {
    let (now, read) = (app.now(), app.store.read()?);
    let session = sessions::load(&read, id)?;
    let seat: Seat = read.get(invite)?.ok_or_else(|| Error::not_found("invite"))?;
    let invite: Invite = read.get(invite)?.ok_or_else(|| Error::not_found("invite"))?;
    people::person(app, &read, (&session, seat, invite), &mut HashMap::new(), now)
}

/// The own session of a candidate, with the seat in it.
pub struct OwnSeat {
    pub session: ExamSession,
    pub seat: Seat,
    /// Oldest first.
    pub announcements: Vec<Announcement>,
    /// `None` where no pictures are asked for.
    pub identity: Option<OwnIdentity>,
}

impl OwnSeat {
    pub(super) fn of(read: &impl Read, invite: &Invite, (seat, session): (Seat, ExamSession)) -> Result<Self> {
        let identity = pictures_asked::own(read, invite, (&seat, &session))?;
        Ok(Self { announcements: read.children(session.id)?, identity, session, seat })
    }
}

/// # Errors
/// 404 `unknown_link`, `not_found` for an invite without a session; 410.
pub fn own(app: &App, secret: &str) -> Result<OwnSeat> {
    let read = app.store.read()?;
    let invite = query::link::find(&read, secret)?;
    invite.require_alive(app.now())?;
    app.watching.open_intros.note(invite.id, app.now());
    let found = query::exam_session::of_invite(&read, &invite)?;
    OwnSeat::of(&read, &invite, found.ok_or_else(|| Error::not_found("session"))?)
}

/// The exam session of an attempt's invite.
///
/// # Errors
/// Storage only.
pub fn session_of(app: &App, attempt: &Attempt) -> Result<Option<ExamSessionId>> {
    let seat: Option<Seat> = app.store.read()?.get(attempt.invite_id)?;
    Ok(seat.map(|seat| seat.session_id))
}

/// The candidate checks in with the code that is shown in the room. Twice is once.
///
/// # Errors
/// 403 `wrong_code`, whatever is wrong with it; 404 `unknown_link`; 410; 429 `too_many_requests`.
pub async fn by_candidate(app: &App, secret: &str, typed: &str) -> Result<OwnSeat> {
    let now = app.now();
    query::link::find(&app.store.read()?, secret)?.require_alive(now)?;
    app.limits.links.code(secret, now)?;
    let (link, typed) = (secret.to_owned(), typed.to_owned());
    app.write_at(now, By::Candidate, move |w| {
        let invite = query::link::find(&**w, &link)?;
        invite.require_alive(w.now)?;
        let found = query::exam_session::of_invite(&**w, &invite)?;
        let (seat, session) = found.ok_or_else(exam_session::wrong_code)?;
        if !is_shown(w.app, session.id, &typed, w.now)? {
            return Err(exam_session::wrong_code());
        }
        let seat = change(w, seat, (CheckInWay::Projector, None), false)?;
        OwnSeat::of(&**w, &invite, (seat, session))
    })
    .await
}
