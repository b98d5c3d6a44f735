//! What a browser sends at once, judged before the writer sees it: the writer serves everybody, and gets from one save no
//! more than an entry for each question of the paper.

use crate::{
    app::App,
    domain::{
        Error, Fields, Result,
        attempt::{Claim, MAX_ANSWER, MAX_SEQ},
        paper::Paper,
        test::{Question, QuestionKind},
    },
    service::query,
};
use std::{
    collections::{HashMap, hash_map},
    sync::Arc,
};

/// One entry of the browser's journal. Without a number it is the spec's plain submit: the last word.
#[derive(Clone, Debug)]
pub struct Entry {
    pub question_id: String,
    pub text: String,
    pub seq: Option<u64>,
}

/// What a browser sends at once.
#[derive(Clone, Debug, Default)]
pub struct Sent {
    pub entries: Vec<Entry>,
    pub time_spent: Vec<Spent>,
    /// [`prepare`] has judged it.
    is_checked: bool,
}

/// Entries of one call at most: a test has 500 questions, and a browser may send one twice.
pub const MOST_ENTRIES: usize = 1_000;
/// Faults of one call that are told.
pub const MOST_FAULTS: usize = 20;
/// What the writer judges by itself, so that the saves that pages make need no look-up beside their own: entries, and
/// bytes of their texts.
const FEW: usize = 32;
const LIGHT: usize = 64 * 1024;

impl Sent {
    #[must_use]
    pub const fn new(entries: Vec<Entry>, time_spent: Vec<Spent>) -> Self {
        Self { entries, time_spent, is_checked: false }
    }

    fn is_light(&self) -> bool {
        self.entries.len() <= FEW
            && self.time_spent.len() <= FEW
            && self.entries.iter().map(|e| e.text.len()).sum::<usize>() <= LIGHT
    }

    /// # Errors
    /// As [`check`], where nobody did yet.
    pub(crate) fn check(&self, paper: &Paper) -> Result<()> {
        if self.is_checked { Ok(()) } else { check(paper, &self.entries) }
    }
}

/// The questions of a paper, to be found one after the other.
pub(crate) enum Questions<'p> {
    /// For few look-ups a walk is quicker than a table.
    Walk(&'p Paper),
    Table(HashMap<&'p str, &'p Question>),
}

impl<'p> Questions<'p> {
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

fn fault(question: Option<&Question>, entry: &Entry) -> Option<(&'static str, &'static str)> {
    let Some(question) = question else { return Some(("question_id", "This test has no such question.")) };
    if entry.seq.is_some_and(|seq| seq > MAX_SEQ) {
        return Some(("seq", "The number is too large (2^53 - 1 at most)."));
    }
    if entry.text.len() > MAX_ANSWER {
        return Some(("answer", "The answer is too long (64 KiB at most)."));
    }
    let is_choice = question.kind == QuestionKind::MultipleChoice && !entry.text.is_empty();
    (is_choice && !question.options.contains(&entry.text))
        .then_some(("answer", "The answer is not one of the options."))
}

/// # Errors
/// 422 with the first faults.
pub(crate) fn check(paper: &Paper, entries: &[Entry]) -> Result<()> {
    if entries.len() > MOST_ENTRIES {
        return Err(Error::field("answers", format!("At most {MOST_ENTRIES} answers can be sent at once.")));
    }
    let questions = Questions::of(paper, entries.len());
    let faults = entries.iter().enumerate().filter_map(|(i, entry)| {
        let (field, message) = fault(questions.get(&entry.question_id), entry)?;
        Some((format!("answers[{i}].{field}"), message.to_owned()))
    });
    let fields: Fields = faults.take(MOST_FAULTS).collect();
    if fields.is_empty() { Ok(()) } else { Err(Error::invalid(fields)) }
}

/// One entry for each question: of numbered ones the highest, of plain ones the last, which is above any number.
fn one_each(entries: Vec<Entry>) -> Vec<Entry> {
    let mut places: HashMap<String, usize> = HashMap::with_capacity(entries.len());
    let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
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

/// Judges a caller before much of what they send is read: the link is known, its test was started, and the key is, or
/// was, the attempt's.
///
/// # Errors
/// 404 `unknown_link`; 422 for a malformed key; 409 `attempt_elsewhere`, `not_started`; 410.
pub fn admit(app: &App, secret: &str, presented: Option<&str>) -> Result<Arc<Paper>> {
    let read = app.store.read()?;
    query::link::find(&read, secret)?;
    let key = query::attempt::hash_key(presented)?;
    let (_, attempt) = query::attempt::behind(&read, secret, app.now())?;
    match attempt.holder.claim(key.as_ref(), false) {
        Claim::Stranger => Err(attempt.not_yours()),
        _ => app.papers.get(&read, attempt.test_id, &attempt.paper),
    }
}

/// Judges what is more than the writer should, and leaves of it what counts.
///
/// # Errors
/// As [`admit`]; 422.
pub fn prepare(app: &App, secret: &str, presented: Option<&str>, sent: Sent) -> Result<Sent> {
    if sent.is_light() {
        return Ok(sent);
    }
    let paper = admit(app, secret, presented)?;
    check(&paper, &sent.entries)?;
    let questions = Questions::of(&paper, sent.time_spent.len());
    let mut sums: HashMap<&str, u32> = HashMap::new();
    for Spent { question_id, seconds } in &sent.time_spent {
        if let Some(question) = questions.get(question_id) {
            let sum = sums.entry(&question.id).or_default();
            *sum = (*sum).max(*seconds);
        }
    }
    let sum = |(id, seconds): (&str, u32)| Spent { question_id: id.to_owned(), seconds };
    Ok(Sent { time_spent: sums.into_iter().map(sum).collect(), entries: one_each(sent.entries), is_checked: true })
}

/// One question's sum, as the page has it.
#[derive(Clone, Debug)]
pub struct Spent {
    pub question_id: String,
    pub seconds: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_entries_of_a_question_the_one_stays_that_would_win() {
        let entry = |id: &str, text: &str, seq| Entry { question_id: id.into(), text: text.into(), seq };
        let sent = vec![
            entry("a", "old", Some(3)),
            entry("b", "plain", None),
            entry("a", "new", Some(7)),
            entry("a", "older", Some(5)),
            entry("c", "numbered", Some(9)),
            entry("b", "numbered", Some(9)),
            entry("c", "the last word", None),
        ];
        let kept: Vec<_> = one_each(sent).into_iter().map(|e| (e.question_id, e.text)).collect();
        let expected = [("a", "new"), ("b", "plain"), ("c", "the last word")];
        assert_eq!(kept, expected.map(|(id, text)| (id.to_owned(), text.to_owned())));
    }
}
