//! Commands that only show or export: settings, the configuration, the audit log, completions, manual pages.

use crate::support::binary::{Place, finish};

#[test]
fn settings_are_shown_without_secrets() {
    let place = Place::with_admin();
    let set = ["smtp", "set", "--host", "mail.example.org", "--user", "u", "--from-email", "t@example.org"];
    place.run_with_input(set.into_iter().chain(["--password-stdin"]), "hunter22-secret\n").done();
    let json = place.run(["settings", "show", "--json"]).json();
    assert_eq!((&json["email"]["smtpHost"], &json["email"]["hasPassword"]), (&"mail.example.org".into(), &true.into()));
    assert_eq!((&json["site"]["linkDays"], &json["ai"]["hasKey"]), (&14.into(), &false.into()));
    assert_eq!(json["theme"]["themeName"], "classic");
    let shown = place.run(["settings", "show"]).done();
    assert!(shown.contains("email.smtpHost              mail.example.org\n"), "{shown}");
    assert_eq!((&json["company"]["name"], &json["company"]["first_slot"]), (&"".into(), &"09:00".into()));
    assert!(
        shown.contains("company.first_slot          09:00\n") && shown.contains("company.logo                (none)\n")
    );
    assert!(shown.contains("company.invitation_subject  (none)\n"), "{shown}");
    assert!(!shown.contains("hunter22") && !json.to_string().contains("hunter22"));
}

#[test]
fn print_config_masks_secrets_and_creates_nothing() {
    let place = Place::new();
    let mut command =
        place.command(["serve", "--public-url", "https://Tests.Example.org/", "--print-config", "--json"]);
    command.env("INVIGIL_LISTEN", "127.0.0.1:9999").env("INVIGIL_METRICS_TOKEN", "do-not-tell");
    let json = finish(command, "").json();
    assert_eq!((&json["listen"], &json["public-url"]), (&"127.0.0.1:9999".into(), &"https://tests.example.org".into()));
    assert_eq!(json["metrics-token"], "***");
    let text = place.run(["serve", "--print-config"]).done();
    assert!(text.contains("listen            127.0.0.1:8080\n") && text.contains("(not set)"), "{text}");
    assert!(text.contains("public-url        http://127.0.0.1:8080\n"), "{text}");
    assert!(
        text.contains("media-listen      127.0.0.1:8081\n") && text.contains("demo-public       false\n"),
        "{text}"
    );
    assert!(place.run(["serve", "--print-config", "--log-level", "loud"]).refused().contains("'loud'"));
    assert!(!place.data().exists());
    assert!(place.run(["serve", "--print-config", "--listen", "x"]).refused().contains("'x'"));
    assert_eq!(place.run(["serve", "--json"]).code, Some(2));
}

#[test]
fn the_audit_log_is_exported_and_its_hash_chain_verified() {
    let place = Place::with_admin();
    place.run(["theme", "set", "premium"]).done();
    let output = place.run(["audit", "export", "-o", "audit.jsonl"]).done();
    assert!(output.contains("is intact"), "{output}");
    let text = std::fs::read_to_string(place.path().join("audit.jsonl")).unwrap();
    let entries: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let actions: Vec<_> = entries.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["admin.create", "settings.theme"]);
    assert_eq!((entries[1]["number"].as_u64(), entries[1]["note"].as_str()), (Some(2), Some("premium")));
    let head = place.run(["audit", "head", "--json"]).json();
    assert_eq!(
        (&head["number"], &head["at"], &head["hash"]),
        (&entries[1]["number"], &entries[1]["at"], &entries[1]["hash"])
    );
    assert_eq!(place.run(["audit", "head"]).done(), format!("{}\n", entries[1]["hash"].as_str().unwrap()));

    let serving = place.serve();
    let outcome = place.run(["audit", "export", "--format", "csv"]);
    assert_eq!(outcome.code, Some(0));
    assert!(outcome.stderr.contains("is intact"), "{}", outcome.stderr);
    assert!(outcome.stdout.starts_with("number,at,actor,action,target,note,hash\r\n1,"), "{}", outcome.stdout);
    let none = place.run(["audit", "export", "--to", "2020-01-01"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(0), ""));
    serving.stop();
}

#[test]
fn completions_and_manual_pages_are_generated() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(place.run(["completions", shell]).done().contains("invigil"), "{shell}");
    }
    assert!(place.run(["completions", "cmd"]).refused().contains("bash"));
    assert!(place.run(["man"]).done().contains(".TH invigil 1"));
    let output = place.run(["man", "-o", "man/man1"]).done();
    assert!(output.starts_with("Wrote ") && output.ends_with(" pages to man/man1.\n"), "{output}");
    let page = std::fs::read_to_string(place.path().join("man/man1/invigil-admin-create.1")).unwrap();
    assert!(page.contains("ada@example.org"));
    let page = std::fs::read_to_string(place.path().join("man/man1/invigil-serve.1")).unwrap();
    assert!(page.contains("INVIGIL_PUBLIC_URL"));
    assert!(!place.data().exists());
}
