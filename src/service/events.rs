//! Server events for open pages: published by the writer after the commit, never before the change is durable.

use super::{query, work::Work};
use crate::{
    app::App,
    domain::{
        AttemptId, ExamSessionId, Instant, InviteId, OutageId, RunId, TestId, UserId,
        asked_question::AskedQuestion,
        attempt::Attempt,
        exam_session::{ExamSession, StartMode},
        invite::Invite,
        message::{Announcement, MessageKind, ProctorMessage},
        notification::Notification,
        section_clock::SectionClock,
        submission::Submission,
        user::User,
    },
    live::{Audience, Event, StaffEvent, media::CloseReason},
    store::Read,
};
use serde_json::{Value, json};

/// The applicant's own pages, once the email is verified: until then anyone may have signed up with the address, and is
/// shown none of its invites (`docs/behaviour/accounts.md#accounts`).
fn own_pages(read: &impl Read, person: UserId) -> Option<Audience> {
    let account: Option<User> = read.get(person).ok().flatten();
    account.filter(|user| user.mailbox_proven).map(|_| Audience::Account(person))
}

/// An invite was created, rescheduled or ended: for admins and the invited applicant.
pub fn invite_changed(w: &mut Work<'_, '_>, invite: &Invite) {
    let event = StaffEvent::InviteChanged.of(invite.id, json!({ "invite_id": invite.id.to_string() }));
    let staff = StaffEvent::InviteChanged.about(invite.test_id);
    let audience = own_pages(w, invite.applicant_id).into_iter().chain(staff).collect();
    w.emit(audience, event);
}

/// The state of an attempt. The candidate's page reads the deadline from it.
#[must_use]
pub fn attempt_state(attempt: &Attempt, now: Instant) -> Event {
    let data = json!({
        "invite_id": attempt.invite_id.to_string(),
        "deadline": attempt.deadline().to_string(),
        "paused_since": attempt.paused_since(now).map(|at| at.to_string()),
        "break_until": attempt.break_until(now).map(|at| at.to_string()),
        "submitted": attempt.ended.is_some(),
    });
    StaffEvent::AttemptChanged.of(attempt.invite_id, data)
}

/// A section was entered, or got more time: for the candidate's page.
pub fn sections_changed(w: &mut Work<'_, '_>, attempt: &Attempt, clock: &SectionClock) {
    let entered = clock.entries.iter().enumerate().map(|(place, entry)| match clock.own_end(place) {
        Some(end) => json!({
            "entered_at": entry.at.to_string(),
            "ends_at": end.min(attempt.deadline()).to_string(),
        }),
        None => json!({ "entered_at": entry.at.to_string() }),
    });
    let data = json!({ "entered": entered.collect::<Vec<_>>() });
    w.emit(vec![Audience::Attempt(attempt.id)], Event::new("sections.changed", data));
}

/// An attempt started, got extra time, was released or ended.
pub fn attempt_changed(w: &mut Work<'_, '_>, attempt: &Attempt) {
    let staff = StaffEvent::AttemptChanged.about(attempt.test_id);
    let pages = own_pages(w, attempt.applicant_id).into_iter().chain([Audience::Attempt(attempt.id)]);
    let audience = pages.chain(staff).collect();
    let state = attempt_state(attempt, w.now);
    w.emit(audience, state);
}

/// The timeline of an attempt got an entry: for admins only, the candidate's page does not show it. Of an ended attempt whose
/// test hides names, it says neither the invite nor the times, which were seen beside the name.
pub fn timeline_changed(w: &mut Work<'_, '_>, attempt: &Attempt) {
    let is_hidden = attempt.ended.is_some() && query::naming::hides(w, attempt.test_id).unwrap_or(true);
    if is_hidden {
        w.emit(StaffEvent::SubmissionScored.about(attempt.test_id), result_of(attempt.test_id));
    } else {
        let state = attempt_state(attempt, w.now);
        w.emit(StaffEvent::AttemptChanged.about(attempt.test_id), state);
    }
}

/// A result of this test changed, which is not named.
fn result_of(test: TestId) -> Event {
    StaffEvent::SubmissionScored.with(json!({ "test_id": test.to_string() }))
}

/// A pause or a break began or ended: for the candidate's page.
pub fn pause(w: &mut Work<'_, '_>, attempt: &Attempt) {
    let data = json!({
        "invite_id": attempt.invite_id.to_string(),
        "paused": attempt.paused_since(w.now).is_some(),
        "paused_since": attempt.paused_since(w.now).map(|at| at.to_string()),
        "break_until": attempt.break_until(w.now).map(|at| at.to_string()),
        "deadline": attempt.deadline().to_string(),
        "server_time": w.now.to_string(),
    });
    w.emit(vec![Audience::Attempt(attempt.id)], Event::new("pause", data));
}

