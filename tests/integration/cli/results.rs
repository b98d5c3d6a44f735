use crate::support::binary::{Outcome, Place};
use invigil::{
    domain::{
        Instant,
        attempt::EndedBy,
        submission::{ScoringStatus, Submission},
        time::HOUR,
    },
    store::{Backing, Store, StoreOptions, records},
};
use std::{io::Read, process::Stdio};
use uuid::Uuid;

const NOON: &str = "2026-03-01T12:00:00Z";

pub fn submission(n: u128, name: &str) -> Submission {
    let at = Instant::parse(NOON).unwrap().plus(i32::try_from(n).unwrap() * HOUR);
    let id = Uuid::from_u128(n);
    Submission {
        id: id.into(),
        invite_id: id.into(),
        test_id: Uuid::from_u128(n % 2 + 100).into(),
        applicant_id: id.into(),
        applicant_name: name.into(),
        applicant_email: format!("a{n}@example.org"),
        test_title: "Rust, \"basics\"\nand more".into(),
        paper: [0; 32],
        started_at: at.plus(-HOUR),
        submitted_at: at,
        ended_by: EndedBy::Candidate,
        is_monitored: true,
        answers_stored: 3,
        total_points: 3,
        auto_earned: 1.0,
        manual_earned: (n > 1).then_some(0.5),
        status: if n > 1 { ScoringStatus::FullyReviewed } else { ScoringStatus::NeedsReview },
        manual_questions: 1,
        pending_reviews: u32::from(n <= 1),
        pending_points: u32::from(n <= 1),
        judging: invigil::domain::judging::JudgingCounts::default(),
        alias: None,
    }
}

/// A data folder with these submissions, one per hour from 13:00 UTC.
pub fn with(submissions: Vec<Submission>) -> Place {
    let place = Place::with_admin();
    let backing = Backing::File(place.data().join("invigil.redb"));
    let store = Store::open(StoreOptions::new(backing), records::KINDS, records::MIGRATIONS).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        store.write(move |tx| submissions.iter().try_for_each(|s| tx.put(s))).await.unwrap();
        store.close().await;
    });
    place
}

fn rows(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    reader.records().map(|r| r.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn csv_is_rfc_4180_with_formulas_escaped() {
    let names = ["=HYPERLINK(\"http://evil\")", "+1", "-1", "@SUM", "\tx", "Zoë Ångström"];
    let place = with(names.iter().zip(1..).map(|(name, n)| submission(n, name)).collect());
    let csv = place.run(["results", "export"]).done();
    assert!(csv.starts_with("submission_id,test_title,applicant_name,applicant_email,started_at,submitted_at,score,auto_score,manual_score,final_score,scoring_status,is_monitored,provisional,earned_points,pending_points,total_points,judging,rank,percentile,passed,decision,decision_reason,decided_by,decided_at,told_at,repaired_points,repair_reasons,section_points,told,seconds_used,flags,flag_kinds,private_notes\r\n"));
    let rows = rows(&csv);
    assert_eq!(rows.len(), 7);
    let exported: Vec<&str> = rows[1..].iter().map(|r| r[2].as_str()).collect();
    assert_eq!(exported, ["'=HYPERLINK(\"http://evil\")", "'+1", "'-1", "'@SUM", "'\tx", "Zoë Ångström"]);
    assert_eq!(rows[1][1], "Rust, \"basics\"\nand more");
    assert_eq!(
        rows[1][4..17],
        "2026-03-01T12:00:00.000Z 2026-03-01T13:00:00.000Z 33.33 33.33  33.33 needs_review true true 1 1 3 none"
            .split(' ')
            .collect::<Vec<_>>()
    );
    assert_eq!(
        rows[2][6..17],
        ["50", "33.33", "16.67", "50", "fully_reviewed", "true", "false", "1.5", "0", "3", "none"]
    );
    assert!(rows[1][17..29].iter().all(String::is_empty), "no rank while it waits for a review");
    assert!(!rows[2][17].is_empty() && rows[2][19..29].iter().all(String::is_empty), "no mark, no decision");
    assert_eq!(rows[2][29..], ["3600", "0", "", ""], "seconds, flags, no notes");
}

#[test]
fn headings_are_in_words_of_a_language() {
    let place = with(vec![submission(1, "Ada")]);
    let french = place.run(["results", "export", "--headings", "fr", "--answers"]).done();
    assert!(
        french.starts_with("Identifiant de la copie,Test,Candidat,E-mail,Remise,Numéro de la question,"),
        "{french}"
    );
    let refused = place.run(["results", "export", "--headings", "xx"]);
    assert!(refused.stderr.contains("en, de, fr"), "{}", refused.stderr);
    let json = place.run(["results", "export", "--headings", "de", "--format", "json"]);
    assert!(json.stderr.contains("--headings is for CSV and XLSX"), "{}", json.stderr);
    let of_changes = place.run(["results", "export", "--headings", "de", "--since", ""]);
    assert!(of_changes.stderr.contains("--headings"), "{}", of_changes.stderr);
}

#[test]
fn json_has_the_rows_of_the_api() {
    let place = with(vec![submission(1, "Ada"), submission(2, "=Bob")]);
    let json = place.run(["results", "export", "--format", "json"]).json();
    assert_eq!(json[0]["applicant_name"], "Ada");
    assert_eq!(json[1]["applicant_name"], "=Bob", "JSON escapes no formulas");
    assert_eq!((&json[1]["score"], &json[1]["scoring_status"]), (&50.0.into(), &"fully_reviewed".into()));
    let mut fields: Vec<_> = json[0].as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    let expected = "applicant_email applicant_name auto_earned_points auto_score earned_points final_score invite_id is_monitored judging manual_score pending_points provisional scoring_status score started_at submission_id submitted_at test_id test_title total_points rank percentile passed decision decision_reason decided_by decided_at told told_at repaired_points repair_reasons section_points seconds_used flags flag_kinds private_notes";
    assert_eq!(fields, {
        let mut e: Vec<_> = expected.split(' ').collect();
        e.sort_unstable();
        e
    });
}

#[test]
fn xlsx_is_a_valid_workbook() {
    let place = with(vec![submission(1, "=Ada"), submission(2, "Bob")]);
    place.run(["results", "export", "--format", "xlsx", "-o", "out.xlsx"]).done();
    let offline = std::fs::read(place.path().join("out.xlsx")).unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(offline)).unwrap();
    let mut xml = String::new();
    archive.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut xml).unwrap();
    assert!(xml.contains("<t>=Ada</t>") && !xml.contains("<f>"), "{xml}");
    assert_eq!(xml.matches("<row ").count(), 3);
    let serving = place.serve();
    place.run(["results", "export", "--format", "xlsx", "-o", "live.xlsx"]).done();
    let live = std::fs::read(place.path().join("live.xlsx")).unwrap();
    assert!(zip::ZipArchive::new(std::io::Cursor::new(live)).is_ok());
    serving.stop();
}

