//! Timeline of an attempt, for reviewers: ordered entries, and the periods with and without video.

use super::{AttemptId, ClipId, Instant, MessageId, ScreenshotId, UserId, time::SignedDuration};
use serde::{Deserialize, Serialize};

/// Stored by variant position: append new kinds at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimelineEventKind {
    Started,
    /// Another browser took over.
    Resumed,
    /// An admin allowed another browser to take over.
    Released,
    TimeAdded,
    Message,
    Flag,
    Screenshot,
    VideoOn,
    VideoOff,
    /// An admin opened the live video.
    Watching,
    WatchingEnded,
    ProctorSpeaking,
    ProctorSilent,
    ResumeRequested,
    /// The candidate submitted the test.
    Submitted,
    /// An admin or the deadline ended the test.
    Ended,
    /// Late answers arrived.
    Late,
    /// The candidate ran code.
    Run,
    /// An admin reopened the attempt, which had ended by time alone.
    Reopened,
    /// The candidate entered a section.
    Section,
    /// An admin accepted late answers.
    LateAccepted,
    /// The candidate confirmed the submit; the text has how long after the page asked.
    SubmitConfirmed,
    /// A double click came shortly before the candidate's submit: an admin may reopen the attempt.
    DoubleClick,
    /// An admin paused the attempt: its clock stands still.
    Paused,
    /// An admin ended the pause; the text has its length.
    Continued,
    /// The candidate took an agreed break; the text has its length, after which it ends by itself.
    BreakBegun,
    /// The candidate ended the break early, or a pause or the end of the attempt did; the text has its length.
    BreakEnded,
    /// Video around the entry's instant is kept; the text has its length. Without a link it could not be kept: the text says
    /// why.
    Clip,
    /// The candidate's page is in another language; the text has its tag (BCP 47).
    Language,
}

/// Maximum number of entries of one attempt.
pub const MAX_ENTRIES: u32 = 2_000;
/// Number of entries up to which entries by people are stored; beyond it, the call is refused.
pub const MAX_ENTRIES_BY_PEOPLE: u32 = 1_900;
/// Number of entries up to which automatic entries are stored: a bad network must not displace the actions of people.
pub const MAX_AUTOMATIC_ENTRIES: u32 = 1_500;
/// Number of entries up to which runs of code and changes of the language are stored, which a candidate makes at will: they must
/// not displace what else is automatic.
pub const MAX_ENTRIES_WITH_RUNS: u32 = 1_000;
/// Maximum number of monitored periods of one attempt; beyond it, the two with the shortest gap are merged.
pub const MAX_PERIODS: usize = 200;

impl TimelineEventKind {
    /// Number of entries up to which an entry of this kind is still stored.
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
            | Self::ResumeRequested
            | Self::Clip => MAX_AUTOMATIC_ENTRIES,
            Self::Run | Self::Language => MAX_ENTRIES_WITH_RUNS,
            Self::Message | Self::Flag | Self::Screenshot => MAX_ENTRIES_BY_PEOPLE,
            _ => MAX_ENTRIES,
        }
    }
}

/// Record that an entry refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimelineLink {
    Nothing,
    Message(MessageId),
    Screenshot(ScreenshotId),
    Clip(ClipId),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelineEvent {
    pub attempt_id: AttemptId,
    /// Sequence number, from 1.
    pub number: u32,
    pub at: Instant,
    pub kind: TimelineEventKind,
    /// A reason, note or message; blank where the kind is sufficient.
    pub text: String,
    /// The admin; `None` for the candidate, the server and the operator.
    pub by: Option<UserId>,
    pub link: TimelineLink,
}

/// How the candidate's video reaches the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Via {
    WebRtc,
    Stills,
}

/// A period of time; ongoing while `to` is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    pub from: Instant,
    pub to: Option<Instant>,
}

