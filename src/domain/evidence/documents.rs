//! The files that a verifier reads: the history, in the fields of the reference program (`docs/evidence.md`), and the
//! answers that it led to.

use crate::domain::{
    AttemptId, Instant,
    attempt::{Answer, LateAnswer, Lateness},
    hex,
    history::{Arrival, Head, HistoryChain, HistoryEntry, HistoryMode, KeptContent, Replay},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub const ATTEMPT: &str = "attempt.json";
/// The accepted text, byte for byte as it was hashed.
pub const CONSENT: &str = "consent.txt";
pub const PAPER: &str = "paper.json";
pub const ANSWERS: &str = "answers.json";
pub const HISTORY: &str = "history.json";
pub const CHAIN: &str = "chain.json";
pub const TIMELINE: &str = "timeline.json";
pub const GRADES: &str = "grades.json";
pub const REPORT: &str = "report.html";

/// Parameters of a chain.
#[derive(Debug, Serialize, Deserialize)]
pub struct ChainDocument {
    pub version: u32,
    pub attempt: String,
    pub mode: HistoryMode,
    pub salt: String,
    /// Milliseconds since 1970, like all times of the history.
    pub since: Option<i64>,
    /// Number of saves.
    pub links: u64,
    /// How many of them are in the history.
    pub kept: u64,
    /// The head after these.
    pub kept_head: String,
    pub head: String,
}

impl ChainDocument {
    pub const VERSION: u32 = 1;

    #[must_use]
    pub fn of(chain: &HistoryChain) -> Self {
        Self {
            version: Self::VERSION,
            attempt: chain.attempt_id.0.simple().to_string(),
            mode: chain.mode,
            salt: hex::encode(&chain.salt),
            since: chain.since.map(Instant::as_millis),
            links: chain.links,
            kept: chain.entries,
            kept_head: chain.entries_head().to_string(),
            head: chain.head.to_string(),
        }
    }

    #[must_use]
    pub fn attempt_id(&self) -> Option<AttemptId> {
        Uuid::try_parse(&self.attempt).ok().filter(|_| self.version == Self::VERSION).map(AttemptId)
    }

    /// The head before the first save.
    #[must_use]
    pub fn first_head(&self) -> Option<Head> {
        let salt = hex::decode32(&self.salt)?;
        Some(Head::first(&salt, self.attempt_id()?, self.mode, self.since.map(Instant::from_millis)))
    }
}

/// A save of the history.
#[derive(Debug, Serialize, Deserialize)]
pub struct SaveDocument {
    pub number: u64,
    pub seq: u64,
    pub question: String,
    pub at: i64,
    pub arrival: u8,
    /// After this save.
    pub head: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edits: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl SaveDocument {
    #[must_use]
    pub fn of(entry: &HistoryEntry, head: Head) -> Self {
        let HistoryEntry { number, question_id, seq, at, arrival, content, .. } = entry;
        let (mut edits, mut difference, mut text) = (None, None, None);
        match content {
            KeptContent::Edits(bytes) => edits = Some(hex::encode(bytes)),
            KeptContent::Difference(bytes) => difference = Some(hex::encode(bytes)),
            KeptContent::Whole(whole) => text = Some(whole.clone()),
        }
        Self {
            number: *number,
            seq: *seq,
            question: question_id.clone(),
            at: at.as_millis(),
            arrival: *arrival as u8,
            head: head.to_string(),
            edits,
            difference,
            text,
        }
    }

    /// The save as it was kept; `None` if it is malformed.
    #[must_use]
    pub fn entry(self, attempt_id: AttemptId) -> Option<HistoryEntry> {
        let content = match (self.edits, self.difference, self.text) {
            (Some(edits), None, None) => KeptContent::Edits(hex::decode(&edits)?),
            (None, Some(difference), None) => KeptContent::Difference(hex::decode(&difference)?),
            (None, None, Some(text)) => KeptContent::Whole(text),
            _ => return None,
        };
        Some(HistoryEntry {
            attempt_id,
            number: self.number,
            question_id: self.question,
            seq: self.seq,
            at: Instant::from_millis(self.at),
            arrival: *Arrival::ALL.get(usize::from(self.arrival))?,
            content,
        })
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct HistoryDocument {
    pub entries: Vec<SaveDocument>,
}

/// The chain's parameters and its saves, each with the head after it. `None` for a save that does not fit.
#[must_use]
pub fn history(
    chain: &HistoryChain,
    entries: &[HistoryEntry],
    started_at: Instant,
) -> Option<(ChainDocument, HistoryDocument)> {
    let first = Head::first(&chain.salt, chain.attempt_id, chain.mode, chain.since);
    let mut replay = Replay::from(first, started_at);
    let save = |entry| {
        replay.add(entry)?;
        Some(SaveDocument::of(entry, replay.head))
    };
    let saves: Option<Vec<SaveDocument>> = entries.iter().map(save).collect();
    Some((ChainDocument::of(chain), HistoryDocument { entries: saves? }))
}

/// An answer that counts.
#[derive(Debug, Serialize, Deserialize)]
pub struct AnswerDocument {
    pub question: String,
    pub seq: u64,
    pub saved_at: String,
    pub text: String,
}

/// An answer that does not count.
#[derive(Debug, Serialize, Deserialize)]
pub struct LateDocument {
    pub question: String,
    pub seq: u64,
    pub arrived_at: String,
    pub why: String,
    pub text: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct AnswersDocument {
    pub answers: Vec<AnswerDocument>,
    pub late: Vec<LateDocument>,
}

const fn why(lateness: Lateness) -> &'static str {
    match lateness {
        Lateness::AfterEnd => "after_end",
        Lateness::OtherBrowser => "other_browser",
        Lateness::Replaced => "replaced",
        Lateness::File => "file",
        Lateness::Section => "section",
    }
}

impl AnswersDocument {
    #[must_use]
    pub fn of(answers: Vec<Answer>, late: Vec<LateAnswer>) -> Self {
        let answer = |a: Answer| AnswerDocument {
            question: a.question_id,
            seq: a.seq,
            saved_at: a.saved_at.to_string(),
            text: a.text,
        };
        let late_one = |a: LateAnswer| LateDocument {
            question: a.question_id,
            seq: a.seq,
            arrived_at: a.received_at.to_string(),
            why: why(a.lateness).to_owned(),
            text: a.text,
        };
        Self { answers: answers.into_iter().map(answer).collect(), late: late.into_iter().map(late_one).collect() }
    }
}
