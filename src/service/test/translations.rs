//! Translations of a test's own texts (`docs/behaviour/tests.md#translations`).

use super::{authoring, pictures};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, TestId,
        bank::sections::TestSections,
        error::FieldChecker,
        language::Language,
        test::Test,
        test_translation::{MAX_LANGUAGES, MAX_SIZE, Sources, State, TextDraft, Translation, checked},
    },
    service::{
        actor::{Author, TestReader},
        query::{self, plans},
        settings::languages,
    },
    state::plans::EncodedPlan,
    store::Read,
};
use std::sync::Arc;

/// A test with what names its texts.
pub struct Translated {
    pub test: Test,
    /// Set for a test with sections.
    pub plan: Option<Arc<EncodedPlan>>,
    /// Who changed each language last, in the order of the languages.
    pub by: Vec<String>,
}

/// How much of a test is translated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub translated: usize,
    /// The original has changed since.
    pub changed: usize,
    pub missing: usize,
}

impl Translated {
    fn of(app: &App, read: &impl Read, test: Test) -> Result<Self> {
        let plan = plans::current(app, read, &test)?;
        let names = test.translations.list.iter().map(|language| query::person::name_of(read, language.updated_by));
        Ok(Self { by: names.collect::<Result<_>>()?, plan, test })
    }

    /// All texts of the test that can be translated.
    #[must_use]
    pub fn sources(&self) -> Sources<'_> {
        self.plan.as_ref().map_or_else(|| self.test.sources(), |planned| planned.plan.sources())
    }
}

/// How much of these originals is translated.
#[must_use]
pub fn coverage(translation: &Translation, sources: &Sources<'_>) -> Coverage {
    let mut coverage = Coverage::default();
    for source in sources.iter() {
        let count = match translation.state(source) {
            State::Current(_) => &mut coverage.translated,
            State::Changed(_) => &mut coverage.changed,
            State::Missing => &mut coverage.missing,
        };
        *count += 1;
    }
    coverage
}

/// # Errors
/// 404.
pub fn of_test(app: &App, by: &TestReader, id: TestId) -> Result<Translated> {
    let test = authoring::get(app, by, id)?;
    Translated::of(app, &app.store.read()?, test)
}

/// Replaces the texts of a language; without any, the test is no longer translated into it.
///
/// # Errors
/// 404; 409 `changed_meanwhile` if `version` is not that of the language (0 for a new one); 422 with messages by field.
pub async fn put(
    app: &App,
    by: &Author,
    id: TestId,
    language: Language,
    (version, drafts): (u32, Vec<TextDraft>),
) -> Result<Translated> {
    let now = app.now();
    loop {
        let (mut test, row, texts) = {
            let read = app.store.read()?;
            let row = read.row_of::<Test>(id)?;
            let test: Test = read.get(id)?.ok_or_else(authoring::not_found)?;
            require_version(&read, &test, language, version)?;
            let is_new = test.translations.of(language).is_none();
            let translated = Translated::of(app, &read, test)?;
            let (texts, misfits) = checked(drafts.clone(), &translated.sources());
            let mut check = FieldChecker::default();
            for misfit in misfits {
                check.require(false, format!("texts[{}].{}", misfit.number, misfit.field), misfit.message);
            }
            check.finish(&["texts"])?;
            if is_new && texts.is_empty() {
                return Ok(translated);
            }
            (translated.test, row, texts)
        };
        let action = if texts.is_empty() { "test.translation_delete" } else { "test.translate" };
        test.translations.put(language, texts, now, by.id());
        require_room(&test)?;
        let shown = test.pictures();
        require_storable(&app.store.read()?, &test)?;
        let encoded = authoring::encode(&test)?;
        let write = app.write_sized(now, by, test.translations.size(), move |w| {
            let is_latest = w.is_still::<Test>(id, row.as_deref())?;
            if is_latest {
                pictures::claim(w, &shown)?;
                w.rewrite(&encoded)?;
                w.audit(action, id, language.code())?;
            }
            Ok(is_latest)
        });
        // Again if the test or another language was stored after it was read.
        if write.await? {
            return of_test(app, &by.into(), id);
        }
    }
}

/// Removes a language.
///
/// # Errors
/// 404 for one that is not there; as [`put`].
pub async fn delete(app: &App, by: &Author, id: TestId, language: Language, version: u32) -> Result<Translated> {
    let test: Test = app.store.read()?.get(id)?.ok_or_else(authoring::not_found)?;
    if test.translations.of(language).is_none() {
        return Err(Error::not_found("translation"));
    }
    put(app, by, id, language, (version, Vec::new())).await
}

/// The language in a path, of candidates and other than the test's own.
///
/// # Errors
/// 422.
pub fn language(app: &App, test: &Test, tag: &str) -> Result<Language> {
    let known = Language::of_tag(tag).filter(|language| test.translations.of(*language).is_some());
    // One that the site no longer offers can be edited and removed all the same.
    let given = known.map_or_else(|| languages::given(app, Some(tag)), |language| Ok(Some(language)))?;
    let language = given.ok_or_else(|| Error::field("language", "Please choose a language."))?;
    if Some(language) == test.language && known.is_none() {
        return Err(Error::field("language", "This is the language of the test itself."));
    }
    Ok(language)
}

fn require_version(read: &impl Read, test: &Test, language: Language, version: u32) -> Result<()> {
    match test.translations.of(language) {
        Some(stored) if stored.version != version => {
            let by = query::person::name_of(read, stored.updated_by)?;
            let did = "has changed this translation in the meantime. Please compare both versions.";
            Err(Error::changed_meanwhile(by, stored.updated_at, did))
        }
        None if version != 0 => {
            let detail = "This translation has been removed in the meantime.";
            Err(Error::conflict(ErrorCode::ChangedMeanwhile, detail))
        }
        _ => Ok(()),
    }
}

fn require_storable(read: &impl Read, test: &Test) -> Result<()> {
    let sections: Option<TestSections> = read.get(test.id)?;
    sections.map_or(Ok(()), |sections| plans::require_storable(read, test, &sections))
}

fn require_room(test: &Test) -> Result<()> {
    if test.translations.list.len() > MAX_LANGUAGES {
        return Err(Error::field("language", "A test has at most 12 translations."));
    }
    if test.translations.size() > MAX_SIZE {
        return Err(Error::field("texts", "All translations of this test have more than 2 MiB together."));
    }
    Ok(())
}
