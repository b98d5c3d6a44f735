//! The pass mark of a test, and who would cross another one.

use super::{table, test_questions};
use crate::{
    app::App,
    domain::{
        AttemptId, Result, TestId,
        decision::{self, PassMark, Percent, SectionMark},
        submission::Submission,
    },
    service::{actor::Decider, events, query},
    state::rankings::{RankingEntry, RankingTable},
    store::Read,
};

/// Submissions that a preview names on each side.
const MAX_NAMED: usize = 50;

/// A test's pass mark, with the name of who set it; both `None` before the first one.
#[derive(Clone, Debug)]
pub struct TestPassMark {
    pub record: Option<PassMark>,
    pub by: Option<String>,
}

impl TestPassMark {
    /// The one to reach, if any.
    #[must_use]
    pub fn in_force(&self) -> Option<&PassMark> {
        self.record.as_ref().filter(|mark| mark.is_set())
    }
}

/// A pass mark as it is entered. `None`: those of the sections stay.
#[derive(Clone, Debug)]
pub struct PassMarkDraft {
    pub percent: Option<Percent>,
    pub sections: Option<Vec<SectionMark>>,
}

impl PassMarkDraft {
    /// Reads all papers that the test ever had: not for the writer's thread.
    ///
    /// # Errors
    /// 422 for the mark of an unknown section.
    fn check(&self, read: &impl Read, test: TestId) -> Result<()> {
        let Some(wanted) = self.sections.as_ref().filter(|wanted| !wanted.is_empty()) else { return Ok(()) };
        let known = test_questions::of(read, test)?.sections;
        decision::check_sections(wanted, |label| known.iter().any(|section| section == label))
    }

    /// The marks of sections that it includes.
    fn sections(&self, now: Option<&PassMark>) -> Vec<SectionMark> {
        let stored = || now.map(|mark| mark.sections.clone()).unwrap_or_default();
        self.sections.clone().unwrap_or_else(stored)
    }
}

/// # Errors
/// Storage only.
pub(super) fn of(read: &impl Read, test: TestId) -> Result<TestPassMark> {
    let record: Option<PassMark> = read.get(test)?;
    let by = record.as_ref().map(|mark| query::person::name_of(read, mark.by)).transpose()?;
    Ok(TestPassMark { record, by })
}

/// A stored pass mark, with the numbers of final submissions that reach it, and that do not.
pub struct PassMarkOutcome {
    pub mark: TestPassMark,
    pub passed: u64,
    pub failed: u64,
}

/// Sets or withdraws the pass mark.
///
/// # Errors
/// 409 `changed_meanwhile` with the author and time of the current one; 422 for the mark of an unknown section.
pub async fn set(
    app: &App,
    decider: &Decider,
    test: TestId,
    draft: PassMarkDraft,
    version: Option<u32>,
) -> Result<PassMarkOutcome> {
    draft.check(&app.store.read()?, test)?;
    let mark = app
        .write(decider, move |w| {
            let old: Option<PassMark> = w.get(test)?;
            let stored = old.as_ref().map(|mark| (mark.version, mark.by, mark.at));
            query::version::require_version(w, version, stored, "the pass mark")?;
            let current = old.as_ref().map_or(0, |mark| mark.version);
            let sections = draft.sections(old.as_ref());
            let percent = draft.percent;
            let (known, marks) = old.map(|mark| (mark.percent, mark.sections)).unwrap_or_default();
            if known == percent && marks == sections {
                return of(w, test);
            }
            let (by, at) = (w.by.account(), w.now);
            let mark = PassMark { test_id: test, percent, version: current + 1, by, at, sections };
            w.put(&mark)?;
            w.audit("test.pass_mark", test, &note(&mark))?;
            events::pass_mark_changed(w, test);
            of(w, test)
        })
        .await?;
    let (passed, failed) = counts(&*table::current(app, &decider.into(), test).await?, mark.in_force());
    Ok(PassMarkOutcome { mark, passed, failed })
}

/// Returns the pass mark in words, for the audit log.
fn note(mark: &PassMark) -> String {
    let total = mark.percent.map(|percent| format!("{} %", percent.as_f64()));
    let sections = mark.sections.iter().map(|mark| format!("{}: {} %", mark.section, mark.percent.as_f64()));
    let all: Vec<String> = total.into_iter().chain(sections).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// Final submissions that reach a mark, and that do not; without a mark, none does either.
fn counts(table: &RankingTable, mark: Option<&PassMark>) -> (u64, u64) {
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

pub struct PassMarkPreview {
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

/// Returns the effect of another mark. Without a mark, all pass.
///
/// # Errors
/// 422 for the mark of an unknown section.
pub async fn preview(app: &App, decider: &Decider, test: TestId, draft: PassMarkDraft) -> Result<PassMarkPreview> {
    let table = table::current(app, &decider.into(), test).await?;
    let read = app.store.read()?;
    let now: Option<PassMark> = read.get(test)?;
    draft.check(&read, test)?;
    let sections = draft.sections(now.as_ref());
    let then = PassMark { test_id: test, percent: draft.percent, version: 0, by: None, at: app.now(), sections };
    let is_in = |mark: Option<&PassMark>, row: &RankingEntry| mark.is_none_or(|mark| table.passes(row, mark));
    let (mut up, mut down): (Vec<&RankingEntry>, Vec<&RankingEntry>) = (Vec::new(), Vec::new());
    for row in table.best_first() {
        match (is_in(now.as_ref(), row), is_in(Some(&then), row)) {
            (false, true) => up.push(row),
            (true, false) => down.push(row),
            _ => {}
        }
    }
    let named = |rows: &[&RankingEntry]| {
        let named = rows.iter().take(MAX_NAMED).filter_map(|row| crossing(&read, row.id).transpose());
        named.collect::<Result<Vec<_>>>()
    };
    let (passed, failed) = counts(&table, Some(&then).filter(|mark| mark.is_set()));
    Ok(PassMarkPreview {
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
    Ok(submission.map(|s| Crossing { id: s.shown_id(), score: s.final_score(), name: s.applicant_name }))
}
