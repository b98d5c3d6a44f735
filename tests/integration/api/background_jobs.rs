//! Background jobs (docs/behaviour/data.md#background-jobs).

use crate::support::{
    app::TestApp,
    journey::{column, list, small_test, text},
};
use invigil::{
    domain::{
        Error,
        background_job::{BackgroundJob, JobKind, JobState, MAX_KEPT_JOBS},
        time::SECOND,
    },
    service::operate::{
        background_jobs::{self, NewJob},
        lifecycle,
    },
    store::Tx,
};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::{Notify, oneshot};

const FILE: &str = "Why is the sky blue? {}\n";

async fn import(t: &TestApp, admin: &str, query: impl std::fmt::Display, file: &str) -> crate::support::call::Reply {
    let call = t.post(format!("/api/tests/import?{query}")).bearer(admin);
    call.body("application/octet-stream", file.as_bytes().to_vec()).send().await
}

async fn jobs(t: &TestApp, who: &str) -> Vec<Value> {
    list(&t.get("/api/jobs").bearer(who).send().await.ok()).to_vec()
}

/// A job that waits until it is let on, and the reply to the call that began it.
struct Held {
    go_on: Arc<Notify>,
    call: tokio::task::JoinHandle<Result<(), Error>>,
}

impl Held {
    async fn begin(t: &TestApp, admin: &str, is_stored: bool) -> Self {
        let by = text(&t.get("/api/auth/me").bearer(admin).send().await.ok()["id"]).parse().unwrap();
        let (begun, has_begun) = oneshot::channel();
        let go_on = Arc::new(Notify::new());
        let (wait, app) = (go_on.clone(), t.app.clone());
        let call = tokio::spawn(async move {
            let new = NewJob { kind: JobKind::TestImport, test: None, subject: "large.zip".to_owned() };
            background_jobs::run(&app, Some(by), new, move |_, job| async move {
                job.progress.expect(3);
                job.progress.advance(1);
                begun.send(()).unwrap();
                let step = async {
                    wait.notified().await;
                    Ok(())
                };
                if is_stored { step.await } else { job.until_cancelled(step).await }
            })
            .await
        });
        has_begun.await.unwrap();
        Self { go_on, call }
    }
}

#[tokio::test]
async fn an_import_is_kept_with_its_outcome_for_its_account_alone() {
    let (t, admin) = TestApp::with_admin().await;
    let other = t.second_admin().await;
    import(&t, &admin, "dry_run=true&filename=sky.txt", FILE).await.ok();
    assert!(jobs(&t, &admin).await.is_empty(), "nothing of a dry run is kept");
    import(&t, &admin, "filename=sky.txt", FILE).await.expect(201);
    t.clock.advance(SECOND);
    import(&t, &admin, "filename=bad.json&format=json", "{").await.refused(422, "invalid");
    let kept = jobs(&t, &admin).await;
    let kept = json!(kept);
    assert_eq!(column(&kept, "subject"), ["bad.json", "sky.txt"], "newest first");
    assert_eq!(column(&kept, "state"), ["failed", "done"]);
    assert!(text(&kept[0]["message"]).starts_with("line 1"), "{kept}");
    assert_eq!((&kept[1]["kind"], &kept[1]["message"]), (&json!("test_import"), &Value::Null));
    assert!(jobs(&t, &other).await.is_empty());
    t.post(format!("/api/jobs/{}/cancel", text(&kept[0]["id"]))).bearer(&other).send().await.refused(404, "not_found");
    t.post(format!("/api/jobs/{}/cancel", text(&kept[0]["id"]))).bearer(&admin).send().await.expect(204);
    // At once, so that all of them run before the first one ends.
    let many = (0..MAX_KEPT_JOBS).map(|n| import(&t, &admin, format!("filename=sky{n}.txt"), FILE));
    futures_util::future::join_all(many).await.into_iter().for_each(|reply| drop(reply.expect(201)));
    let kept = json!(jobs(&t, &admin).await);
    assert_eq!(list(&kept).len(), MAX_KEPT_JOBS);
    assert!(
        list(&kept).iter().all(|job| text(&job["subject"]).starts_with("sky") && job["subject"] != "sky.txt"),
        "{kept}"
    );
    t.assert_sound();
}

#[tokio::test]
async fn a_job_goes_on_when_its_caller_is_gone() {
    let (t, admin) = TestApp::with_admin().await;
    let held = Held::begin(&t, &admin, false).await;
    let running = &jobs(&t, &admin).await[0];
    assert_eq!((&running["state"], &running["done"], &running["total"]), (&json!("running"), &json!(1), &json!(3)));
    held.call.abort();
    assert!(held.call.await.unwrap_err().is_cancelled());
    held.go_on.notify_one();
    while jobs(&t, &admin).await[0]["state"] == "running" {
        tokio::task::yield_now().await;
    }
    let ended = &jobs(&t, &admin).await[0];
    assert_eq!((&ended["state"], &ended["done"]), (&json!("done"), &json!(1)));
}

