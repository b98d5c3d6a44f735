//! `invigil results export --since` and `--cursor-file`.

use super::results::{submission, with};
use crate::support::binary::Place;
use invigil::{
    domain::{
        result_change::{ResultChange, ResultNumbers, ResultState},
        submission::Submission,
    },
    store::{
        Backing, Read, Store, StoreOptions,
        records::{self, Single},
    },
};
use std::{fs, io::Read as _, process::Stdio};

/// Notes a change of the result with this number, as the server does.
fn change(place: &Place, n: u128, state: ResultState) {
    let backing = Backing::File(place.data().join("invigil.redb"));
    let store = Store::open(StoreOptions::new(backing), records::KINDS, records::MIGRATIONS).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let submission = submission(n, "");
    runtime.block_on(async {
        let write = store.write(move |tx| {
            let mut numbers: ResultNumbers = tx.get(Single)?.unwrap_or_default();
            let number = numbers.give(invigil::store::epoch(tx)?);
            let at = submission.submitted_at;
            tx.put(&ResultChange { submission_id: submission.id, test_id: submission.test_id, number, at, state })?;
            tx.put(&numbers)
        });
        write.await.unwrap();
        store.close().await;
    });
}

fn number_all(place: &Place, count: u128) {
    let backing = Backing::File(place.data().join("invigil.redb"));
    let store = Store::open(StoreOptions::new(backing), records::KINDS, records::MIGRATIONS).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let write = store.write(move |tx| {
            let (mut numbers, state) = (ResultNumbers::default(), ResultState::Present);
            for Submission { id: submission_id, test_id, submitted_at: at, .. } in
                (1..=count).map(|n| submission(n, ""))
            {
                tx.put(&ResultChange { submission_id, test_id, number: numbers.give(1), at, state })?;
            }
            tx.put(&numbers)
        });
        write.await.unwrap();
        store.close().await;
    });
}

fn names(lines: &str) -> Vec<String> {
    let row = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let name = |line| row(line)["applicant_name"].as_str().unwrap_or("(none)").to_owned();
    lines.lines().map(name).collect()
}

fn read(place: &Place, name: &str) -> String {
    fs::read_to_string(place.path().join(name)).unwrap()
}

#[test]
fn a_cursor_goes_on_where_the_last_export_ended() {
    let place = with((1..=3).map(|n| submission(n, &format!("Person {n}"))).collect());
    (1..=3).for_each(|n| change(&place, n, ResultState::Present));
    let first = place.run(["results", "export", "--since", ""]);
    let cursor = first.stderr.trim().strip_prefix("cursor: ").unwrap().to_owned();
    assert_eq!(names(&first.stdout), ["Person 1", "Person 2", "Person 3"]);
    let again = place.run(["results", "export", "--since", &cursor]);
    assert_eq!((again.stdout.as_str(), again.stderr.trim()), ("", format!("cursor: {cursor}").as_str()));
    change(&place, 1, ResultState::Present);
    change(&place, 2, ResultState::Deleted);
    let next = place.run(["results", "export", "--since", &cursor]).stdout;
    assert_eq!(names(&next), ["Person 1", "(none)"]);
    assert!(!next.contains("a2@example.org") && next.contains("\"state\":\"deleted\""), "{next}");
    for bad in ["x", &cursor[1..]] {
        assert!(place.run(["results", "export", "--since", bad]).refused().contains("not a cursor"), "{bad}");
    }
    assert!(place.run(["results", "export", "--since", "", "--format", "xlsx"]).refused().contains("JSON lines"));
    assert!(place.run(["results", "export", "--format", "parquet"]).refused().contains("add --since ''"));
    let columns = place.run(["results", "export", "--since", "", "--format", "parquet", "-o", "all.parquet"]);
    assert_eq!(columns.code, Some(0), "{}", columns.stderr);
    let parquet = fs::read(place.path().join("all.parquet")).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    for with in ["--answers", "--bom"] {
        assert_eq!(place.run(["results", "export", "--since", "", with]).code, Some(2));
    }
}

#[test]
fn the_file_of_a_cursor_changes_once_the_output_is_complete() {
    let place = with((1..=2).map(|n| submission(n, &format!("Person {n}"))).collect());
    (1..=2).for_each(|n| change(&place, n, ResultState::Present));
    let export = ["results", "export", "--cursor-file", "cursor", "-o"];
    let run = |output: &str| place.run(export.iter().copied().chain([output]));
    assert!(run("no/such/folder").refused().contains("no/such/folder"));
    assert!(!place.path().join("cursor").exists(), "nothing was exported");
    assert_eq!(run("one.jsonl").done(), "");
    assert_eq!(names(&read(&place, "one.jsonl")), ["Person 1", "Person 2"]);
    let cursor = read(&place, "cursor");
    // A server that has the data open does the same.
    let serving = place.serve();
    assert_eq!(run("two.jsonl").done(), "");
    serving.stop();
    assert_eq!((read(&place, "two.jsonl").as_str(), &read(&place, "cursor")), ("", &cursor));
    fs::write(place.path().join("cursor"), "").unwrap();
    assert!(run("four.jsonl").refused().contains("the file is empty"));
}

/// Killed while it writes, and killed between output and cursor.
#[test]
fn nothing_is_missed_and_nothing_comes_twice_over_a_kill() {
    let count = 2_000;
    let place = with((1..=count).map(|n| submission(n, &format!("Person {n}"))).collect());
    number_all(&place, count);
    let args = ["results", "export", "--cursor-file", "cursor"];
    let mut killed = place.command(args).stdout(Stdio::piped()).spawn().unwrap();
    // It waits for its reader from then on: the rest does not fit into the pipe.
    killed.stdout.as_mut().unwrap().read_exact(&mut [0; 1000]).unwrap();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!place.path().join("cursor").exists());
    let to_file = || place.run(args.iter().copied().chain(["-o", "out.jsonl"])).done();
    to_file();
    let all = names(&read(&place, "out.jsonl"));
    assert_eq!(all.len(), usize::try_from(count).unwrap());
    let cursor = read(&place, "cursor");
    // As after a kill between the two renames: the same output again replaces that one.
    change(&place, 7, ResultState::Present);
    fs::remove_file(place.path().join("cursor")).unwrap();
    to_file();
    let mut again = names(&read(&place, "out.jsonl"));
    assert_eq!((again.len(), again.last().unwrap().as_str()), (all.len(), "Person 7"));
    again.sort_unstable();
    again.dedup();
    assert_eq!(again.len(), all.len());
    fs::write(place.path().join("cursor"), cursor).unwrap();
    to_file();
    assert_eq!(names(&read(&place, "out.jsonl")), ["Person 7"]);
}
