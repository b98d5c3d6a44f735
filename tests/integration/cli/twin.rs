//! Steps of a twin on one machine, without a log.

use crate::support::binary::Place;
use serde_json::Value;
use std::fs;

/// A member whose log answers nothing.
fn member() -> Place {
    let place = Place::with_admin();
    let settings = r#"{"name": "a", "log": "postgres://invigil@127.0.0.1:1/invigil", "lease_ms": 6000}"#;
    fs::write(place.data().join("twin.json"), settings).unwrap();
    place
}

#[test]
fn a_refusal_is_json_for_programs_too() {
    let (nothing, alone, member) = (Place::new(), Place::with_admin(), member());
    let token = nothing.write("t", &"x".repeat(43));
    let join = ["join", "--from", "http://127.0.0.1:1", "--name", "!", "--token-file", token.to_str().unwrap()];
    for (place, args, words) in [
        (&nothing, &["status"][..], "no data in"),
        (&alone, &["promote"], "belongs to no twin"),
        (&alone, &["leave", "b"], "belongs to no twin"),
        (&alone, &join[..], "a member's name has"),
        (&member, &["status"], "the log cannot be used"),
        (&member, &["token"], "the log cannot be used"),
        (&member, &["promote", "b"], "the log cannot be used"),
        (&member, &["leave"], "the log cannot be used"),
        (&member, &["repair"], "the log cannot be used"),
        (&member, &["detach"], "--i-am-alone"),
        (&member, &["init", "--log", "postgres://invigil@db/other", "--name", "a"], "is the member 'a' of the log"),
    ] {
        let said = place.run([&["twin"][..], args].concat());
        assert_eq!(said.stdout, "", "{args:?}");
        let line = said.refused();
        assert!(line.contains(words), "{args:?}: {line}");
        let said = place.run([&["twin"][..], args, &["--json"]].concat());
        let body: Value = serde_json::from_str(&said.stdout).unwrap();
        assert_eq!(body["error"], said.refused(), "{args:?}");
    }
    assert!(!member.data().join("twin.token").exists(), "none can join without the log");
}

/// A service manager would start one, and the one address of the twin would send candidates to it.
#[test]
fn no_empty_site_begins_beside_the_data_of_a_machine_that_has_left() {
    let place = Place::with_admin();
    let left = place.data().join("invigil.redb.left-7");
    fs::rename(place.data().join("invigil.redb"), &left).unwrap();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--media-listen", "off", "--runner", "off"];
    assert!(place.run(serve).refused().contains("has left a twin"));
    assert!(place.add_admin("b@example.org").refused().contains("has left a twin"));
    assert!(!place.data().join("invigil.redb").exists());
    fs::rename(&left, place.path().join("elsewhere")).unwrap();
    place.add_admin("b@example.org").done();
}

/// A join was killed, or a disk is new: a program that watches the machine reads JSON nevertheless.
#[test]
fn a_member_without_data_is_diagnosed() {
    let place = member();
    fs::remove_file(place.data().join("invigil.redb")).unwrap();
    let said = place.run(["doctor", "--json"]);
    let found: Value = serde_json::from_str(&said.stdout).unwrap();
    let data = found.as_array().unwrap().iter().find(|one| one["topic"] == "data").unwrap();
    assert_eq!((said.code, &data["state"]), (Some(1), &Value::from("problem")), "{data}");
    assert!(data["said"].as_str().unwrap().contains("the member a of the twin has no data"), "{data}");
    assert!(place.run(["check", "--json"]).stdout.contains("has no data"));
    assert!(place.run(["backup", "b"]).refused().contains("see 'invigil twin join'"));
    assert!(place.run(["admin", "list"]).refused().contains("no data in"));
}

#[test]
fn a_dry_run_changes_nothing() {
    let place = member();
    assert!(place.run(["twin", "detach", "--dry-run"]).done().contains("would be alone, with batch"));
    let said = place.run(["twin", "detach", "--dry-run", "--json"]).json();
    assert_eq!((&said["member"], &said["dry_run"]), (&"a".into(), &true.into()), "{said}");
    assert!(place.data().join("twin.json").exists());
    let said = place.run(["twin", "detach", "--i-am-alone", "--json"]).json();
    assert_eq!((said["batch"].is_u64(), said.get("dry_run")), (true, None), "{said}");
    assert!(!place.data().join("twin.json").exists());
}
