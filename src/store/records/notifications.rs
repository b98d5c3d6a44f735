//! Notifications, and which of them an account has read.

use super::{IndexEntry, NOTIFICATIONS_BY_APPLICANT, NOTIFICATIONS_BY_KIND, Record, Table, counter};
use crate::domain::{
    NotificationId, UserId,
    notification::{Notification, ReadMarks},
};

impl Record for Notification {
    const TABLE: Table = Table("notifications");
    const VERSION: u8 = 1;
    key!(self: NotificationId = self.id);
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
