//! The second factor that a sign-in brings.

use super::{confirmed, policy, secret_of};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, ErrorKind, Instant, Result,
        second_factor::{SecondFactor, normalise_code},
        user::User,
    },
    secrets::totp::recovery_hash,
    service::work::Work,
    store::Read,
};

/// Judged before the password, so that the limit of failed sign-ins learns of both at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presented {
    /// The account has no second factor.
    NotAsked,
    Missing,
    Wrong,
    Right(Proof),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    Step(u64),
    Recovery([u8; 32]),
}

impl Presented {
    /// Whether the right password is enough with it.
    pub const fn passes(&self) -> bool {
        matches!(self, Self::NotAsked | Self::Right(_))
    }
}

/// # Errors
/// Storage, and a secret that cannot be unsealed.
pub fn examine(app: &App, user: Option<&User>, code: Option<&str>, now: Instant) -> Result<Presented> {
    let Some(user) = user else { return Ok(Presented::NotAsked) };
    let Some(factor) = confirmed(&app.store.read()?, user.id)? else { return Ok(Presented::NotAsked) };
    let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else { return Ok(Presented::Missing) };
    // Also of a code that is refused: where the clock is off, all of them are.
    if let Some(steps) = secret_of(app, &factor)?.steps_ahead(&normalise_code(code), now) {
        app.clock_watch.codes.note(steps, now);
    }
    proof(app, &factor, code, now).map(|proof| proof.map_or(Presented::Wrong, Presented::Right))
}

/// The proof of what was presented with the right password.
///
/// # Errors
/// 401 `totp_required`, `wrong_code`; 429 `too_many_attempts`.
pub fn settled(app: &App, user: Option<&User>, presented: Presented) -> Result<Option<Proof>> {
    let (proof, id) = match (presented, user) {
        (Presented::NotAsked, _) | (_, None) => return Ok(None),
        (Presented::Missing, _) => return Err(missing()),
        (Presented::Wrong, Some(user)) => (None, user.id),
        (Presented::Right(proof), Some(user)) => (Some(proof), user.id),
    };
    app.limits.accounts.tries_code(id, app.now())?;
    if proof.is_none() {
        tracing::info!(account = ?id.0, "the code of a second factor was wrong");
        return Err(wrong_code());
    }
    app.limits.accounts.code_was_right(id);
    Ok(proof)
}

/// The proof in a code; `None` for a wrong one, and one that was used before.
pub fn proof(app: &App, factor: &SecondFactor, code: &str, now: Instant) -> Result<Option<Proof>> {
    let code = normalise_code(code);
    if let Some(step) = secret_of(app, factor)?.step_of(&code, now) {
        return Ok((step > factor.last_step).then_some(Proof::Step(step)));
    }
    let hash = recovery_hash(&app.secrets.master, &factor.user_id.to_string(), &code);
    Ok(factor.recovery.contains(&hash).then_some(Proof::Recovery(hash)))
}

/// Uses the proof up, within the write that it permits: two sign-ins with one code get one session.
///
/// # Errors
/// 401 `wrong_code` if it was used meanwhile.
pub fn use_up(w: &mut Work<'_, '_>, user: &User, proof: &Proof) -> Result<()> {
    let mut factor = confirmed(&**w, user.id)?.ok_or_else(wrong_code)?;
    match proof {
        Proof::Step(step) if *step > factor.last_step => factor.last_step = *step,
        Proof::Recovery(hash) if factor.recovery.contains(hash) => {
            factor.recovery.retain(|left| left != hash);
            w.audit("account.use_recovery_code", user.id, &format!("{} left", factor.recovery.len()))?;
        }
        Proof::Step(_) | Proof::Recovery(_) => return Err(wrong_code()),
    }
    w.put(&factor)?;
    Ok(())
}

/// Uses up what a sign-in has presented, within the write that it permits.
///
/// # Errors
/// 401 `wrong_code`; `totp_required` where the second factor was turned on since.
pub fn settle(w: &mut Work<'_, '_>, user: &User, proof: Option<&Proof>) -> Result<()> {
    match proof {
        Some(proof) => use_up(w, user, proof),
        None if confirmed(&**w, user.id)?.is_some() => Err(missing()),
        None => Ok(()),
    }
}

/// Whether an account without a second factor may sign in, and until when, if the site demands one.
///
/// # Errors
/// 403 `second_factor_due`.
pub fn require_in_time(read: &impl Read, user: &User, now: Instant) -> Result<Option<Instant>> {
    let due = policy::stored(read)?.due(user);
    if due.is_some_and(|due| due <= now) {
        let detail = "This site asks for a second factor. Please set one up to sign in.";
        return Err(Error::forbidden(ErrorCode::SecondFactorDue, detail));
    }
    Ok(due)
}

pub fn missing() -> Error {
    let detail = "Please enter the code of your authenticator app, or a recovery code.";
    Error::new(ErrorKind::Unauthorized, ErrorCode::TotpRequired, detail)
}

pub fn wrong_code() -> Error {
    let detail = "This code is wrong, has expired or was used before. Wait for the next one; if that is refused too, \
                  check that the clock of your phone is right.";
    Error::new(ErrorKind::Unauthorized, ErrorCode::WrongCode, detail)
}
