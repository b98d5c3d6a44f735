//! Texts of an item, and the choices that show them.

use super::{
    body,
    processing::{choice_id, response_id},
    rich::QtiTextWriter,
    xml::{QtiElement, QtiNode, QtiVersion, qti},
};
use crate::{
    domain::{
        language::Language,
        question::{Question, Tree, Trees},
        rich_text::Content,
    },
    service::export::pictures::PictureFileNames,
};

/// A text, from its tree if it has one.
pub fn blocks(source: &str, tree: Option<&Tree>, pictures: &PictureFileNames) -> Vec<QtiNode> {
    written(source, tree, &QtiTextWriter { pictures, element: &|_| None }, false)
}

/// Like [`blocks`]; a short one has no element around it.
fn written(source: &str, tree: Option<&Tree>, writer: &QtiTextWriter<'_>, is_short: bool) -> Vec<QtiNode> {
    match tree.map(Tree::content) {
        Some(Content::Rich(blocks)) if is_short => writer.short(&blocks),
        Some(Content::Rich(blocks)) => writer.blocks(&blocks),
        _ if is_short => body::short(source),
        _ => body::blocks_with(source, writer.element),
    }
}

/// How the items of a package show their texts.
#[derive(Clone, Copy)]
pub struct ItemTexts<'a> {
    pub pictures: &'a PictureFileNames,
    pub version: QtiVersion,
    /// Options of choices are in another order for each candidate.
    pub shuffles: bool,
    /// The language of the test; its items bear it, since a test itself cannot in QTI 2.1.
    pub language: Option<Language>,
}

impl ItemTexts<'_> {
    /// The text of a question, with `element` instead of each marker `[[id]]` that has one.
    pub fn question(&self, question: &Question, element: &dyn Fn(&str) -> Option<QtiElement>) -> Vec<QtiNode> {
        let tree = question.trees.as_ref().map(|trees| &trees.text);
        written(&question.text, tree, &QtiTextWriter { pictures: self.pictures, element }, false)
    }

    /// An option or a prompt, with its place in the trees of its list.
    pub fn short(&self, text: &str, trees: Option<&Vec<Tree>>, place: usize) -> Vec<QtiNode> {
        let writer = QtiTextWriter { pictures: self.pictures, element: &|_| None };
        written(text, trees.and_then(|trees| trees.get(place)), &writer, true)
    }

    /// Choices in their order, each with its text and whether it keeps its place.
    pub fn choices<'t>(
        &self,
        interaction: QtiElement,
        question: &Question,
        options: impl Iterator<Item = (&'t str, bool)>,
    ) -> QtiElement {
        let trees = question.trees.as_ref().map(|trees: &Trees| &trees.options);
        interaction.all(options.enumerate().map(|(place, (text, is_pinned))| {
            let choice = qti("simpleChoice").set("identifier", choice_id(place));
            let choice = if is_pinned { choice.set("fixed", true) } else { choice };
            choice.all(self.short(text, trees, place))
        }))
    }
}

/// An interaction whose response is the only one of its item.
pub fn asking(name: &'static str) -> QtiElement {
    qti(name).set("responseIdentifier", response_id(0))
}
