//! Records of deciding: pass marks of tests; decisions, notes and letters of submissions.

use super::{IndexEntry, LETTERS_BY_MAIL, Record, StoreError, Table, decode_body};
use crate::domain::{
    AttemptId, NoteId, TestId,
    decision::{Decision, DecisionValue, Letter, Note, PassMark, TemplateHash},
};

impl Record for PassMark {
    const TABLE: Table = Table("pass_marks");
    const VERSION: u8 = 2;
    key!(self: TestId = self.test_id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the marks of sections; 0 is an empty list.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}

impl Record for Decision {
    const TABLE: Table = Table("decisions");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.submission_id);
}

impl Record for Note {
    const TABLE: Table = Table("notes");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, NoteId) = (self.submission_id, self.id));
}

impl Record for Letter {
    const TABLE: Table = Table("letters");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, DecisionValue, &'k TemplateHash) = (self.submission_id, self.value, &self.template));
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![LETTERS_BY_MAIL.entry(self.mail_id)]
    }
}
