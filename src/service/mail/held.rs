//! The end of a pause of all mails.

use crate::{
    app::App,
    domain::{
        Result,
        mail::{FailureKind, MAX_DELAY, Mail},
    },
    service::work::{By, Work},
    store::{Read, records},
};
use std::ops::ControlFlow;

/// Makes the mails due that all waited: the cause is gone, or may be.
///
/// # Errors
/// Storage only.
pub fn make_due(w: &mut Work<'_, '_>) -> Result<()> {
    let mut waiting = Vec::new();
    w.scan(records::MAIL_BY_DUE.below(w.now.plus(MAX_DELAY)), false, &mut |row| {
        waiting.extend(w.record_if_any(&row)?.filter(waits_with_all));
        Ok(ControlFlow::Continue(()))
    })?;
    for mut mail in waiting {
        mail.next_try_at = w.now;
        w.put(&mail)?;
    }
    Ok(())
}

/// Whether a mail waits for a fault that concerned all; not where it may have arrived.
fn waits_with_all(mail: &Mail) -> bool {
    let paused = mail.failure.as_ref().is_some_and(|failure| matches!(failure.kind, FailureKind::PausesAll(_)));
    paused && mail.unconfirmed == 0
}

/// The settings of the mail server have changed: one mail tries, and the others follow.
pub fn try_again(app: &App) {
    app.mail_gate.reset();
    app.mail_in_flight.ring();
}

/// The mail server has accepted a mail: the queue goes on.
pub(super) async fn resume(app: &App) {
    app.mail_gate.proven(app.now());
    if let Err(error) = app.write(By::Server, make_due).await {
        tracing::warn!(%error, "mails that wait could not be made due");
    }
    app.mail_in_flight.ring();
}
