//! File formats and their detection.

use super::{aiken_lines::is_aiken, markup, named_separator, text_file::utf16};
use encoding_rs::{Encoding, UTF_8};
use quick_xml::{Reader, events::Event};
use std::{borrow::Cow, str::FromStr};

/// Maximum size of a file, in bytes.
pub const MAX_FILE: usize = 10 << 20;
/// The element that is a whole file of Moodle XML.
pub(super) const MOODLE_ROOT: &str = "quiz";
/// The same of QTI 1.2.
pub(super) const QTI12_ROOT: &str = "questestinterop";

/// The root element of a pool of Blackboard.
const POOL_ROOT: &str = "POOL";

/// Whether a file is a zip: its import may have pictures.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFormat {
    Json,
    Yaml,
    Csv,
    Gift,
    /// QTI, version 2 or 3.
    Qti,
    /// QTI 1.2 of Canvas, Blackboard and older programs.
    Qti12,
    Moodle,
    Aiken,
    /// A package of a programming contest.
    Contest,
}

/// Who writes a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Invigil, and authors who know it.
    Ours,
    /// Other programs, whose questions may be of another kind than ours, and tables.
    Programs,
    /// Programming contests.
    Contests,
}

impl ImportFormat {
    pub const ALL: [Self; 9] = [
        Self::Json,
        Self::Yaml,
        Self::Csv,
        Self::Gift,
        Self::Qti,
        Self::Qti12,
        Self::Moodle,
        Self::Aiken,
        Self::Contest,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Csv => "csv",
            Self::Gift => "gift",
            Self::Qti => "qti",
            Self::Qti12 => "qti12",
            Self::Moodle => "moodle_xml",
            Self::Aiken => "aiken",
            Self::Contest => "contest",
        }
    }

    /// Who writes it.
    pub(super) const fn origin(self) -> Origin {
        match self {
            Self::Json | Self::Yaml => Origin::Ours,
            Self::Csv | Self::Gift | Self::Qti | Self::Qti12 | Self::Moodle | Self::Aiken => Origin::Programs,
            Self::Contest => Origin::Contests,
        }
    }

    /// Detects the format by content if that is unambiguous, then by file extension, then by heuristics on the first
    /// lines.
    #[must_use]
    pub fn guess(bytes: &[u8], name: Option<&str>) -> Option<Self> {
        if is_zip(bytes) {
            return Some(Self::Qti);
        }
        let head = head(bytes);
        if head.trim_start().starts_with('<') {
            match root_of(&head).as_deref() {
                Some(MOODLE_ROOT) => return Some(Self::Moodle),
                Some(QTI12_ROOT | POOL_ROOT) => return Some(Self::Qti12),
                // A question of another format may begin with HTML.
                Some(first) if markup::is_known(&first.to_ascii_lowercase()) => {}
                _ => return Some(Self::Qti),
            }
        }
        let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("json") => Some(Self::Json),
            Some("yaml" | "yml") => Some(Self::Yaml),
            Some("csv" | "tsv") => Some(Self::Csv),
            Some("gift") => Some(Self::Gift),
            Some("zip" | "xml" | "qti") => Some(Self::Qti),
            _ => by_heuristics(&head),
        }
    }
}

/// The name of the first element of an XML file.
pub(super) fn root(bytes: &[u8]) -> Option<String> {
    root_of(&head(bytes))
}

fn root_of(head: &str) -> Option<String> {
    let mut reader = Reader::from_str(head.trim_start());
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) | Event::Empty(element) => return Some(element.local_name().as_ref().to_owned()),
            Event::Eof => return None,
            Event::End(_)
            | Event::Text(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_)
            | Event::GeneralRef(_) => {}
        }
    }
}

/// The first characters of a text, which is UTF-8 unless it is marked otherwise.
fn head(bytes: &[u8]) -> Cow<'_, str> {
    let (encoding, mark) = utf16(bytes).or_else(|| Encoding::for_bom(bytes)).unwrap_or((UTF_8, 0));
    let rest = bytes.get(mark..).unwrap_or_default();
    // Texts of one byte a character may begin with many blanks.
    let rest = if encoding == UTF_8 { rest.trim_ascii_start() } else { rest };
    encoding.decode_without_bom_handling(rest.get(..64 << 10).unwrap_or(rest)).0
}

