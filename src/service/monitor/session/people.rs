//! The people of a session, each with their state (`docs/behaviour/sessions.md#states`).

use super::{
    pictures_asked::{self, SeenIdentity},
    sessions::{self, SessionView},
};
use crate::{
    app::App,
    domain::{
        ExamSessionId, Instant, InviteId, Result, TestId,
        arrangement::Agreed,
        attempt::Attempt,
        exam_session::{self, AttemptSigns, CheckInWay, ExamSession, PersonSigns, PersonState, Seat},
        invite::{Invite, InviteStatus},
        test::Test,
    },
    service::{actor::Watcher, attempt::progress, monitor::video_state, query},
    store::{Read, Snapshot, records::SEATS_BY_SESSION},
};
use std::collections::HashMap;

/// A person, as those who run the session see them: nothing of a score, a key or a link.
#[derive(Clone, Debug)]
pub struct SeatedPerson {
    pub invite_id: InviteId,
    pub name: String,
    pub email: String,
    pub test_id: TestId,
    pub test_title: String,
    pub state: PersonState,
    /// Why someone is in trouble.
    pub reason: Option<&'static str>,
    /// The code of the seat.
    pub code: String,
    pub checked_in_at: Option<Instant>,
    pub checked_in_by: Option<CheckInWay>,
    pub left_at: Option<Instant>,
    pub admitted_at: Option<Instant>,
    /// Whether the person is in the waiting room: present, or with the page open.
    pub waits: bool,
    pub started_at: Option<Instant>,
    /// Deadline of a running test; in a pause, the deadline if the pause ended now.
    pub deadline: Option<Instant>,
    pub paused_since: Option<Instant>,
    pub break_until: Option<Instant>,
    pub extra_minutes: u32,
    pub agreed: Agreed,
    /// `None` where no pictures are asked for, nor kept.
    pub identity: Option<SeenIdentity>,
}

pub struct People {
    pub view: SessionView,
    /// People sorted by name.
    pub people: Vec<SeatedPerson>,
    /// The numbers of the people whom the caller sees, in the order of [`PersonState::ALL`].
    pub counts: [usize; PersonState::ALL.len()],
}

/// Returns the people whom the caller sees: of the tests that the permission is for, and of the own share.
///
/// # Errors
/// 404.
pub fn list(app: &App, by: &Watcher, id: ExamSessionId) -> Result<People> {
    let view = sessions::get(app, by, id)?;
    let (now, read) = (app.now(), app.store.read()?);
    let seats: Vec<Seat> = read.linked(SEATS_BY_SESSION.under(id))?;
    let mut titles = HashMap::new();
    let mut people = Vec::with_capacity(seats.len());
    for seat in seats.into_iter().filter(|seat| is_shown(by, &view.session, seat)) {
        let Some(invite) = read.get::<Invite>(seat.invite_id)? else { continue };
        people.push(person(app, &read, (&view.session, seat, invite), &mut titles, now)?);
    }
    people.sort_by_cached_key(|person| (person.name.to_lowercase(), person.invite_id));
    let counts = PersonState::ALL.map(|state| people.iter().filter(|person| person.state == state).count());
    Ok(People { view, people, counts })
}

/// Whether the caller sees a person.
pub(super) fn is_shown(by: &Watcher, session: &ExamSession, seat: &Seat) -> bool {
    by.scope().permits(seat.test_id) && session.shows(by.id(), seat.invite_id)
}

/// Whether someone waits: checked in, or with the page open, not let in, and without an attempt.
pub(super) fn waits(app: &App, (seat, invite): (&Seat, &Invite), now: Instant) -> bool {
    invite.attempt_id.is_none()
        && seat.admitted.is_none()
        && (seat.is_here() || app.watching.open_intros.is_open(seat.invite_id, now))
}

pub(super) fn person(
    app: &App,
    read: &Snapshot,
    (session, seat, invite): (&ExamSession, Seat, Invite),
    titles: &mut HashMap<TestId, String>,
    now: Instant,
) -> Result<SeatedPerson> {
    let attempt: Option<Attempt> = invite.attempt_id.map(|id| read.get(id)).transpose()?.flatten();
    let agreed = query::arrangement::agreed(read, invite.id)?;
    let is_seen = !agreed.no_camera;
    let signs = PersonSigns {
        starts_at: session.begins_at.unwrap_or(session.starts_at),
        given_up_at: session.given_up_at().max(session.begins_at.unwrap_or(session.starts_at)),
        is_here: seat.is_here(),
        is_alive: !matches!(invite.status(now), InviteStatus::Expired),
        is_open: app.watching.open_intros.is_open(invite.id, now),
        attempt: attempt
            .as_ref()
            .map(|attempt| attempt_signs(app, read, (&invite, attempt, is_seen), now))
            .transpose()?,
    };
    let (state, reason) = exam_session::state(&signs, now);
    let test_title = if let Some(known) = titles.get(&invite.test_id) {
        known.clone()
    } else {
        let title = read.get::<Test>(invite.test_id)?.map_or_else(|| invite.test_title.clone(), |test| test.title);
        titles.insert(invite.test_id, title.clone());
        title
    };
    // Beside a name, the times of an ended attempt would lead to its result where names are hidden.
    let running = attempt.as_ref().filter(|attempt| attempt.is_running());
    let identity = pictures_asked::seen(read, (&invite, &seat, session), &agreed)?;
    Ok(SeatedPerson {
        identity,
        invite_id: invite.id,
        test_id: invite.test_id,
        test_title,
        state,
        reason,
        code: seat.code.clone(),
        checked_in_at: seat.checked_in.map(|check_in| check_in.at),
        checked_in_by: seat.checked_in.map(|check_in| check_in.way),
        left_at: seat.left_at,
        admitted_at: seat.admitted.map(|admission| admission.at),
        waits: session.waiting_room && waits(app, (&seat, &invite), now),
        started_at: running.map(|attempt| attempt.started_at),
        deadline: running.map(|attempt| attempt.deadline_at(now)),
        paused_since: running.and_then(|attempt| attempt.paused_since(now)),
        break_until: running.and_then(|attempt| attempt.break_until(now)),
        agreed,
        extra_minutes: invite.accommodation.minutes(invite.duration_minutes),
        name: invite.applicant_name,
        email: invite.applicant_email,
    })
}

fn attempt_signs(
    app: &App,
    read: &Snapshot,
    (invite, attempt, is_seen): (&Invite, &Attempt, bool),
    now: Instant,
) -> Result<AttemptSigns> {
    let saved_at = if attempt.is_running() { progress::of(app, read, attempt.id)?.last_saved_at } else { None };
    let standing = video_state::of(app, invite, Some(attempt), saved_at, now);
    Ok(AttemptSigns {
        is_over: !attempt.is_running(),
        connection: standing.connection,
        camera: standing.camera.filter(|_| is_seen),
        asks_to_resume: query::attempt::resume_asked_at(read, attempt)?.is_some(),
    })
}
