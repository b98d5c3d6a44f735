//! Texts that candidates accept, and the proof that they did.

use super::{Record, Single, Table};
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

impl Record for SiteConsent {
    const TABLE: Table = Table("settings_consent");
    const VERSION: u8 = 1;
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
}

impl Record for TestConsent {
    const TABLE: Table = Table("test_consent");
    const VERSION: u8 = 1;
    key!(self: TestId = self.test_id);
}

impl Record for AcceptedText {
    const TABLE: Table = Table("accepted_texts");
    const VERSION: u8 = 1;
    key!(self: ConsentHash = self.hash);
}

impl Record for Consent {
    const TABLE: Table = Table("consents");
    const VERSION: u8 = 1;
    key!(self: AttemptId = self.attempt_id);
}
