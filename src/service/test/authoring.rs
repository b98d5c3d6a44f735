//! Tests: create, list, change, delete.

use crate::{
    app::App,
    domain::{
        Error, Result, TestId,
        attempt::Attempt,
        invite::Invite,
        paper::Paper,
        test::{Checked, Draft, Question, Test},
    },
    service::{
        actor::Admin,
        audit,
        cascade_delete::{Turn, in_turns},
        events,
        query::{
            linked::{linked, some_linked},
            page::{Page, Slice, newest},
        },
    },
    state::write_pacing,
    store::{
        Index, KeyRange, Read, Record, Tx,
        records::{self, key},
    },
};

/// Invites, or attempts, that one turn of the writer looks at.
const TURN: usize = 100;

fn not_found() -> Error {
    Error::not_found("test")
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &Admin, id: TestId) -> Result<Test> {
    app.store.read()?.get(&key::test(id))?.ok_or_else(not_found)
}

/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, _: &Admin, slice: &Slice) -> Result<Page<Test>> {
    newest(&app.store.read()?, records::TESTS_BY_CREATION, KeyRange::all(), slice)
}

/// # Errors
/// 422 with the spec's messages.
pub async fn create(app: &App, admin: &Admin, draft: Draft) -> Result<Test> {
    Ok(create_all(app, admin, vec![draft]).await?.remove(0))
}

/// A large test keeps the writer for some milliseconds: the others have it for twenty times as long before the next.
const REST: u32 = 20;

/// Bytes of the texts.
fn size(questions: &[Question]) -> usize {
    questions.iter().map(|q| q.text.len() + q.options.iter().map(String::len).sum::<usize>()).sum()
}

/// All or nothing, for imports.
///
/// # Errors
/// 422 with the spec's messages.
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

/// Attempts that run or are done keep the snapshot they started with.
///
/// # Errors
/// 404, 422.
pub async fn update(app: &App, admin: &Admin, id: TestId, draft: Draft) -> Result<Test> {
    let Checked { title, description, duration_minutes, questions, require_fullscreen } = draft.check()?;
    let (by, now) = (admin.id(), app.now());
    let large = size(&questions) >= write_pacing::LARGE;
    let write = app.store.write(move |tx| {
        let old: Test = tx.get(&key::test(id))?.ok_or_else(not_found)?;
        let test = Test { title, description, duration_minutes, questions, require_fullscreen, updated_at: now, ..old };
        tx.put(&test)?;
        audit::record(tx, now, by, "test.update", id, "")?;
        Ok(test)
    });
    if large { app.write_pacing.write(REST, write).await } else { write.await }
}

/// Submissions stay: they hold their snapshot.
///
/// # Errors
/// 404; 409 `active_invitations` while anybody may still take it.
pub async fn delete(app: &App, admin: &Admin, id: TestId) -> Result<()> {
    let (by, now) = (admin.id(), app.now());
    app.store
        .write(move |tx| {
            tx.get::<Test>(&key::test(id))?.ok_or_else(not_found)?;
            let mut active = 0;
            for invite in of_test::<Invite>(tx, records::INVITES_BY_TEST, id)? {
                active += usize::from(invite.is_active(now));
            }
            if active > 0 {
                let detail = format!("This test has {active} active invitations and cannot be deleted.");
                return Err(Error::conflict("active_invitations", detail));
            }
            tx.delete::<Test>(&key::test(id))?;
            audit::record(tx, now, by, "test.delete", id, "")
        })
        .await
}

/// Removes the test with its invites, attempts and submissions, and answers how many invites went. In turns, so that
/// saves are served in between, and the test itself last: one that breaks off can be asked for again.
///
/// # Errors
/// 404.
pub async fn force_delete(app: &App, admin: &Admin, id: TestId) -> Result<u64> {
    let (by, now) = (admin.id(), app.now());
    let gone = in_turns(app, move |app, tx, before| {
        tx.get::<Test>(&key::test(id))?.ok_or_else(not_found)?;
        let (invites, is_done) = remove_some(app, tx, id)?;
        if is_done {
            tx.delete::<Test>(&key::test(id))?;
            audit::record(tx, now, by, "test.force_delete", id, &format!("{} invites", before + invites))?;
        }
        Ok((invites, is_done))
    });
    Ok(gone.await? as u64)
}

/// One turn: how many invites went, and whether nothing hangs on the test any more.
fn remove_some(app: &App, tx: &mut Tx<'_>, id: TestId) -> Result<(usize, bool)> {
    let mut turn = Turn::new();
    for invite in some_linked::<Invite>(tx, records::INVITES_BY_TEST, &key::test(id), TURN)? {
        if turn.is_over() {
            return Ok((turn.invites, false));
        }
        match Turn::attempt_of(tx, &invite)? {
            Some(attempt) if !turn.attempt(tx, app, &attempt)? => return Ok((turn.invites, false)),
            Some(attempt) => events::attempt_over(tx, app, &attempt),
            None => turn.invite(tx, &invite)?,
        }
    }
    for attempt in some_linked::<Attempt>(tx, records::ATTEMPTS_BY_TEST, &key::test(id), TURN)? {
        if !turn.attempt(tx, app, &attempt)? {
            return Ok((turn.invites, false));
        }
        events::attempt_over(tx, app, &attempt);
    }
    let is_done = some_linked::<Invite>(tx, records::INVITES_BY_TEST, &key::test(id), 1)?.is_empty()
        && some_linked::<Attempt>(tx, records::ATTEMPTS_BY_TEST, &key::test(id), 1)?.is_empty()
        && turn.under::<Paper>(tx, &key::test(id))?;
    Ok((turn.invites, is_done))
}

fn of_test<R: Record>(tx: &Tx<'_>, index: Index, id: TestId) -> Result<Vec<R>> {
    linked(tx, index, &key::test(id))
}
