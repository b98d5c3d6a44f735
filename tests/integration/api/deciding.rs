//! Deciding: rankings, pass marks, decisions and notes (docs/behaviour/results.md#deciding).

use crate::support::{
    app::TestApp,
    journey::{column, key, list, small_test, text},
};
use invigil::{
    domain::{audit::AuditEntry, submission::Submission, time::MINUTE},
    store::Read,
};
use serde_json::{Value, json};

/// Ten questions of one point, and an essay of ten.
pub fn graded_test() -> Value {
    let question = |n: u8| json!({"id": format!("q{n}"), "type": "multiple_choice", "question": "Pick B", "options": ["A", "B"], "correct_answer": "B"});
    let mut questions: Vec<Value> = (1..=10).map(question).collect();
    questions.push(json!({"id": "essay", "type": "essay", "question": "\n  Why?\nBecause.", "points": 10}));
    json!({"title": "Graded", "questions": questions})
}

/// Takes the test with this number of right answers and perhaps an essay. Returns the submission's id.
pub async fn took(t: &TestApp, admin: &str, test: &Value, name: &str, right: usize, essay: &str) -> String {
    let extra = json!({"applicant_name": name, "no_schedule": true});
    let email = format!("{}@example.org", name.to_lowercase());
    let invite = t.invite_with(admin, test, &email, extra).await.expect(201);
    t.start(&invite["token"], &key(1)).await.ok();
    t.clock.advance(MINUTE);
    let ids: Vec<String> = (1..=10).map(|n| format!("q{n}")).collect();
    let mut answers: Vec<(&str, &str)> = ids.iter().take(right).map(|id| (id.as_str(), "B")).collect();
    answers.push(("essay", essay));
    t.submit(&invite["token"], &key(1), &answers).await.ok();
    text(&t.invite_row(admin, &invite["id"]).await["submission_id"]).to_owned()
}

/// Ann 50 %, Ben 30 % and Cem 30 % are final; Dan's essay waits.
async fn four(t: &TestApp, admin: &str) -> (Value, [String; 4]) {
    let test = t.create_test(admin, graded_test()).await;
    let ann = took(t, admin, &test, "Ann", 10, "").await;
    let ben = took(t, admin, &test, "Ben", 6, "").await;
    let cem = took(t, admin, &test, "Cem", 6, "").await;
    let dan = took(t, admin, &test, "Dan", 9, "Because.").await;
    (test, [ann, ben, cem, dan])
}

pub async fn ranking(t: &TestApp, admin: &str, test: &Value, query: &str) -> Value {
    t.get(format!("/api/tests/{}/ranking?{query}", text(&test["id"]))).bearer(admin).send().await.ok()
}

fn names(ranking: &Value) -> Vec<&str> {
    column(&ranking["rows"], "applicant_name")
}

async fn decide(t: &TestApp, admin: &str, id: &str, body: Value) -> Value {
    t.put(format!("/api/results/{id}/decision")).bearer(admin).json(body).send().await.ok()
}

