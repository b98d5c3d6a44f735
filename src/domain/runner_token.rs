//! Tokens by which code runners on other machines sign in (`docs/behaviour/code.md#more-machines`). A token is valid for
//! the calls of runners alone.

use super::{Error, Instant, Result, RunnerTokenId, UserId};
use serde::{Deserialize, Serialize};

/// Tokens that are valid at the same time.
pub const MAX_TOKENS: usize = 50;
/// Tokens that are kept, with those that were revoked: beyond it the oldest of these are deleted.
pub const MAX_KEPT: usize = 200;
const MAX_NAME: usize = 60;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunnerToken {
    pub id: RunnerTokenId,
    /// Name of the machine; unique among the tokens that are valid.
    pub name: String,
    /// SHA-256 of the token. The token itself is shown once and not kept.
    pub token_hash: [u8; 32],
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
    pub revoked_at: Option<Instant>,
}

impl RunnerToken {
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.revoked_at.is_none()
    }
}

/// Checks a name: it is part of lines of logs and of commands.
///
/// # Errors
/// 422.
pub fn check_name(name: &str) -> Result<String> {
    let name = name.trim();
    let is_good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(is_good) {
        let message = format!("A name has 1 to {MAX_NAME} letters, digits, dots, hyphens and underscores.");
        return Err(Error::field("name", message));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_into_a_line() {
        assert_eq!(check_name(" judge-2.lab ").unwrap(), "judge-2.lab");
        for bad in ["", "two words", "a\nb", "ä", &"x".repeat(61)] {
            assert!(check_name(bad).unwrap_err().fields.contains_key("name"), "{bad}");
        }
    }
}
