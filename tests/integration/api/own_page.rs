//! The candidate's own page (docs/behaviour/taking.md#own-page).

use crate::support::{
    ai_server::{AiServer, Mood},
    app::TestApp,
    call::Reply,
    journey::{key, list, text},
};
use invigil::{
    domain::{
        AttemptId,
        audit::AuditEntry,
        model_verdict::{Model, ModelVerdict},
        own_page::{ErasureRequest, OwnPage},
        review::ReviewVerdict,
        submission::Grade,
        time::MINUTE,
    },
    service::work::By,
    store::Read,
};
use serde_json::{Value, json};

/// Words that the page and its file never show.
const PLANTED: [&str; 9] = [
    "canary-key",
    "canary-explanation",
    "canary-notes",
    "canary-comment",
    "canary-private",
    "canary-flag",
    "canary-ada",
    "canary-reviewer",
    "score",
];

struct Site {
    t: TestApp,
    admin: String,
    test: Value,
}

impl Site {
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        t.put("/api/auth/me").bearer(&admin).json(json!({"full_name": "canary-ada"})).send().await.ok();
        t.put("/api/admin/company-settings").bearer(&admin).json(json!({"name": "Acme"})).send().await.ok();
        let questions = json!([
            {"id": "word", "type": "short_text", "question": "A word?", "accepted": ["canary-key"],
             "explanation": "canary-explanation", "reviewer_notes": "canary-notes"},
            {"id": "why", "type": "essay", "question": "Why?", "points": 4},
        ]);
        let test =
            json!({"title": "Compilers", "questions": questions, "history": "keystrokes", "duration_minutes": 5});
        Self { test: t.create_test(&admin, test).await, t, admin }
    }

    async fn begin(&self, email: &str, n: u8) -> Value {
        let extra = json!({"applicant_name": "Grace", "no_schedule": true});
        let invite = self.t.invite_with(&self.admin, &self.test, email, extra).await.expect(201);
        self.t.start(&invite["token"], &key(n)).await.ok();
        self.t.save(&invite["token"], &key(n), &[("why", "So far", 1)]).await.ok();
        invite
    }

    /// Returns the invite and the token of the page.
    async fn took(&self, email: &str, n: u8) -> (Value, String) {
        let invite = self.begin(email, n).await;
        self.t.clock.advance(MINUTE);
        let done = self.t.submit(&invite["token"], &key(n), &[("word", "no"), ("why", "It is so")]).await.ok();
        (invite, text(&done["receipt_token"]).to_owned())
    }

    async fn page(&self, token: &str) -> Reply {
        self.t.get(format!("/api/receipt/{token}")).send().await
    }

    async fn ask(&self, token: &str) -> Reply {
        self.t.post(format!("/api/receipt/{token}/erasure")).send().await
    }

    async fn asked(&self) -> Vec<Value> {
        self.asked_like("").await
    }

    async fn asked_like(&self, search: &str) -> Vec<Value> {
        let path = format!("/api/admin/applicants?erasure_asked=true&search={search}");
        self.t.get(path).bearer(&self.admin).send().await.ok().as_array().unwrap().clone()
    }

    async fn decline(&self, id: &Value, body: Value) -> Reply {
        let path = format!("/api/admin/applicants/{}/decline-erasure", text(id));
        self.t.post(path).bearer(&self.admin).json(body).send().await
    }

    async fn waiting(&self) -> Value {
        self.t.get("/api/admin/overview").bearer(&self.admin).send().await.ok()["erasures_asked"].clone()
    }

    async fn erase(&self, email: &str) {
        let found = self.t.get(format!("/api/admin/applicants?search={email}")).bearer(&self.admin).send().await.ok();
        let path = format!("/api/admin/applicants/{}", text(&found[0]["id"]));
        self.t.delete(path).bearer(&self.admin).send().await.ok();
    }
}

