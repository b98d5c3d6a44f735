//! People for whom a provider vouches: which account is theirs, and what they are here
//! (`docs/behaviour/accounts.md#company-sign-in`).

mod admit;
mod asking;
mod flow;
mod held;
pub mod ldap;
mod linked;
mod logout;
mod probe;
pub mod providers;
mod renewal;
mod watched;
mod worker;

pub use flow::{Begun, FLOW_TTL, Redeemed, Returned, begin, complete, redeem, redirect_uri};
pub use linked::voucher_of;
pub use logout::by_provider as log_out;
pub(crate) use probe::of_provider;
pub use probe::{ProbeStep, probe};
pub use watched::Watched;
pub use worker::work;

use crate::{
    app::App,
    directory::OidcFault,
    domain::{
        Error, ErrorCode, ErrorKind, Result,
        directory::{OidcProvider, Side},
    },
    service::settings::oidc,
};

impl From<OidcFault> for Error {
    fn from(fault: OidcFault) -> Self {
        let (kind, code, detail) = match fault {
            OidcFault::Failed(_) => {
                let detail = "The sign-in service of your company does not answer. Please try again in a moment.";
                (ErrorKind::Unavailable, ErrorCode::ProviderFailed, detail)
            }
            OidcFault::Refused(_) => {
                let detail = "The sign-in service of your company refused the sign-in. Please try again.";
                (ErrorKind::Unauthorized, ErrorCode::ProviderRefused, detail)
            }
            OidcFault::Token(_) => {
                let detail =
                    "The reply of your company's sign-in service does not hold. Please ask your administrator.";
                (ErrorKind::Unauthorized, ErrorCode::TokenRefused, detail)
            }
        };
        let retry_after = (kind == ErrorKind::Unavailable).then_some(5);
        Self { retry_after, ..Self::new(kind, code, detail) }
    }
}

/// A provider on the sign-in page.
pub struct OfferedProvider {
    pub id: String,
    pub label: String,
    pub side: Side,
}

/// The providers that the sign-in page offers.
///
/// # Errors
/// Storage only.
pub fn offered(app: &App) -> Result<Vec<OfferedProvider>> {
    let providers = oidc::stored(&app.store.read()?)?.providers.into_iter();
    Ok(providers.map(|OidcProvider { id, label, side, .. }| OfferedProvider { id, label, side }).collect())
}
