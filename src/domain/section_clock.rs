//! The sections of an attempt, in a test where one has its own time or is one-way (`docs/behaviour/tests.md#timed-sections`).
//! They are entered one after the other; the server's entries count, whichever tab or browser asks.

use super::{
    AttemptId, Instant,
    attempt::GRACE,
    bank::plan::Outline,
    pause::{PausedInterval, Pauses},
    time::{self, SignedDuration},
};
use serde::{Deserialize, Serialize};

/// A section as this attempt has it, frozen at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockedSection {
    /// The next ones of the paper.
    pub questions: u32,
    /// The section's own time, with the agreed extra time.
    pub minutes: Option<u32>,
    /// Closed for good once the next section has been entered.
    pub one_way: bool,
}

/// A section that was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionStart {
    /// Time at which its time began.
    pub at: Instant,
    /// Time at which the server learned of it: later than `at` if the page was offline.
    pub known_at: Instant,
    /// Time that was added while this section was the current one.
    #[serde(with = "time::in_millis")]
    pub added: SignedDuration,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionClock {
    pub attempt_id: AttemptId,
    pub parts: Vec<ClockedSection>,
    /// The starts of the first sections, in order. The last one is the current section.
    pub entries: Vec<SectionStart>,
}

/// The state of a section in an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionStanding {
    /// Not entered.
    Ahead,
    Open,
    /// The section's time is up, or it is one-way and was left.
    Over,
}

/// Returns a section's own time with an agreed extra time: as much longer as the whole test, rounded up to minutes.
#[must_use]
pub fn lengthened(minutes: u32, duration: u32, extra: u32) -> u32 {
    let more = u64::from(minutes).saturating_mul(extra.into()).div_ceil(u64::from(duration.max(1)));
    minutes.saturating_add(u32::try_from(more).unwrap_or(u32::MAX))
}

impl SectionClock {
    /// `None` for sections without rules. `duration` and `extra` are those of the test, in minutes.
    #[must_use]
    pub fn new(attempt_id: AttemptId, sections: &[Outline], duration: u32, extra: u32) -> Option<Self> {
        if sections.iter().all(|section| section.rules.are_none()) {
            return None;
        }
        let part = |section: &Outline| ClockedSection {
            questions: u32::try_from(section.questions).unwrap_or(u32::MAX),
            minutes: section.rules.minutes.map(|minutes| lengthened(minutes, duration, extra)),
            one_way: section.rules.one_way,
        };
        Some(Self { attempt_id, parts: sections.iter().map(part).collect(), entries: Vec::new() })
    }

    /// The section of the question at this place of the paper; sections count from 0.
    #[must_use]
    pub fn section_of(&self, place: usize) -> Option<usize> {
        let mut end = 0;
        self.parts.iter().position(|part| {
            end += part.questions as usize;
            place < end
        })
    }

    /// End of an entered section's own time. `None` for one without.
    #[must_use]
    pub fn own_end(&self, section: usize) -> Option<Instant> {
        let (part, entry) = (self.parts.get(section)?, self.entries.get(section)?);
        let minutes = SignedDuration::from_mins(part.minutes?.into());
        Some(entry.at.plus(minutes).plus(entry.added))
    }

    /// Returns the time at which an entered section ends, unless it is left: its own end or the deadline, whichever
    /// comes first.
    #[must_use]
    pub fn ends_at(&self, section: usize, deadline: Instant) -> Instant {
        self.own_end(section).map_or(deadline, |end| end.min(deadline))
    }

    /// The entry that closed a one-way section.
    fn left_by(&self, section: usize) -> Option<&SectionStart> {
        self.parts.get(section).filter(|part| part.one_way)?;
        self.entries.get(section + 1)
    }

    #[must_use]
    pub fn standing(&self, section: usize, deadline: Instant, now: Instant) -> SectionStanding {
        if self.entries.get(section).is_none() {
            SectionStanding::Ahead
        } else if self.left_by(section).is_some() || now >= self.ends_at(section, deadline) {
            SectionStanding::Over
        } else {
            SectionStanding::Open
        }
    }

    /// Whether an answer that arrives now counts: until the grace period after the end of its section is over, or after
    /// the server learned that a one-way section was left.
    #[must_use]
    pub fn takes(&self, section: usize, deadline: Instant, now: Instant) -> bool {
        let is_in_time = |end: Instant| now < end.plus(GRACE);
        self.entries.get(section).is_some()
            && is_in_time(self.ends_at(section, deadline))
            && !self.is_closed(section, now)
    }

    /// Whether the grace period after a one-way section was left is over. It passes in a pause too: the page that left the
    /// section has sent what it had.
    #[must_use]
    pub fn is_closed(&self, section: usize, now: Instant) -> bool {
        self.left_by(section).is_some_and(|left| now >= left.known_at.plus(GRACE))
    }

    /// Enters the next section. The page claims when that was; it is taken no earlier than its last contact and the entry
    /// of the section before, and no later than now. Returns false for any other section, having changed nothing: it has
    /// been entered already, or one before it has not. An entry in a pause, of which the page did not know, counts from the
    /// beginning of the pause, and gets what pauses have taken since.
    pub fn enter(
        &mut self,
        section: usize,
        claimed: Instant,
        contact: Option<Instant>,
        (now, pauses): (Instant, &Pauses),
    ) -> bool {
        if section != self.entries.len() || section >= self.parts.len() {
            return false;
        }
        let before = self.entries.last().map_or(Instant::MIN, |entry| entry.at);
        let at = pauses.before(claimed.max(contact.unwrap_or(Instant::MIN)).min(now).max(before)).max(before);
        self.entries.push(SectionStart { at, known_at: now, added: pauses.ended_since(at) });
        true
    }

    /// Gives the length of a pause that is over to each section whose time ran when it began.
    pub fn paused(&mut self, pause: &PausedInterval, length: SignedDuration) {
        for section in 0..self.entries.len() {
            let ran = self.own_end(section).is_none_or(|end| end > pause.from);
            if let Some(entry) = self.entries.get_mut(section).filter(|_| ran) {
                entry.added += length;
            }
        }
    }

    /// Gives time to the current section.
    pub fn add(&mut self, time: SignedDuration) {
        if let Some(entry) = self.entries.last_mut() {
            entry.added += time;
        }
    }

    /// Gives the current section time until then at least.
    pub fn extend_to(&mut self, until: Instant) {
        let end = self.entries.len().checked_sub(1).and_then(|current| self.own_end(current));
        if let Some(end) = end.filter(|end| *end < until) {
            self.add(until.since(end));
        }
    }
}

#[cfg(test)]
#[path = "section_clock_tests.rs"]
mod tests;
