//! The sections of a paper, as its candidate sees them, and the time spent on its questions.

use crate::{
    domain::{
        Instant,
        bank::plan::Outline,
        section_clock::{self as domain, SectionClock},
    },
    http::{
        api::test::questions::{Instructions, TranslatedPart},
        wire::Timestamp,
    },
    service::attempt::start::RunningAttempt,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Time during which a question was in view.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = TimeSpent)]
pub struct TimeSpentBody {
    pub question_id: String,
    /// Total since the start of the attempt, over all visits.
    pub seconds: u32,
}

/// A section that the page has entered, perhaps offline.
#[derive(Deserialize, ToSchema)]
pub struct SectionEntry {
    /// Number of the section, counted from 1: the one after those that are entered. Any other is ignored.
    pub section: u32,
    /// Milliseconds since the start of the attempt. Taken no earlier than the server's last contact with the page, and no
    /// later than now.
    pub after_ms: i64,
}

/// A section of the paper: its next questions.
#[derive(Serialize, ToSchema)]
#[schema(as = PaperPart)]
pub struct PaperPartBody {
    /// May be empty.
    title: String,
    /// Number of its questions.
    questions: usize,
    /// The section's own time in minutes, including the agreed extra time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    time_minutes: Option<u32>,
    /// Once the next section is entered, it stays closed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    one_way: bool,
    #[serde(flatten)]
    instructions: Instructions,
    /// The same texts in other languages, by language tag; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    translations: BTreeMap<&'static str, TranslatedPart>,
}

/// A section that was entered.
#[derive(Serialize, ToSchema)]
pub struct EnteredSection {
    entered_at: Timestamp,
    /// Time at which the section's own time or the test ends; absent for a section without its own time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ends_at: Option<Timestamp>,
}

/// The entered sections, in order.
pub(super) fn entered(clock: &SectionClock, deadline: Instant) -> Vec<EnteredSection> {
    let entry = |(place, entry): (usize, &domain::SectionStart)| EnteredSection {
        entered_at: entry.at.into(),
        ends_at: clock.own_end(place).map(|end| end.min(deadline).into()),
    };
    clock.entries.iter().enumerate().map(entry).collect()
}

/// Sections with titles, rules and instructions; `None` where there is nothing to say.
pub(super) fn sections(run: &RunningAttempt) -> Option<Vec<PaperPartBody>> {
    let is_plain = |section: &Outline| section.title.is_empty() && section.instructions.is_none();
    if run.clock.is_none() && run.sections.iter().all(is_plain) {
        return None;
    }
    let body = |(place, section): (usize, &Outline)| {
        let part = run.clock.as_ref().and_then(|clock| clock.parts.get(place));
        PaperPartBody {
            title: section.title.clone(),
            questions: section.questions,
            time_minutes: part.and_then(|part| part.minutes),
            one_way: part.is_some_and(|part| part.one_way),
            instructions: section.instructions.as_ref().into(),
            translations: TranslatedPart::all(&run.paper, place, section),
        }
    };
    Some(run.sections.iter().enumerate().map(body).collect())
}
