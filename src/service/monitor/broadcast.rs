//! Announcements to the running tests of one test, or to a selection of people, whether or not they are in a session
//! (`docs/behaviour/sessions.md#announcements`). Each attempt has the text as its own.

use super::{incidents::check_text, messages};
use crate::{
    app::App,
    domain::{
        AttemptId, Error, ErrorCode, InviteId, MessageId, Result, TestId,
        attempt::Attempt,
        idempotency::Created,
        invite::Invite,
        list::InviteClass,
        message::{MAX_TEXT, MessageKind, ProctorMessage},
    },
    service::{
        actor::Proctor,
        query,
        work::{
            Work,
            idempotency::{self, Once},
        },
    },
    store::{Read, Snapshot, records::INVITES_BY_TEST_CLASS},
};
use std::collections::BTreeSet;

/// People of one call.
pub const MAX_CHOSEN: usize = 1_000;
/// Attempts per transaction, so that a hall does not delay the saves of others.
const BATCH: usize = 50;

/// The recipients of an announcement.
pub enum Listeners {
    /// All whose test of this kind runs.
    Test(TestId),
    People(Vec<InviteId>),
}

/// An announcement, or the correction of a question.
#[derive(Clone, Debug)]
pub struct Said {
    pub text: String,
    /// The question beside which the message stays. Papers without it do not get the message.
    pub question: Option<String>,
}

/// How many have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    pub id: MessageId,
    pub sent: usize,
    /// Number of people whose test does not run, does not have the question, or can take no more messages.
    pub unsent: usize,
}

/// Says 1 to 1,000 characters to running tests. A repeat with the same key says nothing twice, and completes what the first
/// call had not reached.
///
/// # Errors
/// 404 for a test or an invite that the permission is not for; 422.
pub async fn announce(app: &App, by: &Proctor, to: Listeners, said: Said, once: Option<Once>) -> Result<Reached> {
    let said = Said { text: check_text("text", &said.text, MAX_TEXT)?, ..said };
    let (attempts, mut unsent) = attempts(&app.store.read()?, by, to)?;
    let fresh: MessageId = app.new_id();
    let id = app
        .write(by, move |w| {
            if let Some(Created::Message(id)) = idempotency::earlier(w, once)? {
                return Ok(id);
            }
            idempotency::done(w, once, Created::Message(fresh))?;
            Ok(fresh)
        })
        .await?;
    let mut sent = 0;
    for batch in attempts.chunks(BATCH) {
        let (batch, said) = (batch.to_vec(), said.clone());
        let part = app.write(by, move |w| {
            let mut part = 0;
            for attempt in &batch {
                part += usize::from(say(w, *attempt, id, &said)?);
            }
            Ok((part, batch.len() - part))
        });
        let part = part.await?;
        sent += part.0;
        unsent += part.1;
    }
    Ok(Reached { id, sent, unsent })
}

/// The attempts of those who are meant, and the number of people without one.
fn attempts(read: &Snapshot, by: &Proctor, to: Listeners) -> Result<(Vec<AttemptId>, usize)> {
    let invites = match to {
        Listeners::Test(test) => {
            by.require(test, "test")?;
            let mut shown = Vec::new();
            for invite in read.linked::<Invite>(INVITES_BY_TEST_CLASS.under((test, InviteClass::InProgress)))? {
                if query::exam_session::is_looked_after(read, by.id(), invite.id)? {
                    shown.push(invite);
                }
            }
            shown
        }
        Listeners::People(chosen) => {
            if chosen.is_empty() || chosen.len() > MAX_CHOSEN {
                return Err(Error::field("invites", format!("Please choose between 1 and {MAX_CHOSEN} people.")));
            }
            let mut invites = Vec::with_capacity(chosen.len());
            // Twice the same person is one.
            for id in chosen.into_iter().collect::<BTreeSet<_>>() {
                let invite: Invite = read.get(id)?.ok_or_else(|| Error::not_found("invite"))?;
                by.require(invite.test_id, "invite")?;
                if !query::exam_session::is_looked_after(read, by.id(), id)? {
                    return Err(Error::not_found("invite"));
                }
                invites.push(invite);
            }
            invites
        }
    };
    let all = invites.len();
    let attempts: Vec<AttemptId> = invites.into_iter().filter_map(|invite| invite.attempt_id).collect();
    let without = all - attempts.len();
    Ok((attempts, without))
}

/// Returns false for an attempt that does not run, and for a timeline that is full.
fn say(w: &mut Work<'_, '_>, id: AttemptId, message: MessageId, said: &Said) -> Result<bool> {
    let Some(attempt) = w.get::<Attempt>(id)?.filter(Attempt::is_running) else { return Ok(false) };
    if w.has::<ProctorMessage>((id, message))? {
        return Ok(true);
    }
    if let Some(question) = &said.question {
        let paper = w.app.caches.papers.get(&**w, attempt.test_id, &attempt.paper)?;
        if paper.question(question).is_none() {
            return Ok(false);
        }
    }
    match messages::deliver(w, &attempt, (message, MessageKind::Announcement), said.text.clone(), said.question.clone())
    {
        Err(error) if error.code == ErrorCode::TimelineFull => Ok(false),
        other => other.map(|_| true),
    }
}
