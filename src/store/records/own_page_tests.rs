//! Golden bytes of candidates' own pages and of requests for erasure.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    own_page::{Declined, ErasureRequest, OwnPage},
    time::DAY,
};

pub(super) fn samples() -> Vec<Sample> {
    let page = OwnPage { attempt_id: id(5), token_hash: [6; 32], erased_at: None, was_shown_to_ai: true };
    let request = ErasureRequest { applicant_id: id(1), asked_at: AT, declined: None, version: 1 };
    let declined = Declined { reason: "The law demands it.".into(), by: Some(id(2)), at: AT.plus(DAY) };
    vec![
        sample("own pages", &page),
        sample("own pages of the erased", &OwnPage { erased_at: Some(AT), ..page.clone() }),
        sample("erasure requests", &request),
        sample("erasure requests that were declined", &ErasureRequest { declined: Some(declined), ..request.clone() }),
    ]
}