/// A model that was only compared with a person has read the answer too.
#[tokio::test]
async fn an_ai_that_read_an_answer_is_named() {
    let s = Site::new().await;
    let (invite, token) = s.took("grace@example.org", 1).await;
    let id: AttemptId = text(&s.t.invite_row(&s.admin, &invite["id"]).await["submission_id"]).parse().unwrap();
    let named = async || s.page(&token).await.ok()["seen_by"].to_string().contains("AI service");
    assert!(!named().await);
    let grades: Vec<Grade> = s.t.app.store.read().unwrap().children(id).unwrap();
    let grade = grades.iter().find(|grade| grade.question_id == "why").unwrap();
    let (model, told) = (Model { name: "m".into(), prompt: 2 }, (String::new(), String::new()));
    let verdict = ModelVerdict::new(grade, 4, model, ReviewVerdict::Wrong, told, s.t.now());
    s.t.app.write(By::Operator, move |w| Ok(w.put(&verdict).map(drop)?)).await.unwrap();
    assert!(named().await);
}

/// What was sent stays sent: whatever the service made of it, and though the verdicts go with a submission that is withdrawn.
#[tokio::test]
async fn an_ai_that_was_sent_an_answer_is_named_for_good() {
    let s = Site::new().await;
    let server = AiServer::start(Mood::Answers(500, String::new())).await;
    let settings = json!({"provider": "openai", "baseUrl": server.base_url(), "model": "m"});
    s.t.put("/api/admin/ai-settings").bearer(&s.admin).json(settings).send().await.ok();
    let (invite, token) = s.took("grace@example.org", 1).await;
    let id = s.t.invite_row(&s.admin, &invite["id"]).await["submission_id"].clone();
    let named = async || s.page(&token).await.ok()["seen_by"].to_string().contains("AI service");
    assert!(!named().await);
    let path = format!("/api/admin/auto-review/{}", text(&id));
    assert_eq!(s.t.post(path).bearer(&s.admin).json(json!({})).send().await.ok()["success"], json!(false));
    assert!(named().await);
    s.t.assert_intact();
}

#[tokio::test]
async fn the_page_shows_what_is_kept_and_nothing_that_is_hidden() {
    let s = Site::new().await;
    let (invite, token) = s.took("grace@example.org", 1).await;
    let row = s.t.invite_row(&s.admin, &invite["id"]).await;
    let (id, attempt) = (text(&row["submission_id"]), text(&row["attempt_id"]));
    let send = |path: String, body: Value| s.t.post(path).bearer(&s.admin).json(body).send();
    let comment = json!({"score_status": "partial", "manual_score": 2, "comments": "canary-comment"});
    send(format!("/api/admin/scoring/{id}/answer/why"), comment).await.ok();
    send(format!("/api/results/{id}/notes"), json!({"text": "canary-private"})).await.expect(201);
    send(format!("/api/attempts/{attempt}/flags"), json!({"note": "canary-flag"})).await;
    let file = s.t.get(format!("/api/receipt/{token}/download")).send().await;
    let page = s.page(&token).await;
    for reply in [&page, &file] {
        assert!(reply.headers["x-robots-tag"] == "noindex" && reply.headers["cache-control"] == "no-store");
        for word in PLANTED {
            assert!(!reply.text.contains(word), "{word}: {}", reply.text);
        }
    }
    let page = page.ok();
    let head = page["history"]["head"].clone();
    assert_eq!(
        page,
        json!({
            "state": "kept", "name": "Grace", "email": "grace@example.org", "test_title": "Compilers", "company": "Acme",
            "started_at": page["started_at"], "submitted_at": page["submitted_at"], "submitted_by": "candidate",
            "answers": 2, "late_answers": 0, "history": {"mode": "keystrokes", "saves": 3, "saves_kept": 3, "head": head},
            "screenshots": 0, "seen_by": ["administrators of Acme", "the person who runs this server"],
            "erasure_asked_at": null, "erasure_declined": null, "consent": null,
        })
    );
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"my-answers.json\"");
    let file = file.ok();
    let answers: Vec<_> = list(&file["answers"]).iter().map(|a| (&a["question"], &a["number"], &a["text"])).collect();
    let of = |question: &str, number: u32, text: &str| (json!(question), json!(number), json!(text));
    let (first, second) = (of("word", 1, "no"), of("why", 2, "It is so"));
    assert_eq!(answers, [(&first.0, &first.1, &first.2), (&second.0, &second.1, &second.2)]);
    assert_eq!(file["history"]["head"], head);
    let entries = list(&file["history"]["entries"]);
    assert_eq!((entries.len(), &entries.last().unwrap()["head"]), (3, &head));
    // The database and the calls of administrators hold no token.
    let rows = s.t.app.store.read().unwrap().records::<OwnPage>().unwrap();
    assert!(!format!("{rows:?}").contains(&token));
    assert!(!s.t.get(format!("/api/results/{id}")).bearer(&s.admin).send().await.text.contains(&token));
    s.t.assert_intact();
}

