//! The ranking of a test in memory, read from the store.

use super::flags;
use crate::{
    app::App,
    domain::{
        AttemptId, Result, TestId, UserId,
        assignment::Assignments,
        bank::section_points,
        decision::Decision,
        list::Scope,
        marking::Marking,
        paper::Paper,
        question::Thousandths,
        submission::{Grade, Submission},
    },
    service::{
        actor::ResultReader,
        query::{self, spans::Spans},
        result::results::{self, SubmissionFilter},
    },
    state::rankings::{AnswerScore, Marker, RankingEntry, RankingTable},
    store::{Read, records},
};
use std::{collections::HashSet, sync::Arc};

/// The current ranking of a test. The first reader builds it on a blocking thread, and later ones read again what has
/// changed since.
///
/// # Errors
/// Storage only.
pub async fn current(app: &App, by: &ResultReader, test: TestId) -> Result<Arc<RankingTable>> {
    if let Some(table) = app.caches.rankings.fresh(test, app.store.stats().reopens) {
        return Ok(table);
    }
    let reading = app.caches.rankings.reading(test).lock_owned().await;
    if let Some(table) = app.caches.rankings.fresh(test, app.store.stats().reopens) {
        return Ok(table);
    }
    let by = by.clone();
    // With the thread, not with the caller, who may leave: others would begin to read beside it.
    app.blocking(move |app| {
        let _reading = reading;
        update(app, &by, test)
    })
    .await
}

fn update(app: &App, by: &ResultReader, test: TestId) -> Result<Arc<RankingTable>> {
    let reopens = app.store.stats().reopens;
    let (known, changed) = app.caches.rankings.begin(test, reopens);
    let mut table = match known {
        Some(known) => Arc::unwrap_or_clone(known),
        None => build(app, by, test)?,
    };
    apply(app, &mut table, changed)?;
    let table = Arc::new(table);
    app.caches.rankings.keep(test, table.clone());
    Ok(table)
}

fn build(app: &App, by: &ResultReader, test: TestId) -> Result<RankingTable> {
    let (mut table, mut spans) = (RankingTable::default(), Spans::default());
    let mut found = Vec::new();
    results::each_present(
        app,
        by,
        SubmissionFilter { scope: Scope::Test(test), submitted: None },
        |read, submission| {
            found.push(row(app, read, &mut table, &mut spans, &submission)?);
            Ok(())
        },
    )?;
    table.fill(found);
    Ok(table)
}

fn apply(app: &App, table: &mut RankingTable, changed: HashSet<AttemptId>) -> Result<()> {
    let mut spans = Spans::default();
    results::each_changed(app, changed, |read, id, submission| {
        match submission {
            Some(submission) => {
                let row = row(app, read, table, &mut spans, &submission)?;
                table.set(row);
            }
            None => table.remove(id),
        }
        Ok(())
    })
}

fn row(
    app: &App,
    read: &impl Read,
    table: &mut RankingTable,
    spans: &mut Spans,
    submission: &Submission,
) -> Result<RankingEntry> {
    let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
    let grades: Vec<Grade> = read.children(submission.id)?;
    let marks = grades.iter().map(|grade| mark(table, &paper, grade)).collect();
    let spans = spans.of(read, submission.id)?;
    let points = section_points::points(&spans, &paper, &grades);
    let sections = spans.iter().zip(points).map(|(span, points)| (table.section(&span.label), points)).collect();
    let markers = markers(read, table, submission, &grades)?;
    let decision: Option<Decision> = read.get(submission.id)?;
    let shown = query::naming::of_result(read, submission.clone())?;
    Ok(RankingEntry {
        id: submission.id,
        shown_id: shown.shown_id(),
        name: shown.applicant_name.to_lowercase().into(),
        email: shown.applicant_email.to_lowercase().into(),
        score: score(submission),
        share: submission.share(),
        provisional: submission.is_provisional(),
        status: submission.status,
        time_used: shown.submitted_at.since(shown.started_at),
        submitted_at: shown.submitted_at,
        flags: flags::of(read, submission.id)?.total(),
        decision: decision.as_ref().and_then(|decision| decision.value),
        is_told: decision.is_some_and(|decision| !decision.told.is_empty()),
        marks,
        sections,
        markers,
    })
}

/// The reviewers to whom answers were dealt, and those who scored some.
fn markers(
    read: &impl Read,
    table: &mut RankingTable,
    submission: &Submission,
    grades: &[Grade],
) -> Result<Box<[Marker]>> {
    let dealt = dealt(read, submission)?;
    let all = with_scorers(dealt.clone(), grades);
    Ok(all.into_iter().map(|id| Marker { person: table.person(id), is_dealt: dealt.contains(&id) }).collect())
}

/// Returns the people to whom answers of a submission were dealt, and those who scored some; each once.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn people(read: &impl Read, submission: &Submission) -> Result<Vec<UserId>> {
    let dealt = dealt(read, submission)?;
    // Otherwise no person has scored an answer of it.
    if submission.manual_earned.is_none() {
        return Ok(dealt);
    }
    Ok(with_scorers(dealt, &read.children::<Grade>(submission.id)?))
}

fn dealt(read: &impl Read, submission: &Submission) -> Result<Vec<UserId>> {
    // Without assignments nothing was ever dealt.
    if !read.has::<Assignments>(submission.test_id)? {
        return Ok(Vec::new());
    }
    let dealt: Vec<Marking> = read.linked(records::MARKINGS_BY_ANSWER.under(submission.id))?;
    let ids = dealt.iter().filter(|marking| marking.list().is_some()).map(|marking| marking.reviewer_id);
    Ok(each_once(Vec::new(), ids))
}

fn with_scorers(dealt: Vec<UserId>, grades: &[Grade]) -> Vec<UserId> {
    each_once(dealt, grades.iter().filter_map(|grade| grade.reviewed_by))
}

fn each_once(mut known: Vec<UserId>, ids: impl Iterator<Item = UserId>) -> Vec<UserId> {
    for id in ids {
        if !known.contains(&id) {
            known.push(id);
        }
    }
    known
}

fn mark(table: &mut RankingTable, paper: &Paper, grade: &Grade) -> AnswerScore {
    AnswerScore {
        question: table.question(&grade.question_id),
        earned: grade.status.is_scored().then(|| Thousandths::nearest(grade.earned)),
        points: paper.questions.get(grade.place as usize).map_or(0, |question| question.points),
    }
}

/// The final score in hundredths of a percent.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10,000")]
pub(in crate::service) fn score(submission: &Submission) -> u32 {
    (submission.final_score() * 100.0).round() as u32
}
