//! The window of an invite: it bounds the start, and nothing that runs (docs/behaviour/invites.md#window).

use crate::support::{
    app::TestApp,
    journey::{key, list, small_test, text},
};
use invigil::domain::time::{DAY, HOUR, MINUTE, SignedDuration};
use serde_json::{Value, json};

async fn invited(t: &TestApp, extra: Value) -> (String, Value) {
    let admin = t.admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", extra).await.expect(201);
    (admin, invite)
}

fn schedule(token: &Value) -> String {
    format!("/api/invites/token/{}/schedule", text(token))
}

#[tokio::test]
async fn a_test_starts_inside_its_window_only_and_runs_beyond_it() {
    let t = TestApp::new();
    let window = json!({"no_schedule": true, "opens_at": t.at(DAY), "closes_at": t.at(20 * DAY)});
    let (_, invite) = invited(&t, window.clone()).await;
    assert_eq!((&invite["opens_at"], &invite["closes_at"]), (&window["opens_at"], &window["closes_at"]));
    assert_eq!(invite["expires_at"], window["closes_at"], "also later than the 14 days of a link");
    let page = t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
    assert_eq!(page["invite"]["opens_at"], window["opens_at"]);
    assert_eq!(page["invite"]["closes_at"], window["closes_at"]);

    let early = t.start(&invite["token"], &key(1)).await.refused(403, "not_open_yet");
    assert_eq!(early["opens_at"], window["opens_at"]);
    t.clock.advance(20 * DAY - MINUTE);
    t.start(&invite["token"], &key(1)).await.ok();
    t.clock.advance(10 * MINUTE);
    t.sweep().await;
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    t.submit(&invite["token"], &key(1), &[("q1", "B")]).await.ok();
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(t.invite_row(&admin, &invite["id"]).await["status"], "completed");
    t.assert_sound();
}

#[tokio::test]
async fn after_the_end_the_page_says_so_and_whom_to_ask() {
    let t = TestApp::new();
    let (admin, invite) = invited(&t, json!({"no_schedule": true, "closes_at": t.at(DAY)})).await;
    t.set_up_mail(&admin).await;
    t.clock.advance(DAY);
    let path = format!("/api/invites/token/{}", text(&invite["token"]));
    let closed = t.get(&path).send().await.refused(410, "expired");
    let detail = text(&closed["detail"]);
    assert!(detail.starts_with("This invitation closed on ") && detail.contains("Jobs"), "{detail}");
    t.start(&invite["token"], &key(1)).await.refused(410, "expired");
    t.sweep().await;
    let detail = text(&t.get(&path).send().await.refused(410, "expired")["detail"]).to_owned();
    assert!(detail.starts_with("This invitation closed on "), "{detail}");
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(t.invite_row(&admin, &invite["id"]).await["status"], "expired");
}

#[tokio::test]
async fn impossible_windows_are_refused() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let with = |extra: Value| t.invite_with(&admin, &test, "cora@example.org", extra);
    with(json!({"closes_at": t.now().to_string()})).await.invalid("closes_at");
    with(json!({"closes_at": t.at(-DAY)})).await.invalid("closes_at");
    with(json!({"opens_at": t.at(2 * DAY), "closes_at": t.at(2 * DAY)})).await.invalid("closes_at");
    with(json!({"opens_at": t.at(2 * DAY), "closes_at": t.at(DAY)})).await.invalid("closes_at");
    with(json!({"opens_at": t.at(3 * 366 * DAY)})).await.invalid("opens_at");
    with(json!({"closes_at": t.at(3 * 366 * DAY)})).await.invalid("closes_at");
    with(json!({"closes_at": "Friday"})).await.invalid("closes_at");
    let fixed = |at: SignedDuration| json!({"admin_scheduled": true, "scheduled_date": t.at(at), "opens_at": t.at(DAY), "closes_at": t.at(3 * DAY)});
    with(fixed(HOUR)).await.invalid("scheduled_date");
    with(fixed(3 * DAY)).await.invalid("scheduled_date");
    let invite = with(fixed(3 * DAY - HOUR)).await.expect(201);
    assert_eq!(invite["expires_at"], t.at(3 * DAY), "not a day after its time");
    with(json!({"opens_at": t.at(-DAY)})).await.expect(201);
    t.assert_sound();
}

#[tokio::test]
async fn slots_are_inside_the_window() {
    let t = TestApp::new();
    let window = json!({"no_schedule": false, "opens_at": t.at(2 * DAY), "closes_at": t.at(20 * DAY)});
    let (_, invite) = invited(&t, window.clone()).await;
    let page = t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
    assert_eq!(page["invite"]["slots_from"], window["opens_at"]);
    assert_eq!(page["invite"]["expires_at"], window["closes_at"]);
    let choose =
        |at: SignedDuration| t.post(schedule(&invite["token"])).json(json!({"scheduled_date": t.at(at)})).send();
    choose(2 * DAY - MINUTE).await.invalid("scheduled_date");
    choose(20 * DAY).await.invalid("scheduled_date");
    choose(2 * DAY).await.ok();
    t.clock.advance(2 * DAY - MINUTE);
    t.start(&invite["token"], &key(1)).await.refused(403, "not_open_yet");
    t.clock.advance(MINUTE);
    t.start(&invite["token"], &key(1)).await.ok();
}

#[tokio::test]
async fn without_an_end_the_link_lives_from_its_opening() {
    let t = TestApp::new();
    let (_, invite) = invited(&t, json!({"no_schedule": true, "opens_at": t.at(20 * DAY)})).await;
    assert_eq!(invite["expires_at"], t.at(34 * DAY));
    assert!(invite["closes_at"].is_null());
}

#[tokio::test]
async fn each_line_of_a_list_may_have_its_own_window() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let body = json!({"test_id": test["id"], "closes_at": t.at(5 * DAY), "applicants": [
        {"name": "Ann", "email": "ann@example.org"},
        {"name": "Ben", "email": "ben@example.org", "opens_at": t.at(DAY), "closes_at": t.at(3 * DAY)},
        {"name": "Cy", "email": "cy@example.org", "opens_at": t.at(6 * DAY)},
    ]});
    let reply = t.post("/api/invites/bulk").bearer(&admin).json(body).send().await.ok();
    let rows = list(&reply["results"]);
    assert_eq!(rows.iter().map(|row| row["ok"] == true).collect::<Vec<_>>(), [true, true, false]);
    assert!(text(&rows[2]["detail"]).contains("after it opens"), "{}", rows[2]);
    let ends = async |n: usize| t.invite_row(&admin, &rows[n]["invite_id"]).await["closes_at"].clone();
    assert_eq!((ends(0).await, ends(1).await), (json!(t.at(5 * DAY)), json!(t.at(3 * DAY))));
    let late =
        json!({"test_id": test["id"], "closes_at": t.at(-DAY), "applicants": [{"name": "A", "email": "a@b.org"}]});
    t.post("/api/invites/bulk").bearer(&admin).json(late).send().await.invalid("closes_at");
}

#[tokio::test]
async fn the_mail_names_the_window() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let window = json!({"opens_at": t.at(DAY), "closes_at": t.at(5 * DAY), "time_zone": "Europe/Berlin"});
    t.invite_with(&admin, &test, "cora@example.org", window).await.expect(201);
    let mail = t.mailer.sent().pop().unwrap().content;
    assert!(mail.text.contains("The test opens on Tuesday, 3 March 2026"), "{}", mail.text);
    assert!(mail.text.contains("The test can be started until Saturday, 7 March 2026"), "{}", mail.text);
    assert!(mail.text.contains("Europe/Berlin"), "{}", mail.text);
}
