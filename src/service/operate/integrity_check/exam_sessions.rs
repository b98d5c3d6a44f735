//! Rows that belong to an exam session.

use super::IntegrityCheck;
use crate::domain::{
    Result,
    exam_session::{ExamSession, IdentityCheck, IdentityPicture, PictureKind, Seat},
    invite::Invite,
    message::Announcement,
    rehearsal::Rehearsal,
};

impl IntegrityCheck<'_> {
    pub(super) fn exam_sessions(&mut self) -> Result<()> {
        self.each::<Announcement>(|s, announcement| {
            let there = s.has::<ExamSession>(announcement.session_id)?;
            s.require(there, "announcement", announcement.id, "its exam session is missing");
            Ok(())
        })?;
        self.each::<Rehearsal>(|s, rehearsal| {
            let there = s.has::<ExamSession>(rehearsal.session_id)?;
            s.require(there, "rehearsal of session", rehearsal.session_id, "its exam session is missing");
            Ok(())
        })?;
        self.each::<IdentityCheck>(|s, check| {
            let seat: Option<Seat> = s.get(check.invite_id)?;
            let is_seated = seat.is_some_and(|seat| seat.session_id == check.session_id);
            s.require(is_seated, "identity check of invite", check.invite_id, "its seat is missing");
            for kind in PictureKind::ALL {
                let is_there = s.has::<IdentityPicture>((check.invite_id, kind.number()))?;
                let matches = is_there == check.at(kind).is_some();
                s.require(
                    matches,
                    "identity check of invite",
                    check.invite_id,
                    "its pictures are not those that it lists",
                );
            }
            Ok(())
        })?;
        self.each::<IdentityPicture>(|s, picture| {
            let there = s.has::<IdentityCheck>(picture.invite_id)?;
            s.require(there, "identity picture of invite", picture.invite_id, "its identity check is missing");
            Ok(())
        })?;
        self.each::<Seat>(|s, seat| {
            let there = s.has::<Invite>(seat.invite_id)? && s.has::<ExamSession>(seat.session_id)?;
            s.require(there, "seat of invite", seat.invite_id, "the invite or the exam session is missing");
            Ok(())
        })
    }
}
