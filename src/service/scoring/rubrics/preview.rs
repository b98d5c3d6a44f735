//! Preview of a change of a rubric.

use super::{edit, rescore::rescored};
use crate::{
    app::App,
    domain::{
        Result, TestId,
        rubric::{CheckedRubric, Rubric, RubricChoice, RubricDraft},
        submission::{ScoreChanges, Submission},
    },
    service::{actor::Scorer, result::deciding::passing::Passing, scoring::repairs::rescore::Rescored},
    store::{Read, records},
};

/// How many scores a rubric would change. Reads all answers that were scored by the current one, on a blocking thread.
///
/// # Errors
/// 404; 422.
pub async fn preview(app: &App, _: &Scorer, test: TestId, id: &str, draft: RubricDraft) -> Result<ScoreChanges> {
    let id = id.to_owned();
    app.blocking(move |app| count(app, test, &id, draft)).await
}

fn count(app: &App, test: TestId, id: &str, draft: RubricDraft) -> Result<ScoreChanges> {
    let read = app.store.read()?;
    let CheckedRubric { mode, items, .. } = edit::checked(app, &read, test, id, draft)?;
    let mut preview = ScoreChanges::default();
    let Some(rubric) = read.get::<Rubric>((test, id))? else { return Ok(preview) };
    let rubric = Rubric { mode, items, ..rubric };
    let mut passing = Passing::of(&read, test)?;
    let scored: Vec<RubricChoice> = read.linked(records::SCORED_BY_RUBRIC.under((test, id)))?;
    for chosen in &scored {
        let Some(before) = read.get::<Submission>(chosen.submission_id)? else { continue };
        let after = rescored(app, &read, &rubric, chosen)?;
        let after =
            after.map(|(open, at)| Rescored { changed: vec![open.grades[at].clone()], submission: open.submission });
        preview.add(app, &read, &before, after.as_ref(), passing.as_mut())?;
    }
    Ok(preview)
}
