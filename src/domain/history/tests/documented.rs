//! The vectors in `docs/evidence.md`, and its reference program in Python where there is one.

use super::*;
use serde_json::{Value, json};
use std::{
    io::Write,
    process::{Command, Stdio},
};

const DOCUMENT: &str = include_str!("../../../../docs/evidence.md");

fn block(language: &str) -> &'static str {
    let start = format!("```{language}\n");
    let from = DOCUMENT.find(&start).map(|at| at + start.len()).unwrap();
    let length = DOCUMENT[from..].find("```").unwrap();
    &DOCUMENT[from..from + length]
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// The chain as evidence holds it.
fn written(chain: &HistoryChain, entries: &[HistoryEntry]) -> Value {
    let entry = |entry: &HistoryEntry| {
        let mut line = json!({
            "question": entry.question_id, "seq": entry.seq, "at": entry.at.as_millis(), "arrival": entry.arrival as u8
        });
        match &entry.content {
            KeptContent::Edits(bytes) => line["edits"] = hex(bytes).into(),
            KeptContent::Difference(bytes) => line["difference"] = hex(bytes).into(),
            KeptContent::Whole(text) => line["text"] = text.clone().into(),
        }
        line
    };
    json!({
        "salt": hex(&chain.salt),
        "attempt": hex(chain.attempt_id.0.as_bytes()),
        "mode": chain.mode.name(),
        "since": chain.since.map(Instant::as_millis),
        "entries": entries.iter().map(entry).collect::<Vec<_>>(),
        "head": chain.head.to_string(),
    })
}

fn examples() -> Vec<Value> {
    let mut kept = chain(HistoryMode::Saves);
    let entries = saves(&mut kept, &[("a", Vec::new()), ("a\u{1f600}b", Vec::new()), ("ab", Vec::new())]);
    let first = written(&kept, &entries);
    let mut kept = HistoryChain::new(attempt(), HistoryMode::Keystrokes, [8; 32], Some(START));
    let mut entries = Vec::new();
    let found = Arrived { question_id: "q2", seq: 4, text: "\u{e9}", edits: &[], at: START, arrival: Arrival::Found };
    entries.extend(kept.append(&found, None));
    let edits = typed(4, 300, "xy", 1);
    let arrived = Arrived { seq: 5, text: "\u{e9}xy", edits: &edits, arrival: Arrival::Counted, ..found };
    entries.extend(kept.append(&arrived, Some(("\u{e9}", 4))));
    let late = Arrived { seq: 6, text: "late", arrival: Arrival::AfterEnd, edits: &[], ..found };
    entries.extend(kept.append(&late, None));
    vec![first, written(&kept, &entries)]
}

fn lines(examples: &[Value]) -> String {
    examples.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_documented_vectors_are_ours() {
    let documented: Vec<Value> = block("json").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(documented, examples(), "the vectors are:\n{}", lines(&examples()));
}

#[test]
fn the_reference_program_finds_the_same_heads() {
    let found =
        Command::new("python3").args(["-c", block("python")]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    // A machine without Python checks the vectors alone.
    let Ok(mut program) = found else { return };
    program.stdin.take().unwrap().write_all(lines(&examples()).as_bytes()).unwrap();
    let printed = program.wait_with_output().unwrap();
    let heads: Vec<&str> =
        printed.stdout.split(|byte| *byte == b'\n').map(|line| str::from_utf8(line).unwrap()).collect();
    let examples = examples();
    let expected: Vec<&str> = examples.iter().filter_map(|example| example["head"].as_str()).chain([""]).collect();
    assert_eq!(heads, expected);
}
