//! A package as its manifest has it: tests, and items that no test has.

use super::{
    super::{
        lost::Lost,
        package::Package,
        pictures::{Pictures, is_picture},
        plan::{Parsed, PlannedTest, Position},
    },
    MANIFEST, assessment, no_item,
    package::{PackageReader, from_file},
    xml::XmlElement,
};
use std::collections::HashSet;

/// Files that no rule read and that are named one by one.
const MAX_UNREAD: usize = 20;

/// Reads a package.
pub fn packaged(package: Package<'_>, title: &str) -> Parsed {
    let mut source = PackageReader { package, pictures: Pictures::default(), used: HashSet::new() };
    let mut parsed = Parsed::default();
    let name = source.package.at_top(MANIFEST);
    let manifest = match source.xml(&name) {
        Ok(manifest) => manifest,
        Err((line, why)) => return Parsed::fault(Position { entry: Some(name), line }, why),
    };
    let Resources { tests, items } = resources(&mut source, (&name, &manifest), &mut parsed);
    let mut used = HashSet::new();
    for href in tests {
        assessment::read(&mut source, &href, title, &mut used, &mut parsed);
    }
    let loose: Vec<String> = items.into_iter().filter(|href| !used.contains(href)).collect();
    if !loose.is_empty() {
        let own = manifest.all("title").first().map(|element| element.text()).filter(|text| !text.is_empty());
        parsed.tests.push(PlannedTest::new(own.as_deref().unwrap_or(title), Position::default()));
        for href in loose {
            if parsed.is_full() {
                break;
            }
            from_file(&mut source, &href, 1.0, &mut parsed);
        }
    }
    parsed.drop_empty();
    unread(&source, &mut parsed);
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
    for element in manifest.all("resource") {
        let kind = element.attribute("type").unwrap_or_default().to_ascii_lowercase();
        let place = |line| Position { entry: Some(name.into()), line: Some(line) };
        let Some(href) = element.attribute("href") else { continue };
        let is_ours = kind.starts_with("imsqti") || kind.starts_with("imsapip") || kind.starts_with("imsqtiasi");
        if !is_ours || ["_section", "_stimulus"].iter().any(|part| kind.contains(part)) {
            continue;
        }
        let Some(file) = source.package.find(name, href) else {
            parsed.left_out(place(element.line), Lost::scores("This path does not name a file in the package."));
            continue;
        };
        if kind.contains("test_") {
            found.tests.push(file);
        } else if kind.contains("item_") {
            found.items.push(file);
        } else {
            match source.xml(&file) {
                Ok(root) if root.name == "assessmenttest" => found.tests.push(file),
                Ok(root) if root.name == "assessmentitem" => found.items.push(file),
                Ok(root) => {
                    let place = Position { entry: Some(file), line: Some(root.line) };
                    parsed.left_out(place, Lost::scores(no_item(&root.name)));
                }
                Err((line, why)) => parsed.left_out(Position { entry: Some(file), line }, Lost::scores(why)),
            }
        }
    }
    found
}

/// Names the files of the package that no rule has read.
fn unread(source: &PackageReader<'_>, parsed: &mut Parsed) {
    let is_passed_over = |name: &str| {
        let is_hidden = name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
        // Layout, and the grammar of the standard.
        let endings = ["/", ".css", ".xsd", ".dtd", ".xsl", ".xslt", ".js", ".woff", ".woff2", ".ttf"];
        is_hidden || endings.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
    };
    let mut names = source.package.names();
    names.retain(|name| !source.used.contains(name) && !is_passed_over(name));
    names.sort();
    let more = names.len().saturating_sub(MAX_UNREAD);
    for name in names.into_iter().take(MAX_UNREAD) {
        let what = if is_picture(&name) { "This picture is shown by no question." } else { "This file is not read." };
        parsed.left_out_of_file(Position { entry: Some(name), line: None }, Lost::looks(what));
    }
    if more > 0 {
        parsed.left_out_of_file(Position::default(), Lost::looks(format!("{more} more files are not read.")));
    }
}
