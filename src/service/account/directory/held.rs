//! The tokens of a provider that are kept beside a session, to ask about its person again. They are sealed: who has the database
//! alone can do nothing with them.

use crate::{
    app::App,
    directory::Tokens,
    domain::{Instant, SessionId, user::Session},
};
use serde::{Deserialize, Serialize};

const TABLE: &str = "sessions";
/// Longest tokens of one session, in bytes; of longer ones the person is not asked about again.
const MAX_TOKENS: usize = 16 * 1024;

/// Tokens, and what has answered with them.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Held {
    pub access: Option<String>,
    /// End of the access token; `None` if the provider does not say.
    pub ends: Option<Instant>,
    pub refresh: Option<String>,
    /// Whether the userinfo call names groups; `None` until it has answered.
    pub userinfo_names: Option<bool>,
    /// Whether a renewed ID token has named groups.
    pub renewal_names: bool,
}

impl Held {
    /// The tokens of a sign-in.
    pub fn of(tokens: Tokens, userinfo_names: Option<bool>, now: Instant) -> Self {
        let ends = tokens.ends(now);
        let Tokens { access_token: access, refresh_token: refresh, .. } = tokens;
        Self { access, ends, refresh, userinfo_names, renewal_names: false }
    }

    /// Takes the tokens of a renewal. A provider that gives no other refresh token lets the old one serve on.
    pub fn take(&mut self, renewed: Tokens, now: Instant) {
        self.ends = renewed.ends(now);
        self.access = renewed.access_token;
        self.refresh = renewed.refresh_token.or_else(|| self.refresh.take());
    }

    /// The access token while it lasts.
    pub fn lasting(&self, now: Instant) -> Option<String> {
        self.access.clone().filter(|_| self.ends.is_none_or(|ends| now < ends))
    }

    /// The provider does not let itself be asked.
    pub fn forget(&mut self) {
        *self = Self { access: None, ends: None, refresh: None, ..*self };
    }

    /// The sealed form, for the row of the session; `None` if there is nothing to ask with.
    pub fn seal(&self, app: &App, session: SessionId) -> Option<Vec<u8>> {
        if self.access.is_none() && self.refresh.is_none() {
            return None;
        }
        let plain = serde_json::to_vec(self).ok().filter(|plain| plain.len() <= MAX_TOKENS);
        if plain.is_none() {
            tracing::warn!("the tokens of a provider are too long to be kept: its people are not asked about again");
        }
        Some(app.secrets.vault.seal(TABLE, session.to_string().as_bytes(), 1, &plain?))
    }

    /// `None` also for tokens that were sealed with another key.
    pub fn open(app: &App, session: &Session) -> Option<Self> {
        let (sealed, key) = (session.tokens_sealed.as_ref()?, session.id.to_string());
        let plain = app.secrets.vault.open(TABLE, key.as_bytes(), 1, sealed).ok()?;
        serde_json::from_slice(&plain).ok()
    }
}
