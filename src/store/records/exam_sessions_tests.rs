//! Golden bytes of exam sessions.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        exam_session::{AssignedProctor, CheckIn, CheckInWay, ExamSession, Seat, StartMode},
        time::{HOUR, MINUTE},
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let session = ExamSession {
        id: id(30),
        title: "Round one".into(),
        starts_at: AT,
        time_zone: Some("Europe/Berlin".into()),
        ends_at: Some(AT.plus(HOUR)),
        place: "Hall 2".into(),
        capacity: Some(40),
        lead: Some(id(1)),
        proctors: vec![
            AssignedProctor { account: id(1), share: None },
            AssignedProctor { account: id(31), share: Some(vec![id(4)]) },
        ],
        notes: "Bring the spare keyboards.".into(),
        start: StartMode::Together,
        begins_at: Some(AT.plus(MINUTE)),
        created_by: Some(id(1)),
        created_at: AT,
        version: 3,
        changed_by: None,
        changed_at: AT.plus(MINUTE),
    };
    let plain = ExamSession {
        time_zone: None,
        ends_at: None,
        capacity: None,
        lead: None,
        proctors: Vec::new(),
        start: StartMode::Individual,
        begins_at: None,
        ..session.clone()
    };
    let seat = Seat {
        invite_id: id(4),
        session_id: id(30),
        test_id: id(3),
        code: "K7Q2MX".into(),
        checked_in: Some(CheckIn { at: AT, way: CheckInWay::Code, by: Some(id(1)) }),
        left_at: Some(AT.plus(HOUR)),
    };
    vec![
        sample("exam sessions", &session),
        sample("exam sessions without options", &plain),
        sample("seats", &seat),
        sample("seats of who is expected", &Seat { checked_in: None, left_at: None, ..seat }),
    ]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let starts = [StartMode::Individual, StartMode::Together];
    assert_eq!(starts.map(|start| number(codec::encode_as(0, &start).unwrap())), [0, 1]);
    let ways = [CheckInWay::List, CheckInWay::Code, CheckInWay::Projector];
    assert_eq!(ways.map(|way| number(codec::encode_as(0, &way).unwrap())), [0, 1, 2]);
}
