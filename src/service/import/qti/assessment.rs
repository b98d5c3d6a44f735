//! A test of a package: its sections, which may be files of their own, and their items in their order.

use super::{
    super::{
        lost::Lost,
        plan::{Parsed, PlannedTest, PlannedTestItem, Position},
    },
    markdown::is_formatted,
    package::{Of, PackageReader, from_file},
    parts::PackageParts as _,
    reader::QtiReader,
    sections::{self, SectionOf},
    text::is_for_candidates,
    unread::unread,
    xml::{XmlElement, XmlNode},
};
use crate::domain::{bank::sections::MAX_SECTIONS, rich_text::RichTextFormat, test::DEFAULT_DURATION};
use std::collections::HashSet;

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
    let mut planned = PlannedTest::new(own.unwrap_or(title), place(Some(root.line)));
    planned.draft.duration_minutes = sections::minutes(&root).unwrap_or(DEFAULT_DURATION);
    let (description, format) = instructions(source, href, &root, &mut lost);
    (planned.draft.description, planned.draft.description_format) = (description, format);
    parsed.tests.push(planned);
    lost.extend(sections::left_out(&root));
    let mut planned = Vec::new();
    let (mut mixed, mut all) = (0_usize, 0_usize);
    for SectionOf { mut section, references } in sections::read(&root) {
        let mut shuffles = Vec::new();
        for reference in references {
            if parsed.is_full() {
                return;
            }
            let from = reference.file.as_deref().unwrap_or(href);
            let Some(target) = reference.attribute("href").and_then(|item: &str| source.package.find(from, item))
            else {
                let why = "This path does not name a file in the package.";
                parsed.left_out(place(Some(reference.line)), Lost::scores(why));
                continue;
            };
            let weight = sections::weight(reference);
            let before = parsed.questions();
            shuffles.extend(from_file(source, &target, weight, parsed));
            section.items.extend((before..parsed.questions()).map(|_| PlannedTestItem::Question));
            used.insert(target);
        }
        section.shuffle_options = !shuffles.is_empty() && shuffles.iter().all(|shuffles| *shuffles);
        if !section.shuffle_options {
            mixed += shuffles.iter().filter(|shuffles| **shuffles).count();
            all += shuffles.len();
        }
        planned.push(section);
    }
    if mixed > 0 {
        let what = format!("{mixed} of {all} questions shuffle their options: a section does so for all or none.");
        lost.push((root.line, Lost::looks(what)));
    }
    planned.retain(|section| !section.items.is_empty());
    if planned.len() > MAX_SECTIONS {
        lost.push((root.line, Lost::reads("More than 50 sections: the questions become one list.")));
    } else if sections::are_needed(&planned) {
        for section in planned {
            parsed.push_section(section);
        }
    }
    lost.extend(unread(&root));
    for (line, lost) in lost {
        parsed.left_out(place(Some(line)), lost);
    }
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

/// Texts that candidates read before the questions, of the test and of its sections.
fn instructions(
    source: &mut PackageReader<'_>,
    href: &str,
    test: &XmlElement,
    lost: &mut Vec<(u64, Lost)>,
) -> (String, RichTextFormat) {
    let is_shown = |rubric: &&XmlElement| is_for_candidates(rubric);
    let all: Vec<&XmlElement> = test.all("rubricblock").into_iter().filter(is_shown).collect();
    let is_rich = all.iter().any(|rubric| is_formatted(rubric));
    let format = if is_rich { RichTextFormat::Markdown } else { RichTextFormat::Plain };
    let mut texts = Vec::new();
    let mut is_lossy = false;
    let mut plain = Vec::new();
    for rubric in &all {
        let files = [rubric.file.clone().unwrap_or_else(|| href.to_owned())];
        let mut pictures = Of { source, files: &files };
        let mut reader = QtiReader::new(format, &mut pictures);
        texts.push(reader.text(rubric));
        is_lossy |= reader.is_lossy;
        lost.extend(std::mem::take(&mut reader.left_out));
        plain.push(reader.plain(rubric));
    }
    if let [_, second, ..] = all.as_slice() {
        let what = "The instructions of several sections stand in the description of the test.";
        lost.push((second.line, Lost::looks(what)));
    }
    for rubric in test.all("rubricblock").into_iter().filter(|rubric| !is_shown(rubric)) {
        rubric.mark_all();
        lost.push((rubric.line, Lost::looks("A text for others than candidates is left out.")));
    }
    texts.retain(|text| !text.trim().is_empty());
    plain.retain(|text| !text.trim().is_empty());
    if is_lossy { (plain.join("\n\n"), RichTextFormat::Plain) } else { (texts.join("\n\n"), format) }
}
