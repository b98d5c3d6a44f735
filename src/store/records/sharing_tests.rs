//! Golden bytes of links to results.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    share::{SharedLink, Shows},
    time::DAY,
};

pub(super) fn samples() -> Vec<Sample> {
    let share = SharedLink {
        id: id(11),
        test_id: id(3),
        submissions: vec![id(7), id(8)],
        shows: Shows { answers: true, scores: false, history: true },
        token_hash: [5; 32],
        by: Some(id(1)),
        at: AT,
        expires_at: AT.plus(DAY * 7),
        revoked_at: None,
        views: 3,
        viewed_at: Some(AT.plus(DAY)),
    };
    vec![sample("shares", &share)]
}
