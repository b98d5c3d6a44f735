//! File formats and their detection.

use std::str::FromStr;

/// Maximum size of a file, in bytes.
pub const MAX_FILE: usize = 10 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFormat {
    Json,
    Yaml,
    Csv,
    Gift,
    Qti,
}

impl ImportFormat {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Csv => "csv",
            Self::Gift => "gift",
            Self::Qti => "qti",
        }
    }

    /// By content if unambiguous, then by file extension, then by heuristics on the first lines.
    #[must_use]
    pub fn guess(bytes: &[u8], name: Option<&str>) -> Option<Self> {
        let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") || start.starts_with(b"<") {
            return Some(Self::Qti);
        }
        let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("json") => Some(Self::Json),
            Some("yaml" | "yml") => Some(Self::Yaml),
            Some("csv" | "tsv") => Some(Self::Csv),
            Some("gift") => Some(Self::Gift),
            Some("zip" | "xml" | "qti") => Some(Self::Qti),
            _ => by_heuristics(start),
        }
    }
}

fn by_heuristics(start: &[u8]) -> Option<ImportFormat> {
    if start.starts_with(b"{") || start.starts_with(b"[") {
        return Some(ImportFormat::Json);
    }
    let head = String::from_utf8_lossy(start.get(..64 << 10).unwrap_or(start));
    let mut lines = head.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().next()?;
    let is_gift = |line: &str| line.starts_with("::") || line.starts_with("//") || line.starts_with("$CATEGORY");
    if is_gift(first) {
        return Some(ImportFormat::Gift);
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
        [Self::Json, Self::Yaml, Self::Csv, Self::Gift, Self::Qti].into_iter().find(|f| f.name() == name).ok_or(())
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
        assert_eq!(guess(b"hello", "hello.txt"), None);
        assert_eq!(guess(b"", ""), None);
    }
}
