//! Invites, for admins: create and send, list, resend the mail, revoke (`docs/behaviour.md#invites`).

use crate::{
    app::App,
    domain::{
        Error, Instant, InviteId, Result, TestId, UserId,
        accommodation::Accommodation,
        attempt::Attempt,
        error::Checker,
        invite::{self, Invite, Mode, Status},
        list::InviteClass,
        mail::{Mail, MailKind, MailState},
        time::{self, SignedDuration, Span},
        user,
    },
    secrets::token,
    service::{
        account::registration,
        actor::Admin,
        events,
        mail::{deliver, queue},
        query::{
            self,
            page::{Page, Slice, newest_wanted},
        },
        settings,
        work::Work,
    },
    store::{
        Read, Record, Tx,
        records::{self, TestHead},
    },
};

/// Input of `POST /invites`.
#[derive(Clone)]
pub struct NewInvite {
    pub test_id: TestId,
    pub applicant_email: String,
    pub applicant_name: String,
    pub mode: Mode,
    pub scheduled_at: Option<Instant>,
    pub time_zone: Option<String>,
    pub accommodation: Accommodation,
}

fn not_found() -> Error {
    Error::not_found("invite")
}

impl NewInvite {
    /// # Errors
    /// 422 by field.
    pub(crate) fn check(&self, now: Instant) -> Result<()> {
        let mut check = Checker::default();
        user::check_name(&mut check, "applicant_name", &self.applicant_name);
        user::check_email(&mut check, "applicant_email", &self.applicant_email);
        if self.mode == Mode::AdminScheduled {
            let message = "Please select date and time for scheduled test";
            check.require(self.scheduled_at.is_some(), "scheduled_date", message);
        }
        if let Some(zone) = &self.time_zone
            && let Err(message) = time::zone(zone)
        {
            check.require(false, "time_zone", message);
        }
        check.finish(&["applicant_name", "applicant_email", "scheduled_date"])?;
        match self.scheduled_at {
            Some(at) if self.mode == Mode::AdminScheduled => {
                invite::require_future(at, now)?;
                self.time_zone.as_ref().map_or(Ok(()), |zone| invite::require_half_hour(at, zone))
            }
            _ => Ok(()),
        }
    }
}

/// A validated invite, with everything that is created before the transaction.
pub(crate) struct Prepared {
    input: NewInvite,
    id: InviteId,
    person_id: UserId,
    secret: String,
    token_sealed: Vec<u8>,
    envelope: queue::Envelope,
    reminders: [queue::Envelope; 2],
}

impl Prepared {
    /// # Errors
    /// 422.
    pub(crate) fn new(app: &App, input: NewInvite, now: Instant) -> Result<Self> {
        input.check(now)?;
        let id: InviteId = app.new_id();
        let secret = token::new();
        let token_sealed = app.vault.seal("invites", &Invite::key_of(id), 1, secret.as_bytes());
        let (envelope, reminders) = (queue::envelope(app)?, queue::reminders(app)?);
        Ok(Self { input, id, person_id: app.new_id(), secret, token_sealed, envelope, reminders })
    }

    /// Stores the invite with its applicant and its mails; the invitation is sent from `send_at` on.
    ///
    /// # Errors
    /// 404 for an unknown test, 409 `account_inactive`.
    pub(crate) fn insert(self, w: &mut Work<'_, '_>, send_at: Instant) -> Result<InviteId> {
        let Self { input, id, person_id, secret, token_sealed, envelope, reminders } = self;
        let test: TestHead = w.head(input.test_id)?.ok_or_else(|| Error::not_found("test"))?;
        let email = user::normalise_email(&input.applicant_email);
        let name = input.applicant_name.trim().to_owned();
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
            scheduled_at: input.scheduled_at.filter(|_| input.mode == Mode::AdminScheduled),
            time_zone: input.time_zone,
            state: Status::Sent,
            created_at: w.now,
            link_expires_at: w.now.plus(SignedDuration::from_hours(24 * i64::from(site.link_days))),
            late_start: SignedDuration::from_hours(site.late_start_hours.into()),
            revoked_at: None,
            token_hash: token::hash(&secret),
            token_sealed,
            email_sent_at: None,
            email_error: None,
            attempt_id: None,
            started_at: None,
            accommodation: input.accommodation,
        };
        w.put(&invite)?;
        queue::enqueue(w, envelope, MailKind::Invitation, id, send_at)?;
        queue::enqueue_reminders(w, reminders, &invite)?;
        w.audit("invite.create", id, "")?;
        events::invite_changed(w, &invite);
        Ok(id)
    }
}

/// Stores the invite with its mail, then tries to send for at most 10 s; the invite is kept if the mail fails.
///
/// # Errors
/// 404 for an unknown test, 409 `account_inactive`, 422.
pub async fn create(app: &App, admin: &Admin, input: NewInvite) -> Result<Invite> {
    let now = app.now();
    let prepared = Prepared::new(app, input, now)?;
    let mail_id = prepared.envelope.id();
    let send_at = now.plus(queue::INLINE_TIMEOUT);
    let id = app.write_at(now, admin, move |w| prepared.insert(w, send_at)).await?;
    deliver::deliver_now(app, mail_id).await;
    current(app, id)
}

fn current(app: &App, id: InviteId) -> Result<Invite> {
    app.store.read()?.get(id)?.ok_or_else(not_found)
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &Admin, id: InviteId) -> Result<Invite> {
    current(app, id)
}

