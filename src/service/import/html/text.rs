//! Texts in the markup of the program that wrote them, and the format of a question that shows all of its texts.

use super::tree::{GAP, tree};
use crate::{
    domain::{
        question::ChoiceDraft,
        rich_text::{self, RichTextFormat},
        test::QuestionDraft,
    },
    service::import::{
        kinds::{MAX_PARTS, as_markdown},
        lost::Lost,
        markup,
        qti::{
            formatted::is_formatted,
            lines,
            parts::PackageParts as _,
            reader::{PictureSource, QtiReader},
            scripts,
            text::{AnswerPlaceholder, gap_id},
            xml::XmlElement,
        },
    },
};
use std::iter;

/// Removes the characters that mark gaps: no text of a file should have them.
pub fn unmarked(text: &str) -> String {
    text.replace(|c| ('\u{e000}'..='\u{e00f}').contains(&c), "")
}

/// Number of gaps that a question's text shows.
pub fn count_gaps(text: &str) -> usize {
    (1..=MAX_PARTS).take_while(|number| text.contains(&format!("[[{}]]", gap_id(*number)))).count()
}

#[derive(Debug)]
pub enum ForeignText {
    Html(XmlElement),
    Markdown(String),
    Plain(String),
}

impl ForeignText {
    pub fn html(source: &str, line: u64) -> Self {
        Self::Html(tree(source, line))
    }

    /// HTML if it looks like it, with the line ends of the text (Moodle's "auto format").
    pub fn auto(source: &str, line: u64) -> Self {
        let root = tree(source, line);
        if !has_markup(source, &root) {
            return Self::Plain(source.trim().to_owned());
        }
        let is_block = |child: &XmlElement| markup::is_block(&child.name);
        if root.children().any(is_block) || !source.trim().contains('\n') {
            return Self::Html(root);
        }
        Self::Html(tree(&source.trim().replace('\n', "<br>"), line))
    }

    /// Whether it is HTML without any markup and entity.
    pub fn is_bare(&self, source: &str) -> bool {
        matches!(self, Self::Html(root) if root.children().next().is_none() && root.raw_text() == source)
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Self::Html(root) => root.text().is_empty() && !has_media(root),
            Self::Markdown(text) | Self::Plain(text) => text.trim().is_empty(),
        }
    }

    /// Whether plain text would lose something of it.
    pub fn is_formatted(&self) -> bool {
        match self {
            Self::Html(root) => is_formatted(root) || has_code(root),
            Self::Markdown(_) => true,
            Self::Plain(_) => false,
        }
    }

    /// Returns the text that candidates see, in the format of the reader.
    pub fn shown(&self, reader: &mut QtiReader<'_>) -> String {
        self.marked(reader, AnswerPlaceholder::None)
    }

    /// Returns the text with the marks of its gaps, such as `[[g1]]`.
    pub fn with_gaps(&self, reader: &mut QtiReader<'_>) -> String {
        self.marked(reader, AnswerPlaceholder::Gaps)
    }

    fn marked(&self, reader: &mut QtiReader<'_>, mark: AnswerPlaceholder) -> String {
        let is_markdown = reader.format == RichTextFormat::Markdown;
        if let Self::Html(root) = self {
            lines::note(root, reader);
        }
        match self {
            Self::Html(root) if is_markdown => reader.texts(&[root], mark).0,
            Self::Html(root) => reader.texts(&[&scripts::in_characters(root)], mark).0,
            Self::Plain(text) if is_markdown => numbered(&as_markdown(text)),
            Self::Plain(text) | Self::Markdown(text) => numbered(text),
        }
    }

    /// The text as the description of a test, which begins in this line, with its format and what of it is lost.
    pub fn described(&self, line: u64, pictures: &mut dyn PictureSource) -> (String, RichTextFormat, Vec<(u64, Lost)>) {
        let format = if self.is_formatted() { RichTextFormat::Markdown } else { RichTextFormat::Plain };
        let mut reader = QtiReader::new(format, pictures);
        let text = self.shown(&mut reader);
        let fault = rich_text::parse(&text, format).err();
        if reader.is_lossy || fault.is_some() {
            if let Some(fault) = fault {
                let what = format!("Its formatting cannot be kept: {}", fault.message);
                reader.left_out.push((line, Lost::reads(what)));
            }
            let text = self.plain(&mut reader);
            return (text, RichTextFormat::Plain, reader.left_out);
        }
        (text, format, reader.left_out)
    }

    /// Returns the text without formatting, for comparisons, choices within a line, and notes.
    pub fn plain(&self, reader: &mut QtiReader<'_>) -> String {
        match self {
            Self::Html(root) => {
                lines::note(root, reader);
                reader.plain(root)
            }
            Self::Markdown(text) => match rich_text::parse(text, RichTextFormat::Markdown) {
                Ok(content) => rich_text::to_plain_text(&content),
                Err(_) => text.clone(),
            },
            Self::Plain(text) => text.clone(),
        }
    }
}

