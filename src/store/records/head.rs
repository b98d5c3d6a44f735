//! First fields of records that are large, for the writer thread, which does not read what it does not need.

use crate::{
    domain::{AttemptId, Instant, TestId, attempt::Answer, history::RecentEntries, test::Test},
    store::RecordHead,
};
use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};
use std::fmt;

/// A test without its questions.
#[derive(Debug, Deserialize)]
pub struct TestHead {
    pub id: TestId,
    pub title: String,
    pub description: String,
    pub duration_minutes: u32,
}

impl RecordHead for TestHead {
    type Of = Test;
}

/// An answer without its text.
#[derive(Debug, Deserialize)]
pub struct AnswerHead {
    pub attempt_id: AttemptId,
    pub question_id: String,
    pub text: Skipped,
    pub seq: u64,
    pub saved_at: Instant,
}

impl RecordHead for AnswerHead {
    type Of = Answer;
}

/// An answer with the newest entries of its history, without its text.
#[derive(Debug, Deserialize)]
pub struct RecentHead {
    pub answer: AnswerHead,
    pub recent: RecentEntries,
}

impl RecordHead for RecentHead {
    type Of = Answer;
    const SINCE: u8 = 2;
}

/// A text that is neither copied nor checked.
#[derive(Debug)]
pub struct Skipped;

impl<'de> Deserialize<'de> for Skipped {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Skip;
        impl<'de> Visitor<'de> for Skip {
            type Value = Skipped;
            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("bytes")
            }
            fn visit_borrowed_bytes<E: Error>(self, _: &'de [u8]) -> Result<Skipped, E> {
                Ok(Skipped)
            }
        }
        from.deserialize_bytes(Skip)
    }
}
