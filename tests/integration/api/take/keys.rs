//! Starting, and who holds an attempt (docs/behaviour/taking.md#attempt-key).

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::domain::time::{MINUTE, SECOND};
use serde_json::{Value, json};

async fn invited(t: &TestApp) -> (String, Value) {
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    (admin, invite)
}

async fn bare_start(t: &TestApp, invite: &Value) -> crate::support::call::Reply {
    t.post(format!("/api/start-test/{}", text(&invite["token"]))).send().await
}

async fn release(t: &TestApp, admin: &str, invite: &Value) -> Value {
    let row = t.invite_row(admin, &invite["id"]).await;
    let path = format!("/api/attempts/{}/release", text(&row["attempt_id"]));
    t.post(path).bearer(admin).json(json!({"reason": "laptop broke"})).send().await.ok()
}

#[tokio::test]
async fn nobody_reads_the_test_without_starting_the_clock() {
    let t = TestApp::new();
    let (_, invite) = invited(&t).await;
    for presented in [None, Some(key(1))] {
        let door = t.door(&invite["token"], presented.as_deref()).await.ok();
        assert_eq!((&door["in_progress"], &door["can_start"]), (&json!(false), &json!(true)));
        assert!(door["attempt"].is_null() && door["test"]["questions"].is_null());
        assert_eq!(door["test"]["question_count"], 3);
        assert_eq!(door["server_time"], "2026-03-02T08:00:00.000Z");
        assert!(!door.to_string().contains("B-trees"));
    }
}

#[tokio::test]
async fn the_start_gives_the_questions_without_their_answers() {
    let t = TestApp::new();
    let (admin, invite) = invited(&t).await;
    let started = t.start(&invite["token"], &key(1)).await.ok();
    let questions = json!([
        {"id": "q1", "type": "multiple_choice", "question": "Pick B", "points": 2, "options": ["A", "B", "C"]},
        {"id": "q2", "type": "essay", "question": "Tell us about B-trees", "points": 3},
        {"id": "q3", "type": "coding", "question": "Reverse a list", "points": 5, "expected_language": "Rust"},
    ]);
    let mut test = t.get(format!("/api/take-test/{}", text(&invite["token"]))).send().await.ok()["test"].clone();
    test["questions"] = questions.clone();
    let expected = json!({
        "attempt_key": key(1), "test": test, "questions": questions, "answers": [], "time_spent": [], "next_seq": 1,
        "history": "saves", "head": started["head"],
        "started_at": "2026-03-02T08:00:00.000Z", "deadline": "2026-03-02T09:00:00.000Z", "server_time": "2026-03-02T08:00:00.000Z",
    });
    assert_eq!(started, expected);
    let row = t.invite_row(&admin, &invite["id"]).await;
    assert_eq!((&row["status"], &row["deadline"]), (&json!("in_progress"), &expected["deadline"]));
    t.assert_sound();
}

#[tokio::test]
async fn the_same_key_resumes_the_same_attempt() {
    let t = TestApp::new();
    let (admin, invite) = invited(&t).await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.save(&invite["token"], &key(1), &[("q2", "so far", 7)]).await.ok();
    // Its mail waits for a mail server, the longer the later it is.
    let row = async || {
        let mut row = t.invite_row(&admin, &invite["id"]).await;
        row.as_object_mut().unwrap().remove("email_delivery").unwrap();
        row
    };
    let before = row().await;
    t.clock.advance(10 * MINUTE);
    let again = t.start(&invite["token"], &key(1)).await.ok();
    assert_eq!((&again["started_at"], &again["next_seq"]), (&json!("2026-03-02T08:00:00.000Z"), &json!(8)));
    assert_eq!(again["deadline"], "2026-03-02T09:00:00.000Z");
    let saved = json!([{"question_id": "q2", "answer": "so far", "seq": 7, "saved_at": "2026-03-02T08:00:00.000Z"}]);
    assert_eq!(again["answers"], saved);
    assert_eq!(row().await, before);
    let door = t.door(&invite["token"], Some(&key(1))).await.ok();
    assert_eq!((&door["in_progress"], &door["attempt"]["answers"]), (&json!(true), &saved));
    assert_eq!(door["attempt"]["questions"], again["questions"]);
    assert!(door["attempt"]["attempt_key"].is_null());
}

#[tokio::test]
async fn a_start_whose_reply_was_lost_happens_once() {
    let t = TestApp::new();
    let (admin, invite) = invited(&t).await;
    let key = key(1);
    let start = || t.start(&invite["token"], &key);
    let (a, b, c) = tokio::join!(start(), start(), start());
    let (a, b, c) = (a.ok(), b.ok(), c.ok());
    assert!(a == b && b == c);
    assert_eq!(t.overview(&admin).await["in_progress"], 1);
    t.assert_sound();
}

