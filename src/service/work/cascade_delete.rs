//! Cascade delete: deletes records together with their dependent rows, in batches.

use super::{By, Work};
use crate::{
    app::App,
    domain::{
        AttemptId, InviteId, Result,
        arrangement::Arrangement,
        asked_question::AskedQuestion,
        attempt::{Answer, Attempt, LateAnswer, ResumeRequest, TimeSpent},
        bank::plan::Draw,
        clip::{AgreedClips, Clip, ClipPart},
        consent::Consent,
        decision::{Decision, Letter, Note},
        exam_session::{IdentityCheck, IdentityPicture, PictureKind, Seat},
        history,
        invite::Invite,
        judging::Judging,
        lti::LtiLaunch,
        marking::Marking,
        message::ProctorMessage,
        model_verdict::ModelVerdict,
        notification::Notification,
        order::Order,
        result_change::ResultState,
        retention::DeletedSoFar,
        rubric::RubricChoice,
        section_clock::SectionClock,
        signal::{IntegritySignal, SignalTally},
        submission::Grade,
        timeline::{self, TimelineHead},
    },
    service::{
        attempt::own_page::page,
        events,
        monitor::outages::losses,
        result::{changes::note, similarity::report as similarity},
        scoring::judging::queue,
    },
    store::{
        IndexRange, KeyPrefix, Read, Record, Tx,
        records::{self, Single},
    },
};
use uuid::Uuid;

pub(in crate::service) fn delete_linked<R: Record>(tx: &mut Tx<'_>, range: IndexRange<R>) -> Result<()> {
    for record in tx.linked(range)? {
        tx.delete::<R>(record.id())?;
    }
    Ok(())
}

/// Deletes in batches, one transaction each, so that the writer serves candidates' saves in between. The last `batch` returns
/// the number of deleted invites ([`count_invites`]).
///
/// An interruption between two batches leaves consistent data: an invite, its attempt, submission and grades are
/// deleted in one transaction.
pub(in crate::service) async fn in_batches(
    app: &App,
    by: impl Into<By>,
    batch: impl Fn(&mut Work<'_, '_>) -> Result<Option<u64>> + Clone + Send + 'static,
) -> Result<u64> {
    let (by, now) = (by.into(), app.now());
    loop {
        if let Some(deleted) = app.write_at(now, by, batch.clone()).await? {
            return Ok(deleted);
        }
    }
}

/// Counts the invites that a batch deleted with a person or a test. Returns the number in all its batches, with the last.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn count_invites(
    w: &mut Work<'_, '_>,
    whole: Uuid,
    (invites, is_done): (usize, bool),
) -> Result<Option<u64>> {
    let stored: DeletedSoFar = w.get(Single)?.unwrap_or_default();
    let mut counts = stored.clone();
    let deleted = counts.invites.remove(&whole).unwrap_or_default() + invites as u64;
    if !is_done {
        counts.invites.insert(whole, deleted);
    }
    if counts != stored {
        w.put(&counts)?;
    }
    Ok(is_done.then_some(deleted))
}

/// Deletes the pictures that a waiting room has compared.
///
/// # Errors
/// Storage only.
pub(in crate::service) fn forget_identity(tx: &mut Tx<'_>, invite: InviteId) -> Result<()> {
    for kind in PictureKind::ALL {
        tx.discard::<IdentityPicture>((invite, kind.number()))?;
    }
    tx.delete::<IdentityCheck>(invite)?;
    Ok(())
}

/// Row budget of one transaction: the rest is left to the next batch.
pub(in crate::service) struct Batch {
    left: usize,
    /// Invites deleted in this batch.
    pub invites: usize,
}

/// Rows per batch, by their cost: some milliseconds of the writer.
const MAX_ROWS: usize = 300;
/// Cost of a screenshot of up to 1 MiB, in rows.
const SCREENSHOT_COST: usize = 80;
/// Cost of a row in the log of histories, in rows, and the bytes that cost one more.
const LOGGED_COST: usize = 2;
const LOGGED_BYTES: usize = 2048;
/// Cost of an invite with its mails and notifications, in rows.
const INVITE_COST: usize = 8;

impl Batch {
    pub const fn new() -> Self {
        Self { left: MAX_ROWS, invites: 0 }
    }

    /// Charges rows that the caller deletes itself.
    pub const fn spend(&mut self, rows: usize) {
        self.left = self.left.saturating_sub(rows);
    }

