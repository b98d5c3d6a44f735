//! The site's own texts of languages: they override ours one by one, add languages, and survive (docs/languages.md#translators).

use crate::support::{
    app::TestApp,
    journey::{small_test, text},
};
use invigil::{
    domain::{
        language::Language,
        translation::{Readers, read_po},
    },
    service::{
        actor::{Actor, SiteOperator},
        settings::languages::{self, ImportedLanguage},
    },
};
use serde_json::{Value, json};
use std::fmt::Write as _;

const COMPANY: &str = "/api/admin/company-settings";

fn operator() -> SiteOperator {
    Actor::Operator.require().unwrap()
}

/// A file of a language in which each text for candidates is the English one with a mark at its end.
fn marked(tag: &str, from: usize) -> String {
    marked_for(Readers::Candidates, tag, from)
}

fn marked_for(readers: Readers, tag: &str, from: usize) -> String {
    let language = Language::of_tag(tag).unwrap();
    let texts = read_po(languages::template(language, readers).as_bytes()).unwrap();
    let mut file = format!("msgid \"\"\nmsgstr \"Language: {tag}\\n\"\n");
    for entry in texts.entries.iter().skip(from) {
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let (context, id) = (&entry.context, quoted(&entry.id));
        write!(file, "\nmsgctxt \"{context}\"\nmsgid \"{id}\"\nmsgstr \"{id} [{tag}]\"\n").unwrap();
    }
    file
}

async fn import(t: &TestApp, file: &str) -> ImportedLanguage {
    languages::import(&t.app, &operator(), file.as_bytes(), None).await.unwrap()
}

async fn row(t: &TestApp, admin: &str, tag: &str) -> Value {
    let listed = t.get("/api/admin/languages").bearer(admin).send().await.ok();
    listed["languages"].as_array().unwrap().iter().find(|row| row["language"] == tag).cloned().unwrap_or_default()
}

async fn invite(t: &TestApp, admin: &str, test: &Value, language: &str) -> Value {
    let body = json!({"test_id": test["id"], "applicant_email": "a@example.org", "applicant_name": "Ann", "no_schedule": true,
        "language": language});
    t.post("/api/invites").bearer(admin).json(body).send().await.expect(201)
}

#[tokio::test]
async fn a_language_of_a_file_alone_is_offered_once_it_is_complete() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("Rust")).await;
    assert_eq!(row(&t, &admin, "it").await, Value::Null);
    assert_eq!(row(&t, &admin, "de").await["percent"], 100);
    t.put(COMPANY).bearer(&admin).json(json!({"language": "it"})).send().await.invalid("language");

    let some = import(&t, &marked("it", 600)).await;
    assert!(!some.is_offered && some.coverage.percent() < 60, "{some:?}");
    assert_eq!(row(&t, &admin, "it").await["offered"], false);
    t.put(COMPANY).bearer(&admin).json(json!({"language": "it"})).send().await.invalid("language");

    let all = import(&t, &marked("it", 0)).await;
    assert!(all.is_offered && all.coverage.percent() == 100, "{:?}", all.problems);
    let shown = row(&t, &admin, "it").await;
    assert_eq!((&shown["name"], &shown["percent"], &shown["offered"]), (&json!("Italiano"), &json!(100), &json!(true)));

    let italian = invite(&t, &admin, &test, "it-CH").await;
    let page = t.get(format!("/api/take-test/{}", text(&italian["token"]))).send().await.ok();
    assert_eq!((&page["language"], &page["languages"][8]), (&json!("it"), &json!("it")));
    let sent = t.mailer.sent();
    let mail = &sent.last().unwrap().content;
    assert_eq!(mail.language.code(), "it");
    assert!(mail.text.contains("This link is for you only; please do not share it. [it]"), "{}", mail.text);
    assert!(mail.text.contains("Hello Ann, [it]") && mail.html.contains("lang=\"it\""), "{}", mail.html);
    assert!(!mail.text.contains('{') && !mail.html.contains("{{"), "{}", mail.text);
    t.put(COMPANY).bearer(&admin).json(json!({"language": "it"})).send().await.ok();
    let mut edited = small_test("Rust");
    edited["language"] = json!("it");
    let path = format!("/api/tests/{}", text(&test["id"]));
    t.put(&path).bearer(&admin).json(edited.clone()).send().await.ok();

    languages::remove(&t.app, &operator(), Language::of_tag("it").unwrap()).await.unwrap();
    let page = t.get(format!("/api/take-test/{}", text(&italian["token"]))).send().await.ok();
    assert_eq!((&page["language"], page["languages"].as_array().unwrap().len()), (&Value::Null, 8));
    assert!(languages::remove(&t.app, &operator(), Language::of_tag("it").unwrap()).await.is_err());
    // A form that still shows the language saves its other fields.
    edited["title"] = json!("Rust, again");
    assert_eq!(t.put(&path).bearer(&admin).json(edited.clone()).send().await.ok()["title"], "Rust, again");
    t.put(COMPANY).bearer(&admin).json(json!({"language": "it", "name": "Acme"})).send().await.ok();
    edited["language"] = json!("nl");
    t.put(&path).bearer(&admin).json(edited).send().await.invalid("language");
    t.assert_sound();
}

