//! Who has to have a second factor.

use crate::{
    app::App,
    domain::{
        Result,
        error::FieldChecker,
        second_factor::{MAX_GRACE_DAYS, SecondFactorPolicy},
    },
    service::{
        actor::{StaffManager, StaffReader},
        settings::version,
    },
    store::{Read, records::Single},
};

/// A change; `None` leaves a value unchanged.
#[derive(Clone, Debug, Default)]
pub struct PolicyChange {
    /// The version of the settings which the change is based on.
    pub version: Option<u32>,
    pub for_admins: Option<bool>,
    pub for_reviewers: Option<bool>,
    pub grace_days: Option<i64>,
}

/// # Errors
/// Storage only.
pub(super) fn stored(read: &impl Read) -> Result<SecondFactorPolicy> {
    Ok(read.get(Single)?.unwrap_or_default())
}

/// # Errors
/// Storage only.
pub fn get(app: &App, _: &StaffReader) -> Result<SecondFactorPolicy> {
    stored(&app.store.read()?)
}

/// # Errors
/// 409 `changed_meanwhile`; 422.
pub async fn set(app: &App, by: &StaffManager, change: PolicyChange) -> Result<SecondFactorPolicy> {
    app.write(by, move |w| {
        let old = stored(&**w)?;
        let did = "has changed who needs a second factor in the meantime.";
        version::check(
            &**w,
            change.version,
            &old,
            version::Setting { action: "settings.second_factor", target: "", did },
        )?;
        let days = change.grace_days.unwrap_or_else(|| old.grace_days.into());
        let mut check = FieldChecker::default();
        check.require(
            (0..=i64::from(MAX_GRACE_DAYS)).contains(&days),
            "graceDays",
            format!("The grace period is 0 to {MAX_GRACE_DAYS} days."),
        );
        check.finish(&[])?;
        let (for_admins, for_reviewers) =
            (change.for_admins.unwrap_or(old.for_admins), change.for_reviewers.unwrap_or(old.for_reviewers));
        let policy = SecondFactorPolicy {
            for_admins,
            for_reviewers,
            grace_days: u16::try_from(days).unwrap_or_default(),
            admins_since: for_admins.then(|| old.admins_since.unwrap_or(w.now)),
            reviewers_since: for_reviewers.then(|| old.reviewers_since.unwrap_or(w.now)),
        };
        if policy != old {
            w.put(&policy)?;
            let whom = match (for_admins, for_reviewers) {
                (true, true) => "admins and reviewers",
                (true, false) => "admins",
                (false, true) => "reviewers",
                (false, false) => "not demanded",
            };
            w.audit("settings.second_factor", "", &format!("{whom}, {days} days"))?;
        }
        Ok(policy)
    })
    .await
}
