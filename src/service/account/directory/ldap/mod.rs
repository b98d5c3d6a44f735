//! People of the company's directory: their sign-in, the test of its settings, and the watch over those who are signed in
//! (`docs/behaviour/accounts.md#directory`).

mod judge;
mod person;
mod probe;
mod watch;

pub use judge::{Asked, Vouched, is_set_up};
pub(crate) use judge::{asks, pretend, sign_in};
pub(crate) use probe::of_site;
pub use probe::probe;
pub use watch::look;

use crate::{
    directory::ldap::LdapFault,
    domain::{Error, ErrorCode, ErrorKind},
};

impl From<LdapFault> for Error {
    fn from(fault: LdapFault) -> Self {
        let detail = match fault {
            LdapFault::Busy => "Too many people are signing in at this moment. Please try again.",
            LdapFault::Failed(_) | LdapFault::Refused(_) | LdapFault::Ambiguous => {
                "The directory of your company does not answer as it should, so this sign-in could not be checked. \
                 Please try again in a moment, or ask your administrator."
            }
        };
        Self { retry_after: Some(5), ..Self::new(ErrorKind::Unavailable, ErrorCode::ProviderFailed, detail) }
    }
}
