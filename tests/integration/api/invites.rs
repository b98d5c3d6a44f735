//! `/invites` as admins use it: modes, lists, filters, withdrawal (docs/behaviour/invites.md#invites).

use crate::support::{
    app::{PUBLIC_URL, TestApp},
    journey::{column, key, list, small_test, text},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use invigil::domain::time::{DAY, HOUR, MILLISECOND, MINUTE};
use serde_json::{Value, json};

#[tokio::test]
async fn a_plain_invite_is_open_at_once_for_a_fortnight() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite =
        t.invite_with(&admin, &test, " Cora@Example.org ", json!({"applicant_name": " Cora "})).await.expect(201);
    let token = text(&invite["token"]);
    let expected = json!({
        "id": invite["id"], "test_id": test["id"], "test_title": "Backend engineer",
        "test": {"title": "Backend engineer", "duration_minutes": 60},
        "applicant_name": "Cora", "applicant_email": "cora@example.org", "status": "sent",
        "created_at": "2026-03-02T08:00:00.000Z", "expires_at": "2026-03-16T08:00:00.000Z",
        "admin_scheduled": false, "no_schedule": true, "email_sent": false, "email_queued": false,
        "email_error": invite["email_error"], "email_delivery": invite["email_delivery"], "email_sent_at": null,
        "scheduled_date": null, "token": token, "invite_url": format!("{PUBLIC_URL}/test-invite/{token}"),
    });
    assert_eq!(invite, expected, "flags that are left out mean that nothing needs to be scheduled");
    assert_eq!(token.len(), 43);
    assert!(text(&invite["email_error"]).contains("not set up"), "{invite}");
    let delivery = json!({"state": "paused", "until": "2026-03-02T08:00:30.000Z", "reason": invite["email_error"],
        "advice": null});
    assert_eq!(invite["email_delivery"], delivery);
    assert_eq!(t.get("/api/invites").bearer(&admin).send().await.ok(), json!([invite]));
    t.assert_sound();
}

#[tokio::test]
async fn the_flags_name_one_of_three_modes() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let date = t.at(DAY);
    let cases = [
        (json!({}), Ok((false, true))),
        (json!({"no_schedule": true, "admin_scheduled": false}), Ok((false, true))),
        (json!({"admin_scheduled": false}), Ok((false, true))),
        (json!({"no_schedule": false}), Ok((false, false))),
        (json!({"no_schedule": false, "admin_scheduled": false}), Ok((false, false))),
        (json!({"admin_scheduled": true, "no_schedule": false, "scheduled_date": date}), Ok((true, false))),
        (json!({"admin_scheduled": true, "scheduled_date": date}), Ok((true, false))),
        (json!({"scheduled_date": date}), Ok((true, false))),
        (json!({"scheduled_date": t.at(-DAY)}), Err("scheduled_date")),
        (json!({"no_schedule": true, "scheduled_date": date}), Err("scheduled_date")),
        (json!({"no_schedule": false, "scheduled_date": date}), Err("scheduled_date")),
        (json!({"admin_scheduled": true, "no_schedule": true, "scheduled_date": date}), Err("no_schedule")),
        (json!({"admin_scheduled": true, "no_schedule": false}), Err("scheduled_date")),
        (json!({"admin_scheduled": true, "scheduled_date": t.now().to_string()}), Err("scheduled_date")),
        (json!({"admin_scheduled": true, "scheduled_date": t.at(-DAY)}), Err("scheduled_date")),
        (json!({"admin_scheduled": true, "scheduled_date": "9999-12-30T21:00:00Z"}), Err("scheduled_date")),
        (json!({"admin_scheduled": true, "scheduled_date": "tomorrow"}), Err("scheduled_date")),
        (json!({"admin_scheduled": true, "scheduled_date": date, "time_zone": "Mars/Olympus"}), Err("time_zone")),
        (json!({"admin_scheduled": "yes"}), Err("admin_scheduled")),
    ];
    for (n, (flags, expected)) in cases.into_iter().enumerate() {
        let reply = t.invite_with(&admin, &test, &format!("c{n}@example.org"), flags.clone()).await;
        match expected {
            Err(field) => {
                let refused = reply.invalid(field);
                let is_far = flags["scheduled_date"].as_str().is_some_and(|date| date.starts_with("9999"));
                assert!(!is_far || text(&refused["detail"]).contains("within the next two years"), "{refused}");
            }
            Ok((fixed, open)) => {
                let invite = reply.expect(201);
                assert_eq!(
                    (&invite["admin_scheduled"], &invite["no_schedule"]),
                    (&json!(fixed), &json!(open)),
                    "{flags}"
                );
                assert_eq!(invite["status"], "sent", "scheduled comes only from the candidate's call");
                assert_eq!(
                    invite["scheduled_date"].is_string(),
                    fixed,
                    "a date is kept only with the mode that has one"
                );
            }
        }
    }
    t.assert_sound();
}

