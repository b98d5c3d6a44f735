//! The questions of a test as columns.

use crate::{
    domain::{
        Error, Result, TestId,
        bank::{plan::PaperPlan, section_points::labels, sections::TestSections},
        paper::Paper,
        test::{Question, QuestionKind, Test},
    },
    service::query::numbers::QuestionNumbers,
    state::rankings::RankingTable,
    store::Read,
};

/// Maximum length of a label, in characters.
const MAX_LABEL: usize = 80;

/// A question as a column.
#[derive(Clone, Debug)]
pub struct ListedTestQuestion {
    pub id: String,
    /// The number in the outline of the test.
    pub number: u64,
    pub label: String,
    pub points: u32,
    pub kind: QuestionKind,
}

/// A test as the columns of a table.
pub struct Shape {
    pub title: String,
    pub questions: Vec<Question>,
    /// Labels of its sections: today's, then those of earlier papers. None for a test that was never divided.
    pub sections: Vec<String>,
}

/// Title, questions and sections of a test: today's, or those of its question papers if it was deleted.
///
/// # Errors
/// 404 for a test that does not exist and was never taken.
pub fn of(read: &impl Read, test: TestId) -> Result<Shape> {
    let plans: Vec<PaperPlan> = read.children(test)?;
    let sections = sections(read.get(test)?, &plans);
    if let Some(now) = read.get::<Test>(test)? {
        let drawn = plans.iter().flat_map(|plan| &plan.template.questions);
        return Ok(Shape { title: now.title, questions: union(now.questions.iter().chain(drawn)), sections });
    }
    let mut papers: Vec<Paper> = read.children(test)?;
    papers.extend(plans.into_iter().map(|plan| plan.template));
    let title = papers.last().map(|paper| paper.title.clone()).ok_or_else(|| Error::not_found("test"))?;
    Ok(Shape { title, questions: union(papers.iter().flat_map(|paper| &paper.questions)), sections })
}

fn sections(now: Option<TestSections>, plans: &[PaperPlan]) -> Vec<String> {
    let now = now.map(|now| labels(now.sections.iter().map(|section| &*section.title))).unwrap_or_default();
    let earlier = plans.iter().flat_map(PaperPlan::spans).map(|span| span.label);
    let mut found: Vec<String> = Vec::new();
    for label in now.into_iter().chain(earlier) {
        if !found.contains(&label) {
            found.push(label);
        }
    }
    found
}

/// Each question once, in the order of its first appearance.
pub(super) fn union<'q>(questions: impl Iterator<Item = &'q Question>) -> Vec<Question> {
    let mut found: Vec<Question> = Vec::new();
    for question in questions {
        if found.iter().all(|known| known.id != question.id) {
            found.push(question.clone());
        }
    }
    found
}

/// Sections with the share of their points that all submissions earned.
pub fn with_means(table: &RankingTable, sections: Vec<String>) -> Vec<(String, Option<f64>)> {
    let with_mean = |label: String| {
        let mean = table.mean_share_in(&label);
        (label, mean)
    };
    sections.into_iter().map(with_mean).collect()
}

pub fn listed(numbers: &QuestionNumbers, questions: &[Question]) -> Vec<ListedTestQuestion> {
    let found = numbers.of_each(questions.iter().map(|question| &*question.id));
    let numbered = found.into_iter().zip(questions);
    numbered
        .map(|(number, question)| ListedTestQuestion {
            id: question.id.clone(),
            number,
            label: label(&question.summary()),
            points: question.points,
            kind: question.kind(),
        })
        .collect()
}

/// The first line with content, shortened.
fn label(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if line.chars().count() <= MAX_LABEL {
        return line.to_owned();
    }
    let short: String = line.chars().take(MAX_LABEL - 1).collect();
    format!("{}…", short.trim_end())
}
