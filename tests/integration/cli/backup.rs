//! `invigil backup` and `invigil restore`.

use super::runner::until;
use crate::support::binary::{Place, Serving};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

const TEST: &str = r#"{"title": "Backend", "questions": [{"type": "essay", "question": "Why?"}]}"#;

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A data folder with an admin, a test, an invite and a mail server password.
fn with_sample_data() -> Place {
    let place = Place::with_admin();
    place.write("t.json", TEST);
    let id = place.run(["test", "import", "t.json", "--json"]).json()[0]["id"].as_str().unwrap().to_owned();
    place.run(["invite", "create", "--test", &id, "--email", "grace@example.org", "--name", "Grace"]).done();
    let set = ["smtp", "set", "--host", "127.0.0.1", "--port", "1", "--user", "u", "--from-email", "t@example.org"];
    place.run_with_input(set.into_iter().chain(["--password-stdin"]), "hunter22-secret\n").done();
    place
}

fn dump(place: &Place, data: &Path) -> Vec<String> {
    let data = data.to_str().unwrap();
    let show = |args: &[&str]| place.run(args.iter().chain(&["--json", "--data", data])).done();
    vec![show(&["admin", "list"]), show(&["test", "list"]), show(&["invite", "list"]), show(&["settings", "show"])]
}

fn fresh(place: &Place, name: &str) -> PathBuf {
    let folder = place.path().join(name);
    fs::create_dir(&folder).unwrap();
    folder
}

#[test]
fn a_running_server_is_backed_up_and_restored_elsewhere() {
    let place = with_sample_data();
    let serving = place.serve_with(&["--public-url", "https://tests.example.org"]);
    // The server tries the mail that waits, which changes the invite.
    let is_tried = || place.run(["invite", "list", "--json"]).done().contains("connection refused");
    until("the mail is tried", is_tried);
    let output = place.run(["backup", "one.backup"]).done();
    assert!(output.starts_with("Backed up ") && output.contains("secret.key"), "{output}");
    assert_eq!(fs::metadata(place.path().join("one.backup")).unwrap().permissions().mode() & 0o777, 0o600);
    let before = dump(&place, place.data());
    place.run(["theme", "set", "premium"]).done();
    assert!(place.run(["backup", "one.backup"]).refused().contains("--force"));
    assert!(place.run(["restore", "one.backup"]).refused().contains("stop the server first"));
    serving.stop();

    let other = fresh(&place, "other");
    let restore = ["restore", "one.backup", "--data", other.to_str().unwrap()];
    assert!(place.run(restore).refused().contains("the key of the data is missing"));
    fs::copy(place.data().join("secret.key"), other.join("secret.key")).unwrap();
    assert!(place.run(restore).done().starts_with("Restored "));
    assert_eq!(names(&other), ["invigil.redb", "secret.key"]);
    assert_eq!(dump(&place, &other), before);
    let audit = place.run(["audit", "export", "--data", other.to_str().unwrap()]).stdout;
    assert!(audit.lines().last().unwrap().contains("data.restore"), "{audit}");
    assert!(place.run(["check", "--data", other.to_str().unwrap()]).done().ends_with("no problems.\n"));
}

#[test]
fn a_restore_keeps_the_previous_data() {
    let place = with_sample_data();
    place.run(["backup", "b"]).done();
    let before = dump(&place, place.data());
    place.run(["theme", "set", "premium"]).done();
    place.run(["backup", "b", "--force"]).done();
    place.run(["theme", "set", "dark"]).done();
    let output = place.run(["restore", "b"]).done();
    assert!(output.contains("before-restore-"), "{output}");
    assert_eq!(place.run(["theme", "show", "--json"]).json()["themeName"], "premium");
    assert_eq!(dump(&place, place.data())[..3], before[..3]);
    let kept: Vec<_> = names(place.data()).into_iter().filter(|n| n.contains("before-restore")).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let old = fresh(&place, "old");
    fs::copy(place.data().join(&kept[0]), old.join("invigil.redb")).unwrap();
    fs::copy(place.data().join("secret.key"), old.join("secret.key")).unwrap();
    assert_eq!(place.run(["theme", "show", "--json", "--data", "old"]).json()["themeName"], "dark");
    place.serve().stop();
}

