//! Callers through an invite link: its rate limit, the link itself, the attempt that the caller's key holds. In this
//! order a handler declares what it needs, and a refusal is reported (docs/behaviour/calls.md#calls).

use super::{caller::AttemptKey, target::LinkToken};
use crate::{
    app::App,
    domain::{Error, attempt::Attempt},
    http::error::{ApiError, ApiResult},
    service::query,
    state::link_rate_limit::Visit,
};
use axum::{
    extract::{FromRef, FromRequestParts, RawPathParams},
    http::request::Parts,
};

/// The application that serves the link in the path: that of a trial, or the one of all other calls.
pub struct Serving(pub App);

/// A call through an invite link, within the limit of concurrent calls per link: 429. Neither link nor key is checked.
pub struct Visitor {
    pub token: String,
    pub key: Option<String>,
    pub visit: Visit,
}

/// Token of a link that is known: 404.
pub struct KnownLink(pub String);

/// The running attempt behind the link, held by the caller's key: 404, 409, 410, or 422 for a malformed key.
pub struct HeldAttempt(pub Attempt);

impl<S: Send + Sync> FromRequestParts<S> for Serving
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let app = App::from_ref(state);
        let path = RawPathParams::from_request_parts(parts, state).await.map_err(|_| Error::not_found("record"))?;
        let link = path.iter().find(|(name, _)| *name == "token").map(|(_, token)| token);
        Ok(Self(link.map_or_else(|| app.clone(), |link| app.serving(link))))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let LinkToken(token) = LinkToken::from_request_parts(parts, state).await?;
        let AttemptKey(key) = AttemptKey::from_request_parts(parts, state).await?;
        let Serving(app) = Serving::from_request_parts(parts, state).await?;
        let visit = app.limits.links.visit(&token)?;
        Ok(Self { token, key, visit })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for KnownLink
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let LinkToken(token) = LinkToken::from_request_parts(parts, state).await?;
        let Serving(app) = Serving::from_request_parts(parts, state).await?;
        query::link::find(&app.store.read()?, &token)?;
        Ok(Self(token))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for HeldAttempt
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let LinkToken(token) = LinkToken::from_request_parts(parts, state).await?;
        let AttemptKey(key) = AttemptKey::from_request_parts(parts, state).await?;
        let Serving(app) = Serving::from_request_parts(parts, state).await?;
        Ok(Self(query::attempt::holding(&app.store.read()?, &token, key.as_deref(), app.now())?))
    }
}

/// Like [`KnownLink`], for saves: reports an unknown link before any other error of `call`, but looks the link up only
/// after a failure, because a successful call has resolved it.
pub async fn unknown_link_first<T>(app: &App, token: &str, call: impl Future<Output = ApiResult<T>>) -> ApiResult<T> {
    let done = call.await;
    if done.is_err() {
        query::link::find(&app.store.read()?, token)?;
    }
    done
}
