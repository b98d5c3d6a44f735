//! One delivery of one mail.

use super::{
    digest::{self, WaitingItem},
    letter, notice,
    outcome::{self, Undelivered},
    render, reset, verify,
};
#[cfg(debug_assertions)]
use crate::store::sabotage;
use crate::{
    app::App,
    domain::{
        Error, Instant, MailId, Result,
        decision::Letter,
        email_verification::EmailVerification,
        invite::{Invite, InviteStatus},
        mail::{About, Consequence, Mail, MailKind, MailState},
        password_reset::PasswordReset,
        sentence::Sentence,
        submission::Submission,
        user::User,
    },
    mail::{Handover, MailError, OutgoingMail, Sending, SmtpSettings},
    service::{query, settings, work::By},
    state::{
        mail_gate::{Admission, Passage},
        mail_in_flight::DeliveryClaimOutcome,
    },
    store::{Read, Snapshot},
};
use futures_util::FutureExt;
use std::{
    panic::AssertUnwindSafe,
    sync::atomic::{AtomicBool, Ordering},
};

/// Who wants the mail to go out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asker {
    Worker,
    /// A person created it, and reads the outcome.
    Creator,
    /// A person wants it to be sent now.
    Resender,
}

/// Delivers a mail and stores the outcome; if it is being delivered, waits for that delivery.
pub(super) async fn deliver(app: &App, id: MailId, asker: Asker) -> Result<()> {
    let _claim = match app.mail.in_flight.claim(id) {
        DeliveryClaimOutcome::Caller(claim) => claim,
        DeliveryClaimOutcome::Other(other) => {
            other.ended().await;
            return Ok(());
        }
    };
    let waiting = || Ok::<_, Error>(app.store.read()?.get::<Mail>(id)?.filter(|m| m.state == MailState::Waiting));
    if waiting()?.is_none() {
        return Ok(());
    }
    let Some(_connection) = app.mail.in_flight.connection().await else { return Ok(()) };
    let admission = tokio::select! {
        biased;
        () = app.mail.in_flight.stopping() => return Ok(()),
        admission = app.mail.gate.admit(asker == Asker::Resender, || app.now()) => admission,
    };
    // It may have changed while it waited.
    let Some(mail) = waiting()? else { return Ok(()) };
    let passage = match admission {
        Admission::Granted(passage) => passage,
        Admission::Paused(_) if asker == Asker::Worker => return Ok(()),
        Admission::Paused(pause) => return outcome::note_pause(app, &mail, pause).await,
    };
    match rendered(app, &mail)? {
        // By the time of now; which may be wrong.
        None if !app.clock_watch.judge.is_steady() => Ok(()),
        None => drop_mail(app, &mail).await,
        Some(Err(undelivered)) => {
            let outcome = Err(undelivered);
            outcome::report_to_gate(app, &passage, mail.id, &outcome);
            drop(passage);
            outcome::note_until_stored(app, &mail, outcome, false).await
        }
        Some(Ok((smtp, outgoing))) => {
            let delivery = Delivery { app, mail: &mail, passage: &passage, is_handed_over: AtomicBool::new(false) };
            let sent = tokio::select! {
                biased;
                sent = send(app, &smtp, &outgoing, &delivery) => sent,
                // The server has nothing of the mail: it goes out later, to the server of then.
                () = delivery.is_pointless() => return Ok(()),
            };
            outcome::report_to_gate(app, &passage, mail.id, &sent);
            let is_handed_over = delivery.is_handed_over();
            drop(passage);
            outcome::note_until_stored(app, &mail, sent, is_handed_over).await
        }
    }
}

struct Delivery<'a> {
    app: &'a App,
    mail: &'a Mail,
    passage: &'a Passage<'a>,
    is_handed_over: AtomicBool,
}

impl Delivery<'_> {
    fn is_handed_over(&self) -> bool {
        self.is_handed_over.load(Ordering::Relaxed)
    }

    /// Waits until this delivery should end before its mail is handed over: the server stops, or has other settings.
    async fn is_pointless(&self) {
        tokio::select! {
            () = self.app.mail.in_flight.stopping() => {}
            () = self.app.mail.gate.changed(self.passage.generation()) => {}
        }
        if self.is_handed_over() {
            std::future::pending::<()>().await;
        }
    }
}

impl Handover for Delivery<'_> {
    /// Stores that the outcome is unknown, before it is: after a kill the mail is repeated late and under the same
    /// Message-ID. While commits fail nothing is sent.
    fn begins(&self) -> Sending<'_> {
        self.is_handed_over.store(true, Ordering::Relaxed);
        let (app, id) = (self.app, self.mail.id);
        Box::pin(async move {
            let stored = app.write(By::Server, move |w| {
                let waiting = w.get::<Mail>(id)?.filter(|mail| mail.state == MailState::Waiting);
                let Some(mut mail) = waiting else { return Ok(false) };
                mail.handed_over(w.now);
                w.put(&mail)?;
                Ok(true)
            });
            let stored = stored.await;
            if matches!(stored, Ok(true)) {
                self.passage.reached(app.now());
                return Ok(());
            }
            self.is_handed_over.store(false, Ordering::Relaxed);
            let words = match stored {
                Err(error) => error.detail,
                Ok(_) => "the email was withdrawn while it was sent".to_owned(),
            };
            Err(MailError { words, consequence: Consequence::OwnFault, hint: None })
        })
    }
}

