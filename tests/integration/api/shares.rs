//! Read-only links to results (docs/behaviour/results.md#sharing).

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use futures_util::future::poll_immediate;
use invigil::{
    domain::{
        audit::AuditEntry,
        share::{MAX_KEPT, SharedLink},
        time::{DAY, MINUTE, SECOND},
    },
    service::work::By,
    store::Read,
};
use serde_json::{Value, json};
use std::pin::pin;

/// Words that no link shows.
const PLANTED: [&str; 8] = [
    "canary-key",
    "canary-explanation",
    "canary-notes",
    "canary-comment",
    "canary-private",
    "canary-hidden",
    "canary-solution",
    "example.org",
];

struct Site {
    t: TestApp,
    admin: String,
    test: Value,
    ids: Vec<String>,
}

impl Site {
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        let questions = json!([
            {"id": "word", "type": "short_text", "question": "A word?", "accepted": ["canary-key"],
             "explanation": "canary-explanation", "reviewer_notes": "canary-notes"},
            {"id": "why", "type": "essay", "question": "Why?", "points": 4},
            {"id": "code", "type": "coding", "question": "Echo.", "languages": ["Python"], "points": 5, "review": true,
             "tests": [{"input": "canary-hidden", "output": "canary-hidden", "visible": false, "weight": 1}],
             "reference_solutions": [{"language": "Python", "source": "canary-solution"}],
             "wrong_solutions": [{"language": "Python", "source": "canary-solution"}]},
        ]);
        let test =
            t.create_test(&admin, json!({"title": "Shared", "questions": questions, "history": "keystrokes"})).await;
        let mut site = Self { t, admin, test, ids: Vec::new() };
        for name in ["Ann", "Ben"] {
            let id = site.took(name).await;
            site.ids.push(id);
        }
        site
    }

    async fn took(&self, name: &str) -> String {
        let extra = json!({"applicant_name": name, "no_schedule": true});
        let email = format!("{}@example.org", name.to_lowercase());
        let invite = self.t.invite_with(&self.admin, &self.test, &email, extra).await.expect(201);
        self.t.start(&invite["token"], &key(1)).await.ok();
        self.t.clock.advance(MINUTE);
        let essay = format!("{name} thinks so");
        self.t.submit(&invite["token"], &key(1), &[("word", "no"), ("why", &essay), ("code", "print(1)")]).await.ok();
        let id = text(&self.t.invite_row(&self.admin, &invite["id"]).await["submission_id"]).to_owned();
        let score = json!({"score_status": "partial", "manual_score": 2, "comments": "canary-comment"});
        self.t.post(format!("/api/admin/scoring/{id}/answer/why")).bearer(&self.admin).json(score).send().await.ok();
        let note = json!({"text": "canary-private"});
        self.t.post(format!("/api/results/{id}/notes")).bearer(&self.admin).json(note).send().await.expect(201);
        let decision = json!({"decision": "hold", "reason": "canary-private"});
        self.t.put(format!("/api/results/{id}/decision")).bearer(&self.admin).json(decision).send().await.ok();
        id
    }

    /// Returns the link with its token.
    async fn share(&self, body: Value) -> (Value, String) {
        let made = self.t.post("/api/shares").bearer(&self.admin).json(body).send().await.expect(201);
        let token = text(&made["link"]).rsplit('/').next().unwrap().to_owned();
        (made, token)
    }

    async fn listed(&self) -> Vec<Value> {
        let path = format!("/api/shares?test_id={}", text(&self.test["id"]));
        list(&self.t.get(path).bearer(&self.admin).send().await.ok()["shares"]).to_vec()
    }

    async fn gone(&self, token: &str) {
        self.t.get(format!("/api/shares/{token}")).send().await.refused(410, "share_gone");
    }
}

