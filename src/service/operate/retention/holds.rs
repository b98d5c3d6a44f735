//! Holds: a person, an invite or a test whose data stay although their time is over.

use super::title_of;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, HoldId, Result,
        invite::Invite,
        retention::{Hold, HoldSubject, MAX_HOLDS, check_reason},
        user::{self, User},
    },
    service::{actor::SiteOperator, query},
    store::{Read, records::INVITES_BY_TEST},
};
use std::cmp::Reverse;

/// A hold with names.
pub struct ListedHold {
    pub hold: Hold,
    /// Address of the person or of the invited one, if the test does not hide it, and title of the test.
    pub label: String,
    /// Name of the administrator.
    pub by: String,
}

fn not_found() -> Error {
    Error::not_found("hold")
}

fn label(read: &impl Read, subject: HoldSubject) -> Result<Option<String>> {
    Ok(match subject {
        HoldSubject::Person(id) => read.get::<User>(id)?.map(|person| person.email),
        HoldSubject::Invite(id) => match read.get::<Invite>(id)? {
            Some(invite) => {
                let Invite { applicant_email, test_title, .. } = query::naming::of_invite(read, invite)?;
                // Without an address where the test hides it.
                Some(if applicant_email.is_empty() { test_title } else { format!("{applicant_email}, {test_title}") })
            }
            None => None,
        },
        // A test that was deleted without its results is known by the invites to it.
        HoldSubject::Test(id) => match title_of(read, id)? {
            Some(title) => Some(title),
            None => read.some_linked(INVITES_BY_TEST.under(id), 1)?.pop().map(|invite| invite.test_title),
        },
    })
}

fn listed(read: &impl Read, hold: Hold) -> Result<ListedHold> {
    let label = label(read, hold.subject)?.unwrap_or_else(|| "Deleted".into());
    Ok(ListedHold { label, by: query::person::name_of(read, hold.by)?, hold })
}

/// The newest first.
///
/// # Errors
/// Storage only.
pub fn list(app: &App, _: &SiteOperator) -> Result<Vec<ListedHold>> {
    let read = app.store.read()?;
    let mut holds: Vec<Hold> = read.records()?;
    holds.sort_by_key(|hold| Reverse((hold.at, hold.id)));
    holds.into_iter().map(|hold| listed(&read, hold)).collect()
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &SiteOperator, id: HoldId) -> Result<Hold> {
    app.store.read()?.get(id)?.ok_or_else(not_found)
}

/// The subject that is named by its kind and its id; a person also by the email address.
///
/// # Errors
/// 422 on `kind` or `id`.
pub fn subject(app: &App, _: &SiteOperator, kind: &str, id: &str) -> Result<HoldSubject> {
    let (id, read) = (id.trim(), app.store.read()?);
    let unknown = || Error::field("id", format!("There is no such {kind}."));
    let found = match kind {
        "person" if id.contains('@') => {
            let person = query::person::by_email(&read, &user::normalise_email(id))?;
            person.map(|person| HoldSubject::Person(person.id))
        }
        "person" => id.parse().ok().map(HoldSubject::Person),
        "invite" => id.parse().ok().map(HoldSubject::Invite),
        "test" => id.parse().ok().map(HoldSubject::Test),
        _ => return Err(Error::field("kind", "A hold is on a 'person', an 'invite' or a 'test'.")),
    };
    found.ok_or_else(unknown)
}

/// # Errors
/// 409 `too_many`; 422 on `id` or `reason`.
pub async fn place(app: &App, by: &SiteOperator, subject: HoldSubject, reason: &str) -> Result<ListedHold> {
    let (reason, id) = (check_reason(reason)?, app.new_id::<HoldId>());
    app.write(by, move |w| {
        if label(&**w, subject)?.is_none() {
            return Err(Error::field("id", format!("There is no such {}.", subject.kind())));
        }
        if w.records::<Hold>()?.len() >= MAX_HOLDS {
            let detail = format!("There are already {MAX_HOLDS} holds, which is the limit.");
            return Err(Error::conflict(ErrorCode::TooMany, detail));
        }
        let hold = Hold { id, subject, reason, by: w.by.account(), at: w.now };
        w.put(&hold)?;
        w.audit("hold.place", subject.key(), &format!("{}: {}", subject.kind(), hold.reason))?;
        listed(&**w, hold)
    })
    .await
}

/// # Errors
/// 404.
pub async fn lift(app: &App, by: &SiteOperator, id: HoldId) -> Result<()> {
    app.write(by, move |w| {
        let hold = w.delete::<Hold>(id)?.ok_or_else(not_found)?;
        w.audit("hold.lift", hold.subject.key(), hold.subject.kind())
    })
    .await
}
