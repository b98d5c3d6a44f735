//! Review queue: by submission, or by question across all candidates (`docs/behaviour/results.md#scoring-and-review`).

use super::under_review::{AskedOn, Reviewed, reviewed};
use crate::{
    app::App,
    domain::{
        Error, Result, TestId, UserId,
        anonymity::Alias,
        list::Review,
        marking::{Marking, MarkingList, MarkingState},
        submission::{Grade, GradeStatus, Submission},
        test::{Question, Test},
    },
    service::{
        actor::Scorer,
        query::{
            self,
            naming::{self, ForReview},
            page::{Page, Slice, newest_wanted, oldest, oldest_wanted},
            plans,
        },
    },
    store::{
        Read, Snapshot,
        records::{self, counter},
    },
};
use std::collections::HashSet;

/// Begins a cursor among the submissions without names.
const NAMELESS: &str = ".";

/// Submissions that need a review, oldest first; after them those without names, in random order. Those with an answer that
/// waits for `reviewer`, also for a second score alone, come by test, in random order.
///
/// # Errors
/// 422 for a bad cursor.
pub fn submissions(app: &App, _: &Scorer, reviewer: Option<UserId>, slice: &Slice) -> Result<Page<ForReview>> {
    let read = app.store.read()?;
    let page = match reviewer {
        Some(reviewer) => dealt(&read, reviewer, slice)?,
        None => all(&read, slice)?,
    };
    let shown = page.items.into_iter().map(|submission| naming::for_review(&read, submission));
    Ok(Page { items: shown.collect::<Result<_>>()?, next: page.next })
}

/// Submissions with an answer that waits for this person: where only the second score is missing, for no one else.
fn dealt(read: &Snapshot, reviewer: UserId, slice: &Slice) -> Result<Page<Submission>> {
    // Of several such answers of a submission, the first one represents it.
    let is_first = |marking: &Marking| {
        let all = read.linked(records::MARKINGS_BY_ANSWER.under(marking.submission_id)).unwrap_or_default();
        let mut own = all.iter().filter(|other| other.reviewer_id == reviewer && other.state == MarkingState::Waiting);
        !own.any(|other| (&other.question_id, other.id) < (&marking.question_id, marking.id))
    };
    let page =
        oldest_wanted(read, records::MARKINGS_BY_REVIEWER.under((reviewer, MarkingList::Waiting)), slice, is_first)?;
    let mut items = Vec::with_capacity(page.items.len());
    for marking in page.items {
        items.extend(read.get::<Submission>(marking.submission_id)?);
    }
    Ok(Page { items, next: page.next })
}

fn all(read: &Snapshot, slice: &Slice) -> Result<Page<Submission>> {
    let hiding = naming::hiding(read)?;
    if let Some(after) = slice.after.as_deref().and_then(|after| after.strip_prefix(NAMELESS)) {
        return nameless(read, &hiding, slice.limit, after);
    }
    let named = |submission: &Submission| !hiding.contains(&submission.test_id);
    let page = oldest_wanted(read, records::SUBMISSIONS_WAITING.all(), slice, named)?;
    if page.next.is_none() { filled(read, &hiding, slice.limit, page.items) } else { Ok(page) }
}

/// The last page of those with names, filled up with some without.
fn filled(
    read: &Snapshot,
    hiding: &HashSet<TestId>,
    limit: usize,
    mut items: Vec<Submission>,
) -> Result<Page<Submission>> {
    let space = limit - items.len();
    let first = nameless(read, hiding, space.max(1), "")?;
    if space == 0 {
        let is_more = !first.items.is_empty() || first.next.is_some();
        return Ok(Page { items, next: is_more.then(|| NAMELESS.to_owned()) });
    }
    items.extend(first.items);
    Ok(Page { items, next: first.next })
}

/// Waiting submissions without names, in the order of their random review ids.
fn nameless(read: &Snapshot, hiding: &HashSet<TestId>, limit: usize, after: &str) -> Result<Page<Submission>> {
    let waiting = |alias: &Alias| {
        let submission: Option<Submission> = read.get(alias.submission_id).ok().flatten();
        submission.filter(Submission::waits_for_review)
    };
    let slice = Slice { limit, after: Some(after.to_owned()).filter(|after| !after.is_empty()) };
    let keep = |alias: &Alias| hiding.contains(&alias.test_id) && waiting(alias).is_some();
    let page = newest_wanted(read, records::ALIASES_BY_REVIEW.all(), &slice, None, keep)?;
    let next = page.next.map(|next| format!("{NAMELESS}{next}"));
    Ok(Page { items: page.items.iter().filter_map(waiting).collect(), next })
}

