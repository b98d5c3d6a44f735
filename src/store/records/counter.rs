//! Keys of counters. A counter's value is the number of records that name it.

use super::list::SUBMISSION_BUCKET;
use crate::{
    domain::{
        Instant, TestId, UserId,
        list::{InviteClass, Review, Scope},
        time::DAY,
    },
    store::Key,
};

#[must_use]
pub fn admins() -> Vec<u8> {
    Key::new().text("admins").build()
}
#[must_use]
pub fn tests() -> Vec<u8> {
    Key::new().text("tests").build()
}
#[must_use]
pub fn invites(class: InviteClass) -> Vec<u8> {
    Key::new().text("invites").u8(class as u8).build()
}
#[must_use]
pub fn submissions(scope: Scope) -> Vec<u8> {
    Key::new().text("submissions").scope(scope).build()
}
#[must_use]
pub fn waiting() -> Vec<u8> {
    Key::new().text("waiting").build()
}
#[must_use]
pub fn notifications() -> Vec<u8> {
    Key::new().text("notifications").build()
}
/// Invites of one person.
#[must_use]
pub fn invites_of(person: UserId) -> Vec<u8> {
    Key::new().text("invites of").id(person.0).build()
}
/// Submissions of one person.
#[must_use]
pub fn submissions_of(person: UserId) -> Vec<u8> {
    Key::new().text("submissions of").id(person.0).build()
}
/// Written answers to one question.
#[must_use]
pub fn answers(test: TestId, question: &str, review: Review) -> Vec<u8> {
    Key::new().text("answers").id(test.0).text(question).u8(review as u8).build()
}
/// Submissions per UTC day, so that pagination skips years of them in a few steps.
#[must_use]
pub fn day(scope: Scope, at: Instant) -> Vec<u8> {
    Key::new().text("day").scope(scope).i64(at.0.div_euclid(DAY)).build()
}
/// Submissions per quarter of an hour: in every time zone, days start on one.
#[must_use]
pub fn bucket(scope: Scope, at: Instant) -> Vec<u8> {
    Key::new().text("bucket").scope(scope).i64(at.0.div_euclid(SUBMISSION_BUCKET)).build()
}
