//! What proctors and the server note about an attempt.

use super::{Key, Record, Table, key};
use crate::domain::timeline::{Entry, TimelineHead};

impl Record for Entry {
    const TABLE: Table = Table("timeline");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.attempt_id.0).u32(self.number).build()
    }
}

impl Record for TimelineHead {
    const TABLE: Table = Table("timeline_heads");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::of_attempt(self.attempt_id)
    }
}
