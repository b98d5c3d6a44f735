//! The company as candidates see it (docs/behaviour/screens.md#company).

use crate::support::{
    app::TestApp,
    journey::{small_test, text},
    smtp_sink::SmtpSink,
};
use invigil::{mail::SmtpMailer, picture};
use serde_json::{Value, json};
use std::sync::Arc;

const PATH: &str = "/api/admin/company-settings";

fn logo(shade: u8) -> Vec<u8> {
    picture::jpeg(40, 30, |_, _| [shade, 20, 20]).unwrap()
}

async fn set(t: &TestApp, admin: &str, body: Value) -> Value {
    t.put(PATH).bearer(admin).json(body).send().await.ok()
}

#[tokio::test]
async fn a_candidate_sees_name_contact_logo_and_words() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("Rust")).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    let page = || async { t.get(format!("/api/take-test/{}", text(&invite["token"]))).send().await.ok() };
    let before = page().await["company"].clone();
    let usual =
        json!({"name": "", "contact": "", "logo": null, "intro": null, "first_slot": "09:00", "last_slot": "17:30"});
    assert_eq!(before, usual);
    let words = json!({"name": " Acme ", "contact": "jobs@example.org", "intro_text": "{company}: {duration_minutes} minutes of {test_title}."});
    assert_eq!(set(&t, &admin, words).await["version"], 1);
    let stored = t.put(format!("{PATH}/logo")).bearer(&admin).body("image/jpeg", logo(1)).send().await.ok();
    let hash = text(&stored["logo"]["hash"]).to_owned();
    let after = page().await["company"].clone();
    assert_eq!((&after["name"], &after["contact"]), (&json!("Acme"), &json!("jobs@example.org")));
    assert!(
        text(&after["intro"]).starts_with("Acme: ") && text(&after["intro"]).ends_with("minutes of Rust."),
        "{after}"
    );
    assert_eq!(after["logo"]["hash"], hash);
    let shown = t.get(format!("/api/company-logo/{hash}")).send().await;
    assert_eq!((shown.status, shown.header("content-type")), (200, "image/jpeg"));
    // The next logo replaces it.
    t.put(format!("{PATH}/logo")).bearer(&admin).body("image/jpeg", logo(200)).send().await.ok();
    t.get(format!("/api/company-logo/{hash}")).send().await.refused(404, "not_found");
    let removed = t.delete(format!("{PATH}/logo")).bearer(&admin).send().await.ok();
    assert_eq!((&removed["logo"], &removed["version"]), (&Value::Null, &json!(4)));
    t.assert_sound();
}

#[tokio::test]
async fn words_name_the_sender_while_the_company_has_no_name() {
    let (t, admin) = TestApp::with_mail().await;
    let intro = || async {
        let words = json!({"intro_text": "A test of {company}."});
        t.post(format!("{PATH}/preview")).bearer(&admin).json(words).send().await.ok()["intro"].clone()
    };
    assert_eq!(intro().await, "A test of Jobs.");
    set(&t, &admin, json!({"name": "Acme"})).await;
    assert_eq!(intro().await, "A test of Acme.");
}

#[tokio::test]
async fn wrong_settings_are_refused_by_field() {
    let (t, admin) = TestApp::with_admin().await;
    for (body, field) in [
        (json!({"name": "a\nb"}), "name"),
        (json!({"contact": "x".repeat(201)}), "contact"),
        (json!({"reply_to": "nobody"}), "reply_to"),
        (json!({"reply_to": "a@b.c\r\nBcc: d@e.f"}), "reply_to"),
        (json!({"first_slot": "9"}), "first_slot"),
        (json!({"first_slot": "18:00"}), "last_slot"),
        (json!({"invitation_subject": "a\nb"}), "invitation_subject"),
        (json!({"invitation_text": "{score}"}), "invitation_text"),
        (json!({"reminder_text": "x".repeat(3_001)}), "reminder_text"),
    ] {
        t.put(PATH).bearer(&admin).json(body).send().await.invalid(field);
    }
    t.post(format!("{PATH}/preview"))
        .bearer(&admin)
        .json(json!({"intro_text": "{"}))
        .send()
        .await
        .invalid("intro_text");
    let put =
        |kind: &'static str, bytes: Vec<u8>| t.put(format!("{PATH}/logo")).bearer(&admin).body(kind, bytes).send();
    put("image/png", b"<svg onload=alert(1)>".to_vec()).await.refused(415, "not_an_image");
    put("image/webp", logo(1)).await.refused(415, "wrong_media");
    // Noise does not shrink.
    let large = picture::jpeg(900, 900, |x, y| {
        let seed = x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503).wrapping_mul(x | 1);
        [seed.to_le_bytes()[1], seed.to_le_bytes()[2], seed.to_le_bytes()[3]]
    });
    let refused = put("image/jpeg", large.unwrap()).await.invalid("picture");
    let detail = text(&refused["detail"]);
    assert!(detail.starts_with("Encoded again") && detail.contains("; 200 KiB are allowed"), "{detail}");
    assert_eq!(t.get(PATH).bearer(&admin).send().await.ok()["version"], 0);
}

