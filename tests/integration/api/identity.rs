//! Pictures of face and identity document in a waiting room (docs/behaviour/sessions.md#identity).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{PASSWORD, key, list, small_test, text},
};
use invigil::{
    domain::{
        exam_session::{KEPT_FOR, MAX_PICTURE_BYTES},
        time::{DAY, HOUR, MINUTE},
        user::StaffRole,
    },
    service::{account::admins, actor::Actor, operate::sweeper},
};
use serde_json::{Value, json};
use std::path::Path;

const FACE: &[u8] = b"\xFF\xD8\xFF\xE0 planted-face";
const DOCUMENT: &[u8] = b"\xFF\xD8\xFF\xE0 planted-document";
const PLANTED: [&[u8]; 2] = [b"planted-face", b"planted-document"];

/// A hall whose waiting room asks for pictures, with one person in it.
struct Hall {
    t: TestApp,
    ada: String,
    test: Value,
    session: Value,
    invite: Value,
}

impl Hall {
    async fn new(t: TestApp, asks: &str) -> Self {
        let ada = t.admin().await;
        let test = t.create_test(&ada, small_test("Rust")).await;
        let form = json!({"title": "Round one", "starts_at": t.at(HOUR), "waiting_room": true, "identity": asks});
        let session = t.post("/api/sessions").bearer(&ada).json(form).send().await.expect(201);
        assert_eq!(session["identity"], asks);
        let invite = t.invite(&ada, &test, "cora@example.org").await;
        let hall = Self { t, ada, test, session, invite };
        hall.seat(&hall.invite).await;
        hall
    }

    async fn seat(&self, invite: &Value) {
        let people = self.t.put(self.path("/people")).bearer(&self.ada);
        people.json(json!({"add": [invite["id"]]})).send().await.ok();
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/sessions/{}{rest}", text(&self.session["id"]))
    }

    fn pictures(&self) -> String {
        self.path(&format!("/people/{}/identity", text(&self.invite["id"])))
    }

    async fn take(&self, kind: &str, bytes: &[u8]) -> Reply {
        let path = format!("/api/take-test/{}/identity/{kind}", text(&self.invite["token"]));
        self.t.put(path).body("image/jpeg", bytes.to_vec()).send().await
    }

    async fn own(&self) -> Value {
        self.t.get(format!("/api/take-test/{}/session", text(&self.invite["token"]))).send().await.ok()
    }

    async fn seen(&self) -> Value {
        list(&self.t.get(self.path("/people")).bearer(&self.ada).send().await.ok()["people"])[0]["identity"].clone()
    }

    async fn picture(&self, who: &str, kind: &str) -> Reply {
        self.t.get(format!("{}/{kind}", self.pictures())).bearer(who).send().await
    }

    async fn again(&self, reason: &str) -> Reply {
        self.t.post(self.pictures()).bearer(&self.ada).json(json!({"reason": reason})).send().await
    }

    async fn admit(&self, extra: Value) -> Reply {
        let mut body = json!({"invites": [self.invite["id"]]});
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        self.t.post(self.path("/admit")).bearer(&self.ada).json(body).send().await
    }

    async fn role(&self, email: &str, role: Value) -> String {
        let operator = Actor::Operator.require().unwrap();
        let made = admins::create_as(&self.t.app, &operator, StaffRole::Staff, email, PASSWORD.into(), email);
        let made = made.await.unwrap();
        let roles = self.t.put(format!("/api/admin/roles/{}", made.id)).bearer(&self.ada);
        roles.json(json!({"roles": [role]})).send().await.ok();
        self.t.sign_in(email).await
    }

    fn problems(&self) -> Vec<String> {
        self.t.assert_sound();
        self.t.problems()
    }
}

fn has_planted(bytes: &[u8]) -> bool {
    PLANTED.iter().any(|word| bytes.windows(word.len()).any(|window| window == *word))
}

fn is_planted(folder: &Path) -> bool {
    has_planted(&std::fs::read(folder.join("invigil.redb")).unwrap())
}