#[tokio::test]
async fn two_browsers_at_once_make_one_attempt() {
    let t = TestApp::new();
    let (_, invite) = invited(&t).await;
    let (one, two) = (key(1), key(2));
    let (a, b) = tokio::join!(t.start(&invite["token"], &one), t.start(&invite["token"], &two));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    t.assert_sound();
}

#[tokio::test]
async fn another_key_or_none_is_turned_away() {
    let t = TestApp::new();
    let (_, invite) = invited(&t).await;
    let token = &invite["token"];
    t.start(token, &key(1)).await.ok();
    t.save(token, &key(1), &[("q2", "mine", 1)]).await.ok();
    t.start(token, &key(2)).await.refused(409, "attempt_elsewhere");
    bare_start(&t, &invite).await.refused(409, "attempt_elsewhere");
    for presented in [None, Some(key(2))] {
        let door = t.door(token, presented.as_deref()).await.ok();
        assert_eq!(door["in_progress"], true);
        assert!(door["attempt"].is_null() && !door.to_string().contains("mine"));
    }
    t.save(token, &key(2), &[("q2", "theirs", 2)]).await.refused(409, "attempt_elsewhere");
    t.submit(token, &key(2), &[]).await.refused(409, "attempt_elsewhere");
    let path = format!("/api/take-test/{}", text(token));
    let body = json!({"answers": [{"question_id": "q2", "answer": "x", "seq": 3}]});
    t.put(format!("{path}/answers")).json(&body).send().await.refused(409, "attempt_elsewhere");
    t.post(format!("{path}/answers")).json(&body).send().await.refused(409, "attempt_elsewhere");
    t.get(format!("{path}/events")).key(&key(2)).send().await.refused(409, "attempt_elsewhere");
    t.get(format!("{path}/events")).send().await.refused(409, "attempt_elsewhere");
    let stream = t.get(format!("{path}/events")).key(&key(1)).send().await;
    assert_eq!((stream.status, stream.header("content-type")), (200, "text/event-stream"));
    let door = t.door(token, Some(&key(1))).await.ok();
    assert_eq!(door["attempt"]["answers"][0]["answer"], "mine");
}

#[tokio::test]
async fn a_key_that_is_none_is_refused() {
    let t = TestApp::new();
    let (_, invite) = invited(&t).await;
    for bad in ["x", &key(1)[1..], &format!("{}=", key(1)), &format!("{}A", key(1))] {
        t.start(&invite["token"], bad).await.invalid("X-Attempt-Key");
        t.door(&invite["token"], Some(bad)).await.invalid("X-Attempt-Key");
        t.save(&invite["token"], bad, &[]).await.invalid("X-Attempt-Key");
        t.submit(&invite["token"], bad, &[]).await.invalid("X-Attempt-Key");
    }
    assert_eq!(t.door(&invite["token"], None).await.ok()["in_progress"], false);
}

/// The spec's own calls carry no key: the server's stands in until someone brings it.
#[tokio::test]
async fn bare_calls_are_served_until_a_key_binds_the_attempt() {
    let t = TestApp::new();
    let (_, invite) = invited(&t).await;
    let token = &invite["token"];
    let started = bare_start(&t, &invite).await.ok();
    let server_key = text(&started["attempt_key"]).to_owned();
    assert_eq!(server_key.len(), 43);
    let again = bare_start(&t, &invite).await.ok();
    assert_eq!(again["attempt_key"], server_key, "the same call gets the same key again");
    let path = format!("/api/take-test/{}/answers", text(token));
    let body = |seq: u64| json!({"answers": [{"question_id": "q1", "answer": "B", "seq": seq}]});
    t.put(&path).json(body(1)).send().await.ok();
    assert!(t.door(token, None).await.ok()["attempt"].is_object());
    // A stranger's key binds nothing.
    t.start(token, &key(9)).await.refused(409, "attempt_elsewhere");
    t.save(token, &key(9), &[("q1", "A", 2)]).await.refused(409, "attempt_elsewhere");
    t.put(&path).json(body(2)).send().await.ok();
    // The server's own key does, and from then on nothing goes without it.
    t.save(token, &server_key, &[("q2", "bound", 3)]).await.ok();
    t.put(&path).json(body(4)).send().await.refused(409, "attempt_elsewhere");
    bare_start(&t, &invite).await.refused(409, "attempt_elsewhere");
    assert!(t.door(token, None).await.ok()["attempt"].is_null());
    assert_eq!(t.submit(token, &server_key, &[]).await.ok()["answers_stored"], 2);
    t.assert_sound();
}

#[tokio::test]
async fn the_bare_flow_of_the_spec_works_from_start_to_score() {
    let t = TestApp::new();
    let (_, invite) = invited(&t).await;
    bare_start(&t, &invite).await.ok();
    let body = json!({"answers": [{"question_id": "q1", "answer": "B"}, {"question_id": "q2", "answer": "words"}]});
    let reply = t.post(format!("/api/submit-test/{}", text(&invite["token"]))).json(body).send().await.ok();
    assert_eq!((&reply["score"], &reply["provisional"]), (&json!(20.0), &json!(true)));
}

