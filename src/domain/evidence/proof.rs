//! Whether a history leads to its head and to the answers, and whether a receipt fits.

use super::{
    EvidenceFinding,
    documents::{AnswersDocument, ChainDocument, HistoryDocument},
};
use crate::domain::{
    Instant,
    attempt::MAX_ANSWER,
    hex,
    history::{AnswerHistory, Head, HistoryEntry, MAX_KEPT, Replay},
};

/// A replayed history.
struct Replayed {
    entries: Vec<HistoryEntry>,
    /// Before the first save, then after each.
    heads: Vec<Head>,
    stories: Vec<AnswerHistory>,
    /// All saves are in the history.
    is_whole: bool,
    head: Head,
}

/// Result of checking a history.
pub struct Proof {
    pub findings: Vec<EvidenceFinding>,
    pub notes: Vec<String>,
}

fn head(text: &str) -> Option<Head> {
    hex::decode32(text).map(Head)
}

/// # Errors
/// The sentence for the finding.
fn replayed(chain: &ChainDocument, history: HistoryDocument) -> Result<Replayed, String> {
    let malformed = || "The chain has a malformed field.".to_owned();
    let attempt = chain.attempt_id().ok_or_else(malformed)?;
    let first = chain.first_head().ok_or_else(malformed)?;
    let (kept_head, last) = (head(&chain.kept_head).ok_or_else(malformed)?, head(&chain.head).ok_or_else(malformed)?);
    let (mut entries, mut claimed) = (Vec::new(), Vec::new());
    for save in history.entries {
        let number = entries.len() as u64 + 1;
        claimed.push(head(&save.head));
        let entry = save.entry(attempt).filter(|entry| entry.number == number);
        entries.push(entry.ok_or_else(|| format!("Save {number} of the history is missing or malformed."))?);
    }
    let (mut replay, mut heads) = (Replay::from(first, Instant::EPOCH), vec![first]);
    // No server keeps more; a file that was made to keep a verifier busy may.
    if entries.iter().map(HistoryEntry::cost).sum::<u64>() > MAX_KEPT {
        return Err("The history is larger than the server ever keeps.".to_owned());
    }
    for (entry, claimed) in entries.iter().zip(claimed) {
        let number = entry.number;
        let fits = replay.add(entry).is_some_and(|length| length <= MAX_ANSWER);
        if !fits {
            return Err(format!("Save {number} does not fit the text before it."));
        }
        if Some(replay.head) != claimed {
            return Err(format!("Save {number} does not lead to its head."));
        }
        heads.push(replay.head);
    }
    let is_whole = chain.links == chain.kept;
    if entries.len() as u64 != chain.kept || chain.links < chain.kept || replay.head != kept_head {
        return Err("The saves do not lead to the head of the chain.".to_owned());
    }
    if is_whole && kept_head != last {
        return Err("The head does not match the saves.".to_owned());
    }
    let stories = replay.into_stories();
    Ok(Replayed { entries, heads, stories, is_whole, head: last })
}

impl Replayed {
    fn text(&self, question: &str) -> &str {
        self.stories.iter().find(|story| story.question_id == question).map_or("", |story| &story.text)
    }

    fn is_late_text(&self, question: &str, text: &str) -> bool {
        let story = self.stories.iter().find(|story| story.question_id == question);
        story.is_some_and(|story| story.late.iter().any(|late| late == text))
    }

    /// Answers that the history does not lead to.
    fn check_answers(&self, answers: &AnswersDocument, proof: &mut Proof) {
        if !self.is_whole {
            let kept = self.entries.len();
            proof.notes.push(format!("Only the first {kept} saves were kept: the last texts cannot be compared."));
            return;
        }
        for answer in &answers.answers {
            let (question, text) = (&answer.question, &answer.text);
            if self.text(question) == text {
                continue;
            }
            if self.is_late_text(question, text) {
                proof.notes.push(format!("The answer to {question} that counts is one that arrived late."));
            } else {
                let text = format!("The answer to {question} does not match its history.");
                proof.findings.push(EvidenceFinding::new("answers", text));
            }
        }
        for story in self.stories.iter().filter(|story| !story.text.is_empty()) {
            if answers.answers.iter().all(|answer| answer.question != story.question_id) {
                let text = format!("The answer to {} is missing.", story.question_id);
                proof.findings.push(EvidenceFinding::new("answers", text));
            }
        }
    }

    fn check_receipt(&self, receipt: Head, answers: &AnswersDocument, proof: &mut Proof) {
        let mut find = |text: String| proof.findings.push(EvidenceFinding::new("receipt", text));
        let Some(saves) = self.heads.iter().position(|head| *head == receipt) else {
            let text = if !self.is_whole && receipt == self.head {
                "The receipt belongs to a save that was not kept: its texts cannot be compared."
            } else {
                "The receipt's proof is not in this history: it is the receipt of another test, or saves were removed, changed \
                 or reordered."
            };
            return find(text.to_owned());
        };
        for entry in self.entries[saves..].iter().filter(|entry| entry.arrival.counts()) {
            let (question, number) = (&entry.question_id, entry.number);
            find(format!(
                "The answer to {question} was changed after the receipt (save {number}); timeline.json says whether the test was \
                 reopened."
            ));
        }
        for answer in answers.answers.iter().filter(|answer| self.text(&answer.question) != answer.text) {
            find(format!("The answer to {} that counts is not the one of the receipt.", answer.question));
        }
    }
}

/// Checks a history against the head that the manifest names and the answers; against a receipt's head if given.
#[must_use]
pub fn prove(
    chain: &ChainDocument,
    history: HistoryDocument,
    answers: &AnswersDocument,
    receipt: Option<Head>,
) -> Proof {
    let mut proof = Proof { findings: Vec::new(), notes: Vec::new() };
    match replayed(chain, history) {
        Ok(replayed) => {
            replayed.check_answers(answers, &mut proof);
            if let Some(receipt) = receipt {
                replayed.check_receipt(receipt, answers, &mut proof);
            }
        }
        Err(text) => proof.findings.push(EvidenceFinding::new("chain", text)),
    }
    proof
}