/// An invite with what admins see beside its record.
pub struct View {
    pub invite: Invite,
    /// The link's token; blank where it was lost with the data's key.
    pub token: String,
    /// The link, under the same condition.
    pub url: String,
    pub attempt: Option<Attempt>,
    /// When the candidate last asked to continue in another browser, while no admin has answered.
    pub resume_asked_at: Option<Instant>,
}

/// Reads what admins see of these invites, in one snapshot.
///
/// # Errors
/// A sealed token that does not open (another master key).
pub fn views(app: &App, _: &Admin, invites: Vec<Invite>) -> Result<Vec<View>> {
    let (read, public_url) = (app.store.read()?, settings::public_url(app)?);
    let view = |invite: Invite| {
        let token = query::link::token_of(app, &invite)?;
        let url = query::link::link(&public_url, &token);
        let attempt: Option<Attempt> = invite.attempt_id.map(|id| read.get(id)).transpose()?.flatten();
        let asked = attempt.as_ref().map(|attempt| query::attempt::resume_asked_at(&read, attempt));
        let resume_asked_at = asked.transpose()?.flatten();
        Ok(View { invite, token, url, attempt, resume_asked_at })
    };
    invites.into_iter().map(view).collect()
}

/// Filter of the invite list.
#[derive(Clone, Debug)]
pub struct Filter {
    pub class: InviteClass,
    /// Creation time.
    pub created: Option<Span>,
    /// Part of the e-mail address, any case.
    pub email: Option<String>,
}

/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, _: &Admin, filter: &Filter, slice: &Slice) -> Result<Page<Invite>> {
    let now = app.now();
    let range = match filter.created {
        None => records::INVITES_BY_CLASS.under(filter.class),
        Some(span) => records::INVITES_BY_CLASS.between((filter.class, span.from), (filter.class, span.to)),
    };
    let wanted = filter.email.as_ref().map(|e| user::normalise_email(e)).filter(|e| !e.is_empty());
    // Expiry is a matter of time and the sweeper's rows may lag by a moment: what holds now decides.
    let keep = |invite: &Invite| match filter.class {
        InviteClass::Active
        | InviteClass::Sent
        | InviteClass::Scheduled
        | InviteClass::Monitorable
        | InviteClass::MailFailed => invite.status(now) != Status::Expired,
        _ => true,
    };
    newest_wanted(&app.store.read()?, range, slice, wanted.as_deref(), keep)
}

fn deactivated() -> Error {
    Error::conflict("account_inactive", "This applicant is deactivated. Activate the account before inviting.")
}

/// The row of the invitation mail.
fn mail_of(tx: &Tx<'_>, id: InviteId) -> Result<Option<Mail>> {
    let mails = tx.linked(records::MAIL_BY_INVITE.under(id))?;
    Ok(mails.into_iter().find(|mail| mail.kind == MailKind::Invitation))
}

/// Resends the invitation with the same Message-ID. If it is being delivered, waits for that delivery instead, so that
/// two concurrent retries send one mail. If the link was lost with the master key, creates a new one.
///
/// # Errors
/// 404; 410 for a link that has ended; 409 `account_inactive` if the applicant is deactivated and has not started.
pub async fn retry_email(app: &App, admin: &Admin, id: InviteId) -> Result<Invite> {
    let asked = std::time::Instant::now();
    let fresh = token::new();
    let fresh_sealed = app.vault.seal("invites", &Invite::key_of(id), 1, fresh.as_bytes());
    let mail_id = app
        .write(admin, move |w| {
            let mut invite: Invite = w.get(id)?.ok_or_else(not_found)?;
            invite.require_alive(w.now)?;
            // A started attempt can be resumed, which may need the link.
            if invite.attempt_id.is_none() && query::invite::is_barred(w, &invite)? {
                return Err(deactivated());
            }
            if invite.token_sealed.is_empty() {
                (invite.token_hash, invite.token_sealed) = (token::hash(&fresh), fresh_sealed);
                w.put(&invite)?;
            }
            let mut mail = mail_of(w, id)?.ok_or_else(|| Error::internal("an invite without a mail row"))?;
            if w.app.mail_in_flight.covers(mail.id, asked) {
                return Ok(mail.id);
            }
            mail.state = MailState::Waiting;
            mail.tries = 0;
            mail.next_try_at = w.now.plus(queue::INLINE_TIMEOUT);
            w.put(&mail)?;
            w.audit("invite.resend", id, "")?;
            Ok::<_, Error>(mail.id)
        })
        .await?;
    deliver::deliver_now(app, mail_id).await;
    current(app, id)
}

/// Revokes an invite that has not started; its link reports that from now on.
///
/// # Errors
/// 404; 409 once started or ended.
pub async fn revoke(app: &App, admin: &Admin, id: InviteId) -> Result<Invite> {
    app.write(admin, move |w| {
        let mut invite: Invite = w.get(id)?.ok_or_else(not_found)?;
        match invite.status(w.now) {
            Status::InProgress => {
                return Err(Error::conflict(
                    "already_started",
                    "This test is in progress: end it on the monitoring page instead.",
                ));
            }
            Status::Completed => return Err(Error::conflict("finished", "This test has already been submitted.")),
            _ => {}
        }
        invite.state = Status::Expired;
        invite.revoked_at = invite.revoked_at.or(Some(w.now));
        w.put(&invite)?;
        w.audit("invite.revoke", id, "")?;
        events::invite_changed(w, &invite);
        Ok(invite)
    })
    .await
}
