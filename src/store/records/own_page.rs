//! Candidates' own pages, and requests for erasure.

use super::{Entry, Index, Record, Table, counter};
use crate::domain::{
    AttemptId, Instant, UserId,
    own_page::{ErasureRequest, OwnPage},
};

pub const OWN_PAGES_BY_TOKEN: Index<OwnPage, [u8; 32]> = Index::unique("own_pages_by_token");
/// Requests that wait for an administrator.
pub const ERASURES_ASKED: Index<ErasureRequest, Instant> = Index::plain("erasures_asked");

impl Record for OwnPage {
    const TABLE: Table = Table("own_pages");
    const VERSION: u8 = 1;
    type Id<'k> = AttemptId;
    fn id(&self) -> Self::Id<'_> {
        self.attempt_id
    }
    fn index_entries(&self) -> Vec<Entry> {
        vec![OWN_PAGES_BY_TOKEN.entry(self.token_hash)]
    }
}

impl Record for ErasureRequest {
    const TABLE: Table = Table("erasure_requests");
    const VERSION: u8 = 1;
    type Id<'k> = UserId;
    fn id(&self) -> Self::Id<'_> {
        self.applicant_id
    }
    fn index_entries(&self) -> Vec<Entry> {
        if self.is_open() { vec![ERASURES_ASKED.entry(self.asked_at)] } else { vec![] }
    }
    fn counters(&self) -> Vec<Vec<u8>> {
        if self.is_open() { vec![counter::erasures_asked()] } else { vec![] }
    }
}
