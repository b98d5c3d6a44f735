//! Deleting records with all that hangs on them.

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

/// Removes in turns of the writer, which serves candidates' saves in between, until `turn` says that nothing is left; it
/// is told how many invites went before. Answers how many went in all.
///
/// What a break between two turns leaves behind is whole: an invite, its attempt, submission and grades go at once.
pub(super) async fn in_turns(
    app: &App,
    turn: impl Fn(&App, &mut Tx<'_>, usize) -> Result<(usize, bool)> + Clone + Send + 'static,
) -> Result<usize> {
    let mut gone = 0;
    loop {
        let (handle, turn) = (app.clone(), turn.clone());
        let (invites, is_done) = app.store.write(move |tx| turn(&handle, tx, gone)).await?;
        gone += invites;
        if is_done {
            return Ok(gone);
        }
    }
}

/// What one turn of the writer removes: the rest is left to the next turn.
pub(super) struct Turn {
    left: usize,
    /// Invites that went in it.
    pub invites: usize,
}

/// Rows of one turn: some milliseconds.
const MOST_ROWS: usize = 400;
/// A picture counts as so many rows.
const PICTURE: usize = 20;
/// So does an invite, with its mails and notifications.
const INVITE: usize = 8;

impl Turn {
    pub const fn new() -> Self {
        Self { left: MOST_ROWS, invites: 0 }
    }

    /// Counts rows that the caller removes itself.
    pub const fn spend(&mut self, rows: usize) {
        self.left = self.left.saturating_sub(rows);
    }

    /// Nothing more in this turn.
    pub const fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Removes what lies under a prefix; false where some is left.
    pub fn under<R: Record>(&mut self, tx: &mut Tx<'_>, prefix: &[u8]) -> Result<bool> {
        let (mut keys, most) = (Vec::new(), self.left);
        if most == 0 {
            return Ok(false);
        }
        tx.raw_scan(R::TABLE, KeyRange::prefix(prefix), false, &mut |key, _| {
            keys.push(key.to_vec());
            Ok(if keys.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        for key in &keys {
            tx.delete::<R>(key)?;
        }
        self.spend(keys.len());
        Ok(self.left > 0)
    }

    /// Removes the records to which an index's key leads; false where some are left.
    pub fn linked<R: Record>(&mut self, tx: &mut Tx<'_>, index: Index, index_key: &[u8]) -> Result<bool> {
        let found = query::linked::some_linked::<R>(tx, index, index_key, self.left)?;
        for record in &found {
            tx.delete::<R>(&record.key())?;
        }
        self.spend(found.len());
        Ok(self.left > 0)
    }

    /// Removes an invite, whose attempt is gone or goes with it.
    pub fn invite(&mut self, tx: &mut Tx<'_>, invite: &Invite) -> Result<()> {
        delete_linked::<Mail>(tx, records::MAIL_BY_INVITE, &invite.key())?;
        delete_notifications(tx, invite)?;
        tx.delete::<Invite>(&invite.key())?;
        self.spend(INVITE);
        self.invites += 1;
        Ok(())
    }

    /// The attempt of an invite, as long as there is one: with it the invite goes.
    pub fn attempt_of(tx: &Tx<'_>, invite: &Invite) -> Result<Option<Attempt>> {
        invite.attempt_id.map_or(Ok(None), |id| Ok(tx.get(&key::of_attempt(id))?))
    }

    /// Removes an attempt with all that hangs on it, its invite included; false where some is left.
    pub fn attempt(&mut self, tx: &mut Tx<'_>, app: &App, attempt: &Attempt) -> Result<bool> {
        let prefix = key::of_attempt(attempt.id);
        let is_bare = self.under::<Answer>(tx, &prefix)?
            && self.under::<LateAnswer>(tx, &prefix)?
            && self.under::<TimeSpent>(tx, &prefix)?
            && self.under::<Signal>(tx, &prefix)?
            && self.under::<timeline::Entry>(tx, &prefix)?
            && self.under::<Message>(tx, &prefix)?
            && self.pictures(tx, attempt)?;
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

    fn pictures(&mut self, tx: &mut Tx<'_>, attempt: &Attempt) -> Result<bool> {
        let removed = super::monitor::screenshots::remove(tx, attempt.id, self.left.div_ceil(PICTURE))?;
        self.spend(removed * PICTURE);
        Ok(self.left > 0)
    }
}

/// What administrators were told of this invite.
fn delete_notifications(tx: &mut Tx<'_>, invite: &Invite) -> Result<()> {
    let of_person = key::user(invite.applicant_id);
    for told in query::linked::linked::<Notification>(tx, records::NOTIFICATIONS_BY_APPLICANT, &of_person)? {
        if told.invite_id == invite.id {
            tx.delete::<Notification>(&told.key())?;
        }
    }
    Ok(())
}
