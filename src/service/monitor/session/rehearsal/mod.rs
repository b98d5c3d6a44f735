//! Rehearsals of an exam session (`docs/rehearsal.md`): another machine, whose token an administrator made here, plays
//! candidates in an application apart, and sends the outcome.

mod world;

use super::sessions;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ExamSessionId, Instant, RehearsalId, Result,
        exam_session::ExamSession,
        rehearsal::{Rehearsal, RehearsalOutcome, RehearsalPlan, Verdict},
        time::MINUTE,
    },
    live::media::MediaStatus,
    secrets::token,
    service::{
        actor::{Proctor, Watcher},
        query,
    },
    state::rehearsals::RunningRehearsal,
    store::Read,
};
use std::{collections::HashSet, sync::Arc};
pub use world::{PlayedCandidate, remove_leftovers};

/// A rehearsal that has begun.
#[derive(Clone, Debug)]
pub struct BegunRehearsal {
    pub id: RehearsalId,
    pub ends_at: Instant,
    pub candidates: Vec<PlayedCandidate>,
}

/// A rehearsal that runs, for the page of its session.
#[derive(Clone, Debug)]
pub struct ShownRehearsal {
    pub what: RunningRehearsal,
    pub by: String,
}

/// The rehearsals of a session.
#[derive(Clone, Debug)]
pub struct SessionRehearsals {
    pub running: Option<ShownRehearsal>,
    /// The last rehearsal, with the name of the person who held it.
    pub last: Option<(Rehearsal, String)>,
}

fn another_runs() -> Error {
    Error::conflict(ErrorCode::StillRunning, "Another rehearsal is running on this server. Wait until it has ended.")
}

/// Begins a rehearsal. One of the same session that still runs ends: its machine may be gone.
///
/// # Errors
/// 403 `forbidden` for who looks after a part of the session; 404; 409 `still_running` beside that of another session.
pub async fn begin(app: &App, by: &Proctor, session: ExamSessionId, plan: RehearsalPlan) -> Result<BegunRehearsal> {
    let (proctor, note) = (by.clone(), format!("{} candidates", plan.candidates));
    app.write(by, move |w| {
        sessions::for_change(w, &proctor, session)?;
        if w.app.jobs.rehearsals.running().is_some_and(|running| running.session != session) {
            return Err(another_runs());
        }
        w.audit("exam_session.rehearse", session, &note)
    })
    .await?;
    if let Some(ended) = app.jobs.rehearsals.end(|running| running.session == session) {
        world::close(app, ended).await;
    }
    let now = app.now();
    let (world, candidates) = world::open(app, plan, now).await?;
    let id: RehearsalId = app.new_id();
    let ends_at = now.plus(MINUTE * i32::try_from(plan.minutes).unwrap_or(1));
    let invites: HashSet<_> = candidates.iter().map(|candidate| candidate.invite).collect();
    let links = candidates.iter().map(|candidate| token::hash(&candidate.token)).collect();
    let what = RunningRehearsal { id, session, by: by.id(), invites: Arc::new(invites), began_at: app.now(), ends_at };
    if let Err(world) = app.jobs.rehearsals.begin(what.clone(), links, world) {
        world::close(app, (what, world)).await;
        return Err(another_runs());
    }
    Ok(BegunRehearsal { id, ends_at, candidates })
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Go => "go",
        Verdict::NoGo => "no-go",
        Verdict::Undecided => "no verdict",
    }
}

/// Ends a rehearsal, and keeps its outcome if there is one. Twice is once.
///
/// # Errors
/// 403 `forbidden`; 404; 422 for an outcome that contradicts itself.
pub async fn end(
    app: &App,
    by: &Proctor,
    session: ExamSessionId,
    (id, outcome): (RehearsalId, Option<RehearsalOutcome>),
) -> Result<SessionRehearsals> {
    let outcome = outcome.map(RehearsalOutcome::check).transpose()?;
    let is_it = |running: &RunningRehearsal| running.id == id && running.session == session;
    let running = app.jobs.rehearsals.running().filter(is_it);
    let (proctor, began_at) = (by.clone(), running.map(|running| running.began_at));
    app.write(by, move |w| {
        sessions::for_change(w, &proctor, session)?;
        let Some(outcome) = outcome else { return Ok(()) };
        let stored: Option<Rehearsal> = w.get(session)?;
        if began_at.is_none() && stored.is_some_and(|stored| outcome.is_of(&stored)) {
            // The reply to the first of two calls was lost.
            return Ok(());
        }
        let RehearsalOutcome { candidates, verdict, reason, fits, machine, findings } = outcome;
        let (began_at, by) = (began_at.unwrap_or(w.now), w.by.account());
        let (session_id, ended_at) = (session, w.now);
        w.put(&Rehearsal { session_id, began_at, ended_at, by, candidates, verdict, reason, fits, machine, findings })?;
        w.audit("exam_session.rehearsed", session, word(verdict))?;
        sessions::changed(w, session);
        Ok(())
    })
    .await?;
    if let Some(ended) = app.jobs.rehearsals.end(is_it) {
        world::close(app, ended).await;
    }
    shown(&app.store.read()?, app, session)
}

/// The rehearsal of this session that runs, and the outcome of the last one.
///
/// # Errors
/// 404.
pub fn of_session(app: &App, by: &Watcher, session: ExamSessionId) -> Result<SessionRehearsals> {
    let read = app.store.read()?;
    sessions::reached(&read, (by.id(), by.scope()), session)?;
    shown(&read, app, session)
}

fn shown(read: &impl Read, app: &App, session: ExamSessionId) -> Result<SessionRehearsals> {
    let running = app.jobs.rehearsals.running().filter(|running| running.session == session);
    let running = running
        .map(|what| Ok::<_, Error>(ShownRehearsal { by: query::person::name_of(read, what.by)?, what }))
        .transpose()?;
    let last: Option<Rehearsal> = read.get(session)?;
    let last = last.map(|last| Ok::<_, Error>((query::person::name_of(read, last.by)?, last))).transpose()?;
    Ok(SessionRehearsals { running, last: last.map(|(name, last)| (last, name)) })
}

/// Played candidates whose camera arrives at this server.
#[must_use]
pub fn cameras(app: &App) -> u32 {
    let Some(running) = app.jobs.rehearsals.running() else { return 0 };
    let is_live = |id| app.media.state(id).is_some_and(|state| state.seen == MediaStatus::Live);
    u32::try_from(running.invites.iter().filter(|id| is_live(**id)).count()).unwrap_or(u32::MAX)
}

/// Ends the rehearsal whose time is up, whose machine is gone, or whose session was deleted.
///
/// # Errors
/// Storage only.
pub async fn sweep(app: &App) -> Result<()> {
    let Some(running) = app.jobs.rehearsals.running() else { return Ok(()) };
    let is_gone = !app.store.read()?.has::<ExamSession>(running.session)?;
    let over = app.jobs.rehearsals.end(|now_running| is_gone && now_running.id == running.id);
    if let Some(ended) = over.or_else(|| app.jobs.rehearsals.end_due(app.now())) {
        tracing::info!("a rehearsal has ended by itself");
        world::close(app, ended).await;
    }
    Ok(())
}
