//! The invite page of the client that holds a link, and the choice of a slot (docs/behaviour/invites.md#invites).

use crate::support::{
    app::TestApp,
    journey::{key, small_test, text},
};
use http::Method;
use invigil::domain::time::{DAY, HOUR, MILLISECOND, MINUTE};
use serde_json::{Value, json};

async fn self_scheduled(t: &TestApp, admin: &str) -> Value {
    let test = t.test_with_all_types(admin).await;
    t.invite_with(admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201)
}

fn schedule(t: &TestApp, invite: &Value, body: Value) -> crate::support::call::Call {
    t.post(format!("/api/invites/token/{}/schedule", text(&invite["token"]))).json(body)
}

#[tokio::test]
async fn the_page_tells_the_facts_and_no_question() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    let page = t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
    let expected = json!({
        "invite": {"id": invite["id"], "applicant_name": "Cora Candidate", "applicant_email": "cora@example.org", "status": "sent",
            "created_at": "2026-03-02T08:00:00.000Z", "expires_at": "2026-03-16T08:00:00.000Z",
            "scheduled_date": null, "admin_scheduled": false, "no_schedule": true,
            "opens_at": "2026-03-02T08:00:00.000Z", "closes_at": "2026-03-16T08:00:00.000Z"},
        "test": {"id": test["id"], "title": "Backend engineer", "description": "Three questions", "duration_minutes": 60,
            "question_count": 3, "total_points": 10, "question_types": ["multiple_choice", "essay", "coding"], "require_fullscreen": false, "history": "saves"},
        "company": {"name": "", "contact": "", "logo": null, "intro": null, "first_slot": "09:00", "last_slot": "17:30"},
        "language": null,
        "server_time": "2026-03-02T08:00:00.000Z",
        "languages": ["en", "de", "fr", "es", "pt-BR", "pl", "ar", "ja"],
    });
    assert_eq!(page, expected);
}

#[tokio::test]
async fn an_unknown_link_is_unknown_whatever_it_looks_like() {
    let (t, admin) = TestApp::with_admin().await;
    let invite = self_scheduled(&t, &admin).await;
    let token = text(&invite["token"]);
    let id = text(&invite["id"]);
    for bad in [
        &key(7),
        "x",
        &token[1..],
        &format!("{token}A"),
        &token.to_lowercase(),
        id,
        "%00",
        "..%2F..",
        &"A".repeat(5000),
    ] {
        t.get(format!("/api/invites/token/{bad}")).send().await.refused(404, "unknown_link");
        t.get(format!("/api/take-test/{bad}")).send().await.refused(404, "unknown_link");
        t.post(format!("/api/start-test/{bad}")).key("nonsense").send().await.refused(404, "unknown_link");
        // Before the body is looked at.
        for path in [
            format!("/api/submit-test/{bad}"),
            format!("/api/take-test/{bad}/answers"),
            format!("/api/invites/token/{bad}/schedule"),
        ] {
            t.post(path).body("text/plain", "{").send().await.refused(404, "unknown_link");
        }
        t.put(format!("/api/take-test/{bad}/answers")).send().await.refused(404, "unknown_link");
        t.get(format!("/api/take-test/{bad}/events")).send().await.refused(404, "unknown_link");
    }
}

#[tokio::test]
async fn looking_consumes_nothing() {
    let (t, admin) = TestApp::with_admin().await;
    let invite = self_scheduled(&t, &admin).await;
    let before = t.invite_row(&admin, &invite["id"]).await;
    let writes = t.app.store.stats().operations;
    for method in [Method::GET, Method::HEAD] {
        for path in ["invites/token", "take-test"] {
            t.call(method.clone(), format!("/api/{path}/{}", text(&invite["token"]))).send().await.expect(200);
        }
    }
    assert_eq!(t.app.store.stats().operations, writes);
    assert_eq!(t.invite_row(&admin, &invite["id"]).await, before);
}

