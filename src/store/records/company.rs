//! The settings of the company.

use super::{Record, Single, StoreError, Table, decode_body};
use crate::domain::company::Company;

impl Record for Company {
    const TABLE: Table = Table("settings_company");
    const VERSION: u8 = 3;
    type Id<'k> = Single;
    fn id(&self) -> Single {
        Single
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        match version {
            // Version 2 appended the language; 0 is `None`. Version 3 appended the words in other languages; 0 is none.
            1 => decode_body(&[body, &[0, 0]].concat()),
            2 => decode_body(&[body, &[0]].concat()),
            _ => Err(StoreError::unknown_version(version)),
        }
    }
}
