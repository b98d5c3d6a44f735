//! Tests of the history: its formats, its replay, its chain, and the reference program in `docs/evidence.md`.

mod documented;
mod properties;
mod sizes;

use super::*;
use crate::domain::{AttemptId, Instant, time::SECOND};
use uuid::Uuid;

const SALT: [u8; 32] = [7; 32];
const START: Instant = Instant::EPOCH;

fn attempt() -> AttemptId {
    AttemptId(Uuid::from_u128(5))
}

fn chain(mode: HistoryMode) -> HistoryChain {
    HistoryChain::new(attempt(), mode, SALT, None)
}

fn typed(base_seq: u64, start: u64, text: &str, at: u32) -> Vec<u8> {
    let edit = |(place, c): (usize, char)| Edit {
        ticks: u64::from(place > 0),
        source: EditSource::Typed,
        position: at + u32::try_from(place).unwrap(),
        deleted: 0,
        inserted: c.to_string(),
    };
    Edits { base_seq, start, edits: text.chars().enumerate().map(edit).collect() }.to_bytes()
}

/// Chains saves of one question, each with its edits; returns the entries.
fn saves(chain: &mut HistoryChain, saves: &[(&str, Vec<u8>)]) -> Vec<HistoryEntry> {
    let (mut entries, mut before) = (Vec::new(), None::<(String, u64)>);
    for (seq, (text, edits)) in (1..).zip(saves) {
        let at = START.plus(SECOND * i32::try_from(seq).unwrap());
        let arrived = Arrived { question_id: "q1", seq, text, edits, at, arrival: Arrival::Counted };
        entries.extend(chain.append(&arrived, before.as_ref().map(|(text, seq)| (text.as_str(), *seq))));
        before = Some(((*text).to_owned(), seq));
    }
    entries
}

#[test]
fn edits_are_kept_where_they_fit_and_else_the_difference() {
    let mut chain = chain(HistoryMode::Keystrokes);
    let entries = saves(
        &mut chain,
        &[
            ("ab", typed(0, 10, "ab", 0)),
            ("abc", typed(1, 30, "c", 2)),
            ("abcd", typed(1, 40, "d", 3)),
            ("abcde", typed(3, 60, "x", 4)),
            ("abcdef", b"\x01garbage".to_vec()),
            ("abcdefg", Vec::new()),
        ],
    );
    let is_edits: Vec<bool> = entries.iter().map(|entry| matches!(entry.content, KeptContent::Edits(_))).collect();
    assert_eq!(is_edits, [true, true, false, false, false, false]);
    let story = replay(&chain, &entries, START).unwrap().remove(0);
    let steps: Vec<_> = story.steps.iter().map(|s| (s.at.as_millis(), s.source as u8, &*s.inserted)).collect();
    let expected =
        [(500, 0, "a"), (550, 0, "b"), (1500, 0, "c"), (3000, 6, "d"), (4000, 6, "e"), (5000, 6, "f"), (6000, 6, "g")];
    assert_eq!(steps, expected);
    assert_eq!(story.saves.iter().map(|save| save.step).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
    assert_eq!((&*story.text, story.inserted(&[EditSource::Typed])), ("abcdefg", 3));
}

#[test]
fn characters_of_code_that_is_stored_as_json_are_counted_as_its_author_does() {
    let mut story = AnswerHistory::default();
    let mut step = |inserted: &str| {
        story.steps.push(EditStep {
            at: SECOND,
            source: EditSource::Pasted,
            position: 0,
            deleted: 0,
            inserted: inserted.into(),
        });
        story.inserted(&[EditSource::Pasted])
    };
    assert_eq!(step(r#"{"language":"C++","source":"a\n\"b\"\u0001"}"#), 6);
    assert_eq!(step(r#"if (x) {\n\t\"y\"\n}"#), 6 + 15);
    story.steps.remove(0);
    assert_eq!(story.inserted(&[EditSource::Pasted]), 20, "text is counted as it is");
}

#[test]
fn the_clock_of_a_page_runs_neither_backwards_nor_ahead() {
    let mut chain = chain(HistoryMode::Keystrokes);
    let entries = saves(&mut chain, &[("a", typed(0, u64::MAX, "a", 0)), ("ab", typed(1, 0, "b", 1))]);
    let story = replay(&chain, &entries, START).unwrap().remove(0);
    assert_eq!(story.steps.iter().map(|step| step.at.as_millis()).collect::<Vec<_>>(), [1000, 1000]);
}

#[test]
fn a_test_that_keeps_saves_keeps_no_edits() {
    let mut chain = chain(HistoryMode::Saves);
    let entries = saves(&mut chain, &[("ab", typed(0, 10, "ab", 0))]);
    assert!(matches!(entries[0].content, KeptContent::Difference(_)));
}

#[test]
fn late_texts_are_chained_and_change_nothing() {
    let mut chain = chain(HistoryMode::Saves);
    let mut entries = saves(&mut chain, &[("ab", Vec::new())]);
    let head = chain.head;
    let late =
        Arrived { question_id: "q1", seq: 9, text: "abc", edits: &[], at: START, arrival: Arrival::OtherBrowser };
    entries.extend(chain.append(&late, None));
    assert_ne!(chain.head, head);
    let story = replay(&chain, &entries, START).unwrap().remove(0);
    assert_eq!((&*story.text, &*story.late, story.saves[1].arrival.counts()), ("ab", &["abc".to_owned()][..], false));
}

#[test]
fn beyond_the_limits_only_the_head_moves() {
    let mut chain = chain(HistoryMode::Keystrokes);
    chain.edits = MAX_EDITS - 3;
    let mut entries = saves(&mut chain, &[("ab", typed(0, 0, "ab", 0))]);
    assert!(matches!(entries[0].content, KeptContent::Difference(_)), "edits are full");
    let filled = MAX_KEPT - chain.cost;
    let cost = chain.cost + filled;
    chain.cost = cost;
    let (head, more) = (chain.head, |seq| Arrived {
        question_id: "q1",
        seq,
        text: "abc",
        edits: &[],
        at: START,
        arrival: Arrival::Counted,
    });
    assert_eq!(chain.append(&more(2), Some(("ab", 1))), None);
    assert_eq!((chain.links, chain.entries, chain.entries_head()), (2, 1, head));
    chain.cost -= filled;
    assert_eq!(chain.append(&more(3), Some(("abc", 2))), None, "a gap would not replay");
    chain.edits = 0;
    let mut story = replay(&chain, &entries, START).unwrap().remove(0);
    story.complete("abc", SECOND);
    assert_eq!((&*story.text, story.steps.len()), ("abc", 2));
    entries.clear();
    assert_eq!(replay(&chain, &entries, START), Err(Broken::Head));
}

/// Edits that would occupy the writer are not followed.
#[test]
fn edits_that_move_too_much_do_not_fit() {
    let text = "x".repeat(60_000);
    let jump = |place: u32| Edit {
        ticks: 0,
        source: EditSource::Typed,
        position: if place.is_multiple_of(2) { 0 } else { 60_000 },
        deleted: 0,
        inserted: String::new(),
    };
    let few = Edits { base_seq: 0, start: 0, edits: (0..60).map(jump).collect() };
    let many = Edits { edits: (0..200).map(jump).collect(), ..few.clone() };
    assert!(few.lead(&text, &text) && !many.lead(&text, &text));
}