#[tokio::test]
async fn an_invite_to_an_address_alone_asks_for_the_name_before_the_start() {
    let t = TestApp::new();
    let admin = t.admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let people = json!([{"name": "", "email": "Ann@Example.org"}, {"name": "Bob", "email": "bob@example.org"}]);
    let body = json!({"test_id": test["id"], "applicants": people});
    let sent = t.post("/api/invites/bulk").bearer(&admin).json(body).send().await.ok();
    let [ann, bob] = [0_usize, 1].map(|n| &sent["results"][n]["invite_id"]);
    let named = t.invite_row(&admin, bob).await;
    let page = async |invite: &Value| t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
    assert_eq!(page(&named).await["invite"].get("name_needed"), None);

    let invite = t.invite_row(&admin, ann).await;
    assert_eq!(invite["applicant_name"], "ann@example.org");
    assert_eq!(page(&invite).await["invite"]["name_needed"], true);
    let token = &invite["token"];
    let seen = t.door(token, None).await.ok();
    assert_eq!((&seen["can_start"], &seen["blocked_code"]), (&json!(false), &json!("name_needed")));
    t.start(token, &key(1)).await.refused(403, "name_needed");

    let give = |name: &str| t.post(format!("/api/invites/token/{}/name", text(token))).json(json!({"name": name}));
    for none in [" ", "ANN@example.org", &"x".repeat(201)] {
        give(none).send().await.invalid("name");
    }
    let given = give(" Ann Lee ").send().await.ok();
    assert_eq!((&given["invite"]["applicant_name"], given["invite"].get("name_needed")), (&json!("Ann Lee"), None));
    // The first name stays.
    give("Ann Ray").send().await.ok();
    assert_eq!(t.invite_row(&admin, ann).await["applicant_name"], "Ann Lee");
    assert_eq!(t.get("/api/invites?search=lee").bearer(&admin).send().await.ok()[0]["id"], *ann);
    t.start(token, &key(1)).await.ok();
    t.submit(token, &key(1), &[]).await.ok();
    give("Ann Ray").send().await.refused(410, "finished");
    t.assert_sound();
}

#[tokio::test]
async fn a_slot_is_chosen_and_moved_until_the_start() {
    let (t, admin) = TestApp::with_admin().await;
    let invite = self_scheduled(&t, &admin).await;
    let before = t.door(&invite["token"], None).await.ok();
    assert_eq!((&before["can_start"], &before["blocked_code"]), (&json!(false), &json!("slot_needed")));
    assert!(before["invite"]["opens_at"].is_null());
    assert_eq!(before["invite"].get("scheduled_date"), Some(&Value::Null));
    t.start(&invite["token"], &key(1)).await.refused(403, "slot_needed");

    let slot = json!({"scheduled_date": "2026-03-04T10:30:00+01:00", "time_zone": "Europe/Berlin"});
    let page = schedule(&t, &invite, slot.clone()).send().await.ok();
    let seen = &page["invite"];
    assert_eq!((&seen["status"], &seen["scheduled_date"]), (&json!("scheduled"), &json!("2026-03-04T09:30:00.000Z")));
    assert_eq!((&seen["time_zone"], &seen["opens_at"]), (&json!("Europe/Berlin"), &json!("2026-03-04T09:25:00.000Z")));
    assert_eq!(seen["closes_at"], "2026-03-05T09:30:00.000Z");
    assert_eq!(page["test"]["question_count"], 3);
    assert_eq!(t.invite_row(&admin, &invite["id"]).await["status"], "scheduled");
    // A second click on the same slot is not confirmed a second time.
    let rows = async || t.get("/api/admin/notifications").bearer(&admin).send().await.ok().to_string();
    let before = rows().await;
    schedule(&t, &invite, slot).send().await.ok();
    assert_eq!(rows().await, before);

    let early = t.start(&invite["token"], &key(1)).await.refused(403, "not_open_yet");
    assert_eq!(early["opens_at"], "2026-03-04T09:25:00.000Z");
    schedule(&t, &invite, json!({"scheduled_date": t.at(HOUR)})).send().await.ok();
    t.clock.advance(55 * MINUTE - MILLISECOND);
    t.start(&invite["token"], &key(1)).await.refused(403, "not_open_yet");
    t.clock.advance(MILLISECOND);
    t.start(&invite["token"], &key(1)).await.ok();
    schedule(&t, &invite, json!({"scheduled_date": t.at(DAY)})).send().await.refused(409, "already_started");
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    schedule(&t, &invite, json!({"scheduled_date": t.at(DAY)})).send().await.refused(410, "finished");
    t.assert_sound();
}

