//! IMS QTI 2.1 and 3.0: packages, assessment tests and single items. Interactions by choice, order, match, inline choice,
//! text entry, extended text, gap match, hot text, association and slider are supported, with pictures. Points are those of response processing, which is evaluated; what
//! differs from it, and everything that is not read, is reported. Formatted texts become Markdown.

mod assessment;
pub mod formatted;
pub mod interaction;
mod item;
mod item_file;
mod key;
pub mod lines;
mod manifest;
mod markdown;
mod mathml;
mod mathml_marks;
mod package;
pub mod parts;
mod passages;
mod processing;
pub mod reader;
pub mod scripts;
mod sections;
mod shuffles;
mod tables;
pub mod text;
pub mod unread;
pub mod xml;

pub use key::other_cases;
pub(super) use manifest::{FILES, has_items, has_root, packaged, unreadable};
pub(super) use sections::{LONG_TIME, lost_time, whole_minutes};
pub(in crate::service) use text::{DESCRIPTION, GAP, INSTRUCTIONS, PLAIN, UNDIVIDED};
pub(in crate::service) use xml::LOSS;

use super::{
    lost::{Lost, fitted},
    plan::{Parsed, PlannedTest, PlannedTestItem, PlannedTestSection, Position},
};
use crate::domain::test::MAX_TITLE;
use item::QtiItem;
use reader::WithinTexts;
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

fn single(root: &XmlElement, title: &str, parsed: &mut Parsed) {
    let place = |line: u64| Position::line(line);
    match root.name.as_str() {
        "assessmentitem" => {
            let own = root.attribute("title").filter(|own| !own.trim().is_empty());
            let (test, cut) = planned(own.unwrap_or(title), place(root.line));
            parsed.begin(test, cut);
            let mut within = WithinTexts::default();
            let item = item::read(root, 1.0, &mut within);
            parsed.pictures = within.pictures.found;
            add(item, &place, parsed);
            if parsed.questions() > 0 && shuffles::shuffle_all(&shuffles::shuffles(root)) {
                let items = vec![PlannedTestItem::Question];
                parsed.push_section(PlannedTestSection {
                    shuffle_options: true,
                    items,
                    ..PlannedTestSection::default()
                });
            }
        }
        "assessmenttest" => {
            parsed.error(place(root.line), "This test refers to items in other files: import the package (zip).");
        }
        "manifest" => parsed.error(place(root.line), "This is the manifest of a package: import the package (zip)."),
        other => parsed.error(place(root.line), no_item(other)),
    }
}

/// A test with this title as far as titles go, and a finding if it is cut.
fn planned(title: &str, place: Position) -> (PlannedTest, Vec<Lost>) {
    let (title, cut) = fitted(&sections::one_line(title), MAX_TITLE);
    (PlannedTest::new(title, place), cut.map(Lost::reads).into_iter().collect())
}

/// Names a file that is no item.
fn no_item(name: &str) -> String {
    match name {
        "questestinterop" => "QTI 1.2 beside newer items is not read. Import this file by itself.".to_owned(),
        "assessmentstimulus" => "This is a passage: import the package (zip) with its questions.".to_owned(),
        "assessmentsection" => "This is a section of a test: import the package (zip).".to_owned(),
        other => format!("<{other}> is neither an item nor a test of QTI 2.1 or 3.0."),
    }
}

fn add(item: QtiItem, place: &dyn Fn(u64) -> Position, parsed: &mut Parsed) {
    for (line, lost) in item.left_out {
        parsed.left_out(place(line), lost);
    }
    if let Some((line, question)) = item.question {
        parsed.push(question, &place(line));
    }
}
