//! Golden bytes of similar answers.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::similarity::{PairKey, RecordedFinding, ReportedPair, SimilarityFinding, SimilarityReport},
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let found = RecordedFinding { finding: SimilarityFinding::Discussed, by: Some(id(1)), at: AT };
    let key = PairKey::new("q2".into(), id(8), id(7));
    let pair = ReportedPair { key, score: 713, is_above_line: true, found: Some(found) };
    let other = ReportedPair { score: 214, is_above_line: false, found: None, ..pair.clone() };
    let report =
        SimilarityReport { test_id: id(3), version: 2, by: Some(id(1)), at: AT, answers: 40, pairs: vec![pair, other] };
    vec![sample("similarity", &report)]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |finding: SimilarityFinding| codec::encode_as(0, &finding).unwrap()[1];
    assert_eq!([SimilarityFinding::Discussed, SimilarityFinding::NoFinding].map(number), [0, 1]);
}
