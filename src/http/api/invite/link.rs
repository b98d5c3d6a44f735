//! Invite page of the link holder: view, schedule, calendar file (docs/behaviour/invites.md#invites,
//! docs/behaviour/invites.md#scheduling).

use crate::{
    app::App,
    domain::{
        Error, Instant, Result,
        arrangement::Agreed,
        invite::{Invite, ScheduleMode},
        language::Language,
        panel_calendar::Span,
    },
    http::{
        api::{
            invite::agreed::BreaksBody,
            settings::company::CompanyBody,
            test::questions::{RichContent, TranslatedIntro, unless_plain},
        },
        error::ApiResult,
        extract::{ByLink, Caller, FORM_LIMIT, KnownLink, LinkToken, UnreadBody},
        refusals::{Conflict, Gone, TooMany},
        wire::{Confirmation, HistoryModeName, InviteStatusName, QuestionType, TextFormat, Timestamp},
    },
    service::{
        invite::{
            link::{self, Intro},
            panel_calendar, reminders,
        },
        mail::render,
        query,
        settings::{company, languages},
    },
};
use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An invite as the candidate sees it, without internal ids other than its own.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the API defines these flags")]
pub struct PublicInvite {
    pub id: String,
    pub applicant_name: String,
    pub applicant_email: String,
    pub status: InviteStatusName,
    pub created_at: Timestamp,
    /// End of slot selection for self-scheduled invites; for others, expiry of the link.
    pub expires_at: Timestamp,
    #[schema(required)]
    pub scheduled_date: Option<Timestamp>,
    /// IANA name of the zone in which the date was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub time_zone: Option<String>,
    /// The date was set by an admin.
    pub admin_scheduled: bool,
    /// The test can be started at any time before `closes_at`.
    pub no_schedule: bool,
    /// Earliest start; absent until a slot is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub opens_at: Option<Timestamp>,
    /// Accommodation in minutes, added to the duration of the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub extra_minutes: Option<u32>,
    /// Latest start; afterwards the invite is expired.
    pub closes_at: Timestamp,
    /// Earliest slot, while the window is not open yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub slots_from: Option<Timestamp>,
    /// Starts that are not offered, because the panel is busy: each from a time until, and without, another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub taken: Vec<TakenStarts>,
    /// Time at which the candidate asked for no more reminders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reminders_stopped_at: Option<Timestamp>,
    /// Whether the invite belongs to an exam session: see `/take-test/{token}/session`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub in_session: bool,
    /// Agreed breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub breaks: Option<BreaksBody>,
    /// The page begins with larger type, by agreement.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub larger_type: bool,
    /// The page asks for no camera, by agreement.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub no_camera: bool,
    /// The page asks for the candidate's name, which must be given before the start: `applicant_name` is the address.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub name_needed: bool,
}

/// Starts of a test that are not offered.
#[derive(Serialize, ToSchema)]
pub struct TakenStarts {
    from: Timestamp,
    to: Timestamp,
}

impl From<Span> for TakenStarts {
    fn from(span: Span) -> Self {
        Self { from: span.from.into(), to: span.to.into() }
    }
}

impl PublicInvite {
    /// Creates what [`PublicInvite::new`] does, with the agreed adjustments, and whether the invite belongs to an exam
    /// session.
    ///
    /// # Errors
    /// Storage only.
    pub fn seated(app: &App, invite: &Invite, duration: u32) -> Result<Self> {
        let read = app.store.read()?;
        let in_session = query::exam_session::of_invite(&read, invite)?.is_some();
        let agreed = query::arrangement::agreed(&read, invite.id)?;
        let Agreed { larger_type, no_camera, .. } = agreed;
        let breaks = agreed.breaks.map(Into::into);
        Ok(Self { in_session, breaks, larger_type, no_camera, ..Self::new(invite, duration, app.now()) })
    }

