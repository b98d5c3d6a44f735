//! Limits per candidate: what a page sends is bounded, reported, and validated before it reaches the store's writer.

use crate::support::{
    app::TestApp,
    call::{Call, Reply},
    journey::{key, list, text},
};
use futures_util::future::join_all;
use invigil::{
    domain::time::{MINUTE, SECOND},
    service::attempt::entries::{MAX_ENTRIES, MAX_FAULTS},
    state::link_rate_limit::MAX_CONCURRENT_CALLS,
};
use serde_json::{Value, json};

fn to(t: &TestApp, what: &str, invite: &Value) -> Call {
    let token = text(&invite["token"]);
    match what {
        "submit" => t.post(format!("/api/submit-test/{token}")),
        "beacon" => t.post(format!("/api/take-test/{token}/answers")),
        "save" => t.put(format!("/api/take-test/{token}/answers")),
        other => t.post(format!("/api/take-test/{token}/{other}")),
    }
    .key(&key(1))
}

async fn signal(t: &TestApp, invite: &Value, signals: &Value) -> Reply {
    to(t, "signals", invite).json(json!({"signals": signals})).send().await
}

async fn notifications(t: &TestApp, admin: &str) -> Vec<String> {
    let all = t.get("/api/admin/notifications?limit=1000").bearer(admin).send().await.ok();
    let flags = list(&all["notifications"]).iter().filter(|n| n["type"] == "integrity_flag");
    flags.map(|n| text(&n["message"]).to_owned()).collect()
}

/// 200 signals of one kind, one per second, starting at second `from` of the test.
fn batch(kind: &str, from: i32) -> Value {
    let start = invigil::domain::Instant::parse("2026-03-02T08:00:00Z").unwrap();
    let one = |n: i32| json!({"kind": kind, "at": start.plus((from + n) * SECOND).to_string()});
    (0..200).map(one).collect()
}

#[tokio::test]
async fn each_kind_is_notified_once_even_at_the_signal_limit() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.clock.advance(58 * MINUTE);
    for n in 0..10 {
        signal(&t, &invite, &batch("blur", n * 200)).await.ok();
    }
    for n in 0..5 {
        for kind in ["camera_lost", "second_screen"] {
            signal(&t, &invite, &batch(kind, n * 200)).await.ok();
        }
    }
    let sent = notifications(&t, &admin).await;
    assert_eq!(sent.len(), 2, "{sent:?}");
    // Also after a restart, which clears the memory.
    let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).parse().unwrap();
    t.app.caches.signal_kinds.forget(attempt);
    signal(&t, &invite, &batch("camera_lost", 1_200)).await.ok();
    assert_eq!(notifications(&t, &admin).await.len(), 2);
    t.assert_sound();
}

#[tokio::test]
async fn resending_a_batch_is_idempotent() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    t.clock.advance(58 * MINUTE);
    for n in 0..10 {
        signal(&t, &invite, &batch("blur", n * 200)).await.ok();
    }
    let late = batch("focus", 2_100);
    for _ in 0..3 {
        assert_eq!(signal(&t, &invite, &late).await.ok(), json!({"total": 2_200}));
    }
    let writes = t.app.store.stats().operations;
    assert_eq!(signal(&t, &invite, &batch("blur", 0)).await.ok(), json!({"total": 2_200}));
    assert_eq!(t.app.store.stats().operations, writes, "known signals do not reach the writer");
    let twice = json!([{"kind": "paste", "at": "2026-03-02T08:10:00Z", "detail": "1"},
        {"kind": "paste", "at": "2026-03-02T08:10:00Z", "detail": "2"}]);
    assert_eq!(signal(&t, &invite, &twice).await.ok(), json!({"total": 2_201}), "one instant and kind is one signal");
}

#[tokio::test]
async fn signal_batches_are_rate_limited() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    t.clock.advance(MINUTE);
    let none = json!([]);
    for _ in 0..60 {
        signal(&t, &invite, &none).await.ok();
    }
    let refusal = signal(&t, &invite, &none).await;
    assert_eq!(refusal.header("retry-after"), "1");
    refusal.refused(429, "too_many_requests");
    // The limit is per link, and short.
    let other = t.invite(&admin, &t.test_with_all_types(&admin).await, "dora@example.org").await;
    t.start(&other["token"], &key(1)).await.ok();
    signal(&t, &other, &none).await.ok();
    t.clock.advance(SECOND);
    signal(&t, &invite, &none).await.ok();
}

