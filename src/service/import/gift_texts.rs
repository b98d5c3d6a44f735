//! Texts of a GIFT file, each with its markup: `[html]`, `[markdown]`, `[moodle]` or `[plain]`.

use super::{
    html::ForeignText,
    kinds,
    lost::Lost,
    qti::reader::{PictureSource, QtiReader},
};
use crate::domain::{PictureHash, rich_text::RichTextFormat};

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
    /// Formatted HTML becomes Markdown.
    has_markdown: bool,
    /// The question is in HTML that becomes Markdown.
    from_html: bool,
    /// Markdown of a question that is not in Markdown as a whole was kept as it is.
    pub stray_markdown: bool,
    /// Findings about texts in HTML.
    pub left_out: Vec<Lost>,
}

impl Texts {
    pub fn new(has_markdown: bool) -> Self {
        Self { has_markdown, ..Self::default() }
    }

    /// Reads the text of the question, whose markup is that of its other texts. `others` has these: they may be formatted
    /// where the question is not.
    pub fn question(&mut self, raw: &str, others: &str) -> String {
        let mark = marked(raw.trim()).0;
        self.markup = mark.unwrap_or_default();
        let is_unmarked = mark.is_none() || raw.trim().starts_with("[moodle]");
        let is_html = |text: &str| matches!(ForeignText::auto(&unescaped(text), 1), ForeignText::Html(_));
        if is_unmarked && [raw, others].into_iter().any(is_html) {
            let what = "Its text is shown as it is written here, where Moodle shows it as HTML.";
            self.left_out.push(Lost::reads(what));
        }
        let is_formatted = || {
            let texts = if self.markup == Markup::Html { [raw, others] } else { ["", others] };
            texts.iter().any(|text| ForeignText::html(&unescaped(text), 1).is_formatted())
        };
        self.from_html = self.has_markdown && self.markup != Markup::Markdown && is_formatted();
        self.shown(raw)
    }

    /// Whether the question is in Markdown.
    pub fn is_markdown(&self) -> bool {
        self.markup == Markup::Markdown || self.from_html
    }

    /// A text that candidates see: Markdown where the question is.
    pub fn shown(&mut self, raw: &str) -> String {
        let (text, markup) = self.read(raw);
        match markup {
            Markup::Html => self.html(&text),
            Markup::Plain if self.is_markdown() => kinds::as_markdown(&text),
            Markup::Markdown if !self.is_markdown() => {
                self.stray_markdown = true;
                text
            }
            Markup::Plain | Markup::Markdown => text,
        }
    }

    fn html(&mut self, source: &str) -> String {
        let format = if self.is_markdown() { RichTextFormat::Markdown } else { RichTextFormat::Plain };
        let text = ForeignText::html(source, 1);
        let mut pictures = NoFile;
        let mut reader = QtiReader::new(format, &mut pictures);
        let mut shown = text.shown(&mut reader);
        if reader.is_lossy {
            shown = kinds::as_markdown(&text.plain(&mut reader));
        }
        self.left_out.extend(reader.left_out.into_iter().map(|(_, what)| what));
        shown
    }

    /// A text that answers are compared with.
    pub fn compared(&mut self, raw: &str) -> String {
        let (text, markup) = self.read(raw);
        if markup != Markup::Html {
            return text;
        }
        let mut pictures = NoFile;
        let mut reader = QtiReader::new(RichTextFormat::Plain, &mut pictures);
        ForeignText::html(&text, 1).plain(&mut reader)
    }

    fn read(&self, raw: &str) -> (String, Markup) {
        let (mark, text) = marked(raw.trim());
        (unescaped(text).trim().to_owned(), mark.unwrap_or(self.markup))
    }
}

/// A file of GIFT has no pictures.
struct NoFile;

impl PictureSource for NoFile {
    fn find(&mut self, source: &str) -> Result<PictureHash, String> {
        let name: String = source.rsplit('/').next().unwrap_or_default().chars().take(80).collect();
        Err(format!("The picture {name} is not in a file of GIFT: add it to the question."))
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
