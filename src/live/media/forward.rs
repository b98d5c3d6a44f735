//! Which layer goes to whom, and how its timestamps go on when the source changes.

use super::limits::LAYERS;
use crate::domain::MediaSessionId;
use std::time::{Duration, Instant};
use str0m::media::{MediaTime, Mid, Rid};

/// A layer without a frame for this long is switched off, or its sender is gone.
const FRESH: Duration = Duration::from_millis(1_500);
/// A key frame of one layer is asked for at most this often.
const KEY_FRAME_GAP: Duration = Duration::from_millis(400);

/// One layer of one candidate.
pub type Source = (MediaSessionId, Option<Rid>);

/// A layer's name; a sender without layers has one without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerId(pub Option<Rid>);

struct Layer {
    rid: Option<Rid>,
    last_frame: Option<Instant>,
    asked: Option<Instant>,
}

/// What arrives on one incoming media line: one layer, or several (RFC 8853).
pub struct Feed {
    pub mid: Mid,
    layers: Vec<Layer>,
}

/// Sizes go by the names that pages give: `l` and `h` here, `q`, `h` and `f` elsewhere.
fn rank(rid: Option<Rid>) -> u8 {
    match rid.as_deref() {
        Some("l" | "q") => 0,
        Some("h") => 2,
        Some("f") => 3,
        _ => 1,
    }
}

impl Feed {
    pub const fn new(mid: Mid) -> Self {
        Self { mid, layers: Vec::new() }
    }

    pub fn arrived(&mut self, rid: Option<Rid>, now: Instant) {
        if let Some(layer) = self.layers.iter_mut().find(|l| l.rid == rid) {
            layer.last_frame = Some(now);
        } else if self.layers.len() < LAYERS {
            self.layers.push(Layer { rid, last_frame: Some(now), asked: None });
        }
    }

    /// The layer to send to somebody who wants the large picture, or the small one, as of what arrives now.
    pub fn choose(&self, high: bool, now: Instant) -> Option<LayerId> {
        let fresh = |l: &&Layer| l.last_frame.is_some_and(|at| now.saturating_duration_since(at) < FRESH);
        let live = self.layers.iter().filter(fresh);
        let chosen = if high { live.max_by_key(|l| rank(l.rid)) } else { live.min_by_key(|l| rank(l.rid)) };
        chosen.map(|l| LayerId(l.rid))
    }

    /// Whether a key frame may be asked for now; notes that it was.
    pub fn may_ask(&mut self, rid: Option<Rid>, now: Instant) -> bool {
        let Some(layer) = self.layers.iter_mut().find(|l| l.rid == rid) else { return false };
        let may = layer.asked.is_none_or(|at| now.saturating_duration_since(at) >= KEY_FRAME_GAP);
        if may {
            layer.asked = Some(now);
        }
        may
    }
}

/// One outgoing media line.
pub struct Track {
    pub mid: Mid,
    /// What is being sent on it.
    pub current: Option<Source>,
    retime: Retime,
}

impl Track {
    pub fn new(mid: Mid) -> Self {
        Self { mid, current: None, retime: Retime::default() }
    }

    /// Whether this frame is to be sent. The source changes on a key frame alone, and what is sent goes on until then.
    pub fn takes(&mut self, source: Source, is_key_frame: bool, wanted: Option<LayerId>) -> bool {
        if self.current == Some(source) {
            return true;
        }
        let switches = is_key_frame && wanted == Some(LayerId(source.1));
        if switches {
            self.current = Some(source);
        }
        switches
    }

    /// When a frame is to be shown, and when it arrived, neither before the one that was sent last: a frame with a packet
    /// that came at the second try arrived after its successor, and packets are queued by that.
    pub fn time(&mut self, source: Source, time: MediaTime, arrived: Instant) -> (MediaTime, Instant) {
        self.retime.next(source, time, arrived)
    }
}

