//! Sign-up, and the record of a person by address. Until a mailbox is proven anybody may have signed up with it (rules
//! "Accounts"): such an account shows nothing of the person invited there, changes nothing that others see of them, and
//! gives way to the next who signs up.

use super::{
    accounts::{by_email, email_taken},
    audit, events, mailbox, outbox,
    removal::delete_linked,
    settings,
};
use crate::{
    app::App,
    domain::{
        Instant, Result, UserId,
        mail::{Mail, MailState},
        mailbox::MailboxProof,
        network::{Client, Network},
        user::{self, Role, Session, User},
    },
    store::{
        Read, Record, Tx,
        records::{self, counter, key},
    },
};
use std::net::IpAddr;

/// Who may not be registered again: administrators, and applicants whose mailbox is proven.
fn is_taken(user: &User) -> bool {
    user.password_hash.is_some() && (user.mailbox_proven || user.role == Role::Admin)
}

fn is_replaceable(user: &User) -> bool {
    user.password_hash.is_some() && !is_taken(user)
}

fn was_invited(read: &impl Read, id: UserId) -> Result<bool> {
    Ok(read.count(&counter::invites_of(id))? > 0 || read.count(&counter::submissions_of(id))? > 0)
}

/// Whether whoever signed up with the address of a person who was invited is not known to be that person.
pub(super) fn is_of_somebody_invited(read: &impl Read, user: &User) -> Result<bool> {
    Ok(!user.mailbox_proven && user.role == Role::Applicant && was_invited(read, user.id)?)
}

/// What an account is shown of itself: not the name under which somebody was invited, before it is known to be theirs.
///
/// # Errors
/// Storage only.
pub fn own_view(app: &App, user: &User) -> Result<User> {
    let is_hidden = is_of_somebody_invited(&app.store.read()?, user)?;
    let full_name = if is_hidden { user.email.clone() } else { user.full_name.clone() };
    Ok(User { full_name, ..user.clone() })
}

/// Sign-up: applicants only, whatever role is sent. A person who was invited before keeps the same record and name; an
/// account whose mailbox nobody proved gives way, and its sessions end. `from` is `None` for the server's own.
///
/// # Errors
/// 409 `email_taken`, 422; 429 `too_many_registrations`.
pub async fn register(app: &App, email: &str, password: String, full_name: &str, from: Option<IpAddr>) -> Result<User> {
    user::check_new_account(email, &password, full_name)?;
    let email = user::normalise_email(email);
    let full_name = full_name.trim().to_owned();
    if let Some(from) = from {
        app.account_limits.registers(from, app.now())?;
    }
    let sends_mail = {
        let read = app.store.read()?;
        if by_email(&read, &email)?.is_some_and(|user| is_taken(&user)) {
            return Err(email_taken());
        }
        settings::mail_is_set_up(&read)?
    };
    let client = from.map(|from| Client::Network(Network::of(from)));
    let hashed = app.passwords.hash_for(client, password).await;
    if let (Err(_), Some(from)) = (&hashed, from) {
        app.account_limits.not_registered(from);
    }
    let hash = hashed?;
    let (id, now, handle) = (app.new_id(), app.now(), app.clone());
    // The mailbox had its share of mails: the account is made all the same, so that nobody can keep its owner out.
    let may_mail = sends_mail && from.is_none_or(|from| app.account_limits.mails_proof(&email, from, now).is_ok());
    let envelope = if may_mail { Some(outbox::envelope(app)?) } else { None };
    let user = app
        .store
        .write(move |tx| {
            let mut account = invited_or_new(tx, id, &email, &full_name, now)?;
            if is_taken(&account) {
                return Err(email_taken());
            }
            let replaces = is_replaceable(&account);
            if replaces {
                account.token_version += 1;
                delete_linked::<Session>(tx, records::SESSIONS_BY_USER, &key::user(account.id))?;
                events::sessions_ended(tx, &handle, account.id);
            }
            if !was_invited(tx, account.id)? {
                account.full_name = full_name;
            }
            account.password_hash = Some(hash);
            tx.put(&account)?;
            void_proof(tx, account.id)?;
            if let Some(envelope) = envelope {
                mailbox::welcome(tx, &handle, envelope, &account, now)?;
            }
            let note = if replaces { "in place of one that was not confirmed" } else { "" };
            audit::record(tx, now, Some(account.id), "account.register", account.id, note)?;
            Ok(account)
        })
        .await?;
    outbox::wake(app);
    own_view(app, &user)
}

/// Voids the link that was mailed last, and takes back mails that wait: of many only the newest is sent.
///
/// # Errors
/// Storage only.
pub(super) fn void_proof(tx: &mut Tx<'_>, id: UserId) -> Result<()> {
    tx.delete::<MailboxProof>(&key::user(id))?;
    for mail in super::removal::linked::<Mail>(tx, records::MAIL_BY_ACCOUNT, &key::user(id))? {
        if mail.state == MailState::Waiting {
            tx.delete::<Mail>(&mail.key())?;
        }
    }
    Ok(())
}

/// The record of a person by address, made where there is none: inviting somebody lists them as an applicant
/// before they ever register. Not yet put.
///
/// # Errors
/// Storage only.
pub fn invited_or_new(read: &impl Read, id: UserId, email: &str, full_name: &str, now: Instant) -> Result<User> {
    Ok(by_email(read, email)?.unwrap_or_else(|| User {
        id,
        email: email.to_owned(),
        full_name: full_name.to_owned(),
        role: Role::Applicant,
        password_hash: None,
        is_first_admin: false,
        is_active: true,
        mailbox_proven: false,
        token_version: 1,
        created_at: now,
    }))
}

/// The same for an invitation: where a stranger signed up with the address first, the name that the administrator gives
/// takes the place of the stranger's.
///
/// # Errors
/// Storage only.
pub(super) fn invited(read: &impl Read, id: UserId, email: &str, full_name: &str, now: Instant) -> Result<User> {
    let mut person = invited_or_new(read, id, email, full_name, now)?;
    if is_replaceable(&person) && !was_invited(read, person.id)? {
        full_name.clone_into(&mut person.full_name);
    }
    Ok(person)
}

/// Marks the mailbox proven, for the registration that the caller signed in to: another may have replaced it meanwhile.
/// Answers the account as it is then.
///
/// # Errors
/// 401 for a registration that was replaced.
pub(super) fn prove(tx: &mut Tx<'_>, signed_in: &User, how: &str, now: Instant) -> Result<User> {
    let mut user = present(tx, signed_in)?;
    if !user.mailbox_proven {
        user.mailbox_proven = true;
        tx.put(&user)?;
        audit::record(tx, now, Some(user.id), "account.mailbox_proven", user.id, how)?;
    }
    Ok(user)
}

/// The account as it is, if it is still the one that the caller signed in to.
///
/// # Errors
/// 401.
pub(super) fn present(read: &impl Read, signed_in: &User) -> Result<User> {
    let user: Option<User> = read.get(&key::user(signed_in.id))?;
    user.filter(|user| user.token_version == signed_in.token_version).ok_or_else(super::actor::unauthorized)
}
