//! Extractors of the handlers.

mod body;
mod caller;
mod lists;
mod peer;
mod query;
mod target;

pub use body::{AUTH_LIMIT, Body, JSON_LIMIT, TEXT_LIMIT};
pub use caller::{AsAdmin, AsApplicant, AsSuperadmin, AttemptKey, Caller};
pub use lists::{at_most, first};
pub use peer::{Peer, PeerAddr};
pub use query::Query;
pub use target::{Id, IdAndName, Token, TokenAndId};
