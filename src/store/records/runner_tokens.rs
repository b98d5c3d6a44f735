//! Tokens of code runners on other machines.

use super::{IndexEntry, Record, Table};
use crate::{
    domain::{RunnerTokenId, runner_token::RunnerToken},
    store::Index,
};

pub const RUNNER_TOKENS_BY_TOKEN: Index<RunnerToken, [u8; 32]> = Index::unique("runner_tokens_by_token");

impl Record for RunnerToken {
    const TABLE: Table = Table("runner_tokens");
    const VERSION: u8 = 1;
    key!(self: RunnerTokenId = self.id);
    fn index_entries(&self) -> Vec<IndexEntry> {
        vec![RUNNER_TOKENS_BY_TOKEN.entry(self.token_hash)]
    }
}
