//! Webhooks (docs/webhooks.md), with a real receiver, and with the independent verifier of the standard.

use crate::support::{
    app::{PUBLIC_URL, TestApp},
    call::Reply,
    journey::{all_types, column, key, list, small_test, text},
    receiver::{Received, Receiver},
};
use invigil::{
    app::Config,
    domain::{
        time::{DAY, HOUR, MINUTE, SECOND},
        webhook::{Delivery, DeliveryState},
    },
    service::{
        scoring::repairs,
        webhook::deliver::{self, Sender},
    },
    store::Read,
};
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::SeqCst},
};
use tokio::io::AsyncReadExt;

/// A server whose operator has allowed this machine.
pub(super) fn server() -> TestApp {
    TestApp::with_config(config())
}

pub(super) fn config() -> Config {
    let networks = vec!["127.0.0.0/8".parse().unwrap()];
    Config { public_url: Some(PUBLIC_URL.into()), webhook_networks: networks, ..Config::default() }
}

pub(super) fn form(receiver: &Receiver, events: &[&str]) -> Value {
    json!({"name": "Tracking", "url": receiver.url(), "events": events})
}

const ALL: [&str; 9] = [
    "invite.sent",
    "invite.opened",
    "attempt.started",
    "attempt.submitted",
    "result.scored",
    "result.decided",
    "attempt.flagged",
    "invite.expired",
    "invite.withdrawn",
];

pub(super) async fn create(t: &TestApp, by: &str, form: Value) -> Value {
    t.post("/api/webhooks").bearer(by).json(form).send().await.expect(201)
}

pub(super) async fn send(t: &TestApp) {
    Sender::default().send_due(&t.app).await.unwrap();
}

fn types(calls: &[Received]) -> Vec<String> {
    calls.iter().map(|one| text(&one.json()["type"]).to_owned()).collect()
}

async fn deliveries(t: &TestApp, by: &str, hook: &Value, query: &str) -> Value {
    t.get(format!("/api/webhooks/{}/deliveries{query}", text(&hook["id"]))).bearer(by).send().await.ok()
}

/// The signature is the one that the reference implementation makes of the bytes that arrived.
fn verify(secret: &str, call: &Received) {
    let seconds = call.header("webhook-timestamp").parse().unwrap();
    let expected = Webhook::new(secret).unwrap().sign(call.header("webhook-id"), seconds, &call.body);
    assert_eq!(call.header("webhook-signature"), expected.unwrap());
}

#[tokio::test]
async fn all_events_of_an_invite_arrive_signed_and_in_order() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let hook = create(&t, &ada, form(&receiver, &ALL)).await;
    let secret = text(&hook["secret"]).to_owned();
    let test = t.create_test(&ada, all_types()).await;
    let invite = t.invite(&ada, &test, "cora@example.org").await;
    let link = text(&invite["token"]).to_owned();
    for _ in 0..2 {
        t.get(format!("/api/invites/token/{link}")).send().await.ok();
        t.door(&invite["token"], None).await.ok();
    }
    t.start(&invite["token"], &key(1)).await.ok();
    let row = t.invite_row(&ada, &invite["id"]).await;
    let note = json!({"note": "Somebody else is in the room"});
    t.post(format!("/api/attempts/{}/flags", text(&row["attempt_id"])))
        .bearer(&ada)
        .json(note)
        .send()
        .await
        .expect(201);
    t.submit(&invite["token"], &key(1), &[("q1", "B"), ("q2", "Planted answer"), ("q3", "x")]).await.ok();
    let id = text(&t.invite_row(&ada, &invite["id"]).await["submission_id"]).to_owned();
    for (question, score) in [("q2", 3), ("q3", 5)] {
        let body = json!({"score_status": "correct", "manual_score": score, "comments": "Planted comment"});
        t.post(format!("/api/admin/scoring/{id}/answer/{question}")).bearer(&ada).json(body).send().await.ok();
    }
    let body = json!({"decision": "shortlist", "reason": "Strong", "version": 0});
    t.put(format!("/api/results/{id}/decision")).bearer(&ada).json(body).send().await.ok();
    send(&t).await;
    let calls = receiver.take();
    let kinds = types(&calls);
    let life = [&ALL[..3], &["attempt.flagged", "attempt.submitted", "result.scored", "result.decided"]].concat();
    assert_eq!(kinds, life);
    let decided = calls.last().unwrap().json();
    assert_eq!(decided["data"]["decision"], json!({"value": "shortlist", "reason": "Strong"}));
    assert_eq!(decided["data"]["applicant"], json!({"name": "Cora Candidate", "email": "cora@example.org"}));
    assert_eq!(decided["data"]["link"], format!("{PUBLIC_URL}/admin?tab=results&date=all&result={id}"));
    let mut ids: Vec<&str> = calls.iter().map(|one| one.header("webhook-id")).collect();
    ids.dedup();
    assert_eq!(ids.len(), calls.len());
    for one in &calls {
        verify(&secret, one);
        assert_eq!((one.method.as_str(), one.header("content-type")), ("POST", "application/json"));
        let body = std::str::from_utf8(&one.body).unwrap();
        for planted in [link.as_str(), "Planted answer", "Planted comment", "correct_answer"] {
            assert!(!body.contains(planted), "{planted}: {body}");
        }
    }
    send(&t).await;
    assert!(receiver.take().is_empty(), "each arrives once");
    let listed = deliveries(&t, &ada, &hook, "?state=delivered").await;
    assert_eq!(list(&listed).len(), calls.len());
    assert_eq!(listed[0]["last_try"]["status"], 204);
    assert_eq!(listed[0]["body"], std::str::from_utf8(&calls.last().unwrap().body).unwrap());
    t.assert_sound();
}

