//! Sections of an assessment test.

use super::xml::XmlElement;
use crate::{domain::bank::sections::MAX_TITLE, service::import::plan::PlannedTestSection};

/// A section, with the references to its items in their order.
pub struct SectionOf<'e> {
    pub section: PlannedTestSection,
    pub references: Vec<&'e XmlElement>,
}

/// The outermost sections of all parts, or all items as one where some are outside of sections. A candidate who left a
/// part cannot return to it: its last section is one-way, if another part follows.
pub fn read(test: &XmlElement) -> Vec<SectionOf<'_>> {
    let parts: Vec<&XmlElement> = test.children().filter(|child| child.name == "testpart").collect();
    let mut sections = Vec::new();
    for (number, part) in (1..).zip(&parts) {
        let of_part = part.children().filter(|child| child.name == "assessmentsection");
        sections.extend(of_part.map(|element| section(element)));
        if number < parts.len()
            && let Some(SectionOf { section, .. }) = sections.last_mut()
        {
            section.one_way = true;
        }
    }
    sections.retain(|section: &SectionOf<'_>| !section.references.is_empty());
    let whole = section(test);
    let found: usize = sections.iter().map(|section| section.references.len()).sum();
    if found == whole.references.len() {
        return sections;
    }
    let section = PlannedTestSection { minutes: None, ..whole.section };
    vec![SectionOf { section, ..whole }]
}

fn section(element: &XmlElement) -> SectionOf<'_> {
    let shuffles = |child: &XmlElement| child.name == "ordering" && child.attribute("shuffle") == Some("true");
    let section = PlannedTestSection {
        title: element.attribute("title").unwrap_or_default().trim().chars().take(MAX_TITLE).collect(),
        shuffle_questions: element.children().any(shuffles),
        shuffle_options: false,
        minutes: minutes(element),
        one_way: false,
        items: Vec::new(),
    };
    SectionOf { section, references: element.all("assessmentitemref") }
}

/// Content of a section without a counterpart, with its line.
pub fn left_out(test: &XmlElement) -> impl Iterator<Item = (u64, String)> {
    let all = |name: &str, what: &str| {
        let found: Vec<_> = test.all(name).into_iter().map(|element| (element.line, what.to_owned())).collect();
        found
    };
    let selection = all("selection", "A selection of items is not imported: all of them are taken.");
    let branches = all("branchrule", "Branching is not supported.");
    let conditions = all("precondition", "Conditions are not supported.");
    selection.into_iter().chain(branches).chain(conditions)
}

/// Whether a test is more than one list of questions.
pub fn are_needed(sections: &[PlannedTestSection]) -> bool {
    sections.len() > 1
        || sections
            .iter()
            .any(|section| section.shuffle_questions || section.shuffle_options || section.minutes.is_some())
}

/// The time limit of a test or section, converted from seconds.
pub fn minutes(of: &XmlElement) -> Option<i64> {
    let limit = of.children().find(|child| child.name == "timelimits")?;
    let seconds: f64 = limit.attribute("maxtime")?.trim().parse().ok()?;
    let minutes = (seconds / 60.0).ceil();
    #[expect(clippy::cast_possible_truncation, reason = "checked to be small")]
    (1.0..=1e6).contains(&minutes).then_some(minutes as i64)
}
