//! Results as files, and what they say about a test.

use crate::support::{
    app::TestApp,
    journey::{PASSWORD, all_types, list, small_test, text},
};
use axum::body::Body;
use http::Request;
use http_body_util::BodyExt;
use invigil::{
    domain::{
        time::{DAY, MINUTE},
        user::StaffRole,
    },
    service::{account::admins, actor::Actor},
};
use serde_json::{Value, json};
use std::io::{Cursor, Read};
use tower::ServiceExt;

/// Three results: two of one test, a day apart, and one of another; the first person has a dangerous name.
async fn three() -> (TestApp, String, Value) {
    let (t, admin) = TestApp::with_admin().await;
    let (test, other) = (t.test_with_all_types(&admin).await, t.create_test(&admin, small_test("=Other")).await);
    let name = json!({"no_schedule": true, "applicant_name": "=HYPERLINK(\"http://evil\")"});
    let invite = t.invite_with(&admin, &test, "a@example.org", name).await.expect(201);
    let key = crate::support::journey::key(1);
    t.start(&invite["token"], &key).await.ok();
    t.submit(&invite["token"], &key, &[("q1", "B")]).await.ok();
    t.clock.advance(DAY);
    let admin = t.sign_in("ada@example.org").await;
    t.take(&admin, &test, "b@example.org", &[("q1", "A"), ("q2", "words")]).await;
    t.clock.advance(MINUTE);
    t.take(&admin, &other, "c@example.org", &[("q1", "B")]).await;
    (t, admin, test)
}

fn sheet(file: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).unwrap();
    let mut xml = String::new();
    archive.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut xml).unwrap();
    xml
}

