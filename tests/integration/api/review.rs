//! The reviewers' lists: the queue, and one question across all candidates.

use crate::support::{
    app::TestApp,
    journey::{all_types, column, list, small_test, text},
};
use invigil::domain::time::MINUTE;
use serde_json::{Value, json};

/// Follows the links to the end; answers the rows of all pages.
async fn all_pages(t: &TestApp, admin: &str, first: &str, field: &str) -> Vec<Value> {
    let (mut path, mut rows) = (first.to_owned(), Vec::new());
    loop {
        let reply = t.get(&path).bearer(admin).send().await;
        let link = reply.header("link").to_owned();
        rows.extend(list(&reply.ok()[field]).iter().cloned());
        let Some((next, _)) = link.split_once(">; rel=\"next\"") else { return rows };
        next.trim_start_matches('<').clone_into(&mut path);
    }
}

#[tokio::test]
async fn the_queue_holds_what_waits_oldest_first() {
    let (t, admin) = TestApp::with_admin().await;
    let (written, choice) = (t.test_with_all_types(&admin).await, t.create_test(&admin, small_test("C")).await);
    let mut ids = Vec::new();
    for n in 0..5 {
        let invite = t.take(&admin, &written, &format!("c{n}@example.org"), &[("q2", "words")]).await;
        ids.push(t.invite_row(&admin, &invite["id"]).await["submission_id"].clone());
        t.clock.advance(MINUTE);
    }
    t.take(&admin, &choice, "x@example.org", &[("q1", "B")]).await;
    t.take(&admin, &written, "blank@example.org", &[]).await;
    let queue = all_pages(&t, &admin, "/api/admin/scoring-queue?limit=2", "submissions").await;
    let waiting: Vec<_> = queue.iter().map(|item| item["submission_id"].clone()).collect();
    assert_eq!(waiting, ids);
    assert_eq!(
        queue[0],
        json!({"submission_id": ids[0], "test_id": written["id"], "test_title": "Backend engineer", "applicant_name": "Cora Candidate",
            "applicant_email": "c0@example.org", "scoring_status": "needs_review", "submitted_at": "2026-03-02T08:00:00.000Z",
            "manual_questions": 2, "pending_reviews": 1})
    );
    let path = format!("/api/admin/scoring/{}/answer/q2", text(&ids[1]));
    t.post(path).bearer(&admin).json(json!({"score_status": "correct"})).send().await.ok();
    // A blank answer does not wait, but can be scored: that leaves the rest waiting.
    let path = format!("/api/admin/scoring/{}/answer/q3", text(&ids[2]));
    t.post(path).bearer(&admin).json(json!({"score_status": "wrong"})).send().await.ok();
    let queue = all_pages(&t, &admin, "/api/admin/scoring-queue", "submissions").await;
    let states: Vec<_> = queue.iter().map(|i| (i["submission_id"].clone(), text(&i["scoring_status"]))).collect();
    let state = |n: usize, status| (ids[n].clone(), status);
    let expected =
        [state(0, "needs_review"), state(2, "partially_reviewed"), state(3, "needs_review"), state(4, "needs_review")];
    assert_eq!(states, expected);
    t.get("/api/admin/scoring-queue?limit=0").bearer(&admin).send().await.invalid("limit");
    t.assert_sound();
}

#[tokio::test]
async fn one_question_is_read_across_all_candidates() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    for n in 0..5 {
        let answer = format!("words of {n}");
        t.take(&admin, &test, &format!("c{n}@example.org"), &[("q2", &answer)]).await;
        t.clock.advance(MINUTE);
    }
    // A later paper without the program and with another essay.
    let mut changed = all_types();
    changed["questions"][2] = json!({"id": "q4", "type": "essay", "question": "New", "points": 1});
    t.put(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).json(changed).send().await.ok();
    t.take(&admin, &test, "c5@example.org", &[("q2", "words of 5"), ("q4", "new words")]).await;

    let by_test = format!("/api/admin/scoring/by-question?test_id={}", text(&test["id"]));
    let row = |id, number, question, kind, points, pending, total| json!({"question_id": id, "number": number, "question": question, "question_type": kind, "points": points, "pending": pending, "total": total});
    assert_eq!(
        t.get(&by_test).bearer(&admin).send().await.ok()["questions"],
        json!([
            row("q2", 2, "Tell us about B-trees", "essay", 3, 6, 6),
            row("q4", 3, "New", "essay", 1, 1, 1),
            row("q3", 4, "Reverse a list", "coding", 5, 0, 5),
        ])
    );
    let path = format!("/api/admin/scoring/by-question/{}/q2", text(&test["id"]));
    let rows = all_pages(&t, &admin, &format!("{path}?limit=4"), "answers").await;
    let words: Vec<_> = rows.iter().map(|r| text(&r["answer"])).collect();
    assert_eq!(words, ["words of 0", "words of 1", "words of 2", "words of 3", "words of 4", "words of 5"]);
    assert_eq!(rows[0]["version"], 1);
    assert_eq!(rows[0]["submitted_at"], "2026-03-02T08:00:00.000Z");

    let score = format!("/api/admin/scoring/{}/answer/q2", text(&rows[1]["submission_id"]));
    t.post(score).bearer(&admin).json(json!({"score_status": "correct"})).send().await.ok();
    let pending = t.get(&path).bearer(&admin).send().await.ok();
    assert_eq!(column(&pending["answers"], "answer").len(), 5);
    let all = t.get(format!("{path}?status=all")).bearer(&admin).send().await.ok();
    assert_eq!(list(&all["answers"])[1]["reviewed_by"], "Ada Admin");
    assert_eq!(t.get(&by_test).bearer(&admin).send().await.ok()["questions"][0]["pending"], 5);

    t.get("/api/admin/scoring/by-question?test_id=x").bearer(&admin).send().await.invalid("test_id");
    t.get("/api/admin/scoring/by-question").bearer(&admin).send().await.refused(422, "invalid");
    let nowhere = "00000000-0000-7000-8000-000000000000";
    let unknown = format!("/api/admin/scoring/by-question?test_id={nowhere}");
    t.get(unknown).bearer(&admin).send().await.refused(404, "not_found");
    for path in [format!("/api/admin/scoring/by-question/{nowhere}/q2"), path.replace("/q2", "/q1")] {
        t.get(path).bearer(&admin).send().await.refused(404, "not_found");
    }
    t.get(format!("{path}?status=some")).bearer(&admin).send().await.refused(422, "invalid");

    // Answers of a deleted test are there to be scored; of a removed one, not.
    t.delete(format!("/api/tests/{}/force", text(&test["id"]))).bearer(&admin).send().await.ok();
    t.get(&by_test).bearer(&admin).send().await.refused(404, "not_found");
    t.assert_sound();
}
