//! Validates saves and submits before they reach the single writer, which gets at most one entry per question from
//! each (`docs/behaviour/taking.md#journal`).

use crate::{
    app::App,
    domain::{
        Error, FieldMessages, Result,
        attempt::{AttemptKeyCheck, EndedBy, MAX_ANSWER, MAX_SEQ},
        paper::Paper,
        test::{Question, QuestionKind},
        time::SignedDuration,
    },
    service::query,
};
use std::{
    collections::{HashMap, hash_map},
    mem,
    sync::Arc,
};

/// One entry of the browser's answer journal. An entry without a sequence number is a plain submit: the last one wins.
#[derive(Clone, Debug)]
pub struct AnswerEntry {
    pub question_id: String,
    pub text: String,
    pub seq: Option<u64>,
    /// How the text came to be, in the format of `docs/evidence.md`. Kept if it leads from the stored text to this one.
    pub edits: Vec<u8>,
}

impl AnswerEntry {
    #[must_use]
    pub fn new(question_id: impl Into<String>, text: impl Into<String>, seq: Option<u64>) -> Self {
        Self { question_id: question_id.into(), text: text.into(), seq, edits: Vec::new() }
    }

    fn size(&self) -> usize {
        self.text.len() + self.edits.len()
    }
}

/// A section that a page has entered, as its own clock says.
#[derive(Clone, Copy, Debug)]
pub struct ReportedSection {
    /// Number of the section, counted from 1.
    pub section: u32,
    /// Time since the start of the attempt.
    pub after: SignedDuration,
}

/// How the candidate came to submit, as the page reports it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Confirmation {
    /// Time from the page's question to the candidate's confirmation.
    pub after: Option<SignedDuration>,
    /// Time from the last double click to the confirmation.
    pub double_click: Option<SignedDuration>,
}

/// The content of one save or submit.
#[derive(Clone, Debug, Default)]
pub struct SaveRequest {
    pub entries: Vec<AnswerEntry>,
    pub time_spent: Vec<Spent>,
    /// A submit because the page takes the time for over.
    pub at_deadline: bool,
    /// Sections that the page has entered. Taken before the entries.
    pub claimed: Vec<ReportedSection>,
    /// The confirmation of a submit.
    pub confirmation: Confirmation,
    /// Questions whose last answer the page could not send before its submit.
    pub missing: Vec<String>,
    /// Set by [`prepare`].
    is_checked: bool,
}

/// Entries per call: a test has at most 500 questions, and a browser may send one twice.
pub const MAX_ENTRIES: usize = 1_000;
/// Validation errors reported per call.
pub const MAX_FAULTS: usize = 20;
/// Up to this size, in entries and in bytes of their texts, a save is validated in its write transaction, so that the
/// usual saves of pages need no extra look-up.
const SMALL_ENTRIES: usize = 32;
const SMALL_BYTES: usize = 64 * 1024;
/// Size of a part of a larger one, see [`SaveRequest::into_parts`].
const PART_ENTRIES: usize = 100;
const PART_BYTES: usize = 512 * 1024;
const PART_TOTALS: usize = 200;

impl SaveRequest {
    #[must_use]
    pub const fn new(entries: Vec<AnswerEntry>, time_spent: Vec<Spent>) -> Self {
        Self {
            entries,
            time_spent,
            at_deadline: false,
            claimed: Vec::new(),
            missing: Vec::new(),
            confirmation: Confirmation { after: None, double_click: None },
            is_checked: false,
        }
    }

    /// Who ends the attempt with this submit: time alone, or the candidate.
    pub(crate) const fn ended_by(&self) -> EndedBy {
        if self.at_deadline { EndedBy::Deadline } else { EndedBy::Candidate }
    }

    fn is_small(&self) -> bool {
        self.entries.len() <= SMALL_ENTRIES
            && self.time_spent.len() <= SMALL_ENTRIES
            && self.entries.iter().map(AnswerEntry::size).sum::<usize>() <= SMALL_BYTES
    }

