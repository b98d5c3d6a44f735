//! Remarks of the author, and the trees of texts in Markdown.

use crate::domain::{
    invisible::is_blank,
    question::{
        basic::MAX_TEXT,
        draft::QuestionDraft,
        field::{QuestionFields, is_text, longer},
        trees::Tree,
    },
    rich_text::RichTextFormat,
};

/// Characters of the notes for reviewers.
pub const MAX_NOTES: usize = 10_000;
const MAX_TAGS: usize = 20;
const MAX_TAG: usize = 40;

/// Texts of a question beside its text and key, checked.
pub(super) struct Remarks {
    pub explanation: String,
    pub show_explanation: bool,
    pub reviewer_notes: String,
    pub tags: Vec<String>,
}

pub(super) fn check_remarks(draft: &QuestionDraft, fields: &mut QuestionFields) -> Remarks {
    let trimmed = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
    let (explanation, reviewer_notes) = (trimmed(&draft.explanation), trimmed(&draft.reviewer_notes));
    fields.require(is_text(&explanation), "explanation", "the explanation contains control characters.");
    let fits = !longer(&explanation, MAX_TEXT);
    fields.require(fits, "explanation", "the explanation is too long (20,000 characters at most).");
    fields.require(is_text(&reviewer_notes), "reviewer_notes", "the notes contain control characters.");
    let fit = !longer(&reviewer_notes, MAX_NOTES);
    fields.require(fit, "reviewer_notes", "the notes are too long (10,000 characters at most).");
    let show_explanation = draft.show_explanation && !is_blank(&explanation);
    Remarks { explanation, show_explanation, reviewer_notes, tags: check_tags(&draft.tags, fields) }
}

/// Trimmed, without blank ones and those that differ from an earlier one in case alone.
fn check_tags(drafts: &[String], fields: &mut QuestionFields) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in drafts.iter().map(|tag| tag.trim()).filter(|tag| !is_blank(tag)) {
        if tags.len() <= MAX_TAGS && !tags.iter().any(|known| known.to_lowercase() == tag.to_lowercase()) {
            tags.push(tag.to_owned());
        }
    }
    fields.require(tags.len() <= MAX_TAGS, "tags", "there are more than 20 tags.");
    fields.require(!tags.iter().any(|tag| longer(tag, MAX_TAG)), "tags", "a tag is too long (40 characters at most).");
    let are_lines = !tags.iter().any(|tag| tag.chars().any(char::is_control));
    fields.require(are_lines, "tags", "a tag contains control characters.");
    tags
}

/// `None` for a plain text, an empty one, and a refused one.
pub(super) fn check_tree(text: &str, format: RichTextFormat, field: &str, fields: &mut QuestionFields) -> Option<Tree> {
    if text.is_empty() || longer(text, MAX_TEXT) {
        return None;
    }
    match Tree::of(text, format) {
        Ok(tree) => {
            let is_shown = tree.as_ref().is_none_or(Tree::shows_something);
            fields.require(is_shown, field, "the text shows nothing: its Markdown has neither words nor a picture.");
            tree
        }
        Err(fault) => {
            fields.require(false, field, &fault.to_string());
            None
        }
    }
}

/// Empty where the texts are plain.
pub(super) fn check_trees(
    texts: &[&str],
    format: RichTextFormat,
    field: &str,
    fields: &mut QuestionFields,
) -> Vec<Tree> {
    let mut trees: Vec<Tree> = Vec::new();
    for (text, number) in texts.iter().zip(1..) {
        match Tree::of(text, format) {
            Ok(Some(tree)) => {
                let message = format!("text {number} shows nothing: its Markdown has neither words nor a picture.");
                fields.require(tree.shows_something(), field, &message);
                let message = format!("text {number} looks like another one.");
                fields.require(!trees.contains(&tree), field, &message);
                trees.push(tree);
            }
            Ok(None) => {}
            Err(fault) => fields.require(false, field, &format!("text {number}: {fault}")),
        }
    }
    trees
}
