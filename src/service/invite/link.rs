//! The invite link before the test starts: page views and scheduling. Opening a link consumes nothing: mail scanners
//! open links too (`docs/behaviour/invites.md#invites`).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result,
        attempt::Attempt,
        consent::ConsentText,
        error::{FieldChecker, Moment},
        history::HistoryMode,
        invite::{Invite, InviteStatus},
        language::Language,
        mail::MailKind,
        paper::Paper,
        question::Tree,
        rich_text::RichTextFormat,
        signal::SignalKind,
        test::{QuestionKind, Test},
        test_translation::{PaperTranslation, Part, Place, TranslatedText},
        user::{self, Role, User},
    },
    service::{
        actor::Actor,
        attempt::start,
        events,
        invite::panel_calendar::BusyTimes,
        mail::{queue, verify},
        notifications, query, settings,
        webhook::raise,
        work::By,
    },
    store::Read,
};

/// Summary of a test for cards, without its questions.
#[derive(Clone, Debug)]
pub struct Intro {
    pub test_id: crate::domain::TestId,
    pub title: String,
    pub description: String,
    pub duration_minutes: u32,
    pub question_count: usize,
    pub total_points: u32,
    pub kinds: Vec<QuestionKind>,
    pub require_fullscreen: bool,
    pub description_format: RichTextFormat,
    pub description_tree: Option<Tree>,
    pub history: HistoryMode,
    /// The language of the texts; `None` where the test names none.
    pub language: Option<Language>,
    pub translations: Vec<IntroTranslation>,
}

/// Title and description in another language, as far as they are translated.
#[derive(Clone, Debug)]
pub struct IntroTranslation {
    pub language: Language,
    pub title: Option<String>,
    pub description: Option<TranslatedText>,
}

impl IntroTranslation {
    fn of(paper: &Paper, translation: &PaperTranslation) -> Option<Self> {
        let text = |part, original, format| translation.text(&Place::new(part, "", ""), original, format);
        let title = text(Part::Title, &paper.title, RichTextFormat::Plain).map(|title| title.text.clone());
        let description = text(Part::Description, &paper.description, paper.description_format).cloned();
        let is_any = title.is_some() || description.is_some();
        is_any.then_some(Self { language: translation.language, title, description })
    }
}

impl Intro {
    #[must_use]
    pub fn of(paper: &Paper) -> Self {
        let mut kinds = Vec::new();
        for question in &paper.questions {
            if !kinds.contains(&question.kind()) {
                kinds.push(question.kind());
            }
        }
        Self {
            test_id: paper.test_id,
            title: paper.title.clone(),
            description: paper.description.clone(),
            duration_minutes: paper.duration_minutes,
            question_count: paper.questions.len(),
            total_points: paper.total_points(),
            kinds,
            require_fullscreen: paper.require_fullscreen,
            description_format: paper.description_format,
            description_tree: paper.description_tree.clone(),
            history: paper.history,
            language: paper.language,
            translations: paper.translations.iter().filter_map(|of| IntroTranslation::of(paper, of)).collect(),
        }
    }
}

/// The invite page. Opening the link while signed in verifies the account's email.
///
/// # Errors
/// 404 `unknown_link`; 410 `expired`, `revoked`, `finished`.
pub async fn open(app: &App, actor: &Actor, secret: &str) -> Result<(Invite, Intro)> {
    let now = app.now();
    let (invite, intro, is_first) = {
        let read = app.store.read()?;
        let invite = query::link::find(&read, secret)?;
        let alive = require_alive(&read, &invite, now).map_err(|error| naming_the_sender(&read, error));
        let intro = alive.and_then(|()| Ok(Intro::of(&*query::link::paper(app, &read, &invite)?)));

        let is_first = intro.is_ok() && raise::is_first_opening(&read, &invite)?;
        (invite, intro, is_first)
    };
    if is_first {
        note_opened(app, &invite).await?;
    }
    if let Actor::Account { user, .. } = actor
        && user.id == invite.applicant_id
        && user.role == Role::Applicant
        && !user.mailbox_proven
    {
        prove_mailbox(app, user).await?;
    }
    Ok((invite, intro?))
}

