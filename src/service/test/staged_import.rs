//! Large imports: the tests are written in batches, so that candidates' saves do not wait for all of them, and appear
//! together. Those of an import that was interrupted stay hidden, and the sweeper removes them.

use super::pictures;
use crate::{
    app::App,
    domain::{
        Error, ImportId, Instant, Result, TestId, bank::sections::TestSections, import::PendingImport,
        picture::ShownPictures, test::Test,
    },
    service::{
        actor::Author,
        work::{By, Work},
    },
    store::{Encoded, Read},
};
use std::{collections::HashSet, mem};

/// Size of a batch.
const MAX_TESTS: usize = 40;
const MAX_BYTES: usize = 1 << 20;
/// Tests of an interrupted import that are removed in one transaction.
const REMOVED: usize = 10;

/// Whether they are written in one transaction.
pub(super) fn is_one_batch(tests: &[Encoded<Test>]) -> bool {
    tests.len() == 1 || (tests.len() <= MAX_TESTS && tests.iter().map(Encoded::size).sum::<usize>() <= MAX_BYTES)
}

fn batches(tests: Vec<Encoded<Test>>) -> Vec<Vec<Encoded<Test>>> {
    let (mut batches, mut last, mut bytes) = (Vec::new(), Vec::new(), 0);
    for test in tests {
        if last.len() >= MAX_TESTS || (bytes > 0 && bytes + test.size() > MAX_BYTES) {
            batches.push(mem::take(&mut last));
            bytes = 0;
        }
        bytes += test.size();
        last.push(test);
    }
    batches.push(last);
    batches
}

/// Tests to be created.
pub(super) struct StagedTests {
    pub ids: Vec<TestId>,
    pub encoded: Vec<Encoded<Test>>,
    /// The pictures that the stored tests show.
    pub shown: Vec<ShownPictures>,
    /// The sections of the tests that are divided.
    pub sections: Vec<TestSections>,
}

/// Creates all of these tests or none.
///
/// # Errors
/// Storage only.
pub(super) async fn create(
    app: &App,
    by: &Author,
    now: Instant,
    StagedTests { ids, encoded, shown, sections }: StagedTests,
) -> Result<()> {
    let import = app.jobs.staging.import(app.new_id());
    let pending = PendingImport { id: import.id, tests: ids.clone() };
    app.write_at(now, by, move |w| {
        shown.iter().try_for_each(|shown| pictures::claim(w, shown))?;
        Ok(w.put(&pending)?)
    })
    .await?;
    for batch in batches(encoded) {
        let write = app.write_paced(now, by, move |w| {
            for test in &batch {
                w.put_encoded(test)?;
            }
            Ok(())
        });
        write.await?;
    }
    let id = import.id;
    app.write_at(now, by, move |w| {
        w.delete::<PendingImport>(id)?.ok_or_else(|| Error::internal("an import was removed while it was written"))?;
        for sections in &sections {
            w.put(sections)?;
        }
        ids.into_iter().try_for_each(|test| w.audit("test.create", test, ""))
    })
    .await
}

/// Tests of imports that are being written, or that were interrupted.
///
/// # Errors
/// Storage only.
pub fn hidden(read: &impl Read) -> Result<HashSet<TestId>> {
    Ok(read.records::<PendingImport>()?.into_iter().flat_map(|import| import.tests).collect())
}

/// Removes what interrupted imports have written. Returns false if an import is being written now.
///
/// # Errors
/// Storage only.
pub(crate) async fn remove_interrupted(app: &App) -> Result<bool> {
    let mut all = true;
    let pending: Vec<PendingImport> = app.store.read()?.records()?;
    for import in pending {
        if app.jobs.staging.is_importing(import.id) {
            all = false;
            continue;
        }
        while !app.write(By::Server, move |w| remove_batch(w, import.id)).await? {}
    }
    Ok(all)
}

/// Returns true once nothing is left.
fn remove_batch(w: &mut Work<'_, '_>, id: ImportId) -> Result<bool> {
    let Some(import) = w.get::<PendingImport>(id)? else { return Ok(true) };
    let mut removed = 0;
    for test in import.tests {
        if removed == REMOVED {
            return Ok(false);
        }
        removed += usize::from(w.delete::<Test>(test)?.is_some());
    }
    w.delete::<PendingImport>(id)?;
    Ok(true)
}