#[tokio::test]
async fn a_slot_lies_in_the_future_before_the_end_and_on_the_grid_of_its_zone() {
    let (t, admin) = TestApp::with_admin().await;
    let invite = self_scheduled(&t, &admin).await;
    let field = |body: Value, field: &'static str| {
        let call = schedule(&t, &invite, body);
        async move { call.send().await.invalid(field) }
    };
    for (date, zone) in [
        ("2026-03-02T08:00:00Z", None),
        ("2026-03-01T12:00:00Z", None),
        ("2026-03-16T08:00:00Z", None),
        ("2027-03-16T08:00:00Z", None),
        ("2026-03-04T08:30:00Z", Some("UTC")),
        ("2026-03-04T18:00:00Z", Some("UTC")),
        ("2026-03-04T10:15:00Z", Some("UTC")),
        ("2026-03-04T10:30:01Z", Some("UTC")),
        ("2026-03-04T10:30:00.001Z", Some("UTC")),
        ("2026-03-04T17:00:00Z", Some("Asia/Kathmandu")),
    ] {
        field(json!({"scheduled_date": date, "time_zone": zone}), "scheduled_date").await;
    }
    field(json!({"scheduled_date": "2026-03-04T10:00:00Z", "time_zone": "Mars/Olympus"}), "time_zone").await;
    field(json!({"scheduled_date": "2026-03-04"}), "scheduled_date").await;
    field(json!({"scheduled_date": 1_772_600_000}), "scheduled_date").await;
    field(json!({}), "scheduled_date").await;
    assert_eq!(t.invite_row(&admin, &invite["id"]).await["status"], "sent", "nothing of what was refused is left");
    for (date, zone) in [
        ("2026-03-04T09:00:00Z", Some("UTC")),
        ("2026-03-04T17:30:00Z", Some("UTC")),
        ("2026-03-04T03:15:00Z", Some("Asia/Kathmandu")),
        ("2026-03-04T22:00:00Z", Some("America/Los_Angeles")),
        ("2026-03-04T23:17:05Z", None),
        ("2026-03-16T07:59:59.999Z", None),
    ] {
        schedule(&t, &invite, json!({"scheduled_date": date, "time_zone": zone})).send().await.ok();
    }
}

#[tokio::test]
async fn a_slot_after_the_clocks_change_is_on_the_grid_of_that_day() {
    let (t, admin) = TestApp::with_admin().await;
    t.clock.set("2026-03-27T08:00:00Z");
    let admin = {
        drop(admin);
        t.sign_in("ada@example.org").await
    };
    let invite = self_scheduled(&t, &admin).await;
    // Berlin is at UTC+2 from the 29th: 09:00 there is 07:00 UTC, which the day before was 08:00.
    let at = |date: &str| schedule(&t, &invite, json!({"scheduled_date": date, "time_zone": "Europe/Berlin"})).send();
    at("2026-03-30T07:00:00Z").await.ok();
    at("2026-03-28T07:00:00Z").await.invalid("scheduled_date");
}