/// Counts of a timeline, and its monitored periods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimelineHead {
    pub attempt_id: AttemptId,
    pub entries: u32,
    /// Entries beyond the limits: counted, but not stored.
    pub not_kept: u64,
    pub flags: u32,
    /// Video currently arrives as a live stream (`live`), as still frames (`stills`).
    pub live: bool,
    pub stills: bool,
    /// Monitored periods, with video: oldest first, without overlap; only the last one may be ongoing.
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

    /// Records that video arrives this way; returns false if that was known.
    pub fn video_on(&mut self, via: Via, now: Instant) -> bool {
        if std::mem::replace(self.source(via), true) {
            return false;
        }
        if self.monitored.last().is_none_or(|p| p.to.is_some()) {
            self.monitored.push(Period { from: now, to: None });
            self.merge_nearest();
        }
        true
    }

    /// Records that video stopped arriving this way; returns false if that was known. The monitored period ends when it
    /// arrives neither way.
    pub fn video_off(&mut self, via: Via, now: Instant) -> bool {
        if !std::mem::take(self.source(via)) {
            return false;
        }
        if !self.live && !self.stills {
            self.close(now);
        }
        true
    }

    /// Ends the ongoing period.
    pub fn close(&mut self, now: Instant) {
        (self.live, self.stills) = (false, false);
        if let Some(open) = self.monitored.last_mut().filter(|p| p.to.is_none()) {
            open.to = Some(now.max(open.from));
        }
    }

    fn merge_nearest(&mut self) {
        if self.monitored.len() <= MAX_PERIODS {
            return;
        }
        let gap = |i: &usize| {
            let to = self.monitored[*i].to;
            to.map_or(SignedDuration::MAX, |to| self.monitored[i + 1].from.since(to))
        };
        if let Some(i) = (0..self.monitored.len() - 1).min_by_key(gap) {
            self.monitored[i].to = self.monitored[i + 1].to;
            self.monitored.remove(i + 1);
        }
    }

    /// Periods without video between `start` and `end` (`None`: the attempt is running).
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
    fn at(millis: i64) -> Instant {
        Instant::from_millis(millis)
    }
    fn period(from: i64, to: Option<i64>) -> Period {
        Period { from: at(from), to: to.map(at) }
    }

    #[test]
    fn a_period_lasts_while_video_arrives_either_way() {
        let mut head = head();
        assert_eq!(head.unmonitored(at(0), None), [period(0, None)]);
        assert!(head.video_on(Via::Stills, at(10)));
        assert!(!head.video_on(Via::Stills, at(11)));
        assert!(head.video_on(Via::WebRtc, at(20)));
        assert!(head.video_off(Via::Stills, at(30)));
        assert_eq!(head.monitored, [period(10, None)]);
        assert_eq!(head.unmonitored(at(0), None), [period(0, Some(10))]);
        assert!(head.video_off(Via::WebRtc, at(40)));
        assert!(!head.video_off(Via::WebRtc, at(41)));
        assert_eq!(head.monitored, [period(10, Some(40))]);
        assert_eq!(head.unmonitored(at(0), None), [period(0, Some(10)), period(40, None)]);
        assert_eq!(head.unmonitored(at(10), Some(at(40))), []);
        assert!(head.video_on(Via::WebRtc, at(50)));
        head.close(at(60));
        assert_eq!(head.unmonitored(at(0), Some(at(60))), [period(0, Some(10)), period(40, Some(50))]);
    }

    #[test]
    fn periods_are_bounded_and_the_shortest_gap_is_merged_first() {
        let mut head = head();
        for n in 0..=i64::try_from(MAX_PERIODS).unwrap() {
            let gap = if n == 7 { 1 } else { 10 };
            head.video_on(Via::WebRtc, at(n * 20));
            head.video_off(Via::WebRtc, at(n * 20 + 20 - gap));
        }
        assert_eq!(head.monitored.len(), MAX_PERIODS);
        assert_eq!(head.monitored[7], period(140, Some(170)), "the gap of one millisecond after the eighth");
        assert_eq!(head.monitored[8], period(180, Some(190)));
    }
}
