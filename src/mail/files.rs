//! The files of `assets/mail/`.

use crate::domain::language::Language;

/// The templates of a language: all that candidates get. What only staff gets, and letters that are the company's own
/// words, are in the English folder.
macro_rules! sources {
    ($language:literal: $($name:literal),+) => {
        &[$((
            concat!($language, "/", $name),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/mail/", $language, "/", $name)),
        )),+]
    };
    ($($language:literal),+) => {
        &[$(sources!($language:
            "questions.txt", "invitation.txt", "invitation.html", "scheduled.txt", "scheduled.html",
            "reminder.txt", "reminder.html", "closing.txt", "closing.html", "verification.txt", "verification.html",
            "reset_password.txt", "reset_password.html", "withdrawn.txt", "withdrawn.html"
        )),+]
    };
}

type Sources = &'static [(&'static str, &'static str)];
static SOURCES: &[Sources] = sources!("en", "de", "fr", "es", "pt-BR", "pl", "ar", "ja");
static FRAME: Sources = &[
    ("layout.txt", include_str!("../../assets/mail/layout.txt")),
    ("layout.html", include_str!("../../assets/mail/layout.html")),
];
static ENGLISH_ONLY: Sources = sources!("en": "decision.txt", "decision.html", "smtp_test.txt", "smtp_test.html",
    "digest.txt", "digest.html", "notice.txt", "notice.html");

/// All templates, by path.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    SOURCES.iter().copied().flatten().chain(ENGLISH_ONLY).chain(FRAME).copied()
}

/// The source of a template, by the name of its file.
pub fn source(language: Language, name: &str) -> Option<&'static str> {
    let path = format!("{}/{name}", language.code());
    all().find(|(known, _)| *known == path).map(|(_, source)| source)
}
