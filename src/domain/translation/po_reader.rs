//! Reads PO files. They come from people and their programs: every fault is named with its line, and none ends the reader.

use super::po::{MAX_PO_BYTES, MAX_PO_ENTRIES, MAX_PO_FAULTS, PoEntry, PoFault, PoFile};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq)]
enum PoField {
    Context,
    Id,
    Text,
}

#[derive(Default)]
struct PoReader {
    file: PoFile,
    faults: Vec<PoFault>,
    seen: HashMap<(String, String), usize>,
    entry: PoEntry,
    /// Fields of the entry that were begun.
    has: Vec<PoField>,
    is_fuzzy: bool,
    is_full: bool,
}

/// Reads a file. Obsolete entries (`#~`) are left out.
///
/// # Errors
/// All faults by line, [`MAX_PO_FAULTS`] at most.
pub fn read(bytes: &[u8]) -> Result<PoFile, Vec<PoFault>> {
    let fault = |line, reason: String| Err(vec![PoFault { line, reason }]);
    if bytes.len() > MAX_PO_BYTES {
        return fault(1, format!("The file is too large: {} MiB are allowed.", MAX_PO_BYTES / 1024 / 1024));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            return fault(line, "The file is not in UTF-8. Save it in UTF-8.".into());
        }
    };
    let mut reader = PoReader::default();
    // Some programs end lines with a carriage return alone.
    let text = text.replace("\r\n", "\n");
    for (at, line) in text.split(['\n', '\r']).enumerate() {
        reader.line(at + 1, line.trim());
        if reader.faults.len() >= MAX_PO_FAULTS || reader.is_full {
            break;
        }
    }
    if !reader.is_full {
        reader.finish();
    }
    if reader.faults.is_empty() { Ok(reader.file) } else { Err(reader.faults) }
}

impl PoReader {
    fn fault(&mut self, line: usize, reason: impl Into<String>) {
        self.faults.push(PoFault { line, reason: reason.into() });
    }

    fn line(&mut self, at: usize, line: &str) {
        if line.is_empty() {
            return self.finish();
        }
        if let Some(comment) = line.strip_prefix('#') {
            // A comment stands before its entry.
            if self.has.contains(&PoField::Text) {
                self.finish();
            }
            if comment.starts_with('~') {
                // The marks before it are those of the obsolete entry.
                self.is_fuzzy = false;
            } else if let Some(flags) = comment.strip_prefix(',') {
                self.is_fuzzy |= flags.split(',').any(|flag| flag.trim() == "fuzzy");
            }
            return;
        }
        let (keyword, rest) = line.find(['"', ' ', '\t']).map_or((line, ""), |end| line.split_at(end));
        match keyword {
            "" => self.string(at, rest, None),
            "msgctxt" => self.begin(at, PoField::Context, rest),
            "msgid" => self.begin(at, PoField::Id, rest),
            "msgstr" => self.begin(at, PoField::Text, rest),
            "msgid_plural" => {
                let advice = "Plural forms are written in msgstr, in the syntax of ICU; there is no msgid_plural.";
                self.fault(at, advice);
            }
            _ if keyword.starts_with("msgstr[") => {
                self.fault(at, "There is one msgstr; plural forms are written in it, in the syntax of ICU.");
            }
            other => {
                let shown: String = other.chars().take(40).collect();
                self.fault(at, format!("This is no line of a PO file: {shown}"));
            }
        }
    }

    fn begin(&mut self, at: usize, field: PoField, rest: &str) {
        let starts_next = match field {
            PoField::Context => !self.has.is_empty(),
            PoField::Id => self.has.contains(&PoField::Id),
            PoField::Text => false,
        };
        if starts_next {
            self.finish();
        }
        if field == PoField::Text && !self.has.contains(&PoField::Id) {
            return self.fault(at, "This msgstr has no msgid.");
        }
        if self.has.contains(&field) {
            return self.fault(at, "This entry has two msgstr.");
        }
        if field == PoField::Id || self.has.is_empty() {
            self.entry.line = at;
        }
        self.has.push(field);
        self.string(at, rest, Some(field));
    }

    fn string(&mut self, at: usize, quoted: &str, field: Option<PoField>) {
        let Some(field) = field.or_else(|| self.has.last().copied()) else {
            return self.fault(at, "This string belongs to no msgid or msgstr.");
        };
        match unquoted(quoted.trim()) {
            Err(reason) => self.fault(at, reason),
            Ok(text) => match field {
                PoField::Context => self.entry.context.push_str(&text),
                PoField::Id => self.entry.id.push_str(&text),
                PoField::Text => self.entry.text.push_str(&text),
            },
        }
    }

    fn finish(&mut self) {
        let has = std::mem::take(&mut self.has);
        let entry = PoEntry { is_fuzzy: self.is_fuzzy, ..std::mem::take(&mut self.entry) };
        if has.is_empty() {
            return;
        }
        self.is_fuzzy = false;
        if !has.contains(&PoField::Text) {
            return self.fault(entry.line, "This entry has no msgstr. Is the file cut off?");
        }
        if entry.id.is_empty() && entry.context.is_empty() {
            return self.header(&entry);
        }
        let key = (entry.context.clone(), entry.id.clone());
        if let Some(first) = self.seen.insert(key, entry.line) {
            let advice = if entry.context.is_empty() {
                " It has no msgctxt: export the file again, and keep those lines."
            } else {
                ""
            };
            return self.fault(entry.line, format!("This entry stands twice, first on line {first}.{advice}"));
        }
        if self.file.entries.len() >= MAX_PO_ENTRIES {
            self.is_full = true;
            return self.fault(entry.line, format!("There are too many entries: {MAX_PO_ENTRIES} are allowed."));
        }
        self.file.entries.push(entry);
    }

    fn header(&mut self, entry: &PoEntry) {
        for line in entry.text.lines() {
            let Some((name, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "language" if !value.is_empty() => self.file.language = Some(value.to_owned()),
                "content-type" => {
                    let charset = value.split("charset=").nth(1).unwrap_or("UTF-8").trim();
                    let is_utf8 = ["utf-8", "utf8", "us-ascii", "ascii", "charset"]
                        .iter()
                        .any(|known| charset.eq_ignore_ascii_case(known));
                    if !is_utf8 {
                        let charset: String = charset.chars().take(40).collect();
                        self.fault(entry.line, format!("The file is in {charset}. Save it in UTF-8."));
                    }
                }
                _ => {}
            }
        }
    }
}

fn unquoted(text: &str) -> Result<String, String> {
    let inside = text.strip_prefix('"').ok_or("A string in quotation marks is expected here.")?;
    let mut out = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    loop {
        match chars.next() {
            None => return Err("The closing quotation mark is missing. Is the file cut off?".into()),
            Some('"') => break,
            Some('\\') => out.push(match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some('"') => '"',
                Some('\\') => '\\',
                Some(other) => return Err(format!("There is no escape \\{other}; a backslash is written \\\\.")),
                None => return Err("The closing quotation mark is missing. Is the file cut off?".into()),
            }),
            Some(c) => out.push(c),
        }
    }
    let rest = chars.as_str().trim();
    if rest.is_empty() {
        return Ok(out);
    }
    Err("There is text after the string. A quotation mark within it is written \\\".".into())
}
