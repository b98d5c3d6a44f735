//! Tests: create, list, update, delete (`docs/behaviour.md#tests-and-questions`).

use crate::{
    app::App,
    domain::{
        Error, Result, TestId,
        paper::Paper,
        test::{Checked, Draft, Question, Test},
    },
    service::{
        actor::Admin,
        cascade_delete::{Batch, in_batches},
        events,
        query::page::{Page, Slice, newest},
        work::Work,
    },
    state::write_pacing,
    store::{Read, records},
};

/// Invites, or attempts, read per batch.
const BATCH_SIZE: usize = 100;

fn not_found() -> Error {
    Error::not_found("test")
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &Admin, id: TestId) -> Result<Test> {
    app.store.read()?.get(id)?.ok_or_else(not_found)
}

/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, _: &Admin, slice: &Slice) -> Result<Page<Test>> {
    newest(&app.store.read()?, records::TESTS_BY_CREATION.all(), slice)
}

/// # Errors
/// 422 with the messages of `docs/behaviour.md#error-texts`.
pub async fn create(app: &App, admin: &Admin, draft: Draft) -> Result<Test> {
    Ok(create_all(app, admin, vec![draft]).await?.remove(0))
}

/// A large test occupies the writer for some milliseconds, then leaves it to other writes for `REST` times as long.
const REST: u32 = 20;

/// Size of the texts, in bytes.
fn size(questions: &[Question]) -> usize {
    questions.iter().map(|q| q.text.len() + q.options.iter().map(String::len).sum::<usize>()).sum()
}

/// Creates all tests or none, for imports.
///
/// # Errors
/// 422 with the messages of `docs/behaviour.md#error-texts`.
pub async fn create_all(app: &App, admin: &Admin, drafts: Vec<Draft>) -> Result<Vec<Test>> {
    let now = app.now();
    let mut tests = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let Checked { title, description, duration_minutes, questions, require_fullscreen } = draft.check()?;
        tests.push(Test {
            id: app.new_id(),
            title,
            description,
            duration_minutes,
            questions,
            created_at: now,
            updated_at: now,
            require_fullscreen,
        });
    }
    let large = tests.iter().map(|test| size(&test.questions)).sum::<usize>() >= write_pacing::LARGE;
    let write = app.write_at(now, admin, move |w| {
        for test in &tests {
            w.put(test)?;
            w.audit("test.create", test.id, "")?;
        }
        Ok(tests)
    });
    if large { app.write_pacing.write(REST, write).await } else { write.await }
}

/// Running and ended attempts keep the question paper they started with.
///
/// # Errors
/// 404, 422.
pub async fn update(app: &App, admin: &Admin, id: TestId, draft: Draft) -> Result<Test> {
    let Checked { title, description, duration_minutes, questions, require_fullscreen } = draft.check()?;
    let large = size(&questions) >= write_pacing::LARGE;
    let write = app.write(admin, move |w| {
        let old: Test = w.get(id)?.ok_or_else(not_found)?;
        let test =
            Test { title, description, duration_minutes, questions, require_fullscreen, updated_at: w.now, ..old };
        w.put(&test)?;
        w.audit("test.update", id, "")?;
        Ok(test)
    });
    if large { app.write_pacing.write(REST, write).await } else { write.await }
}

/// Deletes a test without active invites. Its submissions stay: they refer to their question paper.
///
/// # Errors
/// 404; 409 `active_invitations` while a candidate may still take it.
pub async fn delete(app: &App, admin: &Admin, id: TestId) -> Result<()> {
    app.write(admin, move |w| {
        w.get::<Test>(id)?.ok_or_else(not_found)?;
        let mut active = 0;
        for invite in w.linked(records::INVITES_BY_TEST.under(id))? {
            active += usize::from(invite.is_active(w.now));
        }
        if active > 0 {
            let detail = format!("This test has {active} active invitations and cannot be deleted.");
            return Err(Error::conflict("active_invitations", detail));
        }
        w.delete::<Test>(id)?;
        w.audit("test.delete", id, "")
    })
    .await
}

/// Cascade delete of a test with its invites, attempts and submissions. Returns the number of deleted invites. Runs in
/// batches, so that saves are served in between, and deletes the test last: an interrupted delete can be repeated.
///
/// # Errors
/// 404.
pub async fn force_delete(app: &App, admin: &Admin, id: TestId) -> Result<u64> {
    let deleted = in_batches(app, admin, move |w, before| {
        w.get::<Test>(id)?.ok_or_else(not_found)?;
        let (invites, is_done) = delete_batch(w, id)?;
        if is_done {
            w.delete::<Test>(id)?;
            w.audit("test.force_delete", id, &format!("{} invites", before + invites))?;
        }
        Ok((invites, is_done))
    });
    Ok(deleted.await? as u64)
}

/// One batch. Returns the number of deleted invites, and whether no dependent rows are left.
fn delete_batch(w: &mut Work<'_, '_>, id: TestId) -> Result<(usize, bool)> {
    let mut batch = Batch::new();
    let (invites, attempts) = (records::INVITES_BY_TEST.under(id), records::ATTEMPTS_BY_TEST.under(id));
    for invite in w.some_linked(invites.clone(), BATCH_SIZE)? {
        if batch.is_over() {
            return Ok((batch.invites, false));
        }
        match Batch::attempt_of(w, &invite)? {
            Some(attempt) if !batch.attempt(w, &attempt)? => return Ok((batch.invites, false)),
            Some(attempt) => events::attempt_over(w, &attempt),
            None => batch.invite(w, &invite)?,
        }
    }
    for attempt in w.some_linked(attempts.clone(), BATCH_SIZE)? {
        if !batch.attempt(w, &attempt)? {
            return Ok((batch.invites, false));
        }
        events::attempt_over(w, &attempt);
    }
    let is_done = w.some_linked(invites, 1)?.is_empty()
        && w.some_linked(attempts, 1)?.is_empty()
        && batch.under::<Paper>(w, id)?;
    Ok((batch.invites, is_done))
}
