//! The event streams: who hears of what, once it is durable (docs/behaviour/calls.md#calls).

use crate::support::{
    app::TestApp,
    journey::{key, small_test, text},
};
use invigil::{
    domain::time::{DAY, HOUR, MINUTE},
    live::TURNS,
};
use serde_json::{Value, json};

fn named(name: &str, invite: &Value) -> (String, Value) {
    (name.to_owned(), invite["id"].clone())
}

#[tokio::test]
async fn administrators_hear_of_every_step_in_order() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let mut heard = t.get("/api/events").bearer(&admin).stream().await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!(heard.next_named().await, named("invite.changed", &invite), "made");
    assert_eq!(heard.next_named().await, named("invite.changed", &invite), "mailed");
    t.start(&invite["token"], &key(1)).await.ok();
    assert_eq!(heard.next_named().await, named("invite.changed", &invite));
    let started = heard.next().await.unwrap();
    assert_eq!(started.name, "attempt.changed");
    assert_eq!(
        started.data,
        json!({"invite_id": invite["id"], "deadline": "2026-03-02T09:00:00.000Z", "paused_since": null, "break_until": null, "submitted": false})
    );
    let told = heard.next().await.unwrap();
    let words = (told.name.as_str(), text(&told.data["message"]));
    assert_eq!(words, ("notification", "Cora Candidate has started the test 'T'."));
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    let saved = heard.next().await.unwrap();
    assert_eq!(
        (saved.name.as_str(), saved.data),
        ("answers.saved", json!({"invite_id": invite["id"], "at": t.now().to_string()}))
    );
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    assert_eq!(heard.next_named().await, named("invite.changed", &invite));
    let ended = heard.next().await.unwrap();
    assert_eq!(ended.data["submitted"], true);
    assert_eq!(heard.next_named().await, named("notification", &invite));
    let place = |id: &str| id.rsplit_once(':').unwrap().1.parse::<u64>().unwrap();
    assert!(place(&started.id) < place(&saved.id) && place(&saved.id) < place(&ended.id));
    // What was refused sends no event: the next event is that of the next change.
    t.start(&invite["token"], &key(1)).await.refused(410, "finished");
    let next = t.invite(&admin, &test, "dan@example.org").await;
    assert_eq!(heard.next_named().await, named("invite.changed", &next));
}

#[tokio::test]
async fn an_applicant_hears_of_their_own_invites_alone() {
    let t = TestApp::new();
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    let test = t.create_test(&admin, small_test("T")).await;
    let mut heard = t.get("/api/events").bearer(&cora).stream().await;
    // Any person could have signed up with that address, and gets nothing until the mailbox is proven.
    t.take(&admin, &test, "cora@example.org", &[("q1", "B")]).await;
    t.change_user("cora@example.org", |user| user.mailbox_proven = true).await;
    let other = t.take(&admin, &test, "dan@example.org", &[("q1", "B")]).await;
    let mine = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!(heard.next_named().await, named("invite.changed", &mine), "nothing of {}", other["id"]);
}

#[tokio::test]
async fn a_running_page_hears_of_its_time_and_its_end() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let path = format!("/api/take-test/{}/events", text(&invite["token"]));
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
    let act = |what: &str| {
        let body = json!({"minutes": 10, "reason": "r"});
        t.post(format!("/api/attempts/{attempt}/{what}")).bearer(&admin).json(body).send()
    };
    // What changed while the page's connection was away comes first.
    act("add-time").await.ok();
    let mut heard = t.get(&path).key(&key(1)).stream().await;
    for deadline in ["2026-03-02T09:10:00.000Z", "2026-03-02T09:20:00.000Z"] {
        let told = heard.next().await.unwrap();
        assert_eq!((told.name.as_str(), &told.data["deadline"]), ("attempt.changed", &json!(deadline)));
        assert_eq!(told.data["submitted"], false);
        act("add-time").await.ok();
    }
    heard.next().await.unwrap();
    act("end").await.ok();
    let ended = heard.next().await.unwrap();
    assert_eq!((ended.name.as_str(), &ended.data["submitted"]), ("attempt.changed", &json!(true)));
    t.get(&path).key(&key(1)).send().await.refused(409, "finished");
}

#[tokio::test]
async fn the_sweep_and_a_chosen_slot_are_heard_of() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201);
    let mut heard = t.get("/api/events").bearer(&admin).stream().await;
    let path = format!("/api/invites/token/{}/schedule", text(&invite["token"]));
    t.post(path).json(json!({"scheduled_date": t.at(DAY)})).send().await.ok();
    assert_eq!(heard.next_named().await, named("invite.changed", &invite));
    assert_eq!(heard.next_named().await, named("notification", &invite));
    t.clock.advance(2 * DAY);
    assert_eq!(t.sweep().await.expired, 1);
    assert_eq!(heard.next_named().await, named("invite.changed", &invite));
}

