//! Learning platforms, and the invites that their activities have made.

use super::{Index, IndexEntry, Record, Single, StoreError, Table, decode_body};
use crate::domain::{
    InviteId,
    lti::{LtiLaunch, LtiSettings},
};

pub const LAUNCHES_BY_KEY: Index<LtiLaunch, [u8; 32]> = Index::unique("lti_launches_by_key");

impl Record for LtiSettings {
    const TABLE: Table = Table("settings_lti");
    const VERSION: u8 = 2;
    key!(self: Single = Single);
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the retired keys, of which there were none.
            1 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}

impl Record for LtiLaunch {
    const TABLE: Table = Table("lti_launches");
    const VERSION: u8 = 1;
    key!(self: InviteId = self.invite_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![LAUNCHES_BY_KEY.entry(self.key)]
    }
}
