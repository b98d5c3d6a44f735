//! Rubrics (docs/behaviour/results.md#rubrics).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, column, key, list, text},
};
use invigil::{
    domain::{
        audit::AuditEntry,
        rubric::{Rubric, RubricChoice},
        submission::Submission,
        time::MINUTE,
        user::StaffRole,
    },
    service::{account::admins, actor::Actor, scoring::rubrics::job},
    store::Read,
};
use serde_json::{Value, json};

struct Site {
    t: TestApp,
    admin: String,
    test: Value,
}

impl Site {
    /// A test with a choice of 2 points, an essay of 3 and a program of 5.
    async fn new() -> Self {
        let (t, admin) = TestApp::with_admin().await;
        let test = t.test_with_all_types(&admin).await;
        Self { t, admin, test }
    }

    /// Returns the submission's id.
    async fn took(&self, name: &str) -> String {
        let invite = self.t.take(&self.admin, &self.test, &format!("{name}@example.org"), &[("q2", name)]).await;
        text(&self.t.invite_row(&self.admin, &invite["id"]).await["submission_id"]).to_owned()
    }

    fn path(&self, question: &str) -> String {
        format!("/api/tests/{}/rubrics/{question}", text(&self.test["id"]))
    }

    async fn get(&self, question: &str) -> Reply {
        self.t.get(self.path(question)).bearer(&self.admin).send().await
    }

    async fn set(&self, question: &str, body: &Value) -> Reply {
        self.t.put(self.path(question)).bearer(&self.admin).json(body.clone()).send().await
    }

    async fn preview(&self, body: &Value) -> Value {
        let path = format!("{}/preview", self.path("q2"));
        self.t.post(path).bearer(&self.admin).json(body.clone()).send().await.ok()
    }

    async fn score(&self, id: &str, body: Value) -> Reply {
        let path = format!("/api/admin/scoring/{id}/answer/q2");
        self.t.post(path).bearer(&self.admin).json(body).send().await
    }

    /// The essay as its reviewer sees it.
    async fn essay(&self, id: &str) -> Value {
        let detail = self.t.get(format!("/api/admin/scoring/{id}")).bearer(&self.admin).send().await.ok();
        list(&detail["answers"]).iter().find(|answer| answer["id"] == "q2").unwrap().clone()
    }

    async fn apply(&self) {
        job::pass(&self.t.app).await.unwrap();
        self.t.assert_sound();
    }

    fn earned(&self, id: &str) -> Value {
        let submission: Submission = self.t.app.store.read().unwrap().get(id.parse().unwrap()).unwrap().unwrap();
        json!(submission.earned_points())
    }
}

fn items(points: &[f64]) -> Value {
    let item = |points: &f64| json!({"text": format!("worth {points}"), "points": points});
    json!({"mode": "add", "items": points.iter().map(item).collect::<Vec<_>>()})
}

/// The stored rubric, to be sent again with changes.
fn again(rubric: &Value) -> Value {
    json!({"mode": rubric["mode"], "items": rubric["items"], "version": rubric["version"]})
}

#[tokio::test]
async fn a_rubric_is_stored_with_what_helps_its_reviewers() {
    let s = Site::new().await;
    let none = s.get("q2").await.ok();
    let expected = json!({"question_id": "q2", "points": 3, "mode": "add", "items": [], "model_answer": "", "notes": "",
        "snippets": [], "version": 0, "recalculating": false, "by": null, "at": null});
    assert_eq!(none, expected);
    let mut body = items(&[1.0, 2.5]);
    body["model_answer"] = json!(" A tree. ");
    body["notes"] = json!("Half points for a list.");
    body["snippets"] = json!(["Well argued.", "Why?"]);
    let stored = s.set("q2", &body).await.ok();
    assert_eq!((&stored["version"], &stored["by"]), (&json!(1), &json!("Ada Admin")));
    assert_eq!((&stored["model_answer"], &stored["snippets"]), (&json!("A tree."), &json!(["Well argued.", "Why?"])));
    assert_eq!(s.get("q2").await.ok(), stored);
    s.set("q3", &items(&[1.0, 2.0])).await.ok();
    let stale = s.set("q2", &json!({"mode": "add", "items": [], "version": 0})).await;
    stale.refused(409, "changed_meanwhile");
    s.set("q2", &items(&[1.0])).await.invalid("items");
    s.set("q2", &items(&[1.0, 3.5])).await.invalid("items[1].points");
    s.set("q1", &items(&[1.0, 1.0])).await.invalid("question_id");
    s.set("q9", &items(&[1.0, 1.0])).await.refused(404, "not_found");
    assert_eq!(s.get("q2").await.ok(), stored);
}

