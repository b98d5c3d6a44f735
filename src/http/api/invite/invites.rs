//! Invites, as admins see them (docs/behaviour/invites.md#invites).

use super::agreed::{AgreedBody, AgreedInput};
use crate::{
    app::App,
    domain::{
        Error, ExamSessionId, Instant, InviteId, Result,
        accommodation::Accommodation,
        invite::{Invite, ScheduleMode, StartWindow},
        language::Language,
    },
    http::{
        error::ApiResult,
        extract::{FORM_LIMIT, IdempotencyKey, Of, UnreadBody, Within},
        refusals::{Conflict, Gone, NotFound},
        wire::{EmailDeliveryState, InviteStatusName, Timestamp},
    },
    service::{
        actor::Inviter,
        invite::invites::{self, NewInvite},
        mail::standing::MailSituation,
    },
};
use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The test of an invite, as it was when the invite was created.
#[derive(Serialize, ToSchema)]
pub struct InvitedTest {
    title: String,
    duration_minutes: u32,
}

/// An invite with its link, email status and attempt.
#[derive(Serialize, ToSchema)]
#[schema(as = Invite)]
#[expect(clippy::struct_excessive_bools, reason = "the API defines these flags")]
pub struct InviteBody {
    id: String,
    test_id: String,
    test_title: String,
    test: InvitedTest,
    applicant_name: String,
    applicant_email: String,
    status: InviteStatusName,
    created_at: Timestamp,
    expires_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    revoked_at: Option<Timestamp>,
    #[schema(required)]
    scheduled_date: Option<Timestamp>,
    /// IANA name of the zone in which the date was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    time_zone: Option<String>,
    /// The date was set by an admin.
    admin_scheduled: bool,
    /// The test can be started at any time before `expires_at`.
    no_schedule: bool,
    /// Opening of the window, where an admin set one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    opens_at: Option<Timestamp>,
    /// End of the window, where an admin set one: the latest start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    closes_at: Option<Timestamp>,
    /// Time at which the last reminder was queued.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reminded_at: Option<Timestamp>,
    /// Time at which the candidate asked for no more reminders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reminders_stopped_at: Option<Timestamp>,
    /// Accommodation in minutes, added to the duration of the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    extra_minutes: Option<u32>,
    /// Present if the accommodation was given in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    extra_percent: Option<u32>,
    /// Other accommodations; absent where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    agreed: Option<AgreedBody>,
    /// Tag (BCP 47) of the language in which the candidate is addressed, where it is not the test's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<&'static str>,
    email_sent: bool,
    /// The email is queued: neither sent nor failed yet.
    email_queued: bool,
    #[schema(required)]
    email_sent_at: Option<Timestamp>,
    /// Why the last delivery of the email failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    email_error: Option<String>,
    /// State of the email; absent once it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    email_delivery: Option<EmailDelivery>,
    /// Token of the invite link.
    token: String,
    /// The invite link.
    invite_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    attempt_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    submission_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    started_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    deadline: Option<Timestamp>,
    /// Time of the latest take-over request of the candidate, while it is unanswered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    resume_requested_at: Option<Timestamp>,
    /// The program that has ordered it; absent for others, and while its test hides names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ordered: Option<OrderedBody>,
}

/// The program that has ordered an invite.
#[derive(Serialize, ToSchema)]
#[schema(as = Ordered)]
pub struct OrderedBody {
    /// Name of its token, or of the person.
    by: String,
    external_id: String,
}

/// State of an email that has not been sent.
#[derive(Serialize, ToSchema)]
pub struct EmailDelivery {
    state: EmailDeliveryState,
    /// Time of the next try; `null` if that is now, or never.
    #[schema(required)]
    until: Option<Timestamp>,
    /// Why, in the mail server's words; `null` if nothing is known.
    #[schema(required)]
    reason: Option<String>,
    /// The fix, as a sentence.
    #[schema(required)]
    advice: Option<String>,
}

impl From<MailSituation> for EmailDelivery {
    fn from(mail: MailSituation) -> Self {
        Self {
            state: mail.standing.into(),
            until: mail.until.map(Into::into),
            reason: Some(mail.reason).filter(|reason| !reason.is_empty()),
            advice: Some(mail.advice).filter(|advice| !advice.is_empty()),
        }
    }
}

/// Builds the wire format of an invite: adds its link, and the state of its attempt.
pub fn bodies(app: &App, by: &Inviter, invites: Vec<Invite>) -> Result<Vec<InviteBody>> {
    let now = app.now();
    Ok(invites::views(app, by, invites)?.into_iter().map(|view| InviteBody::of(view, now)).collect())
}

