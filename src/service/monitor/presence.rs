//! Heartbeats of the pages of running attempts, every 8 s and on change. In memory only, but for the language of the page:
//! after a restart the pages report again (`docs/behaviour/monitoring.md#live-monitoring`).

use crate::{
    app::App,
    domain::{Error, Result, invite::Invite, language::Language, timeline::TimelineEventKind},
    service::{events, query, work::By},
    state::presence::PresenceReport,
    store::Read,
};

/// Stores a heartbeat of the page that holds a running attempt. Another language than before is kept with the attempt.
///
/// # Errors
/// 404 `unknown_link`; 409 `attempt_elsewhere`, `not_started`, `finished`; 410; 422 for a question that is not in the
/// test.
pub async fn report(
    app: &App,
    secret: &str,
    presented: Option<&str>,
    report: PresenceReport,
    language: Option<Language>,
) -> Result<()> {
    let now = app.now();
    let attempt = {
        let read = app.store.read()?;
        let attempt = query::attempt::holding(&read, secret, presented, now)?;
        let paper = app.caches.papers.get(&read, attempt.test_id, &attempt.paper)?;
        if !(1..=paper.questions.len()).contains(&(report.question as usize)) {
            return Err(Error::field("question", format!("question must be between 1 and {}.", paper.questions.len())));
        }
        attempt
    };
    app.watching.contacts.beat(attempt.id, report.visible && !report.leaving, now);
    if app.watching.presences.note(attempt.id, report, now) {
        events::video_state(app, &attempt);
    }
    match language.filter(|language| attempt.language != Some(*language)) {
        Some(language) => keep(app, secret, presented, language).await,
        None => Ok(()),
    }
}

async fn keep(app: &App, secret: &str, presented: Option<&str>, language: Language) -> Result<()> {
    let (secret, presented) = (secret.to_owned(), presented.map(str::to_owned));
    app.write(By::Candidate, move |w| {
        let mut attempt = query::attempt::holding(w, &secret, presented.as_deref(), w.now)?;
        let before = attempt.language.replace(language);
        if before == Some(language) {
            return Ok(());
        }
        w.put(&attempt)?;
        // At first only a language other than the one in which the candidate is addressed is worth an entry.
        let usual = match before {
            Some(before) => before,
            None => match w.get::<Invite>(attempt.invite_id)? {
                Some(invite) => query::language::of_invite(&**w, &invite)?.unwrap_or_default(),
                None => Language::default(),
            },
        };
        if usual != language {
            w.timeline(attempt.id, TimelineEventKind::Language, language.code())?;
        }
        events::attempt_changed(w, &attempt);
        Ok(())
    })
    .await
}
