//! Signatures for parties that know RSA alone: RS256 (RFC 7518 section 3.3).

use super::SecretError;
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::Jwk};
use rcgen::{KeyPair, PKCS_RSA_SHA256, RsaKeySize};
use serde::Serialize;
use std::fmt;

/// The envelope of PKCS #8 around a key of 2,048 bits: its lengths take the same bytes for every such key.
const ENVELOPE: usize = 26;

/// A private key with its name in the published set; `Debug` does not print it.
pub struct RsaSigner {
    key: EncodingKey,
    name: String,
}

impl RsaSigner {
    /// A new key of 2,048 bits, as [`Self::of_key`] reads it (PKCS #1). It takes a good part of a second.
    ///
    /// # Errors
    /// If the library cannot make one.
    pub fn generate() -> Result<Vec<u8>, SecretError> {
        let pair = KeyPair::generate_rsa_for(&PKCS_RSA_SHA256, RsaKeySize::_2048);
        let der = pair.map_err(|error| SecretError::Sign(error.to_string()))?.serialize_der();
        Ok(der.get(ENVELOPE..).unwrap_or_default().to_vec())
    }

    #[must_use]
    pub fn of_key(key: &[u8], name: &str) -> Self {
        Self { key: EncodingKey::from_rsa_der(key), name: name.to_owned() }
    }

    /// The public key with its name.
    ///
    /// # Errors
    /// For what is not a key.
    pub fn public(&self) -> Result<Jwk, SecretError> {
        let made = Jwk::from_encoding_key(&self.key, Algorithm::RS256);
        let mut public = made.map_err(|error| SecretError::Sign(error.to_string()))?;
        public.common.key_id = Some(self.name.clone());
        public.common.public_key_use = Some(jsonwebtoken::jwk::PublicKeyUse::Signature);
        Ok(public)
    }

    /// A signed token with these claims.
    ///
    /// # Errors
    /// For what is not a key.
    pub fn sign(&self, claims: &impl Serialize) -> Result<String, SecretError> {
        let header = Header { kid: Some(self.name.clone()), ..Header::new(Algorithm::RS256) };
        jsonwebtoken::encode(&header, claims, &self.key).map_err(|error| SecretError::Sign(error.to_string()))
    }
}

impl fmt::Debug for RsaSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RsaSigner(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jsonwebtoken::{DecodingKey, Validation};
    use serde_json::{Value, json};

    #[test]
    fn what_a_key_signs_holds_under_its_public_half() {
        let signer = RsaSigner::of_key(&RsaSigner::generate().unwrap(), "one");
        let public = signer.public().unwrap();
        assert_eq!(public.common.key_id.as_deref(), Some("one"));
        let published = serde_json::to_value(&public).unwrap();
        assert!(published.get("d").is_none() && published["kty"] == "RSA", "{published}");
        let token = signer.sign(&json!({"iss": "invigil", "aud": "lms"})).unwrap();
        let mut rules = Validation::new(Algorithm::RS256);
        rules.set_audience(&["lms"]);
        rules.set_required_spec_claims(&["iss"]);
        rules.validate_exp = false;
        let key = DecodingKey::from_jwk(&public).unwrap();
        jsonwebtoken::decode::<Value>(&token, &key, &rules).unwrap();
        assert_eq!(format!("{signer:?}"), "RsaSigner(..)");
        assert!(RsaSigner::of_key(b"no key", "two").sign(&json!({})).is_err());
    }
}