#[tokio::test]
async fn an_invite_names_a_person_and_a_test() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let with = |extra: Value| t.invite_with(&admin, &test, "cora@example.org", extra);
    with(json!({"applicant_name": " "})).await.invalid("applicant_name");
    with(json!({"applicant_name": "a\r\nBcc: x@y.org"})).await.invalid("applicant_name");
    with(json!({"applicant_email": "nonsense"})).await.invalid("applicant_email");
    with(json!({"applicant_email": null})).await.invalid("applicant_email");
    with(json!({"test_id": "nonsense"})).await.invalid("test_id");
    with(json!({"test_id": "00000000-0000-7000-8000-000000000000"})).await.refused(404, "not_found");
    t.post("/api/invites").bearer(&admin).json(json!({})).send().await.invalid("test_id");
    assert_eq!(t.get("/api/invites").bearer(&admin).send().await.ok(), json!([]));
    t.change_user("ada@example.org", |_| ()).await;
    with(json!({})).await.expect(201);
    t.change_user("cora@example.org", |user| user.is_active = false).await;
    with(json!({})).await.refused(409, "account_inactive");
}

/// Every status at once, one invite each.
async fn one_of_each(t: &TestApp, admin: &str) -> Vec<(&'static str, Value)> {
    let test = t.create_test(admin, small_test("T")).await;
    let sent = t.invite(admin, &test, "sent@example.org").await;
    let fixed = json!({"admin_scheduled": true, "scheduled_date": t.at(3 * DAY)});
    let dated = t.invite_with(admin, &test, "dated@example.org", fixed).await.expect(201);
    let own = t.invite_with(admin, &test, "scheduled@example.org", json!({"no_schedule": false})).await.expect(201);
    let schedule = format!("/api/invites/token/{}/schedule", text(&own["token"]));
    t.post(schedule).json(json!({"scheduled_date": t.at(2 * DAY)})).send().await.ok();
    let running = t.invite(admin, &test, "running@example.org").await;
    t.start(&running["token"], &key(1)).await.ok();
    let done = t.take(admin, &test, "done@example.org", &[("q1", "B")]).await;
    let revoked = t.invite(admin, &test, "revoked@example.org").await;
    t.post(format!("/api/invites/{}/revoke", text(&revoked["id"]))).bearer(admin).send().await.ok();
    vec![
        ("sent", sent),
        ("sent", dated),
        ("scheduled", own),
        ("in_progress", running),
        ("completed", done),
        ("expired", revoked),
    ]
}

