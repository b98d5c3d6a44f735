//! The matrix of a test: candidates by questions, where a column of red shows a question that all failed.

use super::{
    ranking::{self, RankedPage, RankingRequest},
    rows::RankStanding,
    table,
    test_questions::{self, ListedTestQuestion},
};
use crate::{
    app::App,
    domain::{
        Result, TestId,
        attempt::Answer,
        invisible::is_blank,
        submission::{Grade, GradeStatus, Submission},
        test::Question,
    },
    service::actor::ResultReader,
    store::Read,
};
use std::collections::{HashMap, HashSet};

/// How an answer did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerResult {
    Correct,
    Partial,
    Incorrect,
    /// Waits for a review.
    Pending,
    /// Blank.
    Unanswered,
    /// Taken out of the scores by a repair.
    Void,
    /// Not on this candidate's question paper.
    Absent,
}

pub struct MatrixCell {
    /// `None` where pending or absent.
    pub earned: Option<f64>,
    pub points: u32,
    pub status: AnswerResult,
}

pub struct MatrixRow {
    pub submission: Submission,
    pub rank: Option<u64>,
    /// Cells in the order of the questions.
    pub cells: Vec<MatrixCell>,
}

pub struct Matrix {
    /// Questions with the share of the points earned by all scored answers.
    pub questions: Vec<(ListedTestQuestion, Option<f64>)>,
    pub rows: Vec<MatrixRow>,
    pub total: u64,
}

/// # Errors
/// Those of [`ranking::list`].
pub async fn of_test(app: &App, by: &ResultReader, test: TestId, asked: RankingRequest) -> Result<Matrix> {
    let table = table::current(app, by, test).await?;
    let RankedPage { table, read, shape, numbers, total, submissions, .. } = ranking::find(app, test, table, asked)?;
    let questions = shape.questions;
    let mut rows = Vec::with_capacity(submissions.len());
    for submission in submissions {
        let cells = cells(app, &read, &submission, &questions)?;
        rows.push(MatrixRow { rank: RankStanding::of(&table, &submission, None).rank, submission, cells });
    }
    let mean = |listed: ListedTestQuestion| {
        let mean = table.mean_share(&listed.id);
        (listed, mean)
    };
    let listed = test_questions::listed(&numbers, &questions);
    Ok(Matrix { questions: listed.into_iter().map(mean).collect(), rows, total })
}

fn cells(app: &App, read: &impl Read, submission: &Submission, questions: &[Question]) -> Result<Vec<MatrixCell>> {
    let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
    let grades: Vec<Grade> = read.children(submission.id)?;
    let grades: HashMap<&str, &Grade> = grades.iter().map(|grade| (grade.question_id.as_str(), grade)).collect();
    let answers: Vec<Answer> = read.children(submission.id)?;
    let written = answers.iter().filter(|answer| !is_blank(&answer.text));
    let answered: HashSet<&str> = written.map(|answer| answer.question_id.as_str()).collect();
    let cell = |question: &Question| {
        let Some(grade) = grades.get(question.id.as_str()) else {
            return MatrixCell { earned: None, points: question.points, status: AnswerResult::Absent };
        };
        let asked = paper.questions.get(grade.place as usize);
        MatrixCell {
            earned: grade.status.is_scored().then_some(grade.earned),
            points: asked.map_or(question.points, |asked| asked.points),
            status: shown(grade.status, answered.contains(question.id.as_str())),
        }
    };
    Ok(questions.iter().map(cell).collect())
}

const fn shown(status: GradeStatus, is_answered: bool) -> AnswerResult {
    match status {
        GradeStatus::Pending => AnswerResult::Pending,
        GradeStatus::Void => AnswerResult::Void,
        GradeStatus::Correct => AnswerResult::Correct,
        GradeStatus::Partial => AnswerResult::Partial,
        GradeStatus::Wrong if is_answered => AnswerResult::Incorrect,
        GradeStatus::Wrong => AnswerResult::Unanswered,
    }
}
