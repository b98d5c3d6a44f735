//! Reviewers, assignments and second markers (docs/behaviour/results.md#reviewing).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, column, list, text},
};
use invigil::{
    domain::{assignment::Assignments, marking::Marking, user::StaffRole},
    service::{account::admins, actor::Actor},
    store::Read,
};
use serde_json::{Value, json};

const NAMES: [&str; 3] = ["cora", "example.org", "Cora"];

/// A site with one essay test, two reviewers and an administrator.
pub struct Site {
    pub t: TestApp,
    pub ada: String,
    pub test: Value,
    /// Sessions and ids of Rita and Sam.
    pub reviewers: [(String, String); 2],
}

async fn reviewer(t: &TestApp, name: &str) -> (String, String) {
    let operator = Actor::Operator.require().unwrap();
    let email = format!("{name}@site.example");
    let made = admins::create_as(&t.app, &operator, StaffRole::Reviewer, &email, PASSWORD.into(), name).await.unwrap();
    (t.sign_in(&email).await, made.id.to_string())
}

impl Site {
    pub async fn new() -> Self {
        let (t, ada) = TestApp::with_admin().await;
        let reviewers = [reviewer(&t, "rita").await, reviewer(&t, "sam").await];
        let questions = json!([
            {"id": "q1", "type": "essay", "question": "Why B-trees?", "points": 5},
            {"id": "q2", "type": "essay", "question": "Why logs?", "points": 3},
        ]);
        let test = t.create_test(&ada, json!({"title": "Storage", "questions": questions})).await;
        Self { t, ada, test, reviewers }
    }

    pub async fn take(&self, n: usize) -> Value {
        let answers = [("q1", format!("trees {n}")), ("q2", format!("logs {n}"))];
        let answers: Vec<(&str, &str)> = answers.iter().map(|(id, text)| (*id, text.as_str())).collect();
        self.t.take(&self.ada, &self.test, &format!("cora{n}@example.org"), &answers).await
    }

    pub fn path(&self, tail: &str) -> String {
        format!("/api/tests/{}/{tail}", text(&self.test["id"]))
    }

    async fn assignments(&self) -> Value {
        self.t.get(self.path("assignments")).bearer(&self.ada).send().await.ok()
    }

    pub async fn assign(&self, items: Value) -> Reply {
        let version = self.assignments().await["version"].clone();
        let body = json!({"items": items, "version": version});
        self.t.put(self.path("assignments")).bearer(&self.ada).json(body).send().await
    }

    /// Assigned, done and left of each reviewer.
    async fn progress(&self) -> Vec<[u64; 3]> {
        let all = self.assignments().await;
        let of = |(_, id): &(String, String)| {
            let row = list(&all["progress"]).iter().find(|row| row["reviewer_id"] == id.as_str()).cloned();
            ["assigned", "done", "left"].map(|field| row.as_ref().map_or(0, |row| row[field].as_u64().unwrap()))
        };
        self.reviewers.iter().map(of).collect()
    }

    pub async fn queue(&self, who: usize, question: &str, status: &str) -> Vec<Value> {
        let test = text(&self.test["id"]);
        let path = format!("/api/reviewing/answers?test_id={test}&question_id={question}&status={status}");
        list(&self.t.get(path).bearer(&self.reviewers[who].0).send().await.ok()["answers"]).to_vec()
    }

    pub async fn score(&self, who: usize, answer: &Value, points: f64) -> Reply {
        let path = format!("/api/reviewing/answers/{}", text(&answer["marking_id"]));
        let body = json!({"score_status": "partial", "manual_score": points, "comments": "because",
            "version": answer["version"]});
        self.t.post(path).bearer(&self.reviewers[who].0).json(body).send().await
    }

    pub async fn settle(&self, submission: &Value, question: &str, points: f64) {
        let path = format!("/api/admin/scoring/{}/answer/{question}", text(submission));
        let body = json!({"score_status": "partial", "manual_score": points});
        self.t.post(path).bearer(&self.ada).json(body).send().await.ok();
    }

