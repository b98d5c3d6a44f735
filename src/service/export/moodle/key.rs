//! The key of a question in Moodle XML. That of each kind is beside its other forms, in `kinds`.

use super::text::{MoodleTexts, escaped};
use crate::domain::question::{Question, Tree};
use std::io;

/// Content that several kinds lose.
pub const WHOLE: &str = "That a part of the answer earns nothing";

/// A question's type, its text and the elements of its key.
pub struct MoodleKey {
    pub kind: &'static str,
    pub text: String,
    pub lines: Vec<String>,
}

impl MoodleKey {
    pub fn new(
        kind: &'static str,
        lines: Vec<String>,
        question: &Question,
        texts: &MoodleTexts<'_>,
    ) -> io::Result<Self> {
        let tree = question.trees.as_ref().map(|trees| &trees.text);
        Ok(Self { kind, text: texts.element("questiontext", "", &question.text, tree)?, lines })
    }

    /// An essay: also the form of keys that Moodle does not have.
    pub fn essay(question: &Question, texts: &MoodleTexts<'_>) -> io::Result<Self> {
        let head =
            "<responseformat>editor</responseformat><responserequired>1</responserequired><attachments>0</attachments>";
        let notes = (!question.reviewer_notes.is_empty()).then(|| {
            format!("<graderinfo format=\"plain_text\"><text>{}</text></graderinfo>", escaped(&question.reviewer_notes))
        });
        Self::new("essay", std::iter::once(head.to_owned()).chain(notes).collect(), question, texts)
    }

    /// Options to choose one or several from, each with its percentage of the points. They keep their places where all are pinned.
    pub fn choice<'o>(
        is_single: bool,
        options: impl ExactSizeIterator<Item = (&'o str, String)>,
        question: &Question,
        shuffles: bool,
        texts: &MoodleTexts<'_>,
    ) -> io::Result<Self> {
        let shuffles = shuffles && question.pinned_options.len() < options.len();
        let head = [format!("<single>{is_single}</single>"), format!("<shuffleanswers>{shuffles}</shuffleanswers>")];
        let trees = question.trees.as_ref().map(|trees| &trees.options);
        let answer = |(place, (text, fraction)): (usize, (&str, String))| {
            texts.element("answer", &format!(" fraction=\"{fraction}\""), text, tree(trees, place))
        };
        let lines = head.into_iter().map(Ok).chain(options.enumerate().map(answer)).collect::<io::Result<_>>()?;
        Self::new("multichoice", lines, question, texts)
    }
}

/// The tree of an option or a prompt, if they have trees.
pub fn tree(trees: Option<&Vec<Tree>>, place: usize) -> Option<&Tree> {
    trees.and_then(|trees| trees.get(place))
}
