//! Forgotten passwords: a link by mail that sets a new one (`docs/behaviour/accounts.md#accounts`).

use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Instant, Result, UserId,
        directory::DirectoryLink,
        error::FieldChecker,
        mail::{About, MailKind},
        network::{Client, Network},
        password_reset::{PasswordReset, unknown_link},
        user::{self, User},
    },
    secrets::token,
    service::{
        events,
        mail::{queue, reset, verify},
        query::{self, person::by_email},
        settings,
        work::{By, cascade_delete::delete_linked},
    },
    store::{Read, records},
};
use futures_util::FutureExt;
use std::net::IpAddr;

/// How a person gets back into an account without its password.
pub struct PasswordHelp {
    /// Reset by a mailed link.
    pub by_mail: bool,
    /// Contact for questions, in the company's words; may be blank.
    pub contact: String,
}

/// # Errors
/// Storage only.
pub fn help(app: &App) -> Result<PasswordHelp> {
    let read = app.store.read()?;
    let contact = settings::company::letterhead(&read)?.contact;
    Ok(PasswordHelp { by_mail: settings::mail_is_set_up(&read)?, contact })
}

/// Mails a link that sets a new password, which invalidates the previous one. The same reply after the same work for
/// every address: the address is looked up, and the link made and stored, by the store's writer after the reply, so that
/// its time says nothing. Deactivated accounts, people who never registered and those whom a provider signs in get no mail.
///
/// # Errors
/// 422 for what is no address; 409 `mail_not_set_up`; 429 `mailed_already`, both for every address alike; 503 while the
/// store's queue is full.
pub fn request(app: &App, email: &str, from: IpAddr) -> Result<()> {
    let email = user::normalise_email(email);
    let mut check = FieldChecker::default();
    user::check_email(&mut check, "email", &email);
    check.finish(&[])?;
    if !settings::mail_is_set_up(&app.store.read()?)? {
        let detail = "This server sends no email. Please ask your administrator for a new password.";
        return Err(Error::conflict(ErrorCode::MailNotSetUp, detail));
    }
    let now = app.now();
    app.limits.accounts.asks_reset(&email, from, now)?;
    let (envelope, salt) = (queue::envelope(app)?, token::random_bytes::<16>());
    let link = app.write_at(now, By::Server, move |w| {
        let found = by_email(w, &email)?.filter(|user| user.password_hash.is_some() && user.is_active);
        let Some(user) = found else { return Ok(()) };
        // The provider has the password of such a person.
        if w.has::<DirectoryLink>(user.id)? {
            return Ok(());
        }
        // An account that was made with any address must not send it more mails than its registration may.
        if !user.mailbox_proven {
            let is_stranger = !query::person::was_invited(w, user.id)?;
            if w.app.limits.accounts.mails_proof(&user.email, is_stranger, from, w.now).is_err() {
                return Ok(());
            }
        }
        reset::void(w, user.id)?;
        let token_hash = token::hash(&reset::secret_of(w.app, user.id, &salt));
        let (user_id, token_version) = (user.id, user.token_version);
        w.put(&PasswordReset { user_id, token_hash, salt, made_at: now, token_version })?;
        queue::enqueue_for(w, envelope, MailKind::ResetPassword, About::Account(user.id), now)?;
        let app = w.app.clone();
        w.after_commit(move || queue::wake(&app));
        w.audit("account.ask_password_reset", user.id, "")
    });
    // Queued by the first poll, and done whether or not it is waited for.
    link.now_or_never().unwrap_or(Ok(()))
}

fn find(read: &impl Read, hash: [u8; 32], now: Instant) -> Result<User> {
    let reset: PasswordReset = read.find(records::RESETS_BY_TOKEN, hash)?.ok_or_else(unknown_link)?;
    let user: User = read.get(reset.user_id)?.ok_or_else(unknown_link)?;
    reset.check(&user, now)?;
    Ok(user)
}

/// Sets a new password by the link, once, and ends all sessions of the account. Who has the link has the mailbox, so the
/// address is verified too.
///
/// # Errors
/// 404 `unknown_reset`; 410 `expired`, also after another change of the account; 403 `account_inactive`; 422.
pub async fn redeem(app: &App, secret: &str, password: String, from: IpAddr) -> Result<()> {
    let mut check = FieldChecker::default();
    settings::passwords::stored(&app.store.read()?)?.check(&mut check, "new_password", &password);
    check.finish(&[])?;
    let hash = token::hash(secret.trim());
    // Before the expensive hash of the password.
    let account = find(&app.store.read()?, hash, app.now())?;
    let password_hash = app.secrets.passwords.hash_for(Some(Client::Network(Network::of(from))), password).await?;
    app.write(account.id, move |w| {
        // Checked again within the write: two tabs may use the link at the same moment.
        let mut user = find(&**w, hash, w.now)?;
        reset::void(w, user.id)?;
        if !user.mailbox_proven {
            verify::void_proof(w, user.id)?;
            user.mailbox_proven = true;
        }
        user.password_hash = Some(password_hash);
        user.token_version += 1;
        w.put(&user)?;
        delete_linked(w, records::SESSIONS_BY_USER.under(user.id))?;
        events::sessions_ended(w, user.id);
        w.audit("account.reset_password", user.id, "by the mailed link")
    })
    .await?;
    // The failures before were the owner's own, or those of others at the owner's network: let the owner in.
    app.limits.logins.forgive(&account.email, from);
    Ok(())
}

/// Deletes links that have expired.
///
/// # Errors
/// Storage only.
pub(crate) async fn drop_expired(app: &App, ids: Vec<UserId>) -> Result<()> {
    app.write(By::Server, move |w| {
        for id in ids {
            // A newer link may have replaced it meanwhile.
            if w.get::<PasswordReset>(id)?.is_some_and(|reset| w.now >= reset.expires_at()) {
                reset::void(w, id)?;
            }
        }
        Ok(())
    })
    .await
}
