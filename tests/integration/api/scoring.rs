//! Scoring written answers: points, versions, late answers, and the sums that follow
//! (docs/behaviour/results.md#scoring-and-review).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, column, key, list, text},
};
use invigil::{
    domain::{
        model_verdict::{Model, ModelVerdict},
        review::ReviewVerdict,
        submission::Grade,
        time::{DAY, MINUTE},
    },
    service::{
        account::admins,
        actor::Actor,
        operate::retention::sweep,
        scoring::scores::{self, AiReview, ByAi},
    },
    store::Read,
};
use serde_json::{Value, json};

struct Scene {
    t: TestApp,
    admin: String,
    invite: Value,
    id: String,
}

/// One submission: the right choice (2 points), an essay (3) and a program (5).
async fn submitted() -> Scene {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.test_with_all_types(&admin).await;
    let answers = [("q1", "B"), ("q2", "essay words"), ("q3", "code words")];
    let invite = t.take(&admin, &test, "cora@example.org", &answers).await;
    let id = text(&t.invite_row(&admin, &invite["id"]).await["submission_id"]).to_owned();
    Scene { t, admin, invite, id }
}

impl Scene {
    async fn detail(&self) -> Value {
        self.t.get(format!("/api/admin/scoring/{}", self.id)).bearer(&self.admin).send().await.ok()
    }

    async fn score_as(&self, who: &str, question: &str, body: Value) -> Reply {
        let path = format!("/api/admin/scoring/{}/answer/{question}", self.id);
        self.t.post(path).bearer(who).json(body).send().await
    }

    async fn score(&self, question: &str, body: Value) -> Reply {
        self.score_as(&self.admin, question, body).await
    }

    async fn listed(&self) -> Value {
        self.t.get("/api/results").bearer(&self.admin).send().await.ok()["results"][0].clone()
    }

    async fn accept(&self, body: Value) -> Reply {
        let path = format!("/api/admin/scoring/{}/late/accept", self.id);
        self.t.post(path).bearer(&self.admin).json(body).send().await
    }
}

#[tokio::test]
async fn a_submission_moves_from_needs_review_to_fully_reviewed() {
    let s = submitted().await;
    let detail = s.detail().await;
    assert_eq!(detail["scoring_status"], "needs_review");
    assert_eq!((&detail["auto_score"], &detail["final_score"]), (&json!(20.0), &json!(20.0)));
    assert!(detail["manual_score"].is_null(), "nothing is reviewed");
    assert_eq!(
        detail["answers"],
        json!([
            {"id": "q2", "number": 2, "question": "Tell us about B-trees", "question_type": "essay", "points": 3, "answer": "essay words",
                "manual_score": null, "review_comments": null, "reviewed_at": null, "manual_score_status": "pending", "scored_by_ai": false, "version": 1},
            {"id": "q3", "number": 3, "question": "Reverse a list", "question_type": "coding", "points": 5, "expected_language": "Rust",
                "answer": "code words", "manual_score": null, "review_comments": null, "reviewed_at": null, "manual_score_status": "pending", "scored_by_ai": false, "version": 1},
        ])
    );
    let body = json!({"score_status": "partial", "manual_score": 1.5, "comments": " Good start ", "version": 1});
    let reply = s.score("q2", body).await.ok();
    let expected = json!({"scoring_status": "partially_reviewed", "auto_score": 20.0, "manual_score": 15.0, "final_score": 35.0,
            "judging": "none", "provisional": true, "earned_points": 3.5, "auto_earned_points": 2.0, "pending_points": 5, "waits_for_review": true, "total_points": 10});
    assert_eq!(reply["submission"], expected);
    assert_eq!(
        reply["answer"],
        json!({"id": "q2", "number": 2, "question": "Tell us about B-trees", "question_type": "essay", "points": 3, "answer": "essay words",
            "earned": 1.5, "manual_score": 1.5, "manual_score_status": "partial", "review_comments": "Good start", "reviewed_at": s.t.now().to_string(),
            "reviewed_by": "Ada Admin", "scored_by_ai": false, "version": 2})
    );
    assert_eq!(s.listed().await["final_score"], 35.0, "lists follow at once");
    let reply = s.score("q3", json!({"score_status": "correct"})).await.ok();
    assert_eq!(reply["submission"]["scoring_status"], "fully_reviewed");
    assert_eq!(reply["submission"]["final_score"], 85.0);
    let reply = s.score("q3", json!({"score_status": "wrong", "manual_score": 4})).await.ok();
    assert_eq!((&reply["answer"]["manual_score"], &reply["submission"]["final_score"]), (&json!(0.0), &json!(35.0)));
    assert_eq!(s.t.overview(&s.admin).await["pending_reviews"], 0);
    s.t.assert_sound();
}