#[tokio::test]
async fn final_scores_are_ranked_and_provisional_ones_stand_last() {
    let (t, admin) = TestApp::with_admin().await;
    let (test, [ann, ..]) = four(&t, &admin).await;
    let found = ranking(&t, &admin, &test, "").await;
    assert_eq!(names(&found), ["Ann", "Cem", "Ben", "Dan"]);
    let standing = |row: &Value| (row["rank"].clone(), row["percentile"].clone(), row["passed"].clone());
    let places: Vec<_> = list(&found["rows"]).iter().map(standing).collect();
    let place = |rank: u8, percentile: f64| (json!(rank), json!(percentile), Value::Null);
    assert_eq!(places[..3], [place(1, 100.0), place(2, 25.0), place(2, 25.0)]);
    assert_eq!(places[3], (Value::Null, Value::Null, Value::Null));
    let field = json!({"submissions": 4, "final": 3, "provisional": 1, "passed": null, "mean": 36.67, "median": 30.0,
        "shortlisted": 0, "on_hold": 0, "rejected": 0, "undecided": 4});
    assert_eq!(found["field"], field);
    assert_eq!(found["pass_mark"], json!({"percent": null, "version": 0, "by": null, "at": null, "sections": []}));
    let essay = json!({"id": "essay", "number": 11, "label": "Why?", "points": 10, "kind": "essay"});
    assert_eq!((&found["questions"][10], &found["total"]), (&essay, &json!(4)));
    let first = &found["rows"][0];
    assert_eq!((&first["submission_id"], &first["score"]), (&json!(ann), &json!(50.0)));
    assert_eq!((&first["time_used_seconds"], &first["flags"]["total"]), (&json!(60), &json!(0)));
    assert_eq!((&first["decision"], &first["decision_version"], &first["notes"]), (&Value::Null, &json!(0), &json!(0)));
    for (query, order) in [
        ("order=asc", ["Ben", "Cem", "Ann", "Dan"]),
        ("sort=rank&order=asc", ["Ann", "Cem", "Ben", "Dan"]),
        ("sort=percentile&order=asc", ["Ben", "Cem", "Ann", "Dan"]),
        ("sort=name&order=asc", ["Ann", "Ben", "Cem", "Dan"]),
        ("sort=name", ["Cem", "Ben", "Ann", "Dan"]),
        ("sort=date", ["Cem", "Ben", "Ann", "Dan"]),
        ("sort=q:q7&order=desc", ["Ann", "Cem", "Ben", "Dan"]),
    ] {
        assert_eq!(names(&ranking(&t, &admin, &test, query).await), order, "{query}");
    }
    for (query, order) in [
        ("search=AN", vec!["Ann", "Dan"]),
        ("search=en%40example", vec!["Ben"]),
        ("state=provisional", vec!["Dan"]),
        ("state=final&limit=2&page=2", vec!["Ben"]),
        ("score_min=30&score_max=49.99", vec!["Cem", "Ben", "Dan"]),
        ("decision=none&limit=1", vec!["Ann"]),
        ("passed=true", vec![]),
        ("page=3", vec![]),
    ] {
        assert_eq!(names(&ranking(&t, &admin, &test, query).await), order, "{query}");
    }
    for (query, field) in [
        ("sort=height", "sort"),
        ("sort=q:q99", "sort"),
        ("order=up", "order"),
        ("limit=201", "limit"),
        ("page=0", "page"),
        ("score_min=101", "score_min"),
        ("score_max=nan", "score_max"),
        ("state=maybe", "state"),
        ("decision=yes", "decision"),
        ("passed=2", "passed"),
    ] {
        let path = format!("/api/tests/{}/ranking?{query}", text(&test["id"]));
        t.get(path).bearer(&admin).send().await.invalid(field);
    }
    let nowhere = "/api/tests/00000000-0000-7000-8000-000000000000/ranking";
    t.get(nowhere).bearer(&admin).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_ranking_follows_every_change() {
    let (t, admin) = TestApp::with_admin().await;
    let (test, [ann, ben, _, dan]) = four(&t, &admin).await;
    assert_eq!(ranking(&t, &admin, &test, "").await["total"], 4);
    let score = json!({"score_status": "correct"});
    t.post(format!("/api/admin/scoring/{dan}/answer/essay")).bearer(&admin).json(score).send().await.ok();
    assert_eq!(names(&ranking(&t, &admin, &test, "").await), ["Dan", "Ann", "Cem", "Ben"]);
    decide(&t, &admin, &ben, json!({"decision": "hold"})).await;
    assert_eq!(names(&ranking(&t, &admin, &test, "decision=hold").await), ["Ben"]);
    t.post(format!("/api/attempts/{ben}/flags")).bearer(&admin).json(json!({"note": "phone"})).send().await.expect(201);
    let found = ranking(&t, &admin, &test, "sort=flags&limit=1").await;
    assert_eq!((names(&found), &found["rows"][0]["flags"]["proctor"]), (vec!["Ben"], &json!(1)));
    took(&t, &admin, &test, "Eve", 8, "").await;
    assert_eq!(names(&ranking(&t, &admin, &test, "").await), ["Dan", "Ann", "Eve", "Cem", "Ben"]);
    let people = t.get("/api/admin/applicants?search=ann@").bearer(&admin).send().await.ok();
    t.delete(format!("/api/admin/applicants/{}", text(&people[0]["id"]))).bearer(&admin).send().await.ok();
    let found = ranking(&t, &admin, &test, "").await;
    assert_eq!(names(&found), ["Dan", "Eve", "Cem", "Ben"]);
    assert_eq!((&found["field"]["submissions"], &found["rows"][1]["rank"]), (&json!(4), &json!(2)));
    t.get(format!("/api/results/{ann}/notes")).bearer(&admin).send().await.refused(404, "not_found");
    // A deleted test keeps its results, and their ranking.
    t.delete(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).send().await.ok();
    let found = ranking(&t, &admin, &test, "").await;
    assert_eq!(
        (&found["test_title"], list(&found["questions"]).len(), list(&found["rows"]).len()),
        (&json!("Graded"), 11, 4)
    );
}

#[tokio::test]
async fn the_details_of_a_result_say_where_it_stands() {
    let (t, admin) = TestApp::with_admin().await;
    let (_, [ann, _, _, dan]) = four(&t, &admin).await;
    decide(&t, &admin, &ann, json!({"decision": "shortlist", "reason": "strong"})).await;
    let detail = t.get(format!("/api/results/{ann}")).bearer(&admin).send().await.ok();
    assert_eq!((&detail["rank"], &detail["percentile"], &detail["passed"]), (&json!(1), &json!(100.0), &Value::Null));
    assert_eq!(detail["field"], json!({"mean": 36.67, "median": 30.0, "final": 3}));
    assert_eq!((&detail["decision"]["value"], &detail["decision_version"]), (&json!("shortlist"), &json!(1)));
    let detail = t.get(format!("/api/results/{dan}")).bearer(&admin).send().await.ok();
    assert_eq!((&detail["rank"], &detail["decision"], &detail["notes"]), (&Value::Null, &Value::Null, &json!(0)));
}

#[tokio::test]
async fn a_pass_mark_is_previewed_and_set() {
    let (t, admin) = TestApp::with_admin().await;
    let other = t.second_admin().await;
    let (test, _) = four(&t, &admin).await;
    let path = format!("/api/tests/{}/pass-mark", text(&test["id"]));
    let preview =
        |percent: f64| t.post(format!("{path}/preview")).bearer(&admin).json(json!({"percent": percent})).send();
    let seen = preview(40.0).await.ok();
    assert_eq!((&seen["passed"], &seen["failed"], &seen["provisional"]), (&json!(1), &json!(2), &json!(1)));
    assert_eq!(column(&seen["now_fail"], "applicant_name"), ["Cem", "Ben"]);
    let put = |who: &str, body: Value| t.put(&path).bearer(who).json(body).send();
    let set = put(&admin, json!({"percent": 40, "version": 0})).await.ok();
    assert_eq!(
        set,
        json!({"percent": 40.0, "version": 1, "by": "Ada Admin", "at": set["at"], "passed": 1, "failed": 2,
            "sections": []})
    );
    let stale = put(&other, json!({"percent": 10, "version": 0})).await;
    assert_eq!((&stale.json["by"], &stale.json["at"]), (&json!("Ada Admin"), &set["at"]));
    stale.refused(409, "changed_meanwhile");
    let seen = preview(30.0).await.ok();
    assert_eq!(
        (&seen["now_pass_count"], &seen["now_fail_count"], &seen["told_count"]),
        (&json!(2), &json!(0), &json!(0))
    );
    assert_eq!(names(&ranking(&t, &admin, &test, "passed=true").await), ["Ann"]);
    assert_eq!(names(&ranking(&t, &admin, &test, "passed=false").await), ["Cem", "Ben"]);
    let found = ranking(&t, &admin, &test, "").await;
    assert_eq!((&found["field"]["passed"], &found["rows"][0]["passed"]), (&json!(1), &json!(true)));
    // The same again changes nothing; without a version it overwrites.
    assert_eq!(put(&admin, json!({"percent": 40})).await.ok()["version"], 1);
    assert_eq!(put(&other, json!({"percent": null})).await.ok()["version"], 2);
    assert_eq!(ranking(&t, &admin, &test, "").await["field"]["passed"], Value::Null);
    for body in [json!({"percent": 100.1}), json!({"percent": -1}), json!({})] {
        put(&admin, body).await.invalid("percent");
    }
}

#[tokio::test]
async fn two_administrators_do_not_overwrite_each_others_decisions() {
    let (t, admin) = TestApp::with_admin().await;
    let other = t.second_admin().await;
    let (test, [ann, ben, cem, _]) = four(&t, &admin).await;
    let first = decide(&t, &admin, &ann, json!({"decision": "shortlist", "reason": " strong ", "version": 0})).await;
    assert_eq!((&first["version"], &first["decision"]["reason"]), (&json!(1), &json!("strong")));
    let body = json!({"decision": "reject", "version": 0});
    let stale = t.put(format!("/api/results/{ann}/decision")).bearer(&other).json(body).send().await;
    assert_eq!((&stale.json["by"], &stale.json["at"]), (&json!("Ada Admin"), &first["decision"]["at"]));
    stale.refused(409, "changed_meanwhile");
    let ids = json!([ann, ben, cem, ann, "00000000-0000-7000-8000-000000000000"]);
    let many = |who: &str, decision: Value| {
        t.post("/api/decisions").bearer(who).json(json!({"ids": ids, "decision": decision})).send()
    };
    let outcomes = column(&many(&other, json!("shortlist")).await.ok()["rows"], "outcome").join(" ");
    assert_eq!(outcomes, "unchanged changed changed not_found");
    assert_eq!(many(&other, json!("shortlist")).await.ok()["rows"][1]["outcome"], "unchanged");
    let found = ranking(&t, &admin, &test, "decision=shortlist").await;
    let row = |name: &str| list(&found["rows"]).iter().find(|row| row["applicant_name"] == name).unwrap().clone();
    assert_eq!(
        (&row("Ann")["decision"]["reason"], &row("Ann")["decision"]["by"]),
        (&json!("strong"), &json!("Ada Admin"))
    );
    assert_eq!((&row("Ben")["decision"]["by"], &found["field"]["shortlisted"]), (&json!("Bob Admin"), &json!(3)));
    many(&admin, Value::Null).await.ok();
    assert_eq!(ranking(&t, &admin, &test, "").await["field"]["undecided"], 4);
    let withdrawn = decide(&t, &admin, &ann, json!({"decision": null, "version": 2})).await;
    assert_eq!(withdrawn, json!({"decision": null, "version": 2}));
    // What a colleague decided after the list was read stays, and is returned.
    decide(&t, &admin, &ben, json!({"decision": "reject", "reason": "left early"})).await;
    let body = json!({"ids": [ann, ben, cem], "versions": [2, 2, 2], "decision": "hold"});
    let rows = t.post("/api/decisions").bearer(&other).json(body).send().await.ok()["rows"].clone();
    assert_eq!(column(&rows, "outcome"), ["changed", "changed_meanwhile", "changed"]);
    let current = &rows[1]["current"];
    assert_eq!((&current["version"], &current["decision"]["value"]), (&json!(3), &json!("reject")));
    assert_eq!(ranking(&t, &admin, &test, "decision=reject").await["rows"][0]["applicant_name"], "Ben");
    let uneven = json!({"ids": [ann, ben], "versions": [2], "decision": "hold"});
    t.post("/api/decisions").bearer(&other).json(uneven).send().await.invalid("versions");
    let long = "x".repeat(2_001);
    for (body, field) in [
        (json!({"decision": "maybe"}), "decision"),
        (json!({}), "decision"),
        (json!({"decision": "hold", "reason": long}), "reason"),
    ] {
        t.put(format!("/api/results/{ann}/decision")).bearer(&admin).json(body).send().await.invalid(field);
    }
    for ids in [json!([]), json!(["x"]), json!(vec![ann.clone(); 201])] {
        t.post("/api/decisions")
            .bearer(&admin)
            .json(json!({"ids": ids, "decision": "hold"}))
            .send()
            .await
            .invalid("ids");
    }
}

/// A version that was never given out is refused where nothing is stored yet, as an outdated one is.
#[tokio::test]
async fn a_version_of_nothing_is_refused() {
    let (t, admin) = TestApp::with_admin().await;
    let (test, [ann, ..]) = four(&t, &admin).await;
    let test = text(&test["id"]);
    let items = json!([{"text": "one", "points": 5}, {"text": "two", "points": 5}]);
    let repair = json!({"question_id": "q1", "action": "full_marks", "reason": "It was unclear."});
    let calls = [
        ("PUT", format!("/api/results/{ann}/decision"), json!({"decision": "hold"})),
        ("PUT", format!("/api/tests/{test}/pass-mark"), json!({"percent": 40})),
        ("PUT", format!("/api/tests/{test}/rubrics/essay"), json!({"mode": "add", "items": items})),
        ("PUT", format!("/api/tests/{test}/anonymous"), json!({"anonymous": true})),
        ("PUT", format!("/api/tests/{test}/assignments"), json!({"items": []})),
        ("POST", format!("/api/tests/{test}/repairs"), repair),
        ("PUT", "/api/admin/company-settings".to_owned(), json!({"name": "Example"})),
    ];
    for (method, path, body) in calls {
        let sent = async |version: Option<u32>| {
            let mut body = body.clone();
            if let Some(version) = version {
                body["version"] = json!(version);
            }
            t.call(method.parse().unwrap(), path.clone()).bearer(&admin).json(body).send().await
        };
        for never in [1, 7] {
            sent(Some(never)).await.refused(409, "changed_meanwhile");
        }
        assert!(matches!(sent(Some(0)).await.status, 200 | 201), "{path}");
    }
    t.assert_sound();
}

#[tokio::test]
async fn notes_are_deleted_by_their_author_or_the_first_administrator() {
    let (t, first) = TestApp::with_admin().await;
    let second = t.second_admin().await;
    let test = t.create_test(&first, small_test("Small")).await;
    let invite = t.take(&first, &test, "cora@example.org", &[("q1", "B")]).await;
    let id = text(&t.invite_row(&first, &invite["id"]).await["submission_id"]).to_owned();
    let path = format!("/api/results/{id}/notes");
    let add = |who: &str, words: &str| t.post(&path).bearer(who).json(json!({"text": words})).send();
    let of_first = add(&first, " calm ").await.expect(201);
    assert_eq!(
        of_first,
        json!({"id": of_first["id"], "text": "calm", "by": "Ada Admin", "at": of_first["at"], "deletable": true})
    );
    t.clock.advance(MINUTE);
    let of_second = add(&second, "curious").await.expect(201);
    let seen = t.get(&path).bearer(&second).send().await.ok();
    assert_eq!(column(&seen, "text"), ["calm", "curious"]);
    assert_eq!((&seen[0]["deletable"], &seen[1]["deletable"]), (&json!(false), &json!(true)));
    assert_eq!(ranking(&t, &first, &test, "").await["rows"][0]["notes"], 2);
    let delete = |who: &str, note: &Value| t.delete(format!("{path}/{}", text(&note["id"]))).bearer(who).send();
    delete(&second, &of_first).await.refused(403, "not_yours");
    delete(&first, &of_second).await.ok();
    delete(&first, &of_second).await.refused(404, "not_found");
    delete(&first, &of_first).await.ok();
    for words in ["", "  ", &"x".repeat(5_001)] {
        add(&first, words).await.invalid("text");
    }
    add(&first, &"x".repeat(5_000)).await.expect(201);
}

#[tokio::test]
async fn exports_of_results_have_the_private_notes() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("Small")).await;
    let invite = t.take(&admin, &test, "cora@example.org", &[("q1", "B")]).await;
    let id = text(&t.invite_row(&admin, &invite["id"]).await["submission_id"]).to_owned();
    t.clock.set("2026-03-02T09:00:00Z");
    let admin = t.sign_in("ada@example.org").await;
    for words in ["=calm", "curious"] {
        let note = t.post(format!("/api/results/{id}/notes")).bearer(&admin).json(json!({"text": words}));
        note.send().await.expect(201);
    }
    let export = async |query: &str| t.get(format!("/api/results/export?{query}")).bearer(&admin).send().await.text;
    let at = "2026-03-02T09:00:00.000Z";
    let csv = export("format=csv").await;
    assert!(csv.contains(&format!("\"Ada Admin, {at}: =calm\n\nAda Admin, {at}: curious\"")), "{csv}");
    let rows: Value = serde_json::from_str(&export("format=json").await).unwrap();
    let note = |text: &str| json!({"by": "Ada Admin", "at": at, "text": text});
    assert_eq!(rows[0]["private_notes"], json!([note("=calm"), note("curious")]));
    for answers in ["csv", "json", "jsonl"] {
        assert!(!export(&format!("format={answers}&answers=true")).await.contains("curious"), "{answers}");
    }
}

