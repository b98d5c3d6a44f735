//! A package as its manifest has it: tests, and items that no test has.

use super::{
    super::{
        format::root,
        lost::Lost,
        name_order::by_number,
        package::{Package, is_hidden},
        pictures::Pictures,
        plan::{Parsed, PlannedTestItem, PlannedTestSection, Position},
        unread_files::{FileVocabulary, name_unread},
    },
    MANIFEST, assessment,
    item_file::from_file,
    no_item,
    package::{FileFault, PackageReader},
    passages::Shelf,
    planned,
    shuffles::{mixed, shuffle_all},
    xml::XmlElement,
};
use std::collections::HashSet;

/// Files of a package that may be passed over, with the reason.
pub const FILES: FileVocabulary = FileVocabulary {
    folders: &[],
    endings: &[
        (".css", "layout"),
        (".js", "programs of pages"),
        (".xsd", "the grammar of the standard"),
        (".dtd", "the grammar of the standard"),
        (".xsl", "layout"),
        (".xslt", "layout"),
        (".woff", "layout"),
        (".woff2", "layout"),
        (".ttf", "layout"),
    ],
    scoring: None,
    named: &[],
};

/// Reads a package.
pub fn packaged(package: Package<'_>, title: &str) -> Parsed {
    let mut source = PackageReader { package, pictures: Pictures::default() };
    let mut parsed = Parsed::default();
    let name = source.package.at_top(MANIFEST);
    let has_manifest = source.package.has(&name);
    let (manifest, Resources { tests, items }) = match source.xml(&name) {
        Ok(manifest) => {
            let resources = resources(&mut source, (&name, &manifest), &mut parsed);
            (manifest, resources)
        }
        Err(why) => {
            if has_manifest {
                unreadable(&name, why, &mut parsed);
            }
            (XmlElement::default(), loose(&mut source, &name, &mut parsed))
        }
    };
    let mut used = HashSet::new();
    for href in tests {
        assessment::read(&mut source, &href, title, &mut used, &mut parsed);
    }
    let loose: Vec<String> = items.into_iter().filter(|href| !used.contains(href)).collect();
    if !loose.is_empty() {
        let own = manifest.all("title").first().map(|element| element.text()).filter(|text| !text.is_empty());
        let (test, cut) = planned(own.as_deref().unwrap_or(title), Position::default());
        parsed.begin(test, cut);
        let (mut shelf, mut section) = (Shelf::default(), PlannedTestSection::default());
        let mut shuffles = Vec::new();
        for href in loose {
            if parsed.is_full() {
                break;
            }
            let before = parsed.questions();
            let found = from_file(&mut source, &href, 1.0, &mut shelf, &mut parsed);
            shuffles.extend(found.shuffles);
            for _ in before..parsed.questions() {
                section.push(PlannedTestItem::Question, found.passage.clone());
            }
        }
        section.texts.passages = shelf.next_section();
        section.shuffle_options = shuffle_all(&shuffles);
        if let Some(lost) = mixed(&shuffles) {
            parsed.left_out(Position::default(), lost);
        }
        if section.shuffle_options || !section.texts.passages.is_empty() {
            parsed.push_section(section);
        }
    }
    parsed.drop_empty();
    name_unread(&source.package, "", &FILES, &mut parsed);
    parsed.pictures = source.pictures.found;
    parsed
}

struct Resources {
    tests: Vec<String>,
    items: Vec<String>,
}

