//! Clips around flags (docs/behaviour/monitoring.md#clips-around-flags).

use super::Scene;
use crate::support::{
    app::TestApp,
    clip::keep_clip,
    failing_disk::FailingDisk,
    journey::{key, text},
    media_client::{Client, LOW, eventually},
    small_disk::SmallDisk,
};
use invigil::{
    app::{Config, Host},
    domain::{
        AttemptId, ClipId,
        clip::{Clip, ClipPart, MAX_CLIPS, MAX_PARTS},
    },
    live::media::FinishedClip,
    service::monitor::clips,
    store::{Read, Record, records::counter},
};
use serde_json::{Value, json};

/// A scene whose test keeps clips, with one candidate who sends video.
struct Kept {
    scene: Scene,
    attempt: String,
    candidate: Client,
    viewer: Client,
}

impl Kept {
    async fn with(signals: Value) -> Self {
        Self::of(Scene::new(0).await, signals).await
    }

    async fn of(mut scene: Scene, signals: Value) -> Self {
        let (t, media) = (&scene.t, scene.media);
        let test = t.test_with_all_types(&scene.admin).await;
        let rule = t.put(format!("/api/tests/{}/clips", text(&test["id"]))).bearer(&scene.admin);
        rule.json(json!({"keep": true, "signals": signals})).send().await.ok();
        let invite = t.invite(&scene.admin, &test, "cora@example.org").await;
        t.start(&invite["token"], &key(1)).await.ok();
        let attempt = text(&t.invite_row(&scene.admin, &invite["id"]).await["attempt_id"]).to_owned();
        let candidate = Client::publish(t, media, &invite, &key(1), 7).await;
        let viewer = Client::watch(t, media, &scene.admin, &invite).await;
        viewer.more_of(7, LOW, 5).await;
        scene.invites.push(invite);
        Self { scene, attempt, candidate, viewer }
    }

    fn t(&self) -> &TestApp {
        &self.scene.t
    }

    async fn flag(&self) {
        let call = self.t().post(format!("/api/attempts/{}/flags", self.attempt)).bearer(&self.scene.admin);
        call.json(json!({"note": "looks away"})).send().await.expect(201);
    }

    async fn recorded(&self) {
        eventually("a recorded clip", async || (self.t().app.media.open_clips() > 0).then_some(())).await;
        self.viewer.more_of(7, LOW, 5).await;
    }

    /// Ends the attempt, and with it the clip, which is stored.
    async fn end(&self) {
        let clip = self.finished().await;
        clips::keep(&self.t().app, &clip, &mut Vec::new()).await.unwrap();
        self.t().app.media.clip_done();
    }

    /// Ends the attempt, and with it the clip.
    async fn finished(&self) -> FinishedClip {
        let t = self.t();
        let mut finished = t.app.media.take_clips().unwrap();
        t.submit(&self.scene.invites[0]["token"], &key(1), &[]).await.ok();
        finished.recv().await.unwrap()
    }

    async fn clip_entries(&self) -> Vec<Value> {
        let path = format!("/api/attempts/{}/timeline", self.attempt);
        let timeline = self.t().get(path).bearer(&self.scene.admin).send().await.ok();
        let entries = timeline["entries"].as_array().unwrap();
        entries.iter().filter(|entry| entry["kind"] == "clip").cloned().collect()
    }

    fn rows(&self) -> (usize, usize, u64) {
        let read = self.t().app.store.read().unwrap();
        let counted = read.count(&counter::clip_parts()).unwrap();
        (read.records::<Clip>().unwrap().len(), read.records::<ClipPart>().unwrap().len(), counted)
    }
}

#[tokio::test]
async fn a_flag_keeps_a_clip_that_goes_with_the_person() {
    let kept = Kept::with(json!([])).await;
    let t = kept.t();
    kept.flag().await;
    kept.recorded().await;
    kept.end().await;
    let entries = kept.clip_entries().await;
    assert_eq!(entries.len(), 1, "{entries:?}");
    let path = format!("/api/attempts/{}/clips/{}", kept.attempt, text(&entries[0]["clip_id"]));
    let reply = t.get(path.clone()).bearer(&kept.scene.admin).send().await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "video/webm"));
    assert!(reply.bytes.starts_with(&[0x1A, 0x45, 0xDF, 0xA3]), "EBML");
    assert_eq!(kept.rows(), (1, 1, 1));
    t.assert_sound();
    t.get(path.clone()).send().await.refused(401, "unauthorized");
    let people = t.get("/api/admin/applicants").bearer(&kept.scene.admin).send().await.ok();
    let person = format!("/api/admin/applicants/{}", text(&people[0]["id"]));
    t.delete(person).bearer(&kept.scene.admin).send().await.ok();
    assert_eq!(kept.rows(), (0, 0, 0));
    t.get(path).bearer(&kept.scene.admin).send().await.refused(404, "not_found");
    t.assert_sound();
    kept.candidate.stop();
}

