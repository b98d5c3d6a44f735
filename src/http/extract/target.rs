//! Path parameters. A malformed id returns 404, like an unknown one (docs/behaviour/calls.md#calls).

use crate::{
    domain::{Error, ErrorCode, ExamSessionId, InviteId, MediaSessionId, Result, exam_session::PictureKind},
    http::error::ApiError,
};
use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use std::str::FromStr;

/// Id in the path.
pub struct Id<T>(pub T);

/// Token of an invite link in the path.
pub struct LinkToken(pub String);

/// Id in the path, followed by a name in the scope of that id.
pub struct IdAndName<T>(pub T, pub String);

impl<S: Send + Sync, T: FromStr + Send> FromRequestParts<S> for IdAndName<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((id, name)) = path.map_err(|_| Error::not_found("record"))?;
        let id = id.parse().map_err(|_| Error::not_found("record"))?;
        Ok(Self(id, name))
    }
}

/// A picture of a person of an exam session in the path.
pub struct SeatedPicture {
    pub session: ExamSessionId,
    pub invite: InviteId,
    pub kind: PictureKind,
}

impl<S: Send + Sync> FromRequestParts<S> for SeatedPicture {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<(String, String, String)>::from_request_parts(parts, state).await;
        let Path((session, invite, kind)) = path.map_err(|_| Error::not_found("record"))?;
        let session = session.parse().map_err(|_| Error::not_found("session"))?;
        let invite = invite.parse().map_err(|_| Error::not_found("invite"))?;
        Ok(Self { session, invite, kind: kind.parse()? })
    }
}

/// Token of an invite link in the path, followed by an id.
pub struct TokenAndId<T>(pub String, pub T);

impl<S: Send + Sync, T: FromStr + Send> FromRequestParts<S> for TokenAndId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((token, id)) = path.map_err(|_| Error::not_found("record"))?;
        let id = id.parse().map_err(|_| Error::not_found("record"))?;
        Ok(Self(token, id))
    }
}

impl<S: Send + Sync, T: FromStr + Send> FromRequestParts<S> for Id<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let LinkToken(text) = LinkToken::from_request_parts(parts, state).await?;
        let id = text.parse().map_err(|_| Error::not_found("record"))?;
        Ok(Self(id))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for LinkToken {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(|_| Error::not_found("record"))?;
        Ok(Self(text))
    }
}

/// Parses the id of a media session.
///
/// # Errors
/// 404 `unknown_session` for a malformed one.
pub fn media_session(text: &str) -> Result<MediaSessionId> {
    text.parse().map_err(|_| Error { code: ErrorCode::UnknownSession, ..Error::not_found("live video connection") })
}
