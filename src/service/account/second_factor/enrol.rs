//! Setting up a second factor. Each step brings the password, so that neither an open session nor a half finished
//! sign-in has to be trusted with it: people whose grace period is over set it up before they can sign in.

use super::{
    TABLE, none,
    presented::{self, Proof},
    secret_of,
};
use crate::{
    app::App,
    domain::{
        Error, ErrorCode, Result,
        second_factor::{RECOVERY_CODES, SecondFactor, normalise_code},
        user::User,
    },
    secrets::totp::{QrPicture, TotpSecret, qr_picture, recovery_code, recovery_hash},
    service::{
        account::credentials::{self, Credentials, Factor},
        settings::company,
        work::Work,
    },
    store::{Read, Record},
};

/// Secret and picture for the app, shown once.
pub struct Enrolment {
    /// The secret as text, for people who type it.
    pub secret: String,
    /// The text of the picture.
    pub uri: String,
    pub picture: QrPicture,
}

/// Makes a new secret, which replaces one that was not confirmed.
///
/// # Errors
/// As a sign-in, with 422 for a wrong password; 409 `second_factor_on`.
pub async fn begin(app: &App, given: Credentials<'_>) -> Result<Enrolment> {
    let checked = credentials::check(app, given, Factor::Later).await.map_err(by_field)?;
    let known = checked.account().map_err(by_field)?;
    let (secret, id) = (TotpSecret::generate(), known.user.id);
    let secret_sealed = app.secrets.vault.seal(TABLE, &SecondFactor::key_of(id), 1, secret.as_bytes());
    let email = known.user.email.clone();
    app.write(id, move |w| {
        known.require_unchanged(w)?;
        require_none(w, &known.user)?;
        let (user_id, made_at) = (id, w.now);
        let recovery = Vec::new();
        w.put(&SecondFactor { user_id, secret_sealed, confirmed_at: None, last_step: 0, recovery, made_at })?;
        Ok(())
    })
    .await?;
    let company = company::letterhead(&app.store.read()?)?.company;
    let uri = secret.uri(if company.is_empty() { "Invigil" } else { &company }, &email);
    Ok(Enrolment { secret: secret.in_base32(), picture: qr_picture(&uri)?, uri })
}

fn require_none(w: &Work<'_, '_>, user: &User) -> Result<()> {
    if w.get::<SecondFactor>(user.id)?.is_some_and(|factor| factor.is_on()) {
        let detail = "This account has a second factor already. Take it off first to set up another app.";
        return Err(Error::conflict(ErrorCode::SecondFactorOn, detail));
    }
    Ok(())
}

/// Turns the second factor on with a first code of the app. Returns the recovery codes, which are shown this once.
///
/// # Errors
/// As a sign-in, with 422 for a wrong password or code; 409 `second_factor_on`, `not_started` without a secret.
pub async fn confirm(app: &App, given: Credentials<'_>, code: &str) -> Result<Vec<String>> {
    let checked = credentials::check(app, given, Factor::Later).await.map_err(by_field)?;
    let known = checked.account().map_err(by_field)?;
    app.limits.accounts.tries_code(known.user.id, app.now())?;
    let (id, code, codes) = (known.user.id, normalise_code(code), new_codes());
    let hashes = hashes(app, &known.user, &codes);
    app.write(id, move |w| {
        known.require_unchanged(w)?;
        require_none(w, &known.user)?;
        let begun: Option<SecondFactor> = w.get(id)?;
        let mut factor = begun.ok_or_else(|| {
            Error::conflict(ErrorCode::NotStarted, "There is no secret to confirm yet. Please begin again.")
        })?;
        let step = secret_of(w.app, &factor)?.step_of(&code, w.now).ok_or_else(presented::wrong_code)?;
        factor.last_step = step;
        factor.confirmed_at = Some(w.now);
        factor.recovery = hashes;
        w.put(&factor)?;
        w.audit("account.second_factor_on", id, "")
    })
    .await
    .map_err(by_field)?;
    app.limits.accounts.code_was_right(id);
    Ok(codes)
}

fn new_codes() -> Vec<String> {
    (0..RECOVERY_CODES).map(|_| recovery_code()).collect()
}

fn hashes(app: &App, user: &User, codes: &[String]) -> Vec<[u8; 32]> {
    let account = user.id.to_string();
    codes.iter().map(|code| recovery_hash(&app.secrets.master, &account, &normalise_code(code))).collect()
}

/// Replaces the recovery codes.
///
/// # Errors
/// 422 for a wrong password or code; 429; 404 for an account without one.
pub async fn renew_codes(app: &App, given: Credentials<'_>) -> Result<Vec<String>> {
    let checked = credentials::check(app, given, Factor::Now).await.map_err(by_field)?;
    let known = checked.account().map_err(by_field)?;
    let proof = require_proof(known.proof.clone())?;
    let codes = new_codes();
    let (id, hashes) = (known.user.id, hashes(app, &known.user, &codes));
    app.write(id, move |w| {
        known.require_unchanged(w)?;
        presented::use_up(w, &known.user, &proof)?;
        let factor: Option<SecondFactor> = w.get(id)?;
        let factor = factor.ok_or_else(presented::wrong_code)?;
        w.put(&SecondFactor { recovery: hashes, ..factor })?;
        w.audit("account.renew_recovery_codes", id, "")
    })
    .await
    .map_err(by_field)?;
    Ok(codes)
}

/// Takes the second factor off.
///
/// # Errors
/// 422 for a wrong password or code; 429; 404 for an account without one.
pub async fn take_off(app: &App, given: Credentials<'_>) -> Result<()> {
    let checked = credentials::check(app, given, Factor::Now).await.map_err(by_field)?;
    let known = checked.account().map_err(by_field)?;
    let proof = require_proof(known.proof.clone())?;
    app.write(known.user.id, move |w| {
        known.require_unchanged(w)?;
        presented::use_up(w, &known.user, &proof)?;
        w.delete::<SecondFactor>(known.user.id)?;
        w.audit("account.second_factor_off", known.user.id, "")
    })
    .await
    .map_err(by_field)
}

fn require_proof(proof: Option<Proof>) -> Result<Proof> {
    proof.ok_or_else(none)
}

/// The same refusal by field: a 401 would sign the page out.
fn by_field(error: Error) -> Error {
    match error.code {
        ErrorCode::InvalidCredentials => Error::field("password", "The password is wrong."),
        ErrorCode::WrongCode | ErrorCode::TotpRequired => Error::field("code", error.detail),
        _ => error,
    }
}
