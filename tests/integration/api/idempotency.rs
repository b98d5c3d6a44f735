//! Repeated calls with an `Idempotency-Key` (docs/behaviour/calls.md#calls).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{self, list, small_test, text},
};
use invigil::{
    domain::{
        idempotency::{RETENTION, UNANSWERED},
        invite::Invite,
        mail::Mail,
        time::DAY,
    },
    store::Read,
};
use serde_json::{Value, json};

async fn post(t: &TestApp, path: &str, admin: &str, key: &str, body: &Value) -> Reply {
    t.post(path).bearer(admin).header("idempotency-key", key).json(body.clone()).send().await
}

#[tokio::test]
async fn a_test_is_created_once_though_sent_twice() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    let first = post(&t, "/api/tests", &ada, "k1", &small_test("T")).await.expect(201);
    assert_eq!(post(&t, "/api/tests", &ada, "k1", &small_test("T")).await.expect(201), first);
    let count = async || list(&t.get("/api/tests").bearer(&ada).send().await.ok()).len();
    assert_eq!(count().await, 1);
    // Another body, another call, a malformed key.
    post(&t, "/api/tests", &ada, "k1", &small_test("Other")).await.invalid("Idempotency-Key");
    let invite = json!({"test_id": first["id"], "applicant_email": "c@example.org", "applicant_name": "C"});
    post(&t, "/api/invites", &ada, "k1", &invite).await.invalid("Idempotency-Key");
    for key in ["", "two words", &"x".repeat(256)] {
        post(&t, "/api/tests", &ada, key, &small_test("T")).await.invalid("Idempotency-Key");
    }
    assert_eq!(count().await, 1);
    // Another admin, another key, no key.
    post(&t, "/api/tests", &bob, "k1", &small_test("T")).await.expect(201);
    post(&t, "/api/tests", &ada, "k2", &small_test("T")).await.expect(201);
    t.create_test(&ada, small_test("T")).await;
    assert_eq!(count().await, 4);
    t.assert_sound();
}

#[tokio::test]
async fn a_refused_call_leaves_its_key_free() {
    let (t, ada) = TestApp::with_admin().await;
    post(&t, "/api/tests", &ada, "k", &small_test(" ")).await.invalid("title");
    post(&t, "/api/tests", &ada, "k", &small_test("T")).await.expect(201);
}

#[tokio::test]
async fn an_invite_is_created_and_mailed_once_though_sent_twice_at_once() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    let input = json!({"test_id": test["id"], "applicant_email": "cora@example.org", "applicant_name": "Cora"});
    let send = || post(&t, "/api/invites", &ada, "k", &input);
    let (one, two) = tokio::join!(send(), send());
    let (one, two) = (one.expect(201), two.expect(201));
    assert_eq!(one["id"], two["id"]);
    let later = send().await.expect(201);
    assert_eq!((&later["id"], &later["token"]), (&one["id"], &one["token"]));
    assert_eq!(list(&t.get("/api/invites").bearer(&ada).send().await.ok()).len(), 1);
    // Once it was deleted there is nothing to return, and nothing is created again.
    t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&ada).send().await.ok();
    send().await.refused(404, "not_found");
    t.assert_sound();
}

#[tokio::test]
async fn a_message_is_sent_once_though_sent_twice_at_once() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    let invite = t.invite(&ada, &test, "cora@example.org").await;
    t.start(&invite["token"], &journey::key(1)).await.ok();
    let attempt = t.invite_row(&ada, &invite["id"]).await["attempt_id"].clone();
    let path = format!("/api/attempts/{}/messages", text(&attempt));
    let send = async |key, words| post(&t, &path, &ada, key, &json!({"text": words})).await;
    let (one, two) = tokio::join!(send("k", "Look up"), send("k", "Look up"));
    let (one, two) = (one.expect(201), two.expect(201));
    assert_eq!(one, two);
    send("k", "Look down").await.invalid("Idempotency-Key");
    send("k2", "Look up").await.expect(201);
    assert_eq!(list(&t.get(path.as_str()).bearer(&ada).send().await.ok()).len(), 2);
    // After the end a repeat still says what was sent.
    t.submit(&invite["token"], &journey::key(1), &[]).await.ok();
    assert_eq!(send("k", "Look up").await.expect(201)["id"], one["id"]);
    send("k3", "Look up").await.refused(409, "finished");
    t.assert_sound();
}

async fn bulk(t: &TestApp, admin: &str, key: Option<&str>, body: &Value) -> Reply {
    let call = t.post("/api/invites/bulk").bearer(admin).json(body.clone());
    match key {
        Some(key) => call.header("idempotency-key", key).send().await,
        None => call.send().await,
    }
}