#[tokio::test]
async fn a_final_score_is_sent_once_and_again_after_a_repair() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    create(&t, &ada, form(&receiver, &["result.scored", "attempt.submitted"])).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    t.put(format!("/api/tests/{}/pass-mark", text(&test["id"])))
        .bearer(&ada)
        .json(json!({"percent": 50, "version": 0}))
        .send()
        .await
        .ok();
    t.take(&ada, &test, "cora@example.org", &[("q1", "A")]).await;
    send(&t).await;
    let calls = receiver.take();
    assert_eq!(types(&calls), ["attempt.submitted", "result.scored"]);
    let result = calls[1].json()["data"]["result"].clone();
    assert_eq!(
        [&result["score"], &result["is_final"], &result["passed"], &result["total_points"]],
        [&json!(0.0), &json!(true), &json!(false), &json!(1)]
    );
    let repair = json!({"question_id": "q1", "action": "full_marks", "reason": "It was ambiguous."});
    t.post(format!("/api/tests/{}/repairs", text(&test["id"]))).bearer(&ada).json(repair).send().await.expect(201);
    for _ in 0..2 {
        repairs::job::pass(&t.app).await.unwrap();
        send(&t).await;
    }
    let again = receiver.take();
    assert_eq!(types(&again), ["result.scored"]);
    assert_eq!(again[0].json()["data"]["result"]["score"], json!(100.0));
}

#[tokio::test]
async fn invites_that_end_without_a_test_are_reported() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    create(&t, &ada, form(&receiver, &["invite.expired", "invite.withdrawn"])).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let withdrawn = t.invite(&ada, &test, "one@example.org").await;
    t.invite(&ada, &test, "two@example.org").await;
    for _ in 0..2 {
        let ids = json!({"ids": [withdrawn["id"]], "action": "revoke"});
        t.post("/api/invites/actions").bearer(&ada).json(ids).send().await.ok();
    }
    t.clock.advance(DAY * 60);
    t.sweep().await;
    t.sweep().await;
    send(&t).await;
    let calls = receiver.take();
    assert_eq!(types(&calls), ["invite.withdrawn", "invite.expired"]);
    assert_eq!(calls[1].json()["data"]["applicant"]["email"], "two@example.org");
}

/// While names are hidden, the moment of a score would say whose it is.
#[tokio::test]
async fn results_of_an_anonymous_test_are_not_sent() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    create(&t, &ada, form(&receiver, &ALL)).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let path = format!("/api/tests/{}/anonymous", text(&test["id"]));
    t.put(path).bearer(&ada).json(json!({"anonymous": true})).send().await.ok();
    t.take(&ada, &test, "cora@example.org", &[("q1", "B")]).await;
    send(&t).await;
    assert_eq!(types(&receiver.take()), ["invite.sent", "attempt.started", "attempt.submitted"]);
}

