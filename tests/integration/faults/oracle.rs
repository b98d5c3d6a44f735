//! Test oracle: records what the server has acknowledged, for comparison after a fault.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Write,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Recorded state of one question of a candidate.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Highest acknowledged number.
    pub acked: u64,
    /// Texts that may be stored, by number: the last acknowledged one, and those sent since.
    pub sent: BTreeMap<u64, String>,
}

#[derive(Clone, Debug, Default)]
pub struct Candidate {
    pub questions: BTreeMap<String, Known>,
    pub submitted: bool,
}

/// Candidates by the invite's token. Every acknowledgement is also written to a file, so that failures can be analysed.
pub struct Oracle {
    file: Mutex<File>,
    candidates: Mutex<BTreeMap<String, Candidate>>,
}

impl Oracle {
    pub fn new(file: File) -> Self {
        Self { file: Mutex::new(file), candidates: Mutex::default() }
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<String, Candidate>> {
        self.candidates.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, line: &str) {
        writeln!(self.file.lock().unwrap_or_else(PoisonError::into_inner), "{line}").unwrap();
    }

    pub fn sending(&self, token: &str, question: &str, seq: u64, text: &str) {
        let mut table = self.table();
        let known = table.entry(token.into()).or_default().questions.entry(question.into()).or_default();
        known.sent.insert(seq, text.into());
    }

    pub fn acknowledged(&self, token: &str, question: &str, seq: u64) {
        self.note(&format!("{token} {question} {seq}"));
        let mut table = self.table();
        let known = table.entry(token.into()).or_default().questions.entry(question.into()).or_default();
        known.acked = known.acked.max(seq);
        let acked = known.acked;
        known.sent.retain(|seq, _| *seq >= acked);
    }

    pub fn submitted(&self, token: &str) {
        self.note(&format!("{token} submitted"));
        self.table().entry(token.into()).or_default().submitted = true;
    }

    pub fn acknowledgements(&self) -> u64 {
        let table = self.table();
        table.values().flat_map(|c| c.questions.values()).map(|k| k.acked).sum()
    }

    pub fn candidates(&self) -> BTreeMap<String, Candidate> {
        self.table().clone()
    }
}

impl Known {
    /// Returns why the stored text is wrong, if it is. An entry whose reply was lost may be stored; a text that was
    /// never sent, or older than the acknowledged one, must not be.
    pub fn disagrees(&self, stored: Option<&str>) -> Option<String> {
        match stored {
            None if self.acked == 0 => None,
            None => Some(format!("number {} was acknowledged and is gone", self.acked)),
            Some(text) if self.sent.values().any(|sent| sent == text) => None,
            Some(text) => Some(format!("number {} was acknowledged, and {text:?} is there", self.acked)),
        }
    }
}
