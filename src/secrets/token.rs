//! Random bytes, and the tokens used in links.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

const TOKEN_BYTES: usize = 32;

/// `N` bytes from the operating system's generator. Aborts the process if it fails.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if getrandom::fill(&mut bytes).is_err() {
        super::abort("the operating system provides no random bytes");
    }
    bytes
}

/// A new token: 32 random bytes in base64url without padding, 43 characters.
#[must_use]
pub fn new() -> String {
    of(&random_bytes())
}

/// The token of a derived key, in the format of [`new`].
#[must_use]
pub fn of(key: &[u8; TOKEN_BYTES]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(key)
}

/// Begins the tokens of trials. A token that happens to begin like this is still an ordinary one, if a link has it.
const TRIAL_MARK: &str = "trial-";

/// A new token for the link of a trial: marked, so that no other link is looked for among the trials. 37 characters are
/// random.
#[must_use]
pub fn new_of_trial() -> String {
    format!("{TRIAL_MARK}{}", &new()[TRIAL_MARK.len()..])
}

/// Whether this may be the token of a trial.
#[must_use]
pub fn is_of_trial(token: &str) -> bool {
    token.starts_with(TRIAL_MARK)
}

/// Begins the tokens of programs, so that searches for leaked secrets recognise them.
const API_MARK: &str = "inv_";

/// A new token for a program that calls the API.
#[must_use]
pub fn new_of_api() -> String {
    format!("{API_MARK}{}", new())
}

/// Whether this is in the format of [`new_of_api`].
#[must_use]
pub fn is_of_api(token: &str) -> bool {
    token.strip_prefix(API_MARK).is_some_and(well_formed)
}

/// SHA-256 of the token's text. The database stores and looks up only this hash, never the token.
#[must_use]
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Returns true if `token` has the format of [`new`]; anything else is rejected before a database lookup.
#[must_use]
pub fn well_formed(token: &str) -> bool {
    // Length first, so that a long hostile value costs nothing.
    token.len() == 43 && BASE64_URL_SAFE_NO_PAD.decode(token).is_ok_and(|bytes| bytes.len() == TOKEN_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_tokens_are_well_formed_and_differ() {
        let (a, b) = (new(), new());
        assert!(well_formed(&a) && well_formed(&b));
        assert_ne!(a, b);
        let (a, b) = (new_of_trial(), new_of_trial());
        assert!(well_formed(&a) && is_of_trial(&a) && a != b);
        assert!(is_of_api(&new_of_api()) && !is_of_api(&a) && !is_of_api("inv_"));
        assert_ne!(random_bytes::<16>(), random_bytes::<16>());
    }

    #[test]
    fn malformed_tokens_are_rejected() {
        let good = new();
        let last_with_spare_bits = format!("{}B", &good[..42]);
        for bad in ["", "abc", &good[..42], &format!("{good}A"), &good.replace(&good[..1], "+"), &last_with_spare_bits]
        {
            assert!(!well_formed(bad), "{bad}");
        }
    }

    #[test]
    fn hash_is_sha_256_of_the_text() {
        // FIPS 180-4, the example for "abc".
        assert_eq!(hash("abc")[..4], [0xba, 0x78, 0x16, 0xbf]);
    }
}
