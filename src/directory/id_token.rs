//! Verification of ID tokens and logout tokens (`OpenID` Connect Core 1.0 section 3.1.3.7, Back-Channel Logout 1.0 section
//! 2.6).

use crate::domain::{
    Instant,
    time::{MINUTE, SignedDuration},
};
use jsonwebtoken::{
    Algorithm, DecodingKey, Validation,
    errors::ErrorKind,
    jwk::{Jwk, JwkSet, PublicKeyUse},
};
use serde_json::{Map, Value};

/// The clocks of provider and server may differ by this much.
pub const LEEWAY: SignedDuration = MINUTE;
/// Signatures that are accepted: asymmetric ones alone, so that no public key can serve as a secret.
const ALGORITHMS: [Algorithm; 4] = [Algorithm::RS256, Algorithm::PS256, Algorithm::ES256, Algorithm::EdDSA];
/// Keys that are tried for a token that names none.
const MAX_TRIED: usize = 8;
/// Longest token, in bytes.
pub const MAX_TOKEN: usize = 64 * 1024;

/// Who a token must be from and for, and its use.
pub struct Audience<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub usage: TokenUse,
}

/// The use of a token, which its header may name (RFC 8725 section 3.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenUse {
    /// An ID token, or the message of a launch.
    SignIn,
    Logout,
}

impl TokenUse {
    /// Whether a token of this type may be used so. Older issuers set none, or the one that says nothing.
    fn permits(self, of_header: Option<&str>) -> bool {
        let named = of_header.unwrap_or("jwt").to_ascii_lowercase();
        let named = named.strip_prefix("application/").unwrap_or(&named);
        named == "jwt" || (named == "logout+jwt") == (self == Self::Logout)
    }
}

/// Claims of a token that is signed by the issuer, for this server, and valid now.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims(pub Map<String, Value>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenFault {
    /// Signed with a key that the set does not have.
    UnknownKey,
    Invalid(&'static str),
}

/// # Errors
/// Why the token does not hold.
pub fn verify(token: &str, keys: &JwkSet, audience: &Audience<'_>, now: Instant) -> Result<Claims, TokenFault> {
    use TokenFault::Invalid;
    if token.len() > MAX_TOKEN {
        return Err(Invalid("the token is too large"));
    }
    let header = jsonwebtoken::decode_header(token).map_err(|_| Invalid("the token is malformed, or is not signed"))?;
    if !ALGORITHMS.contains(&header.alg) {
        return Err(Invalid("the signature's algorithm is not accepted"));
    }
    if header.crit.is_some() {
        return Err(Invalid("the token demands what is not known here (crit)"));
    }
    if !audience.usage.permits(header.typ.as_deref()) {
        return Err(Invalid("the token is of another type (typ)"));
    }
    let candidates: Vec<&Jwk> =
        keys.keys.iter().filter(|key| may_have_signed(key, header.alg, header.kid.as_deref())).collect();
    if candidates.is_empty() {
        return Err(TokenFault::UnknownKey);
    }
    let mut rules = Validation::new(header.alg);
    rules.set_issuer(&[audience.issuer]);
    rules.set_audience(&[audience.client_id]);
    rules.set_required_spec_claims(&["iss", "aud"]);
    // The library would use the system clock.
    rules.validate_exp = false;
    rules.validate_nbf = false;
    let mut outcome = Err(TokenFault::UnknownKey);
    for key in candidates.into_iter().take(MAX_TRIED) {
        let Ok(key) = DecodingKey::from_jwk(key) else { continue };
        match jsonwebtoken::decode::<Map<String, Value>>(token, &key, &rules) {
            Ok(read) => {
                outcome = Ok(read.claims);
                break;
            }
            // The provider may have another key by this name now, or by none.
            Err(error) if *error.kind() == ErrorKind::InvalidSignature => {}
            Err(_) => outcome = Err(Invalid("the token's signature, issuer or audience is wrong")),
        }
    }
    let claims = Claims(outcome?);
    claims.check_times(now)?;
    // A token for several parties names the one that asked for it.
    let is_shared = claims.0.get("aud").and_then(Value::as_array).is_some_and(|all| all.len() > 1);
    match claims.text("azp") {
        Some(party) if party != audience.client_id => Err(Invalid("the token was issued to another client")),
        None if is_shared => Err(Invalid("the token is for several clients, and names none that asked for it")),
        _ => Ok(claims),
    }
}

fn may_have_signed(key: &Jwk, algorithm: Algorithm, kid: Option<&str>) -> bool {
    let common = &key.common;
    let is_for_signing = !matches!(common.public_key_use, Some(PublicKeyUse::Encryption | PublicKeyUse::Other(_)));
    let is_of_algorithm = common.key_algorithm.is_none_or(|of| of.to_string() == format!("{algorithm:?}"));
    let is_named = kid.is_none_or(|kid| common.key_id.as_deref() == Some(kid));
    is_for_signing && is_of_algorithm && is_named
}