#[tokio::test]
async fn a_link_shows_what_was_ticked_and_nothing_else() {
    let s = Site::new().await;
    let all = json!({"submission_ids": s.ids, "answers": true, "scores": true, "history": true});
    let (made, token) = s.share(all).await;
    assert_eq!((&made["names"], &made["views"]), (&json!(["Ann", "Ben"]), &json!(0)));
    let reply = s.t.get(format!("/api/shares/{token}")).send().await;
    for word in PLANTED {
        assert!(!reply.text.contains(word), "{word}: {}", reply.text);
    }
    assert!(reply.headers["x-robots-tag"] == "noindex" && reply.headers["cache-control"] == "no-store");
    let shown = reply.ok();
    let ann = &shown["results"][0];
    assert_eq!((&ann["applicant_name"], &ann["answers"][1]["answer"]), (&json!("Ann"), &json!("Ann thinks so")));
    let earned = |place: usize| &ann["answers"][place]["score"]["earned"];
    assert_eq!((earned(1), earned(2)), (&json!(2.0), &Value::Null));
    assert_eq!((&ann["score"]["earned_points"], &ann["score"]["final_score"]), (&json!(2.0), &Value::Null));
    assert_eq!(list(&ann["history"]["questions"]).len(), 3);

    let (twice, _) = s.share(json!({"submission_ids": [s.ids[0], s.ids[0]]})).await;
    assert_eq!(list(&twice["submission_ids"]).len(), 1, "{twice}");
    let (_, bare) = s.share(json!({"submission_ids": [s.ids[0]]})).await;
    let bare = s.t.get(format!("/api/shares/{bare}")).send().await.ok();
    let fields: Vec<&String> = bare["results"][0].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["applicant_name", "started_at", "submitted_at"]);
    let (_, answers) = s.share(json!({"submission_ids": [s.ids[0]], "answers": true})).await;
    let answers = s.t.get(format!("/api/shares/{answers}")).send().await.ok();
    assert!(answers["results"][0]["answers"][1].get("score").is_none());
}

#[tokio::test]
async fn every_link_that_is_over_is_the_same_410() {
    let s = Site::new().await;
    let one = |id: &str| json!({"submission_ids": [id], "scores": true});
    let (revoked, first) = s.share(one(&s.ids[0])).await;
    let (_, second) = s.share(one(&s.ids[0])).await;
    let (_, erased) = s.share(json!({"submission_ids": s.ids})).await;
    let delete = format!("/api/shares/{}", text(&revoked["id"]));
    for _ in 0..2 {
        s.t.delete(delete.clone()).bearer(&s.admin).send().await.expect(204);
    }
    s.gone(&first).await;
    s.gone("unknown").await;
    s.gone(&"A".repeat(43)).await;
    s.t.get(format!("/api/shares/{second}")).send().await.ok();
    let applicants = s.t.get("/api/admin/applicants?search=ben").bearer(&s.admin).send().await.ok();
    s.t.delete(format!("/api/admin/applicants/{}", text(&applicants[0]["id"]))).bearer(&s.admin).send().await.ok();
    s.gone(&erased).await;
    assert_eq!(s.listed().await.len(), 2, "those of erased candidates are deleted");
    s.t.delete(format!("/api/tests/{}/force", text(&s.test["id"]))).bearer(&s.admin).send().await.ok();
    assert!(s.t.app.store.read().unwrap().records::<SharedLink>().unwrap().is_empty());
    s.gone(&second).await;
    s.t.assert_intact();
}

#[tokio::test]
async fn a_link_shows_the_company_by_name_and_logo_alone() {
    let s = Site::new().await;
    let (_, token) = s.share(json!({"submission_ids": [s.ids[0]]})).await;
    let company = async || s.t.get(format!("/api/shares/{token}")).send().await.ok()["company"].clone();
    assert_eq!(company().await, json!({"name": "", "logo": null}));
    let settings = json!({"name": "Acme", "contact": "hr@acme.example", "intro_text": "Welcome."});
    s.t.put("/api/admin/company-settings").bearer(&s.admin).json(settings).send().await.ok();
    assert_eq!(company().await, json!({"name": "Acme", "logo": null}));
}

#[tokio::test]
async fn a_link_is_read_as_often_as_its_rate_allows_and_only_that_is_counted() {
    let s = Site::new().await;
    let (_, token) = s.share(json!({"submission_ids": [s.ids[0]]})).await;
    let (_, other) = s.share(json!({"submission_ids": [s.ids[0]]})).await;
    let open = |token: &str| s.t.get(format!("/api/shares/{token}")).send();
    for _ in 0..128 {
        open(&token).await.ok();
    }
    open(&token).await.refused(429, "too_many_requests");
    open(&other).await.ok();
    s.t.clock.advance(SECOND);
    open(&token).await.ok();
    open(&token).await.refused(429, "too_many_requests");
    let views: Vec<Value> = s.listed().await.iter().map(|share| share["views"].clone()).collect();
    assert_eq!(views, [1, 129]);
}

