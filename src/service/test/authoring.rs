//! Tests: create, list, update, delete (`docs/behaviour/tests.md#tests-and-questions`).

use super::{
    pictures,
    sections::{
        Authored, marks,
        prepare::{self, PreparedTest, prepare, require_reach},
        require_no_pools,
    },
    staged_import, translated_files,
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result, TestId,
        anonymity::Anonymity,
        assignment::Assignments,
        bank::{
            plan::PaperPlan,
            sections::{ItemDraft, SectionDraft, TestSections},
        },
        clip::ClipRule,
        consent::TestConsent,
        decision::PassMark,
        exam_browser::ExamBrowserRule,
        idempotency::Created,
        panel_calendar::PanelCalendar,
        paper::Paper,
        picture::ShownPictures,
        repair::Repairs,
        retention::{PastFigures, RetentionRules},
        rubric::Rubric,
        similarity::SimilarityReport,
        test::{Question, Test, TestDraft, archive::Archived},
    },
    service::{
        account::grants,
        actor::{Author, TestReader},
        operate::retention::held,
        query::{
            self,
            page::{Page, Slice, newest_wanted},
            plans,
        },
        work::{
            Work,
            cascade_delete::delete_linked,
            idempotency::{self, Once},
        },
    },
    store::{
        Encoded, Read,
        records::{self, Single},
    },
};
use std::sync::Arc;

/// Rubrics deleted at a time.
const BATCH_SIZE: usize = 100;

pub(super) fn not_found() -> Error {
    Error::not_found("test")
}

/// # Errors
/// 404.
pub fn get(app: &App, by: &TestReader, id: TestId) -> Result<Test> {
    by.require(id, "test")?;
    app.store.read()?.get(id)?.ok_or_else(not_found)
}

/// A test with its sections, and what the bank has for them.
///
/// # Errors
/// 404.
pub fn authored(app: &App, by: &TestReader, id: TestId) -> Result<Authored> {
    let test = get(app, by, id)?;
    let read = app.store.read()?;
    Authored::of(&read, test)?.with_bank(&read)
}

/// Tests, newest first: those of the archive, or the others.
///
/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, by: &TestReader, archived: bool, slice: &Slice) -> Result<Page<Authored>> {
    let read = app.store.read()?;
    let Page { items, next } = if archived {
        let is_within = |archived: &Archived| by.scope().permits(archived.test_id);
        let range = records::ARCHIVED_BY_CREATION.all();
        let Page { items, next } = newest_wanted(&read, range, slice, None, is_within)?;
        let tests = items.into_iter().map(|archived: Archived| Ok(read.get::<Test>(archived.test_id)?));
        Page { items: tests.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect(), next }
    } else {
        let mut hidden = staged_import::hidden(&read)?;
        hidden.extend(read.records::<Archived>()?.into_iter().map(|archived| archived.test_id));
        let shown = |test: &Test| by.scope().permits(test.id) && !hidden.contains(&test.id);
        newest_wanted(&read, records::TESTS_BY_CREATION.all(), slice, None, shown)?
    };
    let items = items.into_iter().map(|test| Authored::of(&read, test)).collect::<Result<_>>()?;
    Ok(Page { items, next })
}

/// # Errors
/// 422 with the messages of `docs/behaviour/calls.md#error-texts`; as [`Once`].
pub async fn create(app: &App, by: &Author, draft: TestDraft, once: Option<Once>) -> Result<Test> {
    Ok(create_divided(app, by, (draft, Vec::new()), once).await?.test)
}

/// Like [`create`], with sections; without any it is the same.
///
/// # Errors
/// Those of [`create`].
pub async fn create_divided(
    app: &App,
    by: &Author,
    (draft, sections): (TestDraft, Vec<SectionDraft>),
    once: Option<Once>,
) -> Result<Authored> {
    let id = app.new_id();
    let prepared = prepare(&app.store.read()?, id, draft, sections)?;
    let stored = store(app, by, vec![(id, prepared)], once).await?.remove(0);
    authored(app, &by.into(), stored.id)
}

/// Bytes of a stored test: with its header it fills a page of 4 MiB, whose write keeps other writes waiting for less
/// than 5 ms.
const MAX_STORED: usize = 4 * 1024 * 1024 - 4096;

/// Encodes a test, before the transaction that stores it.
///
/// # Errors
/// 422 `invalid` for one that is larger than [`MAX_STORED`].
pub(super) fn encode(test: &Test) -> Result<Encoded<Test>> {
    let encoded = Encoded::of(test)?;
    if encoded.size() <= MAX_STORED {
        return Ok(encoded);
    }
    let Test { title, .. } = test;
    Err(Error::field("questions", format!("The test '{title}' is larger than 4 MiB. Divide it into several tests.")))
}

/// Size of the texts, in bytes.
fn size(questions: &[Question]) -> usize {
    questions.iter().map(Question::size).sum()
}

