//! Query strings, refused field by field.

use crate::{domain::Error, http::error::ApiError};
use axum::{extract::FromRequestParts, http::request::Parts};
use serde::de::DeserializeOwned;

pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let read = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        let axum::extract::Query(value) = read.map_err(|rejection| {
            // "Failed to deserialize query string: page: invalid digit found in string"
            let text = rejection.body_text();
            let mut pieces = text.splitn(3, ": ").skip(1);
            let (field, why) = (pieces.next().unwrap_or_default(), pieces.next());
            match why {
                Some(why) => Error::field(field, format!("'{field}' is not valid: {why}.")),
                None => Error::field("query", format!("The query is not valid: {field}.")),
            }
        })?;
        Ok(Self(value))
    }
}
