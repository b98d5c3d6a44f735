//! Mail queue: delivers a mail immediately when it is created; a worker retries with exponential backoff. A dead mail
//! server delays nothing else (`docs/behaviour/mail.md#email`).

use super::{
    delivery::{Asker, deliver, is_worth_sending},
    held,
    queue::{self, INLINE_TIMEOUT},
    render,
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, MailId, Result,
        error::FieldChecker,
        mail::{Consequence, Mail, MailKind},
        time::MILLISECOND,
        user,
    },
    mail::{MailError, SmtpSettings, templates},
    service::{actor::SiteOperator, query, settings},
    state::account_limits::SettingsTrial,
    store::{Read, Snapshot, records},
};
use std::{collections::VecDeque, ops::ControlFlow, time::Duration};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Time for deliveries in progress when the server stops.
const FINISH: Duration = Duration::from_secs(8);
/// Due mails that are read at a time.
const BATCH: usize = 100;
/// Concurrent deliveries of the worker.
const WORKERS: usize = 4;
/// Pause after a delivery that could not be processed: the store is unavailable.
const UNAVAILABLE: Duration = Duration::from_secs(5);

/// Sends one mail and waits for at most 10 s; if it is already being sent, waits for that delivery. The delivery goes
/// on after that and when the caller disconnects, and its outcome is stored with the invite. The commit that created
/// the mail made it due after these 10 s, so that the worker does not pick it up meanwhile.
pub async fn deliver_now(app: &App, id: MailId) {
    within_the_call(app, id, Asker::Creator).await;
}

/// The same, for a person who wants the mail to be sent now, also while others wait.
pub async fn deliver_again(app: &App, id: MailId) {
    within_the_call(app, id, Asker::Resender).await;
}

async fn within_the_call(app: &App, id: MailId, asker: Asker) {
    let task = {
        let app = app.clone();
        tokio::spawn(async move { deliver(&app, id, asker).await })
    };
    match tokio::time::timeout(INLINE_TIMEOUT.unsigned_abs(), task).await {
        Ok(Ok(Ok(()))) => {}
        Ok(Ok(Err(error))) => tracing::warn!(mail = %id, %error, "could not process a mail"),
        Ok(Err(error)) => tracing::error!(mail = %id, %error, "sending a mail panicked"),
        Err(_) => tracing::info!(mail = %id, "the mail server is slow; the delivery continues"),
    }
}

