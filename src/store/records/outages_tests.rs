//! Golden bytes of outages, and of what the server notes of its own running.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        outage::{Loss, Outage, OutageSettlement, OutageVerdict, OutageWindow, Reach},
        time::{MINUTE, SECOND, SignedDuration},
        upkeep::{ClockMark, LastBeat, TwinLeader},
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let settled = OutageSettlement {
        verdict: OutageVerdict::Given,
        by: Some(id(1)),
        at: AT.plus(MINUTE),
        reason: "fire drill".into(),
    };
    let outage = Outage {
        id: id(20),
        reach: Reach::Hall,
        cut: OutageWindow { from: AT, to: AT.plus(SECOND) },
        to: AT.plus(MINUTE),
        losses: 2,
        version: 3,
        settled: Some(settled),
    };
    let open = Outage { reach: Reach::Server, settled: None, ..outage.clone() };
    let back = Some(AT.plus(MINUTE));
    let loss = Loss { outage_id: id(20), attempt_id: id(5), back, typed: 0, given: SignedDuration::from_secs(59) };
    let beat = LastBeat { at: AT, is_final: true };
    let mark = ClockMark { boot: "0198c5de-2c00".into(), running: 90 * SECOND, at: AT };
    vec![
        sample("outages", &outage),
        sample("open outages", &open),
        sample("losses", &loss),
        sample("losses of pages not heard of", &Loss { back: None, typed: 7, given: SignedDuration::ZERO, ..loss }),
        sample("last beat", &beat),
        sample("clock mark", &mark),
        sample("leader of a twin", &TwinLeader { name: "b".into() }),
    ]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let reaches = [Reach::Server, Reach::Hall, Reach::Single];
    assert_eq!(reaches.map(|reach| number(codec::encode_as(0, &reach).unwrap())), [0, 1, 2]);
    let verdicts = [OutageVerdict::Given, OutageVerdict::Dismissed];
    assert_eq!(verdicts.map(|verdict| number(codec::encode_as(0, &verdict).unwrap())), [0, 1]);
}
