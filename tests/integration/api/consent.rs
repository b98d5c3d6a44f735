//! The text that candidates accept before a start (docs/behaviour/taking.md#consent).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, small_test, text},
};
use invigil::{
    domain::{
        consent::{AcceptedText, Consent, ConsentHash},
        evidence::archive,
    },
    store::Read,
};
use serde_json::{Value, json};

struct Site {
    t: TestApp,
    admin: String,
    test: Value,
}

impl Site {
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        Self { test: t.create_test(&admin, small_test("Compilers")).await, t, admin }
    }

    async fn set(&self, path: &str, body: Value) -> Reply {
        self.t.put(path.to_owned()).bearer(&self.admin).json(body).send().await
    }

    async fn set_site(&self, body: Value) -> Value {
        self.set("/api/admin/consent", body).await.ok()
    }

    fn of_test(&self) -> String {
        format!("/api/tests/{}/consent", text(&self.test["id"]))
    }

    /// The token of a new invite.
    async fn invite(&self, email: &str) -> Value {
        let invite = self.t.invite_with(&self.admin, &self.test, email, json!({"no_schedule": true})).await;
        invite.expect(201)["token"].clone()
    }

    async fn take(&self, token: &Value) -> Value {
        self.t.get(format!("/api/take-test/{}", text(token))).send().await.ok()
    }

    async fn start(&self, token: &Value, body: Value) -> Reply {
        self.t.post(format!("/api/start-test/{}", text(token))).key(&key(1)).json(body).send().await
    }
}

#[tokio::test]
async fn without_a_text_a_bare_start_works() {
    let s = Site::new().await;
    let token = s.invite("cora@example.org").await;
    assert!(s.take(&token).await.get("consent").is_none());
    s.t.start(&token, &key(1)).await.ok();
    assert!(s.t.app.store.read().unwrap().records::<Consent>().unwrap().is_empty());
}

#[tokio::test]
async fn a_start_names_the_text_that_was_read_and_the_proof_stays_until_erasure() {
    let s = Site::new().await;
    let stored = s.set_site(json!({"text": " I **agree**.\n", "format": "markdown", "version": 0})).await;
    let hash = ConsentHash::of("I **agree**.").to_string();
    assert_eq!(
        (&stored["version"], &stored["text"], &stored["hash"]),
        (&json!(1), &json!("I **agree**."), &json!(hash))
    );
    assert_eq!(stored["by"], "Ada Admin");
    let token = s.invite("cora@example.org").await;
    let asked = s.take(&token).await["consent"].clone();
    assert_eq!((&asked["version"], &asked["hash"], &asked["format"]), (&json!(1), &json!(hash), &json!("markdown")));
    assert!(asked["content"].is_array() || asked["content"].is_object(), "{asked}");

    for body in [
        json!({}),
        json!({"consent_hash": null}),
        json!({"consent_hash": "no"}),
        json!({"consent_hash": "0".repeat(64)}),
    ] {
        let refused = s.start(&token, body).await.refused(409, "consent_changed");
        assert_eq!(refused["params"], json!({"hash": hash, "version": 1}));
    }
    s.t.start(&token, &key(1)).await.refused(409, "consent_changed");
    // A new version asks again: the one that was read is stale.
    s.set_site(json!({"text": "I agree to more.", "version": 1})).await;
    s.start(&token, json!({"consent_hash": hash})).await.refused(409, "consent_changed");
    let hash = text(&s.take(&token).await["consent"]["hash"]).to_owned();
    s.start(&token, json!({"consent_hash": hash})).await.ok();
    // A resume needs none, though the text is another one by now.
    s.set_site(json!({"text": "The third."})).await;
    s.t.start(&token, &key(1)).await.ok();
    assert!(s.take(&token).await.get("consent").is_none());

    let done = s.t.submit(&token, &key(1), &[("q1", "B")]).await.ok();
    let page = s.t.get(format!("/api/receipt/{}", text(&done["receipt_token"]))).send().await.ok();
    let given = &page["consent"];
    assert_eq!(
        (&given["text"], &given["hash"], &given["version"]),
        (&json!("I agree to more."), &json!(hash), &json!(2))
    );
    assert_eq!(given["accepted_at"], page["started_at"]);

    let results = s.t.get("/api/results").bearer(&s.admin).send().await.ok();
    let id = text(&results["results"][0]["submission_id"]).to_owned();
    let bundle = s.t.get(format!("/api/results/{id}/evidence")).bearer(&s.admin).send().await.bytes;
    let files = archive::read(&bundle).unwrap();
    let file = |name: &str| files.iter().find(|(found, _)| *found == name).unwrap().1;
    assert_eq!(String::from_utf8(file("consent.txt").to_vec()).unwrap(), "I agree to more.");
    let attempt: Value = serde_json::from_slice(file("attempt.json")).unwrap();
    assert_eq!(attempt["consent"]["sha256"], json!(hash));
    assert_eq!(attempt["consent"]["of"], "site");
    s.t.assert_intact();

    let people = s.t.get("/api/admin/applicants?search=cora").bearer(&s.admin).send().await.ok();
    s.t.delete(format!("/api/admin/applicants/{}", text(&people[0]["id"]))).bearer(&s.admin).send().await.ok();
    let read = s.t.app.store.read().unwrap();
    assert!(read.records::<Consent>().unwrap().is_empty());
    assert_eq!(read.records::<AcceptedText>().unwrap().len(), 1, "it names nobody");
    s.t.assert_intact();
}