/// The first `limit` mails that are due and not being delivered; none while all mails wait.
fn due(app: &App, now: Instant, limit: usize) -> Result<VecDeque<MailId>> {
    let (mut mails, mut ids) = (Vec::new(), VecDeque::new());
    if limit == 0 || app.mail.gate.pause(now).is_some() {
        return Ok(ids);
    }
    let (read, is_steady) = (app.store.read()?, app.clock_watch.judge.is_steady());
    let read_limit = if is_steady { limit } else { usize::MAX };
    let is_due = |mail: &Mail| mail.next_try_at <= now || held::is_released(app, mail);
    // A mail that is due at this very millisecond is due.
    let until = now.max(held::horizon(app)).plus(MILLISECOND);
    read.scan(records::MAIL_BY_DUE.below(until), false, &mut |row| {
        let mail: Option<Mail> = read.record_if_any(&row)?;
        mails.extend(mail.filter(|mail| is_due(mail) && !app.mail.in_flight.is_under_way(mail.id)));
        Ok(if mails.len() < read_limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    for mail in mails {
        if is_steady || is_sent_at_any_time(app, &read, &mail, now)? {
            ids.push_back(mail.id);
        }
        if ids.len() >= limit {
            break;
        }
    }
    Ok(ids)
}

/// Whether a mail goes out while the time of day may be wrong. Those that are due by it wait, and those that are not worth
/// sending by it stay.
fn is_sent_at_any_time(app: &App, read: &Snapshot, mail: &Mail, now: Instant) -> Result<bool> {
    Ok(!matches!(mail.kind, MailKind::Reminder | MailKind::Closing) && is_worth_sending(app, read, mail, now)?)
}

type Deliveries = JoinSet<bool>;

fn start(app: &App, deliveries: &mut Deliveries, id: MailId) {
    let app = app.clone();
    deliveries.spawn(async move {
        let done = deliver(&app, id, Asker::Worker).await;
        if let Err(error) = &done {
            tracing::warn!(mail = %id, %error, "could not process a mail");
        }
        done.is_ok()
    });
}

/// Sends all mails that are due now, a few at a time. Returns their number.
///
/// # Errors
/// Storage only.
pub async fn run_once(app: &App) -> Result<usize> {
    let mut ids = due(app, app.now(), BATCH)?;
    let count = ids.len();
    let (mut deliveries, mut failed) = (Deliveries::new(), false);
    loop {
        // A store that takes no outcome takes none of the others' either.
        while deliveries.len() < WORKERS && !failed {
            let Some(id) = ids.pop_front() else { break };
            start(app, &mut deliveries, id);
        }
        match deliveries.join_next().await {
            None => break,
            Some(done) => failed |= !matches!(done, Ok(true)),
        }
    }
    if failed { Err(Error::unavailable("Some emails could not be processed.", 5)) } else { Ok(count) }
}

/// The worker: sends due mails every 5 s, when woken and when a delivery has ended, until `stop`. A slow delivery holds
/// up none of the others.
pub async fn work(app: App, stop: CancellationToken) {
    let mut deliveries = Deliveries::new();
    loop {
        let found = due(&app, app.now(), WORKERS.saturating_sub(deliveries.len()));
        match found {
            Ok(ids) => ids.into_iter().for_each(|id| start(&app, &mut deliveries, id)),
            Err(error) => tracing::warn!(%error, "the outbox is looked through again in a moment"),
        }
        let failed = tokio::select! {
            () = stop.cancelled() => return finish(&app).await,
            Some(done) = deliveries.join_next() => !matches!(done, Ok(true)),
            () = app.mail.in_flight.rung() => false,
            () = tokio::time::sleep(Duration::from_secs(5)) => false,
        };
        if failed {
            tokio::select! {
                () = stop.cancelled() => return finish(&app).await,
                () = tokio::time::sleep(UNAVAILABLE) => {}
            }
        }
    }
}

/// Ends deliveries that have handed nothing over, and waits for the others: a mail whose outcome is unknown would be
/// sent again after the restart.
async fn finish(app: &App) {
    app.mail.in_flight.stop();
    if tokio::time::timeout(FINISH, app.mail.in_flight.idle()).await.is_err() {
        tracing::warn!(
            "the mail server had not confirmed some mails when the server stopped; they are sent again later"
        );
    }
}

/// Sends a test mail through the same code path as invites. One that goes out ends a pause of the queue.
///
/// # Errors
/// 422 `smtp_failed` with the mail server's reply; 422 for an invalid address; 429 `too_many_tests`.
pub async fn send_test(app: &App, by: &SiteOperator, to: &str) -> Result<()> {
    let mut check = FieldChecker::default();
    user::check_email(&mut check, "email", to);
    check.finish(&[])?;
    let smtp = settings::smtp(app)?;
    app.limits.accounts.tries(SettingsTrial::Mail, by.id(), app.now())?;
    let language = query::language::of_staff(&app.store.read()?)?;
    let body = templates::smtp_test(language).map_err(Error::internal)?;
    try_out(app, smtp, to, body).await
}

/// Sends a mail that is not queued, to an administrator who waits for the outcome for 10 s. It ends when the settings
/// change.
pub(super) async fn try_out(app: &App, smtp: SmtpSettings, to: &str, body: templates::MailBody) -> Result<()> {
    let to = (String::new(), to.trim().to_owned());
    let mail = render::framed(&app.store.read()?, queue::message_id(app, app.new_id())?, to, body)?;
    let generation = app.mail.gate.generation();
    let Some(place) = app.mail.in_flight.test_mail() else {
        let words = "The mail server has not answered the last test emails yet. They end by themselves after some minutes, or \
                     when the settings are saved.";
        return Err(Error { retry_after: Some(60), ..Error::new(ErrorKind::TooMany, ErrorCode::TooManyTests, words) });
    };
    let sending = {
        let app = app.clone();
        tokio::spawn(async move {
            let _place = place;
            let sent = tokio::select! {
                sent = app.clients.mailer.send(&smtp, &mail, &()) => sent,
                () = app.mail.in_flight.stopping() => return Err(ended("the server stops")),
                () = app.mail.gate.changed(generation) => return Err(ended("the settings were changed meanwhile")),
            };
            if sent.is_ok() && app.mail.gate.generation() == generation {
                held::resume(&app);
            }
            sent
        })
    };
    let refused = |words: &str| Error::new(ErrorKind::Invalid, ErrorCode::SmtpFailed, words.to_owned());
    match tokio::time::timeout(INLINE_TIMEOUT.unsigned_abs(), sending).await {
        Ok(Ok(Ok(()))) => Ok(()),
        Ok(Ok(Err(error))) => {
            let hint = error.hint.map(|h| format!(" {h}")).unwrap_or_default();
            Err(refused(&format!("{}.{hint}", error.words.trim_end_matches('.'))))
        }
        Ok(Err(panicked)) => Err(Error::internal(panicked)),
        Err(_) => Err(refused(
            "The mail server has not taken the email within 10 s. It is still being sent: some servers answer after a \
             minute or more, and emails wait for that. If none arrives, check the host, the port, and whether a \
             firewall is in the way.",
        )),
    }
}

fn ended(words: &str) -> MailError {
    MailError { words: words.into(), consequence: Consequence::OwnFault, hint: None }
}
