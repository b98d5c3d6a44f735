//! Extractors that turn credentials into permissions. A handler declares the permission it needs as its first argument
//! after the state (docs/behaviour/accounts.md#roles-and-permissions).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result,
        permission::Rights,
        user::{Session, User},
    },
    http::error::ApiError,
    secrets::token::is_of_api,
    service::actor::{Actor, CodeRunner, Permission, authenticate, authenticate_runner, require_whole_site},
};
use axum::{
    extract::{FromRef, FromRequestParts},
    http::{header, request::Parts},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::sync::Arc;

/// The caller, signed in or anonymous.
pub struct Caller(pub Actor);

/// Judges a caller again.
type Ask = dyn Fn(&App) -> Result<()> + Send + Sync;

/// Asks again whether the caller may make the call: what permitted it may have been taken while its body arrived.
#[derive(Clone)]
pub struct StillPermitted(Arc<Ask>);

impl StillPermitted {
    /// Notes how to ask again, for [`super::UnreadBody`].
    fn note(parts: &mut Parts, ask: impl Fn(Actor) -> Result<()> + Send + Sync + 'static) {
        let credential = credential(parts);
        let again = move |app: &App| ask(authenticate(app, credential.as_deref())?);
        parts.extensions.insert(Self(Arc::new(again)));
    }

    /// # Errors
    /// 401 and 403, as for a call that is made now.
    pub fn require(&self, app: &App) -> Result<()> {
        (self.0)(app)
    }
}

/// Requires a signed-in account of any role: 401 without a session.
pub struct AsAccount {
    pub user: User,
    pub session: Session,
    pub rights: Rights,
}

/// Requires what the table grants for this permission, for the whole site: 401 without a session, 403 for other callers
/// and for those who have it for some tests alone. As a handler's argument it also says in the API's description who may
/// make the call.
pub struct As<P>(pub P);

/// Like [`As`], also for some tests alone: the use case keeps to `scope()`, or the call shows nothing of any test. A call on
/// one test takes [`super::Of`] or [`super::Loaded`], which check it.
pub struct Within<P>(pub P);

/// Requires nothing: for calls that anyone may make. It is declared, so that no call is public by omission.
pub struct Anyone;

/// Requires the token of a code runner on another machine: 401.
pub struct AsCodeRunner(pub CodeRunner);

/// Requires nothing yet: for calls of candidates whose use case resolves the link in the path.
pub struct ByLink;

/// The candidate with the attempt key, or an account that may watch: the use case decides which.
pub struct MediaPeer {
    pub actor: Actor,
    pub key: Option<String>,
}

/// The `X-Attempt-Key` header, if sent.
pub struct AttemptKey(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self(authenticate(&App::from_ref(state), credential(parts).as_deref())?))
    }
}

fn credential(parts: &Parts) -> Option<String> {
    program(parts).or_else(|| bearer(parts).map(str::to_owned))
}

/// The token of a program that signs in by HTTP Basic, as tracking systems do: the token is the user name. What is not a
/// token of the API is no sign-in.
fn program(parts: &Parts) -> Option<String> {
    let (scheme, encoded) = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let pair = scheme.eq_ignore_ascii_case("basic").then(|| STANDARD.decode(encoded.trim()).ok())??;
    let pair = String::from_utf8(pair).ok()?;
    let (name, _) = pair.split_once(':')?;
    is_of_api(name).then(|| name.to_owned())
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
        let (user, session, rights) = actor.require_account()?;
        StillPermitted::note(parts, |actor| actor.require_account().map(drop));
        Ok(Self { user, session, rights })
    }
}

impl<S: Send + Sync, P: Permission> FromRequestParts<S> for Within<P>
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let by: P = Caller::from_request_parts(parts, state).await?.0.require()?;
        let scope = by.scope().clone();
        StillPermitted::note(parts, move |actor| {
            let is_same = actor.require::<P>()?.scope().includes(&scope);
            let taken = || Error::forbidden(ErrorCode::Forbidden, "Your roles do not include this.");
            if is_same { Ok(()) } else { Err(taken()) }
        });
        Ok(Self(by))
    }
}

impl<S: Send + Sync, P: Permission> FromRequestParts<S> for As<P>
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Within(by) = Within::<P>::from_request_parts(parts, state).await?;
        require_whole_site(&by)?;
        Ok(Self(by))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for MediaPeer
where
    App: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Caller(actor) = Caller::from_request_parts(parts, state).await?;
        let AttemptKey(key) = AttemptKey::from_request_parts(parts, state).await?;
        Ok(Self { actor, key })
    }
}

macro_rules! requires_nothing {
    ($($marker:ident)+) => {
        $(impl<S: Send + Sync> FromRequestParts<S> for $marker {
            type Rejection = ApiError;

            async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Self, ApiError> {
                Ok(Self)
            }
        })+
    };
}

requires_nothing!(Anyone ByLink);

impl<S: Send + Sync> FromRequestParts<S> for AttemptKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        // A header that is not text cannot be a key: pass on a value that never matches.
        let key = parts.headers.get("x-attempt-key").map(|v| v.to_str().unwrap_or("-").to_owned());
        Ok(Self(key))
    }
}
