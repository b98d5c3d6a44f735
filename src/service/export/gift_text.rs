//! Texts of GIFT.

use crate::domain::{question::Question, rich_text::RichTextFormat};

/// The mark of the texts of a question.
pub const fn mark(question: &Question) -> &'static str {
    match question.format {
        RichTextFormat::Plain => "[plain]",
        RichTextFormat::Markdown => "[markdown]",
    }
}

/// The text of an answer. One that begins like a mark needs an explicit one.
pub fn answer(text: &str, question: &Question) -> String {
    format!("{}{}", if text.starts_with('[') { mark(question) } else { "" }, escaped(text))
}

pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '~' | '=' | '#' | '{' | '}' | ':' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
