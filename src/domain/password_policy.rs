//! Rules for new passwords (`docs/behaviour/accounts.md#accounts`).

use super::{common_password::is_common, error::FieldChecker};
use serde::{Deserialize, Serialize};

/// Allowed length of a password, in characters (`docs/behaviour/accounts.md#accounts`).
pub const PASSWORD: std::ops::RangeInclusive<usize> = 6..=128;
/// Longest minimum that a site may set, in characters.
pub const MAX_MIN_LENGTH: u8 = 64;

/// The site's demands on new passwords; passwords that are set already stay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordPolicy {
    /// Least number of characters; never below [`PASSWORD`].
    pub min_length: u8,
    pub refuse_common: bool,
}

impl Default for PasswordPolicy {
    fn default() -> Self {
        Self { refuse_common: true, ..Self::lowest() }
    }
}

impl PasswordPolicy {
    /// The demands of every site.
    #[must_use]
    pub const fn lowest() -> Self {
        Self { min_length: 6, refuse_common: false }
    }

    pub fn check(&self, check: &mut FieldChecker, field: &str, password: &str) {
        let (length, min) = (password.chars().count(), usize::from(self.min_length).max(*PASSWORD.start()));
        check.require(length >= min, field, format!("Password must be at least {min} characters long"));
        check.require(length <= *PASSWORD.end(), field, "Password must be at most 128 characters long");
        let message = "This is one of the most common passwords, which are guessed first. Please choose another one.";
        check.require(length < min || !(self.refuse_common && is_common(password)), field, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(policy: &PasswordPolicy, password: &str) -> Option<String> {
        let mut check = FieldChecker::default();
        policy.check(&mut check, "password", password);
        check.finish(&[]).err().map(|error| error.detail)
    }

    #[test]
    fn a_site_may_demand_more_than_the_lowest_and_never_less() {
        let lowest = PasswordPolicy::lowest();
        assert_eq!(usize::from(lowest.min_length), *PASSWORD.start());
        assert_eq!(refusal(&lowest, "123456"), None);
        assert!(refusal(&lowest, "12345").is_some_and(|said| said.contains("at least 6 ")));
        let standard = PasswordPolicy::default();
        assert!(refusal(&standard, "PassWord").is_some_and(|said| said.contains("most common")));
        assert_eq!(refusal(&standard, "correct horse"), None);
        let long = PasswordPolicy { min_length: 14, ..standard };
        assert!(refusal(&long, "correct horse").is_some_and(|said| said.contains("at least 14 ")));
        assert_eq!(refusal(&long, "correct horse battery"), None);
        let broken = PasswordPolicy { min_length: 0, refuse_common: false };
        assert!(refusal(&broken, "12345").is_some());
    }
}