#[tokio::test]
async fn only_the_attempt_holder_gets_the_link_and_always_the_same() {
    let s = Site::new().await;
    let (invite, token) = s.took("grace@example.org", 1).await;
    let again = s.t.submit(&invite["token"], &key(1), &[]).await.ok();
    assert_eq!(again["receipt_token"], token.as_str(), "after a lost reply or a reload");
    s.t.submit(&invite["token"], &key(2), &[]).await.refused(410, "finished");
    s.page(text(&invite["token"])).await.refused(404, "unknown_receipt");
    // Ended by time: the page of the candidate asks for the result.
    let other = s.begin("ben@example.org", 3).await;
    s.t.clock.advance(MINUTE * 10);
    let ended = s.t.submit(&other["token"], &key(3), &[]).await.ok();
    assert_eq!(ended["submitted_by"], "deadline");
    s.page(text(&ended["receipt_token"])).await.ok();
    // A client without a key may be anyone with the link of the invite.
    let extra = json!({"applicant_name": "Bare", "no_schedule": true});
    let bare = s.t.invite_with(&s.admin, &s.test, "bare@example.org", extra).await.expect(201);
    let path = |call: &str| format!("/api/{call}/{}", text(&bare["token"]));
    s.t.post(path("start-test")).send().await.ok();
    for _ in 0..2 {
        let done = s.t.post(path("submit-test")).json(json!({"answers": []})).send().await.ok();
        assert_eq!(done["receipt_token"], Value::Null);
    }
}

#[tokio::test]
async fn erasure_is_asked_for_once_and_declined_with_a_reason() {
    let s = Site::new().await;
    let (_, token) = s.took("grace@example.org", 1).await;
    let asked = s.ask(&token).await.ok()["erasure_asked_at"].clone();
    s.t.clock.advance(MINUTE);
    assert_eq!(s.ask(&token).await.ok()["erasure_asked_at"], asked, "the first one counts");
    assert_eq!(s.waiting().await, 1);
    let notified = s.t.get("/api/admin/notifications").bearer(&s.admin).send().await.ok();
    let of_kind = list(&notified["notifications"]).iter().filter(|n| n["type"] == "erasure_asked");
    assert_eq!(of_kind.count(), 1);
    let rows = s.asked().await;
    assert_eq!((rows.len(), &rows[0]["email"]), (1, &json!("grace@example.org")));
    for (search, count) in [("GRACE@exam", 1), ("race", 1), ("ben@example.org", 0)] {
        assert_eq!(s.asked_like(search).await.len(), count, "{search}");
    }
    let (id, version) = (&rows[0]["id"], &rows[0]["erasure"]["version"]);
    s.decline(id, json!({"reason": " "})).await.invalid("reason");
    s.decline(id, json!({"reason": "x".repeat(1_001)})).await.invalid("reason");
    let declined = s.decline(id, json!({"reason": "The law demands it.", "version": version})).await.ok();
    assert_eq!(declined["erasure"]["reason"], "The law demands it.");
    let stale = s.decline(id, json!({"reason": "Another", "version": version})).await;
    assert_eq!(stale.refused(409, "changed_meanwhile")["by"], "canary-ada");
    s.decline(id, json!({"reason": "Another"})).await.refused(409, "not_asked");
    // Who still sees the request does not erase the person by it.
    let path = format!("/api/admin/applicants/{}?version={version}", text(id));
    let erased = s.t.delete(path).bearer(&s.admin).send().await.refused(409, "changed_meanwhile");
    assert_eq!(erased["by"], "canary-ada");
    assert_eq!((s.asked().await.len(), s.waiting().await), (0, json!(0)));
    let page = s.page(&token).await;
    assert!(!page.text.contains("canary-ada"), "no names of administrators");
    assert_eq!(page.ok()["erasure_declined"]["reason"], "The law demands it.");
    // They may ask again.
    let again = s.ask(&token).await.ok();
    assert!(again["erasure_declined"].is_null() && again["erasure_asked_at"] != asked);
    assert_eq!(s.waiting().await, 1);
    let actions: Vec<AuditEntry> = s.t.app.store.read().unwrap().records().unwrap();
    let count = |action: &str| actions.iter().filter(|entry| entry.action == action).count();
    assert_eq!((count("applicant.ask_erasure"), count("applicant.decline_erasure")), (2, 1));
    s.t.assert_intact();
}

