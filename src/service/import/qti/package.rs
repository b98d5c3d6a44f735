//! Files of a package: items, the passages that they show, and pictures.

use super::{
    super::{
        lost::Lost,
        package::Package,
        pictures::Pictures,
        plan::{Parsed, Position},
    },
    add, item, no_item,
    reader::PictureSource,
    xml::{self, XmlElement},
};
use crate::domain::PictureHash;

/// A package with the pictures found in it so far.
pub struct PackageReader<'b> {
    pub package: Package<'b>,
    pub pictures: Pictures,
}

/// Line and message of what is wrong with a file.
pub type FileFault = (Option<u64>, String);

impl PackageReader<'_> {
    pub fn xml(&mut self, name: &str) -> Result<XmlElement, FileFault> {
        let bytes = self.package.bytes(name).map_err(|why| (None, why))?;
        xml::parse(&bytes).map_err(|(line, why)| (Some(line), why))
    }
}

/// The pictures that files of a package refer to: an item, and the passages that it shows.
pub struct Of<'s, 'b> {
    pub source: &'s mut PackageReader<'b>,
    pub files: &'s [String],
}

impl PictureSource for Of<'_, '_> {
    fn find(&mut self, source: &str) -> Result<PictureHash, String> {
        let PackageReader { package, pictures } = &mut *self.source;
        let found = self.files.iter().filter_map(|file| package.find(file, source));
        let names: Vec<String> = found.collect();
        let name = names.iter().find(|name| package.has(name)).or(names.first());
        let name = name.ok_or("This path does not name a file in the package.")?;
        pictures.get(name, || package.bytes(name))
    }
}

/// Adds the item of a file. Returns for each of its choices whether it shuffles the options.
pub fn from_file(source: &mut PackageReader<'_>, href: &str, weight: f64, parsed: &mut Parsed) -> Vec<bool> {
    let place = |line| Position { entry: Some(href.to_owned()), line };
    match source.xml(href) {
        Ok(root) if root.name == "assessmentitem" => {
            let mut files = vec![href.to_owned()];
            let (passages, lost) = passages(source, href, &root, &mut files);
            for (line, lost) in lost {
                parsed.left_out(place(Some(line)), lost);
            }
            let bodies: Vec<&XmlElement> = passages.iter().filter_map(|root| root.child("stimulusbody")).collect();
            let item = item::read(&root, &bodies, weight, &mut Of { source, files: &files });
            add(item, &|line| place(Some(line)), parsed);
            let choices = root.all("choiceinteraction").into_iter();
            return choices.map(|choice| choice.attribute("shuffle") == Some("true")).collect();
        }
        Ok(root) => parsed.left_out(place(Some(root.line)), Lost::scores(no_item(&root.name))),
        Err((line, why)) => parsed.left_out(place(line), Lost::skipped(why.trim_end_matches('.'))),
    }
    Vec::new()
}

/// The passages that an item shows, which are files of their own.
fn passages(
    source: &mut PackageReader<'_>,
    href: &str,
    item: &XmlElement,
    files: &mut Vec<String>,
) -> (Vec<XmlElement>, Vec<(u64, Lost)>) {
    let (mut found, mut lost) = (Vec::new(), Vec::new());
    for reference in item.all("assessmentstimulusref") {
        reference.mark();
        let file = reference.attribute("href").and_then(|passage| source.package.find(href, passage));
        let read = file.as_ref().map(|file| source.xml(file));
        match (file, read) {
            (Some(file), Some(Ok(root))) if root.child("stimulusbody").is_some() => {
                lost.push((reference.line, Lost::looks("Its passage stands in the text of each of its questions.")));
                files.push(file);
                found.push(root);
            }
            (_, Some(Err((_, why)))) => {
                lost.push((reference.line, Lost::reads(format!("Its passage is not shown: {why}"))));
            }
            _ => lost.push((reference.line, Lost::reads("Its passage is not shown: it is not in the package."))),
        }
    }
    (found, lost)
}
