//! Identity providers that speak `OpenID` Connect: discovery, keys, the exchange of a code, and the verification of tokens.
//! What a verified person is here is decided in [`crate::service::account::directory`].

mod client;
mod id_token;
pub mod ldap;

pub use client::{Discovered, Grant, OidcClient, OidcClients, Relation, Tokens, Url, is_usable_url};
pub use id_token::{Audience, Claims, LEEWAY, TokenUse};

use std::fmt;

/// Why a provider did not sign a person in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OidcFault {
    /// The provider cannot be reached, or its replies are not of the protocol.
    Failed(String),
    /// The provider refuses this server or the code.
    Refused(String),
    /// The provider sent a token that is not valid.
    Token(&'static str),
}

impl fmt::Display for OidcFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(why) | Self::Refused(why) => f.write_str(why),
            Self::Token(why) => f.write_str(why),
        }
    }
}
