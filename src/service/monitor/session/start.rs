//! The common start of a session (`docs/behaviour/sessions.md#start`): one moment, from which every page derives its times.

use super::sessions::{self, SessionView};
use crate::{
    app::App,
    domain::{ExamSessionId, Instant, Result},
    service::actor::Proctor,
};

/// Sets the moment, or moves it; without one, it is now.
///
/// # Errors
/// 403 `forbidden` for who looks after a part of the session; 404; 409 `already_begun`, `changed_meanwhile`; 422.
pub async fn start(
    app: &App,
    by: &Proctor,
    id: ExamSessionId,
    at: Option<Instant>,
    version: Option<u32>,
) -> Result<SessionView> {
    let proctor = by.clone();
    app.write(by, move |w| {
        let mut session = sessions::for_change(w, &proctor, id)?;
        // Pressed twice, or by two people: the first one counts.
        if at.is_none() && session.has_begun(w.now) {
            return Ok(());
        }
        sessions::require_version(w, &session, version)?;
        let before = session.begins_at;
        session.begin_at(at.unwrap_or(w.now), w.now)?;
        if session.begins_at != before {
            sessions::store(w, &mut session)?;
            let note = session.begins_at.map(|at| at.to_string()).unwrap_or_default();
            w.audit("exam_session.start", id, &note)?;
        }
        Ok(())
    })
    .await?;
    sessions::get(app, &by.into(), id)
}
