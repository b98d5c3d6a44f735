//! The outcome of a delivery: what its mail, its invite, the other mails and the administrators hear of it.

use super::{letter, queue};
use crate::{
    app::App,
    domain::{
        Error, ErrorKind, MailId, Result,
        invite::Invite,
        mail::{About, Consequence, FailureKind, Mail, MailFailure, MailKind, MailState, PauseCause},
        notification::FailedMail,
    },
    mail::MailError,
    service::{
        events, notifications, settings,
        work::{By, Work},
    },
    state::mail_gate::{MailPause, Passage},
    store::Read,
};
use std::time::Duration;

/// Wait between two tries to store an outcome: doubled from the first to the last.
const NOTE_BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

/// Why a mail did not go out.
#[derive(Clone)]
pub(super) enum Undelivered {
    /// No mail server is set up: admins have chosen so, and see it beside every invite.
    NotConfigured,
    Failed(MailError),
}

impl Undelivered {
    fn words(&self) -> &str {
        match self {
            Self::NotConfigured => settings::NOT_SET_UP,
            Self::Failed(error) => &error.words,
        }
    }

    fn advice(&self) -> &str {
        match self {
            Self::NotConfigured => "",
            Self::Failed(error) => error.hint.as_deref().unwrap_or_default(),
        }
    }

    const fn consequence(&self) -> Consequence {
        match self {
            // Settings that come later let it go.
            Self::NotConfigured => Consequence::PausesAll(PauseCause::Client),
            Self::Failed(error) => error.consequence,
        }
    }
}

impl From<MailError> for Undelivered {
    fn from(error: MailError) -> Self {
        Self::Failed(error)
    }
}

impl From<Error> for Undelivered {
    fn from(error: Error) -> Self {
        Self::Failed(MailError { words: error.detail, consequence: Consequence::OwnFault, hint: None })
    }
}

/// Decides for the other mails what the outcome means for them.
pub(super) fn report_to_gate(app: &App, passage: &Passage<'_>, mail: MailId, outcome: &Result<(), Undelivered>) {
    let now = app.now();
    let Err(undelivered) = outcome else {
        passage.accepted(now);
        return;
    };
    if !matches!(undelivered.consequence(), Consequence::Final) {
        passage.tried(mail);
    }
    let Undelivered::Failed(error) = undelivered else { return };
    // Shown beside all mails: the address of one does not belong there.
    let (words, advice) = (without_addresses(&error.words), error.hint.as_deref().unwrap_or_default());
    let words = (words.as_str(), advice);
    match error.consequence {
        Consequence::Final | Consequence::Waits(_) => passage.settled(now),
        Consequence::RefusedAlone(_) => passage.refused_alone(mail, words, now),
        Consequence::PausesAll(cause) => passage.failed(cause, words, false, now),
        Consequence::Unconfirmed => passage.failed(PauseCause::Connection, words, true, now),
        Consequence::OwnFault => {}
    }
}

/// Stores the outcome of a delivery, with exponential backoff while the store is unavailable: a mail whose outcome is
/// forgotten would be sent again. `handed_over` says that the content was sent.
pub(super) async fn note_until_stored(
    app: &App,
    mail: &Mail,
    outcome: Result<(), Undelivered>,
    handed_over: bool,
) -> Result<()> {
    log(app, mail, &outcome);
    let mut delay = NOTE_BACKOFF.0;
    loop {
        match note(app, mail, &outcome, handed_over).await {
            Err(error) if error.kind == ErrorKind::Unavailable => {
                tracing::warn!(mail = %mail.id, %error, "the outcome of a mail could not be stored yet");
            }
            done => return done,
        }
        tokio::time::sleep(delay).await;
        delay = (delay * 2).min(NOTE_BACKOFF.1);
    }
}

/// A mail server's reply without personal data.
fn without_addresses(words: &str) -> String {
    let shown = |word: &'_ str| if word.contains('@') { "(an address)".to_owned() } else { word.to_owned() };
    words.split_whitespace().map(shown).collect::<Vec<_>>().join(" ")
}

fn log(app: &App, mail: &Mail, outcome: &Result<(), Undelivered>) {
    match outcome {
        Err(Undelivered::NotConfigured) => tracing::debug!(mail = %mail.id, "no mail server is set up"),
        Err(Undelivered::Failed(_)) if app.clients.mailer.is_staged() => {}
        Err(Undelivered::Failed(error)) => {
            let (about, cause) = (&mail.about, without_addresses(&error.words));
            tracing::warn!(mail = %mail.id, ?about, consequence = ?error.consequence, cause, "a mail did not go out");
        }
        Ok(()) => {}
    }
}

