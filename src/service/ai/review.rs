//! Reviews by the AI service (spec section 4, 'Gemini Auto Review'; rules "AI"): scores, or suggestions where the
//! setting has them wait for a person.

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

/// An answer beyond this many characters is left to a person, and so are those that would not fit all together.
const LONGEST: usize = 32_000;
const LONGEST_TOGETHER: usize = 400_000;

pub struct Outcome {
    /// False where the service failed, or gave nothing that could be used.
    pub success: bool,
    pub message: String,
    /// Answers that were scored, or got a suggestion.
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
    let chosen = that_fit(waiting);
    let too_long = all - chosen.len();
    if chosen.is_empty() {
        return Ok(match too_long {
            0 => Outcome { success: true, message: "No answer here waits for a review.".into(), scored: 0 },
            _ => Outcome::failed("The answers are too long for the AI and stay in the queue."),
        });
    }
    let asked: Vec<_> = chosen.iter().map(|one| (one.question.clone(), nameless(&one.answer, &submission))).collect();
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
    Ok(Outcome { success: true, message: told(scored, all, suggest), scored })
}

fn told(scored: usize, all: usize, suggest: bool) -> String {
    let what = if suggest { "have a suggestion of the AI" } else { "were scored by the AI" };
    match all - scored.min(all) {
        0 => format!("{scored} of {all} answers {what}."),
        rest => format!("{scored} of {all} answers {what}; {rest} stay for a person."),
    }
}

fn that_fit(waiting: Vec<ForAi>) -> Vec<ForAi> {
    let mut room = LONGEST_TOGETHER;
    let mut fits = |one: &ForAi| {
        let length = one.answer.chars().count();
        let fits = length <= LONGEST && length <= room;
        room -= if fits { length } else { 0 };
        fits
    };
    waiting.into_iter().filter(|one| fits(one)).collect()
}

/// The text without the candidate's own name and address, as far as it has them as we know them.
fn nameless(text: &str, submission: &Submission) -> String {
    let mut text = text.to_owned();
    for own in [&submission.applicant_email, &submission.applicant_name] {
        if own.chars().count() > 2 {
            text = text.replace(own.as_str(), "[applicant]");
        }
    }
    text
}