#[tokio::test]
async fn every_filter_shows_its_invites_and_no_other() {
    let (t, admin) = TestApp::with_admin().await;
    one_of_each(&t, &admin).await;
    let cases: &[(&str, &[&str])] = &[
        ("", &["revoked", "done", "running", "scheduled", "dated", "sent"]),
        ("status_filter=all", &["revoked", "done", "running", "scheduled", "dated", "sent"]),
        ("status_filter=active", &["scheduled", "dated", "sent"]),
        ("status_filter=pending", &["scheduled", "dated", "sent"]),
        ("status_filter=sent", &["dated", "sent"]),
        ("status_filter=scheduled", &["scheduled"]),
        ("status_filter=in_progress", &["running"]),
        ("status_filter=completed", &["done"]),
        ("status_filter=expired", &["revoked"]),
        ("status_filter=monitorable", &["running", "scheduled", "dated"]),
        ("email_search=D%40exa", &["revoked", "scheduled", "dated"]),
        ("email_search=DATED", &["dated"]),
        ("email_search=nobody", &[]),
        ("status_filter=active&email_search=sent", &["sent"]),
        ("date_filter=2026-03-02", &["revoked", "done", "running", "scheduled", "dated", "sent"]),
        ("date_filter=2026-03-01", &[]),
        ("date_filter=&status_filter=completed", &["done"]),
    ];
    for (query, expected) in cases {
        let rows = t.get(format!("/api/invites?{query}")).bearer(&admin).send().await.ok();
        let mut names: Vec<_> =
            column(&rows, "applicant_email").iter().map(|e| e.trim_end_matches("@example.org")).collect();
        let mut expected = expected.to_vec();
        names.sort_unstable();
        expected.sort_unstable();
        assert_eq!(names, expected, "{query}");
    }
    for (query, field) in [
        ("status_filter=lost", "status_filter"),
        ("date_filter=2026-3-2", "date_filter"),
        ("date_filter=yesterday", "date_filter"),
        ("limit=0", "limit"),
    ] {
        let refusal = t.get(format!("/api/invites?{query}")).bearer(&admin).send().await.refused(422, "invalid");
        assert!(refusal["fields"][field].is_string() || refusal["fields"]["query"].is_string(), "{query}: {refusal}");
    }
    t.assert_sound();
}

#[tokio::test]
async fn rows_tell_what_became_of_the_invite() {
    let (t, admin) = TestApp::with_admin().await;
    for (status, invite) in one_of_each(&t, &admin).await {
        let row = t.invite_row(&admin, &invite["id"]).await;
        assert_eq!(row["status"], status);
        assert_eq!((&row["token"], &row["invite_url"]), (&invite["token"], &invite["invite_url"]));
        assert_eq!(row["attempt_id"].is_string(), matches!(status, "in_progress" | "completed"), "{row}");
        assert_eq!(row["submission_id"].is_string(), status == "completed", "{row}");
        assert_eq!(row["revoked_at"].is_string(), status == "expired", "{row}");
        assert_eq!(row["deadline"].is_string(), matches!(status, "in_progress" | "completed"), "{row}");
    }
}

#[tokio::test]
async fn a_day_is_a_day_in_the_zone_that_is_asked_for() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    // 23:30 on the 1st in New York (UTC-5), 10:00 on the 2nd in Kathmandu is 04:15 UTC.
    t.clock.set("2026-03-02T04:14:59Z");
    let admin = {
        drop(admin);
        t.sign_in("ada@example.org").await
    };
    t.invite(&admin, &test, "early@example.org").await;
    t.clock.set("2026-03-02T18:15:00Z");
    let admin = t.sign_in("ada@example.org").await;
    t.invite(&admin, &test, "late@example.org").await;
    let on = |day: &str, zone: &str| {
        let path = format!("/api/invites?date_filter={day}&tz={zone}");
        let call = t.get(path).bearer(&admin);
        async move { column(&call.send().await.ok(), "applicant_email").iter().map(|e| (*e).to_owned()).collect::<Vec<_>>() }
    };
    assert_eq!(on("2026-03-02", "UTC").await, ["late@example.org", "early@example.org"]);
    assert_eq!(on("2026-03-01", "America/New_York").await, ["early@example.org"]);
    assert_eq!(on("2026-03-02", "America/New_York").await, ["late@example.org"]);
    assert_eq!(on("2026-03-02", "Asia/Kathmandu").await, ["early@example.org"], "18:15 UTC is midnight there");
    assert_eq!(on("2026-03-03", "Asia/Kathmandu").await, ["late@example.org"]);
    t.get("/api/invites?date_filter=2026-03-02&tz=Nowhere/Land").bearer(&admin).send().await.refused(422, "invalid");
}

