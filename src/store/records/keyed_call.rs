//! Record of a call with an idempotency key.

use super::KEYED_CALLS_BY_TIME;
use crate::{
    domain::{UserId, idempotency::KeyedCall},
    store::{IndexEntry, Record, Table},
};

impl Record for KeyedCall {
    const TABLE: Table = Table("keyed_calls");
    const VERSION: u8 = 1;
    type Id<'k> = (UserId, &'k [u8; 32]);
    fn id(&self) -> Self::Id<'_> {
        (self.account, &self.key)
    }
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![KEYED_CALLS_BY_TIME.entry(self.at)]
    }
}
