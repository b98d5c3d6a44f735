//! States of the invitation's mail: sent, failed, not set up, sent again (docs/behaviour/mail.md#email).

use crate::support::{
    app::{PUBLIC_URL, TestApp},
    journey::{small_test, text},
    mailer::{Gate, Mood},
    smtp_sink::{Mode, SmtpSink},
};
use invigil::{
    domain::time::{DAY, MINUTE},
    mail::{OutgoingMail, SmtpMailer},
    service::mail::deliver,
};
use serde_json::{Value, json};
use std::sync::Arc;

async fn retry(t: &TestApp, admin: &str, invite: &Value) -> Value {
    t.post(format!("/api/invites/{}/retry-email", text(&invite["id"]))).bearer(admin).send().await.ok()
}

#[tokio::test]
async fn an_invite_is_mailed_with_a_link_that_opens() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!((&invite["email_sent"], &invite["email_sent_at"]), (&json!(true), &json!("2026-03-02T08:00:00.000Z")));
    assert!(invite["email_error"].is_null());

    let sent = t.mailer.sent();
    assert_eq!(sent.len(), 1);
    assert_eq!((sent[0].to_email.as_str(), sent[0].to_name.as_str()), ("cora@example.org", "Cora Candidate"));
    assert!(sent[0].message_id.ends_with("@tests.example.org"), "{}", sent[0].message_id);
    let settings = t.mailer.last_settings();
    assert_eq!((settings.host.as_str(), settings.password.as_deref()), ("mail.example.org", Some("hunter2")));
    for body in [&sent[0].content.text, &sent[0].content.html] {
        assert!(body.contains(text(&invite["invite_url"])), "{body}");
        let link = body.split(&format!("{PUBLIC_URL}/test-invite/")).nth(1).unwrap();
        let token: String = link.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
        t.get(format!("/api/invites/token/{token}")).send().await.ok();
    }
    assert!(sent[0].content.text.contains("16 March 2026, 08:00 UTC"), "{}", sent[0].content.text);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 0, "nothing is left to send");
    t.assert_sound();
}

#[tokio::test]
async fn without_a_mail_server_the_invite_stands_and_says_why() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!(invite["email_sent"], false);
    assert!(invite["email_sent_at"].is_null());
    let reply = retry(&t, &admin, &invite).await;
    assert_eq!(reply["email_sent"], false);
    assert!(text(&reply["detail"]).contains("not set up"));
    assert!(t.mailer.sent().is_empty());
    t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
    // Set up later, the waiting mail goes out by itself.
    t.set_up_mail(&admin).await;
    t.clock.advance(30 * MINUTE);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 1);
    assert_eq!(t.invite_row(&admin, &invite["id"]).await["email_sent"], true);
    assert_eq!(t.mailer.sent().len(), 1);
}

#[tokio::test]
async fn a_failed_mail_is_told_and_retried() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    t.mailer.refuse("451 4.3.0 try later");
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!((&invite["email_sent"], &invite["email_error"]), (&json!(false), &json!("451 4.3.0 try later")));
    let reply = retry(&t, &admin, &invite).await;
    let expected = json!({"email_sent": false, "detail": "451 4.3.0 try later",
        "email_delivery": t.invite_row(&admin, &invite["id"]).await["email_delivery"]});
    assert_eq!((&reply, &reply["email_delivery"]["state"]), (&expected, &json!("waits")));

    t.mailer.set(Mood::Works);
    assert_eq!(retry(&t, &admin, &invite).await, json!({"email_sent": true}));
    let row = t.invite_row(&admin, &invite["id"]).await;
    assert_eq!((&row["email_sent"], &row["email_error"]), (&json!(true), &Value::Null));
    assert_eq!(retry(&t, &admin, &invite).await["email_sent"], true);
    let sent = t.mailer.sent();
    assert_eq!(sent.len(), 2);
    let same_id = OutgoingMail { message_id: sent[0].message_id.clone(), ..sent[1].clone() };
    assert_eq!(sent[0], same_id);
    assert_ne!(sent[0], sent[1], "a mail that is sent again on demand is no duplicate of the first");

    // A mail that fails after one that went out: the row shows the last try.
    t.mailer.refuse("421 gone fishing");
    assert_eq!(retry(&t, &admin, &invite).await["email_sent"], false);
    assert_eq!(t.invite_row(&admin, &invite["id"]).await["email_error"], "421 gone fishing");
    t.assert_sound();
}

