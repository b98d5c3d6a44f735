//! `/tests` (docs/behaviour/tests.md#tests-and-questions).

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, all_types, column, key, list, small_test, text},
};
use futures_util::future::join_all;
use invigil::{
    domain::time::{DAY, MINUTE, SECOND},
    service::{account::admins, actor::Actor},
};
use serde_json::{Value, json};

#[tokio::test]
async fn a_test_is_created_read_changed_and_deleted() {
    let (t, admin) = TestApp::with_admin().await;
    let made = t.test_with_all_types(&admin).await;
    assert_eq!((&made["question_count"], &made["total_points"]), (&json!(3), &json!(10)));
    assert_eq!(made["questions"], all_types()["questions"]);
    assert_eq!(made["created_at"], "2026-03-02T08:00:00.000Z");
    let path = format!("/api/tests/{}", text(&made["id"]));
    assert_eq!(t.get(&path).bearer(&admin).send().await.ok(), made);

    t.clock.advance(MINUTE);
    let mut changed = all_types();
    changed["title"] = "Frontend engineer".into();
    changed["questions"].as_array_mut().unwrap().pop();
    let updated = t.put(&path).bearer(&admin).json(changed).send().await.ok();
    assert_eq!((&updated["title"], &updated["total_points"]), (&json!("Frontend engineer"), &json!(5)));
    assert_eq!((&updated["id"], &updated["created_at"]), (&made["id"], &made["created_at"]));
    assert_eq!(updated["updated_at"], "2026-03-02T08:01:00.000Z");
    assert_eq!(t.get("/api/tests").bearer(&admin).send().await.ok(), json!([updated]));

    assert!(t.delete(&path).bearer(&admin).send().await.ok()["message"].is_string());
    t.get(&path).bearer(&admin).send().await.refused(404, "not_found");
    t.delete(&path).bearer(&admin).send().await.refused(404, "not_found");
    t.put(&path).bearer(&admin).json(all_types()).send().await.refused(404, "not_found");
    assert_eq!(t.get("/api/tests").bearer(&admin).send().await.ok(), json!([]));
    t.assert_sound();
}

#[tokio::test]
async fn two_admins_do_not_overwrite_each_other_unawares() {
    let (t, admin) = TestApp::with_admin().await;
    let made = t.test_with_all_types(&admin).await;
    assert_eq!(made["version"], 1);
    let path = format!("/api/tests/{}", text(&made["id"]));
    let operator = Actor::Operator.require().unwrap();
    admins::create(&t.app, &operator, "bob@example.org", PASSWORD.into(), "Bob").await.unwrap();
    let bob = t.sign_in("bob@example.org").await;
    let titled = |title: &str, version: Value| {
        let mut input = all_types();
        input["title"] = title.into();
        input["version"] = version;
        input
    };

    t.clock.advance(MINUTE);
    let by_bob = t.put(&path).bearer(&bob).json(titled("Bob's", json!(1))).send().await.ok();
    assert_eq!((&by_bob["title"], &by_bob["version"]), (&json!("Bob's"), &json!(2)));
    t.clock.advance(MINUTE);
    let stale = t.put(&path).bearer(&admin).json(titled("Mine", json!(1))).send().await;
    let refusal = stale.refused(409, "changed_meanwhile");
    assert_eq!((&refusal["by"], &refusal["at"]), (&json!("Bob"), &by_bob["updated_at"]));
    assert_eq!(t.get(&path).bearer(&admin).send().await.ok(), by_bob);

    let again = t.put(&path).bearer(&admin).json(titled("Mine", json!(2))).send().await.ok();
    assert_eq!((&again["title"], &again["version"]), (&json!("Mine"), &json!(3)));
    // The bare call of the specification overwrites.
    let bare = t.put(&path).bearer(&bob).json(titled("Bare", Value::Null)).send().await.ok();
    assert_eq!((&bare["title"], &bare["version"]), (&json!("Bare"), &json!(4)));
    assert_eq!(t.get("/api/tests").bearer(&admin).send().await.ok()[0]["version"], 4);
    t.assert_sound();
}