#[tokio::test]
async fn a_stop_tells_the_pages_to_load_again() {
    let (t, admin) = TestApp::with_admin().await;
    let mut heard = t.get("/api/events").bearer(&admin).stream().await;
    assert!(t.get("/metrics").send().await.text.contains("invigil_event_streams 1"));
    t.app.hub.close();
    assert_eq!(heard.next().await.unwrap().name, "reload");
    assert_eq!(heard.next().await, None);
    drop(heard);
    let heard = t.get("/api/events").bearer(&admin).stream().await;
    drop(heard);
    t.clock.advance(MINUTE);
    assert_eq!(t.app.hub.subscribers(), 0, "a page that leaves is forgotten");
}

#[tokio::test]
async fn a_stream_ends_at_once_with_its_session() {
    let t = TestApp::new();
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    let other = t.sign_in("ada@example.org").await;
    let mut of_admin = t.get("/api/events").bearer(&admin).stream().await;
    let mut of_other = t.get("/api/events").bearer(&other).stream().await;
    let mut of_cora = t.get("/api/events").bearer(&cora).stream().await;
    t.post("/api/auth/logout").bearer(&admin).send().await.expect(204);
    assert_eq!(of_admin.next().await.unwrap().data, json!({"code": "unauthorized"}));
    assert_eq!(of_admin.next().await, None);
    let people = t.get("/api/admin/applicants").bearer(&other).send().await.ok();
    let path = format!("/api/admin/applicants/{}/status", text(&people[0]["id"]));
    t.put(path).bearer(&other).json(json!({"status": "inactive"})).send().await.ok();
    assert_eq!(of_cora.next().await.unwrap().data, json!({"code": "unauthorized"}));
    assert_eq!(of_cora.next().await, None);
    // The other session of the same account continues.
    let test = t.create_test(&other, small_test("T")).await;
    let invite = t.invite(&other, &test, "dan@example.org").await;
    assert_eq!(of_other.next_named().await, named("invite.changed", &invite));
    let change = json!({"current_password": crate::support::journey::PASSWORD, "new_password": "correct horse 2"});
    let third = t.sign_in("ada@example.org").await;
    t.put("/api/auth/change-password").bearer(&third).json(change).send().await.ok();
    // Whatever was under way is sent; then it ends.
    while of_other.next().await.is_some() {}
}

#[tokio::test]
async fn a_page_that_lost_its_attempt_hears_of_it_and_no_more() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let path = format!("/api/take-test/{}/events", text(&invite["token"]));
    let mut old = t.get(&path).key(&key(1)).stream().await;
    assert_eq!(old.next_named().await, named("attempt.changed", &invite), "how it stands");
    let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
    let release = format!("/api/attempts/{attempt}/release");
    t.post(release).bearer(&admin).json(json!({"reason": "r"})).send().await.ok();
    assert_eq!(old.next_named().await, named("attempt.changed", &invite));
    t.start(&invite["token"], &key(2)).await.ok();
    assert_eq!(old.next_named().await, named("attempt.changed", &invite));
    let closed = old.next().await.unwrap();
    assert_eq!((closed.name.as_str(), &closed.data["code"]), ("closed", &json!("attempt_elsewhere")));
    assert_eq!(old.next().await, None);
    let mut new = t.get(&path).key(&key(2)).stream().await;
    assert_eq!(new.next_named().await, named("attempt.changed", &invite), "how it stands");
    t.submit(&invite["token"], &key(2), &[]).await.ok();
    assert_eq!(new.next().await.unwrap().data["submitted"], true);
    assert_eq!(new.next().await.unwrap().data, json!({"code": "finished"}));
    assert_eq!(new.next().await, None, "what has ended changes no more");
}

#[tokio::test]
async fn a_running_page_hears_that_its_test_was_withdrawn() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    let path = format!("/api/take-test/{}/events", text(&invite["token"]));
    let mut heard = t.get(&path).key(&key(1)).stream().await;
    assert_eq!(heard.next_named().await, named("attempt.changed", &invite), "how it stands");
    t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&admin).send().await.ok();
    let closed = heard.next().await.unwrap();
    assert_eq!((closed.name.as_str(), &closed.data["code"]), ("closed", &json!("unknown_link")));
    assert_eq!(heard.next().await, None);
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.refused(404, "unknown_link");
}

/// A stream that time alone ends, here the session's twelve hours, is found by a timer: every stream has its
/// turn within sixty of the sweeper's seconds.
#[tokio::test]
async fn a_stream_looks_its_permission_up_every_minute() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let mut heard = t.get("/api/events").bearer(&admin).stream().await;
    let minute = || (0..TURNS).for_each(|turn| t.app.hub.recheck_turn(turn));
    minute();
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!(heard.next_named().await, named("invite.changed", &invite), "it holds still");
    t.clock.advance(12 * HOUR);
    minute();
    // Whatever was under way is sent; then it ends.
    while heard.next().await.is_some() {}
}