/// A text for the candidate; admins' pages reload the timeline.
pub fn message(w: &mut Work<'_, '_>, attempt: &Attempt, message: &ProctorMessage) {
    w.emit(vec![Audience::Attempt(attempt.id)], text_of(message, Some(attempt.invite_id)));
    timeline_changed(w, attempt);
}

fn text_of(message: &ProctorMessage, invite: Option<InviteId>) -> Event {
    let name = match message.kind {
        MessageKind::Message => "message",
        MessageKind::Announcement => "announcement",
        MessageKind::Answer => "answer",
    };
    let mut data = json!({
        "id": message.id.to_string(),
        "text": message.text,
        "sent_at": message.sent_at.to_string(),
    });
    if let Some(question) = &message.question_id {
        data["question_id"] = question.as_str().into();
    }
    if let Some(invite) = invite {
        data["invite_id"] = invite.to_string().into();
    }
    Event::new(name, data)
}

/// A text for all people of an exam session: one event for all pages.
pub fn announced(w: &mut Work<'_, '_>, announcement: &Announcement) {
    let event = text_of(&announcement.to(AttemptId(uuid::Uuid::nil())), None);
    w.emit(vec![Audience::ExamSession(announcement.session_id)], event);
    session_changed(w, announcement.session_id);
}

/// A candidate asked something, or a proctor deals with it.
pub fn question_changed(w: &mut Work<'_, '_>, question: &AskedQuestion) {
    let data = json!({ "test_id": question.test_id.to_string() });
    w.emit_to_staff(StaffEvent::QuestionChanged, question.test_id, data);
    if let Some(session) = question.session_id {
        session_changed(w, session);
    }
}

/// The state that a page reports changed. It is not stored, so there is no commit to wait for.
pub fn video_state(app: &App, attempt: &Attempt) {
    let event = || {
        let data = json!({ "invite_id": attempt.invite_id.to_string() });
        StaffEvent::VideoChanged.of(attempt.invite_id, data).at_a_pace(attempt.invite_id)
    };
    app.hub.publish(&StaffEvent::VideoChanged.about(attempt.test_id), event);
}

/// A run of the candidate's code began or ended. It is not stored, so there is no commit to wait for.
pub fn run_changed(app: &App, attempt: AttemptId, run: RunId) {
    let event = || Event::new("run.changed", json!({ "run_id": run.to_string() }));
    app.hub.publish(&[Audience::Attempt(attempt)], event);
}

/// Sessions or tokens of an account ended: its streams recheck their permission immediately, and its live video begins again
/// where it is still signed in.
pub fn sessions_ended(w: &mut Work<'_, '_>, user: UserId) {
    let app = w.app.clone();
    w.after_commit(move || {
        app.hub.recheck(Audience::Account(user));
        app.media.end_owner(user, CloseReason::Left);
    });
}

/// The roles of an account changed: its streams begin again with what it may see now, and its live video ends.
pub fn rights_changed(w: &mut Work<'_, '_>, user: UserId) {
    let app = w.app.clone();
    w.after_commit(move || {
        app.hub.recheck(Audience::Account(user));
        app.media.end_owner(user, CloseReason::NotAllowed);
    });
}

/// The share of an exam session that an account looks after changed: its streams ask again whom they show, its pages load
/// again, and its live video begins again with those whom it may see now.
pub fn share_changed(w: &mut Work<'_, '_>, user: UserId) {
    w.emit(vec![Audience::Account(user)], Event::new("share.changed", json!({})));
    sessions_ended(w, user);
}

/// The attempt holder changed: the streams of the previous browser end immediately.
pub fn holder_changed(w: &mut Work<'_, '_>, attempt: &Attempt) {
    let (app, id) = (w.app.clone(), attempt.id);
    w.after_commit(move || {
        app.watching.presences.forget(id);
        app.hub.recheck(Audience::Attempt(id));
    });
}

/// The attempt ended or was erased: drops the in-memory state of its page, and ends its streams and live video
/// immediately.
pub fn attempt_over(w: &mut Work<'_, '_>, attempt: &Attempt) {
    holder_changed(w, attempt);
    let (app, id, invite) = (w.app.clone(), attempt.id, attempt.invite_id);
    w.after_commit(move || {
        app.watching.still_frames.forget(id);
        app.jobs.progress.forget(id);
        app.watching.acknowledged_situations.forget(id);
        app.caches.signal_kinds.forget(id);
        if let Some(run) = app.code.runs.forget(id) {
            app.code.runner.cancel(run.0);
        }
        app.media.end_invite(invite);
    });
}

