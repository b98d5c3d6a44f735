//! Figures of the admin dashboard, from counters.

use crate::{
    app::App,
    domain::{
        AttemptId, Instant, Result,
        invite::Invite,
        list::{InviteClass, Scope},
        mail::{Mail, MailKind, MailState},
        permission,
        test::Test,
        time::SignedDuration,
    },
    service::{
        actor::Overseer,
        invite::list,
        operate::activity::{self, Activity},
        query::page::Slice,
        scoring::judging::queue,
        settings,
        test::staged_import,
    },
    store::{
        Read, Snapshot, StoreError,
        records::{self, counter},
    },
};
use std::ops::ControlFlow;

/// Links that end within it are reported.
pub const SOON: SignedDuration = SignedDuration::from_hours(48);
const MAX_COUNTED: u64 = 1_000;

/// Invitations that have not started and are not sent, after a failed try; [`MAX_COUNTED`] at most.
#[derive(Default)]
pub struct UnsentMails {
    /// Given up: a person has to act.
    pub failed: u64,
    /// Number of mails that are tried again, or may have arrived.
    pub waiting: u64,
}

pub struct Overview {
    pub total_tests: u64,
    pub invites_sent: u64,
    pub completed_tests: u64,
    pub in_progress: u64,
    pub pending_reviews: u64,
    pub unsent: UnsentMails,
    /// Answers whose code could not be judged.
    pub failed_judgings: u64,
    /// The submission of the one that was asked first.
    pub failed_judging: Option<AttemptId>,
    /// Answers that wait for a verdict which no connected code runner can give, or wait for long.
    pub stuck_judgings: queue::Stuck,
    /// People who ask to be erased.
    pub erasures_asked: u64,
    /// Invites that have not started, and end within [`SOON`]; [`MAX_COUNTED`] at most.
    pub ending_soon: u64,
    /// A mail server is set up.
    pub sends_mail: bool,
    /// The newest five.
    pub recent: Vec<Invite>,
    pub activity: Vec<Activity>,
}

/// # Errors
/// Storage only.
pub fn overview(app: &App, by: &Overseer) -> Result<Overview> {
    let all = list::InviteFilter::of(InviteClass::All);
    let recent = list::list(app, &by.into(), &all, &Slice { limit: 5, after: None })?.items;
    let read = app.store.read()?;
    let mut hidden = 0;
    for test in staged_import::hidden(&read)? {
        hidden += u64::from(read.has::<Test>(test)?);
    }
    Ok(Overview {
        total_tests: (read.count(&counter::tests())?)
            .saturating_sub(hidden)
            .saturating_sub(read.count(&counter::archived_tests())?),
        invites_sent: read.count(&counter::invites(InviteClass::All))?,
        completed_tests: read.count(&counter::submissions(Scope::All))?,
        in_progress: read.count(&counter::invites(InviteClass::InProgress))?,
        pending_reviews: read.count(&counter::waiting())?,
        unsent: unsent(&read, &permission::Scope::All)?,
        failed_judgings: read.count(&counter::judgings_failed())?,
        failed_judging: first_failed(&read)?,
        stuck_judgings: queue::stuck(app, &read)?,
        erasures_asked: read.count(&counter::erasures_asked())?,
        ending_soon: ending_soon(&read, &permission::Scope::All, app.now())?,
        sends_mail: settings::mail_is_set_up(&read)?,
        recent,
        activity: activity::recent(app, by)?,
    })
}

/// Emails of the tests of a scope that were not sent.
///
/// # Errors
/// Storage only.
pub(crate) fn unsent(read: &Snapshot, scope: &permission::Scope) -> Result<UnsentMails> {
    let limit = usize::try_from(MAX_COUNTED).unwrap_or(usize::MAX);
    let mut found = UnsentMails::default();
    for invite in read.some_linked(records::INVITES_BY_CLASS.under(InviteClass::MailFailed), limit)? {
        if !scope.permits(invite.test_id) {
            continue;
        }
        let mails = read.linked(records::MAIL_BY_INVITE.under(invite.id))?;
        let is_waiting = |mail: &Mail| mail.kind == MailKind::Invitation && mail.state == MailState::Waiting;
        let count = if mails.iter().any(is_waiting) { &mut found.waiting } else { &mut found.failed };
        *count += 1;
    }
    Ok(found)
}

fn first_failed(read: &Snapshot) -> Result<Option<AttemptId>, StoreError> {
    let mut first = None;
    read.scan(records::JUDGINGS_FAILED.all(), false, &mut |row| {
        first = Some(read.record_of(&row)?.attempt_id);
        Ok(ControlFlow::Break(()))
    })?;
    Ok(first)
}

/// Counts the invitations for the tests of a scope that end soon.
///
/// # Errors
/// Storage only.
pub(crate) fn ending_soon(read: &Snapshot, scope: &permission::Scope, now: Instant) -> Result<u64, StoreError> {
    let mut found = 0;
    read.scan(records::INVITES_BY_EXPIRY.between(now, now.plus(SOON)), false, &mut |row| {
        let is_own = match scope.tests() {
            // Then no record is read.
            None => true,
            Some(tests) => tests.contains(&read.record_of(&row)?.test_id),
        };
        found += u64::from(is_own);
        Ok(if found < MAX_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}
