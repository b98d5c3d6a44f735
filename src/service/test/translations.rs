//! Translations of a test's own texts (`docs/behaviour/tests.md#translations`).

use super::{authoring, pictures};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, QuestionId, Result, TestId,
        bank::sections::TestSections,
        error::FieldChecker,
        language::Language,
        test::Test,
        test_translation::{MAX_LANGUAGES, MAX_SIZE, Place, Sources, State, TextDraft, Translation, checked},
    },
    service::{
        actor::{Author, TestReader},
        query::{
            self,
            page::{Slice, newest},
            plans,
        },
        settings::languages,
    },
    state::plans::EncodedPlan,
    store::{Read, records},
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

/// Tests of each sort that are asked for translations of bank questions.
const OFFERING: usize = 20;

/// Texts of other tests, by the place of their original in this one.
pub type Offers = HashMap<Place, BTreeMap<Language, String>>;

/// A test with what names its texts.
pub struct Translated {
    pub test: Test,
    /// Set for a test with sections.
    pub plan: Option<Arc<EncodedPlan>>,
    /// Who changed each language last, in the order of the languages.
    pub by: Vec<String>,
    /// Translations of its bank questions that it lacks and other tests have.
    pub offers: Offers,
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
        Ok(Self { by: names.collect::<Result<_>>()?, plan, offers: Offers::new(), test })
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
    let read = app.store.read()?;
    let mut translated = Translated::of(app, &read, test)?;
    translated.offers = offers(&read, by, &translated)?;
    Ok(translated)
}

/// Tests that name a bank question of this one, and the newest ones, of which no index says what their pools draw by tags: of
/// both those that the caller may read.
fn others(read: &impl Read, by: &TestReader, translated: &Translated) -> Result<Vec<Test>> {
    let sources = translated.sources();
    let of_questions = sources.iter().filter(|source| source.place.part.is_of_question());
    let asked: BTreeSet<QuestionId> = of_questions.filter_map(|source| source.place.of.parse().ok()).collect();
    let mut naming = BTreeSet::new();
    for question in asked {
        if naming.len() >= OFFERING {
            break;
        }
        let uses = read.some_linked(records::SECTIONS_BY_QUESTION.under(question), OFFERING)?;
        naming.extend(uses.into_iter().map(|sections| sections.test_id));
    }
    let slice = Slice { limit: OFFERING, after: None };
    let mut found = newest(read, records::TESTS_BY_CREATION.all(), &slice)?.items;
    for other in naming.into_iter().take(OFFERING) {
        if found.iter().all(|known| known.id != other) {
            found.extend(read.get::<Test>(other)?);
        }
    }
    found.retain(|other| other.id != translated.test.id && by.scope().permits(other.id));
    Ok(found)
}

/// A bank question has the same id in all tests: where another test has translated the same original, its text fits here too.
fn offers(read: &impl Read, by: &TestReader, translated: &Translated) -> Result<Offers> {
    if translated.plan.is_none() {
        return Ok(Offers::new());
    }
    let mut theirs: Vec<Translation> =
        others(read, by, translated)?.into_iter().flat_map(|other| other.translations.list).collect();
    theirs.sort_by_key(|translation| Reverse(translation.updated_at));
    let (mut offers, test) = (Offers::new(), &translated.test);
    for source in translated.sources().iter().filter(|source| source.place.part.is_of_question()) {
        for translation in theirs.iter().filter(|translation| Some(translation.language) != test.language) {
            let own = test.translations.of(translation.language).map(|own| own.state(source));
            if let (State::Current(text), None | Some(State::Changed(_) | State::Missing)) =
                (translation.state(source), own)
            {
                let by_language = offers.entry(source.place.clone()).or_default();
                by_language.entry(translation.language).or_insert_with(|| text.text.clone());
            }
        }
    }
    Ok(offers)
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
    let stored = test.translations.of(language);
    if stored.is_none() && version != 0 {
        let detail = "This translation has been removed in the meantime.";
        return Err(Error::conflict(ErrorCode::ChangedMeanwhile, detail));
    }
    let stored = stored.map(|stored| (stored.version, stored.updated_by, stored.updated_at));
    query::version::require_version(read, Some(version), stored, "this translation")
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
