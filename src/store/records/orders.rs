//! Orders of applicant tracking systems.

use super::{Index, IndexEntry, Record, Table};
use crate::domain::{Instant, InviteId, order::Order};

pub const ORDERS_BY_EXTERNAL_ID: Index<Order, &str> = Index::unique("orders_by_external_id");
pub const ORDERS_BY_TIME: Index<Order, Instant> = Index::plain("orders_by_time");

impl Record for Order {
    const TABLE: Table = Table("orders");
    const VERSION: u8 = 1;
    type Id<'k> = InviteId;
    fn id(&self) -> Self::Id<'_> {
        self.invite_id
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![ORDERS_BY_EXTERNAL_ID.entry(self.external_id.as_str()), ORDERS_BY_TIME.entry(self.placed_at)]
    }
}
