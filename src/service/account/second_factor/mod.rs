//! The second factor of a sign-in (`docs/behaviour/accounts.md#second-factor`): set up, asked for, demanded, taken off.

pub mod enrol;
pub mod policy;
pub(super) mod presented;

use crate::{
    app::App,
    domain::{
        Error, Instant, Result, UserId,
        ldap::DIRECTORY,
        second_factor::SecondFactor,
        user::{self, User},
    },
    secrets::totp::TotpSecret,
    service::{
        account::directory::voucher_of,
        actor::{StaffManager, StaffReader},
        events, query,
        work::Work,
    },
    store::{Read, Record},
};

const TABLE: &str = "second_factors";

/// The state of an account's second factor, for its owner.
pub struct Standing {
    /// `None` while there is none.
    pub on_since: Option<Instant>,
    pub recovery_codes_left: usize,
    /// Time at which the site demands one of this account. A provider has its own: none is demanded beside it.
    pub due_at: Option<Instant>,
}

/// # Errors
/// Storage only.
pub fn standing(app: &App, user: &User) -> Result<Standing> {
    let read = app.store.read()?;
    let factor = confirmed(&read, user.id)?;
    let is_demanded = voucher_of(&read, user.id)?.is_none_or(|by| by == DIRECTORY);
    Ok(Standing {
        on_since: factor.as_ref().and_then(|factor| factor.confirmed_at),
        recovery_codes_left: factor.map_or(0, |factor| factor.recovery.len()),
        due_at: policy::stored(&read)?.due(user).filter(|_| is_demanded),
    })
}

/// The second factor that a sign-in asks for.
fn confirmed(read: &impl Read, user: UserId) -> Result<Option<SecondFactor>> {
    let factor: Option<SecondFactor> = read.get(user)?;
    Ok(factor.filter(SecondFactor::is_on))
}

fn secret_of(app: &App, factor: &SecondFactor) -> Result<TotpSecret> {
    let key = SecondFactor::key_of(factor.user_id);
    Ok(TotpSecret::read(&app.secrets.vault.open(TABLE, &key, 1, &factor.secret_sealed)?)?)
}

/// The state of the second factor of one of the staff.
pub struct StaffFactor {
    pub user: User,
    pub on_since: Option<Instant>,
    /// Who signs the person in, instead of this site.
    pub provided_by: Option<String>,
}

/// All of the staff with the state of their second factor, oldest account first.
///
/// # Errors
/// Storage only.
pub fn of_staff(app: &App, _: &StaffReader) -> Result<Vec<StaffFactor>> {
    let read = app.store.read()?;
    let state = |user: User| {
        let on_since = confirmed(&read, user.id)?.and_then(|factor| factor.confirmed_at);
        Ok(StaffFactor { on_since, provided_by: voucher_of(&read, user.id)?, user })
    };
    query::person::staff(&read)?.into_iter().map(state).collect()
}

/// Takes the second factor off another account, whose owner has lost the app and the recovery codes, and ends its
/// sessions.
///
/// # Errors
/// 404 for an account without one.
pub async fn reset(app: &App, by: &StaffManager, id: UserId) -> Result<()> {
    app.write(by, move |w| reset_in(w, id)).await
}

/// The same by email address, from the command line: for accounts of any role, the first admin included.
///
/// # Errors
/// 404.
pub async fn reset_by_email(app: &App, by: &StaffManager, email: &str) -> Result<User> {
    let email = user::normalise_email(email);
    app.write(by, move |w| {
        let found = query::person::by_email(&**w, &email)?;
        let user = found.ok_or_else(|| Error::not_found("account"))?;
        reset_in(w, user.id)?;
        Ok(user)
    })
    .await
}

fn reset_in(w: &mut Work<'_, '_>, id: UserId) -> Result<()> {
    let user: Option<User> = w.get(id)?;
    let mut user = user.ok_or_else(|| Error::not_found("account"))?;
    if w.get::<SecondFactor>(id)?.is_none() {
        return Err(none());
    }
    w.delete::<SecondFactor>(id)?;
    user.token_version += 1;
    w.put(&user)?;
    events::sessions_ended(w, id);
    w.audit("admin.reset_second_factor", id, "")
}

fn none() -> Error {
    Error::absent("This account has no second factor.")
}
