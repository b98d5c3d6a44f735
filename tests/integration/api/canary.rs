//! Data that must never reach a candidate: correct answers, other people, keys, scores
//! (docs/behaviour/taking.md#taking-a-test). Words are planted wherever such a text is kept, and every reply that a
//! candidate can get is searched for them.

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, small_test, text},
};
use invigil::domain::time::{DAY, HOUR, SECOND};
use serde_json::{Value, json};

const SECRETS: [&str; 7] =
    ["canary-right", "canary-name", "canary-mail", "canary-words", "canary-smtp", "canary-reason", "canary-admin"];

/// Collects every text a candidate saw.
#[derive(Default)]
struct Seen(Vec<String>);

impl Seen {
    fn add(&mut self, reply: &Reply) {
        self.0.push(format!("{:?} {}", reply.headers, reply.text));
    }

    fn assert_clean(&self, forbidden: &[&str]) {
        for text in &self.0 {
            for word in forbidden {
                assert!(!text.contains(word), "{word} reached a candidate: {text}");
            }
        }
    }
}

async fn look(t: &TestApp, seen: &mut Seen, invite: &Value, account: &str, keys: &[Option<String>]) {
    let token = text(&invite["token"]);
    for path in [format!("/api/invites/token/{token}"), format!("/api/take-test/{token}")] {
        for key in keys {
            let call = t.get(&path).bearer(account);
            let call = if let Some(key) = key { call.key(key) } else { call };
            seen.add(&call.send().await);
        }
    }
    for path in [
        "/api/my-invites",
        "/api/my-submissions",
        "/api/auth/me",
        "/api/admin/theme-settings",
        "/api/admin/check-signup-restriction",
        "/api/results",
        "/api/invites",
        "/api/tests",
        "/api/admin/scoring-queue",
        "/api/admin/notifications",
        "/api/admin/applicants",
        "/api/admin/is-first-admin",
    ] {
        seen.add(&t.get(path).bearer(account).send().await);
    }
}

