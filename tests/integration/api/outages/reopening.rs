//! Reopening an attempt that ended by time alone.

use super::{Page, act, cut_off_at_the_end, outages};
use crate::api::reviewing::Site;
use crate::support::{
    call::Reply,
    journey::{key, list, text},
    outage::lose_time,
    room::Room,
};
use invigil::{
    domain::{
        AttemptId,
        outage::{Loss, Outage, OutageWindow, Silence},
        time::{HOUR, MINUTE, SECOND, SignedDuration},
    },
    service::{monitor::outages::watch, operate::history_packing},
};
use serde_json::{Value, json};

impl Room {
    async fn reopen(&self, minutes: i64) -> Reply {
        let body = json!({"minutes": minutes, "reason": "power cut"});
        self.t.post(self.of_admin("reopen")).bearer(&self.admin).json(body).send().await
    }

    fn check(&self) {
        self.t.assert_sound();
        self.t.assert_intact();
    }

    async fn signed_in(self) -> Self {
        Self { admin: self.t.sign_in("ada@example.org").await, ..self }
    }
}

/// Cora saved, and her time ran out.
async fn timed_out() -> (Room, Page) {
    let r = Room::open().await;
    let mut page = Page::of(&r);
    page.save(&r.t, "before the end").await;
    r.t.clock.advance(HOUR + 15 * SECOND);
    assert_eq!(r.t.sweep().await.submitted, 1);
    (r.signed_in().await, page)
}

#[tokio::test]
async fn it_goes_on_with_its_answers_key_and_history() {
    let (r, mut page) = timed_out().await;
    history_packing::pack_some(&r.t.app).await.unwrap();
    page.save(&r.t, "a moment too late").await;
    assert_eq!(r.t.overview(&r.admin).await["completed_tests"], 1);
    let reply = r.reopen(20).await.ok();
    assert_eq!(
        (&reply["invite"]["status"], &reply["invite"]["deadline"]),
        (&json!("in_progress"), &json!("2026-03-02T09:20:15.000Z"))
    );
    r.check();
    let overview = r.t.overview(&r.admin).await;
    assert_eq!((&overview["completed_tests"], &overview["in_progress"]), (&json!(0), &json!(1)));
    r.t.get(format!("/api/results/{}", r.attempt)).bearer(&r.admin).send().await.refused(404, "not_found");
    let notes = r.t.get("/api/admin/notifications").bearer(&r.admin).send().await;
    assert!(!String::from_utf8_lossy(&notes.bytes).contains("time of Cora"), "the notification is withdrawn");
    r.reopen(20).await.refused(409, "still_running");
    let door = r.t.door(&page.token, Some(&key(1))).await.ok();
    assert_eq!(door["attempt"]["answers"][0]["answer"], "a moment too late");
    r.t.clock.advance(MINUTE);
    assert_eq!(page.save(&r.t, "a moment too late, and in time").await["late"], false);
    r.check();
    let done = r.t.submit(&page.token, &key(1), &[]).await.ok();
    assert_eq!((&done["submitted_by"], &done["late"]), (&json!("candidate"), &json!(false)));
    for _ in 0..2 {
        r.check();
        history_packing::pack_some(&r.t.app).await.unwrap();
    }
    let history = r.t.get(format!("/api/results/{}/history", r.attempt)).bearer(&r.admin).send().await.ok();
    assert!(history.to_string().contains("in time"));
    let timeline = r.t.get(r.of_admin("timeline")).bearer(&r.admin).send().await.ok();
    let kinds: Vec<&Value> = list(&timeline["entries"]).iter().map(|entry| &entry["kind"]).collect();
    assert_eq!(kinds, ["started", "ended", "late", "reopened", "submitted"]);
    r.reopen(20).await.refused(409, "not_by_time");
}

