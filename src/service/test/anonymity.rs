//! Anonymous mode of a test: switched on and off, and ended with a reason.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Result, TestId,
        anonymity::{self, Alias, Anonymity, Revealed},
        assignment::Assignments,
        list::Scope,
        submission::Submission,
    },
    secrets::token,
    service::{
        actor::{Decider, ResultReader},
        events, query,
        scoring::scored,
        work::Work,
    },
    store::{
        Read,
        records::{self, counter},
    },
};
use std::ops::ControlFlow;
use uuid::Uuid;

/// Submissions that get an alias in one transaction.
const BATCH: usize = 200;

/// The mode of a test, with the names of who changed it.
pub struct AnonymityState {
    /// `None` before the first change.
    pub record: Option<Anonymity>,
    pub by: Option<String>,
    pub revealed_by: Option<String>,
}

fn shown(read: &impl Read, record: Option<Anonymity>) -> Result<AnonymityState> {
    let name = |by| query::person::name_of(read, by);
    let by = record.as_ref().map(|record| name(record.by)).transpose()?;
    let revealed = record.as_ref().and_then(|record| record.revealed.as_ref());
    let revealed_by = revealed.map(|revealed| name(revealed.by)).transpose()?;
    Ok(AnonymityState { record, by, revealed_by })
}

/// # Errors
/// Storage only.
pub fn of_test(app: &App, _: &ResultReader, test: TestId) -> Result<AnonymityState> {
    let read = app.store.read()?;
    shown(&read, read.get(test)?)
}

/// Switches the mode on or off. Switched on again after a reveal, it hides again, by other aliases.
///
/// # Errors
/// 409 `changed_meanwhile` with the author and time of the latest change, `reveal_first`.
pub async fn set(
    app: &App,
    decider: &Decider,
    test: TestId,
    is_on: bool,
    version: Option<u32>,
) -> Result<AnonymityState> {
    if is_on {
        let known: Option<Anonymity> = app.store.read()?.get(test)?;
        // While the mode hides, its aliases stay. Otherwise they were revealed, if there are any.
        if let Some(known) = known.filter(|known| !known.hides()) {
            rename_all(app, decider, &known).await?;
        }
        name_all(app, decider, test).await?;
    }
    app.write(decider, move |w| {
        let old: Option<Anonymity> = w.get(test)?;
        let stored = old.as_ref().map(|old| (old.version, old.by, old.at));
        query::version::require_version(&**w, version, stored, "the anonymous mode")?;
        let is_same = old.as_ref().map_or(!is_on, |old| if is_on { old.hides() } else { !old.is_on });
        if is_same {
            return shown(&**w, old);
        }
        if old.as_ref().is_some_and(Anonymity::hides) {
            return Err(anonymity::reveal_first());
        }
        // Those that ended since the last batch.
        for id in nameless(&**w, test)? {
            name(w, test, id)?;
        }
        let version = old.map_or(0, |old| old.version) + 1;
        let record = Anonymity { test_id: test, is_on, revealed: None, version, by: w.by.account(), at: w.now };
        w.put(&record)?;
        w.audit("test.anonymous", test, if is_on { "on" } else { "off" })?;
        events::anonymity_changed(w, test);
        shown(&**w, Some(record))
    })
    .await
}

/// Shows the names of a test from now on. A second press changes nothing.
///
/// # Errors
/// 409 `not_anonymous`; 422 on `reason`.
pub async fn reveal(app: &App, decider: &Decider, test: TestId, reason: &str) -> Result<AnonymityState> {
    let reason = anonymity::check_reason(reason)?;
    app.write(decider, move |w| {
        let old: Option<Anonymity> = w.get(test)?;
        let not_on =
            || Error::conflict(ErrorCode::NotAnonymous, "This test does not hide the names of its candidates.");
        let mut record = old.filter(|old| old.is_on).ok_or_else(not_on)?;
        if record.hides() {
            record.revealed = Some(Revealed { by: w.by.account(), at: w.now, reason: reason.clone() });
            record.version += 1;
            (record.by, record.at) = (w.by.account(), w.now);
            w.put(&record)?;
            w.audit("test.reveal_names", test, &reason)?;
            scored::revealed(w, test)?;
            // What was held back is no secret any more.
            if let Some(mut plan) = w.get::<Assignments>(test)? {
                plan.deal_again();
                w.put(&plan)?;
                events::assignments_changed(w, test);
            }
            events::anonymity_changed(w, test);
        }
        shown(&**w, Some(record))
    })
    .await
}