#[tokio::test]
async fn a_link_ends_after_its_days() {
    let s = Site::new().await;
    let (_, token) = s.share(json!({"submission_ids": [s.ids[0]], "days": 2})).await;
    s.t.clock.advance(DAY * 2 - MINUTE);
    s.t.get(format!("/api/shares/{token}")).send().await.ok();
    s.t.clock.advance(MINUTE);
    s.gone(&token).await;
}

#[tokio::test]
async fn the_oldest_links_that_are_over_make_room() {
    let mut s = Site::new().await;
    let body = json!({"submission_ids": [s.ids[0]], "days": 1});
    let (oldest, _) = s.share(body.clone()).await;
    let pattern: SharedLink = s.t.app.store.read().unwrap().records().unwrap().remove(0);
    let copies: Vec<SharedLink> = (1..MAX_KEPT)
        .map(|n| SharedLink {
            id: s.t.app.new_id(),
            token_hash: std::array::from_fn(|at| n.to_be_bytes().get(at).copied().unwrap_or(7)),
            ..pattern.clone()
        })
        .collect();
    s.t.app
        .write(By::Operator, move |w| Ok(copies.iter().try_for_each(|share| w.put(share).map(drop))?))
        .await
        .unwrap();
    s.t.clock.advance(DAY);
    s.admin = s.t.sign_in("ada@example.org").await;
    let (newest, _) = s.share(body).await;
    let kept = s.listed().await;
    assert_eq!(kept.len(), MAX_KEPT);
    assert!(kept.iter().all(|share| share["id"] != oldest["id"]));
    assert_eq!(kept[0]["id"], newest["id"]);
}

/// A view may read megabytes: hundreds at once take turns.
#[tokio::test]
async fn views_are_read_two_at_a_time() {
    let site = Site::new().await;
    let (_, token) = site.share(json!({"submission_ids": site.ids, "answers": true})).await;
    let places =
        [site.t.app.limits.large_reads.place().await.unwrap(), site.t.app.limits.large_reads.place().await.unwrap()];
    let view = site.t.get(format!("/api/shares/{token}")).send();
    let mut view = pin!(view);
    // The view is counted, then waits.
    while site.listed().await[0]["views"] == 0 {
        assert!(poll_immediate(&mut view).await.is_none());
    }
    assert!(poll_immediate(&mut view).await.is_none());
    drop(places);
    view.await.ok();
}

#[tokio::test]
async fn views_are_counted_and_audited_once_a_day() {
    let s = Site::new().await;
    let (_, token) = s.share(json!({"submission_ids": [s.ids[0]]})).await;
    for _ in 0..3 {
        s.t.get(format!("/api/shares/{token}")).send().await.ok();
    }
    assert_eq!(s.listed().await[0]["views"], 3);
    s.t.clock.advance(DAY);
    s.t.get(format!("/api/shares/{token}")).send().await.ok();
    let audit: Vec<AuditEntry> = s.t.app.store.read().unwrap().records().unwrap();
    assert_eq!(audit.iter().filter(|entry| entry.action == "result.share_viewed").count(), 2);
    // The database holds no token.
    assert!(!format!("{:?}", s.t.app.store.read().unwrap().records::<SharedLink>().unwrap()).contains(&token));
}

#[tokio::test]
async fn wrong_links_are_refused_in_a_sentence() {
    let s = Site::new().await;
    let post = |body: Value| s.t.post("/api/shares").bearer(&s.admin).json(body).send();
    post(json!({"submission_ids": []})).await.invalid("submission_ids");
    post(json!({"submission_ids": [s.ids[0]], "days": 91})).await.invalid("days");
    post(json!({"submission_ids": [s.ids[0]], "days": 0})).await.invalid("days");
    post(json!({"submission_ids": ["nobody"]})).await.expect(404);
    let other =
        s.t.create_test(&s.admin, json!({"title": "Other", "questions": [{"type": "essay", "question": "?"}]})).await;
    let other = Site { test: other, t: s.t, admin: s.admin, ids: s.ids };
    let invite = other.t.invite_with(&other.admin, &other.test, "cem@example.org", json!({"no_schedule": true})).await;
    let invite = invite.expect(201);
    other.t.start(&invite["token"], &key(2)).await.ok();
    other.t.submit(&invite["token"], &key(2), &[]).await.ok();
    let foreign = text(&other.t.invite_row(&other.admin, &invite["id"]).await["submission_id"]).to_owned();
    let body = json!({"submission_ids": [other.ids[0], foreign]});
    other.t.post("/api/shares").bearer(&other.admin).json(body).send().await.invalid("submission_ids");
}
