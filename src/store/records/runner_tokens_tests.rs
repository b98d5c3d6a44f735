//! Golden bytes of tokens of code runners.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{runner_token::RunnerToken, time::MINUTE};

pub(super) fn samples() -> Vec<Sample> {
    let token = RunnerToken {
        id: id(12),
        name: "judge-2".into(),
        token_hash: [6; 32],
        by: Some(id(1)),
        at: AT,
        revoked_at: None,
    };
    let revoked = RunnerToken { id: id(13), token_hash: [7; 32], revoked_at: Some(AT.plus(MINUTE)), ..token.clone() };
    vec![sample("runner tokens", &token), sample("runner tokens that are revoked", &revoked)]
}