#[tokio::test]
async fn a_test_has_a_text_of_its_own_which_a_copy_keeps_and_a_deletion_ends() {
    let s = Site::new().await;
    s.set_site(json!({"text": "The site's."})).await;
    s.set(&s.of_test(), json!({"text": "The test's."})).await.ok();
    let token = s.invite("cora@example.org").await;
    assert_eq!(s.take(&token).await["consent"]["text"], "The test's.");
    let id = text(&s.test["id"]);
    let copy = s.t.post(format!("/api/tests/{id}/copy")).bearer(&s.admin).json(json!({})).send().await.expect(201);
    let path = format!("/api/tests/{}/consent", text(&copy["id"]));
    let copied = s.t.get(path).bearer(&s.admin).send().await.ok();
    assert_eq!((&copied["text"], &copied["version"]), (&json!("The test's."), &json!(1)));

    s.set(&s.of_test(), json!({"text": " "})).await.ok();
    assert_eq!(s.take(&token).await["consent"]["text"], "The site's.");
    let left = s.t.get(s.of_test()).bearer(&s.admin).send().await.ok();
    assert_eq!((&left["version"], &left["hash"]), (&json!(2), &Value::Null));
    s.t.delete(format!("/api/tests/{id}/force")).bearer(&s.admin).send().await.ok();
    s.t.get(s.of_test()).bearer(&s.admin).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn two_administrators_do_not_overwrite_each_other() {
    let s = Site::new().await;
    let bob = s.t.second_admin().await;
    for path in ["/api/admin/consent".to_owned(), s.of_test()] {
        s.set(&path, json!({"text": "Mine.", "version": 0})).await.ok();
        let late = s.t.put(path.clone()).bearer(&bob).json(json!({"text": "Yours.", "version": 0})).send().await;
        let refused = late.refused(409, "changed_meanwhile");
        assert_eq!(refused["by"], "Ada Admin");
        // The same text again makes no version.
        let same = s.set(&path, json!({"text": "Mine.", "version": 1})).await.ok();
        assert_eq!(same["version"], 1);
        s.set(&path, json!({"text": "x".repeat(10_000)})).await.ok();
        s.set(&path, json!({"text": "x".repeat(10_001)})).await.invalid("text");
        s.set(&path, json!({"text": "![x](https://example.org/x.png)", "format": "markdown"})).await.invalid("text");
    }
    let log = s.t.get("/api/admin/consent").bearer(&bob).send().await.ok();
    assert_eq!(log["version"], 2);
}

#[tokio::test]
async fn a_candidate_accepts_the_wording_of_the_pages_language() {
    let s = Site::new().await;
    let in_german = |text: &str| json!({"de-DE": {"text": text}});
    let body = json!({"text": "I **agree**.", "format": "markdown", "translations": in_german("Ich **stimme** zu.")});
    let stored = s.set_site(body).await;
    let (source, german) = (ConsentHash::of("I **agree**."), ConsentHash::of("Ich **stimme** zu."));
    let expected = json!({"de": {"text": "Ich **stimme** zu.", "hash": german.to_string(),
        "source_hash": source.to_string()}});
    assert_eq!(stored["translations"], expected);
    let token = s.invite("cora@example.org").await;
    let asked = s.take(&token).await["consent"].clone();
    assert_eq!(asked["hash"], json!(source.to_string()));
    assert_eq!(asked["translations"]["de"]["hash"], json!(german.to_string()));
    assert!(!asked["translations"]["de"]["content"].is_null(), "{asked}");

    // The text changes, the translation does not: candidates are asked for the new text alone.
    let kept = s.set_site(json!({"text": "I agree to more.", "format": "markdown", "version": 1})).await;
    assert_eq!(kept["translations"], expected, "kept, and of another text");
    assert!(s.take(&token).await["consent"].get("translations").is_none());
    let stale = json!({"consent_hash": german.to_string()});
    s.start(&token, stale.clone()).await.refused(409, "consent_changed");
    let untouched = json!({"de": {"text": "Ich **stimme** zu.", "source_hash": source.to_string()}});
    let body = json!({"text": "I agree to more.", "format": "markdown", "translations": untouched, "version": 2});
    assert_eq!(s.set_site(body).await["version"], 2, "nothing changes");
    let body = json!({"text": "I agree to more.", "format": "markdown",
        "translations": in_german("Ich **stimme** zu."), "version": 2});
    assert_eq!(s.set_site(body).await["version"], 3);
    s.start(&token, stale).await.ok();

    let done = s.t.submit(&token, &key(1), &[("q1", "B")]).await.ok();
    let page = s.t.get(format!("/api/receipt/{}", text(&done["receipt_token"]))).send().await.ok();
    let given = &page["consent"];
    assert_eq!(
        (&given["text"], &given["language"], &given["version"]),
        (&json!("Ich **stimme** zu."), &json!("de"), &json!(3))
    );
    let results = s.t.get("/api/results").bearer(&s.admin).send().await.ok();
    let id = text(&results["results"][0]["submission_id"]).to_owned();
    let bundle = s.t.get(format!("/api/results/{id}/evidence")).bearer(&s.admin).send().await.bytes;
    let files = archive::read(&bundle).unwrap();
    let file =
        |name: &str| String::from_utf8(files.iter().find(|(found, _)| *found == name).unwrap().1.to_vec()).unwrap();
    assert_eq!(file("consent.txt"), "Ich **stimme** zu.");
    let attempt: Value = serde_json::from_str(&file("attempt.json")).unwrap();
    assert_eq!(attempt["consent"]["language"], "de");
    s.t.assert_intact();
}

/// The same characters say something else once they are formatted.
#[tokio::test]
async fn a_text_of_which_the_format_alone_was_changed_is_asked_again() {
    let s = Site::new().await;
    let wording = "I ~~do not~~ agree.";
    let hash = ConsentHash::of(wording).to_string();
    s.set_site(json!({"text": wording, "format": "plain"})).await;
    let token = s.invite("cora@example.org").await;
    assert!(s.take(&token).await["consent"].get("format").is_none());
    s.set_site(json!({"text": wording, "format": "markdown"})).await;
    let start = async |format: &str| s.start(&token, json!({"consent_hash": hash, "consent_format": format})).await;
    let refused = start("plain").await.refused(409, "consent_changed");
    assert_eq!(refused["params"], json!({"hash": hash, "version": 2}));
    start("markdown").await.ok();
}

/// The same text may be accepted as it stands by one candidate, and formatted by the next one.
#[tokio::test]
async fn each_proof_keeps_the_format_in_which_the_text_was_read() {
    let s = Site::new().await;
    let wording = "I **agree**.";
    let hash = ConsentHash::of(wording).to_string();
    for (email, format) in [("cora@example.org", "plain"), ("dan@example.org", "markdown")] {
        s.set_site(json!({"text": wording, "format": format})).await;
        let token = s.invite(email).await;
        s.start(&token, json!({"consent_hash": hash})).await.ok();
        let done = s.t.submit(&token, &key(1), &[("q1", "B")]).await.ok();
        let page = s.t.get(format!("/api/receipt/{}", text(&done["receipt_token"]))).send().await.ok();
        let given = &page["consent"];
        assert_eq!((&given["text"], &given["hash"]), (&json!(wording), &json!(hash)));
        assert_eq!(given["format"].as_str().unwrap_or("plain"), format);
        assert_eq!(given.get("content").is_some(), format == "markdown");
        let results = s.t.get("/api/results").bearer(&s.admin).send().await.ok();
        let own = results["results"].as_array().unwrap().iter().find(|one| one["applicant_email"] == email).unwrap();
        let id = text(&own["submission_id"]);
        let bundle = s.t.get(format!("/api/results/{id}/evidence")).bearer(&s.admin).send().await.bytes;
        let files = archive::read(&bundle).unwrap();
        let attempt = files.iter().find(|(name, _)| *name == "attempt.json").unwrap().1;
        assert_eq!(serde_json::from_slice::<Value>(attempt).unwrap()["consent"]["format"], format);
    }
    s.t.assert_intact();
}

/// A test that is moved in a file would be taken with the other site's text, unnoticed.
#[tokio::test]
async fn an_export_says_that_the_text_is_not_in_the_file() {
    let s = Site::new().await;
    let losses = async |format: &str| {
        let path = format!("/api/tests/{}/export/preview?format={format}", text(&s.test["id"]));
        s.t.get(path).bearer(&s.admin).send().await.ok().to_string()
    };
    let said = "The text that candidates accept before the start is not in the file.";
    s.set_site(json!({"text": "The site's."})).await;
    assert!(!losses("json").await.contains(said));
    s.set(&s.of_test(), json!({"text": "The test's."})).await.ok();
    for format in ["json", "yaml", "csv", "gift", "moodle_xml", "qti30"] {
        assert!(losses(format).await.contains(said), "{format}");
    }
    s.set(&s.of_test(), json!({"text": ""})).await.ok();
    assert!(!losses("json").await.contains(said));
}

#[tokio::test]
async fn bad_translations_are_refused_by_field() {
    let s = Site::new().await;
    let put = async |translations: Value| {
        s.set(&s.of_test(), json!({"text": "I agree.", "translations": translations})).await
    };
    put(json!({"xx-nowhere": {"text": "?"}})).await.invalid("translations.xx-nowhere");
    put(json!({"de": {"text": "a\u{7}b"}})).await.invalid("translations.de");
    put(json!({"de": {"text": "a", "source_hash": "12"}})).await.invalid("translations.de");
    put(json!({"de": {"text": "a"}, "de-AT": {"text": "b"}})).await.invalid("translations");
    // A language that the site has no texts of: no page is ever in it.
    put(json!({"it": {"text": "Accetto."}})).await.invalid("translations");
    let kept = s.t.get(s.of_test()).bearer(&s.admin).send().await.ok();
    assert_eq!((&kept["version"], &kept["translations"]), (&json!(0), &json!({})));
}