fn body(app: &App, by: &Inviter, invite: Invite) -> Result<InviteBody> {
    bodies(app, by, vec![invite])?.pop().ok_or_else(|| Error::not_found("invite"))
}

impl InviteBody {
    fn of(view: invites::InviteView, now: Instant) -> Self {
        let invites::InviteView { invite, token, url, attempt, resume_asked_at, agreed, mail, ordered } = view;
        // A submission is stored in the transaction that ends its attempt, under the same id.
        let submitted = attempt.as_ref().filter(|a| !a.is_running());
        Self {
            id: invite.id.to_string(),
            test_id: invite.test_id.to_string(),
            test_title: invite.test_title.clone(),
            test: InvitedTest { title: invite.test_title.clone(), duration_minutes: invite.duration_minutes },
            applicant_name: invite.applicant_name.clone(),
            applicant_email: invite.applicant_email.clone(),
            status: invite.status(now).into(),
            created_at: invite.created_at.into(),
            expires_at: invite.expires_at().into(),
            revoked_at: invite.revoked_at.map(Into::into),
            scheduled_date: invite.scheduled_at.map(Into::into),
            time_zone: invite.time_zone.clone(),
            admin_scheduled: invite.mode == ScheduleMode::AdminScheduled,
            no_schedule: invite.mode == ScheduleMode::NoSchedule,
            opens_at: invite.window.opens_at.map(Into::into),
            closes_at: invite.window.closes_at.map(Into::into),
            reminded_at: invite.reminders.last_at.map(Into::into),
            reminders_stopped_at: invite.reminders.stopped_at.map(Into::into),
            extra_minutes: Some(invite.accommodation.minutes(invite.duration_minutes)).filter(|minutes| *minutes > 0),
            extra_percent: invite.accommodation.percent(),
            agreed: AgreedBody::unless_nothing(agreed),
            language: invite.language.map(Language::code),
            email_sent: invite.is_mailed(),
            email_queued: invite.is_mail_queued(now),
            email_sent_at: invite.email_sent_at.map(Into::into),
            email_error: invite.email_error.clone(),
            email_delivery: mail.map(Into::into),
            token,
            invite_url: url,
            attempt_id: invite.attempt_id.map(|id| id.to_string()),
            submission_id: submitted.map(|s| s.id.to_string()),
            started_at: invite.started_at.map(Into::into),
            deadline: attempt.as_ref().map(|a| a.deadline().into()),
            resume_requested_at: resume_asked_at.map(Into::into),
            ordered: ordered.map(|invites::Ordered { by, external_id }| OrderedBody { by, external_id }),
        }
    }
}

/// A new invite.
#[derive(Default, Deserialize, ToSchema)]
pub struct InviteInput {
    pub test_id: String,
    pub applicant_email: String,
    pub applicant_name: String,
    /// The admin sets the date. Default if both flags are omitted and there is a date.
    #[serde(default)]
    pub admin_scheduled: Option<bool>,
    /// The link can be used immediately. Default if both flags and the date are omitted; if both are false, the
    /// candidate chooses a slot.
    #[serde(default)]
    pub no_schedule: Option<bool>,
    /// Required with `admin_scheduled`.
    #[serde(default)]
    pub scheduled_date: Option<Timestamp>,
    /// IANA name of the zone in which the date was chosen.
    #[serde(default)]
    pub time_zone: Option<String>,
    /// Accommodation in minutes, 0 to 480; not with `extra_percent`.
    #[serde(default)]
    pub extra_minutes: Option<i64>,
    /// Accommodation in percent of the test's duration, 0 to 200.
    #[serde(default)]
    pub extra_percent: Option<i64>,
    /// Earliest start; the test is open immediately by default.
    #[serde(default)]
    pub opens_at: Option<Timestamp>,
    /// Latest start, after `opens_at` and in the future; an attempt that runs is not cut off.
    #[serde(default)]
    pub closes_at: Option<Timestamp>,
    /// Tag (BCP 47) of the language in which the candidate is addressed; the test's by default.
    #[serde(default)]
    pub language: Option<String>,
    /// Id of the exam session that the invite belongs to.
    #[serde(default)]
    pub session_id: Option<String>,
    #[serde(flatten)]
    pub agreed: AgreedInput,
}

impl InviteInput {
    fn mode(&self) -> Result<ScheduleMode> {
        let mode = self.named_mode()?;
        if mode != ScheduleMode::AdminScheduled && self.scheduled_date.is_some() {
            let message = "Only an invitation with a fixed date has one: set admin_scheduled, or leave the date out.";
            return Err(Error::field("scheduled_date", message));
        }
        Ok(mode)
    }

