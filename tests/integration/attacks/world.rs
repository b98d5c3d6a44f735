//! Fixture: a busy site, with canary words in every confidential field.

use crate::support::{
    app::TestApp,
    clip::keep_clip,
    identity::keep_face,
    journey::{PASSWORD, key, small_test, text},
    outage::lose_time,
};
use invigil::{
    domain::{
        time::{HOUR, SECOND},
        user::StaffRole,
        webhook::WebhookEvent,
    },
    picture,
    runner::{
        job::{Outcome, Verdict},
        wire::PROTOCOL,
    },
    service::{account::admins, actor::Actor, mail::deliver, operate::runners::tokens},
    state::runs::RunSubject,
};
use serde_json::{Value, json};

/// Ids and secrets of the site. Cora (key 1) and Carl (key 2) have running attempts; Frank (key 9) has submitted.
pub struct World {
    pub t: TestApp,
    pub ada: String,
    pub bob: String,
    /// A reviewer.
    pub rita: String,
    pub cora: String,
    pub carl: String,
    /// Una's email address is not verified.
    pub una: String,
    pub una_proof: String,
    /// Sessions of a deactivated applicant and a deactivated admin.
    pub inactive: [String; 2],
    pub test: Value,
    /// A test without invites.
    pub spare_test: Value,
    pub invite: Value,
    pub other_invite: Value,
    /// Not started.
    pub spare_invite: Value,
    pub attempt: String,
    pub submission: String,
    pub ended_attempt: String,
    /// Token of Frank's own page.
    pub receipt: String,
    pub applicant_id: String,
    pub bob_id: String,
    pub rita_id: String,
    pub notification: String,
    pub message: String,
    pub shot: String,
    pub clip: String,
    /// Of the essay question.
    pub picture: String,
    /// Of the bank.
    pub question: String,
    pub picture_bytes: Vec<u8>,
    /// Ada's, on the submission.
    pub note: String,
    pub repair: String,
    /// Of an answer that Rita scores.
    pub marking: String,
    /// In which Cora lost time.
    pub outage: String,
    pub wall: String,
    pub session: String,
    /// Token of a code runner on another machine, its id, and the registration that it holds.
    pub runner: String,
    pub runner_id: String,
    pub hold: String,
    /// An exam session with Cora in it.
    pub exam_session: String,
    /// Of the candidate in the middle of the test, to the proctors.
    pub asked: String,
    pub runner_session: String,
    /// Of the whole site, with a delivery that has not ended.
    pub webhook: String,
    pub delivery: String,
    /// Of an order of an applicant tracking system.
    pub external_id: &'static str,
}

pub const FACE: &[u8] = b"\xFF\xD8\xFF\xE0 canary-face";
pub const STILL: &[u8] = b"\xFF\xD8\xFF\xE0 canary-still";
pub const SHOT: &[u8] = b"\xFF\xD8\xFF\xE0 canary-shot";
const CLIP: &[u8] = b"\x1A\x45\xDF\xA3 canary-clip";

/// The run of Cora's code.
const RUN: &str = "01900000-0000-7000-8000-000000000001";

const EXTERNAL_ID: &str = "canary:17";

/// A well-formed but unknown link token.
pub fn no_token() -> String {
    key(200)
}

async fn account(t: &TestApp, email: &str, name: &str, proven: bool) -> String {
    let form = json!({"email": email, "password": PASSWORD, "full_name": name});
    t.post("/api/auth/register").json(form).send().await.expect(201);
    t.change_user(email, move |user| user.mailbox_proven = proven).await;
    t.sign_in(email).await
}

async fn admin(t: &TestApp, email: &str, name: &str) -> String {
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create(&t.app, &operator, email, PASSWORD.into(), name).await.unwrap();
    made.id.to_string()
}

async fn reviewer(t: &TestApp, email: &str, name: &str) -> String {
    let operator = Actor::Operator.require().unwrap();
    let made = admins::create_as(&t.app, &operator, StaffRole::Reviewer, email, PASSWORD.into(), name).await.unwrap();
    made.id.to_string()
}

fn exam(picture: &str) -> Value {
    json!({"title": "T", "questions": [
        {"id": "q1", "type": "multiple_choice", "question": "?", "options": ["left", "right"], "correct_answer": "right"},
        {"id": "q2", "type": "essay", "format": "markdown", "question": format!("What is ![a box](picture:{picture})?")},
    ]})
}

