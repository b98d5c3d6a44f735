//! Signatures of webhooks (Standard Webhooks, version 1): HMAC-SHA256 of id, time and body.

use super::token;
use aws_lc_rs::hmac::{self, HMAC_SHA256, Key as SigningKey};
use base64::{Engine, prelude::BASE64_STANDARD};

const KEY_BYTES: usize = 24;
/// Begins the keys, so that searches for leaked secrets recognise them.
const MARK: &str = "whsec_";

/// A new key, in the form in which it is shown.
#[must_use]
pub fn new_key() -> String {
    format!("{MARK}{}", BASE64_STANDARD.encode(token::random_bytes::<KEY_BYTES>()))
}

/// The value of the header `webhook-signature`. `None` for a key that is not one.
#[must_use]
pub fn sign(key: &str, (id, seconds): (&str, i64), body: &str) -> Option<String> {
    let key = BASE64_STANDARD.decode(key.strip_prefix(MARK)?).ok()?;
    let key = SigningKey::new(HMAC_SHA256, &key);
    let tag = hmac::sign(&key, format!("{id}.{seconds}.{body}").as_bytes());
    Some(format!("v1,{}", BASE64_STANDARD.encode(tag)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's reference implementations.
    #[test]
    fn the_vector_of_the_specification() {
        let key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let signed = sign(key, ("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330), r#"{"test": 2432232314}"#);
        assert_eq!(signed.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
        assert_eq!(sign("other", ("a", 1), ""), None);
    }

    #[test]
    fn keys_differ_and_have_the_form_of_the_specification() {
        let (a, b) = (new_key(), new_key());
        assert_ne!(a, b);
        assert!(a.starts_with(MARK) && sign(&a, ("a", 1), "").is_some());
    }
}
