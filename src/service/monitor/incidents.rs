//! Incident flags: an admin's notes about a candidate. Each is on the timeline and in the audit log, which stores no
//! text.

use crate::{
    app::App,
    domain::{
        AttemptId, Result,
        clip::ClipCause,
        error::FieldChecker,
        invisible::is_blank,
        invite::Invite,
        timeline::{TimelineEventKind, TimelineLink},
    },
    service::{actor::Proctor, events, monitor::clip_marks, query, webhook::raise, work::timeline},
    store::Read,
};

/// Validates a text for people: at most `max` characters, no control characters except line breaks and tabs.
pub(crate) fn check_text(field: &str, text: &str, max: usize) -> Result<String> {
    let text = text.trim().replace("\r\n", "\n");
    let mut check = FieldChecker::default();
    check.require(!is_blank(&text), field, "Please write something.");
    check.require(text.chars().count() <= max, field, format!("This is too long ({max} characters at most)."));
    let clean = !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t'));
    check.require(clean, field, "Control characters are not allowed.");
    check.finish(&[])?;
    Ok(text)
}

/// 'Flag Incident': a note of at most 500 characters on a running or ended attempt.
///
/// # Errors
/// 404; 409 `timeline_full`; 422.
pub async fn flag(app: &App, by: &Proctor, id: AttemptId, note: &str) -> Result<timeline::TimelineMoment> {
    let note = check_text("note", note, 500)?;
    let allowed = by.clone();
    app.write(by, move |w| {
        let attempt = query::attempt::load(w, id)?;
        query::attempt::require_shown(w, &allowed, &attempt, "attempt")?;
        let entry = w.timeline_linked(id, (TimelineEventKind::Flag, TimelineLink::Nothing), &note)?;
        w.audit("attempt.flag", id, "")?;
        clip_marks::mark(w, &attempt, ClipCause::Flag);
        let invite: Option<Invite> = w.get(attempt.invite_id)?;
        invite.map_or(Ok(()), |invite| raise::flagged(w, &invite, &note))?;
        events::timeline_changed(w, &attempt);
        events::ranking_changed(w, attempt.test_id, id);
        timeline::named(w, entry)
    })
    .await
}
