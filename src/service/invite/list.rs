//! The list of invites, for admins: filters, pages, and counts by status (`docs/behaviour/invites.md#invites`).

use crate::{
    app::App,
    domain::{
        Instant, Result, TestId,
        invite::{Invite, InviteStatus},
        list::InviteClass,
        mailbox,
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
    /// Tests whose candidates are not found by their names.
    hiding: HashSet<TestId>,
}

impl InviteListPlan {
    fn of(read: &impl Read, filter: &InviteFilter) -> Result<Self> {
        let email = wanted(filter.email.as_ref());
        let text = wanted(filter.search.as_ref()).or_else(|| email.clone());
        let hiding = if text.is_some() { naming::hiding(read)? } else { HashSet::new() };
        Ok(Self { text, email, test: filter.test, hiding })
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
        self.text.is_some() && (self.test.is_some() || self.email.is_some() || !self.hiding.is_empty())
    }

    fn keeps(&self, invite: &Invite) -> bool {
        self.test.is_none_or(|test| invite.test_id == test)
            && !self.hiding.contains(&invite.test_id)
            && self.email.as_ref().is_none_or(|part| invite.applicant_email.contains(part.as_str()))
    }
}

/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, _: &Inviter, filter: &InviteFilter, slice: &Slice) -> Result<Page<Invite>> {
    let read = app.store.read()?;
    let (now, plan) = (app.now(), InviteListPlan::of(&read, filter)?);
    // Expiry is a matter of time and the sweeper's rows may lag by a moment: what holds now decides.
    let is_current = |invite: &Invite| match filter.class {
        InviteClass::Active
        | InviteClass::Sent
        | InviteClass::Scheduled
        | InviteClass::Monitorable
        | InviteClass::MailFailed => invite.status(now) != InviteStatus::Expired,
        _ => true,
    };
    let ends = |invite: &Invite| !filter.ends_soon || (now..now.plus(SOON)).contains(&invite.expires_at());
    let range = plan.range(filter.class, filter.created);
    let keep = |invite: &Invite| is_current(invite) && ends(invite) && plan.keeps(invite);
    let Page { items, next } = newest_wanted(&read, range, slice, plan.text.as_deref(), keep)?;
    let named = items.into_iter().map(|invite| naming::of_invite(&read, invite));
    Ok(Page { items: named.collect::<Result<_>>()?, next })
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
    /// Invites of the filter's class from before its day.
    pub older: u64,
}

/// Counts what the filter matches in each class, and what is older than its day.
///
/// # Errors
/// Storage only.
pub fn counts(app: &App, _: &Inviter, filter: &InviteFilter) -> Result<InviteCounts> {
    let read = app.store.read()?;
    let plan = InviteListPlan::of(&read, filter)?;
    let is_whole = filter.created.is_none() && plan.test.is_none() && plan.text.is_none();
    let mut by_class = [0; CHIPS.len()];
    for (count, class) in by_class.iter_mut().zip(CHIPS) {
        *count = if is_whole {
            read.count(&counter::invites(class))?
        } else {
            count_of(&read, &plan, class, filter.created)?
        };
    }
    let before = filter.created.map(|span| Span { from: Instant::EPOCH, to: span.from });
    let older = before.map_or(Ok(0), |span| count_of(&read, &plan, filter.class, Some(span)))?;
    Ok(InviteCounts { by_class, older })
}

fn count_of(read: &Snapshot, plan: &InviteListPlan, class: InviteClass, created: Option<Span>) -> Result<u64> {
    let (mut count, mut walked) = (0, 0);
    let each = &mut |row: crate::store::IndexRow<'_, Invite>| {
        let counts = !plan.reads_rows() || read.record_if_any(&row)?.is_some_and(|invite| plan.keeps(&invite));
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
