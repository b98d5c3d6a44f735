//! Records of a candidate's page other than answers, and mails about invites and accounts.

use super::{
    Entry, Instant, Key, MAIL_BY_ACCOUNT, MAIL_BY_DUE, MAIL_BY_INVITE, MAILBOX_PROOFS_BY_TOKEN, Record, StoreError,
    Table, decode_body, key,
};
use crate::domain::{
    InviteId, MailId,
    attempt::{ResumeRequest, TimeSpent},
    email_verification::EmailVerification,
    mail::{About, Mail, MailKind, MailState},
    signal::{Signal, SignalTally},
};

impl Record for ResumeRequest {
    const TABLE: Table = Table("resume_requests");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::of_attempt(self.attempt_id)
    }
}

impl Record for TimeSpent {
    const TABLE: Table = Table("time_spent");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::answer(self.attempt_id, &self.question_id)
    }
}

impl Record for Signal {
    const TABLE: Table = Table("signals");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.attempt_id.0).i64(self.at.0).u8(self.kind as u8).build()
    }
}

impl Record for SignalTally {
    const TABLE: Table = Table("signal_tallies");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::of_attempt(self.attempt_id)
    }
}

impl Record for EmailVerification {
    const TABLE: Table = Table("mailbox_proofs");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::user(self.user_id)
    }
    fn index_entries(&self) -> Vec<Entry> {
        vec![(MAILBOX_PROOFS_BY_TOKEN, Key::new().bytes32(&self.token_hash).build())]
    }
}

impl Record for Mail {
    const TABLE: Table = Table("outbox");
    const VERSION: u8 = 2;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.id.0).build()
    }
    fn index_entries(&self) -> Vec<Entry> {
        let mut entries = vec![match self.about {
            About::Invite(id) => (MAIL_BY_INVITE, Key::new().id(id.0).build()),
            About::Account(id) => (MAIL_BY_ACCOUNT, key::user(id)),
        }];
        if self.state == MailState::Waiting {
            entries.push((MAIL_BY_DUE, Key::new().i64(self.next_try_at.0).build()));
        }
        entries
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            1 => decode_body::<MailV1>(body).map(Into::into),
            _ => Err(StoreError::Corrupt(format!("version {version} is not known"))),
        }
    }
}

/// In version 1, every mail was about an invite.
#[derive(serde::Deserialize)]
struct MailV1 {
    id: MailId,
    kind: MailKind,
    invite_id: InviteId,
    message_id: String,
    state: MailState,
    tries: u32,
    next_try_at: Instant,
    created_at: Instant,
}

impl From<MailV1> for Mail {
    fn from(old: MailV1) -> Self {
        let MailV1 { id, kind, invite_id, message_id, state, tries, next_try_at, created_at } = old;
        Self { id, kind, about: About::Invite(invite_id), message_id, state, tries, next_try_at, created_at }
    }
}
