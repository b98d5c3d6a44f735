//! The bell: what is reported, to whom it is read or cleared, and that it stays bounded (docs/behaviour/calls.md#calls).

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, column, key, list, small_test, text},
    mailer::Mood,
};
use invigil::{
    domain::{
        invite::Invite,
        sentence::Sentence,
        time::{DAY, HOUR, MINUTE, SECOND},
    },
    service::{account::admins, actor::Actor, notifications, work::By},
    store::Read,
};
use serde_json::{Value, json};

async fn shown(t: &TestApp, admin: &str) -> Value {
    t.get("/api/admin/notifications?limit=1000").bearer(admin).send().await.ok()["notifications"].clone()
}

async fn unread(t: &TestApp, admin: &str) -> Value {
    t.get("/api/admin/notifications/unread-count").bearer(admin).send().await.ok()["unread_count"].clone()
}

async fn second_admin(t: &TestApp) -> String {
    let operator = Actor::Operator.require().unwrap();
    admins::create(&t.app, &operator, "bob@example.org", PASSWORD.into(), "Bob").await.unwrap();
    t.sign_in("bob@example.org").await
}

#[tokio::test]
async fn what_happens_is_told_in_words() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201);
    assert_eq!(shown(&t, &admin).await, json!([]), "without a mail server no one is notified that mails fail");
    let slot = json!({"scheduled_date": "2026-03-03T09:00:00Z", "time_zone": "UTC"});
    t.post(format!("/api/invites/token/{}/schedule", text(&invite["token"]))).json(slot).send().await.ok();
    t.clock.set("2026-03-03T09:00:00Z");
    let admin = t.sign_in("ada@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    let row = t.invite_row(&admin, &invite["id"]).await;
    let told = shown(&t, &admin).await;
    assert_eq!(column(&told, "type"), ["test_submitted", "test_started", "invite_scheduled"]);
    assert_eq!(
        told[0],
        json!({"id": told[0]["id"], "type": "test_submitted", "message": "Cora Candidate has submitted the test 'T'.",
            "parts": [{"key": "submitted", "values": {"name": {"text": "Cora Candidate"}, "title": {"text": "T"}}}],
            "data": {"invite_id": invite["id"], "applicant_email": "cora@example.org", "submission_id": row["submission_id"]},
            "is_read": false, "created_at": t.now().to_string()})
    );
    assert_eq!(told[1]["data"], told[0]["data"], "there is nothing to watch any more");
    assert!(text(&told[2]["message"]).starts_with("Cora Candidate has scheduled the test 'T' for "), "{told}");

    let other = t.invite(&admin, &test, "dan@example.org").await;
    t.start(&other["token"], &key(2)).await.ok();
    let started = shown(&t, &admin).await[0]["data"].clone();
    assert_eq!(started, json!({"invite_id": other["id"], "applicant_email": "dan@example.org"}));
    t.clock.advance(HOUR + 16 * SECOND);
    t.sweep().await;
    let admin = t.sign_in("ada@example.org").await;
    let message = shown(&t, &admin).await[0]["message"].clone();
    assert_eq!(message, "The time of Cora Candidate is up: the test 'T' was submitted.");
    t.assert_sound();
}

