//! The file of answers that a candidate hands in when the network was gone at the end.

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, list, text},
};
use invigil::domain::time::{HOUR, MINUTE};
use serde_json::{Value, json};

async fn upload(t: &TestApp, admin: &str, attempt: &Value, by: &str, answers: Value) -> Reply {
    let path = format!("/api/attempts/{}/answers-file", text(attempt));
    t.post(path).bearer(admin).json(json!({"attempt_key": by, "answers": answers})).send().await
}

#[tokio::test]
async fn what_never_arrived_is_kept_as_late_and_counts_nothing_by_itself() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.save(&invite["token"], &key(1), &[("q1", "B", 1), ("q2", "half", 2)]).await.ok();
    let attempt = t.invite_row(&admin, &invite["id"]).await["attempt_id"].clone();
    let answers = json!([
        {"question_id": "q1", "answer": "B", "seq": 1},
        {"question_id": "q2", "answer": "half an essay, and its end", "seq": 3},
        {"question_id": "q3", "answer": "fn main() {}", "seq": 4},
    ]);
    upload(&t, &admin, &attempt, &key(1), answers.clone()).await.refused(409, "still_running");
    t.clock.advance(HOUR + MINUTE);
    t.sweep().await;
    let admin = t.sign_in("ada@example.org").await;
    let before = t.result_of(&admin, &invite).await;
    for foreign in [key(2), "nonsense".into(), String::new()] {
        upload(&t, &admin, &attempt, &foreign, answers.clone()).await.invalid("attempt_key");
    }
    let unknown = json!([{"question_id": "q9", "answer": "x", "seq": 1}]);
    upload(&t, &admin, &attempt, &key(1), unknown).await.invalid("answers[0].question_id");

    assert_eq!(upload(&t, &admin, &attempt, &key(1), answers.clone()).await.ok(), json!({"late": 2}));
    let once = t.result_of(&admin, &invite).await;
    // The same file again changes nothing.
    assert_eq!(upload(&t, &admin, &attempt, &key(1), answers).await.ok(), json!({"late": 0}));
    let after = t.result_of(&admin, &invite).await;
    assert_eq!(after["timeline"], once["timeline"]);
    let late = list(&after["late_answers"]);
    let told: Vec<_> = late.iter().map(|l| (text(&l["question_id"]), text(&l["answer"]))).collect();
    assert_eq!(told, [("q2", "half an essay, and its end"), ("q3", "fn main() {}")]);
    assert!(late.iter().all(|l| text(&l["reason"]).contains("file")), "{late:?}");
    assert_eq!((&before["score"], &before["answers"]), (&after["score"], &after["answers"]));
    t.assert_sound();
}

#[tokio::test]
async fn a_browser_that_lost_the_attempt_may_hand_in_its_file_too() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let attempt = t.invite_row(&admin, &invite["id"]).await["attempt_id"].clone();
    let release = format!("/api/attempts/{}/release", text(&attempt));
    t.post(release).bearer(&admin).json(json!({"reason": "r"})).send().await.ok();
    t.start(&invite["token"], &key(2)).await.ok();
    t.submit(&invite["token"], &key(2), &[("q2", "second")]).await.ok();
    let answers = json!([{"question_id": "q2", "answer": "first", "seq": 9}]);
    assert_eq!(upload(&t, &admin, &attempt, &key(1), answers).await.ok(), json!({"late": 1}));
    assert_eq!(t.result_of(&admin, &invite).await["late_answers"][0]["answer"], "first");
}
