//! Management of applicants by administrators: list, activate, deactivate, confirm the address, erase
//! (`docs/behaviour/accounts.md#accounts`).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Result, UserId,
        attempt::Attempt,
        directory::DirectoryLink,
        email_verification::EmailVerification,
        mailbox,
        own_page::ErasureRequest,
        password_reset::PasswordReset,
        result_change::ResultState,
        retention::PastFigures,
        second_factor::SecondFactor,
        submission::Submission,
        test::Test,
        user::{self, Role, User},
    },
    service::{
        actor::ApplicantManager,
        events,
        query::{
            page::{Page, Slice, newest_wanted},
            person::by_email,
        },
        result::changes::note,
        work::{
            Work,
            cascade_delete::{Batch, count_invites, delete_linked, in_batches},
        },
    },
    store::{
        Read, Record,
        records::{self, counter},
    },
};

/// An applicant with the number of invites and submissions.
pub struct Person {
    pub user: User,
    pub invites: u64,
    pub submissions: u64,
    /// Asked for, or declined.
    pub erasure: Option<ErasureRequest>,
}

pub(super) fn with_facts(read: &impl Read, user: User) -> Result<Person> {
    let invites = read.count(&counter::invites_of(user.id))?;
    let submissions = read.count(&counter::submissions_of(user.id))?;
    let erasure = read.get(user.id)?;
    Ok(Person { user, invites, submissions, erasure })
}

fn load(read: &impl Read, id: UserId) -> Result<User> {
    let user: Option<User> = read.get(id)?;
    user.filter(|u| u.role == Role::Applicant).ok_or_else(|| Error::not_found("applicant"))
}

/// The applicant with this email address.
///
/// # Errors
/// 404; 409 `not_an_applicant` for an administrator.
pub fn find(app: &App, _: &ApplicantManager, email: &str) -> Result<UserId> {
    let email = user::normalise_email(email);
    match by_email(&app.store.read()?, &email)? {
        Some(user) if user.role == Role::Applicant => Ok(user.id),
        Some(_) => {
            Err(Error::conflict(ErrorCode::NotAnApplicant, format!("{email} is an administrator or a reviewer.")))
        }
        None => Err(Error::new(ErrorKind::NotFound, ErrorCode::NotFound, format!("There is no applicant '{email}'."))),
    }
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &ApplicantManager, id: UserId) -> Result<User> {
    load(&app.store.read()?, id)
}

/// Applicants, newest first; `search` matches a substring of the name or the address, case-insensitively.
///
/// # Errors
/// 422 for a bad cursor.
pub fn list(app: &App, _: &ApplicantManager, search: Option<&str>, slice: &Slice) -> Result<Page<Person>> {
    let read = app.store.read()?;
    let wanted = search.map(mailbox::searched).filter(|s| !s.is_empty());
    let applicants = records::USERS_BY_ROLE.under(Role::Applicant);
    let page = newest_wanted(&read, applicants, slice, wanted.as_deref(), |_| true)?;
    let items = page.items.into_iter().map(|user| with_facts(&read, user)).collect::<Result<_>>()?;
    Ok(Page { items, next: page.next })
}

async fn change(
    app: &App,
    by: &ApplicantManager,
    id: UserId,
    action: &'static str,
    change: impl FnOnce(&mut User) + Send + 'static,
) -> Result<Person> {
    app.write(by, move |w| {
        let mut user = load(w, id)?;
        let before = user.clone();
        change(&mut user);
        if user != before {
            w.put(&user)?;
            w.audit(action, id, "")?;
            events::sessions_ended(w, id);
        }
        with_facts(w, user)
    })
    .await
}

/// An inactive applicant cannot sign in or start a test; a running attempt continues. Deactivating ends all sessions.
///
/// # Errors
/// 404.
pub async fn set_active(app: &App, by: &ApplicantManager, id: UserId, active: bool) -> Result<Person> {
    let action = if active { "applicant.activate" } else { "applicant.deactivate" };
    change(app, by, id, action, move |user| {
        if user.is_active && !active {
            user.token_version += 1;
        }
        user.is_active = active;
    })
    .await
}

/// Confirms that the address belongs to this applicant, where no mail can prove it.
///
/// # Errors
/// 404.
pub async fn confirm_mailbox(app: &App, by: &ApplicantManager, id: UserId) -> Result<Person> {
    change(app, by, id, "applicant.confirm_mailbox", |user| user.mailbox_proven = true).await
}

