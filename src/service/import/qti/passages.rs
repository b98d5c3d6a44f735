//! Passages that items share, and the texts that candidates read before the questions of a section.

use super::{
    super::{lost::Lost, plan::Position},
    formatted::is_formatted,
    lines,
    package::{Of, PackageReader},
    parts::PackageParts as _,
    reader::QtiReader,
    text::AnswerPlaceholder,
    unread::unread,
    xml::{XmlElement, XmlNode},
};
use crate::domain::{
    passage::{MAX_PASSAGE, MAX_PASSAGES, PassageDraft, TextDraft},
    rich_text::{self, RichTextFormat},
};
use std::collections::HashSet;

/// A passage that an item shows.
pub struct PassageRef {
    line: u64,
    /// `None`: it is not in the package.
    file: Option<String>,
}

/// The passages of a section that is being read.
#[derive(Default)]
pub struct Shelf {
    /// Ids of passages in the whole test.
    ids: HashSet<String>,
    /// Passages, with the files that each was read from.
    passages: Vec<(Vec<String>, PassageDraft)>,
}

/// Findings with their places.
pub type PassageLosses = Vec<(Position, Lost)>;

/// Takes the passages out of an item: references to them, and pages within its body, as version 2 has them.
pub fn take(source: &PackageReader<'_>, href: &str, item: &mut XmlElement) -> Vec<PassageRef> {
    let mut found = Vec::new();
    for reference in item.all("assessmentstimulusref") {
        reference.mark();
        let file = reference.attribute("href").and_then(|file| source.package.find(href, file));
        found.push(PassageRef { line: reference.line, file });
    }
    take_pages(source, href, item, &mut found);
    found
}

fn take_pages(source: &PackageReader<'_>, href: &str, element: &mut XmlElement, found: &mut Vec<PassageRef>) {
    element.content.retain_mut(|node| {
        let XmlNode::Element(child) = node else { return true };
        if child.name != "object" || !is_page(child) {
            take_pages(source, href, child, found);
            return true;
        }
        let file = child.attribute("data").and_then(|file| source.package.find(href, file));
        let is_there = file.as_ref().is_some_and(|file| source.package.has(file));
        if is_there {
            found.push(PassageRef { line: child.line, file });
        }
        !is_there
    });
}

/// Whether an object shows a page of text.
fn is_page(object: &XmlElement) -> bool {
    let kind = object.attribute("type").unwrap_or_default().to_ascii_lowercase();
    let data = object.attribute("data").unwrap_or_default().to_ascii_lowercase();
    kind.starts_with("text/html")
        || kind.starts_with("application/xhtml")
        || kind.is_empty() && [".html", ".xhtml", ".htm"].iter().any(|ending| data.ends_with(ending))
}

impl Shelf {
    /// The passages of the section, and an empty shelf for the next one of the same test.
    pub fn next_section(&mut self) -> Vec<PassageDraft> {
        std::mem::take(&mut self.passages).into_iter().map(|(_, passage)| passage).collect()
    }

    /// The id of the passage that an item shows; the passages of several references are one.
    pub fn passage(
        &mut self,
        source: &mut PackageReader<'_>,
        href: &str,
        references: Vec<PassageRef>,
    ) -> (Option<String>, PassageLosses) {
        let mut lost = Vec::new();
        let (mut files, mut roots) = (Vec::new(), Vec::new());
        for PassageRef { line, file } in references {
            let place = Position { entry: Some(href.to_owned()), line: Some(line) };
            let Some(file) = file else {
                lost.push((place, Lost::reads("Its passage is not shown: it is not in the package.")));
                continue;
            };
            if files.contains(&file) {
                continue;
            }
            match source.xml(&file) {
                Ok(root) if body_of(&root).is_some() => {
                    files.push(file);
                    roots.push(root);
                }
                Ok(_) => lost.push((place, Lost::reads("Its passage is not shown: it has no text."))),
                Err((_, why)) => lost.push((place, Lost::reads(format!("Its passage is not shown: {why}")))),
            }
        }
        if files.is_empty() {
            return (None, lost);
        }
        if let Some((_, known)) = self.passages.iter().find(|(of, _)| *of == files) {
            return (Some(known.id.clone()), lost);
        }
        let place = Position { entry: files.first().cloned(), line: None };
        if self.passages.len() >= MAX_PASSAGES {
            lost.push((place, Lost::reads("Its passage is not shown: a section has at most 50 passages.")));
            return (None, lost);
        }
        let read = self.read(source, files, &roots, &mut lost);
        if read.is_none() {
            lost.push((
                place,
                Lost::reads("Its passage is not shown: it has no text, or more than 20,000 characters."),
            ));
        }
        (read, lost)
    }

