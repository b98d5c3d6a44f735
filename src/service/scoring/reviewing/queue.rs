//! Queue of a reviewer: questions with their numbers, and the answers to one of them.

use super::{
    assigning,
    marks::{grade_of, own},
};
use crate::{
    app::App,
    domain::{
        Error, MarkingId, PictureHash, Result, TestId,
        assignment::{Assignments, ScoreSlot},
        marking::{Marking, MarkingList, MarkingState},
        paper::Paper,
        picture::PictureFormat,
        submission::Submission,
        test::Question,
    },
    service::{
        actor::Reviewer,
        query::{
            naming,
            numbers::{self, QuestionNumbers},
            page::{Page, Slice, oldest},
        },
        scoring::{
            rubrics::{choice, edit},
            under_review::{AskedOn, Reviewed, reviewed},
        },
        test::pictures,
    },
    store::{
        Read, StoreError,
        records::{self, counter},
    },
};
use std::sync::Arc;

/// A question whose answers the caller scores.
pub struct Assigned {
    pub test: TestId,
    pub test_title: String,
    /// Number in the outline of the test.
    pub number: u64,
    pub question: Question,
    pub left: u64,
    pub done: u64,
    pub names_hidden: bool,
}

/// An answer that the caller scores, with their own score alone.
pub struct MarkedAnswer {
    pub marking: Marking,
    pub reviewed: Reviewed,
}

fn is_named(plan: &Assignments, reviewer: &Reviewer, question: &str) -> bool {
    [ScoreSlot::First, ScoreSlot::Second].into_iter().any(|slot| plan.names(reviewer.id(), question, slot))
}

/// The caller's questions, of all tests.
///
/// # Errors
/// Storage only.
pub fn questions(app: &App, reviewer: &Reviewer) -> Result<Vec<Assigned>> {
    let read = app.store.read()?;
    let mut found = Vec::new();
    let mut plan: Option<Assignments> = None;
    for ((test, id), (left, done)) in counter::markings_of_all(&read, reviewer.id())? {
        let plan = match plan.take().filter(|plan| plan.test_id == test) {
            Some(known) => plan.insert(known),
            None => plan.insert(assigning::of(&read, test)?),
        };
        let list = if left > 0 { MarkingList::Waiting } else { MarkingList::Done };
        let range = records::MARKINGS_BY_REVIEWER.under((reviewer.id(), list, test, id.as_str()));
        let Some(one) = read.some_linked(range, 1)?.pop().filter(|_| is_named(plan, reviewer, &id)) else { continue };
        let paper = paper_of(app, &read, &one)?;
        if let Some((place, question)) = paper.question(&id) {
            let number = numbers::of(app, &read, test)?.on(&paper, place);
            let (test_title, question) = (paper.title.clone(), question.clone());
            let names_hidden = naming::hides(&read, test)?;
            found.push(Assigned { test, test_title, number, question, left, done, names_hidden });
        }
    }
    Ok(found)
}

fn paper_of(app: &App, read: &impl Read, marking: &Marking) -> Result<Arc<Paper>> {
    let submission: Option<Submission> = read.get(marking.submission_id)?;
    let submission = submission.ok_or_else(|| StoreError::Corrupt("a marking without its submission".into()))?;
    app.caches.papers.get(read, submission.test_id, &submission.paper)
}

/// The caller's answers to one question.
#[derive(Clone, Copy)]
pub struct MarkingSelection<'a> {
    pub test: TestId,
    pub question: &'a str,
    pub list: MarkingList,
}

/// Returns answers in random order.
///
/// # Errors
/// 404 for a question that is not the caller's; 422 for a bad cursor.
pub fn answers(
    app: &App,
    reviewer: &Reviewer,
    selection: MarkingSelection<'_>,
    slice: &Slice,
) -> Result<Page<MarkedAnswer>> {
    let MarkingSelection { test, question, list } = selection;
    let read = app.store.read()?;
    let plan = assigning::of(&read, test)?;
    if !is_named(&plan, reviewer, question) {
        return Err(Error::not_found("question"));
    }
    let page = oldest(&read, records::MARKINGS_BY_REVIEWER.under((reviewer.id(), list, test, question)), slice)?;
    let numbers = numbers::of(app, &read, test)?;
    let mut items = Vec::with_capacity(page.items.len());
    for marking in page.items {
        if plan.names(reviewer.id(), question, marking.slot) {
            items.push(answer(app, &read, &numbers, marking)?);
        }
    }
    Ok(Page { items, next: page.next })
}

/// # Errors
/// 404 unless it is the caller's.
pub fn one(app: &App, reviewer: &Reviewer, id: MarkingId) -> Result<MarkedAnswer> {
    let read = app.store.read()?;
    let marking = own(&read, reviewer, id)?;
    let numbers = numbers::of(app, &read, marking.test_id)?;
    answer(app, &read, &numbers, marking)
}

/// A picture of the question of an answer that the caller scores.
///
/// # Errors
/// 404.
pub fn picture(app: &App, reviewer: &Reviewer, id: MarkingId, hash: PictureHash) -> Result<(PictureFormat, Vec<u8>)> {
    let read = app.store.read()?;
    let marking = own(&read, reviewer, id)?;
    let paper = paper_of(app, &read, &marking)?;
    let (place, question) = paper.question(&marking.question_id).ok_or_else(|| Error::not_found("picture"))?;
    pictures::of_question(&read, question, paper.passage(place), hash)
}

fn answer(app: &App, read: &impl Read, numbers: &QuestionNumbers, marking: Marking) -> Result<MarkedAnswer> {
    let grade = marking.own_view(grade_of(read, &marking)?);
    let paper = paper_of(app, read, &marking)?;
    let found = reviewed(app, read, AskedOn { paper: &paper, numbers }, grade)?;
    // The items of the stored score are the caller's own only for a first marker whose score counts.
    let chosen = match marking.slot {
        ScoreSlot::First => found.chosen.filter(|_| marking.state == MarkingState::Done),
        ScoreSlot::Second => marking.chosen.as_ref().map(|chosen| choice::still(read, chosen.clone())).transpose()?,
    };
    // Not who wrote it.
    let rubric =
        edit::of(read, marking.test_id, &found.question)?.map(|shown| edit::RubricView { last: None, ..shown });
    let reviewed = Reviewed { reviewed_by: None, chosen, rubric, ..found };
    Ok(MarkedAnswer { marking, reviewed })
}
