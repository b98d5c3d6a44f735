//! Review queue: by submission, or by question across all candidates (`docs/behaviour.md#scoring-and-review`).

use super::under_review::{Reviewed, reviewed};
use crate::{
    app::App,
    domain::{
        Error, Instant, Result, TestId,
        list::Review,
        submission::Submission,
        test::{Question, Test},
    },
    service::{
        actor::Admin,
        query::{
            page::{Page, Slice, oldest},
            plans,
        },
    },
    store::{
        Read,
        records::{self, counter},
    },
};

/// Submissions that need a review, oldest first.
///
/// # Errors
/// 422 for a bad cursor.
pub fn submissions(app: &App, _: &Admin, slice: &Slice) -> Result<Page<Submission>> {
    oldest(&app.store.read()?, records::SUBMISSIONS_WAITING.all(), slice)
}

/// A written question with its numbers of answers.
pub struct Asked {
    pub question: Question,
    pub pending: u64,
    pub total: u64,
}

/// Written questions of a test that have answers: those of the current test first, then those that only older question
/// papers contain.
///
/// # Errors
/// 404 for a test that does not exist and was never taken.
pub fn questions(app: &App, _: &Admin, test: TestId) -> Result<Vec<Asked>> {
    let read = app.store.read()?;
    let now: Option<Test> = read.get(test)?;
    let older = plans::ever_asked(&read, test)?;
    if now.is_none() && older.is_empty() {
        return Err(Error::not_found("test"));
    }
    let mut asked: Vec<Asked> = Vec::new();
    let all = now.into_iter().flat_map(|t| t.questions).chain(older);
    for question in all.filter(|q| !q.is_auto()) {
        if asked.iter().any(|a| a.question.id == question.id) {
            continue;
        }
        let count = |review| read.count(&counter::answers(test, &question.id, review));
        let (pending, total) = (count(Review::Pending)?, count(Review::All)?);
        if total > 0 {
            asked.push(Asked { question, pending, total });
        }
    }
    Ok(asked)
}

/// One candidate's answer to a question.
pub struct OneAnswer {
    pub reviewed: Reviewed,
    pub applicant_name: String,
    pub submitted_at: Instant,
}

/// Answers to one written question of a test.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub test: TestId,
    pub question: &'a str,
    pub review: Review,
}

/// All candidates' answers to one written question, in the order of submission.
///
/// # Errors
/// 404 for a question without answers; 422 for a bad cursor.
pub fn answers(app: &App, _: &Admin, wanted: Wanted<'_>, slice: &Slice) -> Result<Page<OneAnswer>> {
    let Wanted { test, question, review } = wanted;
    let read = app.store.read()?;
    if read.count(&counter::answers(test, question, Review::All))? == 0 {
        return Err(Error::not_found("question"));
    }
    let page = oldest(&read, records::GRADES_BY_QUESTION.under((test, question, review)), slice)?;
    let mut items = Vec::with_capacity(page.items.len());
    for grade in page.items {
        let id = grade.submission_id;
        // Written before the end of the attempt, which comes next.
        let Some(submission) = read.get::<Submission>(id)? else { continue };
        let paper = app.papers.get(&read, test, &submission.paper)?;
        items.push(OneAnswer {
            reviewed: reviewed(&read, &paper, grade)?,
            applicant_name: submission.applicant_name,
            submitted_at: submission.submitted_at,
        });
    }
    Ok(Page { items, next: page.next })
}
