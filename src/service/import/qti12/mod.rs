//! QTI 1.2 (`questestinterop`), as Canvas, Blackboard and old versions of Moodle write it: a file alone, or all files of a
//! package. Each assessment is a test, and so is each bank of items.

mod asked;
mod categories;
mod choices;
mod counted;
mod extras;
mod file;
mod item;
mod keys;
mod limits;
mod marks;
mod match_block;
mod material;
mod newer;
mod numbers;
mod ordered;
mod package;
mod parts;
mod pool;
mod processing;
mod stimuli;

pub(super) use super::format::QTI12_ROOT as ROOT;
pub(super) use package::{is_in, packaged};

use super::{
    plan::{Parsed, Position},
    qti::{
        reader::WithinTexts,
        xml::{self, XmlElement},
    },
};
use file::{FileReader, Settings};

/// Whether it is a whole file.
fn is_root(element: &XmlElement) -> bool {
    [ROOT, pool::ROOT].contains(&element.name.as_str())
}

fn read_root(reader: &mut FileReader<'_>, root: &XmlElement, settings: &Settings) {
    if root.name == pool::ROOT {
        reader.pool(root);
    } else {
        reader.read(root, settings);
    }
}

/// A file alone.
pub(super) fn read(bytes: &[u8], title: &str) -> Parsed {
    let mut parsed = Parsed::default();
    match xml::parse(bytes) {
        Ok(root) if is_root(&root) => {
            let mut within = WithinTexts::default();
            let mut reader = FileReader { title, entry: None, pictures: &mut within, parsed: &mut parsed };
            read_root(&mut reader, &root, &Settings::default());
            parsed.pictures = within.pictures.found;
        }
        Ok(root) => parsed.error(Position::line(root.line), format!("<{}> is not <{ROOT}> of QTI 1.2.", root.name)),
        Err((line, why)) => parsed.error(Position::line(line), why),
    }
    parsed.tests.retain(|test| !test.places.is_empty());
    parsed
}

#[cfg(test)]
mod blackboard_tests;
#[cfg(test)]
mod pool_tests;
#[cfg(test)]
mod programs_tests;
#[cfg(test)]
mod tests;
