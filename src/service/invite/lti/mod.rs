//! Learning platforms: tests as activities of their courses (`docs/lti.md`). A launch is a sign-in by the platform: its
//! signed message names the learner and the activity, for whom there is one invite.

mod claims;
mod deep_link;
pub mod grades;
pub mod keys;
mod launch;
pub mod platforms;
mod words;

pub use deep_link::{Offer, Offered};
pub use launch::{Begun, Carried, FLOW_TTL, Launched, LoginRequest, Outcome, begin, complete, form_fields};
pub use words::{Addressed, refusal, words};

use crate::{
    domain::{Error, ErrorCode, ErrorKind, Result, lti::LtiSettings},
    store::{Read, records::Single},
};

/// The platforms of the site, and the keys of this server for them.
///
/// # Errors
/// Storage only.
pub(crate) fn stored(read: &impl Read) -> Result<LtiSettings> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// The message of a platform does not hold; `why` is a part of a sentence.
fn refused(why: &str) -> Error {
    let detail = format!("The learning platform's message was refused: {why}.");
    Error::new(ErrorKind::Unauthorized, ErrorCode::TokenRefused, detail)
}
