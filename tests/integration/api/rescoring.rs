//! Results that are scored again (docs/scoring.md).

use crate::support::{app::TestApp, journey::text};
use invigil::{
    domain::{
        AttemptId,
        list::Scope,
        submission::{Grade, GradeStatus},
    },
    service::{
        actor::{Actor, Scorer},
        scoring::rescoring,
    },
    store::Read,
};
use serde_json::json;

fn operator() -> Scorer {
    Actor::Operator.require().unwrap()
}

async fn changed(t: &TestApp, dry_run: bool) -> Vec<(f64, f64)> {
    let found = rescoring::rescore(&t.app, &operator(), Scope::All, dry_run).await.unwrap();
    found.iter().map(|one| (one.before.final_score(), one.after.final_score())).collect()
}

fn grade_of(t: &TestApp, id: AttemptId, question: &str) -> Grade {
    let grades: Vec<Grade> = t.app.store.read().unwrap().children(id).unwrap();
    grades.into_iter().find(|grade| grade.question_id == question).unwrap()
}

#[tokio::test]
async fn only_what_its_key_scores_is_scored_again() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let mut ids: Vec<AttemptId> = Vec::new();
    for email in ["ann@example.org", "ben@example.org"] {
        let invite = t.take(&admin, &test, email, &[("q1", "B"), ("q2", "words"), ("q3", "")]).await;
        ids.push(text(&t.invite_row(&admin, &invite["id"]).await["submission_id"]).parse().unwrap());
    }
    let path = format!("/api/admin/scoring/{}/answer/q2", ids[0]);
    t.post(path).bearer(&admin).json(json!({"score_status": "correct"})).send().await.ok();
    let repair = json!({"question_id": "q1", "action": "full_marks", "reason": "unclear"});
    t.post(format!("/api/tests/{}/repairs", text(&test["id"]))).bearer(&admin).json(repair).send().await.expect(201);
    t.settle().await;
    assert_eq!(changed(&t, false).await, [], "the scores are those of the rules");

    // As an older version with another rule would have left it.
    let damaged = Grade { status: GradeStatus::Wrong, earned: 0.0, repaired: None, ..grade_of(&t, ids[0], "q1") };
    t.app.write(&operator(), move |w| Ok(w.put(&damaged).map(drop)?)).await.unwrap();
    assert_eq!(changed(&t, true).await.len(), 1);
    assert_eq!(grade_of(&t, ids[0], "q1").status, GradeStatus::Wrong, "a dry run changes nothing");
    assert_eq!(changed(&t, false).await, [(50.0, 50.0)], "its totals were right");
    assert_eq!(grade_of(&t, ids[0], "q1").status, GradeStatus::Correct);
    assert_eq!(grade_of(&t, ids[0], "q2").status, GradeStatus::Correct, "a person's score stays");
    assert_eq!(changed(&t, false).await, []);
    t.assert_sound();
}