/// Begins a call that ends before its list, as by the time limit, and returns once its job has a part of it.
async fn cut_short(t: &TestApp, admin: &str, key: Option<&str>, body: &Value) {
    let begun = async {
        while !jobs(t, admin).await.first().is_some_and(|job| job["state"] == "running" && job["done"] != 0) {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        reply = bulk(t, admin, key, body) => panic!("it has ended with {}", reply.status),
        () = begun => {}
    }
}

async fn jobs(t: &TestApp, admin: &str) -> Vec<Value> {
    list(&t.get("/api/jobs").bearer(admin).send().await.ok()).to_vec()
}

async fn no_job_runs(t: &TestApp, admin: &str) {
    while jobs(t, admin).await.iter().any(|job| job["state"] == "running") {
        tokio::task::yield_now().await;
    }
}

fn people(test: &Value, count: usize) -> Value {
    let person = |n: usize| json!({"name": format!("P{n}"), "email": format!("p{n}@example.org")});
    json!({"test_id": test["id"], "applicants": (0..count).map(person).collect::<Vec<_>>()})
}

/// The numbers of invites and mails.
fn stored(t: &TestApp) -> (usize, usize) {
    let read = t.app.store.read().unwrap();
    let (invites, mails): (Vec<Invite>, Vec<Mail>) = (read.records().unwrap(), read.records().unwrap());
    (invites.len(), mails.len())
}

/// The call goes on: its repeat invites and mails no one again. Programs that repeat calls by themselves send no key. Once they
/// have an answer, the same list is another one.
#[tokio::test]
async fn a_list_that_outlasts_its_call_is_invited_and_mailed_once() {
    for (key, sent_again) in [(Some("k"), 400), (None, 800)] {
        let (t, ada) = TestApp::with_mail().await;
        let input = people(&t.create_test(&ada, small_test("T")).await, 400);
        cut_short(&t, &ada, key, &input).await;
        let reply = bulk(&t, &ada, key, &input).await.ok();
        assert!(list(&reply["results"]).iter().all(|line| line["ok"] == true));
        no_job_runs(&t, &ada).await;
        assert_eq!(stored(&t), (400, 400), "{key:?}");
        bulk(&t, &ada, key, &input).await.ok();
        assert_eq!(stored(&t), (sent_again, sent_again), "{key:?}");
        t.assert_sound();
    }
}

/// A person who sends the list of a call without an answer much later means it.
#[tokio::test]
async fn a_list_without_a_key_is_another_one_after_an_hour() {
    let (t, ada) = TestApp::with_admin().await;
    let input = people(&t.create_test(&ada, small_test("T")).await, 200);
    cut_short(&t, &ada, None, &input).await;
    no_job_runs(&t, &ada).await;
    t.clock.advance(UNANSWERED);
    bulk(&t, &t.sign_in("ada@example.org").await, None, &input).await.ok();
    assert_eq!(stored(&t).0, 400);
    t.assert_sound();
}

/// Two that are sent at once are one.
#[tokio::test]
async fn a_list_without_a_key_is_a_repeat_while_it_is_sent() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    let input = people(&t.create_test(&ada, small_test("T")).await, 60);
    let (one, two, other) =
        tokio::join!(bulk(&t, &ada, None, &input), bulk(&t, &ada, None, &input), bulk(&t, &bob, None, &input));
    let [one, two, other] = [one, two, other].map(|reply| {
        list(&reply.ok()["results"]).iter().map(|line| text(&line["invite_id"]).to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(one, two);
    assert!(one.iter().all(|id| !other.contains(id)), "another account");
    t.assert_sound();
}

/// The second call continues where the first one has stopped, and two at once invite each person once.
#[tokio::test]
async fn a_list_is_invited_once_though_sent_twice() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    let people: Vec<Value> =
        (0..60).map(|n| json!({"name": format!("P{n}"), "email": format!("p{n}@example.org")})).collect();
    let mut input = json!({"test_id": test["id"], "applicants": people});
    input["applicants"][7]["email"] = json!("nowhere");
    let ids = |reply: &Value| -> Vec<Value> {
        list(&reply["results"]).iter().map(|line| line["invite_id"].clone()).collect()
    };
    let send = || post(&t, "/api/invites/bulk", &ada, "k", &input);
    let (one, two) = tokio::join!(send(), send());
    let (one, two) = (one.ok(), two.ok());
    assert_eq!(ids(&one), ids(&two));
    assert_eq!(one["results"][7]["ok"], false);
    assert_eq!(ids(&send().await.ok()), ids(&one));
    let count = async || list(&t.get("/api/invites?limit=1000").bearer(&ada).send().await.ok()).len();
    assert_eq!(count().await, 59);
    // Another body or another call, and a list that has changed under a key of its own.
    let mut other = input.clone();
    other["applicants"][7]["email"] = json!("p7@example.org");
    post(&t, "/api/invites/bulk", &ada, "k", &other).await.invalid("Idempotency-Key");
    post(&t, "/api/tests", &ada, "k", &small_test("T")).await.invalid("Idempotency-Key");
    assert_eq!(count().await, 59);
    post(&t, "/api/invites/bulk", &ada, "two words", &input).await.invalid("Idempotency-Key");
    let mut only = input.clone();
    only["applicants"] = json!([other["applicants"][7]]);
    assert_eq!(post(&t, "/api/invites/bulk", &ada, "k2", &only).await.ok()["results"][0]["ok"], true);
    assert_eq!(count().await, 60);
    t.assert_sound();
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day_and_with_its_admin() {
    let t = TestApp::new();
    let (ada, bob) = (t.admin().await, t.second_admin().await);
    let first = post(&t, "/api/tests", &ada, "k", &small_test("T")).await.expect(201);
    post(&t, "/api/tests", &bob, "k", &small_test("T")).await.expect(201);
    let admins = t.get("/api/admin/list-admins").bearer(&ada).send().await.ok();
    let second = list(&admins).iter().find(|a| a["email"] == "bob@example.org").unwrap();
    t.delete(format!("/api/admin/delete-admin/{}", text(&second["id"]))).bearer(&ada).send().await.ok();
    t.assert_sound();
    assert_eq!(RETENTION, DAY);
    t.clock.advance(DAY);
    t.sweep().await;
    let ada = t.sign_in("ada@example.org").await;
    let later = post(&t, "/api/tests", &ada, "k", &small_test("T")).await.expect(201);
    assert_ne!(later["id"], first["id"]);
    t.assert_sound();
}
