//! Refusals of calls in the API's description. Those of a handler's arguments are derived from their types
//! ([`Refuses`]); a handler's `responses(..)` names only those that its use case adds, such as [`Conflict`].

use super::{
    error::{ErrorBody, status},
    extract::{
        AsAccount, AsAdmin, AsApplicant, AsCodeRunner, AsReviewer, AsSuperadmin, AttemptKey, Caller, HeldAttempt, Id,
        IdAndName, IdempotencyKey, KnownLink, LinkToken, Loaded, Named, Peer, Query, Serving, TokenAndId, UnreadBody,
        Visitor,
    },
};
use crate::domain::ErrorKind;
use axum::{extract::State, http::Uri};
use std::collections::BTreeMap;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{Content, Ref, RefOr, Response, ResponseBuilder},
};

/// An argument of handlers.
pub trait Refuses {
    /// Errors with which it ends a call, or that can only come from its value.
    fn kinds() -> Vec<ErrorKind>;
}

macro_rules! refuses {
    ($($argument:ty $(where $parameter:ident)? => [$($kind:ident),*];)+) => {
        $(impl $(<$parameter>)? Refuses for $argument {
            fn kinds() -> Vec<ErrorKind> {
                vec![$(ErrorKind::$kind),*]
            }
        })+
    };
}

refuses! {
    State<T> where T => [];
    Serving => [];
    Uri => [];
    Peer => [];
    Caller => [];
    AsAccount => [Unauthorized];
    AsAdmin => [Unauthorized, Forbidden];
    AsReviewer => [Unauthorized, Forbidden];
    AsSuperadmin => [Unauthorized, Forbidden];
    AsApplicant => [Unauthorized, Forbidden];
    AsCodeRunner => [Unauthorized];
    LinkToken => [NotFound];
    Id<T> where T => [NotFound];
    IdAndName<T> where T => [NotFound];
    TokenAndId<T> where T => [NotFound];
    // A malformed key.
    AttemptKey => [Invalid];
    IdempotencyKey => [Invalid];
    Visitor => [NotFound, Invalid, TooMany];
    KnownLink => [NotFound];
    HeldAttempt => [NotFound, Conflict, Gone, Invalid];
    Query<T> where T => [Invalid];
    // Depends on its media type: see `description`.
    UnreadBody => [];
}

impl<R: Named> Refuses for Loaded<R>
where
    R::Permission: Refuses,
    R::Path: Refuses,
{
    fn kinds() -> Vec<ErrorKind> {
        [R::Permission::kinds(), R::Path::kinds()].concat()
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

of_use_cases!(Malformed Unauthorized Forbidden NotFound Conflict Gone TooLarge UnsupportedMedia Invalid TooMany);
