//! Mail queue: delivers a mail immediately when it is created; a worker retries with exponential backoff. A dead mail
//! server delays nothing else (`docs/behaviour.md#email`).

use super::{
    letter,
    queue::{self, INLINE_TIMEOUT},
    render, verify,
};
#[cfg(debug_assertions)]
use crate::store::sabotage;
use crate::{
    app::App,
    domain::{
        Error, ErrorKind, Instant, MailId, Result,
        invite::{Invite, InviteStatus},
        mail::{About, Mail, MailKind, MailState},
        time::{MILLISECOND, MINUTE, SignedDuration},
    },
    mail::{MailError, OutgoingMail, SmtpSettings, templates},
    service::{events, notifications, query, settings, work::By},
    state::{account_limits::SettingsTrial, mail_in_flight::DeliveryClaimOutcome},
    store::{Read, records},
};
use futures_util::FutureExt;
use std::{ops::ControlFlow, panic::AssertUnwindSafe, time::Duration};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Lease of a mail that the worker is sending: longer than a delivery can take.
const LEASE: SignedDuration = MINUTE;
/// Between two tries to store an outcome: doubled from the first to the last.
const NOTE_BACKOFF: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));
/// Time for deliveries in progress when the server stops.
const FINISH: Duration = Duration::from_secs(8);
/// Due mails that the worker reads per pass.
const BATCH: usize = 100;
/// Concurrent deliveries of the worker.
const WORKERS: usize = 4;

/// Sends one mail and waits for at most 10 s; if it is already being sent, waits for that delivery. The outcome is
/// stored with the invite; a caller that disconnects does not cancel the delivery. The commit that created the mail
/// also took its lease, so that the worker does not pick it up meanwhile.
pub async fn deliver_now(app: &App, id: MailId) {
    let task = {
        let app = app.clone();
        tokio::spawn(async move { deliver(&app, id, MailLease::Held).await })
    };
    match tokio::time::timeout(INLINE_TIMEOUT.unsigned_abs(), task).await {
        Ok(Ok(Ok(()))) => {}
        Ok(Ok(Err(error))) => tracing::warn!(mail = %id, %error, "could not process a mail"),
        Ok(Err(error)) => tracing::error!(mail = %id, %error, "sending a mail panicked"),
        Err(_) => tracing::info!(mail = %id, "the mail server is slow; the worker continues"),
    }
}

/// Whether the caller already holds the mail's lease, durably.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MailLease {
    Held,
    Wanted,
}

async fn deliver(app: &App, id: MailId, lease: MailLease) -> Result<()> {
    let _claim = match app.mail_in_flight.claim(id) {
        DeliveryClaimOutcome::Caller(claim) => claim,
        DeliveryClaimOutcome::Other(other) => {
            other.ended().await;
            return Ok(());
        }
    };
    let mail = app.store.read()?.get::<Mail>(id)?.filter(|m| m.state == MailState::Waiting);
    let Some(mail) = mail else { return Ok(()) };
    match rendered(app, &mail)? {
        Some(rendered) => {
            let Some(_connection) = app.mail_in_flight.connection().await else { return Ok(()) };
            if lease == MailLease::Wanted && !take_lease(app, id).await? {
                return Ok(());
            }
            let outcome = send(app, rendered).await;
            note_until_stored(app, mail, outcome).await
        }
        // By the time of now; which may be wrong.
        None if !app.clock_judge.is_steady() => Ok(()),
        None => drop_mail(app, &mail).await,
    }
}

/// Postpones a mail's next try before it is sent: while commits fail nothing is sent, and a mail whose outcome cannot
/// be stored is not sent again immediately. Returns whether the mail is still waiting.
async fn take_lease(app: &App, id: MailId) -> Result<bool> {
    let until = app.now().plus(LEASE);
    app.store
        .write(move |tx| {
            let mail = tx.get::<Mail>(id)?;
            let Some(mut mail) = mail.filter(|mail| mail.state == MailState::Waiting) else { return Ok(false) };
            mail.next_try_at = until;
            tx.put(&mail)?;
            Ok(true)
        })
        .await
}

/// Stores the outcome of a delivery, with exponential backoff while the store is unavailable: a mail whose outcome is
/// forgotten would be sent again.
async fn note_until_stored(app: &App, mail: Mail, outcome: Result<(), Undelivered>) -> Result<()> {
    let mut delay = NOTE_BACKOFF.0;
    loop {
        match note(app, &mail, &outcome).await {
            Err(error) if error.kind == ErrorKind::Unavailable => {
                tracing::warn!(mail = %mail.id, %error, "the outcome of a mail could not be stored yet");
            }
            done => return done,
        }
        tokio::time::sleep(delay).await;
        delay = (delay * 2).min(NOTE_BACKOFF.1);
    }
}

/// The rendered mail with its server; `Err` if it cannot be rendered.
type Rendered = Result<(SmtpSettings, OutgoingMail), Undelivered>;

/// Why a mail did not go out.
#[derive(Clone)]
enum Undelivered {
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