#[tokio::test]
async fn nothing_that_is_not_theirs_reaches_a_candidate() {
    let t = TestApp::new();
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    t.change_user("cora@example.org", |user| user.mailbox_proven = true).await;
    t.change_user("ada@example.org", |user| user.full_name = "canary-admin".into()).await;
    let smtp = json!({"smtpHost": "canary-smtp.example.org", "smtpUser": "canary-smtp", "smtpPassword": "canary-smtp", "fromEmail": "canary-smtp@example.org"});
    t.put("/api/admin/email-settings").bearer(&admin).json(smtp).send().await.ok();
    t.mailer.refuse("canary-smtp does not answer");
    // The right option is among the options: what must not show is which one it is, nor a question before the start.
    let input = json!({"title": "T", "questions": [
        {"id": "q1", "type": "multiple_choice", "question": "before-the-start", "options": ["left", "canary-right"], "correct_answer": "canary-right"},
        {"id": "q2", "type": "essay", "question": "before-the-start too"},
    ]});
    let test = t.create_test(&admin, input).await;
    let other = t
        .invite_with(&admin, &test, "canary-mail@example.org", json!({"applicant_name": "canary-name"}))
        .await
        .expect(201);
    t.start(&other["token"], &key(9)).await.ok();
    t.save(&other["token"], &key(9), &[("q2", "canary-words", 1)]).await.ok();
    let mine = t.invite(&admin, &test, "cora@example.org").await;

    let mut seen = Seen::default();
    let keys = [None, Some(key(1)), Some(key(9))];
    look(&t, &mut seen, &mine, &cora, &keys).await;
    for bad in ["q9", "q1"] {
        seen.add(&t.save(&mine["token"], &key(1), &[(bad, "nonsense", 1)]).await);
    }
    let before_start = [&SECRETS[..], &["before-the-start", "left"]].concat();
    seen.assert_clean(&before_start);

    // From the start on the options are the candidate's to read, among them the right one: so it is named alone.
    let mut during = Seen::default();
    let started = t.start(&mine["token"], &key(1)).await;
    assert!(started.text.contains("before-the-start"));
    during.add(&started);
    look(&t, &mut during, &mine, &cora, &keys).await;
    during.add(&t.save(&mine["token"], &key(1), &[("q1", "left", 1), ("q2", "mine", 2)]).await);
    during.add(&t.save(&mine["token"], &key(1), &[("q1", "nonsense", 3)]).await);
    during.add(&t.start(&mine["token"], &key(2)).await);
    let attempt = t.invite_row(&admin, &mine["id"]).await["attempt_id"].clone();
    let release = format!("/api/attempts/{}/release", text(&attempt));
    t.post(release).bearer(&admin).json(json!({"reason": "canary-reason"})).send().await.ok();
    during.add(&t.start(&mine["token"], &key(2)).await);
    during.add(&t.save(&mine["token"], &key(1), &[("q2", "late", 9)]).await);
    look(&t, &mut during, &mine, &cora, &[None, Some(key(1)), Some(key(2))]).await;
    for text in &mut during.0 {
        assert!(!text.contains("correct"), "{text}");
        *text = text.replace(r#"["left","canary-right"]"#, "");
    }
    during.assert_clean(&SECRETS);

    let mut after = Seen::default();
    after.add(&t.submit(&mine["token"], &key(2), &[("q1", "left")]).await);
    after.add(&t.submit(&mine["token"], &key(1), &[]).await);
    after.add(&t.save(&mine["token"], &key(2), &[("q2", "late", 20)]).await);
    look(&t, &mut after, &mine, &cora, &keys).await;
    let submission = t.invite_row(&admin, &mine["id"]).await["submission_id"].clone();
    let score = json!({"score_status": "partial", "manual_score": 0.5, "comments": "canary-reason"});
    let path = format!("/api/admin/scoring/{}/answer/q2", text(&submission));
    t.post(path).bearer(&admin).json(score).send().await.ok();
    let decision = json!({"decision": "reject", "reason": "canary-decision"});
    t.put(format!("/api/results/{}/decision", text(&submission))).bearer(&admin).json(decision).send().await.ok();
    let note = t.post(format!("/api/results/{}/notes", text(&submission)));
    note.bearer(&admin).json(json!({"text": "canary-note"})).send().await.expect(201);
    let repair = json!({"question_id": "q1", "action": "new_key", "value": "left", "reason": "canary-repair"});
    let repairs = t.post(format!("/api/tests/{}/repairs", text(&test["id"])));
    repairs.bearer(&admin).json(repair).send().await.expect(201);
    let rubric = json!({"mode": "add", "items": [{"text": "canary-item", "points": 0.5}, {"text": "canary-item", "points": 1}],
        "model_answer": "canary-model", "notes": "canary-hint", "snippets": ["canary-snippet"]});
    t.put(format!("/api/tests/{}/rubrics/q2", text(&test["id"]))).bearer(&admin).json(rubric).send().await.ok();
    let mark = json!({"percent": 61.616});
    t.put(format!("/api/tests/{}/pass-mark", text(&test["id"]))).bearer(&admin).json(mark).send().await.ok();
    t.clock.advance(HOUR + 20 * SECOND);
    t.sweep().await;
    let cora = t.sign_in("cora@example.org").await;
    look(&t, &mut after, &mine, &cora, &keys).await;
    t.clock.advance(15 * DAY);
    look(&t, &mut after, &mine, &t.sign_in("cora@example.org").await, &keys).await;
    after.assert_clean(
        &[
            &SECRETS[..],
            &[
                "canary-decision",
                "canary-note",
                "canary-repair",
                "canary-item",
                "canary-model",
                "canary-hint",
                "canary-snippet",
                "61.616",
                "reject",
            ],
        ]
        .concat(),
    );
    let lists: Vec<_> = after.0.iter().filter(|text| text.contains("under_review")).collect();
    assert!(!lists.is_empty() && lists.iter().all(|text| !text.contains("score\"")), "{lists:?}");
    t.assert_sound();
}

#[tokio::test]
async fn another_candidates_link_and_key_open_nothing_of_mine() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let (a, b) = (t.invite(&admin, &test, "a@example.org").await, t.invite(&admin, &test, "b@example.org").await);
    t.start(&a["token"], &key(1)).await.ok();
    t.start(&b["token"], &key(2)).await.ok();
    t.save(&a["token"], &key(1), &[("q2", "a's words", 1)]).await.ok();
    t.save(&a["token"], &key(2), &[("q2", "b's words", 2)]).await.refused(409, "attempt_elsewhere");
    t.submit(&a["token"], &key(2), &[]).await.refused(409, "attempt_elsewhere");
    assert!(t.door(&a["token"], Some(&key(2))).await.ok()["attempt"].is_null());
    assert!(!t.door(&b["token"], Some(&key(2))).await.text.contains("a's words"));
    // The same key in two tests of one browser is two attempts.
    let c = t.invite(&admin, &test, "c@example.org").await;
    assert_eq!(t.start(&c["token"], &key(1)).await.ok()["answers"], json!([]));
}