#[tokio::test]
async fn the_matrix_and_a_comparison_have_the_points_of_each_question() {
    let (t, admin) = TestApp::with_admin().await;
    let (test, [ann, ben, _, dan]) = four(&t, &admin).await;
    let matrix = t.get(format!("/api/tests/{}/matrix?limit=3", text(&test["id"]))).bearer(&admin).send().await.ok();
    assert_eq!((column(&matrix["rows"], "applicant_name"), &matrix["total"]), (vec!["Ann", "Cem", "Ben"], &json!(4)));
    let cell = |row: usize, question: usize| matrix["rows"][row]["cells"][question].clone();
    assert_eq!(cell(0, 9), json!({"earned": 1.0, "points": 1, "status": "correct"}));
    assert_eq!(cell(1, 9), json!({"earned": 0.0, "points": 1, "status": "unanswered"}));
    // Dan's essay waits, the others' are blank.
    let means: Vec<_> = list(&matrix["questions"]).iter().map(|question| question["mean"].clone()).collect();
    assert_eq!((&means[0], &means[8], &means[10]), (&json!(1.0), &json!(0.5), &json!(0.0)));
    let last =
        t.get(format!("/api/tests/{}/matrix?limit=3&page=2", text(&test["id"]))).bearer(&admin).send().await.ok();
    assert_eq!(last["rows"][0]["cells"][10], json!({"earned": null, "points": 10, "status": "pending"}));

    let compare = |ids: String| t.get(format!("/api/results/compare?ids={ids}")).bearer(&admin).send();
    let seen = compare(format!("{dan},{ann},{ben}")).await.ok();
    assert_eq!(column(&seen["candidates"], "applicant_name"), ["Dan", "Ann", "Ben"]);
    let essay = &seen["candidates"][0]["answers"][10];
    assert_eq!(
        (&essay["answer"], &essay["earned"], &essay["status"]),
        (&json!("Because."), &Value::Null, &json!("pending"))
    );
    assert_eq!((&seen["field"]["mean"], list(&seen["questions"]).len()), (&json!(36.67), 11));
    for ids in [ann.clone(), format!("{ann},{ann}"), format!("{ann},x"), [ann.as_str(); 5].join(",")] {
        compare(ids).await.invalid("ids");
    }
    let small = t.create_test(&admin, small_test("Small")).await;
    let elsewhere = t.take(&admin, &small, "fay@example.org", &[]).await;
    let elsewhere = t.invite_row(&admin, &elsewhere["id"]).await["submission_id"].clone();
    compare(format!("{ann},{}", text(&elsewhere))).await.invalid("ids");
}