#[tokio::test]
async fn partial_points_are_checked_and_what_is_no_number_is_zero() {
    let s = submitted().await;
    for (given, taken) in [
        (json!("2.5"), 2.5),
        (json!(3), 3.0),
        (json!(0), 0.0),
        (json!("many"), 0.0),
        (json!(""), 0.0),
        (json!(null), 0.0),
        (json!(true), 0.0),
        (json!("NaN"), 0.0),
    ] {
        let reply = s.score("q2", json!({"score_status": "partial", "manual_score": given})).await.ok();
        assert_eq!(reply["answer"]["manual_score"], taken, "{given}");
        assert_eq!(reply["answer"]["manual_score_status"], "partial");
    }
    for wrong in [json!(-0.5), json!(3.5), json!("1e9"), json!(0.25)] {
        s.score("q2", json!({"score_status": "partial", "manual_score": wrong})).await.invalid("manual_score");
    }
    s.score("q2", json!({"score_status": "pending"})).await.invalid("score_status");
    s.score("q2", json!({})).await.invalid("score_status");
    s.score("q2", json!({"score_status": "correct", "comments": "x".repeat(10_001)})).await.invalid("comments");
    s.score("q9", json!({"score_status": "correct"})).await.refused(404, "not_found");
    for nowhere in ["00000000-0000-7000-8000-000000000000", "x", text(&s.invite["id"])] {
        s.t.get(format!("/api/admin/scoring/{nowhere}")).bearer(&s.admin).send().await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn two_reviewers_do_not_overwrite_each_other_unawares() {
    let s = submitted().await;
    let operator = Actor::Operator.require().unwrap();
    admins::create(&s.t.app, &operator, "bob@example.org", PASSWORD.into(), "Bob").await.unwrap();
    let bob = s.t.sign_in("bob@example.org").await;
    s.score_as(&bob, "q2", json!({"score_status": "correct", "version": 1})).await.ok();
    let scored_at = s.t.now().to_string();
    s.t.clock.advance(MINUTE);
    let refusal = s.score("q2", json!({"score_status": "wrong", "version": 1})).await.refused(409, "changed_meanwhile");
    assert_eq!((text(&refusal["by"]), text(&refusal["at"])), ("Bob", scored_at.as_str()));
    assert_eq!(s.detail().await["answers"][0]["manual_score"], 3.0);
    // Another answer of the same submission is another matter.
    s.score("q3", json!({"score_status": "wrong", "version": 1})).await.ok();
    s.score("q2", json!({"score_status": "wrong", "version": 2})).await.ok();
    assert_eq!(s.detail().await["answers"][0]["reviewed_by"], "Ada Admin");
}

#[tokio::test]
async fn an_ai_scores_or_suggests_and_a_person_wins() {
    let s = submitted().await;
    let operator = Actor::Operator.require().unwrap();
    let id = s.id.parse().unwrap();
    let asked = scores::for_ai(&s.t.app, &operator, id).unwrap();
    let asked: Vec<_> = asked.iter().map(|a| (a.question.id.as_str(), a.answer.as_str(), a.version)).collect();
    assert_eq!(asked, [("q2", "essay words", 1), ("q3", "code words", 1)]);
    let review = async |question: &str, version, verdict, is_suggestion| {
        let (reason, quote) = ("because".to_owned(), "words".to_owned());
        let review = AiReview { question_id: question.into(), version, verdict, reason, quote, is_suggestion };
        let model = Model { name: "m".into(), prompt: 2 };
        scores::score_by_ai(&s.t.app, &operator, id, model, vec![review]).await.unwrap()
    };
    assert_eq!(review("q2", 1, ReviewVerdict::Partial(2.0), true).await, ByAi { scored: 0, suggested: 1 });
    let answer = s.detail().await["answers"][0].clone();
    assert_eq!(answer["ai_suggestion"], json!({"score_status": "partial", "manual_score": 2.0, "reason": "because"}));
    assert_eq!((&answer["manual_score_status"], &answer["scored_by_ai"]), (&json!("pending"), &json!(false)));
    assert_eq!(s.listed().await["scoring_status"], "needs_review", "a suggestion is no score");

    assert_eq!(review("q2", 1, ReviewVerdict::Wrong, false).await, ByAi::default(), "another version was read");
    review("q2", 2, ReviewVerdict::Partial(99.0), false).await;
    let answer = s.detail().await["answers"][0].clone();
    assert_eq!((&answer["manual_score"], &answer["reviewed_by"]), (&json!(3.0), &json!("AI")), "clamped: {answer}");
    assert_eq!((&answer["scored_by_ai"], &answer["ai_reason"]), (&json!(true), &json!("because")));
    assert!(answer.get("ai_suggestion").is_none());

    s.score("q2", json!({"score_status": "wrong"})).await.ok();
    for (question, version) in [("q2", 4), ("q1", 1), ("q9", 1)] {
        assert_eq!(review(question, version, ReviewVerdict::Correct, false).await, ByAi::default());
    }
    let answer = s.detail().await["answers"][0].clone();
    assert_eq!((&answer["manual_score"], &answer["scored_by_ai"]), (&json!(0.0), &json!(false)));
    assert!(answer.get("ai_reason").is_none());
    assert_eq!(s.listed().await["auto_score"], 20.0);
    s.t.assert_sound();
}

/// Words about answers quote them, and nothing would delete these words later.
#[tokio::test]
async fn nothing_is_said_of_answers_that_are_gone() {
    let s = submitted().await;
    let rules = json!({"site": {"answers": 1}});
    s.t.put("/api/admin/retention").bearer(&s.admin).json(rules).send().await.ok();
    for _ in 0..3 {
        s.t.clock.advance(DAY);
        sweep::look(&s.t.app).await.unwrap();
    }
    // A model that was asked before replies.
    let late = AiReview {
        question_id: "q3".into(),
        version: 1,
        verdict: ReviewVerdict::Wrong,
        reason: "It says: code words".into(),
        quote: "code words".into(),
        is_suggestion: false,
    };
    let (operator, model) = (Actor::Operator.require().unwrap(), Model { name: "m".into(), prompt: 2 });
    let by_ai = scores::score_by_ai(&s.t.app, &operator, s.id.parse().unwrap(), model, vec![late]).await.unwrap();
    assert_eq!(by_ai, ByAi::default());
    // A form that was open before.
    let ada = s.t.sign_in("ada@example.org").await;
    let body = |comments: Value| json!({"score_status": "partial", "manual_score": 1.0, "comments": comments});
    s.score_as(&ada, "q2", body(json!("Says: essay words"))).await.invalid("comments");
    s.score_as(&ada, "q2", body(json!(null))).await.ok();
    let read = s.t.app.store.read().unwrap();
    assert!(read.records::<ModelVerdict>().unwrap().is_empty());
    let grades: Vec<Grade> = read.records().unwrap();
    assert!(grades.iter().all(|grade| grade.comments.is_none() && grade.ai.is_none()), "{grades:?}");
    assert!(grades.iter().any(|grade| grade.question_id == "q2" && grade.earned > 0.9), "{grades:?}");
    s.t.assert_sound();
}

#[tokio::test]
async fn a_late_answer_counts_once_accepted_and_what_it_replaced_is_kept() {
    let s = submitted().await;
    s.score("q2", json!({"score_status": "correct"})).await.ok();
    s.t.clock.advance(MINUTE);
    s.t.save(&s.invite["token"], &key(1), &[("q1", "A", 50), ("q2", "late words", 51)]).await.ok();
    assert_eq!(list(&s.detail().await["late_answers"]).len(), 2);
    assert_eq!(s.listed().await["final_score"], 50.0, "nothing counts by itself");

    s.accept(json!({"question_ids": [], "reason": "x"})).await.invalid("question_ids");
    s.accept(json!({"question_ids": ["q2"], "reason": " "})).await.invalid("reason");
    s.accept(json!({"question_ids": ["q2", "q3"], "reason": "x"})).await.invalid("question_ids[1]");
    s.accept(json!({"question_ids": ["q9"], "reason": "x"})).await.invalid("question_ids[0]");
    assert_eq!(s.listed().await["final_score"], 50.0, "all or nothing");

    let detail = s.accept(json!({"question_ids": ["q1", "q2", "q2"], "reason": "The network broke"})).await.ok();
    assert_eq!(detail["answers"][0]["answer"], "late words");
    assert_eq!(detail["answers"][0]["manual_score_status"], "pending", "another text needs another look");
    assert_eq!((&detail["final_score"], &detail["scoring_status"]), (&json!(0.0), &json!("needs_review")));
    let kept: Vec<_> = list(&detail["late_answers"]).iter().map(|l| text(&l["answer"])).collect();
    assert_eq!(kept, ["B", "essay words"]);
    let read = json!({"q1": detail["late_answers"][0]["version"]});
    let detail = s.accept(json!({"question_ids": ["q1"], "versions": read, "reason": "A mistake"})).await.ok();
    assert_eq!(detail["final_score"], 20.0, "accepting what was replaced undoes it");
    // The same entry sent again, after a lost reply, is no new late answer.
    s.t.save(&s.invite["token"], &key(1), &[("q2", "late words", 51)]).await.ok();
    assert_eq!(list(&s.detail().await["late_answers"]).len(), 2);
    s.t.assert_sound();
}

/// Two administrators accept the same late answer, or one does so twice because a reply was lost.
#[tokio::test]
async fn a_late_answer_that_was_accepted_is_not_swapped_back_by_a_repeat() {
    let s = submitted().await;
    s.t.clock.advance(MINUTE);
    s.t.save(&s.invite["token"], &key(1), &[("q1", "A", 50), ("q2", "late words", 51)]).await.ok();
    let versions = |detail: &Value| {
        let of = |at: usize| detail["late_answers"][at]["version"].clone();
        json!({"q1": of(0), "q2": of(1)})
    };
    let accept = |versions: &Value| json!({"question_ids": ["q1", "q2"], "versions": versions, "reason": "x"});
    let first = versions(&s.detail().await);
    let after = s.accept(accept(&first)).await.ok();
    let outdated = "Ada Admin has accepted a late answer in the meantime. Please look at the answers again.";
    // With what was read before, and without it.
    for body in [accept(&first), json!({"question_ids": ["q2"], "reason": "x"})] {
        let refused = s.accept(body).await.refused(409, "changed_meanwhile");
        assert_eq!((&refused["detail"], &refused["by"]), (&json!(outdated), &json!("Ada Admin")));
        assert_eq!(refused["at"], s.t.now().to_string());
    }
    assert_eq!(s.detail().await, after);
    let undone = s.accept(accept(&versions(&after))).await.ok();
    assert_eq!(undone["answers"][0]["answer"], "essay words");
    s.accept(accept(&first)).await.refused(409, "changed_meanwhile");

    // Another late answer came since the page was read: it is the one that would count.
    let read = versions(&undone);
    s.t.clock.advance(MINUTE);
    s.t.save(&s.invite["token"], &key(1), &[("q2", "later words", 60)]).await.ok();
    let refused = s.accept(accept(&read)).await.refused(409, "changed_meanwhile");
    assert_eq!((&refused["by"], &refused["at"]), (&json!("The candidate"), &json!(s.t.now().to_string())));
    let detail = s.detail().await;
    let last = list(&detail["late_answers"]).last().unwrap().clone();
    assert_eq!(last["answer"], "later words", "the last one of a question is the one that would count");
    let body = json!({"question_ids": ["q2"], "versions": {"q2": last["version"]}, "reason": "x"});
    assert_eq!(s.accept(body).await.ok()["answers"][0]["answer"], "later words");
    s.t.assert_sound();
}

/// A person may override what the key says.
#[tokio::test]
async fn a_person_overrides_the_key() {
    let s = submitted().await;
    let path = format!("/api/admin/scoring/{}", text(&s.detail().await["submission_id"]));
    let all = async || s.t.get(format!("{path}?all=true")).bearer(&s.admin).send().await.ok();
    let ids = |detail: &Value| column(&detail["answers"], "id").iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        (ids(&s.detail().await), ids(&all().await)),
        (vec!["q2".into(), "q3".into()], vec!["q1".into(), "q2".into(), "q3".into()])
    );
    assert_eq!(all().await["answers"][0]["earned"], 2.0, "its key has scored it");
    let before = s.detail().await;
    let reply = s.score("q1", json!({"score_status": "wrong", "comments": "Copied.", "version": 1})).await.ok();
    assert_eq!((&reply["answer"]["manual_score"], &reply["answer"]["earned"]), (&json!(0.0), &json!(0.0)));
    let after = s.detail().await;
    assert_eq!(ids(&after).len(), 3, "what a person has scored is listed");
    assert_ne!(before["earned_points"], after["earned_points"]);
    assert_eq!((&after["auto_score"], &after["manual_score"]), (&json!(0.0), &json!(0.0)));
    assert_eq!(after["scoring_status"], "partially_reviewed");
    s.score("q1", json!({"score_status": "correct", "version": 1})).await.refused(409, "changed_meanwhile");
    s.t.assert_sound();
}

#[tokio::test]
async fn a_repeated_submit_shows_no_score_of_a_person() {
    let s = submitted().await;
    let repeat = async || {
        let mut reply = s.t.submit(&s.invite["token"], &key(1), &[]).await.ok();
        reply.as_object_mut().unwrap().remove("late");
        reply
    };
    let first = repeat().await;
    assert_eq!((&first["earned_points"], &first["pending_points"]), (&json!(2.0), &json!(8)));
    for question in ["q2", "q3"] {
        s.score(question, json!({"score_status": "correct"})).await.ok();
    }
    assert_eq!(s.listed().await["score"], json!(100.0));
    assert_eq!(repeat().await, first);
}