#[tokio::test]
async fn a_site_overrides_ours_text_by_text() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("Rust")).await;
    let file = |start: &str, hello: &str| {
        format!(
            "msgid \"\"\nmsgstr \"Language: de\\n\"\n\nmsgctxt \"take.start\"\nmsgid \"Start\"\nmsgstr \"{start}\"\n\n\
            msgctxt \"mail/invitation\"\nmsgid \"Hello {{applicant_name}},\"\nmsgstr \"{hello}\"\n"
        )
    };
    let done = import(&t, &file("Los", "Servus {applicant_name},")).await;
    assert_eq!((done.own, done.is_offered, done.coverage.percent()), (2, true, 100));
    let catalogues = languages::catalogues(&t.app).unwrap();
    let [german] = catalogues.as_slice() else { panic!("{catalogues:?}") };
    let served = t.get(format!("/assets/{}", german.file)).send().await;
    assert_eq!(served.header("cache-control"), "public, max-age=31536000, immutable");
    assert!(served.header("content-type").starts_with("application/json") && !served.header("etag").is_empty());
    assert_eq!(served.ok(), json!({"take": {"start": "Los"}}));
    invite(&t, &admin, &test, "de").await;
    let sent = t.mailer.sent();
    let mail = &sent.last().unwrap().content.text;
    assert!(mail.contains("Servus Ann,") && mail.contains("Sie sind zu einem Online-Test eingeladen"), "{mail}");

    // Another file replaces it, under another address.
    import(&t, &file("Beginnen Sie", "Hallo {applicant_name},")).await;
    let again = languages::catalogues(&t.app).unwrap();
    assert_ne!(again[0].file, german.file);
    assert_eq!(t.get(format!("/assets/{}", german.file)).send().await.status, 404);

    for (bad, said) in [
        (file("{start", "Hallo {applicant_name},"), "malformed"),
        (file("Los", "Hallo,"), "{applicant_name} is lost"),
        ("msgid \"\"\nmsgstr \"Language: de\\n".to_owned(), "cut off"),
        (file("Start", "Hello {applicant_name},").replace("Language: de", "Language: en"), "English"),
        (file("Start", "Hello {applicant_name},").replace("Language: de", "Language: tlh"), "tlh"),
        ("msgid \"\"\nmsgstr \"\"\n".to_owned(), "does not say its language"),
        ("msgid \"\"\nmsgstr \"Language: de\\n\"\n".to_owned(), "differs from ours"),
    ] {
        let refused = languages::import(&t.app, &operator(), bad.as_bytes(), None).await.unwrap_err();
        let all = format!("{refused:?}");
        assert!(all.contains(said), "{said}: {all}");
    }
    assert_eq!(languages::catalogues(&t.app).unwrap()[0].file, again[0].file, "nothing was stored");
    t.assert_sound();
}

