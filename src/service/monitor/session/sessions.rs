//! Sessions themselves: list, create, change, delete.

use super::{holding, pictures_asked, room, share};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ExamSessionId, InviteId, Result, UserId,
        error::FieldChecker,
        exam_session::{ExamSession, ExamSessionDraft, Seat},
        message::Announcement,
        permission::{Capability, Scope},
        rehearsal::Rehearsal,
        user::{Role, User},
    },
    service::{
        actor::{self, Proctor, Watcher},
        events,
        query::{
            self,
            ownership::reaches_session,
            page::{Page, Slice},
        },
        work::{Work, cascade_delete::forget_identity},
    },
    store::{
        Read,
        records::{EXAM_SESSIONS_BY_START, SEATS_BY_SESSION, counter},
    },
};
use std::collections::BTreeSet;

/// Sessions of one installation.
const MAX_SESSIONS: usize = 10_000;

/// Someone of staff, by name.
#[derive(Clone, Debug)]
pub struct NamedAccount {
    pub id: UserId,
    pub name: String,
}

/// A session with what is shown beside its record.
#[derive(Clone, Debug)]
pub struct SessionView {
    pub session: ExamSession,
    /// Invites in it, of all tests.
    pub people: u64,
    pub lead: Option<NamedAccount>,
    /// Proctors in the order of the record, with those of their shares whom the calling account sees; accounts that no longer
    /// exist are left out.
    pub proctors: Vec<(NamedAccount, Option<Vec<InviteId>>)>,
    /// `None` before the first change.
    pub changed_by: Option<String>,
    /// Who has paused everyone.
    pub paused_by: Option<String>,
    /// The calling account may change it.
    pub may_change: bool,
}

pub(super) fn not_found() -> Error {
    Error::not_found("session")
}

/// # Errors
/// 404.
pub(super) fn load(read: &impl Read, id: ExamSessionId) -> Result<ExamSession> {
    read.get(id)?.ok_or_else(not_found)
}

/// The session, if a permission reaches it.
///
/// # Errors
/// 404.
pub(crate) fn reached(read: &impl Read, by: (Option<UserId>, &Scope), id: ExamSessionId) -> Result<ExamSession> {
    let session = load(read, id)?;
    if reaches_session(read, by, &session)? { Ok(session) } else { Err(not_found()) }
}

/// Whether an account looks after more than a share of a session. Admins can give shares, so that one of their own does not
/// lock them out.
fn is_of_whole(read: &impl Read, session: &ExamSession, account: Option<UserId>) -> Result<bool> {
    if session.may_be_changed_by(account) {
        return Ok(true);
    }
    let user: Option<User> = account.map(|id| read.get(id)).transpose()?.flatten();
    Ok(user.is_some_and(|user| user.role == Role::Admin))
}

/// Whether an account may do what concerns everyone in a session: it looks after more than a share, and is assigned to the
/// session or has a permission for the tests of all its people.
///
/// # Errors
/// Storage only.
pub(super) fn may_change(
    read: &impl Read,
    session: &ExamSession,
    (account, scope): (Option<UserId>, &Scope),
) -> Result<bool> {
    let is_assigned = account.is_some_and(|account| session.is_of(account));
    Ok(is_of_whole(read, session, account)? && (is_assigned || room::permits_all(read, scope, session.id)?))
}

fn view(read: &impl Read, session: ExamSession, (account, scope): (Option<UserId>, &Scope)) -> Result<SessionView> {
    let named = |id: UserId| -> Result<Option<NamedAccount>> {
        Ok(read.get::<User>(id)?.map(|user| NamedAccount { id, name: user.full_name }))
    };
    let lead = session.lead.map(named).transpose()?.flatten();
    let may_change = may_change(read, &session, (account, scope))?;
    let is_seen = |seat: &Seat| {
        let is_seated = seat.session_id == session.id && scope.permits(seat.test_id);
        is_seated && (may_change || session.shows(account, seat.invite_id))
    };
    let mut proctors = Vec::with_capacity(session.proctors.len());
    for proctor in &session.proctors {
        let share = match &proctor.share {
            Some(share) => Some(those(read, share, is_seen)?),
            None => None,
        };
        proctors.extend(named(proctor.account)?.map(|name| (name, share)));
    }
    Ok(SessionView {
        people: read.count(&counter::seats_of(session.id))?,
        lead,
        proctors,
        changed_by: match session.version {
            1 => None,
            _ => Some(query::person::name_of(read, session.changed_by)?),
        },
        paused_by: session.paused.map(|pause| query::person::name_of(read, pause.by)).transpose()?,
        may_change,
        session,
    })
}