#[tokio::test]
async fn chosen_signals_make_clips_and_others_do_not() {
    let kept = Kept::with(json!(["paste"])).await;
    let t = kept.t();
    let signal = async |kind: &str| {
        let call = t.post(format!("/api/take-test/{}/signals", text(&kept.scene.invites[0]["token"]))).key(&key(1));
        call.json(json!({"signals": [{"kind": kind, "detail": "12"}]})).send().await.ok();
    };
    signal("blur").await;
    kept.viewer.more_of(7, LOW, 3).await;
    assert_eq!(t.app.media.open_clips(), 0);
    signal("paste").await;
    kept.recorded().await;
    kept.end().await;
    assert_eq!(kept.clip_entries().await.len(), 1);
}

#[tokio::test]
async fn an_attempt_keeps_what_its_candidate_was_informed_of() {
    let kept = Kept::with(json!(["tab_hidden"])).await;
    let (t, admin) = (kept.t(), &kept.scene.admin);
    let invite = &kept.scene.invites[0];
    let path = format!("/api/tests/{}/clips", text(&invite["test_id"]));
    let door = async || {
        let call = t.get(format!("/api/take-test/{}", text(&invite["token"])));
        call.key(&key(1)).send().await.ok()["clips"].clone()
    };
    assert_eq!(door().await, json!(["tab_hidden"]));
    t.put(path.clone())
        .bearer(admin)
        .json(json!({"keep": false, "version": 0}))
        .send()
        .await
        .refused(409, "changed_meanwhile");
    t.put(path.clone()).bearer(admin).json(json!({"keep": true, "signals": ["focus"]})).send().await.invalid("signals");
    let off = t.put(path.clone()).bearer(admin).json(json!({"keep": false, "version": 1})).send().await.ok();
    assert_eq!((&off["keep"], &off["version"], &off["by"]), (&json!(false), &json!(2), &json!("Ada Admin")));
    assert_eq!(door().await, json!(["tab_hidden"]), "agreed at the start");
    kept.flag().await;
    kept.recorded().await;
}

#[tokio::test]
async fn a_test_that_keeps_no_clips_records_nothing() {
    let scene = Scene::new(1).await;
    let t = &scene.t;
    let candidate = Client::publish(t, scene.media, &scene.invites[0], &key(1), 7).await;
    let viewer = Client::watch(t, scene.media, &scene.admin, &scene.invites[0]).await;
    viewer.more_of(7, LOW, 3).await;
    let attempt = text(&t.invite_row(&scene.admin, &scene.invites[0]["id"]).await["attempt_id"]).to_owned();
    let flag = t.post(format!("/api/attempts/{attempt}/flags")).bearer(&scene.admin);
    flag.json(json!({"note": "looks away"})).send().await.expect(201);
    viewer.more_of(7, LOW, 3).await;
    assert_eq!(t.app.media.open_clips(), 0);
    candidate.stop();
}

#[tokio::test]
async fn an_attempt_has_a_bounded_number_of_clips() {
    let kept = Kept::with(json!([])).await;
    for _ in 0..MAX_CLIPS {
        keep_clip(kept.t(), &kept.attempt, b"webm").await;
    }
    kept.flag().await;
    kept.recorded().await;
    kept.end().await;
    let entries = kept.clip_entries().await;
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(
        (&entries[0]["clip_id"], &entries[0]["text"]),
        (&Value::Null, &json!("Not kept: this test has as many clips as it can have."))
    );
    assert_eq!(kept.rows().0, MAX_CLIPS);
    kept.t().assert_sound();
}

#[tokio::test]
async fn a_clip_without_a_part_is_found_by_the_integrity_check() {
    let kept = Kept::with(json!([])).await;
    let t = kept.t();
    keep_clip(t, &kept.attempt, b"webm").await;
    t.assert_sound();
    let part: ClipPart = t.app.store.read().unwrap().records().unwrap().remove(0);
    t.app.store.write(move |tx| tx.delete::<ClipPart>(part.id()).map(drop)).await.unwrap();
    let found = t.problems();
    assert!(found.iter().any(|problem| problem.contains("its parts do not match")), "{found:?}");
}

