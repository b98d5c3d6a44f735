//! A zip with a file of tests and the pictures that it shows, or with one file of another program. Texts refer to a picture
//! by its path from that file (`![A chart](pictures/chart.png)`), or as our export does, by `picture:` and the hash that
//! names the file.

use super::{
    ImportFormat,
    lost::Lost,
    package::{Package, is_hidden},
    pictures::{Pictures, is_picture},
    plan::{Parsed, PlannedTest, Position},
    unread_files::{FileVocabulary, name_unread},
};
use crate::domain::{PictureHash, question::ChoiceDraft, rich_text::RichTextFormat};
use std::{collections::HashMap, iter};

const SCHEME: &str = "picture:";
/// Vocabulary without files that are passed over.
const FILES: FileVocabulary = FileVocabulary { folders: &[], endings: &[], scoring: None, named: &[] };

/// The file of tests in a zip, with its format.
pub struct ZippedTests<'b> {
    package: Package<'b>,
    /// Name of the file of tests.
    name: String,
    /// Names of pictures by their stem.
    by_stem: HashMap<String, String>,
    pictures: Pictures,
}

/// The format of a file of tests, by its name.
fn format(name: &str) -> Option<ImportFormat> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("json") => Some(ImportFormat::Json),
        Some("yaml" | "yml") => Some(ImportFormat::Yaml),
        Some("csv" | "tsv") => Some(ImportFormat::Csv),
        _ => None,
    }
}

const NOTHING: &str = "This zip has neither imsmanifest.xml or items (QTI), nor a JSON, YAML or CSV file, nor problem.yaml or problem.xml (contests). Other files are imported one at a time, unpacked.";

/// The file of another program in a zip without any other file but pictures.
fn alone(package: &mut Package<'_>) -> Option<(String, ImportFormat)> {
    let names = package.names();
    let mut files = names.iter().filter(|name| !is_hidden(name) && !name.ends_with('/') && !is_picture(name));
    let (Some(only), None) = (files.next(), files.next()) else { return None };
    let bytes = package.bytes(only).ok()?;
    let found = ImportFormat::guess(&bytes, Some(only))?;
    matches!(found, ImportFormat::Moodle | ImportFormat::Gift | ImportFormat::Aiken).then(|| (only.clone(), found))
}

impl<'b> ZippedTests<'b> {
    /// Whether a zip has such a file.
    pub fn is_in(package: &Package<'_>) -> bool {
        package.names().iter().any(|name| !is_hidden(name) && format(name).is_some())
    }

