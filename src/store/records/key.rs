//! Primary keys and key prefixes that callers use.

use crate::{
    domain::{
        AttemptId, Instant, InviteId, NotificationId, TestId, UserId,
        list::{Review, Scope},
        paper::PaperHash,
    },
    store::Key,
};

/// Key of the record in a table with one record (singleton).
pub const SINGLE: &[u8] = &[0];

#[must_use]
pub fn user(id: UserId) -> Vec<u8> {
    Key::new().id(id.0).build()
}
#[must_use]
pub fn paper(test: TestId, hash: &PaperHash) -> Vec<u8> {
    Key::new().id(test.0).bytes32(hash).build()
}
/// Prefix of all records of an attempt: answers, late answers, grades.
#[must_use]
pub fn of_attempt(id: AttemptId) -> Vec<u8> {
    Key::new().id(id.0).build()
}
/// Key of an answer, and of any other record that exists once per question of an attempt.
#[must_use]
pub fn answer(id: AttemptId, question: &str) -> Vec<u8> {
    Key::new().id(id.0).text(question).build()
}
#[must_use]
pub fn notification(id: NotificationId) -> Vec<u8> {
    Key::new().id(id.0).build()
}
/// Prefix of a question's answers in a review list.
#[must_use]
pub fn of_question(test: TestId, question: &str, review: Review) -> Key {
    Key::new().id(test.0).text(question).u8(review as u8)
}
#[must_use]
pub fn graded(test: TestId, question: &str, review: Review, at: Instant) -> Vec<u8> {
    of_question(test, question, review).i64(at.0).build()
}
#[must_use]
pub fn submitted(scope: Scope, at: Instant) -> Vec<u8> {
    Key::new().scope(scope).i64(at.0).build()
}

pub fn invite(id: InviteId) -> Vec<u8> {
    Key::new().id(id.0).build()
}

pub(crate) fn test(id: TestId) -> Vec<u8> {
    Key::new().id(id.0).build()
}
