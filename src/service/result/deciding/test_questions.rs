//! The questions of a test as columns.

use crate::{
    domain::{
        Error, Result, TestId,
        bank::plan::PaperPlan,
        test::{Question, QuestionKind, Test},
    },
    service::query,
    store::Read,
};

/// Maximum length of a label, in characters.
const MAX_LABEL: usize = 80;

/// A question as a column.
#[derive(Clone, Debug)]
pub struct Listed {
    pub id: String,
    /// From 1.
    pub number: u64,
    pub label: String,
    pub points: u32,
    pub kind: QuestionKind,
}

/// The title and the questions of a test: today's, or those of its question papers if it was deleted.
///
/// # Errors
/// 404 for a test that does not exist and was never taken.
pub fn of(read: &impl Read, test: TestId) -> Result<(String, Vec<Question>)> {
    if let Some(now) = read.get::<Test>(test)? {
        let drawn: Vec<PaperPlan> = read.children(test)?;
        let drawn = drawn.iter().flat_map(|plan| &plan.template.questions);
        return Ok((now.title, union(now.questions.iter().chain(drawn))));
    }
    let papers = query::plans::papers_of(read, test)?;
    let title = papers.last().map(|paper| paper.title.clone()).ok_or_else(|| Error::not_found("test"))?;
    Ok((title, union(papers.iter().flat_map(|paper| &paper.questions))))
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

pub fn listed(questions: &[Question]) -> Vec<Listed> {
    let numbered = (1..).zip(questions);
    numbered
        .map(|(number, question)| Listed {
            id: question.id.clone(),
            number,
            label: label(&question.plain_text()),
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
