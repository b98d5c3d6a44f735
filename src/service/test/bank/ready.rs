//! What a coding question needs to be ready: a runner that offers its languages, and reference solutions that pass.

use crate::{
    app::App,
    domain::{Error, Result, question::Question},
    runner::job::Verdict,
    service::{actor::Admin, result::judging::solutions},
};

/// Runs the reference solutions of a question with tests.
///
/// # Errors
/// 422 on `state`; 503 `unavailable`.
pub async fn require(app: &App, admin: &Admin, question: &Question) -> Result<()> {
    let Some(coding) = question.coding().filter(|coding| !coding.tests.is_empty()) else { return Ok(()) };
    let refuse = |why: String| Error::field("state", format!("{why} Please store the question as a draft."));
    let offered = solutions::offered(app, admin)
        .ok_or_else(|| refuse("There is no code runner at the moment to judge its tests.".to_owned()))?;
    let is_offered = |language: &str| offered.iter().any(|(name, _)| name == language);
    if let Some(missing) = coding.languages.iter().find(|language| !is_offered(language)) {
        return Err(refuse(format!("No code runner offers {missing} to judge its tests.")));
    }
    if coding.reference_solutions.is_empty() {
        return Ok(());
    }
    let tried = solutions::check(app, admin, coding).await?;
    match tried.iter().find(|tried| tried.outcome.verdict != Verdict::Ac) {
        Some(failed) => Err(refuse(format!("The reference solution in {} does not pass all tests.", failed.language))),
        None => Ok(()),
    }
}
