//! The deadline: page, server and administrator (docs/behaviour/taking.md#taking-a-test).

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::{
    domain::{
        AttemptId, InviteId,
        attempt::Attempt,
        invite::Invite,
        paper::PaperHash,
        time::{HOUR, MILLISECOND, MINUTE, SECOND},
    },
    store::{Read, Tx},
};
use serde_json::{Value, json};

async fn act(t: &TestApp, admin: &str, invite: &Value, what: &str, body: Value) -> crate::support::call::Reply {
    let row = t.invite_row(admin, &invite["id"]).await;
    t.post(format!("/api/attempts/{}/{what}", text(&row["attempt_id"]))).bearer(admin).json(body).send().await
}

#[tokio::test]
async fn what_arrives_within_the_grace_counts() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    t.clock.advance(HOUR + 15 * SECOND - MILLISECOND);
    let reply = t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    assert_eq!((&reply["late"], &reply["submitted"]), (&json!(false), &json!(false)));
    assert_eq!(t.sweep().await.submitted, 0);
    let done = t.submit(&invite["token"], &key(1), &[("q2", "in time")]).await.ok();
    let expected = json!({"head": done["head"], "receipt_token": done["receipt_token"], "score": 20.0, "judging": "none", "provisional": true, "earned_points": 2.0, "auto_earned_points": 2.0, "pending_points": 3, "waits_for_review": true, "total_points": 10,
        "submitted_at": "2026-03-02T09:00:14.999Z",
        "submitted_by": "candidate", "answers_stored": 2, "late": false});
    assert_eq!(done, expected);
    t.clock.advance(SECOND);
    assert_eq!(t.sweep().await.submitted, 0);
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(t.result_of(&admin, &invite).await["submitted_by"], "candidate");
    t.assert_sound();
}

#[tokio::test]
async fn at_fifteen_seconds_the_server_submits_what_it_has() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    t.save(&invite["token"], &key(1), &[("q1", "B", 1), ("q2", "saved", 2)]).await.ok();
    t.clock.advance(HOUR + 15 * SECOND);
    // Before any sweep: the call itself judges by the clock.
    let late = t.save(&invite["token"], &key(1), &[("q2", "saved and more", 3), ("q3", "new", 4)]).await.ok();
    assert_eq!((&late["late"], &late["submitted"]), (&json!(true), &json!(true)));
    assert_eq!(late["acked"], json!([{"question_id": "q2", "seq": 3}, {"question_id": "q3", "seq": 4}]));
    assert_eq!(t.sweep().await.submitted, 0, "once");

    t.clock.advance(5 * SECOND);
    t.save(&invite["token"], &key(1), &[("q2", "saved and more", 3), ("q3", "new", 4)]).await.ok();
    let done = t.submit(&invite["token"], &key(1), &[("q1", "B"), ("q2", "saved and more still")]).await.ok();
    let expected = json!({"head": done["head"], "receipt_token": done["receipt_token"], "score": 20.0, "judging": "none", "provisional": true, "earned_points": 2.0, "auto_earned_points": 2.0, "pending_points": 3, "waits_for_review": true, "total_points": 10,
        "submitted_at": "2026-03-02T09:00:15.000Z",
        "submitted_by": "deadline", "answers_stored": 2, "late": true});
    assert_eq!(done, expected, "after an automatic submit the page gets that result");

    let admin = t.sign_in("ada@example.org").await;
    let result = t.result_of(&admin, &invite).await;
    assert_eq!((&result["submitted_by"], &result["answers"][1]["answer"]), (&json!("deadline"), &json!("saved")));
    let late: Vec<_> =
        list(&result["late_answers"]).iter().map(|l| (text(&l["question_id"]), text(&l["answer"]))).collect();
    assert_eq!(late, [("q2", "saved and more still"), ("q3", "new")]);
    assert_eq!(result["late_answers"][0]["received_at"], "2026-03-02T09:00:20.000Z");
    assert_eq!(result["late_answers"][0]["question"], "Tell us about B-trees");
    assert_eq!(result["late_answers"][1]["received_at"], "2026-03-02T09:00:15.000Z", "when it came first");
    assert!(text(&result["late_answers"][1]["reason"]).contains("after"));
    t.assert_sound();
}