#[tokio::test]
async fn a_clip_that_was_being_stored_is_removed_at_the_start() {
    let kept = Kept::with(json!([])).await;
    let t = kept.t();
    kept.flag().await;
    kept.recorded().await;
    kept.end().await;
    let mut clip: Clip = t.app.store.read().unwrap().records().unwrap().remove(0);
    clip.is_whole = false;
    t.app.store.write(move |tx| tx.put(&clip)).await.unwrap();
    let id = text(&kept.clip_entries().await[0]["clip_id"]).to_owned();
    let path = format!("/api/attempts/{}/clips/{id}", kept.attempt);
    t.get(path).bearer(&kept.scene.admin).send().await.refused(404, "not_found");
    clips::remove_unfinished(&t.app).await.unwrap();
    assert_eq!(kept.rows(), (0, 0, 0));
    t.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clip_that_cannot_be_stored_frees_its_space_and_is_said_once() {
    let disk = FailingDisk::default();
    let kept = Kept::of(Scene::of(TestApp::on_backing(disk.backing()), 0).await, json!([])).await;
    let t = kept.t();
    kept.flag().await;
    kept.recorded().await;
    let clip = kept.finished().await;
    let mut failed = Vec::new();
    disk.fail(true);
    clips::keep(&t.app, &clip, &mut failed).await.unwrap_err();
    clips::give_up(&t.app, &mut failed).await;
    assert_eq!(failed.len(), 1, "the store fails still");
    disk.fail(false);
    while !t.app.store.stats().available {
        tokio::task::yield_now().await;
    }
    // As if the disk had failed after the first of two parts.
    let (id, attempt_id, at) = (failed[0].clip, failed[0].attempt, failed[0].at);
    let half = Clip { id, attempt_id, from: at, to: at, marks: Vec::new(), bytes: 8, parts: 2, is_whole: false };
    let part = ClipPart { attempt_id, clip_id: id, number: 0, bytes: b"webm".to_vec() };
    let stored = t.app.store.write(move |tx| {
        tx.put(&half)?;
        tx.put(&part)
    });
    stored.await.unwrap();
    for _ in 0..2 {
        clips::give_up(&t.app, &mut failed).await;
        assert!(failed.is_empty());
        assert_eq!(kept.rows(), (0, 0, 0));
        let entries = kept.clip_entries().await;
        assert_eq!(entries.len(), 1, "{entries:?}");
        assert_eq!(entries[0]["text"], "Not kept: the server could not store it.");
    }
    t.assert_sound();
}

#[tokio::test]
async fn a_disk_that_is_nearly_full_keeps_no_clip() {
    let folder = tempfile::tempdir().unwrap();
    let Some(_disk) = SmallDisk::mount(folder.path(), 300) else {
        eprintln!("skipped: this process may not mount");
        return;
    };
    let host = Host { data: Some(folder.path().to_owned()), ..Host::default() };
    let t = TestApp::with_config(Config { host, ..Config::default() });
    let kept = Kept::of(Scene::of(t, 0).await, json!([])).await;
    kept.flag().await;
    kept.recorded().await;
    kept.end().await;
    let entries = kept.clip_entries().await;
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(entries[0]["text"], "Not kept: the server is short of disk space.");
    assert_eq!(kept.rows(), (0, 0, 0));
    kept.t().assert_sound();
}

/// The last part of the quota is used, and no clip of before is deleted for another one.
#[tokio::test]
async fn no_clip_is_kept_beyond_the_space_of_all() {
    let kept = Kept::with(json!([])).await;
    let t = kept.t();
    kept.flag().await;
    kept.recorded().await;
    let finished = kept.finished().await;
    let (clip_id, attempt_id): (ClipId, AttemptId) = (t.app.new_id(), kept.attempt.parse().unwrap());
    let (from, parts) = (t.now(), u32::try_from(MAX_PARTS - 1).unwrap());
    let large =
        Clip { id: clip_id, attempt_id, from, to: from, marks: Vec::new(), bytes: parts, parts, is_whole: true };
    t.app.store.write(move |tx| tx.put(&large).map(drop)).await.unwrap();
    for first in (0..parts).step_by(1_024) {
        let mut some = first..parts.min(first + 1_024);
        let part = move |number| ClipPart { attempt_id, clip_id, number, bytes: vec![7] };
        let stored = t.app.store.write(move |tx| some.try_for_each(|number| tx.put(&part(number)).map(drop)));
        stored.await.unwrap();
    }
    let mut failed = Vec::new();
    for _ in 0..2 {
        clips::keep(&t.app, &finished, &mut failed).await.unwrap();
    }
    assert!(failed.is_empty());
    let entries = kept.clip_entries().await;
    let count = |is_meant: &dyn Fn(&Value) -> bool| entries.iter().filter(|entry| is_meant(entry)).count();
    let used_up = json!("Not kept: the space for clips is used up.");
    let counts = (count(&|entry| entry["clip_id"].is_string()), count(&|entry| entry["text"] == used_up));
    assert_eq!(counts, (1, 1), "{entries:?}");
    assert_eq!(kept.rows().2, MAX_PARTS);
    t.assert_sound();
}
