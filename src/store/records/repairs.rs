//! Repairs of keys, a record per test.

use super::{IndexEntry, REPAIRS_TO_APPLY, Record, Table};
use crate::{
    domain::{
        Instant, RepairId, TestId, UserId,
        repair::{Repair, RepairAction, Repairs, Undone},
    },
    store::{StoreError, decode_body},
};
use serde::Deserialize;

/// Version 1, about all versions of its question. Never changes.
#[derive(Deserialize)]
struct RepairV1 {
    id: RepairId,
    question_id: String,
    action: RepairAction,
    value: Option<String>,
    reason: String,
    by: Option<UserId>,
    at: Instant,
    undone: Option<Undone>,
}

#[derive(Deserialize)]
struct RepairsV1 {
    test_id: TestId,
    list: Vec<RepairV1>,
    version: u32,
    applied: u32,
}

impl From<RepairV1> for Repair {
    fn from(old: RepairV1) -> Self {
        let RepairV1 { id, question_id, action, value, reason, by, at, undone } = old;
        Self { id, question_id, action, value, reason, by, at, undone, versions: Vec::new(), contents: Vec::new() }
    }
}

impl Record for Repairs {
    const TABLE: Table = Table("repairs");
    const VERSION: u8 = 2;
    key!(self: TestId = self.test_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        if self.is_recalculating() { vec![REPAIRS_TO_APPLY.entry(self.test_id)] } else { Vec::new() }
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::unknown_version(version));
        }
        let RepairsV1 { test_id, list, version, applied } = decode_body(body)?;
        Ok(Self { test_id, list: list.into_iter().map(Into::into).collect(), version, applied })
    }
}
