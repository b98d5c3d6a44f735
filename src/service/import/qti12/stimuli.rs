//! Stimuli of the newer quizzes of Canvas: texts that later items name as theirs, shown beside them as passages.

use super::{item::metadata, material};
use crate::{
    domain::passage::{MAX_PASSAGE, MAX_PASSAGES, PassageDraft, TextDraft},
    service::import::{
        lost::{Lost, fitted},
        plan::{PlannedTest, PlannedTestItem, PlannedTestSection},
        qti::{reader::PictureSource, xml::XmlElement},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Characters of the title of a passage.
const LONGEST: usize = 200;

/// The stimuli of a test.
#[derive(Default)]
pub struct Stimuli {
    /// Idents that items name.
    named: BTreeSet<String>,
    /// Passages in their order, and the id of each by the ident of its item.
    passages: Vec<PassageDraft>,
    ids: BTreeMap<String, String>,
    /// Questions by number from 0, with the ident of their stimulus.
    about: Vec<(usize, String)>,
}

fn parent(item: &XmlElement) -> Option<String> {
    metadata(item, &["parent_stimulus_item_ident"])
}

impl Stimuli {
    pub fn of(test: &XmlElement) -> Self {
        Self { named: test.all("item").into_iter().filter_map(parent).collect(), ..Self::default() }
    }

    /// Whether an item is a text that others are about.
    pub fn hold(&self, item: &XmlElement) -> bool {
        let is_text = || metadata(item, &["question_type"]).is_some_and(|kind| kind == "text_only_question");
        item.peek("ident").is_some_and(|ident| self.named.contains(ident)) && is_text()
    }

    /// Reads a text that others are about; returns what of it is lost, by line.
    pub fn read(&mut self, item: &XmlElement, pictures: &mut dyn PictureSource) -> Vec<(u64, Lost)> {
        item.mark();
        let ident = item.attribute("ident").unwrap_or_default().to_owned();
        let Some(shown) = item.child("presentation") else { return Vec::new() };
        let (text, format, mut lost) = material::text(shown).described(item.line, pictures);
        let (title, cut) = fitted(item.attribute("title").unwrap_or_default().trim(), LONGEST);
        lost.extend(cut.map(|what| (item.line, Lost::looks(what))));
        let why = if self.passages.len() >= MAX_PASSAGES {
            Some("Its passage is not shown: a section has at most 50 passages.")
        } else if text.trim().is_empty() || text.chars().count() > MAX_PASSAGE {
            Some("Its passage is not shown: it has no text, or more than 20,000 characters.")
        } else {
            None
        };
        if let Some(why) = why {
            lost.push((item.line, Lost::reads(why)));
            return lost;
        }
        let id = format!("passage-{}", self.passages.len() + 1);
        self.ids.insert(ident, id.clone());
        self.passages.push(PassageDraft {
            id,
            title: title.replace(char::is_control, " "),
            text: TextDraft { text, format },
        });
        lost
    }

    /// A question of the test is about what its item names.
    pub fn note(&mut self, number: usize, item: &XmlElement) {
        self.about.extend(parent(item).map(|ident| (number, ident)));
    }

    /// Puts the passages into the section of a test. A test without sections gets one.
    pub fn put(self, test: &mut PlannedTest) {
        let Self { passages, ids, about, .. } = self;
        let about: Vec<(usize, String)> =
            about.into_iter().filter_map(|(number, ident)| Some((number, ids.get(&ident)?.clone()))).collect();
        if about.is_empty() {
            return;
        }
        if test.sections.is_empty() {
            let items = test.places.iter().map(|_| PlannedTestItem::Question).collect();
            test.sections.push(PlannedTestSection { items, ..PlannedTestSection::default() });
        }
        if let Some(section) = test.sections.first_mut() {
            let is_asked = |passage: &PassageDraft| about.iter().any(|(_, id)| *id == passage.id);
            section.texts.passages = passages.into_iter().filter(is_asked).collect();
            section.texts.about = about;
        }
    }
}
