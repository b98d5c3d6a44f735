//! Webhooks and their deliveries.

use super::{Index, IndexEntry, Record, StoreError, Table, counter, decode_body};
use crate::domain::{
    DeliveryId, Instant, InviteId, WebhookId,
    webhook::{Delivery, DeliveryClass, Webhook},
};

pub const DELIVERIES_BY_WEBHOOK: Index<Delivery, (WebhookId, Instant)> = Index::plain("deliveries_by_webhook");
pub const DELIVERIES_DUE: Index<Delivery, (WebhookId, Instant)> = Index::plain("deliveries_due");
/// Deliveries that have not ended, of one invite in the order of their events.
pub const DELIVERIES_IN_LINE: Index<Delivery, (WebhookId, InviteId)> = Index::plain("deliveries_in_line");
pub const DELIVERIES_BY_INVITE: Index<Delivery, InviteId> = Index::plain("deliveries_by_invite");
pub const DELIVERIES_BY_END: Index<Delivery, Instant> = Index::plain("deliveries_by_end");

impl Record for Webhook {
    const TABLE: Table = Table("webhooks");
    const VERSION: u8 = 3;
    key!(self: WebhookId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended what it has to do with orders: nothing.
            1 => decode_body(&[body, &[0; 3]].concat()),
            // Version 3 appended the sealed address. The server seals it when it starts.
            2 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}

impl Record for Delivery {
    const TABLE: Table = Table("deliveries");
    const VERSION: u8 = 2;
    key!(self: DeliveryId = self.id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended an address of its own, which none had.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        let mut entries = vec![DELIVERIES_BY_WEBHOOK.entry((self.webhook_id, self.made_at))];
        entries.extend(self.invite_id.map(|invite| DELIVERIES_BY_INVITE.entry(invite)));
        entries.extend(self.due_at().map(|at| DELIVERIES_DUE.entry((self.webhook_id, at))));
        entries.extend(self.ended_at().map(|at| DELIVERIES_BY_END.entry(at)));
        if self.class() == DeliveryClass::Open {
            entries.push(DELIVERIES_IN_LINE.entry(self.line()));
        }
        entries
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        vec![counter::deliveries(self.webhook_id, self.class())]
    }
}
