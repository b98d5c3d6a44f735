//! Invites, for admins: create and send, resend the mail, revoke (`docs/behaviour/invites.md#invites`).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ExamSessionId, Instant, InviteId, MailId, Result, TestId, UserId,
        accommodation::Accommodation,
        arrangement::{Agreed, Arrangement},
        attempt::Attempt,
        error::FieldChecker,
        idempotency::Created,
        invite::{self, Invite, InviteStatus, Reminders, ScheduleMode, StartWindow},
        language::Language,
        mail::{Mail, MailKind, MailState},
        order::Order,
        time::{self, SignedDuration},
        user,
        webhook::WebhookEvent,
    },
    secrets::token,
    service::{
        account::registration,
        actor::Inviter,
        events,
        mail::{
            deliver, queue,
            standing::{self, MailSituation},
        },
        monitor::session::{choices, seats},
        query, settings,
        test::archive,
        webhook::raise,
        work::{
            Work,
            idempotency::{self, Once},
        },
    },
    store::{
        Read, Record, Tx,
        records::{self, TestHead},
    },
};
use std::ops::ControlFlow;

/// Input of `POST /invites`.
#[derive(Clone)]
pub struct NewInvite {
    pub test_id: TestId,
    pub applicant_email: String,
    pub applicant_name: String,
    pub mode: ScheduleMode,
    pub scheduled_at: Option<Instant>,
    pub time_zone: Option<String>,
    pub accommodation: Accommodation,
    pub window: StartWindow,
    /// Instead of the test's.
    pub language: Option<Language>,
    /// The exam session that it belongs to.
    pub session: Option<ExamSessionId>,
    /// Adjustments beside extra time.
    pub agreed: Agreed,
}

fn not_found() -> Error {
    Error::not_found("invite")
}

impl NewInvite {
    /// One that may be used at any time, by the rules of its test alone.
    pub fn without_schedule(test_id: TestId, applicant_email: String, applicant_name: String) -> Self {
        Self {
            test_id,
            applicant_email,
            applicant_name,
            mode: ScheduleMode::NoSchedule,
            scheduled_at: None,
            time_zone: None,
            accommodation: Accommodation::default(),
            window: StartWindow::default(),
            language: None,
            session: None,
            agreed: Agreed::default(),
        }
    }

    /// # Errors
    /// 422 by field.
    pub(crate) fn check(&self, now: Instant) -> Result<()> {
        let mut check = FieldChecker::default();
        if !user::stands_in(&self.applicant_name, &self.applicant_email) {
            user::check_name(&mut check, "applicant_name", &self.applicant_name);
        }
        user::check_email(&mut check, "applicant_email", &self.applicant_email);
        if self.mode == ScheduleMode::AdminScheduled {
            let message = "Please select date and time for scheduled test";
            check.require(self.scheduled_at.is_some(), "scheduled_date", message);
        }
        if let Some(zone) = &self.time_zone
            && let Err(message) = time::zone(zone)
        {
            check.require(false, "time_zone", message);
        }
        check.finish(&["applicant_name", "applicant_email", "scheduled_date"])?;
        self.window.check(now)?;
        match self.scheduled_at {
            Some(at) if self.mode == ScheduleMode::AdminScheduled => {
                invite::require_future(at, now)?;
                self.window.require_inside(at, self.time_zone.as_deref())?;
                self.time_zone.as_ref().map_or(Ok(()), |zone| invite::require_half_hour(at, zone))
            }
            _ => Ok(()),
        }
    }
}

/// A validated invite, with everything that is created before the transaction.
pub(crate) struct PreparedInvite {
    pub(crate) input: NewInvite,
    id: InviteId,
    person_id: UserId,
    secret: String,
    token_sealed: Vec<u8>,
    envelope: queue::Envelope,
    reminders: [queue::Envelope; 2],
}

impl PreparedInvite {
    /// # Errors
    /// 422.
    pub(crate) fn new(app: &App, input: NewInvite, now: Instant) -> Result<Self> {
        input.check(now)?;
        settings::languages::require(app, input.language)?;
        let id: InviteId = app.new_id();
        let secret = token::new();
        let token_sealed = app.secrets.vault.seal("invites", &Invite::key_of(id), 1, secret.as_bytes());
        let (envelope, reminders) = (queue::envelope(app)?, queue::reminders(app)?);
        Ok(Self { input, id, person_id: app.new_id(), secret, token_sealed, envelope, reminders })
    }

