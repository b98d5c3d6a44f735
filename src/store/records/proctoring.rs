//! Records of proctors and the server about an attempt.

use super::{Index, IndexEntry, Record, StoreError, Table, decode_body};
use crate::domain::{
    AttemptId, ExamSessionId, Instant, MessageId, ScreenshotId, TestId,
    asked_question::AskedQuestion,
    message::{Announcement, ProctorMessage},
    screenshot::{Screenshot, ScreenshotPicture},
    timeline::{TimelineEvent, TimelineHead},
};

impl Record for TimelineEvent {
    const TABLE: Table = Table("timeline");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, u32) = (self.attempt_id, self.number));
}

impl Record for TimelineHead {
    const TABLE: Table = Table("timeline_heads");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.attempt_id);
}

impl Record for ProctorMessage {
    const TABLE: Table = Table("messages");
    const VERSION: u8 = 3;
    key!(self: (AttemptId, MessageId) = (self.attempt_id, self.id));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the kind: a message. Version 3 appended the question: none.
            1 => decode_body(&[body, &[0; 2]].concat()),
            2 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}

impl Record for Announcement {
    const TABLE: Table = Table("announcements");
    const VERSION: u8 = 1;
    key!(self: (ExamSessionId, MessageId) = (self.session_id, self.id));
}

pub const ASKED_BY_ID: Index<AskedQuestion, MessageId> = Index::unique("asked_questions_by_id");
pub const ASKED_BY_SESSION: Index<AskedQuestion, (ExamSessionId, Instant)> = Index::plain("asked_questions_by_session");
pub const ASKED_BY_TEST: Index<AskedQuestion, (TestId, Instant)> = Index::plain("asked_questions_by_test");

impl Record for AskedQuestion {
    const TABLE: Table = Table("asked_questions");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, MessageId) = (self.attempt_id, self.id));
    fn index_entries(&self) -> Vec<IndexEntry> {
        let mut entries = vec![ASKED_BY_ID.entry(self.id), ASKED_BY_TEST.entry((self.test_id, self.asked_at))];
        entries.extend(self.session_id.map(|session| ASKED_BY_SESSION.entry((session, self.asked_at))));
        entries
    }
}

impl Record for Screenshot {
    const TABLE: Table = Table("screenshots");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, ScreenshotId) = (self.attempt_id, self.id));
}

/// Stored apart from its [`Screenshot`], so that lists do not read image data.
impl Record for ScreenshotPicture {
    const TABLE: Table = Table("pictures");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, ScreenshotId) = (self.attempt_id, self.id));
}
