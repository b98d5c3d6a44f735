//! Refusals of calls in the API's description, and who may make them. Both are derived from the types of a handler's
//! arguments ([`Argument`]); a handler's `responses(..)` names only what its use case adds, such as [`Conflict`].

use super::{
    error::{ErrorBody, status},
    extract::{
        Anyone, As, AsAccount, AsCodeRunner, AttemptKey, ByLink, Caller, CarriedSignIn, Device, ExamBrowser,
        HeldAttempt, Id, IdAndName, IdempotencyKey, InTest, KnownLink, Launching, LinkToken, Loaded, MediaPeer, Named,
        Of, Peer, Query, SeatedPicture, Serving, TokenAndId, UnreadBody, Visitor, Within,
    },
};
use crate::{
    domain::{ErrorKind, permission::Access},
    service::actor::Permission,
};
use axum::{extract::State, http::Uri};
use std::collections::BTreeMap;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{Content, Ref, RefOr, Response, ResponseBuilder},
};

/// An argument of handlers.
pub trait Argument {
    /// Who may make a call that takes it, if it says so.
    const ACCESS: Option<Access> = None;
    /// The reach of a permission for some tests by it, if it says so.
    const REACH: Option<Reach> = None;

    /// Errors with which it ends a call, or that can only come from its value.
    fn kinds() -> Vec<ErrorKind>;
}

/// The reach of a permission for some tests by a call (docs/behaviour/accounts.md#given-roles).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nothing: the call is for the whole site.
    Site,
    /// The record that the path names, if it is of one of these tests.
    Test,
    /// The call keeps to some tests, or shows nothing of any test.
    Within,
}

impl Reach {
    /// Returns the name that the description of the API has for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Site => "site",
            Self::Test => "test",
            Self::Within => "within",
        }
    }
}

macro_rules! arguments {
    ($($argument:ty $(where $parameter:ident)? $(, $access:ident)? => [$($kind:ident),*];)+) => {
        $(impl $(<$parameter>)? Argument for $argument {
            $(const ACCESS: Option<Access> = Some(Access::$access);)?

            fn kinds() -> Vec<ErrorKind> {
                vec![$(ErrorKind::$kind),*]
            }
        })+
    };
}

arguments! {
    State<T> where T => [];
    Serving, Link => [];
    Uri => [];
    Peer => [];
    Device => [];
    ExamBrowser => [];
    CarriedSignIn => [];
    Launching => [];
    Anyone, Public => [];
    ByLink, Link => [];
    MediaPeer, LinkOrWatch => [Invalid];
    Caller => [];
    AsAccount, Account => [Unauthorized];
    AsCodeRunner, Runner => [Unauthorized];
    LinkToken => [NotFound];
    Id<T> where T => [NotFound];
    IdAndName<T> where T => [NotFound];
    TokenAndId<T> where T => [NotFound];
    SeatedPicture => [NotFound];
    // A malformed key.
    AttemptKey, Link => [Invalid];
    IdempotencyKey => [Invalid];
    Visitor, Link => [NotFound, Invalid, TooMany];
    KnownLink, Link => [NotFound];
    HeldAttempt, Link => [NotFound, Conflict, Gone, Invalid];
    Query<T> where T => [Invalid];
    // Depends on its media type: see `description`.
    UnreadBody => [];
}

impl<P: Permission> Argument for As<P> {
    const ACCESS: Option<Access> = Some(P::ACCESS);
    const REACH: Option<Reach> = Some(Reach::Site);

    fn kinds() -> Vec<ErrorKind> {
        vec![ErrorKind::Unauthorized, ErrorKind::Forbidden]
    }
}

impl<P: Permission> Argument for Within<P> {
    const ACCESS: Option<Access> = Some(P::ACCESS);
    const REACH: Option<Reach> = Some(Reach::Within);

    fn kinds() -> Vec<ErrorKind> {
        As::<P>::kinds()
    }
}

impl<P: Permission, T: InTest> Argument for Of<P, T>
where
    T::Path: Argument,
{
    const ACCESS: Option<Access> = Some(P::ACCESS);
    const REACH: Option<Reach> = Some(Reach::Test);

    fn kinds() -> Vec<ErrorKind> {
        [As::<P>::kinds(), T::Path::kinds()].concat()
    }
}

impl<P: Permission, R: Named> Argument for Loaded<P, R>
where
    R::Path: Argument,
{
    const ACCESS: Option<Access> = Some(P::ACCESS);
    const REACH: Option<Reach> = Some(if R::IS_OF_SITE { Reach::Site } else { Reach::Test });

    fn kinds() -> Vec<ErrorKind> {
        [As::<P>::kinds(), R::Path::kinds()].concat()
    }
}

/// The response of a refusal.
pub fn response() -> RefOr<Response> {
    let schema = Ref::from_schema_name(ErrorBody::name());
    RefOr::T(ResponseBuilder::new().content("application/json", Content::new(Some(schema))).build())
}

macro_rules! of_use_cases {
    ($($kind:ident)+) => {
        $(
            #[doc = concat!("[`ErrorKind::", stringify!($kind), "`] from a use case.")]
            pub enum $kind {}

            impl IntoResponses for $kind {
                fn responses() -> BTreeMap<String, RefOr<Response>> {
                    BTreeMap::from([(status(ErrorKind::$kind).as_str().to_owned(), response())])
                }
            }
        )+
    };
}

of_use_cases!(Malformed Unauthorized Forbidden NotFound Conflict Gone TooLarge UnsupportedMedia Invalid TooMany Unavailable);
