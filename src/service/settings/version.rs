//! Optimistic concurrency for settings whose stored records have no version: it is a digest of what is stored.

use crate::{
    domain::{Error, ErrorCode, Result, audit::AuditEntry},
    secrets::token,
    service::query::person,
    store::Read,
};
use serde::Serialize;

/// Entries of the audit log that are looked through for the last change.
const LOOKED_BACK: usize = 2_000;

/// A setting as the audit log and a refusal name it.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The action of its changes in the audit log.
    pub action: &'a str,
    /// The target of these; blank where there is one such setting.
    pub target: &'a str,
    /// "has changed the theme in the meantime."
    pub did: &'a str,
}

/// Version of stored settings: equal for equal settings, and another one after any change.
///
/// # Errors
/// Never for settings, which are plain data.
pub fn of(stored: &impl Serialize) -> Result<u32> {
    let text = serde_json::to_string(stored).map_err(Error::internal)?;
    let [a, b, c, d, ..] = token::hash(&text);
    Ok(u32::from_be_bytes([a, b, c, d]))
}

/// Checks the version that a change is based on; `None` is based on any.
///
/// # Errors
/// 409 `changed_meanwhile` if the settings are not those that were read, with who changed them last as the audit log has it.
pub fn check(read: &impl Read, based_on: Option<u32>, stored: &impl Serialize, setting: Setting<'_>) -> Result<()> {
    let Some(based_on) = based_on else { return Ok(()) };
    if of(stored)? == based_on {
        return Ok(());
    }
    let last = read.last::<AuditEntry>()?.map_or(0, |entry| entry.number);
    // Numbers have no gaps.
    for number in (1..=last).rev().take(LOOKED_BACK) {
        let Some(entry) = read.get::<AuditEntry>(number)? else { continue };
        if entry.action == setting.action && entry.target == setting.target {
            let by = person::name_of(read, entry.actor)?;
            return Err(Error::changed_meanwhile(by, entry.at, setting.did));
        }
    }
    let detail = "This was changed in the meantime. Please reload the page.";
    Err(Error::conflict(ErrorCode::ChangedMeanwhile, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::settings::ThemeSettings;

    #[test]
    fn a_version_is_that_of_the_content() {
        let (classic, dark) = (ThemeSettings::default(), ThemeSettings { name: "dark".into(), ..Default::default() });
        let version = of(&classic).unwrap();
        assert_eq!(of(&classic.clone()).unwrap(), version);
        assert_ne!(of(&dark).unwrap(), version);
    }
}
