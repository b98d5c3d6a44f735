//! Cascade delete: deletes records together with their dependent rows, in batches.

use super::{events, query};
use crate::{
    app::App,
    domain::{
        Result,
        attempt::{Answer, Attempt, LateAnswer, ResumeRequest, TimeSpent},
        invite::Invite,
        mail::Mail,
        message::Message,
        notification::Notification,
        signal::{Signal, SignalTally},
        submission::{Grade, Submission},
        timeline::{self, TimelineHead},
    },
    store::{
        Index, KeyRange, Read, Record, Tx,
        records::{self, key},
    },
};
use std::ops::ControlFlow;

pub(super) fn delete_linked<R: Record>(tx: &mut Tx<'_>, index: Index, index_key: &[u8]) -> Result<()> {
    for record in query::linked::linked::<R>(tx, index, index_key)? {
        tx.delete::<R>(&record.key())?;
    }
    Ok(())
}

/// Deletes in batches, one transaction each, so that the writer serves candidates' saves in between. `batch` receives
/// the number of invites deleted so far and returns how many it deleted and whether nothing is left. Returns the total.
///
/// An interruption between two batches leaves consistent data: an invite, its attempt, submission and grades are
/// deleted in one transaction.
pub(super) async fn in_batches(
    app: &App,
    batch: impl Fn(&App, &mut Tx<'_>, usize) -> Result<(usize, bool)> + Clone + Send + 'static,
) -> Result<usize> {
    let mut deleted = 0;
    loop {
        let (handle, batch) = (app.clone(), batch.clone());
        let (invites, is_done) = app.store.write(move |tx| batch(&handle, tx, deleted)).await?;
        deleted += invites;
        if is_done {
            return Ok(deleted);
        }
    }
}

/// Row budget of one transaction: the rest is left to the next batch.
pub(super) struct Batch {
    left: usize,
    /// Invites deleted in this batch.
    pub invites: usize,
}

/// Rows per batch: some milliseconds of the writer.
const MAX_ROWS: usize = 400;
/// Cost of a screenshot, in rows.
const SCREENSHOT_COST: usize = 20;
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

    /// Deletes the rows under a prefix. Returns false if the budget is used up.
    pub fn under<R: Record>(&mut self, tx: &mut Tx<'_>, prefix: &[u8]) -> Result<bool> {
        let (mut keys, limit) = (Vec::new(), self.left);
        if limit == 0 {
            return Ok(false);
        }
        tx.raw_scan(R::TABLE, KeyRange::prefix(prefix), false, &mut |key, _| {
            keys.push(key.to_vec());
            Ok(if keys.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        for key in &keys {
            tx.delete::<R>(key)?;
        }
        self.spend(keys.len());
        Ok(self.left > 0)
    }

    /// Deletes the records under an index key. Returns false if the budget is used up.
    pub fn linked<R: Record>(&mut self, tx: &mut Tx<'_>, index: Index, index_key: &[u8]) -> Result<bool> {
        let found = query::linked::some_linked::<R>(tx, index, index_key, self.left)?;
        for record in &found {
            tx.delete::<R>(&record.key())?;
        }
        self.spend(found.len());
        Ok(self.left > 0)
    }

    /// Deletes an invite whose attempt is already deleted or is deleted in the same transaction.
    pub fn invite(&mut self, tx: &mut Tx<'_>, invite: &Invite) -> Result<()> {
        delete_linked::<Mail>(tx, records::MAIL_BY_INVITE, &invite.key())?;
        delete_notifications(tx, invite)?;
        tx.delete::<Invite>(&invite.key())?;
        self.spend(INVITE_COST);
        self.invites += 1;
        Ok(())
    }

    /// The attempt of an invite, if any: [`Self::attempt`] deletes both.
    pub fn attempt_of(tx: &Tx<'_>, invite: &Invite) -> Result<Option<Attempt>> {
        invite.attempt_id.map_or(Ok(None), |id| Ok(tx.get(&key::of_attempt(id))?))
    }

    /// Deletes an attempt with its dependent rows and its invite. Returns false if the budget is used up.
    pub fn attempt(&mut self, tx: &mut Tx<'_>, app: &App, attempt: &Attempt) -> Result<bool> {
        let prefix = key::of_attempt(attempt.id);
        let is_bare = self.under::<Answer>(tx, &prefix)?
            && self.under::<LateAnswer>(tx, &prefix)?
            && self.under::<TimeSpent>(tx, &prefix)?
            && self.under::<Signal>(tx, &prefix)?
            && self.under::<timeline::Entry>(tx, &prefix)?
            && self.under::<Message>(tx, &prefix)?
            && self.screenshots(tx, attempt)?;
        if !is_bare {
            return Ok(false);
        }
        let grades: Vec<Grade> = tx.records(&prefix)?;
        for grade in &grades {
            tx.delete::<Grade>(&grade.key())?;
        }
        tx.delete::<SignalTally>(&prefix)?;
        tx.delete::<ResumeRequest>(&prefix)?;
        tx.delete::<TimelineHead>(&prefix)?;
        tx.delete::<Submission>(&prefix)?;
        events::results_changed(tx, app, attempt.test_id);
        tx.delete::<Attempt>(&attempt.key())?;
        self.spend(5 + grades.len());
        if let Some(invite) = tx.get::<Invite>(&crate::store::records::key::invite(attempt.invite_id))? {
            self.invite(tx, &invite)?;
        }
        Ok(true)
    }

    fn screenshots(&mut self, tx: &mut Tx<'_>, attempt: &Attempt) -> Result<bool> {
        let removed = super::monitor::screenshots::remove(tx, attempt.id, self.left.div_ceil(SCREENSHOT_COST))?;
        self.spend(removed * SCREENSHOT_COST);
        Ok(self.left > 0)
    }
}

/// Deletes the notifications about an invite.
fn delete_notifications(tx: &mut Tx<'_>, invite: &Invite) -> Result<()> {
    let of_person = key::user(invite.applicant_id);
    for notification in query::linked::linked::<Notification>(tx, records::NOTIFICATIONS_BY_APPLICANT, &of_person)? {
        if notification.invite_id == invite.id {
            tx.delete::<Notification>(&notification.key())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// What deletes the rows of each record type, by the names of `records::KINDS`.
    const DELETED_WITH: [(&str, &[&str]); 5] = [
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
                "screenshots",
                "pictures",
                "submissions",
                "grades",
            ],
        ),
        ("invite", &["invites", "outbox", "notifications"]),
        ("test", &["tests", "papers"]),
        ("account", &["users", "sessions", "mailbox proofs", "read marks"]),
        // The audit log holds ids alone; the rest belongs to the installation.
        (
            "nothing",
            &["audit", "email settings", "theme settings", "site settings", "key check", "AI settings", "upkeep"],
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
