//! Private notes on submissions.

use crate::{
    app::App,
    domain::{AttemptId, Error, NoteId, submission::Submission},
    http::{
        error::ApiResult,
        extract::{Loaded, Of, TEXT_LIMIT, UnreadBody},
        refusals::Conflict,
        wire::{Confirmation, Timestamp},
    },
    service::{
        actor::{Decider, ResultReader},
        result::deciding::notes::{self as service, NamedNote},
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A private note.
#[derive(Serialize, ToSchema)]
#[schema(as = Note)]
pub struct NoteBody {
    id: String,
    text: String,
    /// Name of its author.
    by: String,
    at: Timestamp,
    /// The caller may delete it.
    deletable: bool,
}

impl From<NamedNote> for NoteBody {
    fn from(named: NamedNote) -> Self {
        let NamedNote { note, by, deletable } = named;
        Self { id: note.id.to_string(), text: note.text, by, at: note.at.into(), deletable }
    }
}

/// A note to be stored.
#[derive(Deserialize, ToSchema)]
pub struct NoteInput {
    /// 1 to 5,000 characters.
    text: String,
}

/// List the private notes on a submission, oldest first.
#[utoipa::path(get, path = "/results/{submission_id}/notes", tag = "deciding", params(("submission_id" = String, Path)),
    responses((status = 200, body = Vec<NoteBody>)))]
pub async fn notes(
    State(app): State<App>,
    Loaded(by, submission): Loaded<ResultReader, Submission>,
) -> ApiResult<Json<Vec<NoteBody>>> {
    let found = service::list(&app, &by, submission.id)?;
    Ok(Json(found.into_iter().map(Into::into).collect()))
}

/// Add a private note to a submission.
#[utoipa::path(post, path = "/results/{submission_id}/notes", tag = "deciding", params(("submission_id" = String, Path)),
    request_body = NoteInput, responses((status = 201, body = NoteBody), Conflict))]
pub async fn add_note(
    State(app): State<App>,
    Loaded(by, submission): Loaded<Decider, Submission>,
    body: UnreadBody,
) -> ApiResult<(StatusCode, Json<NoteBody>)> {
    let NoteInput { text } = body.json(TEXT_LIMIT).await?;
    let note = service::add(&app, &by, submission.id, &text).await?;
    Ok((StatusCode::CREATED, Json(note.into())))
}

/// Delete a private note: its author, or the first administrator.
#[utoipa::path(delete, path = "/results/{submission_id}/notes/{note_id}", tag = "deciding",
    params(("submission_id" = String, Path), ("note_id" = String, Path)),
    responses((status = 200, body = Confirmation)))]
pub async fn delete_note(
    State(app): State<App>,
    Of(by, (submission, note)): Of<Decider, (AttemptId, String)>,
) -> ApiResult<Json<Confirmation>> {
    let note: NoteId = note.parse().map_err(|_| Error::not_found("note"))?;
    service::delete(&app, &by, submission, note).await?;
    Ok(Confirmation::new("Note deleted."))
}