fn numbered(text: &str) -> String {
    let mut out = String::new();
    for (number, part) in text.split(GAP).enumerate() {
        if number > 0 {
            out.extend(["[[", &gap_id(number), "]]"]);
        }
        out.push_str(part);
    }
    out
}

fn has_markup(source: &str, root: &XmlElement) -> bool {
    root.children().next().is_some() || source.contains('&') && root.raw_text() != source
}

fn has_media(root: &XmlElement) -> bool {
    ["img", "video", "audio", "math"].iter().any(|name| !root.all(name).is_empty())
}

fn has_code(root: &XmlElement) -> bool {
    !root.all("pre").is_empty()
}

/// Why the texts of a question cannot be Markdown.
fn fault(question: &QuestionDraft) -> Option<String> {
    let choices = question.options.iter().chain(&question.prompts).map(ChoiceDraft::text);
    let mut texts = iter::once(question.text.as_str()).chain(choices).chain(question.explanation.as_deref());
    let fault = texts.find_map(|text| rich_text::parse(text, RichTextFormat::Markdown).err());
    let gaps = || count_gaps(&question.text) < question.gaps.len();
    fault.map(|fault| fault.message).or_else(|| gaps().then(|| "a gap is within code.".to_owned()))
}

/// Notes with their lines, and the question or why it is left out.
pub type ReadQuestion = (Vec<(u64, Lost)>, Result<QuestionDraft, String>);

/// Builds a question with Markdown if one of its texts needs it, and with plain text where Markdown cannot say the same.
pub fn in_best_format(
    is_formatted: bool,
    line: u64,
    pictures: &mut dyn PictureSource,
    build: &mut dyn FnMut(&mut QtiReader<'_>) -> Result<QuestionDraft, String>,
) -> ReadQuestion {
    let mut why = None;
    if is_formatted {
        let mut reader = QtiReader::new(RichTextFormat::Markdown, pictures);
        let question = build(&mut reader);
        let fault = match &question {
            _ if reader.is_lossy => Some("Markdown cannot express it.".to_owned()),
            Ok(question) => fault(question),
            Err(_) => None,
        };
        if fault.is_none() {
            let format = RichTextFormat::Markdown;
            return (reader.left_out, question.map(|question| QuestionDraft { format, ..question }));
        }
        why = fault;
    }
    let mut reader = QtiReader::new(RichTextFormat::Plain, pictures);
    let question = build(&mut reader).and_then(|question| {
        let is_whole = count_gaps(&question.text) >= question.gaps.len();
        if is_whole { Ok(question) } else { Err("a gap of it is where none can be".to_owned()) }
    });
    if let Some(why) = why {
        reader.left_out.push((line, Lost::reads(format!("Its formatting cannot be kept: {why}"))));
    }
    (reader.left_out, question)
}
