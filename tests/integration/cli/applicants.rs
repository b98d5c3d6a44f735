//! `invigil applicant` and `invigil invite`.

use super::judging::Client;
use crate::support::{
    binary::{Place, finish},
    client::{As, Http},
    journey::{key, text},
};
use serde_json::{Value, json};

const TEST: &str = r#"{"title": "Backend", "questions": [{"type": "essay", "question": "Why?"}]}"#;

fn with_test() -> (Place, String) {
    let place = Place::with_admin();
    place.write("t.json", TEST);
    let id = place.run(["test", "import", "t.json", "--json"]).json()[0]["id"].as_str().unwrap().to_owned();
    (place, id)
}

fn invite(place: &Place, test: &str, email: &str, more: &[&str]) -> Value {
    let args = ["invite", "create", "--test", test, "--email", email, "--name", "Grace Hopper", "--json"];
    place.run(args.iter().chain(more)).json()
}

/// On a fresh folder no server has run that could have left its address.
#[test]
fn links_of_a_fresh_folder_begin_with_the_public_url() {
    let (place, test) = with_test();
    let args = ["invite", "create", "--test", &test, "--email", "grace@example.org", "--name", "Grace", "--json"];
    let mut command = place.command(args);
    command.env("INVIGIL_PUBLIC_URL", "https://tests.example.org/");
    let made = finish(command, "").json();
    let link = made["invite_url"].as_str().unwrap();
    assert!(link.starts_with("https://tests.example.org/test-invite/"), "{link}");
    let mut command = place.command(["settings", "show", "--json"]);
    command.env("INVIGIL_PUBLIC_URL", "https://tests.example.org/");
    assert_eq!(finish(command, "").json()["site"]["publicUrl"], "https://tests.example.org");
}

#[test]
fn an_invite_is_created_with_its_link_listed_and_revoked() {
    let (place, test) = with_test();
    let made = invite(&place, &test, "Grace@Example.org", &["--schedule", "2027-03-01T10:00", "--tz", "Europe/Berlin"]);
    assert_eq!(made["applicant_email"], "grace@example.org");
    assert_eq!((&made["admin_scheduled"], &made["email_sent"]), (&true.into(), &false.into()));
    assert_eq!(made["scheduled_date"], "2027-03-01T09:00:00.000Z");
    assert!(made["invite_url"].as_str().unwrap().contains("/test-invite/"));
    let own = invite(&place, &test, "ada@example.net", &["--self-schedule"]);
    assert_eq!((&own["admin_scheduled"], &own["no_schedule"]), (&false.into(), &false.into()));

    let serving = place.serve_with(&["--public-url", "http://127.0.0.1:8080"]);
    let output = place.run(["invite", "create", "--test", &test, "--email", "bob@example.org", "--name", "Bob"]).done();
    assert!(
        output.starts_with("Invited Bob (bob@example.org) to 'Backend': ") && output.contains("/test-invite/"),
        "{output}"
    );
    let list = |more: &[&str]| place.run(["invite", "list", "--json"].iter().chain(more)).json();
    assert_eq!(list(&[]).as_array().unwrap().len(), 3);
    assert_eq!(list(&[])[2], made, "the same row in the list, oldest last");
    assert_eq!(list(&["--email", "EXAMPLE.ORG"]).as_array().unwrap().len(), 2);
    assert_eq!(list(&["--status", "monitorable"])[0]["id"], made["id"]);
    assert!(list(&["--date", "2020-01-01"]).as_array().unwrap().is_empty());
    let id = made["id"].as_str().unwrap();
    assert!(place.run(["invite", "revoke", id]).done().contains("its link no longer works"));
    assert_eq!(list(&["--status", "expired"])[0]["id"], made["id"]);
    assert!(place.run(["invite", "list"]).done().lines().any(|line| line.contains(id) && line.contains("expired")));
    serving.stop();
    assert!(place.run(["invite", "revoke", "019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10"]).refused().contains("no such"));
}