    fn read(
        &mut self,
        source: &mut PackageReader<'_>,
        files: Vec<String>,
        roots: &[XmlElement],
        lost: &mut PassageLosses,
    ) -> Option<String> {
        let bodies: Vec<&XmlElement> = roots.iter().filter_map(body_of).collect();
        let (text, left_out) = text_of(source, &files, &bodies);
        let entry = files.first().cloned();
        let mut note = |(line, lost_here)| {
            lost.push((Position { entry: entry.clone(), line: Some(line) }, lost_here));
        };
        left_out.into_iter().for_each(&mut note);
        bodies.iter().flat_map(|body| unread(body)).for_each(&mut note);
        let is_shown = !text.text.trim().is_empty() && text.text.chars().count() <= MAX_PASSAGE;
        if !is_shown {
            return None;
        }
        let root = roots.first()?;
        let named = if root.name == "html" { body_of(root)?.attribute("id") } else { root.attribute("identifier") };
        let own = named.unwrap_or_default();
        let title = title_of(root).filter(|title| title != own).unwrap_or_default();
        let id = self.new_id(own);
        self.passages.push((files, PassageDraft { id: id.clone(), title, text }));
        Some(id)
    }

    /// Returns the id of the file, if it is valid here and no other passage has it.
    fn new_id(&mut self, own: &str) -> String {
        const LONGEST: usize = 40;
        let is_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let is_good = !own.is_empty() && own.len() <= LONGEST && own.chars().all(is_id);
        let numbered = (1..).map(|number| format!("passage-{number}"));
        let mut wanted = is_good.then(|| own.to_owned()).into_iter().chain(numbered);
        wanted.find(|id| self.ids.insert(id.clone())).unwrap_or_default()
    }
}

/// The text of a passage: a file of the standard, or a page.
fn body_of(root: &XmlElement) -> Option<&XmlElement> {
    match root.name.as_str() {
        "assessmentstimulus" => root.child("stimulusbody"),
        "html" => root.child("body"),
        _ => None,
    }
}

fn title_of(root: &XmlElement) -> Option<String> {
    const LONGEST: usize = 200;
    let title = match root.name.as_str() {
        "html" => root.child("head")?.child("title")?.text(),
        _ => root.attribute("title")?.to_owned(),
    };
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(line.chars().take(LONGEST).collect())
}

/// The text of elements of these files, as plain text if nothing is formatted or Markdown cannot express it.
pub fn text_of(
    source: &mut PackageReader<'_>,
    files: &[String],
    elements: &[&XmlElement],
) -> (TextDraft, Vec<(u64, Lost)>) {
    let mut pictures = Of { source, files };
    let is_rich = elements.iter().any(|element| is_formatted(element));
    let format = if is_rich { RichTextFormat::Markdown } else { RichTextFormat::Plain };
    let mut reader = QtiReader::new(format, &mut pictures);
    let (text, _) = reader.texts(elements, AnswerPlaceholder::None);
    for element in elements {
        lines::note_styles(element, &mut reader);
    }
    let fault = match rich_text::parse(&text, format) {
        _ if !is_rich => None,
        _ if reader.is_lossy => Some("Markdown cannot express it.".to_owned()),
        Ok(_) => None,
        Err(fault) => Some(fault.message),
    };
    let Some(fault) = fault else { return (TextDraft { text, format }, reader.left_out) };
    let plain: Vec<String> = elements.iter().map(|element| reader.plain(element)).collect();
    let mut lost = std::mem::take(&mut reader.left_out);
    let line = elements.first().map_or(1, |element| element.line);
    lost.push((line, Lost::reads(format!("Its formatting cannot be kept: {fault}"))));
    (TextDraft { text: plain.join("\n\n"), format: RichTextFormat::Plain }, lost)
}
