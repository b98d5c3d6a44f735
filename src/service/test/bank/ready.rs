//! Requirements of a coding question to be ready: a runner that offers its languages, reference solutions that pass, and
//! wrong solutions that do not.

use crate::{
    app::App,
    domain::{Error, Result, question::Question},
    service::{actor::Author, scoring::judging::solutions},
};

/// Runs the solutions of a question with tests.
///
/// # Errors
/// 422 on `state`; 503 `unavailable`.
pub async fn require(app: &App, by: &Author, question: &Question) -> Result<()> {
    let Some(coding) = question.coding().filter(|coding| !coding.tests.is_empty()) else { return Ok(()) };
    let refuse = |why: String| Error::field("state", format!("{why} Please store the question as a draft."));
    let offered = solutions::offered(app, &by.into())
        .ok_or_else(|| refuse("There is no code runner at the moment to judge its tests.".to_owned()))?;
    let is_offered = |language: &str| offered.iter().any(|(name, _)| name == language);
    if let Some(missing) = coding.offered().into_iter().find(|language| !is_offered(language)) {
        return Err(refuse(format!("No code runner offers {missing} to judge its tests.")));
    }
    if coding.reference_solutions.is_empty() {
        return Err(refuse("Its tests need a reference solution that passes them.".to_owned()));
    }
    match solutions::check(app, by, coding).await?.objection() {
        Some(objection) => Err(refuse(objection)),
        None => Ok(()),
    }
}