    /// Whether the budget is used up.
    pub const fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Deletes the records whose id starts with `parent`. Returns false if the budget is used up.
    pub fn under<'k, R: Record>(&mut self, tx: &mut Tx<'_>, parent: impl KeyPrefix<R::Id<'k>>) -> Result<bool> {
        let cost = tx.delete_children::<R>(parent, self.left)?;
        self.spend(cost);
        Ok(self.left > 0)
    }

    /// Deletes the records of an index range. Returns false if the budget is used up.
    pub fn linked<R: Record>(&mut self, tx: &mut Tx<'_>, range: IndexRange<R>) -> Result<bool> {
        let found = tx.some_linked(range, self.left)?;
        for record in &found {
            tx.delete::<R>(record.id())?;
        }
        self.spend(found.len());
        Ok(self.left > 0)
    }

    /// Deletes an invite whose attempt is already deleted or is deleted in the same transaction.
    pub fn invite(&mut self, tx: &mut Tx<'_>, invite: &Invite) -> Result<()> {
        delete_linked(tx, records::MAIL_BY_INVITE.under(invite.id))?;
        delete_notifications(tx, invite)?;
        delete_linked(tx, records::DELIVERIES_BY_INVITE.under(invite.id))?;
        delete_linked(tx, records::HOLDS_BY_SUBJECT.under(invite.id.to_string().as_str()))?;
        tx.delete::<Seat>(invite.id())?;
        forget_identity(tx, invite.id)?;
        tx.delete::<Order>(invite.id())?;
        tx.delete::<LtiLaunch>(invite.id())?;
        tx.delete::<Arrangement>(invite.id())?;
        tx.delete::<Invite>(invite.id())?;
        self.spend(INVITE_COST);
        self.invites += 1;
        Ok(())
    }

    /// The attempt of an invite, if any: [`Self::attempt`] deletes both.
    pub fn attempt_of(tx: &Tx<'_>, invite: &Invite) -> Result<Option<Attempt>> {
        invite.attempt_id.map_or(Ok(None), |id| Ok(tx.get(id)?))
    }

    /// Deletes an attempt with its dependent rows and its invite. Returns false if the budget is used up.
    pub fn attempt(&mut self, w: &mut Work<'_, '_>, attempt: &Attempt) -> Result<bool> {
        let id = attempt.id;
        // First: from then on its chain is marked, and the rest of it may be missing.
        let is_bare = self.answers(w, id)?
            && self.timeline(w, id)?
            && self.under::<Note>(w, id)?
            && self.under::<Letter>(w, id)?
            && self.under::<RubricChoice>(w, id)?
            && self.under::<ModelVerdict>(w, id)?
            && self.linked::<Marking>(w, records::MARKINGS_BY_ANSWER.under(id))?
            && self.screenshots(w, id)?;
        if !is_bare {
            return Ok(false);
        }
        let grades: Vec<Grade> = w.children(id)?;
        // What follows is one transaction, so that no part of a result is left: a long one begins in the next batch, whose
        // budget is whole then.
        if self.left < MAX_ROWS / 2 && grades.len() > self.left {
            self.left = 0;
            return Ok(false);
        }
        for grade in &grades {
            w.delete::<Grade>(grade.id())?;
        }
        while w.delete_children::<Judging>(id, MAX_ROWS)? >= MAX_ROWS {}
        queue::erased(w, id);
        w.delete::<ResumeRequest>(id)?;
        note::remove(w, id, ResultState::Deleted)?;
        w.delete::<Decision>(id)?;
        w.delete::<history::HistoryChain>(id)?;
        w.delete::<Draw>(id)?;
        w.delete::<SectionClock>(id)?;
        w.delete::<Consent>(id)?;
        w.delete::<AgreedClips>(id)?;
        similarity::forget(w, attempt.test_id, id)?;
        delete_linked(w, records::SHARES_BY_SUBMISSION.under(id))?;
        losses::forget(w, id)?;
        delete_linked(w, records::ALIASES_BY_SUBMISSION.under(id))?;
        page::erased(w, id)?;
        events::results_changed(w, attempt.test_id, id);
        w.delete::<Attempt>(attempt.id())?;
        self.spend(7 + grades.len());
        if let Some(invite) = w.get::<Invite>(attempt.invite_id)? {
            self.invite(w, &invite)?;
        }
        Ok(true)
    }

    /// Deletes the entries of an attempt from the log, which keeps those of one attempt far from each other. Returns
    /// false if the budget is used up.
    fn history(&mut self, w: &mut Work<'_, '_>, id: AttemptId) -> Result<bool> {
        let Some(mut chain) = crate::service::attempt::history::settle(w, id)? else { return Ok(true) };
        let is_kept = !chain.is_forgotten();
        let is_logged = chain.last.is_some();
        chain.forget();
        while let Some(place) = chain.last.filter(|_| self.left > 0) {
            let logged = w.delete::<history::Logged>((place.at, id, place.number))?;
            let bytes = logged.as_ref().map_or(0, |logged| logged.entries.size());
            chain.last = logged.and_then(|logged| logged.before);
            self.spend(LOGGED_COST + bytes / LOGGED_BYTES);
        }
        if is_kept || is_logged {
            w.put(&chain)?;
        }
        Ok(self.left > 0)
    }

    /// Deletes the answers of an attempt with their history. Its chain is marked, and stays. Returns false if the budget is
    /// used up.
    pub fn answers(&mut self, w: &mut Work<'_, '_>, id: AttemptId) -> Result<bool> {
        if !self.history(w, id)? {
            return Ok(false);
        }
        w.delete::<history::PackedHistory>(id)?;
        Ok(self.under::<Answer>(w, id)? && self.under::<LateAnswer>(w, id)? && self.under::<TimeSpent>(w, id)?)
    }

    /// Deletes the timeline of an attempt, its signals and messages. Returns false if the budget is used up.
    pub fn timeline(&mut self, w: &mut Work<'_, '_>, id: AttemptId) -> Result<bool> {
        let is_bare = self.under::<IntegritySignal>(w, id)?
            && self.under::<timeline::TimelineEvent>(w, id)?
            && self.under::<ProctorMessage>(w, id)?
            && self.under::<AskedQuestion>(w, id)?;
        if is_bare {
            w.delete::<SignalTally>(id)?;
            w.delete::<TimelineHead>(id)?;
        }
        Ok(is_bare)
    }

    /// Deletes the screenshots and clips of an attempt. Returns false if the budget is used up.
    pub fn screenshots(&mut self, tx: &mut Tx<'_>, id: AttemptId) -> Result<bool> {
        let removed = crate::service::monitor::screenshots::remove(tx, id, self.left.div_ceil(SCREENSHOT_COST))?;
        self.spend(removed * SCREENSHOT_COST);
        // The parts first: while a clip is there, parts of it may still be stored.
        Ok(self.left > 0 && self.under::<ClipPart>(tx, id)? && self.under::<Clip>(tx, id)?)
    }
}

