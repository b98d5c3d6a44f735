//! IMS QTI 2.1 and 3.0: packages, assessment tests and single items. Interactions by choice, order, match, inline choice,
//! text entry and extended text are supported, with pictures; everything else (other interactions, audio and video, most of
//! response processing) is reported as left out. Formatted texts become Markdown.

pub mod interaction;
mod item;
mod markdown;
pub mod parts;
pub mod reader;
pub mod response;
mod sections;
pub mod text;
pub mod xml;

pub(in crate::service) use text::{GAP, PLAIN};
pub(in crate::service) use xml::LOSS;

use super::{
    package::Package,
    pictures::Pictures,
    plan::{Parsed, PlannedTest, PlannedTestItem, Position},
};
use crate::domain::{PictureHash, bank::sections::MAX_SECTIONS, rich_text::RichTextFormat, test::DEFAULT_DURATION};
use item::QtiItem;
use markdown::is_formatted;
use parts::PackageParts as _;
use reader::{NoPictures, PictureSource, QtiReader};
use sections::SectionOf;
use std::collections::HashSet;
use xml::XmlElement;

/// The manifest of a package.
pub(super) const MANIFEST: &str = "imsmanifest.xml";

/// Reads a single XML file.
pub(super) fn read(bytes: &[u8], title: &str) -> Parsed {
    let mut parsed = Parsed::default();
    match xml::parse(bytes) {
        Ok(root) => single(&root, title, &mut parsed),
        Err((line, why)) => parsed.error(Position::line(line), why),
    }
    parsed
}

/// A package with the pictures found in it so far.
struct PackageReader<'b> {
    package: Package<'b>,
    pictures: Pictures,
}

impl PackageReader<'_> {
    fn xml(&mut self, name: &str) -> Result<XmlElement, (Option<u64>, String)> {
        let bytes = self.package.bytes(name).map_err(|why| (None, why))?;
        xml::parse(&bytes).map_err(|(line, why)| (Some(line), why))
    }
}

/// The pictures that a file of a package refers to.
struct Of<'s, 'b> {
    source: &'s mut PackageReader<'b>,
    file: &'s str,
}

impl PictureSource for Of<'_, '_> {
    fn find(&mut self, source: &str) -> Result<PictureHash, String> {
        let PackageReader { package, pictures } = &mut *self.source;
        let name = package.find(self.file, source).ok_or("This path does not name a file in the package.")?;
        pictures.get(&name, || package.bytes(&name))
    }
}

fn single(root: &XmlElement, title: &str, parsed: &mut Parsed) {
    let place = |line: u64| Position::line(line);
    match root.name.as_str() {
        "assessmentitem" => {
            let own = root.attribute("title").filter(|own| !own.trim().is_empty());
            parsed.tests.push(PlannedTest::new(own.unwrap_or(title), place(root.line)));
            add(item::read(root, &mut NoPictures), None, &place, parsed);
        }
        "assessmenttest" => {
            parsed.error(place(root.line), "This test refers to items in other files: import the package (zip).");
        }
        "manifest" => parsed.error(place(root.line), "This is the manifest of a package: import the package (zip)."),
        "questestinterop" => parsed.error(place(root.line), "QTI 1.2 is not supported; versions 2.1 and 3.0 are."),
        other => parsed.error(place(root.line), format!("<{other}> is neither an item nor a test of QTI 2.1 or 3.0.")),
    }
}

fn add(item: QtiItem, points: Option<i64>, place: &dyn Fn(u64) -> Position, parsed: &mut Parsed) {
    for (line, what) in item.left_out {
        parsed.left_out(place(line), what);
    }
    let Some((line, mut question)) = item.question else {
        return;
    };
    question.points = item.max_score.or(points).unwrap_or(question.points);
    parsed.push(question, &place(line));
}

/// Reads a package.
pub(super) fn packaged(package: Package<'_>, title: &str) -> Parsed {
    let mut source = PackageReader { package, pictures: Pictures::default() };
    let mut parsed = Parsed::default();
    let name = source.package.at_top(MANIFEST);
    let manifest = match source.xml(&name) {
        Ok(manifest) => manifest,
        Err((line, why)) => return Parsed::fault(Position { entry: Some(name), line }, why),
    };
    let mut used = HashSet::new();
    for href in resources(&source.package, (&name, &manifest), "_test_", &mut parsed) {
        assessment(&mut source, &href, title, &mut used, &mut parsed);
    }
    let mut loose = resources(&source.package, (&name, &manifest), "_item_", &mut parsed);
    loose.retain(|href| !used.contains(href));
    if !loose.is_empty() {
        let own = manifest.all("title").first().map(|element| element.text()).filter(|text| !text.is_empty());
        parsed.tests.push(PlannedTest::new(own.as_deref().unwrap_or(title), Position::default()));
        for href in loose {
            from_file(&mut source, &href, None, &mut parsed);
        }
    }
    parsed.tests.retain(|test| !test.places.is_empty());
    parsed.pictures = source.pictures.found;
    parsed
}

