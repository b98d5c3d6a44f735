//! The mail with the link that sets a new password (`docs/behaviour/accounts.md#accounts`).

use crate::{
    app::App,
    domain::{
        Instant, Result, UserId, hex,
        mail::{Mail, MailKind, MailState},
        password_reset::PasswordReset,
        user::User,
    },
    secrets::token,
    service::settings,
    store::{Read, Record, Tx, records},
};

/// The secret of a link: derived, so that the database holds nothing that opens it.
pub fn secret_of(app: &App, user: UserId, salt: &[u8; 16]) -> String {
    token::of(&app.secrets.master.derive(&format!("password reset {user} {}", hex::encode(salt))))
}

/// The account and its link; `None` once the mail is no longer worth sending.
///
/// # Errors
/// Storage only.
pub fn wanted(read: &impl Read, id: UserId, now: Instant) -> Result<Option<(User, PasswordReset)>> {
    let user: Option<User> = read.get(id)?;
    let reset: Option<PasswordReset> = read.get(id)?;
    Ok(user.zip(reset).filter(|(user, reset)| reset.check(user, now).is_ok()))
}

/// # Errors
/// Storage only.
pub fn link_of(app: &App, reset: &PasswordReset) -> Result<String> {
    let secret = secret_of(app, reset.user_id, &reset.salt);
    Ok(format!("{}/reset-password/{secret}", settings::public_url(app)?))
}

/// Invalidates the last link and removes queued mails with it.
///
/// # Errors
/// Storage only.
pub fn void(tx: &mut Tx<'_>, id: UserId) -> Result<()> {
    tx.delete::<PasswordReset>(id)?;
    for mail in tx.linked(records::MAIL_BY_ACCOUNT.under(id))? {
        if mail.state == MailState::Waiting && mail.kind == MailKind::ResetPassword {
            tx.delete::<Mail>(mail.id())?;
        }
    }
    Ok(())
}
