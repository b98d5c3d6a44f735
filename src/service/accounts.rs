//! Sign-in, sign-up, sign-out, and the first administrator.

use super::{actor::Admin, audit};
use crate::{
    app::App,
    domain::{
        Error, Instant, Result, SessionId, UserId,
        user::{self, Role, SESSION_MAX, Session, User},
    },
    secrets::{Claims, token},
    store::{
        Key, Read, StoreError, Tx,
        records::{self, counter, key},
    },
};
use std::{net::IpAddr, sync::PoisonError};

pub struct SignedIn {
    pub access_token: String,
    pub expires_at: Instant,
    pub user: User,
}

fn by_email(read: &impl Read, email: &str) -> Result<Option<User>> {
    Ok(read.find::<User>(records::USERS_BY_EMAIL, &Key::new().text(email).build())?)
}

/// Whether there is an administrator yet.
///
/// # Errors
/// Storage only.
pub fn admin_exists(app: &App) -> Result<bool> {
    Ok(app.store.read()?.count(&counter::admins())? > 0)
}

/// # Errors
/// 401 in the same words and time for an unknown address and a wrong password; 403 `account_inactive`; 429.
pub async fn sign_in(app: &App, email: &str, password: String, from: IpAddr) -> Result<SignedIn> {
    let email = user::normalise_email(email);
    app.sign_in_guard.begin(&email, from, app.now())?;
    if password.chars().count() > *user::PASSWORD.end() {
        return Err(user::wrong_credentials());
    }
    let found = by_email(&app.store.read()?, &email)?;
    let stored = found.as_ref().and_then(|u| u.password_hash.clone());
    let verdict = app.passwords.verify(password.clone(), stored).await;
    let verdict = verdict.inspect_err(|_| app.sign_in_guard.undecided(&email, from))?;
    let now = app.now();
    let Some(found) = found.filter(|_| verdict.ok) else {
        return Err(user::wrong_credentials());
    };
    app.sign_in_guard.succeeded(&email, from);
    if !found.is_active {
        return Err(Error::forbidden(
            "account_inactive",
            "This account is deactivated. Please contact your administrator.",
        ));
    }
    let rehashed = if verdict.rehash { Some(app.passwords.hash(password).await?) } else { None };
    let session = app.new_id::<SessionId>();
    let user = app
        .store
        .write(move |tx| -> Result<User> {
            let mut user = tx.get::<User>(&key::user(found.id))?.ok_or_else(user::wrong_credentials)?;
            if rehashed.is_some() && user.password_hash == found.password_hash {
                user.password_hash = rehashed;
                tx.put(&user)?;
            }
            let row = Session {
                id: session,
                user_id: user.id,
                token_version: user.token_version,
                created_at: now,
                last_seen_at: now,
            };
            tx.put(&row)?;
            audit::record(tx, now, Some(user.id), "session.start", session, "")?;
            Ok(user)
        })
        .await?;
    let expires_at = now.plus(SESSION_MAX);
    let claims =
        Claims { sub: user.id.to_string(), sid: session.to_string(), exp: expires_at.0 / 1000, iat: now.0 / 1000 };
    Ok(SignedIn { access_token: app.jwt.sign(&claims)?, expires_at, user })
}

/// Ends this session alone.
///
/// # Errors
/// Storage only.
pub async fn sign_out(app: &App, session: &Session) -> Result<()> {
    let (key, user, sid, now) = (Key::new().id(session.id.0).build(), session.user_id, session.id, app.now());
    app.store
        .write(move |tx| {
            tx.delete::<Session>(&key)?;
            audit::record(tx, now, Some(user), "session.end", sid, "")
        })
        .await
}

/// Sign-up: applicants only, whatever role is sent. A person who was invited before keeps the same record.
///
/// # Errors
/// 409 `email_taken`, 422.
pub async fn register(app: &App, email: &str, password: String, full_name: &str) -> Result<User> {
    user::check_new_account(email, &password, full_name)?;
    let email = user::normalise_email(email);
    let full_name = full_name.trim().to_owned();
    if by_email(&app.store.read()?, &email)?.is_some_and(|u| u.password_hash.is_some()) {
        return Err(email_taken());
    }
    let hash = app.passwords.hash(password).await?;
    let (id, now) = (app.new_id(), app.now());
    app.store
        .write(move |tx| {
            let mut account = invited_or_new(tx, id, &email, &full_name, now)?;
            if account.password_hash.is_some() {
                return Err(email_taken());
            }
            account.full_name = full_name;
            account.password_hash = Some(hash);
            tx.put(&account)?;
            audit::record(tx, now, Some(account.id), "account.register", account.id, "")?;
            Ok(account)
        })
        .await
}

