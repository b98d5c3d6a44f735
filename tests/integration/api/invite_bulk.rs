//! Many invites at once: one result for each line, mails by the worker.

use crate::support::{
    app::TestApp,
    journey::{key, list, small_test, text},
    mailer::Mood,
};
use invigil::service::mail::deliver;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

fn body(test: &Value, people: &[(&str, &str)]) -> Value {
    let people: Vec<_> = people.iter().map(|(name, email)| json!({"name": name, "email": email})).collect();
    json!({"test_id": test["id"], "applicants": people})
}

/// So many people with addresses of their own.
fn crowd(test: &Value, count: usize) -> Value {
    let emails: Vec<String> = (0..count).map(|n| format!("c{n}@example.org")).collect();
    let people: Vec<_> = emails.iter().map(|email| ("Cora Candidate", email.as_str())).collect();
    body(test, &people)
}

#[tokio::test]
async fn each_line_stands_or_falls_by_itself() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.applicant("out@example.org").await;
    t.change_user("out@example.org", |user| user.is_active = false).await;
    let people = [
        ("Ann", "Ann@Example.org"),
        ("Ben", "not an address"),
        ("", "c@example.org"),
        ("Ann again", "ann@example.org "),
        ("Out", "out@example.org"),
        ("Dan", "dan@example.org"),
    ];
    let reply = t.post("/api/invites/bulk").bearer(&admin).json(body(&test, &people)).send().await.ok();
    let rows = list(&reply["results"]);
    let told: Vec<_> = rows.iter().map(|r| (r["line"].as_u64().unwrap(), text(&r["email"]), r["ok"] == true)).collect();
    let expected = [
        (1, "ann@example.org", true),
        (2, "not an address", false),
        (3, "c@example.org", true),
        (4, "ann@example.org", false),
        (5, "out@example.org", false),
        (6, "dan@example.org", true),
    ];
    assert_eq!(told, expected);
    assert_eq!(
        rows[5],
        json!({"line": 6, "email": "dan@example.org", "ok": true, "invite_id": rows[5]["invite_id"], "email_queued": false})
    );
    assert_eq!(
        rows[3],
        json!({"line": 4, "email": "ann@example.org", "ok": false, "detail": "This address is already on line 1."})
    );
    for n in [1, 4] {
        assert!(text(&rows[n]["detail"]).len() > 10, "{}", rows[n]);
    }
    assert_eq!(list(&t.get("/api/invites").bearer(&admin).send().await.ok()).len(), 3);
    assert_eq!(text(&t.invite_row(&admin, &rows[0]["invite_id"]).await["applicant_name"]), "Ann");
    t.assert_sound();
}

/// As programs have them, which read addresses from a mailing list.
#[tokio::test]
async fn people_without_a_name_are_asked_for_it_however_it_is_left_out() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let people = json!([{"email": "a@example.org"}, {"email": "b@example.org", "name": null},
        {"email": "c@example.org", "name": " "}, {"email": "no address"}]);
    let body = json!({"test_id": test["id"], "applicants": people});
    let reply = t.post("/api/invites/bulk").bearer(&admin).json(body).send().await.ok();
    let rows = list(&reply["results"]);
    for row in &rows[..3] {
        assert_eq!(row["ok"], true, "{row}");
        let invite = t.invite_row(&admin, &row["invite_id"]).await;
        assert_eq!(invite["applicant_name"], row["email"]);
        t.start(&invite["token"], &key(1)).await.refused(403, "name_needed");
    }
    assert_eq!(rows[3]["ok"], false, "{reply}");
    t.assert_sound();
}

#[tokio::test]
async fn a_thousand_are_invited_and_mailed() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.post("/api/invites/bulk").bearer(&admin).json(crowd(&test, 1_001)).send().await.invalid("applicants");
    let reply = t.post("/api/invites/bulk").bearer(&admin).json(crowd(&test, 1_000)).send().await.ok();
    assert!(list(&reply["results"]).iter().all(|r| r["ok"] == true && r["email_queued"] == true));
    assert_eq!(t.overview(&admin).await["invites_sent"], 1_000);
    assert!(t.mailer.sent().is_empty(), "no call waited for the mail server");
    let waits = |row: Value| (row["email_queued"].clone(), row["email_sent"].clone());
    let one = &reply["results"][0]["invite_id"];
    assert_eq!(waits(t.invite_row(&admin, one).await), (json!(true), json!(false)));
    while deliver::run_once(&t.app).await.unwrap() > 0 {}
    assert_eq!(waits(t.invite_row(&admin, one).await), (json!(false), json!(true)));
    let mut to: Vec<_> = t.mailer.sent().into_iter().map(|mail| mail.to_email).collect();
    to.sort_unstable();
    to.dedup();
    assert_eq!(to.len(), 1_000);
    t.assert_sound();
}