#[tokio::test]
async fn pages_of_a_filtered_list_leave_nothing_out() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    for n in 0..23 {
        let name = if n % 2 == 0 { "even" } else { "odd" };
        t.invite(&admin, &test, &format!("{name}{n}@example.org")).await;
        if n % 4 == 0 {
            t.clock.advance(MINUTE);
        }
    }
    for query in
        ["limit=5", "limit=5&status_filter=active", "limit=4&email_search=even", "limit=12&email_search=even%21"]
    {
        let whole =
            t.get(format!("/api/invites?{}", query.replace("limit=", "limit=100&x="))).bearer(&admin).send().await.ok();
        let mut seen = Vec::new();
        let mut path = format!("/api/invites?{query}");
        for _ in 0..20 {
            let page = t.get(&path).bearer(&admin).send().await;
            let link = page.header("link").to_owned();
            seen.extend(list(&page.ok()).to_vec());
            match link.strip_prefix('<').and_then(|l| l.split('>').next()) {
                Some(next) => path = next.to_owned(),
                None => break,
            }
        }
        assert_eq!(Value::from(seen), whole, "{query}");
    }
}

#[tokio::test]
async fn a_cursor_of_another_list_shows_nothing_of_it() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.invite(&admin, &test, "sent@example.org").await;
    t.take(&admin, &test, "done@example.org", &[("q1", "B")]).await;
    t.invite(&admin, &test, "later@example.org").await;
    let all = t.get("/api/invites?limit=2").bearer(&admin).send().await;
    let (_, beyond) = all.header("link").split_once("after=").unwrap();
    let beyond = beyond.split('>').next().unwrap();
    let rows = t.get(format!("/api/invites?status_filter=sent&after={beyond}")).bearer(&admin).send().await.ok();
    assert!(column(&rows, "applicant_email").iter().all(|e| *e != "done@example.org"), "{rows}");
    let forged = format!("/api/invites?after={}", "_".repeat(80));
    t.get(&forged).bearer(&admin).send().await.invalid("after");
}

#[tokio::test]
async fn a_cursor_is_sealed() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.invite(&admin, &test, "canary-1@example.org").await;
    t.invite(&admin, &test, "canary-2@example.org").await;
    let page = t.get("/api/invites?limit=1").bearer(&admin).send().await;
    let (_, cursor) = page.header("link").split_once("after=").unwrap();
    let mut bytes = URL_SAFE_NO_PAD.decode(cursor.split('>').next().unwrap()).unwrap();
    for _ in 0..2 {
        assert!(!String::from_utf8_lossy(&bytes).contains("canary"));
        bytes = URL_SAFE_NO_PAD.decode(&bytes).unwrap_or_default();
    }
}

#[tokio::test]
async fn a_search_in_any_script_is_answered() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    for n in 0..3 {
        t.invite(&admin, &test, &format!("müller{n}@example.org")).await;
    }
    let found = t.get("/api/invites?limit=2&email_search=M%C3%9CLLER").bearer(&admin).send().await;
    assert!(found.header("link").contains("email_search=M%C3%9CLLER"), "{}", found.header("link"));
    assert_eq!(list(&found.ok()).len(), 2);
}

