//! Tests: create, list, change, delete.

use super::{
    actor::Admin,
    audit, events,
    page::{Page, Slice, newest},
    removal::{delete_attempt, delete_mails, delete_notifications, delete_under, linked},
};
use crate::{
    app::App,
    domain::{
        Error, Result, TestId,
        attempt::Attempt,
        invite::Invite,
        paper::Paper,
        test::{Checked, Draft, Test},
    },
    store::{Index, Key, KeyRange, Read, Record, Tx, records},
};

fn row(id: TestId) -> Vec<u8> {
    Key::new().id(id.0).build()
}

fn not_found() -> Error {
    Error::not_found("test")
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &Admin, id: TestId) -> Result<Test> {
    app.store.read()?.get(&row(id))?.ok_or_else(not_found)
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
    app.store
        .write(move |tx| {
            for test in &tests {
                tx.put(test)?;
                audit::record(tx, now, by, "test.create", test.id, "")?;
            }
            Ok(tests)
        })
        .await
}

/// Attempts that run or are done keep the snapshot they started with.
///
/// # Errors
/// 404, 422.
pub async fn update(app: &App, admin: &Admin, id: TestId, draft: Draft) -> Result<Test> {
    let Checked { title, description, duration_minutes, questions, require_fullscreen } = draft.check()?;
    let (by, now) = (admin.id(), app.now());
    app.store
        .write(move |tx| {
            let old: Test = tx.get(&row(id))?.ok_or_else(not_found)?;
            let test =
                Test { title, description, duration_minutes, questions, require_fullscreen, updated_at: now, ..old };
            tx.put(&test)?;
            audit::record(tx, now, by, "test.update", id, "")?;
            Ok(test)
        })
        .await
}

/// Submissions stay: they hold their snapshot.
///
/// # Errors
/// 404; 409 `active_invitations` while anybody may still take it.
pub async fn delete(app: &App, admin: &Admin, id: TestId) -> Result<()> {
    let (by, now) = (admin.id(), app.now());
    app.store
        .write(move |tx| {
            tx.get::<Test>(&row(id))?.ok_or_else(not_found)?;
            let mut active = 0;
            for invite in of_test::<Invite>(tx, records::INVITES_BY_TEST, id)? {
                active += usize::from(invite.is_active(now));
            }
            if active > 0 {
                let detail = format!("This test has {active} active invitations and cannot be deleted.");
                return Err(Error::conflict("active_invitations", detail));
            }
            tx.delete::<Test>(&row(id))?;
            audit::record(tx, now, by, "test.delete", id, "")
        })
        .await
}

/// Removes the test with its invites, attempts and submissions, and answers how many invites went.
///
/// # Errors
/// 404.
pub async fn force_delete(app: &App, admin: &Admin, id: TestId) -> Result<u64> {
    let (by, now, handle) = (admin.id(), app.now(), app.clone());
    app.store
        .write(move |tx| {
            tx.get::<Test>(&row(id))?.ok_or_else(not_found)?;
            let invites = of_test::<Invite>(tx, records::INVITES_BY_TEST, id)?;
            for invite in &invites {
                tx.delete::<Invite>(&invite.key())?;
                delete_mails(tx, invite.id)?;
                delete_notifications(tx, invite)?;
            }
            for attempt in of_test::<Attempt>(tx, records::ATTEMPTS_BY_TEST, id)? {
                delete_attempt(tx, &handle, &attempt)?;
                events::attempt_over(tx, &handle, &attempt);
            }
            delete_under::<Paper>(tx, &row(id))?;
            tx.delete::<Test>(&row(id))?;
            audit::record(tx, now, by, "test.force_delete", id, &format!("{} invites", invites.len()))?;
            Ok(invites.len() as u64)
        })
        .await
}

fn of_test<R: Record>(tx: &Tx<'_>, index: Index, id: TestId) -> Result<Vec<R>> {
    linked(tx, index, &row(id))
}
