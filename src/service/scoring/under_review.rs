//! Written answers as reviewers read them: of one submission, or the one that was just scored.

use super::{
    judging::held,
    rubrics::{
        choice,
        edit::{self, RubricView},
    },
};
use crate::service::scoring::scores;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result,
        attempt::{Answer, LateAnswer},
        judging::Judging,
        model_verdict::ModelVerdict,
        paper::Paper,
        passage::Passage,
        rubric::RubricChoice,
        submission::{Grade, Submission},
        test::Question,
    },
    service::{
        actor::Scorer,
        query::{
            self,
            naming::{self, ForReview},
            numbers::QuestionNumbers,
        },
    },
    store::{Read, StoreError},
};
use std::sync::Arc;

/// A written answer with its grade.
pub struct Reviewed {
    pub question: Question,
    /// Number in the outline of the test.
    pub number: u64,
    /// The passage that the question is about.
    pub passage: Option<Passage>,
    pub grade: Grade,
    pub text: String,
    pub reviewed_by: Option<String>,
    pub judging: Option<Judging>,
    /// The verdict of the AI's score or suggestion.
    pub by_model: Option<ModelVerdict>,
    /// Items of the rubric.
    pub chosen: Option<RubricChoice>,
    /// Only where one submission is read.
    pub rubric: Option<RubricView>,
}

/// A submission with its written answers.
pub struct UnderReview {
    pub shown: ForReview,
    pub paper: Arc<Paper>,
    pub numbers: QuestionNumbers,
    pub answers: Vec<Reviewed>,
    pub late: Vec<LateAnswer>,
}

/// The submission that a reviewer's call names.
///
/// # Errors
/// 404.
pub fn named(app: &App, _: &Scorer, id: AttemptId) -> Result<AttemptId> {
    query::naming::reviewed(&app.store.read()?, id)
}

/// Written answers, code, and what a person has scored; with `all`, every answer.
///
/// # Errors
/// 404.
pub fn submission(app: &App, _: &Scorer, id: AttemptId, all: bool) -> Result<UnderReview> {
    let read = app.store.read()?;
    let (submission, paper) = open(app, &read, id)?;
    let grades: Vec<Grade> = read.children(id)?;
    // Code that tests score can be scored by a person too.
    let is_code = |grade: &Grade| paper.questions.get(grade.place as usize).is_some_and(|q| q.coding().is_some());
    let is_listed = |grade: &Grade| all || grade.is_written || is_code(grade) || grade.is_scored_by_person();
    let written = grades.into_iter().filter(is_listed);
    let numbers = query::numbers::of(app, &read, submission.test_id)?;
    let asked = AskedOn { paper: &paper, numbers: &numbers };
    let answers = written.map(|grade| with_rubric(app, &read, asked, grade)).collect::<Result<_>>()?;
    Ok(UnderReview { late: read.children(id)?, shown: naming::for_review(&read, submission)?, paper, numbers, answers })
}

/// The answer of a grade, and whether the name of its candidate is hidden.
///
/// # Errors
/// 404.
pub fn answer(app: &App, _: &Scorer, grade: Grade) -> Result<(Reviewed, bool)> {
    let read = app.store.read()?;
    let (submission, paper) = open(app, &read, grade.submission_id)?;
    let numbers = query::numbers::of(app, &read, submission.test_id)?;
    let asked = AskedOn { paper: &paper, numbers: &numbers };
    Ok((with_rubric(app, &read, asked, grade)?, naming::hides(&read, submission.test_id)?))
}

fn open(app: &App, read: &impl Read, id: AttemptId) -> Result<(Submission, Arc<Paper>)> {
    let submission: Submission = read.get(id)?.ok_or_else(|| Error::not_found("result"))?;
    let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
    Ok((submission, paper))
}

fn with_rubric(app: &App, read: &impl Read, asked: AskedOn<'_>, grade: Grade) -> Result<Reviewed> {
    let answer = reviewed(app, read, asked, grade)?;
    let rubric = edit::of(read, answer.grade.test_id, &answer.question)?;
    Ok(Reviewed { rubric, ..answer })
}

/// The paper of an answer, and the numbers of its questions.
#[derive(Clone, Copy)]
pub(in crate::service) struct AskedOn<'a> {
    pub paper: &'a Paper,
    pub numbers: &'a QuestionNumbers,
}

/// Adds question, text and reviewer to a grade.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn reviewed(app: &App, read: &impl Read, asked: AskedOn<'_>, grade: Grade) -> Result<Reviewed> {
    let AskedOn { paper, numbers } = asked;
    let question = paper.questions.get(grade.place as usize).cloned();
    let answer: Option<Answer> = read.get((grade.submission_id, grade.question_id.as_str()))?;
    let mut judging: Option<Judging> = read.get((grade.submission_id, grade.question_id.as_str()))?;
    held::note(app, read, grade.test_id, &mut judging)?;
    Ok(Reviewed {
        question: question.ok_or_else(|| StoreError::Corrupt("a grade without its question".into()))?,
        number: numbers.on(paper, grade.place as usize),
        text: answer.map(|a| a.text).unwrap_or_default(),
        reviewed_by: scores::reviewer(read, &grade)?,
        by_model: by_model(read, &grade)?,
        judging,
        chosen: choice::of(read, &grade)?,
        rubric: None,
        passage: paper.passage(grade.place as usize).cloned(),
        grade,
    })
}

/// `None` where the verdict only measured how far the model agrees with a person.
fn by_model(read: &impl Read, grade: &Grade) -> Result<Option<ModelVerdict>> {
    let Some(ai) = &grade.ai else { return Ok(None) };
    let verdict: Option<ModelVerdict> = read.get((grade.submission_id, grade.question_id.as_str()))?;
    Ok(verdict.filter(|verdict| verdict.at == ai.at))
}
