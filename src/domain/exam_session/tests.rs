//! Sessions, seats, codes.

use super::*;
use crate::domain::time::{DAY, HOUR, MINUTE};
use uuid::Uuid;

const NINE: Instant = Instant::from_millis(1_772_438_400_000);

fn account(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

fn invite(n: u128) -> InviteId {
    InviteId(Uuid::from_u128(n))
}

fn draft() -> ExamSessionDraft {
    ExamSessionDraft {
        title: " Round one ".into(),
        starts_at: NINE,
        time_zone: None,
        ends_at: None,
        place: "Hall 2".into(),
        capacity: None,
        lead: None,
        proctors: Vec::new(),
        notes: String::new(),
        start: StartMode::Together,
        waiting_room: false,
        identity: IdentityAsked::None,
    }
}

fn session() -> ExamSession {
    let mut session = ExamSession {
        id: ExamSessionId(Uuid::from_u128(9)),
        title: String::new(),
        starts_at: NINE,
        time_zone: None,
        ends_at: None,
        place: String::new(),
        capacity: None,
        lead: Some(account(1)),
        proctors: Vec::new(),
        notes: String::new(),
        start: StartMode::Individual,
        begins_at: None,
        created_by: Some(account(2)),
        created_at: NINE,
        version: 1,
        changed_by: None,
        changed_at: NINE,
        waiting_room: false,
        identity: IdentityAsked::None,
        paused: None,
    };
    let proctors = vec![
        AssignedProctor { account: account(3), share: Some(vec![invite(1)]) },
        AssignedProctor { account: account(4), share: None },
    ];
    assert!(
        ExamSessionDraft { proctors, lead: Some(account(1)), ..draft().check(NINE).unwrap() }.apply(&mut session, NINE)
    );
    session
}

#[test]
fn a_draft_names_the_field_that_is_wrong() {
    let twice = vec![AssignedProctor { account: account(1), share: None }; 2];
    for (field, bad) in [
        ("identity", ExamSessionDraft { identity: IdentityAsked::Face, ..draft() }),
        ("title", ExamSessionDraft { title: "  ".into(), ..draft() }),
        ("title", ExamSessionDraft { title: "x".repeat(121), ..draft() }),
        ("title", ExamSessionDraft { title: "Round\u{7}one".into(), ..draft() }),
        ("place", ExamSessionDraft { place: "Hall\u{0}2".into(), ..draft() }),
        ("notes", ExamSessionDraft { notes: "a\nb\u{1b}".into(), ..draft() }),
        ("starts_at", ExamSessionDraft { starts_at: NINE.plus(DAY * 3_661), ..draft() }),
        ("starts_at", ExamSessionDraft { starts_at: Instant::EPOCH.plus(-HOUR), ..draft() }),
        ("time_zone", ExamSessionDraft { time_zone: Some("Mars/One".into()), ..draft() }),
        ("ends_at", ExamSessionDraft { ends_at: Some(NINE), ..draft() }),
        ("ends_at", ExamSessionDraft { ends_at: Some(NINE.plus(HOUR * 169)), ..draft() }),
        ("capacity", ExamSessionDraft { capacity: Some(0), ..draft() }),
        ("capacity", ExamSessionDraft { capacity: Some(2_001), ..draft() }),
        ("proctors", ExamSessionDraft { proctors: twice, ..draft() }),
    ] {
        assert!(bad.check(NINE).unwrap_err().fields.contains_key(field), "{field}");
    }
    assert_eq!(draft().check(NINE).unwrap().title, "Round one");
}

#[test]
fn a_share_shows_its_people_alone() {
    let session = session();
    let sees = |who: u128, n: u128| session.shows(Some(account(who)), invite(n));
    assert!(sees(3, 1) && !sees(3, 2));
    // The lead, who made it, a proctor of the whole session, an admin who is not assigned, the operator.
    assert!([1, 2, 4, 5].iter().all(|who| sees(*who, 2)) && session.shows(None, invite(2)));
    assert!(!session.may_be_changed_by(Some(account(3))));
    assert!([1, 2, 4, 5].iter().all(|who| session.may_be_changed_by(Some(account(*who)))));
}

#[test]
fn the_start_can_be_moved_until_it_happened() {
    let mut session = session();
    assert_eq!(session.require_begun(NINE).unwrap_err().code, ErrorCode::NotStartedYet);
    session.begin_at(NINE.plus(HOUR), NINE).unwrap();
    session.begin_at(NINE.plus(MINUTE), NINE).unwrap();
    assert!(session.require_begun(NINE.plus(MINUTE)).is_ok());
    // Half a second before.
    let before = NINE.plus(MINUTE - SignedDuration::from_millis(500));
    assert!(session.require_begun(before).is_err());
    session.begin_at(NINE.plus(HOUR), before).unwrap();
    assert!(session.require_begun(NINE.plus(MINUTE)).is_err());
    session.begin_at(NINE, before).unwrap();
    assert_eq!(session.begins_at, Some(before));
    assert_eq!(session.begin_at(NINE.plus(HOUR), before).unwrap_err().code, ErrorCode::AlreadyBegun);
    session.start = StartMode::Individual;
    assert!(session.begin_at(NINE, NINE).is_err());
    assert!(session.require_begun(NINE).is_ok());
}

#[test]
fn a_start_that_happened_outlives_a_change_of_the_way_to_start() {
    let mut session = session();
    session.begin_at(NINE.plus(MINUTE), NINE).unwrap();
    let mut switch = |start, now| ExamSessionDraft { start, ..draft().check(NINE).unwrap() }.apply(&mut session, now);
    assert!(switch(StartMode::Individual, NINE) && switch(StartMode::Together, NINE));
    assert_eq!(session.begins_at, None, "it had not happened yet");
    session.begin_at(NINE, NINE).unwrap();
    let mut switch = |start, now| ExamSessionDraft { start, ..draft().check(NINE).unwrap() }.apply(&mut session, now);
    assert!(switch(StartMode::Individual, NINE.plus(MINUTE)) && switch(StartMode::Together, NINE.plus(HOUR)));
    assert!(session.require_begun(NINE.plus(HOUR)).is_ok());
}

#[test]
fn a_start_goes_with_the_time_it_was_for() {
    // The start that was set, the new start of the session, the time of the change, and whether the start stays.
    for (begins, starts, now, stays) in [
        (MINUTE, SignedDuration::ZERO, -HOUR, true),
        (MINUTE, MINUTE, -HOUR, true),
        (MINUTE, MINUTE * 30, -HOUR, false),
        (MINUTE, DAY, -HOUR, false),
        (MINUTE, -DAY, -DAY * 2, false),
        (MINUTE, -MINUTE * 30, -HOUR, true),
        // It has happened: who comes late begins, unless the session is put off.
        (MINUTE, MINUTE * 5, MINUTE * 10, true),
        (MINUTE, -DAY, MINUTE * 10, true),
        (MINUTE, DAY, MINUTE * 10, false),
    ] {
        let mut session = session();
        session.begins_at = Some(NINE.plus(begins));
        let moved = ExamSessionDraft { starts_at: NINE.plus(starts), ..draft().check(NINE).unwrap() };
        moved.apply(&mut session, NINE.plus(now));
        assert_eq!(session.begins_at.is_some(), stays, "{begins} {starts} {now}");
    }
    // What leaves the times as they are leaves the start, also before them.
    let mut session = session();
    session.begins_at = Some(NINE.plus(-MINUTE));
    assert!(
        ExamSessionDraft { place: "Hall 3".into(), ..draft().check(NINE).unwrap() }
            .apply(&mut session, NINE.plus(-HOUR))
    );
    assert!(session.begins_at.is_some());
}

#[test]
fn twice_checked_in_is_once() {
    let mut seat = Seat {
        invite_id: invite(1),
        session_id: ExamSessionId(Uuid::from_u128(9)),
        test_id: TestId(Uuid::from_u128(8)),
        code: seat_code([0, 31, 32, 63, 200, 255]),
        checked_in: None,
        left_at: None,
        admitted: None,
    };
    let first = CheckIn { at: NINE, way: CheckInWay::List, by: None };
    assert!(!seat.check_out(NINE));
    assert!(seat.check_in(first));
    assert!(!seat.check_in(CheckIn { at: NINE.plus(MINUTE), ..first }));
    assert_eq!(seat.checked_in, Some(first));
    assert!(seat.check_out(NINE.plus(HOUR)) && !seat.check_out(NINE.plus(HOUR)) && !seat.is_here());
    assert!(seat.check_in(CheckIn { at: NINE.plus(HOUR), ..first }) && seat.is_here());
}

#[test]
fn codes_are_read_as_people_type_them() {
    let code = seat_code([0, 31, 32, 63, 200, 255]);
    assert_eq!(code, "A9A9J9");
    assert_eq!(normalise_code(" a9a-9 j9\n"), code);
    // Full width, as Japanese keyboards type it; Arabic and Persian digits.
    assert_eq!(normalise_code("\u{ff21}\u{ff19}\u{ff41}\u{ff0d}\u{ff19}\u{3000}\u{ff2a}\u{ff19}"), code);
    assert_eq!(normalise_code("\u{660}\u{661}\u{662} \u{6f7}\u{6f8}\u{6f9}"), "012789");
    assert!(code.bytes().all(|byte| ALPHABET.contains(&byte)));
}

#[test]
fn who_is_let_in_stays_so() {
    let room = ExamSession { waiting_room: true, ..session() };
    let mut seat = Seat {
        invite_id: invite(1),
        session_id: room.id,
        test_id: TestId(Uuid::from_u128(8)),
        code: seat_code([0; 6]),
        checked_in: None,
        left_at: None,
        admitted: None,
    };
    assert_eq!(room.require_admitted(&seat).unwrap_err().code, ErrorCode::NotAdmitted);
    assert!(session().require_admitted(&seat).is_ok(), "there is no waiting room");
    let first = Admission { at: NINE, by: Some(account(3)) };
    assert!(seat.admit(first));
    assert!(!seat.admit(Admission { at: NINE.plus(HOUR), by: None }), "the first time stays");
    assert_eq!(seat.admitted, Some(first));
    assert!(room.require_admitted(&seat).is_ok());
}

#[test]
fn the_first_pause_of_everyone_stays_until_it_ends() {
    let mut hall = session();
    let first = SessionPause { at: NINE, by: Some(account(1)) };
    assert!(hall.pause(Some(first)));
    assert!(!hall.pause(Some(SessionPause { at: NINE.plus(HOUR), by: None })));
    assert_eq!(hall.paused, Some(first));
    assert!(hall.pause(None) && !hall.pause(None));
}
