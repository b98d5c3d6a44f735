//! A candidate asks for erasure.

use super::page::result;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result,
        invite::Invite,
        own_page::ErasureRequest,
        user::{Role, User},
    },
    service::{
        notifications,
        work::{By, Work},
    },
    store::Read,
};

/// Bytes that a request costs of what one link may send.
const COST: usize = 1024 * 1024;

/// Asks the administrators to erase the person behind a link. Repeating it changes nothing, unless it was declined.
///
/// # Errors
/// 404 `unknown_receipt`; 409 `still_running`, `staff`; 410 `erased`; 429.
pub async fn ask(app: &App, secret: &str) -> Result<()> {
    result(&app.store.read()?, secret)?;
    let visit = app.limits.links.visit(secret)?;
    app.limits.links.volume(secret, COST, app.now())?;
    let secret = secret.to_owned();
    app.write(By::Candidate, move |w| {
        let _visit = visit;
        keep(w, &secret)
    })
    .await
}

fn keep(w: &mut Work<'_, '_>, secret: &str) -> Result<()> {
    let submission = result(&**w, secret)?;
    if w.get::<User>(submission.applicant_id)?.is_some_and(|user| user.role != Role::Applicant) {
        let detail = "Your address belongs to an account of the staff. Please ask an administrator in person.";
        return Err(Error::conflict(ErrorCode::Staff, detail));
    }
    let old: Option<ErasureRequest> = w.get(submission.applicant_id)?;
    if old.as_ref().is_some_and(ErasureRequest::is_open) {
        return Ok(());
    }
    let version = old.map_or(0, |old| old.version) + 1;
    let (applicant_id, asked_at) = (submission.applicant_id, w.now);
    w.put(&ErasureRequest { applicant_id, asked_at, declined: None, version })?;
    w.audit("applicant.ask_erasure", applicant_id, "")?;
    if let Some(invite) = w.get::<Invite>(submission.invite_id)? {
        notifications::erasure_asked(w, &invite)?;
    }
    Ok(())
}
