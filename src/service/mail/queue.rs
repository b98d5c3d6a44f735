//! The mail queue (outbox): mails are stored with the change that causes them and delivered after its commit.

use crate::{
    app::App,
    domain::{
        Instant, InviteId, MailId, Result,
        invite::Invite,
        mail::{About, Mail, MailKind, MailState},
        time::{DAY, HOUR, SECOND, SignedDuration},
    },
    service::{settings, work::Work},
    store::{Read, Tx, records},
};

/// How long the call that creates a mail waits for its delivery.
pub const INLINE_TIMEOUT: SignedDuration = SignedDuration::from_secs(10);

/// Wakes the worker.
pub fn wake(app: &App) {
    app.mail.in_flight.ring();
}

/// `<id>@<host of the public URL>`.
///
/// # Errors
/// Storage only.
pub(crate) fn message_id(app: &App, id: MailId) -> Result<String> {
    let url = settings::public_url(app)?;
    let host = url.split("://").last().unwrap_or_default();
    let host = host.split(['/', ':']).next().filter(|h| !h.is_empty() && !h.starts_with('['));
    Ok(format!("{id}@{}", host.unwrap_or("invigil.local")))
}

/// Identifiers of a mail that is about to be queued.
pub struct Envelope {
    id: MailId,
    message_id: String,
}

impl Envelope {
    #[must_use]
    pub const fn id(&self) -> MailId {
        self.id
    }
}

/// # Errors
/// Storage only.
pub fn envelope(app: &App) -> Result<Envelope> {
    let id = app.new_id();
    Ok(Envelope { id, message_id: message_id(app, id)? })
}

/// Puts a mail into the outbox, to be sent from `at` on.
///
/// # Errors
/// Storage only.
pub fn enqueue(w: &mut Work<'_, '_>, envelope: Envelope, kind: MailKind, invite: InviteId, at: Instant) -> Result<()> {
    enqueue_for(w, envelope, kind, About::Invite(invite), at)
}

/// Like [`enqueue`], for a mail to an account too.
///
/// # Errors
/// Storage only.
pub fn enqueue_for(w: &mut Work<'_, '_>, envelope: Envelope, kind: MailKind, about: About, at: Instant) -> Result<()> {
    let Envelope { id, message_id } = envelope;
    let created_at = created(w, kind, about)?;
    w.put(&Mail::new(id, kind, about, message_id, at, created_at))?;
    Ok(())
}

/// The time of a new mail. Calendars keep the entry with the highest number, which counts the seconds of its mail: one that
/// moves or removes an entry comes a second after all before it, also when the clock was set back.
fn created(w: &Work<'_, '_>, kind: MailKind, about: About) -> Result<Instant> {
    let (About::Invite(invite), MailKind::Scheduled | MailKind::Withdrawn) = (about, kind) else { return Ok(w.now) };
    Ok(last_entry(&**w, invite)?.map_or(w.now, |last| w.now.max(last.plus(SECOND))))
}

/// The time of the last mail with a calendar entry of an invite.
///
/// # Errors
/// Storage only.
pub(super) fn last_entry(read: &impl Read, invite: InviteId) -> Result<Option<Instant>> {
    let mails = read.linked::<Mail>(records::MAIL_BY_INVITE.under(invite))?;
    let has_entry =
        |mail: &&Mail| matches!(mail.kind, MailKind::Invitation | MailKind::Scheduled | MailKind::Withdrawn);
    Ok(mails.iter().filter(has_entry).map(|mail| mail.created_at).max())
}

/// Reminders go out this long before a scheduled time (docs/behaviour/mail.md#email).
pub const REMIND: [SignedDuration; 2] = [DAY, HOUR];

/// # Errors
/// Storage only.
pub fn reminders(app: &App) -> Result<[Envelope; 2]> {
    Ok([envelope(app)?, envelope(app)?])
}

/// Queues the reminders of a scheduled time that still lie ahead.
///
/// # Errors
/// Storage only.
pub fn enqueue_reminders(w: &mut Work<'_, '_>, envelopes: [Envelope; 2], invite: &Invite) -> Result<()> {
    let Some(scheduled) = invite.scheduled_at else { return Ok(()) };
    for (envelope, before) in envelopes.into_iter().zip(REMIND) {
        let at = scheduled.plus(-before);
        if at > w.now {
            enqueue(w, envelope, MailKind::Reminder, invite.id, at)?;
        }
    }
    Ok(())
}

/// Takes back what waits for this invite beside the invitation itself: a confirmation and reminders of another time.
///
/// # Errors
/// Storage only.
pub fn cancel_waiting(tx: &mut Tx<'_>, invite: InviteId) -> Result<()> {
    for mut mail in tx.linked(records::MAIL_BY_INVITE.under(invite))? {
        if mail.kind != MailKind::Invitation && mail.state == MailState::Waiting {
            mail.state = MailState::GivenUp;
            tx.put(&mail)?;
        }
    }
    Ok(())
}