fn by_heuristics(head: &str) -> Option<ImportFormat> {
    let head = head.trim_start();
    if head.starts_with(['{', '[']) {
        return Some(ImportFormat::Json);
    }
    if named_separator(head).is_some() {
        return Some(ImportFormat::Csv);
    }
    let mut lines = head.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().next()?;
    let is_gift = |line: &str| line.starts_with("::") || line.starts_with("//") || line.starts_with("$CATEGORY");
    if is_gift(first) {
        return Some(ImportFormat::Gift);
    }
    if is_aiken(head) {
        return Some(ImportFormat::Aiken);
    }
    let mut cells = first.split([',', ';', '\t']).map(|cell| cell.trim().trim_matches('"'));
    if first.contains([',', ';', '\t']) && cells.any(|cell| cell.eq_ignore_ascii_case("question")) {
        return Some(ImportFormat::Csv);
    }
    let is_field = |line: &str| {
        let name =
            line.trim_start_matches("- ").split_once(':').filter(|(_, rest)| rest.is_empty() || rest.starts_with(' '));
        name.is_some_and(|(name, _)| ["title", "question", "type", "questions", "sections", "id"].contains(&name))
    };
    if first == "---" || lines.any(is_field) {
        return Some(ImportFormat::Yaml);
    }
    (head.contains('{') && head.contains('}')).then_some(ImportFormat::Gift)
}

impl FromStr for ImportFormat {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_takes_precedence_over_the_name() {
        let guess = |bytes: &[u8], name: &str| ImportFormat::guess(bytes, Some(name).filter(|n| !n.is_empty()));
        assert_eq!(guess(b"PK\x03\x04...", "tests.json"), Some(ImportFormat::Qti));
        assert_eq!(guess(b"\xef\xbb\xbf <?xml version='1.0'?>", "a.txt"), Some(ImportFormat::Qti));
        assert_eq!(guess(b"x", "a.b/c.YML"), Some(ImportFormat::Yaml));
        assert_eq!(guess(b"title: T", "t.csv"), Some(ImportFormat::Csv));
        assert_eq!(guess(b" [", ""), Some(ImportFormat::Json));
        assert_eq!(guess(b"\n// from Moodle\n", "bank.txt"), Some(ImportFormat::Gift));
        assert_eq!(guess(b"What is 2+2? {=4 ~5}", ""), Some(ImportFormat::Gift));
        assert_eq!(guess(b"Title;Question;Points\n", ""), Some(ImportFormat::Csv));
        assert_eq!(guess(b"# ours\n- title: T\n", ""), Some(ImportFormat::Yaml));
        assert_eq!(guess(b"- type: essay\n  question: A question, or two; three?\n", ""), Some(ImportFormat::Yaml));
        assert_eq!(guess(b"- question: 'Which, of these questions?'\n  type: essay\n", ""), Some(ImportFormat::Yaml));
        assert_eq!(guess(b"\"Question\",\"Type\"\n", ""), Some(ImportFormat::Csv));
        assert_eq!(guess(b"sep=;\r\nTitle;Question\r\n", "a.txt"), Some(ImportFormat::Csv));
        assert_eq!(guess(b"\xff\xfeQ\0u\0e\0s\0t\0i\0o\0n\0;\0T\0\n\0", "a.txt"), Some(ImportFormat::Csv));
        let older: Vec<u8> =
            "<?xml version='1.0'?><questestinterop>".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(guess(&older, "a.xml"), Some(ImportFormat::Qti12));
        assert_eq!(guess(b"\xff\xfe \0<\0q\0u\0i\0z\0>\0", ""), Some(ImportFormat::Moodle));
        assert_eq!(guess(b"<?xml version='1.0'?>\n<!-- x -->\n<quiz>", "a.xml"), Some(ImportFormat::Moodle));
        assert_eq!(guess(b"<quiz", "a.xml"), Some(ImportFormat::Qti));
        assert_eq!(guess(b"<questestinterop>", "a.xml"), Some(ImportFormat::Qti12));
        assert_eq!(guess(b"Which; one?\nA. This\nB) That\nANSWER: B", "a.txt"), Some(ImportFormat::Aiken));
        assert_eq!(guess(b"<b>Two</b> is {=2 ~3}", "a.gift"), Some(ImportFormat::Gift));
        assert_eq!(guess(b"<P>Two is {=2 ~3}</P>", "a.txt"), Some(ImportFormat::Gift));
        assert_eq!(guess(b"<b>Two</b>?\nA. 2\nB. 3\nANSWER: A", ""), Some(ImportFormat::Aiken));
        assert_eq!(guess(b"hello", "hello.txt"), None);
        assert_eq!(guess(b"", ""), None);
    }
}