/// The file alone gives no one a token, a key or a password.
#[tokio::test]
async fn the_stored_bytes_hold_no_secret() {
    let dir = tempfile::tempdir().unwrap();
    let t = TestApp::on_disk(dir.path());
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    t.set_up_mail(&admin).await;
    let ai = json!({"apiKey": "hunter3"});
    t.put("/api/admin/ai-settings").bearer(&admin).json(ai).send().await.ok();
    let test = t.test_with_all_types(&admin).await;
    let invite = t.take(&admin, &test, "cora@example.org", &[("q2", "words in the file")]).await;
    let [hook, token, report] = secrets_of_programs(&t, &admin).await;
    t.app.store.close().await;
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        bytes.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    let holds = |needle: &str| bytes.windows(needle.len()).any(|window| window == needle.as_bytes());
    assert!(holds("words in the file"), "the search works");
    let password = crate::support::journey::PASSWORD;
    for secret in [text(&invite["token"]), &key(1), "hunter2", "hunter3", password, &admin, &cora] {
        assert!(!holds(secret), "{secret}");
    }
    for secret in ["canary-hook", "canary-header", "canary-return", &hook, &token, &report] {
        assert!(!holds(secret), "{secret}");
    }
}

/// The key of a webhook, a token, and the end of a link to a report. The addresses and a header have planted words.
async fn secrets_of_programs(t: &TestApp, admin: &str) -> [String; 3] {
    let post = async |path: &str, body: Value| t.post(path).bearer(admin).json(body).send().await.expect(201);
    let hook = json!({"name": "Chat", "url": "https://hooks.example.org/services/canary-hook", "events": ["result.scored"],
        "headers": [{"name": "x-key", "value": "canary-header"}]});
    let hook = post("/api/webhooks", hook).await;
    let token = post("/api/tokens", json!({"name": "Nightly", "role": "viewer"})).await;
    let test = t.create_test(admin, small_test("Rust")).await;
    let order = json!({"external_id": "a:1", "test_id": test["id"], "applicant_name": "Ann Lee",
        "applicant_email": "ann@example.org", "no_schedule": true,
        "return_address": "https://hooks.example.org/orders/canary-return"});
    let invite = post("/api/orders", order).await["invite"].clone();
    t.start(&invite["token"], &key(2)).await.ok();
    t.submit(&invite["token"], &key(2), &[("q1", "B")]).await.ok();
    let result = t.get("/api/orders/a:1/result").bearer(admin).send().await.ok();
    let report = text(&result["report"]).rsplit_once('/').unwrap().1;
    [text(&hook["secret"]), text(&token["token"]), report].map(str::to_owned)
}
