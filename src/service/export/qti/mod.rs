//! Exports tests as a package of IMS QTI 2.1 or 3.0: a manifest, a file for each test, for each question and for each
//! picture. What QTI cannot express is named in comments of the items.

pub mod body;
mod item;
mod passages;
pub mod processing;
mod rich;
mod sections;
pub mod texts;
pub mod xml;

pub use item::{in_words, lost};
pub use xml::QtiVersion;

use super::{
    exported::Exported,
    pictures::{self, PictureLookup},
};
use crate::domain::{
    picture::shown_by,
    question::{Question, QuestionContent},
};
use passages::PassageFile;
use sections::Divided;
use std::{
    io::{self, Cursor, Write},
    slice,
};
use texts::ItemTexts;
use xml::{QtiElement, plain};
use zip::{ZipWriter, write::SimpleFileOptions};

/// Characters of an item's title.
const MAX_TITLE: usize = 80;

pub fn write(
    tests: &[Exported],
    version: QtiVersion,
    source: PictureLookup<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let names = pictures::write(tests.iter(), source, &mut zip)?;
    let mut add = |name: &str, document: &QtiElement| {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(&document.document(version)?)
    };
    let mut resources = Vec::new();
    let mut passage_numbers = 1..;
    for (number, exported) in (1..).zip(tests) {
        let mut items = Vec::new();
        let divided = Divided::new(exported);
        let passages: Vec<PassageFile<'_>> = divided
            .passages()
            .zip(passage_numbers.by_ref())
            .map(|(passage, number)| PassageFile::new(passage, number, version))
            .collect();
        for file in &passages {
            add(&file.href, &file.document(&names, version))?;
            let shown = file.pictures().filter_map(|hash| names.get(&hash));
            resources.push(passage_resource(file, version).all(shown.map(|name| plain("file").set("href", name))));
        }
        let beside = divided.shuffles().zip(divided.passage_of_each());
        for (place, (question, (shuffles, passage))) in (1..).zip(exported.test.questions.iter().zip(beside)) {
            let passage = passage.and_then(|number| passages.get(number));
            let id = format!("t{number}q{place}");
            let title = titled(question);
            let href = format!("items/{id}.xml");
            let shared = ItemTexts { pictures: &names, version, shuffles, language: exported.test.language };
            add(&href, &item::item(question, (&id, &title), passage, shared))?;
            let shown = shown_by(slice::from_ref(question)).into_keys().filter_map(|hash| names.get(&hash));
            let files = shown.map(|name| plain("file").set("href", name));
            let needs = passage.map(|file| plain("dependency").set("identifierref", format!("r-{}", file.id)));
            resources.push(resource(&id, &href, "item", version).all(files).all(needs));
            items.push(id);
        }
        let (id, href) = (format!("t{number}"), format!("tests/t{number}.xml"));
        add(&href, &divided.assessment(&id, &items, &names, version))?;
        let dependencies = items.iter().map(|item| plain("dependency").set("identifierref", format!("r-{item}")));
        resources.push(resource(&id, &href, "test", version).all(dependencies));
    }
    add("imsmanifest.xml", &manifest(resources, version))?;
    out.write_all(&zip.finish()?.into_inner())
}

/// Returns for each question of a test without pools whether its section shuffles options.
pub fn shuffles(exported: &Exported) -> Vec<bool> {
    Divided::new(exported).shuffles().collect()
}

/// The beginning of the question, on one line.
fn titled(question: &Question) -> String {
    let mut text = question.summary().into_owned();
    if let QuestionContent::Gaps(gaps) = &question.body {
        for gap in gaps {
            text = text.replace(&format!("[[{}]]", gap.id), "…");
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_TITLE).collect()
}

fn resource(id: &str, href: &str, kind: &str, version: QtiVersion) -> QtiElement {
    let version = if version == QtiVersion::V21 { "v2p1" } else { "v3p0" };
    plain("resource")
        .set("identifier", format!("r-{id}"))
        .set("type", format!("imsqti_{kind}_xml{version}"))
        .set("href", href)
        .with(plain("file").set("href", href))
}

fn passage_resource(file: &PassageFile<'_>, version: QtiVersion) -> QtiElement {
    match version {
        QtiVersion::V30 => resource(&file.id, &file.href, "stimulus", version),
        QtiVersion::V21 => plain("resource")
            .set("identifier", format!("r-{}", file.id))
            .set("type", "webcontent")
            .set("href", &file.href)
            .with(plain("file").set("href", &file.href)),
    }
}

fn manifest(resources: Vec<QtiElement>, version: QtiVersion) -> QtiElement {
    let (namespace, schema, number) = match version {
        QtiVersion::V21 => ("http://www.imsglobal.org/xsd/imscp_v1p1", "QTIv2.1 Package", "1.0.0"),
        QtiVersion::V30 => ("http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1", "QTI Package", "3.0.0"),
    };
    let metadata = plain("metadata").with(plain("schema").text(schema)).with(plain("schemaversion").text(number));
    plain("manifest")
        .set("xmlns", namespace)
        .set("identifier", "invigil")
        .with(metadata)
        .with(plain("organizations"))
        .with(plain("resources").all(resources))
}
