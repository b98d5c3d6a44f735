//! Golden bytes of the changes of results, and the numbers of older data.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::result_change::{ResultChange, ResultNumbers, ResultState},
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let change =
        ResultChange { submission_id: id(5), test_id: id(3), number: 300, at: AT, state: ResultState::Reopened };
    let mut numbers = ResultNumbers::default();
    for epoch in [1, 1, 7] {
        numbers.give(epoch);
    }
    vec![sample("changes of results", &change), sample("numbers of results", &numbers)]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let states = [ResultState::Present, ResultState::Reopened, ResultState::Deleted];
    assert_eq!(states.map(|state| codec::encode_as(0, &state).unwrap()[1]), [0, 1, 2]);
}
