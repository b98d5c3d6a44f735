//! Each kind of data ends alone: nothing has its words any more, and those of the other kinds stay
//! (docs/behaviour/data.md#retention).

use super::retention::{ada, days_pass, set, tables_with};
use crate::support::{
    app::TestApp,
    clip::keep_clip,
    journey::{column, key, small_test, text},
};
use invigil::{
    domain::{
        retention::RetentionKind::{self, Answers, Mails, People, Screenshots, Timeline},
        time::MINUTE,
    },
    service::mail::deliver,
};
use serde_json::{Value, json};

const SHOT: &[u8] = b"\xFF\xD8\xFF\xE0 canary-shot";
const CLIP: &[u8] = b"\x1A\x45\xDF\xA3 canary-clip";

/// The words of each kind.
const PLANTED: [(RetentionKind, &[&str]); 5] = [
    (Screenshots, &["canary-shot", "canary-clip"]),
    (Answers, &["canary-answer", "canary-comment"]),
    (Timeline, &["canary-message", "canary-asked", "canary-replied", "canary-flag"]),
    (Mails, &["canary-letter"]),
    (People, &["canary-cora", "canary-reason", "canary-private"]),
];

/// A candidate who has left something of each kind.
struct Left {
    t: TestApp,
    /// Calls that may show something of the candidate.
    paths: Vec<String>,
}

impl Left {
    async fn new() -> Self {
        let (t, admin) = TestApp::with_mail().await;
        let questions = json!([{"id": "q1", "type": "essay", "question": "Why?"}]);
        let test = t.create_test(&admin, json!({"title": "T", "questions": questions})).await;
        let named = json!({"no_schedule": true, "applicant_name": "canary-cora"});
        let invite = t.invite_with(&admin, &test, "canary-cora@example.org", named).await.expect(201);
        let token = &invite["token"];
        t.start(token, &key(1)).await.ok();
        let attempt = text(&t.invite_row(&admin, &invite["id"]).await["attempt_id"]).to_owned();
        let post = |path: String| t.post(path).bearer(&admin);
        let of = |tail: &str| post(format!("/api/attempts/{attempt}/{tail}"));
        of("messages").json(json!({"text": "canary-message"})).send().await.expect(201);
        of("flags").json(json!({"note": "canary-flag"})).send().await.expect(201);
        of("screenshots").body("image/jpeg", SHOT).send().await.expect(201);
        keep_clip(&t, &attempt, CLIP).await;
        let asking = t.post(format!("/api/take-test/{}/questions", text(token))).key(&key(1));
        let asked = asking.json(json!({"text": "canary-asked"})).send().await.expect(201);
        let reply = post(format!("/api/questions-asked/{}/answer", text(&asked["id"])));
        reply.json(json!({"text": "canary-replied"})).send().await.ok();
        t.save(token, &key(1), &[("q1", "canary-answer one", 1)]).await.ok();
        let done = t.submit(token, &key(1), &[("q1", "canary-answer two")]).await.ok();
        let receipt = format!("/api/receipt/{}", text(&done["receipt_token"]));
        let result = text(&t.invite_row(&admin, &invite["id"]).await["submission_id"]).to_owned();
        let score = json!({"score_status": "partial", "manual_score": 0.5, "comments": "canary-comment"});
        post(format!("/api/admin/scoring/{result}/answer/q1")).json(score).send().await.ok();
        let decision = json!({"decision": "reject", "reason": "canary-reason"});
        t.put(format!("/api/results/{result}/decision")).bearer(&admin).json(decision).send().await.ok();
        let note = json!({"text": "canary-private"});
        post(format!("/api/results/{result}/notes")).json(note).send().await.expect(201);
        let letter = json!({"ids": [result], "decision": "reject", "subject": "S", "body": "canary-letter"});
        let sent = post("/api/decisions/send".into()).json(letter).send().await.ok();
        assert_eq!(sent["rows"][0]["outcome"], "queued", "{sent}");
        t.clock.advance(MINUTE);
        deliver::run_once(&t.app).await.unwrap();
        let of_result = ["", "/evidence", "/history", "/notes"].map(|tail| format!("/api/results/{result}{tail}"));
        let of_attempt = ["messages", "timeline"].map(|tail| format!("/api/attempts/{attempt}/{tail}"));
        let lists = [
            "/api/results?search=canary",
            "/api/results/export?format=json&answers=true",
            "/api/invites?search=canary",
            "/api/admin/applicants?search=canary",
            "/api/admin/notifications",
            "/api/questions-asked",
            "/api/admin/backups/file",
        ];
        let paths = of_result.into_iter().chain(of_attempt).chain(lists.map(str::to_owned));
        Self { paths: paths.chain([receipt.clone(), format!("{receipt}/download")]).collect(), t }
    }

