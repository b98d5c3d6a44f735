//! Data that a released version left behind opens, checks clean, continues and restores (`fixtures/`).

use crate::support::{
    app::TestApp,
    binary::Place,
    journey::{list, text},
};
use invigil::{
    domain::{Instant, time::MINUTE},
    service::{actor::Actor, operate::integrity_check, settings},
};
use serde_json::{Value, json};
use std::{fs, io, path::Path};

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/fixtures/0.1.0");

fn unpack(into: &Path) {
    fs::create_dir_all(into).unwrap();
    let file = fs::File::open(Path::new(FIXTURE).join("data-folder.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    for n in 0..archive.len() {
        let mut entry = archive.by_index(n).unwrap();
        let path = into.join(&*entry.name().unwrap());
        io::copy(&mut entry, &mut fs::File::create(&path).unwrap()).unwrap();
        // The key of a data folder is refused where others may read it.
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    }
}

/// The view of administrators: two applicants are left, the third was erased.
fn looks_as_it_was(place: &Place) {
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
    let applicants = place.run(["applicant", "list", "--json"]).json();
    let emails: Vec<_> = applicants.as_array().unwrap().iter().map(|a| a["email"].as_str().unwrap()).collect();
    assert_eq!(emails, ["alan@example.org", "grace@example.org"]);
    assert_eq!(place.run(["results", "export", "--format", "json"]).json().as_array().unwrap().len(), 1);
    assert_eq!(place.run(["test", "list", "--json"]).json()[0]["title"], "Kept test");
    let log = place.run(["audit", "export"]).stdout;
    assert!(log.contains("attempt.end") && log.contains("applicant.erase"), "{log}");
}

#[test]
fn a_data_folder_of_a_previous_version_opens_and_checks_clean() {
    let place = Place::new();
    unpack(place.data());
    looks_as_it_was(&place);
    place.serve().stop();
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

/// The binary of before can still be used until the key is found.
#[test]
fn nothing_is_migrated_without_its_key() {
    let place = Place::new();
    unpack(place.data());
    let (key, aside) = (place.data().join("secret.key"), place.data().join("aside"));
    fs::rename(&key, &aside).unwrap();
    assert!(place.run(["check"]).refused().contains("is missing"));
    assert!(place.run(["doctor"]).stdout.contains("is missing"));
    let migrated = fs::read_dir(place.data()).unwrap().any(|entry| {
        let name = entry.unwrap().file_name();
        name.to_string_lossy().contains("before-v")
    });
    assert!(!migrated);
    fs::rename(&aside, &key).unwrap();
    looks_as_it_was(&place);
}

#[test]
fn backups_of_a_previous_version_restore() {
    let place = Place::new();
    let backup = |name: &str| Path::new(FIXTURE).join(name).to_str().unwrap().to_owned();
    unpack(place.data());
    fs::remove_file(place.data().join("invigil.redb")).unwrap();
    assert!(place.run(["restore", &backup("plain.backup")]).done().starts_with("Restored "));
    looks_as_it_was(&place);

    let place = Place::new();
    fs::create_dir(place.data()).unwrap();
    let sealed = backup("with-key.backup");
    let restored = place.run_with_input(["restore", "--passphrase-stdin", &sealed], "a passphrase that is long\n");
    assert!(restored.done().starts_with("Restored "));
    looks_as_it_was(&place);
    assert_eq!(place.run(["smtp", "show", "--json"]).json()["smtpHost"], "127.0.0.1");
}

#[tokio::test]
async fn a_running_attempt_of_a_previous_version_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    unpack(folder.path());
    let kept: Value = serde_json::from_slice(&fs::read(Path::new(FIXTURE).join("attempt.json")).unwrap()).unwrap();
    let t = TestApp::on_disk(folder.path());
    let kept_at = Instant::from_millis(kept["at"].as_i64().unwrap());
    t.clock.advance(kept_at.plus(MINUTE).since(t.now()));
    let (token, key) = (&kept["token"], kept["key"].as_str().unwrap());

    let running = t.start(token, key).await.ok();
    let saved = |q: &str, answer: &str| {
        list(&running["answers"]).iter().any(|a| a["question_id"] == q && a["answer"] == answer)
    };
    assert!(saved("q1", "4") && saved("q2", "Because it is kept."), "{running}");
    t.save(token, key, &[("q3", "print(2)", 9)]).await.ok();
    let submitted = t.submit(token, key, &[]).await.ok();
    assert_eq!(submitted["submitted_by"], json!("candidate"), "{submitted}");

    let form = json!({"email": "ada@example.org", "password": "correct horse"});
    let admin = text(&t.post("/api/auth/login").json(form).send().await.ok()["access_token"]).to_owned();
    let results = t.get("/api/results").bearer(&admin).send().await.ok();
    assert_eq!(list(&results["results"]).len(), 2, "{results}");
    assert_eq!(settings::smtp(&t.app).unwrap().password.as_deref(), Some("sealed battery staple"));
    let report = integrity_check::check(&t.app, &Actor::Operator.require().unwrap()).unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
}
