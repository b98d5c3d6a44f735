//! Auto review by the AI service: scores answers, or stores suggestions if the settings require a person to confirm
//! them (`docs/behaviour/results.md#ai`).

use super::{
    agreement, ai_settings,
    exchange::{asked_of, judged, once, within_limits},
};
use crate::{
    ai::Service,
    app::App,
    domain::{
        AttemptId, Error, Result, TestId,
        model_verdict::{Model, ModelScoringOutcome},
        submission::Submission,
    },
    service::{
        actor::Scorer,
        scoring::scores::{self, AiReview, ByAi},
    },
    state::ai_requests::ScoringSubject,
    store::Read,
};

/// Scores the waiting answers of a submission. Those who ask while it is under way get the same outcome.
///
/// # Errors
/// 404; 422 `ai_not_configured`; 429. A failing service is an [`ModelScoringOutcome`].
pub async fn review(app: &App, by: &Scorer, id: AttemptId, key: Option<&str>) -> Result<ModelScoringOutcome> {
    // With its true name, which is taken out of what is sent.
    let submission: Submission = app.store.read()?.get(id)?.ok_or_else(|| Error::not_found("submission"))?;
    let service = ai_settings::service(app, key)?;
    once(app, by, ScoringSubject::Review(id), ask(app, by, &submission, &service)).await
}

async fn ask(app: &App, by: &Scorer, submission: &Submission, service: &Service) -> Result<ModelScoringOutcome> {
    let id = submission.id;
    let waiting = scores::for_ai(app, by, id)?;
    let all = waiting.len();
    let chosen = within_limits(waiting, |one| &one.answer);
    let too_long = all - chosen.len();
    if chosen.is_empty() {
        return Ok(match too_long {
            0 => ModelScoringOutcome::nothing("No answer here is waiting for a review."),
            _ => ModelScoringOutcome::failed("The answers are too long for the AI and stay in the queue."),
        });
    }
    let model = ai_settings::model(&app.store.read()?)?;
    let asked: Vec<_> = chosen.iter().map(|one| asked_of(one, submission)).collect();
    let judged = match judged(app, by, service, &asked, vec![id]).await? {
        Ok(judged) => judged,
        Err(failed) => return Ok(failed),
    };
    let (test, of) = (submission.test_id, model.clone());
    let ids = chosen.iter().map(|one| one.question.id.clone()).collect();
    let suggestions = app.blocking(move |app| suggestions(app, test, ids, &of)).await?;
    let reviews = judged.into_iter().map(|one| AiReview {
        question_id: chosen[one.index].question.id.clone(),
        version: chosen[one.index].version,
        verdict: one.verdict,
        reason: one.reason,
        quote: one.quote,
        is_suggestion: suggestions[one.index],
    });
    let by_ai = scores::score_by_ai(app, by, id, model, reviews.collect()).await?;
    Ok(ModelScoringOutcome { success: true, message: summary(by_ai, all), scored: by_ai.scored + by_ai.suggested })
}

/// Returns for each question whether a person has to decide.
fn suggestions(app: &App, test: TestId, questions: Vec<String>, model: &Model) -> Result<Vec<bool>> {
    let read = app.store.read()?;
    let needs_person = ai_settings::needs_person(&read)?;
    let must_suggest = |id: String| Ok(needs_person || !agreement::may_score(&read, test, &id, model)?);
    questions.into_iter().map(must_suggest).collect()
}

fn summary(ByAi { scored, suggested }: ByAi, all: usize) -> String {
    let done = match (scored, suggested) {
        (0, 1..) => format!("{suggested} of {all} answers have a suggestion from the AI"),
        (_, 0) => format!("{scored} of {all} answers were scored by the AI"),
        _ => format!("{scored} of {all} answers were scored by the AI, {suggested} have a suggestion from it"),
    };
    match all - (scored + suggested).min(all) {
        0 => format!("{done}."),
        rest => format!("{done}; {rest} are left for a person."),
    }
}