/// They read the same version, and their changes are checked and encoded before the writer takes them.
#[tokio::test]
async fn of_changes_at_once_exactly_one_wins_unless_all_overwrite() {
    let (t, admin) = TestApp::with_admin().await;
    let made = t.test_with_all_types(&admin).await;
    let path = format!("/api/tests/{}", text(&made["id"]));
    let put_all = async |version: Value| {
        let put = |n: usize| {
            let mut input = all_types();
            (input["title"], input["version"]) = (format!("T{n}").into(), version.clone());
            t.put(&path).bearer(&admin).json(input).send()
        };
        let mut statuses: Vec<u16> = join_all((0..8).map(put)).await.iter().map(|reply| reply.status).collect();
        statuses.sort_unstable();
        statuses
    };
    assert_eq!(put_all(json!(1)).await, [200, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(t.get(&path).bearer(&admin).send().await.ok()["version"], 2);
    assert_eq!(put_all(Value::Null).await, [200; 8]);
    assert_eq!(t.get(&path).bearer(&admin).send().await.ok()["version"], 10);
    t.assert_sound();
}

#[tokio::test]
async fn defaults_and_the_clean_up_of_the_spec() {
    let (t, admin) = TestApp::with_admin().await;
    let input = json!({"title": "  T  ", "id": "mine", "created_at": "1999-01-01T00:00:00Z", "questions": [
        {"type": "multiple_choice", "question": " Pick ", "options": [" A ", "", "B", "  "], "correct_answer": " A ", "expected_language": "Rust"},
        {"type": "essay", "question": "Write", "options": ["A", "B"], "correct_answer": "A", "expected_language": "Rust"},
        {"type": "coding", "question": "Code", "options": ["A"], "correct_answer": "A", "expected_language": "c++"},
    ]});
    let made = t.create_test(&admin, input).await;
    assert_eq!(
        (&made["title"], &made["description"], &made["duration_minutes"]),
        (&json!("T"), &json!(""), &json!(60))
    );
    assert_ne!(made["id"], "mine");
    assert_eq!(made["created_at"], "2026-03-02T08:00:00.000Z");
    let ids = column(&made["questions"], "id");
    assert_eq!(
        made["questions"],
        json!([
            {"id": ids[0], "type": "multiple_choice", "question": "Pick", "points": 1, "options": ["A", "B"], "correct_answer": "A"},
            {"id": ids[1], "type": "essay", "question": "Write", "points": 1},
            {"id": ids[2], "type": "coding", "question": "Code", "points": 1, "expected_language": "C++"},
        ])
    );
    assert!(ids.iter().all(|id| !id.is_empty()) && ids[0] != ids[1] && ids[1] != ids[2]);
}

/// Every rule of docs/behaviour/tests.md#tests-and-questions, and the field that must be named.
#[tokio::test]
async fn each_rule_names_its_field() {
    let (t, admin) = TestApp::with_admin().await;
    let cases: &[(&str, Value, &str, &str)] = &[
        ("/title", json!("  "), "title", "Test title is required"),
        ("/title", json!("x".repeat(201)), "title", ""),
        ("/title", json!(7), "title", ""),
        ("/description", json!("x".repeat(20_001)), "description", ""),
        ("/questions", json!([]), "questions", "Add at least one question to the test"),
        ("/questions", json!({}), "questions", ""),
        ("/duration_minutes", json!(0), "duration_minutes", ""),
        ("/duration_minutes", json!(481), "duration_minutes", ""),
        ("/duration_minutes", json!(-60), "duration_minutes", ""),
        ("/duration_minutes", json!(59.5), "duration_minutes", ""),
        ("/duration_minutes", json!("60"), "duration_minutes", ""),
        ("/questions/0/question", json!(" "), "questions[0].question", "Question text is required"),
        ("/questions/0/points", json!(0), "questions[0].points", ""),
        ("/questions/0/points", json!(101), "questions[0].points", ""),
        ("/questions/0/points", json!(1.5), "questions[0].points", ""),
        (
            "/questions/0/options",
            json!(["B", " "]),
            "questions[0].options",
            "Multiple choice questions need at least 2 options",
        ),
        ("/questions/0/options", json!(["A", "B", "C", "D", "E", "F", "G"]), "questions[0].options", ""),
        ("/questions/0/options", json!(["B", " B ", "C"]), "questions[0].options", ""),
        ("/questions/0/correct_answer", json!(""), "questions[0].correct_answer", "Please select the correct answer"),
        ("/questions/0/correct_answer", Value::Null, "questions[0].correct_answer", "Please select the correct answer"),
        (
            "/questions/0/correct_answer",
            json!("b"),
            "questions[0].correct_answer",
            "Selected correct answer must match one of the options",
        ),
        ("/questions/0/type", json!("true_false"), "questions[0].type", ""),
        ("/questions/1/id", json!("q1"), "questions[1].id", ""),
        ("/questions/1/id", json!("x".repeat(65)), "questions[1].id", ""),
        ("/questions/2/expected_language", json!("COBOL"), "questions[2].expected_language", ""),
    ];
    let made = t.test_with_all_types(&admin).await;
    let path = format!("/api/tests/{}", text(&made["id"]));
    for (pointer, value, field, message) in cases {
        let mut input = all_types();
        *input.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
        let refusal = t.post("/api/tests").bearer(&admin).json(&input).send().await.invalid(field);
        let told = text(&refusal["fields"][field]);
        assert!(told.contains(message), "{pointer} = {value}: {told}");
        t.put(&path).bearer(&admin).json(&input).send().await.invalid(field);
    }
    let mut missing = all_types();
    missing.as_object_mut().unwrap().remove("questions");
    t.post("/api/tests").bearer(&admin).json(missing).send().await.invalid("questions");
    assert_eq!(t.get(&path).bearer(&admin).send().await.ok(), made, "nothing of what was refused is left");
}

#[tokio::test]
async fn the_limits_themselves_are_allowed() {
    let (t, admin) = TestApp::with_admin().await;
    let mut input = all_types();
    input["title"] = "ü".repeat(200).into();
    input["duration_minutes"] = 480.into();
    input["questions"][0]["points"] = 100.into();
    input["questions"][0]["options"] = json!(["A", "B", "C", "D", "E", "F"]);
    t.create_test(&admin, input).await;
    let questions: Vec<Value> = (0..500)
        .map(|n| json!({"id": format!("q{n}"), "type": "essay", "question": format!("Question {n}")}))
        .collect();
    let made = t.create_test(&admin, json!({"title": "Long", "duration_minutes": 1, "questions": questions})).await;
    assert_eq!(made["question_count"], 500);
    for language in
        ["Python", "JavaScript", "Java", "C++", "C#", "Ruby", "Go", "Rust", "PHP", "Swift", "Kotlin", "TypeScript"]
    {
        let mut input = all_types();
        input["questions"][2]["expected_language"] = language.into();
        t.create_test(&admin, input).await;
    }
}

#[tokio::test]
async fn checks_come_in_the_order_of_the_rules() {
    let t = TestApp::new();
    let (admin, cora) = (t.admin().await, t.applicant("cora@example.org").await);
    let nowhere = "/api/tests/00000000-0000-7000-8000-000000000000";
    let put = || t.put(nowhere).body("text/plain", "{");
    put().send().await.refused(401, "unauthorized");
    put().bearer(&cora).send().await.refused(403, "admins_only");
    put().bearer(&admin).send().await.refused(404, "not_found");
    t.put("/api/tests/not-an-id").bearer(&admin).json(json!({})).send().await.refused(404, "not_found");
    let made = t.test_with_all_types(&admin).await;
    let path = format!("/api/tests/{}", text(&made["id"]));
    let huge = vec![b' '; 11 << 20];
    t.put(&path).bearer(&admin).body("text/plain", huge.clone()).send().await.refused(413, "too_large");
    t.put(&path).bearer(&admin).body("application/json", huge).chunked().send().await.refused(413, "too_large");
    t.put(&path).bearer(&admin).body("text/plain", "{").send().await.refused(415, "not_json");
    t.put(&path).bearer(&admin).body("application/json", "{").send().await.refused(400, "malformed");
    t.put(&path).bearer(&admin).json(json!({})).send().await.invalid("title");
}

#[tokio::test]
async fn the_list_is_newest_first_and_pages_by_a_link() {
    let (t, admin) = TestApp::with_admin().await;
    for n in 0..7 {
        t.create_test(&admin, small_test(&format!("T{n}"))).await;
        if n % 3 == 0 {
            t.clock.advance(SECOND);
        }
    }
    let all = t.get("/api/tests").bearer(&admin).send().await;
    assert_eq!(all.header("link"), "");
    let all = all.ok();
    assert_eq!(list(&all).len(), 7);
    let created: Vec<&str> = column(&all, "created_at");
    assert!(created.is_sorted_by(|a, b| a >= b), "{created:?}");

    let mut seen = Vec::new();
    let mut path = "/api/tests?limit=3".to_owned();
    loop {
        let page = t.get(&path).bearer(&admin).send().await;
        let link = page.header("link").to_owned();
        let rows = page.ok();
        assert!(list(&rows).len() <= 3);
        seen.extend(list(&rows).to_vec());
        let Some(next) = link.strip_prefix('<').and_then(|l| l.strip_suffix(">; rel=\"next\"")) else {
            assert_eq!(link, "");
            break;
        };
        assert!(next.starts_with("/api/tests?limit=3&after="), "{next}");
        path = next.to_owned();
    }
    assert_eq!(Value::from(seen), all);
    for bad in ["limit=0", "limit=1001", "limit=-1", "limit=x"] {
        t.get(format!("/api/tests?{bad}")).bearer(&admin).send().await.invalid("limit");
    }
    t.get("/api/tests?after=***").bearer(&admin).send().await.invalid("after");
}

#[tokio::test]
async fn a_test_that_somebody_may_still_take_is_not_deleted() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let path = format!("/api/tests/{}", text(&test["id"]));
    let refuse = || async {
        let refusal = t.delete(&path).bearer(&admin).send().await.refused(409, "active_invitations");
        assert!(text(&refusal["detail"]).contains("active invitations"));
    };
    let sent = t.invite(&admin, &test, "a@example.org").await;
    refuse().await;
    t.start(&sent["token"], &key(1)).await.ok();
    refuse().await;
    t.submit(&sent["token"], &key(1), &[("q1", "B")]).await.ok();
    let scheduled = t.invite_with(&admin, &test, "b@example.org", json!({"no_schedule": false})).await.expect(201);
    let schedule = format!("/api/invites/token/{}/schedule", text(&scheduled["token"]));
    t.post(schedule).json(json!({"scheduled_date": t.at(DAY)})).send().await.ok();
    refuse().await;
    t.post(format!("/api/invites/{}/revoke", text(&scheduled["id"]))).bearer(&admin).send().await.ok();
    let before = t.result_of(&admin, &sent).await;
    t.delete(&path).bearer(&admin).send().await.ok();
    // The submission holds its snapshot.
    let after = t.result_of(&admin, &sent).await;
    assert_eq!(after, before);
    assert_eq!(after["test_description"], "Three questions");
    t.get(format!("/api/invites/token/{}", text(&scheduled["token"]))).send().await.refused(410, "revoked");
    assert_eq!(list(&t.get("/api/invites").bearer(&admin).send().await.ok()).len(), 2);
    t.assert_sound();
}

#[tokio::test]
async fn an_expired_invite_does_not_keep_a_test() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    t.invite(&admin, &test, "a@example.org").await;
    t.clock.advance(14 * DAY);
    // Judged by the clock, not by the sweep.
    let admin = t.sign_in("ada@example.org").await;
    t.delete(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).send().await.ok();
    t.sweep().await;
    t.assert_sound();
}

