//! Recent activity of the dashboard: invitations, starts, submissions, chosen dates and failed mails, newest first.

use crate::{
    app::App,
    domain::{
        AttemptId, Instant, InviteId, Result, TestId,
        invite::Invite,
        list::InviteClass,
        notification::{Notification, NotificationKind},
    },
    service::{actor::Overseer, query},
    store::{IdRange, Read, Snapshot, StoreError, records},
};
use std::{cmp::Reverse, ops::ControlFlow};

/// Entries of the list.
const MAX_ENTRIES: usize = 12;
/// Invites, and notifications, that are read for it.
const MAX_READ: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActivityKind {
    Invited,
    Scheduled,
    Started,
    Submitted,
    MailFailed,
}

#[derive(Clone, Debug)]
pub struct Activity {
    pub at: Instant,
    pub kind: ActivityKind,
    /// People invited to one test in a row; 1 for other kinds.
    pub count: u64,
    pub applicant_name: String,
    pub test_title: String,
    pub test: TestId,
    pub invite: InviteId,
    pub submission: Option<AttemptId>,
}

impl Activity {
    fn new(at: Instant, kind: ActivityKind, invite: Invite, submission: Option<AttemptId>) -> Self {
        Self {
            at,
            kind,
            count: 1,
            applicant_name: invite.applicant_name,
            test_title: invite.test_title,
            test: invite.test_id,
            invite: invite.id,
            submission,
        }
    }
}

/// # Errors
/// Storage only.
pub fn recent(app: &App, _: &Overseer) -> Result<Vec<Activity>> {
    let read = app.store.read()?;
    let mut found = invited(&read)?;
    found.extend(noted(&read)?);
    found.sort_by_key(|activity| Reverse(activity.at));
    found.truncate(MAX_ENTRIES);
    for activity in &mut found {
        if let Some(invite) = read.get::<Invite>(activity.invite)? {
            activity.applicant_name = query::naming::of_invite(&read, invite)?.applicant_name;
            if activity.submission.is_some() && query::naming::hides(&read, activity.test)? {
                activity.invite = query::naming::UNKNOWN;
                // The time of an entry shows whose it is.
                activity.submission = None;
            }
        }
    }
    Ok(found)
}

/// The newest invitations; those to one test that follow each other are one entry.
fn invited(read: &Snapshot) -> Result<Vec<Activity>, StoreError> {
    let mut found: Vec<Activity> = Vec::new();
    let mut left = MAX_READ;
    read.scan(records::INVITES_BY_CLASS.under(InviteClass::All), true, &mut |row| {
        if let Some(invite) = read.record_if_any(&row)? {
            match found.last_mut() {
                Some(last) if last.test == invite.test_id => last.count += 1,
                _ => found.push(Activity::new(invite.created_at, ActivityKind::Invited, invite, None)),
            }
        }
        left -= 1;
        Ok(if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}

/// The newest notifications of the kinds that are listed.
fn noted(read: &Snapshot) -> Result<Vec<Activity>> {
    let mut newest = Vec::new();
    read.scan_ids::<Notification>(IdRange::all(), true, &mut |id| {
        newest.push(id?);
        Ok(if newest.len() < MAX_READ { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    let mut found = Vec::new();
    for id in newest {
        let Some(Notification { kind, invite_id, submission_id, created_at, .. }) = read.get(id)? else { continue };
        let Some(kind) = listed(kind) else { continue };
        // A notification outlives its invite only for a moment.
        let Some(invite) = read.get::<Invite>(invite_id)? else { continue };
        // A test that has ended is watched no more.
        let ended = if kind == ActivityKind::Started { query::invite::submission(read, invite_id)? } else { None };
        found.push(Activity::new(created_at, kind, invite, ended.or(submission_id)));
        if found.len() >= MAX_ENTRIES {
            break;
        }
    }
    Ok(found)
}

const fn listed(kind: NotificationKind) -> Option<ActivityKind> {
    match kind {
        NotificationKind::TestStarted => Some(ActivityKind::Started),
        NotificationKind::TestSubmitted => Some(ActivityKind::Submitted),
        NotificationKind::InviteScheduled => Some(ActivityKind::Scheduled),
        NotificationKind::EmailFailed => Some(ActivityKind::MailFailed),
        NotificationKind::IntegrityFlag
        | NotificationKind::ResumeRequested
        | NotificationKind::PoolTooSmall
        | NotificationKind::ErasureAsked
        | NotificationKind::CodeNotJudged
        | NotificationKind::ClockSet
        | NotificationKind::LateAnswer
        | NotificationKind::Twin
        | NotificationKind::AuditLogWaits
        | NotificationKind::WebhookFails => None,
    }
}
