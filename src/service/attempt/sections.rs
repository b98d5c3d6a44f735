//! The sections of a running attempt, in a test where one has its own time or is one-way
//! (`docs/behaviour/tests.md#timed-sections`).

use super::{
    access::Access,
    entries::{AnswerEntry, ReportedSection},
    late,
};
use crate::{
    app::App,
    domain::{
        Instant, Result,
        attempt::{Attempt, Lateness},
        bank::plan::Outline,
        paper::Paper,
        pause::{PausedInterval, Pauses},
        section_clock::SectionClock,
        time::SignedDuration,
        timeline::TimelineEventKind,
    },
    service::{events, query, work::Work},
    store::Read,
};
use std::{collections::BTreeSet, sync::Arc};

/// Entries that a page claims at once: a test has at most 50 sections.
pub const MAX_CLAIMED: usize = 50;

/// The sections of a paper; none for a test without them.
///
/// # Errors
/// Storage only.
pub(super) fn outline(app: &App, read: &impl Read, attempt: &Attempt) -> Result<Vec<Outline>> {
    query::plans::outline(app, read, attempt.id)
}

/// Freezes the rules of an attempt that starts. `extra`: minutes that were agreed on.
///
/// # Errors
/// Storage only.
pub(super) fn begin(
    w: &mut Work<'_, '_>,
    attempt: &Attempt,
    sections: &[Outline],
    (duration, extra): (u32, u32),
) -> Result<()> {
    if let Some(clock) = SectionClock::new(attempt.id, sections, duration, extra) {
        w.put(&clock)?;
    }
    Ok(())
}

/// The sections while one save or submit is stored.
pub(super) struct Sections {
    clock: Option<SectionClock>,
    paper: Arc<Paper>,
    deadline: Instant,
    pauses: Pauses,
}

impl Sections {
    /// Enters the sections that the page claims, and the next one if there is an answer to a question of it, unless the
    /// page has lost the attempt or the attempt has ended. To be called before this save counts as a contact.
    ///
    /// # Errors
    /// Storage only.
    pub fn open(
        w: &mut Work<'_, '_>,
        access: &Access,
        claimed: &[ReportedSection],
        answers: &[AnswerEntry],
    ) -> Result<Self> {
        let attempt = &access.attempt;
        let (paper, deadline) = (access.paper.clone(), attempt.deadline());
        let mut sections = Self { clock: w.get(attempt.id)?, paper, deadline, pauses: attempt.pauses.clone() };
        if attempt.is_running() && !access.superseded {
            sections.enter(w, attempt, claimed, answers)?;
        }
        Ok(sections)
    }

    fn enter(
        &mut self,
        w: &mut Work<'_, '_>,
        attempt: &Attempt,
        claimed: &[ReportedSection],
        answers: &[AnswerEntry],
    ) -> Result<()> {
        let Some(clock) = &mut self.clock else { return Ok(()) };
        let contact = w.app.watching.contacts.before(attempt.id);
        let before = clock.entries.len();
        for ReportedSection { section, after } in claimed {
            let Some(place) = usize::try_from(*section).ok().and_then(|number| number.checked_sub(1)) else { continue };
            clock.enter(place, attempt.started_at.plus(*after), contact, (w.now, &attempt.pauses));
        }
        for section in answered(clock, &self.paper, answers) {
            clock.enter(section, w.now, contact, (w.now, &attempt.pauses));
        }
        if clock.entries.len() == before {
            return Ok(());
        }
        for (place, entry) in clock.entries.iter().enumerate().skip(before) {
            let text = format!("Section {} of {}", place + 1, clock.parts.len());
            w.timeline_at(attempt.id, TimelineEventKind::Section, &text, entry.at)?;
        }
        w.put(clock)?;
        events::sections_changed(w, attempt, clock);
        events::timeline_changed(w, attempt);
        Ok(())
    }

    /// Why an answer that arrives now does not count, though the attempt continues.
    pub fn lateness(&self, question_id: &str, now: Instant) -> Option<Lateness> {
        let clock = self.clock.as_ref()?;
        let (place, _) = self.paper.question(question_id)?;
        let section = clock.section_of(place)?;
        let takes = clock.takes(section, self.deadline, self.pauses.clock(now)) && !clock.is_closed(section, now);
        (!takes).then_some(Lateness::Section)
    }

    pub fn into_clock(self) -> Option<SectionClock> {
        self.clock
    }
}

/// Sections that were not entered and have an answer, in order.
fn answered(clock: &SectionClock, paper: &Paper, answers: &[AnswerEntry]) -> BTreeSet<usize> {
    let given = answers.iter().filter(|answer| !answer.text.is_empty());
    let places = given.filter_map(|answer| paper.question(&answer.question_id).map(|(place, _)| place));
    let sections = places.filter_map(|place| clock.section_of(place));
    sections.filter(|section| *section >= clock.entries.len()).collect()
}

/// Gives time that was added to the deadline to the current section too. Answers that were too late for it count now, if
/// they would not have been with this time.
///
/// # Errors
/// Storage only.
pub(crate) fn give(w: &mut Work<'_, '_>, attempt: &Attempt, time: SignedDuration) -> Result<()> {
    change(w, attempt, |clock| clock.add(time))?;
    late::count_of_sections(w, attempt)
}

/// Gives the length of a pause that is over to the sections whose time ran. What was too late for them counts, as above.
///
/// # Errors
/// Storage only.
pub(crate) fn paused(
    w: &mut Work<'_, '_>,
    attempt: &Attempt,
    (pause, length): (PausedInterval, SignedDuration),
) -> Result<()> {
    change(w, attempt, |clock| clock.paused(&pause, length))?;
    late::count_of_sections(w, attempt)
}

/// Lets the current section go on until then, as the attempt does that is reopened.
///
/// # Errors
/// Storage only.
pub(crate) fn extend_to(w: &mut Work<'_, '_>, attempt: &Attempt, until: Instant) -> Result<()> {
    change(w, attempt, |clock| clock.extend_to(until))
}

fn change(w: &mut Work<'_, '_>, attempt: &Attempt, change: impl FnOnce(&mut SectionClock)) -> Result<()> {
    let Some(mut clock) = w.get::<SectionClock>(attempt.id)? else { return Ok(()) };
    change(&mut clock);
    w.put(&clock)?;
    events::sections_changed(w, attempt, &clock);
    Ok(())
}
