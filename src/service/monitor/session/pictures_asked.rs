//! Which pictures a waiting room asks of someone, and which there are (`docs/behaviour/sessions.md#identity`).

use crate::{
    domain::{
        Instant, Result,
        arrangement::Agreed,
        exam_session::{ExamSession, IdentityAsked, IdentityCheck, Seat, erased_at},
        invite::Invite,
    },
    service::{query, work::Work},
    store::{Read, records::SEATS_BY_SESSION},
};

/// The own pictures, as a candidate who waits sees them.
pub struct OwnIdentity {
    pub asks: IdentityAsked,
    pub face_at: Option<Instant>,
    pub document_at: Option<Instant>,
    /// Why new pictures are asked for; may be empty.
    pub again: Option<String>,
}

/// The pictures of a person, as those see them who run the session.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeenIdentity {
    pub face_at: Option<Instant>,
    pub document_at: Option<Instant>,
    /// Time at which new pictures were asked for.
    pub again_at: Option<Instant>,
}

/// The pictures that are asked of someone: none once they are in, or where no camera was agreed.
pub(super) fn asked((invite, seat, session): (&Invite, &Seat, &ExamSession), agreed: &Agreed) -> IdentityAsked {
    let waits = session.waiting_room && seat.admitted.is_none() && invite.attempt_id.is_none();
    if waits && !agreed.no_camera { session.identity } else { IdentityAsked::None }
}

pub(super) fn own(
    read: &impl Read,
    invite: &Invite,
    (seat, session): (&Seat, &ExamSession),
) -> Result<Option<OwnIdentity>> {
    let asks = asked((invite, seat, session), &query::arrangement::agreed(read, invite.id)?);
    if asks == IdentityAsked::None {
        return Ok(None);
    }
    let check: Option<IdentityCheck> = read.get(invite.id)?;
    Ok(Some(match check {
        Some(IdentityCheck { face_at, document_at, again, .. }) => {
            OwnIdentity { asks, face_at, document_at, again: again.map(|again| again.reason) }
        }
        None => OwnIdentity { asks, face_at: None, document_at: None, again: None },
    }))
}

pub(super) fn seen(
    read: &impl Read,
    person: (&Invite, &Seat, &ExamSession),
    agreed: &Agreed,
) -> Result<Option<SeenIdentity>> {
    let check: Option<IdentityCheck> = read.get(person.0.id)?;
    if let Some(IdentityCheck { face_at, document_at, again, .. }) = check {
        return Ok(Some(SeenIdentity { face_at, document_at, again_at: again.map(|again| again.at) }));
    }
    Ok((asked(person, agreed) != IdentityAsked::None).then(SeenIdentity::default))
}

/// The end of a session moved, and with it the time until which pictures are kept.
///
/// # Errors
/// Storage only.
pub(super) fn session_moved(w: &mut Work<'_, '_>, session: &ExamSession) -> Result<()> {
    let seats: Vec<Seat> = w.linked(SEATS_BY_SESSION.under(session.id))?;
    for seat in seats.into_iter().filter(|seat| seat.admitted.is_none()) {
        let Some(mut check) = w.get::<IdentityCheck>(seat.invite_id)? else { continue };
        let Some(newest) = check.newest().max(check.again.as_ref().map(|again| again.at)) else { continue };
        check.erase_at = erased_at(session.given_up_at(), newest);
        w.put(&check)?;
    }
    Ok(())
}