/// The second click may have submitted it. What is submitted after the reopening is a submit of its own.
#[tokio::test]
async fn a_submit_soon_after_a_double_click_can_be_reopened_and_the_timeline_says_so() {
    let r = Room::open().await;
    let mut page = Page::of(&r);
    page.save(&r.t, "before the end").await;
    let submit = |told: Value| {
        let call = r.t.post(format!("/api/submit-test/{}", text(&page.token))).key(&page.key);
        let mut body = json!({"answers": [], "confirmed_after_ms": 3_200});
        body.as_object_mut().unwrap().extend(told.as_object().unwrap().clone());
        call.json(body)
    };
    submit(json!({"double_click_ms": 60_000})).send().await.ok();
    let ended = r.t.door(&page.token, Some(&page.key)).await.refused(410, "finished");
    assert_eq!(
        (&ended["submitted_at"], &ended["submitted_by"]),
        (&json!("2026-03-02T08:00:00.000Z"), &json!("candidate"))
    );
    let link = r.t.get(format!("/api/invites/token/{}", text(&page.token))).send().await.refused(410, "finished");
    assert_eq!(link["submitted_at"], ended["submitted_at"]);
    r.reopen(20).await.ok();
    r.check();
    submit(json!({"double_click_ms": 60_001})).send().await.ok();
    r.reopen(20).await.refused(409, "not_by_time");
    let timeline = r.t.get(r.of_admin("timeline")).bearer(&r.admin).send().await.ok();
    let entries = list(&timeline["entries"]).iter().map(|entry| (text(&entry["kind"]), text(&entry["text"])));
    let (asked, by) = ("3.2 s after the page asked, with", "60.0 s before the submit");
    let told: Vec<_> = entries.filter(|(kind, _)| ["submit_confirmed", "double_click"].contains(kind)).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].1.starts_with(asked) && told[2].1.starts_with(asked), "{told:?}");
    assert_eq!(told[1], ("double_click", by));
}

/// The minutes of the reopening are what the outage took.
#[tokio::test]
async fn its_lost_time_is_not_given_a_second_time() {
    let r = cut_off_at_the_end().await;
    let before = outages(&r.t, &r.admin).await[0].clone();
    assert_eq!((&before["state"], &before["attempts"][0]["status"]), (&json!("open"), &json!("reopenable")));
    r.reopen(1).await.ok();
    let after = outages(&r.t, &r.admin).await[0].clone();
    assert_eq!((&after["state"], &after["reason"]), (&json!("given"), &json!("power cut")));
    assert_eq!(after["attempts"][0]["given_seconds"], 60);
    let again = json!({"reason": "again", "version": before["version"]});
    act(&r.t, &r.admin, &before, "give-back", again).await.refused(409, "changed_meanwhile");
    let again = act(&r.t, &r.admin, &after, "give-back", json!({"reason": "again"})).await.ok();
    assert_eq!(again["rows"][0]["outcome"], "already");
    let timeline = r.t.get(r.of_admin("timeline")).bearer(&r.admin).send().await.ok();
    let lost = list(&timeline["entries"]).iter().find(|entry| entry["kind"] == "connection_lost").unwrap();
    assert!(
        text(&lost["text"]).ends_with("This candidate alone. Nothing was typed meanwhile. 1:00 min given."),
        "{lost}"
    );
    assert!(lost["until"].is_string(), "{lost}");
    r.check();
}

/// What is shown as given is in sum what was given.
#[tokio::test]
async fn the_minutes_of_a_reopening_are_divided_among_its_outages() {
    let (r, _) = timed_out().await;
    lose_time(&r.t, &r.attempt).await;
    lose_time(&r.t, &r.attempt).await;
    r.reopen(5).await.ok();
    let found = outages(&r.t, &r.admin).await;
    let given: Vec<_> = list(&found).iter().map(|one| one["attempts"][0]["given_seconds"].as_i64()).collect();
    assert_eq!(given, [Some(150), Some(150)], "{found}");
    assert!(list(&found).iter().all(|one| one["state"] == "given"), "{found}");
}