#[tokio::test]
async fn pictures_are_compared_before_someone_is_let_in() {
    let hall = Hall::new(TestApp::new(), "face_and_document").await;
    let own = hall.own().await;
    let nothing = json!({"asks": "face_and_document", "face_at": null, "document_at": null, "again": null});
    assert_eq!((&own["waits"], &own["identity"]), (&json!(true), &nothing));
    assert_eq!(hall.seen().await, json!({"face_at": null, "document_at": null, "again_at": null}));
    hall.picture(&hall.ada, "face").await.refused(404, "not_found");
    let taken = hall.take("face", FACE).await.ok();
    // The proctor's list shows no picture yet.
    hall.admit(json!({"seen_at": null})).await.refused(409, "changed_meanwhile");
    assert!(taken["identity"]["face_at"].is_string() && taken["identity"]["document_at"].is_null());
    hall.take("document", DOCUMENT).await.ok();
    assert_eq!(hall.picture(&hall.ada, "face").await.bytes, FACE);
    assert_eq!(hall.picture(&hall.ada, "document").await.bytes, DOCUMENT);
    // Asked for new ones: those that there were are gone, and the candidate reads why.
    hall.again(&"x".repeat(201)).await.invalid("reason");
    assert_eq!(hall.again(" Too dark. ").await.status, 204);
    assert_eq!(hall.own().await["identity"]["again"], "Too dark.");
    hall.picture(&hall.ada, "face").await.refused(404, "not_found");
    assert!(hall.seen().await["again_at"].is_string());
    hall.take("face", FACE).await.ok();
    let seen = hall.seen().await;
    assert!(seen["again_at"].is_null());
    // Another picture arrives while the proctor compares.
    hall.t.clock.advance(MINUTE);
    hall.take("document", DOCUMENT).await.ok();
    hall.admit(json!({"seen_at": seen["face_at"]})).await.refused(409, "changed_meanwhile");
    let seen = hall.seen().await;
    assert_eq!(hall.admit(json!({"seen_at": seen["document_at"]})).await.ok()["changed"], 1);
    // In: nothing more is asked, and nothing more is taken.
    assert_eq!(hall.own().await["identity"], Value::Null);
    hall.take("face", FACE).await.refused(409, "already_admitted");
    hall.again("").await.refused(409, "already_admitted");
    hall.t.start(&hall.invite["token"], &key(1)).await.ok();
    hall.take("face", FACE).await.refused(409, "already_admitted");
    assert_eq!(hall.problems(), Vec::<String>::new());
}

#[tokio::test]
async fn pictures_are_taken_only_where_they_are_asked_for() {
    let hall = Hall::new(TestApp::new(), "face").await;
    hall.take("document", DOCUMENT).await.refused(404, "not_found");
    hall.take("again", FACE).await.refused(404, "not_found");
    hall.take("face", b"<svg>").await.refused(415, "not_an_image");
    let large = [FACE, &vec![0; MAX_PICTURE_BYTES]].concat();
    hall.take("face", &large).await.refused(413, "too_large");
    let mut last = 200;
    for _ in 0..25 {
        last = hall.take("face", FACE).await.status;
    }
    assert_eq!(last, 429);
    let unknown = format!("/api/take-test/{}/identity/face", "x".repeat(43));
    hall.t.put(unknown).body("image/jpeg", FACE.to_vec()).send().await.refused(404, "unknown_link");
    // By name alone, also without pictures: the person may have shown the document.
    let all = hall.t.post(hall.path("/admit")).bearer(&hall.ada).json(json!({"all": true}));
    all.send().await.invalid("all");
    let form = json!({"title": "Round two", "starts_at": hall.t.at(HOUR), "identity": "face"});
    hall.t.post("/api/sessions").bearer(&hall.ada).json(form).send().await.invalid("identity");
    let agreed = json!({"no_schedule": true, "no_camera": true});
    let other = hall.t.invite_with(&hall.ada, &hall.test, "olga@example.org", agreed).await.expect(201);
    hall.seat(&other).await;
    let own = hall.t.get(format!("/api/take-test/{}/session", text(&other["token"]))).send().await.ok();
    assert_eq!((&own["waits"], &own["identity"]), (&json!(true), &Value::Null));
    assert_eq!(hall.again("").await.status, 204);
    assert_eq!(hall.admit(json!({})).await.ok()["changed"], 1);
}

/// The comparison takes too long, so it is switched off: those whose pictures are there wait no longer.
#[tokio::test]
async fn all_are_let_in_once_no_pictures_are_asked_for() {
    let hall = Hall::new(TestApp::new(), "face").await;
    hall.take("face", FACE).await.ok();
    let form = json!({"title": "Round one", "starts_at": hall.t.at(HOUR), "waiting_room": true, "identity": "none"});
    hall.t.put(hall.path("")).bearer(&hall.ada).json(form).send().await.ok();
    assert_eq!(hall.own().await["waits"], true);
    let all = hall.t.post(hall.path("/admit")).bearer(&hall.ada).json(json!({"all": true}));
    assert_eq!(all.send().await.ok(), json!({"changed": 1, "unchanged": 0}));
    assert_eq!(hall.own().await["waits"], false);
    // They still go a day later.
    hall.t.clock.advance(KEPT_FOR + MINUTE);
    let ada = hall.t.sign_in("ada@example.org").await;
    hall.picture(&ada, "face").await.refused(404, "not_found");
    sweeper::sweep(&hall.t.app).await.unwrap();
    assert_eq!(hall.problems(), Vec::<String>::new());
}

