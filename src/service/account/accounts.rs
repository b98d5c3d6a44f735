//! Sign-in, sign-out, changes of the own name and password, and the first-run setup (`docs/behaviour/accounts.md#accounts`).

use super::admins::{self, NewAdmin};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Instant, Result, SessionId,
        error::FieldChecker,
        network::{Client, Network},
        user::{self, SESSION_MAX, Session, StaffRole, User},
    },
    secrets::{Claims, token},
    service::{events, query, work::By},
    state::login_rate_limit::SignInStanding,
    store::{Read, records::counter},
};
use std::{net::IpAddr, sync::PoisonError};

pub struct SignedIn {
    pub access_token: String,
    pub expires_at: Instant,
    pub user: User,
}

/// Returns true if an admin account exists.
///
/// # Errors
/// Storage only.
pub fn admin_exists(app: &App) -> Result<bool> {
    Ok(app.store.read()?.count(&counter::admins())? > 0)
}

/// # Errors
/// 401 with the same text and timing for an unknown address and a wrong password; 403 `account_inactive`; 429.
pub async fn sign_in(app: &App, email: &str, password: String, from: IpAddr) -> Result<SignedIn> {
    let email = user::normalise_email(email);
    if !user::may_be_credentials(&email, &password) {
        return Err(user::wrong_credentials());
    }
    let attempt = app.login_rate_limit.begin(&email, from, SignInStanding::Stranger, || app.now()).await?;
    let found = query::person::by_email(&app.store.read()?, &email)?;
    let stored = found.as_ref().and_then(|u| u.password_hash.clone());
    let is_staff = found.as_ref().is_some_and(|u| u.role.is_staff());
    let client = Client::Network(Network::of(from));
    let judged = move |right| attempt.judged(right, is_staff);
    let verdict = app.passwords.verify(client, password.clone(), stored, judged).await?;
    let now = app.now();
    if !verdict.ok {
        // Log the account's id, if any, never the typed address: users type passwords into that field.
        tracing::info!(%from, account = ?found.map(|user| user.id.0), "sign-in failed");
        return Err(user::wrong_credentials());
    }
    let found = found.ok_or_else(user::wrong_credentials)?;
    if !found.is_active {
        return Err(Error::forbidden(
            ErrorCode::AccountInactive,
            "This account is deactivated. Please contact your administrator.",
        ));
    }
    let rehashed = if verdict.rehash { Some(app.passwords.hash_for(Some(client), password).await?) } else { None };
    let session = app.new_id::<SessionId>();
    let user = app
        .write_at(now, found.id, move |w| {
            // Reject the old password if it was changed, or the address registered again, since the check.
            let present = w.get::<User>(found.id)?;
            let present = present.filter(|user| user.password_hash == found.password_hash);
            let mut user = present.ok_or_else(user::wrong_credentials)?;
            if rehashed.is_some() {
                user.password_hash = rehashed;
                w.put(&user)?;
            }
            let row = Session {
                id: session,
                user_id: user.id,
                token_version: user.token_version,
                created_at: w.now,
                last_seen_at: w.now,
            };
            w.put(&row)?;
            w.audit("session.start", session, "")?;
            Ok(user)
        })
        .await?;
    let expires_at = now.plus(SESSION_MAX);
    let claims =
        Claims { sub: user.id.to_string(), sid: session.to_string(), exp: expires_at.as_secs(), iat: now.as_secs() };
    Ok(SignedIn { access_token: app.jwt.sign(&claims)?, expires_at, user })
}

/// Ends this session only.
///
/// # Errors
/// Storage only.
pub async fn sign_out(app: &App, session: &Session) -> Result<()> {
    let (sid, user) = (session.id, session.user_id);
    app.write(user, move |w| {
        w.delete::<Session>(sid)?;
        events::sessions_ended(w, user);
        w.audit("session.end", sid, "")
    })
    .await
}

