//! How long each question was in view.

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, list, text},
};
use invigil::domain::time::SECOND;
use serde_json::{Value, json};

async fn running(t: &TestApp) -> (String, Value, Value) {
    let admin = t.admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    (admin, test, invite)
}

fn sums(spent: &[(&str, u32)]) -> Value {
    spent.iter().map(|(id, seconds)| json!({"question_id": id, "seconds": seconds})).collect()
}

async fn tell(t: &TestApp, invite: &Value, with: &str, spent: &[(&str, u32)]) -> Reply {
    let body = json!({"answers": [], "time_spent": sums(spent)});
    t.put(format!("/api/take-test/{}/answers", text(&invite["token"]))).key(with).json(body).send().await
}

async fn kept(t: &TestApp, invite: &Value) -> Value {
    t.door(&invite["token"], Some(&key(1))).await.ok()["attempt"]["time_spent"].clone()
}

#[tokio::test]
async fn sums_only_rise_and_never_beyond_the_clock() {
    let t = TestApp::new();
    let (_, _, invite) = running(&t).await;
    t.clock.advance(100 * SECOND);
    tell(&t, &invite, &key(1), &[("q1", 40), ("q2", 7), ("q3", 0)]).await.ok();
    assert_eq!(kept(&t, &invite).await, sums(&[("q1", 40), ("q2", 7)]));
    // A reply that was lost, an older tab, and a page whose clock runs away.
    tell(&t, &invite, &key(1), &[("q1", 40), ("q2", 5)]).await.ok();
    assert_eq!(kept(&t, &invite).await, sums(&[("q1", 40), ("q2", 7)]));
    tell(&t, &invite, &key(1), &[("q2", u32::MAX)]).await.ok();
    assert_eq!(kept(&t, &invite).await, sums(&[("q1", 40), ("q2", 100)]));
}

#[tokio::test]
async fn what_is_no_sum_is_refused_and_what_is_no_question_passed_over() {
    let t = TestApp::new();
    let (_, _, invite) = running(&t).await;
    t.clock.advance(9 * SECOND);
    tell(&t, &invite, &key(1), &[("other", 3), ("q1", 0)]).await.ok();
    for seconds in [json!(-1), json!(1.5), json!("9"), json!(4_294_967_296_u64)] {
        let body = json!({"answers": [], "time_spent": [{"question_id": "q1", "seconds": seconds}]});
        let call = t.put(format!("/api/take-test/{}/answers", text(&invite["token"]))).key(&key(1)).json(body);
        assert_eq!(call.send().await.status, 422);
    }
    assert_eq!(kept(&t, &invite).await, json!([]));
}

#[tokio::test]
async fn reviewers_and_statistics_see_it() {
    let t = TestApp::new();
    let (admin, test, invite) = running(&t).await;
    t.clock.advance(90 * SECOND);
    // The beacon has the key in its body, the submit the last word.
    let beacon = json!({"attempt_key": key(1), "answers": [], "time_spent": sums(&[("q1", 30)])});
    t.post(format!("/api/take-test/{}/answers", text(&invite["token"]))).json(beacon).send().await.ok();
    let submit =
        json!({"answers": [{"question_id": "q1", "answer": "B"}], "time_spent": sums(&[("q1", 31), ("q2", 9)])});
    t.post(format!("/api/submit-test/{}", text(&invite["token"]))).key(&key(1)).json(submit).send().await.ok();
    tell(&t, &invite, &key(1), &[("q1", 60)]).await.ok();
    // Another person took the test in a browser that does not count.
    t.take(&admin, &test, "bare@example.org", &[("q1", "A")]).await;

    let detail = t.result_of(&admin, &invite).await;
    let seconds: Vec<_> = list(&detail["answers"]).iter().map(|a| a.get("seconds").cloned()).collect();
    assert_eq!(seconds, [Some(json!(31)), Some(json!(9)), None], "what comes after the end adds nothing");

    let id = text(&test["id"]);
    let figures = t.get(format!("/api/tests/{id}/statistics")).bearer(&admin).send().await.ok();
    assert_eq!((&figures["submissions"], &figures["mean_seconds"]), (&json!(2), &json!(40.0)));
    assert_eq!(figures["questions"][1]["median_seconds"], 9.0);
    assert_eq!(figures["questions"][2].get("mean_seconds"), None);

    let file = t.get(format!("/api/results/export?format=csv&answers=true&test_id={id}")).bearer(&admin).send().await;
    let table: Vec<&str> = file.text.lines().collect();
    assert!(
        table[0].ends_with(",comments,seconds,repaired_points,repair_reason,section,question_version"),
        "{}",
        table[0]
    );
    let timed = table.iter().filter(|line| line.ends_with(",31,,,,") || line.ends_with(",9,,,,")).count();
    assert_eq!((table.len(), timed), (7, 2), "{table:?}");
}

#[tokio::test]
async fn a_browser_that_lost_the_attempt_adds_nothing() {
    let t = TestApp::new();
    let (admin, _, invite) = running(&t).await;
    t.clock.advance(50 * SECOND);
    tell(&t, &invite, &key(1), &[("q1", 20)]).await.ok();
    let row = t.invite_row(&admin, &invite["id"]).await;
    let release = format!("/api/attempts/{}/release", text(&row["attempt_id"]));
    t.post(release).bearer(&admin).json(json!({"reason": "A new laptop"})).send().await.ok();
    let taken = t.start(&invite["token"], &key(2)).await.ok();
    assert_eq!(taken["time_spent"], sums(&[("q1", 20)]), "the next browser continues from there");
    tell(&t, &invite, &key(1), &[("q1", 45)]).await.ok();
    let door = t.door(&invite["token"], Some(&key(2))).await.ok();
    assert_eq!(door["attempt"]["time_spent"], sums(&[("q1", 20)]));
}
