//! Records of a candidate's page other than answers, and mails about invites and accounts.

use super::{
    IndexEntry, Instant, MAIL_BY_ACCOUNT, MAIL_BY_DUE, MAIL_BY_INVITE, MAILBOX_PROOFS_BY_TOKEN, Record, StoreError,
    Table, decode_body,
};
use crate::domain::{
    AttemptId, InviteId, MailId, UserId,
    attempt::{ResumeRequest, TimeSpent},
    email_verification::EmailVerification,
    mail::{About, Mail, MailKind, MailState},
    section_clock::SectionClock,
    signal::{IntegritySignal, SignalKind, SignalTally},
};

impl Record for ResumeRequest {
    const TABLE: Table = Table("resume_requests");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.attempt_id);
}

impl Record for SectionClock {
    const TABLE: Table = Table("section_clocks");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.attempt_id);
}

impl Record for TimeSpent {
    const TABLE: Table = Table("time_spent");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, &'k str) = (self.attempt_id, &self.question_id));
}

impl Record for IntegritySignal {
    const TABLE: Table = Table("signals");
    const VERSION: u8 = 1;
    key!(self: (AttemptId, Instant, SignalKind) = (self.attempt_id, self.at, self.kind));
}

impl Record for SignalTally {
    const TABLE: Table = Table("signal_tallies");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.attempt_id);
}

impl Record for EmailVerification {
    const TABLE: Table = Table("mailbox_proofs");
    const VERSION: u8 = 1;
    key!(self: UserId = self.user_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![MAILBOX_PROOFS_BY_TOKEN.entry(self.token_hash)]
    }
}

impl Record for Mail {
    const TABLE: Table = Table("outbox");
    const VERSION: u8 = 6;
    key!(self: MailId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        let mut entries = vec![match self.about {
            About::Invite(id) => MAIL_BY_INVITE.entry(id),
            About::Account(id) => MAIL_BY_ACCOUNT.entry(id),
        }];
        if self.state == MailState::Waiting {
            entries.push(MAIL_BY_DUE.entry(self.next_try_at));
        }
        entries
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            1 => decode_body::<MailV1>(body).map(Into::into),
            // Versions 3 and 4 appended kinds, version 5 what is known of the last try: nothing.
            2..=4 => decode_body(&[body, &[0, 0, 0]].concat()),
            // Version 6 appended a kind.
            5 => decode_body(body),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}

/// Version 1, in which every mail was about an invite.
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
        let mail = Self::new(id, kind, About::Invite(invite_id), message_id, next_try_at, created_at);
        Self { state, tries, ..mail }
    }
}