/// Someone whose test was paused meanwhile lost nothing, and is not waited for.
#[tokio::test]
async fn an_outage_is_settled_though_another_test_was_paused_in_it() {
    let r = Room::open().await;
    let dora = r.t.invite(&r.admin, &r.test, "dora@example.org").await;
    r.t.start(&dora["token"], &key(2)).await.ok();
    let paused: AttemptId = text(&r.t.invite_row(&r.admin, &dora["id"]).await["attempt_id"]).parse().unwrap();
    r.t.clock.advance(59 * MINUTE);
    let r = r.signed_in().await;
    r.t.post(format!("/api/attempts/{paused}/pause")).bearer(&r.admin).json(json!({})).send().await.ok();
    r.t.clock.advance(MINUTE + 15 * SECOND);
    assert_eq!(r.t.sweep().await.submitted, 1, "one of them is paused");
    let (from, back) = (r.t.now().plus(-45 * SECOND), r.t.now().plus(-15 * SECOND));
    let cut = OutageWindow { from, to: from };
    let silence = |attempt_id| Silence { attempt_id, cut, back, is_over: false, typed: 0 };
    let both = [r.attempt.parse().unwrap(), paused];
    let mut outage = Outage::single(r.t.app.new_id(), &silence(both[0]));
    assert!(outage.join(&silence(paused)));
    let loss =
        |attempt_id| Loss { outage_id: outage.id, attempt_id, back: Some(back), typed: 0, given: SignedDuration::ZERO };
    let losses = both.map(loss);
    let stored = r.t.app.store.write(move |tx| {
        losses.iter().try_for_each(|loss| tx.put(loss))?;
        tx.put(&outage)
    });
    stored.await.unwrap();
    let before = outages(&r.t, &r.admin).await[0].clone();
    let proposed: Vec<_> = list(&before["attempts"]).iter().map(|one| one["proposed_seconds"].as_i64()).collect();
    assert!(proposed.contains(&Some(0)) && before["state"] == "open", "{before}");
    r.reopen(1).await.ok();
    let after = outages(&r.t, &r.admin).await[0].clone();
    assert_eq!(after["state"], "given", "{after}");
    r.check();
}

/// Between the end and the reopening its page had no reason to be heard from.
#[tokio::test]
async fn the_time_after_the_end_is_no_outage() {
    let r = Room::open().await;
    let page = Page::of(&r);
    r.t.clock.advance(HOUR - SECOND);
    page.beat(&r.t).await;
    r.t.clock.advance(16 * SECOND);
    assert_eq!(r.t.sweep().await.submitted, 1);
    r.t.clock.advance(20 * MINUTE);
    let r = r.signed_in().await;
    r.reopen(20).await.ok();
    for _ in 0..3 {
        page.beat(&r.t).await;
        r.t.clock.advance(10 * SECOND);
        watch::tend(&r.t.app).await.unwrap();
    }
    assert_eq!(outages(&r.t, &r.admin).await, json!([]));
    r.t.clock.advance(MINUTE);
    page.beat(&r.t).await;
    r.t.clock.advance(10 * SECOND);
    watch::tend(&r.t.app).await.unwrap();
    assert_eq!(outages(&r.t, &r.admin).await[0]["affected"], 1, "what is lost from then on is found");
}