#[tokio::test]
async fn the_sweep_submits_each_attempt_exactly_once() {
    let t = TestApp::new();
    let (admin, first) = t.started().await;
    let test = t.test_with_all_types(&admin).await;
    let mut others = Vec::new();
    for n in 0..5 {
        t.clock.advance(SECOND);
        let invite = t.invite(&admin, &test, &format!("c{n}@example.org")).await;
        t.start(&invite["token"], &key(1)).await.ok();
        others.push(invite);
    }
    t.clock.advance(HOUR + 10 * SECOND);
    assert_eq!(t.sweep().await.submitted, 1, "only the first is due");
    let (a, b) = tokio::join!(t.sweep(), t.sweep());
    assert_eq!(a.submitted + b.submitted, 0);
    t.clock.advance(HOUR);
    let (a, b) = tokio::join!(t.sweep(), t.sweep());
    assert_eq!(a.submitted + b.submitted, 5, "two sweeps at once submit nothing twice");
    let admin = t.sign_in("ada@example.org").await;
    let overview = t.overview(&admin).await;
    assert_eq!((&overview["completed_tests"], &overview["in_progress"]), (&json!(6), &json!(0)));
    let result = t.result_of(&admin, &first).await;
    assert_eq!(result["submitted_at"], "2026-03-02T09:00:15.000Z", "however late the sweep");
    assert_eq!(t.result_of(&admin, &others[4]).await["submitted_at"], "2026-03-02T09:00:20.000Z");
    t.assert_sound();
}

#[tokio::test]
async fn every_call_judges_by_the_clock_before_any_sweep() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    t.clock.advance(HOUR + 15 * SECOND);
    t.door(&invite["token"], Some(&key(1))).await.refused(410, "finished");
    t.start(&invite["token"], &key(1)).await.refused(410, "finished");

    let t = TestApp::new();
    let (_, invite) = t.started().await;
    t.clock.advance(HOUR + 15 * SECOND);
    let admin = t.sign_in("ada@example.org").await;
    for what in ["add-time", "end", "release"] {
        act(&t, &admin, &invite, what, json!({"minutes": 10, "reason": "too late"})).await.refused(409, "finished");
    }
    assert_eq!(t.result_of(&admin, &invite).await["submitted_by"], "deadline");
    t.assert_sound();
}

#[tokio::test]
async fn an_overdue_attempt_does_not_keep_the_next_test_shut() {
    let t = TestApp::new();
    let (_, first) = t.started().await;
    let admin = t.sign_in("ada@example.org").await;
    let test = t.test_with_all_types(&admin).await;
    let second = t.invite(&admin, &test, "cora@example.org").await;
    t.clock.advance(HOUR + 15 * SECOND - MILLISECOND);
    t.start(&second["token"], &key(2)).await.refused(409, "other_attempt_running");
    t.clock.advance(MILLISECOND);
    assert_eq!(t.door(&second["token"], None).await.ok()["can_start"], true);
    t.start(&second["token"], &key(2)).await.ok();
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(t.invite_row(&admin, &first["id"]).await["status"], "completed");
    t.assert_sound();
}

#[tokio::test]
async fn added_time_moves_the_deadline() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let reply = act(&t, &admin, &invite, "add-time", json!({"minutes": 30, "reason": "fire drill"})).await.ok();
    assert_eq!(reply["invite"]["deadline"], "2026-03-02T09:30:00.000Z");
    assert_eq!(t.door(&invite["token"], Some(&key(1))).await.ok()["attempt"]["deadline"], "2026-03-02T09:30:00.000Z");
    t.clock.advance(HOUR + 30 * MINUTE + 14 * SECOND);
    assert_eq!(t.sweep().await.submitted, 0);
    let saved = t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    assert_eq!((&saved["late"], &saved["deadline"]), (&json!(false), &json!("2026-03-02T09:30:00.000Z")));
    // Even in the grace there is time to give.
    let admin = t.sign_in("ada@example.org").await;
    act(&t, &admin, &invite, "add-time", json!({"minutes": 1, "reason": "again"})).await.ok();
    t.clock.advance(MINUTE);
    assert_eq!(t.sweep().await.submitted, 0);
    t.clock.advance(SECOND);
    assert_eq!(t.sweep().await.submitted, 1);
    t.assert_sound();
}

#[tokio::test]
async fn an_administrator_ends_a_test_with_what_is_saved() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    t.clock.advance(MINUTE);
    let reply = act(&t, &admin, &invite, "end", json!({"reason": "asked to stop"})).await.ok();
    assert_eq!(reply["invite"]["status"], "completed");
    assert!(reply["invite"]["submission_id"].is_string());
    let result = t.result_of(&admin, &invite).await;
    assert_eq!(
        (&result["submitted_by"], &result["submitted_at"]),
        (&json!("admin"), &json!("2026-03-02T08:01:00.000Z"))
    );
    assert_eq!((&result["score"], &result["scoring_status"]), (&json!(20.0), &json!("auto_only")));
    let late = t.submit(&invite["token"], &key(1), &[("q2", "but I had more")]).await.ok();
    assert_eq!((&late["score"], &late["late"]), (&json!(20.0), &json!(true)));
    assert_eq!(late["submitted_by"], "admin", "the page says who ended it");
    for what in ["end", "add-time", "release"] {
        act(&t, &admin, &invite, what, json!({"minutes": 1, "reason": "again"})).await.refused(409, "finished");
    }
    t.assert_sound();
}

