//! Preview of a repair.

use super::{
    list,
    rescore::{Rescored, Rescorer},
};
use crate::{
    app::App,
    domain::{
        RepairId, Result, TestId,
        decision::Decision,
        list::Scope,
        repair::RepairDraft,
        submission::{ScoreChanges, Submission},
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

/// Returns the effect of adding this repair. Reads all submissions of the test, on a blocking thread.
///
/// # Errors
/// 409 `too_many`; 422.
pub async fn preview(app: &App, _: &Decider, test: TestId, draft: RepairDraft) -> Result<ScoreChanges> {
    app.blocking(move |app| count(app, test, draft)).await
}

fn count(app: &App, test: TestId, draft: RepairDraft) -> Result<ScoreChanges> {
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
    let mut preview = ScoreChanges::default();
    results::each(app, SubmissionFilter { scope: Scope::Test(test), submitted: None }, |before| {
        let read = app.store.read()?;
        let after = rescorer.rescored(&read, before.clone())?;
        preview.add(app, &read, &before, after.as_ref(), passing.as_mut())
    })?;
    Ok(preview)
}

impl ScoreChanges {
    /// Counts a submission with its score before and after.
    ///
    /// # Errors
    /// Storage only.
    pub(in crate::service::result) fn add(
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