/// The files of one kind in the manifest, which is given with its name.
fn resources(
    package: &Package<'_>,
    (name, manifest): (&str, &XmlElement),
    kind: &str,
    parsed: &mut Parsed,
) -> Vec<String> {
    let is_kind = |t: &str| t.starts_with("imsqti_") && t.contains(kind);
    let mut names = Vec::new();
    for element in manifest.all("resource").into_iter().filter(|e| e.attribute("type").is_some_and(is_kind)) {
        match element.attribute("href").map(|href| package.find(name, href)) {
            Some(Some(file)) => names.push(file),
            Some(None) => {
                let place = Position { entry: Some(name.into()), line: Some(element.line) };
                parsed.error(place, "This path does not name a file in the package.");
            }
            None => {}
        }
    }
    names
}

/// Reads a test file and its items in their order.
fn assessment(
    source: &mut PackageReader<'_>,
    href: &str,
    title: &str,
    used: &mut HashSet<String>,
    parsed: &mut Parsed,
) {
    let place = |line| Position { entry: Some(href.to_owned()), line };
    let root = match source.xml(href) {
        Ok(root) => root,
        Err((line, why)) => return parsed.error(place(line), why),
    };
    let own = root.attribute("title").filter(|own| !own.trim().is_empty());
    let mut planned = PlannedTest::new(own.unwrap_or(title), place(Some(root.line)));
    planned.draft.duration_minutes = sections::minutes(&root).unwrap_or(DEFAULT_DURATION);
    let mut left_out = Vec::new();
    if let Some(rubric) = description(&root) {
        let format = if is_formatted(rubric) { RichTextFormat::Markdown } else { RichTextFormat::Plain };
        let mut pictures = Of { source, file: href };
        let mut reader = QtiReader::new(format, &mut pictures);
        planned.draft.description = reader.text(rubric);
        planned.draft.description_format = format;
        if reader.is_lossy {
            planned.draft.description = reader.plain(rubric);
            planned.draft.description_format = RichTextFormat::Plain;
        }
        left_out = reader.left_out;
    }
    parsed.tests.push(planned);
    for (line, what) in left_out {
        parsed.left_out(place(Some(line)), what);
    }
    for (line, what) in sections::left_out(&root) {
        parsed.left_out(place(Some(line)), what);
    }
    let mut planned = Vec::new();
    for SectionOf { mut section, references } in sections::read(&root) {
        let mut shuffles = Vec::new();
        for reference in references {
            if parsed.is_full() {
                return;
            }
            let Some(target) = reference.attribute("href").and_then(|item: &str| source.package.find(href, item))
            else {
                parsed.error(place(Some(reference.line)), "This path does not name a file in the package.");
                continue;
            };
            let weight = reference.all("weight").first().and_then(|w| xml::whole(w.attribute("value")?));
            let before = parsed.questions();
            shuffles.extend(from_file(source, &target, weight, parsed));
            section.items.extend((before..parsed.questions()).map(|_| PlannedTestItem::Question));
            used.insert(target);
        }
        section.shuffle_options = !shuffles.is_empty() && shuffles.iter().all(|shuffles| *shuffles);
        planned.push(section);
    }
    planned.retain(|section| !section.items.is_empty());
    if planned.len() > MAX_SECTIONS {
        parsed.left_out(place(Some(root.line)), "More than 50 sections: the questions become one list.");
    } else if sections::are_needed(&planned) {
        for section in planned {
            parsed.push_section(section);
        }
    }
}

/// Adds the item of a file. Returns for each of its choices whether it shuffles the options.
fn from_file(source: &mut PackageReader<'_>, href: &str, points: Option<i64>, parsed: &mut Parsed) -> Vec<bool> {
    let place = |line| Position { entry: Some(href.to_owned()), line };
    match source.xml(href) {
        Ok(root) if root.name == "assessmentitem" => {
            add(item::read(&root, &mut Of { source, file: href }), points, &|line| place(Some(line)), parsed);
            let choices = root.all("choiceinteraction").into_iter();
            return choices.map(|choice| choice.attribute("shuffle") == Some("true")).collect();
        }
        Ok(root) => parsed.error(place(Some(root.line)), "This file is not a QTI 2.1 or 3.0 item."),
        Err((line, why)) => parsed.error(place(line), why),
    }
    Vec::new()
}

/// Text that candidates read before the questions.
fn description(test: &XmlElement) -> Option<&XmlElement> {
    let is_shown = |rubric: &&XmlElement| rubric.attribute("view").is_some_and(|view| view.contains("candidate"));
    test.all("rubricblock").into_iter().find(is_shown)
}