#[tokio::test]
async fn a_server_that_stops_begins_no_further_mail() {
    let folder = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(folder.path());
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let test = t.create_test(&admin, small_test("T")).await;
    t.post("/api/invites/bulk").bearer(&admin).json(crowd(&test, 90)).send().await.ok();
    let stop = CancellationToken::new();
    t.mailer.set(Mood::Stops(stop.clone()));
    deliver::work(t.app.clone(), stop).await;
    let sent = t.mailer.sent().len();
    assert!((1..10).contains(&sent), "{sent} mails went out");
    // The next start sends what is left.
    t.app.store.close().await;
    drop(t);
    let t = TestApp::on_disk(folder.path());
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 90 - sent);
    assert_eq!(t.mailer.sent().len(), 90 - sent);
    t.assert_sound();
}

#[tokio::test]
async fn what_is_wrong_with_all_lines_is_refused_at_once() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("T")).await;
    let good = body(&test, &[("Ann", "ann@example.org")]);
    for (field, value, named) in [
        ("test_id", json!("x"), "test_id"),
        ("applicants", json!([]), "applicants"),
        ("applicants", json!([{"name": "Ann"}]), "applicants[0].email"),
        ("admin_scheduled", json!(true), "scheduled_date"),
        ("time_zone", json!("Mars/Olympus"), "time_zone"),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        t.post("/api/invites/bulk").bearer(&admin).json(bad).send().await.invalid(named);
    }
    let mut both = good.clone();
    both["admin_scheduled"] = json!(true);
    both["no_schedule"] = json!(true);
    t.post("/api/invites/bulk").bearer(&admin).json(both).send().await.invalid("no_schedule");
    let mut unknown = good.clone();
    unknown["test_id"] = json!("00000000-0000-7000-8000-000000000000");
    t.post("/api/invites/bulk").bearer(&admin).json(unknown).send().await.refused(404, "not_found");
    assert_eq!(t.get("/api/invites").bearer(&admin).send().await.ok(), json!([]));
    let mut dated = good;
    dated["admin_scheduled"] = json!(true);
    dated["scheduled_date"] = json!("2026-03-05T09:00:00Z");
    let reply = t.post("/api/invites/bulk").bearer(&admin).json(dated).send().await.ok();
    let row = t.invite_row(&admin, &reply["results"][0]["invite_id"]).await;
    assert_eq!((&row["admin_scheduled"], &row["scheduled_date"]), (&json!(true), &json!("2026-03-05T09:00:00.000Z")));
}

#[tokio::test]
async fn a_list_that_is_sent_twice_invites_no_one_twice() {
    let (t, admin) = TestApp::with_admin().await;
    let (test, other) = (t.create_test(&admin, small_test("T")).await, t.create_test(&admin, small_test("U")).await);
    let send = |test: &Value, people: &[(&str, &str)], skip: bool| {
        let mut body = body(test, people);
        body["skip_invited"] = json!(skip);
        t.post("/api/invites/bulk").bearer(&admin).json(body).send()
    };
    let people = [("Ann", "ann@example.org"), ("Ben", "ben@example.org")];
    let first = send(&test, &people, true).await.ok();
    let ids: Vec<_> = list(&first["results"]).iter().map(|line| line["invite_id"].clone()).collect();
    t.post(format!("/api/invites/{}/revoke", text(&ids[1]))).bearer(&admin).send().await.ok();

    // Ann is left out; Ben's invitation no longer works; Cleo is new.
    let longer = [("Ann", "ANN@example.org"), ("Ben", "ben@example.org"), ("Cleo", "cleo@example.org")];
    let again = send(&test, &longer, true).await.ok();
    let told: Vec<_> =
        list(&again["results"]).iter().map(|line| (line["ok"] == true, line["already_invited"] == true)).collect();
    assert_eq!(told, [(false, true), (true, false), (true, false)]);
    assert!(text(&again["results"][0]["detail"]).contains("already"), "{again}");
    // Another test is another matter, and so is a call that does not ask.
    assert_eq!(send(&other, &people, true).await.ok()["results"][0]["ok"], true);
    assert_eq!(send(&test, &people[..1], false).await.ok()["results"][0]["ok"], true);
    t.assert_sound();
}