    pub fn both(&self) -> Value {
        json!([{"reviewer_id": self.reviewers[0].1}, {"reviewer_id": self.reviewers[1].1}])
    }

    pub async fn agreement(&self) -> Value {
        self.t.get(self.path("agreement")).bearer(&self.ada).send().await.ok()
    }

    async fn to_settle(&self) -> Vec<Value> {
        list(&self.t.get(self.path("to-settle")).bearer(&self.ada).send().await.ok()["answers"]).to_vec()
    }
}

#[tokio::test]
async fn people_share_the_answers_that_wait_and_those_that_come() {
    let s = Site::new().await;
    for n in 0..3 {
        s.take(n).await;
    }
    let set = s.assign(s.both()).await.ok();
    assert_eq!((&set["version"], &set["dealing"], &set["by"]), (&json!(1), &json!(false), &json!("Ada Admin")));
    assert_eq!(column(&set["people"], "full_name"), ["Ada Admin", "rita", "sam"]);
    assert_eq!(s.progress().await, [[4, 0, 4], [2, 0, 2]], "whole submissions");
    for n in 3..6 {
        s.take(n).await;
    }
    assert_eq!(s.progress().await, [[6, 0, 6], [6, 0, 6]]);

    let own = s.t.get("/api/reviewing").bearer(&s.reviewers[0].0).send().await.ok();
    assert_eq!((&own["left"], &own["done"]), (&json!(6), &json!(0)));
    assert_eq!(column(&own["questions"], "question_id"), ["q1", "q2"]);
    let queue = s.queue(0, "q1", "waiting").await;
    let reply = s.score(0, &queue[0], 2.5).await.ok();
    assert_eq!((&reply["left"], &reply["answer"]["state"]), (&json!(2), &json!("done")));
    assert_eq!(reply["answer"]["manual_score"], 2.5);
    assert_eq!(s.progress().await, [[6, 1, 5], [6, 0, 6]]);
    assert_eq!(s.queue(0, "q1", "done").await.len(), 1);
    // Both lists together are all answers, each once.
    let mut all: Vec<Value> = s.queue(0, "q1", "waiting").await;
    all.extend(s.queue(0, "q1", "done").await);
    all.extend(s.queue(1, "q1", "waiting").await);
    let mut answers: Vec<&str> = all.iter().map(|answer| text(&answer["answer"])).collect();
    answers.sort_unstable();
    assert_eq!(answers, ["trees 0", "trees 1", "trees 2", "trees 3", "trees 4", "trees 5"]);
    s.t.assert_sound();
}

#[tokio::test]
async fn a_reviewer_sees_and_scores_the_own_answers_alone() {
    let s = Site::new().await;
    s.take(0).await;
    s.take(1).await;
    s.assign(s.both()).await.ok();
    let theirs = s.queue(1, "q1", "waiting").await[0].clone();
    s.score(0, &theirs, 1.0).await.refused(404, "not_found");
    let path = format!("/api/reviewing/answers/{}", text(&theirs["marking_id"]));
    s.t.get(&path).bearer(&s.reviewers[0].0).send().await.refused(404, "not_found");
    s.t.get(&path).bearer(&s.ada).send().await.refused(404, "not_found");
    let shown = s.t.get(&path).bearer(&s.reviewers[1].0).send().await.text;
    let results = s.t.get("/api/results").bearer(&s.ada).send().await.ok();
    let ids = column(&results["results"], "submission_id");
    for word in NAMES.into_iter().chain(ids).chain(["submitted_at", "applicant"]) {
        assert!(!shown.contains(word), "{word} in {shown}");
    }

    // Without an assignment, neither what waits nor what is done is shown any more; the score stays.
    let own = s.queue(0, "q1", "waiting").await[0].clone();
    s.score(0, &own, 5.0).await.ok();
    s.assign(json!([{"reviewer_id": s.reviewers[1].1}])).await.ok();
    let nothing = s.t.get("/api/reviewing").bearer(&s.reviewers[0].0).send().await.ok();
    assert_eq!(nothing, json!({"left": 0, "done": 0, "questions": []}));
    s.score(0, &own, 1.0).await.refused(404, "not_found");
    assert_eq!(s.progress().await, [[1, 1, 0], [3, 0, 3]]);
    s.t.assert_sound();
}