#[tokio::test]
async fn after_an_erasure_the_page_says_when() {
    let s = Site::new().await;
    let (_, token) = s.took("grace@example.org", 1).await;
    let (_, forced) = s.took("ben@example.org", 2).await;
    s.ask(&token).await.ok();
    s.t.clock.advance(MINUTE * 10);
    s.erase("grace@example.org").await;
    let erased = s.page(&token).await.ok();
    assert_eq!(erased, json!({"state": "erased", "erased_at": s.t.app.now().to_string()}));
    s.ask(&token).await.refused(410, "erased");
    s.t.get(format!("/api/receipt/{token}/download")).send().await.refused(410, "erased");
    assert_eq!((s.asked().await.len(), s.waiting().await), (0, json!(0)));
    assert!(s.t.app.store.read().unwrap().records::<ErasureRequest>().unwrap().is_empty());
    // Deleting the test with all results is an erasure, too.
    s.t.delete(format!("/api/tests/{}/force", text(&s.test["id"]))).bearer(&s.admin).send().await.ok();
    assert_eq!(s.page(&forced).await.ok()["state"], "erased");
    s.t.assert_intact();
}

#[tokio::test]
async fn the_link_survives_a_reopened_attempt() {
    let s = Site::new().await;
    let invite = s.begin("grace@example.org", 1).await;
    s.t.clock.advance(MINUTE * 10);
    let ended = s.t.submit(&invite["token"], &key(1), &[]).await.ok();
    let token = text(&ended["receipt_token"]);
    let attempt = text(&s.t.invite_row(&s.admin, &invite["id"]).await["attempt_id"]).to_owned();
    let more = json!({"minutes": 5, "reason": "fire drill"});
    s.t.post(format!("/api/attempts/{attempt}/reopen")).bearer(&s.admin).json(more).send().await.ok();
    assert_eq!(s.page(token).await.ok(), json!({"state": "running"}));
    s.ask(token).await.refused(409, "still_running");
    s.t.get(format!("/api/receipt/{token}/download")).send().await.refused(409, "still_running");
    let done = s.t.submit(&invite["token"], &key(1), &[]).await.ok();
    assert_eq!(done["receipt_token"], token);
    assert_eq!(s.page(token).await.ok()["state"], "kept");
}

#[tokio::test]
async fn links_that_lead_to_no_page_have_one_answer() {
    let s = Site::new().await;
    for token in ["unknown", &"A".repeat(43), &key(7)] {
        s.page(token).await.refused(404, "unknown_receipt");
        s.ask(token).await.refused(404, "unknown_receipt");
        s.t.get(format!("/api/receipt/{token}/download")).send().await.refused(404, "unknown_receipt");
    }
}

/// 32 MiB at once: a file costs 4 of them.
#[tokio::test]
async fn files_are_limited_per_link() {
    let s = Site::new().await;
    let (_, token) = s.took("grace@example.org", 1).await;
    for _ in 0..8 {
        s.t.get(format!("/api/receipt/{token}/download")).send().await.ok();
    }
    s.t.get(format!("/api/receipt/{token}/download")).send().await.refused(429, "too_many_requests");
    s.t.clock.advance(MINUTE);
    s.t.get(format!("/api/receipt/{token}/download")).send().await.ok();
}
