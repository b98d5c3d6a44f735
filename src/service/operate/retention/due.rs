//! Finds data whose time is over by the rules: the same for a dry run, for the sweep, and again within the transaction that
//! deletes.

use crate::{
    domain::{
        AttemptId, Instant, MailId, Result, TestId, UserId,
        asked_question::AskedQuestion,
        attempt::{Answer, LateAnswer, TimeSpent},
        clip::Clip,
        history::PackedHistory,
        invite::{Invite, InviteStatus},
        list::Scope,
        mail::{About, Mail, MailKind, MailState},
        message::ProctorMessage,
        retention::{Hold, RetentionKind, RetentionRules},
        screenshot::Screenshot,
        signal::{IntegritySignal, SignalTally},
        submission::Submission,
        time::DAY,
        timeline::{TimelineEvent, TimelineHead},
        user::{Role, User},
    },
    service::query::history::are_answers_gone,
    store::{
        Read,
        records::{self, Single},
    },
};
use std::{
    collections::{BTreeMap, HashSet},
    ops::ControlFlow,
};

/// The rules in force.
///
/// # Errors
/// Storage only.
pub(super) fn stored(read: &impl Read) -> Result<RetentionRules> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// The rules with all that is held.
pub(super) struct Ruled {
    pub rules: RetentionRules,
    held: HashSet<String>,
}

/// An attempt, a person or a mail that is to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Attempt(AttemptId),
    Person(UserId),
    Mail(MailId),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct DueItem {
    pub kind: RetentionKind,
    pub test: Option<TestId>,
    pub item: Item,
    pub is_unscored: bool,
}

#[derive(Debug, Default)]
pub(super) struct Planned {
    pub due: Vec<DueItem>,
    pub next: BTreeMap<RetentionKind, Instant>,
    pub held: u64,
}

/// When something is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    Never,
    At(Instant),
    /// A hold keeps it from then on.
    Held(Instant),
}

impl Ends {
    /// Whether it may be deleted now.
    pub fn is_over(self, now: Instant) -> bool {
        matches!(self, Self::At(at) if at <= now)
    }
}

impl Planned {
    fn add(&mut self, ends: Ends, now: Instant, due: DueItem) {
        match ends {
            Ends::At(at) if at <= now => self.due.push(due),
            Ends::At(at) => {
                let next = self.next.entry(due.kind).or_insert(at);
                *next = at.min(*next);
            }
            Ends::Held(at) => self.held += u64::from(at <= now),
            Ends::Never => {}
        }
    }
}

impl Ruled {
    /// # Errors
    /// Storage only.
    pub fn stored(read: &impl Read) -> Result<Self> {
        Self::with(read, stored(read)?)
    }

    /// # Errors
    /// Storage only.
    pub fn with(read: &impl Read, rules: RetentionRules) -> Result<Self> {
        let held = read.records::<Hold>()?.iter().map(|hold| hold.subject.key()).collect();
        Ok(Self { rules, held })
    }

    fn ends(&self, kind: RetentionKind, test: Option<TestId>, from: Instant, is_held: bool) -> Ends {
        match self.rules.days(kind, test).map(|days| from.plus(DAY.saturating_mul(days.into()))) {
            None => Ends::Never,
            Some(at) if is_held => Ends::Held(at),
            Some(at) => Ends::At(at),
        }
    }

    fn holds(&self, ids: &[String]) -> bool {
        !self.held.is_empty() && ids.iter().any(|id| self.held.contains(id))
    }

    /// When this kind of a result is over.
    pub fn of_attempt(&self, kind: RetentionKind, result: &Submission) -> Ends {
        let Submission { invite_id, test_id, applicant_id, .. } = result;
        let is_held = self.holds(&[applicant_id.to_string(), invite_id.to_string(), test_id.to_string()]);
        self.ends(kind, Some(*test_id), result.submitted_at, is_held)
    }

    /// When a mail is over, with its test. One that waits is not; nor is the invitation of an invite that can be sent again.
    ///
    /// # Errors
    /// Storage only.
    pub fn of_mail(&self, read: &impl Read, mail: &Mail) -> Result<(Ends, Option<TestId>)> {
        if mail.state == MailState::Waiting {
            return Ok((Ends::Never, None));
        }
        let invite: Option<Invite> = match mail.about {
            About::Invite(id) => read.get(id)?,
            About::Account(id) => {
                let is_held = self.holds(&[id.to_string()]);
                return Ok((self.ends(RetentionKind::Mails, None, mail.created_at, is_held), None));
            }
        };
        let Some(invite) = invite else { return Ok((Ends::Never, None)) };
        let is_needed = mail.kind == MailKind::Invitation && may_be_sent_again(&invite);
        if is_needed && mail.failure.is_none() {
            return Ok((Ends::Never, None));
        }
        let is_held = self.holds(&[invite.applicant_id.to_string(), invite.id.to_string(), invite.test_id.to_string()]);
        Ok((self.ends(RetentionKind::Mails, Some(invite.test_id), mail.created_at, is_held), Some(invite.test_id)))
    }

