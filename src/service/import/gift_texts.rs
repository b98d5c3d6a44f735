//! Texts of a GIFT file, each with its markup: `[html]`, `[markdown]`, `[moodle]` or `[plain]`.

use super::{kinds, markup};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Markup {
    #[default]
    Plain,
    Html,
    Markdown,
}

/// The mark of a text, which texts without one inherit from the question.
fn marked(text: &str) -> (Option<Markup>, &str) {
    let marks = [
        ("[html]", Markup::Html),
        ("[markdown]", Markup::Markdown),
        ("[moodle]", Markup::Plain),
        ("[plain]", Markup::Plain),
    ];
    let found = marks.iter().find_map(|(mark, markup)| Some((Some(*markup), text.strip_prefix(mark)?)));
    found.unwrap_or((None, text))
}

/// Reads the texts of one question.
#[derive(Debug, Default)]
pub(super) struct Texts {
    markup: Markup,
    /// HTML was converted to plain text.
    pub html: bool,
    /// Markdown of a question that is not in Markdown as a whole was kept as it is.
    pub stray_markdown: bool,
}

impl Texts {
    /// Reads the text of the question, whose markup is that of its other texts.
    pub fn question(&mut self, raw: &str) -> String {
        self.markup = marked(raw.trim()).0.unwrap_or_default();
        self.shown(raw)
    }

    /// Whether the question is in Markdown.
    pub fn is_markdown(&self) -> bool {
        self.markup == Markup::Markdown
    }

    /// A text that candidates see: Markdown where the question is.
    pub fn shown(&mut self, raw: &str) -> String {
        let (text, markup) = self.read(raw);
        match (self.is_markdown(), markup) {
            (true, Markup::Plain | Markup::Html) => kinds::as_markdown(&text),
            (false, Markup::Markdown) => {
                self.stray_markdown = true;
                text
            }
            _ => text,
        }
    }

    /// A text that answers are compared with.
    pub fn compared(&mut self, raw: &str) -> String {
        self.read(raw).0
    }

    fn read(&mut self, raw: &str) -> (String, Markup) {
        let (mark, text) = marked(raw.trim());
        let markup = mark.unwrap_or(self.markup);
        let text = unescaped(text);
        let is_html = markup == Markup::Html;
        self.html |= is_html;
        let text = if is_html { markup::plain(&text) } else { text };
        (text.trim().to_owned(), markup)
    }
}

/// Resolves escapes: a backslash before a special character of the format, and `\n` for a line feed.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some(sign @ ('~' | '=' | '#' | '{' | '}' | ':' | '\\')) => out.push(sign),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}
