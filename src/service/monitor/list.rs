//! Rows of the monitoring pages: running and scheduled invites with progress and video state
//! (`docs/behaviour/monitoring.md#live-monitoring`).

use super::{acknowledgement, video_state};
use crate::{
    app::App,
    domain::{
        Instant, Result, TestId, arrangement::Agreed, attempt::Attempt, invite::Invite, list::InviteClass,
        signal::SignalTally, standing::Standing,
    },
    service::{actor::Watcher, attempt::progress, query, work::timeline},
    state::{presence::DeviceReport, progress::AnswerProgress},
    store::{Read, Snapshot, records},
};
use std::{collections::HashMap, ops::ControlFlow};

const MAX_ROWS: usize = 1_000;

pub struct MonitoredInvite {
    pub invite: Invite,
    pub attempt: Option<Attempt>,
    /// The question on the candidate's screen, from 1.
    pub question: Option<u32>,
    pub question_count: usize,
    pub progress: AnswerProgress,
    pub signals: u64,
    pub flags: u32,
    pub resume_requested_at: Option<Instant>,
    pub standing: Standing,
    /// `None` until the page has reported them.
    pub devices: Option<DeviceReport>,
    /// A proctor has acknowledged the situation, and nothing has happened since.
    pub seen: bool,
    /// Accommodations beside extra time.
    pub agreed: Agreed,
}

/// Running attempts first, then scheduled invites; each group newest first; 1,000 rows at most. Of an exam session of which the
/// caller looks after a share, that share alone.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, by: &Watcher) -> Result<Vec<MonitoredInvite>> {
    let (now, read) = (app.now(), app.store.read()?);
    let mut lengths = HashMap::new();
    let mut rows = Vec::new();
    for invite in running_and_scheduled(&read, by, now)? {
        rows.push(row(app, &read, invite, &mut lengths, now)?);
    }
    Ok(rows)
}

fn running_and_scheduled(read: &Snapshot, by: &Watcher, now: Instant) -> Result<Vec<Invite>> {
    let mut found: Vec<Invite> = Vec::new();
    let mut shares = query::exam_session::Shares::of(by.id());
    // Running attempts first: scheduled invites must not push them off a full list.
    for class in [InviteClass::InProgress, InviteClass::Monitorable] {
        read.scan(records::INVITES_BY_CLASS.under(class), true, &mut |row| {
            let invite: Option<Invite> = read.record_if_any(&row)?;
            let wanted = |i: &Invite| {
                by.scope().permits(i.test_id)
                    && i.is_active(now)
                    && (class == InviteClass::InProgress || i.attempt_id.is_none())
            };
            if let Some(invite) = invite.filter(wanted)
                && shares.contain(read, invite.id)?
            {
                found.push(invite);
            }
            Ok(if found.len() < MAX_ROWS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
    }
    Ok(found)
}

fn row(
    app: &App,
    read: &Snapshot,
    invite: Invite,
    lengths: &mut HashMap<TestId, usize>,
    now: Instant,
) -> Result<MonitoredInvite> {
    let attempt: Option<Attempt> = match invite.attempt_id {
        Some(id) => read.get(id)?,
        None => None,
    };
    let agreed = query::arrangement::agreed(read, invite.id)?;
    let Some(run) = &attempt else {
        let standing = video_state::of(app, &invite, None, None, now);
        let known = lengths.get(&invite.test_id).copied();
        let question_count = match known {
            Some(known) => known,
            // A deleted test has no questions.
            None => query::link::paper(app, read, &invite).map_or(0, |p| p.questions.len()),
        };
        lengths.insert(invite.test_id, question_count);
        let (progress, resume_requested_at) = (AnswerProgress::default(), None);
        let (question, signals, flags) = (None, 0, 0);
        return Ok(MonitoredInvite {
            invite,
            attempt,
            question,
            question_count,
            progress,
            signals,
            flags,
            resume_requested_at,
            standing,
            devices: None,
            seen: false,
            agreed,
        });
    };
    let signals = read.get::<SignalTally>(run.id)?.map_or(0, |tally| tally.total());
    let resume_requested_at = query::attempt::resume_asked_at(read, run)?;
    let progress = progress::of(app, read, run.id)?;
    let mut standing = video_state::of(app, &invite, attempt.as_ref(), progress.last_saved_at, now);
    if agreed.no_camera {
        standing = standing.without_camera();
    }
    let presence = app.watching.presences.get(run.id);
    let situation = acknowledgement::situation(run, &standing, signals, resume_requested_at, now);
    Ok(MonitoredInvite {
        seen: app.watching.acknowledged_situations.has(run.id, situation),
        question: presence.as_ref().map(|p| p.question),
        question_count: app.caches.papers.get(read, run.test_id, &run.paper)?.questions.len(),
        progress,
        signals,
        flags: timeline::head(read, run.id)?.flags,
        resume_requested_at,
        standing,
        devices: presence.map(|p| p.devices),
        agreed,
        invite,
        attempt,
    })
}