#[tokio::test]
async fn results_come_as_files_in_four_formats() {
    let (t, admin, _) = three().await;
    let get = |query: &str| t.get(format!("/api/results/export{query}")).bearer(&admin).send();
    let csv = get("").await;
    assert_eq!((csv.status, csv.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"results-2026-03-03.csv\"");
    let lines: Vec<_> = csv.text.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("submission_id,test_title,applicant_name,"));
    assert!(lines[1].contains(",\"'=HYPERLINK(\"\"http://evil\"\")\",a@example.org,"), "oldest first: {}", lines[1]);
    assert!(lines[3].contains(",'=Other,"));

    let json = get("?format=json").await;
    assert_eq!(json.header("content-disposition"), "attachment; filename=\"results-2026-03-03.json\"");
    let mut listed = t.get("/api/results").bearer(&admin).send().await.ok();
    for row in listed["results"].as_array_mut().unwrap() {
        // Files have the decision in columns, the sum of the flags, and the notes themselves.
        for otherwise in ["decision", "decision_version", "told", "flags", "notes", "time_used_seconds"] {
            row.as_object_mut().unwrap().remove(otherwise).expect("the list has it");
        }
    }
    let rows = list(&json.ok()).to_vec();
    let mut newest_first = rows.clone();
    newest_first.reverse();
    assert_eq!(
        (&rows[2]["rank"], &rows[2]["seconds_used"], &rows[2]["decision"]),
        (&json!(1), &json!(0), &Value::Null)
    );
    let columns: Vec<&str> = lines[0].split(',').collect();
    for (row, listed) in newest_first.iter_mut().zip(list(&listed["results"])) {
        assert!(columns.iter().all(|column| row.get(column).is_some()), "all columns of CSV: {row}");
        row.as_object_mut().unwrap().retain(|name, _| name != "waits_for_review" && listed.get(name).is_some());
    }
    let mut listed = list(&listed["results"]).to_vec();
    for row in &mut listed {
        row.as_object_mut()
            .unwrap()
            .retain(|name, _| !["id", "waits_for_review", "late_answers"].contains(&name.as_str()));
    }
    assert_eq!(newest_first, listed, "the rows of the list");

    let lines = get("?format=jsonl").await;
    let lines: Vec<Value> = lines.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, rows, "the rows of the JSON");

    let xlsx = get("?format=xlsx").await;
    assert_eq!(xlsx.header("content-type"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    let xml = sheet(&xlsx.bytes);
    assert!(!xml.contains("<f>"), "no formula: {xml}");
    assert!(xml.contains("<t>=HYPERLINK(\"http://evil\")</t>") && xml.contains("<t>started_at (UTC)</t>"), "{xml}");
    // 2026-03-02 08:00 is day 46083 and a third of the 1900 calendar; 2 of 10 points are 20 percent.
    assert!(xml.contains("<v>46083.333333333336</v>") && xml.contains("<v>20</v>"), "{xml}");
    assert_eq!(xml.matches("<row ").count(), 4);
}

#[tokio::test]
async fn headings_are_in_words_where_they_are_wanted() {
    let (t, admin, _) = three().await;
    let get = |query: &str| t.get(format!("/api/results/export?{query}")).bearer(&admin).send();
    let german = get("headings=de-AT").await;
    assert!(
        german.text.starts_with("Abgabe-ID,Test,Kandidat,E-Mail,Begonnen,Abgegeben,Ergebnis (%),"),
        "{}",
        german.text
    );
    let (named, blank) = (get("format=csv").await, get("headings=").await);
    assert_eq!(named.text, blank.text, "field names unless words are wanted");
    let below = |csv: &str| csv.split_once("\r\n").unwrap().1.to_owned();
    assert_eq!(below(&german.text), below(&named.text), "nothing else changes");
    let xml = sheet(&get("format=xlsx&answers=true&headings=fr").await.bytes);
    assert!(xml.contains("<t>Bonne réponse</t>") && xml.contains("<t>Remise (UTC)</t>"), "{xml}");
    for query in ["headings=ja", "headings=words", "format=json&headings=en", "format=jsonl&headings=de"] {
        get(query).await.invalid("headings");
    }
}

#[tokio::test]
async fn answers_come_a_row_each() {
    let (t, admin, test) = three().await;
    let get = |query: &str| t.get(format!("/api/results/export?answers=true&{query}")).bearer(&admin).send();
    let of_test = format!("test_id={}", text(&test["id"]));
    let lines = get(&format!("format=jsonl&{of_test}")).await;
    assert_eq!(lines.header("content-type"), "application/jsonl");
    assert_eq!(lines.header("content-disposition"), "attachment; filename=\"answers-2026-03-03.jsonl\"");
    let rows: Vec<Value> = lines.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 6, "two papers of three questions");
    let short = |row: &Value| {
        let field = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        (field("question_id"), field("answer"), field("status"), field("scored_by"), row["earned"].as_f64())
    };
    let row = |id: &str, answer: &str, status: &str, by: &str, earned| {
        (id.to_owned(), answer.to_owned(), status.to_owned(), by.to_owned(), earned)
    };
    assert_eq!(
        rows.iter().map(short).collect::<Vec<_>>(),
        [
            row("q1", "B", "correct", "key", Some(2.0)),
            row("q2", "", "wrong", "key", Some(0.0)),
            row("q3", "", "wrong", "key", Some(0.0)),
            row("q1", "A", "wrong", "key", Some(0.0)),
            row("q2", "words", "pending", "", None),
            row("q3", "", "wrong", "key", Some(0.0)),
        ]
    );
    assert!(rows[4]["earned"].is_null(), "a mean must not take it for 0");
    assert_eq!((&rows[0]["question_number"], &rows[0]["correct_answer"]), (&json!(1), &json!("B")));
    let csv = get(&format!("format=csv&bom=true&{of_test}")).await;
    let table = csv.text.strip_prefix('\u{feff}').expect("a byte order mark");
    assert!(table.starts_with("submission_id,test_title,applicant_name,applicant_email,submitted_at,question_number,"));
    assert_eq!(table.matches("\r\n").count(), 7);
    assert!(table.contains("\"'=HYPERLINK"), "defused here, too");
    assert!(table.contains(",words,,pending,3,,"), "{table}");
    let json = get(&format!("format=json&{of_test}")).await.ok();
    assert_eq!(list(&json), rows);
    let xml = sheet(&get(&format!("format=xlsx&{of_test}")).await.bytes);
    assert_eq!(xml.matches("<row ").count(), 7);
    assert!(xml.contains("<t>words</t>") && !xml.contains("<f>"), "{xml}");
    t.get("/api/results/export?answers=maybe").bearer(&admin).send().await.invalid("answers");
}

