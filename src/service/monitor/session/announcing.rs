//! Announcements to a session (`docs/behaviour/sessions.md#announcements`): one row and one event, however many people are in it.

use super::{people::is_shown, sessions};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ExamSessionId, MessageId, Result,
        attempt::Attempt,
        exam_session::{ExamSession, Seat},
        idempotency::Created,
        invite::Invite,
        message::{Announcement, MAX_TEXT, ProctorMessage},
    },
    service::{
        actor::{Proctor, Watcher},
        events,
        monitor::incidents::check_text,
        work::{
            Work,
            idempotency::{self, Once},
            timeline,
        },
    },
    store::{Read, records::SEATS_BY_SESSION},
};
use std::collections::HashSet;

/// Announcements of a session. A page reads all of them.
const MAX_ANNOUNCEMENTS: usize = 200;

/// An announcement, with those who have confirmed it.
pub struct Announced {
    pub announcement: Announcement,
    pub by: Option<String>,
    pub confirmed: usize,
    /// Names of people whose test runs, and who have not.
    pub missing: Vec<String>,
}

/// Announces 1 to 1,000 characters to all people of a session. A repeat with the same key announces nothing.
///
/// # Errors
/// 403 `forbidden` for who looks after a part of the session; 404; 409 `too_many`; 422.
pub async fn announce(app: &App, by: &Proctor, id: ExamSessionId, text: &str, once: Option<Once>) -> Result<Announced> {
    let text = check_text("text", text, MAX_TEXT)?;
    let (fresh, proctor): (MessageId, _) = (app.new_id(), by.clone());
    app.write(by, move |w| {
        let session = sessions::for_change(w, &proctor, id)?;
        let announcement = if let Some(Created::Announcement(session, earlier)) = idempotency::earlier(w, once)? {
            w.get((session, earlier))?.ok_or_else(|| Error::not_found("announcement"))?
        } else {
            idempotency::done(w, once, Created::Announcement(id, fresh))?;
            store(w, &session, fresh, text)?
        };
        let by = announcement.sent_by.map(|id| timeline::AdminNames::default().of(&**w, id)).transpose()?;
        Ok(Announced { announcement, by, confirmed: 0, missing: Vec::new() })
    })
    .await
}

/// # Errors
/// 409 `too_many`.
pub(crate) fn store(w: &mut Work<'_, '_>, session: &ExamSession, id: MessageId, text: String) -> Result<Announcement> {
    let before: Vec<Announcement> = w.children(session.id)?;
    if before.len() >= MAX_ANNOUNCEMENTS {
        let detail = format!("A session has at most {MAX_ANNOUNCEMENTS} announcements.");
        return Err(Error::conflict(ErrorCode::TooMany, detail));
    }
    let announcement = Announcement { session_id: session.id, id, text, sent_at: w.now, sent_by: w.by.account() };
    w.put(&announcement)?;
    w.audit("exam_session.announce", session.id, "")?;
    events::announced(w, &announcement);
    Ok(announcement)
}

/// The announcements of a session, the newest first.
///
/// # Errors
/// 404.
pub fn list(app: &App, by: &Watcher, id: ExamSessionId) -> Result<Vec<Announced>> {
    let read = app.store.read()?;
    let session = sessions::reached(&read, (by.id(), by.scope()), id)?;
    let announcements: Vec<Announcement> = read.children(id)?;
    let mut names = timeline::AdminNames::default();
    let mut listed = Vec::with_capacity(announcements.len());
    for announcement in announcements {
        let by = announcement.sent_by.map(|id| names.of(&read, id)).transpose()?;
        listed.push(Announced { announcement, by, confirmed: 0, missing: Vec::new() });
    }
    for seat in read.linked::<Seat>(SEATS_BY_SESSION.under(id))? {
        if !is_shown(by, &session, &seat) {
            continue;
        }
        let Some(invite) = read.get::<Invite>(seat.invite_id)? else { continue };
        let attempt: Option<Attempt> = invite.attempt_id.map(|id| read.get(id)).transpose()?.flatten();
        let Some(attempt) = attempt else { continue };
        // One scan of each attempt: a look-up for each of 200 announcements and 2,000 people would take a second.
        let messages: Vec<ProctorMessage> = read.children(attempt.id)?;
        let seen: HashSet<MessageId> = messages.into_iter().map(|message| message.id).collect();
        for listed in &mut listed {
            if seen.contains(&listed.announcement.id) {
                listed.confirmed += 1;
            } else if attempt.is_running() {
                listed.missing.push(invite.applicant_name.clone());
            }
        }
    }
    listed.sort_by_key(|listed| std::cmp::Reverse((listed.announcement.sent_at, listed.announcement.id)));
    Ok(listed)
}
