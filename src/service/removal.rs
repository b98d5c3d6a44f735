//! Deleting records with all that hangs on them.

use crate::{
    app::App,
    domain::{
        InviteId, Result,
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
        Index, Key, KeyRange, Read, Record, Tx,
        records::{self, key},
    },
};
use std::ops::ControlFlow;

/// The records to which an index's key leads.
pub(super) fn linked<R: Record>(tx: &Tx<'_>, index: Index, index_key: &[u8]) -> Result<Vec<R>> {
    let mut keys = Vec::new();
    tx.scan_index(index, KeyRange::prefix(index_key), false, &mut |_, primary| {
        keys.push(primary.to_vec());
        Ok(ControlFlow::Continue(()))
    })?;
    let mut found = Vec::with_capacity(keys.len());
    for key in keys {
        found.extend(tx.get::<R>(&key)?);
    }
    Ok(found)
}

pub(super) fn delete_linked<R: Record>(tx: &mut Tx<'_>, index: Index, index_key: &[u8]) -> Result<()> {
    for record in linked::<R>(tx, index, index_key)? {
        tx.delete::<R>(&record.key())?;
    }
    Ok(())
}

pub(super) fn delete_under<R: Record>(tx: &mut Tx<'_>, prefix: &[u8]) -> Result<()> {
    for record in tx.records::<R>(prefix)? {
        tx.delete::<R>(&record.key())?;
    }
    Ok(())
}

pub(super) fn delete_mails(tx: &mut Tx<'_>, invite: InviteId) -> Result<()> {
    delete_linked::<Mail>(tx, records::MAIL_BY_INVITE, &Key::new().id(invite.0).build())
}

/// What administrators were told of this invite.
pub(super) fn delete_notifications(tx: &mut Tx<'_>, invite: &Invite) -> Result<()> {
    let of_person = key::user(invite.applicant_id);
    for told in linked::<Notification>(tx, records::NOTIFICATIONS_BY_APPLICANT, &of_person)? {
        if told.invite_id == invite.id {
            tx.delete::<Notification>(&told.key())?;
        }
    }
    Ok(())
}

pub(super) fn delete_attempt(tx: &mut Tx<'_>, app: &App, attempt: &Attempt) -> Result<()> {
    let prefix = key::of_attempt(attempt.id);
    delete_under::<Answer>(tx, &prefix)?;
    delete_under::<LateAnswer>(tx, &prefix)?;
    delete_under::<TimeSpent>(tx, &prefix)?;
    delete_under::<Signal>(tx, &prefix)?;
    tx.delete::<SignalTally>(&prefix)?;
    tx.delete::<ResumeRequest>(&prefix)?;
    delete_under::<timeline::Entry>(tx, &prefix)?;
    delete_under::<Message>(tx, &prefix)?;
    super::screenshots::remove(tx, attempt.id)?;
    tx.delete::<TimelineHead>(&prefix)?;
    delete_under::<Grade>(tx, &prefix)?;
    tx.delete::<Submission>(&prefix)?;
    super::statistics::changed(tx, app, attempt.test_id);
    tx.delete::<Attempt>(&attempt.key())?;
    Ok(())
}
