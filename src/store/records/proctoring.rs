//! Records of proctors and the server about an attempt.

use super::{Key, Record, Table, key};
use crate::domain::{
    message::Message,
    screenshot::{Picture, Screenshot},
    timeline::{Entry, TimelineHead},
};

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

impl Record for Message {
    const TABLE: Table = Table("messages");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.attempt_id.0).id(self.id.0).build()
    }
}

impl Record for Screenshot {
    const TABLE: Table = Table("screenshots");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.attempt_id.0).id(self.id.0).build()
    }
}

/// Stored apart from its [`Screenshot`], so that lists do not read image data.
impl Record for Picture {
    const TABLE: Table = Table("pictures");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.attempt_id.0).id(self.id.0).build()
    }
}
