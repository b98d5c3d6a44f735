//! Errors on the wire: maps each error kind to a status, and builds the envelope of every reply of 400 or above
//! (docs/behaviour/calls.md#calls).

use crate::{
    domain::{
        Error, ErrorCode, ErrorKind, FieldMessages,
        error::{Moment, Params},
    },
    live::media::CloseReason,
};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, OneOfBuilder, RefOr, Schema, Type},
};

tokio::task_local! {
    /// Id of the request that the current task serves.
    pub static REQUEST_ID: String;
}

/// A domain error as the response of a handler.
#[derive(Debug)]
pub struct ApiError(pub Error);

impl<E: Into<Error>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

pub type ApiResult<T> = Result<T, ApiError>;

/// Error envelope of every reply with status 400 or above.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiError)]
pub struct ErrorBody {
    /// Human-readable sentence.
    pub detail: String,
    /// Machine-readable code.
    #[schema(value_type = ErrorCodeSchema)]
    pub code: ErrorCode,
    /// Id of the request, also in `X-Request-Id` and in the server's log.
    pub request_id: String,
    /// Messages by field name, on 422.
    #[serde(skip_serializing_if = "FieldMessages::is_empty")]
    #[schema(value_type = BTreeMap<String, String>, required = false)]
    pub fields: FieldMessages,
    /// Values that the sentence names, by name: strings (instants in RFC 3339) and numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = BTreeMap<String, ParamSchema>, required = false)]
    pub params: Option<Box<Params>>,
    /// Time at which the link opens, on 403 `not_open_yet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub opens_at: Option<String>,
    /// Time until which the test continues, on 409 `not_over`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub deadline: Option<String>,
    /// Time at which the test was submitted, on 410 `finished` of a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub submitted_at: Option<String>,
    /// Who ended it: `candidate`, `deadline` or `admin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub submitted_by: Option<&'static str>,
    /// Name of the user who changed the record in the meantime, on 409 `changed_meanwhile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub by: Option<String>,
    /// Time at which the record was changed, on 409 `changed_meanwhile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub at: Option<String>,
    /// The sentence again, where the caller is Ashby, which shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub message: Option<String>,
}

/// A string of the wire that is one of these.
fn one_of(names: impl Iterator<Item = &'static str>) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build().into()
}

/// An [`ErrorCode`] as the description has it: the crate of the domain does not know descriptions.
pub struct ErrorCodeSchema;

impl PartialSchema for ErrorCodeSchema {
    fn schema() -> RefOr<Schema> {
        one_of(ErrorCode::ALL.iter().map(|code| code.as_str()))
    }
}

impl ToSchema for ErrorCodeSchema {
    fn name() -> Cow<'static, str> {
        "ErrorCode".into()
    }
}

/// The `code` of a `closed` signal, as the description has it.
pub struct CloseReasonSchema;

impl PartialSchema for CloseReasonSchema {
    fn schema() -> RefOr<Schema> {
        one_of(CloseReason::ALL.iter().map(|reason| reason.code()))
    }
}

impl ToSchema for CloseReasonSchema {
    fn name() -> Cow<'static, str> {
        "CloseReason".into()
    }
}

/// A value of [`Params`], as the description has it.
pub struct ParamSchema;

impl PartialSchema for ParamSchema {
    fn schema() -> RefOr<Schema> {
        Schema::OneOf(OneOfBuilder::new().item(String::schema()).item(u64::schema()).build()).into()
    }
}

impl ToSchema for ParamSchema {
    fn name() -> Cow<'static, str> {
        "ErrorParam".into()
    }
}

pub const fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Malformed => StatusCode::BAD_REQUEST,
        ErrorKind::Unauthorized => StatusCode::UNAUTHORIZED,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        ErrorKind::Gone => StatusCode::GONE,
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::UnsupportedMedia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Builds the envelope with an explicit status, for replies that are not errors of a use case (404 and 405 of routing).
pub fn envelope(status: StatusCode, error: Error) -> Response {
    reply(status, error, |_| None)
}

/// An error as the response to Ashby, which shows `message` to its user.
pub struct ErrorWithMessage(pub ApiError);

impl From<ApiError> for ErrorWithMessage {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

impl IntoResponse for ErrorWithMessage {
    fn into_response(self) -> Response {
        let ApiError(error) = self.0;
        reply(status(error.kind), error, |detail| Some(detail.to_owned()))
    }
}

fn reply(status: StatusCode, error: Error, message: impl Fn(&str) -> Option<String>) -> Response {
    let request_id = REQUEST_ID.try_with(Clone::clone).unwrap_or_default();
    let Error { code, detail, fields, retry_after, moment, params, changed, .. } = error;
    let (mut opens_at, mut deadline, mut submitted) = (None, None, None);
    match moment {
        Some(Moment::Opens(at)) => opens_at = Some(at.to_string()),
        Some(Moment::Deadline(at)) => deadline = Some(at.to_string()),
        Some(Moment::Submitted(at, by)) => submitted = Some((at.to_string(), by.audited_as())),
        None => {}
    }
    let (submitted_at, submitted_by) = submitted.unzip();
    let (by, at) = changed.map(|c| (c.by, c.at)).unzip();
    let message = message(&detail);
    let body = ErrorBody {
        detail,
        code,
        request_id,
        fields,
        params,
        opens_at,
        deadline,
        submitted_at,
        submitted_by,
        by,
        at,
        message,
    };
    let mut response = (status, Json(body)).into_response();
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        envelope(status(self.0.kind), self.0)
    }
}

/// Fallback for unknown paths under `/api`.
pub async fn no_route() -> Response {
    envelope(StatusCode::NOT_FOUND, Error::new(ErrorKind::NotFound, ErrorCode::NoRoute, "There is no such API call."))
}
