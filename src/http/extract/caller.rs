//! Turns credentials into permissions. A handler names the permission it needs among its arguments, first.

use crate::{
    app::App,
    http::error::ApiError,
    service::actor::{Actor, Admin, Applicant, Superadmin, authenticate},
};
use axum::{
    extract::{FromRef, FromRequestParts},
    http::{header, request::Parts},
};

/// Whoever calls, signed in or not.
pub struct Caller(pub Actor);

/// A signed-in admin: 401 without a session, 403 for others.
pub struct AsAdmin(pub Admin);

/// The first admin: 401 without a session, 403 for others.
pub struct AsSuperadmin(pub Superadmin);

/// A signed-in applicant: 401 without a session, 403 for others.
pub struct AsApplicant(pub Applicant);

/// The `X-Attempt-Key` header, if sent.
pub struct AttemptKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let bearer = parts.headers.get(header::AUTHORIZATION).and_then(|value| {
            let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        Ok(Self(authenticate(&App::from_ref(state), bearer)?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AsAdmin
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(Caller::from_request_parts(parts, state).await?.0.require_admin()?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AsSuperadmin
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(Caller::from_request_parts(parts, state).await?.0.require_superadmin()?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AsApplicant
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(Caller::from_request_parts(parts, state).await?.0.require_applicant()?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AttemptKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // A header that is no text cannot be a key: it is passed on as one that will be refused.
        let key = parts.headers.get("x-attempt-key").map(|v| v.to_str().unwrap_or("-").to_owned());
        Ok(Self(key))
    }
}