/// Makes one line of timestamps out of several sources: a new source goes on where the last one was, plus the time
/// that has passed.
#[derive(Default)]
struct Retime {
    source: Option<Source>,
    shift: u64,
    last: Option<(u64, Instant)>,
}

impl Retime {
    fn next(&mut self, source: Source, time: MediaTime, arrived: Instant) -> (MediaTime, Instant) {
        let ticks = time.numer();
        let arrived = self.last.map_or(arrived, |(_, before)| before.max(arrived));
        if self.source != Some(source) {
            if let Some((last, at)) = self.last {
                let passed = arrived.saturating_duration_since(at).as_micros();
                let passed = u64::try_from(passed * u128::from(time.denom()) / 1_000_000).unwrap_or(1);
                self.shift = last.wrapping_add(passed.max(1)).wrapping_sub(ticks);
            }
            self.source = Some(source);
        }
        let out = ticks.wrapping_add(self.shift);
        self.last = Some((out, arrived));
        (MediaTime::new(out, time.frequency()), arrived)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn source(n: u128, rid: &str) -> Source {
        (MediaSessionId(Uuid::from_u128(n)), Some(rid.into()))
    }

    #[test]
    fn layers_are_chosen_among_those_that_arrive() {
        let (low, high): (Option<Rid>, Option<Rid>) = (Some("l".into()), Some("h".into()));
        let start = Instant::now();
        let mut feed = Feed::new("0".into());
        assert_eq!(feed.choose(true, start), None);
        feed.arrived(low, start);
        let both = |feed: &Feed, at| [true, false].map(|large| feed.choose(large, at).map(|l| l.0));
        assert_eq!(both(&feed, start), [Some(low), Some(low)]);
        feed.arrived(high, start);
        assert_eq!(both(&feed, start), [Some(high), Some(low)]);
        let later = start + FRESH;
        feed.arrived(low, later);
        assert_eq!(both(&feed, later), [Some(low), Some(low)], "the large one was switched off");
        assert!(feed.may_ask(low, later) && !feed.may_ask(low, later) && feed.may_ask(low, later + KEY_FRAME_GAP));
        assert!(!feed.may_ask(None, later), "no such layer");
        for n in 0..100_u8 {
            feed.arrived(Some(format!("x{n}").as_str().into()), later);
        }
        assert_eq!(feed.layers.len(), LAYERS, "names that a page makes up take no memory");
    }

    #[test]
    fn a_track_changes_its_source_on_a_key_frame_alone() {
        let mut track = Track::new("0".into());
        let (low, high) = (source(1, "l"), source(1, "h"));
        let wanted = |of: Source| Some(LayerId(of.1));
        assert!(!track.takes(low, false, wanted(low)));
        assert!(track.takes(low, true, wanted(low)) && track.takes(low, false, wanted(low)));
        assert!(!track.takes(high, false, wanted(high)), "waits for a key frame");
        assert!(track.takes(low, false, wanted(high)), "and shows the old layer meanwhile");
        assert!(track.takes(high, true, wanted(high)) && !track.takes(low, true, wanted(high)));
        assert!(!track.takes(source(2, "h"), false, wanted(high)), "another connection is another source");
    }

    #[test]
    fn timestamps_go_on_over_a_change() {
        let mut retime = Retime::default();
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut next = |n, ticks, ms| {
            let (time, arrived) = retime.next(source(n, "l"), MediaTime::from_90khz(ticks), at(ms));
            (time.numer(), arrived.duration_since(start).as_millis())
        };
        assert_eq!(next(1, 1_000, 0), (1_000, 0));
        assert_eq!(next(1, 19_000, 200), (19_000, 200));
        assert_eq!(next(1, 20_000, 190), (20_000, 200), "its predecessor came at the second try");
        assert_eq!(next(1, 28_000, 300), (28_000, 300));
        assert_eq!(next(2, 5, 400), (37_000, 400), "100 ms later");
        assert_eq!(next(2, 9_005, 500), (46_000, 500));
        assert_eq!(next(1, 1_000_000, 500), (46_001, 500), "never the same instant twice");
    }
}
