//! Email address, password and second factor, judged together (`docs/behaviour/accounts.md#accounts`).

use super::{
    directory::ldap::{self, Asked, Vouched},
    second_factor::presented::{self, Presented, Proof},
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result,
        network::{Client, Network},
        user::{self, User},
    },
    service::{query, work::Work},
    state::login_rate_limit::SignInStanding,
    store::Read,
};
use std::net::IpAddr;
use tokio::sync::oneshot;

/// Credentials as a caller sends them.
pub struct Credentials<'a> {
    pub email: &'a str,
    pub password: String,
    /// The code of the authenticator app, or a recovery code.
    pub code: Option<&'a str>,
    pub from: IpAddr,
    pub standing: SignInStanding,
}

/// Whether the second factor of the account is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    Now,
    /// Where the caller is about to set one up.
    Later,
}

/// An account whose credentials were right.
pub struct Known {
    pub user: User,
    /// Proof that is used up by the write that it permits; `None` for an account without a second factor.
    pub proof: Option<Proof>,
    /// A hash with the present parameters, if the stored one has others.
    pub rehashed: Option<String>,
}

impl Known {
    /// The account, if its password was not changed, nor its address registered again, since the check.
    ///
    /// # Errors
    /// 401.
    pub fn require_unchanged(&self, w: &Work<'_, '_>) -> Result<User> {
        let present: Option<User> = w.get(self.user.id)?;
        present.filter(|user| user.password_hash == self.user.password_hash).ok_or_else(user::wrong_credentials)
    }
}

/// The result of a check: the account whose credentials were right.
pub enum Checked {
    /// Signed in by the password of this site.
    Here(Known),
    /// Signed in by the directory; the person may not have an account yet.
    ByDirectory(Box<Vouched>),
}

impl Checked {
    /// The account, for what only its owner may do.
    ///
    /// # Errors
    /// 401 for a person of the directory who has none yet.
    pub fn account(self) -> Result<Known> {
        match self {
            Self::Here(known) => Ok(known),
            Self::ByDirectory(vouched) => {
                let Vouched { user, proof, .. } = *vouched;
                Ok(Known { user: user.ok_or_else(user::wrong_credentials)?, proof, rehashed: None })
            }
        }
    }
}

fn require_active(user: &User) -> Result<()> {
    if user.is_active {
        return Ok(());
    }
    let detail = "This account is deactivated. Please contact your administrator.";
    Err(Error::forbidden(ErrorCode::AccountInactive, detail))
}

/// # Errors
/// 401 with the same text and timing for an unknown address and a wrong password; with the right one 401
/// `totp_required` or `wrong_code`, 403 `account_inactive`; 429; 503 `provider_failed` where the directory had to be asked.
pub async fn check(app: &App, given: Credentials<'_>, factor: Factor) -> Result<Checked> {
    let Credentials { email, password, code, from, standing } = given;
    let email = user::normalise_email(user::without_domain(email));
    if !user::may_be_credentials(&email, &password) {
        return Err(user::wrong_credentials());
    }
    let attempt = app.limits.logins.begin(&email, from, standing, || app.now()).await?;
    let (found, asked) = {
        let read = app.store.read()?;
        let found = query::person::by_email(&read, &email)?;
        let asked = ldap::asks(&read, found.as_ref())?;
        (found, asked)
    };
    let stored = found.as_ref().and_then(|u| u.password_hash.clone());
    let is_staff = found.as_ref().is_some_and(|u| u.role.is_staff());
    let client = match (standing, &found) {
        (SignInStanding::SignedIn, Some(user)) => Client::Account(user.id),
        _ => Client::Network(Network::of(from)),
    };
    let presented = match factor {
        Factor::Now => presented::examine(app, found.as_ref(), code, app.now())?,
        Factor::Later => Presented::NotAsked,
    };
    let (passes, is_missing) = (presented.passes(), presented == Presented::Missing);
    // The directory's word counts where it is asked: the attempt is judged by that.
    let (hand_over, handed_over) = oneshot::channel();
    let judged = move |right: bool| {
        if !right && asked == Asked::Yes {
            let _ = hand_over.send(attempt);
            return;
        }
        // The first step of two is neither a failure nor a sign-in: it does not count.
        if !(right && is_missing) {
            attempt.judged(right && passes, is_staff);
        }
    };
    let verdict = app.secrets.passwords.verify(client, password.clone(), stored, judged).await?;
    if !verdict.ok && asked == Asked::Yes {
        let attempt = handed_over.await.map_err(Error::internal)?;
        let code = code.filter(|_| factor == Factor::Now).map(str::to_owned);
        let asks_code = factor == Factor::Now;
        if let Some(vouched) = ldap::sign_in(app, email, password.clone(), (asks_code, code), attempt).await? {
            vouched.user.as_ref().map_or(Ok(()), require_active)?;
            return Ok(Checked::ByDirectory(Box::new(vouched)));
        }
    }
    if !verdict.ok {
        if asked == Asked::MadeUpName {
            ldap::pretend(app).await?;
        }
        // Log the account's id, if any, never the typed address: users type passwords into that field.
        tracing::info!(%from, account = ?found.map(|user| user.id.0), "sign-in failed");
        return Err(user::wrong_credentials());
    }
    let user = found.ok_or_else(user::wrong_credentials)?;
    require_active(&user)?;
    let proof = presented::settled(app, Some(&user), presented)?;
    let rehashed =
        if verdict.rehash { Some(app.secrets.passwords.hash_for(Some(client), password).await?) } else { None };
    Ok(Checked::Here(Known { user, proof, rehashed }))
}