#[tokio::test]
async fn a_cancelled_job_says_so_to_its_caller_and_in_the_list() {
    let (t, admin) = TestApp::with_admin().await;
    let held = Held::begin(&t, &admin, false).await;
    let id = text(&jobs(&t, &admin).await[0]["id"]).to_owned();
    t.post(format!("/api/jobs/{id}/cancel")).bearer(&admin).send().await.expect(204);
    assert_eq!(held.call.await.unwrap().unwrap_err().code.as_str(), "cancelled");
    assert_eq!(jobs(&t, &admin).await[0]["state"], "cancelled");
}

#[tokio::test]
async fn what_is_being_stored_is_done_although_it_was_cancelled() {
    let (t, admin) = TestApp::with_admin().await;
    let held = Held::begin(&t, &admin, true).await;
    let id = text(&jobs(&t, &admin).await[0]["id"]).to_owned();
    t.post(format!("/api/jobs/{id}/cancel")).bearer(&admin).send().await.expect(204);
    held.go_on.notify_one();
    held.call.await.unwrap().unwrap();
    assert_eq!(jobs(&t, &admin).await[0]["state"], "done");
}

#[tokio::test]
async fn a_job_that_panics_has_failed() {
    let (t, admin) = TestApp::with_admin().await;
    let by = text(&t.get("/api/auth/me").bearer(&admin).send().await.ok()["id"]).parse().unwrap();
    let new = NewJob { kind: JobKind::TestImport, test: None, subject: "odd.zip".to_owned() };
    let panics = async || panic!("an importer");
    let result: Result<(), Error> =
        background_jobs::run(&t.app, Some(by), new, move |_, _| async move { panics().await }).await;
    assert_eq!(result.unwrap_err().code.as_str(), "internal");
    let ended = &jobs(&t, &admin).await[0];
    assert_eq!((&ended["state"], &ended["message"]), (&json!("failed"), &json!("Internal error.")));
}

#[tokio::test]
async fn a_stop_of_the_server_interrupts_jobs() {
    let (t, admin) = TestApp::with_admin().await;
    let held = Held::begin(&t, &admin, false).await;
    lifecycle::recover(&t.app).await.unwrap();
    let ended = &jobs(&t, &admin).await[0];
    assert_eq!(ended["state"], "interrupted");
    assert!(ended["ended_at"].is_string());
    held.call.abort();
}

#[tokio::test]
async fn an_interrupted_job_keeps_the_counts_that_were_stored_last() {
    let (t, admin) = TestApp::with_admin().await;
    let held = Held::begin(&t, &admin, false).await;
    background_jobs::store_counts(&t.app).await.unwrap();
    lifecycle::recover(&t.app).await.unwrap();
    let counts = async || {
        let ended = jobs(&t, &admin).await[0].clone();
        (ended["state"].clone(), ended["done"].clone(), ended["total"].clone())
    };
    assert_eq!(counts().await, (json!("interrupted"), json!(1), json!(3)));
    // What has ended is not counted on.
    background_jobs::store_counts(&t.app).await.unwrap();
    assert_eq!(counts().await, (json!("interrupted"), json!(1), json!(3)));
    held.call.abort();
}

/// Judging again goes on after a restart, but only what was queued.
#[tokio::test]
async fn a_stop_while_answers_are_queued_interrupts_judging_again() {
    let (t, admin) = TestApp::with_admin().await;
    let by = text(&t.get("/api/auth/me").bearer(&admin).send().await.ok()["id"]).parse().unwrap();
    let job = |total| BackgroundJob {
        id: t.app.new_id(),
        by,
        kind: JobKind::Rejudge,
        test_id: None,
        subject: format!("judge-{total}"),
        state: JobState::Running,
        done: 0,
        total,
        begun_at: t.app.now(),
        ended_at: None,
        note: String::new(),
    };
    let both = [job(0), job(2)];
    t.app.store.write(move |tx: &mut Tx<'_>| both.iter().try_for_each(|job| tx.put(job))).await.unwrap();
    lifecycle::recover(&t.app).await.unwrap();
    let after = jobs(&t, &admin).await;
    let state = |subject: &str| after.iter().find(|job| job["subject"] == subject).unwrap()["state"].clone();
    assert_eq!((state("judge-0"), state("judge-2")), (json!("interrupted"), json!("running")));
}

/// A list of so many people for a test.
fn crowd(test: &Value, count: usize) -> Value {
    let people: Vec<Value> =
        (0..count).map(|n| json!({"name": "Cora Candidate", "email": format!("c{n}@example.org")})).collect();
    json!({"test_id": test["id"], "applicants": people})
}

#[tokio::test]
async fn a_long_list_of_people_is_a_job_that_says_who_was_left_out() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("Engineer")).await;
    let send = |body: Value| t.post("/api/invites/bulk").bearer(&admin).json(body).send();
    send(crowd(&test, 25)).await.ok();
    assert!(jobs(&t, &admin).await.is_empty(), "a short one is over before a job could be seen");
    let mut long = crowd(&test, 60);
    long["skip_invited"] = json!(true);
    long["applicants"][40]["email"] = json!("nowhere");
    send(long).await.ok();
    let job = &jobs(&t, &admin).await[0];
    assert_eq!(
        (&job["kind"], &job["state"], &job["subject"]),
        (&json!("bulk_send"), &json!("done"), &json!("Engineer"))
    );
    assert_eq!((&job["done"], &job["total"], &job["test_id"]), (&json!(60), &json!(60), &test["id"]));
    assert_eq!(job["message"], "1 of 60 people were not invited. The list, sent again, says why of each.");
    t.assert_sound();
}