/// Two tabs, and an administrator who is faster: no score is lost.
#[tokio::test]
async fn nobody_overwrites_a_score_they_have_not_seen() {
    let s = Site::new().await;
    let invite = s.take(0).await;
    s.assign(json!([{"reviewer_id": s.reviewers[0].1, "question_id": "q1"}])).await.ok();
    assert_eq!(s.progress().await[0], [1, 0, 1], "the other question is assigned to no one");
    let answer = s.queue(0, "q1", "waiting").await[0].clone();
    s.score(0, &answer, 9.0).await.invalid("manual_score");
    let scored = s.score(0, &answer, 2.0).await.ok();
    let refused = s.score(0, &answer, 3.0).await.refused(409, "changed_meanwhile");
    assert_eq!(refused["by"], "rita");
    s.score(0, &scored["answer"], 4.0).await.ok();
    let submission = s.t.invite_row(&s.ada, &invite["id"]).await["submission_id"].clone();
    s.settle(&submission, "q1", 1.0).await;
    let now = s.queue(0, "q1", "done").await[0].clone();
    assert_eq!((&now["state"], &now["manual_score"]), (&json!("closed"), &json!(4.0)), "her own score");
    let refused = s.score(0, &now, 5.0).await.refused(409, "changed_meanwhile");
    assert_eq!(refused["by"], "Ada Admin");
    // One that waits is taken over.
    let other = s.take(1).await;
    let waiting = s.queue(0, "q1", "waiting").await[0].clone();
    let submission = s.t.invite_row(&s.ada, &other["id"]).await["submission_id"].clone();
    s.settle(&submission, "q1", 5.0).await;
    assert!(s.queue(0, "q1", "waiting").await.is_empty());
    s.score(0, &waiting, 3.0).await.refused(409, "changed_meanwhile");
    s.t.assert_sound();
}

#[tokio::test]
async fn a_second_marker_does_not_see_the_first_score() {
    let s = Site::new().await;
    for n in 0..2 {
        s.take(n).await;
    }
    let [rita, sam] = [&s.reviewers[0].1, &s.reviewers[1].1];
    let items =
        json!([{"reviewer_id": rita, "question_id": "q1"}, {"reviewer_id": sam, "question_id": "q1", "second": true}]);
    s.assign(items).await.ok();
    let find = async |who, list: &str, text: &str| {
        s.queue(who, "q1", list).await.into_iter().find(|answer| answer["answer"] == text).unwrap()
    };
    for (n, points) in [(0, 5.0), (1, 4.0)] {
        let first = find(0, "waiting", &format!("trees {n}")).await;
        s.score(0, &first, points).await.ok();
    }
    assert!(s.queue(0, "q1", "waiting").await.is_empty());
    let seen = find(1, "waiting", "trees 0").await;
    assert!(seen["manual_score"].is_null() && seen["review_comments"].is_null(), "{seen}");
    assert_eq!((&seen["manual_score_status"], &seen["version"]), (&json!("pending"), &json!(1)));
    assert!(!seen.to_string().contains("because"));

    let reply = s.score(1, &seen, 1.0).await.ok();
    assert!(!reply.to_string().contains("5.0"), "{reply}");
    let seen = find(1, "waiting", "trees 1").await;
    s.score(1, &seen, 4.0).await.ok();
    let agreement = s.agreement().await;
    let of_question = json!([{"question_id": "q1", "agreed": 1, "answers": 2, "kappa": 0.0}]);
    assert_eq!(agreement, json!({"agreed": 1, "to_settle": 1, "settled": 0, "kappa": 0.0, "questions": of_question}));
    let differing = s.to_settle().await;
    assert_eq!(differing.len(), 1);
    assert_eq!((&differing[0]["first"]["score"], &differing[0]["second"]["score"]), (&json!(5.0), &json!(1.0)));
    assert_eq!((&differing[0]["first"]["by"], &differing[0]["second"]["by"]), (&json!("rita"), &json!("sam")));
    let grade = async || {
        let path = format!("/api/admin/scoring/{}", text(&differing[0]["submission_id"]));
        s.t.get(path).bearer(&s.ada).send().await.ok()["answers"][0]["manual_score"].clone()
    };
    assert_eq!(grade().await, 5.0, "the first score counts until then");
    s.settle(&differing[0]["submission_id"], "q1", 3.0).await;
    // Another administrator settles what was read before.
    let path = format!("/api/admin/scoring/{}/answer/q1", text(&differing[0]["submission_id"]));
    let stale = json!({"score_status": "partial", "manual_score": 1.0, "version": differing[0]["version"]});
    s.t.post(path).bearer(&s.ada).json(stale).send().await.refused(409, "changed_meanwhile");
    assert_eq!(grade().await, 3.0);
    assert!(s.to_settle().await.is_empty());
    let settled = json!({"agreed": 1, "to_settle": 0, "settled": 1, "kappa": 0.0, "questions": of_question});
    assert_eq!(s.agreement().await, settled);
    s.t.assert_sound();
}

