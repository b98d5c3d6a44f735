//! Commands about people: the directory, the text that candidates accept, the daily summary.

use crate::support::binary::Place;

const BASE: &str = "dc=example,dc=org";

#[test]
fn the_directory_is_set_shown_tested_and_removed() {
    let place = Place::with_admin();
    assert!(place.run(["ldap", "show"]).done().starts_with("No directory is set up"));
    let set = [
        "ldap",
        "set",
        "--server",
        // Nothing listens on port 1.
        "ldaps://127.0.0.1:1",
        "--bind-dn",
        "cn=invigil",
        "--password-stdin",
        "--base",
        BASE,
        "--role",
        "cn=hr,dc=example,dc=org=recruiter",
    ];
    let shown = place.run_with_input(set, "service words\n").done();
    assert!(shown.contains("ldaps://127.0.0.1:1") && shown.contains("cn=hr,dc=example,dc=org is recruiter"), "{shown}");
    let json = place.run(["ldap", "show", "--json"]).json();
    assert_eq!((&json["baseDn"], &json["hasPassword"]), (&BASE.into(), &true.into()));
    assert_eq!(json["roles"][0]["role"], "recruiter");
    assert!(!json.to_string().contains("service words"));
    // Another kind brings its filters; the rest stays.
    place.run(["ldap", "set", "--kind", "active-directory"]).done();
    let json = place.run(["ldap", "show", "--json"]).json();
    assert_eq!((&json["kind"], &json["idAttribute"]), (&"active_directory".into(), &"objectGUID".into()));
    assert_eq!((&json["baseDn"], &json["hasPassword"]), (&BASE.into(), &true.into()));
    let tested = place.run(["ldap", "test", "greta"]);
    assert_eq!(tested.code, Some(1), "{}", tested.stdout);
    assert!(tested.stdout.contains("cannot be reached"), "{}", tested.stdout);
    for (bad, words) in [
        (&["--server", "http://dc1.example.org"][..], "ldaps://"),
        (&["--user-filter", "(uid=greta)"], "{login}"),
        (&["--role", "cn=hr=emperor"], "emperor"),
        (&["--timeout", "0"], "seconds"),
        (&["--ca", "missing.pem"], "missing.pem"),
        // The password is not sent to a server that its owner has not named.
        (&["--server", "ldaps://elsewhere.example.org"], "password"),
    ] {
        let refused = place.run([&["ldap", "set"][..], bad].concat()).refused();
        assert!(refused.contains(words), "{bad:?}: {refused}");
    }
    assert_eq!(place.run(["ldap", "show", "--json"]).json(), json, "a refused change changes nothing");
    place.run(["ldap", "set", "--remove"]).done();
    assert!(place.run(["ldap", "show"]).done().starts_with("No directory is set up"));
}

#[test]
fn a_dry_run_of_retention_is_json_too() {
    let place = Place::with_admin();
    let json = place.run(["retention", "dry-run", "--json"]).json();
    assert_eq!(json, serde_json::json!({ "items": [], "next": {}, "held": 0, "sweep_at": null }));
    let json = place.run(["retention", "dry-run", "--people", "30", "--json"]).json();
    assert!(json["sweep_at"].is_string(), "{json}");
}

#[test]
fn the_text_that_candidates_accept_is_stored_in_versions() {
    let place = Place::with_admin();
    assert!(place.run(["consent", "show"]).done().starts_with("No text"));
    let file = place.write("consent.md", "We **record** your camera.\n");
    let stored = place.run(["consent", "set", file.to_str().unwrap(), "--markdown"]).done();
    assert!(stored.starts_with("Version 1, SHA-256 "), "{stored}");
    let json = place.run(["consent", "show", "--json"]).json();
    assert_eq!((&json["version"], &json["format"]), (&1.into(), &"markdown".into()));
    assert!(json["text"].as_str().unwrap().contains("**record**") && json["hash"].as_str().unwrap().len() == 64);
    assert!(place.run_with_input(["consent", "set", "-"], "Another.").done().starts_with("Version 2"));
    assert!(place.run(["consent", "set", "missing.txt"]).refused().contains("missing.txt"));
    let german = place.run_with_input(["consent", "set", "-", "--language", "de"], "Ein anderer.").done();
    assert!(german.starts_with("Version 3") && german.contains("Translation 'de', SHA-256"), "{german}");
    assert_eq!(place.run(["consent", "show", "--json"]).json()["translations"]["de"]["text"], "Ein anderer.");
    let unknown = place.run_with_input(["consent", "set", "-", "--language", "tlh"], "x").refused();
    assert!(unknown.contains("en, de, fr"), "{unknown}");
    let changed = place.run_with_input(["consent", "set", "-"], "A third.").done();
    assert!(changed.contains("not shown: the text has changed since"), "{changed}");
    assert!(!place.run_with_input(["consent", "set", "-", "--language", "de"], "").done().contains("Translation"));
    assert!(place.run(["consent", "show", "--test", "x"]).refused().contains("'x' is not the id of a test"));
    let unknown = ["consent", "show", "--test", "01990000-0000-7000-8000-000000000000"];
    assert!(place.run(unknown).refused().contains("no such test"));
    assert!(place.run_with_input(["consent", "set", "-"], "").done().starts_with("No text"));
}

#[test]
fn the_daily_summary_has_an_hour_and_a_time_zone() {
    let place = Place::with_admin();
    let digest = |more: &[&str]| place.run([&["admin", "digest", "--email", "ada@example.org"][..], more].concat());
    let set = digest(&["--hour", "8", "--time-zone", "Europe/Berlin"]).done();
    assert_eq!(set, "ada@example.org gets a summary each day at 8:00 (Europe/Berlin).\n");
    for (bad, words) in [(&["--hour", "24"][..], "23"), (&["--hour", "8", "--time-zone", "Mars/Base"], "Mars/Base")] {
        let refused = digest(bad).refused();
        assert!(refused.contains(words), "{refused}");
    }
    assert_eq!(digest(&["--off"]).done(), "ada@example.org gets no summary.\n");
    assert_eq!(digest(&["--off", "--hour", "8"]).code, Some(2));
    let eve = place.run(["admin", "digest", "--email", "eve@example.org", "--off"]).refused();
    assert!(eve.contains("no such"), "{eve}");
}