    /// Splits what [`prepare`] has checked into parts for one transaction each.
    pub(crate) fn into_parts(self) -> Vec<Self> {
        if self.is_small() {
            return vec![self];
        }
        let part = || Self { is_checked: true, ..Self::default() };
        let mut parts = Vec::new();
        let (mut last, mut bytes) = (Self { claimed: self.claimed, ..part() }, 0);
        for entry in self.entries {
            if last.entries.len() >= PART_ENTRIES || (bytes > 0 && bytes + entry.size() > PART_BYTES) {
                parts.push(mem::replace(&mut last, part()));
                bytes = 0;
            }
            bytes += entry.size();
            last.entries.push(entry);
        }
        if !last.entries.is_empty() || !last.claimed.is_empty() {
            parts.push(last);
        }
        parts.extend(self.time_spent.chunks(PART_TOTALS).map(|totals| Self { time_spent: totals.to_vec(), ..part() }));
        parts
    }

    /// # Errors
    /// Those of [`check`], unless [`prepare`] has checked it.
    pub(crate) fn check(&self, paper: &Paper, counts: bool) -> Result<()> {
        if self.is_checked { Ok(()) } else { check(paper, &self.entries, counts) }
    }
}

/// The questions of a paper, for look-ups by id.
pub(crate) enum PaperQuestions<'p> {
    /// A linear scan: faster than a table for a few look-ups.
    Walk(&'p Paper),
    Table(HashMap<&'p str, &'p Question>),
}

impl<'p> PaperQuestions<'p> {
    pub fn of(paper: &'p Paper, lookups: usize) -> Self {
        if lookups <= 4 {
            return Self::Walk(paper);
        }
        Self::Table(paper.questions.iter().map(|q| (q.id.as_str(), q)).collect())
    }

    pub fn get(&self, id: &str) -> Option<&'p Question> {
        match self {
            Self::Walk(paper) => paper.question(id).map(|(_, question)| question),
            Self::Table(table) => table.get(id).copied(),
        }
    }
}

fn fault(question: Option<&Question>, entry: &AnswerEntry, counts: bool) -> Option<(&'static str, &'static str)> {
    let Some(question) = question else { return Some(("question_id", "This test has no such question.")) };
    if entry.seq.is_some_and(|seq| seq > MAX_SEQ) {
        return Some(("seq", "The number is too large (2^53 - 1 at most)."));
    }
    if entry.text.len() > MAX_ANSWER {
        return Some(("answer", "The answer is too long (64 KiB at most)."));
    }
    let is_choice = counts && question.kind() == QuestionKind::MultipleChoice && !entry.text.is_empty();
    (is_choice && !question.texts().contains(&entry.text))
        .then_some(("answer", "The answer is not one of the options."))
}

/// `counts`: the entries would count at once. What a reviewer decides on may be any text: it cannot be typed again.
///
/// # Errors
/// 422 with the first [`MAX_FAULTS`] errors.
pub(crate) fn check(paper: &Paper, entries: &[AnswerEntry], counts: bool) -> Result<()> {
    if entries.len() > MAX_ENTRIES {
        return Err(Error::field("answers", format!("At most {MAX_ENTRIES} answers can be sent at once.")));
    }
    let questions = PaperQuestions::of(paper, entries.len());
    let faults = entries.iter().enumerate().filter_map(|(i, entry)| {
        let (field, message) = fault(questions.get(&entry.question_id), entry, counts)?;
        Some((format!("answers[{i}].{field}"), message.to_owned()))
    });
    let fields: FieldMessages = faults.take(MAX_FAULTS).collect();
    if fields.is_empty() { Ok(()) } else { Err(Error::invalid(fields)) }
}

