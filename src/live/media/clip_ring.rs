//! The last frames of a candidate's small layer, in memory, and the clips that are cut from them. Only for attempts that
//! keep clips; frames are shared with the forwarder, not copied.

use super::forward::SourceLayer;
use crate::domain::{AttemptId, clip::ClipCause};
use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

/// Video that is kept before a cause, and after it.
pub const BEFORE: Duration = Duration::from_secs(30);
pub const AFTER: Duration = Duration::from_secs(30);
/// Length of a ring: `BEFORE`, and the longest wait for the key frame at which a clip begins.
pub const RING_TIME: Duration = Duration::from_secs(40);
/// A candidate that keeps clips is asked for a key frame after this time without one.
const KEY_INTERVAL: Duration = Duration::from_secs(5);
/// Largest ring of one candidate, in bytes; the small layer of 100 kbit/s takes half of it in 40 s.
pub const MAX_RING_BYTES: usize = 1024 * 1024;
/// Memory of all rings, in bytes: beyond it, each is shorter.
pub const MAX_RINGS_BYTES: usize = 512 * 1024 * 1024;
/// Longest clip: causes that come while it lasts make it longer up to here; the next one begins another clip.
pub const MAX_CLIP_TIME: Duration = Duration::from_mins(3);
/// Largest clip, in bytes; then it ends.
pub const MAX_CLIP_BYTES: usize = 4 * 1024 * 1024;
/// Causes that one clip lists.
pub const MAX_CLIP_MARKS: usize = 50;

/// A frame of VP8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipFrame {
    pub at: Instant,
    pub is_key: bool,
    pub data: Arc<[u8]>,
}

/// A clip that is complete in memory. Its first frame is a key frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedClip {
    pub attempt: AttemptId,
    pub marks: Vec<(Instant, ClipCause)>,
    pub frames: Vec<ClipFrame>,
}

struct Recording {
    marks: Vec<(Instant, ClipCause)>,
    frames: Vec<ClipFrame>,
    bytes: usize,
    until: Instant,
}

impl Recording {
    /// Latest end that causes can move it to.
    fn limit(&self) -> Option<Instant> {
        self.marks.first().map(|(at, _)| *at + MAX_CLIP_TIME.saturating_sub(BEFORE))
    }

    fn push(&mut self, frame: ClipFrame) {
        self.bytes += frame.data.len();
        self.frames.push(frame);
    }
}

pub struct ClipRing {
    attempt: AttemptId,
    frames: VecDeque<ClipFrame>,
    bytes: usize,
    /// The layer that the frames are of: its next frame builds on its last one.
    source: Option<SourceLayer>,
    recording: Option<Recording>,
}

impl ClipRing {
    pub const fn new(attempt: AttemptId) -> Self {
        Self { attempt, frames: VecDeque::new(), bytes: 0, source: None, recording: None }
    }

    /// Adds a frame of the small layer. After a change of the layer and after a gap, frames are dropped until a key frame.
    /// `most` is what the ring may hold, in bytes.
    pub fn push(&mut self, source: SourceLayer, mut frame: ClipFrame, is_contiguous: bool, most: usize) {
        if frame.is_key {
            self.source = Some(source);
        } else if self.source != Some(source) {
            return;
        } else if !is_contiguous {
            self.source = None;
            return;
        }
        if let Some(last) = self.frames.back() {
            // A retransmitted frame may have arrived before its predecessor.
            frame.at = frame.at.max(last.at);
        }
        let now = frame.at;
        if let Some(recording) = &mut self.recording {
            recording.push(frame.clone());
        }
        self.bytes += frame.data.len();
        self.frames.push_back(frame);
        self.trim(now, most);
    }

    /// Drops frames that are too old for a clip, or too many.
    pub fn trim(&mut self, now: Instant, most: usize) {
        while let Some(first) = self.frames.front()
            && (now.saturating_duration_since(first.at) > RING_TIME || self.bytes > most)
        {
            self.bytes -= first.data.len();
            self.frames.pop_front();
        }
    }

    /// Whether the sender is to be asked for a key frame, so that a clip can begin near its time, or go on after a gap.
    pub fn wants_key(&self, now: Instant) -> bool {
        let last = self.frames.iter().rev().find(|frame| frame.is_key);
        self.source.is_none() || last.is_none_or(|key| now.saturating_duration_since(key.at) >= KEY_INTERVAL)
    }

    /// A cause of a clip. Returns the clip that is over because this cause is beyond its longest length.
    pub fn mark(&mut self, cause: ClipCause, now: Instant) -> Option<RecordedClip> {
        let until = now + AFTER;
        let mut over = None;
        if self.recording.as_ref().is_some_and(|running| running.limit().is_none_or(|limit| limit < until)) {
            over = self.finish();
        }
        if let Some(running) = &mut self.recording {
            running.until = until;
            if running.marks.len() < MAX_CLIP_MARKS {
                running.marks.push((now, cause));
            }
            return over;
        }
        let mut recording = Recording { marks: vec![(now, cause)], frames: Vec::new(), bytes: 0, until };
        // From the last key frame that is old enough; from the first one of a shorter ring.
        let keys = || self.frames.iter().enumerate().filter(|(_, frame)| frame.is_key).map(|(place, _)| place);
        let is_before =
            |place: &usize| self.frames.get(*place).is_some_and(|f| now.saturating_duration_since(f.at) >= BEFORE);
        if let Some(first) = keys().rfind(is_before).or_else(|| keys().next()) {
            self.frames.range(first..).for_each(|frame| recording.push(frame.clone()));
        }
        self.recording = Some(recording);
        over
    }

