//! A test of a package: its sections, which may be files of their own, and their items in their order.

use super::{
    super::{
        lost::Lost,
        plan::{Parsed, PlannedTestItem, PlannedTestSection, Position},
    },
    item_file::from_file,
    package::PackageReader,
    passages::{Shelf, text_of},
    planned,
    sections::{self, SectionOf},
    shuffles::{mixed, shuffle_all},
    text::{DESCRIPTION, INSTRUCTIONS, is_for_candidates},
    unread::unread,
    xml::{XmlElement, XmlNode},
};
use crate::domain::{
    bank::sections::MAX_SECTIONS,
    language::Language,
    passage::{MAX_INSTRUCTIONS, SectionTexts, TextDraft},
    test::DEFAULT_DURATION,
};
use std::{collections::HashSet, ptr};

/// Sections within sections, over all files.
const MAX_DEPTH: usize = 8;

/// Reads a test file and its items in their order.
pub fn read(source: &mut PackageReader<'_>, href: &str, title: &str, used: &mut HashSet<String>, parsed: &mut Parsed) {
    let place = |line| Position { entry: Some(href.to_owned()), line };
    let mut root = match source.xml(href) {
        Ok(root) if root.name == "assessmenttest" => root,
        Ok(root) => return parsed.left_out(place(Some(root.line)), Lost::scores(super::no_item(&root.name))),
        Err((line, why)) => return parsed.left_out(place(line), Lost::scores(why)),
    };
    root.mark();
    let mut lost = Vec::new();
    splice(source, href, &mut root, 0, &mut lost);
    let own = root.attribute("title").filter(|own| !own.trim().is_empty());
    let (mut planned, cut) = planned(own.unwrap_or(title), place(Some(root.line)));
    planned.draft.duration_minutes = sections::minutes(&root).unwrap_or(DEFAULT_DURATION);
    planned.draft.language = root.attribute("lang").and_then(Language::of_tag);
    let mut found = sections::read(&root);
    let rubrics = rubrics(&root, &found, &mut lost);
    let TextDraft { text, format } = text_before(source, href, &rubrics.description, &mut lost);
    (planned.draft.description, planned.draft.description_format) = (text, format);
    for (SectionOf { section, .. }, rubrics) in found.iter_mut().zip(&rubrics.by_section) {
        let text = text_before(source, href, rubrics, &mut lost);
        if text.text.chars().count() <= MAX_INSTRUCTIONS {
            section.texts.instructions = text;
        } else if let Some(rubric) = rubrics.first() {
            lost.push((rubric.line, Lost::reads("Instructions of more than 20,000 characters are not imported.")));
        }
    }
    parsed.begin(planned, cut);
    lost.extend(sections::left_out(&root));
    let planned = items(source, href, found, used, parsed, (&root, &mut lost));
    if planned.len() > MAX_SECTIONS {
        lost.push((root.line, Lost::reads("More than 50 sections: the questions become one list.")));
        if planned.iter().any(|section| section.texts != SectionTexts::default()) {
            lost.push((root.line, Lost::reads("The instructions and passages of its sections are not imported.")));
        }
    } else if sections::are_needed(sections::one_line(own.unwrap_or(title)).trim(), &planned) {
        for section in planned {
            parsed.push_section(section);
        }
    }
    lost.extend(unread(&root));
    for (line, lost) in lost {
        parsed.left_out(place(Some(line)), lost);
    }
}

/// Adds the items of all sections; returns the sections that have some.
fn items(
    source: &mut PackageReader<'_>,
    href: &str,
    found: Vec<SectionOf<'_>>,
    used: &mut HashSet<String>,
    parsed: &mut Parsed,
    (test, lost): (&XmlElement, &mut Vec<(u64, Lost)>),
) -> Vec<PlannedTestSection> {
    let weights = sections::Weights::of(test);
    let mut planned = Vec::new();
    let mut shelf = Shelf::default();
    let mut all_shuffles = Vec::new();
    for SectionOf { mut section, references, .. } in found {
        let mut shuffles = Vec::new();
        for reference in references {
            if parsed.is_full() {
                return planned;
            }
            let from = reference.file.as_deref().unwrap_or(href);
            let Some(target) = reference.attribute("href").and_then(|item: &str| source.package.find(from, item))
            else {
                let why = "This path does not name a file in the package.";
                let place = Position { entry: Some(href.to_owned()), line: Some(reference.line) };
                parsed.left_out(place, Lost::scores(why));
                continue;
            };
            let weight = weights.factor(reference);
            let before = parsed.questions();
            let file = from_file(source, &target, weight, &mut shelf, parsed);
            shuffles.extend(file.shuffles);
            for _ in before..parsed.questions() {
                section.push(PlannedTestItem::Question, file.passage.clone());
            }
            used.insert(target);
        }
        section.texts.passages = shelf.next_section();
        section.shuffle_options = shuffle_all(&shuffles);
        if !section.shuffle_options {
            all_shuffles.extend(shuffles);
        }
        planned.push(section);
    }
    lost.extend(mixed(&all_shuffles).map(|what| (test.line, what)));
    planned.retain(|section| !section.items.is_empty());
    planned
}

