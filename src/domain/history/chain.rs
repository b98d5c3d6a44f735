//! The chain of an attempt: each save changes its head, so that no save can be changed, dropped or added unnoticed by
//! the holder of a later head, such as the candidate with the receipt (`docs/evidence.md#chain`).

use super::{Arrival, Head, HistoryMode};
use crate::domain::{AttemptId, Instant};
use sha2::{Digest, Sha256};

const START: &[u8] = b"invigil-history-start-1";
const LINK: &[u8] = b"invigil-history-link-1";

/// SHA-256 of fields, each with its length before it.
struct FieldsHash(Sha256);

impl FieldsHash {
    fn new(label: &[u8]) -> Self {
        Self(Sha256::new()).and(label)
    }

    fn and(mut self, field: &[u8]) -> Self {
        self.0.update((field.len() as u64).to_be_bytes());
        self.0.update(field);
        self
    }

    fn head(self) -> Head {
        Head(self.0.finalize().into())
    }
}

/// A save, as the chain sees it.
pub(super) struct ChainLink<'l> {
    pub question_id: &'l str,
    pub seq: u64,
    pub text: &'l str,
    /// Edits as the page sent them; empty if they were not kept.
    pub edits: &'l [u8],
    pub at: Instant,
    pub arrival: Arrival,
}

impl Head {
    /// The head before the first save. The salt keeps a head from revealing the texts of a person who was erased.
    #[must_use]
    pub fn first(salt: &[u8; 32], attempt: AttemptId, mode: HistoryMode, since: Option<Instant>) -> Self {
        let since = since.map(|at| at.as_millis().to_be_bytes());
        let fields = FieldsHash::new(START).and(salt).and(attempt.0.as_bytes()).and(mode.name().as_bytes());
        fields.and(since.as_ref().map_or(&[], |at| at.as_slice())).head()
    }

    pub(super) fn next(self, link: &ChainLink<'_>) -> Self {
        FieldsHash::new(LINK)
            .and(&self.0)
            .and(&link.seq.to_be_bytes())
            .and(link.question_id.as_bytes())
            .and(&Sha256::digest(link.text.as_bytes()))
            .and(&Sha256::digest(link.edits))
            .and(&link.at.as_millis().to_be_bytes())
            .and(&[link.arrival as u8])
            .head()
    }
}
