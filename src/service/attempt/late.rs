//! Late answers that count after all, because the attempt continues (`docs/behaviour/taking.md#reopen`).

use super::history::{self, Keeper};
use crate::{
    domain::{
        Error, Instant, Result,
        attempt::{Answer, Attempt, LateAnswer, Lateness},
        history::{Arrival, Arrived},
        paper::Paper,
        section_clock::SectionClock,
    },
    service::work::Work,
    store::{Read, Record},
};
use std::sync::Arc;

/// Continues the history of an ended attempt, and counts what came late.
///
/// # Errors
/// Storage only.
pub(crate) fn go_on(w: &mut Work<'_, '_>, attempt: &Attempt) -> Result<()> {
    history::reopen(w, attempt.id)?;
    count(w, attempt)
}

/// Counts what the page sent after its time, since the time continues: the candidate has it on the screen. What belongs to a
/// section that was over stays late. The history continues from the texts that are stored, which a reviewer may have
/// exchanged.
///
/// # Errors
/// Storage only.
pub(crate) fn count(w: &mut Work<'_, '_>, attempt: &Attempt) -> Result<()> {
    let (id, limits) = (attempt.id, AnswerLimits::of(w, attempt)?);
    let mut keeper = Keeper::of(w, id)?;
    for late in w.children::<LateAnswer>(id)? {
        let stored = w.get::<Answer>((id, &late.question_id))?;
        let counts = late.lateness == Lateness::AfterEnd && limits.allow(&late);
        let is_newer = counts && stored.as_ref().is_none_or(|a| late.seq > a.seq);
        let answer = match stored {
            _ if is_newer => {
                w.delete::<LateAnswer>(late.id())?;
                let LateAnswer { question_id, text, seq, received_at, .. } = late;
                let recent = stored.map(|answer| answer.recent).unwrap_or_default();
                let answer = Answer { attempt_id: id, question_id, text, seq, saved_at: received_at, recent };
                w.put(&answer)?;
                answer
            }
            Some(answer) if late.lateness == Lateness::Replaced => answer,
            _ => continue,
        };
        let Answer { question_id, text, seq, .. } = &answer;
        let found = Arrived { question_id, seq: *seq, text, edits: &[], at: w.now, arrival: Arrival::Found };
        keeper.keep(w, &found)?;
    }
    keeper.close(w)?;
    count_of_sections(w, attempt)
}

/// Counts answers that came too late for their section and would not have with its time as it is now.
///
/// # Errors
/// Storage only.
pub(super) fn count_of_sections(w: &mut Work<'_, '_>, attempt: &Attempt) -> Result<()> {
    let (id, limits) = (attempt.id, AnswerLimits::of(w, attempt)?);
    if limits.sections.is_none() {
        return Ok(());
    }
    let all: Vec<LateAnswer> = w.children(id)?;
    let mut keeper = Keeper::of(w, id)?;
    let mut any = false;
    for late in all.into_iter().filter(|late| late.lateness == Lateness::Section && limits.allow(late)) {
        let stored = w.get::<Answer>((id, &late.question_id))?;
        if stored.as_ref().is_some_and(|answer| late.seq <= answer.seq) {
            continue;
        }
        let recent = stored.map(|answer| answer.recent).unwrap_or_default();
        w.delete::<LateAnswer>(late.id())?;
        let LateAnswer { question_id, text, seq, received_at, .. } = late;
        let found =
            Arrived { question_id: &question_id, seq, text: &text, edits: &[], at: w.now, arrival: Arrival::Found };
        keeper.keep(w, &found)?;
        w.put(&Answer { attempt_id: id, question_id, text, seq, saved_at: received_at, recent })?;
        any = true;
    }
    keeper.close(w)?;
    if any {
        let app = w.app.clone();
        w.after_commit(move || app.jobs.progress.forget(id));
    }
    Ok(())
}

/// The sections of an attempt, as they limit what counts.
struct AnswerLimits {
    /// `None` where sections have no rules.
    sections: Option<(SectionClock, Arc<Paper>)>,
    deadline: Instant,
}

impl AnswerLimits {
    fn of(w: &Work<'_, '_>, attempt: &Attempt) -> Result<Self> {
        let clock: Option<SectionClock> = w.get(attempt.id)?;
        let paper = |clock| Ok::<_, Error>((clock, w.app.caches.papers.get(w, attempt.test_id, &attempt.paper)?));
        Ok(Self { sections: clock.map(paper).transpose()?, deadline: attempt.deadline() })
    }

    /// Whether the section of an answer had been entered when it arrived, and was not over.
    fn allow(&self, late: &LateAnswer) -> bool {
        let Some((clock, paper)) = &self.sections else { return true };
        let section = paper.question(&late.question_id).and_then(|(place, _)| clock.section_of(place));
        let was_entered = |section: &usize| clock.entries.get(*section).is_some_and(|e| e.known_at <= late.received_at);
        let section = section.filter(was_entered);
        section.is_some_and(|section| clock.takes(section, self.deadline, late.received_at))
    }
}
