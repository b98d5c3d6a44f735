//! The submit and its score (docs/behaviour/taking.md#submit).

use crate::support::{
    app::TestApp,
    journey::{all_types, key, list, text},
};
use invigil::domain::time::MINUTE;
use serde_json::{Value, json};

#[tokio::test]
async fn a_submit_scores_what_it_brings_and_what_was_saved() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.save(&invite["token"], &key(1), &[("q1", "A", 1), ("q2", "from the journal", 2)]).await.ok();
    t.clock.advance(MINUTE);
    let done = t.submit(&invite["token"], &key(1), &[("q1", "B")]).await.ok();
    let expected = json!({"head": done["head"], "receipt_token": done["receipt_token"], "score": 20.0, "judging": "none", "provisional": true, "earned_points": 2.0, "auto_earned_points": 2.0, "pending_points": 3, "waits_for_review": true, "total_points": 10,
        "submitted_at": "2026-03-02T08:01:00.000Z",
        "submitted_by": "candidate", "answers_stored": 2, "late": false});
    assert_eq!(done, expected);
    let result = t.result_of(&admin, &invite).await;
    let answers = result["answers"].as_array().unwrap().iter().map(|a| text(&a["answer"])).collect::<Vec<_>>();
    assert_eq!(answers, ["B", "from the journal", ""]);
    let row = t.invite_row(&admin, &invite["id"]).await;
    assert_eq!((&row["status"], &row["submission_id"]), (&json!("completed"), &result["submission_id"]));
    t.assert_sound();
}

#[tokio::test]
async fn a_submit_is_idempotent() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let done = t.submit(&invite["token"], &key(1), &[("q1", "B"), ("q2", "words")]).await.ok();
    t.clock.advance(MINUTE);
    assert_eq!(t.submit(&invite["token"], &key(1), &[("q1", "B"), ("q2", "words")]).await.ok(), done, "a lost reply");
    assert_eq!(t.submit(&invite["token"], &key(1), &[]).await.ok(), done);
    // Afterthoughts are kept for the reviewer and change nothing.
    let after = t.submit(&invite["token"], &key(1), &[("q1", "A")]).await.ok();
    assert_eq!((&after["score"], &after["late"]), (&done["score"], &json!(true)));
    let result = t.result_of(&admin, &invite).await;
    assert_eq!((&result["answers"][0]["answer"], &result["late_answers"][0]["answer"]), (&json!("B"), &json!("A")));
    // The first one is reported, and the list of results marks it.
    t.submit(&invite["token"], &key(1), &[("q1", "C"), ("q2", "more")]).await.ok();
    let told = t.get("/api/admin/notifications").bearer(&admin).send().await.ok();
    let late: Vec<_> = list(&told["notifications"]).iter().filter(|one| one["type"] == "late_answer").collect();
    assert_eq!(late.len(), 1, "{told}");
    assert_eq!(late[0]["data"]["submission_id"], result["submission_id"]);
    let results = t.get("/api/results").bearer(&admin).send().await.ok();
    assert_eq!(results["results"][0]["late_answers"], 2);
    assert_eq!(t.overview(&admin).await["completed_tests"], 1);
    t.submit(&invite["token"], &key(2), &[]).await.refused(410, "finished");
    t.assert_sound();
}

#[tokio::test]
async fn two_submits_at_once_make_one_submission() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let k = key(1);
    let (a, b) =
        tokio::join!(t.submit(&invite["token"], &k, &[("q1", "B")]), t.submit(&invite["token"], &k, &[("q1", "B")]));
    assert_eq!(a.ok(), b.ok());
    assert_eq!(t.overview(&admin).await["completed_tests"], 1);
    t.assert_sound();
}

