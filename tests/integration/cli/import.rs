use crate::support::binary::Place;
use serde_json::json;

const GOOD: &str = r#"{"title": "Rust", "description": "Basics", "duration_minutes": 30, "questions": [
    {"id": "one", "type": "multiple_choice", "question": "2 + 2?", "points": 2, "options": ["3", "4"], "correct_answer": "4"},
    {"type": "coding", "question": "Sort.", "points": 5, "expected_language": "Rust"},
    {"type": "essay", "question": "Why?"}]}"#;

fn titles(place: &Place) -> Vec<String> {
    let list = place.run(["test", "list", "--json"]).json();
    list.as_array().unwrap().iter().map(|t| t["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn an_exported_test_can_be_imported_without_loss() {
    let place = Place::new();
    place.write("good.json", GOOD);
    let made = place.run(["test", "import", "good.json", "--json"]).json();
    assert_eq!((&made[0]["question_count"], &made[0]["total_points"]), (&3.into(), &8.into()));
    let id = made[0]["id"].as_str().unwrap();
    let exported = place.run(["test", "export", id]).done();
    assert_eq!(place.run(["test", "export", id, "-o", "out.json"]).done(), "");
    assert_eq!(std::fs::read_to_string(place.path().join("out.json")).unwrap(), exported);
    let again = place.run(["test", "import", "out.json", "--json"]).json();
    let second = again[0]["id"].as_str().unwrap();
    assert_ne!(second, id, "importing again creates a new test");
    assert_eq!(place.run(["test", "export", second]).done(), exported);
    let mut sent: serde_json::Value = serde_json::from_str(GOOD).unwrap();
    sent["questions"][1]["id"] = "q2".into();
    sent["questions"][2]["id"] = "q3".into();
    sent["questions"][2]["points"] = 1.into();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&exported).unwrap(), sent);
}

#[test]
fn several_files_and_standard_input_are_imported_together() {
    let place = Place::new();
    place.write("two.json", &format!("[{GOOD}, {}]", GOOD.replace("Rust", "Go")));
    let output = place.run_with_input(["test", "import", "two.json", "-"], &GOOD.replace("Rust", "Python")).done();
    assert_eq!(output.lines().count(), 3, "{output}");
    let mut titles = titles(&place);
    titles.sort();
    assert_eq!(titles, ["Go", "Python", "Rust"]);
}

#[test]
fn a_dry_run_lists_what_comes_from_the_bank() {
    let place = Place::new();
    let file = json!({"title": "Rust", "duration_minutes": 30, "sections": [{"title": "Basics", "items": [
        {"type": "essay", "question": "Why?", "points": 1},
        {"pool": {"tags": ["loops", "easy"], "draw": 3, "points": 2}},
    ]}]});
    place.write("pools.json", &file.to_string());
    let output = place.run(["test", "import", "--dry-run", "pools.json"]).done();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(
        lines[3..],
        [
            "  section 'Basics': a pool, 3 questions out of those of the bank with the tags loops, easy, 2 points each",
            "Would import 'Rust' (1 question, and 1 item from the bank).",
        ]
    );
}

#[test]
fn a_dry_run_changes_nothing_and_reports_the_same_errors() {
    let place = Place::new();
    place.write("good.json", GOOD);
    let output = place.run(["test", "import", "--dry-run", "good.json"]).done();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(
        lines,
        [
            "good.json (json)",
            "  line 1: test 'Rust', 30 minutes",
            "  line 2: 1. multiple choice, 2 points: 2 + 2?",
            "  line 3: 2. coding, 5 points: Sort.",
            "  line 4: 3. essay, 1 point: Why?",
            "Would import 'Rust' (3 questions).",
        ]
    );
    assert!(!place.data().exists());
    place.write("bad.json", &GOOD.replace("Rust\", \"desc", "\", \"desc"));
    let seen = place.run(["test", "import", "--dry-run", "good.json", "bad.json"]);
    assert!(
        seen.stdout.contains("Would import 'Rust'") && seen.stdout.contains("error: line 1: Test title"),
        "{seen:?}"
    );
    assert_eq!(seen.refused(), "bad.json: line 1: Test title is required");
    let seen = place.run(["test", "import", "--dry-run", "--json", "good.json"]).json();
    assert_eq!((&seen[0]["title"], &seen[0]["question_count"]), (&"Rust".into(), &3.into()));
}

