//! Settings of mail and theme (docs/behaviour/mail.md#email).

use crate::support::{
    app::TestApp,
    journey::{small_test, text},
};
use invigil::domain::time::SECOND;
use serde_json::{Value, json};

const SECRET: &str = "s3cret-of-the-mail-server";

fn put(t: &TestApp, admin: &str, body: Value) -> crate::support::call::Call {
    t.put("/api/admin/email-settings").bearer(admin).json(body)
}

fn settings() -> Value {
    json!({"smtpHost": "mail.example.org", "smtpPort": 587, "smtpUser": "robot", "smtpPassword": SECRET, "smtpTls": "starttls",
        "fromEmail": "jobs@example.org", "fromName": "Jobs", "closingReminders": true, "ehloName": "",
        "ehloNameDefault": "tests.example.org"})
}

/// Without the version, which is a digest of the rest.
pub fn content(mut reply: Value) -> Value {
    assert!(reply.as_object_mut().unwrap().remove("version").is_some_and(|version| version.is_u64()), "{reply}");
    reply
}

#[tokio::test]
async fn the_stored_password_is_never_told() {
    let (t, admin) = TestApp::with_admin().await;
    let fresh = t.get("/api/admin/email-settings").bearer(&admin).send().await.ok();
    let expected = json!({"smtpHost": "", "smtpPort": 587, "smtpUser": "", "smtpPassword": "", "hasPassword": false, "smtpTls": "starttls",
        "fromEmail": "", "fromName": "Interview Platform", "closingReminders": true, "ehloName": "",
        "ehloNameDefault": "tests.example.org"});
    assert_eq!(content(fresh), expected);
    let stored = put(&t, &admin, settings()).send().await.ok();
    let mut expected = settings();
    expected["smtpPassword"] = "".into();
    expected["hasPassword"] = true.into();
    assert_eq!(content(stored), expected);
    let read = t.get("/api/admin/email-settings").bearer(&admin).send().await.ok();
    assert_eq!(content(read), expected);
    // What comes back from the form is an empty field: it keeps the password.
    assert_eq!(content(put(&t, &admin, expected.clone()).send().await.ok()), expected);
    let test = t.create_test(&admin, small_test("T")).await;
    t.invite(&admin, &test, "a@example.org").await;
    assert_eq!(t.mailer.last_settings().password.as_deref(), Some(SECRET));
    t.assert_sound();
}

#[tokio::test]
async fn a_password_is_kept_cleared_or_set() {
    let (t, admin) = TestApp::with_admin().await;
    put(&t, &admin, settings()).send().await.ok();
    let test_mail =
        || t.post("/api/admin/email-settings/test").bearer(&admin).json(json!({"email": "ada@example.org"}));
    for (change, password) in [
        (json!({"fromName": "New name"}), Some(SECRET)),
        (json!({"smtpPassword": ""}), Some(SECRET)),
        (json!({"smtpPassword": "next"}), Some("next")),
        (json!({"smtpPassword": null}), None),
        (json!({"fromName": "Other"}), None),
    ] {
        let reply = put(&t, &admin, change.clone()).send().await.ok();
        assert_eq!(reply["hasPassword"], password.is_some(), "{change}");
        test_mail().send().await.ok();
        assert_eq!(t.mailer.last_settings().password.as_deref(), password, "{change}");
    }
    assert_eq!(t.mailer.last_settings().from_name, "Other");
}

/// No one may have the stored password sent elsewhere.
#[tokio::test]
async fn another_server_asks_for_the_password_again() {
    let (t, admin) = TestApp::with_admin().await;
    let stored = put(&t, &admin, settings()).send().await.ok();
    for change in [
        json!({"smtpHost": "evil.example.net"}),
        json!({"smtpHost": "evil.example.net", "smtpPassword": ""}),
        json!({"smtpPort": 25}),
        json!({"smtpTls": "none"}),
    ] {
        put(&t, &admin, change).send().await.invalid("smtpPassword");
    }
    assert_eq!(t.get("/api/admin/email-settings").bearer(&admin).send().await.ok(), stored);
    put(&t, &admin, json!({"smtpHost": "other.example.org", "smtpPassword": "theirs"})).send().await.ok();
    put(&t, &admin, json!({"smtpHost": "third.example.org", "smtpPassword": null})).send().await.ok();
    put(&t, &admin, json!({"smtpHost": "fourth.example.org", "smtpPort": 25})).send().await.ok();
}

#[tokio::test]
async fn settings_that_could_not_work_are_refused() {
    let (t, admin) = TestApp::with_admin().await;
    put(&t, &admin, settings()).send().await.ok();
    for (change, field) in [
        (json!({"smtpPort": 0}), "smtpPort"),
        (json!({"smtpPort": 65536}), "smtpPort"),
        (json!({"smtpPort": "587"}), "smtpPort"),
        (json!({"smtpHost": "mail server", "smtpPassword": "x"}), "smtpHost"),
        (json!({"smtpHost": "http://mail", "smtpPassword": "x"}), "smtpHost"),
        (json!({"fromEmail": "jobs"}), "fromEmail"),
        (json!({"fromEmail": ""}), "fromEmail"),
        (json!({"fromName": "a\r\nBcc: x@y.org"}), "fromName"),
        (json!({"smtpTls": "ssl"}), "smtpTls"),
        (json!({"ehloName": "vm"}), "ehloName"),
        (json!({"ehloName": "two words.example"}), "ehloName"),
    ] {
        put(&t, &admin, change).send().await.invalid(field);
    }
}