/// Puts sections that are files of their own where the test refers to them.
fn splice(
    source: &mut PackageReader<'_>,
    file: &str,
    element: &mut XmlElement,
    depth: usize,
    lost: &mut Vec<(u64, Lost)>,
) {
    for node in &mut element.content {
        let XmlNode::Element(child) = node else { continue };
        if child.name == "assessmentsectionref" {
            let target = child.attribute("href").and_then(|section| source.package.find(file, section));
            let line = child.line;
            let read = match target {
                Some(_) if depth >= MAX_DEPTH => Err("sections are nested too deeply.".to_owned()),
                Some(target) => source.xml(&target).map(|root| (target, root)).map_err(|(_, why)| why),
                None => Err("it is not in the package.".to_owned()),
            };
            match read {
                Ok((target, mut root)) if root.name == "assessmentsection" => {
                    splice(source, &target, &mut root, depth + 1, lost);
                    place_in(&mut root, &target, line);
                    *child = root;
                }
                Ok((_, root)) => {
                    let what = format!("A section is left out: {}", super::no_item(&root.name));
                    lost.push((line, Lost::scores(what)));
                }
                Err(why) => lost.push((line, Lost::scores(format!("A section is left out: {why}")))),
            }
            child.mark();
        } else if matches!(child.name.as_str(), "testpart" | "assessmentsection") {
            splice(source, file, child, depth + 1, lost);
        }
    }
}

/// Names the file of each reference in a section, and gives all of it the line where the test refers to it.
fn place_in(element: &mut XmlElement, file: &str, line: u64) {
    element.line = line;
    if element.file.is_none() {
        element.file = Some(file.to_owned());
    }
    for node in &mut element.content {
        if let XmlNode::Element(child) = node {
            place_in(child, file, line);
        }
    }
}

/// Texts that candidates read before questions.
struct Rubrics<'e> {
    /// Description of the whole test.
    description: Vec<&'e XmlElement>,
    by_section: Vec<Vec<&'e XmlElement>>,
}

/// The rubrics of a test: the standard has no place for its description, which our files mark, and which others put into
/// their first section.
fn rubrics<'e>(test: &'e XmlElement, sections: &[SectionOf<'e>], lost: &mut Vec<(u64, Lost)>) -> Rubrics<'e> {
    let has_class = |rubric: &XmlElement, class: &str| rubric.attribute("class").is_some_and(|own| own.trim() == class);
    let is_shown = |rubric: &&XmlElement| is_for_candidates(rubric);
    let all: Vec<&XmlElement> = test.all("rubricblock").into_iter().filter(is_shown).collect();
    for rubric in test.all("rubricblock").into_iter().filter(|rubric| !is_shown(rubric)) {
        rubric.mark_all();
        lost.push((rubric.line, Lost::looks("A text for others than candidates is left out.")));
    }
    let is_whole = |section: &SectionOf<'e>| ptr::eq(section.element, test);
    let of_section = |section: &SectionOf<'e>| {
        let rubrics = section.element.all("rubricblock").into_iter().filter(is_shown);
        rubrics.filter(|rubric| !is_whole(section) && !has_class(rubric, DESCRIPTION)).collect()
    };
    let mut by_section: Vec<Vec<&XmlElement>> = sections.iter().map(of_section).collect();
    let is_marked = all.iter().any(|rubric| has_class(rubric, DESCRIPTION) || has_class(rubric, INSTRUCTIONS));
    let with_some: Vec<usize> =
        by_section.iter().enumerate().filter(|(_, rubrics)| !rubrics.is_empty()).map(|(place, _)| place).collect();
    if !is_marked
        && with_some == [0]
        && let Some(first) = by_section.first_mut()
    {
        first.clear();
    }
    let is_of_section =
        |rubric: &XmlElement| by_section.iter().flatten().any(|of_section| ptr::eq(*of_section, rubric));
    let description: Vec<&XmlElement> = all.into_iter().filter(|rubric| !is_of_section(rubric)).collect();
    if let [_, second, ..] = description.as_slice()
        && sections.iter().any(is_whole)
    {
        let what = "The instructions of several sections stand in the description of the test.";
        lost.push((second.line, Lost::looks(what)));
    }
    Rubrics { description, by_section }
}

/// The text of rubrics, which may be in several files.
fn text_before(
    source: &mut PackageReader<'_>,
    href: &str,
    rubrics: &[&XmlElement],
    lost: &mut Vec<(u64, Lost)>,
) -> TextDraft {
    let mut files = vec![href.to_owned()];
    files.extend(rubrics.iter().filter_map(|rubric| rubric.file.clone()));
    let (text, left_out) = text_of(source, &files, rubrics);
    lost.extend(left_out);
    text
}