#[test]
fn results_are_filtered_by_test_and_by_days_in_a_time_zone() {
    // 13:00 to 23:00 UTC on March 1, and 00:00 and 01:00 on March 2.
    let place = with((1..=13).map(|n| submission(n, "A")).collect());
    let count = |args: &[&str]| {
        let all = ["results", "export", "--format", "json"].iter().chain(args);
        place.run(all).json().as_array().unwrap().len()
    };
    assert_eq!(count(&[]), 13);
    assert_eq!(count(&["--to", "2026-03-01"]), 11);
    assert_eq!(count(&["--from", "2026-03-02", "--to", "2026-03-02"]), 2);
    assert_eq!(count(&["--from", "2026-03-02", "--tz", "Europe/Berlin"]), 3);
    assert_eq!(count(&["--test", &Uuid::from_u128(100).to_string()]), 6);
    assert_eq!(count(&["--from", "2026-03-03"]), 0);
}

#[test]
fn thousands_of_rows_are_the_same_through_a_server() {
    let place = with((1..=3000).map(|n| submission(n, "Ada")).collect());
    let offline = place.run(["results", "export"]).done();
    assert_eq!(rows(&offline).len(), 3001);
    let serving = place.serve();
    assert_eq!(place.run(["results", "export"]).done(), offline);
    place.run(["results", "export", "-o", "out.csv"]).done();
    assert_eq!(std::fs::read_to_string(place.path().join("out.csv")).unwrap(), offline);
    serving.stop();
}

fn head(place: &Place) -> Outcome {
    let mut command = place.command(["results", "export"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 13];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    Outcome {
        code: output.status.code(),
        stdout: String::from_utf8(first.to_vec()).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_closed_pipe_ends_the_export_quietly() {
    let place = with((1..=3000).map(|n| submission(n, "Ada")).collect());
    let quietly = |outcome: Outcome| {
        assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("submission_id", ""));
        assert_eq!(outcome.code, Some(141));
    };
    quietly(head(&place));
    let serving = place.serve();
    quietly(head(&place));
    assert!(place.run(["admin", "list"]).done().contains("ada@example.org"));
    serving.stop();
}