#[tokio::test]
async fn points_follow_from_the_chosen_items_unless_a_person_sets_others() {
    let s = Site::new().await;
    let ann = s.took("ann").await;
    s.score(&ann, json!({"rubric_items": []})).await.invalid("rubric_items");
    let rubric = s.set("q2", &items(&[0.5, 1.0, 2.0])).await.ok();
    let ids = column(&rubric["items"], "id");
    for (chosen, points, status) in [
        (vec![], 0.0, "wrong"),
        (vec![ids[0], ids[1]], 1.5, "partial"),
        (vec![ids[1], ids[2]], 3.0, "correct"),
        (vec![ids[2], ids[1], ids[0], ids[0]], 3.0, "correct"),
    ] {
        let reply = s.score(&ann, json!({"rubric_items": chosen})).await.ok();
        let answer = &reply["answer"];
        assert_eq!((&answer["manual_score"], &answer["manual_score_status"]), (&json!(points), &json!(status)));
        assert_eq!((&answer["by_rubric"], &answer["rubric"]["version"]), (&json!(true), &json!(1)));
    }
    s.score(&ann, json!({"rubric_items": ["nonsense"]})).await.invalid("rubric_items[0]");
    s.score(&ann, json!({"rubric_items": [text(&s.test["id"])]})).await.invalid("rubric_items[0]");
    let body = json!({"rubric_items": [ids[0]], "score_status": "partial", "manual_score": 2.5});
    let overridden = s.score(&ann, body).await.ok();
    assert_eq!(overridden["answer"]["manual_score"], 2.5);
    assert_eq!(
        (&overridden["answer"]["rubric_items"], &overridden["answer"]["by_rubric"]),
        (&json!([ids[0]]), &Value::Null)
    );
    let plain = s.score(&ann, json!({"score_status": "correct", "comments": "good"})).await.ok();
    assert!(plain["answer"]["rubric_items"].is_null(), "{plain}");
    assert_eq!(s.t.app.store.read().unwrap().records::<RubricChoice>().unwrap(), []);
    s.t.assert_sound();
}

