//! Heartbeats of the pages of running attempts, every 8 s and on change. In memory only: after a restart the pages
//! report again (`docs/behaviour/monitoring.md#live-monitoring`).

use crate::{
    app::App,
    domain::{Error, Result},
    service::{events, query},
    state::presence::PresenceReport,
};

/// Stores a heartbeat of the page that holds a running attempt.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`, `finished`; 410; 422 for a question that is not in the
/// test.
pub fn report(app: &App, secret: &str, presented: Option<&str>, report: PresenceReport) -> Result<()> {
    let (read, now) = (app.store.read()?, app.now());
    let attempt = query::attempt::holding(&read, secret, presented, now)?;
    let paper = app.caches.papers.get(&read, attempt.test_id, &attempt.paper)?;
    if !(1..=paper.questions.len()).contains(&(report.question as usize)) {
        return Err(Error::field("question", format!("question must be between 1 and {}.", paper.questions.len())));
    }
    app.watching.contacts.beat(attempt.id, report.visible && !report.leaving, now);
    if app.watching.presences.note(attempt.id, report, now) {
        events::video_state(app, &attempt);
    }
    Ok(())
}
