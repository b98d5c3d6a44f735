//! Replays the entries of an attempt: the story of each answer, and whether they lead to the head.

use super::{
    Arrival, ChainState, EditSource, Head, HistoryChain, HistoryEntry, KeptContent,
    edits::{Edits, TICK, TextDifference},
    text::EditedText,
};
use crate::domain::{Instant, time::SignedDuration};
use std::collections::HashMap;

/// A change of an answer. Position and length count UTF-16 code units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditStep {
    /// Since the start of the attempt; never later than the save that brought it.
    pub at: SignedDuration,
    pub source: EditSource,
    pub position: u32,
    pub deleted: u32,
    pub inserted: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    pub seq: u64,
    /// Number of steps up to it.
    pub step: usize,
    pub acked_at: Instant,
    /// One that did not count when it arrived has no steps.
    pub arrival: Arrival,
}

/// How the answer to a question came to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerHistory {
    pub question_id: String,
    /// Steps from an empty text on.
    pub steps: Vec<EditStep>,
    pub saves: Vec<Save>,
    /// The text after all steps.
    pub text: String,
    /// Late texts, in the order of arrival.
    pub late: Vec<String>,
}

/// Start of the answer to a question with several languages, which is stored as JSON.
const CODE_START: &str = "{\"language\":\"";

/// Characters of source code in a part of such an answer: an escape sequence is one.
fn source_characters(part: &str) -> usize {
    let source = part.strip_prefix(CODE_START).and_then(|rest| rest.split_once("\",\"source\":\""));
    let source = source.map_or(part, |(_, source)| source.strip_suffix("\"}").unwrap_or(source));
    let (mut count, mut units) = (0, source.chars());
    while let Some(unit) = units.next() {
        count += 1;
        if unit == '\\' && units.next() == Some('u') {
            // Four hexadecimal digits.
            let _ = units.nth(3);
        }
    }
    count
}

impl AnswerHistory {
    /// Characters that came from one of the sources, as their author counts them.
    #[must_use]
    pub fn inserted(&self, from: &[EditSource]) -> usize {
        let names_language = self.steps.first().is_some_and(|step| step.inserted.starts_with(CODE_START));
        let count = if names_language { source_characters } else { |text: &str| text.chars().count() };
        self.steps.iter().filter(|step| from.contains(&step.source)).map(|step| count(&step.inserted)).sum()
    }

    /// When the text first was one that `holds`. Checks the texts after some steps only, `looks` at most.
    #[must_use]
    pub fn first(&self, looks: usize, holds: impl Fn(&str) -> bool) -> Option<SignedDuration> {
        let every = self.steps.len().div_ceil(looks.max(1)).max(1);
        let mut text = EditedText::of("");
        for (number, step) in (1..).zip(&self.steps) {
            if !text.change(step.position, step.deleted, &step.inserted) {
                return None;
            }
            let is_looked_at = number % every == 0 || number == self.steps.len();
            if is_looked_at && holds(&text.read()) {
                return Some(step.at);
            }
        }
        None
    }

    /// Appends the difference to a text that no entry keeps.
    pub fn complete(&mut self, text: &str, at: SignedDuration) {
        if self.text != text {
            self.step(at, TextDifference::between(&self.text, text));
            text.clone_into(&mut self.text);
        }
    }

    fn step(&mut self, at: SignedDuration, change: TextDifference) {
        let TextDifference { position, deleted, inserted } = change;
        self.steps.push(EditStep { at, source: EditSource::Save, position, deleted, inserted });
    }

    fn edits(&mut self, edits: Edits, saved: SignedDuration) {
        let mut ticks = edits.start;
        let mut earliest = self.steps.last().map_or(SignedDuration::ZERO, |step| step.at);
        for edit in edits.edits {
            ticks = ticks.saturating_add(edit.ticks);
            // The page's clock: it neither runs backwards nor ahead of the acknowledgement.
            let at = i32::try_from(ticks).map_or(saved, |ticks| TICK * ticks).max(earliest).min(saved);
            earliest = at;
            let super::edits::Edit { source, position, deleted, inserted, .. } = edit;
            self.steps.push(EditStep { at, source, position, deleted, inserted });
        }
    }

