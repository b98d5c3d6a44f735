//! Similar answers to one question (`docs/behaviour/results.md#similarity`): winnowing (Schleimer, Wilkerson and Aiken,
//! "Winnowing: local algorithms for document fingerprinting", 2003) over the tokens of code or the words of essays. A score
//! sorts pairs for a person to read; it proves nothing.

mod compare;
mod passages;
mod report;
#[cfg(test)]
mod tests;
mod tokens;
mod winnow;

pub use compare::{AnswerPair, Corpus, Weighted};
pub use passages::{TextPiece, passages};
pub use report::{MAX_PAIRS, PairKey, Permille, RecordedFinding, ReportedPair, SimilarityFinding, SimilarityReport};
pub use tokens::{TextKind, Token, tokens};
pub use winnow::SharedGrams;

/// Tokens of one fingerprint. Shorter matches are chance.
pub const fn gram_length(kind: &TextKind) -> usize {
    match kind {
        TextKind::Code(_) => 7,
        TextKind::Words => 4,
    }
}

/// Fingerprints of which one at least is kept: a match of `gram_length + WINDOW - 1` tokens is always found.
pub const WINDOW: usize = 4;

/// Answers with fewer tokens, without the given text, are not compared: short answers look alike.
pub const fn min_tokens(kind: &TextKind) -> usize {
    match kind {
        TextKind::Code(_) => 60,
        TextKind::Words => 50,
    }
}

/// Later tokens of a longer answer are not compared.
pub const MAX_TOKENS: usize = 20_000;

/// The line above which pairs are shown first: tuned so that of honest pairs one in a hundred is above it, with one half of
/// the corpus of the tests; the other half measures it.
pub const fn line(kind: &TextKind) -> f32 {
    match kind {
        TextKind::Code(_) => 0.47,
        TextKind::Words => 0.3,
    }
}

/// Pairs below this are not kept.
pub const MIN_SIMILARITY: f32 = 0.2;
