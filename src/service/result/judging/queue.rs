//! What waits to be judged.

use crate::{
    app::App,
    domain::{
        AttemptId, Result,
        judging::{Counts, Judging, State},
        paper::Paper,
        question::{Coding, Question},
        submission::{Grade, GradeStatus, Submission},
    },
    service::work::Work,
    store::{Read, records::counter},
};

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
    count(w, submission)
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
            judging.again(now);
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

/// Judges an answer once more, unless it waits for its turn already. Returns `false` where nothing judges it.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn again(w: &mut Work<'_, '_>, id: AttemptId, question: &str) -> Result<bool> {
    let Some(mut judging) = w.get::<Judging>((id, question))? else { return Ok(false) };
    let now = w.now;
    // One that waits for another try is judged now.
    if judging.state != State::Waiting || judging.next_try_at > now {
        judging.again(now);
        w.put(&judging)?;
        ring(w);
    }
    Ok(true)
}

/// Judges an answer on tests that changed. What waits already is not queued a second time.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn retested(w: &mut Work<'_, '_>, id: AttemptId, question: &str, changed: bool) -> Result<bool> {
    let Some(mut judging) = w.get::<Judging>((id, question))? else { return Ok(false) };
    if judging.state == State::Waiting && !changed {
        return Ok(false);
    }
    let now = w.now;
    judging.again(now);
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
pub(in crate::service) fn count(w: &Work<'_, '_>, submission: &mut Submission) -> Result<()> {
    let judgings: Vec<Judging> = w.children(submission.id)?;
    submission.judging = Counts::of(&judgings);
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

/// Ends the jobs of an attempt that is erased.
pub(in crate::service) fn erased(w: &mut Work<'_, '_>, id: AttemptId) {
    let app = w.app.clone();
    w.after_commit(move || {
        for job in app.judging.forget(id) {
            app.runner.cancel(job);
        }
    });
}

fn ring(w: &mut Work<'_, '_>) {
    let app = w.app.clone();
    w.after_commit(move || app.judging.ring());
}
