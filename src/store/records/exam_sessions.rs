//! Exam sessions, and the seats that invites have in them.

use super::{Index, IndexEntry, Record, StoreError, Table, counter, decode_body};
use crate::domain::{
    ExamSessionId, Instant, InviteId, TestId,
    exam_session::{ExamSession, IdentityCheck, IdentityPicture, Seat},
    rehearsal::Rehearsal,
};

pub const EXAM_SESSIONS_BY_START: Index<ExamSession, Instant> = Index::plain("exam_sessions_by_start");
pub const SEATS_BY_SESSION: Index<Seat, (ExamSessionId, TestId)> = Index::plain("seats_by_session");
pub const SEATS_BY_CODE: Index<Seat, (ExamSessionId, &str)> = Index::unique("seats_by_code");

/// Pictures of candidates, by when they are deleted.
pub const IDENTITY_CHECKS_BY_ERASURE: Index<IdentityCheck, Instant> = Index::plain("identity_checks_by_erasure");

impl Record for ExamSession {
    const TABLE: Table = Table("exam_sessions");
    const VERSION: u8 = 4;
    key!(self: ExamSessionId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the waiting room, version 3 the pictures that it compares, version 4 the pause of everyone:
            // none of them.
            1 => decode_body(&[body, &[0, 0, 0]].concat()),
            2 => decode_body(&[body, &[0, 0]].concat()),
            3 => decode_body(&[body, &[0]].concat()),
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

impl Record for IdentityCheck {
    const TABLE: Table = Table("identity_checks");
    const VERSION: u8 = 1;
    key!(self: InviteId = self.invite_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![IDENTITY_CHECKS_BY_ERASURE.entry(self.erase_at)]
    }
}

/// Stored apart from its [`IdentityCheck`], so that lists do not read pictures.
impl Record for IdentityPicture {
    const TABLE: Table = Table("identity_pictures");
    const VERSION: u8 = 1;
    key!(self: (InviteId, u8) = (self.invite_id, self.kind.number()));
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
