//! Exam sessions, and the seats that invites have in them.

use super::{Index, IndexEntry, Record, StoreError, Table, counter, decode_body};
use crate::domain::{
    ExamSessionId, Instant, InviteId, TestId,
    exam_session::{ExamSession, Seat},
    rehearsal::Rehearsal,
};

pub const EXAM_SESSIONS_BY_START: Index<ExamSession, Instant> = Index::plain("exam_sessions_by_start");
pub const SEATS_BY_SESSION: Index<Seat, (ExamSessionId, TestId)> = Index::plain("seats_by_session");
pub const SEATS_BY_CODE: Index<Seat, (ExamSessionId, &str)> = Index::unique("seats_by_code");

impl Record for ExamSession {
    const TABLE: Table = Table("exam_sessions");
    const VERSION: u8 = 2;
    key!(self: ExamSessionId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the waiting room: none.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![EXAM_SESSIONS_BY_START.entry(self.starts_at)]
    }
}

impl Record for Seat {
    const TABLE: Table = Table("seats");
    const VERSION: u8 = 2;
    // An invite has one seat at most.
    key!(self: InviteId = self.invite_id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the admission: none.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![
            SEATS_BY_SESSION.entry((self.session_id, self.test_id)),
            SEATS_BY_CODE.entry((self.session_id, &self.code)),
        ]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::seats_of(self.session_id)]
    }
}

impl Record for Rehearsal {
    const TABLE: Table = Table("rehearsals");
    const VERSION: u8 = 1;
    /// The last outcome of a session is kept.
    type Id<'k> = ExamSessionId;
    fn id(&self) -> Self::Id<'_> {
        self.session_id
    }
}