/// Those who score what is left of a result that is withdrawn would score what its candidate continues with.
#[tokio::test]
async fn its_reviewers_get_it_again() {
    let s = Site::new().await;
    let test = s.test["id"].clone();
    let mut short = s.test.clone();
    short["duration_minutes"] = json!(10);
    s.t.put(format!("/api/tests/{}", text(&test))).bearer(&s.ada).json(short).send().await.ok();
    let [rita, sam] = [0, 1].map(|n: usize| s.reviewers[n].1.clone());
    let both = json!([{"reviewer_id": rita}, {"reviewer_id": sam, "second": true}]);
    s.assign(both).await.ok();
    let items =
        json!({"mode": "add", "items": [{"text": "Says why.", "points": 4}, {"text": "And how.", "points": 1}]});
    let rubric = s.t.put(s.path("rubrics/q1")).bearer(&s.ada).json(items).send().await.ok();
    let anonymous = json!({"anonymous": true});
    let invite = s.t.invite(&s.ada, &s.test, "cora@example.org").await;
    s.t.start(&invite["token"], &key(1)).await.ok();
    let answers = json!({"answers": [{"question_id": "q1", "answer": "trees", "seq": 1}, {"question_id": "q2", "answer": "logs", "seq": 2}]});
    let path = format!("/api/take-test/{}/answers", text(&invite["token"]));
    s.t.put(path).key(&key(1)).json(answers).send().await.ok();
    s.t.clock.advance(11 * MINUTE);
    assert_eq!(s.t.sweep().await.submitted, 1);
    s.t.put(s.path("anonymous")).bearer(&s.ada).json(anonymous).send().await.ok();

    let first = s.queue(0, "q1", "waiting").await.remove(0);
    let score = format!("/api/reviewing/answers/{}", text(&first["marking_id"]));
    let chosen = json!({"rubric_items": [rubric["items"][0]["id"]], "version": first["version"]});
    s.t.post(score).bearer(&s.reviewers[0].0).json(chosen).send().await.ok();
    let second = s.queue(1, "q1", "waiting").await.remove(0);
    s.score(1, &second, 1.0).await.ok();
    assert_eq!(s.agreement().await["to_settle"], 1);
    let id = text(&s.t.get(s.path("ranking")).bearer(&s.ada).send().await.ok()["rows"][0]["submission_id"]).to_owned();
    let known = review_id(&s).await;

    let body = json!({"minutes": 5, "reason": "power cut"});
    s.t.post(format!("/api/attempts/{id}/reopen")).bearer(&s.ada).json(body).send().await.ok();
    s.t.assert_intact();
    for (session, _) in &s.reviewers {
        let nothing = s.t.get("/api/reviewing").bearer(session).send().await.ok();
        assert_eq!(nothing, json!({"left": 0, "done": 0, "questions": []}));
    }
    assert_eq!((s.queue(0, "q2", "waiting").await, s.agreement().await["to_settle"].clone()), (vec![], json!(0)));

    s.t.submit(&invite["token"], &key(1), &[("q1", "B-trees")]).await.ok();
    assert_ne!(review_id(&s).await, known, "the attempt had a name meanwhile");
    s.t.clock.advance(HOUR);
    s.t.sweep().await;
    let mut session = Vec::new();
    for name in ["rita", "sam"] {
        session.push(s.t.sign_in(&format!("{name}@site.example")).await);
    }
    for one in session {
        let all = s.t.get("/api/reviewing").bearer(&one).send().await.ok();
        assert_eq!((&all["left"], &all["done"]), (&json!(2), &json!(0)));
    }
}

/// What reviewers call the only submission.
async fn review_id(s: &Site) -> Value {
    let queue = s.t.get("/api/admin/scoring-queue").bearer(&s.ada).send().await.ok();
    queue["submissions"][0]["submission_id"].clone()
}

#[tokio::test]
async fn two_clicks_reopen_once() {
    let (r, _) = timed_out().await;
    let (a, b) = tokio::join!(r.reopen(5), r.reopen(5));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    r.t.clock.advance(5 * MINUTE + 15 * SECOND);
    assert_eq!(r.t.sweep().await.submitted, 1, "the time ends again");
    let r = r.signed_in().await;
    r.reopen(5).await.ok();
    r.check();
}

