//! Sends what lies in the outbox: at once when a mail is made, and again by a worker with growing delays. One dead
//! mail server holds up nothing else.

use super::{invites, links, settings};
use crate::{
    app::App,
    domain::{
        Error, Instant, MailId, Result,
        invite::{Invite, Mode},
        mail::{Mail, MailKind, MailState},
        time::SECOND,
    },
    mail::{Content, MailError, OutgoingMail, ics, templates},
    store::{Key, KeyRange, Read, records},
};
use std::{
    collections::HashSet,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::Notify, task::JoinSet};
use tokio_util::sync::CancellationToken;

/// How long the call that makes a mail waits for it to go out, in milliseconds.
pub const INLINE_TIMEOUT: i64 = 10 * SECOND;
/// Mails that the worker sends side by side.
const WORKERS: usize = 4;

/// Mails that are being sent at this moment, so that none is sent twice at once; and the worker's bell.
#[derive(Default)]
pub struct InFlight {
    ids: Mutex<HashSet<MailId>>,
    bell: Notify,
}

/// Ends the claim on a mail, whatever happened.
struct Claim<'a>(&'a InFlight, MailId);

impl InFlight {
    fn claim(&self, id: MailId) -> Option<Claim<'_>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).insert(id).then_some(Claim(self, id))
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.0.ids.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

/// Makes the worker look now.
pub fn wake(app: &App) {
    app.in_flight.bell.notify_one();
}

/// `<id>@<host of the public URL>`, kept over all tries.
///
/// # Errors
/// Storage only.
pub fn message_id(app: &App, id: MailId) -> Result<String> {
    let url = app.public_url()?;
    let host = url.split("://").last().unwrap_or_default();
    let host = host.split(['/', ':']).next().filter(|h| !h.is_empty() && !h.starts_with('['));
    Ok(format!("{id}@{}", host.unwrap_or("invigil.local")))
}

/// Tries to send one mail for at most 10 s. The outcome is stored with the invite; a caller that leaves does not
/// stop it.
pub async fn deliver_now(app: &App, id: MailId) {
    let task = {
        let app = app.clone();
        tokio::spawn(async move { deliver(&app, id).await })
    };
    let limit = Duration::from_millis(INLINE_TIMEOUT.unsigned_abs());
    match tokio::time::timeout(limit, task).await {
        Ok(Ok(Ok(()))) => {}
        Ok(Ok(Err(error))) => tracing::warn!(mail = %id, %error, "could not process a mail"),
        Ok(Err(error)) => tracing::error!(mail = %id, %error, "sending a mail panicked"),
        Err(_) => tracing::info!(mail = %id, "the mail server is slow; the worker goes on"),
    }
}

async fn deliver(app: &App, id: MailId) -> Result<()> {
    let Some(_claim) = app.in_flight.claim(id) else { return Ok(()) };
    let row = Key::new().id(id.0).build();
    let (mail, invite) = {
        let read = app.store.read()?;
        let Some(mail) = read.get::<Mail>(&row)?.filter(|m| m.state == MailState::Waiting) else { return Ok(()) };
        let invite: Option<Invite> = read.get(&invites::row(mail.invite_id))?;
        (mail, invite)
    };
    // A link that has ended meanwhile is not mailed any more.
    let alive = invite.filter(|i| i.require_alive(app.now()).is_ok());
    let outcome = match &alive {
        None => Err(MailError { words: "the invitation has ended".into(), retry: false, hint: None }),
        Some(invite) => send(app, &mail, invite).await,
    };
    note(app, mail, alive.is_some(), outcome).await
}

async fn send(app: &App, mail: &Mail, invite: &Invite) -> Result<(), MailError> {
    let unready = |error: Error| MailError { words: error.detail, retry: true, hint: None };
    let smtp = settings::smtp(app).map_err(unready)?;
    let outgoing = render(app, mail, invite, &smtp.from_name).map_err(unready)?;
    app.mailer.send(&smtp, &outgoing).await
}

async fn note(app: &App, mail: Mail, alive: bool, outcome: Result<(), MailError>) -> Result<()> {
    let now = app.now();
    match &outcome {
        Err(error) if error.words == settings::NOT_SET_UP => tracing::debug!(mail = %mail.id, "no mail server is set up"),
        Err(error) => tracing::warn!(mail = %mail.id, retry = error.retry, "a mail did not go out"),
        Ok(()) => {}
    }
    let handle = app.clone();
    app.store
        .write(move |tx| {
            let Some(mut row) = tx.get::<Mail>(&Key::new().id(mail.id.0).build())? else { return Ok(()) };
            let mut invite: Option<Invite> = tx.get(&invites::row(mail.invite_id))?;
            match &outcome {
                Ok(()) => row.state = MailState::Sent,
                Err(error) => row.failed(now, error.retry),
            }
            tx.put(&row)?;
            if let Some(invite) = invite.as_mut().filter(|_| alive && row.kind == MailKind::Invitation) {
                match outcome {
                    Ok(()) => {
                        invite.email_sent_at = Some(now);
                        invite.email_error = None;
                    }
                    Err(error) => invite.email_error = Some(error.words),
                }
                tx.put(invite)?;
                super::events::invite_changed(tx, &handle, invite);
            }
            Ok(())
        })
        .await
}

fn render(app: &App, mail: &Mail, invite: &Invite, from_name: &str) -> Result<OutgoingMail> {
    let paper = links::paper(app, &app.store.read()?, invite)?;
    let link = invites::link_of(app, invite)?;
    let words = |at: Instant| at.in_words(invite.time_zone.as_deref());
    let scheduled = invite.scheduled_at.map(words);
    let (content, calendar): (Content, _) = if let (MailKind::Scheduled, Some(at)) = (mail.kind, invite.scheduled_at) {
        let facts = templates::ScheduleFacts {
            applicant_name: invite.applicant_name.clone(),
            test_title: paper.title.clone(),
            duration_minutes: paper.duration_minutes,
            question_count: paper.questions.len(),
            link: link.clone(),
            scheduled: words(at),
            expires: words(invite.expires_at()),
            from_name: from_name.to_owned(),
        };
        (templates::scheduled(&facts).map_err(Error::internal)?, Some(at))
    } else {
        let facts = templates::InvitationFacts {
            applicant_name: invite.applicant_name.clone(),
            test_title: paper.title.clone(),
            test_description: paper.description.clone(),
            duration_minutes: paper.duration_minutes,
            question_count: paper.questions.len(),
            link: link.clone(),
            expires: words(invite.expires_at()),
            scheduled,
            mode: match invite.mode {
                Mode::SelfSchedule => templates::InvitationMode::SelfSchedule,
                Mode::AdminScheduled => templates::InvitationMode::AdminScheduled,
                Mode::NoSchedule => templates::InvitationMode::NoSchedule,
            },
            from_name: from_name.to_owned(),
        };
        (templates::invitation(&facts).map_err(Error::internal)?, invite.scheduled_at)
    };
    let uid = format!("{}@invigil", invite.id);
    let event = |at: Instant| ics::event(&uid, &paper.title, at.0, paper.duration_minutes, &link, mail.created_at.0);
    Ok(OutgoingMail {
        message_id: mail.message_id.clone(),
        to_name: invite.applicant_name.clone(),
        to_email: invite.applicant_email.clone(),
        content,
        ics: calendar.map(event),
    })
}

fn due(app: &App, now: Instant) -> Result<Vec<MailId>> {
    let read = app.store.read()?;
    let mut ids = Vec::new();
    // A mail that is due at this very millisecond is due.
    let until = Key::new().i64(now.0.saturating_add(1)).build();
    read.scan_index(records::MAIL_BY_DUE, KeyRange::between(&[], &until), false, &mut |_, primary| {
        ids.extend(read.get::<Mail>(primary)?.map(|m| m.id));
        Ok(if ids.len() < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(ids)
}

/// Sends everything that is due now, a few at a time.
///
/// # Errors
/// Storage only.
pub async fn run_once(app: &App) -> Result<usize> {
    let ids = due(app, app.now())?;
    let count = ids.len();
    let mut sending = JoinSet::new();
    for id in ids {
        if sending.len() >= WORKERS {
            sending.join_next().await;
        }
        let app = app.clone();
        sending.spawn(async move {
            if let Err(error) = deliver(&app, id).await {
                tracing::warn!(mail = %id, %error, "could not process a mail");
            }
        });
    }
    while sending.join_next().await.is_some() {}
    Ok(count)
}

/// The worker: looks every few seconds and when woken, until `stop`.
pub async fn work(app: App, stop: CancellationToken) {
    loop {
        if let Err(error) = run_once(&app).await {
            tracing::warn!(%error, "the outbox cannot be read");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = app.in_flight.bell.notified() => {}
            () = tokio::time::sleep(Duration::from_secs(5)) => {}
        }
    }
}

/// A mail that says that mail works, through the same code path as invites.
///
/// # Errors
/// 422 `smtp_failed` with the server's words; 422 for an address that is none.
pub async fn send_test(app: &App, _: &super::actor::Admin, to: &str) -> Result<()> {
    let mut check = crate::domain::error::Checker::default();
    crate::domain::user::check_email(&mut check, "email", to);
    check.finish(&[])?;
    let smtp = settings::smtp(app)?;
    let mail = OutgoingMail {
        message_id: message_id(app, app.new_id())?,
        to_name: String::new(),
        to_email: to.trim().to_owned(),
        content: templates::smtp_test().map_err(Error::internal)?,
        ics: None,
    };
    app.mailer.send(&smtp, &mail).await.map_err(|error| {
        let hint = error.hint.map(|h| format!(" {h}")).unwrap_or_default();
        Error::new(crate::domain::Kind::Invalid, "smtp_failed", format!("{}.{hint}", error.words.trim_end_matches('.')))
    })
}