/// A submission that only a second score is missing for is in that person's list, and in no other.
#[tokio::test]
async fn the_queue_of_a_second_marker_has_what_is_scored_once() {
    let s = Site::new().await;
    s.take(0).await;
    let [rita, sam] = [&s.reviewers[0].1, &s.reviewers[1].1];
    s.assign(json!([{"reviewer_id": rita}, {"reviewer_id": sam, "second": true}])).await.ok();
    let queued = async |query: &str| {
        let path = format!("/api/admin/scoring-queue?{query}");
        let rows = s.t.get(path).bearer(&s.ada).send().await.ok()["submissions"].clone();
        list(&rows).iter().map(|row| row["pending_reviews"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let (hers, his) = (format!("reviewer={rita}"), format!("reviewer={sam}"));
    for question in ["q1", "q2"] {
        assert_eq!((queued(&hers).await.len(), queued(&his).await.len()), (1, 1));
        let own = s.queue(0, question, "waiting").await[0].clone();
        s.score(0, &own, 2.0).await.ok();
    }
    assert_eq!((queued("").await, queued(&hers).await, queued(&his).await), (vec![], vec![], vec![0]));
    for question in ["q1", "q2"] {
        let own = s.queue(1, question, "waiting").await[0].clone();
        s.score(1, &own, 2.0).await.ok();
    }
    assert!(queued(&his).await.is_empty());
}

/// Neither an event nor a number shows the reviewers of an anonymous test when someone submitted.
#[tokio::test]
async fn answers_of_an_anonymous_test_are_dealt_on_the_hour() {
    let mut s = Site::new().await;
    s.t.clock.set("2026-03-02T08:50:00Z");
    for (session, name) in s.reviewers.iter_mut().zip(["rita", "sam"]) {
        session.0 = s.t.sign_in(&format!("{name}@site.example")).await;
    }
    s.ada = s.t.sign_in("ada@example.org").await;
    s.assign(json!([{"reviewer_id": s.reviewers[0].1}])).await.ok();
    s.t.sweep().await;
    s.t.put(s.path("anonymous")).bearer(&s.ada).json(json!({"anonymous": true})).send().await.ok();
    let mut heard = s.t.get("/api/events").bearer(&s.reviewers[0].0).stream().await;
    s.take(0).await;
    s.t.clock.set("2026-03-02T08:59:59Z");
    s.t.sweep().await;
    assert_eq!(s.progress().await[0], [0, 0, 0]);
    s.t.clock.set("2026-03-02T09:00:00Z");
    s.take(1).await;
    s.t.sweep().await;
    assert_eq!(s.progress().await[0], [2, 0, 2], "of the hour before");
    let waiting = s.queue(0, "q1", "waiting").await;
    assert_eq!((waiting.len(), &waiting[0]["answer"]), (1, &json!("trees 0")));
    let told = heard.next().await.unwrap();
    assert_eq!((told.name.as_str(), &told.data), ("reviewing.changed", &json!({"test_id": s.test["id"]})));
    s.t.sweep().await;
    assert_eq!(s.progress().await[0], [2, 0, 2]);

    // After a reveal it is no secret.
    s.t.post(s.path("reveal-names")).bearer(&s.ada).json(json!({"reason": "done"})).send().await.ok();
    s.t.sweep().await;
    assert_eq!(s.progress().await[0], [4, 0, 4]);
    s.take(2).await;
    assert_eq!(s.progress().await[0], [6, 0, 6]);
    // A change of the assignments deals all that waits, at a time of the administrator's choice.
    s.t.put(s.path("anonymous")).bearer(&s.ada).json(json!({"anonymous": true})).send().await.ok();
    s.take(3).await;
    assert_eq!(s.progress().await[0], [6, 0, 6]);
    s.assign(json!([{"reviewer_id": s.reviewers[1].1}])).await.ok();
    assert_eq!(s.progress().await[1], [8, 0, 8]);
    s.t.assert_sound();
}

/// Answers that wait for a deleted account go to the others with the next sweep; its scores stay.
#[tokio::test]
async fn a_deleted_reviewer_leaves_scores_and_work() {
    let s = Site::new().await;
    for n in 0..4 {
        s.take(n).await;
    }
    s.assign(s.both()).await.ok();
    let own = s.queue(0, "q1", "waiting").await[0].clone();
    s.score(0, &own, 5.0).await.ok();
    s.t.delete(format!("/api/admin/delete-admin/{}", s.reviewers[0].1)).bearer(&s.ada).send().await.ok();
    let left = s.assignments().await;
    assert_eq!((list(&left["items"]).len(), &left["dealing"]), (1, &json!(true)));
    s.t.sweep().await;
    assert_eq!(s.assignments().await["dealing"], false);
    assert_eq!(s.progress().await[1], [7, 0, 7]);
    s.t.assert_sound();
}

#[tokio::test]
async fn assignments_are_checked_and_versioned() {
    let s = Site::new().await;
    let rita = &s.reviewers[0].1;
    s.assign(json!([{"reviewer_id": "nobody"}])).await.invalid("items[0].reviewer_id");
    s.assign(json!([{"reviewer_id": rita, "question_id": "q9"}])).await.invalid("items[0].question_id");
    s.assign(json!([{"reviewer_id": rita, "share": 0}])).await.invalid("items[0].share");
    s.assign(json!([{"reviewer_id": rita, "second": true}])).await.invalid("items[0].reviewer_id");
    s.assign(s.both()).await.ok();
    let stale = json!({"items": [], "version": 0});
    let refused = s.t.put(s.path("assignments")).bearer(&s.ada).json(stale).send().await;
    assert_eq!(refused.refused(409, "changed_meanwhile")["by"], "Ada Admin");
    assert_eq!(s.assign(s.both()).await.ok()["version"], 1, "the same again changes nothing");
}

/// An accepted late answer is another answer: what was given for the first one is void.
#[tokio::test]
async fn a_replaced_answer_waits_again() {
    let s = Site::new().await;
    let invite = s.take(0).await;
    s.assign(json!([{"reviewer_id": s.reviewers[0].1}])).await.ok();
    let own = s.queue(0, "q1", "waiting").await[0].clone();
    s.score(0, &own, 5.0).await.ok();
    s.t.save(&invite["token"], &crate::support::journey::key(1), &[("q1", "late words", 99)]).await.ok();
    let submission = s.t.invite_row(&s.ada, &invite["id"]).await["submission_id"].clone();
    let path = format!("/api/admin/scoring/{}/late/accept", text(&submission));
    let body = json!({"question_ids": ["q1"], "reason": "the network was down"});
    s.t.post(path).bearer(&s.ada).json(body).send().await.ok();
    let again = s.queue(0, "q1", "waiting").await;
    assert_eq!((again.len(), &again[0]["answer"]), (1, &json!("late words")));
    s.score(0, &own, 5.0).await.refused(409, "changed_meanwhile");
    s.score(0, &again[0], 1.0).await.ok();
    s.t.assert_sound();
}

/// A reviewer's pages hear of their own work, and of nothing else.
#[tokio::test]
async fn a_reviewer_hears_of_the_own_work_alone() {
    let s = Site::new().await;
    s.take(0).await;
    let mut heard = s.t.get("/api/events").bearer(&s.reviewers[1].0).stream().await;
    s.assign(json!([{"reviewer_id": s.reviewers[0].1}])).await.ok();
    let own = s.queue(0, "q1", "waiting").await[0].clone();
    s.score(0, &own, 5.0).await.ok();
    s.assign(json!([{"reviewer_id": s.reviewers[1].1}])).await.ok();
    // Only the second assignment is theirs.
    let told = heard.next().await.unwrap();
    assert_eq!((told.name.as_str(), &told.data), ("reviewing.changed", &json!({"test_id": s.test["id"]})));
}

/// Work that waits for a second score moves with the assignments, too, and never to who gave the first one.
#[tokio::test]
async fn a_second_score_is_dealt_anew() {
    let s = Site::new().await;
    s.take(0).await;
    let (_, tom) = reviewer(&s.t, "tom").await;
    let [rita, sam] = [&s.reviewers[0].1, &s.reviewers[1].1];
    let plan = |second: &Value| json!([{"reviewer_id": rita, "question_id": "q1"}, {"reviewer_id": second, "question_id": "q1", "second": true}]);
    // Who sees all scores cannot score without the first one.
    let own = s.t.get("/api/auth/me").bearer(&s.ada).send().await.ok()["id"].clone();
    s.assign(plan(&own)).await.invalid("items[1].reviewer_id");
    s.assign(plan(&json!(tom))).await.ok();
    let first = s.queue(0, "q1", "waiting").await[0].clone();
    s.score(0, &first, 5.0).await.ok();
    assert_eq!(s.progress().await, [[1, 1, 0], [0, 0, 0]]);
    s.assign(plan(&json!(sam))).await.ok();
    assert_eq!(s.progress().await, [[1, 1, 0], [1, 0, 1]]);
    // Nor can Sam be made one who sees it.
    let role = format!("/api/admin/change-role/{sam}");
    let become_admin = s.t.put(role).bearer(&s.ada).json(json!({"role": "admin"}));
    become_admin.send().await.refused(409, "second_marker");
    // Their roles are exchanged: what is done stays, and no one scores twice.
    let exchanged =
        json!([{"reviewer_id": sam, "question_id": "q1"}, {"reviewer_id": rita, "question_id": "q1", "second": true}]);
    s.assign(exchanged).await.ok();
    assert!(s.queue(0, "q1", "waiting").await.is_empty());
    s.t.assert_sound();
}

/// Erasing a candidate, and deleting a test with its results, leaves nothing of what was dealt.
#[tokio::test]
async fn what_is_erased_is_nobodys_work() {
    let s = Site::new().await;
    s.take(0).await;
    s.take(1).await;
    s.assign(json!([{"reviewer_id": s.reviewers[0].1}])).await.ok();
    let person = s.t.get("/api/admin/applicants?search=cora0").bearer(&s.ada).send().await.ok()[0]["id"].clone();
    s.t.delete(format!("/api/admin/applicants/{}", text(&person))).bearer(&s.ada).send().await.ok();
    assert_eq!(s.progress().await[0], [2, 0, 2]);
    s.t.delete(s.path("force")).bearer(&s.ada).send().await.ok();
    let nothing = s.t.get("/api/reviewing").bearer(&s.reviewers[0].0).send().await.ok();
    assert_eq!(nothing, json!({"left": 0, "done": 0, "questions": []}));
    let read = s.t.app.store.read().unwrap();
    assert!(read.records::<Marking>().unwrap().is_empty() && read.records::<Assignments>().unwrap().is_empty());
    s.t.assert_sound();
}