    /// Adds an entry; `None` if it does not fit.
    fn add(&mut self, entry: &HistoryEntry, started_at: Instant) -> Option<()> {
        let text = entry.text(&self.text)?;
        let is_late = !entry.arrival.counts();
        let saved = entry.at.since(started_at).max(SignedDuration::ZERO);
        if is_late {
            self.late.push(text);
        } else {
            match &entry.content {
                KeptContent::Edits(bytes) => self.edits(Edits::read(bytes)?, saved),
                KeptContent::Difference(bytes) => self.step(saved, TextDifference::read(bytes)?),
                KeptContent::Whole(text) => self.step(saved, TextDifference::between(&self.text, text)),
            }
            self.text = text;
        }
        self.saves.push(Save { seq: entry.seq, step: self.steps.len(), acked_at: entry.at, arrival: entry.arrival });
        Some(())
    }
}

/// Entries that do not lead to the head of their chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    #[error("its entry {0} is missing")]
    Missing(u64),
    #[error("its entry {0} does not fit the text before")]
    Unfit(u64),
    #[error("its entries do not lead to the state after entry {0}")]
    State(u64),
    #[error("its entries do not lead to its head")]
    Head,
}

/// Replays entries one after another.
pub struct Replay<'e> {
    /// After the entries so far.
    pub head: Head,
    stories: Vec<AnswerHistory>,
    places: HashMap<&'e str, usize>,
    started_at: Instant,
}

impl<'e> Replay<'e> {
    #[must_use]
    pub fn from(first: Head, started_at: Instant) -> Self {
        Self { head: first, stories: Vec::new(), places: HashMap::new(), started_at }
    }

    /// Adds the next entry and returns the bytes of its text; `None` if it does not fit.
    #[must_use]
    pub fn add(&mut self, entry: &'e HistoryEntry) -> Option<usize> {
        let place = *self.places.entry(&entry.question_id).or_insert_with(|| {
            self.stories.push(AnswerHistory { question_id: entry.question_id.clone(), ..AnswerHistory::default() });
            self.stories.len() - 1
        });
        let story = &mut self.stories[place];
        story.add(entry, self.started_at)?;
        let is_late = story.saves.last().is_some_and(|save| !save.arrival.counts());
        let text = if is_late { story.late.last() } else { None }.unwrap_or(&story.text);
        self.head = self.head.next(&entry.link(text));
        Some(text.len())
    }

    #[must_use]
    pub fn into_stories(self) -> Vec<AnswerHistory> {
        self.stories
    }
}

/// Replays all entries, in order.
///
/// # Errors
/// [`Broken`] unless each fits and the last one leads to the head.
pub fn replay(
    chain: &HistoryChain,
    entries: &[HistoryEntry],
    started_at: Instant,
) -> Result<Vec<AnswerHistory>, Broken> {
    replay_to_head(chain, entries, started_at, &|_, _| true)
}

/// Like [`replay`], if the chain `agrees` with what is stored: called with the number of entries so far, from 0 on.
///
/// # Errors
/// Those of [`replay`].
pub fn replay_states(
    chain: &HistoryChain,
    entries: &[HistoryEntry],
    agrees: &dyn Fn(u64, ChainState) -> bool,
) -> Result<Vec<AnswerHistory>, Broken> {
    replay_to_head(chain, entries, Instant::EPOCH, agrees)
}

fn replay_to_head(
    chain: &HistoryChain,
    entries: &[HistoryEntry],
    started_at: Instant,
    agrees: &dyn Fn(u64, ChainState) -> bool,
) -> Result<Vec<AnswerHistory>, Broken> {
    let first = Head::first(&chain.salt, chain.attempt_id, chain.mode, chain.since);
    let mut replay = Replay::from(first, started_at);
    let mut state = ChainState { head: first, cost: 0, edits: 0 };
    if !agrees(0, state) {
        return Err(Broken::State(0));
    }
    for (number, entry) in (1..).zip(entries) {
        if entry.number != number || entry.attempt_id != chain.attempt_id {
            return Err(Broken::Missing(entry.number.saturating_sub(1).max(number)));
        }
        replay.add(entry).ok_or(Broken::Unfit(number))?;
        state = ChainState { head: replay.head, cost: state.cost + entry.cost(), edits: state.edits + entry.edits() };
        if !agrees(number, state) {
            return Err(Broken::State(number));
        }
    }
    let is_last = chain.kept_head.is_some() == (chain.links > chain.entries);
    let is_whole = entries.len() as u64 == chain.entries && chain.links >= chain.entries;
    if state == (ChainState { head: chain.entries_head(), ..chain.state() }) && is_last && is_whole {
        Ok(replay.into_stories())
    } else {
        Err(Broken::Head)
    }
}