/// Cascade delete of an applicant and all dependent rows; the audit log keeps only the id. Runs in batches, so that
/// saves are served in between, and deletes the applicant last: an interrupted erase can be repeated.
///
/// # Errors
/// 404.
pub async fn erase(app: &App, by: &ApplicantManager, id: UserId) -> Result<()> {
    in_batches(app, by, move |w| erase_some(w, id, AfterErasure::Nothing)).await.map(drop)
}

/// The rest of the results of a person who is erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterErasure {
    Nothing,
    /// The scores are kept, without names ([`PastFigures`]).
    Figures,
}

/// One batch of [`erase`]. The last returns the number of deleted invites.
///
/// # Errors
/// 404.
pub(crate) fn erase_some(w: &mut Work<'_, '_>, id: UserId, left: AfterErasure) -> Result<Option<u64>> {
    let user = load(&**w, id)?;
    let batch = erase_batch(w, id, left)?;
    let deleted = count_invites(w, id.0, batch)?;
    if let Some(invites) = deleted {
        w.delete::<ErasureRequest>(id)?;
        delete_linked(w, records::HOLDS_BY_SUBJECT.under(id.to_string().as_str()))?;
        w.delete::<User>(user.id())?;
        events::sessions_ended(w, id);
        w.audit("applicant.erase", id, &format!("{invites} invites"))?;
    }
    Ok(deleted)
}

/// Deletes one batch of the invites, attempts, submissions, mails, notifications and sessions of an applicant. Returns
/// the number of deleted invites, and whether nothing is left.
fn erase_batch(w: &mut Work<'_, '_>, id: UserId, left: AfterErasure) -> Result<(usize, bool)> {
    /// Records read per batch.
    const BATCH_SIZE: usize = 100;
    let mut batch = Batch::new();
    // First, so that the account goes with the last process: after a stop between two batches, only its processes name the
    // sweep that the person is due.
    let is_alone = batch.linked(w, records::MAIL_BY_ACCOUNT.under(id))?
        && batch.linked(w, records::NOTIFICATIONS_BY_APPLICANT.under(id))?
        && batch.linked(w, records::SESSIONS_BY_USER.under(id))?;
    if !is_alone {
        return Ok((0, false));
    }
    let (invites, submissions) = (records::INVITES_BY_APPLICANT.under(id), records::SUBMISSIONS_BY_APPLICANT.under(id));
    for invite in w.some_linked(invites.clone(), BATCH_SIZE)? {
        if batch.is_over() {
            return Ok((batch.invites, false));
        }
        match Batch::attempt_of(w, &invite)? {
            Some(attempt) if !erase_attempt(w, &mut batch, &attempt, left)? => return Ok((batch.invites, false)),
            Some(_) => {}
            None => batch.invite(w, &invite)?,
        }
        events::invite_changed(w, &invite);
    }
    // Deleting a test leaves submissions behind whose invite was already deleted.
    for submission in w.some_linked(submissions.clone(), BATCH_SIZE)? {
        match w.get::<Attempt>(submission.id)? {
            Some(attempt) if !erase_attempt(w, &mut batch, &attempt, left)? => return Ok((batch.invites, false)),
            Some(_) => {}
            None => note::remove(w, submission.id, ResultState::Deleted)?,
        }
    }
    let is_done = w.some_linked(invites, 1)?.is_empty() && w.some_linked(submissions, 1)?.is_empty();
    if is_done {
        w.delete::<EmailVerification>(id)?;
        w.delete::<PasswordReset>(id)?;
        w.delete::<SecondFactor>(id)?;
        w.delete::<DirectoryLink>(id)?;
    }
    Ok((batch.invites, is_done))
}

fn erase_attempt(w: &mut Work<'_, '_>, batch: &mut Batch, attempt: &Attempt, left: AfterErasure) -> Result<bool> {
    let result: Option<Submission> = if left == AfterErasure::Figures { w.get(attempt.id)? } else { None };
    let is_gone = batch.attempt(w, attempt)?;
    if is_gone {
        events::attempt_changed(w, attempt);
        events::attempt_over(w, attempt);
        if let Some(result) = result.filter(|result| !result.is_provisional())
            && w.has::<Test>(result.test_id)?
        {
            let mut past = w.get(result.test_id)?.unwrap_or_else(|| PastFigures::new(result.test_id));
            past.add(result.final_score());
            w.put(&past)?;
        }
    }
    Ok(is_gone)
}