/// Video or still frames of an attempt started or stopped arriving.
pub fn video_changed(w: &mut Work<'_, '_>, attempt: &Attempt) {
    let data = json!({ "invite_id": attempt.invite_id.to_string() });
    w.emit(
        StaffEvent::VideoChanged.about(attempt.test_id),
        StaffEvent::VideoChanged.of(attempt.invite_id, data).at_a_pace(attempt.invite_id),
    );
}

pub fn answers_saved(w: &mut Work<'_, '_>, attempt: &Attempt) {
    let (hub, invite_id, test, at) = (w.app.hub.clone(), attempt.invite_id, attempt.test_id, w.now);
    // The only event that occurs a thousand times a second: build its data only for subscribers.
    w.after_commit(move || {
        hub.publish(&StaffEvent::AnswersSaved.about(test), || {
            let data = json!({ "invite_id": invite_id.to_string(), "at": at.to_string() });
            StaffEvent::AnswersSaved.of(invite_id, data).at_a_pace(invite_id)
        });
    });
}

/// An integrity signal that needs an admin's attention arrived from the candidate's page.
pub fn signal_added(w: &mut Work<'_, '_>, attempt: &Attempt, total: u64) {
    let data = json!({ "invite_id": attempt.invite_id.to_string(), "total": total });
    let event = StaffEvent::SignalAdded.of(attempt.invite_id, data).at_a_pace(attempt.invite_id);
    w.emit(StaffEvent::SignalAdded.about(attempt.test_id), event);
}

/// A notification was created: the bell counts it, and may show its text.
pub fn notified(w: &mut Work<'_, '_>, notification: &Notification) {
    let data = json!({
        "id": notification.id.to_string(),
        "invite_id": notification.invite_id.to_string(),
        "message": notification.message,
    });
    w.emit(StaffEvent::Notification.about_the_site(), StaffEvent::Notification.with(data));
}

/// A score changed: lists that show it reload it. Where names are hidden, it is not named: code is judged right after the end
/// of an attempt, which has a name for those who watch it.
pub fn submission_scored(w: &mut Work<'_, '_>, submission: &Submission) {
    let event = match query::naming::review_id(w, submission) {
        Some(_) => result_of(submission.test_id),
        None => StaffEvent::SubmissionScored
            .with(json!({ "invite_id": submission.invite_id.to_string(), "submission_id": submission.id.to_string() })),
    };
    w.emit(StaffEvent::SubmissionScored.about(submission.test_id), event);
}

/// An outage was found, a candidate is back from it, or it was settled. It may have met any test: those who watch some
/// tests are not told which outage it is, and read again those that they may see.
pub fn outage_changed(w: &mut Work<'_, '_>, outage: OutageId) {
    let event = StaffEvent::OutageChanged;
    w.emit(event.about_the_site(), event.with(json!({ "outage_id": outage.to_string() })));
    w.emit(event.about_something(), event.with(json!({})));
}

/// An exam session or its people changed. Beyond the whole site, staff are told that something did.
pub fn session_changed(w: &mut Work<'_, '_>, session: ExamSessionId) {
    let event = StaffEvent::SessionChanged;
    w.emit(event.about_the_site(), event.with(json!({ "session_id": session.to_string() })));
    w.emit(event.about_something(), event.with(json!({})));
}

/// The common start of a session. The page before the test reads the moment from it.
#[must_use]
pub fn start_of(session: &ExamSession) -> Event {
    let start = match session.start {
        StartMode::Individual => "individual",
        StartMode::Together => "together",
    };
    Event::new(
        "start",
        json!({ "start": start, "begins_at": session.begins_at.map(|at| at.to_string()), "waiting_room": session.waiting_room }),
    )
}

/// An exam session changed: for the candidates who wait in it.
pub fn session_stored(w: &mut Work<'_, '_>, session: &ExamSession) {
    w.emit(vec![Audience::ExamSession(session.id)], start_of(session));
}

/// A candidate was checked in or out, or is no longer in the session: the own page reads it again.
pub fn seat_changed(w: &mut Work<'_, '_>, invite: InviteId) {
    w.emit(vec![Audience::Invite(invite)], Event::new("seat.changed", json!({})));
}

