//! Rows that belong to an exam session.

use super::IntegrityCheck;
use crate::domain::{
    Result,
    exam_session::{ExamSession, Seat},
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
        self.each::<Seat>(|s, seat| {
            let there = s.has::<Invite>(seat.invite_id)? && s.has::<ExamSession>(seat.session_id)?;
            s.require(there, "seat of invite", seat.invite_id, "the invite or the exam session is missing");
            Ok(())
        })
    }
}
