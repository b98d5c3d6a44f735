//! Candidates' own pages, and requests for erasure.

use super::{Index, IndexEntry, Record, Table, counter};
use crate::{
    domain::{
        AttemptId, Instant, UserId,
        own_page::{ErasureRequest, OwnPage},
    },
    store::{StoreError, decode_body},
};
use serde::Deserialize;

pub const OWN_PAGES_BY_TOKEN: Index<OwnPage, [u8; 32]> = Index::unique("own_pages_by_token");
/// Requests that wait for an administrator.
pub const ERASURES_ASKED: Index<ErasureRequest, Instant> = Index::plain("erasures_asked");

/// Before it was noted that an answer is sent to an AI service.
#[derive(Deserialize)]
struct OwnPageV1 {
    attempt_id: AttemptId,
    token_hash: [u8; 32],
    erased_at: Option<Instant>,
}

impl Record for OwnPage {
    const TABLE: Table = Table("own_pages");
    const VERSION: u8 = 2;
    key!(self: AttemptId = self.attempt_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![OWN_PAGES_BY_TOKEN.entry(self.token_hash)]
    }
    fn upgrade(version: u8, body: &[u8]) -> Result<Self, StoreError> {
        if version != 1 {
            return Err(StoreError::unknown_version(version));
        }
        let OwnPageV1 { attempt_id, token_hash, erased_at } = decode_body(body)?;
        Ok(Self { attempt_id, token_hash, erased_at, was_shown_to_ai: false })
    }
}

impl Record for ErasureRequest {
    const TABLE: Table = Table("erasure_requests");
    const VERSION: u8 = 1;
    key!(self: UserId = self.applicant_id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        if self.is_open() { vec![ERASURES_ASKED.entry(self.asked_at)] } else { vec![] }
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        if self.is_open() { vec![counter::erasures_asked()] } else { vec![] }
    }
}