#[tokio::test]
async fn a_file_holds_what_is_filtered() {
    let (t, admin, test) = three().await;
    let count = async |query: String| {
        list(&t.get(format!("/api/results/export?format=json&{query}")).bearer(&admin).send().await.ok()).len()
    };
    let id = text(&test["id"]);
    assert_eq!(count(format!("test_id={id}")).await, 2);
    assert_eq!(count("start_date=2026-03-03&end_date=2026-03-03".into()).await, 2);
    assert_eq!(count(format!("test_id={id}&end_date=2026-03-02&tz=Europe%2FBerlin")).await, 1);
    assert_eq!(count("start_date=2030-01-01".into()).await, 0);
    let all = t.get("/api/results").bearer(&admin).send().await.ok();
    let first = text(&all["results"][0]["submission_id"]);
    let decision = t.put(format!("/api/results/{first}/decision")).bearer(&admin);
    decision.json(json!({"decision": "shortlist", "version": 0})).send().await.ok();
    for query in
        ["search=B%40EXAMPLE", "state=final", "decision=shortlist", "decision=none", "score_min=50", "score_max=20"]
    {
        let listed = t.get(format!("/api/results?{query}")).bearer(&admin).send().await.ok();
        let total = listed["pagination"]["total"].as_u64().and_then(|total| usize::try_from(total).ok());
        assert_eq!(Some(count(query.into()).await), total, "{query}");
        assert_ne!(total, Some(3), "{query} leaves some out");
    }
    for (query, field) in [("format=pdf", "format"), ("start_date=x", "start_date"), ("test_id=x", "test_id")] {
        t.get(format!("/api/results/export?{query}")).bearer(&admin).send().await.invalid(field);
    }
}

#[tokio::test]
async fn a_tests_figures_follow_its_results() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, all_types()).await;
    let path = format!("/api/tests/{}/statistics", text(&test["id"]));
    let empty = t.get(&path).bearer(&admin).send().await.ok();
    assert_eq!((&empty["submissions"], empty.get("mean")), (&json!(0), None));
    for n in 0..6 {
        let answer = if n < 4 { "B" } else { "A" };
        t.take(
            &admin,
            &test,
            &format!("c{n}@example.org"),
            &[("q1", answer), ("q2", if n == 0 { "words" } else { " " })],
        )
        .await;
    }
    let figures = t.get(&path).bearer(&admin).send().await.ok();
    assert_eq!((&figures["submissions"], &figures["waiting_for_review"]), (&json!(6), &json!(1)));
    // The first one waits for a review: its 20 % are no verdict.
    assert_eq!((&figures["counted"], &figures["mean"], &figures["median"]), (&json!(5), &json!(12.0), &json!(20.0)));
    assert_eq!(figures["distribution"][2], json!({"from": 20, "to": 30, "count": 3}));
    let all = t.get(format!("{path}?include_unreviewed=true")).bearer(&admin).send().await.ok();
    assert_eq!((&all["counted"], &all["mean"], &all["median"]), (&json!(6), &json!(13.33), &json!(20.0)));
    assert_eq!(all["distribution"][2], json!({"from": 20, "to": 30, "count": 4}));
    assert_eq!(figures["distribution"][9], json!({"from": 90, "to": 100, "count": 0}));
    assert_eq!(
        figures["questions"],
        json!([
            {"id": "q1", "number": 1, "question": "Pick B", "type": "multiple_choice", "points": 2, "answered": 6, "share_correct": 0.67,
                "correct": 4, "partial": 0, "wrong": 2, "blank": 0, "choices": [
                    {"text": "A", "is_correct": false, "count": 2},
                    {"text": "B", "is_correct": true, "count": 4},
                    {"text": "C", "is_correct": false, "count": 0},
                ]},
            {"id": "q2", "number": 2, "question": "Tell us about B-trees", "type": "essay", "points": 3, "answered": 1, "share_correct": 0.0,
                "correct": 0, "partial": 0, "wrong": 0, "blank": 5},
            {"id": "q3", "number": 3, "question": "Reverse a list", "type": "coding", "points": 5, "answered": 0, "share_correct": 0.0,
                "correct": 0, "partial": 0, "wrong": 0, "blank": 6},
        ])
    );
    // Papers outlive their test, and so do the figures.
    for invite in list(&t.get("/api/invites").bearer(&admin).send().await.ok()) {
        assert_eq!(invite["status"], "completed");
    }
    t.delete(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).send().await.ok();
    assert_eq!(t.get(&path).bearer(&admin).send().await.ok(), figures);
    t.get("/api/tests/00000000-0000-7000-8000-000000000000/statistics")
        .bearer(&admin)
        .send()
        .await
        .refused(404, "not_found");
}

