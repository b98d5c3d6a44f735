//! The statement of a package, in Markdown or LaTeX.

use super::{
    latex,
    problem::{Note, Problem},
};
use crate::{
    domain::rich_text::{self, RichTextFormat},
    service::import::{
        lines,
        lost::Lost,
        package::Package,
        pictures::{Pictures, is_picture},
    },
};
use std::collections::BTreeMap;

const FOLDERS: [&str; 3] = ["problem_statement/", "statement/", ""];
const NAMES: [&str; 6] =
    ["problem.en.md", "problem.md", "problem.en.tex", "problem.tex", "statement.md", "statement.tex"];

pub type Statement = Option<(String, RichTextFormat)>;

pub fn read(package: &mut Package<'_>, folder: &str, problem: &mut Problem, pictures: &mut Pictures) -> Statement {
    let names = FOLDERS.iter().flat_map(|place| NAMES.iter().map(move |name| format!("{folder}{place}{name}")));
    let mut found = names.into_iter().find(|name| package.has(name));
    if found.is_none() {
        // In another language.
        let of_folder =
            |name: &String| FOLDERS.iter().take(2).any(|place| name.starts_with(&format!("{folder}{place}problem.")));
        let mut all: Vec<String> = package.names().into_iter().filter(of_folder).collect();
        all.sort();
        found = all.into_iter().find(|name| name.ends_with(".md") || name.ends_with(".tex"));
    }
    let name = found?;
    let bytes = package.bytes(&name).ok()?;
    let text = &with_constants(lines::text(&bytes).ok()?, &problem.constants);
    if name.ends_with(".tex") {
        return from_latex(package, &name, text, &mut problem.notes, pictures);
    }
    let text = text.replace("{{nextsample}}", "").replace("{{remainingsamples}}", "");
    let text = with_pictures(package, &name, &text, &mut problem.notes, pictures);
    Some(checked(text.trim().to_owned(), &name, &mut problem.notes))
}

/// `{{name}}` and `\constant{name}` as their values; those without one stay.
fn with_constants(text: &str, constants: &BTreeMap<String, String>) -> String {
    let mut text = text.to_owned();
    for (name, value) in constants {
        for place in [format!("{{{{{name}}}}}"), format!("\\constant{{{name}}}")] {
            text = text.replace(&place, value);
        }
    }
    text
}

/// A statement in LaTeX as Markdown.
pub fn from_latex(
    package: &mut Package<'_>,
    name: &str,
    source: &str,
    notes: &mut Vec<Note>,
    pictures: &mut Pictures,
) -> Statement {
    if source.len() > rich_text::MAX_SOURCE {
        let lost = Lost::reads("The statement is too long: 64 KiB are possible.");
        notes.push(Note { entry: Some(name.to_owned()), lost });
        return None;
    }
    let converted = latex::markdown(source);
    for unknown in converted.unknown {
        let lost = Lost::looks(format!("The LaTeX command \\{unknown} of the statement is not known: its text stays."));
        notes.push(Note { entry: Some(name.to_owned()), lost });
    }
    for lost in converted.lost {
        let lost = Lost::reads(format!("The LaTeX command \\{lost} of the statement is not known: it is left out."));
        notes.push(Note { entry: Some(name.to_owned()), lost });
    }
    let text = with_pictures(package, name, &converted.text, notes, pictures);
    Some(checked(text.trim().to_owned(), name, notes)).filter(|(text, _)| !text.is_empty())
}

/// Returns the text as Markdown, or as plain text if it cannot be shown so.
fn checked(text: String, name: &str, notes: &mut Vec<Note>) -> (String, RichTextFormat) {
    match rich_text::parse(&text, RichTextFormat::Markdown) {
        Ok(_) => (text, RichTextFormat::Markdown),
        Err(fault) => {
            let lost = Lost::reads(format!("The statement cannot be shown as Markdown and is plain text: {fault}"));
            notes.push(Note { entry: Some(name.to_owned()), lost });
            (text, RichTextFormat::Plain)
        }
    }
}

/// Paths of pictures become pictures of the package; what is none of them becomes its description.
fn with_pictures(
    package: &mut Package<'_>,
    from: &str,
    text: &str,
    notes: &mut Vec<Note>,
    pictures: &mut Pictures,
) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("![") {
        out.push_str(before);
        let parts = after.split_once("](").and_then(|(alt, tail)| Some((alt, tail.split_once(')')?)));
        let Some((alt, (target, behind))) = parts.filter(|(alt, _)| !alt.contains('\n')) else {
            out.push_str("![");
            rest = after;
            continue;
        };
        let path = target.split_whitespace().next().unwrap_or_default();
        // LaTeX leaves the ending out.
        let candidates = ["", ".png", ".jpg", ".jpeg", ".webp"].map(|ending| format!("{path}{ending}"));
        let name = candidates
            .iter()
            .find_map(|path| package.find(from, path).filter(|name| package.has(name) && is_picture(name)));
        let found = match name {
            Some(name) => pictures.get(&name, || package.bytes(&name)),
            None => Err(format!("The picture {} is not imported.", path.chars().take(80).collect::<String>())),
        };
        match found {
            Ok(hash) => out.extend(["![", alt, "](picture:", &hash.to_string(), ")"]),
            Err(why) => {
                notes.push(Note { entry: Some(from.to_owned()), lost: Lost::reads(why) });
                out.push_str(alt);
            }
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}