    fn named_mode(&self) -> Result<ScheduleMode> {
        match (self.admin_scheduled, self.no_schedule) {
            (Some(true), Some(true)) => {
                Err(Error::field("no_schedule", "An invite either has a fixed date or needs none: set one of the two."))
            }
            (Some(true), _) => Ok(ScheduleMode::AdminScheduled),
            (None, None) if self.scheduled_date.is_some() => Ok(ScheduleMode::AdminScheduled),
            (_, Some(true) | None) => Ok(ScheduleMode::NoSchedule),
            (_, Some(false)) => Ok(ScheduleMode::SelfSchedule),
        }
    }
}

impl TryFrom<InviteInput> for NewInvite {
    type Error = Error;

    /// 422 for contradictory flags, an invalid accommodation or a malformed test id.
    fn try_from(input: InviteInput) -> Result<Self> {
        Ok(Self {
            mode: input.mode()?,
            accommodation: Accommodation::new(input.extra_minutes, input.extra_percent)?,
            test_id: input.test_id.trim().parse().map_err(|_| Error::field("test_id", "Please select a test"))?,
            applicant_email: input.applicant_email,
            applicant_name: input.applicant_name,
            scheduled_at: input.scheduled_date.map(|date| date.0),
            window: StartWindow { opens_at: input.opens_at.map(|at| at.0), closes_at: input.closes_at.map(|at| at.0) },
            time_zone: input.time_zone.filter(|zone| !zone.trim().is_empty()),
            language: Language::given(input.language.as_deref())?,
            session: session(input.session_id.as_deref())?,
            agreed: input.agreed.agreed()?,
        })
    }
}

fn session(id: Option<&str>) -> Result<Option<ExamSessionId>> {
    let id = id.map(str::trim).filter(|id| !id.is_empty());
    id.map(|id| id.parse().map_err(|_| Error::field("session_id", "There is no such session."))).transpose()
}

/// Result of sending an invitation again.
#[derive(Serialize, ToSchema)]
pub struct RetryReply {
    email_sent: bool,
    /// Error of the mail server, if the delivery failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    detail: Option<String>,
    /// State of the email; absent once it was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    email_delivery: Option<EmailDelivery>,
}

/// Get an invite in any status.
#[utoipa::path(get, path = "/invites/{id}", tag = "invites", params(("id" = String, Path)),
    responses((status = 200, body = InviteBody)))]
pub async fn one(State(app): State<App>, Of(by, id): Of<Inviter, InviteId>) -> ApiResult<Json<InviteBody>> {
    Ok(Json(body(&app, &by, invites::get(&app, &by, id)?)?))
}

/// Invite a person to a test and email the invite link. With an `Idempotency-Key`, a repeat within 24 hours returns the
/// invite that the first call created, and emails nothing.
#[utoipa::path(post, path = "/invites", tag = "invites", request_body = InviteInput,
    params(("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = InviteBody), NotFound, Conflict))]
pub async fn create(
    State(app): State<App>,
    Within(by): Within<Inviter>,
    key: IdempotencyKey,
    request: UnreadBody,
) -> ApiResult<(StatusCode, Json<InviteBody>)> {
    let received = request.authorized(FORM_LIMIT, || Ok(())).await?;
    let input: InviteInput = received.parse()?;
    let once = key.once("POST /invites", &received.bytes)?;
    let invite = invites::create(&app, &by, input.try_into()?, once).await?;
    Ok((StatusCode::CREATED, Json(body(&app, &by, invite)?)))
}

/// Send the invitation email again.
#[utoipa::path(post, path = "/invites/{id}/retry-email", tag = "invites", params(("id" = String, Path)),
    responses((status = 200, body = RetryReply), Conflict, Gone))]
pub async fn retry_email(State(app): State<App>, Of(by, id): Of<Inviter, InviteId>) -> ApiResult<Json<RetryReply>> {
    let invite = invites::retry_email(&app, &by, id).await?;
    let (email_sent, detail) = (invite.is_mailed(), invite.email_error.clone());
    let email_delivery = body(&app, &by, invite)?.email_delivery;
    Ok(Json(RetryReply { email_sent, detail, email_delivery }))
}

/// Revoke an invite that has not been started.
#[utoipa::path(post, path = "/invites/{id}/revoke", tag = "invites", params(("id" = String, Path)),
    responses((status = 200, body = InviteBody), Conflict))]
pub async fn revoke(State(app): State<App>, Of(by, id): Of<Inviter, InviteId>) -> ApiResult<Json<InviteBody>> {
    let invite = invites::revoke(&app, &by, id).await?;
    Ok(Json(body(&app, &by, invite)?))
}
