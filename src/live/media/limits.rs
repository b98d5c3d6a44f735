//! How much of anything one caller, one attempt and strangers may take. What is beyond is refused or dropped, so that
//! memory stays flat whatever is sent.

use std::time::{Duration, Instant};

/// Connections of all kinds together.
pub const SESSIONS: usize = 4_096;
/// Viewers of one candidate, walls included.
pub const VIEWERS_PER_INVITE: usize = 16;
/// Connections of one administrator: tabs, walls, monitors.
pub const SESSIONS_PER_ADMIN: usize = 32;
/// Tiles of one wall.
pub const WALL_TILES: usize = 48;
/// Bodies of a description, in bytes: a wall of 48 tiles answers with some 70 kB.
pub const SDP_BYTES: usize = 256 * 1024;
/// Media lines of a candidate's offer.
pub const OFFER_LINES: usize = 8;
/// Addresses from which one connection may come at a time: a browser tries one for each network that it has.
pub const SOURCES_PER_SESSION: usize = 16;
/// STUN requests a second and session from addresses that are new.
pub const STRANGERS_PER_SECOND: u32 = 50;
/// Largest packet of media, in bytes (RFC 8831 asks for 1,200; jumbo frames are not media).
pub const PACKET_BYTES: usize = 2_000;
/// TCP connections that have not said who they are: of all, and of one address.
pub const SILENT_TCP: usize = 256;
pub const SILENT_TCP_PER_ADDRESS: usize = 32;
/// A TCP connection says who it is within this time, or is closed.
pub const TCP_PATIENCE: Duration = Duration::from_secs(10);
/// An established connection may be silent for as long as a session may.
pub const SILENCE: Duration = Duration::from_secs(30);
/// A wall that shows nothing yet may wait longer for its page.
pub const WALL_PATIENCE: Duration = Duration::from_mins(1);
/// An offer of the server that is not answered in this time may be replaced.
pub const ANSWER_PATIENCE: Duration = Duration::from_secs(15);

/// Lets through so many a second.
pub struct Bucket {
    left: u32,
    filled: Instant,
}

impl Bucket {
    pub const fn new(now: Instant) -> Self {
        Self { left: STRANGERS_PER_SECOND, filled: now }
    }

    pub fn take(&mut self, now: Instant) -> bool {
        if now.duration_since(self.filled) >= Duration::from_secs(1) {
            *self = Self::new(now);
        }
        let taken = self.left > 0;
        self.left = self.left.saturating_sub(1);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_lets_through_so_many_a_second() {
        let start = Instant::now();
        let mut bucket = Bucket::new(start);
        let passed = (0..1_000).filter(|_| bucket.take(start)).count();
        assert_eq!(passed, STRANGERS_PER_SECOND as usize);
        assert!(bucket.take(start + Duration::from_secs(1)));
    }
}
