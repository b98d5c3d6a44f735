//! An item of a file of its own, with the passage that it is about.

use super::{
    super::{
        lost::Lost,
        plan::{Parsed, Position},
    },
    add, item, no_item,
    package::{Of, PackageReader},
    passages::{self, Shelf},
    shuffles::shuffles,
};
use crate::domain::language::Language;

/// The additions of a file to a test.
#[derive(Default)]
pub struct FromFile {
    /// Whether options are shuffled, for each choice of the item.
    pub shuffles: Vec<bool>,
    /// Id of the passage that its question is about.
    pub passage: Option<String>,
}

/// Adds the item of a file, and its passage to the shelf.
pub fn from_file(
    source: &mut PackageReader<'_>,
    href: &str,
    weight: f64,
    shelf: &mut Shelf,
    parsed: &mut Parsed,
) -> FromFile {
    let place = |line| Position { entry: Some(href.to_owned()), line };
    match source.xml(href) {
        Ok(mut root) if root.name == "assessmentitem" => {
            let references = passages::take(source, href, &mut root);
            let files = [href.to_owned()];
            let item = item::read(&root, weight, &mut Of { source, files: &files });
            let mut passage = None;
            if item.question.is_some() && !references.is_empty() {
                let (found, lost) = shelf.passage(source, href, references);
                passage = found;
                for (place, lost) in lost {
                    parsed.left_out(place, lost);
                }
            }
            add(item, &|line| place(Some(line)), parsed);
            // The test is in the language of its first item that names one.
            if let Some(test) = parsed.tests.last_mut().filter(|test| test.draft.language.is_none()) {
                let body = root.child("itembody").and_then(|body| body.attribute("lang"));
                test.draft.language = root.attribute("lang").or(body).and_then(Language::of_tag);
            }
            return FromFile { shuffles: shuffles(&root), passage };
        }
        Ok(root) => parsed.left_out(place(Some(root.line)), Lost::scores(no_item(&root.name))),
        Err((line, why)) => parsed.left_out(place(line), Lost::skipped(why.trim_end_matches('.'))),
    }
    FromFile::default()
}