#[tokio::test]
async fn a_receiver_that_was_down_for_a_day_gets_everything_in_order() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let hook = create(&t, &ada, form(&receiver, &ALL)).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let is_down = Arc::new(AtomicBool::new(true));
    let down = is_down.clone();
    receiver.answer(move |_| if down.load(SeqCst) { 503 } else { 200 });
    let mut sender = Sender::default();
    for n in 0..5 {
        t.take(&ada, &test, &format!("person{n}@example.org"), &[("q1", "B")]).await;
    }
    for _ in 0..24 * 4 {
        sender.send_due(&t.app).await.unwrap();
        t.clock.advance(MINUTE * 15);
    }
    let tried = receiver.take().len();
    assert!((20..150).contains(&tried), "{tried} calls in a day");
    let ada = t.sign_in("ada@example.org").await;
    assert_eq!(t.get("/api/webhooks").bearer(&ada).send().await.ok()[0]["waiting"], 20);
    is_down.store(false, SeqCst);
    for _ in 0..2 {
        t.clock.advance(HOUR);
        sender.send_due(&t.app).await.unwrap();
    }
    let calls = receiver.take();
    assert_eq!(calls.len(), 20);
    for n in 0..5 {
        let email = format!("person{n}@example.org");
        let of_one: Vec<Received> =
            calls.iter().filter(|one| one.json()["data"]["applicant"]["email"] == *email).cloned().collect();
        assert_eq!(types(&of_one), ["invite.sent", "attempt.started", "attempt.submitted", "result.scored"], "{email}");
    }
    let ada = t.sign_in("ada@example.org").await;
    assert_eq!(list(&deliveries(&t, &ada, &hook, "?state=waiting").await).len(), 0);
    t.assert_sound();
}

#[tokio::test]
async fn what_is_refused_for_three_days_is_set_aside_and_can_be_sent_again() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let hook = create(&t, &ada, form(&receiver, &["invite.sent", "attempt.started"])).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    // One event of one invite is refused; all else goes on.
    receiver.answer(|one| {
        let body = one.json();
        let is_refused = body["type"] == "invite.sent" && body["data"]["applicant"]["email"] == "odd@example.org";
        if is_refused { 400 } else { 200 }
    });
    let odd = t.invite(&ada, &test, "odd@example.org").await;
    t.start(&odd["token"], &key(1)).await.ok();
    t.invite(&ada, &test, "fine@example.org").await;
    let mut sender = Sender::default();
    sender.send_due(&t.app).await.unwrap();
    let first = receiver.take();
    assert_eq!(first.len(), 2, "the start waits for the invite");
    assert_eq!(column(&deliveries(&t, &ada, &hook, "?state=in_line").await, "event"), ["attempt.started"]);
    for _ in 0..4 * 24 {
        t.clock.advance(HOUR);
        sender.send_due(&t.app).await.unwrap();
    }
    let later = receiver.take();
    assert_eq!(later.last().unwrap().json()["type"], "attempt.started", "it goes on after what was set aside");
    assert!(later[..later.len() - 1].iter().all(|one| one.header("webhook-id") == later[0].header("webhook-id")));
    let ada = t.sign_in("ada@example.org").await;
    let aside = deliveries(&t, &ada, &hook, "?state=set_aside").await;
    assert_eq!(column(&aside, "event"), ["invite.sent"]);
    assert_eq!(aside[0]["last_try"]["reply"], "words of the receiver");
    let told = t.get("/api/admin/notifications").bearer(&ada).send().await.text;
    assert!(told.contains("The webhook 'Tracking' has set a delivery aside after three days"), "{told}");
    receiver.answer(|_| 200);
    let path = format!("/api/webhooks/{}/deliveries/{}/resend", text(&hook["id"]), text(&aside[0]["id"]));
    for _ in 0..2 {
        t.post(&path).bearer(&ada).send().await.expect(202);
    }
    sender.send_due(&t.app).await.unwrap();
    let again = receiver.take();
    assert_eq!(again.len(), 1);
    assert_eq!(again[0].header("webhook-id"), text(&aside[0]["message_id"]));
    assert_eq!(list(&deliveries(&t, &ada, &hook, "?state=set_aside").await).len(), 0);
    // Ended deliveries are kept for 30 days.
    t.clock.advance(DAY * 31);
    sender.send_due(&t.app).await.unwrap();
    let ada = t.sign_in("ada@example.org").await;
    assert_eq!(list(&deliveries(&t, &ada, &hook, "").await).len(), 0);
    t.assert_sound();
}

