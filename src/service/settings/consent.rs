//! The texts that candidates accept before a start: the site's, and those of tests (`docs/behaviour/taking.md#consent`).

use crate::{
    app::App,
    domain::{
        Result, TestId,
        consent::{CheckedConsent, ConsentDraft, ConsentText, SiteConsent, TestConsent},
    },
    service::{
        actor::{Author, SiteOperator, TestReader},
        query,
        settings::languages,
        work::Work,
    },
    store::{Read, records::Single},
};

/// A text with the name of who stored it; both `None` before the first one.
#[derive(Clone, Debug, Default)]
pub struct StoredConsent {
    pub text: Option<ConsentText>,
    pub by: Option<String>,
}

fn shown(read: &impl Read, text: Option<ConsentText>) -> Result<StoredConsent> {
    let by = text.as_ref().map(|text| query::person::name_of(read, text.by)).transpose()?;
    Ok(StoredConsent { text, by })
}

fn of_site(read: &impl Read) -> Result<Option<ConsentText>> {
    Ok(read.get::<SiteConsent>(Single)?.map(|SiteConsent(text)| text))
}

fn of_test(read: &impl Read, test: TestId) -> Result<Option<ConsentText>> {
    Ok(read.get::<TestConsent>(test)?.map(|TestConsent { text, .. }| text))
}

/// The text that a start of this test asks for, and whether it is the test's own.
///
/// # Errors
/// Storage only.
pub fn asked(read: &impl Read, test: TestId) -> Result<Option<(ConsentText, bool)>> {
    if let Some(own) = of_test(read, test)?.filter(ConsentText::is_set) {
        return Ok(Some((own, true)));
    }
    Ok(of_site(read)?.filter(ConsentText::is_set).map(|text| (text, false)))
}

/// # Errors
/// Storage only.
pub fn site(app: &App, _: &SiteOperator) -> Result<StoredConsent> {
    let read = app.store.read()?;
    shown(&read, of_site(&read)?)
}

/// # Errors
/// 404.
pub fn test(app: &App, _: &TestReader, test: TestId) -> Result<StoredConsent> {
    let read = app.store.read()?;
    query::require_test(&read, test)?;
    shown(&read, of_test(&read, test)?)
}

/// The next version; `None` if nothing changes.
fn next(
    w: &Work<'_, '_>,
    old: Option<&ConsentText>,
    draft: ConsentDraft,
    version: Option<u32>,
) -> Result<Option<ConsentText>> {
    let stored = old.map(|old| (old.version, old.by, old.at));
    query::version::require_version(&**w, version, stored, "the text to be accepted")?;
    let current = old.map_or(0, |old| old.version);
    let format = draft.format;
    let CheckedConsent { text, tree, translations } =
        draft.check(old.map(|old| old.translations.as_slice()).unwrap_or_default())?;
    let is_same = old.map_or(text.is_empty() && translations.is_empty(), |old| {
        old.text == text && (old.format == format || text.is_empty()) && old.translations == translations
    });
    let (by, at) = (w.by.account(), w.now);
    Ok((!is_same).then(|| ConsentText { version: current + 1, text, format, tree, by, at, translations }))
}

fn note(text: &ConsentText) -> String {
    if !text.is_set() {
        return format!("version {}, none", text.version);
    }
    let translations = text.translations.iter().map(|one| format!(", {} {}", one.language.code(), one.hash()));
    format!("version {}, {}{}", text.version, text.hash(), translations.collect::<String>())
}

/// The languages of translations must be some in which candidates are addressed.
fn require_languages(app: &App, draft: &ConsentDraft) -> Result<()> {
    let translations = draft.translations.as_deref().unwrap_or_default();
    languages::require_each(app, "translations", translations.iter().map(|one| one.language))
}

/// Stores the site's text; a blank one asks candidates for nothing.
///
/// # Errors
/// 409 `changed_meanwhile` with the author and time of the current one; 422 on `text`.
pub async fn set_site(
    app: &App,
    by: &SiteOperator,
    draft: ConsentDraft,
    version: Option<u32>,
) -> Result<StoredConsent> {
    require_languages(app, &draft)?;
    app.write(by, move |w| {
        let old = of_site(&**w)?;
        let Some(text) = next(w, old.as_ref(), draft, version)? else { return shown(&**w, old) };
        w.put(&SiteConsent(text.clone()))?;
        w.audit("settings.consent", "", &note(&text))?;
        shown(&**w, Some(text))
    })
    .await
}

/// Stores the text of a test; a blank one leaves it to the site's.
///
/// # Errors
/// 404; 409 `changed_meanwhile` with the author and time of the current one; 422 on `text`.
pub async fn set_test(
    app: &App,
    by: &Author,
    test: TestId,
    draft: ConsentDraft,
    version: Option<u32>,
) -> Result<StoredConsent> {
    require_languages(app, &draft)?;
    app.write(by, move |w| {
        query::require_test(&**w, test)?;
        let old = of_test(&**w, test)?;
        let Some(new) = next(w, old.as_ref(), draft, version)? else { return shown(&**w, old) };
        w.put(&TestConsent { test_id: test, text: new.clone() })?;
        w.audit("test.consent", test, &note(&new))?;
        shown(&**w, Some(new))
    })
    .await
}
