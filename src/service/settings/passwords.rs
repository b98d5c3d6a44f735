//! The rules of the site for new passwords.

use super::version;
use crate::{
    app::App,
    domain::{
        Result,
        error::FieldChecker,
        password_policy::{MAX_MIN_LENGTH, PASSWORD, PasswordPolicy},
    },
    service::actor::{StaffManager, StaffReader},
    store::{Read, records::Single},
};

/// A change; `None` leaves a value unchanged.
#[derive(Clone, Debug, Default)]
pub struct PasswordPolicyChange {
    /// The version of the settings which the change is based on.
    pub version: Option<u32>,
    pub min_length: Option<i64>,
    pub refuse_common: Option<bool>,
}

/// # Errors
/// Storage only.
pub(crate) fn stored(read: &impl Read) -> Result<PasswordPolicy> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// # Errors
/// Storage only.
pub fn get(app: &App, _: &StaffReader) -> Result<PasswordPolicy> {
    stored(&app.store.read()?)
}

/// # Errors
/// 409 `changed_meanwhile`; 422.
pub async fn set(app: &App, by: &StaffManager, change: PasswordPolicyChange) -> Result<PasswordPolicy> {
    app.write(by, move |w| {
        let old = stored(&**w)?;
        let did = "has changed the rules for passwords in the meantime.";
        version::check(&**w, change.version, &old, version::Setting { action: "settings.passwords", target: "", did })?;
        let min = change.min_length.unwrap_or_else(|| old.min_length.into());
        let allowed = i64::try_from(*PASSWORD.start()).unwrap_or_default()..=i64::from(MAX_MIN_LENGTH);
        let mut check = FieldChecker::default();
        let message = format!("The minimum length is {} to {} characters.", allowed.start(), allowed.end());
        check.require(allowed.contains(&min), "minLength", message);
        check.finish(&[])?;
        let min_length = u8::try_from(min).unwrap_or(old.min_length);
        let policy = PasswordPolicy { min_length, refuse_common: change.refuse_common.unwrap_or(old.refuse_common) };
        if policy != old {
            w.put(&policy)?;
            let common = if policy.refuse_common { "refused" } else { "allowed" };
            w.audit("settings.passwords", "", &format!("{min} characters, common ones {common}"))?;
        }
        Ok(policy)
    })
    .await
}
