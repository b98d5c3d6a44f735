//! The language of a candidate: the invite's, else the test's, else the site's (docs/languages.md#which-language).

use crate::support::{
    app::TestApp,
    journey::{small_test, text},
};
use serde_json::{Value, json};

const COMPANY: &str = "/api/admin/company-settings";

async fn language_of(t: &TestApp, invite: &Value) -> Value {
    let page = t.get(format!("/api/take-test/{}", text(&invite["token"]))).send().await.ok();
    let link = t.get(format!("/api/invites/token/{}", text(&invite["token"]))).send().await.ok();
    assert_eq!((&page["language"], &page["languages"]), (&link["language"], &link["languages"]));
    assert_eq!(page["languages"], json!(["en", "de", "fr", "es", "pt-BR", "pl", "ar", "ja"]));
    page["language"].clone()
}

async fn invite(t: &TestApp, admin: &str, test: &str, email: &str, language: Value) -> Value {
    let body = json!({"test_id": test, "applicant_email": email, "applicant_name": "Cora Candidate", "no_schedule": true,
        "language": language});
    t.post("/api/invites").bearer(admin).json(body).send().await.expect(201)
}

#[tokio::test]
async fn an_invite_a_test_and_the_site_name_the_language_in_this_order() {
    let (t, admin) = TestApp::with_mail().await;
    let created = t.create_test(&admin, small_test("Rust")).await;
    assert_eq!(created.get("language"), None);
    let id = text(&created["id"]).to_owned();
    let plain = invite(&t, &admin, &id, "a@example.org", Value::Null).await;
    assert_eq!(language_of(&t, &plain).await, Value::Null, "the browser's");

    let set = json!({"language": "pl", "invitation_text": "Witamy!"});
    t.put(COMPANY).bearer(&admin).json(set).send().await.ok();
    assert_eq!(language_of(&t, &plain).await, "pl");

    let put = |language: &str| {
        let mut body = small_test("Rust");
        body["language"] = json!(language);
        t.put(format!("/api/tests/{id}")).bearer(&admin).json(body).send()
    };
    assert_eq!(put("de-AT").await.ok()["language"], "de");
    assert_eq!(language_of(&t, &plain).await, "de");
    let kept = t.put(format!("/api/tests/{id}")).bearer(&admin).json(small_test("Rust")).send().await.ok();
    assert_eq!(kept["language"], "de", "a page that does not know the field leaves it");

    let arabic = invite(&t, &admin, &id, "b@example.org", json!("ar")).await;
    assert_eq!((&arabic["language"], language_of(&t, &arabic).await), (&json!("ar"), json!("ar")));
    assert_eq!(put("").await.ok().get("language"), None, "blank removes it");
    assert_eq!(language_of(&t, &plain).await, "pl");

    for refused in [
        put("tlh").await,
        t.put(COMPANY).bearer(&admin).json(json!({"language": "xx"})).send().await,
        t.post("/api/invites")
            .bearer(&admin)
            .json(json!({"test_id": id, "applicant_email": "c@example.org", "applicant_name": "C", "language": "?"}))
            .send()
            .await,
    ] {
        refused.invalid("language");
    }

    // Each mail is in its language; the company's own words are in the site's.
    let polish = invite(&t, &admin, &id, "d@example.org", Value::Null).await;
    assert_eq!(language_of(&t, &polish).await, "pl");
    let mails = t.mailer.sent();
    let languages: Vec<&str> = mails.iter().map(|mail| mail.content.language.code()).collect();
    assert_eq!(languages, ["en", "ar", "pl"]);
    assert!(mails[1].content.html.contains("<html lang=\"ar\" dir=\"rtl\">"), "{}", mails[1].content.html);
    let arabic = &mails[1].content.text;
    assert!(!arabic.contains("Witamy!") && arabic.contains("مرحبًا \u{2068}Cora Candidate\u{2069}"), "{arabic}");
    assert!(mails[2].content.text.starts_with("Witamy!"), "{}", mails[2].content.text);
    t.assert_sound();
}

#[tokio::test]
async fn each_person_of_a_list_may_have_a_language() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("Rust")).await;
    let list = "name,email,language\nAda,a@example.org,fr-CA\nBob,b@example.org,\nCy,c@example.org,xx\n";
    let preview = t.post("/api/invites/bulk/preview").bearer(&admin).body("text/plain", list).send().await.ok();
    assert_eq!(preview["people"][0]["language"], "fr-CA");
    assert!(preview["people"][2]["problem"].is_string(), "{preview}");
    let body = json!({"test_id": test["id"], "no_schedule": true, "language": "ja", "applicants": [
        {"name": "Ada", "email": "a@example.org", "language": "fr-CA"},
        {"name": "Bob", "email": "b@example.org"},
        {"name": "Cy", "email": "c@example.org", "language": "xx"},
    ]});
    let results = t.post("/api/invites/bulk").bearer(&admin).json(body).send().await.ok()["results"].clone();
    let mut languages = Vec::new();
    for line in [0, 1] {
        languages.push(t.invite_row(&admin, &results[line]["invite_id"]).await["language"].clone());
    }
    assert_eq!(languages, ["fr", "ja"]);
    assert_eq!(results[2]["ok"], false);
    t.assert_sound();
}