#[tokio::test]
async fn tables_of_results_have_rank_and_decision() {
    let (t, admin) = TestApp::with_admin().await;
    let (test, [ann, ..]) = four(&t, &admin).await;
    t.put(format!("/api/tests/{}/pass-mark", text(&test["id"])))
        .bearer(&admin)
        .json(json!({"percent": 40}))
        .send()
        .await
        .ok();
    decide(&t, &admin, &ann, json!({"decision": "shortlist", "reason": "=1+1"})).await;
    let csv = t.get("/api/results/export").bearer(&admin).send().await.text;
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    let columns = ",rank,percentile,passed,decision,decision_reason,decided_by,decided_at,told_at,repaired_points,repair_reasons,section_points,told,seconds_used,flags,flag_kinds,private_notes";
    assert!(lines[0].ends_with(columns), "{}", lines[0]);
    let decided = ",1,100,true,shortlist,'=1+1,Ada Admin,2026-03-02T08:04:00.000Z,,,,";
    assert!(lines[1].contains(decided), "{}", lines[1]);
    assert!(lines[2].contains(",2,25,false,,,,,,,,,") && lines[4].contains(",,,,,,,,,,,,"), "{csv}");
    assert!(lines[1].ends_with(",0,,"), "no flags, no notes: {}", lines[1]);
    let json = t.get("/api/results/export?format=json").bearer(&admin).send().await.ok();
    let facts = ["rank", "percentile", "passed", "decision", "decision_reason", "decided_by", "told"]
        .map(|name| json[0][name].clone());
    let expected =
        [json!(1), json!(100.0), json!(true), json!("shortlist"), json!("=1+1"), json!("Ada Admin"), Value::Null];
    assert_eq!((list(&json).len(), facts), (4, expected));
}

