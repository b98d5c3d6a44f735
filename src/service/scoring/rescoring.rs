//! Scores results again from answers, papers and repairs (`docs/scoring.md`). Nothing differs, unless a rule of scoring was
//! changed by an upgrade or a record was damaged.

use super::repairs::rescore::Rescored;
use crate::service::result::results::{self, SubmissionFilter};
use crate::{
    app::App,
    domain::{
        AttemptId, Result,
        attempt::Answer,
        list::Scope,
        repair,
        submission::{Grade, Submission},
    },
    service::{actor::Scorer, query, work::Work},
    store::Read,
};

/// Submissions per transaction, so that candidates' saves do not wait.
const BATCH: usize = 100;

/// A result before and after.
#[derive(Clone, Debug)]
pub struct ScoreDifference {
    pub before: Submission,
    pub after: Submission,
}

/// Scores the results of `scope` again, and returns those that change; with `dry_run`, nothing is written.
///
/// # Errors
/// Storage only.
pub async fn rescore(app: &App, by: &Scorer, scope: Scope, dry_run: bool) -> Result<Vec<ScoreDifference>> {
    let found = app.blocking(move |app| differences(app, scope)).await?;
    if !dry_run && !found.is_empty() {
        let ids: Vec<AttemptId> = found.iter().map(|one| one.before.id).collect();
        app.write_batches(&ids, BATCH, write).await?;
        let changed = found.len();
        app.write(by, move |w| w.audit("results.rescore", "", &format!("{changed} results"))).await?;
    }
    Ok(found)
}

fn differences(app: &App, scope: Scope) -> Result<Vec<ScoreDifference>> {
    let mut found = Vec::new();
    results::each(app, SubmissionFilter { scope, submitted: None }, |before| {
        let rescored = rescored(app, &app.store.read()?, before.clone())?;
        found.extend(rescored.map(|Rescored { submission: after, .. }| ScoreDifference { before, after }));
        Ok(())
    })?;
    Ok(found)
}

fn write(w: &mut Work<'_, '_>, ids: &[AttemptId]) -> Result<()> {
    for id in ids {
        // As it is now: it may have changed since it was read.
        let Some(submission) = w.get::<Submission>(*id)? else { continue };
        if let Some(rescored) = rescored(w.app, &**w, submission)? {
            rescored.store(w)?;
        }
    }
    Ok(())
}

/// `None` if nothing changes.
fn rescored(app: &App, read: &impl Read, mut submission: Submission) -> Result<Option<Rescored>> {
    if query::history::are_answers_gone(read, submission.id)? {
        return Ok(None);
    }
    let before = submission.clone();
    let paper = app.caches.papers.get(read, submission.test_id, &submission.paper)?;
    let repairs = query::repairs::of(read, submission.test_id)?;
    let mut grades: Vec<Grade> = read.children(submission.id)?;
    let mut changed = Vec::new();
    for grade in &mut grades {
        let Some(question) = paper.questions.get(grade.place as usize) else { continue };
        let old = grade.clone();
        let answer: Option<Answer> = read.get((grade.submission_id, grade.question_id.as_str()))?;
        let text = answer.as_ref().map_or("", |answer| &answer.text);
        grade.rescore_by_key(question, text);
        grade.repair(repair::in_force(&repairs.list, question).as_ref(), text);
        if *grade != old {
            changed.push(grade.clone());
        }
    }
    submission.tally(&paper, &grades);
    Ok((submission != before || !changed.is_empty()).then_some(Rescored { submission, changed }))
}
