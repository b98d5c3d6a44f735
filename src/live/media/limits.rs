//! Limits per caller, per attempt and for unauthenticated senders. Beyond them calls are rejected and packets dropped,
//! so that memory stays bounded whatever is sent.

use crate::domain::{rate_limit::Rate, time::SignedDuration};
use std::time::{Duration, Instant};

/// Media threads: as many as large servers have cores.
pub const MAX_THREADS: usize = 32;
/// Sessions of all kinds that the server has for each media thread. They are counted over all threads: ids place candidates by
/// chance, so that one thread may have some more than another.
pub const MAX_SESSIONS: usize = 4_096;
/// Candidates' sessions among them; the rest is reserved for viewers.
pub const MAX_PUBLISHERS: usize = 3_584;
/// Viewers of one candidate on the server, walls included.
pub const VIEWERS_PER_INVITE: usize = 16;
/// Sessions of one administrator: tabs, walls, monitors.
pub const SESSIONS_PER_ADMIN: usize = 32;
/// Tiles of one wall.
pub const WALL_TILES: usize = 48;
/// Largest SDP of an administrator, in bytes: a wall of 48 tiles answers with about 70 kB.
pub const SDP_BYTES: usize = 128 * 1024;
/// Largest SDP of a candidate, in bytes; browsers' offers have about 10 kB.
pub const OFFER_BYTES: usize = 32 * 1024;
/// Media sections (`m=` lines) of a candidate's offer.
pub const OFFER_LINES: usize = 8;
/// Lines per SDP section, and bytes per line. Browsers send about 130 lines; parsing time is quadratic in the number of
/// lines.
pub const SECTION_LINES: usize = 500;
pub const LINE_BYTES: usize = 2_048;
/// SDPs above this size, in bytes, are parsed one at a time on a blocking thread instead of the runtime's workers.
pub const SMALL_SDP_BYTES: usize = 16 * 1024;
/// Simulcast layers per track.
pub const MAX_LAYERS: usize = 4;

/// Offers of one attempt. A page reconnects with exponential backoff from one second.
pub const OFFER_RATE: Rate = Rate { burst: 20, refill: SignedDuration::from_secs(2) };
/// Attempts with an own token bucket for offers; a full bucket needs no entry.
pub const OFFER_KEYS: usize = 8_192;
/// Calls of one administrator: monitors, walls, answers, own voice and camera.
pub const COMMAND_RATE: Rate = Rate { burst: 120, refill: SignedDuration::from_millis(200) };
/// Administrators with an own token bucket for calls.
pub const COMMAND_KEYS: usize = 1_024;
/// Calls of one attempt, and of one administrator, waiting for the engine.
pub const WAITING_PER_ATTEMPT: usize = 1;
pub const WAITING_PER_ADMIN: usize = 16;
/// Calls that wait for all media threads: candidates' offers, which a whole exam hall may send at once, and administrators'.
pub const OFFER_QUEUE: usize = 1_024;
pub const COMMAND_QUEUE: usize = 256;
/// Timeline entries queued for the store.
pub const NOTICE_QUEUE: usize = 4_096;
/// Ended sessions of one caller whose signals are retained.
pub const ENDED_PER_PARTY: usize = 8;

/// Remote addresses of one session: a browser tries one per network interface.
pub const REMOTES_PER_SESSION: usize = 16;
/// STUN requests per second and session from new addresses.
pub const NEW_REMOTES_PER_SECOND: u32 = 50;
/// Packets per second of one session; a wall of 48 tiles sends about 100 RTCP packets, 2 Mbit/s of video has 250.
pub const PACKETS_PER_SECOND: u32 = 2_000;
/// Frames per second of one session, audio included: each is forwarded to all viewers.
pub const FRAMES_PER_SECOND: u32 = 250;
/// Largest media packet, in bytes (RFC 8831 asks for 1,200; jumbo frames are not media).
pub const PACKET_BYTES: usize = 2_000;
/// TCP connections that have not authenticated yet: in total, and per address. An exam hall behind one address
/// reconnects at the pace of its answers, each connection pending for one round trip.
pub const MAX_PENDING_TCP: usize = 1_024;
pub const PENDING_TCP_PER_ADDRESS: usize = 128;
/// Authenticated TCP connections: in total (less if the limit of open files is low), and per address, which may be a
/// whole exam hall's.
pub const MAX_TCP: usize = 4_096;
pub const TCP_PER_ADDRESS: usize = 1_024;
/// Time for a TCP connection to authenticate, and to accept one packet, before it is closed.
pub const TCP_TIMEOUT: Duration = Duration::from_secs(5);
/// Packets of TCP connections queued for one media thread; each connection waits with one (backpressure).
pub const TCP_INBOX: usize = 1_024;
/// Packets queued for one slow TCP reader; further ones are dropped, as a congested network would.
pub const TCP_QUEUE: usize = 256;
/// Socket buffer of one TCP connection in each direction, in bytes.
pub const TCP_BUFFER_BYTES: usize = 256 * 1024;

/// Interval of housekeeping: timeouts, repeated keyframe requests, and a thread's load.
pub const TICK: Duration = Duration::from_millis(500);
/// A session or TCP connection without a packet for this long ends.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Idle timeout of a wall since its last change: one without tiles waits longer for its page.
pub const WALL_IDLE_TIMEOUT: Duration = Duration::from_mins(1);
/// After this time an unanswered offer of the server may be replaced.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);
/// Exponential backoff between a failed run of the media threads and the next.
pub const MIN_BACKOFF: Duration = Duration::from_millis(250);
pub const MAX_BACKOFF: Duration = Duration::from_secs(30);
/// A run of this length resets the backoff.
pub const BACKOFF_RESET: Duration = Duration::from_mins(1);

/// Rate limit: `capacity` per one-second window.
pub struct FixedWindow {
    capacity: u32,
    left: u32,
    window_start: Instant,
}

impl FixedWindow {
    pub const fn new(capacity: u32, now: Instant) -> Self {
        Self { capacity, left: capacity, window_start: now }
    }

    pub fn take(&mut self, now: Instant) -> bool {
        if now.duration_since(self.window_start) >= Duration::from_secs(1) {
            (self.left, self.window_start) = (self.capacity, now);
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
    fn a_bucket_limits_per_second() {
        let start = Instant::now();
        let mut bucket = FixedWindow::new(NEW_REMOTES_PER_SECOND, start);
        let passed = (0..1_000).filter(|_| bucket.take(start)).count();
        assert_eq!(passed, NEW_REMOTES_PER_SECOND as usize);
        assert!(bucket.take(start + Duration::from_secs(1)));
    }
}