/// The company's logo: the picture with this hash.
async fn put_logo(t: &TestApp, ada: &str, bytes: &[u8], hash: &str) {
    let logo = t.put("/api/admin/company-settings/logo").bearer(ada).body("image/jpeg", bytes.to_vec());
    assert_eq!(logo.send().await.ok()["logo"]["hash"], hash);
}

/// A question of the bank. Returns its id.
async fn banked(t: &TestApp, ada: &str) -> String {
    let question = json!({"type": "essay", "question": "canary-banked-words", "tags": ["bank"]});
    let body = json!({"title": "canary-banked", "state": "ready", "question": question});
    text(&t.post("/api/questions").bearer(ada).json(body).send().await.expect(201)["id"]).to_owned()
}

impl World {
    #[expect(clippy::too_many_lines, reason = "one world, in the order of its events")]
    pub async fn new() -> Self {
        let t = TestApp::new();
        admin(&t, "ada@example.org", "canary-ada").await;
        let bob_id = admin(&t, "bob@example.org", "canary-bob").await;
        admin(&t, "dora@example.org", "Dora").await;
        let rita_id = reviewer(&t, "rita@example.org", "canary-rita").await;
        // Administrators are notified only of later events.
        t.clock.advance(SECOND);
        let ada = t.sign_in("ada@example.org").await;
        settings(&t, &ada).await;
        let una = account(&t, "canary-una@example.org", "canary-una", false).await;
        deliver::run_once(&t.app).await.unwrap();
        let una_proof = verification_token(&t);
        let cora = account(&t, "canary-cora@example.org", "canary-cora", true).await;
        let carl = account(&t, "canary-carl@example.org", "canary-carl", true).await;
        let inactive = [account(&t, "eve@example.org", "Eve", true).await, t.sign_in("dora@example.org").await];
        for email in ["eve@example.org", "dora@example.org"] {
            t.change_user(email, |user| user.is_active = false).await;
        }

        let picture_bytes = picture::jpeg(8, 8, |_, _| [200, 20, 20]).unwrap();
        let picture = t.post("/api/pictures").bearer(&ada).body("image/jpeg", picture_bytes.clone()).send().await;
        let picture = text(&picture.expect(201)["hash"]).to_owned();
        let question = banked(&t, &ada).await;
        put_logo(&t, &ada, &picture_bytes, &picture).await;
        let webhook = hook(&t, &ada).await;
        let test = t.create_test(&ada, exam(&picture)).await;
        let spare_test = t.create_test(&ada, small_test("Spare")).await;
        let invite = start_attempt(&t, &ada, &test, "cora", 1).await;
        let other_invite = start_attempt(&t, &ada, &test, "carl", 2).await;
        let done = start_attempt(&t, &ada, &test, "frank", 9).await;
        let receipt = submit_and_ask(&t, &ada, &done).await;
        t.save(&done["token"], &key(9), &[("q2", "canary-late", 7)]).await.ok();
        let rita = t.sign_in("rita@example.org").await;
        let marking = assign(&t, &ada, &test, (&rita, &rita_id)).await;
        let spare_invite = t.invite(&ada, &test, "sam@example.org").await;
        let attempt = attempt_of(&t, &ada, &invite).await;
        let ended_attempt = attempt_of(&t, &ada, &done).await;
        let submission = text(&t.invite_row(&ada, &done["id"]).await["submission_id"]).to_owned();
        let applicants = t.get("/api/admin/applicants?search=canary-cora").bearer(&ada).send().await.ok();
        let notifications = t.get("/api/admin/notifications").bearer(&ada).send().await.ok();

        let of_frank =
            |one: &&Value| one["data"]["invite_id"] == done["id"] && one["data"]["submission_id"].is_string();
        let of_frank = notifications["notifications"].as_array().unwrap().iter().find(of_frank).unwrap();

        run_code(&t, &attempt);
        t.start_media();
        let of = |tail: &str| t.post(format!("/api/attempts/{attempt}/{tail}")).bearer(&ada);
        let message = of("messages").json(json!({"text": "canary-message"})).send().await.expect(201);
        of("flags").json(json!({"note": "canary-note"})).send().await.expect(201);
        let shot = of("screenshots").body("image/jpeg", SHOT).send().await.expect(201);
        let clip = keep_clip(&t, &attempt, CLIP).await;
        let still = t.put(format!("/api/take-test/{}/still", text(&invite["token"])));
        still.key(&key(1)).body("image/jpeg", STILL).send().await.expect(204);
        let score = format!("/api/admin/scoring/{submission}/answer/q2");
        let verdict = json!({"score_status": "partial", "manual_score": 0.5, "comments": "canary-comment"});
        t.post(score).bearer(&ada).json(verdict).send().await.ok();
        let note = decide(&t, &ada, &submission).await;
        set_rubric(&t, &ada, &test).await;
        let repair = t.post(format!("/api/tests/{}/repairs", text(&test["id"])));
        let full = json!({"question_id": "q1", "action": "full_marks", "reason": "canary-repair"});
        let repair = text(&repair.bearer(&ada).json(full).send().await.expect(201)["id"]).to_owned();
        let outage = lose_time(&t, &attempt).await;
        let exam_session = room(&t, &ada, [&invite, &other_invite]).await;
        let asking = t.post(format!("/api/take-test/{}/questions", text(&invite["token"])));
        let asked = asking.key(&key(1)).json(json!({"text": "canary-asked"})).send().await.expect(201);
        let asked = text(&asked["id"]).to_owned();
        let (runner_id, runner, runner_session) = register_runner(&t).await;
        let lasting = json!({"kind": "test", "id": test["id"], "reason": "canary-hold"});
        let placed = t.post("/api/admin/holds").bearer(&ada).json(lasting).send().await.expect(201);
        let hold = text(&placed["id"]).to_owned();
        let sent = t.get(format!("/api/webhooks/{webhook}/deliveries")).bearer(&ada).send().await.ok();
        let delivery = text(&sent[0]["id"]).to_owned();
        let order = json!({"external_id": EXTERNAL_ID, "test_id": test["id"], "applicant_name": "canary-ordered",
            "applicant_email": "canary-ordered@example.org", "no_schedule": true});
        t.post("/api/orders").bearer(&ada).json(order).send().await.expect(201);
        let wall = t.post("/api/webrtc/walls").bearer(&ada).send().await.expect(201);
        let session = t.post(format!("/api/webrtc/start-session/{}", text(&invite["id"])));
        let session = session.bearer(&ada).send().await.ok();
        Self {
            bob: t.sign_in("bob@example.org").await,
            rita,
            marking,
            applicant_id: text(&applicants[0]["id"]).to_owned(),
            notification: text(&of_frank["id"]).to_owned(),
            message: text(&message["id"]).to_owned(),
            shot: text(&shot["id"]).to_owned(),
            clip,
            picture,
            question,
            picture_bytes,
            note,
            repair,
            outage,
            wall: text(&wall["session_id"]).to_owned(),
            session: text(&session["session_id"]).to_owned(),
            t,
            ada,
            cora,
            carl,
            una,
            una_proof,
            inactive,
            test,
            spare_test,
            invite,
            other_invite,
            spare_invite,
            attempt,
            submission,
            ended_attempt,
            receipt,
            bob_id,
            rita_id,
            runner,
            runner_id,
            hold,
            exam_session,
            asked,
            runner_session,
            webhook,
            delivery,
            external_id: EXTERNAL_ID,
        }
    }