#[tokio::test]
async fn force_delete_leaves_nothing_of_the_test() {
    let (t, admin) = TestApp::with_admin().await;
    let (test, other) = (t.test_with_all_types(&admin).await, t.create_test(&admin, small_test("Other")).await);
    let kept = t.take(&admin, &other, "kept@example.org", &[("q1", "B")]).await;
    let done = t.take(&admin, &test, "done@example.org", &[("q2", "gone")]).await;
    let running = t.invite(&admin, &test, "runs@example.org").await;
    t.start(&running["token"], &key(1)).await.ok();
    t.save(&running["token"], &key(1), &[("q2", "gone too", 1)]).await.ok();
    t.invite(&admin, &test, "sent@example.org").await;
    let result = t.result_of(&admin, &done).await;

    let path = format!("/api/tests/{}/force", text(&test["id"]));
    let reply = t.delete(&path).bearer(&admin).send().await.ok();
    assert_eq!(reply["deleted_invites"], 3);
    t.delete(&path).bearer(&admin).send().await.refused(404, "not_found");
    t.get(format!("/api/results/{}", text(&result["submission_id"])))
        .bearer(&admin)
        .send()
        .await
        .refused(404, "not_found");
    t.door(&running["token"], Some(&key(1))).await.refused(404, "unknown_link");
    t.save(&running["token"], &key(1), &[("q2", "x", 2)]).await.refused(404, "unknown_link");
    t.submit(&running["token"], &key(1), &[]).await.refused(404, "unknown_link");
    let invites = t.get("/api/invites").bearer(&admin).send().await.ok();
    assert_eq!(column(&invites, "id"), [text(&kept["id"])]);
    let overview = t.overview(&admin).await;
    let figures = ["total_tests", "invites_sent", "completed_tests", "in_progress", "pending_reviews"];
    assert_eq!(figures.map(|f| overview[f].as_u64().unwrap()), [1, 1, 1, 0, 0]);
    let totals = t.get("/api/results").bearer(&admin).send().await.ok();
    assert_eq!(totals["pagination"]["total"], 1);
    let told = t.get("/api/admin/notifications").bearer(&admin).send().await.ok();
    let of: Vec<_> = list(&told["notifications"]).iter().map(|n| text(&n["data"]["invite_id"])).collect();
    assert!(!of.is_empty() && of.iter().all(|id| *id == text(&kept["id"])), "{told}");
    t.assert_sound();
}

