//! The list of invites, for admins: filters, pages, and counts by status (`docs/behaviour/invites.md#invites`).

use crate::{
    app::App,
    domain::{
        Instant, Result, TestId,
        invite::{Invite, InviteStatus},
        list::InviteClass,
        mailbox,
        permission::Scope,
        time::{SignedDuration, Span},
    },
    service::{
        actor::Inviter,
        query::{
            naming,
            page::{Page, Slice, newest_wanted},
        },
    },
    store::{IndexRange, Read, Snapshot, records, records::counter},
};
use std::{collections::HashSet, ops::ControlFlow};

/// An invite that ends within this time ends soon.
pub const SOON: SignedDuration = SignedDuration::from_hours(48);

/// Filter of the invite list.
#[derive(Clone, Debug)]
pub struct InviteFilter {
    pub class: InviteClass,
    /// Creation time.
    pub created: Option<Span>,
    /// Part of the email address, any case.
    pub email: Option<String>,
    /// Part of the name or the email address, any case.
    pub search: Option<String>,
    pub test: Option<TestId>,
    /// Only those that have not started and end within [`SOON`].
    pub ends_soon: bool,
}

impl InviteFilter {
    /// All invites of a list.
    #[must_use]
    pub const fn of(class: InviteClass) -> Self {
        Self { class, created: None, email: None, search: None, test: None, ends_soon: false }
    }
}

fn wanted(text: Option<&String>) -> Option<String> {
    text.map(|text| mailbox::searched(text)).filter(|text| !text.is_empty())
}

/// A filter as ranges and conditions.
struct InviteListPlan {
    /// Text to search for in the index of searchable texts.
    text: Option<String>,
    email: Option<String>,
    test: Option<TestId>,
    /// The scope of the caller's permission.
    scope: Scope,
    /// Tests whose candidates are not found by their names.
    hiding: HashSet<TestId>,
}

impl InviteListPlan {
    fn of(read: &impl Read, by: &Inviter, filter: &InviteFilter) -> Result<Self> {
        let email = wanted(filter.email.as_ref());
        let text = wanted(filter.search.as_ref()).or_else(|| email.clone());
        let hiding = if text.is_some() { naming::hiding(read)? } else { HashSet::new() };
        Ok(Self { text, email, test: filter.test, scope: by.scope().clone(), hiding })
    }

    /// The invites of a class and a time; of the test too, unless a text is searched for.
    fn range(&self, class: InviteClass, created: Option<Span>) -> IndexRange<Invite> {
        match (self.test.filter(|_| self.text.is_none()), created) {
            (None, None) => records::INVITES_BY_CLASS.under(class),
            (None, Some(span)) => records::INVITES_BY_CLASS.between((class, span.from), (class, span.to)),
            (Some(test), None) => records::INVITES_BY_TEST_CLASS.under((test, class)),
            (Some(test), Some(span)) => {
                records::INVITES_BY_TEST_CLASS.between((test, class, span.from), (test, class, span.to))
            }
        }
    }

    /// Whether rows of the range have to be read to be judged.
    fn reads_rows(&self) -> bool {
        self.scope.tests().is_some()
            || self.text.is_some() && (self.test.is_some() || self.email.is_some() || !self.hiding.is_empty())
    }

    fn keeps(&self, invite: &Invite) -> bool {
        self.test.is_none_or(|test| invite.test_id == test)
            && self.scope.permits(invite.test_id)
            && !self.hiding.contains(&invite.test_id)
            && self.email.as_ref().is_none_or(|part| invite.applicant_email.contains(part.as_str()))
    }
}

/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, by: &Inviter, filter: &InviteFilter, slice: &Slice) -> Result<Page<Invite>> {
    let read = app.store.read()?;
    let (now, plan) = (app.now(), InviteListPlan::of(&read, by, filter)?);
    // Expiry is a matter of time and the sweeper's rows may lag by a moment: what holds now decides.
    let is_current = |invite: &Invite| match filter.class {
        InviteClass::Active
        | InviteClass::Sent
        | InviteClass::Scheduled
        | InviteClass::Monitorable
        | InviteClass::MailFailed => invite.status(now) != InviteStatus::Expired,
        _ => true,
    };
    let ends = |invite: &Invite| !filter.ends_soon || ends_soon(invite, now);
    let range = plan.range(filter.class, filter.created);
    let keep = |invite: &Invite| is_current(invite) && ends(invite) && plan.keeps(invite);
    let Page { items, next } = newest_wanted(&read, range, slice, plan.text.as_deref(), keep)?;
    let named = items.into_iter().map(|invite| naming::of_invite(&read, invite));
    Ok(Page { items: named.collect::<Result<_>>()?, next })
}

