//! The data folder: creation, key and ownership.

use crate::support::binary::{Place, finish};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, chown},
};

fn mode(path: &std::path::Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn reads_create_no_data_folder() {
    let place = Place::new();
    for args in [
        &["admin", "list"][..],
        &["check"],
        &["results", "export"],
        &["smtp", "show"],
        &["smtp", "test", "--to", "a@example.org"],
        &["test", "list"],
        &["theme", "show"],
    ] {
        let line = place.run(args).refused();
        assert!(line.starts_with(&format!("no data in {}; ", place.data().display())), "{line}");
    }
    assert!(!place.data().exists());
    fs::create_dir(place.data()).unwrap();
    assert!(place.run(["check"]).refused().starts_with("no data in "));
    assert_eq!(fs::read_dir(place.data()).unwrap().count(), 0);
}

#[test]
fn a_refused_change_creates_no_data_folder() {
    let place = Place::new();
    for (args, words) in [
        (&["theme", "set", "WRONG"][..], "There is no theme 'WRONG'"),
        (&["ldap", "set"], "name what to change"),
        (&["ldap", "set", "--server", "http://dc1.example.org"], "ldaps://"),
        (&["ldap", "set", "--remove"], "no data in"),
        (&["oidc", "set", "google"], "name what to change"),
        (&["smtp", "set", "--host", "mail", "--port", "0", "--from-email", "a@example.org"], "between 1 and 65535"),
    ] {
        let line = place.run(args).refused();
        assert!(line.contains(words), "{args:?}: {line}");
        assert!(!place.data().exists(), "{args:?}");
    }
    place.run(["theme", "set", "dark"]).done();
    assert_eq!(place.run(["theme", "show", "--json"]).json()["themeName"], "dark");
}

#[test]
fn a_new_folder_and_its_files_are_private() {
    let place = Place::with_data("deep/down");
    place.add_admin("ada@example.org").done();
    assert_eq!(mode(place.data()), 0o700);
    assert_eq!(mode(&place.data().join("invigil.redb")), 0o600);
    assert_eq!(mode(&place.data().join("secret.key")), 0o600);
}

#[test]
fn an_empty_folder_is_made_private_and_one_in_use_keeps_its_mode() {
    let place = Place::new();
    for (name, content, expected) in [("empty", None, 0o700), ("used", Some("x"), 0o755)] {
        let data = place.path().join(name);
        fs::create_dir(&data).unwrap();
        fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
        if let Some(content) = content {
            fs::write(data.join("mine"), content).unwrap();
        }
        place.run(["theme", "set", "dark", "--data", data.to_str().unwrap()]).done();
        assert_eq!(mode(&data), expected, "{name}");
    }
}

#[test]
fn data_without_its_key_is_refused() {
    let place = Place::with_admin();
    let (key, elsewhere) = (place.data().join("secret.key"), place.path().join("kept.key"));
    fs::rename(&key, &elsewhere).unwrap();
    for args in [&["admin", "list"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let line = place.run(args).refused();
        assert!(line.contains("key") && line.contains("INVIGIL_SECRET_KEY_FILE"), "{line}");
    }
    assert!(!key.exists(), "no new key may take its place");
    let mut command = place.command(["admin", "list"]);
    command.env("INVIGIL_SECRET_KEY_FILE", &elsewhere);
    assert!(finish(command, "").done().contains("ada@example.org"));
}

#[test]
fn an_invalid_data_folder_is_reported_in_one_line() {
    let place = Place::new();
    fs::write(place.data(), "a file").unwrap();
    assert!(place.run(["admin", "list"]).refused().ends_with("is not a folder"));
    let place = Place::with_admin();
    fs::write(place.data().join("invigil.redb"), "not a database, but as long as it takes").unwrap();
    assert!(place.run(["admin", "list"]).refused().contains("is damaged"));
}

/// Only root can act as another user, and only root can set this up.
#[test]
fn root_acts_as_the_folders_owner() {
    const NOBODY: u32 = 65_534;
    if !nix::unistd::geteuid().is_root() {
        return;
    }
    let place = Place::new();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o711)).unwrap();
    fs::create_dir(place.data()).unwrap();
    chown(place.data(), Some(NOBODY), Some(NOBODY)).unwrap();
    let roots_own = place.path().join("private");
    fs::create_dir(&roots_own).unwrap();
    fs::set_permissions(&roots_own, fs::Permissions::from_mode(0o700)).unwrap();

    place.add_admin("ada@example.org").done();
    // The output is written as root, where the owner may not write.
    place.run(["results", "export", "-o", "private/results.csv"]).done();
    assert_eq!(fs::metadata(roots_own.join("results.csv")).unwrap().uid(), 0);
    let serving = place.serve();
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
    for entry in fs::read_dir(place.data()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().uid(), NOBODY, "{:?}", entry.file_name());
    }
    serving.stop();
}
