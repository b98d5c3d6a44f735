//! Golden bytes of anonymous mode.

use super::tests::{AT, Sample, id, sample};
use crate::domain::anonymity::{Alias, Anonymity, Revealed};

pub(super) fn samples() -> Vec<Sample> {
    let revealed = Some(Revealed { by: Some(id(1)), at: AT, reason: "decided".into() });
    let anonymity = Anonymity { test_id: id(3), is_on: true, revealed, version: 2, by: None, at: AT };
    let alias = Alias { review_id: id(13), test_id: id(3), submission_id: id(5), number: 417 };
    vec![sample("anonymity", &anonymity), sample("aliases", &alias)]
}