/// Creates all tests or none, for imports.
///
/// # Errors
/// 422 with the messages of `docs/behaviour/calls.md#error-texts`.
pub async fn create_all(app: &App, by: &Author, drafts: Vec<(TestDraft, Vec<SectionDraft>)>) -> Result<Vec<Test>> {
    let prepared = {
        let read = app.store.read()?;
        let prepare = |(draft, sections)| {
            let id = app.new_id();
            Ok((id, prepare(&read, id, draft, sections)?))
        };
        drafts.into_iter().map(prepare).collect::<Result<_>>()?
    };
    store(app, by, prepared, None).await
}

async fn store(app: &App, by: &Author, prepared: Vec<(TestId, PreparedTest)>, once: Option<Once>) -> Result<Vec<Test>> {
    let now = app.now();
    let (mut tests, mut sections) = (Vec::with_capacity(prepared.len()), Vec::new());
    let mut shown: Vec<ShownPictures> = Vec::with_capacity(prepared.len());
    for (id, prepared) in prepared {
        let mut checked = prepared.checked;
        let translations = std::mem::take(&mut checked.translations);
        let mut test = checked.into_test(id, now, by.id());
        if !translations.is_empty() {
            let read = app.store.read()?;
            let plan = prepared.sections.as_ref().map(|sections| plans::plan(&read, &test, sections)).transpose()?;
            let sources = plan.as_ref().map(|plan| plan.sources());
            translated_files::take_over(&mut test, sources.as_ref(), translations, (now, by.id()));
        }
        shown.push(pictures_of(&test, prepared.sections.as_ref()));
        if let Some(divided) = prepared.sections {
            plans::require_storable(&app.store.read()?, &test, &divided)?;
            sections.push(divided);
        }
        tests.push(test);
    }
    let bytes = tests.iter().map(|test| size(&test.questions)).sum();
    let ids: Vec<TestId> = tests.iter().map(|test| test.id).collect();
    let encoded = tests.iter().map(encode).collect::<Result<Vec<_>>>()?;
    if !staged_import::is_one_batch(&encoded) {
        staged_import::create(app, by, now, staged_import::StagedTests { ids, encoded, shown, sections }).await?;
        return Ok(tests);
    }
    let write = app.write_sized(now, by, bytes, move |w| {
        if let Some(Created::Test(id)) = idempotency::earlier(w, once)? {
            return Ok(Some(id));
        }
        shown.iter().try_for_each(|shown| pictures::claim(w, shown))?;
        for (id, test) in ids.into_iter().zip(&encoded) {
            w.put_encoded(test)?;
            w.audit("test.create", id, "")?;
            idempotency::done(w, once, Created::Test(id))?;
        }
        for sections in &sections {
            w.put(sections)?;
        }
        Ok(None)
    });
    write.await?.map_or(Ok(tests), |id| Ok(vec![get(app, &by.into(), id)?]))
}

fn pictures_of(test: &Test, sections: Option<&TestSections>) -> ShownPictures {
    let mut shown = test.pictures();
    shown.extend(sections.map(TestSections::pictures).unwrap_or_default());
    shown
}

/// The stored test with its row. Fails if the test has another version than the one that was read.
fn current(app: &App, id: TestId, version: Option<u32>) -> Result<(Test, Option<Vec<u8>>)> {
    let read = app.store.read()?;
    let test: Test = read.get(id)?.ok_or_else(not_found)?;
    require_version(&read, &test, version)?;
    Ok((test, read.row_of::<Test>(id)?))
}

/// # Errors
/// 409 `changed_meanwhile`.
pub(super) fn require_version(read: &impl Read, test: &Test, version: Option<u32>) -> Result<()> {
    let stored = Some((test.version, test.updated_by, test.updated_at));
    query::version::require_version(read, version, stored, "this test")
}

/// Replaces a test. With the `version` that was read it does not overwrite a later one. Running and ended attempts keep
/// the question paper they started with.
///
/// # Errors
/// 404; 409 `changed_meanwhile` with the author and time of the current version, `has_sections` for a draft without
/// sections if the test has pools; 422.
pub async fn update(
    app: &App,
    by: &Author,
    id: TestId,
    (mut draft, mut sections): (TestDraft, Vec<SectionDraft>),
    version: Option<u32>,
) -> Result<Authored> {
    let now = app.now();
    let (PreparedTest { checked, sections }, translations) = {
        let read = app.store.read()?;
        require_reach(&read, by, &sections)?;
        let stored = read.get::<Test>(id)?;
        if let Some(stored) = &stored {
            keep_options(&mut draft, &mut sections, &stored.questions);
        }
        let sections = if sections.is_empty() { prepare::kept(&read, id, &draft)? } else { sections };
        (prepare(&read, id, draft, sections)?, stored.map(|stored| stored.translations).unwrap_or_default())
    };
    let mut test = Test { translations, ..checked.into_test(id, now, by.id()) };
    if let Some(sections) = &sections {
        plans::require_storable(&app.store.read()?, &test, sections)?;
    }
    let sections = Arc::new(sections);
    let bytes = size(&test.questions);
    // Again if another admin stored a version after this one was read.
    loop {
        let (old, row) = current(app, id, version)?;
        test.created_at = old.created_at;
        test.version = old.version.saturating_add(1);
        test.translations = old.translations;
        let shown = pictures_of(&test, sections.as_ref().as_ref());
        let (encoded, sections) = (encode(&test)?, sections.clone());
        let write = app.write_sized(now, by, bytes, move |w| {
            let is_latest = w.is_still::<Test>(id, row.as_deref())?;
            if is_latest {
                pictures::claim(w, &shown)?;
                w.rewrite(&encoded)?;
                marks::carry(w, id, sections.as_ref().as_ref())?;
                put_sections(w, id, sections.as_ref().as_ref())?;
                w.audit("test.update", id, "")?;
            }
            Ok(is_latest)
        });
        if write.await? {
            return authored(app, &by.into(), id);
        }
    }
}

