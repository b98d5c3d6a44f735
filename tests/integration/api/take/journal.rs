//! Saving answers (docs/behaviour/taking.md#journal).

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::domain::time::SECOND;
use serde_json::{Value, json};

/// (question, answer, seq) of what is stored, by question.
async fn stored(t: &TestApp, invite: &Value) -> Vec<(String, String, u64)> {
    let door = t.door(&invite["token"], Some(&key(1))).await.ok();
    let row = |a: &Value| (text(&a["question_id"]).into(), text(&a["answer"]).into(), a["seq"].as_u64().unwrap());
    list(&door["attempt"]["answers"]).iter().map(row).collect()
}

fn row(question: &str, answer: &str, seq: u64) -> (String, String, u64) {
    (question.into(), answer.into(), seq)
}

#[tokio::test]
async fn a_save_is_acknowledged_and_kept() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    t.clock.advance(SECOND);
    let reply = t.save(&invite["token"], &key(1), &[("q1", "B", 1), ("q2", "words", 2)]).await.ok();
    let expected = json!({"acked": [{"question_id": "q1", "seq": 1}, {"question_id": "q2", "seq": 2}], "acked_seq": 2,
        "head": reply["head"], "server_time": "2026-03-02T08:00:01.000Z", "deadline": "2026-03-02T09:00:00.000Z", "late": false, "submitted": false});
    assert_eq!(reply, expected);
    assert_eq!(stored(&t, &invite).await, [row("q1", "B", 1), row("q2", "words", 2)]);
    let empty = t.save(&invite["token"], &key(1), &[]).await.ok();
    assert_eq!((&empty["acked"], &empty["acked_seq"]), (&json!([]), &json!(0)));
}

#[tokio::test]
async fn only_a_higher_number_replaces_an_answer() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let save = |seq: u64, answer: &'static str| {
        let (t, invite) = (&t, &invite);
        async move { t.save(&invite["token"], &key(1), &[("q2", answer, seq)]).await.ok() }
    };
    assert_eq!(save(5, "five").await["acked"][0]["seq"], 5);
    // Repeated, and overtaken on the way: the stored number is returned, so that the browser can drop its entry.
    assert_eq!(save(5, "five again").await["acked"][0]["seq"], 5);
    assert_eq!(save(3, "three").await["acked"][0]["seq"], 5);
    assert_eq!(stored(&t, &invite).await, [row("q2", "five", 5)]);
    assert_eq!(save(6, "").await["acked"][0]["seq"], 6);
    assert_eq!(stored(&t, &invite).await, [row("q2", "", 6)], "an answer can be taken back");
}

#[tokio::test]
async fn numbers_are_compared_question_by_question() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    t.save(&invite["token"], &key(1), &[("q2", "nine", 9)]).await.ok();
    let reply = t
        .save(&invite["token"], &key(1), &[("q1", "A", 2), ("q2", "old", 3), ("q1", "B", 4), ("q1", "A", 1)])
        .await
        .ok();
    let acked: Vec<_> =
        list(&reply["acked"]).iter().map(|a| (text(&a["question_id"]), a["seq"].as_u64().unwrap())).collect();
    assert_eq!(acked, [("q1", 2), ("q2", 9), ("q1", 4), ("q1", 4)]);
    assert_eq!(reply["acked_seq"], 9);
    assert_eq!(stored(&t, &invite).await, [row("q1", "B", 4), row("q2", "nine", 9)]);
    assert_eq!(t.door(&invite["token"], Some(&key(1))).await.ok()["attempt"]["next_seq"], 10);
}

#[tokio::test]
async fn the_beacon_carries_its_key_in_the_body() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let path = format!("/api/take-test/{}/answers", text(&invite["token"]));
    let answers = json!([{"question_id": "q2", "answer": "bye", "seq": 1}]);
    let post = |body: Value| t.post(&path).json(body).send();
    let reply = post(json!({"attempt_key": key(1), "answers": answers})).await.ok();
    assert_eq!(reply["acked"], json!([{"question_id": "q2", "seq": 1}]));
    post(json!({"attempt_key": key(2), "answers": answers})).await.refused(409, "attempt_elsewhere");
    post(json!({"answers": answers})).await.refused(409, "attempt_elsewhere");
    post(json!({"attempt_key": "x", "answers": answers})).await.invalid("X-Attempt-Key");
    post(json!({"attempt_key": key(1)})).await.invalid("answers");
    t.post(&path)
        .body("text/plain", json!({"attempt_key": key(1), "answers": answers}).to_string())
        .send()
        .await
        .refused(415, "not_json");
    // It can only append.
    assert_eq!(t.door(&invite["token"], Some(&key(1))).await.ok()["in_progress"], true);
}

