//! What happened in an attempt, for the people who judge it: who did what, when pictures came, and when none did.

use super::{AttemptId, Instant, MessageId, ScreenshotId, UserId};
use serde::{Deserialize, Serialize};

/// Stored by its place: a new kind goes to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    Started,
    /// Another browser went on with it.
    Resumed,
    /// An admin lets the next browser take it over.
    Released,
    TimeAdded,
    Message,
    Flag,
    Screenshot,
    VideoOn,
    VideoOff,
    /// An admin opened the live picture.
    Watching,
    WatchingEnded,
    ProctorSpeaking,
    ProctorSilent,
    ResumeRequested,
    /// By the candidate.
    Submitted,
    /// By an admin or the deadline.
    Ended,
    /// Answers came that do not count by themselves.
    Late,
}

/// Entries kept of one attempt.
pub const MOST_ENTRIES: u32 = 2_000;
/// Of these, what people add may fill this much; beyond it they are told so.
pub const MOST_BY_PEOPLE: u32 = 1_900;
/// What comes and goes by itself may fill this much, so that a bad network hides nothing that a person did.
pub const MOST_BY_ITSELF: u32 = 1_500;
/// Stretches with pictures kept of one attempt; beyond it the two with the shortest gap become one.
pub const MOST_PERIODS: usize = 200;

impl Kind {
    /// How full a timeline may be for an entry of this kind to be kept.
    #[must_use]
    pub const fn room(self) -> u32 {
        match self {
            Self::VideoOn
            | Self::VideoOff
            | Self::Watching
            | Self::WatchingEnded
            | Self::ProctorSpeaking
            | Self::ProctorSilent
            | Self::Late
            | Self::ResumeRequested => MOST_BY_ITSELF,
            Self::Message | Self::Flag | Self::Screenshot => MOST_BY_PEOPLE,
            _ => MOST_ENTRIES,
        }
    }
}

/// What an entry leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Link {
    Nothing,
    Message(MessageId),
    Screenshot(ScreenshotId),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub attempt_id: AttemptId,
    /// From 1, in the order in which they were made.
    pub number: u32,
    pub at: Instant,
    pub kind: Kind,
    /// A reason, a note, a message; blank where the kind says it all.
    pub text: String,
    /// The admin; `None` for the candidate, the server and the operator.
    pub by: Option<UserId>,
    pub link: Link,
}

/// How pictures of the candidate reach the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Via {
    WebRtc,
    Stills,
}

/// A stretch of time; without an end it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    pub from: Instant,
    pub to: Option<Instant>,
}

/// What a timeline counts, and when pictures came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelineHead {
    pub attempt_id: AttemptId,
    pub entries: u32,
    /// Came when there was no more room: counted only.
    pub not_kept: u64,
    pub flags: u32,
    /// Pictures come now as a live stream, as single pictures.
    pub live: bool,
    pub stills: bool,
    /// With pictures; oldest first, never overlapping, only the last one without an end.
    pub monitored: Vec<Period>,
}

impl TimelineHead {
    #[must_use]
    pub const fn none(attempt_id: AttemptId) -> Self {
        Self { attempt_id, entries: 0, not_kept: 0, flags: 0, live: false, stills: false, monitored: Vec::new() }
    }

    const fn source(&mut self, via: Via) -> &mut bool {
        match via {
            Via::WebRtc => &mut self.live,
            Via::Stills => &mut self.stills,
        }
    }

    /// Pictures come now; `false` where that was known.
    pub fn video_on(&mut self, via: Via, now: Instant) -> bool {
        if std::mem::replace(self.source(via), true) {
            return false;
        }
        if self.monitored.last().is_none_or(|p| p.to.is_some()) {
            self.monitored.push(Period { from: now, to: None });
            self.join_nearest();
        }
        true
    }

    /// No more pictures come this way; `false` where that was known. The stretch ends with the last way.
    pub fn video_off(&mut self, via: Via, now: Instant) -> bool {
        if !std::mem::take(self.source(via)) {
            return false;
        }
        if !self.live && !self.stills {
            self.close(now);
        }
        true
    }

    /// Ends what lasts.
    pub fn close(&mut self, now: Instant) {
        (self.live, self.stills) = (false, false);
        if let Some(open) = self.monitored.last_mut().filter(|p| p.to.is_none()) {
            open.to = Some(now.max(open.from));
        }
    }

    fn join_nearest(&mut self) {
        if self.monitored.len() <= MOST_PERIODS {
            return;
        }
        let gap = |i: &usize| self.monitored[i + 1].from.0 - self.monitored[*i].to.map_or(i64::MIN, |to| to.0);
        if let Some(i) = (0..self.monitored.len() - 1).min_by_key(gap) {
            self.monitored[i].to = self.monitored[i + 1].to;
            self.monitored.remove(i + 1);
        }
    }

    /// The stretches without pictures between `start` and `end` (`None`: it runs still).
    #[must_use]
    pub fn unmonitored(&self, start: Instant, end: Option<Instant>) -> Vec<Period> {
        let mut gaps = Vec::new();
        let mut from = Some(start);
        for period in &self.monitored {
            if let Some(from) = from.filter(|from| *from < period.from) {
                gaps.push(Period { from, to: Some(period.from) });
            }
            from = period.to;
        }
        if let Some(from) = from.filter(|from| end.is_none_or(|end| *from < end)) {
            gaps.push(Period { from, to: end });
        }
        gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> TimelineHead {
        TimelineHead::none(AttemptId(uuid::Uuid::from_u128(1)))
    }
    fn period(from: i64, to: Option<i64>) -> Period {
        Period { from: Instant(from), to: to.map(Instant) }
    }

    #[test]
    fn a_stretch_lasts_while_any_way_is_open() {
        let mut head = head();
        assert_eq!(head.unmonitored(Instant(0), None), [period(0, None)]);
        assert!(head.video_on(Via::Stills, Instant(10)));
        assert!(!head.video_on(Via::Stills, Instant(11)));
        assert!(head.video_on(Via::WebRtc, Instant(20)));
        assert!(head.video_off(Via::Stills, Instant(30)));
        assert_eq!(head.monitored, [period(10, None)]);
        assert_eq!(head.unmonitored(Instant(0), None), [period(0, Some(10))]);
        assert!(head.video_off(Via::WebRtc, Instant(40)));
        assert!(!head.video_off(Via::WebRtc, Instant(41)));
        assert_eq!(head.monitored, [period(10, Some(40))]);
        assert_eq!(head.unmonitored(Instant(0), None), [period(0, Some(10)), period(40, None)]);
        assert_eq!(head.unmonitored(Instant(10), Some(Instant(40))), []);
        assert!(head.video_on(Via::WebRtc, Instant(50)));
        head.close(Instant(60));
        assert_eq!(head.unmonitored(Instant(0), Some(Instant(60))), [period(0, Some(10)), period(40, Some(50))]);
    }

    #[test]
    fn stretches_are_bounded_and_the_shortest_gap_is_lost_first() {
        let mut head = head();
        for n in 0..=i64::try_from(MOST_PERIODS).unwrap() {
            let gap = if n == 7 { 1 } else { 10 };
            head.video_on(Via::WebRtc, Instant(n * 20));
            head.video_off(Via::WebRtc, Instant(n * 20 + 20 - gap));
        }
        assert_eq!(head.monitored.len(), MOST_PERIODS);
        assert_eq!(head.monitored[7], period(140, Some(170)), "the gap of one millisecond after the eighth");
        assert_eq!(head.monitored[8], period(180, Some(190)));
    }
}