async fn note(app: &App, mail: &Mail, outcome: &Result<(), Undelivered>, handed_over: bool) -> Result<()> {
    let (id, about, outcome) = (mail.id, mail.about, outcome.clone());
    let next_message_id = queue::message_id(app, app.new_id())?;
    app.write(By::Server, move |w| {
        let Some(mut row) = w.get::<Mail>(id)? else { return Ok(()) };
        let invite = invite_of(w, about)?;
        let is_first = row.tries == 0;
        match &outcome {
            Ok(()) => row.sent(),
            Err(error) => {
                let failure = (error.consequence(), error.words().to_owned(), error.advice().to_owned());
                row.failed((w.now, w.app.clock_watch.judge.is_steady()), failure, handed_over, next_message_id);
            }
        }
        w.put(&row)?;
        if row.state == MailState::GivenUp {
            letter::withdraw(w, &row)?;
        }
        if let Err(Undelivered::Failed(error)) = &outcome {
            notify(w, &row, invite.as_ref(), error, is_first)?;
        }
        let Some(invite) = invite else { return Ok(()) };
        show(w, invite, &row, outcome.as_ref().map_err(Undelivered::words))
    })
    .await
}

/// Notifies the administrators of a failure, if it is news.
fn notify(w: &mut Work<'_, '_>, mail: &Mail, invite: Option<&Invite>, error: &MailError, is_first: bool) -> Result<()> {
    let is_given_up = mail.state == MailState::GivenUp;
    // What stops all mails is reported once.
    let is_news = match error.consequence {
        Consequence::PausesAll(_) | Consequence::Unconfirmed => is_news(w),
        Consequence::Final | Consequence::Waits(_) | Consequence::RefusedAlone(_) | Consequence::OwnFault => {
            is_first && invite.is_some()
        }
    };
    if !is_news && !is_given_up {
        return Ok(());
    }
    let holds_all = matches!(error.consequence, Consequence::PausesAll(_)) && !is_given_up;
    let what = match error.consequence {
        _ if is_given_up => FailedMail::NotSent,
        Consequence::Unconfirmed => FailedMail::NotConfirmed,
        _ => FailedMail::NotSentYet,
    };
    match invite {
        Some(invite) => notifications::email_failed(w, invite, mail.kind, (what, &error.words, holds_all)),
        None if is_news => notifications::all_emails_wait(w, &without_addresses(&error.words), holds_all),
        None => Ok(()),
    }
}

/// Whether this transaction notifies the administrators of the pause. If it is not committed, a later one does.
fn is_news(w: &mut Work<'_, '_>) -> bool {
    let is_news = w.app.mail.gate.is_news();
    if is_news {
        let notice = PauseNotice { app: w.app.clone(), is_stored: false };
        w.after_commit(move || notice.stored());
    }
    is_news
}

struct PauseNotice {
    app: App,
    is_stored: bool,
}

impl PauseNotice {
    fn stored(mut self) {
        self.is_stored = true;
    }
}

impl Drop for PauseNotice {
    fn drop(&mut self) {
        if !self.is_stored {
            self.app.mail.gate.unreported();
        }
    }
}

fn invite_of(read: &impl Read, about: About) -> Result<Option<Invite>> {
    match about {
        About::Invite(id) => Ok(read.get(id)?),
        About::Account(_) => Ok(None),
    }
}

/// The state of the invitation's mail, on its invite.
fn show(w: &mut Work<'_, '_>, mut invite: Invite, mail: &Mail, outcome: std::result::Result<&(), &str>) -> Result<()> {
    if mail.kind != MailKind::Invitation {
        return Ok(());
    }
    match outcome {
        Ok(()) => {
            invite.email_sent_at = Some(w.now);
            invite.email_error = None;
        }
        Err(words) => invite.email_error = Some(words.to_owned()),
    }
    w.put(&invite)?;
    events::invite_changed(w, &invite);
    Ok(())
}

/// Notes that a mail waits with all others, for the person who has just asked for it.
pub(super) async fn note_pause(app: &App, mail: &Mail, pause: MailPause) -> Result<()> {
    let (id, about) = (mail.id, mail.about);
    app.write(By::Server, move |w| {
        let row = w.get::<Mail>(id)?.filter(|row| row.state == MailState::Waiting);
        let Some(mut row) = row else { return Ok(()) };
        let MailPause { cause, words, advice, .. } = pause;
        row.failure = Some(MailFailure { kind: FailureKind::PausesAll(cause), words: words.clone(), advice });
        w.put(&row)?;
        match invite_of(w, about)? {
            Some(invite) => show(w, invite, &row, Err(&words)),
            None => Ok(()),
        }
    })
    .await
}
