//! Size of the history of an answer of 3,000 characters that is typed with corrections and saved every 2 s.

use super::*;

const LENGTH: usize = 3_000;
const WORDS: [&str; 12] =
    ["the ", "queue ", "of ", "messages ", "that ", "each ", "service ", "keeps ", "until ", "they ", "are ", "read. "];
/// Ticks between two saves.
const SAVE: u64 = 40;

/// A small generator of numbers: the same ones for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// The typing of an answer, one key at a time, with some characters deleted again and some words put in earlier.
fn keys(dice: &mut Dice) -> Vec<Edit> {
    let (mut edits, mut length) = (Vec::new(), 0_u32);
    let mut push = |ticks, position, deleted, inserted: &str| {
        edits.push(Edit { ticks, source: EditSource::Typed, position, deleted, inserted: inserted.into() });
    };
    while (length as usize) < LENGTH {
        let at = if dice.below(30) == 0 { u32::try_from(dice.below(u64::from(length) + 1)).unwrap() } else { length };
        for (place, c) in (0..).zip(WORDS[usize::try_from(dice.below(12)).unwrap()].chars()) {
            if dice.below(20) == 0 {
                push(2 + dice.below(4), at + place, 0, "e");
                push(3 + dice.below(4), at + place, 1, "");
            }
            push(2 + dice.below(4), at + place, 0, &c.to_string());
            length += 1;
        }
    }
    edits
}

fn kept(mode: HistoryMode, seed: u64) -> usize {
    let mut chain = chain(mode);
    let (mut text, mut entries, mut seq, mut now) = (String::new(), Vec::new(), 0, 0_u64);
    let mut waiting = keys(&mut Dice(seed)).into_iter().peekable();
    while waiting.peek().is_some() {
        let (start, mut edits, mut length) = (now, Vec::<Edit>::new(), 0);
        while let Some(edit) = waiting.next_if(|_| length < SAVE) {
            length += edit.ticks;
            edits.push(edit);
        }
        now += length;
        let mut after = text.clone();
        for Edit { position, deleted, inserted, .. } in &edits {
            let from = *position as usize;
            after.replace_range(from..from + *deleted as usize, inserted);
        }
        let bytes = Edits { base_seq: seq, start, edits }.to_bytes();
        let at = START.plus(TICK * i32::try_from(now).unwrap());
        let arrived = Arrived {
            question_id: "a1b2c3d4-essay",
            seq: seq + 1,
            text: &after,
            edits: &bytes,
            at,
            arrival: Arrival::Counted,
        };
        entries.extend(chain.append(&arrived, (seq > 0).then_some((text.as_str(), seq))));
        (text, seq) = (after, seq + 1);
    }
    let is_edits = |entry: &HistoryEntry| matches!(entry.content, KeptContent::Edits(_));
    assert_eq!(entries.iter().all(is_edits), mode == HistoryMode::Keystrokes);
    PackedHistory::of(chain.attempt_id, &entries).unwrap().bytes.len()
}

#[test]
fn an_answer_of_3000_characters_takes_little_space() {
    for (mode, limit) in [(HistoryMode::Keystrokes, 40_000), (HistoryMode::Saves, 10_000)] {
        let mut sizes: Vec<usize> = (1..=20).map(|seed| kept(mode, seed)).collect();
        sizes.sort_unstable();
        assert!(sizes[18] <= limit, "{mode:?}: {sizes:?}");
    }
}