#[test]
fn a_damaged_backup_replaces_nothing() {
    let place = with_sample_data();
    place.run(["backup", "b"]).done();
    let whole = place.run(["restore", "--dry-run", "b"]).done();
    assert!(whole.contains("The backup is intact") && whole.contains("without its key"), "{whole}");
    let (before, files) = (dump(&place, place.data()), names(place.data()));
    let bytes = fs::read(place.path().join("b")).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    for (content, says) in
        [(&changed[..], "damaged"), (&bytes[..bytes.len() / 3], "ends too early"), (b"x", "not an Invigil backup")]
    {
        fs::write(place.path().join("bad"), content).unwrap();
        for args in [&["restore", "bad"][..], &["restore", "--dry-run", "bad"]] {
            let line = place.run(args).refused();
            assert!(line.starts_with("bad: ") && line.contains(says), "{line}");
        }
    }
    assert!(place.run(["restore", "missing"]).refused().starts_with("missing: No such file"));
    assert_eq!((dump(&place, place.data()), names(place.data())), (before, files));
}

#[test]
fn with_key_seals_the_key_under_a_passphrase() {
    let place = with_sample_data();
    let serving = place.serve();
    let with_key = ["backup", "b", "--with-key", "--passphrase-stdin"];
    assert!(place.run_with_input(with_key, "short\n").refused().contains("at least 12"));
    let output = place.run_with_input(with_key, "correct horse battery\n").done();
    assert!(!output.contains("secret.key"), "{output}");
    serving.stop();
    let before = dump(&place, place.data());
    let other = fresh(&place, "other");
    let restore = ["restore", "b", "--passphrase-stdin", "--data", "other"];
    assert!(place.run_with_input(restore, "correct horse batterx\n").refused().contains("passphrase is not"));
    place.run_with_input(restore, "correct horse battery\n").done();
    assert_eq!(dump(&place, &other), before);
    assert_eq!(fs::read(other.join("secret.key")).unwrap(), fs::read(place.data().join("secret.key")).unwrap());
    // The mail server's password can be unsealed again: the test gets as far as the closed port.
    let line = place.run(["smtp", "test", "--to", "a@example.org", "--data", "other"]).refused();
    assert!(line.contains("refused by 127.0.0.1:1"), "{line}");
    // Restoring over data with another key keeps that key too.
    let third = place.path().join("third");
    place.run(["theme", "set", "dark", "--data", "third"]).done();
    assert!(
        place.run(["restore", "b", "--data", "third"]).refused().contains("not the one that the backup was made with")
    );
    place.run_with_input(["restore", "b", "--passphrase-stdin", "--data", "third"], "correct horse battery\n").done();
    assert_eq!(names(&third).iter().filter(|n| n.contains("before-restore")).count(), 2);
    assert_eq!(dump(&place, &third), before);
}

