//! The standing of a mail that is not sent, for administrators: whether and until when it waits, for itself or with all others,
//! why, and what to do.

use super::held;
use crate::{
    app::App,
    domain::{
        Instant,
        mail::{FailureKind, Mail, MailState},
    },
    mail::UNCONFIRMED,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailStanding {
    /// Due at a time that has not come.
    Planned,
    /// Due, and not tried yet, or since what had held all mails up is gone.
    Queued,
    Sending,
    /// Waits for its next try.
    Waits,
    /// Waits with all others.
    Paused,
    /// The server had it and did not confirm it.
    Unconfirmed,
    /// Refused for good.
    Refused,
    /// Not sent within the time for tries, or not wanted any more.
    GivenUp,
}

/// The standing of a mail with its reason.
pub struct MailSituation {
    pub standing: MailStanding,
    /// Time at which it is tried again.
    pub until: Option<Instant>,
    /// The server's words, or the cause; may be blank.
    pub reason: String,
    /// The fix; may be blank.
    pub advice: String,
}

impl MailSituation {
    /// Removes the mail server's words, which may repeat the address of a candidate whose name is hidden.
    #[must_use]
    pub fn nameless(self) -> Self {
        let reason = if self.reason.is_empty() { self.reason } else { "The email could not be delivered.".to_owned() };
        Self { reason, ..self }
    }
}

/// `None` for a mail that was sent.
pub fn of(app: &App, mail: &Mail) -> Option<MailSituation> {
    let now = app.now();
    let (reason, advice) = mail.failure.as_ref().map(|f| (f.words.clone(), f.advice.clone())).unwrap_or_default();
    let kind = mail.failure.as_ref().map(|failure| failure.kind);
    // Without a failure the outcome of a delivery is unknown: the server stopped meanwhile.
    let (reason, advice) = if mail.unconfirmed > 0 && kind.is_none() {
        ("No confirmation of the mail server was received.".to_owned(), UNCONFIRMED.to_owned())
    } else {
        (reason, advice)
    };
    let situation = |standing, until| Some(MailSituation { standing, until, reason, advice });
    match mail.state {
        MailState::Sent => return None,
        MailState::GivenUp => {
            let refused = kind == Some(FailureKind::Final);
            return situation(if refused { MailStanding::Refused } else { MailStanding::GivenUp }, None);
        }
        MailState::Waiting => {}
    }
    if app.mail.in_flight.is_under_way(mail.id) {
        return situation(MailStanding::Sending, None);
    }
    let until = Some(mail.next_try_at).filter(|at| *at > now);
    if mail.unconfirmed > 0 {
        return situation(MailStanding::Unconfirmed, until);
    }
    let is_released = held::is_released(app, mail);
    if let Some(pause) = app.mail.gate.pause(now).filter(|pause| is_released || mail.next_try_at <= pause.until) {
        let (standing, until) = (MailStanding::Paused, Some(pause.until));
        return Some(MailSituation { standing, until, reason: pause.words, advice: pause.advice });
    }
    match kind {
        _ if is_released => situation(MailStanding::Queued, None),
        _ if until.is_none() => situation(MailStanding::Queued, None),
        Some(FailureKind::PausesAll(_)) => situation(MailStanding::Paused, until),
        Some(_) => situation(MailStanding::Waits, until),
        None => situation(MailStanding::Planned, until),
    }
}
