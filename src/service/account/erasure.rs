//! Requests for erasure (`docs/behaviour/taking.md#own-page`), as administrators decide on them: they erase the applicant, or
//! decline.

use super::applicants::{self, AfterErasure, Person};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Result, UserId, mailbox,
        own_page::{Declined, ErasureRequest, check_reason},
        user::{self, User},
    },
    service::{
        actor::ApplicantManager,
        query::{
            self,
            page::{Page, Slice, oldest_judged},
            person::by_email,
        },
        work::cascade_delete::in_batches,
    },
    store::{Read, records},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Applicants who ask to be erased, who asked first first; `search` is a part of the address or the name.
///
/// # Errors
/// 422 for a bad cursor.
pub fn asked(app: &App, _: &ApplicantManager, search: Option<&str>, slice: &Slice) -> Result<Page<Person>> {
    let read = app.store.read()?;
    let wanted = search.map(mailbox::searched).unwrap_or_default();
    let is_wanted = |request: &ErasureRequest| {
        if wanted.is_empty() {
            return Ok(true);
        }
        let user: Option<User> = read.get(request.applicant_id)?;
        Ok(user.is_some_and(|user| user.email.contains(&wanted) || user.full_name.to_lowercase().contains(&wanted)))
    };
    let page = oldest_judged(&read, records::ERASURES_ASKED.all(), slice, is_wanted)?;
    let people = page.items.iter().map(|request| person(&read, request.applicant_id));
    Ok(Page { items: people.collect::<Result<_>>()?, next: page.next })
}

/// The account with this address; an administrator who was invited may ask, too.
///
/// # Errors
/// 404.
pub fn find(app: &App, _: &ApplicantManager, email: &str) -> Result<UserId> {
    let email = user::normalise_email(email);
    let found = by_email(&app.store.read()?, &email)?;
    let unknown = || Error::new(ErrorKind::NotFound, ErrorCode::NotFound, format!("There is no applicant '{email}'."));
    found.map(|user| user.id).ok_or_else(unknown)
}

fn person(read: &impl Read, id: UserId) -> Result<Person> {
    let user: User = read.get(id)?.ok_or_else(|| Error::not_found("applicant"))?;
    applicants::with_facts(read, user)
}

/// Declines a request with a reason, which the candidate's page shows.
///
/// # Errors
/// 404; 409 `not_asked`, or `changed_meanwhile` with the author and time of the current state; 422 without a reason.
pub async fn decline(
    app: &App,
    manager: &ApplicantManager,
    id: UserId,
    reason: &str,
    version: Option<u32>,
) -> Result<Person> {
    let reason = check_reason(reason)?;
    app.write(manager, move |w| {
        person(&**w, id)?;
        let mut request: ErasureRequest = w.get(id)?.ok_or_else(not_asked)?;
        if version.is_some_and(|read| read != request.version) {
            return Err(changed_meanwhile(w, &request)?);
        }
        if !request.is_open() {
            return Err(not_asked());
        }
        request.declined = Some(Declined { reason, by: w.by.account(), at: w.now });
        request.version += 1;
        w.put(&request)?;
        w.audit("applicant.decline_erasure", id, "")?;
        person(&**w, id)
    })
    .await
}

/// Erases a person, as [`applicants::erase`] does. With the version of the request that was read, only if no one has declined
/// it since, and the person has not asked again: what is erased does not come back.
///
/// # Errors
/// 404; 409 `changed_meanwhile`.
pub async fn erase(app: &App, manager: &ApplicantManager, id: UserId, version: Option<u32>) -> Result<()> {
    // What happens to the request between two batches does not leave a person half erased.
    let has_begun = Arc::new(AtomicBool::new(false));
    in_batches(app, manager, move |w| {
        if !has_begun.load(Ordering::Relaxed) {
            let request: Option<ErasureRequest> = w.get(id)?;
            if let Some(request) = request.filter(|request| version.is_some_and(|read| read != request.version)) {
                return Err(changed_meanwhile(&**w, &request)?);
            }
            has_begun.store(true, Ordering::Relaxed);
        }
        applicants::erase_some(w, id, AfterErasure::Nothing)
    })
    .await
    .map(drop)
}

fn changed_meanwhile(read: &impl Read, request: &ErasureRequest) -> Result<Error> {
    Ok(match &request.declined {
        Some(declined) => {
            let by = query::person::name_of(read, declined.by)?;
            Error::changed_meanwhile(by, declined.at, "has declined this request in the meantime.")
        }
        None => Error::changed_meanwhile("The candidate".into(), request.asked_at, "has asked again in the meantime."),
    })
}

fn not_asked() -> Error {
    Error::conflict(ErrorCode::NotAsked, "There is no pending request for erasure.")
}
