//! The idempotency key of a call that creates a record (docs/behaviour/calls.md#calls).

use crate::{domain::idempotency::HEADER, http::error::ApiError, service::work::idempotency::Once};
use axum::{extract::FromRequestParts, http::request::Parts};
use std::convert::Infallible;

/// The `Idempotency-Key` header, if sent.
pub struct IdempotencyKey(Option<String>);

impl IdempotencyKey {
    /// # Errors
    /// 422 for a malformed key.
    pub fn once(&self, call: &str, body: &[u8]) -> Result<Option<Once>, ApiError> {
        Ok(self.0.as_deref().map(|key| Once::new(key, call, body)).transpose()?)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        // A header that is not text is malformed, as is a blank one.
        Ok(Self(parts.headers.get(HEADER).map(|v| v.to_str().unwrap_or_default().to_owned())))
    }
}
