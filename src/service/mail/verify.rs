//! Email verification: proves that an address belongs to its account, for applicants without an invite link
//! (`docs/behaviour/accounts.md#accounts`).
//!
//! The link counts only in a session of that account: signing up with another person's address gains nothing when that
//! person opens the mail.

use super::queue;
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result, UserId,
        email_verification::EmailVerification,
        mail::{About, Mail, MailKind, MailState},
        time::{SignedDuration, seconds_to_wait},
        user::User,
    },
    secrets::token,
    service::{actor::Applicant, query, settings, work::Work},
    store::{Read, Record, Tx, records},
};
use std::net::IpAddr;

const TABLE: &str = "mailbox_proofs";

fn new_proof(app: &App, user_id: UserId, now: Instant) -> EmailVerification {
    let secret = token::new();
    let token_sealed = app.secrets.vault.seal(TABLE, &EmailVerification::key_of(user_id), 1, secret.as_bytes());
    EmailVerification { user_id, token_hash: token::hash(&secret), token_sealed, made_at: now }
}

/// Queues the mail of a new account, where a mail server is set up.
///
/// # Errors
/// Storage only.
pub fn queue_welcome(w: &mut Work<'_, '_>, envelope: queue::Envelope, user: &User) -> Result<()> {
    if user.mailbox_proven || !settings::mail_is_set_up(w)? {
        return Ok(());
    }
    let (proof, now) = (new_proof(w.app, user.id, w.now), w.now);
    w.put(&proof)?;
    queue::enqueue_for(w, envelope, MailKind::VerifyMailbox, About::Account(user.id), now)
}

/// Mails a new link, which invalidates the previous one. Rate-limited to once a minute and a few times an hour.
///
/// # Errors
/// 409 `already_proven`, `mail_not_set_up`; 429 `mailed_already`.
pub async fn request(app: &App, applicant: &Applicant, from: IpAddr) -> Result<()> {
    let (id, now) = (applicant.user().id, app.now());
    let (envelope, signed_in) = (queue::envelope(app)?, applicant.user().clone());
    app.write_at(now, id, move |w| {
        let user = query::person::present(w, &signed_in)?;
        if user.mailbox_proven {
            return Err(Error::conflict(ErrorCode::AlreadyProven, "Your email address is already confirmed."));
        }
        if !settings::mail_is_set_up(w)? {
            return Err(Error::conflict(
                ErrorCode::MailNotSetUp,
                "This server sends no email. Please ask your administrator to confirm your address.",
            ));
        }
        let last: Option<EmailVerification> = w.get(id)?;
        if let Some(wait) = last.map(|p| p.wait(w.now)).filter(SignedDuration::is_positive) {
            return Err(mailed_already(wait));
        }
        let is_stranger = !query::person::was_invited(w, id)?;
        w.app.limits.accounts.mails_proof(&user.email, is_stranger, from, w.now).map_err(mailed_often)?;
        void_proof(w, id)?;
        let proof = new_proof(w.app, id, now);
        w.put(&proof)?;
        queue::enqueue_for(w, envelope, MailKind::VerifyMailbox, About::Account(id), now)?;
        w.audit("account.ask_mailbox_proof", id, "")
    })
    .await?;
    queue::wake(app);
    Ok(())
}

fn mailed_already(wait: SignedDuration) -> Error {
    let seconds = seconds_to_wait(wait);
    let words = format!("An email was just sent. You can request another in {seconds} seconds.");
    Error { retry_after: Some(seconds), ..Error::new(ErrorKind::TooMany, ErrorCode::MailedAlready, words) }
}

fn mailed_often(wait: SignedDuration) -> Error {
    let minutes = seconds_to_wait(wait).div_ceil(60);
    let words = format!(
        "No more emails of this kind can be sent at present. You can request another in {minutes} {}.",
        if minutes == 1 { "minute" } else { "minutes" }
    );
    Error {
        retry_after: Some(seconds_to_wait(wait)),
        ..Error::new(ErrorKind::TooMany, ErrorCode::MailedAlready, words)
    }
}

/// Redeems the link, once. An address that is already confirmed stays confirmed, whichever link is opened again.
///
/// # Errors
/// 404 `unknown_link`; 403 `other_account`; 410 `expired`.
pub async fn prove(app: &App, applicant: &Applicant, secret: &str) -> Result<User> {
    let (id, signed_in, hash) = (applicant.user().id, applicant.user().clone(), token::hash(secret.trim()));
    app.write(id, move |w| {
        let user = query::person::present(w, &signed_in)?;
        match w.find(records::MAILBOX_PROOFS_BY_TOKEN, hash)? {
            Some(proof) if proof.user_id != id => {
                return Err(Error::forbidden(
                    ErrorCode::OtherAccount,
                    "This link belongs to another account. Please sign in with the address it was sent to.",
                ));
            }
            _ if user.mailbox_proven => return Ok(user),
            None => {
                let words = "This link is not valid: it was already used, or a newer email has replaced it.";
                return Err(Error::new(ErrorKind::NotFound, ErrorCode::UnknownLink, words));
            }
            Some(proof) if w.now >= proof.expires_at() => {
                return Err(Error::gone(ErrorCode::Expired, "This link has expired. Please ask for another email."));
            }
            Some(_) => {}
        }
        w.delete::<EmailVerification>(id)?;
        mark_verified(w, &signed_in, "mail")
    })
    .await
}

/// The account and its proof; `None` once the mail is no longer worth sending.
///
/// # Errors
/// Storage only.
pub fn wanted(read: &impl Read, id: UserId, now: Instant) -> Result<Option<(User, EmailVerification)>> {
    let user: Option<User> = read.get(id)?;
    let proof: Option<EmailVerification> = read.get(id)?;
    let user = user.filter(|u| u.is_active && !u.mailbox_proven);
    Ok(user.zip(proof.filter(|p| now < p.expires_at())))
}

/// # Errors
/// A sealed token that cannot be decrypted (another master key).
pub fn link_of(app: &App, proof: &EmailVerification) -> Result<String> {
    let bytes = app.secrets.vault.open(TABLE, &EmailVerification::key_of(proof.user_id), 1, &proof.token_sealed)?;
    let secret = String::from_utf8(bytes).map_err(Error::internal)?;
    Ok(format!("{}/verify/{secret}", settings::public_url(app)?))
}

/// Marks the mailbox proven, for the registration that the caller signed in to: another may have replaced it meanwhile.
/// Returns the account after the change.
///
/// # Errors
/// 401 for a registration that was replaced.
pub(crate) fn mark_verified(w: &mut Work<'_, '_>, signed_in: &User, how: &str) -> Result<User> {
    let mut user = query::person::present(w, signed_in)?;
    if !user.mailbox_proven {
        user.mailbox_proven = true;
        w.put(&user)?;
        w.audit("account.mailbox_proven", user.id, how)?;
    }
    Ok(user)
}

/// Invalidates the last link and removes queued verification mails: only the newest one is sent.
///
/// # Errors
/// Storage only.
pub(crate) fn void_proof(tx: &mut Tx<'_>, id: UserId) -> Result<()> {
    tx.delete::<EmailVerification>(id)?;
    for mail in tx.linked(records::MAIL_BY_ACCOUNT.under(id))? {
        if mail.state == MailState::Waiting && mail.kind == MailKind::VerifyMailbox {
            tx.delete::<Mail>(mail.id())?;
        }
    }
    Ok(())
}
