//! Answers: the counted one of each question, and late ones.

use super::{LatePlace, Record, Table};
use crate::{
    domain::{
        AttemptId, Instant,
        attempt::{Answer, LateAnswer},
        history::RecentEntries,
    },
    store::{StoreError, decode_body},
};
use serde::Deserialize;

/// Before answers had the newest entries of their history.
#[derive(Deserialize)]
struct AnswerV1 {
    attempt_id: AttemptId,
    question_id: String,
    text: String,
    seq: u64,
    saved_at: Instant,
}

impl Record for Answer {
    const TABLE: Table = Table("answers");
    const VERSION: u8 = 2;
    key!(self: (AttemptId, &'k str) = (self.attempt_id, &self.question_id));
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::unknown_version(version));
        }
        let AnswerV1 { attempt_id, question_id, text, seq, saved_at } = decode_body(body)?;
        Ok(Self { attempt_id, question_id, text, seq, saved_at, recent: RecentEntries::default() })
    }
}

impl Record for LateAnswer {
    const TABLE: Table = Table("late_answers");
    const VERSION: u8 = 1;
    type Id<'k> = (AttemptId, &'k str, LatePlace);
    fn id(&self) -> Self::Id<'_> {
        (self.attempt_id, &self.question_id, LatePlace { lateness: self.lateness, seq: self.seq })
    }
}