/// Rejects a link that has ended; the end of a test has its time.
fn require_alive(read: &impl Read, invite: &Invite, now: Instant) -> Result<()> {
    let Err(error) = invite.require_alive(now) else { return Ok(()) };
    let attempt = invite.attempt_id.map(|id| read.get::<Attempt>(id)).transpose()?.flatten();
    let ended = attempt.and_then(|attempt| attempt.ended).filter(|_| error.code == ErrorCode::Finished);
    let moment = ended.map(|(by, at)| Moment::Submitted(at, by)).or(error.moment);
    Err(Error { moment, ..error })
}

/// A link that has ended names the sender of the mails: the candidate should know whom to ask.
fn naming_the_sender(read: &impl Read, error: Error) -> Error {
    match settings::sender(read) {
        Ok(Some(sender)) if error.code == ErrorCode::Expired => {
            let detail = error.detail.replace("the person who invited you", &sender);
            Error { detail, ..error }
        }
        _ => error,
    }
}

async fn prove_mailbox(app: &App, user: &User) -> Result<()> {
    let signed_in = user.clone();
    let proven = app.write(user.id, move |w| verify::mark_verified(w, &signed_in, "invite link")).await;
    match proven {
        // The account was replaced meanwhile: the link is shown, and proves nothing.
        Err(error) if error.kind == ErrorKind::Unauthorized => Ok(()),
        other => other.map(drop),
    }
}

/// Sets or changes the time of a self-scheduled test; a confirmation is mailed.
///
/// # Errors
/// Those of [`Invite::schedule`]; 409 `slot_taken`; 404 `unknown_link`; 429 `too_many_requests`.
pub async fn schedule(app: &App, secret: &str, at: Instant, zone: Option<String>) -> Result<(Invite, Intro)> {
    let now = app.now();
    let found = query::link::find(&app.store.read()?, secret)?;
    app.limits.links.choice(secret, now)?;
    let busy = BusyTimes::of(app, &app.store.read()?, &found)?;
    let visit = app.limits.links.visit(secret)?;
    let secret = secret.to_owned();
    let (envelope, reminders) = (queue::envelope(app)?, queue::reminders(app)?);
    let invite = app
        .write_at(now, By::Candidate, move |w| {
            let _visit = visit;
            let mut invite = query::link::find(w, &secret)?;
            let hours = settings::company::of(w)?.slots;
            let before = (invite.scheduled_at, invite.time_zone.clone());
            invite.schedule(at, zone, hours, w.now)?;
            if (invite.scheduled_at, &invite.time_zone) == (before.0, &before.1) {
                // A double click: it was confirmed already.
                return Ok(invite);
            }
            busy.require_free(&invite, at)?;
            w.put(&invite)?;
            // Only the latest choice is confirmed and reminded of.
            queue::cancel_waiting(w, invite.id)?;
            queue::enqueue(w, envelope, MailKind::Scheduled, invite.id, w.now)?;
            queue::enqueue_reminders(w, reminders, &invite)?;
            w.audit("invite.schedule", invite.id, &at.to_string())?;
            events::invite_changed(w, &invite);
            notifications::invite_scheduled(w, &invite)?;
            if !w.has::<Test>(invite.test_id)? {
                return Err(query::link::no_test());
            }
            Ok::<_, Error>(invite)
        })
        .await?;
    queue::wake(app);
    let intro = Intro::of(&*query::link::paper(app, &app.store.read()?, &invite)?);
    Ok((invite, intro))
}

/// Names the candidate of an invite that was sent to an address alone, also in the person's other invites of that kind. The
/// first name stays: repeating it changes nothing.
///
/// # Errors
/// 404 `unknown_link`; 410 once it has ended; 422 for no name, or the address again; 429 `too_many_requests`.
pub async fn give_name(app: &App, secret: &str, name: &str) -> Result<(Invite, Intro)> {
    let now = app.now();
    let found = query::link::find(&app.store.read()?, secret)?;
    found.require_alive(now)?;
    app.limits.links.choice(secret, now)?;
    let is_address = user::stands_in(name, &found.applicant_email);
    let name = if is_address { String::new() } else { user::normalise_name(name) };
    let mut check = FieldChecker::default();
    user::check_name(&mut check, "name", &name);
    check.finish(&["name"])?;
    let visit = app.limits.links.visit(secret)?;
    let link = secret.to_owned();
    let invite = app
        .write_at(now, By::Candidate, move |w| {
            let _visit = visit;
            let invite = query::link::find(w, &link)?;
            invite.require_alive(w.now)?;
            if !invite.lacks_name() {
                return Ok(invite);
            }
            if let Some(mut person) = w.get::<User>(invite.applicant_id)?
                && user::stands_in(&person.full_name, &person.email)
            {
                person.full_name.clone_from(&name);
                w.put(&person)?;
            }
            for mut one in query::invite::of_person(w, invite.applicant_id)? {
                if one.lacks_name() {
                    one.applicant_name.clone_from(&name);
                    w.put(&one)?;
                    events::invite_changed(w, &one);
                }
            }
            w.audit("invite.name", invite.id, "")?;
            Ok::<_, Error>(Invite { applicant_name: name, ..invite })
        })
        .await?;
    let intro = Intro::of(&*query::link::paper(app, &app.store.read()?, &invite)?);
    Ok((invite, intro))
}

