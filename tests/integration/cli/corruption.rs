//! Commands on a corrupt database, and restoring a backup over it.

use crate::support::binary::{Outcome, Place};
use std::{fs, path::Path};

const PAGE: usize = 4096;

fn damage(database: &Path, page: usize) {
    let mut bytes = fs::read(database).unwrap();
    bytes[page * PAGE + 40..][..64].fill(0xff);
    fs::write(database, bytes).unwrap();
}

/// Asserts that the command succeeded, or failed with one line.
#[track_caller]
fn assert_clean_exit(outcome: &Outcome, page: usize) {
    assert!(matches!(outcome.code, Some(0 | 1)), "page {page}: {outcome:?}");
    assert!(outcome.stderr.lines().count() <= 1 && !outcome.stderr.contains("panicked"), "page {page}: {outcome:?}");
}

#[test]
fn corruption_is_reported_in_one_line_and_a_backup_can_be_restored_over_it() {
    let place = Place::with_admin();
    place.run(["backup", "good"]).done();
    let database = place.data().join("invigil.redb");
    let good = fs::read(&database).unwrap();
    let used: Vec<usize> =
        (0..good.len() / PAGE).filter(|p| good[p * PAGE..][..PAGE].iter().any(|b| *b != 0)).collect();
    let mut found = 0;
    for page in used.iter().copied().step_by((used.len() / 12).max(1)) {
        fs::write(&database, &good).unwrap();
        damage(&database, page);
        let check = place.run(["check", "--json"]);
        assert_clean_exit(&check, page);
        let report: serde_json::Value = serde_json::from_str(&check.stdout).unwrap();
        assert_eq!(report["problems"].as_array().unwrap().is_empty(), check.code == Some(0), "page {page}: {check:?}");
        fs::write(&database, &good).unwrap();
        damage(&database, page);
        for args in [&["admin", "list"][..], &["backup", "another", "--force"], &["theme", "set", "dark"]] {
            let outcome = place.run(args);
            assert_clean_exit(&outcome, page);
            found += usize::from(outcome.stderr.contains("damaged: ") && outcome.stderr.contains("restore a backup"));
        }
        damage(&database, page);
        assert!(place.run(["restore", "good"]).done().starts_with("Restored "), "page {page}");
        place.run(["check"]).done();
    }
    assert!(found > 0, "no corruption was detected");
}

#[test]
fn serve_refuses_a_corrupt_database() {
    let place = Place::with_admin();
    let database = place.data().join("invigil.redb");
    let good = fs::read(&database).unwrap();
    let refusals = (0..good.len() / PAGE).step_by(7).take(12).filter(|page| {
        fs::write(&database, &good).unwrap();
        damage(&database, *page);
        let list = place.run(["admin", "list"]);
        let fails = list.stderr.contains("damaged: ");
        if fails {
            let line = place.run(["serve", "--listen", "127.0.0.1:0"]).refused();
            assert!(line.contains("damaged: ") && line.contains("restore a backup"), "{line}");
        }
        fails
    });
    assert!(refusals.count() > 0, "no corruption was detected");
}

#[test]
fn a_lost_database_can_be_restored() {
    let place = Place::with_admin();
    place.run(["backup", "good"]).done();
    let database = place.data().join("invigil.redb");
    fs::write(&database, "").unwrap();
    assert!(place.data().join("invigil.reserve").exists());
    let line = place.run(["admin", "list"]).refused();
    assert!(line.contains("is empty") && line.contains("restore a backup"), "{line}");
    assert!(place.run(["restore", "good"]).done().starts_with("Restored "));
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
}

#[test]
fn output_never_replaces_a_file_of_the_installation() {
    let place = Place::with_admin();
    for name in ["secret.key", "invigil.redb", "invigil.reserve", "../data/secret.key", "tls", "invigil.redb.before-v1"]
    {
        let path = place.data().join(name);
        let path = path.to_str().unwrap();
        let before = fs::read(path).ok();
        for args in [&["backup", "--force", path][..], &["results", "export", "-o", path]] {
            let line = place.run(args).refused();
            assert!(line.contains("belongs to the installation"), "{line}");
        }
        assert_eq!(fs::read(path).ok(), before, "{name}");
    }
    std::os::unix::fs::symlink(place.data().join("secret.key"), place.path().join("link")).unwrap();
    assert!(place.run(["results", "export", "-o", "link"]).refused().contains("belongs to the installation"));
    place.run(["backup", place.data().join("mine.backup").to_str().unwrap()]).done();
}

#[test]
fn doctor_reports_data_that_cannot_be_opened_and_checks_the_rest() {
    let place = Place::with_admin();
    let key = place.data().join("secret.key");
    fs::rename(&key, place.path().join("away")).unwrap();
    let text = place.run(["doctor"]);
    assert!(text.stdout.contains("PROBLEM  data ") && text.stdout.contains("time_zones"), "{text:?}");
    assert!(text.refused().contains("the doctor found"));
    fs::rename(place.path().join("away"), &key).unwrap();
    fs::write(place.data().join("invigil.redb"), [7; 8192]).unwrap();
    let outcome = place.run(["doctor", "--json"]);
    let findings: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!((&findings[0]["topic"], &findings[0]["state"]), (&"data".into(), &"problem".into()));
    assert!(findings[0]["said"].as_str().unwrap().contains("is damaged"), "{findings}");
    assert_eq!(outcome.code, Some(1));
    let last = place.run(["doctor", "--json", "--listen", "127.0.0.1:65535"]).stdout;
    assert!(last.contains("no port after 65535"), "{last}");
}
