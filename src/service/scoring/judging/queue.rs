//! Queue of answers to be judged.

use super::held::HeldAnswers;
use crate::{
    app::App,
    domain::{
        AttemptId, JobId, Result,
        judging::{Judging, JudgingState},
        paper::Paper,
        question::{Coding, Question},
        submission::{Grade, GradeStatus, Submission},
    },
    runner::client::RunnerStatus,
    service::work::Work,
    store::{
        Read,
        records::{self, counter},
    },
};
use std::ops::ControlFlow;

/// Waiting answers that are checked for those that no runner can judge.
const MAX_SCANNED: usize = 1_000;

/// Queues all answers of a submission that its tests can judge. `grades` are those of the answers as they were submitted.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn submitted(
    w: &mut Work<'_, '_>,
    submission: &mut Submission,
    paper: &Paper,
    grades: &[Grade],
) -> Result<()> {
    for grade in grades {
        let question = paper.questions.get(grade.place as usize);
        if let Some(question) = question.filter(|question| is_judged(question)) {
            answered(w, question, grade)?;
        }
    }
    count(w, submission, grades)
}

fn is_judged(question: &Question) -> bool {
    question.coding().is_some_and(Coding::is_judged)
}

/// Queues one answer, another than before if it was judged. A blank one needs no verdict.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn answered(w: &mut Work<'_, '_>, question: &Question, grade: &Grade) -> Result<()> {
    let id = (grade.submission_id, grade.question_id.as_str());
    if !is_judged(question) || grade.own_status() != GradeStatus::Pending {
        if w.has::<Judging>(id)? {
            w.delete::<Judging>(id)?;
            // What is under way must not count for a later answer, which begins with the first round again.
            erased(w, grade.submission_id);
            ring(w);
        }
        return Ok(());
    }
    let now = w.now;
    let judging = match w.get::<Judging>(id)? {
        Some(mut judging) => {
            judging.again(now, None);
            // Verdicts on another answer.
            judging.judged = None;
            judging
        }
        None => Judging::new(grade.submission_id, grade.question_id.clone(), now),
    };
    w.put(&judging)?;
    ring(w);
    Ok(())
}

/// Judges an answer again, unless it waits for its turn already. `job` waits for it then. Returns `false` where nothing
/// judges it.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn again(
    w: &mut Work<'_, '_>,
    id: AttemptId,
    question: &str,
    job: Option<JobId>,
) -> Result<bool> {
    let Some(mut judging) = w.get::<Judging>((id, question))? else { return Ok(false) };
    let now = w.now;
    // One that waits for another try is judged now.
    if judging.state != JudgingState::Waiting || judging.next_try_at > now {
        judging.again(now, job);
        w.put(&judging)?;
        ring(w);
    }
    Ok(true)
}

/// Judges an answer on tests that changed, for a job. What waits already is not queued a second time.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn retested(
    w: &mut Work<'_, '_>,
    id: AttemptId,
    question: &str,
    (changed, job): (bool, Option<JobId>),
) -> Result<bool> {
    let Some(mut judging) = w.get::<Judging>((id, question))? else { return Ok(false) };
    if judging.state == JudgingState::Waiting && !changed {
        return Ok(false);
    }
    let now = w.now;
    judging.again(now, job);
    if changed {
        // Verdicts on other tests.
        judging.judged = None;
    }
    w.put(&judging)?;
    ring(w);
    Ok(true)
}

/// Counts the states of a submission's judging; the caller stores it.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn count(w: &Work<'_, '_>, submission: &mut Submission, grades: &[Grade]) -> Result<()> {
    let judgings: Vec<Judging> = w.children(submission.id)?;
    submission.count_judgings(&judgings, grades);
    Ok(())
}

/// Answers that wait to be judged, and those that were set aside.
///
/// # Errors
/// Storage only.
pub fn counts(app: &App) -> Result<(u64, u64)> {
    let read = app.store.read()?;
    Ok((read.count(&counter::judgings_waiting())?, read.count(&counter::judgings_failed())?))
}

/// Answers that wait for a verdict which no connected runner can give, or wait for long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stuck {
    /// The answers among the first [`MAX_SCANNED`] that wait.
    pub answers: u64,
    /// The submission of the first.
    pub first: Option<AttemptId>,
    /// Answers that wait for running attempts of their test, besides.
    pub held: u64,
}

/// Finds answers that wait in vain, unless a person has scored them.
///
/// # Errors
/// Storage only.
pub fn stuck(app: &App, read: &impl Read) -> Result<Stuck> {
    let (mut waiting, mut held, mut stuck) = (Vec::new(), HeldAnswers::new(app, read), Stuck::default());
    if read.count(&counter::judgings_waiting())? > 0 {
        read.scan(records::JUDGINGS_DUE.all(), false, &mut |row| {
            let judging: Judging = read.record_of(&row)?;
            if held.has(&judging)? {
                stuck.held += 1;
            } else {
                waiting.push((held.free_since(&judging)?, judging));
            }
            Ok(if waiting.len() < MAX_SCANNED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
    }
    let (now, can_run) = (app.now(), matches!(app.code.runner.status(), RunnerStatus::Ready(_)));
    for (_, judging) in waiting.iter().filter(|(since, judging)| !can_run || judging.is_stuck(*since, now)) {
        let grades: Vec<Grade> = read.children(judging.attempt_id)?;
        let is_open = |grade: &Grade| grade.question_id == judging.question_id && !grade.needs_no_verdict();
        if grades.iter().any(is_open) {
            stuck.answers += 1;
            stuck.first = stuck.first.or(Some(judging.attempt_id));
        }
    }
    Ok(stuck)
}

/// Ends the jobs of an attempt that is erased.
pub(in crate::service) fn erased(w: &mut Work<'_, '_>, id: AttemptId) {
    let app = w.app.clone();
    w.after_commit(move || {
        for job in app.code.judging.forget(id) {
            app.code.runner.cancel(job);
        }
    });
}

fn ring(w: &mut Work<'_, '_>) {
    let app = w.app.clone();
    w.after_commit(move || app.code.judging.ring());
}