#[test]
fn one_invalid_test_rejects_all() {
    let place = Place::with_admin();
    place.write("good.json", GOOD);
    let bad = GOOD.replace("\"correct_answer\": \"4\"", "\"correct_answer\": \"5\"");
    for (name, content, says) in [
        (
            "bad.json",
            format!("[{GOOD}, {bad}]"),
            "bad.json scores differently here: line 5: This question was skipped: Question 1: Selected correct answer must match",
        ),
        (
            "type.json",
            GOOD.replace("essay", "song"),
            "type.json scores differently here: line 4: This question was skipped: questions[2].type: 'song' is not known here",
        ),
        (
            "float.json",
            GOOD.replace(": 30", ": 30.5"),
            "float.json reads differently here: line 1: duration_minutes: This has the wrong type: expected a whole number. It is left out.",
        ),
        ("short.json", GOOD.replace(": 30", ": 0"), "short.json: line 1: Duration must be"),
        ("half.json", GOOD[..40].to_owned(), "half.json: "),
        ("none.json", "[]".to_owned(), "This file contains no tests"),
        ("huge.json", " ".repeat((10 << 20) + 1), "larger than 10 MiB"),
    ] {
        place.write(name, &content);
        let line = place.run(["test", "import", "good.json", name]).refused();
        assert!(line.contains(says), "{line}");
    }
    assert!(titles(&place).is_empty());
}

