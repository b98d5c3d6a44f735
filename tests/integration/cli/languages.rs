//! `invigil language`: files for translators.

use crate::support::binary::Place;

#[test]
fn a_file_is_exported_checked_imported_and_removed() {
    let place = Place::new();
    let template = place.run(["language", "export", "it"]).done();
    assert!(
        template.contains("\"Language: it\\n\"") && template.contains("msgctxt \"take.start\""),
        "no data is needed"
    );
    assert!(!place.data().exists());
    let german = place.run(["language", "export", "de"]).done();
    assert!(german.contains("msgid \"Start\"\nmsgstr \"Starten\"") || german.contains("msgctxt \"take.start\""));
    assert!(place.run(["language", "export", "tlh"]).refused().contains("'tlh'"));
    assert!(place.run(["language", "export", "en"]).refused().contains("English"));

    let place = Place::with_admin();
    let ours = place.run(["language", "export", "de", "-o", "de.po"]).done();
    assert_eq!(ours, "");
    let report = place.run(["language", "check", "de.po", "--json"]).json();
    assert_eq!((&report["errors"], &report["percent"], &report["language"]), (&0.into(), &100.into(), &"de".into()));
    assert!(place.run(["language", "import", "de.po"]).refused().contains("differs from ours"));

    let file = std::fs::read_to_string(place.path().join("de.po")).unwrap();
    let start = file.find("msgctxt \"take.start\"").unwrap();
    let text = start + file[start..].find("msgstr ").unwrap();
    let end = text + file[text..].find('\n').unwrap();
    let own = format!("{}msgstr \"Los geht’s\"{}", &file[..text], &file[end..]);
    place.write("own.po", &own);
    let done = place.run(["language", "import", "own.po"]).done();
    assert!(done.contains("of your own from now on: 1 text."), "{done}");
    let listed = place.run(["language", "list"]).done();
    assert!(listed.contains("de     100 %  offered, 1 of your own; staff's rooms 100 %\n"), "{listed}");
    assert!(place.run(["language", "export", "de"]).done().contains("msgstr \"Los geht’s\""));
    let rows = place.run(["language", "list", "--json"]).json();
    assert_eq!((&rows[1]["language"], &rows[1]["own"]), (&"de".into(), &1.into()));
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));

    // Backed up and restored with the data.
    place.run(["backup", "all.backup"]).done();
    place.run(["language", "remove", "de"]).done();
    assert!(!place.run(["language", "export", "de"]).done().contains("Los geht’s"));
    assert!(place.run(["language", "remove", "de"]).refused().contains("texts of this language"));

    place.write("bad.po", &own.replace("msgstr \"Los geht’s\"", "msgstr \"Los {geht\""));
    let checked = place.run(["language", "check", "bad.po"]);
    assert_eq!(checked.code, Some(1));
    let line = own[..text].lines().count();
    let named = format!("bad.po:{line}: malformed take.start: The text is malformed");
    let lines = checked.stdout.lines().filter(|line| line.contains("take.start")).collect::<Vec<_>>();
    assert!(lines.iter().any(|line| line.contains("malformed take.start")), "{named} {lines:?}");
    assert_eq!(checked.stderr, "error: bad.po: 1 error\n");
    assert!(place.run(["language", "import", "bad.po"]).refused().contains("nothing was imported"));
    assert_eq!(place.run(["language", "check", "missing.po"]).code, Some(1));
    assert_eq!(place.run(["language", "check"]).code, Some(2));
}

#[test]
fn texts_of_staff_are_in_a_file_of_their_own() {
    let place = Place::with_admin();
    let german = place.run(["language", "export", "de", "--staff"]).done();
    assert!(
        german.contains("msgctxt \"staff/shell.account\"") && !german.contains("msgctxt \"take.start\""),
        "{german}"
    );
    place.write("de.po", &german);
    let checked = place.run(["language", "check", "de.po"]).done();
    assert!(checked.ends_with(" texts of staff's rooms\n") && checked.contains("100 %: "), "{checked}");
    assert!(place.run(["language", "import", "de.po"]).refused().contains("differs from ours"));
    let start = "msgid \"\"\nmsgstr \"Language: de\\n\"\n\nmsgctxt \"take.start\"\nmsgid \"Start\"\nmsgstr \"Los\"\n";
    place.write("own.po", start);
    place.run(["language", "import", "own.po"]).done();
    place.write("staff.po", &start.replace("take.start", "staff/shell.account").replace("\"Start\"", "\"Account\""));
    let done = place.run(["language", "import", "staff.po"]).done();
    assert!(done.contains("of your own from now on: 1 text.") && !done.contains("Candidates"), "{done}");
    let listed = place.run(["language", "list"]).done();
    assert!(listed.contains("offered, 2 of your own; staff's rooms 100 %"), "those for candidates are kept: {listed}");
    assert!(place.run(["check"]).done().ends_with("no problems.\n"));
}

#[test]
fn a_running_server_takes_a_file_too() {
    let place = Place::with_admin();
    place.write(
        "fr.po",
        "msgid \"\"\nmsgstr \"Language: fr\\n\"\n\nmsgctxt \"take.start\"\nmsgid \"Start\"\nmsgstr \"Allons-y\"\n",
    );
    let serving = place.serve();
    assert!(place.run(["language", "import", "fr.po"]).done().contains("of your own from now on: 1 text."));
    assert!(place.run(["language", "export", "fr"]).done().contains("msgstr \"Allons-y\""));
    serving.stop();
    assert!(place.run(["language", "list"]).done().contains("1 of your own"));
}
