//! The pass mark of a test, and who would cross another one.

use super::table;
use crate::{
    app::App,
    domain::{
        AttemptId, Error, Result, TestId,
        decision::{PassMark, Percent},
        submission::Submission,
    },
    service::{actor::Admin, events, query},
    state::rankings::{Row, Table},
    store::Read,
};

/// Submissions that a preview names on each side.
const MAX_NAMED: usize = 50;

/// A test's pass mark, with the name of who set it; both `None` before the first one.
#[derive(Clone, Debug)]
pub struct Mark {
    pub record: Option<PassMark>,
    pub by: Option<String>,
}

impl Mark {
    #[must_use]
    pub fn percent(&self) -> Option<Percent> {
        self.record?.percent
    }
}

/// # Errors
/// Storage only.
pub(super) fn of(read: &impl Read, test: TestId) -> Result<Mark> {
    let record: Option<PassMark> = read.get(test)?;
    let by = record.map(|mark| query::person::name_of(read, mark.by)).transpose()?;
    Ok(Mark { record, by })
}

/// A stored pass mark, with the numbers of final submissions that reach it, and that do not.
pub struct Set {
    pub mark: Mark,
    pub passed: u64,
    pub failed: u64,
}

/// Sets or withdraws the pass mark.
///
/// # Errors
/// 409 `changed_meanwhile` with the author and time of the current one.
pub async fn set(
    app: &App,
    admin: &Admin,
    test: TestId,
    percent: Option<Percent>,
    version: Option<u32>,
) -> Result<Set> {
    let mark = app
        .write(admin, move |w| {
            let old: Option<PassMark> = w.get(test)?;
            let current = old.map_or(0, |mark| mark.version);
            if let Some(old) = old.filter(|_| version.is_some_and(|read| read != current)) {
                let by = query::person::name_of(w, old.by)?;
                return Err(Error::changed_meanwhile(by, old.at, "has changed the pass mark in the meantime."));
            }
            if old.and_then(|mark| mark.percent) == percent {
                return of(w, test);
            }
            let mark = PassMark { test_id: test, percent, version: current + 1, by: w.by.account(), at: w.now };
            w.put(&mark)?;
            let note = percent.map_or_else(|| "none".to_owned(), |percent| format!("{} %", percent.as_f64()));
            w.audit("test.pass_mark", test, &note)?;
            events::pass_mark_changed(w, test);
            of(w, test)
        })
        .await?;
    let (passed, failed) = counts(&*table::current(app, admin, test).await?, mark.percent());
    Ok(Set { mark, passed, failed })
}

/// Final submissions that reach a mark, and that do not; without a mark, none does either.
fn counts(table: &Table, mark: Option<Percent>) -> (u64, u64) {
    mark.map_or((0, 0), |mark| {
        let passed = table.passed(mark);
        (passed, table.settled() - passed)
    })
}

/// A submission that would cross the mark.
pub struct Crossing {
    pub id: AttemptId,
    pub name: String,
    pub score: f64,
}

pub struct Preview {
    pub passed: u64,
    pub failed: u64,
    pub provisional: u64,
    /// The best first; some of them.
    pub now_pass: Vec<Crossing>,
    pub now_pass_count: u64,
    pub now_fail: Vec<Crossing>,
    pub now_fail_count: u64,
    /// How many of both were told a decision.
    pub told_count: u64,
}

/// What another mark would change. Without a mark, all pass.
///
/// # Errors
/// Storage only.
pub async fn preview(app: &App, admin: &Admin, test: TestId, percent: Option<Percent>) -> Result<Preview> {
    let table = table::current(app, admin, test).await?;
    let read = app.store.read()?;
    let now = of(&read, test)?.percent().unwrap_or(Percent::ZERO);
    let then = percent.unwrap_or(Percent::ZERO);
    let up: Vec<&Row> = table.between(then, now).collect();
    let down: Vec<&Row> = table.between(now, then).collect();
    let named = |rows: &[&Row]| {
        let named = rows.iter().take(MAX_NAMED).filter_map(|row| crossing(&read, row.id).transpose());
        named.collect::<Result<Vec<_>>>()
    };
    let (passed, failed) = counts(&table, percent);
    Ok(Preview {
        passed,
        failed,
        provisional: table.len() - table.settled(),
        now_pass: named(&up)?,
        now_pass_count: up.len() as u64,
        now_fail: named(&down)?,
        now_fail_count: down.len() as u64,
        told_count: up.iter().chain(&down).filter(|row| row.is_told).count() as u64,
    })
}

fn crossing(read: &impl Read, id: AttemptId) -> Result<Option<Crossing>> {
    let submission: Option<Submission> = read.get(id)?;
    let submission = submission.map(|found| query::naming::of_result(read, found)).transpose()?;
    Ok(submission.map(|s| Crossing { id, score: s.final_score(), name: s.applicant_name }))
}