/// Lets questions that were imported with more options than can be typed keep them.
fn keep_options(draft: &mut TestDraft, sections: &mut [SectionDraft], stored: &[Question]) {
    let of_sections = sections.iter_mut().flat_map(|section| &mut section.items).filter_map(|item| match item {
        ItemDraft::Inline(question) | ItemDraft::Copy(question, ..) => Some(&mut **question),
        ItemDraft::Pinned(..) | ItemDraft::Pool(_) | ItemDraft::Unclear => None,
    });
    for question in draft.questions.iter_mut().chain(of_sections) {
        let known = stored.iter().find(|stored| question.id.as_ref() == Some(&stored.id));
        if let Some(known) = known {
            question.may_keep_options(known);
        }
    }
}

fn put_sections(w: &mut Work<'_, '_>, id: TestId, sections: Option<&TestSections>) -> Result<()> {
    if let Some(sections) = sections {
        w.put(sections)?;
    } else {
        require_no_pools(&**w, id)?;
        w.delete::<TestSections>(id)?;
    }
    Ok(())
}

/// Deletes a test without active invites. Its submissions stay: they refer to their question paper.
///
/// # Errors
/// 404; 409 `active_invitations` while a candidate may still take it, `changed_meanwhile`, `held`.
pub async fn delete(app: &App, by: &Author, id: TestId, version: Option<u32>) -> Result<()> {
    app.write(by, move |w| {
        let test: Test = w.get(id)?.ok_or_else(not_found)?;
        require_version(&**w, &test, version)?;
        held::require_none_in(w, id)?;
        let invites = w.linked(records::INVITES_BY_TEST.under(id))?;
        let active = invites.iter().filter(|invite| invite.is_active(w.now)).count();
        if active > 0 {
            let detail = format!("This test has {active} active invitations and cannot be deleted.");
            return Err(Error::conflict(ErrorCode::ActiveInvitations, detail));
        }
        delete_with_parts(w, id)?;
        // People and results stay as long as the test's rules and holds say, not as long as those of the site.
        if invites.is_empty() {
            forget_retention(w, id)?;
        }
        // The results of a test that was taken stay, with their pass mark, repairs, rubrics, anonymity and assignments.
        if !w.has_children::<Paper>(id)? && !w.has_children::<PaperPlan>(id)? {
            w.delete::<PassMark>(id)?;
            w.delete::<Repairs>(id)?;
            w.delete::<SimilarityReport>(id)?;
            w.delete::<Anonymity>(id)?;
            while w.delete_children::<Rubric>(id, BATCH_SIZE)? >= BATCH_SIZE {}
            w.delete::<Assignments>(id)?;
        }
        w.audit("test.delete", id, "")
    })
    .await
}

/// Deletes a test with what is of it alone, but no results.
///
/// # Errors
/// Storage only.
pub(super) fn delete_with_parts(w: &mut Work<'_, '_>, id: TestId) -> Result<()> {
    w.delete::<Test>(id)?;
    w.delete::<TestSections>(id)?;
    w.delete::<Archived>(id)?;
    w.delete::<PastFigures>(id)?;
    w.delete::<TestConsent>(id)?;
    w.delete::<ExamBrowserRule>(id)?;
    delete_linked(w, records::JOBS_BY_TEST.under(id))?;
    w.delete::<ClipRule>(id)?;
    w.delete::<PanelCalendar>(id)?;
    grants::forget_test(w, id)
}

/// Deletes what says how long data of a test stay, with the last of these.
///
/// # Errors
/// Storage only.
pub(super) fn forget_retention(w: &mut Work<'_, '_>, id: TestId) -> Result<()> {
    delete_linked(w, records::HOLDS_BY_SUBJECT.under(id.to_string().as_str()))?;
    if let Some(mut rules) = w.get::<RetentionRules>(Single)?
        && rules.tests.remove(&id).is_some()
    {
        w.put(&rules)?;
    }
    Ok(())
}