#[tokio::test]
async fn each_admin_reads_and_clears_for_themselves() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("T")).await;
    t.take(&ada, &test, "a@example.org", &[]).await;
    let bob = second_admin(&t).await;
    assert_eq!(shown(&t, &bob).await, json!([]), "what was before their time is no news");
    t.take(&ada, &test, "b@example.org", &[]).await;
    assert_eq!((unread(&t, &ada).await, unread(&t, &bob).await), (json!(4), json!(2)));

    let told = shown(&t, &ada).await;
    let mark = |id: &Value| format!("/api/admin/notifications/{}/mark-read", text(id));
    for _ in 0..2 {
        let reply = t.post(mark(&told[1]["id"])).bearer(&ada).send().await.ok();
        assert_eq!(reply["message"], "Notification marked as read");
        assert_eq!((unread(&t, &ada).await, unread(&t, &bob).await), (json!(3), json!(2)));
    }
    let read: Vec<_> = list(&shown(&t, &ada).await).iter().map(|n| n["is_read"].clone()).collect();
    assert_eq!(read, [false, true, false, false]);
    t.post("/api/admin/notifications/mark-all-read").bearer(&ada).send().await.ok();
    assert_eq!((unread(&t, &ada).await, list(&shown(&t, &ada).await).len()), (json!(0), 4));
    let reply = t.delete("/api/admin/notifications/clear-all").bearer(&ada).send().await.ok();
    assert_eq!(reply["message"], "All notifications cleared");
    assert_eq!((shown(&t, &ada).await, unread(&t, &bob).await), (json!([]), json!(2)));
    t.post(mark(&told[0]["id"])).bearer(&ada).send().await.refused(404, "not_found");
    t.post(mark(&told[0]["id"])).bearer(&bob).send().await.ok();
    // What comes in the same millisecond is new all the same.
    t.take(&ada, &test, "c@example.org", &[]).await;
    assert_eq!((unread(&t, &ada).await, unread(&t, &bob).await), (json!(2), json!(3)));
    for nowhere in ["00000000-0000-7000-8000-000000000000", "x"] {
        t.post(mark(&json!(nowhere))).bearer(&ada).send().await.refused(404, "not_found");
    }
    for limit in ["0", "1001", "x"] {
        t.get(format!("/api/admin/notifications?limit={limit}")).bearer(&ada).send().await.invalid("limit");
    }
    assert_eq!(
        list(&t.get("/api/admin/notifications?limit=1").bearer(&bob).send().await.ok()["notifications"]).len(),
        1
    );
    t.assert_sound();
}

#[tokio::test]
async fn a_dead_mail_server_is_told_of_once_in_a_while() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.mailer.refuse("451 try later");
    for n in 0..3 {
        t.invite(&admin, &test, &format!("c{n}@example.org")).await;
    }
    let told = shown(&t, &admin).await;
    assert_eq!(column(&told, "message"), ["The email to Cora Candidate could not be sent yet: 451 try later"]);
    assert_eq!(told[0]["type"], "email_failed");
    t.mailer.set(Mood::Refuses { words: "550 no such user".into(), retry: false });
    t.invite(&admin, &test, "c9@example.org").await;
    assert_eq!(list(&shown(&t, &admin).await).len(), 2, "another trouble is told");
    t.clock.advance(11 * MINUTE);
    t.mailer.refuse("451 try later");
    t.invite(&admin, &test, "d@example.org").await;
    assert_eq!(list(&shown(&t, &admin).await).len(), 3);
    t.assert_sound();
}

#[tokio::test]
async fn no_more_than_a_thousand_are_kept() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let row = t.invite(&admin, &test, "cora@example.org").await;
    let id = text(&row["id"]).parse().unwrap();
    let invite: Invite = t.app.store.read().unwrap().get(id).unwrap().unwrap();
    let written = t.app.write(By::Server, move |w| {
        for n in 0..1_005 {
            notifications::integrity_flag(w, &invite, Sentence::foreign(format!("Sign {n}.")))?;
        }
        w.now = w.now.plus(-DAY);
        notifications::resume_requested(w, &invite)
    });
    written.await.unwrap();
    let told = shown(&t, &admin).await;
    assert_eq!((list(&told).len(), unread(&t, &admin).await), (1_000, json!(1_000)));
    assert_eq!(told[0]["message"], "Cora Candidate asks to resume the test 'T' on another device.");
    assert_eq!(told[1]["message"], "Cora Candidate, test 'T': Sign 1004.");
    assert_eq!(told[999]["message"], "Cora Candidate, test 'T': Sign 6.");
    t.assert_sound();
}