async fn admin_of(t: &TestApp) -> String {
    t.sign_in("ada@example.org").await
}

#[tokio::test]
async fn the_worker_tries_again_with_growing_delays_until_it_gives_up() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    t.mailer.refuse("451 try later");
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    let (mut tries, mut minutes) = (1, 0);
    while minutes < 13 * 24 * 60 {
        tries += deliver::run_once(&t.app).await.unwrap();
        let step = if minutes < 60 { 1 } else { 30 };
        t.clock.advance(step * MINUTE);
        minutes += step;
        if minutes == 60 {
            assert!((5..=8).contains(&tries), "{tries} tries in the first hour");
        }
        if minutes == 5 * 24 * 60 {
            assert!((24..=32).contains(&tries), "{tries} tries in five days");
            assert_eq!(t.invite_row(&admin_of(&t).await, &invite["id"]).await["email_delivery"]["state"], "waits");
        }
    }
    assert!((24..=33).contains(&tries), "then it gives up: {tries}");
    let row = t.invite_row(&admin_of(&t).await, &invite["id"]).await;
    assert_eq!(
        row["email_delivery"],
        json!({"state": "given_up", "until": null, "reason": "451 try later",
        "advice": "Ask the postmaster."})
    );
    t.mailer.set(Mood::Works);
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(retry(&t, &admin, &invite).await["email_sent"], true, "a person can start again");
    t.assert_sound();
}

#[tokio::test]
async fn a_refusal_for_good_is_not_repeated() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    t.mailer.set(Mood::Refuses { words: "550 no such user".into(), retry: false });
    t.invite(&admin, &test, "cora@example.org").await;
    t.clock.advance(DAY);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 0);
}

#[tokio::test]
async fn a_mailer_that_panics_does_not_take_the_invite_along() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    t.mailer.set(Mood::Panics);
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!(invite["email_sent"], false);
    t.mailer.set(Mood::Works);
    assert_eq!(retry(&t, &admin, &invite).await["email_sent"], true);
}

#[tokio::test]
async fn a_link_that_has_ended_is_not_mailed_any_more() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    t.mailer.refuse("451 try later");
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.post(format!("/api/invites/{}/revoke", text(&invite["id"]))).bearer(&admin).send().await.ok();
    t.mailer.set(Mood::Works);
    t.clock.advance(MINUTE);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 1);
    assert!(t.mailer.sent().is_empty());
    t.clock.advance(DAY);
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 0);
}

#[tokio::test]
async fn mails_name_the_chosen_zone_and_utc_and_carry_the_date() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    let fixed =
        json!({"admin_scheduled": true, "scheduled_date": "2026-03-03T14:00:00+01:00", "time_zone": "Europe/Berlin"});
    let invite = t.invite_with(&admin, &test, "cora@example.org", fixed).await.expect(201);
    assert_eq!(invite["scheduled_date"], "2026-03-03T13:00:00.000Z");
    let mail = &t.mailer.sent()[0];
    assert!(mail.content.text.contains("3 March 2026, 14:00 (Europe/Berlin), 13:00 UTC"), "{}", mail.content.text);
    assert!(mail.ics.as_ref().is_some_and(|ics| ics.contains("DTSTART:20260303T130000Z")), "{:?}", mail.ics);
}

