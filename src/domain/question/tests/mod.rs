mod cases;
mod documented;
mod drawing;
mod naive;
mod properties;
mod reference;
mod rendering;

use super::{Question, QuestionDraft};
use serde_json::Value;

/// Random numbers with a fixed seed (Marsaglia's xorshift), so that failures are reproducible.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    /// True once in `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// A question in the names of the API.
pub fn spec(question: &Value) -> Question {
    let draft: QuestionDraft =
        serde_json::from_value(question.clone()).unwrap_or_else(|error| panic!("{error}: {question}"));
    draft.check_alone(0).unwrap_or_else(|error| panic!("{error:?}: {question}"))
}
