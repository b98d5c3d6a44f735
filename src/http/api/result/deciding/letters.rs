//! Letters: mails that report decisions to candidates.

use super::decisions::ids;
use crate::{
    app::App,
    domain::decision::{DecisionValue, MAX_PER_CALL},
    http::{
        error::ApiResult,
        extract::{TEXT_LIMIT, UnreadBody, Within, at_most},
        refusals::Conflict,
    },
    service::{
        actor::Decider,
        result::deciding::letters::{self, LetterOutcome, Template},
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[schema(as = ReportedDecision)]
#[serde(rename_all = "snake_case")]
pub enum ReportedDecisionName {
    Shortlist,
    Reject,
}

impl From<ReportedDecisionName> for DecisionValue {
    fn from(decision: ReportedDecisionName) -> Self {
        match decision {
            ReportedDecisionName::Shortlist => Self::Shortlist,
            ReportedDecisionName::Reject => Self::Reject,
        }
    }
}

/// An email to 1 to 200 candidates.
#[derive(Deserialize, ToSchema)]
pub struct LettersInput {
    /// Submissions.
    #[serde(deserialize_with = "at_most::<MAX_PER_CALL, _, _>")]
    ids: Vec<String>,
    decision: ReportedDecisionName,
    /// 1 to 200 characters on one line, with the placeholders of `body`.
    subject: String,
    /// Plain text of 1 to 5,000 characters. Placeholders: `{applicant_name}`, `{test_title}`, `{company}`.
    body: String,
    /// Whether to report the letters without sending them.
    #[serde(default)]
    dry_run: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterOutcome)]
pub enum LetterOutcomeName {
    Queued,
    /// The letter about this decision was sent before, with the same text.
    AlreadyTold,
    /// The submission has another decision, or none.
    DecisionDiffers,
    /// Answers wait for a review: nothing is sent before.
    Provisional,
    /// The address cannot receive email.
    NoAddress,
    NotFound,
}

/// Result for one submission.
#[derive(Serialize, ToSchema)]
#[schema(as = LetterResult)]
pub struct LetterResultBody {
    submission_id: String,
    /// `null` where the submission was not found.
    #[schema(required)]
    applicant_email: Option<String>,
    outcome: LetterOutcomeName,
}

/// The first email, with its placeholders filled in.
#[derive(Serialize, ToSchema)]
pub struct LetterPreview {
    subject: String,
    body: String,
}

/// Results in the order of the ids.
#[derive(Serialize, ToSchema)]
pub struct LettersReply {
    rows: Vec<LetterResultBody>,
    /// `null` where no submission was found.
    #[schema(required)]
    preview: Option<LetterPreview>,
}

/// Email a decision to candidates, each at most once per submission, decision and text. An email never has a score.
#[utoipa::path(post, path = "/decisions/send", tag = "deciding", request_body = LettersInput,
    responses((status = 200, body = LettersReply), Conflict))]
pub async fn send(
    State(app): State<App>,
    Within(by): Within<Decider>,
    body: UnreadBody,
) -> ApiResult<Json<LettersReply>> {
    let LettersInput { ids: texts, decision, subject, body, dry_run } = body.json(TEXT_LIMIT).await?;
    let template = Template::new(&subject, &body)?;
    let sent = letters::send(&app, &by, ids(&texts)?, decision.into(), template, dry_run).await?;
    let rows = sent.rows.into_iter().map(|row| LetterResultBody {
        submission_id: row.id.to_string(),
        applicant_email: row.email,
        outcome: match row.outcome {
            LetterOutcome::Queued => LetterOutcomeName::Queued,
            LetterOutcome::AlreadyTold => LetterOutcomeName::AlreadyTold,
            LetterOutcome::DecisionDiffers => LetterOutcomeName::DecisionDiffers,
            LetterOutcome::Provisional => LetterOutcomeName::Provisional,
            LetterOutcome::NoAddress => LetterOutcomeName::NoAddress,
            LetterOutcome::NotFound => LetterOutcomeName::NotFound,
        },
    });
    let preview = sent.preview.map(|(subject, body)| LetterPreview { subject, body });
    Ok(Json(LettersReply { rows: rows.collect(), preview }))
}
