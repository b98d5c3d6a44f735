//! Settings that admins change at run time.

use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// How the connection to the mail server is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SmtpTls {
    /// No encryption; for a relay on the same machine or network.
    None,
    /// A plain connection with mandatory upgrade (RFC 3207), usual on port 587. A server without STARTTLS gets neither
    /// password nor mail.
    #[default]
    StartTls,
    /// TLS from the first byte (RFC 8314 section 3.3), usual on port 465.
    Implicit,
}

/// Outgoing mail (`docs/behaviour/mail.md#email`). An empty host means not configured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailSettings {
    pub host: String,
    pub port: u16,
    pub user: String,
    /// Encrypted with a key derived from the master key.
    pub password_sealed: Option<Vec<u8>>,
    pub tls: SmtpTls,
    pub from_email: String,
    pub from_name: String,
    /// Candidates who have not started are reminded once before their invite closes.
    pub closing_reminders: bool,
    /// Name by which this machine introduces itself to the mail server (EHLO); blank for the host of the public URL.
    pub ehlo_name: String,
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
            closing_reminders: true,
            ehlo_name: String::new(),
        }
    }
}

/// Protocol of an AI service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AiProvider {
    #[default]
    Gemini,
    /// Any service that implements the chat completions API of `OpenAI`.
    OpenAi,
}

/// The AI service (`docs/behaviour/results.md#ai`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AiSettings {
    pub provider: AiProvider,
    /// Base URL without the call's path; blank for the provider's default.
    pub base_url: String,
    /// Blank for the default model of Gemini; other services have no default.
    pub model: String,
    /// Encrypted with a key derived from the master key.
    pub key_sealed: Option<Vec<u8>>,
    /// AI scores are suggestions until a person accepts them.
    pub review_needs_person: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThemeSettings {
    pub name: String,
    /// CSS colours by colour slot; they override the theme's.
    pub custom_colors: BTreeMap<String, String>,
}

impl Default for ThemeSettings {
    fn default() -> Self {
        Self { name: "classic".into(), custom_colors: BTreeMap::new() }
    }
}

/// Identifies the master key that the data was encrypted with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyCheck {
    /// SHA-256 of a key derived from the master key: it identifies the key and reveals nothing about it.
    pub fingerprint: [u8; 32],
}

/// Settings of links, and what `serve` stores for the offline commands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteSettings {
    pub public_url: Option<String>,
    /// Days that an unscheduled link stays open.
    pub link_days: u32,
    /// Hours that a scheduled link stays open after its time.
    pub late_start_hours: u32,
}

impl SiteSettings {
    /// Days that a link may stay open.
    pub const LINK_DAYS: RangeInclusive<i64> = 1..=365;
    /// Hours that a scheduled link may stay open after its time.
    pub const LATE_HOURS: RangeInclusive<i64> = 1..=168;

    #[must_use]
    pub fn standard() -> Self {
        Self { public_url: None, link_days: 14, late_start_hours: 24 }
    }
}
