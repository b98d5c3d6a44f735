//! Answers with two scores: how far the markers agree, and what is left to be settled.

use crate::{
    app::App,
    domain::{
        Result, TestId,
        agreement::{ScorePair, kappa},
        assignment::ScoreSlot,
        marking::{Given, Marking, ScoreComparison},
        submission::{Grade, Submission},
        test::Question,
    },
    service::{
        actor::Scorer,
        query::{
            naming,
            page::{Page, Slice, oldest},
            person::name_of,
        },
    },
    store::{
        Read,
        records::{self, counter},
    },
};
use std::collections::BTreeMap;

pub struct ReviewerAgreement {
    pub agreed: u64,
    pub to_settle: u64,
    pub settled: u64,
    /// Cohen's kappa over five bands of points; `None` without enough answers.
    pub kappa: Option<f64>,
    /// The questions with two scores, by their ids.
    pub questions: Vec<QuestionReviewerAgreement>,
}

/// How far the markers of one question agree.
pub struct QuestionReviewerAgreement {
    pub question: String,
    pub agreed: u64,
    /// Answers with two scores.
    pub answers: u64,
    pub kappa: Option<f64>,
}

fn by_question(both: &[Marking]) -> Vec<QuestionReviewerAgreement> {
    let mut found: BTreeMap<&str, Vec<&Marking>> = BTreeMap::new();
    for marking in both {
        found.entry(&marking.question_id).or_default().push(marking);
    }
    let of = |(question, markings): (&str, Vec<&Marking>)| {
        let pairs: Vec<ScorePair> = markings.iter().filter_map(|marking| marking.pair()).collect();
        QuestionReviewerAgreement {
            question: question.to_owned(),
            agreed: markings.iter().filter(|marking| marking.has_outcome(ScoreComparison::Agreed)).count() as u64,
            answers: pairs.len() as u64,
            kappa: kappa(&pairs),
        }
    };
    found.into_iter().map(of).collect()
}

/// # Errors
/// Storage only.
pub fn of_test(app: &App, _: &Scorer, test: TestId) -> Result<ReviewerAgreement> {
    let read = app.store.read()?;
    let both = read.linked(records::MARKINGS_BY_OUTCOME.under(test))?;
    let pairs: Vec<ScorePair> = both.iter().filter_map(Marking::pair).collect();
    let count = |outcome| read.count(&counter::compared(test, outcome));
    Ok(ReviewerAgreement {
        agreed: count(ScoreComparison::Agreed)?,
        to_settle: count(ScoreComparison::ToSettle)?,
        settled: count(ScoreComparison::Settled)?,
        kappa: kappa(&pairs),
        questions: by_question(&both),
    })
}

/// A score with the name of who gave it.
pub struct NamedScore {
    pub by: String,
    pub given: Given,
}

/// An answer whose two scores differ.
pub struct Differing {
    /// The submission as reviewers know it.
    pub submission: Submission,
    pub question: Question,
    /// The version of the score that counts.
    pub version: u32,
    pub first: NamedScore,
    pub second: NamedScore,
}

fn signed(read: &impl Read, marking: Marking) -> Result<Option<NamedScore>> {
    let by = name_of(read, Some(marking.reviewer_id))?;
    Ok(marking.given.map(|given| NamedScore { by, given }))
}

/// Answers to be settled by an administrator, who scores them.
///
/// # Errors
/// 422 for a bad cursor.
pub fn to_settle(app: &App, _: &Scorer, test: TestId, slice: &Slice) -> Result<Page<Differing>> {
    let read = app.store.read()?;
    let page = oldest(&read, records::MARKINGS_BY_OUTCOME.under((test, ScoreComparison::ToSettle)), slice)?;
    let mut items = Vec::with_capacity(page.items.len());
    for second in page.items {
        items.extend(differing(app, &read, second)?);
    }
    Ok(Page { items, next: page.next })
}

fn differing(app: &App, read: &impl Read, second: Marking) -> Result<Option<Differing>> {
    let Some(submission) = read.get::<Submission>(second.submission_id)? else { return Ok(None) };
    let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
    let question = paper.question(&second.question_id).map(|(_, question)| question.clone());
    let of_answer = records::MARKINGS_BY_ANSWER.under((second.submission_id, second.question_id.as_str()));
    let first = read.linked(of_answer)?.into_iter().find(|marking| marking.slot == ScoreSlot::First);
    let first = first.map(|first| signed(read, first)).transpose()?.flatten();
    let grades: Vec<Grade> = read.children(submission.id)?;
    let version = grades.iter().find(|grade| grade.question_id == second.question_id).map_or(0, |grade| grade.version);
    let all = question.zip(first).zip(signed(read, second)?);
    let Some(((question, first), second)) = all else { return Ok(None) };
    let submission = naming::for_review(read, submission)?.submission;
    Ok(Some(Differing { submission, question, version, first, second }))
}