    /// Returns the time at which a person is over: after the last of their processes, each by the rules of its test.
    ///
    /// # Errors
    /// Storage only.
    pub fn of_person(&self, read: &impl Read, person: &User, now: Instant) -> Result<Ends> {
        let (mut last, mut is_held) = (None, self.holds(&[person.id.to_string()]));
        let mut ends = |test, from: Instant, held| {
            is_held |= held;
            match self.ends(RetentionKind::People, test, from, false) {
                Ends::At(at) => last = last.max(Some(at)),
                Ends::Never | Ends::Held(_) => last = Some(Instant::MAX),
            }
        };
        let mut is_invited = false;
        for invite in read.linked(records::INVITES_BY_APPLICANT.under(person.id))? {
            if invite.is_active(now) {
                return Ok(Ends::Never);
            }
            is_invited = true;
            let held = self.holds(&[invite.id.to_string(), invite.test_id.to_string()]);
            // That of a result is its submission.
            let from = if invite.status(now) == InviteStatus::Completed {
                invite.started_at.unwrap_or(invite.created_at)
            } else {
                invite.revoked_at.unwrap_or_else(|| invite.expires_at())
            };
            ends(Some(invite.test_id), from, held);
        }
        for result in read.linked(records::SUBMISSIONS_BY_APPLICANT.under(person.id))? {
            is_invited = true;
            ends(Some(result.test_id), result.submitted_at, self.holds(&[result.test_id.to_string()]));
        }
        if !is_invited {
            ends(None, person.created_at, false);
        }
        Ok(match last {
            None | Some(Instant::MAX) => Ends::Never,
            Some(at) if is_held => Ends::Held(at),
            Some(at) => Ends::At(at),
        })
    }
}

/// Whether the invitation can be sent again, or could be after the invite was extended.
pub(super) fn may_be_sent_again(invite: &Invite) -> bool {
    invite.revoked_at.is_none() && invite.state != InviteStatus::Completed
}

/// Whether an attempt has anything of this kind.
///
/// # Errors
/// Storage only.
pub(super) fn has(read: &impl Read, kind: RetentionKind, id: AttemptId) -> Result<bool> {
    Ok(match kind {
        RetentionKind::Screenshots => read.has_children::<Screenshot>(id)? || read.has_children::<Clip>(id)?,
        RetentionKind::Answers => {
            !are_answers_gone(read, id)?
                || read.has::<PackedHistory>(id)?
                || read.has_children::<Answer>(id)?
                || read.has_children::<LateAnswer>(id)?
                || read.has_children::<TimeSpent>(id)?
        }
        RetentionKind::Timeline => {
            read.has::<TimelineHead>(id)?
                || read.has::<SignalTally>(id)?
                || read.has_children::<TimelineEvent>(id)?
                || read.has_children::<IntegritySignal>(id)?
                || read.has_children::<ProctorMessage>(id)?
                || read.has_children::<AskedQuestion>(id)?
        }
        RetentionKind::People | RetentionKind::Mails => true,
    })
}

/// All that is over, and when the next is.
///
/// # Errors
/// Storage only.
pub(super) fn plan(read: &impl Read, ruled: &Ruled, now: Instant) -> Result<Planned> {
    let mut planned = Planned::default();
    if ruled.rules.keep_all() {
        return Ok(planned);
    }
    let mut failed = Ok(());
    read.scan(records::SUBMISSIONS_BY_TIME.under(Scope::All), false, &mut |row| {
        let Some(result) = read.record_if_any::<Submission>(&row)? else { return Ok(ControlFlow::Continue(())) };
        for kind in RetentionKind::OF_ATTEMPTS {
            let ends = ruled.of_attempt(kind, &result);
            if ends == Ends::Never {
                continue;
            }
            match has(read, kind, result.id) {
                Ok(false) => {}
                Ok(true) => {
                    let is_unscored = kind == RetentionKind::Answers && result.is_provisional();
                    let (test, item) = (Some(result.test_id), Item::Attempt(result.id));
                    planned.add(ends, now, DueItem { kind, test, item, is_unscored });
                }
                Err(error) => {
                    failed = Err(error);
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    failed?;
    for mail in read.records::<Mail>()? {
        let (ends, test) = ruled.of_mail(read, &mail)?;
        let (kind, item) = (RetentionKind::Mails, Item::Mail(mail.id));
        planned.add(ends, now, DueItem { kind, test, item, is_unscored: false });
    }
    for person in read.linked(records::USERS_BY_ROLE.under(Role::Applicant))? {
        let ends = ruled.of_person(read, &person, now)?;
        let (kind, item) = (RetentionKind::People, Item::Person(person.id));
        planned.add(ends, now, DueItem { kind, test: None, item, is_unscored: false });
    }
    Ok(planned)
}
