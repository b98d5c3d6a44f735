//! Sections of a test that an import would create.

use crate::domain::{bank::sections::ItemDraft, passage::SectionTexts};

/// A section of a test that the import would create.
#[derive(Clone, Debug, Default)]
pub struct PlannedTestSection {
    pub title: String,
    pub shuffle_questions: bool,
    pub shuffle_options: bool,
    pub minutes: Option<i64>,
    pub one_way: bool,
    pub items: Vec<PlannedTestItem>,
    pub texts: SectionTexts,
}

impl PlannedTestSection {
    /// Adds an item, which may be about a passage.
    pub(super) fn push(&mut self, item: PlannedTestItem, passage: Option<String>) {
        self.texts.about.extend(passage.map(|id| (self.items.len(), id)));
        self.items.push(item);
    }
}

#[derive(Clone, Debug)]
pub enum PlannedTestItem {
    /// The next question of the test.
    Question,
    Bank(ItemDraft),
}
