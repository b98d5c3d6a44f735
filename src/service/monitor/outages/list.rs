//! Outages as administrators see them.

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, OutageId, Result,
        attempt::Attempt,
        invite::Invite,
        outage::{Loss, Outage},
        time::SignedDuration,
    },
    service::{
        actor::{Proctor, Watcher},
        query::{
            self,
            page::{Page, Slice},
        },
    },
    store::{Read, records},
};

/// The loss of one attempt, and its present state.
pub struct Lost {
    pub loss: Loss,
    pub attempt: Attempt,
    pub invite: Invite,
    pub lost: SignedDuration,
    pub proposal: SignedDuration,
    /// Whether the attempt has ended by time alone, and can be reopened.
    pub is_reopenable: bool,
}

pub struct OutageView {
    pub outage: Outage,
    /// Losses by the attempt's id.
    pub lost: Vec<Lost>,
    /// Name of the administrator who settled it.
    pub settled_by: Option<String>,
}

/// Newest first.
///
/// # Errors
/// 422 for an invalid cursor.
pub fn list(app: &App, by: &Watcher, slice: &Slice) -> Result<Page<OutageView>> {
    let read = app.store.read()?;
    let has_met = |outage: &Outage| has_met_people_of(&read, by, outage.id);
    let Page { items, next } = query::page::newest_judged(&read, records::OUTAGES_BY_TIME.all(), slice, has_met)?;
    let shown = items.into_iter().map(|outage| shown(&read, by, outage));
    Ok(Page { items: shown.collect::<Result<_>>()?, next })
}

/// # Errors
/// 404.
pub fn get(app: &App, by: &Watcher, id: OutageId) -> Result<OutageView> {
    let read = app.store.read()?;
    let outage = load(&read, id)?;
    if has_met_people_of(&read, by, id)? { shown(&read, by, outage) } else { Err(Error::not_found("outage")) }
}

/// Whether an outage met someone whom the caller sees.
fn has_met_people_of(read: &impl Read, by: &Watcher, id: OutageId) -> Result<bool> {
    // One whose people have all been deleted is left to the whole site.
    let mut are_others = false;
    for loss in read.children::<Loss>(id)? {
        let Some(attempt) = read.get::<Attempt>(loss.attempt_id)? else { continue };
        if !read.has::<Invite>(attempt.invite_id)? {
            continue;
        }
        if query::exam_session::is_watched(read, by, attempt.test_id, attempt.invite_id)? {
            return Ok(true);
        }
        are_others = true;
    }
    Ok(by.scope().tests().is_none() && !are_others)
}

/// Requires that the caller sees all whom an outage met: it is settled once, for all of them.
///
/// # Errors
/// 403 `whole_site_only`; `forbidden` where it met people of others' shares.
pub(super) fn require_whole(read: &impl Read, by: &Proctor, id: OutageId) -> Result<()> {
    for loss in read.children::<Loss>(id)? {
        let Some(attempt) = read.get::<Attempt>(loss.attempt_id)? else { continue };
        if !query::exam_session::is_looked_after(read, by.id(), attempt.invite_id)? {
            let detail =
                "You look after a part of an exam session, and this outage met others, too. Its lead can settle it.";
            return Err(Error::forbidden(ErrorCode::Forbidden, detail));
        }
        if !by.scope().permits(attempt.test_id) {
            let detail = "This outage met other tests, too. Someone with the whole site's permission can settle it.";
            return Err(Error::forbidden(ErrorCode::WholeSiteOnly, detail));
        }
    }
    Ok(())
}

/// # Errors
/// 404.
pub(super) fn load(read: &impl Read, id: OutageId) -> Result<Outage> {
    read.get(id)?.ok_or_else(|| Error::not_found("outage"))
}

/// The invite of an ended attempt. Where its test hides names, it has neither its name nor its alias: the times of an outage
/// were seen beside the name while it ran. Its own id leads to no result.
fn nameless(read: &impl Read, invite: Invite) -> Result<Invite> {
    if !query::naming::hides(read, invite.test_id)? {
        return Ok(invite);
    }
    Ok(Invite { id: query::naming::UNKNOWN, ..query::naming::of_invite(read, invite)? })
}

fn shown(read: &impl Read, by: &Watcher, outage: Outage) -> Result<OutageView> {
    let mut lost = Vec::new();
    for loss in read.children::<Loss>(outage.id)? {
        let attempt = read.get::<Attempt>(loss.attempt_id)?;
        let Some(attempt) = attempt else { continue };
        if !query::exam_session::is_watched(read, by, attempt.test_id, attempt.invite_id)? {
            continue;
        }
        let Some(invite) = read.get::<Invite>(attempt.invite_id)? else { continue };
        let invite = if attempt.is_running() { invite } else { nameless(read, invite)? };
        let is_reopenable = query::attempt::is_reopenable(read, &attempt)?;
        let time = outage.lost_by(&loss, &attempt);
        let proposal = outage.proposal_to(&attempt, &loss);
        lost.push(Lost { loss, attempt, invite, lost: time, proposal, is_reopenable });
    }
    let settled_by = outage.settled.as_ref().map(|settled| query::person::name_of(read, settled.by)).transpose()?;
    Ok(OutageView { outage, lost, settled_by })
}
