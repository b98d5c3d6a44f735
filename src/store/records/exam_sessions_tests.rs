//! Golden bytes of exam sessions.

use super::tests::{AT, Sample, id, sample};
use crate::{
    domain::{
        arrangement::{Agreed, Arrangement, Breaks},
        asked_question::{AskedQuestion, Claim, GivenAnswer},
        exam_session::{
            Admission, AskedAgain, AssignedProctor, CheckIn, CheckInWay, ExamSession, IdentityAsked, IdentityCheck,
            IdentityPicture, PictureKind, Seat, SessionPause, StartMode,
        },
        message::{Announcement, MessageKind},
        pause::PausedInterval,
        rehearsal::{Mark, Rehearsal, RehearsalFinding, Verdict},
        time::{HOUR, MINUTE},
    },
    store::codec,
};

#[expect(clippy::too_many_lines, reason = "one sample of each kind")]
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
        waiting_room: true,
        identity: IdentityAsked::FaceAndDocument,
        paused: Some(SessionPause { at: AT.plus(MINUTE), by: Some(id(1)) }),
    };
    let plain = ExamSession {
        time_zone: None,
        ends_at: None,
        capacity: None,
        lead: None,
        proctors: Vec::new(),
        start: StartMode::Individual,
        begins_at: None,
        waiting_room: false,
        identity: IdentityAsked::None,
        paused: None,
        ..session.clone()
    };
    let seat = Seat {
        invite_id: id(4),
        session_id: id(30),
        test_id: id(3),
        code: "K7Q2MX".into(),
        checked_in: Some(CheckIn { at: AT, way: CheckInWay::Code, by: Some(id(1)) }),
        left_at: Some(AT.plus(HOUR)),
        admitted: Some(Admission { at: AT.plus(MINUTE), by: Some(id(1)) }),
    };
    let identity = IdentityCheck {
        face_at: Some(AT),
        document_at: Some(AT.plus(MINUTE)),
        again: Some(AskedAgain { at: AT, by: Some(id(1)), reason: "The picture is too dark.".into() }),
        ..IdentityCheck::new(id(4), id(30), AT.plus(HOUR))
    };
    let picture = IdentityPicture { invite_id: id(4), kind: PictureKind::Document, sealed: vec![1, 2, 3] };
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
    let agreed = Agreed {
        breaks: Some(Breaks { count: 2, minutes: 15, in_sum: true }),
        larger_type: true,
        no_camera: true,
        helper: "Sign language interpreter".into(),
    };
    let taken = vec![PausedInterval { from: AT, to: Some(AT.plus(4 * MINUTE)) }];
    let arrangement = Arrangement { taken, ..Arrangement::new(id(4), agreed) };
    let rehearsal = Rehearsal {
        session_id: id(30),
        began_at: AT,
        ended_at: AT.plus(MINUTE),
        by: Some(id(1)),
        candidates: 40,
        verdict: Verdict::NoGo,
        reason: String::new(),
        fits: Some(12),
        machine: "hall-2".into(),
        findings: vec![RehearsalFinding {
            measure: "save_p99".into(),
            mark: Mark::Fault,
            value: "900 ms".into(),
            limit: "500 ms".into(),
            margin: Some(-80),
            said: "Saves take too long.".into(),
            fix: "Use a faster disk.".into(),
        }],
    };
    let undecided = Rehearsal {
        by: None,
        verdict: Verdict::Undecided,
        reason: "The machine was busy.".into(),
        fits: None,
        findings: Vec::new(),
        ..rehearsal.clone()
    };
    vec![
        sample("arrangements", &arrangement),
        sample("announcements", &announcement),
        sample("asked questions", &asked),
        sample(
            "asked questions that wait",
            &AskedQuestion { session_id: None, claim: None, answer: None, ..asked.clone() },
        ),
        sample("exam sessions", &session),
        sample("exam sessions without options", &plain),
        sample("identity checks", &identity),
        sample("identity checks without pictures", &IdentityCheck::new(id(4), id(30), AT)),
        sample("identity pictures", &picture),
        sample("rehearsals", &rehearsal),
        sample("rehearsals without a verdict", &undecided),
        sample("seats", &seat),
        sample("seats of who is expected", &Seat { checked_in: None, left_at: None, admitted: None, ..seat }),
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
    let asked = [IdentityAsked::None, IdentityAsked::Face, IdentityAsked::FaceAndDocument];
    assert_eq!(asked.map(|asked| number(codec::encode_as(0, &asked).unwrap())), [0, 1, 2]);
    assert_eq!(PictureKind::ALL.map(|kind| number(codec::encode_as(0, &kind).unwrap())), [0, 1]);
    let ways = [CheckInWay::List, CheckInWay::Code, CheckInWay::Projector];
    let verdicts = [Verdict::Go, Verdict::NoGo, Verdict::Undecided];
    assert_eq!(verdicts.map(|verdict| number(codec::encode_as(0, &verdict).unwrap())), [0, 1, 2]);
    let marks = [Mark::Ok, Mark::Warning, Mark::Fault, Mark::Unknown];
    assert_eq!(marks.map(|mark| number(codec::encode_as(0, &mark).unwrap())), [0, 1, 2, 3]);
    assert_eq!(ways.map(|way| number(codec::encode_as(0, &way).unwrap())), [0, 1, 2]);
}