/// A written question with its numbers of answers.
pub struct WrittenQuestion {
    /// Number in the outline of the test.
    pub number: u64,
    pub question: Question,
    pub pending: u64,
    pub total: u64,
}

/// Written questions of a test that have answers: those of the current test by their numbers, then those that only older
/// question papers contain.
///
/// # Errors
/// 404 for a test that does not exist and was never taken.
pub fn questions(app: &App, _: &Scorer, test: TestId) -> Result<Vec<WrittenQuestion>> {
    let read = app.store.read()?;
    let now: Option<Test> = read.get(test)?;
    let older = plans::ever_asked(&read, test)?;
    if now.is_none() && older.is_empty() {
        return Err(Error::not_found("test"));
    }
    let mut asked: Vec<WrittenQuestion> = Vec::new();
    let all = now.into_iter().flat_map(|t| t.questions).chain(older);
    for question in all.filter(|q| !q.is_auto()) {
        if asked.iter().any(|a| a.question.id == question.id) {
            continue;
        }
        let count = |review| read.count(&counter::answers(test, &question.id, review));
        let (pending, total) = (count(Review::Pending)?, count(Review::All)?);
        if total > 0 {
            asked.push(WrittenQuestion { number: 0, question, pending, total });
        }
    }
    let numbers = query::numbers::of(app, &read, test)?;
    asked.sort_by_key(|written| numbers.rank(&written.question.id));
    let each = numbers.of_each(asked.iter().map(|written| &*written.question.id));
    for (written, number) in asked.iter_mut().zip(each) {
        written.number = number;
    }
    Ok(asked)
}

/// One candidate's answer to a question.
pub struct OneAnswer {
    pub reviewed: Reviewed,
    pub shown: ForReview,
}

/// Answers to one written question of a test.
#[derive(Clone, Copy)]
pub struct ReviewSelection<'a> {
    pub test: TestId,
    pub question: &'a str,
    pub review: Review,
}

/// All candidates' answers to one written question, in the order of submission, or in random order without names.
///
/// # Errors
/// 404 for a question without answers; 422 for a bad cursor.
pub fn answers(app: &App, _: &Scorer, selection: ReviewSelection<'_>, slice: &Slice) -> Result<Page<OneAnswer>> {
    let ReviewSelection { test, question, review } = selection;
    let read = app.store.read()?;
    if read.count(&counter::answers(test, question, Review::All))? == 0 {
        return Err(Error::not_found("question"));
    }
    let page = if naming::hides(&read, test)? {
        shuffled(&read, selection, slice)?
    } else {
        oldest(&read, records::GRADES_BY_QUESTION.under((test, question, review)), slice)?
    };
    let numbers = query::numbers::of(app, &read, test)?;
    let mut items = Vec::with_capacity(page.items.len());
    for grade in page.items {
        // Written before the end of the attempt, which comes next.
        let Some(submission) = read.get::<Submission>(grade.submission_id)? else { continue };
        let paper = app.caches.papers.get(&read, test, &submission.paper)?;
        let reviewed = reviewed(app, &read, AskedOn { paper: &paper, numbers: &numbers }, grade)?;
        items.push(OneAnswer { reviewed, shown: naming::for_review(&read, submission)? });
    }
    Ok(Page { items, next: page.next })
}

/// The grades in the order of the random review ids.
fn shuffled(read: &Snapshot, selection: ReviewSelection<'_>, slice: &Slice) -> Result<Page<Grade>> {
    let grade = |alias: &Alias| {
        let grades: Vec<Grade> = read.children(alias.submission_id).unwrap_or_default();
        let is_wanted = |grade: &Grade| {
            let waits = grade.status == GradeStatus::Pending;
            grade.is_written && grade.question_id == selection.question && (selection.review == Review::All || waits)
        };
        grades.into_iter().find(is_wanted)
    };
    let range = records::ALIASES_BY_REVIEW.under(selection.test);
    let page = newest_wanted(read, range, slice, None, |alias| grade(alias).is_some())?;
    Ok(Page { items: page.items.iter().filter_map(grade).collect(), next: page.next })
}
