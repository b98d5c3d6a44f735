//! Texts that candidates accept, and the proof that they did.

use super::{Record, Single, Table, decode_body};
use crate::{
    domain::{
        AttemptId, TestId,
        consent::{AcceptedText, Consent, ConsentHash, SiteConsent, TestConsent},
    },
    store::{DecodeKey, EncodeKey, Key, KeyReader, StoreError},
};

impl EncodeKey for ConsentHash {
    fn encode(&self, key: Key) -> Key {
        key.bytes32(&self.0)
    }
}

impl DecodeKey for ConsentHash {
    fn decode(key: &mut KeyReader<'_>) -> Result<Self, StoreError> {
        key.bytes32().map(Self)
    }
}

/// Version 2 appended the translations of a text, of which there are none.
fn without_translations<R: Record>(version: u8, body: &[u8]) -> Result<R, StoreError> {
    match version {
        1 => decode_body(&[body, &[0]].concat()),
        _ => Err(StoreError::unknown_version(version)),
    }
}

impl Record for SiteConsent {
    const TABLE: Table = Table("settings_consent");
    const VERSION: u8 = 2;
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        without_translations(version, body)
    }
}

impl Record for TestConsent {
    const TABLE: Table = Table("test_consent");
    const VERSION: u8 = 2;
    key!(self: TestId = self.test_id);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        without_translations(version, body)
    }
}

impl Record for AcceptedText {
    const TABLE: Table = Table("accepted_texts");
    const VERSION: u8 = 1;
    key!(self: ConsentHash = self.hash);
}

impl Record for Consent {
    const TABLE: Table = Table("consents");
    const VERSION: u8 = 3;
    key!(self: AttemptId = self.attempt_id);
    /// Version 2 appended the language of the translation that was accepted, version 3 its format; neither is known.
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            1 => decode_body(&[body, &[0, 0]].concat()),
            2 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}
