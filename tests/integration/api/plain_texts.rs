//! Control characters in texts of people: no page shows them, and a sheet or a terminal would run them
//! (docs/behaviour/calls.md#envelope-and-formats-3).

use super::deciding::{graded_test, took};
use crate::support::{
    app::TestApp,
    journey::{small_test, text},
    room::Room,
};
use http::Method;
use invigil::domain::time::{DAY, HOUR};
use serde_json::{Value, json};

const RAW: &str = "a\u{0}b\u{1b}[2J";

#[tokio::test]
async fn reasons_of_proctors_have_none() {
    let r = Room::open().await;
    for tail in ["release", "add-time", "pause", "resume", "end", "reopen"] {
        let body = json!({"minutes": 5, "reason": RAW});
        r.t.post(r.of_admin(tail)).bearer(&r.admin).json(body).send().await.invalid("reason");
    }
    let plain = json!({"minutes": 5, "reason": "fire drill,\n\tsecond floor"});
    r.t.post(r.of_admin("add-time")).bearer(&r.admin).json(plain).send().await.ok();
    let hold = json!({"kind": "test", "id": r.test["id"], "reason": RAW});
    r.t.post("/api/admin/holds").bearer(&r.admin).json(hold).send().await.invalid("reason");
    r.t.assert_sound();
}

#[tokio::test]
async fn texts_about_a_result_have_none() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, graded_test()).await;
    let ann = took(&t, &admin, &test, "Ann", 3, "Because.").await;
    let test = text(&test["id"]);
    let cases: [(Method, String, Value, &str); 6] = [
        (Method::PUT, format!("results/{ann}/decision"), json!({"decision": "hold", "reason": RAW}), "reason"),
        (Method::POST, "decisions".into(), json!({"ids": [ann], "decision": "hold", "reason": RAW}), "reason"),
        (Method::POST, format!("results/{ann}/notes"), json!({"text": RAW}), "text"),
        (
            Method::POST,
            format!("admin/scoring/{ann}/answer/essay"),
            json!({"score_status": "wrong", "comments": RAW}),
            "comments",
        ),
        (
            Method::POST,
            format!("tests/{test}/repairs"),
            json!({"question_id": "q1", "action": "full_marks", "reason": RAW}),
            "reason",
        ),
        (Method::POST, format!("tests/{test}/reveal-names"), json!({"reason": RAW}), "reason"),
    ];
    for (method, path, body, field) in cases {
        t.call(method, format!("/api/{path}")).bearer(&admin).json(body).send().await.invalid(field);
    }
    t.assert_sound();
}

#[tokio::test]
async fn a_session_has_none_and_starts_within_ten_years() {
    let (t, ada) = TestApp::with_admin().await;
    let at = t.at(HOUR);
    let draft = |field: &str, value: &str| {
        let mut form = json!({"title": "Round one", "starts_at": at});
        form[field] = json!(value);
        form
    };
    for field in ["title", "place", "notes"] {
        t.post("/api/sessions").bearer(&ada).json(draft(field, RAW)).send().await.invalid(field);
    }
    // The calendar ends before the last one; the others are slips in the year.
    let late = t.at(3661 * DAY);
    for year in [late.as_str(), "0226-03-02T10:00:00Z", "20226-03-02T10:00:00Z", "9999-12-31T23:59:59Z"] {
        t.post("/api/sessions").bearer(&ada).json(draft("starts_at", year)).send().await.invalid("starts_at");
    }
    let made = t.post("/api/sessions").bearer(&ada).json(draft("notes", "a\nb")).send().await.expect(201);
    let path = format!("/api/sessions/{}", text(&made["id"]));
    let form = draft("starts_at", "9999-12-31T23:59:59Z");
    t.put(path.as_str()).bearer(&ada).json(form).send().await.invalid("starts_at");
    assert_eq!(t.get(path).bearer(&ada).send().await.ok()["starts_at"], made["starts_at"]);
    t.assert_sound();
}

#[tokio::test]
async fn a_field_of_the_wrong_type_is_named_also_where_it_is_one_of_what_was_agreed() {
    let (t, ada) = TestApp::with_admin().await;
    let test = t.create_test(&ada, small_test("Rust")).await;
    let invite = json!({"test_id": test["id"], "applicant_email": "cora@example.org", "applicant_name": "Cora"});
    let mut order = invite.clone();
    order["external_id"] = json!("other:1");
    let bulk = json!({"test_id": test["id"], "applicants": [{"email": "cora@example.org", "name": "Cora"}]});
    for (path, form) in [("invites", &invite), ("invites/bulk", &bulk), ("orders", &order)] {
        for (field, value) in [("larger_type", json!(null)), ("breaks", json!(3)), ("helper", json!({}))] {
            let mut form = form.clone();
            form[field] = value;
            t.post(format!("/api/{path}")).bearer(&ada).json(form).send().await.invalid(field);
        }
    }
    for field in ["applicant_name", "test_id", "time_zone"] {
        let mut order = order.clone();
        order[field] = json!(7);
        t.post("/api/orders").bearer(&ada).json(order).send().await.invalid(field);
    }
    t.assert_sound();
}
