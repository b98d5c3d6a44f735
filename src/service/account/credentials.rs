//! Email address, password and second factor, judged together (`docs/behaviour/accounts.md#accounts`).

use super::second_factor::presented::{self, Presented, Proof};
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

/// Credentials as a caller sends them.
pub struct Credentials<'a> {
    pub email: &'a str,
    pub password: String,
    /// Of the authenticator app, or a recovery code.
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
    /// To be used up by the write that it permits; `None` for an account without a second factor.
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

/// # Errors
/// 401 with the same text and timing for an unknown address and a wrong password; with the right one 401
/// `totp_required` or `wrong_code`, 403 `account_inactive`; 429.
pub async fn check(app: &App, given: Credentials<'_>, factor: Factor) -> Result<Known> {
    let Credentials { email, password, code, from, standing } = given;
    let email = user::normalise_email(email);
    if !user::may_be_credentials(&email, &password) {
        return Err(user::wrong_credentials());
    }
    let attempt = app.login_rate_limit.begin(&email, from, standing, || app.now()).await?;
    let found = query::person::by_email(&app.store.read()?, &email)?;
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
    let judged = move |right: bool| {
        // The first step of two is neither a failure nor a sign-in: it does not count.
        if !(right && is_missing) {
            attempt.judged(right && passes, is_staff);
        }
    };
    let verdict = app.passwords.verify(client, password.clone(), stored, judged).await?;
    if !verdict.ok {
        // Log the account's id, if any, never the typed address: users type passwords into that field.
        tracing::info!(%from, account = ?found.map(|user| user.id.0), "sign-in failed");
        return Err(user::wrong_credentials());
    }
    let user = found.ok_or_else(user::wrong_credentials)?;
    if !user.is_active {
        return Err(Error::forbidden(
            ErrorCode::AccountInactive,
            "This account is deactivated. Please contact your administrator.",
        ));
    }
    let proof = match presented {
        Presented::NotAsked => None,
        Presented::Missing => return Err(presented::missing()),
        Presented::Wrong => {
            app.account_limits.tries_code(user.id, app.now())?;
            tracing::info!(%from, account = ?user.id.0, "the code of a second factor was wrong");
            return Err(presented::wrong_code());
        }
        Presented::Right(proof) => {
            app.account_limits.tries_code(user.id, app.now())?;
            app.account_limits.code_was_right(user.id);
            Some(proof)
        }
    };
    let rehashed = if verdict.rehash { Some(app.passwords.hash_for(Some(client), password).await?) } else { None };
    Ok(Known { user, proof, rehashed })
}
