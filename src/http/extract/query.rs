//! Query strings, with errors per field.

use crate::{
    domain::{Error, wording::in_words},
    http::error::ApiError,
};
use axum::{
    extract::FromRequestParts,
    http::{Uri, request::Parts},
};
use serde::de::DeserializeOwned;

pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // An empty value counts as absent: forms also send their blank fields.
        let given = parts.uri.query().unwrap_or_default().split('&').filter(|pair| !pair.ends_with('='));
        let query = given.collect::<Vec<_>>().join("&");
        let uri = Uri::try_from(format!("/?{query}")).map_err(|_| Error::field("query", "The query is not valid."))?;
        let read = axum::extract::Query::<T>::try_from_uri(&uri);
        let axum::extract::Query(value) = read.map_err(|rejection| {
            // "Failed to deserialize query string: page: invalid digit found in string"
            let text = rejection.body_text();
            let mut pieces = text.splitn(3, ": ").skip(1);
            let (first, why) = (pieces.next().unwrap_or_default(), pieces.next());
            let (field, message) = why.map_or_else(|| in_words("query", first), |why| in_words(first, why));
            let mut refusal = Error::field(field.clone(), message.clone());
            refusal.detail = format!("{field}: {message}");
            refusal
        })?;
        Ok(Self(value))
    }
}
