//! Long papers and large inputs: stored in several transactions, which show as one.

use crate::support::{
    app::TestApp,
    journey::{key, list, text},
};
use invigil::{
    domain::{
        AttemptId,
        attempt::Answer,
        submission::{Grade, Submission},
        time::HOUR,
    },
    service::attempt::journal::{self, AnswerEntry, SaveRequest},
    store::{Read, records},
};
use serde_json::{Value, json};

const QUESTIONS: usize = 150;

/// Multiple choice and essays by turns.
fn long_test() -> Value {
    let question = |n: usize| match n % 2 {
        0 => {
            json!({"id": format!("q{n}"), "type": "multiple_choice", "question": "?", "options": ["A", "B"], "correct_answer": "B"})
        }
        _ => json!({"id": format!("q{n}"), "type": "essay", "question": "Why?"}),
    };
    json!({"title": "Long", "questions": (0..QUESTIONS).map(question).collect::<Vec<_>>()})
}

fn answer(n: usize) -> String {
    if n.is_multiple_of(2) { "B".into() } else { format!("Because of {n}. {}", "y".repeat(4_000)) }
}

fn body() -> Value {
    let one = |n: usize| json!({"question_id": format!("q{n}"), "answer": answer(n), "seq": 5});
    json!({"answers": (0..QUESTIONS).map(one).collect::<Vec<_>>()})
}

struct Seated {
    t: TestApp,
    admin: String,
    test: Value,
    invite: Value,
}

async fn seated() -> Seated {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, long_test()).await;
    let invite = t.invite(&admin, &test, "cora@example.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    Seated { t, admin, test, invite }
}

impl Seated {
    async fn submit_all(&self) -> Value {
        let path = format!("/api/submit-test/{}", text(&self.invite["token"]));
        self.t.post(path).key(&key(1)).json(body()).send().await.ok()
    }

    fn attempt(&self) -> AttemptId {
        let read = self.t.app.store.read().unwrap();
        let secret = text(&self.invite["token"]);
        let invite = invigil::service::query::link::find(&read, secret).unwrap();
        invite.attempt_id.unwrap()
    }

    fn grades(&self) -> usize {
        let read = self.t.app.store.read().unwrap();
        read.children::<Grade>(self.attempt()).unwrap().len()
    }

    /// Answers to the first essay in the review queue.
    async fn in_review(&self) -> usize {
        let path = format!("/api/admin/scoring/by-question/{}/q1?status=all", text(&self.test["id"]));
        let reply = self.t.get(path).bearer(&self.admin).send().await;
        if reply.status == 404 { 0 } else { list(&reply.ok()["answers"]).len() }
    }
}

#[tokio::test]
async fn a_large_save_is_acknowledged_in_order() {
    let s = seated().await;
    let path = format!("/api/take-test/{}/answers", text(&s.invite["token"]));
    let entries = (0..QUESTIONS).map(|n| json!({"question_id": format!("q{n}"), "answer": "B", "seq": n + 1}));
    let totals = (0..QUESTIONS).map(|n| json!({"question_id": format!("q{n}"), "seconds": 0}));
    let body = json!({"answers": entries.collect::<Vec<_>>(), "time_spent": totals.collect::<Vec<_>>()});
    let saved = s.t.put(path).key(&key(1)).json(body).send().await.ok();
    let acked: Vec<_> = list(&saved["acked"]).iter().map(|one| one["seq"].as_u64().unwrap()).collect();
    assert_eq!(acked, (1..=QUESTIONS as u64).collect::<Vec<_>>());
    s.t.assert_sound();
}

#[tokio::test]
async fn a_large_submit_scores_everything_once() {
    let s = seated().await;
    let done = s.submit_all().await;
    assert_eq!((&done["answers_stored"], &done["late"]), (&json!(QUESTIONS), &json!(false)));
    assert_eq!(s.submit_all().await, done, "a lost reply");
    assert_eq!((s.grades(), s.in_review().await), (QUESTIONS, 1));
    s.t.assert_intact();
}

#[tokio::test]
async fn answers_that_come_with_the_submit_count() {
    let s = seated().await;
    s.t.save(&s.invite["token"], &key(1), &[("q0", "A", 1), ("q2", "B", 1), ("q1", "words", 1)]).await.ok();
    let done = s.t.submit(&s.invite["token"], &key(1), &[("q0", "B"), ("q1", " ")]).await.ok();
    // Two of 150 points; the essay was emptied.
    assert_eq!((&done["score"], &done["answers_stored"]), (&json!(1.33), &json!(2)));
    assert_eq!(done["provisional"], false);
    s.t.assert_intact();
}