fn ends_soon(invite: &Invite, now: Instant) -> bool {
    (now..now.plus(SOON)).contains(&invite.expires_at())
}

/// Rows that one count may walk; beyond it the count is a lower bound.
pub const MAX_COUNTED: u64 = 10_000;

/// Classes that the page shows as chips.
const CHIPS: [InviteClass; 7] = [
    InviteClass::All,
    InviteClass::Sent,
    InviteClass::Scheduled,
    InviteClass::InProgress,
    InviteClass::Completed,
    InviteClass::Expired,
    InviteClass::MailFailed,
];

/// Numbers of invites; [`MAX_COUNTED`] means that many or more where the filter narrows the list.
pub struct InviteCounts {
    /// All, sent, scheduled, in progress, completed, expired, failed mails.
    pub by_class: [u64; CHIPS.len()],
    /// Invites that have not started and end within [`SOON`].
    pub ending_soon: u64,
    /// Invites of the filter's class from before its day.
    pub older: u64,
}

/// Counts what the filter matches in each class, and what is older than its day.
///
/// # Errors
/// Storage only.
pub fn counts(app: &App, by: &Inviter, filter: &InviteFilter) -> Result<InviteCounts> {
    let read = app.store.read()?;
    let plan = InviteListPlan::of(&read, by, filter)?;
    let is_any = filter.created.is_none() && plan.test.is_none() && plan.text.is_none();
    let is_whole = is_any && plan.scope.tests().is_none();
    let mut by_class = [0; CHIPS.len()];
    for (count, class) in by_class.iter_mut().zip(CHIPS) {
        *count = if is_whole {
            read.count(&counter::invites(class))?
        } else if let (true, Some(tests)) = (is_any, plan.scope.tests()) {
            let mut sum = 0;
            for test in tests {
                sum += read.count(&counter::invites_to(*test, class))?;
            }
            sum
        } else {
            count_of(&read, &plan, class, filter.created, None)?
        };
    }
    let ending_soon = count_ending(&read, &plan, filter.created, app.now())?;
    let before = filter.created.map(|span| Span { from: Instant::EPOCH, to: span.from });
    let older = before.map_or(Ok(0), |span| count_of(&read, &plan, filter.class, Some(span), None))?;
    Ok(InviteCounts { by_class, ending_soon, older })
}

/// `also`: a condition beside the filter's.
fn count_of(
    read: &Snapshot,
    plan: &InviteListPlan,
    class: InviteClass,
    created: Option<Span>,
    also: Option<&dyn Fn(&Invite) -> bool>,
) -> Result<u64> {
    let (mut count, mut walked) = (0, 0);
    let each = &mut |row: crate::store::IndexRow<'_, Invite>| {
        let is_kept = |invite: &Invite| plan.keeps(invite) && also.is_none_or(|also| also(invite));
        let counts =
            (!plan.reads_rows() && also.is_none()) || read.record_if_any(&row)?.is_some_and(|one| is_kept(&one));
        count += u64::from(counts);
        walked += 1;
        Ok(if walked < MAX_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    };
    let range = plan.range(class, created);
    match plan.text.as_deref() {
        Some(part) => read.search(range, part, each)?,
        None => read.scan(range, true, each)?,
    }
    Ok(count)
}

/// Counts what has not started and ends soon: where no text is searched for, few rows of the index of expiry.
fn count_ending(read: &Snapshot, plan: &InviteListPlan, created: Option<Span>, now: Instant) -> Result<u64> {
    if plan.text.is_some() {
        return count_of(read, plan, InviteClass::Active, created, Some(&|invite| ends_soon(invite, now)));
    }
    let (mut count, mut walked) = (0, 0);
    read.scan(records::INVITES_BY_EXPIRY.between(now, now.plus(SOON)), false, &mut |row| {
        let is_of_time = |invite: &Invite| created.is_none_or(|span| (span.from..span.to).contains(&invite.created_at));
        count += u64::from(read.record_if_any(&row)?.is_some_and(|one| plan.keeps(&one) && is_of_time(&one)));
        walked += 1;
        Ok(if walked < MAX_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(count)
}
