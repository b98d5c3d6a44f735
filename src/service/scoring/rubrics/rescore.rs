//! Scores an answer again by a changed rubric.

use crate::{
    app::App,
    domain::{
        Result,
        rubric::{Rubric, RubricChoice},
    },
    service::scoring::scores::OpenSubmission,
    store::Read,
};

/// The submission of an answer with the points that the rubric makes of the chosen items, and the place of its grade;
/// `None` if nothing changes.
///
/// # Errors
/// Storage only.
pub(super) fn rescored(
    app: &App,
    read: &impl Read,
    rubric: &Rubric,
    chosen: &RubricChoice,
) -> Result<Option<(OpenSubmission, usize)>> {
    let mut open = OpenSubmission::of(app, read, chosen.submission_id)?;
    let Some((at, asked)) = open.place(&chosen.question_id) else { return Ok(None) };
    let points = asked.points;
    if rubric.items.is_empty() || !open.grades[at].rescore(rubric.verdict(&chosen.items, points), points) {
        return Ok(None);
    }
    open.tally(read, &[at])?;
    Ok(Some((open, at)))
}
