//! Tokens that are compared: code without comments, layout and names; essays as words in lower case.

use super::MAX_TOKENS;
use crate::domain::rich_text::{Class, highlight::highlight};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextKind {
    /// Code in the language of this name; blank if it is unknown.
    Code(String),
    Words,
}

/// A token: what it counts as, and its bytes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub hash: u64,
    pub place: Range<usize>,
}

/// Tokens that replace all names, all numbers and all strings.
const NAME: &str = "name";
const NUMBER: &str = "0";
const STRING: &str = "\"\"";

pub fn tokens(kind: &TextKind, text: &str) -> Vec<Token> {
    let mut found = match kind {
        TextKind::Code(language) => code(language, text),
        TextKind::Words => words(text),
    };
    found.truncate(MAX_TOKENS);
    found
}

/// The same throughout a run of the server; never stored.
pub(super) fn hash_of(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn words(text: &str) -> Vec<Token> {
    pieces(text, 0, |c| c.is_alphanumeric() || c == '\'')
        .filter(|piece| piece.is_word)
        .map(|piece| Token { hash: hash_of(&piece.text.to_lowercase()), place: piece.place })
        .collect()
}

fn code(language: &str, text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    for span in highlight(language, text).1 {
        let start = at;
        at += span.1.len();
        match span.0 {
            Some(Class::Comment) => {}
            Some(Class::String) => found.push(trimmed(STRING, &span.1, start)),
            Some(Class::Number) => found.push(trimmed(NUMBER, &span.1, start)),
            Some(Class::Function) => found.push(trimmed(NAME, &span.1, start)),
            Some(Class::Keyword | Class::Literal | Class::Type) => found.extend(plain(&span.1, start, false)),
            None => found.extend(plain(&span.1, start, true)),
        }
    }
    found
}

fn trimmed(counts_as: &str, text: &str, start: usize) -> Token {
    let length = text.trim_end().len();
    Token { hash: hash_of(counts_as), place: start..start + length }
}

/// Signs that formatters add and remove.
const LAYOUT: &[&str] = &[";", "{", "}"];

/// Words and signs of a span, where `are_names` says what its words are.
fn plain(text: &str, start: usize, are_names: bool) -> impl Iterator<Item = Token> {
    let found = pieces(text, start, |c| c == '_' || c.is_alphanumeric());
    found.filter(|piece| !LAYOUT.contains(&piece.text)).map(move |piece| Token {
        hash: hash_of(if piece.is_word && are_names { NAME } else { piece.text }),
        place: piece.place,
    })
}

struct Split<'a> {
    text: &'a str,
    place: Range<usize>,
    is_word: bool,
}

/// Runs of word characters, and every other character that is no blank.
fn pieces(text: &str, start: usize, is_word: impl Fn(char) -> bool) -> impl Iterator<Item = Split<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        let first = rest.chars().next()?;
        let begins_word = is_word(first);
        let length = if begins_word { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let place = start + at..start + at + length;
        at += length;
        Some(Split { text: &rest[..length], place, is_word: begins_word })
    })
}
