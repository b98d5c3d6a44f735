//! Intermediaries between page and server: filters, proxies that rewrite, caches (docs/behaviour/taking.md#the-way-of-an-answer).

use crate::support::{
    app::TestApp,
    call::Call,
    journey::{key, list, text},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

fn check(body: &str) -> String {
    let mut sum = flate2::Crc::new();
    sum.update(body.as_bytes());
    format!("{:08x}", sum.sum())
}

fn encoded(call: Call, body: &Value) -> Call {
    let body = STANDARD.encode(body.to_string());
    call.key(&key(1))
        .header("x-encoded", "base64")
        .header("x-body-check", &check(&body))
        .body("application/octet-stream", body)
}

#[tokio::test]
async fn a_save_and_a_submit_may_come_encoded() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let save = format!("/api/take-test/{}/answers", text(&invite["token"]));
    let submit = format!("/api/submit-test/{}", text(&invite["token"]));
    let entry = |seq: u64| json!({"answers": [{"question_id": "q2", "answer": "1 UNION SELECT é", "seq": seq}]});
    let reply = encoded(t.put(&save), &entry(1)).send().await.ok();
    assert_eq!(reply["acked"], json!([{"question_id": "q2", "seq": 1}]));
    encoded(t.put(&save), &entry(2)).chunked().send().await.ok();
    // The limit is that of the text, not of its longer form.
    let large = "x".repeat(64 * 1024);
    let four = |length: usize| {
        let entry = |n: u64| json!({"question_id": "q2", "answer": &large[..length], "seq": n});
        json!({"answers": [entry(3), entry(4), entry(5), entry(6)]})
    };
    encoded(t.put(&save), &four(65_000)).send().await.ok();
    encoded(t.put(&save), &four(65_536)).send().await.refused(413, "too_large");
    encoded(t.post(&submit), &entry(9)).send().await.ok();
    assert_eq!(t.result_of(&admin, &invite).await["answers"][1]["answer"], "1 UNION SELECT é");
}

#[tokio::test]
async fn a_body_that_is_not_as_it_was_sent_is_no_save() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let path = format!("/api/take-test/{}/answers", text(&invite["token"]));
    let sent = json!({"answers": [{"question_id": "q2", "answer": "it's", "seq": 1}]}).to_string();
    let save = |body: &str, sum: &str| {
        t.put(&path).key(&key(1)).header("x-body-check", sum).body("application/json", body).send()
    };
    save(&sent.replace("it's", "it&#39;s"), &check(&sent)).await.refused(400, "altered");
    save(&sent, "nonsense").await.refused(400, "altered");
    let octets = || t.put(&path).key(&key(1)).header("x-encoded", "base64");
    octets().body("application/octet-stream", sent.as_str()).send().await.refused(400, "malformed");
    octets().body("application/json", sent.as_str()).send().await.ok();
    let plain = t.put(&path).key(&key(1)).body("application/octet-stream", STANDARD.encode(&sent)).send().await;
    plain.refused(415, "not_json");
    save(&sent, &check(&sent)).await.ok();
}

#[tokio::test]
async fn a_reply_returns_the_id_of_its_call() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let path = format!("/api/take-test/{}", text(&invite["token"]));
    for path in [path.as_str(), "/api/auth/me", "/api/nothing"] {
        assert_eq!(t.get(path).header("x-call-id", "c0ffee").send().await.header("x-call-id"), "c0ffee", "{path}");
    }
    for bad in ["", "a b", &"x".repeat(65), "<script>"] {
        assert_eq!(t.get(&path).header("x-call-id", bad).send().await.header("x-call-id"), "");
    }
}

#[tokio::test]
async fn a_submit_names_what_has_not_arrived_and_the_timeline_says_so() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let submit = format!("/api/submit-test/{}", text(&invite["token"]));
    // The later ones repeat it, or say something else: the first was true when the test ended.
    for missing in [&["q3", "q2", "q2", "unknown"][..], &["q3", "q2"], &["q1"]] {
        t.post(&submit).key(&key(1)).json(json!({"answers": [], "missing": missing})).send().await.ok();
    }
    let result = t.result_of(&admin, &invite).await;
    let path = format!("/api/attempts/{}/timeline", text(&result["submission_id"]));
    let timeline = t.get(path).bearer(&admin).send().await.ok();
    let late: Vec<_> = list(&timeline["entries"]).iter().filter(|e| e["kind"] == "late").collect();
    let texts: Vec<_> = late.iter().map(|entry| text(&entry["text"])).collect();
    assert_eq!(texts, ["Had not arrived at the submit: questions 2, 3"]);
    // It stands as a late answer once it is there, even one that the test would have refused.
    t.save(&invite["token"], &key(1), &[("q2", "here at last", 1), ("q1", "no option", 2)]).await.ok();
    let result = t.result_of(&admin, &invite).await;
    let texts: Vec<_> = list(&result["late_answers"]).iter().map(|late| text(&late["answer"])).collect();
    assert_eq!(texts, ["no option", "here at last"]);
    t.assert_sound();
}

/// Late answers may be any text, however many come at once: small calls and large ones are checked alike.
#[tokio::test]
async fn many_late_answers_are_kept_as_few_are() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    let essay = "x".repeat(40 * 1024);
    t.save(&invite["token"], &key(1), &[("q2", &essay, 1), ("q3", &essay, 1), ("q1", "no option", 1)]).await.ok();
    let result = t.result_of(&admin, &invite).await;
    assert_eq!(list(&result["late_answers"]).len(), 3);
    t.assert_sound();
}
