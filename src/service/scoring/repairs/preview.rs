//! Preview of a repair.

use super::{
    list,
    rescore::{Rescored, Rescorer},
};
use crate::{
    app::App,
    domain::{
        RepairId, Result, TestId,
        attempt::Answer,
        decision::Decision,
        list::Scope,
        repair::RepairDraft,
        submission::{Grade, ScoreChanges, Submission},
    },
    service::{
        actor::Decider,
        query,
        result::{
            deciding::{passing::Passing, table},
            results::{self, SubmissionFilter},
        },
    },
    store::Read,
};
use std::collections::HashMap;

/// Wrong answers that a preview lists, those given most often.
const WRONG_SHOWN: usize = 12;
/// Characters of an answer that is listed.
const WRONG_LENGTH: usize = 200;

/// A text that several candidates may have given, and that earns nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    pub text: String,
    pub count: u64,
}

pub struct RepairEffect {
    pub changes: ScoreChanges,
    /// Wrong answers, those given most often first.
    pub wrong: Vec<WrongAnswer>,
}

/// Returns the effect of adding this repair. Reads all submissions of the test, on a blocking thread.
///
/// # Errors
/// 409 `too_many`; 422.
pub async fn preview(app: &App, _: &Decider, test: TestId, draft: RepairDraft) -> Result<RepairEffect> {
    app.blocking(move |app| count(app, test, draft)).await
}

fn count(app: &App, test: TestId, draft: RepairDraft) -> Result<RepairEffect> {
    let asked = draft.question_id.clone();
    let (mut repairs, mut passing) = {
        let read = app.store.read()?;
        let draft = list::checked(&read, test, draft)?;
        let mut repairs = query::repairs::of(&read, test)?;
        list::require_space(&repairs)?;
        repairs.list.push(draft.into_repair(RepairId(uuid::Uuid::nil()), None, app.now()));
        (repairs, Passing::of(&read, test)?)
    };
    repairs.version += 1;
    let mut rescorer = Rescorer::new(app, &repairs);
    let (mut changes, mut wrong) = (ScoreChanges::default(), HashMap::<String, u64>::new());
    results::each(app, SubmissionFilter { scope: Scope::Test(test), submitted: None }, |before| {
        let read = app.store.read()?;
        let after = rescorer.rescored(&read, before.clone())?;
        if let Some(text) = wrong_answer(&read, &before, &asked)? {
            *wrong.entry(text).or_default() += 1;
        }
        changes.add(app, &read, &before, after.as_ref(), passing.as_mut())
    })?;
    let mut wrong: Vec<_> = wrong.into_iter().map(|(text, count)| WrongAnswer { text, count }).collect();
    wrong.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
    wrong.truncate(WRONG_SHOWN);
    Ok(RepairEffect { changes, wrong })
}

/// The answer of a submission to a question, where it earns nothing and is neither blank nor long.
fn wrong_answer(read: &impl Read, submission: &Submission, question: &str) -> Result<Option<String>> {
    let grades: Vec<Grade> = read.children(submission.id)?;
    let earns_nothing = |grade: &Grade| grade.question_id == question && grade.earned <= 0.0;
    if !grades.iter().any(earns_nothing) {
        return Ok(None);
    }
    let answer: Option<Answer> = read.get((submission.id, question))?;
    let text = answer.map(|answer| answer.text.trim().to_owned());
    Ok(text.filter(|text| !text.is_empty() && text.chars().count() <= WRONG_LENGTH))
}

impl ScoreChanges {
    /// Counts a submission with its score before and after.
    ///
    /// # Errors
    /// Storage only.
    pub(in crate::service) fn add(
        &mut self,
        app: &App,
        read: &impl Read,
        before: &Submission,
        after: Option<&Rescored>,
        passing: Option<&mut Passing>,
    ) -> Result<()> {
        let changed = after.map_or(&[][..], |rescored| &rescored.changed);
        let after = after.map_or(before, |rescored| &rescored.submission);
        let (old, new) = (table::score(before), table::score(after));
        if old == new {
            self.unchanged += 1;
            return Ok(());
        }
        *(if new > old { &mut self.up } else { &mut self.down }) += 1;
        let is_final = !before.is_provisional() && !after.is_provisional();
        if let Some(passing) = passing.filter(|_| is_final) {
            let passes = passing.is_passed(app, read, before, &[])?;
            self.crossing += u64::from(passes != passing.is_passed(app, read, after, changed)?);
        }
        let decision: Option<Decision> = read.get(before.id)?;
        self.decided += u64::from(decision.as_ref().is_some_and(|decision| decision.value.is_some()));
        self.told += u64::from(decision.is_some_and(|decision| !decision.told.is_empty()));
        Ok(())
    }
}
