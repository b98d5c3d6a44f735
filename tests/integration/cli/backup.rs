//! `invigil backup` and `invigil restore`.

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

/// With an admin, a test, an invite and a mail server's password.
fn furnished() -> Place {
    let place = Place::with_admin();
    place.write("t.json", TEST);
    let id = place.run(["test", "import", "t.json", "--json"]).json()[0]["id"].as_str().unwrap().to_owned();
    place.run(["invite", "create", "--test", &id, "--email", "grace@example.org", "--name", "Grace"]).done();
    let set = ["smtp", "set", "--host", "127.0.0.1", "--port", "1", "--user", "u", "--from-email", "t@example.org"];
    place.run_with_input(set.into_iter().chain(["--password-stdin"]), "hunter22-secret\n").done();
    place
}

fn shown(place: &Place, data: &Path) -> Vec<String> {
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
fn a_live_server_is_backed_up_and_restored_elsewhere() {
    let place = furnished();
    let serving = place.serve_with(&["--public-url", "https://tests.example.org"]);
    let told = place.run(["backup", "one.backup"]).done();
    assert!(told.starts_with("Backed up ") && told.contains("secret.key"), "{told}");
    assert_eq!(fs::metadata(place.path().join("one.backup")).unwrap().permissions().mode() & 0o777, 0o600);
    let before = shown(&place, place.data());
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
    assert_eq!(shown(&place, &other), before);
    let audit = place.run(["audit", "export", "--data", other.to_str().unwrap()]).stdout;
    assert!(audit.lines().last().unwrap().contains("data.restore"), "{audit}");
    assert!(place.run(["check", "--data", other.to_str().unwrap()]).done().ends_with("no problems.\n"));
}

#[test]
fn what_was_there_before_stays_beside_what_is_restored() {
    let place = furnished();
    place.run(["backup", "b"]).done();
    let before = shown(&place, place.data());
    place.run(["theme", "set", "premium"]).done();
    place.run(["backup", "b", "--force"]).done();
    place.run(["theme", "set", "dark"]).done();
    let told = place.run(["restore", "b"]).done();
    assert!(told.contains("before-restore-"), "{told}");
    assert_eq!(place.run(["theme", "show", "--json"]).json()["themeName"], "premium");
    assert_eq!(shown(&place, place.data())[..3], before[..3]);
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
    let place = furnished();
    place.run(["backup", "b"]).done();
    let whole = place.run(["restore", "--dry-run", "b"]).done();
    assert!(whole.contains("The backup is whole") && whole.contains("without its key"), "{whole}");
    let (before, files) = (shown(&place, place.data()), names(place.data()));
    let bytes = fs::read(place.path().join("b")).unwrap();
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    for (content, says) in
        [(&changed[..], "damaged"), (&bytes[..bytes.len() / 3], "ends too early"), (b"x", "no backup")]
    {
        fs::write(place.path().join("bad"), content).unwrap();
        for args in [&["restore", "bad"][..], &["restore", "--dry-run", "bad"]] {
            let line = place.run(args).refused();
            assert!(line.starts_with("bad: ") && line.contains(says), "{line}");
        }
    }
    assert!(place.run(["restore", "missing"]).refused().starts_with("missing: No such file"));
    assert_eq!((shown(&place, place.data()), names(place.data())), (before, files));
}

#[test]
fn the_key_travels_under_a_passphrase_if_asked_to() {
    let place = furnished();
    let serving = place.serve();
    let with_key = ["backup", "b", "--with-key", "--passphrase-stdin"];
    assert!(place.run_with_input(with_key, "short\n").refused().contains("at least 12"));
    let told = place.run_with_input(with_key, "correct horse battery\n").done();
    assert!(!told.contains("secret.key"), "{told}");
    serving.stop();
    let before = shown(&place, place.data());
    let other = fresh(&place, "other");
    let restore = ["restore", "b", "--passphrase-stdin", "--data", "other"];
    assert!(place.run_with_input(restore, "correct horse batterx\n").refused().contains("passphrase is not"));
    place.run_with_input(restore, "correct horse battery\n").done();
    assert_eq!(shown(&place, &other), before);
    assert_eq!(fs::read(other.join("secret.key")).unwrap(), fs::read(place.data().join("secret.key")).unwrap());
    // The password of the mail server opens again: the test gets as far as the port where nobody listens.
    let line = place.run(["smtp", "test", "--to", "a@example.org", "--data", "other"]).refused();
    assert!(line.contains("refused by 127.0.0.1:1"), "{line}");
    // Over data with another key, that key stays too.
    let third = place.path().join("third");
    place.run(["theme", "set", "dark", "--data", "third"]).done();
    assert!(
        place.run(["restore", "b", "--data", "third"]).refused().contains("not the one that the backup was made with")
    );
    place.run_with_input(["restore", "b", "--passphrase-stdin", "--data", "third"], "correct horse battery\n").done();
    assert_eq!(names(&third).iter().filter(|n| n.contains("before-restore")).count(), 2);
    assert_eq!(shown(&place, &third), before);
}

#[test]
fn data_whose_key_is_lost_is_of_use_again_without_what_was_sealed() {
    let place = furnished();
    place.run(["backup", "b"]).done();
    let url = place.run(["invite", "list", "--json"]).json()[0]["invite_url"].as_str().unwrap().to_owned();
    let told = place.run(["restore", "b", "--without-key", "--data", "other"]).done();
    assert!(told.contains("Everybody signs in again"), "{told}");
    let serving = Serving::start(place.command(["serve", "--listen", "127.0.0.1:0", "--data", "other"]));
    assert_eq!(place.run(["smtp", "show", "--json", "--data", "other"]).json()["hasPassword"], false);
    let invite = place.run(["invite", "list", "--json", "--data", "other"]).json()[0].clone();
    assert_eq!((&invite["invite_url"], &invite["status"]), (&"".into(), &"sent".into()));
    // The link that was mailed still leads there.
    let token = url.rsplit('/').next().unwrap();
    let answer = crate::cli::serve::get(&serving, &format!("/api/invites/token/{token}"));
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Backend"), "{answer}");
    serving.stop();
    assert!(place.run(["check", "--data", "other"]).done().ends_with("no problems.\n"));
}

#[test]
fn a_running_server_backs_itself_up_once_a_day_and_keeps_what_it_was_told() {
    let place = furnished();
    let dir = fresh(&place, "backups");
    for stamp in ["20200101T000000Z", "20200102T000000Z"] {
        fs::write(dir.join(format!("invigil-{stamp}.backup")), "old").unwrap();
    }
    let serving = place.serve_with(&["--backup-dir", "backups", "--backup-keep", "2"]);
    let patience = Instant::now() + Duration::from_secs(30);
    let kept = loop {
        let kept = names(&dir);
        if kept.len() == 2 && !kept.contains(&"invigil-20200101T000000Z.backup".to_owned()) {
            break kept;
        }
        assert!(Instant::now() < patience, "no backup was made: {kept:?}");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(kept[0], "invigil-20200102T000000Z.backup");
    serving.stop();
    let newest = dir.join(&kept[1]);
    assert_eq!(fs::metadata(&newest).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(place.run(["restore", "--dry-run", newest.to_str().unwrap()]).done().contains("is whole"));
    // The next start finds it done for today.
    let serving = place.serve_with(&["--backup-dir", "backups", "--backup-keep", "2"]);
    place.run(["check"]).done();
    serving.stop();
    assert_eq!(names(&dir), kept);
}

/// A pipe in place of the file that is being written: opening it does not return, like a share whose server is gone.
#[test]
fn a_folder_of_backups_that_hangs_costs_one_thread_and_is_told() {
    let place = furnished();
    let dir = fresh(&place, "backups");
    let hangs = dir.join(".invigil-unfinished.tmp");
    nix::unistd::mkfifo(&hangs, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0", "--backup-dir", "backups"]);
    command.env("INVIGIL_FOLDER_PATIENCE_MS", "500");
    let serving = Serving::start(command);
    let patience = Instant::now() + Duration::from_secs(30);
    loop {
        let report = place.run(["doctor", "--json"]).stdout;
        if report.contains("has not answered for") {
            break;
        }
        assert!(Instant::now() < patience, "{report}");
    }
    place.run(["theme", "set", "dark"]).done();
    assert!(crate::cli::serve::get(&serving, "/readyz").starts_with("HTTP/1.1 200"));
    serving.until_logged("the daily backup was not made");
    let told = Instant::now();
    serving.stop();
    assert!(told.elapsed() < Duration::from_secs(8));
}

#[test]
fn what_the_schedule_cannot_be_is_refused() {
    let place = furnished();
    for (args, says) in [
        (&["serve", "--backup-at", "25:00", "--backup-dir", "x"][..], "25:00"),
        (&["serve", "--backup-keep", "0", "--backup-dir", "x"], "at least 1"),
    ] {
        let line = place.run(args).refused();
        assert!(line.contains(says), "{line}");
    }
}
