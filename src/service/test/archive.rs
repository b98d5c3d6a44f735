//! Copying and archiving tests (`docs/behaviour/tests.md#tests-and-questions`).

use super::{authoring, pictures, sections::Authored};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, TestId,
        bank::sections::TestSections,
        clip::ClipRule,
        consent::{ConsentText, TestConsent},
        exam_browser::ExamBrowserRule,
        test::{self, Test, archive::Archived},
    },
    service::actor::Author,
    store::{Encoded, Read},
};

const PREFIX: &str = "Copy of ";

/// A copy of a test with its sections, as a new test without invites, results and pass mark.
///
/// # Errors
/// 404; 422 for a bad title.
pub async fn copy(app: &App, by: &Author, id: TestId, title: Option<String>) -> Result<Authored> {
    let now = app.now();
    let (old, sections, consent, browser, clips) = {
        let read = app.store.read()?;
        let old: Test = read.get(id)?.ok_or_else(authoring::not_found)?;
        let rules = (read.get::<TestConsent>(id)?, read.get::<ExamBrowserRule>(id)?, read.get::<ClipRule>(id)?);
        (old, read.get::<TestSections>(id)?, rules.0, rules.1, rules.2)
    };
    let title = test::check_title(&title.unwrap_or_else(|| copied(&old.title)))?;
    let id: TestId = app.new_id();
    let test = Test { id, title, created_at: now, updated_at: now, version: 1, updated_by: by.id(), ..old };
    let sections = sections.map(|sections| TestSections { test_id: id, ..sections });
    let consent = consent
        .filter(|own| own.text.is_set())
        .map(|own| TestConsent { test_id: id, text: ConsentText { version: 1, by: by.id(), at: now, ..own.text } });
    let browser = browser.map(|own| ExamBrowserRule { test_id: id, version: 1, by: by.id(), at: now, ..own });
    let clips = clips.map(|own| ClipRule { test_id: id, version: 1, by: by.id(), at: now, ..own });
    let (encoded, mut shown) = (Encoded::of(&test)?, test.pictures());
    shown.extend(sections.as_ref().map(TestSections::pictures).unwrap_or_default());
    app.write_at(now, by, move |w| {
        pictures::claim(w, &shown)?;
        w.put_encoded(&encoded)?;
        if let Some(sections) = &sections {
            w.put(sections)?;
        }
        if let Some(consent) = &consent {
            w.put(consent)?;
        }
        if let Some(browser) = &browser {
            w.put(browser)?;
        }
        if let Some(clips) = &clips {
            w.put(clips)?;
        }
        w.audit("test.create", id, "")?;
        Authored::of(&**w, test)?.with_bank(&**w)
    })
    .await
}

/// The title of a copy, cut to the longest permitted one.
fn copied(title: &str) -> String {
    let title = if title.starts_with(PREFIX) { title.to_owned() } else { format!("{PREFIX}{title}") };
    title.chars().take(test::MAX_TITLE).collect()
}

/// Hides a test from lists and invites, or shows it again. Repeating it changes nothing.
///
/// # Errors
/// 404.
pub async fn set_archived(app: &App, author: &Author, id: TestId, is_archived: bool) -> Result<Authored> {
    app.write(author, move |w| {
        let test: Test = w.get(id)?.ok_or_else(authoring::not_found)?;
        if w.has::<Archived>(id)? != is_archived {
            if is_archived {
                let archived = Archived { test_id: id, created_at: test.created_at, at: w.now, by: w.by.account() };
                w.put(&archived)?;
            } else {
                w.delete::<Archived>(id)?;
            }
            w.audit(if is_archived { "test.archive" } else { "test.unarchive" }, id, "")?;
        }
        Authored::of(&**w, test)?.with_bank(&**w)
    })
    .await
}

/// # Errors
/// 409 `archived`.
pub fn require_current(read: &impl Read, id: TestId) -> Result<()> {
    if read.has::<Archived>(id)? {
        let detail = "This test is archived. Restore it from the archive before you invite anyone to it.";
        return Err(Error::conflict(ErrorCode::Archived, detail));
    }
    Ok(())
}
