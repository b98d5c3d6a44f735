//! Webhooks and their deliveries.

use super::{Index, IndexEntry, Record, Table, counter};
use crate::domain::{
    DeliveryId, Instant, InviteId, WebhookId,
    webhook::{Delivery, DeliveryClass, Webhook},
};

pub const DELIVERIES_BY_WEBHOOK: Index<Delivery, (WebhookId, Instant)> = Index::plain("deliveries_by_webhook");
pub const DELIVERIES_DUE: Index<Delivery, (WebhookId, Instant)> = Index::plain("deliveries_due");
/// Those that have not ended, of one invite in the order of their events.
pub const DELIVERIES_IN_LINE: Index<Delivery, (WebhookId, InviteId)> = Index::plain("deliveries_in_line");
pub const DELIVERIES_BY_INVITE: Index<Delivery, InviteId> = Index::plain("deliveries_by_invite");
pub const DELIVERIES_BY_END: Index<Delivery, Instant> = Index::plain("deliveries_by_end");

impl Record for Webhook {
    const TABLE: Table = Table("webhooks");
    const VERSION: u8 = 1;
    type Id<'k> = WebhookId;
    fn id(&self) -> Self::Id<'_> {
        self.id
    }
}

impl Record for Delivery {
    const TABLE: Table = Table("deliveries");
    const VERSION: u8 = 1;
    type Id<'k> = DeliveryId;
    fn id(&self) -> Self::Id<'_> {
        self.id
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