#[test]
fn invalid_invites_are_refused_in_one_line() {
    let (place, test) = with_test();
    let refused = |more: &[&str]| {
        let args = ["invite", "create", "--name", "G"];
        place.run(args.iter().chain(more)).refused()
    };
    let to = |email: &'static str| ["--test", test.as_str(), "--email", email];
    assert!(refused(&to("nobody")).contains("valid email"));
    let unknown = "019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10";
    assert!(refused(&["--test", unknown, "--email", "a@example.org"]).contains("no such test"));
    for (more, says) in [
        (&["--schedule", "2020-01-01T10:00:00Z"][..], "in the future"),
        (&["--schedule", "2027-03-01T10:00"], "has no time zone"),
        (&["--schedule", "2027-03-28T02:30", "--tz", "Europe/Berlin"], "does not exist in Europe/Berlin"),
        (
            &["--schedule", "2027-10-31T02:30", "--tz", "Europe/Berlin"],
            "give 2027-10-31T02:30:00+02:00 or 2027-10-31T02:30:00+01:00",
        ),
        (&["--schedule", "2027-03-01T10:00:00+25:00"], "is not a time"),
        (&["--schedule", "2027-03-01T10:10", "--tz", "UTC"], "half hour"),
        (&["--tz", "UTC"], "give one of them"),
        (&["--schedule", "2027-03-01T10:00", "--tz", "Mars/Olympus"], "Mars/Olympus"),
        (&["--extra-minutes", "500"], "480"),
    ] {
        let line = refused(&[&to("a@example.org")[..], more].concat());
        assert!(line.contains(says), "{more:?}: {line}");
    }
    assert!(place.run(["invite", "list", "--json"]).json().as_array().unwrap().is_empty());
}

#[test]
fn an_import_reports_each_line() {
    let (place, test) = with_test();
    place.write("people.csv", "email;name\ngrace@example.org;Grace\nnobody;Nora\ngrace@example.org;Again\nBob\n");
    let import = ["invite", "import", "people.csv", "--test", &test];
    let looked = place.run([&import[..], &["--dry-run"]].concat());
    assert_eq!((looked.code, looked.stderr.as_str()), (Some(1), "error: 3 of 4 lines would be refused\n"));
    assert!(looked.stdout.starts_with("line 2: Grace <grace@example.org>\nline 3: Nora <nobody> would be refused: "));
    assert!(looked.stdout.ends_with("Would invite 1 person.\n"), "{}", looked.stdout);
    assert!(place.run(["invite", "list", "--json"]).json().as_array().unwrap().is_empty());
    let outcome = place.run(import);
    assert_eq!(outcome.code, Some(1));
    assert_eq!(outcome.stderr, "error: 3 of 4 lines were refused\n");
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert!(lines[0].starts_with("line 2: invited grace@example.org"), "{lines:?}");
    assert!(lines[1].contains("nobody was refused: ") && lines[2].contains("already on line 2"), "{lines:?}");
    assert!(lines[3].contains("line 5: bob was refused: A name is required."), "{lines:?}");
    assert!(lines[4].contains("1 person.") && lines[4].contains("No mail server"), "{lines:?}");

    let serving = place.serve();
    let input = "name,email\nAda,ada@example.net\n";
    let rows = place.run_with_input(["invite", "import", "-", "--test", &test, "--json"], input).json();
    assert_eq!((&rows[0]["ok"], &rows[0]["line"]), (&true.into(), &2.into()));
    serving.stop();
    let list = place.run(["invite", "list", "--json"]).json();
    assert_eq!(list[0]["id"], rows[0]["invite_id"]);
    assert_eq!(list[0]["invite_url"], rows[0]["invite_url"]);
    let again = place.run_with_input(["invite", "import", "-", "--test", &test, "--skip-invited"], input);
    assert_eq!(
        (again.code, again.stdout.lines().next()),
        (Some(0), Some("line 2: ada@example.net was invited already"))
    );
    assert!(again.stdout.contains("Invited 0 people. 1 had been invited already."), "{}", again.stdout);
    // What is odd about a line is said here as on the page.
    place.write("odd.csv", "name,email\nAda,\u{e5}da@example.org\n007,eve@example.org\n");
    let looked = place.run(["invite", "import", "odd.csv", "--test", &test, "--dry-run"]).done();
    assert!(looked.contains("\n  '\u{e5}' before the @: mail arrives only where"), "{looked}");
    assert!(looked.contains("\n  The name '007' has no letter.\n"), "{looked}");
    place.write("bad.csv", "who\nx\n");
    assert!(place.run(["invite", "import", "bad.csv", "--test", &test]).refused().contains("no column 'email'"));
}

