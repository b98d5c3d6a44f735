//! Lists of people, shown as they would be invited (docs/behaviour/invites.md#lists-of-people).

use super::agreed::LastAgreed;
use crate::{
    app::App,
    http::{
        error::ApiResult,
        extract::{Query, UnreadBody, Within},
        wire::Timestamp,
    },
    service::{
        actor::Inviter,
        invite::{
            agreed,
            people_list::{self, Encoding, ListedPerson, MAX_PREVIEW, PeopleList},
        },
    },
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Deserialize, IntoParams)]
pub struct ListPreviewQuery {
    /// Reply with the list as text, too.
    with_text: Option<bool>,
}

/// A person of a list.
#[derive(Serialize, ToSchema)]
pub struct PreviewedPerson {
    /// Line number in the list, from 1, header included.
    #[schema(value_type = usize)]
    line: u64,
    name: String,
    email: String,
    /// Accommodation of this person instead of the common one, in minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    extra_minutes: Option<i64>,
    /// Opening for this person instead of the common one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    opens_at: Option<Timestamp>,
    /// End for this person instead of the common one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    closes_at: Option<Timestamp>,
    /// Language of this person instead of the common one, as the list names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<String>,
    /// Agreed with this person at the last invitation; absent where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    last_agreed: Option<LastAgreed>,
    /// Why this person cannot be invited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    problem: Option<String>,
    /// Changes that reading made, and doubts whether mail arrives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    notes: Vec<String>,
}

impl From<(ListedPerson, agreed::LastAgreed)> for PreviewedPerson {
    fn from((person, agreed): (ListedPerson, agreed::LastAgreed)) -> Self {
        Self {
            last_agreed: (!agreed.is_nothing()).then(|| agreed.into()),
            line: person.line,
            name: person.name,
            email: person.email,
            extra_minutes: person.extra_minutes,
            opens_at: person.opens_at.map(Timestamp),
            closes_at: person.closes_at.map(Timestamp),
            language: person.language,
            problem: person.fault,
            notes: person.notes,
        }
    }
}

/// A list as it was read.
#[derive(Serialize, ToSchema)]
pub struct ListPreview {
    /// People of the list, in the order of its lines.
    people: Vec<PreviewedPerson>,
    /// Sentences on all that is not used, was removed or guessed.
    notes: Vec<String>,
    /// The encoding was a guess, on which names depend: people must look at them before anything is sent.
    check_names: bool,
    /// The list as text, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    text: Option<String>,
}

impl ListPreview {
    fn of(list: PeopleList, agreed: Vec<agreed::LastAgreed>, with_text: bool) -> Self {
        let check_names = list.encoding == Encoding::Windows1252 && list.doubtful().next().is_some();
        let people = list.people.into_iter().zip(agreed).map(PreviewedPerson::from).collect();
        Self { people, notes: list.notes, check_names, text: with_text.then_some(list.text) }
    }
}

/// Show whom a list names, and who of them can be invited. The body is the list itself: text with separators, or a
/// workbook (.xlsx), 4 MiB at most. Changes nothing.
#[utoipa::path(post, path = "/invites/bulk/preview", tag = "invites", params(ListPreviewQuery),
    request_body(content_type = "application/octet-stream"),
    responses((status = 200, body = ListPreview)))]
pub async fn preview(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    Query(query): Query<ListPreviewQuery>,
    body: UnreadBody,
) -> ApiResult<Json<ListPreview>> {
    let bytes = body.bytes(MAX_PREVIEW).await?;
    let list = people_list::preview(&app, &by, bytes).await?;
    let emails = list.people.iter().map(|person| person.email.clone()).collect();
    let agreed = agreed::last_of_all(&app, &by, emails).await?;
    Ok(Json(ListPreview::of(list, agreed, query.with_text == Some(true))))
}
