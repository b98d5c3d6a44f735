//! Candidates at work while a demo runs: they check in, type, ask, leave the tab, lose their network, come back and submit, so
//! that monitoring has something to show. Simulated in the server's process through the calls that a candidate's page makes.

use super::{
    answers::{self, Quality, WrittenAnswers},
    drawing,
    people::{is_of_story, scatter},
};
use crate::{
    app::App,
    domain::{
        AttemptId, Instant, InviteId, Result,
        camera::{Camera, Microphone},
        consent::{ConsentText, NamedConsent},
        exam_session::Seat,
        invite::{Invite, InviteStatus, ScheduleMode},
        language::Language,
        paper::Paper,
        signal::SignalKind,
    },
    service::{
        attempt::{
            entries::{AnswerEntry, SaveRequest},
            integrity_signals, journal,
            start::{self, StartRequest},
        },
        monitor::{asking, presence, session::check_in, still_frames},
        query, settings,
    },
    state::presence::{DeviceReport, PresenceReport},
    store::Read,
};
use std::{collections::HashSet, sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;

/// Candidates at work at the same time.
pub(super) const SIMULATED: usize = 8;
/// Ticks that a question without text takes.
const THINKING: u32 = 9;
/// Characters typed in a tick.
const TYPED: usize = 9;
/// One tick in this many, the candidate leaves the tab, for as many ticks as follow.
const LEAVES: u32 = 60;
const AWAY_TICKS: u32 = 3;
/// One tick in this many, the candidate's network is down, for as many ticks as follow: longer than the heartbeat timeout.
const OFFLINE: u32 = 400;
const OFFLINE_TICKS: u32 = 15;
/// One of so many candidates asks the proctor, once, after so many ticks.
const ASKS_ONE_OF: usize = 3;
const ASKS_AFTER: u32 = 8;
/// Ticks until invites are looked through again, once there was none left.
const LOOK_AGAIN: u32 = 50;
const QUESTIONS: [&str; 4] = [
    "May I use a calculator for the last question?",
    "Is the time of the whole test shown at the top, or that of the section?",
    "Could someone close the window? It is quite loud here.",
    "Does the order of the steps count in the second question?",
];

struct Player {
    number: usize,
    invite: InviteId,
    attempt: AttemptId,
    link: String,
    key: String,
    paper: Arc<Paper>,
    /// Place of the question in work.
    place: usize,
    /// Ticks at this question.
    ticks: u32,
    seq: u64,
    away: u32,
    offline: u32,
    /// Ticks since the candidate joined.
    age: u32,
}

/// Keeps [`SIMULATED`] candidates at work until `stop`.
pub async fn work(
    app: App,
    (written, seeded_at): (Arc<WrittenAnswers>, Instant),
    stop: CancellationToken,
    pause: Duration,
) {
    let (mut players, mut gone) = (Vec::<Player>::new(), HashSet::new());
    let mut look_at = 0;
    for tick in 0.. {
        while players.len() < SIMULATED && tick >= look_at {
            let Ok(Some((number, invite))) = next(&app, seeded_at, &players, &gone) else {
                look_at = tick + LOOK_AGAIN;
                break;
            };
            let id = invite.id;
            match join(&app, number, invite).await {
                Ok(joined) => players.push(joined),
                Err(error) => {
                    gone.insert(id);
                    tracing::debug!(%error, invite = %id, "a candidate of the demo cannot start");
                }
            }
        }
        let mut still = Vec::with_capacity(players.len());
        for mut player in players {
            match player.tick(&app, &written, tick).await {
                Ok(true) => still.push(player),
                // In a pause, for example.
                Err(_) if player.is_running(&app) => still.push(player),
                // Submitted, or ended by an administrator: the next one starts.
                other => {
                    gone.insert(player.invite);
                    if let Err(error) = other {
                        tracing::debug!(%error, attempt = %player.attempt, "a candidate of the demo has stopped");
                    }
                }
            }
        }
        players = still;
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// The next candidate of those whom the story has invited, one who has started already or else one who may, those of the
/// exam session first and those in a waiting room not yet, with the place of the invite among all: who comes later has
/// another face. Invites that a visitor makes are the visitor's, also to people of the story.
fn next(
    app: &App,
    seeded_at: Instant,
    players: &[Player],
    gone: &HashSet<InviteId>,
) -> Result<Option<(usize, Invite)>> {
    let (now, read) = (app.now(), app.store.read()?);
    let mut invites: Vec<(usize, Invite)> = read.records()?.into_iter().enumerate().collect();
    let seats: Vec<Seat> = read.records()?;
    invites.retain(|(_, invite)| {
        let is_free = players.iter().all(|player| player.invite != invite.id) && !gone.contains(&invite.id);
        let is_of_story = invite.created_at <= seeded_at && is_of_story(&invite.applicant_email);
        let may_begin = || query::exam_session::require_begun(&read, invite, now).is_ok();
        is_free && is_of_story && invite.is_active(now) && may_begin()
    });
    let running = invites.iter().position(|(_, invite)| invite.state == InviteStatus::InProgress);
    let is_open = |invite: &Invite| invite.state == InviteStatus::Sent && invite.mode == ScheduleMode::NoSchedule;
    let is_seated = |invite: &Invite| seats.iter().any(|seat| seat.invite_id == invite.id);
    let seated = || invites.iter().position(|(_, invite)| is_open(invite) && is_seated(invite));
    let waiting = || invites.iter().position(|(_, invite)| is_open(invite));
    Ok(running.or_else(seated).or_else(waiting).map(|place| invites.swap_remove(place)))
}

async fn join(app: &App, number: usize, invite: Invite) -> Result<Player> {
    let link = query::link::token_of(app, &invite)?;
    check_in(app, &invite, &link).await?;
    let known = invite.attempt_id.map(|id| start::own_key(app, id));
    let visit = app.limits.links.visit(&link)?;
    let asked = settings::consent::asked(&app.store.read()?, invite.test_id)?;
    let read = |(text, _): (ConsentText, bool)| NamedConsent {
        hash: Some(text.hash().to_string()),
        format: Some(text.format),
    };
    let consent = asked.map(read).unwrap_or_default();
    let request = StartRequest { key: known.as_deref(), consent, in_exam_browser: false };
    let (key, running) = start::start(app, visit, &link, request).await?;
    Ok(Player {
        number,
        invite: invite.id,
        attempt: running.attempt.id,
        link,
        key,
        place: running.answers.len().min(running.paper.questions.len().saturating_sub(1)),
        paper: running.paper,
        ticks: 0,
        seq: running.next_seq,
        away: 0,
        offline: 0,
        age: 0,
    })
}

/// One of an exam session types the code that is shown in the room.
async fn check_in(app: &App, invite: &Invite, link: &str) -> Result<()> {
    let seat: Option<Seat> = app.store.read()?.get(invite.id)?;
    let Some(seat) = seat.filter(|seat| seat.checked_in.is_none()) else { return Ok(()) };
    let code = check_in::code_now(app, seat.session_id)?;
    check_in::by_candidate(app, link, &code).await.map(drop)
}

impl Player {
    /// Returns false once the test is submitted.
    async fn tick(&mut self, app: &App, written: &WrittenAnswers, tick: u32) -> Result<bool> {
        self.age += 1;
        self.offline = match self.offline {
            0 if scatter(self.number, tick + 1, OFFLINE) == 0 => OFFLINE_TICKS,
            offline => offline.saturating_sub(1),
        };
        if self.offline > 0 {
            // Typed on; it is saved when the network is back.
            self.ticks += 1;
            return Ok(true);
        }
        still_frames::put(app, &self.link, Some(&self.key), drawing::frame(self.number, tick)?).await?;
        let was_away = self.away > 0;
        self.away = match self.away {
            0 if scatter(self.number, tick, LEAVES) == 0 => AWAY_TICKS,
            away => away.saturating_sub(1),
        };
        let is_away = self.away > 0;
        if is_away != was_away {
            self.signal(app, if is_away { SignalKind::TabHidden } else { SignalKind::TabVisible }).await?;
        }
        // After the last question it stays in view.
        let question = (self.place + 1).min(self.paper.questions.len());
        let question = u32::try_from(question).unwrap_or(1);
        let devices = DeviceReport { microphone: Some(Microphone::On), ..DeviceReport::camera(Camera::On) };
        let report = PresenceReport { question, devices, visible: !is_away, leaving: false };
        // One of them reads another language.
        let language = if self.number == 1 { Language::German } else { Language::English };
        presence::report(app, &self.link, Some(&self.key), report, Some(language)).await?;
        if is_away {
            return Ok(true);
        }
        if self.age == ASKS_AFTER + scatter(self.number, 31, 30) && self.number.is_multiple_of(ASKS_ONE_OF) {
            let text = QUESTIONS[self.number / ASKS_ONE_OF % QUESTIONS.len()];
            asking::ask(app, &self.link, Some(&self.key), text, "demo").await?;
        }
        self.answer(app, written).await
    }

    fn is_running(&self, app: &App) -> bool {
        let invite = app.store.read().and_then(|read| read.get::<Invite>(self.invite));
        invite.is_ok_and(|invite| invite.is_some_and(|invite| invite.state == InviteStatus::InProgress))
    }

    async fn signal(&self, app: &App, kind: SignalKind) -> Result<()> {
        let visit = app.limits.links.visit(&self.link)?;
        let signal = integrity_signals::NewSignal { kind, at: None, detail: String::new() };
        integrity_signals::add(app, visit, &self.link, Some(&self.key), vec![signal]).await.map(drop)
    }

    /// Types on, or moves on to the next question, or submits after the last one.
    async fn answer(&mut self, app: &App, written: &WrittenAnswers) -> Result<bool> {
        let Some(question) = self.paper.questions.get(self.place) else { return self.submit(app).await };
        self.ticks += 1;
        let quality = [Quality::Strong, Quality::Fair, Quality::Strong][self.number % 3];
        let text = answers::answer(question, quality, written).unwrap_or_default();
        let (shown, is_done) = if question.kind().is_auto() {
            (if self.ticks >= THINKING { text } else { String::new() }, self.ticks >= THINKING)
        } else {
            let typed: String = text.chars().take(TYPED * self.ticks as usize).collect();
            let is_done = typed.len() == text.len();
            (typed, is_done)
        };
        if !shown.is_empty() {
            let entry = AnswerEntry::new(&question.id, shown, Some(self.seq));
            self.seq += 1;
            let visit = app.limits.links.visit(&self.link)?;
            journal::save(app, visit, &self.link, Some(&self.key), SaveRequest::new(vec![entry], Vec::new())).await?;
        }
        if is_done {
            (self.place, self.ticks) = (self.place + 1, 0);
        }
        Ok(true)
    }

    async fn submit(&self, app: &App) -> Result<bool> {
        let visit = app.limits.links.visit(&self.link)?;
        journal::submit(app, visit, &self.link, Some(&self.key), SaveRequest::default()).await?;
        Ok(false)
    }
}
