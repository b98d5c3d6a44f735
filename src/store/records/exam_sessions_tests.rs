//! Golden bytes of exam sessions.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        asked_question::{AskedQuestion, Claim, GivenAnswer},
        exam_session::{AssignedProctor, CheckIn, CheckInWay, ExamSession, Seat, StartMode},
        message::{Announcement, MessageKind},
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
    let announcement = Announcement {
        session_id: id(30),
        id: id(32),
        text: "The hall closes at six.".into(),
        sent_at: AT,
        sent_by: Some(id(1)),
    };
    let asked = AskedQuestion {
        attempt_id: id(5),
        id: id(33),
        invite_id: id(4),
        test_id: id(3),
        session_id: Some(id(30)),
        text: "May I use a calculator?".into(),
        asked_at: AT,
        client_id: "c-1".into(),
        claim: Some(Claim { by: Some(id(1)), at: AT }),
        answer: Some(GivenAnswer { text: "Yes.".into(), to_all: true, by: None, at: AT.plus(MINUTE) }),
    };
    vec![
        sample("announcements", &announcement),
        sample("asked questions", &asked),
        sample(
            "asked questions that wait",
            &AskedQuestion { session_id: None, claim: None, answer: None, ..asked.clone() },
        ),
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
    let kinds = [MessageKind::Message, MessageKind::Announcement, MessageKind::Answer];
    assert_eq!(kinds.map(|kind| number(codec::encode_as(0, &kind).unwrap())), [0, 1, 2]);
    let ways = [CheckInWay::List, CheckInWay::Code, CheckInWay::Projector];
    assert_eq!(ways.map(|way| number(codec::encode_as(0, &way).unwrap())), [0, 1, 2]);
}