/// Changes the display name.
///
/// # Errors
/// 422; 409 `mailbox_not_proven` for an unverified account with the address of an invited applicant: the display name
/// is that applicant's.
pub async fn rename(app: &App, user: &User, full_name: &str) -> Result<User> {
    let mut check = FieldChecker::default();
    user::check_name(&mut check, "full_name", full_name);
    check.finish(&[])?;
    let (id, full_name, signed_in) = (user.id, full_name.trim().to_owned(), user.clone());
    app.write(id, move |w| {
        let mut user = query::person::present(w, &signed_in)?;
        if query::person::is_unverified_invitee(w, &user)? {
            return Err(Error::conflict(
                ErrorCode::MailboxNotProven,
                "Please confirm your email address first; then you can change your name.",
            ));
        }
        if user.full_name != full_name {
            user.full_name = full_name;
            w.put(&user)?;
            w.audit("account.rename", id, "")?;
        }
        Ok(user)
    })
    .await
}

/// Creates the one-time token of the first-run setup in the browser; `None` once an admin exists.
///
/// # Errors
/// Storage only.
pub fn open_setup(app: &App) -> Result<Option<String>> {
    if admin_exists(app)? {
        return Ok(None);
    }
    let fresh = token::new();
    *app.setup_token.lock().unwrap_or_else(PoisonError::into_inner) = Some(fresh.clone());
    Ok(Some(fresh))
}

/// Creates the first admin from the browser; succeeds only once.
///
/// # Errors
/// 409 `admin_exists`, 403 `wrong_setup_token`, 422.
pub async fn set_up(app: &App, setup_token: &str, email: &str, password: String, full_name: &str) -> Result<User> {
    if admin_exists(app)? {
        return Err(Error::conflict(
            ErrorCode::AdminExists,
            "This server already has an administrator. Please sign in.",
        ));
    }
    let expected = app.setup_token.lock().unwrap_or_else(PoisonError::into_inner).clone();
    // Compare hashes, so that the timing reveals nothing about the token.
    if expected.is_none_or(|t| token::hash(&t) != token::hash(setup_token.trim())) {
        return Err(Error::forbidden(
            ErrorCode::WrongSetupToken,
            "This is not the setup token that the server printed when it started.",
        ));
    }
    let user = admins::insert(
        app,
        By::Server,
        NewAdmin { email, password, full_name, role: StaffRole::Admin, only_first: true },
    )
    .await?;
    *app.setup_token.lock().unwrap_or_else(PoisonError::into_inner) = None;
    Ok(user)
}

/// Changes the account's own password and ends its other sessions. Wrong guesses count against the login rate limit.
///
/// # Errors
/// 422 for a wrong current password or an unacceptable new one; 429.
pub async fn change_password(
    app: &App,
    (user, session): (&User, &Session),
    current: String,
    new: String,
    from: IpAddr,
) -> Result<()> {
    let mut check = FieldChecker::default();
    user::check_password(&mut check, "new_password", &new);
    check.finish(&[])?;
    let wrong = || Error::field("current_password", "The current password is wrong.");
    if !user::may_be_credentials(&user.email, &current) {
        return Err(wrong());
    }
    let attempt = app.login_rate_limit.begin(&user.email, from, SignInStanding::SignedIn, || app.now()).await?;
    let (client, is_staff) = (Client::Account(user.id), user.role.is_staff());
    let judged = move |right| attempt.judged(right, is_staff);
    let verdict = app.passwords.verify(client, current, user.password_hash.clone(), judged).await?;
    if !verdict.ok {
        return Err(wrong());
    }
    let hash = app.passwords.hash_for(Some(client), new).await?;
    let (id, sid, verified) = (user.id, session.id, user.password_hash.clone());
    app.write(id, move |w| {
        let found: Option<User> = w.get(id)?;
        // Reject if the password was changed since the check.
        let mut user = found.filter(|u| u.password_hash == verified).ok_or_else(wrong)?;
        user.password_hash = Some(hash);
        user.token_version += 1;
        if let Some(mut own) = w.get::<Session>(sid)? {
            own.token_version = user.token_version;
            w.put(&own)?;
        }
        w.put(&user)?;
        events::sessions_ended(w, user.id);
        w.audit("account.change_password", user.id, "")
    })
    .await
}
