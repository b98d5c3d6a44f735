//! Fingerprints of a text.

use super::{
    TextKind, Token, WINDOW, gram_length,
    tokens::{hash_of, tokens},
};
use std::collections::HashSet;

/// The hash of each run of tokens, by the place of its first.
pub fn grams(kind: &TextKind, tokens: &[Token]) -> Vec<u64> {
    let hashes: Vec<u64> = tokens.iter().map(|token| token.hash).collect();
    hashes.windows(gram_length(kind)).map(hash_of).collect()
}

/// All grams of what every candidate was given.
pub fn given(kind: &TextKind, texts: &[String]) -> HashSet<u64> {
    texts.iter().flat_map(|text| grams(kind, &tokens(kind, text))).collect()
}

/// The smallest gram of each window, sorted, each once, without what was given.
pub fn fingerprints(grams: &[u64], given: &HashSet<u64>) -> Vec<u64> {
    let own: Vec<u64> = grams.iter().copied().filter(|gram| !given.contains(gram)).collect();
    let mut kept: Vec<u64> = match own.len() {
        0..=WINDOW => own.iter().copied().min().into_iter().collect(),
        _ => own.windows(WINDOW).filter_map(|window| window.iter().copied().min()).collect(),
    };
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// The grams that two answers share, and candidates were not given.
pub struct SharedGrams {
    kind: TextKind,
    grams: HashSet<u64>,
}

impl SharedGrams {
    #[must_use]
    pub fn of(kind: TextKind, given_texts: &[String], answers: [&str; 2]) -> Self {
        let given = given(&kind, given_texts);
        let [first, second] =
            answers.map(|text| grams(&kind, &tokens(&kind, text)).into_iter().collect::<HashSet<_>>());
        let grams = first.intersection(&second).filter(|gram| !given.contains(gram)).copied().collect();
        Self { kind, grams }
    }

    /// Whether a text has half of them.
    #[must_use]
    pub fn is_mostly_in(&self, text: &str) -> bool {
        let own: HashSet<u64> = grams(&self.kind, &tokens(&self.kind, text)).into_iter().collect();
        !self.grams.is_empty() && own.intersection(&self.grams).count() * 2 >= self.grams.len()
    }
}
