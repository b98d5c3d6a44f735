//! Orders of applicant tracking systems.

use super::{Index, IndexEntry, Record, StoreError, Table, decode_body};
use crate::domain::{Instant, InviteId, order::Order};

pub const ORDERS_BY_EXTERNAL_ID: Index<Order, &str> = Index::unique("orders_by_external_id");
pub const ORDERS_BY_TIME: Index<Order, Instant> = Index::plain("orders_by_time");

impl Record for Order {
    const TABLE: Table = Table("orders");
    const VERSION: u8 = 3;
    key!(self: InviteId = self.invite_id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended name of the token, form, return address and report: blank, the own one, none and none.
            1 => decode_body(&[body, &[0; 5]].concat()),
            // Version 3 appended the sealed return address. The server seals it when it starts.
            2 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![ORDERS_BY_EXTERNAL_ID.entry(self.external_id.as_str()), ORDERS_BY_TIME.entry(self.placed_at)]
    }
}