#[test]
fn without_key_restores_everything_but_sealed_secrets() {
    let place = with_sample_data();
    place.run(["evidence", "key", "rotate"]).done();
    let key = place.run(["evidence", "keys", "--json"]).json()[0].clone();
    assert!(key["retired_at"].is_null() && place.run(["evidence", "keys", "--pem"]).done().contains("PUBLIC KEY"));
    place.run(["backup", "b"]).done();
    let url = place.run(["invite", "list", "--json"]).json()[0]["invite_url"].as_str().unwrap().to_owned();
    let output = place.run(["restore", "b", "--without-key", "--data", "other"]).done();
    assert!(output.contains("All users must sign in again"), "{output}");
    let serving = Serving::start(place.command(["serve", "--listen", "127.0.0.1:0", "--data", "other"]));
    assert_eq!(place.run(["smtp", "show", "--json", "--data", "other"]).json()["hasPassword"], false);
    // The signing key is sealed: its public part alone is kept, and a new one signs.
    let kept = place.run(["evidence", "keys", "--json", "--data", "other"]).json()[0].clone();
    assert_eq!((&kept["fingerprint"], kept["retired_at"].is_null()), (&key["fingerprint"], false));
    assert!(place.run(["evidence", "key", "rotate", "--data", "other"]).done().contains("signs evidence from now on"));
    assert_eq!(place.run(["evidence", "keys", "--json", "--data", "other"]).json()[1], kept);
    let invite = place.run(["invite", "list", "--json", "--data", "other"]).json()[0].clone();
    assert_eq!((&invite["invite_url"], &invite["status"]), (&"".into(), &"sent".into()));
    // The mailed link still works.
    let token = url.rsplit('/').next().unwrap();
    let answer = crate::cli::serve::get(&serving, &format!("/api/invites/token/{token}"));
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Backend"), "{answer}");
    serving.stop();
    assert!(place.run(["check", "--data", "other"]).done().ends_with("no problems.\n"));
}

#[test]
fn a_running_server_makes_one_backup_a_day_and_keeps_the_configured_number() {
    let place = with_sample_data();
    let dir = fresh(&place, "backups");
    for stamp in ["20200101T000000Z", "20200102T000000Z"] {
        fs::write(dir.join(format!("invigil-{stamp}.backup")), "old").unwrap();
    }
    let serving = place.serve_with(&["--backup-dir", "backups", "--backup-keep", "2"]);
    let deadline = Instant::now() + Duration::from_secs(30);
    let kept = loop {
        let kept = names(&dir);
        if kept.len() == 2 && !kept.contains(&"invigil-20200101T000000Z.backup".to_owned()) {
            break kept;
        }
        assert!(Instant::now() < deadline, "no backup was made: {kept:?}");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(kept[0], "invigil-20200102T000000Z.backup");
    serving.stop();
    let newest = dir.join(&kept[1]);
    assert_eq!(fs::metadata(&newest).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(place.run(["restore", "--dry-run", newest.to_str().unwrap()]).done().contains("is intact"));
    // The next start finds today's backup and makes no other.
    let serving = place.serve_with(&["--backup-dir", "backups", "--backup-keep", "2"]);
    place.run(["check"]).done();
    serving.stop();
    assert_eq!(names(&dir), kept);
}

/// A named pipe instead of the temporary file: opening it blocks, like a network share whose server is down.
#[test]
fn a_backup_folder_that_hangs_costs_one_thread_and_is_reported() {
    let place = with_sample_data();
    let dir = fresh(&place, "backups");
    let hangs = dir.join(".invigil-unfinished.tmp");
    nix::unistd::mkfifo(&hangs, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--backup-dir", "backups"]);
    command.env("INVIGIL_FOLDER_PATIENCE_MS", "500");
    let serving = Serving::start(command);
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let report = place.run(["doctor", "--json"]).stdout;
        if report.contains("has not responded for") {
            break;
        }
        assert!(Instant::now() < deadline, "{report}");
    }
    place.run(["theme", "set", "dark"]).done();
    assert!(crate::cli::serve::get(&serving, "/readyz").starts_with("HTTP/1.1 200"));
    serving.until_logged("the daily backup failed");
    let stopped = Instant::now();
    serving.stop();
    assert!(stopped.elapsed() < Duration::from_secs(8));
}

#[test]
fn invalid_backup_schedules_are_refused() {
    let place = with_sample_data();
    for (args, says) in [
        (&["serve", "--backup-at", "25:00", "--backup-dir", "x"][..], "25:00"),
        (&["serve", "--backup-keep", "0", "--backup-dir", "x"], "at least 1"),
    ] {
        let line = place.run(args).refused();
        assert!(line.contains(says), "{line}");
    }
}
