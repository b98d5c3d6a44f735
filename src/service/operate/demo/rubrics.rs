//! An essay has a rubric, and some of its answers are scored by it.

use crate::{
    app::App,
    domain::{
        Result, TestId,
        rubric::{DraftItem, RubricDraft, RubricMode},
        submission::Grade,
        test::{QuestionKind, Test},
    },
    service::{
        actor::Actor,
        scoring::{rubrics::edit, scores},
    },
    store::{Read, records},
};

/// Texts and points of the items.
const ITEMS: [(&str, f64); 4] =
    [("Names the cause", 2.0), ("Gives an example", 1.0), ("Weighs an alternative", 1.0), ("Clear language", 1.0)];
const MODEL_ANSWER: &str =
    "A good answer names what happens first, why, and what one would look at next; one example is enough.";
const NOTES: &str = "Grammar does not count. An unusual answer with a reason is worth as much as the model answer.";
const SNIPPETS: [&str; 3] =
    ["Clear and complete.", "Right, but the reason is missing.", "Please answer the question that was asked."];
/// Answers that are scored by the rubric.
const SCORED: usize = 6;

/// # Errors
/// Storage only.
pub async fn play(app: &App, actor: &Actor, tests: &[TestId]) -> Result<()> {
    let Some((test, question)) = essay(app, tests)? else { return Ok(()) };
    let item = |(text, points): (&str, f64)| DraftItem { id: None, text: text.into(), points };
    let draft = RubricDraft {
        mode: RubricMode::Add,
        items: ITEMS.map(item).into(),
        model_answer: MODEL_ANSWER.into(),
        notes: NOTES.into(),
        snippets: SNIPPETS.map(Into::into).into(),
    };
    let stored = edit::set(app, &actor.require()?, test, &question, draft, None).await?;
    let ids: Vec<_> = stored.content.items.into_iter().map(|item| item.id).collect();
    let grades = app.store.read()?.linked(records::GRADES_BY_QUESTION.under((test, question.as_str())))?;
    let mut reviewed: Vec<Grade> = grades.into_iter().filter(|grade| grade.reviewed_at.is_some()).collect();
    reviewed.dedup_by_key(|grade| grade.submission_id);
    for (place, grade) in reviewed.into_iter().take(SCORED).enumerate() {
        let chosen = ids.iter().take(1 + place % ids.len()).copied().collect();
        let review = scores::ReviewInput {
            verdict: None,
            rubric_items: Some(chosen),
            comments: grade.comments,
            version: Some(grade.version),
        };
        scores::score(app, &actor.require()?, grade.submission_id, &grade.question_id, review).await?;
    }
    Ok(())
}

/// The first essay of the tests that is worth as much as all items.
fn essay(app: &App, tests: &[TestId]) -> Result<Option<(TestId, String)>> {
    let read = app.store.read()?;
    for id in tests {
        let test: Option<Test> = read.get(*id)?;
        let questions = test.iter().flat_map(|test| &test.questions);
        let mut essays = questions.filter(|question| question.kind() == QuestionKind::Essay && question.points == 5);
        if let Some(question) = essays.next() {
            return Ok(Some((*id, question.id.clone())));
        }
    }
    Ok(None)
}
