//! Ends attempts: scores and closes each in one transaction, exactly once, whether the candidate, the deadline or an
//! admin ends it.

use super::{
    breaks,
    drafts::{self, Drafts},
    history,
    own_page::page,
};
use crate::{
    app::App,
    domain::{
        AttemptId, ErrorKind, Instant, Result,
        attempt::{Answer, Attempt, EndedBy, ResumeRequest},
        invisible::is_blank,
        invite::{Invite, InviteStatus},
        judging::JudgingCounts,
        paper::Paper,
        repair::Repairs,
        submission::{self, Grade, Submission},
        timeline::TimelineEventKind,
        webhook::WebhookEvent,
    },
    service::{
        events, notifications, query,
        scoring::{judging::queue, reviewing::dealer, scored},
        test::anonymity,
        webhook::raise,
        work::{By, Work, timeline},
    },
    store::Read,
};
use std::collections::HashMap;

/// Scores the stored answers and closes the attempt and its invite. `drafts` are the grades that were prepared.
///
/// # Errors
/// Storage only.
pub(crate) fn end(
    w: &mut Work<'_, '_>,
    invite: &mut Invite,
    attempt: &mut Attempt,
    by: EndedBy,
    drafts: Option<Drafts>,
) -> Result<()> {
    let paper = w.app.caches.papers.get(w, attempt.test_id, &attempt.paper)?;
    let repairs = query::repairs::of(w, attempt.test_id)?;
    attempt.pauses.end(w.now);
    breaks::cut(w, attempt)?;
    let submitted_at = drafts::submitted_at(attempt, by, w.now);
    let (grades, answers_stored) = match drafts.filter(|drafts| drafts.is_of(submitted_at)) {
        Some(drafts) => drafts.settle(w, attempt, &paper, &repairs)?,
        None => score(w, attempt, (&paper, &repairs), submitted_at)?,
    };
    let mut submission = Submission {
        id: attempt.id,
        invite_id: invite.id,
        test_id: attempt.test_id,
        applicant_id: attempt.applicant_id,
        applicant_name: invite.applicant_name.clone(),
        applicant_email: invite.applicant_email.clone(),
        test_title: paper.title.clone(),
        paper: attempt.paper,
        started_at: attempt.started_at,
        submitted_at,
        ended_by: by,
        is_monitored: attempt.is_monitored,
        answers_stored: u32::try_from(answers_stored).unwrap_or(u32::MAX),
        total_points: 0,
        auto_earned: 0.0,
        manual_earned: None,
        status: submission::ScoringStatus::AutoOnly,
        manual_questions: 0,
        pending_reviews: 0,
        pending_points: 0,
        judging: JudgingCounts::default(),
        alias: None,
    };
    submission.tally(&paper, &grades);
    queue::submitted(w, &mut submission, &paper, &grades)?;
    raise::invite(w, WebhookEvent::AttemptSubmitted, invite)?;
    scored::store(w, &submission)?;
    anonymity::submitted(w, &submission)?;
    dealer::submitted(w, &submission, &grades)?;
    events::results_changed(w, attempt.test_id, attempt.id);
    attempt.ended = Some((by, submitted_at));
    w.put(attempt)?;
    w.delete::<ResumeRequest>(attempt.id)?;
    page::open(w, attempt.id)?;
    invite.state = InviteStatus::Completed;
    w.put(invite)?;
    // An administrator's part in the end has an entry of its own, by the caller.
    let mut own = w.acting(By::Server);
    own.audit("attempt.end", attempt.id, by.audited_as())?;
    match by {
        EndedBy::Candidate => own.timeline_at(attempt.id, TimelineEventKind::Submitted, "", submitted_at)?,
        EndedBy::Deadline => own.timeline_at(attempt.id, TimelineEventKind::Ended, "The time was up.", submitted_at)?,
        // Recorded by the caller, which knows the reason.
        EndedBy::Admin => true,
    };
    timeline::close(w, attempt, submitted_at)?;
    history::end(w, attempt.id)?;
    events::invite_changed(w, invite);
    events::attempt_changed(w, attempt);
    events::attempt_over(w, attempt);
    notifications::test_submitted(w, invite, attempt.id, by)
}

/// Scores the stored answers of a short paper. Returns the grades, which are written, and the number of answers.
fn score(
    w: &mut Work<'_, '_>,
    attempt: &Attempt,
    (paper, repairs): (&Paper, &Repairs),
    submitted_at: Instant,
) -> Result<(Vec<Grade>, usize)> {
    let answers: Vec<Answer> = w.children(attempt.id)?;
    let answers_stored = answers.iter().filter(|a| !is_blank(&a.text)).count();
    let texts: HashMap<String, String> = answers.into_iter().map(|a| (a.question_id, a.text)).collect();
    let withdrawn = query::attempt::withdrawn_version(&**w, attempt.id)?;
    let grades = submission::grade(attempt.id, paper, &repairs.list, &texts, submitted_at);
    let grades: Vec<Grade> = grades.into_iter().map(|grade| grade.after_version(withdrawn)).collect();
    for grade in &grades {
        w.put(grade)?;
    }
    Ok((grades, answers_stored))
}

/// Ends an attempt if it is overdue; returns true if it did.
///
/// # Errors
/// Storage only.
pub async fn end_due(app: &App, id: AttemptId, now: Instant) -> Result<bool> {
    let drafts = drafts::prepare(app, id, EndedBy::Deadline, now).await?;
    app.write_at(now, By::Server, move |w| {
        let mut attempt = query::attempt::load(w, id)?;
        if !query::attempt::is_overdue(w.app, &attempt, w.now) {
            return Ok(false);
        }
        let Some(mut invite) = w.get::<Invite>(attempt.invite_id)? else {
            return Ok(false);
        };
        end(w, &mut invite, &mut attempt, EndedBy::Deadline, drafts)?;
        Ok(true)
    })
    .await
}

/// Ends every overdue attempt of the applicant behind a link: it must not block the next test.
///
/// # Errors
/// Storage only; the caller reports an unknown link.
pub async fn all_due(app: &App, secret: &str, now: Instant) -> Result<()> {
    let due = {
        let read = app.store.read()?;
        let Ok(invite) = query::link::find(&read, secret) else { return Ok(()) };
        let mut due = Vec::new();
        for invite in query::invite::of_person(&read, invite.applicant_id)? {
            if let (InviteStatus::InProgress, Some(id)) = (invite.state, invite.attempt_id)
                && query::attempt::is_overdue(app, &query::attempt::load(&read, id)?, now)
            {
                due.push(id);
            }
        }
        due
    };
    for id in due {
        match end_due(app, id, now).await {
            Err(error) if error.kind == ErrorKind::Unavailable => return Err(error),
            Err(error) => tracing::warn!(attempt = %id, %error, "an overdue attempt cannot be ended"),
            Ok(_) => {}
        }
    }
    Ok(())
}