/// Seconds since 1970, which may have a fraction.
#[allow(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn seconds(value: &Value) -> Option<i64> {
    value.as_f64().map(|at| at as i64)
}

impl Claims {
    fn check_times(&self, now: Instant) -> Result<(), TokenFault> {
        let at = |name: &str| match self.0.get(name) {
            None => Ok(None),
            Some(value) => seconds(value).map(Some).ok_or(TokenFault::Invalid("a time in the token is malformed")),
        };
        let (now, leeway) = (now.as_secs(), LEEWAY.as_secs());
        let (ends, begins, issued) = (at("exp")?, at("nbf")?, at("iat")?);
        if ends.is_none_or(|ends| now >= ends.saturating_add(leeway)) {
            return Err(TokenFault::Invalid("the token has expired, or has no end"));
        }
        if [begins, issued].into_iter().flatten().any(|from| now < from.saturating_sub(leeway)) {
            return Err(TokenFault::Invalid("the token is not valid yet: compare the clocks of provider and server"));
        }
        Ok(())
    }

    /// When the token was made, by the clock of its issuer.
    #[must_use]
    pub fn issued(&self) -> Option<Instant> {
        Some(Instant::from_millis(seconds(self.0.get("iat")?)?.saturating_mul(1_000)))
    }

    /// A claim that is a text and not blank.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// The issuer's name of the person, exactly as it stands: two that differ by a blank are two people.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.0.get("sub")?.as_str().filter(|text| !text.is_empty())
    }

    /// A claim that is true, also as a text.
    #[must_use]
    pub fn is_true(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| value == &Value::Bool(true) || value == "true")
    }

    /// The groups in the claim of this name, or on this path of names with dots between them: one, or a list. `None` if
    /// there is no such claim.
    #[must_use]
    pub fn groups(&self, path: &str) -> Option<Vec<String>> {
        let along = || {
            let mut names = path.split('.');
            names
                .clone()
                .next()
                .and_then(|_| self.0.get(names.next()?))
                .and_then(|first| names.try_fold(first, |at, name| at.get(name)))
        };
        // A claim may have dots in its own name, such as that of an address.
        let found = self.0.get(path).or_else(along)?;
        Some(match found {
            Value::String(one) => vec![one.clone()],
            Value::Array(many) => many.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        })
    }

    /// Whether the issuer says that a person has more groups than this claim could hold (Entra). They are not read elsewhere.
    #[must_use]
    pub fn withholds(&self, claim: &str) -> bool {
        let elsewhere = self.0.get("_claim_names").and_then(Value::as_object);
        elsewhere.is_some_and(|names| names.contains_key(claim)) || claim == "groups" && self.is_true("hasgroups")
    }

    /// Adds claims that are not there yet. Whether an address is verified is said of the address beside it alone.
    pub fn complete(&mut self, others: Map<String, Value>) {
        let mut others = Self(others);
        match self.text("email") {
            None => drop(self.0.remove("email_verified")),
            Some(own) if others.text("email").is_some_and(|other| other.eq_ignore_ascii_case(own)) => {}
            Some(_) => drop(others.0.remove("email_verified")),
        }
        let Self(others) = others;
        for (name, value) in others {
            self.0.entry(name).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
    use serde_json::json;

    fn claims(value: Value) -> Claims {
        let Value::Object(map) = value else { panic!("an object") };
        Claims(map)
    }

    #[test]
    fn groups_are_found_as_one_a_list_or_on_a_path() {
        let held = claims(json!({
            "group": "hr",
            "groups": ["hr", 7, "exams"],
            "realm_access": {"roles": ["root"]},
            "https://example.org/groups": "by address",
            "odd": {"a": 1},
        }));
        let of = |path: &str| held.groups(path);
        assert_eq!(of("group"), Some(vec!["hr".to_owned()]));
        assert_eq!(of("groups"), Some(vec!["hr".to_owned(), "exams".to_owned()]));
        assert_eq!(of("realm_access.roles"), Some(vec!["root".to_owned()]));
        assert_eq!(of("https://example.org/groups"), Some(vec!["by address".to_owned()]));
        assert_eq!(of("odd"), Some(vec![]));
        for absent in ["none", "realm_access.none", "group.more", "", "."] {
            assert_eq!(of(absent), None, "{absent}");
        }
        let withheld = claims(json!({"_claim_names": {"groups": "src1"}, "hasgroups": false}));
        assert!(withheld.withholds("groups") && !withheld.withholds("roles") && !held.withholds("groups"));
        assert!(claims(json!({"hasgroups": true})).withholds("groups"));
    }

    #[test]
    fn an_address_is_verified_by_what_stands_beside_it() {
        let after = |token: Value, userinfo: Value| {
            let mut own = claims(token);
            own.complete(claims(userinfo).0);
            (own.text("email").map(str::to_owned), own.is_true("email_verified"))
        };
        let one = || Some("one@example.org".to_owned());
        let userinfo_of = |email: &str| json!({"email": email, "email_verified": true});
        assert_eq!(after(json!({}), userinfo_of("one@example.org")), (one(), true));
        assert_eq!(after(json!({"email": "one@example.org"}), userinfo_of("One@example.org")), (one(), true));
        assert_eq!(after(json!({"email": "one@example.org"}), userinfo_of("two@example.org")), (one(), false));
        assert_eq!(after(json!({"email": "one@example.org"}), json!({"email_verified": true})), (one(), false));
        assert_eq!(after(json!({"email_verified": true}), json!({"email": "one@example.org"})), (one(), false));
        let verified = json!({"email": "one@example.org", "email_verified": true});
        assert_eq!(after(verified, json!({"groups": ["hr"]})), (one(), true));
    }

    /// A token of each algorithm with its key holds where the algorithm is accepted.
    #[test]
    fn the_named_algorithms_are_accepted_and_no_others() {
        use jsonwebtoken::{EncodingKey, Header};
        use rcgen::{KeyPair, PKCS_ED25519, PKCS_RSA_SHA256, RsaKeySize};
        let rsa = KeyPair::generate_rsa_for(&PKCS_RSA_SHA256, RsaKeySize::_2048).unwrap().serialize_der();
        // The key itself, without its envelope of PKCS #8.
        let rsa = EncodingKey::from_rsa_der(&rsa[26..]);
        let ec = EncodingKey::from_ec_der(&KeyPair::generate().unwrap().serialize_der());
        let pair = KeyPair::generate_for(&PKCS_ED25519).unwrap();
        let ed = EncodingKey::from_ed_der(&pair.serialize_der());
        let x = BASE64_URL_SAFE_NO_PAD.encode(pair.public_key_raw());
        let ed_public: Jwk = serde_json::from_value(json!({"kty": "OKP", "crv": "Ed25519", "x": x})).unwrap();
        let token_of = |algorithm, key: &EncodingKey| {
            let claims = json!({"iss": "i", "aud": "c", "sub": "s", "exp": 2_000});
            jsonwebtoken::encode(&Header::new(algorithm), &claims, key).unwrap()
        };
        let audience = Audience { issuer: "i", client_id: "c", usage: TokenUse::SignIn };
        let holds = |token: &str, key: &Jwk| {
            let keys = JwkSet { keys: vec![key.clone()] };
            verify(token, &keys, &audience, Instant::from_millis(1_000_000)).is_ok()
        };
        for algorithm in [Algorithm::RS256, Algorithm::PS256] {
            let public = Jwk::from_encoding_key(&rsa, algorithm).unwrap();
            assert!(holds(&token_of(algorithm, &rsa), &public), "{algorithm:?}");
        }
        let public = Jwk::from_encoding_key(&ec, Algorithm::ES256).unwrap();
        assert!(holds(&token_of(Algorithm::ES256, &ec), &public));
        assert!(holds(&token_of(Algorithm::EdDSA, &ed), &ed_public));
        let public = Jwk::from_encoding_key(&rsa, Algorithm::RS512).unwrap();
        assert!(!holds(&token_of(Algorithm::RS512, &rsa), &public));
        // A key for another algorithm, or for encryption, has not signed it.
        let mut public = Jwk::from_encoding_key(&ec, Algorithm::ES256).unwrap();
        public.common.public_key_use = Some(PublicKeyUse::Encryption);
        assert!(!holds(&token_of(Algorithm::ES256, &ec), &public));
    }

    #[test]
    fn a_type_that_the_header_names_is_that_of_the_use() {
        use TokenUse::{Logout, SignIn};
        for unnamed in [None, Some("JWT"), Some("application/jwt")] {
            assert!(SignIn.permits(unnamed) && Logout.permits(unnamed), "{unnamed:?}");
        }
        for named in ["logout+jwt", "Logout+JWT", "application/logout+jwt"] {
            assert!(Logout.permits(Some(named)) && !SignIn.permits(Some(named)), "{named}");
        }
        for other in ["id_token+jwt", "at+jwt", "secevent+jwt", "logout+jwt ", ""] {
            assert!(!Logout.permits(Some(other)), "{other}");
        }
    }

    #[test]
    fn times_are_those_of_the_clock_that_is_given() {
        let at = |claims: Value, now: i64| self::claims(claims).check_times(Instant::from_millis(now * 1_000)).is_ok();
        assert!(at(json!({"exp": 1_000}), 1_059));
        assert!(!at(json!({"exp": 1_000}), 1_060));
        assert!(!at(json!({}), 0), "a token without an end");
        assert!(!at(json!({"exp": "1000"}), 0));
        assert!(at(json!({"exp": 1_000.5, "iat": 560}), 500));
        assert!(!at(json!({"exp": 1_000, "iat": 561}), 500));
        assert!(!at(json!({"exp": 1_000, "nbf": 561}), 500));
        assert!(at(json!({"exp": 1e300}), 500));
    }
}
