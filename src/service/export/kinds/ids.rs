//! Ids that an import gives to options and prompts, which it then need not find in a file.

use crate::domain::question::Choice;

/// Whether these are not `o1`, `o2` and so on, with this letter.
pub fn differ(choices: &[Choice], letter: char) -> bool {
    (1..).zip(choices).any(|(number, choice)| choice.id != format!("{letter}{number}"))
}

/// Like [`differ`], in any order.
pub fn are_others(choices: &[Choice], letter: char) -> bool {
    let given = |number: usize| format!("{letter}{number}");
    (1..=choices.len()).any(|number| choices.iter().all(|choice| choice.id != given(number)))
}

pub fn place(choices: &[Choice], id: &str) -> Option<usize> {
    choices.iter().position(|choice| choice.id == id)
}