#[tokio::test]
async fn pictures_are_shown_to_those_who_let_people_in() {
    let dir = tempfile::tempdir().unwrap();
    let hall = Hall::new(TestApp::on_disk(dir.path()), "face_and_document").await;
    hall.take("face", FACE).await.ok();
    hall.take("document", DOCUMENT).await.ok();
    let java = hall.t.create_test(&hall.ada, small_test("Java")).await;
    let own = json!([hall.test["id"]]);
    let proctor = hall.role("pia@staff.example", json!({"role": "proctor", "tests": own})).await;
    assert_eq!(hall.picture(&proctor, "document").await.bytes, DOCUMENT);
    let stranger = hall.role("pat@staff.example", json!({"role": "proctor", "tests": [java["id"]]})).await;
    hall.picture(&stranger, "document").await.refused(404, "not_found");
    for (email, role) in
        [("vic@staff.example", "viewer"), ("rob@staff.example", "recruiter"), ("amy@staff.example", "author")]
    {
        let who = hall.role(email, json!({"role": role})).await;
        hall.picture(&who, "face").await.refused(403, "forbidden");
        let people = hall.t.get(hall.path("/people")).bearer(&who).send().await;
        assert!(!has_planted(&people.bytes));
    }
    // Neither the file nor a backup shows them.
    hall.t.settle().await;
    assert!(!is_planted(dir.path()));
    let backup = hall.t.get("/api/admin/backups/file").bearer(&hall.ada).send().await;
    assert_eq!(backup.status, 200);
    assert!(!has_planted(&backup.bytes));
}

#[tokio::test]
async fn pictures_end_a_day_after_their_person_is_in() {
    let hall = Hall::new(TestApp::new(), "face").await;
    hall.take("face", FACE).await.ok();
    hall.admit(json!({"seen_at": hall.t.at(HOUR)})).await.ok();
    hall.t.clock.advance(KEPT_FOR - MINUTE);
    let ada = hall.t.sign_in("ada@example.org").await;
    sweeper::sweep(&hall.t.app).await.unwrap();
    assert_eq!(hall.picture(&ada, "face").await.bytes, FACE);
    hall.t.clock.advance(2 * MINUTE);
    // Before the sweep, too.
    hall.picture(&ada, "face").await.refused(404, "not_found");
    sweeper::sweep(&hall.t.app).await.unwrap();
    hall.picture(&ada, "face").await.refused(404, "not_found");
    assert_eq!(hall.problems(), Vec::<String>::new());
}

#[tokio::test]
async fn pictures_go_with_the_seat_the_session_and_the_invite() {
    for what in ["seat", "session", "invite"] {
        let hall = Hall::new(TestApp::new(), "face_and_document").await;
        hall.take("face", FACE).await.ok();
        hall.take("document", DOCUMENT).await.ok();
        let gone = match what {
            "seat" => hall.t.put(hall.path("/people")).json(json!({"remove": [hall.invite["id"]]})),
            "session" => hall.t.delete(hall.path("")),
            _ => {
                let search = hall.t.get("/api/admin/applicants?search=cora").bearer(&hall.ada).send().await.ok();
                hall.t.delete(format!("/api/admin/applicants/{}", text(&list(&search)[0]["id"])))
            }
        };
        let reply = gone.bearer(&hall.ada).send().await;
        assert!(reply.status < 300, "{what}: {}", reply.status);
        assert_eq!(hall.problems(), Vec::<String>::new(), "{what}");
        hall.picture(&hall.ada, "face").await.refused(404, "not_found");
        let report = hall.t.app.store.check().unwrap();
        assert!(!format!("{report:?}").contains("identity"), "{what}");
    }
}

#[tokio::test]
async fn pictures_are_kept_by_the_end_of_the_session_as_it_is_now() {
    let hall = Hall::new(TestApp::new(), "face").await;
    hall.take("face", FACE).await.ok();
    let put_off = async |ada: &str, starts_at: String| {
        let form = json!({"title": "Round one", "starts_at": starts_at, "waiting_room": true, "identity": "face"});
        hall.t.put(hall.path("")).bearer(ada).json(form).send().await.ok();
        sweeper::sweep(&hall.t.app).await.unwrap();
    };
    // Put off by two days, they are still to be compared then.
    put_off(&hall.ada, hall.t.at(2 * DAY)).await;
    hall.t.clock.advance(30 * HOUR);
    let ada = hall.t.sign_in("ada@example.org").await;
    sweeper::sweep(&hall.t.app).await.unwrap();
    assert_eq!(hall.picture(&ada, "face").await.bytes, FACE);
    // It was over a day ago.
    put_off(&ada, hall.t.at(-29 * HOUR)).await;
    hall.picture(&ada, "face").await.refused(404, "not_found");
    assert_eq!(hall.problems(), Vec::<String>::new());
}
