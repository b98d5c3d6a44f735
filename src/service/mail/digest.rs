//! The daily summary of what waits for someone of staff (docs/behaviour/mail.md#daily-summary). It holds numbers alone, and
//! is written when it is sent: a mail that waited says what is true then.

use super::queue;
use crate::{
    app::App,
    domain::{
        Error, Instant, Result, UserId,
        digest::DigestChoice,
        mail::{About, Mail, MailKind, MailState},
        permission::{Capability, Scope},
        time::DAY,
        user::{Session, User},
    },
    service::{
        account::sessions::require_present,
        actor::{self, StaffManager},
        operate::overview,
        query::{ownership::reaches_session, person},
        settings::{self, version},
        work::{By, Work},
    },
    store::{
        Read, Snapshot,
        records::{self, counter},
    },
};

/// Something that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingItem {
    pub sentence: String,
    /// The page where it is done.
    pub path: &'static str,
}

/// `one` has the number 1 in its words.
fn item(count: u64, one: &str, many: &str, path: &'static str) -> Option<WaitingItem> {
    let sentence = match count {
        0 => return None,
        1 => one.to_owned(),
        _ => format!("{count} {many}"),
    };
    Some(WaitingItem { sentence, path })
}

/// All that waits for an account, by its rights and by its own assignments.
///
/// # Errors
/// Storage only.
pub fn waiting_for(app: &App, read: &Snapshot, user: &User) -> Result<Vec<WaitingItem>> {
    let rights = actor::rights(read, user)?;
    let everywhere = |capability| rights.scope(capability).is_some_and(|scope| scope == Scope::All);
    let mut items = Vec::new();
    if everywhere(Capability::Score) {
        let count = read.count(&counter::waiting())?;
        items.extend(item(
            count,
            "1 submission waits for a score.",
            "submissions wait for a score.",
            "/admin?tab=scoring",
        ));
        let count = read.count(&counter::judgings_failed())?;
        items.extend(item(
            count,
            "1 answer could not be judged.",
            "answers could not be judged.",
            "/admin?tab=scoring",
        ));
    }
    if rights.scope(Capability::Review).is_some() {
        let assigned: u64 = counter::markings_of_all(read, user.id)?.values().map(|(waiting, _)| waiting).sum();
        items.extend(item(assigned, "1 answer is assigned to you.", "answers are assigned to you.", "/review"));
    }
    if let Some(scope) = rights.scope(Capability::Invite) {
        let unsent = overview::unsent(read, &scope)?;
        items.extend(item(
            unsent.failed,
            "1 invitation could not be sent.",
            "invitations could not be sent.",
            "/admin?tab=invites",
        ));
        items.extend(item(
            unsent.waiting,
            "1 invitation is not sent yet.",
            "invitations are not sent yet.",
            "/admin?tab=invites",
        ));
        let soon = overview::ending_soon(read, &scope, app.now())?;
        let many = "invitations that were not used end within 48 hours.";
        items.extend(item(soon, "1 invitation that was not used ends within 48 hours.", many, "/admin?tab=invites"));
    }
    if everywhere(Capability::ManageApplicants) {
        let asked = read.count(&counter::erasures_asked())?;
        items.extend(item(
            asked,
            "1 person asks to be erased.",
            "people ask to be erased.",
            "/admin?settings=applicants",
        ));
    }
    if let Some(scope) = rights.scope(Capability::Watch) {
        let ahead = sessions_ahead(read, (user.id, &scope), app.now())?;
        let many = "exam sessions begin within 24 hours.";
        items.extend(item(ahead, "1 exam session begins within 24 hours.", many, "/admin/sessions"));
    }
    Ok(items)
}

fn sessions_ahead(read: &Snapshot, (account, scope): (UserId, &Scope), now: Instant) -> Result<u64> {
    let mut found = 0;
    for session in read.linked(records::EXAM_SESSIONS_BY_START.between(now, now.plus(DAY)))? {
        found += u64::from(reaches_session(read, (Some(account), scope), &session)?);
    }
    Ok(found)
}

/// The account and what waits for it; `None` if there is nothing to say, or the account gets no summary any more.
///
/// # Errors
/// Storage only.
pub fn wanted(app: &App, read: &Snapshot, id: UserId) -> Result<Option<(User, Vec<WaitingItem>)>> {
    let user: Option<User> = read.get(id)?;
    let Some(user) = user.filter(|user| user.is_active && user.role.is_staff()) else { return Ok(None) };
    if !read.has::<DigestChoice>(id)? {
        return Ok(None);
    }
    let items = waiting_for(app, read, &user)?;
    Ok((!items.is_empty()).then_some((user, items)))
}

