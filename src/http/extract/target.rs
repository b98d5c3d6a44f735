//! What a path names. A malformed id names nothing: 404, like an unknown one.

use crate::{domain::Error, http::error::ApiError};
use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use std::str::FromStr;

/// An id in the path.
pub struct Id<T>(pub T);

/// The token of an invite's link in the path.
pub struct Token(pub String);

/// An id in the path, and after it a name within what the id names.
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

/// The token of an invite's link in the path, and after it an id.
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
        let Token(text) = Token::from_request_parts(parts, state).await?;
        let id = text.parse().map_err(|_| Error::not_found("record"))?;
        Ok(Self(id))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(|_| Error::not_found("record"))?;
        Ok(Self(text))
    }
}
