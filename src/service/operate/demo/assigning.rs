//! A reviewer and an administrator share the answers that wait; one test is anonymous.

use crate::{
    app::App,
    domain::{
        Result, TestId, UserId,
        assignment::{AssignmentItem, ScoreSlot},
        list::Review,
        test::Test,
    },
    service::{
        actor::{Actor, Scorer},
        scoring::reviewing::assigning,
        test::anonymity,
    },
    store::{Read, records::counter},
};

/// Tests whose answers are shared.
const SHARED: usize = 2;

/// # Errors
/// Storage only.
pub async fn play(app: &App, actor: &Actor, reviewer: UserId, tests: &[TestId]) -> Result<()> {
    let waiting = waiting(app, tests)?;
    for test in &waiting {
        let share = |reviewer_id| AssignmentItem { reviewer_id, question_id: None, share: 1, slot: ScoreSlot::First };
        let scorer: Scorer = actor.require()?;
        let items = [Some(reviewer), scorer.id()].into_iter().flatten().map(share).collect();
        assigning::set(app, &scorer, *test, items, None).await?;
    }
    if let Some(last) = waiting.last() {
        anonymity::set(app, &actor.require()?, *last, true, None).await?;
    }
    Ok(())
}

fn waiting(app: &App, tests: &[TestId]) -> Result<Vec<TestId>> {
    let read = app.store.read()?;
    let mut found = Vec::new();
    for id in tests {
        let Some(test) = read.get::<Test>(*id)? else { continue };
        let mut answers = 0;
        for question in &test.questions {
            answers += read.count(&counter::answers(*id, &question.id, Review::Pending))?;
        }
        if answers > 1 && found.len() < SHARED {
            found.push(*id);
        }
    }
    Ok(found)
}
