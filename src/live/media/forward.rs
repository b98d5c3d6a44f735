//! Simulcast layer selection, and RTP timestamp rewriting when a track switches its source.

use super::limits::MAX_LAYERS;
use crate::domain::MediaSessionId;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use str0m::{
    format::PayloadParams,
    media::{MediaData, MediaTime, Mid, Rid},
};

/// A layer without a frame for this long counts as switched off.
const LAYER_TIMEOUT: Duration = Duration::from_millis(1_500);
/// Minimum interval between two keyframe requests for one layer.
const KEYFRAME_INTERVAL: Duration = Duration::from_millis(400);

/// One layer of one candidate.
pub type SourceLayer = (MediaSessionId, Option<Rid>);

/// A simulcast layer by its RID; `None` for a sender without simulcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerId(pub Option<Rid>);

/// The layers of a candidate that viewers see at the moment: the smallest, and the largest for those who have the candidate in
/// focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedLayers {
    pub low: Option<LayerId>,
    pub high: Option<LayerId>,
}

/// A frame as it is forwarded.
#[derive(Clone)]
pub struct Frame {
    pub rid: Option<Rid>,
    pub params: PayloadParams,
    pub time: MediaTime,
    pub arrived: Instant,
    pub is_key: bool,
    /// False after a loss: a decoder may need a keyframe.
    pub is_contiguous: bool,
    pub starts_talk: bool,
    pub data: Arc<[u8]>,
}

impl From<&MediaData> for Frame {
    fn from(data: &MediaData) -> Self {
        Self {
            rid: data.rid,
            params: data.params,
            time: data.time,
            arrived: data.network_time,
            is_key: data.is_keyframe(),
            is_contiguous: data.contiguous,
            starts_talk: data.audio_start_of_talk_spurt,
            data: data.data.clone(),
        }
    }
}

struct SimulcastLayer {
    rid: Option<Rid>,
    last_frame: Option<Instant>,
    keyframe_requested: Option<Instant>,
}

/// The layers received on one media section: one, or several with simulcast (RFC 8853).
pub struct MediaFeed {
    pub mid: Mid,
    layers: Vec<SimulcastLayer>,
}

/// Orders layers by size. Our pages name them `l` and `h`; `q`, `h` and `f` are the names common elsewhere.
fn rank(rid: Option<Rid>) -> u8 {
    match rid.as_deref() {
        Some("l" | "q") => 0,
        Some("h") => 2,
        Some("f") => 3,
        _ => 1,
    }
}

impl MediaFeed {
    pub const fn new(mid: Mid) -> Self {
        Self { mid, layers: Vec::new() }
    }

    pub fn arrived(&mut self, rid: Option<Rid>, now: Instant) {
        if let Some(layer) = self.layers.iter_mut().find(|l| l.rid == rid) {
            layer.last_frame = Some(now);
        } else if self.layers.len() < MAX_LAYERS {
            self.layers.push(SimulcastLayer { rid, last_frame: Some(now), keyframe_requested: None });
        }
    }

    /// Returns the largest (`high`) or smallest layer that is currently received.
    pub fn choose(&self, high: bool, now: Instant) -> Option<LayerId> {
        let fresh =
            |l: &&SimulcastLayer| l.last_frame.is_some_and(|at| now.saturating_duration_since(at) < LAYER_TIMEOUT);
        let live = self.layers.iter().filter(fresh);
        let chosen = if high { live.max_by_key(|l| rank(l.rid)) } else { live.min_by_key(|l| rank(l.rid)) };
        chosen.map(|l| LayerId(l.rid))
    }

    pub fn wanted(&self, now: Instant) -> WantedLayers {
        WantedLayers { low: self.choose(false, now), high: self.choose(true, now) }
    }

    /// Returns true if a keyframe may be requested now, and records the request.
    pub fn may_request_keyframe(&mut self, rid: Option<Rid>, now: Instant) -> bool {
        let Some(layer) = self.layers.iter_mut().find(|l| l.rid == rid) else { return false };
        let may = layer.keyframe_requested.is_none_or(|at| now.saturating_duration_since(at) >= KEYFRAME_INTERVAL);
        if may {
            layer.keyframe_requested = Some(now);
        }
        may
    }
}

/// One outgoing media section.
pub struct Track {
    pub mid: Mid,
    /// The layer being forwarded on it.
    pub current: Option<SourceLayer>,
    timestamps: TimestampRewriter,
}

impl Track {
    pub fn new(mid: Mid) -> Self {
        Self { mid, current: None, timestamps: TimestampRewriter::default() }
    }