/// Files of tests and items in the manifest, which is given with its name. What their type does not say, their root does.
fn resources(source: &mut PackageReader<'_>, (name, manifest): (&str, &XmlElement), parsed: &mut Parsed) -> Resources {
    let mut found = Resources { tests: Vec::new(), items: Vec::new() };
    let base_of = |element: &XmlElement| element.attribute("base").unwrap_or_default().to_owned();
    let whole = base_of(manifest) + &manifest.child("resources").map(base_of).unwrap_or_default();
    for element in manifest.all("resource") {
        let kind = element.attribute("type").unwrap_or_default().to_ascii_lowercase();
        let place = |line| Position { entry: Some(name.into()), line: Some(line) };
        let Some(href) = element.attribute("href") else { continue };
        let is_ours = kind.starts_with("imsqti") || kind.starts_with("imsapip") || kind.starts_with("imsqtiasi");
        if !is_ours || ["_section", "_stimulus"].iter().any(|part| kind.contains(part)) {
            continue;
        }
        let base = format!("{whole}{}", base_of(element));
        let Some(file) = file_of(&source.package, name, &base, href) else {
            parsed.left_out(place(element.line), Lost::scores("This path does not name a file in the package."));
            continue;
        };
        if kind.contains("test_") {
            found.tests.push(file);
        } else if kind.contains("item_") {
            found.items.push(file);
        } else {
            found.add(source, file, parsed);
        }
    }
    found
}

/// The file of a resource; `xml:base` counts where a file is there.
fn file_of(package: &Package<'_>, manifest: &str, base: &str, href: &str) -> Option<String> {
    let based = if base.is_empty() { None } else { package.find(manifest, &format!("{base}{href}")) };
    based.filter(|file| package.has(file)).or_else(|| package.find(manifest, href))
}

impl Resources {
    /// Adds a file by its root.
    fn add(&mut self, source: &mut PackageReader<'_>, file: String, parsed: &mut Parsed) {
        match source.xml(&file) {
            Ok(root) if root.name == "assessmenttest" => self.tests.push(file),
            Ok(root) if root.name == "assessmentitem" => self.items.push(file),
            Ok(root) => {
                let place = Position { entry: Some(file), line: Some(root.line) };
                parsed.left_out(place, Lost::scores(no_item(&root.name)));
            }
            Err((line, why)) => parsed.left_out(Position { entry: Some(file), line }, Lost::scores(why)),
        }
    }
}

/// Says that a package is read without its manifest, which has this name.
pub fn unreadable(name: &str, (line, why): FileFault, parsed: &mut Parsed) {
    let place = Position { entry: Some(name.to_owned()), line };
    let what = format!("The manifest cannot be read: {why} The files of the package come in the order of their names.");
    parsed.left_out_of_file(place, Lost::reads(what));
}

/// All files of XML of a zip without a manifest that can be read, which would have this name.
fn loose(source: &mut PackageReader<'_>, manifest: &str, parsed: &mut Parsed) -> Resources {
    let mut found = Resources { tests: Vec::new(), items: Vec::new() };
    for file in xml_files(&source.package).into_iter().filter(|file| file != manifest) {
        let is_part = source.xml(&file).is_ok_and(|root| is_part(&root.name));
        if is_part {
            // An item or a test names it.
            source.package.forget(&file);
        } else {
            found.add(source, file, parsed);
        }
    }
    found
}

/// Whether an element is the root of a file that other files refer to.
fn is_part(name: &str) -> bool {
    matches!(name, "assessmentstimulus" | "assessmentsection")
}

/// Names of the files of XML that programs have not added, in the order of their numbers.
fn xml_files(package: &Package<'_>) -> Vec<String> {
    let mut names = package.names();
    names.retain(|name| name.to_ascii_lowercase().ends_with(".xml") && !is_hidden(name));
    names.sort_by_cached_key(|name| by_number(name));
    names
}

/// Whether a zip has items or tests: one among its first files of XML says so.
pub fn has_items(package: &mut Package<'_>) -> bool {
    has_root(package, &["assessmentitem", "assessmenttest"])
}

/// Whether one of the first files of XML has a root of these names.
pub fn has_root(package: &mut Package<'_>, wanted: &[&str]) -> bool {
    const LOOKED_AT: usize = 20;
    let names: Vec<String> = xml_files(package).into_iter().take(LOOKED_AT).collect();
    names.iter().any(|name| {
        let root = package.bytes(name).ok().and_then(|bytes| root(&bytes));
        package.forget(name);
        let name = root.map(|root| root.replace('-', "").to_ascii_lowercase()).unwrap_or_default();
        wanted.contains(&name.trim_start_matches("qti"))
    })
}
