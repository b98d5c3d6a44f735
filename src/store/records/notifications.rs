//! Notifications, and which of them an account has read.

use super::{
    IndexEntry, NOTIFICATIONS_BY_APPLICANT, NOTIFICATIONS_BY_KIND, Record, StoreError, Table, counter, decode_body,
};
use crate::domain::{
    NotificationId, UserId,
    notification::{Notification, ReadMarks},
};

impl Record for Notification {
    const TABLE: Table = Table("notifications");
    const VERSION: u8 = 2;
    key!(self: NotificationId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the message for other languages: none.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![NOTIFICATIONS_BY_KIND.entry(self.kind), NOTIFICATIONS_BY_APPLICANT.entry(self.applicant_id)]
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::notifications()]
    }
}

impl Record for ReadMarks {
    const TABLE: Table = Table("read_marks");
    const VERSION: u8 = 1;
    key!(self: UserId = self.user_id);
}