/// Deletes the notifications about an invite.
fn delete_notifications(tx: &mut Tx<'_>, invite: &Invite) -> Result<()> {
    for notification in tx.linked(records::NOTIFICATIONS_BY_APPLICANT.under(invite.applicant_id))? {
        if notification.invite_id == invite.id {
            tx.delete::<Notification>(notification.id())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The deletion that covers the rows of each record type, by the names of `records::KINDS`.
    const DELETED_WITH: [(&str, &[&str]); 6] = [
        (
            "attempt",
            &[
                "attempts",
                "answers",
                "late_answers",
                "time spent",
                "resume requests",
                "signals",
                "signal tallies",
                "timeline",
                "timeline heads",
                "messages",
                "asked questions",
                "screenshots",
                "pictures",
                "clips",
                "parts of clips",
                "agreed clips",
                "submissions",
                "grades",
                "judgings",
                "decisions",
                "notes",
                "letters",
                "chosen rubric items",
                "model verdicts",
                "markings",
                "aliases",
                "history chains",
                "history log",
                "packed histories",
                "draws",
                "section clocks",
                "consents",
                "shares",
                "losses",
            ],
        ),
        (
            "invite",
            &[
                "invites",
                "outbox",
                "notifications",
                "holds",
                "seats",
                "identity checks",
                "identity pictures",
                "deliveries",
                "orders",
                "LTI launches",
                "arrangements",
            ],
        ),
        (
            "test",
            &[
                "tests",
                "papers",
                "pass marks",
                "repairs",
                "similarity",
                "rubrics",
                "anonymity",
                "sections",
                "plans",
                "archived tests",
                "assignments",
                "past figures",
                "consent of tests",
                "exam browser rules",
                "clip rules",
                "panel calendars",
            ],
        ),
        ("the sweeper", &["pending imports", "question pictures", "files of question pictures", "outages"]),
        (
            "account",
            &[
                "users",
                "sessions",
                "mailbox proofs",
                "password resets",
                "daily summaries",
                "second factors",
                "directory links",
                "read marks",
                "keyed calls",
                "erasure requests",
                "grants",
                "API tokens",
                "background jobs",
            ],
        ),
        // The audit log holds ids alone; the rest belongs to the installation.
        (
            "nothing",
            &[
                "audit",
                "audit positions",
                "email settings",
                "theme settings",
                "site settings",
                "password settings",
                "second factor settings",
                "OIDC settings",
                "LTI platforms",
                "LDAP settings",
                "company settings",
                "site consent",
                // They hold no names, and what was accepted stays readable.
                "accepted texts",
                "company logos",
                "language packs",
                "site languages",
                "key check",
                "AI settings",
                "AI review policy",
                "upkeep",
                "bank questions",
                "question versions",
                "bank revision",
                "last beat",
                "clock mark",
                "leader of a twin",
                // What is left of it is a hash and two dates.
                "own pages",
                "runner tokens",
                "evidence keys",
                // With their session.
                "announcements",
                "rehearsals",
                // Only by hand: a session says where and when, and names staff by their ids.
                "exam sessions",
                "webhooks",
                // That a result was deleted is a change, and names no person.
                "changes of results",
                "numbers of results",
                // Those of a deleted test are taken out of it.
                "retention rules",
                "retention look",
                "counts of deletions",
            ],
        ),
    ];

    /// A new record type needs a decision: what deletes its rows?
    #[test]
    fn every_table_has_a_cascade() {
        let named: BTreeSet<&str> = DELETED_WITH.iter().flat_map(|(_, kinds)| kinds.iter().copied()).collect();
        let stored: BTreeSet<&str> = records::KINDS.iter().map(|kind| kind.name).collect();
        assert_eq!(named, stored);
    }
}
