//! Pictures of questions (docs/behaviour/tests.md#pictures).

use crate::support::{
    app::TestApp,
    call::Reply,
    journey::{key, text},
};
use invigil::{
    domain::{
        PictureHash,
        picture::{Picture, PictureFile},
        time::{DAY, HOUR},
    },
    picture,
    service::{actor::Actor, operate::integrity_check},
    store::Read,
};
use serde_json::{Value, json};

fn jpeg(shade: u8) -> Vec<u8> {
    picture::jpeg(40, 30, |x, _| [shade * 60, u8::try_from(x).unwrap(), 200]).unwrap()
}

async fn upload(t: &TestApp, admin: &str, bytes: &[u8]) -> Reply {
    t.post("/api/pictures").bearer(admin).body("image/jpeg", bytes).send().await
}

async fn kept(t: &TestApp, admin: &str, shade: u8) -> String {
    text(&upload(t, admin, &jpeg(shade)).await.expect(201)["hash"]).to_owned()
}

fn essay(words: &str) -> Value {
    json!({"id": "q1", "type": "essay", "format": "markdown", "question": words})
}

fn with_question(question: &Value) -> Value {
    json!({"title": "T", "questions": [question]})
}

async fn save(t: &TestApp, admin: &str, body: Value) -> Reply {
    t.post("/api/tests").bearer(admin).json(body).send().await
}

fn pictures(t: &TestApp) -> usize {
    let read = t.app.store.read().unwrap();
    let (heads, files) = (read.records::<Picture>().unwrap().len(), read.records::<PictureFile>().unwrap().len());
    assert_eq!(heads, files);
    heads
}

fn unused(t: &TestApp) -> usize {
    let report = integrity_check::check(&t.app, &Actor::Operator.require().unwrap()).unwrap();
    assert_eq!(report.problems, Vec::<String>::new());
    report.unused_pictures
}

#[tokio::test]
async fn a_picture_is_stored_once_and_served() {
    let (t, admin) = TestApp::with_admin().await;
    let picture = jpeg(1);
    let (first, second) = tokio::join!(upload(&t, &admin, &picture), upload(&t, &admin, &picture));
    let (first, second) = (first.expect(201), second.expect(201));
    assert_eq!(first, second);
    assert_eq!(
        (&first["width"], &first["height"], &first["media_type"]),
        (&json!(40), &json!(30), &json!("image/jpeg"))
    );
    assert_eq!(pictures(&t), 1);
    let path = format!("/api/pictures/{}", text(&first["hash"]));
    let reply = t.get(path).bearer(&admin).send().await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "image/jpeg"));
    assert_eq!(json!(reply.bytes.len()), first["bytes"]);
    upload(&t, &admin, b"<svg onload=alert(1)>").await.refused(415, "not_an_image");
    upload(&t, &admin, &jpeg(1)[..200]).await.invalid("picture");
    upload(&t, &admin, &vec![0xFF; (2 << 20) + 1]).await.refused(413, "too_large");
    t.post("/api/pictures").bearer(&admin).body("image/gif", jpeg(1)).send().await.refused(415, "wrong_media");
    for nowhere in ["x", &"0".repeat(64)] {
        t.get(format!("/api/pictures/{nowhere}")).bearer(&admin).send().await.refused(404, "not_found");
    }
    t.assert_sound();
}

#[tokio::test]
async fn a_test_shows_only_pictures_that_are_stored() {
    let (t, admin) = TestApp::with_admin().await;
    let (hash, missing) = (kept(&t, &admin, 1).await, "0".repeat(64));
    let found = essay(&format!("What is ![a box](picture:{hash})?"));
    let lost = essay(&format!("What is ![a box](picture:{missing})?"));
    let test = save(&t, &admin, with_question(&found)).await.expect(201);
    let fault = save(&t, &admin, with_question(&lost)).await.invalid("questions[0].question");
    assert!(text(&fault["detail"]).contains("upload it again"), "{fault}");
    let description = json!({"title": "T", "description_format": "markdown", "questions": [found],
        "description": format!("![x](picture:{missing})")});
    save(&t, &admin, description).await.invalid("description");
    let path = format!("/api/tests/{}", text(&test["id"]));
    t.put(path).bearer(&admin).json(with_question(&lost)).send().await.invalid("questions[0].question");

    let large = hash.parse::<PictureHash>().unwrap();
    t.app
        .store
        .write(move |tx| {
            let mut picture: Picture = tx.get(large)?.unwrap();
            picture.bytes = 65 << 20;
            tx.put(&picture)
        })
        .await
        .unwrap();
    let fault = save(&t, &admin, with_question(&found)).await.invalid("questions");
    assert!(text(&fault["detail"]).contains("64 MiB"), "{fault}");
}