#[tokio::test]
async fn a_withdrawn_date_leaves_the_candidates_calendar_once() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    let fixed = json!({"admin_scheduled": true, "scheduled_date": "2026-03-03T14:00:00Z", "time_zone": "UTC"});
    let dated = t.invite_with(&admin, &test, "cora@example.org", fixed).await.expect(201);
    let undated = t.invite_with(&admin, &test, "dora@example.org", json!({"no_schedule": true})).await.expect(201);
    let revoke = json!({"ids": [dated["id"], undated["id"]], "action": "revoke"});
    let done = t.post("/api/invites/actions").bearer(&admin).json(&revoke).send().await.ok();
    assert_eq!(
        (&done["results"][0]["email_queued"], &done["results"][1]["email_queued"]),
        (&json!(true), &json!(false)),
        "{done}"
    );
    t.post("/api/invites/actions").bearer(&admin).json(&revoke).send().await.ok();

    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 1);
    let sent = t.mailer.sent();
    let (first, last) = (sent[0].ics.as_ref().unwrap(), sent.last().unwrap());
    let cancelled = last.ics.as_ref().unwrap();
    assert!(last.content.subject.starts_with("Your test was withdrawn"), "{}", last.content.subject);
    let line = |calendar: &str, name: &str| calendar.lines().find(|l| l.starts_with(name)).map(str::to_owned);
    assert!(cancelled.contains("METHOD:CANCEL") && cancelled.contains("STATUS:CANCELLED"), "{cancelled}");
    assert_eq!(line(cancelled, "UID:"), line(first, "UID:"));
    assert_eq!(sent.len(), 3);
    t.assert_sound();
}

/// One event as a calendar shows it after the entries came, by a parser that is not ours.
fn in_calendar(entries: &[String]) -> Option<(String, String)> {
    use icalendar::Component;
    let mut shown: Option<(String, u32, Option<String>)> = None;
    for entry in entries {
        let calendar: icalendar::Calendar = entry.parse().unwrap();
        let event = calendar.components.iter().find_map(icalendar::CalendarComponent::as_event).unwrap();
        let (uid, number) = (event.get_uid().unwrap().to_owned(), event.get_sequence().unwrap());
        assert!(event.property_value("ORGANIZER").is_some_and(|from| from.starts_with("mailto:")), "{entry}");
        if let Some((known, last, _)) = &shown {
            assert!(*known == uid && number > *last, "the same event, and later");
        }
        let is_gone = calendar.property_value("METHOD") == Some("CANCEL");
        assert_eq!(event.get_status() == Some(icalendar::EventStatus::Cancelled), is_gone);
        let start = event.property_value("DTSTART").map(str::to_owned);
        shown = Some((uid, number, start.filter(|_| !is_gone)));
    }
    shown.and_then(|(uid, _, start)| Some((uid, start?)))
}

#[tokio::test]
async fn a_slot_that_moves_moves_in_the_calendar_and_goes_when_it_is_revoked() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201);
    let path = format!("/api/invites/token/{}/schedule", text(&invite["token"]));
    for hour in [9, 10] {
        let slot = json!({"scheduled_date": format!("2026-03-04T{hour:02}:30:00Z"), "time_zone": "UTC"});
        t.post(&path).json(slot).send().await.ok();
        deliver::run_once(&t.app).await.unwrap();
        t.clock.advance(invigil::domain::time::MINUTE);
    }
    let entries = || t.mailer.sent().iter().filter_map(|mail| mail.ics.clone()).collect::<Vec<String>>();
    let shown = in_calendar(&entries()).unwrap();
    assert_eq!((entries().len(), shown.1.as_str()), (2, "20260304T103000Z"));
    t.post(format!("/api/invites/{}/revoke", text(&invite["id"]))).bearer(&admin).send().await.ok();
    deliver::run_once(&t.app).await.unwrap();
    assert_eq!((entries().len(), in_calendar(&entries())), (3, None));
}