#[tokio::test]
async fn a_fixed_time_is_not_the_candidates_to_move() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let fixed = json!({"admin_scheduled": true, "scheduled_date": t.at(DAY)});
    let fixed = t.invite_with(&admin, &test, "a@example.org", fixed).await.expect(201);
    let open = t.invite(&admin, &test, "b@example.org").await;
    for invite in [&fixed, &open] {
        schedule(&t, invite, json!({"scheduled_date": t.at(2 * DAY)})).send().await.refused(409, "fixed_time");
    }
    let page = t.get(format!("/api/invites/token/{}", text(&fixed["token"]))).send().await.ok();
    assert_eq!((&page["invite"]["status"], &page["invite"]["admin_scheduled"]), (&json!("sent"), &json!(true)));
    assert_eq!(page["invite"]["scheduled_date"], t.at(DAY));
    t.start(&fixed["token"], &key(1)).await.refused(403, "not_open_yet");
    t.clock.advance(DAY - 5 * MINUTE);
    t.start(&fixed["token"], &key(1)).await.ok();
}

#[tokio::test]
async fn a_slot_is_needed_within_the_fortnight() {
    let (t, admin) = TestApp::with_admin().await;
    let invite = self_scheduled(&t, &admin).await;
    t.clock.advance(14 * DAY - MILLISECOND);
    t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
    t.clock.advance(MILLISECOND);
    t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.refused(410, "expired");
    schedule(&t, &invite, json!({"scheduled_date": t.at(HOUR)})).send().await.refused(410, "expired");
    t.start(&invite["token"], &key(1)).await.refused(410, "expired");
    t.save(&invite["token"], &key(1), &[]).await.refused(410, "expired");
}

#[tokio::test]
async fn a_finished_link_says_so() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.take(&admin, &test, "a@example.org", &[("q1", "A")]).await;
    t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.refused(410, "finished");
    t.door(&invite["token"], Some(&key(1))).await.refused(410, "finished");
    t.start(&invite["token"], &key(1)).await.refused(410, "finished");
}

/// As the mail's attachment: the same event, so that a calendar which has it moves it.
#[tokio::test]
async fn the_date_goes_into_a_calendar() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("Café; Ö, \"quoted\"")).await;
    let extra = json!({"no_schedule": false, "extra_minutes": 30});
    let invite = t.invite_with(&admin, &test, "cora@example.org", extra).await.expect(201);
    let path = format!("/api/invites/token/{}/calendar.ics", text(&invite["token"]));
    t.get(&*path).send().await.refused(404, "not_scheduled");
    t.get(format!("/api/invites/token/{}/calendar.ics", key(7))).send().await.refused(404, "unknown_link");
    // 09:30 in Kathmandu, three quarters of an hour beside the full ones.
    let slot = json!({"scheduled_date": "2026-03-04T03:45:00Z", "time_zone": "Asia/Kathmandu"});
    schedule(&t, &invite, slot).send().await.ok();
    let reply = t.get(&*path).send().await;
    assert_eq!(reply.header("content-type"), "text/calendar; charset=utf-8; method=PUBLISH");
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"test.ics\"");
    let lines = reply.text.replace("\r\n ", "");
    for line in [
        "DTSTART:20260304T034500Z",
        "DTEND:20260304T051500Z",
        &format!("UID:{}@invigil", text(&invite["id"])),
        "SUMMARY:Café\\; Ö\\, \"quoted\"",
    ] {
        assert!(lines.split("\r\n").any(|l| l == line), "{line} in {lines}");
    }
    invigil::service::mail::deliver::run_once(&t.app).await.unwrap();
    let mailed = t.mailer.sent().into_iter().find_map(|m| m.ics).unwrap();
    let event = |text: &str| -> Vec<String> {
        let whole = text.replace("\r\n ", "");
        whole
            .split("\r\n")
            .filter(|l| l.starts_with("UID") || l.starts_with("DT") && !l.contains("STAMP"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(event(&mailed), event(&reply.text));
    t.submit(&invite["token"], &key(1), &[]).await.refused(409, "not_started");
}