    /// Ids of the invite and of its mail.
    pub(crate) const fn ids(&self) -> (InviteId, MailId) {
        (self.id, self.envelope.id())
    }

    /// Stores the invite with its applicant and its mails; the invitation is sent from `send_at` on.
    ///
    /// # Errors
    /// 404 for an unknown test, 409 `account_inactive`, `session_full`: then nothing was written.
    pub(crate) fn insert(self, w: &mut Work<'_, '_>, send_at: Instant) -> Result<InviteId> {
        let Self { input, id, person_id, secret, token_sealed, envelope, reminders } = self;
        let test: TestHead = w.head(input.test_id)?.ok_or_else(|| Error::not_found("test"))?;
        archive::require_current(&**w, test.id)?;
        let session = input.session.map(|id| seats::require_place(w, id)).transpose()?;
        let email = user::normalise_email(&input.applicant_email);
        let is_nameless = user::stands_in(&input.applicant_name, &email);
        let name = if is_nameless { email.clone() } else { user::normalise_name(&input.applicant_name) };
        let person = registration::invited(w, person_id, &email, &name, w.now)?;
        if !person.is_active {
            return Err(deactivated());
        }
        w.put(&person)?;
        let site = settings::site(w)?;
        let invite = Invite {
            id,
            test_id: test.id,
            test_title: test.title,
            duration_minutes: test.duration_minutes,
            applicant_id: person.id,
            applicant_name: name,
            applicant_email: email,
            mode: input.mode,
            scheduled_at: input.scheduled_at.filter(|_| input.mode == ScheduleMode::AdminScheduled),
            time_zone: input.time_zone,
            state: InviteStatus::Sent,
            created_at: w.now,
            // Without an end of its own, the link lives from its opening on.
            link_expires_at: input
                .window
                .opens_at
                .unwrap_or(w.now)
                .max(w.now)
                .plus(SignedDuration::from_hours(24 * i64::from(site.link_days))),
            late_start: SignedDuration::from_hours(site.late_start_hours.into()),
            revoked_at: None,
            token_hash: token::hash(&secret),
            token_sealed,
            email_sent_at: None,
            email_error: None,
            attempt_id: None,
            started_at: None,
            accommodation: input.accommodation,
            window: input.window,
            reminders: Reminders::default(),
            language: input.language,
        };
        w.put(&invite)?;
        if !input.agreed.is_nothing() {
            w.put(&Arrangement::new(id, input.agreed))?;
        }
        if let Some(session) = session {
            seats::seat_new(w, &session, &invite)?;
        }
        queue::enqueue(w, envelope, MailKind::Invitation, id, send_at)?;
        queue::enqueue_reminders(w, reminders, &invite)?;
        w.audit("invite.create", id, "")?;
        raise::invite(w, WebhookEvent::InviteSent, &invite)?;
        events::invite_changed(w, &invite);
        Ok(id)
    }
}

/// Stores the invite with its mail, then tries to send for at most 10 s; the invite is kept if the mail fails.
///
/// # Errors
/// 404 for an unknown test, 409 `account_inactive`, 422; as [`Once`].
pub async fn create(app: &App, by: &Inviter, input: NewInvite, once: Option<Once>) -> Result<Invite> {
    by.require(input.test_id, "test")?;
    if let Some(session) = input.session {
        choices::require(&app.store.read()?, by, session)?;
    }
    let now = app.now();
    let prepared = PreparedInvite::new(app, input, now)?;
    let mail_id = prepared.envelope.id();
    let send_at = now.plus(queue::INLINE_TIMEOUT);
    let (id, is_new) = app
        .write_at(now, by, move |w| {
            if let Some(Created::Invite(id)) = idempotency::earlier(w, once)? {
                return Ok((id, false));
            }
            let id = prepared.insert(w, send_at)?;
            idempotency::done(w, once, Created::Invite(id))?;
            Ok((id, true))
        })
        .await?;
    if is_new {
        deliver::deliver_now(app, mail_id).await;
    }
    current(app, id)
}

fn current(app: &App, id: InviteId) -> Result<Invite> {
    app.store.read()?.get(id)?.ok_or_else(not_found)
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &Inviter, id: InviteId) -> Result<Invite> {
    current(app, id)
}

