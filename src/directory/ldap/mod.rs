//! A directory that speaks LDAP (RFC 4511): connections, people and their groups. Nothing is locked while it is asked.

mod client;
mod connect;
mod entry;
mod exchange;
mod groups;

pub use client::{LdapClient, LdapClients, LdapRelation, LdapSession};
pub use connect::{ServerAddress, is_usable};
pub use entry::LdapPerson;
pub use exchange::is_filter;

use std::fmt;

/// Why the directory was of no help. The words are for the log and for administrators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LdapFault {
    /// The directory cannot be reached, or its replies are not of the protocol.
    Failed(String),
    /// The directory refuses this server, or a search.
    Refused(String),
    /// The directory finds several people for one name.
    Ambiguous,
    /// The directory is busy: too many sign-ins wait for it.
    Busy,
}

impl fmt::Display for LdapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(why) | Self::Refused(why) => f.write_str(why),
            Self::Ambiguous => f.write_str("The filter finds several people for one name"),
            Self::Busy => f.write_str("too many sign-ins wait for the directory"),
        }
    }
}

/// Words of the directory for a log or a terminal.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}