#[tokio::test]
async fn a_save_with_a_fault_in_it_saves_nothing() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let save = |entries: Value| {
        let path = format!("/api/take-test/{}/answers", text(&invite["token"]));
        t.put(path).key(&key(1)).json(json!({"answers": entries})).send()
    };
    let good = json!({"question_id": "q2", "answer": "fine", "seq": 1});
    let cases = [
        (json!({"question_id": "q9", "answer": "x", "seq": 2}), "answers[1].question_id"),
        (json!({"question_id": "", "answer": "x", "seq": 2}), "answers[1].question_id"),
        (json!({"question_id": "q1", "answer": "D", "seq": 2}), "answers[1].answer"),
        (json!({"question_id": "q1", "answer": "b", "seq": 2}), "answers[1].answer"),
        (json!({"question_id": "q1", "answer": " B", "seq": 2}), "answers[1].answer"),
        (json!({"question_id": "q2", "answer": "x".repeat(64 * 1024 + 1), "seq": 2}), "answers[1].answer"),
        (json!({"question_id": "q2", "answer": "ü".repeat(32 * 1024 + 1), "seq": 2}), "answers[1].answer"),
        (json!({"question_id": "q2", "answer": "x", "seq": -1}), "answers[1].seq"),
        (json!({"question_id": "q2", "answer": "x", "seq": 1.5}), "answers[1].seq"),
        (json!({"question_id": "q2", "answer": "x", "seq": "2"}), "answers[1].seq"),
        (json!({"question_id": "q2", "answer": "x"}), "answers[1].seq"),
        (json!({"question_id": "q2", "answer": 5, "seq": 2}), "answers[1].answer"),
        (json!({"answer": "x", "seq": 2}), "answers[1].question_id"),
        // Beyond what a browser can count in whole numbers (2^53 - 1), nothing could ever follow.
        (json!({"question_id": "q2", "answer": "x", "seq": 9_007_199_254_740_992_u64}), "answers[1].seq"),
        (json!({"question_id": "q2", "answer": "x", "seq": u64::MAX}), "answers[1].seq"),
    ];
    for (bad, field) in cases {
        save(json!([good, bad])).await.invalid(field);
    }
    assert!(stored(&t, &invite).await.is_empty());
    save(json!({})).await.invalid("answers");
    save(json!([good, {"question_id": "q1", "answer": "", "seq": 2}, {"question_id": "q3", "answer": null, "seq": 3}]))
        .await
        .ok();
    assert_eq!(stored(&t, &invite).await, [row("q1", "", 2), row("q2", "fine", 1), row("q3", "", 3)]);
    save(json!([{"question_id": "q2", "answer": "x", "seq": 9_007_199_254_740_991_u64}])).await.ok();
    assert_eq!(t.submit(&invite["token"], &key(1), &[("q2", "the last word")]).await.ok()["answers_stored"], 1);
}

#[tokio::test]
async fn the_limits_of_size_are_those_of_the_rules() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let path = format!("/api/take-test/{}/answers", text(&invite["token"]));
    let most = "x".repeat(64 * 1024);
    t.save(&invite["token"], &key(1), &[("q2", &most, 1), ("q3", &most, 2)]).await.ok();
    let put = |bytes: usize| {
        let body = format!("{{\"answers\": []}}{}", " ".repeat(bytes - 15));
        t.put(&path).key(&key(1)).body("application/json", body)
    };
    put(256 * 1024).send().await.ok();
    put(256 * 1024 + 1).send().await.refused(413, "too_large");
    put(256 * 1024 + 1).chunked().send().await.refused(413, "too_large");
    assert_eq!(stored(&t, &invite).await[0].1.len(), 64 * 1024);
    // A submit may carry everything at once.
    let submit = |bytes: usize| {
        let body = format!("{{\"answers\": []}}{}", " ".repeat(bytes - 15));
        t.post(format!("/api/submit-test/{}", text(&invite["token"])))
            .key(&key(1))
            .body("application/json", body)
            .send()
    };
    submit(8 * 1024 * 1024 + 1).await.refused(413, "too_large");
    assert_eq!(submit(8 * 1024 * 1024).await.ok()["answers_stored"], 2);
}

#[tokio::test]
async fn answers_of_any_script_come_back_as_they_went() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let words = "שלום\n\t<script>alert(1)</script> \u{0}\u{202e} 👩‍💻 ' OR 1=1; --\r\n=cmd|' /C calc'!A0  ";
    t.save(&invite["token"], &key(1), &[("q2", words, 1)]).await.ok();
    assert_eq!(stored(&t, &invite).await, [row("q2", words, 1)]);
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    assert_eq!(t.result_of(&admin, &invite).await["answers"][1]["answer"], words);
}

#[tokio::test]
async fn saves_that_arrive_together_are_each_kept() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let (mine, token) = (key(1), &invite["token"]);
    let replies = tokio::join!(
        t.save(token, &mine, &[("q2", "two", 2)]),
        t.save(token, &mine, &[("q2", "three", 3)]),
        t.save(token, &mine, &[("q2", "one", 1), ("q1", "B", 1)]),
    );
    for reply in [replies.0, replies.1, replies.2] {
        reply.ok();
    }
    assert_eq!(stored(&t, &invite).await, [row("q1", "B", 1), row("q2", "three", 3)]);
    t.assert_sound();
}
