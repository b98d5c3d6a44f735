//! Auto review by the AI service: scores answers, or stores suggestions if the settings require a person to confirm
//! them (`docs/behaviour.md#ai`).

use super::ai_settings;
use crate::{
    ai::review,
    app::App,
    domain::{AttemptId, Result, submission::Submission},
    service::{
        actor::Admin,
        result::{
            results,
            scoring::{self, AiReview, ForAi},
        },
    },
};

/// Characters of one answer, and of all answers of one request. Answers beyond either limit are left to a person.
const MAX_ANSWER_CHARS: usize = 32_000;
const MAX_TOTAL_CHARS: usize = 400_000;

pub struct Outcome {
    /// False if the service failed or returned nothing usable.
    pub success: bool,
    pub message: String,
    /// Answers that got a score or a suggestion.
    pub scored: usize,
}

impl Outcome {
    fn failed(message: impl Into<String>) -> Self {
        Self { success: false, message: message.into(), scored: 0 }
    }
}

/// # Errors
/// 404; 422 `ai_not_configured`; 429. A failing service is an [`Outcome`].
pub async fn review(app: &App, admin: &Admin, id: AttemptId, key: Option<&str>) -> Result<Outcome> {
    let submission = results::detail(app, admin, id)?.submission;
    let service = ai_settings::service(app, key)?;
    let waiting = scoring::for_ai(app, admin, id)?;
    let all = waiting.len();
    let chosen = within_limits(waiting);
    let too_long = all - chosen.len();
    if chosen.is_empty() {
        return Ok(match too_long {
            0 => Outcome { success: true, message: "No answer here is waiting for a review.".into(), scored: 0 },
            _ => Outcome::failed("The answers are too long for the AI and stay in the queue."),
        });
    }
    let asked: Vec<_> = chosen.iter().map(|one| (one.question.clone(), redacted(&one.answer, &submission))).collect();
    let answer = ai_settings::ask(app, admin, &service, &review::prompt(&asked)).await?;
    let judged = match answer.and_then(|text| review::read(&asked, &text)) {
        Ok(judged) if judged.is_empty() => {
            return Ok(Outcome::failed("No score in the AI's answer could be used. Please try again."));
        }
        Ok(judged) => judged,
        Err(error) => return Ok(Outcome::failed(error.words)),
    };
    let reviews = judged.into_iter().map(|one| AiReview {
        question_id: chosen[one.index].question.id.clone(),
        version: chosen[one.index].version,
        verdict: one.verdict,
        reason: one.reason,
    });
    let suggest = ai_settings::get(app, admin)?.review_needs_person;
    let scored = scoring::score_by_ai(app, admin, id, reviews.collect(), suggest).await?;
    Ok(Outcome { success: true, message: summary(scored, all, suggest), scored })
}

fn summary(scored: usize, all: usize, suggest: bool) -> String {
    let what = if suggest { "have a suggestion from the AI" } else { "were scored by the AI" };
    match all - scored.min(all) {
        0 => format!("{scored} of {all} answers {what}."),
        rest => format!("{scored} of {all} answers {what}; {rest} are left for a person."),
    }
}

fn within_limits(waiting: Vec<ForAi>) -> Vec<ForAi> {
    let mut budget = MAX_TOTAL_CHARS;
    let mut fits = |one: &ForAi| {
        let length = one.answer.chars().count();
        let fits = length <= MAX_ANSWER_CHARS && length <= budget;
        budget -= if fits { length } else { 0 };
        fits
    };
    waiting.into_iter().filter(|one| fits(one)).collect()
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