/// Calendars pass over an entry whose number is not higher.
#[tokio::test]
async fn a_calendar_follows_changes_of_one_second_and_of_a_clock_that_was_set_back() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201);
    let path = format!("/api/invites/token/{}", text(&invite["token"]));
    for hour in [9, 10, 11] {
        let slot = json!({"scheduled_date": format!("2026-03-04T{hour:02}:30:00Z"), "time_zone": "UTC"});
        t.post(format!("{path}/schedule")).json(slot).send().await.ok();
        deliver::run_once(&t.app).await.unwrap();
        if hour == 10 {
            t.clock.set("2026-03-02T06:00:00Z");
        }
    }
    let mut entries: Vec<String> = t.mailer.sent().iter().filter_map(|mail| mail.ics.clone()).collect();
    assert_eq!(in_calendar(&entries).unwrap().1, "20260304T113000Z");
    // The candidate takes the entry from the page, long after.
    t.clock.set("2026-03-03T08:00:00Z");
    let taken = t.get(format!("{path}/calendar.ics")).send().await.text;
    let number = |entry: &str| entry.lines().find(|line| line.starts_with("SEQUENCE:")).map(str::to_owned);
    assert_eq!(number(&taken), number(&entries[2]));
    t.clock.set("2026-03-02T06:00:00Z");
    let admin = t.sign_in("ada@example.org").await;
    t.post(format!("/api/invites/{}/revoke", text(&invite["id"]))).bearer(&admin).send().await.ok();
    deliver::run_once(&t.app).await.unwrap();
    entries.extend(t.mailer.sent().last().and_then(|mail| mail.ics.clone()));
    assert_eq!((entries.len(), in_calendar(&entries)), (4, None));
}

#[tokio::test]
async fn a_test_that_is_deleted_by_force_cancels_its_dates_before() {
    let (t, admin) = TestApp::with_mail().await;
    let fixed = || json!({"admin_scheduled": true, "scheduled_date": "2026-03-03T14:00:00Z", "time_zone": "UTC"});
    for (works, unsent) in [(true, 0), (false, 1)] {
        let test = t.create_test(&admin, small_test("Backend")).await;
        t.invite_with(&admin, &test, "cora@example.org", fixed()).await.expect(201);
        t.invite_with(&admin, &test, "dora@example.org", json!({"no_schedule": true})).await.expect(201);
        let before = t.mailer.sent().len();
        if !works {
            t.mailer.refuse("451 later");
        }
        let path = format!("/api/tests/{}/force", text(&test["id"]));
        let reply = t.delete(&path).bearer(&admin).send().await.ok();
        assert_eq!((&reply["deleted_invites"], &reply["unsent_cancellations"]), (&json!(2), &json!(unsent)));
        let sent = t.mailer.sent().split_off(before);
        let cancelled = sent.iter().filter(|mail| mail.ics.as_ref().is_some_and(|ics| ics.contains("METHOD:CANCEL")));
        assert_eq!((cancelled.count(), sent.len()), (1 - unsent, 1 - unsent));
        t.delete(&path).bearer(&admin).send().await.refused(404, "not_found");
        assert_eq!(deliver::run_once(&t.app).await.unwrap(), 0, "nothing of it is left");
    }
    t.assert_sound();
}

#[tokio::test]
async fn who_is_invited_during_a_forced_deletion_gets_a_cancellation() {
    let t = TestApp::new();
    let admin = t.admin().await;
    t.set_up_mail(&admin).await;
    let test = t.create_test(&admin, small_test("Backend")).await;
    let fixed = || json!({"admin_scheduled": true, "scheduled_date": "2026-03-03T14:00:00Z", "time_zone": "UTC"});
    t.invite_with(&admin, &test, "cora@example.org", fixed()).await.expect(201);
    let before = t.mailer.sent().len();
    let gate = Gate::shut();
    t.mailer.set(Mood::Waits(gate.clone()));
    let deletion = t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&admin).send();
    let meanwhile = async {
        gate.entered().await;
        t.mailer.set(Mood::Works);
        t.invite_with(&admin, &test, "dora@example.org", fixed()).await.expect(201);
        gate.release(1);
    };
    let (reply, ()) = tokio::join!(deletion, meanwhile);
    let reply = reply.ok();
    assert_eq!((&reply["deleted_invites"], &reply["unsent_cancellations"]), (&json!(2), &json!(0)));
    let mut cancelled: Vec<String> = t
        .mailer
        .sent()
        .split_off(before)
        .into_iter()
        .filter(|mail| mail.ics.as_ref().is_some_and(|ics| ics.contains("METHOD:CANCEL")))
        .map(|mail| mail.to_email)
        .collect();
    cancelled.sort();
    assert_eq!(cancelled, ["cora@example.org", "dora@example.org"]);
    t.assert_sound();
}