/// Keeps one entry per question: the highest sequence number, or the last entry without one, which beats any number.
fn deduplicated(entries: Vec<AnswerEntry>) -> Vec<AnswerEntry> {
    let mut places: HashMap<String, usize> = HashMap::with_capacity(entries.len());
    let mut kept: Vec<AnswerEntry> = Vec::with_capacity(entries.len());
    for entry in entries {
        match places.entry(entry.question_id.clone()) {
            hash_map::Entry::Vacant(place) => {
                place.insert(kept.len());
                kept.push(entry);
            }
            hash_map::Entry::Occupied(place) => {
                let before = &mut kept[*place.get()];
                if entry.seq.is_none() || before.seq.is_some_and(|seq| entry.seq.is_some_and(|new| new > seq)) {
                    *before = entry;
                }
            }
        }
    }
    kept
}

/// Authorises a caller before most of the body is read: the link is known, its test has started, and the key is, or
/// was, the attempt's.
///
/// # Errors
/// 404 `unknown_link`; 422 for a malformed key; 409 `attempt_elsewhere`, `not_started`; 410.
pub fn admit(app: &App, secret: &str, presented: Option<&str>) -> Result<Arc<Paper>> {
    admitted(app, secret, presented).map(|(paper, _)| paper)
}

/// The paper, and whether the caller's answers count at once.
fn admitted(app: &App, secret: &str, presented: Option<&str>) -> Result<(Arc<Paper>, bool)> {
    let read = app.store.read()?;
    query::link::find(&read, secret)?;
    let key = query::attempt::hash_key(presented)?;
    let (_, attempt) = query::attempt::behind(&read, secret, app.now())?;
    let count = match attempt.holder.claim(key.as_ref(), false) {
        AttemptKeyCheck::Stranger => return Err(attempt.not_yours()),
        AttemptKeyCheck::Superseded => false,
        _ => attempt.is_running(),
    };
    Ok((app.caches.papers.get(&read, attempt.test_id, &attempt.paper)?, count))
}

/// Validates and deduplicates what is too large for the writer to check.
///
/// # Errors
/// Those of [`admit`]; 422.
pub fn prepare(app: &App, secret: &str, presented: Option<&str>, sent: SaveRequest) -> Result<SaveRequest> {
    if sent.is_small() {
        return Ok(sent);
    }
    let (paper, count) = admitted(app, secret, presented)?;
    check(&paper, &sent.entries, count)?;
    let questions = PaperQuestions::of(&paper, sent.time_spent.len());
    let mut sums: HashMap<&str, u32> = HashMap::new();
    for Spent { question_id, seconds } in &sent.time_spent {
        if let Some(question) = questions.get(question_id) {
            let sum = sums.entry(&question.id).or_default();
            *sum = (*sum).max(*seconds);
        }
    }
    let sum = |(id, seconds): (&str, u32)| Spent { question_id: id.to_owned(), seconds };
    Ok(SaveRequest {
        time_spent: sums.into_iter().map(sum).collect(),
        entries: deduplicated(sent.entries),
        at_deadline: sent.at_deadline,
        claimed: sent.claimed,
        confirmation: sent.confirmation,
        missing: sent.missing,
        is_checked: true,
    })
}

/// One question's total, as the page sends it.
#[derive(Clone, Debug)]
pub struct Spent {
    pub question_id: String,
    pub seconds: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_winning_entry_of_each_question_is_kept() {
        let entry = |id: &str, text: &str, seq| AnswerEntry::new(id, text, seq);
        let sent = vec![
            entry("a", "old", Some(3)),
            entry("b", "plain", None),
            entry("a", "new", Some(7)),
            entry("a", "older", Some(5)),
            entry("c", "numbered", Some(9)),
            entry("b", "numbered", Some(9)),
            entry("c", "the last word", None),
        ];
        let kept: Vec<_> = deduplicated(sent).into_iter().map(|e| (e.question_id, e.text)).collect();
        let expected = [("a", "new"), ("b", "plain"), ("c", "the last word")];
        assert_eq!(kept, expected.map(|(id, text)| (id.to_owned(), text.to_owned())));
    }
}