/// The invitations of a share whose seats are wanted.
fn those(read: &impl Read, share: &[InviteId], is_wanted: impl Fn(&Seat) -> bool) -> Result<Vec<InviteId>> {
    let mut found = Vec::with_capacity(share.len());
    for invite in share {
        if read.get::<Seat>(*invite)?.is_some_and(|seat| is_wanted(&seat)) {
            found.push(*invite);
        }
    }
    Ok(found)
}

/// Adds to the shares of a draft the people of other tests who were in them: who changes the session does not see these.
fn keep_unseen(read: &impl Read, session: &ExamSession, scope: &Scope, draft: &mut ExamSessionDraft) -> Result<()> {
    for proctor in &mut draft.proctors {
        let before = session.proctor(proctor.account).and_then(|known| known.share.as_ref());
        let (Some(share), Some(before)) = (proctor.share.as_mut(), before) else { continue };
        let is_unseen = |seat: &Seat| seat.session_id == session.id && !scope.permits(seat.test_id);
        let unseen: BTreeSet<InviteId> = those(read, before, is_unseen)?.into_iter().collect();
        if !unseen.is_empty() {
            share.retain(|invite| !unseen.contains(invite));
            share.extend(unseen);
        }
    }
    Ok(())
}

/// The latest start first.
///
/// # Errors
/// 422 for an invalid cursor.
pub fn list(app: &App, by: &Watcher, slice: &Slice) -> Result<Page<SessionView>> {
    let read = app.store.read()?;
    let is_reached = |session: &ExamSession| reaches_session(&read, (by.id(), by.scope()), session);
    let Page { items, next } = query::page::newest_judged(&read, EXAM_SESSIONS_BY_START.all(), slice, is_reached)?;
    let shown = items.into_iter().map(|session| view(&read, session, (by.id(), by.scope())));
    Ok(Page { items: shown.collect::<Result<_>>()?, next })
}

/// # Errors
/// 404, also for a session that the permission does not reach.
pub fn get(app: &App, by: &Watcher, id: ExamSessionId) -> Result<SessionView> {
    let read = app.store.read()?;
    let session = reached(&read, (by.id(), by.scope()), id)?;
    view(&read, session, (by.id(), by.scope()))
}

/// Requires that the lead and the proctors may watch tests, or have been of the session before: who has lost a role meanwhile
/// does not keep others from changing it.
fn check_staff(read: &impl Read, draft: &ExamSessionDraft, before: Option<&ExamSession>) -> Result<()> {
    let is_known = |id: UserId| before.is_some_and(|before| before.lead == Some(id) || before.proctor(id).is_some());
    let may_watch = |id: UserId| -> Result<bool> {
        if is_known(id) {
            return Ok(true);
        }
        let Some(user) = read.get::<User>(id)?.filter(|user| user.is_active) else { return Ok(false) };
        Ok(actor::rights(read, &user)?.scope(Capability::Watch).is_some())
    };
    let mut check = FieldChecker::default();
    if let Some(lead) = draft.lead {
        check.require(may_watch(lead)?, "lead", "This account may not watch tests.");
    }
    for (place, proctor) in draft.proctors.iter().enumerate() {
        let field = format!("proctors[{place}].account_id");
        check.require(may_watch(proctor.account)?, field, "This account may not watch tests.");
    }
    check.finish(&["lead"])
}

/// # Errors
/// 409 `too_many`; 422 by field.
pub async fn create(app: &App, by: &Proctor, draft: ExamSessionDraft) -> Result<SessionView> {
    let draft = draft.check(app.now())?;
    let id: ExamSessionId = app.new_id();
    app.write(by, move |w| {
        check_staff(&**w, &draft, None)?;
        let mut number = 0;
        w.scan(EXAM_SESSIONS_BY_START.all(), false, &mut |_| {
            number += 1;
            Ok(std::ops::ControlFlow::Continue(()))
        })?;
        if number >= MAX_SESSIONS {
            let detail = format!("This server has {MAX_SESSIONS} sessions, which is the limit. Delete old ones first.");
            return Err(Error::conflict(ErrorCode::TooMany, detail));
        }
        let account = w.by.account();
        let mut session = ExamSession {
            id,
            title: String::new(),
            starts_at: draft.starts_at,
            time_zone: None,
            ends_at: None,
            place: String::new(),
            capacity: None,
            lead: None,
            proctors: Vec::new(),
            notes: String::new(),
            start: draft.start,
            begins_at: None,
            created_by: account,
            created_at: w.now,
            version: 1,
            changed_by: account,
            changed_at: w.now,
            waiting_room: draft.waiting_room,
            identity: draft.identity,
            paused: None,
        };
        draft.apply(&mut session, w.now);
        w.put(&session)?;
        w.audit("exam_session.create", id, "")?;
        changed(w, id);
        // No one is in it yet.
        view(&**w, session, (account, &Scope::All))
    })
    .await
}

