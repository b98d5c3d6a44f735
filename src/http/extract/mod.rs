//! Extractors of the handlers.

mod body;
mod caller;
mod cookie;
mod device;
mod encoded;
mod exam_browser;
mod idempotency;
mod link;
mod lists;
mod loaded;
mod of_test;
mod peer;
mod query;
mod target;

pub use body::{FORM_LIMIT, JSON_LIMIT, TEXT_LIMIT, UnreadBody};
pub use caller::{Anyone, As, AsAccount, AsCodeRunner, AttemptKey, ByLink, Caller, MediaPeer, Within};
pub use cookie::{CarriedSignIn, Launching, carrying, carrying_launch};
pub use device::Device;
pub use exam_browser::ExamBrowser;
pub use idempotency::IdempotencyKey;
pub use link::{HeldAttempt, KnownLink, Serving, Visitor, unknown_link_first};
pub use lists::{at_most, first};
pub use loaded::{AdminRecord, ApplicantRecord, Loaded, Named, NotedAttempt, OwnSession, ReviewedId};
pub use of_test::{InTest, Of, OrderName};
pub use peer::{Peer, PeerAddr};
pub use query::Query;
pub use target::{Id, IdAndName, LinkToken, SeatedPicture, TokenAndId, media_session};
