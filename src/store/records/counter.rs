//! Keys of counters. A counter's value is the number of records that name it.

use crate::{
    domain::{
        ExamSessionId, Instant, JobId, QuestionId, RunnerTokenId, TestId, UserId, WebhookId,
        assignment::ScoreSlot,
        list::{InviteClass, Review, Scope},
        marking::{self, ScoreComparison},
        time::{DAY, SignedDuration},
        webhook::DeliveryClass,
    },
    store::{EncodeKey, Key, KeyRange, KeyReader, Read, StoreError},
};
use std::{collections::BTreeMap, ops::ControlFlow};

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
/// Invites to one test.
#[must_use]
pub fn invites_to(test: TestId, class: InviteClass) -> Vec<u8> {
    Key::new().text("invites to").id(test.0).u8(class as u8).build()
}
#[must_use]
pub fn submissions(scope: Scope) -> Vec<u8> {
    scope.encode(Key::new().text("submissions")).build()
}
#[must_use]
pub fn waiting() -> Vec<u8> {
    Key::new().text("waiting").build()
}
/// Submissions of a test that have an alias.
#[must_use]
pub fn aliases(test: TestId) -> Vec<u8> {
    Key::new().text("aliases").id(test.0).build()
}
/// Answers that wait to be judged.
#[must_use]
pub fn judgings_waiting() -> Vec<u8> {
    Key::new().text("judgings waiting").build()
}
/// Answers whose judging was set aside.
#[must_use]
pub fn judgings_failed() -> Vec<u8> {
    Key::new().text("judgings failed").build()
}
/// Answers that a background job waits for.
#[must_use]
pub fn judgings_waited_for(job: JobId) -> Vec<u8> {
    Key::new().text("judgings waited for").id(job.0).build()
}
/// Answers that a background job has waited for, and that were set aside.
#[must_use]
pub fn judgings_failed_of(job: JobId) -> Vec<u8> {
    Key::new().text("judgings failed of").id(job.0).build()
}
/// Deliveries of a webhook.
#[must_use]
pub fn deliveries(webhook: WebhookId, class: DeliveryClass) -> Vec<u8> {
    Key::new().text("deliveries").id(webhook.0).u8(class as u8).build()
}
/// Answers with a verdict of this machine.
#[must_use]
pub fn judged_by(machine: RunnerTokenId) -> Vec<u8> {
    Key::new().text("judged by").id(machine.0).build()
}
/// People who ask to be erased.
#[must_use]
pub fn erasures_asked() -> Vec<u8> {
    Key::new().text("erasures asked").build()
}
/// People of an exam session.
#[must_use]
pub fn seats_of(session: ExamSessionId) -> Vec<u8> {
    Key::new().text("seats of").id(session.0).build()
}
/// Parts of clips, whose number bounds the space of all clips.
#[must_use]
pub fn clip_parts() -> Vec<u8> {
    Key::new().text("clip parts").build()
}
#[must_use]
pub fn archived_tests() -> Vec<u8> {
    Key::new().text("archived tests").build()
}
/// Tests whose sections name a bank question.
#[must_use]
pub fn uses_of(question: QuestionId) -> Vec<u8> {
    Key::new().text("uses of question").id(question.0).build()
}
/// Bank questions with a tag, without the retired ones.
#[must_use]
pub fn questions_with(tag: &str) -> Vec<u8> {
    tags().text(tag).build()
}

fn tags() -> Key {
    Key::new().text("questions with tag")
}