fn email_taken() -> Error {
    Error::conflict("email_taken", "There is already an account with this e-mail address.")
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

/// Makes the one-time token of the browser's first-run setup, while there is no admin.
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

/// Makes the first administrator in the browser, once.
///
/// # Errors
/// 409 `admin_exists`, 403 `wrong_setup_token`, 422.
pub async fn set_up(app: &App, setup_token: &str, email: &str, password: String, full_name: &str) -> Result<User> {
    if admin_exists(app)? {
        return Err(Error::conflict("admin_exists", "This server already has an administrator. Please sign in."));
    }
    let expected = app.setup_token.lock().unwrap_or_else(PoisonError::into_inner).clone();
    // Hashes are compared, so that the time taken tells nothing about the token.
    if expected.is_none_or(|t| token::hash(&t) != token::hash(setup_token.trim())) {
        return Err(Error::forbidden(
            "wrong_setup_token",
            "This is not the setup token that the server printed when it started.",
        ));
    }
    let user = new_admin(app, None, email, password, full_name, true).await?;
    *app.setup_token.lock().unwrap_or_else(PoisonError::into_inner) = None;
    Ok(user)
}

/// Makes an administrator; the first one made is the superadmin (spec section 1).
///
/// # Errors
/// 409 `email_taken`, 422.
pub async fn create_admin(app: &App, admin: &Admin, email: &str, password: String, full_name: &str) -> Result<User> {
    new_admin(app, admin.id(), email, password, full_name, false).await
}

async fn new_admin(
    app: &App,
    by: Option<UserId>,
    email: &str,
    password: String,
    full_name: &str,
    only_first: bool,
) -> Result<User> {
    user::check_new_account(email, &password, full_name)?;
    let email = user::normalise_email(email);
    let full_name = full_name.trim().to_owned();
    let hash = app.passwords.hash(password).await?;
    let (id, now) = (app.new_id(), app.now());
    app.store
        .write(move |tx: &mut Tx<'_>| {
            let is_first = tx.count(&counter::admins())? == 0;
            if only_first && !is_first {
                return Err(Error::conflict(
                    "admin_exists",
                    "This server already has an administrator. Please sign in.",
                ));
            }
            let user = User {
                id,
                email,
                full_name,
                role: Role::Admin,
                password_hash: Some(hash),
                is_first_admin: is_first,
                is_active: true,
                mailbox_proven: true,
                token_version: 1,
                created_at: now,
            };
            match tx.put(&user) {
                Err(StoreError::Duplicate { .. }) => return Err(email_taken()),
                other => other?,
            }
            audit::record(tx, now, by, "admin.create", id, "")?;
            Ok(user)
        })
        .await
}

/// Administrators, oldest first.
///
/// # Errors
/// Storage only.
pub fn admins(app: &App, _: &Admin) -> Result<Vec<User>> {
    let read = app.store.read()?;
    let mut admins = Vec::new();
    let range = crate::store::KeyRange::prefix(&Key::new().u8(0).build());
    read.scan_index(records::USERS_BY_ROLE, range, false, &mut |_, primary| {
        admins.extend(read.get::<User>(primary)?);
        Ok(std::ops::ControlFlow::Continue(()))
    })?;
    Ok(admins)
}

/// Sets an admin's password from the command line and ends all their sessions.
///
/// # Errors
/// 404 for an address that is no admin's, 422.
pub async fn reset_password(app: &App, admin: &Admin, email: &str, password: String) -> Result<User> {
    let mut check = crate::domain::error::Checker::default();
    user::check_password(&mut check, "password", &password);
    check.finish(&[])?;
    let email = user::normalise_email(email);
    let hash = app.passwords.hash(password).await?;
    let (by, now) = (admin.id(), app.now());
    app.store
        .write(move |tx| {
            let found = by_email(tx, &email)?.filter(|u| u.role == Role::Admin);
            let mut user = found.ok_or_else(|| Error::not_found("administrator"))?;
            user.password_hash = Some(hash);
            user.token_version += 1;
            tx.put(&user)?;
            audit::record(tx, now, by, "admin.reset_password", user.id, "")?;
            Ok(user)
        })
        .await
}
