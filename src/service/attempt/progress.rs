//! Progress of running attempts for the monitoring page: updated with each save, so that lists need not read answers.

use crate::{
    app::App,
    domain::{
        AttemptId, Result,
        attempt::{Answer, Attempt},
        invisible::is_blank,
    },
    service::work::Work,
    state::progress::AnswerProgress,
    store::Read,
};

/// Changes of one save.
#[derive(Default)]
pub(crate) struct SaveStep {
    more: i32,
    stored: bool,
}

impl SaveStep {
    pub fn stored(&mut self, old: Option<&str>, new: &str) {
        let counts = |text: &str| i32::from(!is_blank(text));
        self.stored = true;
        self.more += counts(new) - old.map_or(0, counts);
    }
}

/// The progress of an attempt. Its answers are read once if it was not counted since the server started.
///
/// # Errors
/// Storage only.
pub fn of(app: &App, read: &impl Read, id: AttemptId) -> Result<AnswerProgress> {
    if let Some(known) = app.jobs.progress.get(id) {
        return Ok(known);
    }
    let progress = app.jobs.progress.get_or_keep(id, count(read, id)?);
    // The end of the attempt forgets its count, once; a snapshot from before it must not bring it back for good.
    let runs = |attempt: Attempt| attempt.is_running();
    if !app.store.read()?.get::<Attempt>(id)?.is_some_and(runs) {
        app.jobs.progress.forget(id);
    }
    Ok(progress)
}

fn count(read: &impl Read, id: AttemptId) -> Result<AnswerProgress> {
    let answers: Vec<Answer> = read.children(id)?;
    let answered = answers.iter().filter(|a| !is_blank(&a.text)).count();
    let last_saved_at = answers.iter().map(|a| a.saved_at).max();
    Ok(AnswerProgress { answered: u32::try_from(answered).unwrap_or(u32::MAX), last_saved_at })
}

/// Counts a save once it is durable. Call it within the transaction, after the answers were put: if there is no count
/// yet, all answers are counted, which overwrites counts that readers insert meanwhile from older snapshots.
///
/// # Errors
/// Storage only.
pub(crate) fn saved(w: &mut Work<'_, '_>, id: AttemptId, step: &SaveStep) -> Result<()> {
    if !step.stored {
        return Ok(());
    }
    let whole = if w.app.jobs.progress.get(id).is_some() { None } else { Some(count(w, id)?) };
    let (more, app, now) = (step.more, w.app.clone(), w.now);
    w.after_commit(move || app.jobs.progress.saved(id, whole, more, now));
    Ok(())
}