/// Gives aliases to the submissions of a test, in batches, so that candidates' saves do not wait.
async fn name_all(app: &App, by: &Decider, test: TestId) -> Result<()> {
    let reader = app.clone();
    let read = move || nameless(&reader.store.read()?, test);
    let all = tokio::task::spawn_blocking(read).await.map_err(Error::internal)??;
    for batch in all.chunks(BATCH) {
        let batch = batch.to_vec();
        let name_batch = move |w: &mut Work<'_, '_>| batch.into_iter().try_for_each(|id| name(w, test, id));
        app.write_paced(app.now(), by, name_batch).await?;
    }
    Ok(())
}

/// Replaces the aliases of a test, in batches: what was revealed of them must not name anyone again. Interrupted, the names
/// are still shown, and the next try replaces all of them.
async fn rename_all(app: &App, by: &Decider, known: &Anonymity) -> Result<()> {
    let (test, version) = (known.test_id, known.version);
    let all: Vec<Alias> =
        app.blocking(move |app| Ok(app.store.read()?.linked(records::ALIASES_BY_REVIEW.under(test))?)).await?;
    for batch in all.chunks(BATCH) {
        let batch: Vec<AttemptId> = batch.iter().map(|alias| alias.submission_id).collect();
        let write = app.write_paced(app.now(), by, move |w| {
            // Another administrator has switched it on meanwhile: these aliases name people by now.
            if w.get::<Anonymity>(test)?.is_none_or(|now| now.version != version) {
                return Ok(());
            }
            batch.into_iter().try_for_each(|id| rename(w, test, id))
        });
        write.await?;
    }
    Ok(())
}

fn rename(w: &mut Work<'_, '_>, test: TestId, submission: AttemptId) -> Result<()> {
    let Some(old) = query::naming::alias(&**w, submission)? else { return Ok(()) };
    // Drawn while the old one is taken, so that it is another one.
    let number = draw(w, test)?;
    w.delete::<Alias>(old.review_id)?;
    let review_id = AttemptId(Uuid::from_bytes(token::random_bytes()));
    w.put(&Alias { review_id, test_id: test, submission_id: submission, number })?;
    events::ranking_changed(w, test, submission);
    Ok(())
}

/// Submissions of a test without an alias, newest first.
fn nameless(read: &impl Read, test: TestId) -> Result<Vec<AttemptId>> {
    let all = read.count(&counter::submissions(Scope::Test(test)))?;
    let missing = all.saturating_sub(read.count(&counter::aliases(test))?);
    let mut found = Vec::new();
    if missing == 0 {
        return Ok(found);
    }
    read.scan(records::SUBMISSIONS_BY_TIME.under(Scope::Test(test)), true, &mut |row| {
        if let Some(Submission { id, .. }) = read.record_if_any(&row)?
            && read.find(records::ALIASES_BY_SUBMISSION, id)?.is_none()
        {
            found.push(id);
        }
        Ok(if (found.len() as u64) < missing { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}

/// Gives an alias to a submission that has none.
fn name(w: &mut Work<'_, '_>, test: TestId, submission: AttemptId) -> Result<()> {
    if query::naming::alias(&**w, submission)?.is_some() || !w.has::<Submission>(submission)? {
        return Ok(());
    }
    let number = draw(w, test)?;
    let review_id = AttemptId(Uuid::from_bytes(token::random_bytes()));
    w.put(&Alias { review_id, test_id: test, submission_id: submission, number })?;
    events::ranking_changed(w, test, submission);
    Ok(())
}

/// A random number that no alias of the test has.
fn draw(w: &Work<'_, '_>, test: TestId) -> Result<u32> {
    let all = anonymity::numbers(w.count(&counter::aliases(test))?);
    loop {
        let drawn = 1 + u64::from_be_bytes(token::random_bytes()) % all;
        let drawn = u32::try_from(drawn).map_err(Error::internal)?;
        if w.find(records::ALIASES_BY_NUMBER, (test, drawn))?.is_none() {
            return Ok(drawn);
        }
    }
}

/// A submission was stored: gives it an alias if its test is anonymous, also after a reveal, for shared links.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn submitted(w: &mut Work<'_, '_>, submission: &Submission) -> Result<()> {
    if w.get::<Anonymity>(submission.test_id)?.is_some_and(|anonymity| anonymity.is_on) {
        name(w, submission.test_id, submission.id)?;
    }
    Ok(())
}