#[tokio::test]
async fn the_company_has_words_of_its_own_in_each_language() {
    let (t, admin) = TestApp::with_mail().await;
    let test = t.create_test(&admin, small_test("Rust")).await;
    let set = json!({"language": "de", "invitation_text": "Guten Tag!", "translations": {
        "fr": {"invitation_subject": "Chez {company}", "invitation_text": "Bonjour {applicant_name} !"}, "pl": null}});
    let stored = t.put(COMPANY).bearer(&admin).json(set).send().await.ok();
    assert_eq!(stored["translations"]["fr"]["invitation_subject"], "Chez {company}");
    assert_eq!(stored["translations"].as_object().unwrap().len(), 1);

    for language in ["de", "fr", "es"] {
        invite(&t, &admin, &test, language).await;
    }
    let mails = t.mailer.sent();
    let bodies: Vec<_> = mails.iter().map(|mail| mail.content.text.as_str()).collect();
    assert!(bodies[0].starts_with("Guten Tag!"), "{}", bodies[0]);
    assert!(bodies[1].starts_with("Bonjour Ann !"), "{}", bodies[1]);
    assert!(bodies[2].starts_with("Hola, Ann"), "{}", bodies[2]);

    let preview = json!({"language": "es", "translations": {"es": {"reminder_text": "¡Hola {test_title}!"}}});
    let preview = t.post(format!("{COMPANY}/preview")).bearer(&admin).json(preview).send().await.ok();
    assert!(text(&preview["reminder"]["text"]).starts_with("¡Hola Sample test!"), "{preview}");
    assert!(text(&preview["invitation"]["text"]).starts_with("Hola, Alex"), "{preview}");
    t.post(format!("{COMPANY}/test"))
        .bearer(&admin)
        .json(json!({"email": "x@example.org", "language": "fr"}))
        .send()
        .await
        .ok();
    assert!(t.mailer.sent().last().unwrap().content.text.starts_with("Bonjour Alex"));

    let change = |body: Value| t.put(COMPANY).bearer(&admin).json(body).send();
    change(json!({"translations": {"fr": {"intro_text": "{score}"}}})).await.invalid("translations.fr.intro_text");
    change(json!({"translations": {"de": {"intro_text": "x"}}})).await.invalid("translations");
    change(json!({"translations": {"it": {"intro_text": "x"}}})).await.invalid("translations");
    let kept = change(json!({"translations": {"fr": {"intro_text": "Salut"}}})).await.ok();
    assert_eq!(kept["translations"]["fr"]["invitation_text"], "Bonjour {applicant_name} !");
    change(json!({"intro_text": "Hallo"})).await.ok();
    for (language, words, of) in [("fr", "Salut", "fr"), ("es", "Hallo", "de")] {
        let extra = json!({"language": language, "no_schedule": true});
        let invite = t.invite_with(&admin, &test, &format!("intro-{language}@example.org"), extra).await.expect(201);
        let page = t.get(format!("/api/take-test/{}", text(&invite["token"]))).send().await.ok();
        let company = &page["company"];
        assert_eq!((&company["intro"], &company["intro_language"]), (&json!(words), &json!(of)));
    }
    assert_eq!(change(json!({"translations": {"fr": null}})).await.ok()["translations"], json!({}));
    t.assert_sound();
}

#[tokio::test]
async fn staff_get_a_language_by_a_file_alone() {
    let (t, admin) = TestApp::with_admin().await;
    let named = || languages::catalogues(&t.app).unwrap().remove(0);
    let some = import(&t, &marked_for(Readers::Staff, "it", 2_000)).await;
    assert!(!some.is_offered && some.coverage.page_total == 0, "{some:?}");
    assert!(!named().is_offered && !named().is_for_staff);
    let all = import(&t, &marked_for(Readers::Staff, "it", 0)).await;
    assert_eq!(all.coverage.staff, all.coverage.staff_total, "{:?}", all.problems);
    assert!(!named().is_offered && named().is_for_staff);
    let shown = row(&t, &admin, "it").await;
    assert_eq!(
        (&shown["percent"], &shown["offered"], &shown["staff"]),
        (&json!(0), &json!(false), &shown["staff_total"])
    );

    // Texts for candidates come beside them, in a file of their own.
    import(&t, &marked("it", 0)).await;
    let site = named();
    assert!(site.is_offered && site.is_for_staff, "{site:?}");
    let file = |name: &str| languages::catalogue(&t.app, name).unwrap().unwrap();
    let (of_candidates, of_staff) = (file(&site.file), file(&site.file.replace("languages/", "languages/staff-")));
    assert_eq!((of_candidates["take"]["start"].as_str(), of_candidates.contains_key("shell")), ("Start [it]", false));
    assert_eq!((of_staff["shell"]["account"].as_str(), of_staff.contains_key("take")), ("Account [it]", false));
}
