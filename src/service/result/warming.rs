//! After a start: reads the rankings and statistics of large tests, for which the first reader would wait. On threads of low
//! priority, one test at a time with a rest as long, so that candidates' saves do not wait.

use super::{deciding::table, statistics};
use crate::{
    app::App,
    domain::{Result, TestId, list::Scope, test::Test},
    service::actor::{Actor, ResultReader},
    store::{
        Read,
        records::{self, counter},
    },
};
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// Results from which on a test is read ahead: below, its first reader hardly waits.
pub const LARGE: u64 = 2_000;
/// Tests read ahead, the newest first, and results of them together: a part of what is kept in memory.
const MAX_TESTS: usize = 6;
const MAX_RESULTS: u64 = 150_000;
/// The calls of candidates right after a start come first.
const DELAY: Duration = Duration::from_secs(5);

/// Once after a start.
pub async fn work(app: App) {
    tokio::time::sleep(DELAY).await;
    match pass(&app, LARGE).await {
        Ok(tests) => tracing::debug!(tests, "rankings and statistics of large tests are read ahead"),
        Err(error) => tracing::debug!(%error, "rankings could not be read ahead"),
    }
}

/// Reads the tests with at least `large` results. Returns their number.
///
/// # Errors
/// Storage only.
pub async fn pass(app: &App, large: u64) -> Result<usize> {
    let reader: ResultReader = Actor::Operator.require()?;
    let tests = app.blocking(move |app| chosen(app, large)).await?;
    for test in &tests {
        let began = Instant::now();
        table::current(app, &reader, *test).await?;
        tokio::time::sleep(began.elapsed()).await;
        let began = Instant::now();
        statistics::of_test(app, &reader, *test).await?;
        tokio::time::sleep(began.elapsed()).await;
    }
    Ok(tests.len())
}

fn chosen(app: &App, large: u64) -> Result<Vec<TestId>> {
    let read = app.store.read()?;
    let (mut tests, mut results) = (Vec::new(), 0);
    read.scan(records::TESTS_BY_CREATION.all(), true, &mut |row| {
        if let Some(Test { id, .. }) = read.record_if_any(&row)? {
            let count = read.count(&counter::submissions(Scope::Test(id)))?;
            if count >= large && results + count <= MAX_RESULTS {
                tests.push(id);
                results += count;
            }
        }
        Ok(if tests.len() < MAX_TESTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(tests)
}
