//! Catalogues as files of gettext (PO), the form that translators' programs read and write.

use super::{SourceText, TranslatedText};
use crate::domain::language::Language;
use std::{collections::HashMap, fmt::Write};

/// Bytes of a file.
pub const MAX_PO_BYTES: usize = 4 * 1024 * 1024;
/// Entries of a file.
pub const MAX_PO_ENTRIES: usize = 20_000;
/// Faults that are named; a file that is no PO file has one on each line.
pub const MAX_PO_FAULTS: usize = 50;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoEntry {
    /// The line of its `msgid`.
    pub line: usize,
    pub context: String,
    pub id: String,
    /// Empty if it is not translated.
    pub text: String,
    pub is_fuzzy: bool,
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoFault {
    pub line: usize,
    pub reason: String,
}

/// A file as it was read.
#[derive(Clone, Debug, Default)]
pub struct PoFile {
    pub entries: Vec<PoEntry>,
    /// Value of `Language:` in the header.
    pub language: Option<String>,
}

/// Writes the catalogue of a language, with the texts that there are of it.
#[must_use]
pub fn write(language: Language, sources: &[SourceText], translated: &[TranslatedText]) -> String {
    let known: HashMap<(&str, &str), &TranslatedText> =
        translated.iter().map(|text| ((text.context.as_str(), text.english.as_str()), text)).collect();
    let mut out = String::with_capacity(sources.len() * 300);
    let version = env!("CARGO_PKG_VERSION");
    out.push_str("# Texts of pages and emails. Arguments in braces and tags stay as they are.\n");
    out.push_str("# Plural forms are in the text, in the syntax of ICU: {count, plural, one {..} other {..}}\n");
    out.push_str("msgid \"\"\nmsgstr \"\"\n");
    for (name, value) in [
        ("Project-Id-Version", format!("Invigil {version}")),
        ("Language", language.code().to_owned()),
        ("MIME-Version", "1.0".to_owned()),
        ("Content-Type", "text/plain; charset=UTF-8".to_owned()),
        ("Content-Transfer-Encoding", "8bit".to_owned()),
        ("X-Plural-Categories", language.plurals().join(" ")),
    ] {
        let _ = writeln!(out, "\"{name}: {value}\\n\"");
    }
    for source in sources {
        out.push('\n');
        for line in source.note.lines() {
            let _ = writeln!(out, "#. {line}");
        }
        let text = known.get(&(source.context.as_str(), source.english.as_str()));
        let _ = writeln!(out, "msgctxt {}", quoted(&source.context));
        let _ = writeln!(out, "msgid {}", quoted(&source.english));
        let _ = writeln!(out, "msgstr {}", quoted(text.map_or("", |text| &text.text)));
    }
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
#[path = "po_tests.rs"]
mod tests;
