//! The language of a launch's pages, and its refusals in it (`docs/lti.md#language`).

use super::claims::test_of;
use crate::{
    app::App,
    domain::{Error, Result, TestId, language::Language},
    service::{
        query,
        settings::{languages, page_words::PageWords},
    },
};

/// The language of a launch's reader, as far as it is known: it is read as far as the launch holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Addressed {
    /// The language of the platform's page.
    pub(super) locale: Option<Language>,
    pub(super) test: Option<TestId>,
}

impl Addressed {
    /// Reads the test from the address of an activity.
    #[must_use]
    pub fn by_target(address: &str) -> Self {
        Self { locale: None, test: test_of(address).and_then(|id| id.trim().parse().ok()) }
    }
}

/// The words for a reader, whose browser has sent this header `Accept-Language`. English where the data cannot be read.
#[must_use]
pub fn words(app: &App, addressed: Addressed, accepted: &str) -> PageWords {
    found(app, addressed, accepted).unwrap_or_else(|error| {
        tracing::warn!(detail = error.detail, "the language of a launch cannot be read");
        PageWords::english()
    })
}

fn found(app: &App, addressed: Addressed, accepted: &str) -> Result<PageWords> {
    let read = app.store.read()?;
    let site = languages::of_site(&read)?;
    let is_offered = |language: &Language| site.offers(*language);
    let chosen = match (addressed.locale.filter(is_offered), addressed.test) {
        (Some(locale), _) => Some(locale),
        (None, Some(test)) => query::language::of_test(&read, test)?,
        (None, None) => query::language::of_site(&read)?,
    };
    let language = chosen.or_else(|| of_browser(accepted).into_iter().find(is_offered));
    PageWords::of(&read, language.unwrap_or_default())
}

/// The languages that a browser accepts, the most wanted first (RFC 9110 section 12.5.4).
fn of_browser(accepted: &str) -> Vec<Language> {
    let read = |entry: &str| {
        let (tag, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let weight: f32 = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()).unwrap_or(1.0);
        Language::of_tag(tag).filter(|_| weight > 0.0).map(|language| (weight, language))
    };
    let mut wanted: Vec<(f32, Language)> = accepted.split(',').filter_map(read).collect();
    wanted.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    wanted.into_iter().map(|(_, language)| language).collect()
}

/// Why a launch was refused. In English it is the error's own sentence; the others have it, or one of its code.
#[must_use]
pub fn refusal(words: &PageWords, error: &Error) -> String {
    let own = match words.language() {
        Language::English => None,
        _ => words.sentence(&error.detail).or_else(|| words.of_code(error.code.as_str())),
    };
    own.unwrap_or_else(|| error.detail.clone())
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