async fn send(
    app: &App,
    smtp: &SmtpSettings,
    outgoing: &OutgoingMail,
    delivery: &Delivery<'_>,
) -> Result<(), Undelivered> {
    #[cfg(debug_assertions)]
    if sabotage::does(sabotage::StoreSabotage::MailInTheWrite) {
        let (mailer, runtime) = (app.clients.mailer.clone(), tokio::runtime::Handle::current());
        let (smtp, outgoing) = (smtp.clone(), outgoing.clone());
        let sent = app.store.write(move |_| Ok::<_, Error>(runtime.block_on(mailer.send(&smtp, &outgoing, &())))).await;
        return Ok(sent??);
    }
    // Unwind safe: a mailer that panicked is not used again for this mail.
    let sent = AssertUnwindSafe(app.clients.mailer.send(smtp, outgoing, delivery)).catch_unwind().await;
    let sent = sent.unwrap_or_else(|_| {
        tracing::error!("the mailer panicked");
        let consequence = if delivery.is_handed_over() { Consequence::Unconfirmed } else { Consequence::OwnFault };
        Err(MailError { words: "the server failed while sending".into(), consequence, hint: None })
    });
    Ok(sent?)
}

/// Subject of a mail that is worth sending.
enum Subject {
    Invite(Invite),
    Decision(Letter, Submission),
    Account(User, EmailVerification),
    Reset(User, PasswordReset),
    Digest(User, Vec<WaitingItem>),
    Notice(User, Vec<Sentence>),
}

/// `None` for a mail that is not worth sending at `now`.
fn subject(app: &App, read: &Snapshot, mail: &Mail, now: Instant) -> Result<Option<Subject>> {
    Ok(match mail.about {
        About::Invite(_) if mail.kind == MailKind::Decision => {
            letter::of_mail(read, mail)?.map(|(letter, submission)| Subject::Decision(letter, submission))
        }
        About::Invite(id) => match read.get::<Invite>(id)? {
            Some(invite) if is_wanted(read, mail, &invite, now)? => Some(Subject::Invite(invite)),
            _ => None,
        },
        About::Account(id) if mail.kind == MailKind::Digest => {
            digest::wanted(app, read, id)?.map(|(user, items)| Subject::Digest(user, items))
        }
        About::Account(id) if mail.kind == MailKind::ServerNotice => {
            notice::wanted(read, id, mail.created_at)?.map(|(user, sentences)| Subject::Notice(user, sentences))
        }
        About::Account(id) if mail.kind == MailKind::ResetPassword => {
            reset::wanted(read, id, now)?.map(|(user, reset)| Subject::Reset(user, reset))
        }
        About::Account(id) => verify::wanted(read, id, now)?.map(|(user, proof)| Subject::Account(user, proof)),
    })
}

/// Whether a mail is worth sending at `now`.
pub(super) fn is_worth_sending(app: &App, read: &Snapshot, mail: &Mail, now: Instant) -> Result<bool> {
    Ok(subject(app, read, mail, now)?.is_some())
}

/// The rendered mail with its server; `Err` if it cannot be rendered.
type Rendered = Result<(SmtpSettings, OutgoingMail), Undelivered>;

fn rendered(app: &App, mail: &Mail) -> Result<Option<Rendered>> {
    let Some(subject) = subject(app, &app.store.read()?, mail, app.now())? else { return Ok(None) };
    let write = || {
        let smtp = settings::smtp_if_set_up(app)?.ok_or(Undelivered::NotConfigured)?;
        let outgoing = match &subject {
            Subject::Invite(invite) => render::render(app, mail, invite, &smtp.from_name),
            Subject::Decision(letter, submission) => render::decision(app, mail, letter, submission),
            Subject::Account(user, proof) => render::verification(app, mail, user, proof, &smtp.from_name),
            Subject::Reset(user, reset) => render::reset(app, mail, user, reset, &smtp.from_name),
            Subject::Digest(user, items) => render::digest(app, mail, user, items, &smtp.from_name),
            Subject::Notice(user, sentences) => render::notice(app, mail, user, sentences, &smtp.from_name),
        }?;
        Ok((smtp, outgoing))
    };
    Ok(Some(write()))
}

/// Whether a mail is still worth sending: not for an invite link that has ended, but for the report of a withdrawal; no
/// reminder of a test that has started, was rescheduled or may not start, nor to a candidate who wants none.
fn is_wanted(read: &impl Read, mail: &Mail, invite: &Invite, now: Instant) -> Result<bool> {
    if mail.kind == MailKind::Withdrawn {
        return Ok(invite.scheduled_at.is_some_and(|at| now < at));
    }
    if invite.require_alive(now).is_err() {
        return Ok(false);
    }
    let waits = invite.state != InviteStatus::InProgress;
    let reminds = waits && invite.reminders.stopped_at.is_none();
    let wanted = match mail.kind {
        MailKind::Reminder => reminds && invite.scheduled_at.is_some_and(|at| now < at),
        MailKind::Closing => reminds,
        MailKind::EndMoved => waits,
        MailKind::Invitation
        | MailKind::Scheduled
        | MailKind::VerifyMailbox
        | MailKind::Decision
        | MailKind::ResetPassword
        | MailKind::Digest
        | MailKind::ServerNotice
        | MailKind::Withdrawn => return Ok(true),
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
