//! All pairs of the answers to one question.

use super::{TextKind, min_tokens, tokens, winnow};
use std::collections::{HashMap, HashSet};

/// Two answers, by their places among those that were added, and how alike they are: 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerPair {
    pub first: usize,
    pub second: usize,
    pub score: f32,
}

/// The answers to one question.
pub struct Corpus {
    kind: TextKind,
    given: HashSet<u64>,
    answers: Vec<Vec<u64>>,
}

impl Corpus {
    /// `given`: texts that every candidate had, such as the question and the starter code.
    #[must_use]
    pub fn new(kind: TextKind, given: &[String]) -> Self {
        let given = winnow::given(&kind, given);
        Self { kind, given, answers: Vec::new() }
    }

    /// Adds an answer. Returns false for one that is too short, which gets no place.
    pub fn add(&mut self, answer: &str) -> bool {
        let grams = winnow::grams(&self.kind, &tokens(&self.kind, answer));
        let own = grams.iter().filter(|gram| !self.given.contains(gram)).count();
        let is_long = own + super::gram_length(&self.kind) > min_tokens(&self.kind);
        if is_long {
            self.answers.push(winnow::fingerprints(&grams, &self.given));
        }
        is_long
    }

    #[must_use]
    pub fn weighted(&self) -> Weighted {
        Weighted::of(&self.answers)
    }
}

/// The fingerprints with weights: one that few answers have counts more.
pub struct Weighted {
    /// Per answer the numbers of its fingerprints, sorted.
    answers: Vec<Vec<u32>>,
    weights: Vec<f32>,
    totals: Vec<f32>,
}

/// Numbers for fingerprints, with the count of answers that have each.
#[derive(Default)]
struct Numbers {
    known: HashMap<u64, u32>,
    counts: Vec<u32>,
}

impl Numbers {
    fn of(&mut self, print: u64) -> u32 {
        let next = u32::try_from(self.counts.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry(print).or_insert(next);
        if number == next {
            self.counts.push(0);
        }
        self.counts[number as usize] += 1;
        number
    }
}

impl Weighted {
    fn of(answers: &[Vec<u64>]) -> Self {
        let mut numbers = Numbers::default();
        let numbered = |prints: &Vec<u64>| {
            let mut own: Vec<u32> = prints.iter().map(|print| numbers.of(*print)).collect();
            own.sort_unstable();
            own
        };
        let answers: Vec<Vec<u32>> = answers.iter().map(numbered).collect();
        let weights: Vec<f32> = numbers.counts.iter().map(|count| weight(*count, answers.len())).collect();
        let total = |prints: &Vec<u32>| prints.iter().map(|number| weights[*number as usize]).sum();
        let totals = answers.iter().map(total).collect();
        Self { answers, weights, totals }
    }

    /// The number of answers.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.answers.len()
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The pairs of this answer with all before it, from `least` on.
    #[must_use]
    pub fn pairs_of(&self, second: usize, least: f32) -> Vec<AnswerPair> {
        (0..second)
            .filter_map(|first| {
                let smaller = self.totals[first].min(self.totals[second]);
                if smaller <= 0.0 {
                    return None;
                }
                let score = self.shared(first, second) / smaller;
                (score >= least).then_some(AnswerPair { first, second, score: score.min(1.0) })
            })
            .collect()
    }

    fn shared(&self, first: usize, second: usize) -> f32 {
        let (mut a, mut b) = (self.answers[first].as_slice(), self.answers[second].as_slice());
        let mut sum = 0.0;
        while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
            if x == y {
                sum += self.weights[*x as usize];
            }
            if x <= y {
                a = rest_a;
            }
            if y <= x {
                b = rest_b;
            }
        }
        sum
    }
}

/// Inverse document frequency; 1 for what only two of any number of answers have.
#[allow(clippy::cast_precision_loss)]
fn weight(count: u32, all: usize) -> f32 {
    let (count, all) = (count.max(2) as f32, (all.max(2)) as f32);
    ((1.0 + all / count).ln() / (1.0 + all / 2.0).ln()).powi(2)
}
