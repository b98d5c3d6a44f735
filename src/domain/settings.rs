//! Settings that admins change at run time.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the connection to the mail server is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmtpTls {
    /// Not at all; for a relay on the same machine or network.
    None,
    /// A plain connection that must be upgraded (RFC 3207), the custom of port 587. A server that does not offer it
    /// gets neither password nor mail.
    #[default]
    StartTls,
    /// TLS from the first byte (RFC 8314 section 3.3), the custom of port 465.
    Implicit,
}

/// Outgoing mail (spec section 3). Empty host: not set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailSettings {
    pub host: String,
    pub port: u16,
    pub user: String,
    /// Sealed under the master key.
    pub password_sealed: Option<Vec<u8>>,
    pub tls: SmtpTls,
    pub from_email: String,
    pub from_name: String,
}

impl Default for EmailSettings {
    fn default() -> Self {
        Self {
            host: String::new(),
            port: 587,
            user: String::new(),
            password_sealed: None,
            tls: SmtpTls::StartTls,
            from_email: String::new(),
            from_name: "Interview Platform".into(),
        }
    }
}

/// Whose protocol an AI service speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AiProvider {
    #[default]
    Gemini,
    /// Whatever answers to the chat completions of `OpenAI`.
    OpenAi,
}

/// The AI service (rules "AI").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AiSettings {
    pub provider: AiProvider,
    /// Everything before the call's own path; blank for the provider's own address.
    pub base_url: String,
    /// Blank for the usual one of Gemini; other services have none that is usual.
    pub model: String,
    /// Sealed under the master key.
    pub key_sealed: Option<Vec<u8>>,
    /// AI scores are suggestions until a person takes them.
    pub review_needs_person: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThemeSettings {
    pub name: String,
    /// Colour slot to CSS colour, over the theme's own.
    pub custom_colors: BTreeMap<String, String>,
}

impl Default for ThemeSettings {
    fn default() -> Self {
        Self { name: "classic".into(), custom_colors: BTreeMap::new() }
    }
}

/// By which the data knows its master key again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyCheck {
    /// SHA-256 of a key derived from the master key: it tells the key, and nothing about it.
    pub fingerprint: [u8; 32],
}

/// What `serve` leaves for the offline commands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteSettings {
    pub public_url: Option<String>,
    /// Days that an unscheduled link stays open.
    pub link_days: u32,
    /// Hours that a scheduled link stays open after its time.
    pub late_start_hours: u32,
}

impl SiteSettings {
    #[must_use]
    pub fn standard() -> Self {
        Self { public_url: None, link_days: 14, late_start_hours: 24 }
    }
}
