//! What a candidate's page tells beside its answers.

use super::{Key, Record, Table, key};
use crate::domain::{
    attempt::ResumeRequest,
    signal::{Signal, SignalTally},
};

impl Record for ResumeRequest {
    const TABLE: Table = Table("resume_requests");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::of_attempt(self.attempt_id)
    }
}

impl Record for Signal {
    const TABLE: Table = Table("signals");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        Key::new().id(self.attempt_id.0).i64(self.at.0).u8(self.kind as u8).build()
    }
}

impl Record for SignalTally {
    const TABLE: Table = Table("signal_tallies");
    const VERSION: u8 = 1;
    fn key(&self) -> Vec<u8> {
        key::of_attempt(self.attempt_id)
    }
}
