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
        audit,
        cascade_delete::{Batch, in_batches},
        events,
        query::page::{Page, Slice, newest},
    },
    state::write_pacing,
    store::{Read, Tx, records},
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
    let by = admin.id();
    let large = tests.iter().map(|test| size(&test.questions)).sum::<usize>() >= write_pacing::LARGE;
    let write = app.store.write(move |tx| {
        for test in &tests {
            tx.put(test)?;
            audit::record(tx, now, by, "test.create", test.id, "")?;
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
    let (by, now) = (admin.id(), app.now());
    let large = size(&questions) >= write_pacing::LARGE;
    let write = app.store.write(move |tx| {
        let old: Test = tx.get(id)?.ok_or_else(not_found)?;
        let test = Test { title, description, duration_minutes, questions, require_fullscreen, updated_at: now, ..old };
        tx.put(&test)?;
        audit::record(tx, now, by, "test.update", id, "")?;
        Ok(test)
    });
    if large { app.write_pacing.write(REST, write).await } else { write.await }
}

/// Deletes a test without active invites. Its submissions stay: they refer to their question paper.
///
/// # Errors
/// 404; 409 `active_invitations` while a candidate may still take it.
pub async fn delete(app: &App, admin: &Admin, id: TestId) -> Result<()> {
    let (by, now) = (admin.id(), app.now());
    app.store
        .write(move |tx| {
            tx.get::<Test>(id)?.ok_or_else(not_found)?;
            let mut active = 0;
            for invite in tx.linked(records::INVITES_BY_TEST.under(id))? {
                active += usize::from(invite.is_active(now));
            }
            if active > 0 {
                let detail = format!("This test has {active} active invitations and cannot be deleted.");
                return Err(Error::conflict("active_invitations", detail));
            }
            tx.delete::<Test>(id)?;
            audit::record(tx, now, by, "test.delete", id, "")
        })
        .await
}

/// Cascade delete of a test with its invites, attempts and submissions. Returns the number of deleted invites. Runs in
/// batches, so that saves are served in between, and deletes the test last: an interrupted delete can be repeated.
///
/// # Errors
/// 404.
pub async fn force_delete(app: &App, admin: &Admin, id: TestId) -> Result<u64> {
    let (by, now) = (admin.id(), app.now());
    let deleted = in_batches(app, move |app, tx, before| {
        tx.get::<Test>(id)?.ok_or_else(not_found)?;
        let (invites, is_done) = delete_batch(app, tx, id)?;
        if is_done {
            tx.delete::<Test>(id)?;
            audit::record(tx, now, by, "test.force_delete", id, &format!("{} invites", before + invites))?;
        }
        Ok((invites, is_done))
    });
    Ok(deleted.await? as u64)
}

/// One batch. Returns the number of deleted invites, and whether no dependent rows are left.
fn delete_batch(app: &App, tx: &mut Tx<'_>, id: TestId) -> Result<(usize, bool)> {
    let mut batch = Batch::new();
    let (invites, attempts) = (records::INVITES_BY_TEST.under(id), records::ATTEMPTS_BY_TEST.under(id));
    for invite in tx.some_linked(invites.clone(), BATCH_SIZE)? {
        if batch.is_over() {
            return Ok((batch.invites, false));
        }
        match Batch::attempt_of(tx, &invite)? {
            Some(attempt) if !batch.attempt(tx, app, &attempt)? => return Ok((batch.invites, false)),
            Some(attempt) => events::attempt_over(tx, app, &attempt),
            None => batch.invite(tx, &invite)?,
        }
    }
    for attempt in tx.some_linked(attempts.clone(), BATCH_SIZE)? {
        if !batch.attempt(tx, app, &attempt)? {
            return Ok((batch.invites, false));
        }
        events::attempt_over(tx, app, &attempt);
    }
    let is_done = tx.some_linked(invites, 1)?.is_empty()
        && tx.some_linked(attempts, 1)?.is_empty()
        && batch.under::<Paper>(tx, id)?;
    Ok((batch.invites, is_done))
}