/// One that the mail server held up says what is true when it is sent: a second one would say the same.
fn is_on_its_way(read: &Snapshot, id: UserId) -> Result<bool> {
    let mails: Vec<Mail> = read.linked(records::MAIL_BY_ACCOUNT.under(id))?;
    Ok(mails.iter().any(|mail| mail.kind == MailKind::Digest && mail.state == MailState::Waiting))
}

/// Queues the summaries that are due. Returns how many.
///
/// # Errors
/// Storage only.
pub async fn queue_due(app: &App, due: Vec<UserId>, now: Instant) -> Result<usize> {
    let mut envelopes = Vec::with_capacity(due.len());
    {
        let read = app.store.read()?;
        let mail_goes_out = settings::mail_is_set_up(&read)?;
        for id in due {
            let is_due = mail_goes_out && !is_on_its_way(&read, id)? && wanted(app, &read, id)?.is_some();
            let envelope = is_due.then(|| queue::envelope(app)).transpose()?;
            envelopes.push((id, envelope));
        }
    }
    let queued = app
        .write_at(now, By::Server, move |w| {
            let mut queued = 0;
            for (id, envelope) in envelopes {
                let Some(mut choice) = w.get::<DigestChoice>(id)?.filter(|choice| choice.next_at <= now) else {
                    continue;
                };
                choice.follow(now);
                w.put(&choice)?;
                if let Some(envelope) = envelope {
                    queue::enqueue_for(w, envelope, MailKind::Digest, About::Account(id), now)?;
                    queued += 1;
                }
            }
            Ok::<usize, Error>(queued)
        })
        .await?;
    if queued > 0 {
        queue::wake(app);
    }
    Ok(queued)
}

/// # Errors
/// Storage only.
pub fn of(app: &App, user: UserId) -> Result<Option<DigestChoice>> {
    Ok(app.store.read()?.get(user)?)
}

/// Version of what a change is based on: when the next one is sent is not part of it.
///
/// # Errors
/// Never for settings, which are plain data.
pub fn version_of(choice: Option<&DigestChoice>) -> Result<u32> {
    version::of(&chosen_of(choice))
}

fn chosen_of(choice: Option<&DigestChoice>) -> Option<(u8, &str)> {
    choice.map(|choice| (choice.hour, choice.time_zone.as_str()))
}

/// Sets when an account of staff gets its summary; `None` for never. `read` is the version that the change is based on.
///
/// # Errors
/// 401; 409 `changed_meanwhile`; 422 on `hour`, also for an account that is not of staff, and on `time_zone`.
pub async fn set(
    app: &App,
    (user, own): (&User, &Session),
    chosen: Option<(i64, String)>,
    read: Option<u32>,
) -> Result<Option<DigestChoice>> {
    let (user, own, now) = (user.clone(), own.id, app.now());
    let choice = made(&user, chosen, now)?;
    app.write_at(now, By::Account(user.id), move |w| {
        require_present(w, &user, own)?;
        let old: Option<DigestChoice> = w.get(user.id)?;
        let (target, did) = (user.id.to_string(), "has changed the daily summary in the meantime.");
        let setting = version::Setting { action: "account.digest", target: &target, did };
        version::check(&**w, read, &chosen_of(old.as_ref()), setting)?;
        store(w, user.id, choice)
    })
    .await
}

/// Like [`set`], by the operator.
///
/// # Errors
/// 404 for an unknown address; 422.
pub async fn set_for(
    app: &App,
    by: &StaffManager,
    email: &str,
    chosen: Option<(i64, String)>,
) -> Result<(User, Option<DigestChoice>)> {
    let email = crate::domain::user::normalise_email(email);
    let found = person::by_email(&app.store.read()?, &email)?.filter(|user| user.role.is_staff());
    let user = found.ok_or_else(|| Error::not_found("administrator"))?;
    let choice = made(&user, chosen, app.now())?;
    let id = user.id;
    let stored = app.write(by, move |w| {
        let still: Option<User> = w.get(id)?;
        still.filter(|user| user.role.is_staff()).ok_or_else(|| Error::not_found("administrator"))?;
        store(w, id, choice)
    });
    Ok((user, stored.await?))
}

fn made(user: &User, chosen: Option<(i64, String)>, now: Instant) -> Result<Option<DigestChoice>> {
    let Some((hour, zone)) = chosen else { return Ok(None) };
    if !user.role.is_staff() {
        return Err(Error::field("hour", "The summary is for accounts of staff."));
    }
    DigestChoice::new(user.id, hour, &zone, now).map(Some)
}

fn store(w: &mut Work<'_, '_>, id: UserId, choice: Option<DigestChoice>) -> Result<Option<DigestChoice>> {
    let note = if let Some(choice) = &choice {
        w.put(choice)?;
        format!("{}:00 {}", choice.hour, choice.time_zone)
    } else {
        w.delete::<DigestChoice>(id)?;
        "off".into()
    };
    w.audit("account.digest", id, &note)?;
    Ok(choice)
}