#[tokio::test]
async fn a_chosen_slot_is_confirmed_by_mail_and_only_the_last_one() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201);
    let path = format!("/api/invites/token/{}/schedule", text(&invite["token"]));
    for hour in [9, 10] {
        let slot = json!({"scheduled_date": format!("2026-03-04T{hour:02}:30:00Z"), "time_zone": "UTC"});
        t.post(&path).json(slot).send().await.ok();
    }
    // The worker, at the very moment in which it was woken.
    assert_eq!(deliver::run_once(&t.app).await.unwrap(), 1);
    let sent = t.mailer.sent();
    assert_eq!(sent.len(), 2, "the invitation, and one confirmation");
    assert!(sent[1].content.text.contains("4 March 2026, 10:30"), "{}", sent[1].content.text);
    assert!(sent[1].ics.as_ref().is_some_and(|ics| ics.contains("DTSTART:20260304T103000Z")), "{:?}", sent[1].ics);
    assert_ne!(sent[0].message_id, sent[1].message_id);
    assert_eq!(t.invite_row(&admin, &invite["id"]).await["email_sent"], true);
    t.assert_sound();
}

#[tokio::test]
async fn the_real_mailer_reaches_a_real_server() {
    let sink = SmtpSink::start_with(
        Mode::SignIn { user: "robot".into(), password: "hunter2".into() },
        crate::support::smtp_sink::Encryption::None,
    )
    .await;
    let t = TestApp::with_mailer(Arc::new(SmtpMailer::default()));
    let admin = t.admin().await;
    let settings = json!({"smtpHost": "127.0.0.1", "smtpPort": sink.port(), "smtpUser": "robot", "smtpPassword": "hunter2",
        "smtpTls": "none", "fromEmail": "jobs@example.org", "fromName": "Jobs, Inc."});
    let put = || t.put("/api/admin/email-settings").bearer(&admin);
    put().json(&settings).send().await.ok();
    let test = t.create_test(&admin, small_test("Ünïcode & co")).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    assert_eq!(invite["email_sent"], true, "{invite}");
    let mails = sink.wait_for(1).await;
    assert_eq!(
        (mails[0].from.as_str(), mails[0].to.as_slice()),
        ("jobs@example.org", &["cora@example.org".to_owned()][..])
    );
    assert_eq!(mails[0].user.as_deref(), Some("robot"));
    let id = mails[0].header("message-id").unwrap();
    assert!(mails[0].part("text/plain").unwrap().contains(text(&invite["invite_url"])));
    assert!(mails[0].part("text/html").unwrap().contains(text(&invite["invite_url"])));

    retry(&t, &admin, &invite).await;
    assert_ne!(sink.wait_for(2).await[1].header("message-id").unwrap(), id);

    let test_mail =
        || t.post("/api/admin/email-settings/test").bearer(&admin).json(json!({"email": "ada@example.org"}));
    let told = test_mail().send().await.ok();
    assert_eq!(told["message"], "Test email sent successfully!");
    assert_eq!(sink.wait_for(3).await[2].to, ["ada@example.org"]);
    put().json(json!({"smtpPassword": "wrong"})).send().await.ok();
    let refusal = test_mail().send().await.refused(422, "smtp_failed");
    assert!(text(&refusal["detail"]).contains("535"), "the server's own words: {refusal}");
    let reply = retry(&t, &admin, &invite).await;
    assert!(text(&reply["detail"]).contains("535"), "{reply}");
    sink.set_mode(Mode::RefuseAll);
    let refusal = test_mail().send().await.refused(422, "smtp_failed");
    assert!(text(&refusal["detail"]).contains("closing for maintenance"), "{refusal}");
    drop(sink);
    let refusal = test_mail().send().await.refused(422, "smtp_failed");
    assert!(!text(&refusal["detail"]).contains("hunter2"));
    t.assert_sound();
}