/// Two people who chose the same items agree before and after the items have other points.
#[tokio::test]
async fn a_changed_rubric_moves_both_markers_scores() {
    let s = Site::new().await;
    let operator = Actor::Operator.require().unwrap();
    let mut markers = Vec::new();
    for name in ["rita", "sam"] {
        let email = format!("{name}@site.example");
        let role = StaffRole::Reviewer;
        let made = admins::create_as(&s.t.app, &operator, role, &email, PASSWORD.into(), name).await.unwrap();
        markers.push((s.t.sign_in(&email).await, made.id.to_string()));
    }
    let rubric = s.set("q2", &items(&[0.5, 1.0, 2.0])).await.ok();
    let ids = column(&rubric["items"], "id");
    let plan = json!({"items": [
        {"reviewer_id": markers[0].1, "question_id": "q2"},
        {"reviewer_id": markers[1].1, "question_id": "q2", "second": true},
    ]});
    let tests = |tail: &str| format!("/api/tests/{}/{tail}", text(&s.test["id"]));
    s.t.put(tests("assignments")).bearer(&s.admin).json(plan).send().await.ok();
    let [ann, ben] = [s.took("ann").await, s.took("ben").await];
    let answers = async |who: usize, status: &str| {
        let id = text(&s.test["id"]);
        let path = format!("/api/reviewing/answers?test_id={id}&question_id=q2&status={status}");
        list(&s.t.get(path).bearer(&markers[who].0).send().await.ok()["answers"]).to_vec()
    };
    for (who, (session, _)) in markers.iter().enumerate() {
        for answer in answers(who, "waiting").await {
            // Of Ben's answer, the second marker sets points beside the items.
            let mut body = json!({"rubric_items": [ids[0], ids[1]]});
            if who == 1 && answer["answer"] == "ben" {
                body["score_status"] = json!("correct");
            }
            let path = format!("/api/reviewing/answers/{}", text(&answer["marking_id"]));
            s.t.post(path).bearer(session).json(body).send().await.ok();
        }
    }
    let agreement = async || {
        let found = s.t.get(tests("agreement")).bearer(&s.admin).send().await.ok();
        [&found["agreed"], &found["to_settle"]].map(|number| number.as_u64().unwrap())
    };
    assert_eq!(agreement().await, [1, 1]);
    let mut changed = again(&rubric);
    changed["items"][0]["points"] = json!(1.0);
    s.set("q2", &changed).await.ok();
    s.apply().await;
    assert_eq!((s.earned(&ann), s.earned(&ben)), (json!(2.0), json!(2.0)));
    assert_eq!(agreement().await, [1, 1]);
    let seen = answers(1, "done").await;
    let of = |name: &str| seen.iter().find(|answer| answer["answer"] == name).unwrap();
    assert_eq!((&of("ann")["manual_score"], &of("ann")["rubric_items"]), (&json!(2.0), &json!([ids[0], ids[1]])));
    assert_eq!((&of("ben")["manual_score"], &of("ben")["by_rubric"]), (&json!(3.0), &Value::Null));
    // Settled by points alone: no score follows from its items any more.
    for id in [&ann, &ben] {
        s.score(id, json!({"score_status": "wrong"})).await.ok();
    }
    let empty = json!({"mode": "add", "items": []});
    s.set("q2", &empty).await.ok();
    s.t.assert_sound();
}

#[tokio::test]
async fn a_changed_rubric_scores_its_answers_again_and_moves_no_other() {
    let s = Site::new().await;
    let rubric = s.set("q2", &items(&[1.0, 0.5])).await.ok();
    let ids = column(&rubric["items"], "id");
    let (ann, ben, cid) = (s.took("ann").await, s.took("ben").await, s.took("cid").await);
    s.score(&ann, json!({"rubric_items": [ids[0]], "comments": "go on"})).await.ok();
    s.score(&ben, json!({"rubric_items": [ids[1]]})).await.ok();
    let fixed = json!({"rubric_items": [ids[0]], "score_status": "partial", "manual_score": 1});
    s.score(&cid, fixed).await.ok();
    let version = s.essay(&ann).await["version"].clone();

    let mut changed = again(&rubric);
    changed["items"][0]["points"] = json!(2.5);
    let preview = s.preview(&changed).await;
    assert_eq!((&preview["up"], &preview["down"], &preview["unchanged"]), (&json!(1), &json!(0), &json!(1)));
    assert_eq!(s.earned(&ann), 1.0, "a preview changes nothing");
    let stored = s.set("q2", &changed).await.ok();
    assert_eq!(stored["recalculating"], true);
    s.score(&ann, json!({"rubric_items": [ids[0]], "version": version})).await.ok();
    assert_eq!(s.earned(&ann), 2.5, "who scores meanwhile uses the new points");
    s.apply().await;
    assert_eq!(json!([s.earned(&ann), s.earned(&ben), s.earned(&cid)]), json!([2.5, 0.5, 1.0]));
    assert_eq!(s.get("q2").await.ok()["recalculating"], false);

    // Its first item goes, another comes, and items are now taken off.
    let mut deducting = again(&stored);
    deducting["mode"] = json!("deduct");
    deducting["items"] = json!([stored["items"][1], {"text": "new", "points": 3}]);
    let version = s.essay(&ben).await["version"].as_u64().unwrap();
    s.set("q2", &deducting).await.ok();
    s.apply().await;
    assert_eq!(json!([s.earned(&ann), s.earned(&ben), s.earned(&cid)]), json!([3.0, 2.5, 1.0]));
    let essay = s.essay(&ben).await;
    assert_eq!((&essay["version"], &essay["manual_score"]), (&json!(version + 1), &json!(2.5)));
    let essay = s.essay(&ann).await;
    assert!(essay["rubric_items"].is_null() && essay["by_rubric"] == true, "{essay}");

    s.set("q2", &json!({"mode": "add", "items": []})).await.invalid("items");
    let read = s.t.app.store.read().unwrap();
    let actions: Vec<String> = read.records::<AuditEntry>().unwrap().into_iter().map(|e| e.action).collect();
    let count = |action: &str| actions.iter().filter(|known| *known == action).count();
    assert_eq!((count("test.rubric"), count("test.rubric_applied")), (3, 2));
}