/// Requires that the caller reaches the session and may change it.
///
/// # Errors
/// 403 `forbidden` for who looks after a part of it alone; 404.
pub(crate) fn for_change(w: &Work<'_, '_>, by: &Proctor, id: ExamSessionId) -> Result<ExamSession> {
    let session = for_own_people(w, by, id)?;
    if may_change(&**w, &session, (by.id(), by.scope()))? { Ok(session) } else { Err(not_the_lead()) }
}

/// Requires that the caller reaches the session, and has more than a share of it: people of their own tests come and go.
///
/// # Errors
/// Those of [`for_change`].
pub(super) fn for_own_people(w: &Work<'_, '_>, by: &Proctor, id: ExamSessionId) -> Result<ExamSession> {
    let session = reached(&**w, (by.id(), by.scope()), id)?;
    if is_of_whole(&**w, &session, by.id())? { Ok(session) } else { Err(not_the_lead()) }
}

fn not_the_lead() -> Error {
    let detail = "You look after a part of this session. Its lead can change it.";
    Error::forbidden(ErrorCode::Forbidden, detail)
}

/// Whether the caller reaches a session that exists and may change it.
///
/// # Errors
/// Storage only.
pub(crate) fn is_changeable(read: &impl Read, by: (Option<UserId>, &Scope), id: ExamSessionId) -> Result<bool> {
    let Some(session) = read.get::<ExamSession>(id)? else { return Ok(false) };
    Ok(reaches_session(read, by, &session)? && may_change(read, &session, by)?)
}

/// # Errors
/// 409 `changed_meanwhile`.
pub(super) fn require_version(w: &Work<'_, '_>, session: &ExamSession, version: Option<u32>) -> Result<()> {
    let stored = (session.version, session.changed_by, session.changed_at);
    query::version::require_version(&**w, version, Some(stored), "this session")
}

/// Stores a changed session.
///
/// # Errors
/// Storage only.
pub(super) fn store(w: &mut Work<'_, '_>, session: &mut ExamSession) -> Result<()> {
    session.version += 1;
    session.changed_by = w.by.account();
    session.changed_at = w.now;
    w.put(session)?;
    changed(w, session.id);
    events::session_stored(w, session);
    Ok(())
}

/// Replaces what was entered of a session.
///
/// # Errors
/// 403 `forbidden`; 404; 409 `changed_meanwhile`, `session_full`; 422 by field.
pub async fn update(
    app: &App,
    by: &Proctor,
    id: ExamSessionId,
    draft: ExamSessionDraft,
    version: Option<u32>,
) -> Result<SessionView> {
    let mut draft = draft.check(app.now())?;
    let proctor = by.clone();
    app.write(by, move |w| {
        let mut session = for_change(w, &proctor, id)?;
        require_version(w, &session, version)?;
        keep_unseen(&**w, &session, proctor.scope(), &mut draft)?;
        check_staff(&**w, &draft, Some(&session))?;
        let before = session.clone();
        if draft.apply(&mut session, w.now) {
            room::require_room(&**w, &session, 0)?;
            store(w, &mut session)?;
            share::staff_changed(w, &before, &session);
            if session.given_up_at() != before.given_up_at() {
                pictures_asked::session_moved(w, &session)?;
            }
            w.audit("exam_session.change", id, "")?;
        }
        view(&**w, session, (w.by.account(), proctor.scope()))
    })
    .await
}

/// Deletes a session. Its invites stay, without a session; those of its people who are paused are continued, as no one could
/// continue all of them any more.
///
/// # Errors
/// 403 `forbidden`, `whole_site_only`; 404; 409 `changed_meanwhile`.
pub async fn delete(app: &App, by: &Proctor, id: ExamSessionId, version: Option<u32>) -> Result<()> {
    let proctor = by.clone();
    app.write(by, move |w| {
        let session = for_change(w, &proctor, id)?;
        require_version(w, &session, version)?;
        room::require_reach(&**w, &proctor, id)?;
        let seats: Vec<Seat> = w.linked(SEATS_BY_SESSION.under(id))?;
        let mut continued = 0;
        for seat in seats {
            continued += usize::from(holding::release(w, seat.invite_id, "The exam session was deleted")?);
            w.delete::<Seat>(seat.invite_id)?;
            forget_identity(w, seat.invite_id)?;
            events::seat_changed(w, seat.invite_id);
        }
        w.delete_children::<Announcement>(id, usize::MAX)?;
        w.delete::<Rehearsal>(id)?;
        w.delete::<ExamSession>(id)?;
        share::people_changed(w, &session);
        let note = if continued > 0 { format!("{continued} continued") } else { String::new() };
        w.audit("exam_session.delete", id, &note)?;
        changed(w, id);
        Ok(())
    })
    .await
}

/// Notifies the pages of staff. It names the session alone, which discloses nothing of any test.
pub(super) fn changed(w: &mut Work<'_, '_>, id: ExamSessionId) {
    events::session_changed(w, id);
}
