//! The data of `serve --demo`.

use crate::support::{
    app::TestApp,
    journey::{key, small_test},
};
use invigil::{
    app::Config,
    domain::{
        asked_question::AskedQuestion,
        audit::AuditEntry,
        invite::{Invite, InviteStatus, ScheduleMode},
        rubric::{Rubric, RubricChoice},
        submission::{ScoringStatus, Submission},
        test::Test,
        time::HOUR,
    },
    service::operate::demo,
    store::Read,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const ADMIN: (&str, &str) = ("admin@demo.invigil", "demo-admin");

async fn seeded() -> TestApp {
    let t = TestApp::new();
    t.clock.set("2026-03-10T10:17:00Z");
    demo::seed(&t.app).await.unwrap();
    t
}

async fn sign_in(t: &TestApp) -> String {
    let form = json!({"email": ADMIN.0, "password": ADMIN.1});
    t.post("/api/auth/login").json(form).send().await.ok()["access_token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_demo_has_candidates_in_every_state() {
    let t = seeded().await;
    t.assert_sound();
    let read = t.app.store.read().unwrap();
    let tests: Vec<Test> = read.records().unwrap();
    let invites: Vec<Invite> = read.records().unwrap();
    let submissions: Vec<Submission> = read.records().unwrap();
    assert_eq!((tests.len(), invites.len()), (13, 141));
    let now = t.now();
    for status in [InviteStatus::Sent, InviteStatus::InProgress, InviteStatus::Completed, InviteStatus::Expired] {
        let count = invites.iter().filter(|invite| invite.status(now) == status).count();
        assert!(count >= 3, "{status:?}: {count}");
    }
    assert!(invites.iter().filter(|invite| invite.scheduled_at.is_some_and(|at| at > now)).count() >= 5);
    assert!(invites.iter().filter(|invite| invite.email_error.is_some()).count() >= 4);
    let waiting = submissions
        .iter()
        .filter(|one| one.status != ScoringStatus::FullyReviewed && one.status != ScoringStatus::AutoOnly)
        .count();
    assert!(waiting >= 10 && submissions.len() - waiting >= 40, "{waiting} of {}", submissions.len());
    assert!(invites.iter().all(|invite| invite.created_at <= now));
    let entries = read.records::<AuditEntry>().unwrap();
    let chosen = read.records::<RubricChoice>().unwrap();
    assert!(chosen.len() >= 4 && read.records::<Rubric>().unwrap().len() == 1, "{chosen:?}");
    assert!(entries.len() < 1_000, "is_stale() looks for the first one: {}", entries.len());
}

/// What a panel has made of the test with sections.
#[tokio::test]
async fn a_demo_has_sections_second_scores_a_similar_pair_and_a_shared_link() {
    let t = seeded().await;
    let admin = sign_in(&t).await;
    let read = async |path: &str| t.get(path).bearer(&admin).send().await.ok();
    let tests = read("/api/tests").await;
    let divided = tests.as_array().unwrap().iter().find(|test| test["title"].as_str().unwrap().contains("bank"));
    let id = divided.unwrap()["id"].as_str().unwrap().to_owned();
    let ranking = read(&format!("/api/tests/{id}/ranking")).await;
    assert_eq!((&ranking["total"], &ranking["field"]["provisional"]), (&json!(6), &json!(1)));
    assert_eq!(ranking["sections"].as_array().unwrap().len(), 3);
    assert_eq!(ranking["pass_mark"]["sections"][0]["section"], "Data");
    assert_eq!(ranking["reviewers"].as_array().unwrap().len(), 2);
    let agreement = read(&format!("/api/tests/{id}/agreement")).await;
    assert_eq!((&agreement["agreed"], &agreement["to_settle"]), (&json!(3), &json!(1)));
    let similar = read(&format!("/api/tests/{id}/similarity")).await;
    let found: Vec<_> = similar["pairs"].as_array().unwrap().iter().map(|pair| &pair["finding"]).collect();
    assert_eq!(found, ["discussed"], "{similar}");
    let pool = t.post("/api/questions/pool-figures").bearer(&admin).json(json!({"tags": ["sql"]})).send().await.ok();
    assert_eq!((&pool["measured"], &pool["ready"]), (&json!(12), &json!(12)), "{pool}");
    let bank = read("/api/questions?figures=true&limit=50").await;
    let bank = bank.as_array().unwrap();
    let has_no = |figure: &str| bank.iter().filter(|one| !one["figures"][figure].is_number()).count();
    assert_eq!((bank.len(), has_no("mean")), (40, 1), "all but the essay");
    assert!(has_no("discrimination") < 5, "{bank:?}");
    let shares = read(&format!("/api/shares?test_id={id}")).await;
    assert_eq!(shares["shares"][0]["names"].as_array().unwrap().len(), 2);
}

/// Its applicant accepts a text, in English or in German, and starts.
#[tokio::test]
async fn a_demo_asks_its_applicant_for_consent() {
    let t = seeded().await;
    let admin = sign_in(&t).await;
    let tests = t.get("/api/tests").bearer(&admin).send().await.ok();
    let first = |test: &&Value| test["title"] == "Backend engineer: first conversation";
    let test = tests.as_array().unwrap().iter().find(first).unwrap();
    let invite = t.invite(&admin, test, "someone@example.org").await;
    let token = invite["token"].as_str().unwrap();
    let page = t.get(format!("/api/take-test/{token}")).send().await.ok();
    let asked = &page["consent"];
    assert!(asked["text"].as_str().unwrap().contains("Northwind keeps"), "{page}");
    let german = &asked["translations"]["de"];
    assert!(german["text"].as_str().unwrap().contains("Northwind bewahrt"), "{page}");
    let start = async |body: Value| {
        let path = format!("/api/start-test/{token}");
        t.post(path).key(&key(1)).json(body).send().await
    };
    start(json!({})).await.refused(409, "consent_changed");
    start(json!({"consent_hash": german["hash"]})).await.ok();
    t.assert_sound();
}

#[tokio::test]
async fn a_demo_that_nobody_used_is_stale_the_next_day() {
    let t = seeded().await;
    assert!(!demo::is_stale(&t.app).unwrap());
    t.clock.advance(7 * HOUR);
    let admin = sign_in(&t).await;
    assert!(demo::is_stale(&t.app).unwrap(), "a person has looked at it");
    let test = json!({"title": "Mine", "questions": [{"type": "essay", "question": "Why?"}]});
    t.post("/api/tests").bearer(&admin).json(test).send().await.expect(201);
    assert!(!demo::is_stale(&t.app).unwrap());
    assert!(!demo::is_stale(&TestApp::new().app).unwrap(), "no demo at all");
}

#[tokio::test]
async fn an_interrupted_seeding_begins_again() {
    let t = TestApp::new();
    t.clock.set("2026-03-10T10:17:00Z");
    let seeding = tokio::spawn({
        let app = t.app.clone();
        async move { demo::seed(&app).await }
    });
    let invites = || t.app.store.read().unwrap().records::<Invite>().unwrap().len();
    while invites() == 0 && !seeding.is_finished() {
        t.settle().await;
    }
    seeding.abort();
    assert!(seeding.await.unwrap_err().is_cancelled());
    assert!(demo::is_stale(&t.app).unwrap());
}

#[tokio::test]
async fn eight_candidates_are_at_work_in_the_hall() {
    let t = seeded().await;
    let admin = sign_in(&t).await;
    let stop = CancellationToken::new();
    let playing = tokio::spawn(demo::play(t.app.clone(), stop.clone(), demo::STEP));
    let mut list = json!([]);
    for _ in 0..1_000 {
        t.settle().await;
        list = t.get("/api/admin/monitoring").bearer(&admin).send().await.ok();
        if live(&list) == 8 {
            break;
        }
    }
    assert_eq!(live(&list), 8, "{list}");
    let sessions = t.get("/api/sessions").bearer(&admin).send().await.ok();
    let hall = sessions.as_array().unwrap().iter().find(|one| one["title"] == "On-site round").unwrap();
    let hall = hall["id"].as_str().unwrap().to_owned();
    let people = t.get(format!("/api/sessions/{hall}/people")).bearer(&admin).send().await.ok();
    let here = people["people"].as_array().unwrap().iter().filter(|one| one["state"] == "testing").count();
    assert_eq!(here, 8, "{people}");
    // Two proctors look after all but one of them, and a third one leads.
    let session = &people["session"];
    let shared = session["proctors"].as_array().unwrap().iter().map(|one| one["invites"].as_array().unwrap().len());
    assert_eq!(Some(shared.sum::<usize>() + 1), people["people"].as_array().map(Vec::len));
    assert_eq!(session["lead"]["name"], "Demo Proctor");
    stop.cancel();
    playing.await.unwrap();
    t.assert_sound();
}

fn live(list: &Value) -> usize {
    list.as_array().unwrap().iter().filter(|row| row["video"]["state"] == "live").count()
}

#[tokio::test]
async fn a_demo_mails_only_within_this_machine() {
    let config = Config { demo_accounts: demo::accounts(), ..Config::default() };
    let t = TestApp::with_config(config);
    demo::seed(&t.app).await.unwrap();
    let admin = sign_in(&t).await;
    let set = |host: &str| {
        let body = json!({"smtpHost": host, "smtpPort": 25, "fromEmail": "a@example.org"});
        t.put("/api/admin/email-settings").bearer(&admin).json(body).send()
    };
    for host in ["mail.example.org", "10.0.0.1", "localhost.example.org"] {
        set(host).await.invalid("smtpHost");
    }
    for host in ["localhost", "127.0.0.1", "::1"] {
        set(host).await.ok();
    }
}

/// The reviewer of a demo has answers to score, and no other page.
#[tokio::test]
async fn a_demo_has_a_reviewer_with_answers() {
    let t = seeded().await;
    let form = json!({"email": "reviewer@demo.invigil", "password": "demo-reviewer"});
    let reviewer = t.post("/api/auth/login").json(form).send().await.ok()["access_token"].as_str().unwrap().to_owned();
    let own = t.get("/api/reviewing").bearer(&reviewer).send().await.ok();
    assert!(own["left"].as_u64().unwrap() > 0, "{own}");
    t.get("/api/results").bearer(&reviewer).send().await.refused(403, "admins_only");
}

/// Neither a stranger nor one of the story's people whom a visitor invites: the invite is the visitor's to try out.
#[tokio::test]
async fn the_simulation_starts_no_attempt_of_an_invite_that_a_person_made() {
    let t = seeded().await;
    t.clock.advance(HOUR);
    let admin = sign_in(&t).await;
    let invites = || t.app.store.read().unwrap().records::<Invite>().unwrap();
    // Of the story one invite is left, so that the simulation looks for more.
    let now = t.now();
    let mut story = invites();
    story.retain(|one| one.is_active(now) && one.applicant_email.contains("@example."));
    let is_open = |one: &Invite| one.state == InviteStatus::Sent && one.mode == ScheduleMode::NoSchedule;
    let control = story.swap_remove(story.iter().position(is_open).unwrap());
    let revoke = move |mut one: Invite| {
        one.revoked_at = Some(now);
        one
    };
    let revoked: Vec<Invite> = story.into_iter().map(revoke).collect();
    t.app.store.write(move |tx| revoked.iter().try_for_each(|one| tx.put(one).map(drop))).await.unwrap();
    let (test, mut made) = (t.create_test(&admin, small_test("Of a visitor")).await, Vec::new());
    for email in ["anybody@example.org", control.applicant_email.as_str()] {
        made.push(t.invite(&admin, &test, email).await["id"].as_str().unwrap().to_owned());
    }
    let stop = CancellationToken::new();
    let playing = tokio::spawn(demo::play(t.app.clone(), stop.clone(), std::time::Duration::ZERO));
    let state = || t.app.store.read().unwrap().get::<Invite>(control.id).unwrap().unwrap().state;
    while state() != InviteStatus::Completed {
        assert!(!playing.is_finished(), "the simulation has ended");
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    stop.cancel();
    playing.await.unwrap();
    let left: Vec<Invite> = invites().into_iter().filter(|one| made.contains(&one.id.to_string())).collect();
    assert!(left.len() == 2 && left.iter().all(|one| one.attempt_id.is_none()), "{left:?}");
}

#[tokio::test]
async fn a_simulated_candidate_submits_after_the_last_question() {
    let t = seeded().await;
    let submitted = || t.app.store.read().unwrap().records::<Submission>().unwrap().len();
    let before = submitted();
    let stop = CancellationToken::new();
    let playing = tokio::spawn(demo::play(t.app.clone(), stop.clone(), std::time::Duration::ZERO));
    while submitted() < before + 2 {
        assert!(!playing.is_finished(), "the simulation has ended");
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    stop.cancel();
    playing.await.unwrap();
    let asked: Vec<AskedQuestion> = t.app.store.read().unwrap().records().unwrap();
    assert!(!asked.is_empty(), "no one has asked the proctor");
    t.assert_sound();
}
