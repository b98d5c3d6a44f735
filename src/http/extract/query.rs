//! Query strings, with errors per field.

use crate::{
    domain::{Error, wording::in_words},
    http::error::ApiError,
};
use axum::{
    extract::{FromRequestParts, rejection::QueryRejection},
    http::{Uri, request::Parts},
};
use serde::de::{DeserializeOwned, value};
use std::{error::Error as _, iter::successors};

pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // An empty value counts as absent: forms also send their blank fields.
        let given = parts.uri.query().unwrap_or_default().split('&').filter(|pair| !pair.ends_with('='));
        let query = given.collect::<Vec<_>>().join("&");
        let uri = Uri::try_from(format!("/?{query}")).map_err(|_| Error::field("query", "The query is not valid."))?;
        let read = axum::extract::Query::<T>::try_from_uri(&uri);
        let axum::extract::Query(value) = read.map_err(|rejection| refusal(&rejection))?;
        Ok(Self(value))
    }
}

/// Names the field and the reason, from the parser's error that the rejection wraps.
fn refusal(rejection: &QueryRejection) -> Error {
    let mut causes = successors(rejection.source(), |&cause| cause.source());
    let parsing = causes.find_map(|cause| cause.downcast_ref::<serde_path_to_error::Error<value::Error>>());
    let (path, reason) = match parsing {
        Some(error) => (error.path().to_string(), error.inner().to_string()),
        None => (".".to_owned(), rejection.body_text()),
    };
    let (field, message) = in_words(if path == "." || path == "?" { "query" } else { &path }, &reason);
    let mut refusal = Error::field(field.clone(), message.clone());
    refusal.detail = format!("{field}: {message}");
    refusal
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "only its shape matters")]
    struct Filter {
        limit: Option<u32>,
        test_id: String,
    }

    #[test]
    fn errors_name_their_field() {
        let detail = |query: &str| {
            let uri = Uri::try_from(format!("/?{query}")).unwrap();
            refusal(&axum::extract::Query::<Filter>::try_from_uri(&uri).unwrap_err()).detail
        };
        assert_eq!(detail("test_id=a&limit=x"), "limit: This must be a whole number.");
        assert_eq!(detail("limit=1"), "query.test_id: This field is required.");
        assert_eq!(detail("test_id=a&test_id=b"), "query.test_id: This field is given twice.");
    }
}