#[tokio::test]
async fn the_audit_log_names_who_decided_and_no_words() {
    let (t, admin) = TestApp::with_admin().await;
    let (test, [ann, ..]) = four(&t, &admin).await;
    t.put(format!("/api/tests/{}/pass-mark", text(&test["id"])))
        .bearer(&admin)
        .json(json!({"percent": 40}))
        .send()
        .await
        .ok();
    decide(&t, &admin, &ann, json!({"decision": "shortlist", "reason": "planted"})).await;
    let note = t.post(format!("/api/results/{ann}/notes")).bearer(&admin).json(json!({"text": "planted"}));
    note.send().await.expect(201);
    let entries: Vec<AuditEntry> = t.app.store.read().unwrap().records().unwrap();
    let last: Vec<_> = entries.iter().rev().take(3).rev().collect();
    let actions: Vec<_> = last.iter().map(|entry| (entry.action.as_str(), entry.note.as_str())).collect();
    assert_eq!(actions, [("test.pass_mark", "40 %"), ("submission.decide", "shortlist"), ("submission.note", "")]);
    assert!(last.iter().all(|entry| entry.actor.is_some()));
    t.assert_sound();
}

/// The ids of a test's submissions in the order of the ranking, from the stored records alone.
fn expected(t: &TestApp, test: &Value) -> Vec<String> {
    let all: Vec<Submission> = t.app.store.read().unwrap().records().unwrap();
    let mut rows: Vec<Submission> = all.into_iter().filter(|s| s.test_id.to_string() == text(&test["id"])).collect();
    rows.sort_by(|a, b| {
        let of = |s: &Submission| (s.final_score(), s.submitted_at, s.id);
        a.waits_for_review().cmp(&b.waits_for_review()).then(of(b).partial_cmp(&of(a)).unwrap())
    });
    rows.into_iter().map(|s| s.id.to_string()).collect()
}