#[tokio::test]
async fn a_receiver_that_is_gone_switches_its_webhook_off_and_redirects_are_not_followed() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let hook = create(&t, &ada, form(&receiver, &["invite.sent"])).await;
    let path = format!("/api/webhooks/{}/test", text(&hook["id"]));
    receiver.answer(|_| 302);
    t.post(&path).bearer(&ada).send().await.expect(202);
    send(&t).await;
    assert_eq!(types(&receiver.take()), ["webhook.test"]);
    assert_eq!(deliveries(&t, &ada, &hook, "").await[0]["last_try"]["status"], 302);
    receiver.answer(|_| 410);
    t.clock.advance(MINUTE);
    send(&t).await;
    assert_eq!(t.get("/api/webhooks").bearer(&ada).send().await.ok()[0]["enabled"], false);
    let refused = t.post(&path).bearer(&ada).send().await.refused(409, "webhook_off");
    assert_eq!(refused["detail"], "This webhook is switched off. Switch it on first.");
    let sent = deliveries(&t, &ada, &hook, "").await;
    let again = format!("/api/webhooks/{}/deliveries/{}/resend", text(&hook["id"]), text(&sent[0]["id"]));
    t.post(again).bearer(&ada).send().await.refused(409, "webhook_off");
    let test = t.create_test(&ada, small_test("Rust")).await;
    t.invite(&ada, &test, "cora@example.org").await;
    receiver.take();
    send(&t).await;
    assert!(receiver.take().is_empty());
}

#[tokio::test]
async fn a_silent_receiver_delays_only_itself() {
    let (t, receiver) = (server(), Receiver::start().await);
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let ada = t.admin().await;
    let mut dead = form(&receiver, &["invite.sent"]);
    dead["url"] = json!(format!("http://{}/", silent.local_addr().unwrap()));
    dead["name"] = json!("Silent");
    create(&t, &ada, dead).await;
    create(&t, &ada, form(&receiver, &["invite.sent"])).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let stop = tokio_util::sync::CancellationToken::new();
    let worker = tokio::spawn(deliver::work(t.app.clone(), stop.clone()));
    for n in 0..30 {
        t.invite(&ada, &test, &format!("p{n}@example.org")).await;
    }
    let mut arrived = 0;
    while arrived < 30 {
        tokio::task::yield_now().await;
        arrived += receiver.take().len();
    }
    stop.cancel();
    worker.await.unwrap();
}

#[tokio::test]
async fn a_template_makes_the_body_and_headers_stay_secret() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    let mut form = form(&receiver, &["invite.sent"]);
    form["method"] = json!("patch");
    form["headers"] = json!([{"name": "Authorization", "value": "Bearer planted-key"}]);
    form["template"] = json!(r#"{"text": "{message}", "who": "{applicant_email}", "score": "{score}"}"#);
    let hook = create(&t, &ada, form.clone()).await;
    assert_eq!(hook["headers"], json!(["authorization"]));
    let test = t.create_test(&ada, small_test("\"Rust\" & {score}")).await;
    t.invite(&ada, &test, "cora@example.org").await;
    send(&t).await;
    let calls = receiver.take();
    assert_eq!((calls[0].method.as_str(), calls[0].header("authorization")), ("PATCH", "Bearer planted-key"));
    let text_of = "Cora Candidate was invited to the test '\"Rust\" & {score}'.";
    assert_eq!(calls[0].json(), json!({"text": text_of, "who": "cora@example.org", "score": null}));
    verify(text(&hook["secret"]), &calls[0]);
    for path in ["/api/webhooks".to_owned(), format!("/api/webhooks/{}/deliveries", text(&hook["id"]))] {
        let shown = t.get(path).bearer(&ada).send().await.text;
        assert!(!shown.contains("planted-key") && !shown.contains("whsec_"), "{shown}");
    }
    // Its value stays, as long as it goes to the same receiver.
    form["headers"] = json!([{"name": "authorization"}]);
    form["version"] = hook["version"].clone();
    form["new_secret"] = json!(true);
    let put =
        |form: &Value| t.put(format!("/api/webhooks/{}", text(&hook["id"]))).bearer(&ada).json(form.clone()).send();
    let changed = put(&form).await.ok();
    assert_ne!(changed["secret"], hook["secret"]);
    t.invite(&ada, &test, "dora@example.org").await;
    send(&t).await;
    let calls = receiver.take();
    assert_eq!(calls[0].header("authorization"), "Bearer planted-key");
    verify(text(&changed["secret"]), &calls[0]);
    put(&form).await.refused(409, "changed_meanwhile");
    form["version"] = changed["version"].clone();
    form["url"] = json!("http://127.0.0.1:1/other");
    let moved = put(&form).await.refused(422, "invalid");
    assert_eq!(moved["fields"]["headers[0].value"], "Please enter the value again: the address has changed.");
}