#[tokio::test]
async fn what_people_decided_stays() {
    let r = Room::open().await;
    r.t.submit(&r.invite["token"], &key(1), &[]).await.ok();
    r.reopen(5).await.refused(409, "not_by_time");
    // Without answers, no score is provisional.
    let r = Room::open().await;
    r.t.clock.advance(HOUR + 15 * SECOND);
    assert_eq!(r.t.sweep().await.submitted, 1);
    let r = r.signed_in().await;
    for minutes in [0, 481] {
        r.reopen(minutes).await.invalid("minutes");
    }
    r.t.set_up_mail(&r.admin).await;
    let letter = json!({"ids": [r.attempt], "decision": "reject", "subject": "Hello", "body": "Thank you."});
    let decide = json!({"ids": [r.attempt], "decision": "reject"});
    r.t.post("/api/decisions").bearer(&r.admin).json(decide).send().await.ok();
    let sent = r.t.post("/api/decisions/send").bearer(&r.admin).json(letter).send().await;
    sent.ok();
    r.reopen(5).await.refused(409, "told");
}

/// A reviewer accepted a late answer: the history continues from the text that counts.
#[tokio::test]
async fn an_accepted_late_answer_is_where_the_history_goes_on() {
    let (r, mut page) = timed_out().await;
    page.save(&r.t, "the late text").await;
    let accept = json!({"question_ids": ["q2"], "reason": "power cut"});
    let path = format!("/api/admin/scoring/{}/late/accept", r.attempt);
    r.t.post(path).bearer(&r.admin).json(accept).send().await.ok();
    r.reopen(5).await.ok();
    r.check();
    assert_eq!(page.save(&r.t, "the late text continues").await["late"], false);
    r.check();
    r.t.submit(&page.token, &key(1), &[]).await.ok();
    r.check();
}

/// Versions continue: a decision or score based on what was read before the reopening is a 409.
#[tokio::test]
async fn what_was_read_of_a_withdrawn_result_is_outdated_for_good() {
    let (r, mut page) = timed_out().await;
    let decision = format!("/api/results/{}/decision", r.attempt);
    let answer = format!("/api/admin/scoring/{}/answer/q2", r.attempt);
    let submit_score = |admin: &str, version: u64| {
        let score = json!({"score_status": "correct", "version": version});
        r.t.post(answer.clone()).bearer(admin).json(score).send()
    };
    let decide = |admin: &str, version: u64| {
        let body = json!({"decision": "hold", "version": version});
        r.t.put(decision.clone()).bearer(admin).json(body).send()
    };
    decide(&r.admin, 0).await.ok();
    submit_score(&r.admin, 1).await.ok();
    submit_score(&r.admin, 2).await.ok();
    let mut outdated = 3;
    for words in ["first", "second"] {
        r.t.clock.advance(HOUR + 15 * SECOND);
        r.t.sweep().await;
        let admin = r.t.sign_in("ada@example.org").await;
        let path = format!("/api/attempts/{}/reopen", r.attempt);
        let body = json!({"minutes": 5, "reason": "power cut"});
        r.t.post(path).bearer(&admin).json(body).send().await.ok();
        r.check();
        page.save(&r.t, words).await;
        r.t.clock.advance(5 * MINUTE + 15 * SECOND);
        assert_eq!(r.t.sweep().await.submitted, 1);
        let scoring = format!("/api/admin/scoring/{}?all=true", r.attempt);
        let scoring = r.t.get(scoring).bearer(&admin).send().await.ok();
        let asked = list(&scoring["answers"]).iter().find(|answer| answer["id"] == "q2").unwrap();
        let ranking = format!("/api/tests/{}/ranking", text(&r.invite["test_id"]));
        let row = r.t.get(ranking).bearer(&admin).send().await.ok()["rows"][0].clone();
        let versions = [&asked["version"], &row["decision_version"]].map(|version| version.as_u64().unwrap());
        assert_eq!(row["decision"], Value::Null);
        assert!(versions.iter().all(|version| *version > outdated), "{versions:?} after {outdated}");
        for version in 0..=outdated {
            decide(&admin, version).await.refused(409, "changed_meanwhile");
            submit_score(&admin, version).await.refused(409, "changed_meanwhile");
        }
        decide(&admin, versions[1]).await.ok();
        submit_score(&admin, versions[0]).await.ok();
        outdated = versions.into_iter().max().unwrap() + 1;
    }
    r.check();
}
