//! A test as an assessment test. A candidate who left a test part cannot return to it: one-way sections end theirs.

use super::{
    passages::rubric,
    xml::{QtiElement, QtiVersion, namespace, qti},
};
use crate::{
    domain::{
        bank::sections::{Section, SectionItem},
        passage::Passage,
        test::Test,
    },
    service::{
        export::{exported::Exported, pictures::PictureFileNames},
        import::{QTI_DESCRIPTION, QTI_INSTRUCTIONS, QTI_UNDIVIDED},
    },
};

/// A test with its sections, which have no pools.
pub struct Divided<'t> {
    test: &'t Test,
    sections: Vec<Section>,
}

impl<'t> Divided<'t> {
    pub fn new(exported: &'t Exported) -> Self {
        let of_test = exported.sections.as_ref().map(|sections| sections.sections.clone());
        let whole = || Section {
            title: QTI_UNDIVIDED.to_owned(),
            items: exported.test.questions.iter().map(|_| SectionItem::Question { pin: None }).collect(),
            ..Section::default()
        };
        Self { test: &exported.test, sections: of_test.unwrap_or_else(|| vec![whole()]) }
    }

    /// Returns for each question whether its section shuffles options.
    pub fn shuffles(&self) -> impl Iterator<Item = bool> {
        self.sections.iter().flat_map(|section| section.items.iter().map(|_| section.shuffle_options))
    }

    /// `items` are the identifiers of the questions, in order.
    pub fn assessment(
        &self,
        id: &str,
        items: &[String],
        pictures: &PictureFileNames,
        version: QtiVersion,
    ) -> QtiElement {
        let mut items = items.iter();
        let mut numbers = 1..;
        let mut description = self.description(pictures, version);
        let mut section = |section: &Section| {
            let number = numbers.next().unwrap_or_default();
            let title = if section.title.is_empty() { format!("Section {number}") } else { section.title.clone() };
            let mut element = qti("assessmentSection")
                .set("identifier", format!("{id}s{number}"))
                .set("title", title)
                .set("visible", true);
            if let Some(minutes) = section.rules.minutes {
                element = element.with(time_limit(minutes));
            }
            if section.shuffle_questions {
                element = element.with(qti("ordering").set("shuffle", true));
            }
            let instructions = section
                .instructions
                .as_ref()
                .map(|text| rubric((&text.text, text.tree.as_ref()), QTI_INSTRUCTIONS, pictures, version));
            let references = items.by_ref().take(section.items.len()).map(|item| {
                qti("assessmentItemRef").set("identifier", item).set("href", format!("../items/{item}.xml"))
            });
            element.all(description.take()).all(instructions).all(references)
        };
        let mut parts = 1..;
        let parts = self.sections.split_inclusive(|section| section.rules.one_way).map(|sections| {
            qti("testPart")
                .set("identifier", format!("{id}p{}", parts.next().unwrap_or_default()))
                .set("navigationMode", "nonlinear")
                .set("submissionMode", "simultaneous")
                .all(sections.iter().map(&mut section))
        });
        qti("assessmentTest")
            .set("xmlns", namespace(version))
            .set("identifier", id)
            .set("title", &self.test.title)
            .with(time_limit(self.test.duration_minutes))
            .all(parts)
    }

    /// The passages of all sections, in order.
    pub fn passages(&self) -> impl Iterator<Item = &Passage> {
        self.sections.iter().flat_map(|section| &section.passages)
    }

    /// Returns for each question the number of its passage.
    pub fn passage_of_each(&self) -> impl Iterator<Item = Option<usize>> {
        let mut start = 0;
        let of_section = move |section: &Section| {
            let before = start;
            start += section.passages.len();
            let number = |item: usize| {
                let is_about = |passage: &Passage| passage.places.iter().any(|place| *place as usize == item);
                section.passages.iter().position(is_about).map(|number| before + number)
            };
            (0..section.items.len()).map(number).collect::<Vec<_>>()
        };
        self.sections.iter().flat_map(of_section)
    }

    /// The description, in the first section.
    fn description(&self, pictures: &PictureFileNames, version: QtiVersion) -> Option<QtiElement> {
        if self.test.description.trim().is_empty() {
            return None;
        }
        let text = (self.test.description.as_str(), self.test.description_tree.as_ref());
        Some(rubric(text, QTI_DESCRIPTION, pictures, version))
    }
}

fn time_limit(minutes: u32) -> QtiElement {
    qti("timeLimits").set("maxTime", u64::from(minutes) * 60)
}
