//! Reopening an attempt that ended by time alone, or right after a double click (`docs/behaviour/taking.md#reopen`): its
//! result is withdrawn, its answers, key and history go on.

use super::{outages::give_back, proctor, session::holding};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, Result,
        attempt::{Attempt, EndedBy},
        decision::{Decision, Letter},
        error::FieldChecker,
        invite::{Invite, InviteStatus},
        judging::Judging,
        model_verdict::ModelVerdict,
        result_change::ResultState,
        rubric::RubricChoice,
        submission::Grade,
        time::SignedDuration,
        timeline::TimelineEventKind,
    },
    service::{
        actor::Proctor,
        attempt::{late, sections},
        events, notifications, query,
        result::changes::note,
        scoring::{judging::queue, reviewing::marking_sync},
        work::{Work, cascade_delete::delete_linked},
    },
    store::{Read, records},
};

/// Rows deleted at once.
const BATCH: usize = 400;

/// Lets a candidate go on for some minutes from now.
///
/// # Errors
/// 404; 409 `still_running`, `not_by_time`, `told`, `other_attempt_running`; 422 without a reason or outside 1 to 480
/// minutes.
pub async fn reopen(app: &App, by: &Proctor, id: AttemptId, minutes: i64, reason: &str) -> Result<Invite> {
    let mut check = FieldChecker::default();
    check.require((1..=480).contains(&minutes), "minutes", "The time must be between 1 and 480 minutes.");
    proctor::check_reason(&mut check, reason);
    check.finish(&[])?;
    let reason = reason.trim().to_owned();
    let note = format!("{minutes} min: {reason}");
    let allowed = by.clone();
    app.write(by, move |w| {
        let mut attempt = query::attempt::load(w, id)?;
        query::attempt::require_shown(w, &allowed, &attempt, "attempt")?;
        let invite: Option<Invite> = w.get(attempt.invite_id)?;
        let mut invite = invite.ok_or_else(|| Error::not_found("attempt"))?;
        require_reopenable(w, &attempt, &invite)?;
        withdraw(w, &attempt, &invite)?;
        attempt.ended = None;
        let until = w.now.plus(SignedDuration::from_mins(minutes));
        attempt.extra = until.since(attempt.started_at) - attempt.duration - attempt.pauses.total();
        w.put(&attempt)?;
        invite.state = InviteStatus::InProgress;
        w.put(&invite)?;
        sections::extend_to(w, &attempt, until)?;
        give_back::count_reopening(w, id, SignedDuration::from_mins(minutes), &reason)?;
        late::go_on(w, &attempt)?;
        w.timeline(id, TimelineEventKind::Reopened, &note)?;
        w.audit("attempt.reopen", id, &note)?;
        events::invite_changed(w, &invite);
        events::attempt_changed(w, &attempt);
        holding::hold(w, &invite)?;
        let (app, now) = (w.app.clone(), w.now);
        w.after_commit(move || app.watching.contacts.go_on(id, now));
        Ok(invite)
    })
    .await
}

/// # Errors
/// Those of [`reopen`].
fn require_reopenable(w: &Work<'_, '_>, attempt: &Attempt, invite: &Invite) -> Result<()> {
    match attempt.ended {
        None => {
            return Err(Error::conflict(
                ErrorCode::StillRunning,
                "This test is running: add time instead of reopening it.",
            ));
        }
        Some((EndedBy::Deadline, _)) => {}
        Some((EndedBy::Candidate, _)) if query::attempt::was_double_clicked(&**w, attempt.id)? => {}
        Some((EndedBy::Candidate, _)) => {
            return Err(not_by_time("The candidate has submitted this test, so it cannot be reopened."));
        }
        Some((EndedBy::Admin, _)) => {
            return Err(not_by_time("An administrator has ended this test, so it cannot be reopened."));
        }
    }
    let told = w.get::<Decision>(attempt.id)?.is_some_and(|decision| !decision.told.is_empty());
    if told || w.has_children::<Letter>(attempt.id)? {
        let detail = "The candidate was told a decision on this test, so it cannot be reopened.";
        return Err(Error::conflict(ErrorCode::DecisionSent, detail));
    }
    if query::history::are_answers_gone(&**w, attempt.id)? {
        return Err(not_by_time("The answers of this test were deleted when their time was over."));
    }
    let others = query::invite::of_person(w, attempt.applicant_id)?;
    if others.iter().any(|other| other.id != invite.id && other.state == InviteStatus::InProgress) {
        let detail = "This person is taking another test now. Reopen this one when that is over.";
        return Err(Error::conflict(ErrorCode::OtherAttemptRunning, detail));
    }
    Ok(())
}

fn not_by_time(detail: &str) -> Error {
    Error::conflict(ErrorCode::NotByTime, detail)
}

/// Withdraws the submission and all that was made from it, but notes and findings of similarity. What is submitted at the end
/// gets another alias: the attempt has a name while it runs.
fn withdraw(w: &mut Work<'_, '_>, attempt: &Attempt, invite: &Invite) -> Result<()> {
    let id = attempt.id;
    let scores = w.children::<Grade>(id)?.iter().map(|grade| grade.version).max().unwrap_or(0);
    let decision: Option<Decision> = w.get(id)?;
    let by = (w.by.account(), w.now);
    w.put(&Decision::withdrawn(decision.as_ref(), (id, attempt.test_id), scores, by))?;
    while w.delete_children::<Grade>(id, BATCH)? >= BATCH {}
    while w.delete_children::<Judging>(id, BATCH)? >= BATCH {}
    queue::erased(w, id);
    while w.delete_children::<RubricChoice>(id, BATCH)? >= BATCH {}
    while w.delete_children::<ModelVerdict>(id, BATCH)? >= BATCH {}
    marking_sync::withdrawn(w, id)?;
    delete_linked(w, records::ALIASES_BY_SUBMISSION.under(id))?;
    note::remove(w, id, ResultState::Reopened)?;
    notifications::withdraw_submitted(w, invite, id)?;
    events::results_changed(w, attempt.test_id, id);
    Ok(())
}
