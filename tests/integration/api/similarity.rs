//! Similar answers (docs/behaviour/results.md#similarity).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, list, text},
};
use invigil::{
    domain::{
        audit::AuditEntry,
        similarity::SimilarityReport,
        time::{HOUR, MINUTE},
    },
    service::result::similarity::job,
    store::Read,
};
use serde_json::{Value, json};

const ESSAY: &str = "The queue grew because nobody looked at the consumer that had stopped on Friday evening. I would first \
    measure the lag of each partition, then restart the stuck reader, and only afterwards ask why the alarm stayed \
    silent for two whole days. A dashboard that shows zero errors is no proof that any work is being done at all.";
const OTHER: &str = "Before touching anything my team writes down what customers see. Slow pages on Monday mornings point to \
    the weekly report, which locks the orders table for minutes. Moving that job to a replica costs little; an index on \
    the date column costs less. Both need a test with real volumes, and somebody who watches the graphs afterwards.";

struct Site {
    t: TestApp,
    admin: String,
    test: Value,
    ids: Vec<String>,
}

impl Site {
    /// Ann and Ben wrote the same but for a word; Cem wrote something else, and Dan three words.
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        let questions = json!([{"id": "why", "type": "essay", "question": "Why did the queue grow?", "points": 4}]);
        let test = t.create_test(&admin, json!({"title": "Alike", "questions": questions})).await;
        let mut site = Self { t, admin, test, ids: Vec::new() };
        let copied = ESSAY.replace("Friday", "Sunday");
        for (name, answer) in [("Ann", ESSAY), ("Ben", copied.as_str()), ("Cem", OTHER), ("Dan", "I don't know")] {
            let id = site.took(name, answer).await;
            site.ids.push(id);
        }
        site
    }

    async fn started(&self, name: &str) -> Value {
        let extra = json!({"applicant_name": name, "no_schedule": true});
        let email = format!("{}@example.org", name.to_lowercase());
        let invite = self.t.invite_with(&self.admin, &self.test, &email, extra).await.expect(201);
        self.t.start(&invite["token"], &key(1)).await.ok();
        self.t.clock.advance(MINUTE);
        invite
    }

    async fn took(&self, name: &str, answer: &str) -> String {
        let invite = self.started(name).await;
        self.t.submit(&invite["token"], &key(1), &[("why", answer)]).await.ok();
        text(&self.t.invite_row(&self.admin, &invite["id"]).await["submission_id"]).to_owned()
    }

    fn path(&self, tail: &str) -> String {
        format!("/api/tests/{}/similarity{tail}", text(&self.test["id"]))
    }

    async fn list(&self, tail: &str) -> Value {
        self.t.get(self.path(tail)).bearer(&self.admin).send().await.ok()
    }

    async fn compare(&self) {
        self.t.post(self.path("")).bearer(&self.admin).send().await.expect(202);
        job::pass(&self.t.app).await;
    }

    async fn find(&self, finding: Option<&str>, version: Option<u64>) -> Reply {
        let (first, second) = (&self.ids[1], &self.ids[0]);
        let body =
            json!({"question_id": "why", "first": first, "second": second, "finding": finding, "version": version});
        self.t.put(self.path("/finding")).bearer(&self.admin).json(body).send().await
    }
}

#[tokio::test]
async fn similar_answers_are_listed_and_shown_beside_each_other() {
    let s = Site::new().await;
    let before = s.list("").await;
    assert_eq!(
        (&before["version"], &before["compared_at"], &before["running"]),
        (&json!(0), &Value::Null, &Value::Null)
    );
    // Pressed twice: one comparison.
    for _ in 0..2 {
        let asked = s.t.post(s.path("")).bearer(&s.admin).send().await.expect(202);
        assert_eq!(asked["running"], 0);
    }
    assert_eq!(s.list("").await["running"], 0);
    job::pass(&s.t.app).await;
    let jobs = s.t.get("/api/jobs").bearer(&s.admin).send().await.ok();
    let job = &list(&jobs)[0];
    assert_eq!((&job["kind"], &job["done"]), (&json!("comparison"), &job["total"]), "Dan's answer is too short: {job}");
    let made = s.list("").await;
    assert_eq!((&made["compared_by"], &made["answers"], &made["total"]), (&json!("Ada Admin"), &json!(3), &json!(1)));
    let pair = &made["pairs"][0];
    let names = [text(&pair["first"]["applicant_name"]), text(&pair["second"]["applicant_name"])];
    assert!(names.contains(&"Ann") && names.contains(&"Ben"), "{names:?}");
    assert_eq!((&pair["question_number"], &pair["above_line"]), (&json!(1), &json!(true)));
    assert!(pair["score"].as_f64().unwrap() > 0.8, "{pair}");

    let tail = format!("/pair?question_id=why&first={}&second={}", s.ids[0], s.ids[1]);
    let shown = s.list(&tail).await;
    let whole = |side: &Value| list(&side["pieces"]).iter().map(|piece| text(&piece["text"])).collect::<String>();
    let texts = [whole(&shown["first"]), whole(&shown["second"])];
    assert!(texts.contains(&ESSAY.to_owned()) && texts.contains(&ESSAY.replace("Friday", "Sunday")));
    assert_eq!(shown["first"]["origin"]["pasted_chars"], 0);
    assert!(text(&shown["first"]["origin"]["held_at"]).starts_with("20"));
}