#[tokio::test]
async fn a_released_attempt_moves_to_the_next_browser_that_starts() {
    let t = TestApp::new();
    let (admin, invite) = invited(&t).await;
    let token = &invite["token"];
    t.start(token, &key(1)).await.ok();
    t.save(token, &key(1), &[("q2", "before", 1)]).await.ok();
    t.start(token, &key(2)).await.refused(409, "attempt_elsewhere");
    assert_eq!(release(&t, &admin, &invite).await["invite"]["id"], invite["id"]);
    // Until another takes over, the present browser continues; a save is no take-over.
    t.save(token, &key(1), &[("q2", "still here", 2)]).await.ok();
    t.save(token, &key(2), &[("q2", "thief", 3)]).await.refused(409, "attempt_elsewhere");
    assert!(t.door(token, Some(&key(2))).await.ok()["attempt"].is_null());

    t.clock.advance(MINUTE);
    let moved = t.start(token, &key(2)).await.ok();
    assert_eq!((&moved["answers"][0]["answer"], &moved["next_seq"]), (&json!("still here"), &json!(3)));
    assert_eq!(moved["deadline"], "2026-03-02T09:00:00.000Z");
    // One release, one move.
    t.start(token, &key(3)).await.refused(409, "attempt_elsewhere");
    t.start(token, &key(1)).await.refused(409, "attempt_elsewhere");
    bare_start(&t, &invite).await.refused(409, "attempt_elsewhere");
    assert!(t.door(token, Some(&key(1))).await.ok()["attempt"].is_null());
    t.save(token, &key(2), &[("q2", "after", 3)]).await.ok();
    let done = t.submit(token, &key(2), &[]).await.ok();
    assert_eq!(done["answers_stored"], 1);
    assert_eq!(t.result_of(&admin, &invite).await["answers"][1]["answer"], "after");
    t.assert_sound();
}

#[tokio::test]
async fn what_a_superseded_browser_sends_is_kept_as_late() {
    let t = TestApp::new();
    let (admin, invite) = invited(&t).await;
    let token = &invite["token"];
    t.start(token, &key(1)).await.ok();
    t.save(token, &key(1), &[("q2", "first", 1)]).await.ok();
    release(&t, &admin, &invite).await;
    t.start(token, &key(2)).await.ok();
    t.clock.advance(SECOND);
    let late = t.save(token, &key(1), &[("q2", "offline words", 5), ("q3", "offline code", 6)]).await.ok();
    assert_eq!((&late["late"], &late["submitted"]), (&json!(true), &json!(false)));
    assert_eq!(late["acked"], json!([{"question_id": "q2", "seq": 5}, {"question_id": "q3", "seq": 6}]));
    // It cannot end the test, but nothing that it brings is lost.
    t.submit(token, &key(1), &[("q2", "last words")]).await.refused(409, "attempt_elsewhere");
    assert_eq!(t.door(token, Some(&key(2))).await.ok()["attempt"]["answers"][0]["answer"], "first");

    t.submit(token, &key(2), &[("q3", "fn main() {}")]).await.ok();
    let result = t.result_of(&admin, &invite).await;
    assert_eq!(
        (&result["answers"][1]["answer"], &result["answers"][2]["answer"]),
        (&json!("first"), &json!("fn main() {}"))
    );
    let kept: Vec<_> =
        list(&result["late_answers"]).iter().map(|l| (text(&l["question_id"]), text(&l["answer"]))).collect();
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert!(kept.contains(&("q3", "offline code")), "{kept:?}");
    // Without a number, what came last is the newest.
    assert!(kept.contains(&("q2", "last words")), "{kept:?}");
    assert!(list(&result["late_answers"]).iter().all(|l| text(&l["reason"]).contains("browser")));
    t.assert_sound();
}

#[tokio::test]
async fn a_release_serves_a_bare_start_too() {
    let t = TestApp::new();
    let (admin, invite) = invited(&t).await;
    t.start(&invite["token"], &key(1)).await.ok();
    release(&t, &admin, &invite).await;
    let moved = bare_start(&t, &invite).await.ok();
    assert_ne!(moved["attempt_key"], key(1));
    t.save(&invite["token"], &key(1), &[("q2", "x", 1)]).await.ok()["late"].as_bool().filter(|late| *late).unwrap();
    bare_start(&t, &invite).await.ok();
}

#[tokio::test]
async fn nothing_is_saved_or_submitted_before_the_start() {
    let t = TestApp::new();
    let (_, invite) = invited(&t).await;
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.refused(409, "not_started");
    t.submit(&invite["token"], &key(1), &[]).await.refused(409, "not_started");
    t.get(format!("/api/take-test/{}/events", text(&invite["token"])))
        .key(&key(1))
        .send()
        .await
        .refused(409, "not_started");
}