    /// The clip whose time is over.
    pub fn due(&mut self, now: Instant) -> Option<RecordedClip> {
        let is_due = |running: &Recording| now >= running.until || running.bytes >= MAX_CLIP_BYTES;
        if self.recording.as_ref().is_some_and(is_due) { self.finish() } else { None }
    }

    /// Ends the running clip. `None` if there is none, or if no frame came.
    pub fn finish(&mut self) -> Option<RecordedClip> {
        let Recording { marks, mut frames, .. } = self.recording.take()?;
        let first = frames.iter().position(|frame| frame.is_key)?;
        frames.drain(..first);
        Some(RecordedClip { attempt: self.attempt, marks, frames })
    }

    pub const fn is_recording(&self) -> bool {
        self.recording.is_some()
    }

    pub const fn attempt(&self) -> AttemptId {
        self.attempt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::MediaSessionId;
    use uuid::Uuid;

    struct Played {
        ring: ClipRing,
        start: Instant,
    }

    fn layer(n: u128) -> SourceLayer {
        (MediaSessionId(Uuid::from_u128(n)), Some("l".into()))
    }

    impl Played {
        fn new() -> Self {
            Self { ring: ClipRing::new(AttemptId(Uuid::from_u128(5))), start: Instant::now() }
        }
        fn at(&self, seconds: u64) -> Instant {
            self.start + Duration::from_secs(seconds)
        }
        fn frame(&mut self, second: u64, is_key: bool, is_contiguous: bool) {
            let frame = ClipFrame { at: self.at(second), is_key, data: vec![0; 100].into() };
            self.ring.push(layer(1), frame, is_contiguous, MAX_RING_BYTES);
        }
        /// A frame a second, a key frame every five.
        fn play(&mut self, seconds: std::ops::Range<u64>) {
            seconds.for_each(|second| self.frame(second, second % 5 == 0, true));
        }
        fn seconds(&self, clip: &RecordedClip) -> Vec<u64> {
            clip.frames.iter().map(|frame| frame.at.duration_since(self.start).as_secs()).collect()
        }
    }

    #[test]
    fn a_clip_begins_at_a_key_frame_before_the_flag_and_ends_after_it() {
        let mut played = Played::new();
        played.play(0..103);
        assert!(played.ring.frames.len() <= 41, "the ring is bounded");
        let flag = played.at(102);
        assert_eq!(played.ring.mark(ClipCause::Flag, flag), None);
        played.play(103..132);
        assert_eq!(played.ring.due(played.at(131)), None);
        let clip = played.ring.due(played.at(132)).unwrap();
        assert_eq!(played.seconds(&clip), (70..132).collect::<Vec<_>>());
        assert!(clip.frames[0].is_key && !played.ring.is_recording());
        assert_eq!(clip.marks, [(flag, ClipCause::Flag)]);
    }

    #[test]
    fn a_flag_while_a_clip_lasts_makes_it_longer_up_to_a_limit() {
        let mut played = Played::new();
        played.play(0..50);
        for second in [50, 70, 90, 110, 130, 150, 170] {
            assert_eq!(played.ring.mark(ClipCause::Flag, played.at(second)), None, "{second}");
            played.play(second..second + 20);
        }
        let before = played.ring.mark(ClipCause::Screenshot, played.at(190)).unwrap();
        assert_eq!((before.marks.len(), played.seconds(&before).len()), (7, 170));
        let after = played.ring.finish().unwrap();
        assert_eq!((after.marks[0].1, played.seconds(&after)[0]), (ClipCause::Screenshot, 160));
        assert_eq!(played.ring.finish(), None);
    }

    #[test]
    fn frames_after_a_gap_wait_for_a_key_frame() {
        let mut played = Played::new();
        assert!(played.ring.wants_key(played.at(0)));
        played.frame(0, false, true);
        played.frame(1, true, true);
        assert!(!played.ring.wants_key(played.at(1)) && played.ring.wants_key(played.at(6)));
        played.frame(2, false, false);
        assert!(played.ring.wants_key(played.at(2)));
        played.frame(3, false, true);
        played.frame(4, true, false);
        let other = ClipFrame { at: played.at(5), is_key: false, data: vec![1].into() };
        played.ring.push(layer(2), other, true, MAX_RING_BYTES);
        played.ring.mark(ClipCause::Flag, played.at(5));
        let clip = played.ring.finish().unwrap();
        assert_eq!(played.seconds(&clip), [1, 4]);
    }

    #[test]
    fn rings_and_clips_are_bounded_in_bytes() {
        let mut played = Played::new();
        let large: Arc<[u8]> = vec![0; 64 * 1024].into();
        let push = |ring: &mut ClipRing, n: u64, most| {
            let at = played.start + Duration::from_millis(n);
            ring.push(layer(1), ClipFrame { at, is_key: true, data: large.clone() }, true, most);
        };
        for n in 0..100 {
            push(&mut played.ring, n, MAX_RING_BYTES);
        }
        assert!(played.ring.bytes <= MAX_RING_BYTES);
        push(&mut played.ring, 100, MAX_RING_BYTES / 4);
        assert!(played.ring.bytes <= MAX_RING_BYTES / 4);
        let now = played.start + Duration::from_millis(100);
        played.ring.mark(ClipCause::Flag, now);
        for n in 101..200 {
            push(&mut played.ring, n, MAX_RING_BYTES);
        }
        let clip = played.ring.due(now).unwrap();
        let bytes: usize = clip.frames.iter().map(|frame| frame.data.len()).sum();
        assert!(bytes >= MAX_CLIP_BYTES, "it ended by its size");
    }

    #[test]
    fn no_frame_makes_no_clip() {
        let mut played = Played::new();
        played.ring.mark(ClipCause::Flag, played.at(1));
        assert_eq!(played.ring.due(played.at(31)), None);
        assert!(!played.ring.is_recording());
    }
}