#[test]
fn foreign_formats_are_imported_and_ours_are_exported() {
    let place = Place::new();
    place.write("bank.txt", "// Moodle\n::Q1::2 + 2? {=4 ~%50%5 ~3}\n\nPairs {=a -> b =c -> d}\n\nJust a text.\n");
    place.write("table.csv", "test,question,option_1,option_2,correct_answer\nSums,1 + 1?,1,2,2\nWords,Why?,,,\n");
    let refused = place.run(["test", "import", "bank.txt", "table.csv"]).refused();
    assert_eq!(
        refused,
        "bank.txt scores differently here: line 2: Partial credit is not supported: the answer counts as wrong. (and 1 more \
         difference; --dry-run shows all) Import it with --accept-changes."
    );
    let output = place.run(["test", "import", "--accept-changes", "bank.txt", "table.csv"]).done();
    assert!(
        output.contains("Left out: bank.txt: line 6: This question was skipped: it has no answers in braces."),
        "{output}"
    );
    let rows = place.run(["test", "list", "--json"]).json();
    let mut ids: Vec<&str> = rows.as_array().unwrap().iter().map(|t| t["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids.len(), 3);
    let export = |format: &str| {
        let args: Vec<&str> = ["test", "export", "--format", format].into_iter().chain(ids.iter().copied()).collect();
        place.run(args).done()
    };
    for format in ["json", "yaml", "gift"] {
        let file = export(format);
        place.write("out", &file);
        let seen = place.run(["test", "import", "--dry-run", "--json", "--format", format, "out"]).json();
        let mut titles: Vec<_> = seen.as_array().unwrap().iter().map(|t| t["title"].as_str().unwrap()).collect();
        titles.sort_unstable();
        assert_eq!(titles, ["Sums", "Words", "bank"], "{format}: {file}");
    }
    for format in ["qti21", "qti30"] {
        let args = ["test", "export", "--format", format, "-o", "package.zip"].into_iter();
        place.run(args.chain(ids.iter().copied()).collect::<Vec<_>>()).done();
        let seen = place.run(["test", "import", "--dry-run", "--json", "package.zip"]).json();
        assert_eq!(seen.as_array().unwrap().len(), 3, "{format}: {seen}");
    }
    let bank = rows.as_array().unwrap().iter().find(|test| test["title"] == "bank").unwrap()["id"].as_str().unwrap();
    place.write(
        "unit.json",
        r#"{"title": "Unit", "questions": [{"type": "numeric", "question": "?", "correct_number": 5, "unit": "kg"}]}"#,
    );
    place.run(["test", "import", "unit.json"]).done();
    let rows = place.run(["test", "list", "--json"]).json();
    let unit = rows.as_array().unwrap().iter().find(|test| test["title"] == "Unit").unwrap()["id"].as_str().unwrap();
    let lost = "Question 3: The unit cannot be expressed in QTI.\n";
    let export = ["test", "export", "--format", "qti30"];
    let of = |more: &[&str]| place.run([&export[..], more].concat()).done();
    assert_eq!(of(&["--dry-run", bank, unit]), lost);
    assert_eq!(of(&["-o", "package.zip", bank, unit]), lost);
    let read = place.run(["test", "import", "--dry-run", "package.zip"]).done();
    assert!(
        read.contains("left out (reads differently): items/t2q1.xml, line 3: The unit cannot be expressed in QTI."),
        "{read}"
    );
    let wrong = place.run(["test", "import", "--format", "qti", "bank.txt"]).refused();
    assert!(wrong.starts_with("bank.txt: line "), "{wrong}");
}

#[test]
fn questions_come_into_the_bank_and_out_again() {
    let place = Place::with_admin();
    place.write(
        "sql.yaml",
        "title: Joins\nquestions:\n- {type: essay, question: What is a join?, tags: [joins]}\n\
         - {type: numeric, question: 2 + 2?, correct_number: '4'}\n",
    );
    let seen = place.run(["question", "import", "--ready", "--tag", "sql", "sql.yaml"]).done();
    assert_eq!(seen.lines().count(), 2, "{seen}");
    let listed = place.run(["question", "list", "--json", "--tag", "SQL"]).json();
    let rows = listed.as_array().unwrap();
    assert_eq!((rows.len(), &rows[1]["summary"], &rows[1]["state"]), (2, &json!("What is a join?"), &json!("ready")));
    assert!(place.run(["question", "list", "--search", "join"]).done().contains("joins, sql"));
    for format in ["json", "yaml"] {
        let file = place.run(["question", "export", "--format", format]).done();
        place.write("out", &file);
        let again = place.run(["question", "import", "--format", format, "out"]).done();
        assert_eq!(again.lines().count(), file.matches("What is a join?").count() + file.matches("2 + 2?").count());
        let listed = place.run(["question", "list", "--json"]).json();
        let listed = listed.as_array().unwrap();
        assert!(listed.iter().all(|row| row["state"] == "ready"), "{format}: a state is kept");
    }
    assert!(place.run(["question", "export", "--tag", "none"]).refused().contains("no such question"));
}

#[test]
fn tests_are_copied_and_archived() {
    let place = Place::with_admin();
    place.write("a.yaml", "title: Joins\nquestions:\n- {type: essay, question: What is a join?}\n");
    place.run(["test", "import", "a.yaml"]).done();
    let id = place.run(["test", "list", "--json"]).json()[0]["id"].as_str().unwrap().to_owned();
    assert!(place.run(["test", "copy", &id, "--title", "Second"]).done().contains("'Second'"));
    assert!(place.run(["test", "archive", &id]).done().starts_with("Archived"));
    let listed = place.run(["test", "list", "--json"]).json();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["title"]), (1, &json!("Second")));
    assert!(place.run(["test", "archive", "--undo", &id]).done().starts_with("Unarchived"));
    assert_eq!(place.run(["test", "list", "--json"]).json().as_array().unwrap().len(), 2);
    place.run(["test", "archive", "00000000-0000-7000-8000-000000000000"]).refused();
}
