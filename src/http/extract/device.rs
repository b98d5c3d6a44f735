//! The client's device, as it describes itself.

use crate::domain::device;
use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use std::convert::Infallible;

/// The `User-Agent` header in plain words; blank without one.
pub struct Device(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Device {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let user_agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self(user_agent.map(device::in_words).unwrap_or_default()))
    }
}
