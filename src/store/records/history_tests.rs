//! Golden bytes of the history of answers.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::history::{Arrival, Chain, Content, Entry, Head, Mode, Packed, Stage},
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let chain = Chain {
        attempt_id: id(5),
        mode: Mode::Keystrokes,
        salt: [7; 32],
        since: Some(AT),
        head: Head([8; 32]),
        links: 3,
        entries: 2,
        entries_head: Head([9; 32]),
        cost: 130,
        edits: 11,
        stage: Stage::Ended,
    };
    let entry = Entry {
        attempt_id: id(5),
        number: 2,
        question_id: "q1".into(),
        seq: 4,
        at: AT,
        arrival: Arrival::Counted,
        content: Content::Edits(vec![1, 0, 3]),
    };
    let packed = Packed { attempt_id: id(5), entries: 2, bytes: vec![0x78, 0x9c] };
    vec![sample("history chains", &chain), sample("history entries", &entry), sample("packed histories", &packed)]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let arrivals = [Arrival::Counted, Arrival::AfterEnd, Arrival::OtherBrowser, Arrival::File, Arrival::Found];
    assert_eq!(arrivals.map(|arrival| number(codec::encode_as(0, &arrival).unwrap())), [0, 1, 2, 3, 4]);
    let stages = [Stage::Running, Stage::Ended, Stage::Packing, Stage::Packed];
    assert_eq!(stages.map(|stage| number(codec::encode_as(0, &stage).unwrap())), [0, 1, 2, 3]);
    let contents = [Content::Edits(vec![]), Content::Difference(vec![]), Content::Whole(String::new())];
    assert_eq!(contents.map(|content| number(codec::encode_as(0, &content).unwrap())), [0, 1, 2]);
    let modes = [Mode::Saves, Mode::Keystrokes];
    assert_eq!(modes.map(|mode| number(codec::encode_as(0, &mode).unwrap())), [0, 1]);
}
