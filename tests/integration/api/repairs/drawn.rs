//! Repairs of a test whose papers are drawn: only those who were asked are scored again.

use super::Site;
use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::domain::time::MINUTE;
use serde_json::json;

#[tokio::test]
async fn a_repair_reaches_those_who_were_asked() {
    let (t, admin) = TestApp::with_admin().await;
    let mut ids = Vec::new();
    for name in ["Alpha", "Beta", "Gamma"] {
        let question = json!({"type": "multiple_choice", "question": name, "options": ["right", "wrong"],
            "correct_answer": "wrong", "tags": ["pool"]});
        let body = json!({"state": "ready", "question": question});
        let banked = t.post("/api/questions").bearer(&admin).json(body).send().await.expect(201);
        ids.push(text(&banked["id"]).to_owned());
    }
    let pool = json!({"pool": {"tags": ["pool"], "draw": 1, "points": 4}});
    let sections = json!([{"title": "One of three", "items": [pool]}]);
    let test = t.create_test(&admin, json!({"title": "Drawn", "sections": sections})).await;
    let site = Site { t, admin, test };
    let mut asked = Vec::new();
    for n in 0..6 {
        let t = &site.t;
        let invite = t.invite(&site.admin, &site.test, &format!("c{n}@example.org")).await;
        let started = t.start(&invite["token"], &key(n)).await.ok();
        let question = text(&list(&started["test"]["questions"])[0]["id"]).to_owned();
        t.clock.advance(MINUTE);
        t.submit(&invite["token"], &key(n), &[(question.as_str(), "right")]).await.ok();
        let submission = text(&t.invite_row(&site.admin, &invite["id"]).await["submission_id"]).to_owned();
        asked.push((question, submission));
    }
    let repaired = asked[0].0.clone();
    let body = json!({"question_id": repaired, "action": "new_key", "value": "right", "reason": "The key was wrong."});
    let preview = site.t.post(format!("{}/preview", site.path())).bearer(&site.admin).json(body).send().await.ok();
    let hit = asked.iter().filter(|(question, _)| *question == repaired).count();
    assert_eq!((&preview["up"], &preview["down"]), (&json!(hit), &json!(0)), "{preview}");
    site.repair(&repaired, "new_key", Some("right")).await;
    site.apply().await;
    for (question, submission) in &asked {
        let expected = if *question == repaired { (4.0, 4, 100.0) } else { (0.0, 4, 0.0) };
        assert_eq!(site.sums(submission), expected);
    }
    // The versions that were asked may be chosen.
    let path = format!("/api/questions/{repaired}");
    let changed = json!({"type": "multiple_choice", "question": "Changed", "options": ["right", "wrong"], "correct_answer": "wrong", "tags": ["pool"]});
    site.t.put(path).bearer(&site.admin).json(json!({"question": changed})).send().await.ok();
    let some = |versions: &[u32]| json!({"question_id": repaired, "versions": versions, "action": "void", "reason": "Why not."});
    for unasked in [&[2][..], &[9], &[1, 9]] {
        site.try_repair(some(unasked)).await.invalid("versions");
    }
    let made = site.try_repair(some(&[1])).await.expect(201);
    assert_eq!(made["versions"], json!([1]));
    // A question that no paper could hold is refused.
    let unknown = json!({"question_id": "nowhere", "action": "void", "reason": "Why not."});
    site.try_repair(unknown).await.invalid("question_id");
}

/// A question of a pool is in no test: its versions are those of the papers.
#[tokio::test]
async fn statistics_know_every_version_that_a_pool_had() {
    let (t, admin) = TestApp::with_admin().await;
    let question = |right: &str| {
        json!({"state": "ready", "question": {"type": "multiple_choice", "question": "Which?", "options": ["a", "b", "c"],
        "correct_answer": right, "tags": ["pool"]}})
    };
    let banked = t.post("/api/questions").bearer(&admin).json(question("a")).send().await.expect(201);
    let path = format!("/api/questions/{}", text(&banked["id"]));
    let sections = json!([{"items": [{"pool": {"tags": ["pool"], "draw": 1, "points": 1}}]}]);
    let test = t.create_test(&admin, json!({"title": "Drawn", "sections": sections})).await;
    for (n, right) in (0..).zip(["a", "b", "c"]) {
        t.put(path.clone()).bearer(&admin).json(question(right)).send().await.ok();
        let invite = t.invite(&admin, &test, &format!("c{n}@example.org")).await;
        t.start(&invite["token"], &key(n)).await.ok();
        t.clock.advance(MINUTE);
        t.submit(&invite["token"], &key(n), &[(text(&banked["id"]), "a")]).await.ok();
    }
    let seen = t.get(format!("/api/tests/{}/statistics", text(&test["id"]))).bearer(&admin).send().await.ok();
    let [asked] = list(&seen["questions"]) else { panic!("{seen}") };
    assert_eq!((&asked["versions"], &asked["correct"], &asked["wrong"]), (&json!(3), &json!(1), &json!(2)), "{seen}");
    let right: Vec<_> = list(&asked["choices"]).iter().map(|choice| choice["is_correct"].clone()).collect();
    assert_eq!(right, [json!(true), json!(true), json!(true)]);
}