#[tokio::test]
async fn the_deadline_and_an_administrator_end_a_long_paper() {
    let mut s = seated().await;
    s.t.save(&s.invite["token"], &key(1), &[("q0", "B", 1), ("q1", "words", 1)]).await.ok();
    s.t.clock.advance(9 * HOUR);
    assert_eq!(s.t.sweep().await.submitted, 1);
    s.admin = s.t.sign_in("ada@example.org").await;
    assert_eq!((s.grades(), s.in_review().await), (QUESTIONS, 1));
    s.t.assert_intact();

    let s = seated().await;
    s.t.save(&s.invite["token"], &key(1), &[("q1", "words", 1)]).await.ok();
    let path = format!("/api/attempts/{}/end", s.attempt());
    s.t.post(path).bearer(&s.admin).json(json!({"reason": "Fire alarm"})).send().await.ok();
    assert_eq!((s.grades(), s.in_review().await), (QUESTIONS, 1));
    s.t.assert_intact();
}

#[tokio::test]
async fn a_submit_that_is_cut_off_leaves_a_running_attempt_or_an_ended_one() {
    let mut running = 0;
    for commits in 1..=6 {
        let s = seated().await;
        s.t.save(&s.invite["token"], &key(1), &[("q0", "B", 1), ("q1", "words", 1)]).await.ok();
        cut_off(&s, commits).await;
        let row = s.t.invite_row(&s.admin, &s.invite["id"]).await;
        s.t.assert_intact();
        if row["status"] == "completed" {
            assert_eq!((s.grades(), s.in_review().await), (QUESTIONS, 1));
            continue;
        }
        running += 1;
        assert_eq!((&row["status"], s.in_review().await), (&json!("in_progress"), 0), "after {commits}");
        let saves: Vec<Answer> = s.t.app.store.read().unwrap().children(s.attempt()).unwrap();
        assert!(saves.len() >= 2, "the saves are there");
        s.t.sweep().await;
        assert_eq!(s.grades(), 0, "the sweeper has removed them");
        s.t.assert_intact();
        let done = s.submit_all().await;
        assert_eq!((&done["answers_stored"], &done["late"]), (&json!(QUESTIONS), &json!(false)));
        assert_eq!((s.grades(), s.in_review().await), (QUESTIONS, 1));
        s.t.assert_intact();
    }
    assert!(running > 0, "none was cut off in the middle");
}

/// Submits, and ends the call after that many commits, like a kill.
async fn cut_off(s: &Seated, commits: u64) {
    let (app, secret) = (s.t.app.clone(), text(&s.invite["token"]).to_owned());
    let entry = |n: usize| AnswerEntry::new(format!("q{n}"), answer(n), Some(5));
    let sent = SaveRequest::new((0..QUESTIONS).map(entry).collect(), Vec::new());
    let until = app.store.stats().commits + commits;
    let (k, visit) = (key(1), app.limits.links.visit(&secret).unwrap());
    let call = journal::submit(&app, visit, &secret, Some(&k), sent);
    let enough = async {
        while app.store.stats().commits < until {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        () = enough => {}
        done = call => drop(done.unwrap()),
    }
    // The write in the queue is still executed.
    s.t.settle().await;
}

#[tokio::test]
async fn a_restart_removes_what_a_killed_submit_left() {
    let folder = tempfile::tempdir().unwrap();
    let token = {
        let t = TestApp::on_disk(folder.path());
        let admin = t.admin().await;
        let test = t.create_test(&admin, long_test()).await;
        let invite = t.invite(&admin, &test, "cora@example.org").await;
        t.start(&invite["token"], &key(1)).await.ok();
        let s = Seated { t, admin, test, invite };
        cut_off(&s, 4).await;
        s.t.app.store.close().await;
        s.invite["token"].clone()
    };
    let t = TestApp::on_disk(folder.path());
    t.sweep().await;
    let done = t.submit(&token, &key(1), &[]).await.ok();
    assert_eq!(done["late"], false);
    let submissions: Vec<Submission> = t.app.store.read().unwrap().records().unwrap();
    assert_eq!(submissions.len(), 1);
    let waiting = t.app.store.read().unwrap().linked(records::SUBMISSIONS_WAITING.all()).unwrap();
    assert_eq!(waiting.len(), 1);
    t.assert_intact();
}