#[tokio::test]
async fn the_test_mail_tells_the_servers_words() {
    let (t, admin) = TestApp::with_admin().await;
    let post = |email: &str| t.post("/api/admin/email-settings/test").bearer(&admin).json(json!({"email": email}));
    let unset = post("ada@example.org").send().await.refused(422, "smtp_failed");
    assert!(text(&unset["detail"]).contains("not set up"));
    put(&t, &admin, settings()).send().await.ok();
    post("nonsense").send().await.invalid("email");
    assert_eq!(post("ada@example.org").send().await.ok(), json!({"message": "Test email sent successfully!"}));
    t.mailer.refuse("535 5.7.8 authentication credentials invalid");
    let refusal = post("ada@example.org").send().await.refused(422, "smtp_failed");
    assert_eq!(refusal["detail"], "535 5.7.8 authentication credentials invalid. Ask the postmaster.");
}

#[tokio::test]
async fn an_administrator_tries_each_service_ten_times_and_then_every_half_minute() {
    let (t, admin) = TestApp::with_admin().await;
    put(&t, &admin, settings()).send().await.ok();
    let ai = json!({"provider": "openai", "baseUrl": "http://127.0.0.1:9", "model": "m"});
    t.put("/api/admin/ai-settings").bearer(&admin).json(ai).send().await.ok();
    for (path, answers) in [("/api/admin/email-settings/test", 200), ("/api/admin/ai-settings/test", 422)] {
        let test = || t.post(path).bearer(&admin).json(json!({"email": "ada@example.org"})).send();
        for _ in 0..10 {
            test().await.expect(answers);
        }
        let refused = test().await;
        assert_eq!(refused.header("retry-after"), "30", "{path}");
        refused.refused(429, "too_many_tests");
        t.clock.advance(30 * SECOND);
        test().await.expect(answers);
    }
}

#[tokio::test]
async fn the_theme_is_public_and_an_admins_to_set() {
    let (t, admin) = TestApp::with_admin().await;
    let path = "/api/admin/theme-settings";
    let fresh = t.get(path).send().await.ok();
    assert_eq!(content(fresh), json!({"themeName": "classic", "customColors": {}}));
    for name in ["light", "dark", "modern", "professional", "premium", "classic"] {
        let set = t.put(path).bearer(&admin).json(json!({"themeName": name})).send().await.ok();
        assert_eq!(set["themeName"], name);
        assert_eq!(t.get(path).send().await.ok(), set);
    }
    let custom = json!({"themeName": "dark", "customColors": {"primary": "#123456", "gradient": "linear-gradient(90deg, #fff, rgb(0, 0, 0))"}});
    assert_eq!(content(t.put(path).bearer(&admin).json(&custom).send().await.ok()), custom);
    // Left out, the colours stay; an empty set removes them.
    assert_eq!(content(t.put(path).bearer(&admin).json(json!({"themeName": "dark"})).send().await.ok()), custom);
    for (bad, field) in [
        (json!({"themeName": "neon"}), "themeName"),
        (json!({"themeName": ""}), "themeName"),
        (json!({}), "themeName"),
        (json!({"themeName": "dark", "customColors": {"accent": "#fff"}}), "customColors.accent"),
        (json!({"themeName": "dark", "customColors": {"primary": "red;}body{display:none"}}), "customColors.primary"),
        (json!({"themeName": "dark", "customColors": {"primary": "</style><script>"}}), "customColors.primary"),
        (
            json!({"themeName": "dark", "customColors": {"primary": "url(https://evil.example.net/x)"}}),
            "customColors.primary",
        ),
        (json!({"themeName": "dark", "customColors": {"primary": "expression(alert(1))"}}), "customColors.primary"),
        (
            json!({"themeName": "dark", "customColors": {"primary": "linear-gradient(90deg, url(/x), #fff)"}}),
            "customColors.primary",
        ),
        (json!({"themeName": "dark", "customColors": {"primary": "#fff) rgb("}}), "customColors.primary"),
        (json!({"themeName": "dark", "customColors": {"primary": ""}}), "customColors.primary"),
        (json!({"themeName": "dark", "customColors": {"primary": 5}}), "customColors.primary"),
    ] {
        let reply = t.put(path).bearer(&admin).json(&bad).send().await;
        assert_eq!(reply.status, 422, "{bad}: {}", reply.text);
        reply.invalid(field);
    }
    assert_eq!(content(t.get(path).send().await.ok()), custom);
    t.put(path).bearer(&admin).json(json!({"themeName": "dark", "customColors": {}})).send().await.ok();
    assert_eq!(t.get(path).send().await.ok()["customColors"], json!({}));
}

/// Each of the settings that two administrators may have open.
#[tokio::test]
async fn a_change_of_outdated_settings_is_refused() {
    let (t, admin) = TestApp::with_admin().await;
    let changes = [
        ("/api/admin/email-settings", "fromName", ["Ada", "Bob", "Cora"]),
        ("/api/admin/ai-settings", "model", ["one", "two", "three"]),
        ("/api/admin/theme-settings", "themeName", ["dark", "light", "modern"]),
    ];
    for (path, field, [first, second, third]) in changes {
        let read = t.get(path).bearer(&admin).send().await.ok();
        let change =
            |value: &str| t.put(path).bearer(&admin).json(json!({"version": read["version"], field: value})).send();
        let (one, other) = tokio::join!(change(first), change(second));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{path}");
        let refused = change(third).await.refused(409, "changed_meanwhile");
        assert_eq!(refused["by"], "Ada Admin", "{path}");
        let now = t.get(path).bearer(&admin).send().await.ok();
        assert_ne!(now[field], third, "{path}");
        let again = json!({"version": now["version"], field: third});
        assert_eq!(t.put(path).bearer(&admin).json(again).send().await.ok()[field], third);
        // Callers that know no versions.
        t.put(path).bearer(&admin).json(json!({field: first})).send().await.ok();
    }
}