#[tokio::test]
async fn too_many_entries_are_refused_with_a_short_reply() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let many = |count: usize, id: &str| -> Value {
        (0..count).map(|n| json!({"question_id": id, "answer": "x", "seq": n + 1})).collect()
    };
    for what in ["submit", "save", "beacon"] {
        let reply = to(&t, what, &invite).json(json!({"answers": many(MAX_ENTRIES + 1, "q2")})).send().await;
        assert!(reply.text.len() < 1_000);
        reply.invalid("answers");
        let writes = t.app.store.stats().operations;
        let reply = to(&t, what, &invite).json(json!({"answers": many(MAX_ENTRIES, "q9")})).send().await;
        assert_eq!(t.app.store.stats().operations, writes, "validated before the write");
        let fields = reply.invalid("answers[0].question_id")["fields"].as_object().unwrap().len();
        assert_eq!(fields, MAX_FAULTS);
    }
    // Of many entries of one question the highest number wins.
    let reply = to(&t, "save", &invite).json(json!({"answers": many(MAX_ENTRIES, "q2")})).send().await.ok();
    assert_eq!(reply["acked"], json!([{"question_id": "q2", "seq": MAX_ENTRIES}]));
    // The same holds after the end.
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    to(&t, "submit", &invite)
        .json(json!({"answers": many(MAX_ENTRIES, "q9")}))
        .send()
        .await
        .invalid("answers[0].question_id");
    let sums: Vec<_> = (0..50_000).map(|n| json!({"question_id": format!("q{n}"), "seconds": 1})).collect();
    to(&t, "submit", &invite).json(json!({"answers": [], "time_spent": sums})).send().await.ok();
    t.assert_sound();
}

#[tokio::test]
async fn senders_without_access_are_refused_before_the_body_is_read() {
    let t = TestApp::new();
    let (admin, invite) = t.started().await;
    let test = t.test_with_all_types(&admin).await;
    let unstarted = t.invite(&admin, &test, "dora@example.org").await;
    // Not JSON, so that reading it causes another error.
    let broken = "x".repeat(200 * 1024);
    let send = |what: &str, token: &str, by: &str| {
        let path = match what {
            "submit" => format!("/api/submit-test/{token}"),
            _ => format!("/api/take-test/{token}/answers"),
        };
        let call = if what == "save" { t.put(path) } else { t.post(path) };
        call.key(by).body("application/json", broken.clone()).send()
    };
    let (token, other) = (text(&invite["token"]), text(&unstarted["token"]));
    for what in ["save", "beacon", "submit"] {
        send(what, &key(77), &key(1)).await.refused(404, "unknown_link");
        send(what, token, &key(2)).await.refused(409, "attempt_elsewhere");
        send(what, other, &key(1)).await.refused(409, "not_started");
        // The control: with access the body is read.
        send(what, token, &key(1)).await.refused(400, "malformed");
    }
}

#[tokio::test]
async fn concurrent_calls_per_link_are_limited() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let body = json!({"answers": [{"question_id": "q2", "answer": "x", "seq": 1}]});
    let link = text(&invite["token"]);
    let under_way: Vec<_> = (0..MAX_CONCURRENT_CALLS).map(|_| t.app.limits.links.visit(link).unwrap()).collect();
    let refusal = to(&t, "save", &invite).json(&body).send().await;
    assert_eq!(refusal.header("retry-after"), "1");
    refusal.refused(429, "too_many_requests");
    drop(under_way);
    // A call counts only until it is done.
    for replies in 0..2 {
        let calls = (0..MAX_CONCURRENT_CALLS).map(|_| to(&t, "save", &invite).json(&body).send());
        assert!(join_all(calls).await.iter().all(|r| r.status == 200), "{replies}");
    }
    to(&t, "save", &invite).json(&body).send().await.ok();
}

#[tokio::test]
async fn bytes_per_link_are_rate_limited() {
    let t = TestApp::new();
    let (_, invite) = t.started().await;
    let answers: Vec<_> =
        (0..100).map(|_| json!({"question_id": "q2", "answer": "x".repeat(64_000), "seq": 1})).collect();
    let body = json!({"answers": answers});
    let mut taken = 0;
    let refusal = loop {
        let reply = to(&t, "submit", &invite).json(&body).send().await;
        if reply.status != 200 {
            break reply;
        }
        taken += 1;
    };
    assert!((2..=6).contains(&taken), "{taken}");
    refusal.refused(429, "too_many_requests");
    // Normal saves are still accepted.
    t.save(&invite["token"], &key(1), &[("q2", "small", 2)]).await.ok();
    t.clock.advance(MINUTE);
    to(&t, "submit", &invite).json(&body).send().await.ok();
}

#[tokio::test]
async fn scheduling_is_rate_limited() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201);
    let choose = || {
        let path = format!("/api/invites/token/{}/schedule", text(&invite["token"]));
        t.post(path).json(json!({"scheduled_date": "2026-03-03T10:00:00Z"})).send()
    };
    for _ in 0..20 {
        choose().await.ok();
    }
    choose().await.refused(429, "too_many_requests");
    t.clock.advance(30 * SECOND);
    choose().await.ok();
}