#[test]
fn a_long_list_is_imported_through_a_running_server() {
    let (place, test) = with_test();
    let people: Vec<_> = (0..1_300).map(|n| format!("Person {n},p{n}@example.org")).collect();
    // A duplicate address is detected across batches.
    place.write("people.csv", &format!("name,email\n{}\nAgain,P7@example.org\n", people.join("\n")));
    let serving = place.serve();
    let outcome = place.run(["invite", "import", "people.csv", "--test", &test]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), "error: 1 of 1301 lines were refused\n"));
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert!(lines[1_299].starts_with("line 1301: invited p1299@example.org"), "{}", lines[1_299]);
    assert!(lines[1_300].contains("p7@example.org was refused: This address is already on line 9"), "{}", lines[1_300]);
    assert!(lines[1_301].starts_with("Invited 1300 people."), "{}", lines[1_301]);
    serving.stop();
    assert_eq!(place.run(["invite", "list", "--json"]).json().as_array().unwrap().len(), 1_300);
    place.write("empty.csv", "name,email\n");
    assert!(place.run(["invite", "import", "empty.csv", "--test", &test]).refused().contains("no people"));
}

#[test]
fn applicants_are_listed_deactivated_and_erased() {
    let (place, test) = with_test();
    invite(&place, &test, "grace@example.org", &[]);
    invite(&place, &test, "bob@example.net", &[]);
    let found = place.run(["applicant", "list", "--search", "GRACE@", "--json"]).json();
    assert_eq!((found[0]["invites"].as_u64(), found.as_array().unwrap().len()), (Some(1), 1));
    assert_eq!(found[0]["has_account"], false);

    let serving = place.serve();
    assert!(place.run(["applicant", "deactivate", "--email", "Grace@example.org"]).done().contains("inactive"));
    assert!(place.run(["applicant", "list"]).done().contains("inactive"));
    let args = ["invite", "create", "--test", &test, "--email", "grace@example.org", "--name", "G"];
    assert!(place.run(args).refused().contains("deactivated"));
    place.run(["applicant", "activate", "--email", "grace@example.org"]).done();
    assert!(place.run(["applicant", "erase", "--email", "grace@example.org"]).refused().contains("--yes"));
    assert!(place.run(["applicant", "erase", "--email", "grace@example.org", "--yes"]).done().contains("Erased"));
    serving.stop();
    let left = place.run(["applicant", "list", "--json"]).json();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["email"]), (1, &"bob@example.net".into()));
    assert_eq!(place.run(["invite", "list", "--json"]).json().as_array().unwrap().len(), 1);
    assert!(place.run(["applicant", "activate", "--email", "ada@example.org"]).refused().contains("administrator"));
    assert!(place.run(["applicant", "activate", "--email", "x@example.org"]).refused().contains("no applicant"));
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

#[tokio::test]
async fn a_request_to_be_erased_is_listed_and_declined() {
    let (place, test) = with_test();
    invite(&place, &test, "bob@example.net", &[]);
    let invite = invite(&place, &test, "grace@example.org", &[]);
    let serving = place.serve();
    let client = Client::sign_in(Http::new(), &serving.url).await;
    let token = text(&invite["invite_url"]).rsplit('/').next().unwrap();
    let holder = key(1);
    client.post(&format!("start-test/{token}"), As::Key(&holder), json!({})).await;
    let answers = json!({"answers": [{"question_id": "q1", "answer": "So."}]});
    let done = client.post(&format!("submit-test/{token}"), As::Key(&holder), answers).await;
    let page = format!("receipt/{}", text(&done["receipt_token"]));
    let decline =
        |email: &str, reason: &str| place.run(["applicant", "decline-erasure", "--email", email, "--reason", reason]);
    assert!(decline("grace@example.org", "No.").refused().contains("no pending request"));
    client.post(&format!("{page}/erasure"), As::Anonymous, json!({})).await;

    let asked = || place.run(["applicant", "list", "--erasure-asked", "--json"]).json();
    assert_eq!((asked().as_array().unwrap().len(), &asked()[0]["email"]), (1, &"grace@example.org".into()));
    assert!(asked()[0]["erasure_asked_at"].is_string());
    assert!(place.run(["applicant", "list"]).done().contains("asks for erasure"));
    assert_eq!(place.run(["applicant", "list", "--erasure-asked", "--search", "x"]).code, Some(2));
    assert!(decline("grace@example.org", " ").refused().contains("reason"));
    assert!(decline("x@example.org", "No.").refused().contains("no applicant"));
    assert!(decline("Grace@example.org", "The law obliges us.").done().starts_with("Declined"));
    assert!(decline("grace@example.org", "Again.").refused().contains("no pending request"));
    assert_eq!(asked(), json!([]));
    assert_eq!(client.get(&page).await["erasure_declined"]["reason"], "The law obliges us.");
    serving.stop();
    place.run(["check"]).done();
}
