//! The end of a pause of all mails, and of the waits that it ends too.

use crate::{
    app::App,
    domain::{
        Instant,
        mail::{MAX_DELAY, Mail},
        time::HOUR,
    },
};

/// Mails that are due by this time may be released: they wait for [`MAX_DELAY`] at most, after a delivery that had begun
/// before the cause was gone.
pub(super) fn horizon(app: &App) -> Instant {
    app.mail.gate.opened_at(app.leading_since()).plus(MAX_DELAY + HOUR)
}

/// Whether a mail that waited with all others, or after a refusal of its own, may go, because the cause is gone, or may be.
/// That of a refusal is not gone by a restart. Each is released once.
pub(super) fn is_released(app: &App, mail: &Mail) -> bool {
    let gate = &app.mail.gate;
    (mail.is_held() || mail.is_refused() && gate.has_changed()) && !gate.has_tried(mail.id)
}

/// The settings of the mail server have changed: one mail tries, and the others follow.
pub fn try_again(app: &App, now: Instant) {
    app.mail.gate.reset(now);
    app.mail.in_flight.ring();
}

/// The mail server has accepted a mail: the queue goes on.
pub(super) fn resume(app: &App) {
    app.mail.gate.proven(app.now());
    app.mail.in_flight.ring();
}