/// An invite with what admins see beside its record.
pub struct InviteView {
    pub invite: Invite,
    /// The link's token; blank where it was lost with the data's key.
    pub token: String,
    /// The link, under the same condition.
    pub url: String,
    pub attempt: Option<Attempt>,
    /// Time at which the candidate last asked to continue in another browser, while no admin has answered.
    pub resume_asked_at: Option<Instant>,
    /// Adjustments beside extra time.
    pub agreed: Agreed,
    /// The invitation's mail, while it is not sent.
    pub mail: Option<MailSituation>,
    pub ordered: Option<Ordered>,
}

/// The program that has ordered an invite.
pub struct Ordered {
    /// Name of its token, or of the person.
    pub by: String,
    pub external_id: String,
}

fn ordered(read: &impl Read, id: InviteId) -> Result<Option<Ordered>> {
    let Some(order) = read.get::<Order>(id)? else { return Ok(None) };
    let by = match order.token_name {
        name if name.is_empty() => query::person::name_of(read, order.placed_by)?,
        name => name,
    };
    Ok(Some(Ordered { by, external_id: order.external_id }))
}

/// Reads what admins see of these invites, in one snapshot.
///
/// # Errors
/// A sealed token that does not open (another master key).
pub fn views(app: &App, _: &Inviter, invites: Vec<Invite>) -> Result<Vec<InviteView>> {
    let (read, public_url) = (app.store.read()?, settings::public_url(app)?);
    let view = |invite: Invite| {
        let is_hidden = query::naming::hides(&read, invite.test_id)?;
        // The page behind the link shows the name; until the end the link may have to be sent again.
        let has_link = !is_hidden || invite.state != InviteStatus::Completed;
        let token = if has_link { query::link::token_of(app, &invite)? } else { String::new() };
        let url = query::link::link(&public_url, &token);
        let mail = if invite.is_mailed() { None } else { situation(app, &read, invite.id)? };
        let mail = if is_hidden { mail.map(MailSituation::nameless) } else { mail };
        // A tracking system knows whose id it is.
        let ordered = if is_hidden { None } else { ordered(&read, invite.id)? };
        let invite = query::naming::of_invite(&read, invite)?;
        let attempt: Option<Attempt> = invite.attempt_id.map(|id| read.get(id)).transpose()?.flatten();
        let asked = attempt.as_ref().map(|attempt| query::attempt::resume_asked_at(&read, attempt));
        let resume_asked_at = asked.transpose()?.flatten();
        let agreed = query::arrangement::agreed(&read, invite.id)?;
        Ok(InviteView { invite, token, url, attempt, resume_asked_at, agreed, mail, ordered })
    };
    invites.into_iter().map(view).collect()
}