    /// The path of a call with ids of this world; `token` is the caller's link token.
    pub fn path(&self, call: &str, token: &str) -> String {
        let template = call.split_once(' ').unwrap().1;
        let id = match template {
            _ if call == "DELETE /api/tests/{id}" => text(&self.spare_test["id"]),
            _ if template.starts_with("/api/tests/") => text(&self.test["id"]),
            _ if template.starts_with("/api/questions/") => &self.question,
            _ if template.starts_with("/api/invites/") => text(&self.spare_invite["id"]),
            _ if template.ends_with("/answers-file") => &self.ended_attempt,
            _ if template.starts_with("/api/admin/outages/") => &self.outage,
            _ if template.starts_with("/api/sessions/") => &self.exam_session,
            _ if template.starts_with("/api/questions-asked/") => &self.asked,
            _ if template.starts_with("/api/admin/roles/") => &self.rita_id,
            _ if template.starts_with("/api/admin/runners/") => &self.runner_id,
            _ if template.starts_with("/api/webhooks/") => &self.webhook,
            _ if template.starts_with("/api/admin/holds/") => &self.hold,
            _ if template.starts_with("/api/attempts/") => &self.attempt,
            _ if template.starts_with("/api/admin/applicants/") => &self.applicant_id,
            _ if template.starts_with("/api/admin/notifications/") => &self.notification,
            _ => &self.bob_id,
        };
        let session = if template.contains("/walls/") { &self.wall } else { &self.session };
        [
            ("{id}", id),
            ("{token}", token),
            ("{submission_id}", &self.submission),
            ("{answer_id}", "q2"),
            ("{question_id}", "q2"),
            ("{test_id}", text(&self.test["id"])),
            ("{admin_id}", &self.bob_id),
            ("{invite_id}", text(&self.invite["id"])),
            ("{session_id}", session),
            ("{shot}", &self.shot),
            ("{kind}", "face"),
            ("{language}", "fr"),
            ("{clip}", &self.clip),
            ("{note_id}", &self.note),
            ("{repair_id}", &self.repair),
            ("{marking_id}", &self.marking),
            ("{message_id}", &self.message),
            ("{delivery_id}", &self.delivery),
            ("{external_id}", self.external_id),
            ("{run_id}", RUN),
            ("{hash}", &self.picture),
            ("{seed}", "000102030405060708090a0b0c0d0e0f"),
        ]
        .into_iter()
        .fold(template.to_owned(), |path, (name, value)| path.replace(name, value))
    }
}

