//! Texts of pages, read from the page's own catalogues: each `ui/src/i18n/<tag>/<part>.ts`, and each of
//! `ui/src/i18n/staff/`, is one object of strings.

use super::{STAFF, SourceText};
use crate::domain::language::Language;

/// The catalogues of a language, by part.
type Parts = &'static [&'static str];

macro_rules! parts {
    ($language:literal: $($name:literal),+) => {
        &[$(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/i18n/", $language, "/", $name, ".ts"))),+]
    };
    ($($language:literal),+) => {
        [$(parts!($language:
            "app", "errors", "format", "kinds", "rich-text", "shared", "take", "invite", "accounts", "answer", "applicant",
            "camera", "entries", "exam-session", "invite-name", "launch", "password-reset", "player", "practice", "receipt", "refusals", "replies",
            "score", "security", "shared-links", "signin", "take-end", "take-panel", "take-start", "verify"
        )),+]
    };
}

/// Our catalogues in the order of [`Language::ALL`].
static OURS: [Parts; 8] = parts!("en", "de", "fr", "es", "pt-BR", "pl", "ar", "ja");

macro_rules! staff_parts {
    ($language:literal: $($name:literal),+) => {
        &[$(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/i18n/staff/", $language, "/", $name, ".ts"))),+]
    };
    ($($language:literal),+) => {
        [$(staff_parts!($language:
            "agreed", "attempt", "attempt-states", "audit-actions", "bank", "changed", "clips", "code-form", "controls",
            "desk", "editor", "evidence", "export-columns", "export-losses", "generate", "import-files", "import-packages",
            "import-questions", "invite-forms", "invite-list", "jobs", "mail-reasons", "monitoring", "other-parties", "overview", "panel-calendar",
            "question-files", "question-form", "question-keys", "ranking", "ranking-tools", "refusal-details",
            "refusal-fields", "refusal-questions", "refusal-sentences", "refusal-settings", "refusals-staff",
            "rehearsal", "rehearsal-results", "result", "result-list", "reviewing", "rubric", "scoring", "server-notes",
            "server-sentences", "sessions", "settings", "settings-admins", "settings-ai", "settings-applicants",
            "settings-company", "settings-data", "settings-doctor", "settings-evidence", "settings-lti",
            "settings-operations", "settings-runners", "settings-sign-in", "settings-theme", "settings-tokens",
            "settings-webhooks", "shell", "staff-shared", "statistics", "status", "test-checks",
            "test-form", "test-list", "test-page", "test-questions", "test-settings", "test-translations", "test-wizard", "timeline"
        )),+]
    };
}

/// Our catalogues for staff, in the order of [`STAFF_LANGUAGES`].
static OURS_OF_STAFF: [Parts; 3] = staff_parts!("en", "de", "fr");
/// Languages of ours that staff can read in.
pub const STAFF_LANGUAGES: [Language; 3] = [Language::English, Language::German, Language::French];

/// All texts of staff's rooms in a language in which we have them; none in another.
#[must_use]
pub fn staff_texts(language: Language) -> Vec<SourceText> {
    let place = STAFF_LANGUAGES.into_iter().position(|ours| ours == language);
    let parts = place.and_then(|place| OURS_OF_STAFF.get(place)).copied().unwrap_or_default();
    let of_staff = |text: SourceText| SourceText { context: format!("{STAFF}{}", text.context), ..text };
    parts.iter().flat_map(|part| texts_of(part)).map(of_staff).collect()
}

/// All texts of candidates' pages in a language of ours; none in another.
#[must_use]
pub fn page_texts(language: Language) -> Vec<SourceText> {
    let place = Language::ALL.into_iter().position(|ours| ours == language);
    let parts = place.and_then(|place| OURS.get(place)).copied().unwrap_or_default();
    parts.iter().flat_map(|part| texts_of(part)).collect()
}

/// The texts of one part. Its first comment is about all of them; one before a text is about that.
fn texts_of(module: &str) -> Vec<SourceText> {
    let mut found = Vec::new();
    let (mut head, mut rest) = module.split_once("export const ").unwrap_or_default();
    let about = std::iter::from_fn(|| next(&mut head)).find_map(|token| match token {
        Token::Comment(text) => Some(text),
        _ => None,
    });
    let about = about.unwrap_or_default();
    let (mut part, mut key, mut note): (&str, Option<&str>, String) = ("", None, String::new());
    while let Some(token) = next(&mut rest) {
        match token {
            Token::Comment(text) => note = text,
            Token::Word(word) if part.is_empty() => part = word,
            Token::Word(word) => key = Some(word),
            Token::Text(english) => {
                let Some(key) = key.take() else { continue };
                let own = std::mem::take(&mut note);
                let note = if own.is_empty() { about.clone() } else { format!("{about}\n{own}") };
                found.push(SourceText { context: format!("{part}.{key}"), english, note });
            }
        }
    }
    found
}

enum Token<'a> {
    Comment(String),
    Word(&'a str),
    Text(String),
}

fn next<'a>(rest: &mut &'a str) -> Option<Token<'a>> {
    loop {
        *rest = rest.trim_start();
        let c = rest.chars().next()?;
        if let Some(inside) = rest.strip_prefix("/*") {
            let (text, after) = inside.split_once("*/").unwrap_or((inside, ""));
            *rest = after;
            return Some(Token::Comment(comment(text)));
        }
        if let Some(inside) = rest.strip_prefix("//") {
            let (text, after) = inside.split_once('\n').unwrap_or((inside, ""));
            *rest = after;
            return Some(Token::Comment(comment(text)));
        }
        if c == '"' || c == '\'' {
            return Some(Token::Text(string(rest, c)));
        }
        if c.is_alphanumeric() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            *rest = after;
            return Some(Token::Word(word));
        }
        *rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
}

fn comment(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim().trim_start_matches('*').trim()).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

fn string(rest: &mut &str, quote: char) -> String {
    let mut out = String::new();
    let mut chars = rest.chars();
    chars.next();
    loop {
        match chars.next() {
            None => break,
            Some(c) if c == quote => break,
            Some('\\') => match chars.next() {
                Some('n') => out.push('\n'),
                Some(c) => out.push(c),
                None => break,
            },
            Some(c) => out.push(c),
        }
    }
    *rest = chars.as_str();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::translation::message::shape_of;
    use std::{collections::HashSet, fs};

    #[test]
    fn a_module_is_read_with_its_comments() {
        let module = "/** Short\n * texts. */\nexport const app = {\n  // A button.\n  a: \"Go \\\"on\\\"\",\n  b:\n    \"https://x\",\n} as const;\n";
        let found = texts_of(module);
        let expected = [("app.a", "Go \"on\"", "Short texts.\nA button."), ("app.b", "https://x", "Short texts.")];
        let found: Vec<_> = found.iter().map(|t| (t.context.as_str(), t.english.as_str(), t.note.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn all_texts_of_all_languages_are_found() {
        let english = page_texts(Language::English);
        assert!(english.len() > 900, "{}", english.len());
        let contexts: HashSet<_> = english.iter().map(|text| text.context.as_str()).collect();
        assert_eq!(contexts.len(), english.len());
        for language in Language::ALL {
            let texts = page_texts(language);
            assert_eq!(texts.len(), english.len(), "{language:?}");
            for text in &texts {
                assert!(contexts.contains(text.context.as_str()), "{language:?} {}", text.context);
                assert!(shape_of(&text.english).is_ok(), "{language:?} {}", text.context);
            }
        }
        assert!(page_texts(Language::of_tag("it").unwrap()).is_empty());
    }

    #[test]
    fn all_texts_of_staff_are_found() {
        let english = staff_texts(Language::English);
        assert!(english.len() > 300, "{}", english.len());
        let contexts: HashSet<_> = english.iter().map(|text| text.context.as_str()).collect();
        assert_eq!(contexts.len(), english.len());
        for language in STAFF_LANGUAGES {
            let texts = staff_texts(language);
            assert_eq!(texts.len(), english.len(), "{language:?}");
            for text in &texts {
                assert!(contexts.contains(text.context.as_str()), "{language:?} {}", text.context);
                assert!(shape_of(&text.english).is_ok(), "{language:?} {}", text.context);
            }
        }
        assert!(staff_texts(Language::of_tag("it").unwrap()).is_empty());
    }

    #[test]
    fn no_part_is_forgotten() {
        let files = |folder: &str| fs::read_dir(format!("{}/../ui/src/i18n/{folder}", env!("CARGO_MANIFEST_DIR")));
        assert_eq!(files("en").unwrap().count(), OURS[0].len());
        assert_eq!(files("staff/en").unwrap().count(), OURS_OF_STAFF[0].len());
    }
}
