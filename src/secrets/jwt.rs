//! Session tokens: JWT (RFC 7519), HS256 only.

use std::fmt;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use super::{MasterKey, SecretError};

/// Issuer and audience: tokens are issued and accepted only by this server.
const ISSUER: &str = "invigil";

/// Claims of a session token. Times are in Unix seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// The user's id.
    pub sub: String,
    /// The session's id. Its row is read on every request, so deleting it revokes the token.
    pub sid: String,
    pub exp: i64,
    pub iat: i64,
}

/// The claims on the wire; every field is required, with this type.
#[derive(Serialize, Deserialize)]
struct Wire {
    iss: String,
    aud: String,
    sub: String,
    sid: String,
    exp: i64,
    iat: i64,
}

/// Signs and verifies session tokens under a key derived from the master key.
pub struct Jwt {
    sign: EncodingKey,
    verify: DecodingKey,
    rules: Validation,
}

impl Jwt {
    #[must_use]
    pub fn new(master: &MasterKey) -> Self {
        let key = master.derive("invigil jwt v1");
        let mut rules = Validation::new(Algorithm::HS256);
        rules.set_issuer(&[ISSUER]);
        rules.set_audience(&[ISSUER]);
        rules.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // The library would use the system clock; `verify` compares with the caller's.
        rules.validate_exp = false;
        Self { sign: EncodingKey::from_secret(&key), verify: DecodingKey::from_secret(&key), rules }
    }

    /// Returns the signed token for `claims`.
    ///
    /// # Errors
    /// [`SecretError::Sign`] if the claims cannot be encoded.
    pub fn sign(&self, claims: &Claims) -> Result<String, SecretError> {
        let wire = Wire {
            iss: ISSUER.to_owned(),
            aud: ISSUER.to_owned(),
            sub: claims.sub.clone(),
            sid: claims.sid.clone(),
            exp: claims.exp,
            iat: claims.iat,
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &wire, &self.sign)
            .map_err(|e| SecretError::Sign(e.to_string()))
    }

    /// Returns the claims of a token that is signed by this server, unmodified and not expired at `now_unix_s`.
    /// Deliberately does not say why a token is rejected.
    #[must_use]
    pub fn verify(&self, token: &str, now_unix_s: i64) -> Option<Claims> {
        let wire = jsonwebtoken::decode::<Wire>(token, &self.verify, &self.rules).ok()?.claims;
        // RFC 7519 section 4.1.4: not accepted on or after the expiration time.
        (now_unix_s < wire.exp).then_some(Claims { sub: wire.sub, sid: wire.sid, exp: wire.exp, iat: wire.iat })
    }
}

impl fmt::Debug for Jwt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Jwt(..)")
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
    use serde_json::{Value, json};

    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn claims() -> Claims {
        Claims { sub: "u".into(), sid: "s".into(), exp: NOW + 60, iat: NOW }
    }

    fn payload() -> Value {
        json!({"iss": "invigil", "aud": "invigil", "sub": "u", "sid": "s", "exp": NOW + 60, "iat": NOW})
    }

    fn signed(jwt: &Jwt, algorithm: Algorithm, payload: &Value) -> String {
        jsonwebtoken::encode(&Header::new(algorithm), payload, &jwt.sign).unwrap()
    }

    #[test]
    fn a_signed_token_verifies_until_the_second_it_expires() {
        let jwt = Jwt::new(&MasterKey::generate());
        let token = jwt.sign(&claims()).unwrap();
        assert_eq!(jwt.verify(&token, NOW), Some(claims()));
        assert_eq!(jwt.verify(&token, NOW + 59), Some(claims()));
        assert_eq!(jwt.verify(&token, NOW + 60), None);
        assert_eq!(Jwt::new(&MasterKey::generate()).verify(&token, NOW), None);
    }

    #[test]
    fn the_system_clock_is_not_used() {
        let jwt = Jwt::new(&MasterKey::generate());
        let token = jwt.sign(&Claims { exp: 100, iat: 40, ..claims() }).unwrap();
        assert!(jwt.verify(&token, 50).is_some());
    }

    #[test]
    fn every_claim_is_required_with_its_value() {
        let jwt = Jwt::new(&MasterKey::generate());
        assert!(jwt.verify(&signed(&jwt, Algorithm::HS256, &payload()), NOW).is_some());
        for name in ["iss", "aud", "sub", "sid", "exp", "iat"] {
            let mut without = payload();
            without.as_object_mut().unwrap().remove(name);
            assert_eq!(jwt.verify(&signed(&jwt, Algorithm::HS256, &without), NOW), None, "without {name}");
        }
        for (name, value) in [("iss", json!("other")), ("aud", json!("other")), ("exp", json!("tomorrow"))] {
            let mut wrong = payload();
            wrong[name] = value;
            assert_eq!(jwt.verify(&signed(&jwt, Algorithm::HS256, &wrong), NOW), None, "wrong {name}");
        }
    }

    #[test]
    fn no_other_algorithm_is_accepted() {
        let jwt = Jwt::new(&MasterKey::generate());
        for other in [Algorithm::HS384, Algorithm::HS512] {
            assert_eq!(jwt.verify(&signed(&jwt, other, &payload()), NOW), None);
        }
        let part = |v: &Value| BASE64_URL_SAFE_NO_PAD.encode(v.to_string());
        for none in ["none", "None"] {
            let unsigned = format!("{}.{}.", part(&json!({"alg": none, "typ": "JWT"})), part(&payload()));
            assert_eq!(jwt.verify(&unsigned, NOW), None);
        }
        assert_eq!(jwt.verify("", NOW), None);
    }

    #[test]
    fn a_modified_payload_is_rejected() {
        let jwt = Jwt::new(&MasterKey::generate());
        let token = jwt.sign(&claims()).unwrap();
        let mut parts: Vec<String> = token.split('.').map(str::to_owned).collect();
        let mut other = payload();
        other["sub"] = json!("admin");
        parts[1] = BASE64_URL_SAFE_NO_PAD.encode(other.to_string());
        assert_eq!(jwt.verify(&parts.join("."), NOW), None);
    }
}