    /// Returns true if this frame is to be forwarded. The source switches only on a keyframe; until then the current
    /// one continues.
    pub fn forwards(&mut self, source: SourceLayer, is_keyframe: bool, wanted: Option<LayerId>) -> bool {
        if self.current == Some(source) {
            return true;
        }
        let switches = is_keyframe && wanted == Some(LayerId(source.1));
        if switches {
            self.current = Some(source);
        }
        switches
    }

    /// Returns the media time and arrival time of a frame on this track, both monotonic: a frame with a retransmitted
    /// packet arrives after its successor, and the pacer queues packets by arrival time.
    pub fn time(&mut self, source: SourceLayer, time: MediaTime, arrived: Instant) -> (MediaTime, Instant) {
        self.timestamps.next(source, time, arrived)
    }
}

/// Rewrites the timestamps of several sources into one timeline: a new source continues at the last timestamp plus the
/// time elapsed since.
#[derive(Default)]
struct TimestampRewriter {
    source: Option<SourceLayer>,
    shift: u64,
    last: Option<(u64, Instant)>,
}

impl TimestampRewriter {
    fn next(&mut self, source: SourceLayer, time: MediaTime, arrived: Instant) -> (MediaTime, Instant) {
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

    fn source(n: u128, rid: &str) -> SourceLayer {
        (MediaSessionId(Uuid::from_u128(n)), Some(rid.into()))
    }

    #[test]
    fn layers_are_selected_among_those_received() {
        let (low, high): (Option<Rid>, Option<Rid>) = (Some("l".into()), Some("h".into()));
        let start = Instant::now();
        let mut feed = MediaFeed::new("0".into());
        assert_eq!(feed.choose(true, start), None);
        feed.arrived(low, start);
        let both = |feed: &MediaFeed, at| [true, false].map(|large| feed.choose(large, at).map(|l| l.0));
        assert_eq!(both(&feed, start), [Some(low), Some(low)]);
        feed.arrived(high, start);
        assert_eq!(both(&feed, start), [Some(high), Some(low)]);
        let later = start + LAYER_TIMEOUT;
        feed.arrived(low, later);
        assert_eq!(both(&feed, later), [Some(low), Some(low)], "the high layer was switched off");
        assert!(feed.may_request_keyframe(low, later) && !feed.may_request_keyframe(low, later));
        assert!(feed.may_request_keyframe(low, later + KEYFRAME_INTERVAL));
        assert!(!feed.may_request_keyframe(None, later), "no such layer");
        for n in 0..100_u8 {
            feed.arrived(Some(format!("x{n}").as_str().into()), later);
        }
        assert_eq!(feed.layers.len(), MAX_LAYERS, "invented RIDs take no memory");
    }

    #[test]
    fn a_track_switches_its_source_only_on_a_keyframe() {
        let mut track = Track::new("0".into());
        let (low, high) = (source(1, "l"), source(1, "h"));
        let wanted = |of: SourceLayer| Some(LayerId(of.1));
        assert!(!track.forwards(low, false, wanted(low)));
        assert!(track.forwards(low, true, wanted(low)) && track.forwards(low, false, wanted(low)));
        assert!(!track.forwards(high, false, wanted(high)), "waits for a keyframe");
        assert!(track.forwards(low, false, wanted(high)), "and forwards the old layer meanwhile");
        assert!(track.forwards(high, true, wanted(high)) && !track.forwards(low, true, wanted(high)));
        assert!(!track.forwards(source(2, "h"), false, wanted(high)), "another connection is another source");
    }

    #[test]
    fn timestamps_continue_across_a_switch() {
        let mut timestamps = TimestampRewriter::default();
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut next = |n, ticks, ms| {
            let (time, arrived) = timestamps.next(source(n, "l"), MediaTime::from_90khz(ticks), at(ms));
            (time.numer(), arrived.duration_since(start).as_millis())
        };
        assert_eq!(next(1, 1_000, 0), (1_000, 0));
        assert_eq!(next(1, 19_000, 200), (19_000, 200));
        assert_eq!(next(1, 20_000, 190), (20_000, 200), "retransmitted, so it arrives after its successor");
        assert_eq!(next(1, 28_000, 300), (28_000, 300));
        assert_eq!(next(2, 5, 400), (37_000, 400), "100 ms later");
        assert_eq!(next(2, 9_005, 500), (46_000, 500));
        assert_eq!(next(1, 1_000_000, 500), (46_001, 500), "timestamps are strictly increasing");
    }
}
