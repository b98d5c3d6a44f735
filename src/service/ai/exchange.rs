//! Requests about answers: what fits into one, and what becomes of it (`docs/behaviour/results.md#ai`).

use super::ai_settings;
use crate::{
    ai::{
        Service,
        review::{self, AskedAnswer, ModelReview},
    },
    app::App,
    domain::{AttemptId, Result, model_verdict::ModelScoringOutcome, passage::Passage, submission::Submission},
    service::{actor::Scorer, attempt::own_page::page, query::person, scoring::scores::ForAi},
    state::ai_requests::{BeginOutcome, ScoringSubject},
};

/// Characters of one answer, and of all answers of one request. Answers beyond either limit are left to a person.
const MAX_ANSWER_CHARS: usize = 32_000;
const MAX_TOTAL_CHARS: usize = 400_000;

/// Asks, unless another caller asks for the same: then its outcome is this one's, too.
///
/// # Errors
/// Those of `ask`; 403 where the permission has ended meanwhile.
pub async fn once(
    app: &App,
    by: &Scorer,
    about: ScoringSubject,
    ask: impl Future<Output = Result<ModelScoringOutcome>>,
) -> Result<ModelScoringOutcome> {
    loop {
        match app.jobs.ai_requests.begin(&about) {
            BeginOutcome::Caller(own) => {
                let outcome = ask.await?;
                own.end(&outcome);
                return Ok(outcome);
            }
            BeginOutcome::Other(other) => {
                let outcome = other.outcome().await;
                person::require_held(app, &by.without_session().still_held())?;
                // None if its caller has left, or was refused.
                if let Some(outcome) = outcome {
                    return Ok(outcome);
                }
            }
        }
    }
}

/// Asks for a review of answers of these attempts. What the service fails to give is the inner error.
///
/// # Errors
/// 429; storage.
pub async fn judged(
    app: &App,
    by: &Scorer,
    service: &Service,
    asked: &[AskedAnswer],
    of: Vec<AttemptId>,
) -> Result<std::result::Result<Vec<ModelReview>, ModelScoringOutcome>> {
    app.write(by, |w| of.into_iter().try_for_each(|id| page::shown_to_ai(w, id))).await?;
    let caller = (by.id(), by.without_session().still_held());
    let reply = ai_settings::ask(app, caller, service, &review::prompt(asked)).await?;
    Ok(match reply.and_then(|text| review::read(asked, &text)) {
        Ok(judged) if judged.is_empty() => {
            Err(ModelScoringOutcome::failed("No score in the AI's answer could be used. Please try again."))
        }
        Ok(judged) => Ok(judged),
        Err(error) => Err(ModelScoringOutcome::failed(error.words)),
    })
}

/// Keeps what fits into one request.
pub fn within_limits<T>(answers: Vec<T>, text: impl Fn(&T) -> &str) -> Vec<T> {
    let mut budget = MAX_TOTAL_CHARS;
    let mut fits = |one: &T| {
        let length = text(one).chars().count();
        let fits = length <= MAX_ANSWER_CHARS && length <= budget;
        budget -= if fits { length } else { 0 };
        fits
    };
    answers.into_iter().filter(|one| fits(one)).collect()
}

/// A question with the answer as the service learns it.
pub fn asked_of(one: &ForAi, submission: &Submission) -> AskedAnswer {
    AskedAnswer {
        question: one.question.clone(),
        passage: one.passage.as_ref().map(Passage::plain_text),
        answer: redacted(&one.answer, submission),
    }
}

/// Redacts the candidate's name and address, in the spelling of the submission.
fn redacted(text: &str, submission: &Submission) -> String {
    let mut text = text.to_owned();
    for own in [&submission.applicant_email, &submission.applicant_name] {
        if own.chars().count() > 2 {
            text = text.replace(own.as_str(), "[applicant]");
        }
    }
    text
}
