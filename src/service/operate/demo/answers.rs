//! Answers of the demo's candidates.

use crate::domain::question::Question;
use std::collections::HashMap;

pub use crate::domain::question::Quality;

/// Answers of each written question by its id: a strong, a fair and a weak one.
pub type WrittenAnswers = HashMap<String, [String; 3]>;

/// The answer of that quality; `None`: left blank.
pub fn answer(question: &Question, quality: Quality, written: &WrittenAnswers) -> Option<String> {
    question.body.sample(quality).or_else(|| written.get(&question.id)?.get(quality as usize).cloned())
}