#[tokio::test]
async fn an_edit_reaches_nobody_who_has_started() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let (running, waiting) =
        (t.invite(&admin, &test, "a@example.org").await, t.invite(&admin, &test, "b@example.org").await);
    t.start(&running["token"], &key(1)).await.ok();
    let mut changed = small_test("Changed");
    changed["questions"][0]["correct_answer"] = "A".into();
    changed["questions"][0]["question"] = "Pick A now".into();
    changed["duration_minutes"] = 5.into();
    t.put(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).json(changed).send().await.ok();

    let seen = t.door(&running["token"], Some(&key(1))).await.ok();
    assert_eq!((&seen["test"]["title"], &seen["test"]["question_count"]), (&json!("Backend engineer"), &json!(3)));
    assert_eq!(seen["attempt"]["deadline"], "2026-03-02T09:00:00.000Z");
    assert_eq!(t.submit(&running["token"], &key(1), &[("q1", "B")]).await.ok()["score"], 20.0);
    let fresh = t.start(&waiting["token"], &key(2)).await.ok();
    assert_eq!((&fresh["test"]["title"], &fresh["deadline"]), (&json!("Changed"), &json!("2026-03-02T08:05:00.000Z")));
    assert_eq!(t.submit(&waiting["token"], &key(2), &[("q1", "A")]).await.ok()["score"], 100.0);
    assert_eq!(t.result_of(&admin, &running).await["answers"][0]["correct_answer"], "B");
    t.assert_sound();
}

#[tokio::test]
async fn the_templates_of_the_page_are_tests() {
    let (t, ada) = TestApp::with_admin().await;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/features/tests/templates");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut count = 0;
    for file in files.filter(|path| path.extension().is_some_and(|ending| ending == "json")) {
        let mut body: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for (place, question) in body["questions"].as_array_mut().unwrap().iter_mut().enumerate() {
            question["id"] = format!("q{place}").into();
        }
        let test = t.create_test(&ada, body).await;
        assert!(test["total_points"].as_f64().unwrap() > 10.0, "{}", file.display());
        count += 1;
    }
    assert_eq!(count, 6);
}
