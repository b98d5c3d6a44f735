//! Sign-in, sign-out, changes of the own name and password, and the first-run setup (`docs/behaviour/accounts.md#accounts`).

use super::{
    admins::{self, NewAdmin},
    credentials::{self, Checked, Credentials, Factor},
    directory::{ldap::Vouched, voucher_of},
    second_factor::presented as second_factor,
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Instant, Result, SessionId,
        error::FieldChecker,
        ldap::DIRECTORY,
        network::{Client, Network},
        user::{self, ProvidedSession, SESSION_MAX, Session, SessionOrigin, StaffRole, User},
    },
    secrets::{Claims, token},
    service::{
        events, query,
        settings::passwords,
        work::{By, Work},
    },
    state::login_rate_limit::SignInStanding,
    store::{Read, records::counter},
};
use std::{net::IpAddr, sync::PoisonError};

pub struct SignedIn {
    pub access_token: String,
    pub expires_at: Instant,
    /// Time at which the site demands a second factor, which the account does not have yet.
    pub second_factor_due: Option<Instant>,
    pub user: User,
}

/// Returns true if an admin account exists.
///
/// # Errors
/// Storage only.
pub fn admin_exists(app: &App) -> Result<bool> {
    Ok(app.store.read()?.count(&counter::admins())? > 0)
}

/// Where a sign-in comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    pub address: IpAddr,
    /// The device in words; blank if the client names none.
    pub device: String,
}

/// # Errors
/// Those of [`credentials::check`]; 403 `second_factor_due` where the site demands a second factor and the grace period is
/// over.
pub async fn sign_in(app: &App, email: &str, password: String, code: Option<&str>, origin: Origin) -> Result<SignedIn> {
    let given = Credentials { email, password, code, from: origin.address, standing: SignInStanding::Stranger };
    let known = match credentials::check(app, given, Factor::Now).await? {
        Checked::Here(known) => known,
        Checked::ByDirectory(vouched) => return sign_in_vouched(app, *vouched, origin).await,
    };
    let now = app.now();
    let second_factor_due = match known.proof {
        Some(_) => None,
        None => second_factor::require_in_time(&app.store.read()?, &known.user, now)?,
    };
    let session = app.new_id::<SessionId>();
    let (user, row) = app
        .write_at(now, known.user.id, move |w| {
            let mut user = known.require_unchanged(w)?;
            second_factor::settle(w, &user, known.proof.as_ref())?;
            if known.rehashed.is_some() {
                user.password_hash = known.rehashed;
                w.put(&user)?;
            }
            let row = begin_session(w, &user, session, origin, None)?;
            Ok((user, row))
        })
        .await?;
    signed_in(app, user, &row, second_factor_due)
}

/// A person for whom the directory vouches: the account gets the roles of now, or is made. The second factor of this site is
/// asked for and demanded as of others, because a password is all that the directory asks for.
async fn sign_in_vouched(app: &App, vouched: Vouched, origin: Origin) -> Result<SignedIn> {
    let (now, session) = (app.now(), app.new_id::<SessionId>());
    let (sid, proof) = (vouched.sid.clone(), vouched.proof.clone());
    // The inner result is kept by the write: an account that needs a second factor first is there to get one.
    let begun = app
        .write_at(now, By::Server, move |w| {
            let Some(user) = vouched.admit(w)? else { return Ok(Err(Vouched::no_role())) };
            second_factor::settle(w, &user, proof.as_ref())?;
            let due = match proof {
                Some(_) => None,
                None => match second_factor::require_in_time(&**w, &user, now) {
                    Ok(due) => due,
                    Err(refusal) => return Ok(Err(refusal)),
                },
            };
            let provided = ProvidedSession { provider: DIRECTORY.into(), sid };
            let row = begin_session(w, &user, session, origin, Some(provided))?;
            Ok(Ok((user, row, due)))
        })
        .await?;
    let (user, row, due) = begun?;
    signed_in(app, user, &row, due)
}

/// Stores a new session of the account.
///
/// # Errors
/// Storage only.
pub(super) fn begin_session(
    w: &mut Work<'_, '_>,
    user: &User,
    id: SessionId,
    Origin { address, device }: Origin,
    provided: Option<ProvidedSession>,
) -> Result<Session> {
    let note = provided.as_ref().map(|provided| format!("by {}", provided.provider)).unwrap_or_default();
    let row = Session {
        id,
        user_id: user.id,
        token_version: user.token_version,
        created_at: w.now,
        last_seen_at: w.now,
        origin: Some(Box::new(SessionOrigin { device, network: Network::wide_in_words(address) })),
        provided: provided.map(Box::new),
        tokens_sealed: None,
    };
    w.put(&row)?;
    w.acting(user.id.into()).audit("session.start", id, &note)?;
    Ok(row)
}

/// A stored session with its access token.
///
/// # Errors
/// As the token cannot be signed.
pub(super) fn signed_in(
    app: &App,
    user: User,
    session: &Session,
    second_factor_due: Option<Instant>,
) -> Result<SignedIn> {
    let expires_at = session.created_at.plus(SESSION_MAX);
    let claims = Claims {
        sub: user.id.to_string(),
        sid: session.id.to_string(),
        exp: expires_at.as_secs(),
        iat: session.created_at.as_secs(),
    };
    Ok(SignedIn { access_token: app.secrets.jwt.sign(&claims)?, expires_at, second_factor_due, user })
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
        NewAdmin { email, password, full_name, role: StaffRole::Admin, given: Vec::new(), only_first: true },
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
    {
        let read = app.store.read()?;
        passwords::stored(&read)?.check(&mut check, "new_password", &new);
        if voucher_of(&read, user.id)?.is_some() {
            let detail = "Your password is that of your company's account. Please change it there.";
            return Err(Error::field("current_password", detail));
        }
    }
    check.finish(&[])?;
    let wrong = || Error::field("current_password", "The current password is wrong.");
    if !user::may_be_credentials(&user.email, &current) {
        return Err(wrong());
    }
    let attempt = app.limits.logins.begin(&user.email, from, SignInStanding::SignedIn, || app.now()).await?;
    let (client, is_staff) = (Client::Account(user.id), user.role.is_staff());
    let judged = move |right| attempt.judged(right, is_staff);
    let verdict = app.secrets.passwords.verify(client, current, user.password_hash.clone(), judged).await?;
    if !verdict.ok {
        return Err(wrong());
    }
    let hash = app.secrets.passwords.hash_for(Some(client), new).await?;
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