/// A webhook of the whole site, for all events.
async fn hook(t: &TestApp, ada: &str) -> String {
    let events = WebhookEvent::ALL.map(WebhookEvent::name);
    let headers = json!([{"name": "authorization", "value": "canary-header"}]);
    let form = json!({"name": "Canary", "url": "https://hooks.example.org/", "events": events, "headers": headers});
    text(&t.post("/api/webhooks").bearer(ada).json(form).send().await.expect(201)["id"]).to_owned()
}

/// Assigns Gina's essay to a reviewer. Returns the id by which its marking is called.
async fn assign(t: &TestApp, ada: &str, test: &Value, (rita, id): (&str, &str)) -> String {
    let gina = start_attempt(t, ada, test, "gina", 8).await;
    t.submit(&gina["token"], &key(8), &[("q2", "rita-may-read")]).await.ok();
    let test = text(&test["id"]);
    let body = json!({"items": [{"reviewer_id": id, "question_id": "q2"}]});
    t.put(format!("/api/tests/{test}/assignments")).bearer(ada).json(body).send().await.ok();
    let queue = t.get(format!("/api/reviewing/answers?test_id={test}&question_id=q2")).bearer(rita).send().await.ok();
    let found = queue["answers"].as_array().unwrap().iter().find(|answer| answer["answer"] == "rita-may-read");
    text(&found.unwrap()["marking_id"]).to_owned()
}

/// Frank submits, and asks to be erased, which is declined with a reason. Returns the token of his own page.
async fn submit_and_ask(t: &TestApp, ada: &str, invite: &Value) -> String {
    let receipt = text(&t.submit(&invite["token"], &key(9), &[]).await.ok()["receipt_token"]).to_owned();
    t.post(format!("/api/receipt/{receipt}/erasure")).send().await.ok();
    let asked = t.get("/api/admin/applicants?erasure_asked=true").bearer(ada).send().await.ok();
    let decline = t.post(format!("/api/admin/applicants/{}/decline-erasure", text(&asked[0]["id"])));
    decline.bearer(ada).json(json!({"reason": "canary-declined"})).send().await.ok();
    receipt
}

/// An exam session in which everyone begins together, with candidates who are in the middle of the test.
async fn room(t: &TestApp, ada: &str, invites: [&Value; 2]) -> String {
    let form = json!({"title": "canary-session", "starts_at": t.at(HOUR), "notes": "canary-room", "start": "together",
        "waiting_room": true, "identity": "face"});
    let made = t.post("/api/sessions").bearer(ada).json(form).send().await.expect(201);
    let people = t.put(format!("/api/sessions/{}/people", text(&made["id"])));
    people.bearer(ada).json(json!({"add": invites.map(|invite| &invite["id"])})).send().await.ok();
    keep_face(t, &made, invites[0], FACE).await;
    text(&made["id"]).to_owned()
}

