//! Data that ends (docs/behaviour/data.md#retention).

use super::webhooks;
use crate::support::{
    app::TestApp,
    journey::{PASSWORD, all_types, key, small_test, text},
    mailer::Mood,
    receiver::Receiver,
};
use invigil::{
    domain::{
        consent::Consent,
        exam_session::{IdentityCheck, IdentityPicture, Seat},
        invite::Invite,
        retention::RetentionKind,
        time::{DAY, HOUR},
        user::StaffRole,
        webhook::Delivery,
    },
    service::{
        account::admins,
        actor::Actor,
        operate::{history_packing, retention::sweep},
    },
    store::{KeyRange, Read, records::KINDS},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, ops::ControlFlow, time::Duration};

const PLANTED: [&str; 3] = ["canary-answer", "canary-late", "canary-comment"];
const NAMES: [&str; 2] = ["canary-mail", "Canary Name"];

/// Tables in which a word stands.
pub(super) fn tables_with(t: &TestApp, word: &str) -> Vec<&'static str> {
    let read = t.app.store.read().unwrap();
    let holds = |bytes: &[u8]| bytes.windows(word.len()).any(|window| window == word.as_bytes());
    let mut found = Vec::new();
    for kind in KINDS {
        let mut is_there = false;
        read.raw_scan(kind.table, KeyRange::all(), false, &mut |row, value| {
            is_there |= holds(row) || holds(value);
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        if is_there {
            found.push(kind.name);
        }
    }
    found
}

/// A backup that is made now, as text.
async fn backup(t: &TestApp, admin: &str) -> String {
    t.get("/api/admin/backups/file").bearer(admin).send().await.text
}

pub(super) async fn set(t: &TestApp, admin: &str, body: Value) -> Value {
    t.put("/api/admin/retention").bearer(admin).json(body).send().await.ok()
}

/// Sessions do not outlive the days that pass.
pub(super) async fn ada(t: &TestApp) -> String {
    t.sign_in("ada@example.org").await
}

async fn dry_run(t: &TestApp) -> Value {
    t.post("/api/admin/retention/dry-run").bearer(&ada(t).await).json(json!({})).send().await.ok()
}

async fn look(t: &TestApp) -> Option<BTreeMap<RetentionKind, u64>> {
    sweep::look(&t.app).await.unwrap()
}

/// Looks once a day until the sweep has run this many days later.
pub(super) async fn days_pass(t: &TestApp, days: u32) -> BTreeMap<RetentionKind, u64> {
    let mut deleted = BTreeMap::new();
    for _ in 0..days {
        t.clock.advance(DAY);
        t.sweep().await;
        for (kind, count) in look(t).await.unwrap_or_default() {
            *deleted.entry(kind).or_default() += count;
        }
    }
    deleted
}

fn assert_sound(t: &TestApp) {
    t.assert_sound();
    t.assert_intact();
}

struct Site {
    t: TestApp,
    admin: String,
    test: Value,
    invite: Value,
}

impl Site {
    /// A candidate has taken a test with planted words; the answer is reviewed with a comment.
    async fn new() -> Self {
        let (t, admin) = TestApp::with_mail().await;
        let test = t.create_test(&admin, all_types()).await;
        let named = json!({"no_schedule": true, "applicant_name": "Canary Name"});
        let invite = t.invite_with(&admin, &test, "canary-mail@example.org", named).await.expect(201);
        t.start(&invite["token"], &key(1)).await.ok();
        t.save(&invite["token"], &key(1), &[("q2", "canary-answer one", 1)]).await.ok();
        t.submit(&invite["token"], &key(1), &[("q2", "canary-answer two")]).await.ok();
        t.save(&invite["token"], &key(1), &[("q2", "canary-late", 9)]).await.ok();
        let s = Self { t, admin, test, invite };
        let path = format!("/api/admin/scoring/{}/answer/q2", s.submission().await);
        let score = json!({"score_status": "partial", "manual_score": 0.5, "comments": "canary-comment"});
        s.t.post(path).bearer(&s.admin).json(score).send().await.ok();
        s
    }

    async fn submission(&self) -> String {
        text(&self.t.invite_row(&ada(&self.t).await, &self.invite["id"]).await["submission_id"]).to_owned()
    }
}

#[tokio::test]
async fn answers_end_and_scores_stay() {
    let s = Site::new().await;
    let (t, admin) = (&s.t, &s.admin);
    history_packing::pack_some(&t.app).await.unwrap();
    for word in PLANTED {
        assert!(!tables_with(t, word).is_empty(), "the search finds {word}");
    }
    let before = t.result_of(admin, &s.invite).await;
    set(t, admin, json!({"site": {"answers": 30, "timeline": 30}})).await;
    assert_eq!(days_pass(t, 29).await, BTreeMap::new(), "not a day early");
    let planned = dry_run(t).await;
    assert_eq!(planned["items"], json!([]));
    assert!(planned["next"]["answers"].is_string(), "{planned}");
    t.clock.advance(HOUR * 2);
    let planned = dry_run(t).await;
    assert_eq!(planned["items"], json!([]));
    assert!(planned["sweep_at"].is_string());
    let deleted = days_pass(t, 2).await;
    assert_eq!(deleted, [(RetentionKind::Answers, 1), (RetentionKind::Timeline, 1)].into());
    for word in PLANTED {
        assert_eq!(tables_with(t, word), Vec::<&str>::new(), "{word}");
    }
    assert!(!tables_with(t, "canary-mail").is_empty(), "the person stays");
    let admin = &ada(t).await;
    let after = t.result_of(admin, &s.invite).await;
    for field in ["final_score", "auto_score", "manual_score", "scoring_status"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_sound(t);
    // A second sweep finds nothing.
    assert_eq!(days_pass(t, 1).await, BTreeMap::new());
    // What is scored again keeps the points of answers that are gone.
    let admin = &ada(t).await;
    let reopened = t.post(format!("/api/attempts/{}/reopen", s.submission().await)).bearer(admin);
    reopened.json(json!({"minutes": 5, "reason": "no"})).send().await.refused(409, "not_by_time");
}

#[tokio::test]
async fn people_end_with_all_that_is_kept_of_them_but_figures() {
    let s = Site::new().await;
    let (t, admin) = (&s.t, &s.admin);
    let waiting = t.invite(admin, &s.test, "open@example.org").await;
    set(t, admin, json!({"site": {"people": 20}})).await;
    let deleted = days_pass(t, 24).await;
    let admin = &ada(t).await;
    assert_eq!(deleted, [(RetentionKind::People, 1)].into());
    for word in PLANTED.into_iter().chain(NAMES) {
        assert_eq!(tables_with(t, word), Vec::<&str>::new(), "{word}");
        assert!(!backup(t, admin).await.contains(word), "{word} is in a new backup");
    }
    assert!(backup(t, admin).await.contains("open@example.org"), "the control");
    for path in ["/api/results", "/api/invites", "/api/admin/applicants", "/api/admin/applicants?search=canary"] {
        let told = t.get(path).bearer(admin).send().await;
        assert!(NAMES.iter().all(|word| !told.text.contains(word)), "{path}: {}", told.text);
    }
    let test = text(&s.test["id"]);
    let figures = t.get(format!("/api/tests/{test}/statistics")).bearer(admin).send().await.ok();
    assert_eq!(figures["past"]["results"], 1, "{figures}");
    assert!(!tables_with(t, "open@example.org").is_empty(), "an invitation that ended 10 days ago is young");
    assert_sound(t);
    // The control: the other one ends, too, 20 days after its link did.
    assert_eq!(days_pass(t, 14).await, [(RetentionKind::People, 1)].into());
    t.door(&waiting["token"], None).await.refused(404, "unknown_link");
    assert_sound(t);
}

/// A candidate has shown a document, accepted a text and finished a test, which no receiver of the webhook has taken yet.
async fn leave_traces(t: &TestApp, admin: &str) -> Value {
    t.set_up_mail(admin).await;
    let receiver = Receiver::start().await;
    receiver.answer(|_| 503);
    webhooks::create(t, admin, webhooks::form(&receiver, &["invite.sent", "attempt.submitted"])).await;
    t.put("/api/admin/consent").bearer(admin).json(json!({"text": "I agree.", "version": 0})).send().await.ok();
    let test = t.create_test(admin, small_test("Rust")).await;
    let named = json!({"no_schedule": true, "applicant_name": "Canary Name"});
    let invite = t.invite_with(admin, &test, "canary-mail@example.org", named).await.expect(201);
    let token = text(&invite["token"]);
    let form = json!({"title": "Hall", "starts_at": t.at(HOUR), "waiting_room": true, "identity": "face_and_document"});
    let session = t.post("/api/sessions").bearer(admin).json(form).send().await.expect(201);
    let session = format!("/api/sessions/{}", text(&session["id"]));
    t.put(format!("{session}/people")).bearer(admin).json(json!({"add": [invite["id"]]})).send().await.ok();
    for kind in ["face", "document"] {
        let picture = t.put(format!("/api/take-test/{token}/identity/{kind}"));
        picture.body("image/jpeg", b"\xFF\xD8\xFF\xE0 canary-picture".to_vec()).send().await.ok();
    }
    let seen = json!({"invites": [invite["id"]], "seen_at": t.at(HOUR)});
    t.post(format!("{session}/admit")).bearer(admin).json(seen).send().await.ok();
    let asked = t.get(format!("/api/take-test/{token}")).send().await.ok();
    let agreed = json!({"consent_hash": asked["consent"]["hash"]});
    t.post(format!("/api/start-test/{token}")).key(&key(1)).json(agreed).send().await.ok();
    t.submit(&invite["token"], &key(1), &[("q1", "B")]).await.ok();
    webhooks::send(t).await;
    invite
}

/// How much is stored of people by waiting rooms, webhooks and consents, and their pictures as they are stored.
fn traces(t: &TestApp) -> ([usize; 5], Vec<Vec<u8>>) {
    let read = t.app.store.read().unwrap();
    let pictures: Vec<IdentityPicture> = read.records().unwrap();
    let counts = [
        pictures.len(),
        read.records::<IdentityCheck>().unwrap().len(),
        read.records::<Seat>().unwrap().len(),
        read.records::<Delivery>().unwrap().len(),
        read.records::<Consent>().unwrap().len(),
    ];
    (counts, pictures.into_iter().map(|picture| picture.sealed).collect())
}

#[tokio::test]
async fn pictures_deliveries_and_consents_end_with_their_person() {
    let holds = |file: &[u8], part: &[u8]| file.windows(part.len()).any(|window| window == part);
    for by_rule in [false, true] {
        let t = webhooks::server();
        let admin = t.admin().await;
        let invite = leave_traces(&t, &admin).await;
        let (counts, pictures) = traces(&t);
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
        let file = t.get("/api/admin/backups/file").bearer(&admin).send().await.bytes;
        assert!(pictures.iter().all(|picture| holds(&file, picture)), "the search finds a picture");
        assert!(tables_with(&t, "canary-mail").contains(&"deliveries"));
        let result = t.invite_row(&admin, &invite["id"]).await["submission_id"].clone();
        let evidence = format!("/api/results/{}/evidence", text(&result));
        assert_eq!(t.get(&evidence).bearer(&admin).send().await.status, 200);
        if by_rule {
            set(&t, &admin, json!({"site": {"people": 20}})).await;
            assert_eq!(days_pass(&t, 24).await, [(RetentionKind::People, 1)].into());
        } else {
            let found = t.get("/api/admin/applicants?search=canary").bearer(&admin).send().await.ok();
            t.delete(format!("/api/admin/applicants/{}", text(&found[0]["id"]))).bearer(&admin).send().await.ok();
        }
        assert_eq!(traces(&t), ([0; 5], Vec::new()), "by a rule: {by_rule}");
        let admin = ada(&t).await;
        let file = t.get("/api/admin/backups/file").bearer(&admin).send().await.bytes;
        assert!(!pictures.iter().any(|picture| holds(&file, picture)), "by a rule: {by_rule}");
        for word in NAMES {
            assert_eq!(tables_with(&t, word), Vec::<&str>::new(), "{word}, by a rule: {by_rule}");
            assert!(!holds(&file, word.as_bytes()), "{word}, by a rule: {by_rule}");
        }
        t.get(&evidence).bearer(&admin).send().await.refused(404, "not_found");
        for path in ["/api/results?search=canary", "/api/invites?search=canary", "/api/admin/applicants?search=canary"]
        {
            let found = t.get(path).bearer(&admin).send().await;
            assert!(NAMES.iter().all(|word| !found.text.contains(word)), "{path}: {}", found.text);
        }
        assert_sound(&t);
    }
}

/// As many invites as use up a batch to the last row: nothing of the person but the account is left after it.
#[tokio::test]
async fn a_sweep_that_is_stopped_in_a_person_goes_on_with_them() {
    const INVITES: usize = 38;
    let (t, admin) = TestApp::with_admin().await;
    let test = t.create_test(&admin, all_types()).await;
    for _ in 0..INVITES {
        t.invite(&admin, &test, "canary-mail@example.org").await;
    }
    let invites = |t: &TestApp| t.app.store.read().unwrap().records::<Invite>().unwrap().len();
    assert_eq!(invites(&t), INVITES);
    // The rule is that of the test alone.
    set(&t, &admin, json!({"site": {}, "tests": [{"test_id": test["id"], "rules": {"people": 10}}]})).await;
    days_pass(&t, 23).await;
    assert_eq!(invites(&t), INVITES);
    t.clock.advance(DAY);
    let mut sweep = Box::pin(sweep::look(&t.app));
    while invites(&t) > 0 {
        let step = tokio::time::timeout(Duration::from_micros(100), &mut sweep).await;
        assert!(step.is_err(), "stopped in time");
    }
    drop(sweep);
    days_pass(&t, 2).await;
    assert_eq!(tables_with(&t, "canary-mail"), Vec::<&str>::new());
    assert_sound(&t);
}

#[tokio::test]
async fn holds_keep_data_until_they_are_lifted() {
    let s = Site::new().await;
    let (t, admin) = (&s.t, &s.admin);
    set(t, admin, json!({"site": {"people": 1, "answers": 1}})).await;
    let place = |body: Value| t.post("/api/admin/holds").bearer(admin).json(body).send();
    place(json!({"kind": "person", "id": "none@example.org", "reason": "x"})).await.invalid("id");
    place(json!({"kind": "page", "id": "x", "reason": "x"})).await.invalid("kind");
    place(json!({"kind": "test", "id": s.test["id"], "reason": " "})).await.invalid("reason");
    let hold =
        place(json!({"kind": "person", "id": "Canary-Mail@example.org", "reason": "an appeal"})).await.expect(201);
    assert_eq!(hold["label"], "canary-mail@example.org");
    assert_eq!(days_pass(t, 6).await, BTreeMap::new());
    assert_eq!(dry_run(t).await["held"], 2);
    let admin = &ada(t).await;
    assert_eq!(t.result_of(admin, &s.invite).await["answers"][1]["answer"], "canary-answer two");
    let listed = t.get("/api/admin/holds").bearer(admin).send().await.ok();
    assert_eq!((&listed[0]["id"], &listed[0]["reason"]), (&hold["id"], &json!("an appeal")));
    let path = format!("/api/admin/holds/{}", text(&hold["id"]));
    t.delete(&path).bearer(admin).send().await.expect(204);
    t.delete(&path).bearer(admin).send().await.refused(404, "not_found");
    let deleted = days_pass(t, 1).await;
    assert_eq!(deleted, [(RetentionKind::Answers, 1), (RetentionKind::People, 1)].into());
    // A hold goes with what it is on.
    let admin = &ada(t).await;
    let place = |body: Value| t.post("/api/admin/holds").bearer(admin).json(body).send();
    let other = t.take(admin, &s.test, "other@example.org", &[]).await;
    let hide = t.put(format!("/api/tests/{}/anonymous", text(&s.test["id"]))).bearer(admin);
    hide.json(json!({"anonymous": true})).send().await.ok();
    let hold = place(json!({"kind": "invite", "id": other["id"], "reason": "x"})).await.expect(201);
    assert_eq!(hold["label"], s.test["title"], "no address, and no comma for it");
    place(json!({"kind": "test", "id": s.test["id"], "reason": "x"})).await.expect(201);
    assert_eq!(days_pass(t, 6).await, BTreeMap::new());
    let admin = &ada(t).await;
    t.delete(format!("/api/tests/{}/force", text(&s.test["id"]))).bearer(admin).send().await.ok();
    assert_eq!(t.get("/api/admin/holds").bearer(admin).send().await.ok(), json!([]));
    assert_sound(t);
}

/// Who may write tests may not lift holds; on the test, on an invite and on a person in it.
#[tokio::test]
async fn an_author_deletes_nothing_under_a_hold() {
    let s = Site::new().await;
    let (t, admin) = (&s.t, &s.admin);
    let operator = Actor::Operator.require().unwrap();
    let (role, mail) = (StaffRole::Staff, "paul@example.org");
    let paul = admins::create_as(&t.app, &operator, role, mail, PASSWORD.into(), "Paul").await.unwrap();
    let roles = json!({"roles": [{"role": "author"}]});
    t.put(format!("/api/admin/roles/{}", paul.id)).bearer(admin).json(roles).send().await.ok();
    let paul = t.sign_in(mail).await;
    let path = format!("/api/tests/{}", text(&s.test["id"]));
    let forced = format!("{path}/force");
    let person = json!("canary-mail@example.org");
    for (kind, id) in [("test", &s.test["id"]), ("invite", &s.invite["id"]), ("person", &person)] {
        let body = json!({"kind": kind, "id": id, "reason": "an appeal"});
        let hold = t.post("/api/admin/holds").bearer(admin).json(body).send().await.expect(201);
        t.delete(&forced).bearer(&paul).send().await.refused(409, "held");
        t.delete(&path).bearer(&paul).send().await.refused(409, "held");
        t.delete(format!("/api/admin/holds/{}", text(&hold["id"]))).bearer(admin).send().await.expect(204);
    }
    let other = t.create_test(admin, all_types()).await;
    let body = json!({"kind": "test", "id": other["id"], "reason": "x"});
    t.post("/api/admin/holds").bearer(admin).json(body).send().await.expect(201);
    t.delete(&forced).bearer(&paul).send().await.ok();
    t.delete(format!("/api/tests/{}/force", text(&other["id"]))).bearer(admin).send().await.ok();
    assert_sound(t);
}

#[tokio::test]
async fn a_clock_that_jumps_deletes_nothing() {
    let s = Site::new().await;
    let (t, admin) = (&s.t, &s.admin);
    set(t, admin, json!({"site": {"people": 30, "answers": 30}})).await;
    assert_eq!(look(t).await, None, "the first look notes the time");
    t.clock.advance(DAY);
    assert_eq!(look(t).await, Some(BTreeMap::new()));
    t.clock.advance(400 * DAY);
    assert_eq!(look(t).await, None);
    assert!(!tables_with(t, "canary-answer").is_empty());
    t.clock.advance(HOUR * 23);
    assert_eq!(look(t).await, None, "not within a day");
    // The clock is right again: it goes back, and nothing was lost.
    t.clock.advance(-400 * DAY);
    assert_eq!(look(t).await, None);
    assert!(!tables_with(t, "canary-answer").is_empty());
    // The control: a time that stays for a day is believed.
    t.clock.advance(60 * DAY);
    assert_eq!(look(t).await, None);
    t.clock.advance(DAY);
    assert_eq!(look(t).await.unwrap().len(), 2);
}

#[tokio::test]
async fn mails_end_and_an_invitation_can_still_be_sent_again() {
    let s = Site::new().await;
    let (t, admin) = (&s.t, &s.admin);
    t.mailer.set(Mood::Refuses { words: "canary-refusal".into(), retry: false });
    let expired = t.invite(admin, &s.test, "later@example.org").await;
    set(t, admin, json!({"site": {"mails": 20}})).await;
    assert!(!tables_with(t, "canary-refusal").is_empty());
    assert!(days_pass(t, 24).await[&RetentionKind::Mails] >= 2);
    assert!(!tables_with(t, "canary-refusal").contains(&"outbox"));
    let admin = &ada(t).await;
    let body = json!({"action": "extend", "ids": [expired["id"]], "closes_at": t.at(5 * DAY)});
    t.post("/api/invites/actions").bearer(admin).json(body).send().await.ok();
    let path = format!("/api/invites/{}/retry-email", text(&expired["id"]));
    assert!(t.post(path).bearer(admin).send().await.status < 500);
    assert_sound(t);
}

#[tokio::test]
async fn rules_are_read_and_changed_by_version_and_field() {
    let s = Site::new().await;
    let (t, admin, test) = (&s.t, &s.admin, text(&s.test["id"]));
    let bob = t.second_admin().await;
    let read = t.get("/api/admin/retention").bearer(&bob).send().await.ok();
    assert_eq!(
        read["site"],
        json!({"screenshots": null, "answers": null, "timeline": null, "people": null, "mails": null})
    );
    let put = |token: &str, body: Value| t.put("/api/admin/retention").bearer(token).json(body).send();
    put(&bob, json!({"site": {"people": 1}})).await.refused(403, "superadmin_only");
    put(admin, json!({"site": {"people": 0}})).await.invalid("site.people");
    put(admin, json!({"site": {"people": 3651}})).await.invalid("site.people");
    put(admin, json!({"site": {"videos": 5}})).await.invalid("site.videos");
    let nowhere = "00000000-0000-0000-0000-000000000000";
    put(admin, json!({"tests": [{"test_id": nowhere, "rules": {"people": 5}}]})).await.invalid("tests[0].test_id");
    let own = json!({"site": {"people": 3650}, "tests": [{"test_id": test, "rules": {"people": null}}], "version": read["version"]});
    let changed = put(admin, own.clone()).await.ok();
    assert_eq!((&changed["site"]["people"], &changed["tests"][0]["title"]), (&json!(3650), &json!("Backend engineer")));
    assert_eq!(changed["tests"][0]["rules"], json!({"people": null}));
    put(admin, own).await.refused(409, "changed_meanwhile");
    t.delete(format!("/api/tests/{test}/force")).bearer(admin).send().await.ok();
    assert_eq!(t.get("/api/admin/retention").bearer(admin).send().await.ok()["tests"], json!([]));
}

#[tokio::test]
async fn a_test_has_rules_of_its_own() {
    let s = Site::new().await;
    let (t, admin) = (&s.t, &s.admin);
    let kept = t.create_test(admin, all_types()).await;
    t.take(admin, &kept, "kept@example.org", &[("q2", "kept-answer")]).await;
    let never = json!([{"test_id": kept["id"], "rules": {"answers": null}}]);
    set(t, admin, json!({"site": {"answers": 5}, "tests": never})).await;
    assert_eq!(days_pass(t, 10).await, [(RetentionKind::Answers, 1)].into());
    assert_eq!(tables_with(t, "canary-answer"), Vec::<&str>::new());
    assert!(!tables_with(t, "kept-answer").is_empty());
}

#[tokio::test]
async fn links_stay_open_as_long_as_the_site_says() {
    let s = Site::new().await;
    let (t, admin) = (&s.t, &s.admin);
    let put = |body: Value| t.put("/api/admin/link-settings").bearer(admin).json(body).send();
    for (field, bad) in [("linkDays", [0, 366]), ("lateStartHours", [0, 169])] {
        for number in bad {
            put(json!({field: number})).await.invalid(field);
        }
    }
    let read = t.get("/api/admin/link-settings").bearer(admin).send().await.ok();
    assert_eq!((&read["linkDays"], &read["lateStartHours"]), (&json!(14), &json!(24)));
    put(json!({"linkDays": 365, "lateStartHours": 168})).await.ok();
    put(json!({"linkDays": 1, "lateStartHours": 1})).await.ok();
    let refused = put(json!({"linkDays": 3, "version": read["version"]})).await.refused(409, "changed_meanwhile");
    assert_eq!((refused["by"].as_str(), refused["at"].is_string()), (Some("Ada Admin"), true));
    let invite = t.invite(admin, &s.test, "soon@example.org").await;
    t.clock.advance(DAY - HOUR);
    t.door(&invite["token"], None).await.ok();
    t.clock.advance(HOUR);
    t.door(&invite["token"], None).await.refused(410, "expired");
}