#[tokio::test]
async fn a_candidate_sees_the_pictures_of_the_paper_alone() {
    let (t, admin) = TestApp::with_admin().await;
    let (asked, explained, other) = (kept(&t, &admin, 1).await, kept(&t, &admin, 2).await, kept(&t, &admin, 3).await);
    let shown = |hash: &str| format!("![a box](picture:{hash})");
    let mut question = essay(&shown(&asked));
    question["explanation"] = shown(&explained).into();
    let test = save(&t, &admin, with_question(&question)).await.expect(201);
    save(&t, &admin, with_question(&essay(&shown(&other)))).await.expect(201);
    let (mine, theirs) = (t.invite(&admin, &test, "a@x.org").await, t.invite(&admin, &test, "b@x.org").await);
    let get = async |hash: &str, with: u8| {
        t.get(format!("/api/take-test/{}/pictures/{hash}", text(&mine["token"]))).key(&key(with)).send().await
    };
    get(&asked, 1).await.refused(409, "not_started");
    t.start(&mine["token"], &key(1)).await.ok();
    t.start(&theirs["token"], &key(2)).await.ok();
    assert_eq!(get(&asked, 1).await.status, 200);
    get(&asked, 2).await.refused(409, "attempt_elsewhere");
    for hidden in [&*explained, &other, "x", &"0".repeat(64)] {
        get(hidden, 1).await.refused(404, "not_found");
    }
    // The paper is frozen: what the author removes stays with it.
    let path = format!("/api/tests/{}", text(&test["id"]));
    t.put(path).bearer(&admin).json(with_question(&essay("None any more"))).send().await.ok();
    assert_eq!(get(&asked, 1).await.status, 200);
    t.submit(&mine["token"], &key(1), &[]).await.ok();
    get(&asked, 1).await.refused(409, "finished");
    t.assert_sound();
}

#[tokio::test]
async fn what_nothing_shows_goes_after_a_week() {
    let (t, admin) = TestApp::with_admin().await;
    let (used, frozen, again) = (kept(&t, &admin, 1).await, kept(&t, &admin, 2).await, kept(&t, &admin, 3).await);
    kept(&t, &admin, 4).await;
    let shown = |hash: &str| with_question(&essay(&format!("![a box](picture:{hash})")));
    save(&t, &admin, shown(&used)).await.expect(201);
    let test = save(&t, &admin, shown(&frozen)).await.expect(201);
    let invite = t.invite(&admin, &test, "a@x.org").await;
    t.start(&invite["token"], &key(1)).await.ok();
    t.submit(&invite["token"], &key(1), &[]).await.ok();
    t.delete(format!("/api/tests/{}", text(&test["id"]))).bearer(&admin).send().await.ok();
    assert_eq!((pictures(&t), unused(&t)), (4, 2));
    t.clock.advance(7 * DAY - HOUR);
    t.sweep().await;
    let admin = t.sign_in("ada@example.org").await;
    assert_eq!(kept(&t, &admin, 3).await, again, "used again");
    assert_eq!(pictures(&t), 4);
    t.clock.advance(2 * HOUR);
    t.sweep().await;
    assert_eq!((pictures(&t), unused(&t)), (3, 1));
    t.clock.advance(8 * DAY);
    t.sweep().await;
    assert_eq!((pictures(&t), unused(&t)), (2, 0));
    let admin = t.sign_in("ada@example.org").await;
    save(&t, &admin, shown(&again)).await.invalid("questions[0].question");
    save(&t, &admin, shown(&frozen)).await.expect(201);
    t.assert_sound();
}

#[tokio::test]
async fn a_lost_or_changed_picture_is_found() {
    let (t, admin) = TestApp::with_admin().await;
    let hash = kept(&t, &admin, 1).await;
    save(&t, &admin, with_question(&essay(&format!("![a box](picture:{hash})")))).await.expect(201);
    let hash = hash.parse::<PictureHash>().unwrap();
    let changed = PictureFile { hash, bytes: b"other".into() };
    t.app.store.write(move |tx| tx.put(&changed)).await.unwrap();
    assert_eq!(t.problems(), [format!("picture {hash}: its content does not match its hash")]);
    t.app.store.write(move |tx| tx.delete::<PictureFile>(hash)).await.unwrap();
    assert_eq!(t.problems(), [format!("picture {hash}: its file is missing")]);
    t.app.store.write(move |tx| tx.delete::<Picture>(hash)).await.unwrap();
    assert!(t.problems()[0].ends_with(&format!("it shows the picture {hash}, which is missing")));
}