/// Regrades, new submissions, decisions and erasures at random, beside readers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ranking_equals_the_sorted_records_after_changes_beside_readers() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, graded_test()).await;
    let mut seed = 7_u64;
    let mut number = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for step in 0..40 {
        let readers = (0..3).map(|_| {
            let path = format!("/api/tests/{}/ranking", text(&test["id"]));
            tokio::spawn(t.get(path).bearer(&admin).send())
        });
        let readers: Vec<_> = readers.collect();
        let known = expected(&t, &test);
        let any = known.get(number(known.len().max(1))).cloned();
        match (number(4), any) {
            (0, Some(id)) if known.len() > 4 => {
                let person = t.get(format!("/api/results/{id}")).bearer(&admin).send().await.ok();
                let email = text(&person["applicant_email"]).to_owned();
                let people = t.get(format!("/api/admin/applicants?search={email}")).bearer(&admin).send().await.ok();
                let path = format!("/api/admin/applicants/{}", text(&people[0]["id"]));
                t.delete(path).bearer(&admin).send().await.ok();
            }
            (1, Some(id)) => {
                let points = json!({"score_status": "partial", "manual_score": number(11)});
                let path = format!("/api/admin/scoring/{id}/answer/essay");
                t.post(path).bearer(&admin).json(points).send().await.ok();
            }
            (2, Some(id)) => drop(decide(&t, &admin, &id, json!({"decision": "hold"})).await),
            _ => {
                let essay = if number(2) == 0 { "Because." } else { "" };
                took(&t, &admin, &test, &format!("P{step}x"), number(11), essay).await;
            }
        }
        let found = ranking(&t, &admin, &test, "limit=200").await;
        assert_eq!(column(&found["rows"], "submission_id"), expected(&t, &test), "after step {step}");
        for reader in readers {
            reader.await.unwrap().ok();
        }
    }
    t.assert_sound();
}
