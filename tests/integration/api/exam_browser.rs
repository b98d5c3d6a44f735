//! Safe Exam Browser (docs/behaviour/safe-exam-browser.md).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{column, key, small_test, text},
};
use invigil::{
    domain::exam_browser::{BrowserConfig, proof},
    service::settings,
};
use serde_json::{Value, json};

struct Locked {
    t: TestApp,
    ada: String,
    test: Value,
    invite: Value,
    site: String,
}

async fn locked() -> Locked {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let invite = t.invite(&ada, &test, "cora@example.org").await;
    let site = settings::public_url(&t.app).unwrap();
    let locked = Locked { t, ada, test, invite, site };
    locked.rule(json!({"required": true})).await.ok();
    locked
}

impl Locked {
    async fn rule(&self, body: Value) -> Reply {
        let path = format!("/api/tests/{}/safe-exam-browser", text(&self.test["id"]));
        self.t.put(path).bearer(&self.ada).json(body).send().await
    }

    fn token(&self) -> &str {
        text(&self.invite["token"])
    }

    fn page(&self) -> String {
        format!("{}/take-test/{}", self.site, self.token())
    }

    fn config_key(&self) -> String {
        BrowserConfig::new(&self.page(), &self.site).key()
    }

    async fn start(&self, headers: &[(&str, &str)]) -> Reply {
        let mut call = self.t.post(format!("/api/start-test/{}", self.token())).key(&key(1));
        for (name, value) in headers {
            call = call.header(name, value);
        }
        call.json(json!({})).send().await
    }
}

#[tokio::test]
async fn only_a_proven_configuration_starts_a_test() {
    let locked = locked().await;
    let door = locked.t.door(&locked.invite["token"], None).await.ok();
    assert_eq!((&door["can_start"], &door["blocked_code"]), (&json!(false), &json!("exam_browser_required")));
    locked.start(&[]).await.refused(403, "exam_browser_required");
    let config = locked.config_key();
    let call = format!("{}/api/start-test/{}", locked.site, locked.token());
    // The hash of another address, and the key itself, prove nothing.
    let wrong = proof(&locked.page(), &config);
    locked.start(&[("X-SafeExamBrowser-ConfigKeyHash", &wrong)]).await.refused(403, "exam_browser_required");
    locked.start(&[("X-SafeExamBrowser-ConfigKeyHash", &config)]).await.refused(403, "exam_browser_required");
    locked.start(&[("X-SafeExamBrowser-ConfigKeyHash", &proof(&call, &config))]).await.ok();
    // Another browser gets no questions, and its answers are kept all the same.
    let door = locked.t.door(&locked.invite["token"], Some(&key(1))).await.ok();
    assert!(door.get("attempt").is_none());
    locked.t.save(&locked.invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    let row = locked.t.invite_row(&locked.ada, &locked.invite["id"]).await;
    let of = format!("/api/attempts/{}/timeline", text(&row["attempt_id"]));
    let timeline = locked.t.get(of).bearer(&locked.ada).send().await.ok();
    assert!(column(&timeline["entries"], "text")[0].starts_with("In Safe Exam Browser"));
    locked.t.assert_sound();
}

#[tokio::test]
async fn a_page_may_prove_it_by_javascript() {
    let locked = locked().await;
    let config = locked.config_key();
    let page = format!("{}?language=de", locked.page());
    let elsewhere = "https://elsewhere.example/take-test/x";
    let foreign = proof(elsewhere, &config);
    let sent = [("X-Exam-Browser-Page", elsewhere), ("X-Exam-Browser-Config-Key", foreign.as_str())];
    locked.start(&sent).await.refused(403, "exam_browser_required");
    let own = proof(&page, &config);
    locked.start(&[("X-Exam-Browser-Page", &page), ("X-Exam-Browser-Config-Key", &own)]).await.ok();
    locked.t.assert_sound();
}

#[tokio::test]
async fn exam_keys_are_asked_for_where_there_are_some() {
    let locked = locked().await;
    let exam = "ab".repeat(32);
    let stored = locked.rule(json!({"required": true, "keys": [exam.to_uppercase()], "version": 1})).await.ok();
    assert_eq!((&stored["version"], &stored["keys"]), (&json!(2), &json!([exam])));
    locked.rule(json!({"required": false, "version": 1})).await.refused(409, "changed_meanwhile");
    locked.rule(json!({"required": true, "keys": ["x"]})).await.invalid("keys[0]");
    let call = format!("{}/api/start-test/{}", locked.site, locked.token());
    let config = proof(&call, &locked.config_key());
    locked.start(&[("X-SafeExamBrowser-ConfigKeyHash", &config)]).await.refused(403, "exam_browser_required");
    let known = proof(&call, &exam);
    let both = [("X-SafeExamBrowser-ConfigKeyHash", config.as_str()), ("X-SafeExamBrowser-RequestHash", &known)];
    locked.start(&both).await.ok();
    locked.t.assert_sound();
}

#[tokio::test]
async fn the_file_is_of_the_link() {
    let locked = locked().await;
    let reply = locked.t.get(format!("/api/take-test/{}/exam.seb", locked.token())).send().await;
    assert_eq!(reply.header("content-type"), "application/seb");
    let file = &reply.text;
    assert!(file.contains(&format!("<string>{}</string>", locked.page())), "{file}");
    locked.t.assert_sound();
}
