//! Papers as versions 6 and 7 stored them, which are also in plans of versions 3 and 4: the first had no passages, both no
//! translations. Never changes but with the questions of the current version.

use crate::domain::{
    TestId,
    history::HistoryMode,
    paper::{Paper, PaperHash},
    passage::Passage,
    question::{Question, Tree},
    rich_text::RichTextFormat,
};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct PaperV6 {
    test_id: TestId,
    hash: PaperHash,
    title: String,
    description: String,
    duration_minutes: u32,
    questions: Vec<Question>,
    require_fullscreen: bool,
    description_format: RichTextFormat,
    description_tree: Option<Tree>,
    history: HistoryMode,
}

#[derive(Deserialize)]
pub(super) struct PaperV7 {
    test_id: TestId,
    hash: PaperHash,
    title: String,
    description: String,
    duration_minutes: u32,
    questions: Vec<Question>,
    require_fullscreen: bool,
    description_format: RichTextFormat,
    description_tree: Option<Tree>,
    history: HistoryMode,
    passages: Vec<Passage>,
}

impl From<PaperV6> for PaperV7 {
    fn from(old: PaperV6) -> Self {
        Self {
            test_id: old.test_id,
            hash: old.hash,
            title: old.title,
            description: old.description,
            duration_minutes: old.duration_minutes,
            questions: old.questions,
            require_fullscreen: old.require_fullscreen,
            description_format: old.description_format,
            description_tree: old.description_tree,
            history: old.history,
            passages: Vec::new(),
        }
    }
}

impl From<PaperV7> for Paper {
    fn from(old: PaperV7) -> Self {
        Self {
            test_id: old.test_id,
            hash: old.hash,
            title: old.title,
            description: old.description,
            duration_minutes: old.duration_minutes,
            questions: old.questions,
            require_fullscreen: old.require_fullscreen,
            description_format: old.description_format,
            description_tree: old.description_tree,
            history: old.history,
            passages: old.passages,
            language: None,
            translations: Vec::new(),
        }
    }
}