#[tokio::test]
async fn a_finding_is_kept_by_the_next_comparison_and_a_stale_one_is_refused() {
    let s = Site::new().await;
    s.compare().await;
    let version = s.list("").await["version"].as_u64();
    let stored = s.find(Some("discussed"), version).await.ok();
    let stale = s.find(Some("no_finding"), version).await.refused(409, "changed_meanwhile");
    assert_eq!(stale["by"], "Ada Admin");
    assert_eq!(s.find(Some("discussed"), stored["version"].as_u64()).await.ok(), stored, "a repeat changes nothing");
    s.compare().await;
    let pair = s.list("").await["pairs"][0].clone();
    assert_eq!((&pair["finding"], &pair["found_by"]), (&json!("discussed"), &json!("Ada Admin")));
    s.find(None, None).await.ok();
    assert_eq!(s.list("").await["pairs"][0]["finding"], Value::Null);
    let audit: Vec<AuditEntry> = s.t.app.store.read().unwrap().records().unwrap();
    let findings = audit.iter().filter(|entry| entry.action == "test.similarity_finding").count();
    assert_eq!(findings, 2);
    s.t.assert_intact();
}

#[tokio::test]
async fn a_pair_of_a_withdrawn_result_is_neither_listed_nor_counted_and_keeps_its_finding() {
    let mut s = Site::new().await;
    let invite = s.started("Eva").await;
    s.t.save(&invite["token"], &key(1), &[("why", ESSAY, 1)]).await.ok();
    s.t.clock.advance(2 * HOUR);
    s.t.sweep().await;
    s.admin = s.t.sign_in("ada@example.org").await;
    let id = text(&s.t.invite_row(&s.admin, &invite["id"]).await["submission_id"]).to_owned();
    s.compare().await;
    assert_eq!(s.list("").await["total"], 3);
    let body = json!({"question_id": "why", "first": s.ids[0], "second": id, "finding": "discussed"});
    s.t.put(s.path("/finding")).bearer(&s.admin).json(body).send().await.ok();
    let reopen = json!({"minutes": 5, "reason": "power cut"});
    s.t.post(format!("/api/attempts/{id}/reopen")).bearer(&s.admin).json(reopen).send().await.ok();
    for _ in 0..2 {
        let shown = s.list("?all=true").await;
        assert_eq!((&shown["total"], list(&shown["pairs"]).len()), (&json!(1), 1));
        s.compare().await;
    }
    s.t.clock.advance(HOUR);
    s.t.sweep().await;
    s.admin = s.t.sign_in("ada@example.org").await;
    s.compare().await;
    let found = s.list("").await;
    assert_eq!(found["total"], 3);
    let discussed = list(&found["pairs"]).iter().filter(|pair| pair["finding"] == "discussed").count();
    assert_eq!(discussed, 1);
    s.t.assert_intact();
}

#[tokio::test]
async fn an_erased_person_is_in_no_pair_and_a_deleted_test_has_no_report() {
    let s = Site::new().await;
    s.compare().await;
    let path = s.path("");
    let applicants = s.t.get("/api/admin/applicants?search=ann").bearer(&s.admin).send().await.ok();
    s.t.delete(format!("/api/admin/applicants/{}", text(&applicants[0]["id"]))).bearer(&s.admin).send().await.ok();
    assert_eq!(s.list("?all=true").await["total"], 0);
    let tail = format!("/pair?question_id=why&first={}&second={}", s.ids[0], s.ids[1]);
    s.t.get(s.path(&tail)).bearer(&s.admin).send().await.expect(404);
    s.find(Some("discussed"), None).await.expect(404);
    s.t.delete(format!("/api/tests/{}/force", text(&s.test["id"]))).bearer(&s.admin).send().await.ok();
    assert!(s.t.app.store.read().unwrap().records::<SimilarityReport>().unwrap().is_empty());
    s.t.get(path).bearer(&s.admin).send().await.expect(404);
    s.t.assert_intact();
}

/// The answers are compared off the request threads: meanwhile anything may happen.
#[tokio::test]
async fn a_test_deleted_before_its_comparison_leaves_no_report() {
    let s = Site::new().await;
    s.t.post(s.path("")).bearer(&s.admin).send().await.expect(202);
    s.t.delete(format!("/api/tests/{}/force", text(&s.test["id"]))).bearer(&s.admin).send().await.ok();
    job::pass(&s.t.app).await;
    assert!(s.t.app.store.read().unwrap().records::<SimilarityReport>().unwrap().is_empty());
    s.t.assert_intact();
}

#[tokio::test]
async fn wrong_questions_are_refused_in_a_sentence() {
    let s = Site::new().await;
    s.t.get(s.path("?page=0")).bearer(&s.admin).send().await.invalid("page");
    s.t.get(s.path("?limit=201")).bearer(&s.admin).send().await.invalid("limit");
    for tail in ["/pair?question_id=why&first=x&second=y", "/pair?question_id=no&first=&second="] {
        let status = s.t.get(s.path(tail)).bearer(&s.admin).send().await.status;
        assert!(status == 404 || status == 422, "{tail}: {status}");
    }
    s.find(Some("discussed"), None).await.expect(404);
    s.find(Some("guilty"), None).await.expect(422);
}