#[tokio::test]
async fn what_is_done_to_an_attempt_needs_a_reason() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    for what in ["release", "add-time", "end"] {
        act(&t, &admin, &invite, what, json!({"minutes": 5, "reason": "  "})).await.invalid("reason");
        act(&t, &admin, &invite, what, json!({"minutes": 5, "reason": "x".repeat(501)})).await.invalid("reason");
        act(&t, &admin, &invite, what, json!({"minutes": 5})).await.invalid("reason");
        let nowhere = format!("/api/attempts/00000000-0000-7000-8000-000000000000/{what}");
        t.post(&nowhere).bearer(&admin).json(json!({})).send().await.refused(404, "not_found");
    }
    for minutes in [json!(0), json!(481), json!(-5), json!(1.5), json!("5"), Value::Null] {
        act(&t, &admin, &invite, "add-time", json!({"minutes": minutes, "reason": "r"})).await.invalid("minutes");
    }
    assert_eq!(t.door(&invite["token"], Some(&key(1))).await.ok()["attempt"]["deadline"], "2026-03-02T09:00:00.000Z");
}

/// A record that is damaged or missing must not keep the attempts of others from being submitted in time.
#[tokio::test]
async fn attempts_that_cannot_be_ended_hold_up_no_others() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let row = t.invite_row(&admin, &invite["id"]).await;
    let id: AttemptId = text(&row["attempt_id"]).parse().unwrap();
    // More than one batch, without an invite, and due before the one that is whole.
    let whole: Attempt = t.app.store.read().unwrap().get(id).unwrap().unwrap();
    let orphan = move |n: u128| Attempt {
        id: AttemptId(uuid::Uuid::from_u128(n)),
        invite_id: InviteId(uuid::Uuid::from_u128(n)),
        started_at: whole.started_at.plus(-SECOND),
        ..whole.clone()
    };
    let orphans = move |tx: &mut Tx<'_>| (1..=450).try_for_each(|n| tx.put(&orphan(n)).map(drop));
    t.app.store.write(orphans).await.unwrap();
    // One whose paper is gone: ending it fails in the middle.
    let other = t.create_test(&admin, crate::support::journey::small_test("Another")).await;
    let lost = t.invite(&admin, &other, "dora@example.org").await;
    t.start(&lost["token"], &key(2)).await.ok();
    let lost: InviteId = text(&lost["id"]).parse().unwrap();
    let forget = move |tx: &mut Tx<'_>| {
        let invite: Invite = tx.get(lost)?.unwrap();
        let attempt: Attempt = tx.get(invite.attempt_id.unwrap())?.unwrap();
        let paper: PaperHash = [7; 32];
        tx.put(&Attempt { paper, ..attempt }).map(drop)
    };
    t.app.store.write(forget).await.unwrap();
    t.clock.advance(HOUR + 15 * SECOND);
    let swept = t.sweep().await;
    assert_eq!((swept.submitted, swept.stuck), (1, 451));
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(t.result_of(&admin, &invite).await["submitted_by"], "deadline");
    assert_eq!((t.sweep().await.submitted, t.sweep().await.stuck), (0, 451));
}

/// A page without an event stream does not know that an administrator gave time, and submits at its own zero.
#[tokio::test]
async fn a_page_that_takes_the_time_for_over_goes_on() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.clock.advance(HOUR - SECOND);
    act(&t, &admin, &invite, "add-time", json!({"minutes": 5, "reason": "fire drill"})).await.ok();
    t.clock.advance(SECOND);
    let submit = |at_deadline: bool| {
        let body =
            json!({"answers": [{"question_id": "q2", "answer": "So far", "seq": 9}], "at_deadline": at_deadline});
        t.post(format!("/api/submit-test/{}", text(&invite["token"]))).key(&key(1)).json(body).send()
    };
    let goes_on = submit(true).await.refused(409, "not_over");
    let door = t.door(&invite["token"], Some(&key(1))).await.ok();
    assert_eq!(goes_on["deadline"], door["attempt"]["deadline"]);
    assert_eq!(door["attempt"]["answers"][0]["answer"], "So far", "what it sent is saved");
    // The clocks of page and server differ a little.
    t.clock.advance(MINUTE * 5 - SECOND);
    assert_eq!(submit(true).await.ok()["submitted_by"], "deadline");
}

/// The candidate's own wish, and the submit of a page of an earlier version, ends the test at once.
#[tokio::test]
async fn a_submit_that_does_not_name_the_deadline_ends_the_test() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    assert_eq!(t.submit(&invite["token"], &key(1), &[]).await.ok()["submitted_by"], "candidate");
}
