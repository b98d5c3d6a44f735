//! A runner that fails, dies, or says nothing or nonsense: code waits or is set aside, and is never a zero.

use super::{Site, tested};
use crate::support::{
    fake_runner::{FakeRunner, Manner},
    journey::{list, text},
};
use invigil::{
    domain::time::{MINUTE, SECOND},
    runner::client::RunnerStatus,
    service::{attempt::runs, scoring::judging::worker},
};
use serde_json::json;

#[tokio::test]
async fn a_failure_of_the_runner_is_never_a_zero() {
    let site = Site::new().await;
    let failing = FakeRunner::new(Manner::Fails, Manner::Fails);
    site.connect(&failing).await;
    let row = site.take(tested(), "fn main() {}").await;
    for pause in [30, 120] {
        site.judge().await;
        assert_eq!(site.counts(), (1, 0));
        site.judge().await;
        failing.job();
        site.t.clock.advance(pause * SECOND);
    }
    site.judge().await;
    assert_eq!(site.counts(), (0, 1));
    let result = site.result(&row).await;
    assert_eq!((&result["judging"], &result["provisional"]), (&"failed".into(), &true.into()));
    assert_eq!(result["answers"][0]["judging"]["note"], "No memory.");
    assert!(result["answers"][0].get("earned").is_none());
    let overview = site.t.overview(&site.admin).await;
    assert_eq!((&overview["failed_judgings"], &overview["failed_judging_id"]), (&1.into(), &row["submission_id"]));
    let report = site.t.get("/api/admin/doctor").bearer(&site.admin).send().await.ok();
    let finding = list(&report["findings"]).iter().find(|finding| finding["topic"] == "judging").unwrap();
    assert!(text(&finding["said"]).contains("answers without points: 1."), "{finding}");
    let notified = site.t.get("/api/admin/notifications").bearer(&site.admin).send().await.ok();
    let told: Vec<_> = list(&notified["notifications"]).iter().filter(|one| one["type"] == "code_not_judged").collect();
    assert_eq!(told.len(), 1, "{notified}");
    assert_eq!(told[0]["data"]["submission_id"], row["submission_id"]);
    site.t.assert_sound();
    // Again, by a person.
    site.rejudge(&row, json!({})).await.ok();
    assert_eq!(site.counts(), (1, 0));
    site.t.assert_sound();
}

#[tokio::test]
async fn a_runner_that_dies_or_says_nothing_costs_a_try() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::DiesAtWork, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    site.judge().await;
    let waiting = site.result(&row).await;
    assert!(text(&waiting["answers"][0]["judging"]["note"]).contains("ended while"), "{waiting}");
    site.until(|site| matches!(site.t.app.code.runner.status(), RunnerStatus::Ready(_))).await;
    site.judge().await;
    assert_eq!(site.result(&row).await["judging"], "waiting", "not before its pause is over");
    site.t.clock.advance(30 * SECOND);
    site.judge().await;
    assert_eq!(site.result(&row).await["judging"], "done");
}

#[tokio::test]
async fn a_runner_that_never_speaks_its_protocol_costs_no_try() {
    for manner in [Manner::Silent, Manner::Garbage, Manner::Resets, Manner::OtherVersion] {
        let site = Site::new().await;
        let runner = FakeRunner::new(manner, manner);
        runs::connect(&site.t.app, runner.socket()).unwrap();
        let row = site.take(tested(), "fn main() {}").await;
        worker::pass(&site.t.app).await.unwrap();
        assert_eq!((site.counts(), site.t.app.code.judging.count()), ((1, 0), 0), "{manner:?}");
        let result = site.result(&row).await;
        assert_eq!((&result["judging"], &result["provisional"]), (&"waiting".into(), &true.into()), "{manner:?}");
        site.t.assert_sound();
    }
}

#[tokio::test]
async fn a_runner_that_begins_and_has_no_result_is_given_up_and_tried_again() {
    let site = Site::new().await;
    let runner = FakeRunner::new(Manner::Begins, Manner::Good);
    site.connect(&runner).await;
    let row = site.take(tested(), "fn main() {}").await;
    worker::pass(&site.t.app).await.unwrap();
    let job = runner.job();
    site.until(|site| site.t.app.code.judging.get(job.id).is_some_and(|ticket| ticket.started_at.is_some())).await;
    site.t.clock.advance(20 * MINUTE);
    worker::pass(&site.t.app).await.unwrap();
    assert_eq!(runner.cancelled(), job.id);
    let waiting = site.result(&row).await;
    assert_eq!((&waiting["judging"], site.counts()), (&"waiting".into(), (1, 0)));
    assert!(text(&waiting["answers"][0]["judging"]["note"]).contains("no result in time"), "{waiting}");
    site.t.assert_sound();
}
