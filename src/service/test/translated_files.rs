//! Translations that come with a file of tests.

use crate::domain::{
    Instant, UserId,
    language::Language,
    test::Test,
    test_translation::{FileTexts, MAX_LANGUAGES, Sources, checked},
};
use std::collections::BTreeMap;

/// Takes over the translations of a file. Its reader has named those that do not fit.
pub fn take_over(
    test: &mut Test,
    sections: Option<&Sources<'_>>,
    files: BTreeMap<Language, FileTexts>,
    (at, by): (Instant, Option<UserId>),
) {
    let mut translations = std::mem::take(&mut test.translations);
    for (language, texts) in files.into_iter().take(MAX_LANGUAGES) {
        let own = test.sources();
        let sources = sections.unwrap_or(&own);
        let (drafts, _) = texts.drafts(sources);
        let (texts, _) = checked(drafts, sources);
        if !texts.is_empty() && Some(language) != test.language {
            translations.put(language, texts, at, by);
        }
    }
    test.translations = translations;
}