fn situation(app: &App, read: &impl Read, id: InviteId) -> Result<Option<MailSituation>> {
    let mut found = None;
    read.scan(records::MAIL_BY_INVITE.under(id), false, &mut |row| {
        found = read.record_if_any(&row)?.filter(|mail: &Mail| mail.kind == MailKind::Invitation);
        Ok(if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(found.and_then(|mail| standing::of(app, &mail)))
}

pub(crate) fn deactivated() -> Error {
    Error::conflict(ErrorCode::AccountInactive, "This applicant is deactivated. Activate the account before inviting.")
}

/// The row of the invitation mail.
fn mail_of(tx: &Tx<'_>, id: InviteId) -> Result<Mail> {
    let mails = tx.linked(records::MAIL_BY_INVITE.under(id))?;
    let invitation = mails.into_iter().find(|mail| mail.kind == MailKind::Invitation);
    invitation.ok_or_else(|| Error::internal("an invite without a mail row"))
}

/// A delivery of the invitation that is under way, or waits for its first try.
pub(crate) fn is_mail_on_its_way(w: &Work<'_, '_>, id: InviteId, asked: std::time::Instant) -> Result<bool> {
    let mail = mail_of(w, id)?;
    let waits = mail.state == MailState::Waiting && mail.tries == 0;
    Ok(waits || w.app.mail.in_flight.covers(mail.id, asked))
}

/// Queues the invitation again from `send_at` on, unless it is being delivered. If the link was lost
/// with the master key, creates a new one.
///
/// # Errors
/// 410 for a link that has ended; 409 `account_inactive` if the applicant is deactivated and has not started.
pub(crate) fn requeue(
    w: &mut Work<'_, '_>,
    invite: &mut Invite,
    asked: std::time::Instant,
    send_at: Instant,
) -> Result<MailId> {
    invite.require_usable(w.now)?;
    // A started attempt can be resumed, which may need the link.
    if invite.attempt_id.is_none() && query::invite::is_barred(w, invite)? {
        return Err(deactivated());
    }
    if invite.token_sealed.is_empty() {
        let secret = token::new();
        invite.token_hash = token::hash(&secret);
        invite.token_sealed = w.app.secrets.vault.seal("invites", &Invite::key_of(invite.id), 1, secret.as_bytes());
        w.put(invite)?;
    }
    let mut mail = mail_of(w, invite.id)?;
    if !w.app.mail.in_flight.covers(mail.id, asked) {
        mail.again(send_at, queue::message_id(w.app, w.app.new_id())?);
        w.put(&mail)?;
        w.audit("invite.resend", invite.id, "")?;
    }
    Ok(mail.id)
}

/// Resends the invitation. If it is being delivered, waits for that delivery instead, so that
/// two concurrent retries send one mail. If the link was lost with the master key, creates a new one.
///
/// # Errors
/// 404; 410 for a link that has ended; 409 `account_inactive` if the applicant is deactivated and has not started.
pub async fn retry_email(app: &App, by: &Inviter, id: InviteId) -> Result<Invite> {
    let asked = std::time::Instant::now();
    let mail_id = app
        .write(by, move |w| {
            let mut invite: Invite = w.get(id)?.ok_or_else(not_found)?;
            let send_at = w.now.plus(queue::INLINE_TIMEOUT);
            requeue(w, &mut invite, asked, send_at)
        })
        .await?;
    deliver::deliver_again(app, mail_id).await;
    current(app, id)
}

/// Revokes an invite that has not started; its link reports that from now on, and a mail cancels a date that lies ahead.
///
/// # Errors
/// 404; 409 once started or ended.
pub async fn revoke(app: &App, by: &Inviter, id: InviteId) -> Result<Invite> {
    let envelope = queue::envelope(app)?;
    app.write(by, move |w| {
        let mut invite: Invite = w.get(id)?.ok_or_else(not_found)?;
        withdraw(w, &mut invite, envelope)?;
        Ok(invite)
    })
    .await
}

/// Returns whether the candidate is sent a mail: the cancellation of a date that still lies ahead.
///
/// # Errors
/// 409 once started or ended.
pub(crate) fn withdraw(w: &mut Work<'_, '_>, invite: &mut Invite, envelope: queue::Envelope) -> Result<bool> {
    match invite.status(w.now) {
        InviteStatus::InProgress => {
            return Err(Error::conflict(
                ErrorCode::AlreadyStarted,
                "This test is in progress: end it on the monitoring page instead.",
            ));
        }
        InviteStatus::Completed => {
            return Err(Error::conflict(ErrorCode::Finished, "This test has already been submitted."));
        }
        _ => {}
    }
    let is_new = invite.revoked_at.is_none();
    invite.state = InviteStatus::Expired;
    invite.revoked_at = invite.revoked_at.or(Some(w.now));
    w.put(invite)?;
    let is_mailed = is_new && cancels_a_date(w, invite)?;
    if is_mailed {
        let now = w.now;
        queue::enqueue(w, envelope, MailKind::Withdrawn, invite.id, now)?;
    }
    w.audit("invite.revoke", invite.id, "")?;
    if is_new {
        raise::invite(w, WebhookEvent::InviteWithdrawn, invite)?;
    }
    events::invite_changed(w, invite);
    Ok(is_mailed)
}

/// Whether the candidate expects the test at a time that lies ahead, and was sent a mail about it.
fn cancels_a_date(w: &Work<'_, '_>, invite: &Invite) -> Result<bool> {
    if invite.scheduled_at.is_none_or(|at| at <= w.now) || !settings::mail_is_set_up(w)? {
        return Ok(false);
    }
    let mails = w.linked(records::MAIL_BY_INVITE.under(invite.id))?;
    Ok(mails.iter().any(|mail| mail.state == MailState::Sent))
}