#[tokio::test]
async fn a_withdrawn_link_says_so() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let invite = t.invite(&admin, &test, "a@example.org").await;
    let path = format!("/api/invites/{}/revoke", text(&invite["id"]));
    let row = t.post(&path).bearer(&admin).send().await.ok();
    assert_eq!((&row["status"], &row["revoked_at"]), (&json!("expired"), &json!("2026-03-02T08:00:00.000Z")));
    t.clock.advance(HOUR - MINUTE);
    let again = t.post(&path).bearer(&admin).send().await.ok();
    assert_eq!(again["revoked_at"], row["revoked_at"], "withdrawing twice changes nothing");
    let token = text(&invite["token"]);
    t.get(format!("/api/invites/token/{token}")).send().await.refused(410, "revoked");
    t.door(&invite["token"], None).await.refused(410, "revoked");
    t.start(&invite["token"], &key(1)).await.refused(410, "revoked");
    t.post(format!("/api/invites/token/{token}/schedule"))
        .json(json!({"scheduled_date": t.at(DAY)}))
        .send()
        .await
        .refused(410, "revoked");
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.refused(410, "revoked");
    let again = t.post(format!("/api/invites/{}/retry-email", text(&invite["id"]))).bearer(&admin).send().await;
    assert_eq!(again.refused(410, "revoked")["detail"], "This invitation was revoked. Please send a new one.");

    let running = t.invite(&admin, &test, "b@example.org").await;
    t.start(&running["token"], &key(1)).await.ok();
    let path = format!("/api/invites/{}/revoke", text(&running["id"]));
    t.post(&path).bearer(&admin).send().await.refused(409, "already_started");
    t.submit(&running["token"], &key(1), &[]).await.ok();
    t.post(&path).bearer(&admin).send().await.refused(409, "finished");
    let ended = t.get(format!("/api/invites/{}", text(&running["id"]))).bearer(&admin).send().await.ok();
    assert_eq!((&ended["status"], &ended["applicant_email"]), (&json!("completed"), &json!("b@example.org")));
    assert_eq!(ended["submission_id"], ended["attempt_id"]);
    t.get("/api/invites/00000000-0000-7000-8000-000000000000").bearer(&admin).send().await.refused(404, "not_found");
    t.post("/api/invites/00000000-0000-7000-8000-000000000000/revoke")
        .bearer(&admin)
        .send()
        .await
        .refused(404, "not_found");
    t.assert_sound();
}

#[tokio::test]
async fn time_alone_expires_what_was_not_started() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let open = t.invite(&admin, &test, "open@example.org").await;
    let fixed = json!({"admin_scheduled": true, "scheduled_date": t.at(2 * DAY)});
    let fixed = t.invite_with(&admin, &test, "fixed@example.org", fixed).await.expect(201);
    assert_eq!(fixed["expires_at"], t.at(3 * DAY), "24 hours after its time, even if that is sooner");
    t.clock.advance(3 * DAY - MILLISECOND);
    assert_eq!(t.sweep().await.expired, 0);
    t.start(&open["token"], &key(1)).await.ok();
    t.clock.advance(MILLISECOND);
    t.door(&fixed["token"], None).await.refused(410, "expired");
    let admin = t.sign_in("ada@example.org").await;
    let rows = t.get("/api/invites?status_filter=active").bearer(&admin).send().await.ok();
    assert_eq!(rows, json!([]), "the list judges by the clock, before any sweep");
    // The one attempt that runs is overdue as well by a day's end; only the other expires.
    let swept = t.sweep().await;
    assert_eq!((swept.expired, swept.submitted), (1, 0));
    assert_eq!(t.sweep().await, invigil::service::operate::sweeper::Swept::default(), "once");
    t.clock.advance(20 * DAY);
    assert_eq!(t.sweep().await.submitted, 1);
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(t.invite_row(&admin, &open["id"]).await["status"], "completed", "in progress never becomes expired");
    assert_eq!(t.invite_row(&admin, &fixed["id"]).await["status"], "expired");
    t.assert_sound();
}
