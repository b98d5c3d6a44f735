//! How much of anything one caller, one attempt and strangers may take. What is beyond is refused or dropped, so that
//! memory stays flat whatever is sent.

use crate::domain::rate_limit::Rate;
use std::time::{Duration, Instant};

/// Connections of all kinds together.
pub const SESSIONS: usize = 4_096;
/// Of these, candidates' ones: so many candidates leave room for those who watch them.
pub const PUBLISHERS: usize = 3_584;
/// Viewers of one candidate, walls included.
pub const VIEWERS_PER_INVITE: usize = 16;
/// Connections of one administrator: tabs, walls, monitors.
pub const SESSIONS_PER_ADMIN: usize = 32;
/// Tiles of one wall.
pub const WALL_TILES: usize = 48;
/// An administrator's description, in bytes: a wall of 48 tiles answers with some 70 kB.
pub const SDP_BYTES: usize = 128 * 1024;
/// A candidate's description, in bytes; browsers' offers have some 10 kB.
pub const OFFER_BYTES: usize = 32 * 1024;
/// Media lines of a candidate's offer.
pub const OFFER_LINES: usize = 8;
/// Lines of one part of a description, and bytes of a line: browsers have some 130, and reading takes a time that grows
/// with the square of the lines.
pub const PART_LINES: usize = 500;
pub const LINE_BYTES: usize = 2_048;
/// Descriptions above this size are read by one thread, one after the other, and not by those that serve calls.
pub const SMALL_SDP_BYTES: usize = 16 * 1024;
/// Layers of one picture that are told apart.
pub const LAYERS: usize = 4;

/// Offers of one attempt. A page that reconnects doubles its pauses from one second on.
pub const OFFERS: Rate = Rate { burst: 20, refill: 2_000 };
/// Attempts whose offers are counted apart; one that has not offered for a while needs no entry.
pub const OFFERING: usize = 8_192;
/// What one administrator asks of the engine: monitors, walls, answers, the own voice.
pub const CHANGES: Rate = Rate { burst: 120, refill: 200 };
/// Administrators whose changes are counted apart.
pub const CHANGING: usize = 1_024;
/// Calls of one attempt, and of one administrator, that wait for the engine at a time.
pub const WAITING_PER_ATTEMPT: usize = 1;
pub const WAITING_PER_ADMIN: usize = 16;
/// Calls that wait for the engine: candidates' offers, which a whole hall may send at once, and administrators' calls.
pub const OFFERS_WAITING: usize = 1_024;
pub const CHANGES_WAITING: usize = 256;
/// Notices that wait for the store.
pub const NOTICES: usize = 4_096;
/// Mailboxes of one caller that are kept after their sessions have ended.
pub const ENDED_PER_PARTY: usize = 8;

/// Addresses from which one connection may come at a time: a browser tries one for each network that it has.
pub const SOURCES_PER_SESSION: usize = 16;
/// STUN requests a second and session from addresses that are new.
pub const STRANGERS_PER_SECOND: u32 = 50;
/// Packets a second of one session; a wall of 48 tiles reports with some hundred, a picture of 2 Mbit/s has 250.
pub const PACKETS_PER_SECOND: u32 = 2_000;
/// Frames a second of one session, sound included: each is written to all who watch.
pub const FRAMES_PER_SECOND: u32 = 250;
/// Largest packet of media, in bytes (RFC 8831 asks for 1,200; jumbo frames are not media).
pub const PACKET_BYTES: usize = 2_000;
/// TCP connections that have not proved to know a session: of all, and of one address. A hall behind one address comes
/// back at the pace of its answers, each for a round trip.
pub const SILENT_TCP: usize = 1_024;
pub const SILENT_TCP_PER_ADDRESS: usize = 128;
/// TCP connections that have: of all, where the limit of open files allows it, and of one address, which may be a hall's.
pub const TCP: usize = 4_096;
pub const TCP_PER_ADDRESS: usize = 1_024;
/// A TCP connection says who it is within this time, and takes a packet within this time, or is closed.
pub const TCP_PATIENCE: Duration = Duration::from_secs(5);
/// Packets that wait for one slow reader; more are dropped, as a network would.
pub const TCP_PACKETS: usize = 256;
/// What the kernel keeps for one connection in either direction, in bytes.
pub const TCP_KERNEL_BYTES: usize = 256 * 1024;

/// An established connection may be silent for as long as a session may.
pub const SILENCE: Duration = Duration::from_secs(30);
/// A wall that shows nothing yet may wait longer for its page.
pub const WALL_PATIENCE: Duration = Duration::from_mins(1);
/// An offer of the server that is not answered in this time may be replaced.
pub const ANSWER_PATIENCE: Duration = Duration::from_secs(15);
/// Between the end of a broken media thread's run and the next one; it doubles from the first to the longest.
pub const FIRST_PAUSE: Duration = Duration::from_millis(250);
pub const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A run of this length counts as a sound one.
pub const SOUND_RUN: Duration = Duration::from_mins(1);

/// Lets through so many a second.
pub struct Bucket {
    most: u32,
    left: u32,
    filled: Instant,
}

impl Bucket {
    pub const fn new(most: u32, now: Instant) -> Self {
        Self { most, left: most, filled: now }
    }

    pub fn take(&mut self, now: Instant) -> bool {
        if now.duration_since(self.filled) >= Duration::from_secs(1) {
            (self.left, self.filled) = (self.most, now);
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
        let mut bucket = Bucket::new(STRANGERS_PER_SECOND, start);
        let passed = (0..1_000).filter(|_| bucket.take(start)).count();
        assert_eq!(passed, STRANGERS_PER_SECOND as usize);
        assert!(bucket.take(start + Duration::from_secs(1)));
    }
}
