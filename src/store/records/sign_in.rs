//! Records of sign-in beside the account: sessions, second factors, tokens of programs, and links that set a new password.

use super::{IndexEntry, Instant, Record, SESSIONS_BY_START, SESSIONS_BY_USER, Single, StoreError, Table, decode_body};
use crate::{
    domain::{
        ApiTokenId, SessionId, UserId,
        api_token::ApiToken,
        digest::DigestChoice,
        directory::{DirectoryLink, OidcSettings},
        ldap::LdapSettings,
        password_reset::PasswordReset,
        second_factor::SecondFactor,
        user::Session,
    },
    store::Index,
};

pub const RESETS_BY_TOKEN: Index<PasswordReset, [u8; 32]> = Index::unique("password_resets_by_token");
pub const RESETS_BY_TIME: Index<PasswordReset, Instant> = Index::plain("password_resets_by_time");
pub const API_TOKENS_BY_TOKEN: Index<ApiToken, [u8; 32]> = Index::unique("api_tokens_by_token");
pub const API_TOKENS_BY_OWNER: Index<ApiToken, UserId> = Index::plain("api_tokens_by_owner");

impl Record for ApiToken {
    const TABLE: Table = Table("api_tokens");
    const VERSION: u8 = 1;
    key!(self: ApiTokenId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![API_TOKENS_BY_TOKEN.entry(self.token_hash), API_TOKENS_BY_OWNER.entry(self.owner)]
    }
}

pub const DIGESTS_BY_TIME: Index<DigestChoice, Instant> = Index::plain("digests_by_time");

impl Record for DigestChoice {
    const TABLE: Table = Table("digests");
    const VERSION: u8 = 1;
    key!(self: UserId = self.user_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![DIGESTS_BY_TIME.entry(self.next_at)]
    }
}

impl Record for PasswordReset {
    const TABLE: Table = Table("password_resets");
    const VERSION: u8 = 1;
    key!(self: UserId = self.user_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![RESETS_BY_TOKEN.entry(self.token_hash), RESETS_BY_TIME.entry(self.made_at)]
    }
}

impl Record for Session {
    const TABLE: Table = Table("sessions");
    const VERSION: u8 = 4;
    key!(self: SessionId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the origin, version 3 the provider, version 4 its tokens, which are unknown.
            1 => decode_body(&[body, &[0; 3]].concat()),
            2 => decode_body(&[body, &[0; 2]].concat()),
            3 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![SESSIONS_BY_USER.entry(self.user_id), SESSIONS_BY_START.entry(self.created_at)]
    }
}

impl Record for SecondFactor {
    const TABLE: Table = Table("second_factors");
    const VERSION: u8 = 1;
    key!(self: UserId = self.user_id);
}

/// People by the hash of their provider's name of them.
pub const LINKS_BY_SUBJECT: Index<DirectoryLink, [u8; 32]> = Index::unique("directory_links_by_subject");

impl Record for DirectoryLink {
    const TABLE: Table = Table("directory_links");
    const VERSION: u8 = 1;
    key!(self: UserId = self.user_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![LINKS_BY_SUBJECT.entry(self.subject_hash)]
    }
}

impl Record for OidcSettings {
    const TABLE: Table = Table("settings_oidc");
    const VERSION: u8 = 1;
    key!(self: Single = Single);
}

impl Record for LdapSettings {
    const TABLE: Table = Table("settings_ldap");
    const VERSION: u8 = 2;
    key!(self: Single = Single);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the minutes for which sessions last without an answer: one, until another number is set.
            1 => decode_body(&[body, &[1]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}
