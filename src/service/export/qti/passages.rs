//! Passages as files of their own: of the standard in version 3.0, and as pages, which an object shows, in 2.1.

use super::{
    body,
    texts::blocks,
    xml::{QtiElement, QtiVersion, namespace, plain, qti},
};
use crate::{
    domain::{
        PictureHash,
        passage::{FormattedText, Passage},
        question::Tree,
    },
    service::export::pictures::PictureFileNames,
};

/// A passage of a package.
pub struct PassageFile<'t> {
    passage: &'t Passage,
    /// The id of its resource.
    pub id: String,
    pub href: String,
}

impl<'t> PassageFile<'t> {
    /// `number` is unique in the package.
    pub fn new(passage: &'t Passage, number: usize, version: QtiVersion) -> Self {
        let ending = if version == QtiVersion::V30 { "xml" } else { "html" };
        Self { passage, id: format!("p{number}"), href: format!("passages/p{number}.{ending}") }
    }

    fn title(&self) -> &str {
        if self.passage.title.is_empty() { &self.passage.id } else { &self.passage.title }
    }

    /// A name by XML's rules, which ids of passages need not keep to.
    fn identifier(&self) -> &str {
        let is_name = self.passage.id.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if is_name { &self.passage.id } else { &self.id }
    }

    /// The pictures that it shows.
    pub fn pictures(&self) -> impl Iterator<Item = PictureHash> {
        self.passage.text.tree.iter().flat_map(Tree::pictures)
    }

    /// The file.
    pub fn document(&self, pictures: &PictureFileNames, version: QtiVersion) -> QtiElement {
        let FormattedText { text, tree, .. } = &self.passage.text;
        let content = blocks(text, tree.as_ref(), pictures);
        match version {
            QtiVersion::V30 => qti("assessmentStimulus")
                .set("xmlns", namespace(version))
                .set("identifier", self.identifier())
                .set("title", self.title())
                .with(qti("stimulusBody").all(content)),
            QtiVersion::V21 => plain("html")
                .set("xmlns", "http://www.w3.org/1999/xhtml")
                .with(plain("head").with(plain("title").text(self.title())))
                .with(plain("body").set("id", self.identifier()).all(content)),
        }
    }

    /// The element that shows it in an item, before the item's body in version 3.0 and within it in 2.1.
    pub fn reference(&self, version: QtiVersion) -> QtiElement {
        let href = format!("../{}", self.href);
        match version {
            QtiVersion::V30 => qti("assessmentStimulusRef").set("identifier", self.identifier()).set("href", href),
            QtiVersion::V21 => {
                let object = plain("object").set("data", href).set("type", "text/html").text(self.title());
                plain("div").with(object)
            }
        }
    }
}

/// A rubric of this class, with a text for candidates.
pub fn rubric(
    (text, tree): (&str, Option<&Tree>),
    class: &str,
    pictures: &PictureFileNames,
    version: QtiVersion,
) -> QtiElement {
    let rubric = qti("rubricBlock").set("view", "candidate").set("class", class);
    let rubric = if version == QtiVersion::V30 { rubric.set("use", "instructions") } else { rubric };
    body::wrapped(rubric, blocks(text, tree, pictures), version)
}
