//! Texts of Moodle XML with the files that are in them.

use crate::{
    domain::PictureHash,
    service::import::{
        html::{ForeignText, unmarked},
        kinds,
        lost::Lost,
        pictures::{Pictures, decoded, is_picture},
        qti::{reader::PictureSource, xml::XmlElement},
    },
};
use std::borrow::Cow;

/// How texts name the files that come with them.
const PLUGIN_FILE: &str = "@@PLUGINFILE@@/";

/// The text in an element such as `questiontext`, in its format.
pub fn text(element: &XmlElement) -> ForeignText {
    formatted(element, &source(element))
}

/// The source of it.
pub fn source(element: &XmlElement) -> String {
    element.mark();
    unmarked(&element.child("text").unwrap_or(element).raw_text())
}

/// A source in the format of its element.
pub fn formatted(element: &XmlElement, source: &str) -> ForeignText {
    match element.attribute("format").unwrap_or_default().trim() {
        "html" => {
            let text = ForeignText::html(source, element.line);
            // The same characters, and as many spaces.
            if text.is_bare(source) { ForeignText::Plain(source.trim().to_owned()) } else { text }
        }
        "markdown" => ForeignText::Markdown(source.trim().to_owned()),
        "plain_text" | "plain" => ForeignText::Plain(source.trim().to_owned()),
        _ => ForeignText::auto(source, element.line),
    }
}

/// The pictures of a question: Moodle keeps each beside the text that shows it.
pub struct FilesOf<'s> {
    element: &'s XmlElement,
    pictures: &'s mut Pictures,
    /// How often a file was looked for.
    asked: usize,
}

impl<'s> FilesOf<'s> {
    pub const fn new(element: &'s XmlElement, pictures: &'s mut Pictures) -> Self {
        Self { element, pictures, asked: 0 }
    }
}

impl PictureSource for FilesOf<'_> {
    fn find(&mut self, source: &str) -> Result<PictureHash, String> {
        self.asked += 1;
        if self.asked > kinds::MAX_PARTS {
            return Err("More than 200 pictures of a question are left out.".into());
        }
        let Self { element, pictures, .. } = self;
        if let Some(found) = pictures.within(source) {
            return found;
        }
        let Some(path) = source.strip_prefix(PLUGIN_FILE) else {
            return Err(format!("The picture {} is on another server: it is left out.", shortened(source)));
        };
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let name = percent_encoding::percent_decode_str(path).decode_utf8().unwrap_or(Cow::Borrowed(path));
        let file =
            file(element, &name).ok_or_else(|| format!("The picture {} is not in the file.", shortened(&name)))?;
        if !is_picture(&name) {
            return Err(format!("The file {} is not a picture in PNG, JPEG or WebP.", shortened(&name)));
        }
        let known = format!("{} in line {}", shortened(&name), file.line);
        pictures.get(&known, || decoded(&file.raw_text()))
    }
}

/// A file of this path below an element.
fn file<'e>(element: &'e XmlElement, path: &str) -> Option<&'e XmlElement> {
    element.all("file").into_iter().find(|file| {
        let folder = file.attribute("path").unwrap_or("/").trim_matches('/');
        let name = file.attribute("name").unwrap_or_default();
        if folder.is_empty() { name == path } else { path.strip_prefix(folder) == Some(&format!("/{name}")) }
    })
}

fn shortened(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(80).collect()
}

/// Files of a question that are no pictures of its texts.
pub fn lost(question: &XmlElement) -> Vec<(u64, Lost)> {
    let shown = |name: &str| is_picture(name);
    let files = question.all("file").into_iter();
    let lost = files.filter(|file| file.attribute("name").is_some_and(|name| !shown(name)));
    lost.map(|file| {
        file.mark_all();
        let name = shortened(file.attribute("name").unwrap_or_default());
        (file.line, Lost::reads(format!("The file {name} is not imported: only pictures are.")))
    })
    .collect()
}