/// Tags of bank questions with their numbers of questions, in alphabetical order.
///
/// # Errors
/// Those of [`Read`].
pub fn question_tags(read: &impl Read) -> Result<Vec<(String, u64)>, StoreError> {
    let prefix = tags().build();
    let mut found = Vec::new();
    read.scan_counters(KeyRange::prefix(&prefix), false, &mut |key, count| {
        found.push((KeyReader::new(key.get(prefix.len()..).unwrap_or_default()).text()?, count));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}
#[must_use]
pub fn notifications() -> Vec<u8> {
    Key::new().text("notifications").build()
}
#[must_use]
pub fn invites_of(person: UserId) -> Vec<u8> {
    Key::new().text("invites of").id(person.0).build()
}
#[must_use]
pub fn submissions_of(person: UserId) -> Vec<u8> {
    Key::new().text("submissions of").id(person.0).build()
}
/// Written answers to one question.
#[must_use]
pub fn answers(test: TestId, question: &str, review: Review) -> Vec<u8> {
    Key::new().text("answers").id(test.0).text(question).u8(review as u8).build()
}
/// Someone's answers to one question.
#[must_use]
pub fn markings_of(reviewer: UserId, list: marking::MarkingList, test: TestId, question: &str) -> Vec<u8> {
    markings_by(reviewer).u8(list as u8).id(test.0).text(question).build()
}

fn markings_by(reviewer: UserId) -> Key {
    Key::new().text("markings of").id(reviewer.0)
}

/// Numbers of answers, waiting and done, by test and question.
pub type MarkingCounts = BTreeMap<(TestId, String), (u64, u64)>;

/// Numbers of a person's answers.
///
/// # Errors
/// Those of [`Read`].
pub fn markings_of_all(read: &impl Read, reviewer: UserId) -> Result<MarkingCounts, StoreError> {
    let prefix = markings_by(reviewer).build();
    let mut found = MarkingCounts::new();
    read.scan_counters(KeyRange::prefix(&prefix), false, &mut |key, count| {
        let mut parts = KeyReader::new(key.get(prefix.len()..).unwrap_or_default());
        let is_waiting = parts.u8()? == marking::MarkingList::Waiting as u8;
        let of = found.entry((TestId(parts.id()?), parts.text()?)).or_default();
        *(if is_waiting { &mut of.0 } else { &mut of.1 }) = count;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// Someone's answers of a test.
#[must_use]
pub fn markings_in(test: TestId, reviewer: UserId, list: marking::MarkingList) -> Vec<u8> {
    Key::new().text("markings in").id(test.0).id(reviewer.0).u8(list as u8).build()
}

/// Answers that someone has as their part of a pool: of a question, or of the whole test. Those that wait are counted by
/// the version of the assignments that dealt them, those that are done by version 0.
#[must_use]
pub fn dealt(test: TestId, question: Option<&str>, slot: ScoreSlot, reviewer: UserId, dealt_by: u32) -> Vec<u8> {
    let key = Key::new().text("dealt").id(test.0).text(question.unwrap_or_default()).u8(slot as u8);
    key.id(reviewer.0).u32(dealt_by).build()
}

/// Answers with two scores.
#[must_use]
pub fn compared(test: TestId, outcome: ScoreComparison) -> Vec<u8> {
    Key::new().text("compared").id(test.0).u8(outcome as u8).build()
}

/// Submissions of a test with this final score, rounded to a whole percent: its histogram has 101 counters at most.
#[must_use]
pub fn final_score(test: TestId, percent: f64) -> Vec<u8> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
    let percent = percent.round().clamp(0.0, 100.0) as u8;
    final_scores_of(test).u8(percent).build()
}

fn final_scores_of(test: TestId) -> Key {
    Key::new().text("final scores").id(test.0)
}

/// Whole percents and numbers of submissions with a final score, lowest first.
///
/// # Errors
/// Those of [`Read`].
pub fn final_scores(read: &impl Read, test: TestId) -> Result<Vec<(u8, u64)>, StoreError> {
    let mut found = Vec::new();
    let range = KeyRange::prefix(&final_scores_of(test).build());
    read.scan_counters(range, false, &mut |key, count| {
        found.extend(key.last().map(|percent| (*percent, count)));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}
/// A length of time by which submissions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountPeriod {
    /// A UTC day, so that pagination skips years of submissions in a few steps.
    Day,
    /// A quarter of an hour: days start on one in every time zone.
    QuarterHour,
}

impl CountPeriod {
    #[must_use]
    pub const fn length(self) -> SignedDuration {
        match self {
            Self::Day => DAY,
            Self::QuarterHour => SignedDuration::from_mins(15),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::QuarterHour => "bucket",
        }
    }
}

/// Submissions in the period that contains `at`.
#[must_use]
pub fn submitted(period: CountPeriod, scope: Scope, at: Instant) -> Vec<u8> {
    let key = scope.encode(Key::new().text(period.name()));
    key.i64(at.period(period.length())).build()
}

/// Starts and numbers of submissions of the periods from the one that contains `from` to before the one that contains
/// `to`, newest first, without empty ones.
///
/// # Errors
/// Those of [`Read`].
pub fn periods(
    read: &impl Read,
    period: CountPeriod,
    scope: Scope,
    from: Instant,
    to: Instant,
) -> Result<Vec<(Instant, u64)>, StoreError> {
    let mut found = Vec::new();
    let range = KeyRange::between(&submitted(period, scope, from), &submitted(period, scope, to));
    read.scan_counters(range, true, &mut |key, count| {
        let number = key.len().checked_sub(size_of::<i64>()).and_then(|at| key.get(at..)).unwrap_or_default();
        found.push((Instant::of_period(KeyReader::new(number).i64()?, period.length()), count));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}
