//! Golden bytes of evidence.

use super::tests::{AT, Sample, sample};
use crate::domain::{evidence::EvidenceKey, time::MINUTE};

pub(super) fn samples() -> Vec<Sample> {
    let current = EvidenceKey::new([7; 32], vec![1, 2, 3], AT);
    let retired = EvidenceKey::new([8; 32], vec![1, 2, 3], AT).retired(AT.plus(MINUTE));
    vec![sample("evidence keys", &current), sample("evidence keys that are retired", &retired)]
}