#[tokio::test]
async fn figures_that_were_kept_are_made_anew_when_anything_changes() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, all_types()).await;
    let path = format!("/api/tests/{}/statistics", text(&test["id"]));
    let look = async || {
        let figures = t.get(&path).bearer(&admin).send().await.ok();
        assert_eq!(t.get(&path).bearer(&admin).send().await.ok(), figures);
        (figures["submissions"].as_u64().unwrap(), figures["mean"].as_f64())
    };
    assert_eq!(look().await, (0, None));
    let invite = t.take(&admin, &test, "a@example.org", &[("q1", "B"), ("q2", "words")]).await;
    assert_eq!(look().await, (1, None), "it waits for a review");
    let row = t.invite_row(&admin, &invite["id"]).await;
    let score = format!("/api/admin/scoring/{}/answer/q2", text(&row["submission_id"]));
    t.post(score).bearer(&admin).json(json!({"score_status": "correct"})).send().await.ok();
    assert_eq!(look().await, (1, Some(50.0)));
    t.take(&admin, &test, "b@example.org", &[]).await;
    assert_eq!(look().await, (2, Some(25.0)));
    let people = t.get("/api/admin/applicants?search=a@example").bearer(&admin).send().await.ok();
    let erase = format!("/api/admin/applicants/{}", text(&list(&people)[0]["id"]));
    t.delete(erase).bearer(&admin).send().await.ok();
    assert_eq!(look().await, (1, Some(0.0)));
    // An edit changes what is asked, and no result.
    let mut edited = all_types();
    edited["questions"][0]["question"] = json!("Pick another");
    t.put(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).json(edited).send().await.ok();
    let figures = t.get(&path).bearer(&admin).send().await.ok();
    assert_eq!(figures["questions"][0]["question"], "Pick another");
}

/// A file is sent in pieces, as fast as it is read: the rest is not sent to who may not have it any more.
#[tokio::test]
async fn a_file_ends_where_the_right_to_it_ends() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&ada).await;
    let words = "word ".repeat(12_000);
    for n in 0..12 {
        t.take(&ada, &test, &format!("p{n}@example.org"), &[("q2", &words)]).await;
    }
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&t.app, &operator, StaffRole::Staff, "paul@example.org", PASSWORD.into(), "Paul");
    let roles = format!("/api/admin/roles/{}", made.await.unwrap().id);
    let give = |roles_of: Value| t.put(&roles).bearer(&ada).json(json!({"roles": roles_of})).send();
    for ends in ["nothing", "role", "session", "nothing of a token", "token", "token's time"] {
        give(json!([{"role": "viewer"}])).await.ok();
        let paul = t.sign_in("paul@example.org").await;
        let form = json!({"name": ends, "role": "viewer", "expires_at": t.now().plus(MINUTE).to_string()});
        let token = t.post("/api/tokens").bearer(&paul).json(form).send().await.expect(201);
        let credential = if ends.contains("token") { text(&token["token"]) } else { paul.as_str() };
        let request = Request::get("/api/results/export?format=jsonl&answers=true");
        let request = request.header("authorization", format!("Bearer {credential}")).body(Body::empty()).unwrap();
        let reply = t.router.clone().oneshot(request).await.unwrap();
        assert_eq!(reply.status(), 200);
        match ends {
            "role" => drop(give(json!([])).await.ok()),
            "session" => drop(t.post("/api/auth/logout").bearer(&paul).send().await),
            "token" => {
                t.delete(format!("/api/tokens/{}", text(&token["id"]))).bearer(&paul).send().await.expect(204);
            }
            "token's time" => t.clock.advance(MINUTE),
            _ => {}
        }
        assert_eq!(reply.into_body().collect().await.is_ok(), ends.starts_with("nothing"), "{ends}");
    }
}
