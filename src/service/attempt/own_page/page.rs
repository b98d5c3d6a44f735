//! The row of a page: made at the end of an attempt, kept after its erasure.

use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Result,
        own_page::{self, OwnPage},
        submission::Submission,
    },
    secrets::token,
    service::work::Work,
    store::{Read, records},
};

/// The token of a page. Derived, so that a repeated submit returns the same one.
fn derived(app: &App, id: AttemptId) -> String {
    token::of(&app.secrets.master.derive(&format!("own page {id}")))
}

/// Makes the page of an attempt that ends. One that was reopened keeps its page.
///
/// # Errors
/// Storage only.
pub(crate) fn open(w: &mut Work<'_, '_>, id: AttemptId) -> Result<()> {
    if !w.has::<OwnPage>(id)? {
        let token_hash = token::hash(&derived(w.app, id));
        w.put(&OwnPage { attempt_id: id, token_hash, erased_at: None, was_shown_to_ai: false })?;
    }
    Ok(())
}

/// The token, for the attempt holder. `None` for an attempt that ended before there were pages, or under another master
/// key.
///
/// # Errors
/// Storage only.
pub(crate) fn token_of(app: &App, read: &impl Read, id: AttemptId) -> Result<Option<String>> {
    let token = derived(app, id);
    let page: Option<OwnPage> = read.get(id)?;
    Ok(page.filter(|page| page.token_hash == token::hash(&token)).map(|_| token))
}

/// The attempt is deleted: its page says so from now on.
///
/// # Errors
/// Storage only.
pub(crate) fn erased(w: &mut Work<'_, '_>, id: AttemptId) -> Result<()> {
    if let Some(page) = w.get::<OwnPage>(id)? {
        let erased_at = Some(w.now);
        w.put(&OwnPage { erased_at, ..page })?;
    }
    Ok(())
}

/// Answers of the attempt are about to be sent to an AI service: its page names that service for good, though no verdict may
/// come of it, or none may be left.
///
/// # Errors
/// Storage only.
pub(crate) fn shown_to_ai(w: &mut Work<'_, '_>, id: AttemptId) -> Result<()> {
    match w.get::<OwnPage>(id)? {
        Some(page) if !page.was_shown_to_ai => Ok(w.put(&OwnPage { was_shown_to_ai: true, ..page })?),
        _ => Ok(()),
    }
}

/// # Errors
/// 404 `unknown_receipt`, for a malformed token too.
pub(super) fn find(read: &impl Read, secret: &str) -> Result<OwnPage> {
    if !token::well_formed(secret) {
        return Err(own_page::unknown());
    }
    read.find(records::OWN_PAGES_BY_TOKEN, token::hash(secret))?.ok_or_else(own_page::unknown)
}

/// The result behind a link.
///
/// # Errors
/// 404 `unknown_receipt`; 409 `still_running` while an attempt that was reopened continues; 410 `erased`.
pub(super) fn result(read: &impl Read, secret: &str) -> Result<Submission> {
    let page = find(read, secret)?;
    if page.erased_at.is_some() {
        return Err(own_page::erased());
    }
    read.get(page.attempt_id)?.ok_or_else(|| {
        Error::conflict(ErrorCode::StillRunning, "Your test continues: this page is complete again once it has ended.")
    })
}