#[tokio::test]
async fn faults_are_named_and_addresses_that_are_not_public_are_refused() {
    let (t, ada) = TestApp::with_admin().await;
    let call = |form: Value| t.post("/api/webhooks").bearer(&ada).json(form).send();
    let good = json!({"name": "Tracking", "url": "https://hooks.example.org/x", "events": ["invite.sent"]});
    let with = |field: &str, value: Value| {
        let mut form = good.clone();
        form[field] = value;
        form
    };
    let field_of = |reply: Reply| -> String {
        let refused = reply.refused(422, "invalid");
        refused["fields"].as_object().unwrap().keys().next().unwrap().clone()
    };
    for (field, value) in [
        ("name", json!(" ")),
        ("url", json!("https://127.0.0.1/")),
        ("url", json!("https://0x7f.1/")),
        ("url", json!("https://[::ffff:10.0.0.1]/")),
        ("url", json!("http://hooks.example.org/")),
        ("url", json!("https://user:secret@hooks.example.org/")),
        ("events", json!([])),
        ("events", json!(["invite.eaten"])),
        ("events", json!(["webhook.test"])),
        ("tests", json!(["00000000-0000-0000-0000-000000000009"])),
        ("template", json!("{\"a\": \"{planet}\"}")),
    ] {
        assert_eq!(field_of(call(with(field, value.clone())).await), field, "{value}");
    }
    assert_eq!(field_of(call(with("headers", json!([{"name": "Host", "value": "x"}]))).await), "headers[0].name");
    let hook = call(good.clone()).await.expect(201);
    call(good.clone()).await.refused(409, "name_taken");
    for n in 1..20 {
        call(with("name", json!(format!("Hook {n}")))).await.expect(201);
    }
    call(with("name", json!("one more"))).await.refused(409, "too_many");
    let path = format!("/api/webhooks/{}", text(&hook["id"]));
    t.delete(format!("{path}?version=7")).bearer(&ada).send().await.refused(409, "changed_meanwhile");
    t.delete(&path).bearer(&ada).send().await.expect(204);
    t.delete(&path).bearer(&ada).send().await.refused(404, "not_found");
    t.assert_sound();
}

#[tokio::test]
async fn deliveries_end_with_their_invite_and_their_webhook() {
    let (t, receiver) = (server(), Receiver::start().await);
    let ada = t.admin().await;
    receiver.answer(|_| 503);
    let hook = create(&t, &ada, form(&receiver, &ALL)).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    t.take(&ada, &test, "planted@example.org", &[("q1", "B")]).await;
    t.take(&ada, &test, "other@example.org", &[("q1", "B")]).await;
    send(&t).await;
    let stored = || t.app.store.read().unwrap().records::<Delivery>().unwrap();
    assert_eq!(stored().len(), 8);
    let people = t.get("/api/admin/applicants?search=planted").bearer(&ada).send().await.ok();
    let path = format!("/api/admin/applicants/{}?force=true", text(&people[0]["id"]));
    t.delete(path).bearer(&ada).send().await.ok();
    assert!(stored().iter().all(|one| !one.body.contains("planted@")), "{:?}", stored());
    assert_eq!(stored().len(), 4);
    assert!(matches!(stored()[0].state, DeliveryState::Waiting(_)));
    t.delete(format!("/api/webhooks/{}", text(&hook["id"]))).bearer(&ada).send().await.expect(204);
    assert_eq!(stored(), []);
    t.clock.advance(SECOND);
    send(&t).await;
    t.assert_sound();
}

/// A call without a known outcome is made again after a restart, with the same id.
#[tokio::test]
async fn a_restart_loses_nothing() {
    let t = server();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let ada = t.admin().await;
    let hook = json!({"name": "Tracking", "url": format!("http://{address}/"), "events": ["invite.sent"]});
    create(&t, &ada, hook).await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    t.invite(&ada, &test, "cora@example.org").await;
    let mut buffer = vec![0; 4096];
    let stop = tokio_util::sync::CancellationToken::new();
    let worker = tokio::spawn(deliver::work(t.app.clone(), stop.clone()));
    let (mut stream, _) = listener.accept().await.unwrap();
    let read = stream.read(&mut buffer).await.unwrap();
    // The server ends between the call and its outcome.
    worker.abort();
    worker.await.unwrap_err();
    drop((stream, listener));
    let receiver = Receiver::start_on(&address).await;
    send(&t).await;
    let calls = receiver.take();
    assert_eq!(calls.len(), 1);
    let id = format!("webhook-id: {}", calls[0].header("webhook-id"));
    assert!(std::str::from_utf8(&buffer[..read]).unwrap().contains(&id), "the same id");
}
