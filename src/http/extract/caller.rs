//! Extractors that turn credentials into permissions. A handler declares the permission it needs as its first argument
//! after the state (docs/behaviour/accounts.md#roles-and-permissions).

use crate::{
    app::App,
    domain::user::{Session, User},
    http::error::ApiError,
    service::actor::{Actor, Admin, Applicant, CodeRunner, Reviewer, Superadmin, authenticate, authenticate_runner},
};
use axum::{
    extract::{FromRef, FromRequestParts},
    http::{header, request::Parts},
};

/// The caller, signed in or anonymous.
pub struct Caller(pub Actor);

/// Requires a signed-in account of any role: 401 without a session.
pub struct AsAccount {
    pub user: User,
    pub session: Session,
}

/// Requires a signed-in admin: 401 without a session, 403 for other roles.
pub struct AsAdmin(pub Admin);

/// Requires a signed-in reviewer or admin: 401 without a session, 403 for applicants.
pub struct AsReviewer(pub Reviewer);

/// Requires the superadmin: 401 without a session, 403 for other accounts.
pub struct AsSuperadmin(pub Superadmin);

/// Requires a signed-in applicant: 401 without a session, 403 for other roles.
pub struct AsApplicant(pub Applicant);

/// Requires the token of a code runner on another machine: 401.
pub struct AsCodeRunner(pub CodeRunner);

/// The `X-Attempt-Key` header, if sent.
pub struct AttemptKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(authenticate(&App::from_ref(state), bearer(parts))?))
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let (scheme, token) = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

impl<S: Send + Sync> FromRequestParts<S> for AsCodeRunner
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(authenticate_runner(&App::from_ref(state), bearer(parts))?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AsAccount
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Caller(actor) = Caller::from_request_parts(parts, state).await?;
        let (user, session) = actor.require_account()?;
        Ok(Self { user, session })
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

impl<S: Send + Sync> FromRequestParts<S> for AsReviewer
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(Caller::from_request_parts(parts, state).await?.0.require_reviewer()?))
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
        // A header that is not text cannot be a key: pass on a value that never matches.
        let key = parts.headers.get("x-attempt-key").map(|v| v.to_str().unwrap_or("-").to_owned());
        Ok(Self(key))
    }
}
