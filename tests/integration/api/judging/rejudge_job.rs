//! Judging again is a background job (docs/behaviour/data.md#background-jobs).

use super::{Site, tested};
use crate::support::{
    fake_runner::{FakeRunner, Manner},
    journey::{list, text},
};
use invigil::{
    domain::{
        AttemptId, JobId,
        judging::Judging,
        time::{MINUTE, SECOND},
    },
    service::{
        operate::{background_jobs, lifecycle},
        scoring::judging::worker,
    },
    store::Tx,
};
use serde_json::{Value, json};

impl Site {
    async fn jobs(&self) -> Vec<Value> {
        list(&self.t.get("/api/jobs").bearer(&self.admin).send().await.ok()).to_vec()
    }

    async fn judge_again(&self, test: &Value) -> Value {
        self.t.post(format!("/api/tests/{}/rejudge", text(test))).bearer(&self.admin).send().await.ok()
    }
}

/// State and counts of a job.
fn progress(job: &Value) -> (&str, &Value, &Value) {
    (text(&job["state"]), &job["done"], &job["total"])
}

#[tokio::test]
async fn judging_a_test_again_is_a_job_that_ends_with_the_last_verdict_also_after_a_restart() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let test = site.t.create_test(&site.admin, tested()).await;
    let mut rows = Vec::new();
    for email in ["cora@example.org", "dan@example.org"] {
        let invite = site.t.take(&site.admin, &test, email, &[("q1", "fn main() {}")]).await;
        rows.push(site.t.result_of(&site.admin, &invite).await);
    }
    site.judge().await;
    assert!(site.jobs().await.is_empty(), "no person asked for what is judged first");

    assert_eq!(site.judge_again(&test["id"]).await, json!({"answers": 2}));
    let begun = &site.jobs().await[0];
    assert_eq!(progress(begun), ("running", &json!(0), &json!(2)));
    assert_eq!(
        (&begun["kind"], &begun["subject"], &begun["test_id"]),
        (&"rejudge".into(), &"Code".into(), &test["id"])
    );
    assert_eq!((&begun["can_cancel"], &begun["resumes"]), (&json!(false), &json!(false)));
    let cancel = site.t.post(format!("/api/jobs/{}/cancel", text(&begun["id"]))).bearer(&site.admin).send().await;
    cancel.refused(409, "cannot_cancel");
    // A second click has nothing to do.
    assert_eq!(site.judge_again(&test["id"]).await, json!({"answers": 0}));
    assert_eq!(site.jobs().await.len(), 1);

    site.postpone(&rows[1]).await;
    site.judge().await;
    worker::pass(&site.t.app).await.unwrap();
    assert_eq!(progress(&site.jobs().await[0]), ("running", &json!(1), &json!(2)));
    background_jobs::store_counts(&site.t.app).await.unwrap();
    // A start knows what is stored.
    let id: JobId = text(&begun["id"]).parse().unwrap();
    assert!(site.t.app.jobs.background.end(id).is_some());
    lifecycle::recover(&site.t.app).await.unwrap();
    assert_eq!(progress(&site.jobs().await[0]), ("running", &json!(1), &json!(2)));

    site.t.clock.advance(6 * MINUTE);
    site.judge().await;
    worker::pass(&site.t.app).await.unwrap();
    let ended = site.jobs().await;
    assert_eq!((ended.len(), &ended[0]["id"]), (1, &begun["id"]), "it is the same job");
    assert_eq!(progress(&ended[0]), ("done", &json!(2), &json!(2)));
    assert!(ended[0]["ended_at"].is_string() && ended[0].get("message").is_none(), "{ended:?}");
    site.t.assert_sound();
}

#[tokio::test]
async fn a_job_says_how_many_answers_have_no_verdict() {
    let site = Site::new().await;
    let failing = FakeRunner::new(Manner::Fails, Manner::Fails);
    site.connect(&failing).await;
    let row = site.take(tested(), "fn main() {}").await;
    let set_aside = async || {
        for pause in [30, 120] {
            site.judge().await;
            site.t.clock.advance(pause * SECOND);
        }
        site.judge().await;
        assert_eq!(site.counts(), (0, 1));
    };
    set_aside().await;
    assert_eq!(site.judge_again(&row["test_id"]).await, json!({"answers": 1}));
    assert_eq!(progress(&site.jobs().await[0]), ("running", &json!(0), &json!(1)));
    set_aside().await;
    worker::pass(&site.t.app).await.unwrap();
    let job = &site.jobs().await[0];
    assert_eq!(progress(job), ("done", &json!(1), &json!(1)));
    assert_eq!(job["message"], "1 of 1 answers were set aside: the code runner had no verdict on them.");
    site.t.assert_sound();
}

#[tokio::test]
async fn a_job_does_not_wait_for_an_answer_that_is_gone() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Good, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    site.judge().await;
    site.judge_again(&row["test_id"]).await;
    let attempt: AttemptId = text(&row["submission_id"]).parse().unwrap();
    let erase = move |tx: &mut Tx<'_>| tx.delete::<Judging>((attempt, "q1")).map(drop);
    site.t.app.store.write(erase).await.unwrap();
    worker::pass(&site.t.app).await.unwrap();
    assert_eq!(progress(&site.jobs().await[0]), ("done", &json!(1), &json!(1)));
}
