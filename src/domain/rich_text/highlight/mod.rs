//! Tokens of code in the languages of coding questions: keywords, literals, comments. A lexer that reads each character
//! once; where a language needs more context (regular expressions, heredocs), the text just has no colour.

mod languages;

use super::content::{Class, CodeSpan};
use languages::{HighlightLanguage, Quote};

/// Longest name of an unknown language that is shown, in characters.
const MAX_NAME: usize = 24;

/// Returns the language's name for people, and the code in pieces.
pub fn highlight(info: &str, code: &str) -> (Option<String>, Vec<CodeSpan>) {
    if let Some(language) = languages::find(info) {
        return (Some(language.name.to_owned()), Lexer::new(language, code).run());
    }
    let name: String = info.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
    let spans = if code.is_empty() { Vec::new() } else { vec![CodeSpan(None, code.to_owned())] };
    (Some(name).filter(|name| !name.is_empty()), spans)
}

struct Lexer<'a> {
    language: &'static HighlightLanguage,
    code: &'a str,
    at: usize,
    spans: Vec<CodeSpan>,
}

impl<'a> Lexer<'a> {
    fn new(language: &'static HighlightLanguage, code: &'a str) -> Self {
        Self { language, code, at: 0, spans: Vec::new() }
    }

    fn run(mut self) -> Vec<CodeSpan> {
        while let Some(next) = self.rest().chars().next() {
            let (length, class) = self.token(next);
            self.push(length.max(next.len_utf8()), class);
        }
        self.spans
    }

    fn rest(&self) -> &'a str {
        &self.code[self.at..]
    }

    fn push(&mut self, length: usize, class: Option<Class>) {
        let text = &self.code[self.at..self.at + length];
        self.at += length;
        match self.spans.last_mut() {
            Some(last) if last.0 == class => last.1.push_str(text),
            // Blanks need no piece of their own.
            Some(last) if text.trim().is_empty() => last.1.push_str(text),
            _ => self.spans.push(CodeSpan(class, text.to_owned())),
        }
    }

    /// Length in bytes and class of the token at the current place.
    fn token(&self, next: char) -> (usize, Option<Class>) {
        let rest = self.rest();
        if next.is_whitespace() {
            return (next.len_utf8(), None);
        }
        if self.language.line_comments.iter().any(|open| rest.starts_with(open)) {
            return (line_end(rest), Some(Class::Comment));
        }
        if let Some(open) = self.language.block_comment.filter(|open| rest.starts_with(open.0)) {
            return (block_comment(rest, open, self.language.nests), Some(Class::Comment));
        }
        if let Some(length) = self.language.quotes.iter().find_map(|quote| quoted(rest, quote)) {
            return (length, Some(Class::String));
        }
        if next == '\'' && self.language.has_lifetimes {
            return char_or_lifetime(rest);
        }
        if next.is_ascii_digit() {
            return (number(rest), Some(Class::Number));
        }
        if is_word(next) || self.language.sigils.contains(next) {
            let length = next.len_utf8() + word(&rest[next.len_utf8()..]);
            return (length, self.class_of(&rest[..length], &rest[length..]));
        }
        (next.len_utf8(), None)
    }

    fn class_of(&self, word: &str, after: &str) -> Option<Class> {
        let is_in = |list: &str| list.split_ascii_whitespace().any(|known| known == word);
        if is_in(self.language.keywords) {
            Some(Class::Keyword)
        } else if is_in(self.language.literals) {
            Some(Class::Literal)
        } else if is_in(self.language.types) {
            Some(Class::Type)
        } else {
            after.starts_with('(').then_some(Class::Function)
        }
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn word(rest: &str) -> usize {
    rest.find(|c| !is_word(c)).unwrap_or(rest.len())
}

fn line_end(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

fn block_comment(rest: &str, (open, close): (&str, &str), nests: bool) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(next) = rest[at..].chars().next() {
        if rest[at..].starts_with(close) && depth > 0 {
            depth -= 1;
            at += close.len();
            if depth == 0 {
                return at;
            }
        } else if rest[at..].starts_with(open) && (nests || depth == 0) {
            depth += 1;
            at += open.len();
        } else {
            at += next.len_utf8();
        }
    }
    at
}

/// Length of the string that begins here with this quote. One that is not closed ends with its line, or with the code.
fn quoted(rest: &str, quote: &Quote) -> Option<usize> {
    let inner = rest.strip_prefix(quote.open)?;
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        if inner[at..].starts_with(quote.close) {
            return Some(quote.open.len() + at + quote.close.len());
        }
        if c == '\n' && !quote.multiline {
            return Some(quote.open.len() + at);
        }
        if c == '\\' && quote.escapes && !inner[at + 1..].starts_with('\n') {
            chars.next();
        }
    }
    Some(rest.len())
}

/// Rust: `'a'` and `'\n'` are characters, `'a` is a lifetime.
fn char_or_lifetime(rest: &str) -> (usize, Option<Class>) {
    let mut chars = rest.char_indices().skip(1);
    let first = chars.next();
    if first.is_some_and(|(_, c)| c == '\\') {
        chars.next();
        let close = chars.take(10).find(|(_, c)| *c == '\'');
        return (close.map_or(1, |(at, _)| at + 1), Some(Class::String));
    }
    match (first, chars.next()) {
        (Some(_), Some((at, '\''))) => (at + 1, Some(Class::String)),
        _ => (1 + word(&rest[1..]), Some(Class::Type)),
    }
}

/// A number with its suffix, such as `0xFF_u8`, `1.5e-3` and `10L`; not the second dot of a range.
fn number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let is_hex = rest.starts_with("0x") || rest.starts_with("0X");
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        let next_is_digit = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        let is_exponent_sign = matches!(byte, b'+' | b'-') && matches!(bytes[at - 1], b'e' | b'E') && !is_hex;
        let is_part =
            byte.is_ascii_alphanumeric() || *byte == b'_' || next_is_digit && (*byte == b'.' || is_exponent_sign);
        if !is_part {
            break;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests;