    /// `duration` is the duration of the test in minutes.
    pub fn new(invite: &Invite, duration: u32, now: Instant) -> Self {
        let chooses = invite.mode == ScheduleMode::SelfSchedule;
        let slots_until = if chooses { invite.link_end() } else { invite.expires_at() };
        Self {
            id: invite.id.to_string(),
            applicant_name: invite.applicant_name.clone(),
            applicant_email: invite.applicant_email.clone(),
            status: invite.status(now).into(),
            created_at: invite.created_at.into(),
            expires_at: slots_until.into(),
            scheduled_date: invite.scheduled_at.map(Into::into),
            time_zone: invite.time_zone.clone(),
            admin_scheduled: invite.mode == ScheduleMode::AdminScheduled,
            no_schedule: invite.mode == ScheduleMode::NoSchedule,
            opens_at: invite.opens_at().map(Into::into),
            extra_minutes: Some(invite.accommodation.minutes(duration)).filter(|minutes| *minutes > 0),
            closes_at: invite.expires_at().into(),
            slots_from: invite.window.opens_at.filter(|at| *at > now).map(Into::into),
            taken: Vec::new(),
            reminders_stopped_at: invite.reminders.stopped_at.map(Into::into),
            in_session: false,
            breaks: None,
            larger_type: false,
            no_camera: false,
            name_needed: invite.lacks_name(),
        }
    }
}

/// A test without its questions.
#[derive(Serialize, ToSchema)]
pub struct TestIntro {
    pub id: String,
    pub title: String,
    pub description: String,
    /// Absent where it is `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description_format: Option<TextFormat>,
    /// Tree of the description, where its format is not `plain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description_content: Option<RichContent>,
    pub duration_minutes: u32,
    pub question_count: usize,
    pub total_points: u32,
    pub question_types: Vec<QuestionType>,
    /// The page asks for full-screen mode.
    pub require_fullscreen: bool,
    /// Detail in which the history of each answer is kept.
    pub history: HistoryModeName,
    /// Tag (BCP 47) of the language that the author wrote the test in; absent where the test names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub language: Option<&'static str>,
    /// Title and description in other languages, by language tag; absent without any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub translations: BTreeMap<&'static str, TranslatedIntro>,
}

impl From<Intro> for TestIntro {
    fn from(intro: Intro) -> Self {
        Self {
            id: intro.test_id.to_string(),
            title: intro.title,
            description: intro.description,
            description_format: unless_plain(intro.description_format),
            description_content: intro.description_tree.as_ref().and_then(RichContent::of),
            duration_minutes: intro.duration_minutes,
            question_count: intro.question_count,
            total_points: intro.total_points,
            question_types: intro.kinds.into_iter().map(Into::into).collect(),
            require_fullscreen: intro.require_fullscreen,
            history: intro.history.into(),
            language: intro.language.map(Language::code),
            translations: TranslatedIntro::all(intro.translations),
        }
    }
}

/// Data of the invite page.
#[derive(Serialize, ToSchema)]
pub struct InvitePage {
    invite: PublicInvite,
    test: TestIntro,
    company: CompanyBody,
    server_time: Timestamp,
    #[serde(flatten)]
    language: LanguageChoice,
}

/// The language in which the page addresses the candidate, who may choose another.
#[derive(Serialize, ToSchema)]
pub struct LanguageChoice {
    /// Tag (BCP 47) of the language of the invitation, else of the test, else of the site; `null` where none is chosen: then
    /// it is the browser's.
    #[schema(required)]
    language: Option<&'static str>,
    /// Tags of all that the page may offer.
    languages: Vec<&'static str>,
}

impl LanguageChoice {
    /// # Errors
    /// Storage only.
    pub fn of(app: &App, invite: &Invite) -> Result<Self> {
        let language = query::language::of_invite(&app.store.read()?, invite)?;
        let offered = languages::offered(app)?.into_iter().map(Language::code).collect();
        Ok(Self { language: language.map(Language::code), languages: offered })
    }
}

impl InvitePage {
    fn new(app: &App, invite: &Invite, intro: Intro) -> Result<Self> {
        let company = company::shown(app, invite, (&intro.title, intro.duration_minutes))?.into();
        let language = LanguageChoice::of(app, invite)?;
        let minutes = intro.duration_minutes;
        let taken = panel_calendar::taken(app, invite, minutes)?.into_iter().map(Into::into).collect();
        let now = app.now();
        let invite = PublicInvite { taken, ..PublicInvite::new(invite, minutes, now) };
        Ok(Self { invite, test: intro.into(), company, server_time: now.into(), language })
    }
}