/// A stop between two steps of the recalculation.
#[tokio::test]
async fn an_interrupted_recalculation_is_continued() {
    let s = Site::new().await;
    let rubric = s.set("q2", &items(&[1.0, 0.5])).await.ok();
    let ids = column(&rubric["items"], "id");
    let ann = s.took("ann").await;
    s.score(&ann, json!({"rubric_items": [ids[0]]})).await.ok();
    let mut changed = again(&rubric);
    changed["items"][0]["points"] = json!(2);
    let stored = s.set("q2", &changed).await.ok();
    // A change of the notes alone does not forget what is left to do.
    let mut noted = again(&stored);
    noted["notes"] = json!("Be kind.");
    assert_eq!(s.set("q2", &noted).await.ok()["recalculating"], true);
    s.apply().await;
    assert_eq!(s.earned(&ann), 2.0);
    let noted = s.get("q2").await.ok();
    assert_eq!(s.set("q2", &again(&noted)).await.ok()["recalculating"], false, "no points have moved");
}

#[tokio::test]
async fn a_late_answer_and_an_erased_test_take_their_items_along() {
    let s = Site::new().await;
    let rubric = s.set("q2", &items(&[1.0, 0.5])).await.ok();
    let ids = column(&rubric["items"], "id");
    let invite = s.t.take(&s.admin, &s.test, "ann@example.org", &[("q2", "first")]).await;
    let ann = text(&s.t.invite_row(&s.admin, &invite["id"]).await["submission_id"]).to_owned();
    s.score(&ann, json!({"rubric_items": [ids[0]]})).await.ok();
    s.t.clock.advance(MINUTE);
    s.t.save(&invite["token"], &key(1), &[("q2", "second", 9)]).await.ok();
    let late = json!({"question_ids": ["q2"], "reason": "a slow line"});
    let path = format!("/api/admin/scoring/{ann}/late/accept");
    s.t.post(path).bearer(&s.admin).json(late).send().await.ok();
    assert!(s.essay(&ann).await["rubric_items"].is_null());
    s.score(&ann, json!({"rubric_items": [ids[0]]})).await.ok();
    let path = format!("/api/tests/{}/force", text(&s.test["id"]));
    s.t.delete(path).bearer(&s.admin).send().await.ok();
    let read = s.t.app.store.read().unwrap();
    assert!(read.records::<RubricChoice>().unwrap().is_empty() && read.records::<Rubric>().unwrap().is_empty());
    s.t.assert_sound();
}