    /// # Errors
    /// A zip without such a file, or with several.
    pub fn open(mut package: Package<'b>) -> Result<(Self, ImportFormat), &'static str> {
        let names = package.names();
        let mut tests = names.iter().filter(|name| !is_hidden(name)).filter_map(|name| Some((name, format(name)?)));
        let (name, found) = match (tests.next(), tests.next()) {
            (Some((only, found)), None) => (only.clone(), found),
            (None, _) if names.iter().any(|name| name.ends_with(".in")) => {
                return Err(
                    "This zip has tests of a program: add them to a coding question in the editor. A package of a contest also has problem.yaml or problem.xml.",
                );
            }
            (None, _) => alone(&mut package).ok_or(NOTHING)?,
            _ => return Err("This zip has several JSON, YAML or CSV files. Import one at a time."),
        };
        let stem = |name: &String| {
            let file = name.rsplit('/').next().unwrap_or(name);
            file.rsplit_once('.').map(|(stem, _)| (stem.to_owned(), name.clone()))
        };
        let by_stem = names.iter().filter(|name| is_picture(name) && !is_hidden(name)).filter_map(stem).collect();
        Ok((Self { package, name, by_stem, pictures: Pictures::default() }, found))
    }

    /// # Errors
    /// A file that cannot be unpacked.
    pub fn file(&mut self) -> Result<Vec<u8>, String> {
        self.package.bytes(&self.name)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Replaces the paths of pictures in all texts.
    pub fn resolve(mut self, parsed: &mut Parsed) {
        let mut unusable = Vec::new();
        for (index, test) in parsed.tests.iter_mut().enumerate() {
            self.of_test(test, &mut |place, why| unusable.push((index, place, why)));
        }
        for (index, place, why) in unusable {
            parsed.left_out_of_test(index, place, Lost::reads(why));
        }
        for finding in &mut parsed.findings {
            finding.place.entry = Some(self.name.clone());
        }
        for test in &mut parsed.tests {
            let places = test.places.iter_mut().chain([&mut test.place]);
            places.for_each(|place| place.entry = Some(self.name.clone()));
        }
        name_unread(&self.package, "", &FILES, parsed);
        parsed.pictures.extend(self.pictures.found);
    }

    fn of_test(
        &mut self,
        PlannedTest { draft, place, places, sections, .. }: &mut PlannedTest,
        report: &mut impl FnMut(Position, String),
    ) {
        if draft.description_format == RichTextFormat::Markdown {
            self.text(&mut draft.description, &mut |why| report(place.clone(), why));
        }
        for texts in sections.iter_mut().map(|section| &mut section.texts) {
            for text in iter::once(&mut texts.instructions).chain(texts.passages.iter_mut().map(|one| &mut one.text)) {
                if text.format == RichTextFormat::Markdown {
                    self.text(&mut text.text, &mut |why| report(place.clone(), why));
                }
            }
        }
        for (question, place) in draft.questions.iter_mut().zip(places) {
            if question.format != RichTextFormat::Markdown {
                continue;
            }
            let mut report = |why| report(place.clone(), why);
            self.text(&mut question.text, &mut report);
            // Some of these repeat texts of options.
            let repeated = question.correct_answer.iter_mut().chain(&mut question.pinned_options);
            for text in repeated.chain(&mut question.explanation) {
                self.text(text, &mut report);
            }
            for choice in question.options.iter_mut().chain(&mut question.prompts) {
                let (ChoiceDraft::Text(text) | ChoiceDraft::WithId { text, .. }) = choice;
                self.text(text, &mut report);
            }
        }
    }

    /// Replaces the paths of pictures in one text.
    fn text(&mut self, text: &mut String, report: &mut impl FnMut(String)) {
        let mut out = String::new();
        let mut rest = text.as_str();
        while let Some((before, tail)) = rest.split_once("](") {
            out.push_str(before);
            out.push_str("](");
            let end = tail.find(|c: char| c == ')' || c.is_whitespace()).unwrap_or(tail.len());
            let (address, after) = tail.split_at(end);
            match self.picture(address) {
                Some(Ok(hash)) => out.extend([SCHEME, &hash.to_string()]),
                Some(Err(why)) => {
                    report(why);
                    match without_picture(&mut out, after) {
                        Some(behind) => {
                            rest = behind;
                            continue;
                        }
                        None => out.push_str(address),
                    }
                }
                None => out.push_str(address),
            }
            rest = after;
        }
        out.push_str(rest);
        *text = out;
    }

    /// The picture at this address; `None` if the zip has none.
    fn picture(&mut self, address: &str) -> Option<Result<PictureHash, String>> {
        let name = match address.strip_prefix(SCHEME) {
            Some(hash) => self.by_stem.get(hash)?.clone(),
            None => self.package.find(&self.name, address).filter(|name| is_picture(name) && self.package.has(name))?,
        };
        let Self { package, pictures, .. } = self;
        Some(pictures.get(&name, || package.bytes(&name)))
    }
}

/// Leaves the description of a picture, with whose address `after` goes on, in the text that ends before the address. Returns what
/// follows the picture; `None` for a link.
fn without_picture<'t>(out: &mut String, after: &'t str) -> Option<&'t str> {
    let before = out.strip_suffix("](")?;
    let begin = before.rfind("![")?;
    let described = before.get(begin + 2..).filter(|text| !text.contains(']'))?.to_owned();
    let (_, behind) = after.split_once(')')?;
    out.truncate(begin);
    out.push_str(&described);
    Some(behind)
}
