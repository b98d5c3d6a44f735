//! Scores the answers of a question again after its rubric changed. In batches: a stop between two leaves each answer scored
//! before or after, and the next start begins again with those that differ.

use super::rescore::rescored;
use crate::{
    app::App,
    domain::{
        AttemptId, Result, TestId,
        background_job::JobKind,
        marking::Marking,
        rubric::{Rubric, RubricChoice},
        submission::Submission,
    },
    service::{
        events,
        operate::background_jobs,
        scoring::{reviewing::marking_sync, scores::OpenSubmission},
        work::{By, Work},
    },
    store::{Read, records},
};
use std::collections::BTreeSet;

/// Answers per transaction, so that candidates' saves do not wait.
const BATCH: usize = 100;

/// Applies all rubrics that are not applied yet.
///
/// # Errors
/// Storage only; a repeat continues.
pub async fn pass(app: &App) -> Result<()> {
    loop {
        let waiting: Vec<Rubric> = app.store.read()?.some_linked(records::RUBRICS_TO_APPLY.all(), 1)?;
        let Some(rubric) = waiting.into_iter().next() else { return Ok(()) };
        apply(app, rubric).await?;
    }
}

async fn apply(app: &App, rubric: Rubric) -> Result<()> {
    let (test, version, question) = (rubric.test_id, rubric.version, rubric.question_id.clone());
    let by = rubric.by;
    let stale = app.blocking(move |app| stale(app, &rubric)).await?;
    let of = question.clone();
    let write = move |w: &mut Work<'_, '_>, batch: &[AttemptId]| rescore(w, test, &of, batch);
    background_jobs::in_batches(app, by, (JobKind::RubricChange, test), (&stale, BATCH), write).await?;
    let changed = stale.len();
    app.write(By::Server, move |w| {
        let rubric: Option<Rubric> = w.get((test, question.as_str()))?;
        // Changed again meanwhile: another round.
        if let Some(mut rubric) = rubric.filter(|rubric| rubric.version == version) {
            rubric.applied = version;
            w.put(&rubric)?;
            w.audit("test.rubric_applied", test, &format!("{question}: {changed} results"))?;
            events::rubric_changed(w, test, &question);
        }
        Ok(())
    })
    .await
}

/// Submissions with an answer that has other points by this rubric.
fn stale(app: &App, rubric: &Rubric) -> Result<Vec<AttemptId>> {
    let read = app.store.read()?;
    let scored: Vec<RubricChoice> =
        read.linked(records::SCORED_BY_RUBRIC.under((rubric.test_id, rubric.question_id.as_str())))?;
    let mut stale = BTreeSet::new();
    for chosen in &scored {
        if rescored(app, &read, rubric, chosen)?.is_some() {
            stale.insert(chosen.submission_id);
        }
    }
    let seconds: Vec<Marking> =
        read.linked(records::MARKINGS_BY_RUBRIC.under((rubric.test_id, rubric.question_id.as_str())))?;
    for mut second in seconds {
        if second.rescore(rubric, points_of(app, &read, second.submission_id, &rubric.question_id)?) {
            stale.insert(second.submission_id);
        }
    }
    Ok(stale.into_iter().collect())
}

fn points_of(app: &App, read: &impl Read, submission: AttemptId, question: &str) -> Result<u32> {
    Ok(OpenSubmission::of(app, read, submission)?.place(question).map_or(0, |(_, asked)| asked.points))
}

fn rescore(w: &mut Work<'_, '_>, test: TestId, question: &str, ids: &[AttemptId]) -> Result<()> {
    // As they are now: they may have changed since the answers were read.
    let Some(rubric) = w.get::<Rubric>((test, question))? else { return Ok(()) };
    for id in ids {
        if !w.has::<Submission>(*id)? {
            continue;
        }
        let points = points_of(w.app, &**w, *id, question)?;
        let chosen: Option<RubricChoice> = w.get((*id, question))?;
        let chosen = chosen.filter(|chosen| !chosen.is_overridden);
        let first = chosen.map(|chosen| rescored(w.app, &**w, &rubric, &chosen)).transpose()?.flatten();
        if let Some((open, at)) = first {
            let (_, grades) = open.close(w, &[at])?;
            marking_sync::rescored(w, &grades[at], points)?;
        }
        marking_sync::second_rescored(w, &rubric, *id, points)?;
    }
    Ok(())
}
