//! Options and prompts in words, as one line of plain text.

use crate::domain::question::{
    choices::Choice,
    trees::{Tree, Trees},
};

pub const LIST: &str = ", ";
pub const PAIRS: &str = "; ";
const ORDER: &str = "  ";

/// Words for the parts of a question. Those in Markdown have trees.
#[derive(Clone, Copy)]
pub struct Labels<'q>(pub Option<&'q Trees>);

impl Labels<'_> {
    pub const fn are_rich(self) -> bool {
        self.0.is_some()
    }

    pub fn option(self, place: usize, text: &str) -> String {
        label(self.0.and_then(|trees| trees.options.get(place)), text)
    }

    fn prompt(self, place: usize, text: &str) -> String {
        label(self.0.and_then(|trees| trees.prompts.get(place)), text)
    }

    /// The labels of the options that `is_meant` names.
    pub fn list(self, options: &[Choice], is_meant: impl Fn(&String) -> bool) -> String {
        let meant = options.iter().enumerate().filter(|(_, option)| is_meant(&option.id));
        joined(meant.map(|(place, option)| self.option(place, &option.text)), LIST)
    }

    pub fn order(self, options: &[Choice], ids: &[String]) -> String {
        let known = ids.iter().filter_map(|id| options.iter().enumerate().find(|(_, option)| option.id == *id));
        let numbered = known.zip(1..);
        joined(numbered.map(|((place, one), number)| format!("{number}. {}", self.option(place, &one.text))), ORDER)
    }

    /// `option` returns the id of the option of a prompt.
    pub fn pairs<'p>(
        self,
        prompts: &[Choice],
        options: &[Choice],
        option: impl Fn(&str) -> Option<&'p String>,
    ) -> String {
        let pair = |(place, prompt): (usize, &Choice)| {
            let id = option(&prompt.id)?;
            let (right, option) = options.iter().enumerate().find(|(_, option)| option.id == *id)?;
            Some(format!("{} -> {}", self.prompt(place, &prompt.text), self.option(right, &option.text)))
        };
        joined(prompts.iter().enumerate().filter_map(pair), PAIRS)
    }
}

pub fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

fn label(tree: Option<&Tree>, text: &str) -> String {
    let text = tree.map_or_else(|| text.to_owned(), Tree::plain_text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
