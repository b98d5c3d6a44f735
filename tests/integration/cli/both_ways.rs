//! Every command gives the same result on the data folder itself and through the server that has it open.

use crate::support::binary::{Outcome, Place};

const TEST: &str = r#"{"title": "T", "questions": [{"type": "essay", "question": "Why?"}]}"#;

fn same(offline: &Outcome, online: &Outcome) {
    let of = |o: &Outcome| (o.code, o.stdout.clone(), o.stderr.clone());
    assert_eq!(of(offline), of(online));
}

#[test]
fn reads_give_the_same_output_offline_and_online() {
    let place = Place::with_admin();
    place.write("t.json", TEST);
    let id = place.run(["test", "import", "t.json", "--json"]).json()[0]["id"].as_str().unwrap().to_owned();
    place.run(["invite", "create", "--test", &id, "--email", "grace@example.org", "--name", "Grace"]).done();
    // The first start stores the public URL, which adds a record.
    place.serve_with(&["--public-url", "https://tests.example.org"]).stop();
    let reads: &[&[&str]] = &[
        &["admin", "list"],
        &["admin", "list", "--json"],
        &["applicant", "list"],
        &["applicant", "list", "--json"],
        &["audit", "export"],
        &["audit", "export", "--format", "csv"],
        &["evidence", "keys"],
        &["evidence", "keys", "--json"],
        &["evidence", "export", "019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10"],
        &["invite", "list"],
        &["invite", "list", "--json"],
        &["language", "list"],
        &["language", "export", "de"],
        &["results", "export"],
        &["results", "export", "--format", "json"],
        &["results", "export", "--format", "jsonl", "--answers"],
        &["results", "export", "--since", ""],
        &["settings", "show"],
        &["settings", "show", "--json"],
        &["smtp", "show"],
        &["smtp", "show", "--json"],
        &["smtp", "test", "--to", "a@example.org"],
        &["test", "export", &id],
        &["test", "export", "--format", "gift", &id],
        &["test", "export", "019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10"],
        &["test", "list"],
        &["test", "list", "--json"],
        &["theme", "list"],
        &["theme", "list", "--json"],
        &["theme", "set", "pink"],
        &["theme", "show"],
        &["theme", "show", "--json"],
    ];
    let offline: Vec<Outcome> = reads.iter().map(|args| place.run(*args)).collect();
    let serving = place.serve_with(&["--public-url", "https://tests.example.org"]);
    for (args, offline) in reads.iter().zip(&offline) {
        eprintln!("{args:?}");
        same(offline, &place.run(*args));
    }
    serving.stop();
}

#[test]
fn commands_change_data_through_a_running_server() {
    let place = Place::with_admin();
    place.write("t.json", TEST);
    let serving = place.serve();
    assert!(place.add_admin("bob@example.org").done().contains("administrator"));
    assert!(place.run(["theme", "set", "premium"]).done().contains("Premium"));
    assert!(place.run(["test", "import", "t.json"]).done().starts_with("Imported "));
    place.run(["smtp", "set", "--host", "mail.example.org", "--from-email", "t@example.org"]).done();
    let reset = ["admin", "reset-password", "--email", "bob@example.org", "--password-stdin"];
    place.run_with_input(reset, "another one").done();
    place.run(["test", "list", "--json"]).done();
    serving.stop();
    assert_eq!(place.run(["admin", "list", "--json"]).json().as_array().unwrap().len(), 2);
    assert_eq!(place.run(["theme", "show", "--json"]).json()["themeName"], "premium");
    assert_eq!(place.run(["test", "list", "--json"]).json()[0]["title"], "T");
    assert_eq!(place.run(["smtp", "show", "--json"]).json()["smtpHost"], "mail.example.org");
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

#[test]
fn an_output_file_is_written_by_the_commands_own_process() {
    let place = Place::with_admin();
    let serving = place.serve();
    place.run(["results", "export", "-o", "here.csv"]).done();
    assert!(std::fs::read_to_string(place.path().join("here.csv")).unwrap().starts_with("submission_id,"));
    place.write(
        "unit.json",
        r#"{"title": "Unit", "questions": [{"type": "numeric", "question": "?", "correct_number": 5, "unit": "kg"}]}"#,
    );
    let id = place.run(["test", "import", "unit.json", "--json"]).json()[0]["id"].as_str().unwrap().to_owned();
    let lost = "Question 1: The unit cannot be expressed in QTI.\n";
    assert_eq!(place.run(["test", "export", "--format", "qti30", "-o", "package.zip", &id]).done(), lost);
    assert!(place.run(["results", "export", "-o", "no/such/folder.csv"]).refused().starts_with("no/such/folder.csv: "));
    serving.stop();
}