    /// Replies of all calls, by path.
    async fn replies(&self) -> Vec<(String, Vec<u8>)> {
        let admin = ada(&self.t).await;
        let mut replies = Vec::new();
        for path in &self.paths {
            replies.push((path.clone(), self.t.get(path).bearer(&admin).send().await.bytes));
        }
        replies
    }

    /// Where a word stands: tables, and replies.
    fn places_of(&self, word: &str, replies: &[(String, Vec<u8>)]) -> Vec<String> {
        let holds = |reply: &[u8]| reply.windows(word.len()).any(|window| window == word.as_bytes());
        let shown = replies.iter().filter(|(_, reply)| holds(reply)).map(|(path, _)| path.clone());
        tables_with(&self.t, word).into_iter().map(str::to_owned).chain(shown).collect()
    }
}

#[tokio::test]
async fn nothing_has_the_words_of_a_kind_whose_days_are_over() {
    for (ended, words) in PLANTED {
        let left = Left::new().await;
        let replies = left.replies().await;
        for word in PLANTED.into_iter().flat_map(|(_, words)| words) {
            let places = left.places_of(word, &replies);
            assert!(places.contains(&"/api/admin/backups/file".to_owned()), "the search finds {word} in {places:?}");
        }
        set(&left.t, &ada(&left.t).await, json!({"site": {ended.name(): 5}})).await;
        let deleted = days_pass(&left.t, 8).await;
        assert_eq!(deleted.keys().collect::<Vec<_>>(), [&ended], "{deleted:?}");
        let replies = left.replies().await;
        for word in words {
            assert_eq!(left.places_of(word, &replies), Vec::<String>::new(), "{word}");
        }
        // The person takes all of it along.
        let others = PLANTED.into_iter().filter(|(kind, _)| *kind != ended && ended != People);
        for word in others.flat_map(|(_, words)| words) {
            assert!(!left.places_of(word, &[]).is_empty(), "{word} went with {ended:?}");
        }
        left.t.assert_sound();
        left.t.assert_intact();
    }
}

/// Its results stay, and would otherwise end by the site's rules.
#[tokio::test]
async fn a_test_that_is_deleted_without_its_results_leaves_them_its_hold_and_its_rules() {
    let (t, admin) = TestApp::with_admin().await;
    let [held, ruled, other] = ["Held", "Ruled", "Other"].map(small_test);
    let [held, ruled, other] =
        [t.create_test(&admin, held).await, t.create_test(&admin, ruled).await, t.create_test(&admin, other).await];
    for (test, email) in [(&held, "one@example.org"), (&ruled, "two@example.org"), (&other, "three@example.org")] {
        t.take(&admin, test, email, &[]).await;
    }
    let rule = json!([{"test_id": ruled["id"], "rules": {"people": null}}]);
    set(&t, &admin, json!({"site": {"people": 1}, "tests": rule})).await;
    let place = |id: &Value| {
        let body = json!({"kind": "test", "id": id, "reason": "an appeal"});
        t.post("/api/admin/holds").bearer(&admin).json(body).send()
    };
    let placed = place(&held["id"]).await.expect(201);
    for test in [&held, &ruled, &other] {
        t.delete(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).send().await.ok();
    }
    let listed = t.get("/api/admin/holds").bearer(&admin).send().await.ok();
    assert_eq!((&listed[0]["id"], &listed[0]["label"]), (&placed["id"], &json!("Held")));
    // What is left of a deleted test can be held, too.
    let late = place(&ruled["id"]).await.expect(201);
    t.delete(format!("/api/admin/holds/{}", text(&late["id"]))).bearer(&admin).send().await.expect(204);
    assert_eq!(days_pass(&t, 6).await, [(People, 1)].into());
    let admin = ada(&t).await;
    let rows = t.get("/api/results").bearer(&admin).send().await.ok();
    let mut emails = column(&rows["results"], "applicant_email");
    emails.sort_unstable();
    assert_eq!(emails, ["one@example.org", "two@example.org"]);
    // Lifted, and taken out of the rules, they end as all others do.
    t.delete(format!("/api/admin/holds/{}", text(&placed["id"]))).bearer(&admin).send().await.expect(204);
    set(&t, &admin, json!({"tests": [{"test_id": ruled["id"], "rules": {"people": 2}}]})).await;
    set(&t, &admin, json!({"tests": [{"test_id": ruled["id"], "rules": {}}]})).await;
    assert_eq!(days_pass(&t, 2).await, [(People, 2)].into());
    t.assert_sound();
    t.assert_intact();
}
