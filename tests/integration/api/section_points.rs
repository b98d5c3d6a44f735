//! Points by section of a test, and their pass marks (docs/behaviour/results.md#points-by-section).

use super::deciding::ranking;
use crate::support::{
    app::TestApp,
    journey::{column, key, list, text},
};
use invigil::domain::time::MINUTE;
use serde_json::{Value, json};

fn names(ranking: &Value) -> Vec<&str> {
    column(&ranking["rows"], "applicant_name")
}

/// Two sections of a choice and an essay, and of a choice that is worth three points.
fn divided_test() -> Value {
    let choice = |id: &str, points: u32| {
        json!({"question": {"id": id, "type": "multiple_choice", "question": "Pick B", "options": ["A", "B"],
            "correct_answer": "B", "points": points}})
    };
    let essay = json!({"question": {"id": "why", "type": "essay", "question": "Why?", "points": 4}});
    json!({"title": "Divided", "duration_minutes": 30, "sections": [
        {"title": "Databases", "items": [choice("db", 2), essay]},
        {"title": "", "items": [choice("net", 3)]},
    ]})
}

async fn took_divided(t: &TestApp, admin: &str, test: &Value, name: &str, answers: &[(&str, &str)]) -> String {
    let extra = json!({"applicant_name": name, "no_schedule": true});
    let email = format!("{}@example.org", name.to_lowercase());
    let invite = t.invite_with(admin, test, &email, extra).await.expect(201);
    t.start(&invite["token"], &key(1)).await.ok();
    t.clock.advance(MINUTE);
    t.submit(&invite["token"], &key(1), answers).await.ok();
    text(&t.invite_row(admin, &invite["id"]).await["submission_id"]).to_owned()
}

#[tokio::test]
async fn points_by_section_are_columns_with_pass_marks_of_their_own() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, divided_test()).await;
    let ann = took_divided(&t, &admin, &test, "Ann", &[("db", "B"), ("net", "A")]).await;
    let ben = took_divided(&t, &admin, &test, "Ben", &[("db", "A"), ("net", "B")]).await;
    took_divided(&t, &admin, &test, "Cem", &[("db", "B"), ("net", "B"), ("why", "Because.")]).await;
    let found = ranking(&t, &admin, &test, "sort=s:Section%202").await;
    let sections = json!([{"label": "Databases", "mean": 0.1667}, {"label": "Section 2", "mean": 0.6667}]);
    let rounded = |mean: &Value| json!((mean.as_f64().unwrap() * 1e4).round() / 1e4);
    let seen: Vec<Value> =
        list(&found["sections"]).iter().map(|s| json!({"label": s["label"], "mean": rounded(&s["mean"])})).collect();
    assert_eq!(json!(seen), sections);
    assert_eq!(names(&found), ["Ben", "Ann", "Cem"], "provisional ones last");
    assert_eq!(
        found["rows"][2]["sections"],
        json!([{"earned": 2.0, "points": 6, "pending": true}, {"earned": 3.0, "points": 3, "pending": false}])
    );

    let path = format!("/api/tests/{}/pass-mark", text(&test["id"]));
    let put = |body: Value| t.put(&path).bearer(&admin).json(body).send();
    let marks = |percent: f64| json!([{"section": "Section 2", "percent": percent}]);
    let preview = json!({"percent": null, "sections": marks(50.0)});
    let seen = t.post(format!("{path}/preview")).bearer(&admin).json(preview).send().await.ok();
    assert_eq!((&seen["passed"], &seen["failed"]), (&json!(1), &json!(1)));
    assert_eq!(column(&seen["now_fail"], "applicant_name"), ["Ann"]);
    let set = put(json!({"percent": 20, "version": 0, "sections": marks(50.0)})).await.ok();
    assert_eq!((&set["sections"], &set["passed"], &set["failed"]), (&marks(50.0), &json!(1), &json!(1)));
    assert_eq!(names(&ranking(&t, &admin, &test, "passed=true").await), ["Ben"]);
    assert_eq!(ranking(&t, &admin, &test, "").await["field"]["passed"], 1);
    for (id, passed) in [(&ann, false), (&ben, true)] {
        let detail = t.get(format!("/api/results/{id}")).bearer(&admin).send().await.ok();
        assert_eq!(detail["passed"], passed);
    }
    let csv = t.get("/api/results/export").bearer(&admin).send().await.text;
    assert!(csv.contains(",Databases 0/6; Section 2 3/3,"), "{csv}");
    assert!(csv.contains(",Databases 2/6 so far; Section 2 3/3,"), "{csv}");
    let compared = t.get(format!("/api/results/compare?ids={ann},{ben}")).bearer(&admin).send().await.ok();
    assert_eq!(column(&compared["sections"], "label"), ["Databases", "Section 2"]);
    assert_eq!(compared["candidates"][0]["sections"][0]["earned"], 2.0);

    // A key that is repaired moves candidates across the mark of a section.
    let repair = json!({"question_id": "net", "action": "full_marks", "reason": "Unclear"});
    let seen = t.post(format!("/api/tests/{}/repairs/preview", text(&test["id"]))).bearer(&admin).json(repair);
    assert_eq!(seen.send().await.ok()["crossing"], 1);

    // Without sections in the body they stay; an empty list removes them.
    assert_eq!(put(json!({"percent": 10})).await.ok()["sections"], marks(50.0));
    assert_eq!(put(json!({"percent": 10, "sections": []})).await.ok()["sections"], json!([]));
    for (sections, field) in [
        (json!([{"section": "Networks", "percent": 50}]), "sections[0].section"),
        (json!([{"section": "Databases", "percent": 101}]), "sections[0].percent"),
        (
            json!([{"section": "Databases", "percent": 1}, {"section": "Databases", "percent": 2}]),
            "sections[1].section",
        ),
    ] {
        put(json!({"percent": 10, "sections": sections})).await.invalid(field);
    }
    t.get(format!("/api/tests/{}/ranking?sort=s:Networks", text(&test["id"])))
        .bearer(&admin)
        .send()
        .await
        .invalid("sort");

    // Another title in the same place keeps the mark.
    put(json!({"percent": 20, "sections": marks(50.0)})).await.ok();
    let stored = t.get(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).send().await.ok();
    let mut renamed = json!({"title": stored["title"], "sections": stored["sections"], "version": stored["version"]});
    renamed["sections"][1]["title"] = "Networks".into();
    t.put(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).json(renamed).send().await.ok();
    let mark = ranking(&t, &admin, &test, "").await["pass_mark"].clone();
    assert_eq!(column(&mark["sections"], "section"), ["Section 2", "Networks"]);
    assert_eq!(names(&ranking(&t, &admin, &test, "passed=true").await), ["Ben"]);
    let both = json!([{"section": "Section 2", "percent": 40.0}, {"section": "Networks", "percent": 60.0}]);
    assert_eq!(put(json!({"percent": 20, "sections": both})).await.ok()["sections"], both);
}