/// An invite came into an exam session, or left it: the streams of its page, before the test and during it, begin again with
/// what they may hear now.
pub fn seat_moved(w: &mut Work<'_, '_>, invite: &Invite) {
    seat_changed(w, invite.id);
    let (hub, before, during) = (w.app.hub.clone(), invite.id, invite.attempt_id);
    w.after_commit(move || {
        hub.recheck(Audience::Invite(before));
        if let Some(attempt) = during {
            hub.recheck(Audience::Attempt(attempt));
        }
    });
}

/// Someone of an exam session opened the page of the test. It is not stored, so there is no commit to wait for.
pub fn session_opened(app: &App, session: ExamSessionId) {
    let event = StaffEvent::SessionChanged;
    app.hub.publish(&event.about_the_site(), || event.with(json!({ "session_id": session.to_string() })));
    app.hub.publish(&event.about_something(), || event.with(json!({})));
}

/// The pass mark of a test changed: rankings show who passed.
pub fn pass_mark_changed(w: &mut Work<'_, '_>, test: TestId) {
    w.emit_to_staff(StaffEvent::PassMarkChanged, test, json!({ "test_id": test.to_string() }));
}

/// The assignments of a test changed, or all its waiting answers are dealt by them.
pub fn assignments_changed(w: &mut Work<'_, '_>, test: TestId) {
    w.emit_to_staff(StaffEvent::AssignmentsChanged, test, json!({ "test_id": test.to_string() }));
}

/// The answers that someone is to score have changed: for that account alone.
pub fn reviewing_changed(w: &mut Work<'_, '_>, reviewer: UserId, test: TestId) {
    let event = Event::new("reviewing.changed", json!({ "test_id": test.to_string() }));
    w.emit(vec![Audience::Account(reviewer)], event);
}

/// The repairs of a test changed, or all its submissions have been scored with them: what shows scores is stale.
pub fn repairs_changed(w: &mut Work<'_, '_>, test: TestId) {
    w.emit_to_staff(StaffEvent::RepairsChanged, test, json!({ "test_id": test.to_string() }));
}

/// The answers of a test were compared, or a person found something about a pair.
pub fn similarity_changed(w: &mut Work<'_, '_>, test: TestId) {
    w.emit_to_staff(StaffEvent::SimilarityChanged, test, json!({ "test_id": test.to_string() }));
}

/// The rubric of a question changed, or all its answers have been scored with it.
pub fn rubric_changed(w: &mut Work<'_, '_>, test: TestId, question: &str) {
    let data = json!({ "test_id": test.to_string(), "question_id": question });
    w.emit_to_staff(StaffEvent::RubricChanged, test, data);
}

/// The names of a test's candidates were hidden or revealed: whatever shows them is stale.
pub fn anonymity_changed(w: &mut Work<'_, '_>, test: TestId) {
    w.emit_to_staff(StaffEvent::AnonymityChanged, test, json!({ "test_id": test.to_string() }));
    let app = w.app.clone();
    w.after_commit(move || {
        app.caches.rankings.renamed(test);
        app.caches.all_results.renamed();
    });
}

/// A decision or a note on a submission changed: other admins' pages show it.
pub fn submission_decided(w: &mut Work<'_, '_>, submission: &Submission) {
    let (test, id) = (submission.test_id, submission.id);
    let shown = query::naming::review_id(w, submission).unwrap_or(id);
    let data = json!({ "test_id": test.to_string(), "submission_id": shown.to_string() });
    w.emit_to_staff(StaffEvent::SubmissionDecided, test, data);
    ranking_changed(w, test, id);
}

impl Work<'_, '_> {
    fn emit_to_staff(&mut self, event: StaffEvent, test: TestId, data: Value) {
        self.emit(event.about(test), event.with(data));
    }

    /// Publishes an event after the commit.
    fn emit(&mut self, to: Vec<Audience>, event: Event) {
        let hub = self.app.hub.clone();
        self.after_commit(move || hub.publish(&to, || event));
    }
}

/// Invalidates the cached statistics of a test after the commit, and this submission in its ranking. To be called wherever
/// one of its submissions, or what belongs to it, is written or deleted.
pub(crate) fn results_changed(w: &mut Work<'_, '_>, test: TestId, submission: AttemptId) {
    let app = w.app.clone();
    w.after_commit(move || app.caches.statistics.invalidate(test));
    ranking_changed(w, test, submission);
}

/// Like [`results_changed`], where only rankings and the list of all results show what has changed.
pub(crate) fn ranking_changed(w: &mut Work<'_, '_>, test: TestId, submission: AttemptId) {
    let app = w.app.clone();
    w.after_commit(move || {
        app.caches.rankings.changed(test, submission);
        app.caches.all_results.changed(submission);
    });
}
