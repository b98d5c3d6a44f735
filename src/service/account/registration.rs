//! Sign-up, and the record of an applicant by address. Until the address is verified, anyone may have signed up with
//! it: such an account sees nothing of the person invited at that address, changes nothing that others see of that
//! person, and is replaced by the next sign-up (`docs/behaviour/accounts.md#accounts`).

use crate::{
    app::App,
    domain::{
        Instant, Result, UserId,
        network::{Client, Network},
        password_policy::PasswordPolicy,
        second_factor::SecondFactor,
        user::{self, Role, User},
    },
    service::{
        events,
        mail::{queue, verify},
        query::{
            self,
            person::{by_email, email_taken},
        },
        settings,
        work::cascade_delete::delete_linked,
    },
    store::{Read, records},
};
use std::net::IpAddr;

/// Whether the address cannot be registered again: administrators, reviewers, and applicants with a verified address.
fn is_taken(user: &User) -> bool {
    user.password_hash.is_some() && (user.mailbox_proven || user.role.is_staff())
}

fn is_replaceable(user: &User) -> bool {
    user.password_hash.is_some() && !is_taken(user)
}

/// The account as its user sees it: the name in an invite is hidden until the address is verified.
///
/// # Errors
/// Storage only.
pub fn own_view(app: &App, user: &User) -> Result<User> {
    let is_hidden = query::person::is_unverified_invitee(&app.store.read()?, user)?;
    let full_name = if is_hidden { user.email.clone() } else { user.full_name.clone() };
    Ok(User { full_name, ..user.clone() })
}

/// Sign-up: applicants only, whatever role is sent. A person who was invited before keeps the same record and name. An
/// account with an unverified address is replaced, and its sessions end. `from` is `None` for accounts that the server
/// creates.
///
/// # Errors
/// 409 `email_taken`, 422; 429 `too_many_registrations`.
pub async fn register(app: &App, email: &str, password: String, full_name: &str, from: Option<IpAddr>) -> Result<User> {
    // The list of common passwords is for accounts that see other people's data; the specification takes any six characters here.
    let policy = PasswordPolicy { refuse_common: false, ..settings::passwords::stored(&app.store.read()?)? };
    user::check_new_account(email, &password, full_name, &policy)?;
    let email = user::normalise_email(email);
    let full_name = user::normalise_name(full_name);
    if let Some(from) = from {
        app.limits.accounts.registers(from, app.now())?;
    }
    let (sends_mail, is_stranger) = {
        let read = app.store.read()?;
        let known = by_email(&read, &email)?;
        if known.as_ref().is_some_and(is_taken) {
            return Err(email_taken());
        }
        let was_invited = known.map(|user| query::person::was_invited(&read, user.id)).transpose()?.unwrap_or(false);
        (settings::mail_is_set_up(&read)?, !was_invited)
    };
    let client = from.map(|from| Client::Network(Network::of(from)));
    let hashed = app.secrets.passwords.hash_for(client, password).await;
    if let (Err(_), Some(from)) = (&hashed, from) {
        app.limits.accounts.not_registered(from);
    }
    let hash = hashed?;
    let (id, now) = (app.new_id(), app.now());
    // The mailbox, or the network, had its share of mails: the account is made all the same, so that no one can keep its
    // owner out.
    let mails = |from| app.limits.accounts.mails_proof(&email, is_stranger, from, now).is_ok();
    let may_mail = sends_mail && from.is_none_or(mails);
    let envelope = if may_mail { Some(queue::envelope(app)?) } else { None };
    let user = app
        .write_at(now, id, move |w| {
            let mut account = invited_or_new(w, id, &email, &full_name, w.now)?;
            if is_taken(&account) {
                return Err(email_taken());
            }
            let replaces = is_replaceable(&account);
            if replaces {
                account.token_version += 1;
                w.delete::<SecondFactor>(account.id)?;
                delete_linked(w, records::SESSIONS_BY_USER.under(account.id))?;
                events::sessions_ended(w, account.id);
            }
            if !query::person::was_invited(w, account.id)? {
                account.full_name = full_name;
            }
            account.password_hash = Some(hash);
            w.put(&account)?;
            verify::void_proof(w, account.id)?;
            if let Some(envelope) = envelope {
                verify::queue_welcome(w, envelope, &account)?;
            }
            let note = if replaces { "instead of one that was not confirmed" } else { "" };
            // An invited person has an id from before.
            w.acting(account.id.into()).audit("account.register", account.id, note)?;
            Ok(account)
        })
        .await?;
    queue::wake(app);
    own_view(app, &user)
}

/// The record of an applicant by address; a new one if there is none, since an invited person is listed as an applicant
/// before the registration. Not stored yet.
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

/// Like [`invited_or_new`], for an invitation: if the address was signed up before without verification, the name given
/// by the administrator replaces the one from the sign-up. So it does where the address stood in for a name.
///
/// # Errors
/// Storage only.
pub(crate) fn invited(read: &impl Read, id: UserId, email: &str, full_name: &str, now: Instant) -> Result<User> {
    let mut person = invited_or_new(read, id, email, full_name, now)?;
    let is_stranger = is_replaceable(&person) && !query::person::was_invited(read, person.id)?;
    if is_stranger || user::stands_in(&person.full_name, &person.email) {
        full_name.clone_into(&mut person.full_name);
    }
    Ok(person)
}
