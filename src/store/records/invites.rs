//! Invites.

use super::{Index, IndexEntry, Record, StoreError, Table, counter, decode_body, list};
use crate::domain::{
    Instant, InviteId, TestId, UserId,
    invite::{Invite, InviteStatus},
    list::InviteClass,
};

pub const INVITES_BY_TOKEN: Index<Invite, [u8; 32]> = Index::unique("invites_by_token");
pub const INVITES_BY_CLASS: Index<Invite, (InviteClass, Instant, &str)> =
    Index::searched("invites_by_class", list::TEXT_AT);
pub const INVITES_BY_APPLICANT: Index<Invite, (UserId, Instant)> = Index::plain("invites_by_applicant");
pub const INVITES_BY_TEST: Index<Invite, TestId> = Index::plain("invites_by_test");
pub const INVITES_BY_TEST_CLASS: Index<Invite, (TestId, InviteClass, Instant)> = Index::plain("invites_by_test_class");
pub const INVITES_BY_REMINDER: Index<Invite, Instant> = Index::plain("invites_by_reminder");
pub const INVITES_BY_EXPIRY: Index<Invite, Instant> = Index::plain("invites_by_expiry");

fn classes(invite: &Invite) -> Vec<InviteClass> {
    let mut classes = vec![InviteClass::All];
    classes.push(match invite.state {
        InviteStatus::Sent => InviteClass::Sent,
        InviteStatus::Scheduled => InviteClass::Scheduled,
        InviteStatus::InProgress => InviteClass::InProgress,
        InviteStatus::Completed => InviteClass::Completed,
        InviteStatus::Expired => InviteClass::Expired,
    });
    if matches!(invite.state, InviteStatus::Sent | InviteStatus::Scheduled) {
        classes.push(InviteClass::Active);
    }
    if invite.email_error.is_some() && matches!(invite.state, InviteStatus::Sent | InviteStatus::Scheduled) {
        classes.push(InviteClass::MailFailed);
    }
    if invite.is_monitorable() {
        classes.push(InviteClass::Monitorable);
    }
    classes
}

impl Record for Invite {
    const TABLE: Table = Table("invites");
    const VERSION: u8 = 5;
    key!(self: InviteId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the accommodation, version 4 the window and the reminders, version 5 the language; 0 is
            // `None` and false.
            1 => decode_body(&[body, &[0; 7]].concat()),
            // Version 3 has further index entries and counters.
            2 | 3 => decode_body(&[body, &[0; 6]].concat()),
            4 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        let created = self.created_at;
        let mut entries = vec![
            INVITES_BY_TOKEN.entry(self.token_hash),
            INVITES_BY_APPLICANT.entry((self.applicant_id, created)),
            INVITES_BY_TEST.entry(self.test_id),
        ];
        if matches!(self.state, InviteStatus::Sent | InviteStatus::Scheduled) {
            entries.push(INVITES_BY_EXPIRY.entry(self.expires_at()));
        }
        entries.extend(self.reminder_at().map(|at| INVITES_BY_REMINDER.entry(at)));
        let searchable = list::searchable(&self.applicant_email, &self.applicant_name);
        for class in classes(self) {
            entries.push(INVITES_BY_CLASS.entry((class, created, &searchable)));
            entries.push(INVITES_BY_TEST_CLASS.entry((self.test_id, class, created)));
        }
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        let classes = classes(self);
        let mut counters: Vec<_> = classes.iter().copied().map(counter::invites).collect();
        counters.extend(classes.into_iter().map(|class| counter::invites_to(self.test_id, class)));
        counters.push(counter::invites_of(self.applicant_id));
        counters
    }
}
