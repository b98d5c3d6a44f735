//! A key that was too strict is put right: its results bear the mark.

use crate::{
    app::App,
    domain::{
        ErrorKind, Result, TestId,
        repair::{RepairAction, RepairDraft},
        test::Test,
    },
    service::{
        actor::Actor,
        scoring::repairs::{job, list},
    },
    store::Read,
};

const QUESTION: &str = "fe-render";
const ALSO_RIGHT: &str = "At each render";
const REASON: &str = "Without the second argument of the example this is right, too: it was hidden on small screens.";

/// # Errors
/// Storage only.
pub async fn play(app: &App, actor: &Actor, tests: &[TestId]) -> Result<()> {
    let Some(test) = asking(app, tests)? else { return Ok(()) };
    let draft = RepairDraft {
        question_id: QUESTION.into(),
        action: RepairAction::AlsoAccept,
        value: Some(ALSO_RIGHT.into()),
        reason: REASON.into(),
        versions: Vec::new(),
    };
    match list::add(app, &actor.require()?, test, draft, None).await {
        // No candidate has taken the test yet.
        Err(error) if error.kind == ErrorKind::Invalid => Ok(()),
        Err(error) => Err(error),
        Ok(_) => job::pass(app).await,
    }
}

fn asking(app: &App, tests: &[TestId]) -> Result<Option<TestId>> {
    let read = app.store.read()?;
    for id in tests {
        let test: Option<Test> = read.get(*id)?;
        if test.is_some_and(|test| test.questions.iter().any(|question| question.id == QUESTION)) {
            return Ok(Some(*id));
        }
    }
    Ok(None)
}
