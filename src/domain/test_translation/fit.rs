//! Checks of translated texts: each must say what its original says, as far as a program can see.

use super::{Part, Place, SourceDigest, SourceText, Sources, TranslatedText};
use crate::domain::question::{
    Tree,
    field::{is_text, longer},
};
use std::collections::{HashMap, HashSet};

/// A text as it was entered, and the digest of the original that was read.
#[derive(Clone, Debug)]
pub struct TextDraft {
    pub place: Place,
    pub source: SourceDigest,
    pub text: String,
}

/// A text that is not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Its number among the drafts, from 0.
    pub number: usize,
    /// The field of the draft that is wrong: `text`, or `at` for one that is there twice.
    pub field: &'static str,
    pub place: Place,
    /// A sentence.
    pub message: String,
}

/// The texts that pass, and the others. Blank ones are left out.
#[must_use]
pub fn checked(drafts: Vec<TextDraft>, sources: &Sources<'_>) -> (Vec<TranslatedText>, Vec<Misfit>) {
    let known: HashMap<&Place, &SourceText<'_>> = sources.iter().map(|source| (&source.place, source)).collect();
    let mut places = HashSet::new();
    let mut read: HashSet<(Part, String, String, String)> = HashSet::new();
    let (mut texts, mut misfits) = (Vec::new(), Vec::new());
    for (number, draft) in drafts.into_iter().enumerate() {
        let text = draft.text.trim();
        // One whose original was deleted meanwhile is not stored: the reply names what is.
        let Some(source) = known.get(&draft.place).filter(|_| !text.is_empty()) else { continue };
        let place = draft.place.clone();
        let mut refuse = |field, message: String| {
            misfits.push(Misfit { number, field, place: place.clone(), message });
        };
        if !places.insert(place.clone()) {
            refuse("at", "This text is translated twice.".into());
            continue;
        }
        let tree = match fault(text, source) {
            Ok(tree) => tree,
            Err(message) => {
                refuse("text", message);
                continue;
            }
        };
        if matches!(place.part, Part::Option | Part::Prompt | Part::GapOption) {
            let list = if place.part == Part::GapOption { place.at.split('/').next().unwrap_or_default() } else { "" };
            if !read.insert((place.part, place.of.clone(), list.to_owned(), text.to_owned())) {
                refuse("text", "Another option of this question reads the same.".into());
                continue;
            }
        }
        texts.push(TranslatedText { source: draft.source, text: text.to_owned(), tree, place: draft.place });
    }
    (texts, misfits)
}

fn fault(text: &str, source: &SourceText<'_>) -> Result<Option<Tree>, String> {
    if longer(text, source.limit) {
        return Err(format!("The text is too long ({} characters at most).", source.limit));
    }
    if !is_text(text) {
        return Err("The text contains control characters.".into());
    }
    if source.is_line() && text.chars().any(char::is_control) {
        return Err("The title must be on one line.".into());
    }
    for gap in &source.gaps {
        let marker = format!("[[{gap}]]");
        match text.matches(&marker).count() {
            1 => {}
            0 => return Err(format!("The text has no {marker}, the gap that is to be filled.")),
            _ => return Err(format!("The text has {marker} more than once.")),
        }
    }
    let tree = Tree::of(text, source.format).map_err(|fault| fault.to_string())?;
    if tree.as_ref().is_some_and(|tree| !tree.shows_something()) {
        return Err("The text shows nothing: its Markdown has neither words nor a picture.".into());
    }
    Ok(tree)
}