/// The chosen slot.
#[derive(Deserialize, ToSchema)]
pub struct ScheduleInput {
    scheduled_date: Timestamp,
    /// IANA name; if given, the slot must start on a half hour in this zone, within the hours of
    /// `company`.
    #[serde(default)]
    time_zone: Option<String>,
}

/// The candidate's name.
#[derive(Deserialize, ToSchema)]
pub struct NameInput {
    name: String,
}

/// Get the invite and the test's intro of an invite link. Does not consume the link.
#[utoipa::path(get, path = "/invites/token/{token}", tag = "candidates", params(("token" = String, Path)),
    responses((status = 200, body = InvitePage), Gone))]
pub async fn open(
    State(app): State<App>,
    _: ByLink,
    Caller(actor): Caller,
    LinkToken(token): LinkToken,
) -> ApiResult<Json<InvitePage>> {
    let (invite, intro) = link::open(&app, &actor, &token).await?;
    Ok(Json(InvitePage::new(&app, &invite, intro)?))
}

/// Choose or change the slot of a self-scheduled test.
#[utoipa::path(post, path = "/invites/token/{token}/schedule", tag = "candidates", params(("token" = String, Path)),
    request_body = ScheduleInput,
    responses((status = 200, body = InvitePage), Conflict, Gone))]
pub async fn schedule(
    State(app): State<App>,
    KnownLink(token): KnownLink,
    body: UnreadBody,
) -> ApiResult<Json<InvitePage>> {
    let input: ScheduleInput = body.json(FORM_LIMIT).await?;
    let zone = input.time_zone.filter(|z| !z.trim().is_empty());
    if let Some(zone) = &zone {
        crate::domain::time::zone(zone).map_err(|message| Error::field("time_zone", message))?;
    }
    let (invite, intro) = link::schedule(&app, &token, input.scheduled_date.0, zone).await?;
    Ok(Json(InvitePage::new(&app, &invite, intro)?))
}

/// Give the name of a candidate who was invited by address alone. Later names change nothing.
#[utoipa::path(post, path = "/invites/token/{token}/name", tag = "candidates", params(("token" = String, Path)),
    request_body = NameInput, responses((status = 200, body = InvitePage), Gone, TooMany))]
pub async fn give_name(
    State(app): State<App>,
    KnownLink(token): KnownLink,
    body: UnreadBody,
) -> ApiResult<Json<InvitePage>> {
    let input: NameInput = body.json(FORM_LIMIT).await?;
    let (invite, intro) = link::give_name(&app, &token, &input.name).await?;
    Ok(Json(InvitePage::new(&app, &invite, intro)?))
}

/// Stop the reminders of an invite. A page asks for it with a button: email scanners open links, but press nothing.
#[utoipa::path(post, path = "/invites/token/{token}/stop-reminders", tag = "candidates",
    params(("token" = String, Path)), responses((status = 200, body = Confirmation), Gone, TooMany))]
pub async fn stop_reminders(State(app): State<App>, KnownLink(token): KnownLink) -> ApiResult<Json<Confirmation>> {
    reminders::stop(&app, &token).await?;
    Ok(Confirmation::new("You will receive no more reminders for this test."))
}

/// Download the scheduled test as a calendar file (RFC 5545).
#[utoipa::path(get, path = "/invites/token/{token}/calendar.ics", tag = "candidates", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/calendar", body = String), Gone))]
pub async fn calendar(State(app): State<App>, _: ByLink, LinkToken(token): LinkToken) -> ApiResult<Response> {
    let calendar = render::calendar(&app, &token)?;
    let kind = (header::CONTENT_TYPE, "text/calendar; charset=utf-8; method=PUBLISH");
    let file = (header::CONTENT_DISPOSITION, "attachment; filename=\"test.ics\"");
    Ok(([kind, file], calendar).into_response())
}
