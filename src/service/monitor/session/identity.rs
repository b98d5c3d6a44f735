//! Pictures of face and identity document, which those who let people in compare (`docs/behaviour/sessions.md#identity`).

use super::{check_in::OwnSeat, people::is_shown, pictures_asked::asked, sessions};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, ExamSessionId, Instant, InviteId, Result,
        error::FieldChecker,
        exam_session::{
            self, AskedAgain, ExamSession, IdentityAsked, IdentityCheck, IdentityPicture, MAX_REASON, PictureKind, Seat,
        },
        invite::Invite,
        screenshot::ScreenshotFormat,
    },
    service::{
        actor::{Proctor, Watcher},
        events, query,
        work::{By, cascade_delete::forget_identity},
    },
    store::{Encoded, Read, Record},
};
use bytes::Bytes;

/// Version of the sealed form.
const SEALED: u8 = 1;

/// Stores a picture of a candidate who waits; it replaces an earlier one.
///
/// # Errors
/// 404 `unknown_link`, `not_found` where it is not asked for; 409 `already_admitted`; 410; 415 for other bytes; 429.
pub async fn put(app: &App, secret: &str, kind: PictureKind, jpeg: Bytes) -> Result<OwnSeat> {
    let now = app.now();
    let invite = query::link::find(&app.store.read()?, secret)?;
    invite.require_alive(now)?;
    if ScreenshotFormat::of(&jpeg) != Some(ScreenshotFormat::Jpeg) {
        return Err(Error::new(ErrorKind::UnsupportedMedia, ErrorCode::NotAnImage, "The picture must be a JPEG."));
    }
    app.limits.links.choice(secret, now)?;
    app.limits.links.volume(secret, jpeg.len(), now)?;
    let key = IdentityPicture::key_of((invite.id, kind.number()));
    let sealed = app.secrets.vault.seal(IdentityPicture::TABLE.0, &key, SEALED, &jpeg);
    let picture = Encoded::of(&IdentityPicture { invite_id: invite.id, kind, sealed })?;
    let link = secret.to_owned();
    app.write_at(now, By::Candidate, move |w| {
        let invite = query::link::find(&**w, &link)?;
        invite.require_alive(w.now)?;
        let not_asked = || Error::not_found("picture");
        let (seat, session) = query::exam_session::of_invite(&**w, &invite)?.ok_or_else(not_asked)?;
        let is_in = seat.admitted.is_some() || invite.attempt_id.is_some();
        if is_in && session.identity.asks(kind) {
            return Err(exam_session::already_admitted());
        }
        let agreed = query::arrangement::agreed(&**w, invite.id)?;
        if !asked((&invite, &seat, &session), &agreed).asks(kind) {
            return Err(not_asked());
        }
        let erase_at = exam_session::erased_at(session.given_up_at(), w.now);
        let check: Option<IdentityCheck> = w.get(invite.id)?;
        let mut check = check.unwrap_or_else(|| IdentityCheck::new(invite.id, session.id, erase_at));
        check.took(kind, w.now);
        check.erase_at = erase_at;
        w.put(&check)?;
        w.put_encoded(&picture)?;
        w.audit("exam_session.identity_picture", invite.id, kind.name())?;
        sessions::changed(w, session.id);
        OwnSeat::of(&**w, &invite, (seat, session))
    })
    .await
}

/// The person of a session, if the caller looks after them.
fn reached(read: &impl Read, by: &Proctor, id: ExamSessionId, invite: InviteId) -> Result<(ExamSession, Seat)> {
    let session = sessions::reached(read, (by.id(), by.scope()), id)?;
    let seat: Option<Seat> = read.get(invite)?;
    let is_seen = |seat: &Seat| seat.session_id == id && is_shown(&Watcher::from(by), &session, seat);
    let seat = seat.filter(is_seen).ok_or_else(|| Error::not_found("invite"))?;
    Ok((session, seat))
}

/// A picture, as JPEG.
///
/// # Errors
/// 404, also for someone who is not in the session or not of those whom the caller sees, and once its time is over.
pub fn picture(app: &App, by: &Proctor, id: ExamSessionId, invite: InviteId, kind: PictureKind) -> Result<Vec<u8>> {
    let read = app.store.read()?;
    reached(&read, by, id, invite)?;
    let place = (invite, kind.number());
    let is_over = read.get::<IdentityCheck>(invite)?.is_none_or(|check| check.erase_at <= app.now());
    let picture: Option<IdentityPicture> = if is_over { None } else { read.get(place)? };
    let picture = picture.ok_or_else(|| Error::not_found("picture"))?;
    let key = IdentityPicture::key_of(place);
    // Of before a restore without the key.
    app.secrets
        .vault
        .open(IdentityPicture::TABLE.0, &key, SEALED, &picture.sealed)
        .map_err(|_| Error::not_found("picture"))
}

/// Deletes the pictures of someone who waits, and asks for new ones.
///
/// # Errors
/// 404 as [`picture`], and where nothing is asked for; 409 `already_admitted`; 422 on `reason`.
pub async fn ask_again(app: &App, by: &Proctor, id: ExamSessionId, invite: InviteId, reason: &str) -> Result<()> {
    let reason = reason.trim().to_owned();
    let mut check = FieldChecker::default();
    let message = format!("A reason has at most {MAX_REASON} characters.");
    check.require(reason.chars().count() <= MAX_REASON, "reason", message);
    check.require_text(&reason, "reason");
    check.finish(&[])?;
    let proctor = by.clone();
    app.write(by, move |w| {
        let (session, seat) = reached(&**w, &proctor, id, invite)?;
        let invite: Invite = w.get(invite)?.ok_or_else(|| Error::not_found("invite"))?;
        if seat.admitted.is_some() || invite.attempt_id.is_some() {
            let detail = "This person has been let in already.";
            return Err(Error::conflict(ErrorCode::AlreadyAdmitted, detail));
        }
        let agreed = query::arrangement::agreed(&**w, invite.id)?;
        if asked((&invite, &seat, &session), &agreed) == IdentityAsked::None {
            return Err(Error::not_found("picture"));
        }
        forget_identity(w, invite.id)?;
        let erase_at = exam_session::erased_at(session.given_up_at(), w.now);
        let mut check = IdentityCheck::new(invite.id, session.id, erase_at);
        check.ask_again(AskedAgain { at: w.now, by: w.by.account(), reason });
        w.put(&check)?;
        w.audit("exam_session.identity_again", invite.id, "")?;
        sessions::changed(w, session.id);
        events::seat_changed(w, invite.id);
        Ok(())
    })
    .await
}

/// Deletes pictures whose time is over.
///
/// # Errors
/// Storage only.
pub(crate) async fn erase_due(app: &App, invites: Vec<InviteId>, now: Instant) -> Result<()> {
    app.write_at(now, By::Server, move |w| {
        for invite in invites {
            let check: Option<IdentityCheck> = w.get(invite)?;
            let Some(check) = check.filter(|check| check.erase_at <= w.now) else { continue };
            forget_identity(w, invite)?;
            w.audit("exam_session.identity_erased", invite, "")?;
            sessions::changed(w, check.session_id);
        }
        Ok(())
    })
    .await
}
