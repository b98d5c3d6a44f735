//! How the texts of an item are read, and what of them is left out.

use super::{
    markdown::Markdown,
    parts::PackageParts,
    scripts,
    text::{AnswerPlaceholder, QtiText, mark_known},
    xml::XmlElement,
};
use crate::{
    domain::{PictureHash, rich_text::RichTextFormat},
    service::import::{lost::Lost, pictures::Pictures},
};

/// Source of the pictures of an item.
pub trait PictureSource {
    /// # Errors
    /// Why it is left out.
    fn find(&mut self, source: &str) -> Result<PictureHash, String>;
}

/// The pictures of an item alone, without a package: those within its texts.
#[derive(Default)]
pub struct WithinTexts {
    pub pictures: Pictures,
}

impl PictureSource for WithinTexts {
    fn find(&mut self, source: &str) -> Result<PictureHash, String> {
        let elsewhere = || Err("Pictures are in packages (zip) only; this one is left out.".to_owned());
        self.pictures.within(source).unwrap_or_else(elsewhere)
    }
}

pub struct QtiReader<'p> {
    pub format: RichTextFormat,
    /// Messages, with their lines.
    pub left_out: Vec<(u64, Lost)>,
    /// A text has no Markdown that means the same.
    pub is_lossy: bool,
    pictures: &'p mut dyn PictureSource,
}

impl<'p> QtiReader<'p> {
    pub fn new(format: RichTextFormat, pictures: &'p mut dyn PictureSource) -> Self {
        Self { format, left_out: Vec::new(), is_lossy: false, pictures }
    }

    /// The text of an element.
    pub fn text(&mut self, element: &XmlElement) -> String {
        self.texts(&[element], AnswerPlaceholder::None).0
    }

    /// Text of elements, and the notes for scorers in them.
    pub fn texts(&mut self, elements: &[&XmlElement], mark: AnswerPlaceholder) -> (String, Vec<String>) {
        for element in elements {
            mark_known(element);
        }
        if self.format == RichTextFormat::Markdown {
            let mut text = Markdown::new(self, mark);
            for element in elements {
                text.block(element);
            }
            let notes = std::mem::take(&mut text.notes);
            let text = text.finish();
            self.is_lossy |= text.is_none();
            return (text.unwrap_or_default(), notes);
        }
        let mut text = QtiText::marking(mark);
        match elements {
            [only] => text.whole(only),
            several => several.iter().for_each(|element| {
                text.line();
                text.block(element);
            }),
        }
        self.left_out.append(&mut text.left_out);
        let notes = std::mem::take(&mut text.notes);
        (text.finish(), notes)
    }
}

impl PackageParts for QtiReader<'_> {
    fn picture(&mut self, source: &str) -> Result<PictureHash, String> {
        self.pictures.find(source)
    }

    fn plain(&mut self, element: &XmlElement) -> String {
        mark_known(element);
        QtiText::of(&scripts::in_characters(element), &mut self.left_out)
    }

    fn leave_out(&mut self, line: u64, lost: Lost) {
        self.left_out.push((line, lost));
    }
}
