//! Invite links: the invite behind a token, its question paper, the link of an invite.

use crate::{
    app::App,
    domain::{Error, ErrorCode, ErrorKind, Result, attempt::Attempt, invite::Invite, paper::Paper, test::Test},
    secrets::token,
    service::{query::plans, settings},
    store::{Read, Record, records},
};
use std::sync::Arc;

/// Finds an invite by the token of its link.
///
/// # Errors
/// 404 `unknown_link`; 410 `expired` for a trial that is over.
pub fn find(read: &impl Read, secret: &str) -> Result<Invite> {
    if !token::well_formed(secret) {
        return Err(unknown());
    }
    let over = || if token::is_of_trial(secret) { trial_over() } else { unknown() };
    read.find(records::INVITES_BY_TOKEN, token::hash(secret))?.ok_or_else(over)
}

fn unknown() -> Error {
    Error::new(ErrorKind::NotFound, ErrorCode::UnknownLink, "This link is not known. Please check that it is complete.")
}

/// No trial is kept for long, or over a restart.
#[must_use]
pub fn trial_over() -> Error {
    Error::gone(ErrorCode::Expired, "This trial is over. Please open a new one from the test.")
}

/// The question paper: the frozen copy of a started attempt, else one of the current test, for its frame.
///
/// # Errors
/// 410 `expired` if the test was deleted.
pub fn paper(app: &App, read: &impl Read, invite: &Invite) -> Result<Arc<Paper>> {
    if let Some(id) = invite.attempt_id
        && let Some(attempt) = read.get::<Attempt>(id)?
    {
        return app.caches.papers.get(read, attempt.test_id, &attempt.paper);
    }
    let test: Test = read.get(invite.test_id)?.ok_or_else(no_test)?;
    // Any seed yields a paper of the same size; the questions are drawn at the start.
    let drawn = plans::current(app, read, &test)?.and_then(|planned| planned.plan.draw(&[0; 16]).ok());
    Ok(Arc::new(drawn.map_or_else(|| Paper::of(&test), |drawn| drawn.paper)))
}

/// Whether a paper can be drawn for an invite that has not started: its pools have enough questions.
///
/// # Errors
/// 410 for a deleted test.
pub fn has_paper(app: &App, read: &impl Read, invite: &Invite) -> Result<bool> {
    let test: Test = read.get(invite.test_id)?.ok_or_else(no_test)?;
    Ok(plans::current(app, read, &test)?.is_none_or(|planned| planned.plan.draw(&[0; 16]).is_ok()))
}

/// The test of an invite was deleted.
#[must_use]
pub fn no_test() -> Error {
    Error::gone(ErrorCode::Expired, "This test is no longer available.")
}

/// The link's token, for admins and the applicant with a verified email; empty if the data was restored without its
/// master key: the link then still works, but cannot be shown any more.
///
/// # Errors
/// 500 if the sealed token does not open (another master key).
pub fn token_of(app: &App, invite: &Invite) -> Result<String> {
    if invite.token_sealed.is_empty() {
        return Ok(String::new());
    }
    let bytes = app.secrets.vault.open("invites", &Invite::key_of(invite.id), 1, &invite.token_sealed)?;
    String::from_utf8(bytes).map_err(Error::internal)
}

/// The link for the mail.
///
/// # Errors
/// Those of [`token_of`]; 409 `link_lost` if the token is empty.
pub fn link_of(app: &App, invite: &Invite) -> Result<String> {
    let link = link(&settings::public_url(app)?, &token_of(app, invite)?);
    if link.is_empty() {
        let detail = "The link of this invitation was lost with the data's master key. Resend the invitation to create a new one.";
        return Err(Error::conflict(ErrorCode::LinkLost, detail));
    }
    Ok(link)
}

/// The page that stops the reminders of an invite. It changes nothing until its button is pressed: mail scanners open
/// links too.
///
/// # Errors
/// Those of [`link_of`].
pub fn stop_link_of(app: &App, invite: &Invite) -> Result<String> {
    Ok(link_of(app, invite)?.replacen("/test-invite/", "/stop-reminders/", 1))
}

/// The link of an unsealed token; empty for an empty token.
#[must_use]
pub fn link(public_url: &str, token: &str) -> String {
    if token.is_empty() { String::new() } else { format!("{public_url}/test-invite/{token}") }
}
