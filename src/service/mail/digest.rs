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
        sentence::Sentence,
        time::DAY,
        user::{Session, User},
    },
    sentence,
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
    pub sentence: Sentence,
    /// The page where it is done.
    pub path: &'static str,
}

/// `one` has the number 1 in its words.
fn item(count: u64, (one, many): (Sentence, Sentence), path: &'static str) -> Option<WaitingItem> {
    let sentence = match count {
        0 => return None,
        1 => one,
        _ => many,
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
        let one = sentence!("digestScoreOne": "1 submission waits for a score.");
        let many = sentence!("digestScoreMany": "{count} submissions wait for a score.", count);
        items.extend(item(count, (one, many), "/admin?tab=scoring"));
        let count = read.count(&counter::judgings_failed())?;
        let one = sentence!("digestJudgeOne": "1 answer could not be judged.");
        let many = sentence!("digestJudgeMany": "{count} answers could not be judged.", count);
        items.extend(item(count, (one, many), "/admin?tab=scoring"));
    }
    if rights.scope(Capability::Review).is_some() {
        let count: u64 = counter::markings_of_all(read, user.id)?.values().map(|(waiting, _)| waiting).sum();
        let one = sentence!("digestReviewOne": "1 answer is assigned to you.");
        let many = sentence!("digestReviewMany": "{count} answers are assigned to you.", count);
        items.extend(item(count, (one, many), "/review"));
    }
    if let Some(scope) = rights.scope(Capability::Invite) {
        items.extend(of_invitations(app, read, &scope)?);
    }
    if everywhere(Capability::ManageApplicants) {
        let count = read.count(&counter::erasures_asked())?;
        let one = sentence!("digestErasureOne": "1 person asks to be erased.");
        let many = sentence!("digestErasureMany": "{count} people ask to be erased.", count);
        items.extend(item(count, (one, many), "/admin?settings=applicants"));
    }
    if let Some(scope) = rights.scope(Capability::Watch) {
        let count = sessions_ahead(read, (user.id, &scope), app.now())?;
        let one = sentence!("digestSessionOne": "1 exam session begins within 24 hours.");
        let many = sentence!("digestSessionMany": "{count} exam sessions begin within 24 hours.", count);
        items.extend(item(count, (one, many), "/admin/sessions"));
    }
    Ok(items)
}

fn of_invitations(app: &App, read: &Snapshot, scope: &Scope) -> Result<Vec<WaitingItem>> {
    let unsent = overview::unsent(read, scope)?;
    let (failed, waiting) = (unsent.failed, unsent.waiting);
    let soon = overview::ending_soon(read, scope, app.now())?;
    let of_failed = (
        sentence!("digestFailedOne": "1 invitation could not be sent."),
        sentence!("digestFailedMany": "{failed} invitations could not be sent.", failed),
    );
    let of_waiting = (
        sentence!("digestUnsentOne": "1 invitation is not sent yet."),
        sentence!("digestUnsentMany": "{waiting} invitations are not sent yet.", waiting),
    );
    let of_soon = (
        sentence!("digestEndingOne": "1 invitation that was not used ends within 48 hours."),
        sentence!("digestEndingMany": "{soon} invitations that were not used end within 48 hours.", soon),
    );
    let found = [(failed, of_failed), (waiting, of_waiting), (soon, of_soon)];
    Ok(found.into_iter().filter_map(|(count, words)| item(count, words, "/admin?tab=invites")).collect())
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
