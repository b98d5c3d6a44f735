//! Optimistic concurrency for settings whose stored records have no version: it is a digest of what is stored.

use crate::{
    domain::{Error, ErrorCode, Result},
    secrets::token,
};
use serde::Serialize;

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
/// 409 `changed_meanwhile` if the settings are not those that were read.
pub fn check(read: Option<u32>, stored: &impl Serialize, what: &str) -> Result<()> {
    if read.is_some_and(|read| of(stored).is_ok_and(|now| now != read)) {
        let detail = format!("Another administrator has changed {what} in the meantime.");
        return Err(Error::conflict(ErrorCode::ChangedMeanwhile, detail));
    }
    Ok(())
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
        check(None, &dark, "the theme").unwrap();
        check(Some(version), &classic, "the theme").unwrap();
        let refused = check(Some(version), &dark, "the theme").unwrap_err();
        assert_eq!(refused.code, ErrorCode::ChangedMeanwhile);
    }
}
