//! Up to four candidates of a test side by side.

use super::{
    pass_mark,
    rows::{self, RankedSubmission},
    table,
    test_questions::{self, ListedTestQuestion, Shape},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result, TestId,
        anonymity::ShownTimes,
        attempt::{Answer, TimeSpent},
        paper::Paper,
        question::{Thousandths, render},
        submission::{Grade, GradeStatus, Submission},
        test::Question,
    },
    service::{actor::ResultReader, query, scoring::repairs::marks::RepairEffects},
    state::rankings::RankingTable,
    store::{Read, Snapshot},
};
use std::{collections::HashMap, sync::Arc};

const MIN: usize = 2;
const MAX: usize = 4;

pub struct ComparedAnswer {
    pub question_id: String,
    /// The answer in words, if it is not a text itself.
    pub text: String,
    /// `None` while it waits for a review.
    pub earned: Option<f64>,
    pub points: u32,
    pub status: GradeStatus,
    pub by_ai: bool,
    pub seconds: Option<u32>,
}

/// Points of the questions with a tag, without answers that wait for a review.
pub struct TagPoints {
    pub tag: String,
    pub earned: f64,
    pub points: u32,
}

pub struct ComparedCandidate {
    pub row: RankedSubmission,
    /// Answers in the order of the question paper.
    pub answers: Vec<ComparedAnswer>,
    pub tags: Vec<TagPoints>,
}

/// Share of the points of a tag's questions that all submissions earned.
pub struct TagMean {
    pub tag: String,
    pub mean: Option<f64>,
}

pub struct Comparison {
    pub test: TestId,
    pub title: String,
    /// The questions of the compared papers.
    pub questions: Vec<ListedTestQuestion>,
    pub candidates: Vec<ComparedCandidate>,
    /// Sections with the share of their points that all submissions earned.
    pub sections: Vec<(String, Option<f64>)>,
    pub mean: Option<f64>,
    pub median: Option<f64>,
    pub tags: Vec<TagMean>,
}

/// # Errors
/// 404; 422 on `ids` for another number of submissions, and for submissions of several tests.
pub async fn compare(app: &App, by: &ResultReader, ids: &[AttemptId]) -> Result<Comparison> {
    let is_distinct = ids.iter().enumerate().all(|(place, id)| !ids[..place].contains(id));
    if !(MIN..=MAX).contains(&ids.len()) || !is_distinct {
        return Err(Error::field("ids", "Please choose two to four candidates."));
    }
    let found = ids.iter().map(|id| super::super::results::get(app, by, *id));
    let submissions = found.collect::<Result<Vec<Submission>>>()?;
    let test = submissions[0].test_id;
    if submissions.iter().any(|submission| submission.test_id != test) {
        return Err(Error::field("ids", "Please choose candidates of one test."));
    }
    let table = table::current(app, by, test).await?;
    side_by_side(app, test, &table, submissions)
}

fn side_by_side(app: &App, test: TestId, table: &RankingTable, submissions: Vec<Submission>) -> Result<Comparison> {
    let read = app.store.read()?;
    let Shape { title, sections, .. } = test_questions::of(&read, test)?;
    let papers = submissions.iter().map(|submission| app.caches.papers.get(&read, test, &submission.paper));
    let papers = papers.collect::<Result<Vec<Arc<Paper>>>>()?;
    let mut questions = test_questions::union(papers.iter().flat_map(|paper| &paper.questions));
    let numbers = query::numbers::of(app, &read, test)?;
    questions.sort_by_key(|question| numbers.rank(&question.id));
    let mark = pass_mark::of(&read, test)?.record;
    let (mut candidates, mut marks) = (Vec::with_capacity(submissions.len()), RepairEffects::new(app));
    for (submission, paper) in submissions.into_iter().zip(&papers) {
        let grades: Vec<Grade> = read.children(submission.id)?;
        candidates.push(ComparedCandidate {
            answers: answers(&read, &submission, paper, &grades)?,
            tags: tags(&questions).map(|tag| earned(tag, paper, &grades)).collect(),
            row: rows::row(&read, table, submission, mark.as_ref(), &mut marks, &sections)?,
        });
    }
    let mean = |tag: &str| TagMean {
        tag: tag.to_owned(),
        mean: table.mean_share_of(questions.iter().filter(|q| has(q, tag)).map(|q| q.id.as_str())),
    };
    Ok(Comparison {
        test,
        title,
        candidates,
        sections: test_questions::with_means(table, sections),
        mean: table.mean(),
        median: table.median(),
        tags: tags(&questions).map(mean).collect(),
        questions: test_questions::listed(&numbers, &questions),
    })
}

fn has(question: &Question, tag: &str) -> bool {
    question.tags.iter().any(|own| own == tag)
}

/// The tags of the questions, each once.
fn tags(questions: &[Question]) -> impl Iterator<Item = &str> {
    let mut found: Vec<&str> = questions.iter().flat_map(|question| &question.tags).map(String::as_str).collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter()
}

fn earned(tag: &str, paper: &Paper, grades: &[Grade]) -> TagPoints {
    let scored = grades.iter().filter(|grade| grade.status.is_scored());
    let asked = scored.filter_map(|grade| Some((grade, paper.questions.get(grade.place as usize)?)));
    let tagged: Vec<_> = asked.filter(|(_, question)| has(question, tag)).collect();
    TagPoints {
        tag: tag.to_owned(),
        earned: tagged.iter().map(|(grade, _)| Thousandths::nearest(grade.earned)).sum::<Thousandths>().as_points(),
        points: tagged.iter().map(|(_, question)| question.points).sum(),
    }
}

fn answers(read: &Snapshot, shown: &Submission, paper: &Paper, grades: &[Grade]) -> Result<Vec<ComparedAnswer>> {
    let texts: Vec<Answer> = read.children(shown.id)?;
    let mut texts: HashMap<String, String> = texts.into_iter().map(|a| (a.question_id, a.text)).collect();
    let spent: Vec<TimeSpent> = read.children(shown.id)?;
    let times = ShownTimes::of(shown.alias.is_some(), shown.started_at);
    let seconds: HashMap<&str, u32> =
        spent.iter().map(|t| (t.question_id.as_str(), times.seconds(t.seconds))).collect();
    let asked = grades.iter().filter_map(|grade| Some((grade, paper.questions.get(grade.place as usize)?)));
    let answer = |(grade, question): (&Grade, &Question)| {
        let text = texts.remove(&question.id).unwrap_or_default();
        ComparedAnswer {
            question_id: question.id.clone(),
            text: render::answer_text(question, &text).unwrap_or(text),
            earned: grade.status.is_scored().then_some(grade.earned),
            points: question.points,
            status: grade.status,
            by_ai: grade.by_ai,
            seconds: seconds.get(question.id.as_str()).copied(),
        }
    };
    Ok(asked.map(answer).collect())
}
