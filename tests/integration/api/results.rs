//! `/results`: the list by pages, filters, totals, and one in detail (docs/behaviour/calls.md#calls).

use crate::support::{
    app::TestApp,
    journey::{all_types, column, key, list, small_test, text},
};
use invigil::domain::time::{HOUR, MINUTE, SECOND, SignedDuration};
use serde_json::{Value, json};
use std::fmt::Write;

#[tokio::test]
async fn a_result_tells_everything_about_one_submission() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.clock.advance(MINUTE);
    t.start(&invite["token"], &key(1)).await.ok();
    t.clock.advance(MINUTE);
    t.save(&invite["token"], &key(1), &[("q1", "B", 1)]).await.ok();
    t.clock.advance(MINUTE);
    t.submit(&invite["token"], &key(1), &[("q2", "words")]).await.ok();
    let id = t.invite_row(&admin, &invite["id"]).await["submission_id"].clone();
    let row = json!({
        "id": id, "submission_id": id, "waits_for_review": true, "invite_id": invite["id"], "test_id": test["id"], "applicant_name": "Cora Candidate",
        "applicant_email": "cora@example.org", "test_title": "Backend engineer", "started_at": "2026-03-02T08:01:00.000Z",
        "submitted_at": "2026-03-02T08:03:00.000Z", "score": 20.0, "auto_score": 20.0, "manual_score": null, "final_score": 20.0,
        "scoring_status": "needs_review", "is_monitored": false,
        "judging": "none", "provisional": true, "earned_points": 2.0, "auto_earned_points": 2.0, "pending_points": 3, "total_points": 10,
        "decision": null, "decision_version": 0, "told": [], "repaired_points": null, "passed": null, "notes": 0,
        "time_used_seconds": 120, "late_answers": 0,
        "flags": {"left_tab": 0, "pasted": 0, "left_fullscreen": 0, "camera": 0, "second_screen": 0, "unmonitored": 0,
            "proctor": 0, "total": 0},
    });
    let page = t.get("/api/results").bearer(&admin).send().await.ok();
    assert_eq!(page, json!({"results": [row], "pagination": {"page": 1, "limit": 10, "total_pages": 1, "total": 1}}));
    let mut expected = row;
    expected.as_object_mut().unwrap().retain(|name, _| !["flags", "time_used_seconds"].contains(&name.as_str()));
    let extra = json!({
        "company": {"name": "", "logo": null},
        "test_description": "Three questions", "test_duration_minutes": 60, "written_points": 8, "submitted_by": "candidate", "late_answers": [], "signals": [], "signals_not_kept": 0,
        "messages": [], "screenshots": [], "rank": null, "percentile": null, "passed": null, "repaired_points": null, "notes": 0, "field": {"mean": null, "median": null, "final": 0},
        "timeline": {
            "entries": [
                {"at": "2026-03-02T08:01:00.000Z", "kind": "started", "text": "", "by": null},
                {"at": "2026-03-02T08:03:00.000Z", "kind": "submitted", "text": "", "by": null},
            ],
            "entries_not_kept": 0, "monitored": [],
            "unmonitored": [{"from": "2026-03-02T08:01:00.000Z", "to": "2026-03-02T08:03:00.000Z"}],
        },
        "answers": [
            {"id": "q1", "number": 1, "question": "Pick B", "question_type": "multiple_choice", "options": ["A", "B", "C"], "answer": "B", "correct_answer": "B",
                "points": 2, "earned": 2.0, "manual_score": null, "review_comments": null, "reviewed_at": null,
                "manual_score_status": "correct", "answered_at": "2026-03-02T08:02:00.000Z"},
            {"id": "q2", "number": 2, "question": "Tell us about B-trees", "question_type": "essay", "answer": "words", "points": 3,
                "manual_score": null, "review_comments": null, "reviewed_at": null, "manual_score_status": "pending", "answered_at": "2026-03-02T08:03:00.000Z"},
            {"id": "q3", "number": 3, "question": "Reverse a list", "question_type": "coding", "expected_language": "Rust", "answer": "", "points": 5,
                "earned": 0.0, "manual_score": null, "review_comments": null, "reviewed_at": null, "manual_score_status": "wrong"},
        ],
    });
    expected.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    assert_eq!(t.get(format!("/api/results/{}", text(&id))).bearer(&admin).send().await.ok(), expected);
    for nowhere in ["00000000-0000-7000-8000-000000000000", "x", text(&invite["id"])] {
        t.get(format!("/api/results/{nowhere}")).bearer(&admin).send().await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn what_is_asked_for_must_make_sense() {
    let (t, admin) = TestApp::with_admin().await;
    for (query, field) in [
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=x", "page"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("start_date=2026-02-30", "start_date"),
        ("start_date=2026-3-1", "start_date"),
        ("end_date=today", "end_date"),
        ("start_date=2026-03-02&end_date=2026-03-01", "end_date"),
        ("start_date=2026-03-02&tz=Mars%2FOlympus", "tz"),
        ("test_id=x", "test_id"),
        ("sort=rank", "sort"),
        ("score_min=-1", "score_min"),
        ("score_max=101", "score_max"),
    ] {
        t.get(format!("/api/results?{query}")).bearer(&admin).send().await.invalid(field);
    }
    let empty = t.get("/api/results?page=5&start_date=&end_date=&test_id=&tz=").bearer(&admin).send().await.ok();
    assert_eq!(empty, json!({"results": [], "pagination": {"page": 5, "limit": 10, "total_pages": 0, "total": 0}}));
}

/// Many submissions of two tests, over days, several in one quarter of an hour and some in one millisecond:
/// (submitted, test, email), oldest first.
async fn many(t: &TestApp) -> (Vec<Value>, Vec<(String, usize, String)>) {
    let admin = t.admin().await;
    let tests = vec![t.create_test(&admin, small_test("Even")).await, t.create_test(&admin, small_test("Odd")).await];
    let mut expected = Vec::new();
    t.clock.set("2026-03-27T20:00:00Z");
    for n in 0..300 {
        let admin = t.sign_in("ada@example.org").await;
        let which = usize::try_from(n % 3 / 2).unwrap();
        let email = format!("c{n}@example.org");
        t.take(&admin, &tests[which], &email, &[("q1", "B")]).await;
        expected.push((t.now().to_string(), which, email));
        // Mostly minutes, at times nothing at all, at times half a day; over the night in which the clocks change.
        t.clock.advance(match n % 10 {
            0..=2 => SignedDuration::ZERO,
            9 => 4 * HOUR + 7 * MINUTE,
            k => k * 97 * SECOND,
        });
    }
    (tests, expected)
}

#[tokio::test]
async fn deep_pages_equal_a_plain_sort() {
    let t = TestApp::new();
    let (tests, expected) = many(&t).await;
    let admin = t.sign_in("ada@example.org").await;
    let instant = |day: &str, tz: &str| invigil::domain::time::days(Some(day), Some(day), tz).unwrap().unwrap();
    let queries = [
        (None, None, None, "UTC"),
        (Some(0), None, None, "UTC"),
        (Some(1), None, None, "UTC"),
        (None, Some("2026-03-28"), None, "UTC"),
        (None, None, Some("2026-03-29"), "UTC"),
        (None, Some("2026-03-29"), Some("2026-03-29"), "Europe/Berlin"),
        (None, Some("2026-03-28"), Some("2026-03-30"), "Asia/Kathmandu"),
        (Some(0), Some("2026-03-28"), Some("2026-03-30"), "Pacific/Chatham"),
        (Some(1), Some("2026-03-30"), None, "America/St_Johns"),
        (None::<usize>, Some("2030-01-01"), None, "UTC"),
    ];
    for (which, from, to, tz) in queries {
        let start = from.map(|d| instant(d, tz).from.to_string()).unwrap_or_default();
        let end = to.map_or("9".into(), |d| instant(d, tz).to.to_string());
        let mut plain: Vec<_> = expected
            .iter()
            .filter(|(at, test, _)| which.is_none_or(|w| w == *test) && *at >= start && *at < end)
            .collect();
        plain.reverse();
        for limit in [7, 20, 200] {
            let mut query = format!("limit={limit}&tz={tz}");
            if let Some(which) = which {
                write!(query, "&test_id={}", text(&tests[which]["id"])).unwrap();
            }
            for (name, day) in [("start_date", from), ("end_date", to)] {
                if let Some(day) = day {
                    write!(query, "&{name}={day}").unwrap();
                }
            }
            let pages = plain.len().div_ceil(limit);
            let mut seen: Vec<(String, String)> = Vec::new();
            for page in 1..=pages + 1 {
                let reply = t.get(format!("/api/results?page={page}&{query}")).bearer(&admin).send().await.ok();
                let pagination = json!({"page": page, "limit": limit, "total_pages": pages, "total": plain.len()});
                assert_eq!(reply["pagination"], pagination, "{query}");
                let rows = list(&reply["results"]);
                let whole = if page <= plain.len() / limit {
                    limit
                } else if page == pages {
                    plain.len() % limit
                } else {
                    0
                };
                assert_eq!(rows.len(), whole, "{query} page {page}");
                seen.extend(rows.iter().map(|r| (text(&r["submitted_at"]).into(), text(&r["applicant_email"]).into())));
            }
            // Submissions of one millisecond have no order of their own; each is there once.
            let times: Vec<_> = seen.iter().map(|(at, _)| at.as_str()).collect();
            assert_eq!(times, plain.iter().map(|(at, ..)| at.as_str()).collect::<Vec<_>>(), "{query}");
            let mut people: Vec<_> = seen.iter().map(|(_, who)| who.as_str()).collect();
            let mut everybody: Vec<_> = plain.iter().map(|(.., who)| who.as_str()).collect();
            people.sort_unstable();
            everybody.sort_unstable();
            assert_eq!(people, everybody, "{query}");
        }
    }
    t.assert_sound();
}

#[tokio::test]
async fn totals_follow_what_is_deleted() {
    let (t, admin) = TestApp::with_admin().await;
    let (a, b) = (t.create_test(&admin, all_types()).await, t.create_test(&admin, small_test("B")).await);
    for n in 0..5 {
        t.take(&admin, if n < 3 { &a } else { &b }, &format!("c{n}@example.org"), &[]).await;
        t.clock.advance(MINUTE);
    }
    t.delete(format!("/api/tests/{}/force", text(&a["id"]))).bearer(&admin).send().await.ok();
    let page = t.get("/api/results?limit=1&page=2&start_date=2026-03-02").bearer(&admin).send().await.ok();
    assert_eq!(page["pagination"], json!({"page": 2, "limit": 1, "total_pages": 2, "total": 2}));
    assert_eq!(column(&page["results"], "applicant_email"), ["c3@example.org"]);
    let gone = t.get(format!("/api/results?test_id={}", text(&a["id"]))).bearer(&admin).send().await.ok();
    assert_eq!(gone["pagination"]["total"], 0);
    t.assert_sound();
}

/// Who is on the pages of a list, in order, and the total.
async fn listed(t: &TestApp, admin: &str, query: &str) -> (Vec<String>, u64) {
    let mut found = Vec::new();
    for page in 1.. {
        let reply = t.get(format!("/api/results?limit=2&page={page}&{query}")).bearer(admin).send().await.ok();
        let rows = column(&reply["results"], "applicant_email");
        if rows.is_empty() {
            return (found, reply["pagination"]["total"].as_u64().unwrap());
        }
        found.extend(rows.iter().map(|email| email.split('@').next().unwrap().to_owned()));
    }
    unreachable!()
}

#[tokio::test]
async fn the_list_is_sorted_searched_and_filtered_across_tests() {
    let (t, admin) = TestApp::with_admin().await;
    // An essay waits for a review: those of it are provisional, at 20 % so far.
    let (essays, choices) = (t.test_with_all_types(&admin).await, t.create_test(&admin, small_test("Another")).await);
    for (test, email, answers) in [
        (&choices, "zoe@example.org", vec![("q1", "B")]),
        (&essays, "amy@example.org", vec![("q1", "B"), ("q2", "words")]),
        (&choices, "bob@example.org", vec![("q1", "A")]),
        (&choices, "eve@example.net", vec![("q1", "B")]),
    ] {
        t.take(&admin, test, email, &answers).await;
        t.clock.advance(MINUTE);
    }
    let page = t.get("/api/results?sort=date&order=asc").bearer(&admin).send().await.ok();
    let decision = format!("/api/results/{}/decision", text(&page["results"][3]["submission_id"]));
    t.put(decision).bearer(&admin).json(json!({"decision": "hold", "reason": "Asks for June"})).send().await.ok();
    let essays_only = format!("sort=score&test_id={}", text(&essays["id"]));
    let mark = t.put(format!("/api/tests/{}/pass-mark", text(&choices["id"]))).bearer(&admin);
    mark.json(json!({"percent": 50})).send().await.ok();
    let cases: [(&str, &[&str]); 21] = [
        ("", &["eve", "bob", "amy", "zoe"]),
        ("sort=date&order=desc", &["eve", "bob", "amy", "zoe"]),
        ("sort=date&order=asc", &["zoe", "amy", "bob", "eve"]),
        ("sort=score", &["eve", "zoe", "bob", "amy"]),
        ("sort=score&order=asc", &["bob", "zoe", "eve", "amy"]),
        ("sort=test&order=asc", &["zoe", "bob", "eve", "amy"]),
        ("search=EXAMPLE.NET", &["eve"]),
        ("search=%20&sort=date", &["eve", "bob", "amy", "zoe"]),
        ("state=provisional", &["amy"]),
        ("state=final&score_max=10", &["bob"]),
        ("score_min=15&score_max=25", &["amy"]),
        ("decision=hold", &["eve"]),
        ("decision=none&sort=score", &["zoe", "bob", "amy"]),
        ("decision=reject", &[]),
        ("passed=true", &["eve", "zoe"]),
        ("passed=false", &["bob"]),
        ("sort=review&order=asc", &["zoe", "bob", "eve", "amy"]),
        ("sort=decision", &["eve", "bob", "amy", "zoe"]),
        ("sort=time&passed=true", &["eve", "zoe"]),
        (&essays_only, &["amy"]),
        ("state=final&start_date=2026-03-03", &[]),
    ];
    for (query, expected) in cases {
        let (found, total) = listed(&t, &admin, query).await;
        assert_eq!(
            (found, total),
            (expected.iter().map(ToString::to_string).collect(), expected.len() as u64),
            "{query}"
        );
    }
    let shown = t.get("/api/results?decision=hold").bearer(&admin).send().await.ok()["results"][0].clone();
    assert_eq!(shown["decision"]["reason"], "Asks for June");
    assert_eq!((&shown["passed"], &shown["notes"], &shown["flags"]["total"]), (&json!(true), &json!(0), &json!(0)));
    assert!(shown["time_used_seconds"].is_u64(), "{shown}");
    for (query, rows) in [("passed=true", 2), ("passed=false", 1)] {
        let path = format!("/api/results/export?format=json&{query}");
        assert_eq!(list(&t.get(path).bearer(&admin).send().await.ok()).len(), rows, "{query}");
    }
    assert_eq!((&shown["decision"]["value"], &shown["decision_version"]), (&json!("hold"), &json!(1)));
    for query in ["decision=perhaps", "state=x", "order=up", "score_min=x", "passed=x", "reviewer=x"] {
        let reply = t.get(format!("/api/results?{query}")).bearer(&admin).send().await;
        assert!((400..500).contains(&reply.status), "{query}: {}", reply.text);
    }
}

/// A change after the list was read is in it at once: a new result, an erasure, and a deletion.
#[tokio::test]
async fn the_sorted_list_follows_what_happens() {
    let (t, admin) = TestApp::with_admin().await;
    let (a, b) = (t.create_test(&admin, small_test("A")).await, t.create_test(&admin, small_test("B")).await);
    t.take(&admin, &a, "ann@example.org", &[("q1", "A")]).await;
    assert_eq!(listed(&t, &admin, "sort=score").await, (vec!["ann".into()], 1));
    t.take(&admin, &b, "ben@example.org", &[("q1", "B")]).await;
    assert_eq!(listed(&t, &admin, "sort=score").await, (vec!["ben".into(), "ann".into()], 2));
    t.delete(format!("/api/tests/{}/force", text(&a["id"]))).bearer(&admin).send().await.ok();
    assert_eq!(listed(&t, &admin, "sort=score").await, (vec!["ben".into()], 1));
    t.assert_sound();
}

/// Neither a search nor the order shows who is behind a hidden name.
#[tokio::test]
async fn hidden_names_are_neither_searched_nor_sorted_by() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("Blind")).await;
    for email in ["zoe@example.org", "amy@example.org", "bob@example.org"] {
        t.take(&admin, &test, email, &[("q1", "B")]).await;
        t.clock.advance(MINUTE);
    }
    let found = listed(&t, &admin, "search=amy").await.1;
    assert_eq!(found, 1, "while names are shown");
    let hide = t.put(format!("/api/tests/{}/anonymous", text(&test["id"]))).bearer(&admin);
    hide.json(json!({"anonymous": true})).send().await.ok();
    for part in ["amy", "example.org", "@"] {
        assert_eq!(listed(&t, &admin, &format!("search={part}")).await.1, 0, "{part}");
    }
    let page = t.get("/api/results?sort=name&order=asc").bearer(&admin).send().await.ok();
    let names = column(&page["results"], "applicant_name");
    assert!(names.iter().all(|name| name.starts_with("Candidate ")) && names.is_sorted(), "{names:?}");
    assert_eq!(column(&page["results"], "applicant_email"), ["", "", ""]);
    let reveal = t.post(format!("/api/tests/{}/reveal-names", text(&test["id"]))).bearer(&admin);
    reveal.json(json!({"reason": "Decided"})).send().await.ok();
    assert_eq!(listed(&t, &admin, "search=amy").await, (vec!["amy".into()], 1), "once they were revealed");
}