#[tokio::test]
async fn a_stale_change_shows_who_was_faster() {
    let (t, admin) = TestApp::with_admin().await;
    let (first, second) = tokio::join!(
        t.put(PATH).bearer(&admin).json(json!({"version": 0, "name": "A"})).send(),
        t.put(PATH).bearer(&admin).json(json!({"version": 0, "name": "B"})).send(),
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let stale = t.put(PATH).bearer(&admin).json(json!({"version": 0, "name": "C"})).send().await;
    stale.refused(409, "changed_meanwhile");
    // Nothing changed: no new version.
    let now = t.get(PATH).bearer(&admin).send().await.ok();
    assert_eq!(set(&t, &admin, json!({"version": 1, "name": now["name"]})).await["version"], 1);
}

#[tokio::test]
async fn slots_follow_the_hours_of_the_company() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("Rust")).await;
    let invite = t.invite_with(&admin, &test, "cora@example.org", json!({"no_schedule": false})).await.expect(201);
    let path = format!("/api/invites/token/{}/schedule", text(&invite["token"]));
    let day = t.now().plus(invigil::domain::time::DAY).to_string()[..10].to_owned();
    let choose = |hour: &str| {
        t.post(path.clone()).json(json!({"scheduled_date": format!("{day}T{hour}:00Z"), "time_zone": "UTC"})).send()
    };
    let refused = choose("20:30").await.invalid("scheduled_date");
    assert!(text(&refused["detail"]).contains("from 09:00 to 17:30"), "{refused}");
    set(&t, &admin, json!({"first_slot": "06:30", "last_slot": "20:30"})).await;
    choose("20:30").await.ok();
    choose("06:30").await.ok();
    choose("21:00").await.invalid("scheduled_date");
    choose("06:00").await.invalid("scheduled_date");
}

#[tokio::test]
async fn mails_carry_words_logo_and_reply_address() {
    let sink = SmtpSink::start().await;
    let t = TestApp::with_mailer(Arc::new(SmtpMailer::default()));
    let admin = t.admin().await;
    let server =
        json!({"smtpHost": "127.0.0.1", "smtpPort": sink.port(), "smtpTls": "none", "fromEmail": "robot@example.org"});
    t.put("/api/admin/email-settings").bearer(&admin).json(server).send().await.ok();
    let words = json!({"name": "Acme", "contact": "+1 555 0100", "reply_to": "jobs@example.org",
        "invitation_subject": "{test_title} at {company}", "invitation_text": "Dear {applicant_name}, welcome."});
    set(&t, &admin, words).await;
    t.put(format!("{PATH}/logo")).bearer(&admin).body("image/jpeg", logo(1)).send().await.ok();
    let preview =
        t.post(format!("{PATH}/preview")).bearer(&admin).json(json!({"reminder_text": "Soon!"})).send().await.ok();
    assert_eq!(preview["invitation"]["subject"], "Sample test at Acme");
    assert!(text(&preview["reminder"]["text"]).contains("Soon!"), "{preview}");
    t.post(format!("{PATH}/test")).bearer(&admin).json(json!({"email": "ada@example.org"})).send().await.ok();
    let test = t.create_test(&admin, small_test("Rust")).await;
    t.invite_with(&admin, &test, "cora@example.org", json!({"applicant_name": "Cora {company}"})).await.expect(201);
    for mail in sink.wait_for(2).await {
        assert!(mail.data.contains("Reply-To: jobs@example.org"), "{}", mail.data);
        assert!(mail.data.contains("Content-ID: <logo>") && mail.data.contains("+1 555 0100"), "{}", mail.data);
        let is_sample = mail.to.iter().any(|to| to.contains("ada@"));
        let subject = if is_sample { "Subject: Sample test at Acme" } else { "Subject: Rust at Acme" };
        let greeting = if is_sample { "Dear Alex Example, welcome." } else { "Dear Cora {company}, welcome." };
        assert!(mail.data.contains(subject) && mail.data.contains(greeting), "{}", mail.data);
    }
}

#[tokio::test]
async fn of_two_who_change_the_logo_the_second_sees_the_first() {
    let (t, ada) = TestApp::with_admin().await;
    let bob = t.second_admin().await;
    let put = |who: &str, version: u32, shade: u8| {
        t.put(format!("{PATH}/logo?version={version}")).bearer(who).body("image/jpeg", logo(shade)).send()
    };
    let stored = put(&ada, 0, 1).await.ok();
    let refusal = put(&bob, 0, 200).await.refused(409, "changed_meanwhile");
    assert_eq!(refusal["by"], "Ada Admin");
    t.delete(format!("{PATH}/logo?version=0")).bearer(&bob).send().await.refused(409, "changed_meanwhile");
    let kept = t.get(PATH).bearer(&bob).send().await.ok();
    assert_eq!((&kept["logo"], &kept["version"]), (&stored["logo"], &json!(1)));
    t.delete(format!("{PATH}/logo?version=1")).bearer(&bob).send().await.ok();
    t.assert_sound();
}