#[tokio::test]
async fn a_list_that_is_cancelled_says_who_was_not_invited() {
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, small_test("Engineer")).await;
    let call = t.post("/api/invites/bulk").bearer(&admin).json(crowd(&test, 1_000)).send();
    let cancel = async {
        let id = loop {
            match jobs(&t, &admin).await.first() {
                Some(job) if job["done"] != 0 => break text(&job["id"]).to_owned(),
                _ => tokio::task::yield_now().await,
            }
        };
        t.post(format!("/api/jobs/{id}/cancel")).bearer(&admin).send().await.expect(204);
    };
    let (reply, ()) = tokio::join!(call, cancel);
    let reply = reply.ok();
    let invited = list(&reply["results"]).iter().filter(|line| line["ok"] == true).count();
    assert!((25..1_000).contains(&invited), "{invited}");
    assert_eq!(reply["results"][999]["detail"], "The sending was cancelled before this person's turn.");
    let job = &jobs(&t, &admin).await[0];
    assert_eq!((&job["state"], &job["done"]), (&json!("cancelled"), &json!(invited)));
    assert_eq!(job["message"], format!("{invited} of 1000 people were processed, and the others were not invited."));
    t.assert_sound();
}

/// Also where the request that began it has not ended. A sign-out ends nothing.
#[tokio::test]
async fn a_list_ends_with_the_permission_to_invite() {
    let (t, admin) = TestApp::with_admin().await;
    t.second_admin().await;
    for is_taken in [true, false] {
        t.clock.advance(SECOND);
        let test = t.create_test(&admin, small_test("Engineer")).await;
        let sender = t.sign_in("bob@example.org").await;
        let call = t.post("/api/invites/bulk").bearer(&sender).json(crowd(&test, 400)).send();
        let meanwhile = async {
            loop {
                match jobs(&t, &sender).await.first() {
                    Some(job) if job["state"] == "running" && job["done"] != 0 => break,
                    _ => tokio::task::yield_now().await,
                }
            }
            if is_taken {
                t.change_user("bob@example.org", |user| user.is_active = false).await;
            } else {
                t.post("/api/auth/logout").bearer(&sender).send().await.expect(204);
            }
        };
        let (reply, ()) = tokio::join!(call, meanwhile);
        t.change_user("bob@example.org", |user| user.is_active = true).await;
        let bob = t.sign_in("bob@example.org").await;
        let job = &jobs(&t, &bob).await[0];
        let reply = reply.ok();
        let invited = list(&reply["results"]).iter().filter(|line| line["ok"] == true).count();
        if is_taken {
            assert!((25..400).contains(&invited), "{invited}");
            let said = "The permission to invite ended before this person's turn.";
            assert_eq!(reply["results"][399]["detail"], said);
            let said =
                format!("The permission to invite ended after {invited} of 400 people. The others were not invited.");
            assert_eq!((&job["state"], &job["message"]), (&json!("cancelled"), &json!(said)));
        } else {
            assert_eq!((&job["state"], &job["done"], invited), (&json!("done"), &json!(400), 400));
        }
    }
    t.assert_sound();
}

#[tokio::test]
async fn an_export_is_a_job_and_so_is_a_backup() {
    let (t, admin) = TestApp::with_admin().await;
    assert_eq!(t.get("/api/results/export").bearer(&admin).send().await.status, 200);
    assert_eq!(t.get("/api/admin/backups/file").bearer(&admin).send().await.status, 200);
    let ended = async || loop {
        let jobs = jobs(&t, &admin).await;
        if jobs.len() == 2 && jobs.iter().all(|job| job["state"] != "running") {
            break json!(jobs);
        }
        tokio::task::yield_now().await;
    };
    let ended = ended().await;
    let mut kinds = column(&ended, "kind");
    kinds.sort_unstable();
    assert_eq!((kinds, column(&ended, "state")), (vec!["backup", "export"], vec!["done"; 2]));
    assert!(list(&ended).iter().any(|job| text(&job["subject"]).ends_with(".csv")), "{ended}");
}
