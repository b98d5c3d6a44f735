//! `/results`: the list by pages, filters, totals, and one in detail (docs/behaviour.md#calls).

use crate::support::{
    app::TestApp,
    journey::{all_types, column, key, list, small_test, text},
};
use invigil::domain::time::{HOUR, MINUTE, SECOND, SignedDuration};
use serde_json::{Value, json};
use std::fmt::Write;

#[tokio::test]
async fn a_result_tells_everything_about_one_submission() {
    let t = TestApp::new();
    let admin = t.admin().await;
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
        "submission_id": id, "invite_id": invite["id"], "test_id": test["id"], "applicant_name": "Cora Candidate",
        "applicant_email": "cora@example.org", "test_title": "Backend engineer", "started_at": "2026-03-02T08:01:00.000Z",
        "submitted_at": "2026-03-02T08:03:00.000Z", "score": 20.0, "auto_score": 20.0, "manual_score": null, "final_score": 20.0,
        "scoring_status": "needs_review", "is_monitored": false,
        "judging": "none", "provisional": true, "earned_points": 2.0, "auto_earned_points": 2.0, "pending_points": 3, "total_points": 10,
    });
    let page = t.get("/api/results").bearer(&admin).send().await.ok();
    assert_eq!(page, json!({"results": [row], "pagination": {"page": 1, "limit": 10, "total_pages": 1, "total": 1}}));
    let mut expected = row;
    let extra = json!({
        "test_description": "Three questions", "test_duration_minutes": 60, "written_points": 8, "submitted_by": "candidate", "late_answers": [], "signals": [], "signals_not_kept": 0,
        "messages": [], "screenshots": [], "rank": null, "percentile": null, "passed": null, "decision": null, "decision_version": 0,
        "told": [], "notes": 0, "field": {"mean": null, "median": null, "final": 0},
        "timeline": {
            "entries": [
                {"at": "2026-03-02T08:01:00.000Z", "kind": "started", "text": "", "by": null},
                {"at": "2026-03-02T08:03:00.000Z", "kind": "submitted", "text": "", "by": null},
            ],
            "entries_not_kept": 0, "monitored": [],
            "unmonitored": [{"from": "2026-03-02T08:01:00.000Z", "to": "2026-03-02T08:03:00.000Z"}],
        },
        "answers": [
            {"id": "q1", "question": "Pick B", "question_type": "multiple_choice", "options": ["A", "B", "C"], "answer": "B", "correct_answer": "B",
                "points": 2, "earned": 2.0, "manual_score": null, "review_comments": null, "reviewed_at": null,
                "manual_score_status": "correct", "answered_at": "2026-03-02T08:02:00.000Z"},
            {"id": "q2", "question": "Tell us about B-trees", "question_type": "essay", "answer": "words", "points": 3,
                "manual_score": null, "review_comments": null, "reviewed_at": null, "manual_score_status": "pending", "answered_at": "2026-03-02T08:03:00.000Z"},
            {"id": "q3", "question": "Reverse a list", "question_type": "coding", "expected_language": "Rust", "answer": "", "points": 5,
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
    let t = TestApp::new();
    let admin = t.admin().await;
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
    let t = TestApp::new();
    let admin = t.admin().await;
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