/// Decides on a submission, with a reason and a note. Returns the note's id.
async fn decide(t: &TestApp, ada: &str, submission: &str) -> String {
    let decision = json!({"decision": "reject", "reason": "canary-reason"});
    t.put(format!("/api/results/{submission}/decision")).bearer(ada).json(decision).send().await.ok();
    let notes = t.post(format!("/api/results/{submission}/notes"));
    let note = notes.bearer(ada).json(json!({"text": "canary-private"})).send().await.expect(201);
    text(&note["id"]).to_owned()
}

/// Gives an essay a rubric.
async fn set_rubric(t: &TestApp, ada: &str, test: &Value) {
    let item = |text: &str| json!({"text": text, "points": 0.5});
    let rubric = json!({"mode": "deduct", "items": [item("canary-item"), item("another")],
        "model_answer": "canary-model", "notes": "canary-hint", "snippets": ["canary-snippet"]});
    let path = format!("/api/tests/{}/rubrics/q2", text(&test["id"]));
    t.put(path).bearer(ada).json(rubric).send().await.ok();
}

/// Id of the token of a code runner, the token, and its registration.
async fn register_runner(t: &TestApp) -> (String, String, String) {
    let operator = Actor::Operator.require().unwrap();
    let (made, token) = tokens::create(&t.app, &operator, "canary-machine").await.unwrap();
    let body = json!({"protocol": PROTOCOL, "version": env!("CARGO_PKG_VERSION"), "slots": 1});
    let session = t.post("/api/runner/register").bearer(&token).json(body).send().await.ok();
    (made.id.to_string(), token, text(&session["session"]).to_owned())
}

/// Configures both services with secrets; the mail server accepts everything, the AI service does not respond.
async fn settings(t: &TestApp, ada: &str) {
    let mail = json!({"smtpHost": "mail.example.org", "smtpUser": "canary-user", "smtpPassword": "canary-password",
        "fromEmail": "jobs@example.org"});
    t.put("/api/admin/email-settings").bearer(ada).json(mail).send().await.ok();
    let ai = json!({"provider": "openai", "baseUrl": "http://127.0.0.1:9/v1", "model": "m", "apiKey": "canary-apikey"});
    t.put("/api/admin/ai-settings").bearer(ada).json(ai).send().await.ok();
}

/// Starts an attempt and saves an essay.
async fn start_attempt(t: &TestApp, ada: &str, test: &Value, name: &str, n: u8) -> Value {
    let (email, name) = (format!("canary-{name}@example.org"), format!("canary-{name}"));
    let invite =
        t.invite_with(ada, test, &email, json!({"applicant_name": name, "no_schedule": true})).await.expect(201);
    t.start(&invite["token"], &key(n)).await.ok();
    t.save(&invite["token"], &key(n), &[("q2", &format!("{name}-words"), 1)]).await.ok();
    invite
}

/// A finished run, whose output only its candidate may read.
fn run_code(t: &TestApp, attempt: &str) {
    let id = RUN.parse().unwrap();
    let subject = RunSubject { question_id: "q2".into(), language: "Python".into(), with_tests: false };
    t.app.code.runs.begin(attempt.parse().unwrap(), id, subject, t.app.now()).unwrap();
    let outcome = Outcome { compiler: "canary-output".into(), ..Outcome::untested(Verdict::Ce, "") };
    t.app.code.runs.finished(id, outcome).unwrap();
}

async fn attempt_of(t: &TestApp, ada: &str, invite: &Value) -> String {
    text(&t.invite_row(ada, &invite["id"]).await["attempt_id"]).to_owned()
}

/// Token of the last verification mail.
fn verification_token(t: &TestApp) -> String {
    let mails = t.mailer.sent();
    let (_, rest) = mails.iter().rev().find_map(|m| m.content.text.split_once("/verify/")).expect("no mail");
    rest.split_whitespace().next().unwrap().to_owned()
}