#[tokio::test]
async fn a_numbered_entry_of_a_submit_obeys_the_journal() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.save(&invite["token"], &key(1), &[("q2", "new", 5)]).await.ok();
    let body = json!({"answers": [{"question_id": "q2", "answer": "old", "seq": 3}, {"question_id": "q1", "answer": "B", "seq": 6}]});
    let path = format!("/api/submit-test/{}", text(&invite["token"]));
    t.post(&path).key(&key(1)).json(body).send().await.ok();
    let result = t.result_of(&admin, &invite).await;
    assert_eq!((&result["answers"][0]["answer"], &result["answers"][1]["answer"]), (&json!("B"), &json!("new")));
}

#[tokio::test]
async fn a_submit_with_a_fault_in_it_ends_nothing() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let path = format!("/api/submit-test/{}", text(&invite["token"]));
    let post = |body: Value| t.post(&path).key(&key(1)).json(body).send();
    post(json!({"answers": [{"question_id": "q9", "answer": "x"}]})).await.invalid("answers[0].question_id");
    post(json!({"answers": [{"question_id": "q1", "answer": "Z"}]})).await.invalid("answers[0].answer");
    post(json!({"answers": [{"question_id": "q1", "text": "B"}]})).await.invalid("answers[0].answer");
    post(json!({"answers": [{"question_id": "q2", "answer": "x".repeat(65 * 1024)}]}))
        .await
        .invalid("answers[0].answer");
    post(json!({"answers": "none"})).await.invalid("answers");
    post(json!({})).await.invalid("answers");
    t.post(&path).key(&key(1)).body("text/plain", "x").send().await.refused(415, "not_json");
    assert_eq!(t.door(&invite["token"], Some(&key(1))).await.ok()["in_progress"], true);
}

/// (question, answer) pairs.
type Answers = &'static [(&'static str, &'static str)];

/// Answers to the three questions, and what they earn.
#[tokio::test]
async fn scores_are_percentages_of_all_points() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let cases: &[(Answers, f64, &str)] = &[
        (&[("q1", "B")], 20.0, "auto_only"),
        (&[("q1", "A")], 0.0, "auto_only"),
        (&[], 0.0, "auto_only"),
        (&[("q1", "B"), ("q2", "  \n ")], 20.0, "auto_only"),
        (&[("q1", "B"), ("q2", "words")], 20.0, "needs_review"),
        (&[("q3", "code")], 0.0, "needs_review"),
    ];
    for (n, (answers, score, status)) in cases.iter().enumerate() {
        let invite = t.invite(&admin, &test, &format!("c{n}@example.org")).await;
        t.start(&invite["token"], &key(1)).await.ok();
        let done = t.submit(&invite["token"], &key(1), answers).await.ok();
        assert_eq!(
            (done["score"].as_f64(), &done["provisional"]),
            (Some(*score), &json!(*status == "needs_review")),
            "{answers:?}"
        );
        let result = t.result_of(&admin, &invite).await;
        assert_eq!((&result["scoring_status"], result["auto_score"].as_f64()), (&json!(status), Some(*score)));
        assert_eq!((result["final_score"].as_f64(), &result["manual_score"]), (Some(*score), &Value::Null));
    }
    // Thirds are rounded to two places.
    let mut thirds = all_types();
    for (place, points) in [(0, 1), (1, 1), (2, 1)] {
        thirds["questions"][place]["points"] = points.into();
    }
    let test = t.create_test(&admin, thirds).await;
    let invite = t.invite(&admin, &test, "thirds@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    assert_eq!(t.submit(&invite["token"], &key(1), &[("q1", "B")]).await.ok()["score"], 33.33);
    t.assert_sound();
}

#[tokio::test]
async fn a_blank_written_answer_is_wrong_and_does_not_wait() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.submit(&invite["token"], &key(1), &[("q2", " "), ("q3", "code")]).await.ok();
    let result = t.result_of(&admin, &invite).await;
    let states: Vec<_> =
        (0..3).map(|n| (&result["answers"][n]["manual_score_status"], &result["answers"][n]["earned"])).collect();
    assert_eq!(
        states,
        [(&json!("wrong"), &json!(0.0)), (&json!("wrong"), &json!(0.0)), (&json!("pending"), &Value::Null)]
    );
}
