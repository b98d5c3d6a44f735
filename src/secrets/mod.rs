//! Keys, sealed values, tokens, password hashes, session tokens and TLS material.
//!
//! Everything here rests on one [`MasterKey`], kept in a file beside the database. Each use gets its own key derived
//! from it, so that no key ever serves two purposes, and the database file alone opens nothing.

mod chain;
mod error;
mod files;
mod jwt;
mod master;
pub mod passphrase;
mod passwords;
pub mod roots;
mod self_signed;
mod tls;
pub mod token;
mod vault;

pub use chain::Chain;
pub use error::SecretError;
pub use jwt::{Claims, Jwt};
pub use master::MasterKey;
pub use passwords::{Passwords, Verdict};
pub use self_signed::{SelfSigned, self_signed};
pub use tls::{Certificate, Look, fingerprint, server_config};
pub use vault::Vault;

/// Ends the process where going on would mean working without a key or without randomness.
///
/// Only for conditions that the callers' own limits rule out; an error value would invite a caller to carry on.
fn give_up(what: &str) -> ! {
    eprintln!("invigil: {what}; stopping, because nothing here is safe without it");
    std::process::abort()
}
