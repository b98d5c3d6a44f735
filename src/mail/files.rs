//! The files of `assets/mail/`.

use crate::domain::language::Language;

macro_rules! sources {
    ($language:literal: $($name:literal),+) => {
        &[$((
            concat!($language, "/", $name),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/mail/", $language, "/", $name)),
        )),+]
    };
    (candidates: $($language:literal),+) => {
        &[$(sources!($language:
            "questions.txt", "invitation.txt", "invitation.html", "scheduled.txt", "scheduled.html",
            "reminder.txt", "reminder.html", "closing.txt", "closing.html", "verification.txt", "verification.html",
            "reset_password.txt", "reset_password.html", "withdrawn.txt", "withdrawn.html"
        )),+]
    };
    (staff: $($language:literal),+) => {
        &[$(sources!($language:
            "smtp_test.txt", "smtp_test.html", "digest.txt", "digest.html", "notice.txt", "notice.html"
        )),+]
    };
}

type Sources = &'static [(&'static str, &'static str)];
/// All that candidates get, by language.
static SOURCES: &[Sources] = sources!(candidates: "en", "de", "fr", "es", "pt-BR", "pl", "ar", "ja");
/// All that only staff gets, by language.
static OF_STAFF: &[Sources] = sources!(staff: "en", "de", "fr");
static FRAME: Sources = &[
    ("layout.txt", include_str!("../../assets/mail/layout.txt")),
    ("layout.html", include_str!("../../assets/mail/layout.html")),
];
/// The frame of a letter in the company's own words.
static LETTER: Sources = sources!("en": "decision.txt", "decision.html");

/// All templates, by path.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    SOURCES.iter().chain(OF_STAFF).copied().flatten().chain(LETTER).chain(FRAME).copied()
}

/// The source of a template, by the name of its file.
pub fn source(language: Language, name: &str) -> Option<&'static str> {
    let path = format!("{}/{name}", language.code());
    all().find(|(known, _)| *known == path).map(|(_, source)| source)
}