/// The take page view: the intro for any holder of the link, the running attempt for the attempt holder.
pub struct TakePageView {
    pub invite: Invite,
    pub intro: Intro,
    pub in_progress: bool,
    /// The attempt waits for another browser to take it over.
    pub resume_allowed: bool,
    /// Why a start would be refused now.
    pub blocked: Option<Error>,
    pub attempt: Option<start::RunningAttempt>,
    /// The text to be accepted at a start.
    pub consent: Option<ConsentText>,
    /// The signals that make clips, beside flags and screenshots. `None`: no clips are kept.
    pub clips: Option<Vec<SignalKind>>,
}

impl TakePageView {
    /// Removes the questions, which only the browser that the test demands may show, also while the test runs.
    ///
    /// # Errors
    /// The error itself, unless it is a missing exam browser.
    pub fn without_exam_browser(self, error: Error) -> Result<Self> {
        match error.code {
            ErrorCode::ExamBrowserRequired => Ok(Self { attempt: None, blocked: self.blocked.or(Some(error)), ..self }),
            _ => Err(error),
        }
    }
}

/// # Errors
/// 404 `unknown_link`; 410 `expired`, `revoked`, `finished`.
pub async fn take_page_view(app: &App, secret: &str, presented: Option<&str>) -> Result<TakePageView> {
    let now = app.now();
    crate::service::attempt::finish::all_due(app, secret, now).await?;
    let (view, is_first_opening) = current_view(app, secret, presented, now)?;
    if is_first_opening {
        note_opened(app, &view.invite).await?;
    }
    Ok(view)
}

/// The page at this moment, and whether its opening is to be noted.
fn current_view(app: &App, secret: &str, presented: Option<&str>, now: Instant) -> Result<(TakePageView, bool)> {
    let read = app.store.read()?;
    let invite = query::link::find(&read, secret)?;
    require_alive(&read, &invite, now)?;
    let paper = query::link::paper(app, &read, &invite)?;
    let in_progress = invite.state == InviteStatus::InProgress;
    let blocked = match start::may_start(&read, &invite, now) {
        _ if in_progress => None,
        Ok(()) if !query::link::has_paper(app, &read, &invite)? => Some(query::plans::cannot_start()),
        other => other.err(),
    };
    let is_opened = !in_progress && app.watching.open_intros.note(invite.id, now);
    if is_opened {
        notify_proctors(app, &read, &invite)?;
    }
    let is_first = is_opened && raise::is_first_opening(&read, &invite)?;
    let resume_allowed = match invite.attempt_id {
        Some(id) if in_progress => query::attempt::load(&read, id)?.holder.released,
        _ => false,
    };
    let attempt = start::held(app, secret, &read, (&invite, &paper), presented)?;
    let consent = if in_progress { None } else { settings::consent::asked(&read, invite.test_id)? };
    let consent = consent.map(|(text, _)| text);
    let clips = settings::clips::of_invite(&read, &invite)?;
    let intro = Intro::of(&paper);
    let view = TakePageView { invite, intro, in_progress, resume_allowed, blocked, attempt, consent, clips };
    Ok((view, is_first))
}

/// Webhooks that want it are sent the first opening of an invite.
async fn note_opened(app: &App, invite: &Invite) -> Result<()> {
    let invite = invite.clone();
    app.write(By::Candidate, move |w| raise::opened(w, &invite)).await
}

/// The page of someone in an exam session is open.
fn notify_proctors(app: &App, read: &impl Read, invite: &Invite) -> Result<()> {
    if let Some((seat, _)) = query::exam_session::of_invite(read, invite)? {
        events::session_opened(app, seat.session_id);
    }
    Ok(())
}
