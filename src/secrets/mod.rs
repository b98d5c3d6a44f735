//! Keys, sealed values, tokens, password hashes, session tokens and TLS material.
//!
//! All keys are derived (HKDF) from one [`MasterKey`], stored in a file beside the database: no key serves two
//! purposes, and the database file alone decrypts nothing.

mod chain;
mod error;
mod files;
mod jwt;
mod master;
pub mod passphrase;
mod passwords;
pub mod roots;
pub mod rsa;
mod self_signed;
pub mod signing;
mod tls;
pub mod token;
pub mod totp;
mod vault;
pub mod webhook_signature;

pub use chain::CertificateChain;
pub use error::SecretError;
pub use files::replace_private;
pub use jwt::{Claims, Jwt};
pub use master::MasterKey;
pub use passwords::{PasswordCheck, Passwords};
pub use self_signed::{SelfSigned, self_signed};
pub use tls::{Certificate, Look, fingerprint, server_config};
pub use vault::Vault;

/// Aborts the process when it would otherwise continue without a key or without randomness.
///
/// Only for conditions that the callers' own limits rule out; an error value would invite a caller to continue.
fn abort(what: &str) -> ! {
    eprintln!("invigil: {what}; aborting, because nothing is secure without it");
    std::process::abort()
}