    fn is_temporary(&self) -> bool {
        match self {
            Self::NotConfigured => true,
            Self::Failed(error) => error.retry,
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
        Self::Failed(MailError { words: error.detail, retry: true, hint: None })
    }
}

fn rendered(app: &App, mail: &Mail) -> Result<Option<Rendered>> {
    let now = app.now();
    let write = |render: &dyn Fn(&str) -> Result<OutgoingMail>| {
        let smtp = settings::smtp_if_set_up(app)?.ok_or(Undelivered::NotConfigured)?;
        let outgoing = render(&smtp.from_name)?;
        Ok((smtp, outgoing))
    };
    Ok(match mail.about {
        About::Invite(_) if mail.kind == MailKind::Decision => letter::of_mail(&app.store.read()?, mail)?
            .map(|(letter, submission)| write(&|_| render::decision(app, mail, &letter, &submission))),
        About::Invite(id) => {
            let read = app.store.read()?;
            match read.get::<Invite>(id)? {
                Some(invite) if is_wanted(&read, mail, &invite, now)? => {
                    Some(write(&|from| render::render(app, mail, &invite, from)))
                }
                _ => None,
            }
        }
        About::Account(id) => verify::wanted(app, id, now)?
            .map(|(user, proof)| write(&|from| render::verification(app, mail, &user, &proof, from))),
    })
}

/// Whether a mail is still worth sending: not for an invite link that has ended; no reminder of a test that has
/// started, was rescheduled or may not start, nor to a candidate who wants none.
fn is_wanted(read: &impl Read, mail: &Mail, invite: &Invite, now: Instant) -> Result<bool> {
    if invite.require_alive(now).is_err() {
        return Ok(false);
    }
    let waits = invite.state != InviteStatus::InProgress;
    let reminds = waits && invite.reminders.stopped_at.is_none();
    let wanted = match mail.kind {
        MailKind::Reminder => reminds && invite.scheduled_at.is_some_and(|at| now < at),
        MailKind::Closing => reminds,
        MailKind::EndMoved => waits,
        MailKind::Invitation | MailKind::Scheduled | MailKind::VerifyMailbox | MailKind::Decision => {
            return Ok(true);
        }
    };
    Ok(wanted && !query::invite::is_barred(read, invite)?)
}

async fn drop_mail(app: &App, mail: &Mail) -> Result<()> {
    let id = mail.id;
    app.write(By::Server, move |w| {
        let Some(mut mail) = w.get::<Mail>(id)? else { return Ok(()) };
        mail.state = MailState::GivenUp;
        w.put(&mail)?;
        letter::withdraw(w, &mail)
    })
    .await
}

async fn send(app: &App, rendered: Rendered) -> Result<(), Undelivered> {
    let (smtp, outgoing) = rendered?;
    #[cfg(debug_assertions)]
    if sabotage::does(sabotage::StoreSabotage::MailInTheWrite) {
        let (mailer, runtime) = (app.mailer.clone(), tokio::runtime::Handle::current());
        let sent = app.store.write(move |_| Ok::<_, Error>(runtime.block_on(mailer.send(&smtp, &outgoing)))).await;
        return Ok(sent??);
    }
    // Unwind safe: a mailer that panicked is not used again for this mail.
    let sent = AssertUnwindSafe(app.mailer.send(&smtp, &outgoing)).catch_unwind().await;
    let sent = sent.unwrap_or_else(|_| {
        tracing::error!("the mailer panicked");
        Err(MailError { words: "the server failed while sending".into(), retry: true, hint: None })
    });
    Ok(sent?)
}

/// A mail server's reply for the log, which contains no personal data.
fn without_addresses(words: &str) -> String {
    let shown = |word: &'_ str| if word.contains('@') { "(an address)".to_owned() } else { word.to_owned() };
    words.split_whitespace().map(shown).collect::<Vec<_>>().join(" ")
}

async fn note(app: &App, mail: &Mail, outcome: &Result<(), Undelivered>) -> Result<()> {
    match outcome {
        Err(Undelivered::NotConfigured) => {
            tracing::debug!(mail = %mail.id, "no mail server is set up");
        }
        Err(Undelivered::Failed(_)) if app.mailer.is_staged() => {}
        Err(Undelivered::Failed(error)) => {
            let (about, cause) = (&mail.about, without_addresses(&error.words));
            tracing::warn!(mail = %mail.id, ?about, retry = error.retry, cause, "a mail did not go out");
        }
        Ok(()) => {}
    }
    let (mail, outcome) = (mail.clone(), outcome.clone());
    app.write(By::Server, move |w| {
        let Some(mut row) = w.get::<Mail>(mail.id)? else { return Ok(()) };
        let mut invite: Option<Invite> = match mail.about {
            About::Invite(id) => w.get(id)?,
            About::Account(_) => None,
        };
        match &outcome {
            Ok(()) => row.state = MailState::Sent,
            Err(error) => row.failed(w.now, error.is_temporary()),
        }
        w.put(&row)?;
        if row.state == MailState::GivenUp {
            letter::withdraw(w, &row)?;
        }
        if let (Err(Undelivered::Failed(error)), Some(invite)) = (&outcome, &invite) {
            let is_news = row.tries == 1 || row.state == MailState::GivenUp;
            if is_news {
                notifications::email_failed(w, invite, row.kind, &error.words)?;
            }
        }
        if let Some(invite) = invite.as_mut().filter(|_| row.kind == MailKind::Invitation) {
            match outcome {
                Ok(()) => {
                    invite.email_sent_at = Some(w.now);
                    invite.email_error = None;
                }
                Err(error) => invite.email_error = Some(error.words().to_owned()),
            }
            w.put(invite)?;
            events::invite_changed(w, invite);
        }
        Ok(())
    })
    .await
}

fn due(app: &App, now: Instant) -> Result<Vec<MailId>> {
    let (read, is_steady) = (app.store.read()?, app.clock_judge.is_steady());
    let mut ids = Vec::new();
    // A mail that is due at this very millisecond is due.
    read.scan(records::MAIL_BY_DUE.below(now.plus(MILLISECOND)), false, &mut |row| {
        // Those that are due by the time of day wait until it can be relied on.
        let is_sent = |mail: &Mail| is_steady || !matches!(mail.kind, MailKind::Reminder | MailKind::Closing);
        ids.extend(read.record_if_any(&row)?.filter(is_sent).map(|mail| mail.id));
        Ok(if ids.len() < BATCH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(ids)
}

/// Sends all mails that are due now, a few at a time. Returns their number.
///
/// # Errors
/// Storage only.
pub async fn run_once(app: &App) -> Result<usize> {
    send_due(app, &CancellationToken::new()).await
}

/// Deliveries that have not started when `stop` is cancelled stay queued: a shutdown must not wait for a hundred mails
/// to a slow server.
async fn send_due(app: &App, stop: &CancellationToken) -> Result<usize> {
    let ids = due(app, app.now())?;
    let count = ids.len();
    let (mut sending, mut failed) = (JoinSet::new(), false);
    for id in ids {
        if sending.len() >= WORKERS {
            failed |= !matches!(sending.join_next().await, None | Some(Ok(true)));
        }
        // A store that takes no leases takes none of the others' either.
        if stop.is_cancelled() || failed {
            break;
        }
        let app = app.clone();
        sending.spawn(async move {
            let done = deliver(&app, id, MailLease::Wanted).await;
            if let Err(error) = &done {
                tracing::warn!(mail = %id, %error, "could not process a mail");
            }
            done.is_ok()
        });
    }
    while let Some(done) = sending.join_next().await {
        failed |= !matches!(done, Ok(true));
    }
    if failed { Err(Error::unavailable("Some emails could not be processed.", 5)) } else { Ok(count) }
}

/// The worker: sends due mails every 5 s and when woken, until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    loop {
        match send_due(&app, &stop).await {
            // More may be due: a long list of invites goes out without a pause.
            Ok(BATCH) if !stop.is_cancelled() => continue,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "the outbox is looked through again in a moment"),
        }
        tokio::select! {
            () = stop.cancelled() => return finish(&app).await,
            () = app.mail_in_flight.rung() => {}
            () = tokio::time::sleep(Duration::from_secs(5)) => {}
        }
    }
}

/// Starts no more deliveries and waits for those in progress: one that is interrupted between the mail server's reply
/// and the commit would be sent again after the restart.
async fn finish(app: &App) {
    app.mail_in_flight.give_up_waiting();
    if tokio::time::timeout(FINISH, app.mail_in_flight.idle()).await.is_err() {
        tracing::warn!("some mails were being sent when the server stopped; they may go out again");
    }
}

/// Sends a test mail through the same code path as invites.
///
/// # Errors
/// 422 `smtp_failed` with the mail server's reply; 422 for an invalid address; 429 `too_many_tests`.
pub async fn send_test(app: &App, admin: &crate::service::actor::Admin, to: &str) -> Result<()> {
    let mut check = crate::domain::error::FieldChecker::default();
    crate::domain::user::check_email(&mut check, "email", to);
    check.finish(&[])?;
    let smtp = settings::smtp(app)?;
    app.account_limits.tries(SettingsTrial::Mail, admin.id(), app.now())?;
    let body = templates::smtp_test().map_err(Error::internal)?;
    try_out(app, &smtp, to, body).await
}

/// Sends a mail that is not queued, to an administrator who waits for the outcome.
pub(super) async fn try_out(app: &App, smtp: &SmtpSettings, to: &str, body: templates::MailBody) -> Result<()> {
    let to = (String::new(), to.trim().to_owned());
    let mail = render::framed(&app.store.read()?, queue::message_id(app, app.new_id())?, to, body)?;
    app.mailer.send(smtp, &mail).await.map_err(|error| {
        let hint = error.hint.map(|h| format!(" {h}")).unwrap_or_default();
        Error::new(ErrorKind::Invalid, "smtp_failed", format!("{}.{hint}", error.words.trim_end_matches('.')))
    })
}
