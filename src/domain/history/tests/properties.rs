//! Random runs of edits in two questions, in all orders of arrival, replay to the text that was saved; what is damaged is
//! found.

use super::*;
use proptest::{collection::vec, prelude::*, sample::Index};

const PIECES: [&str; 9] = ["a", "b ", "\u{e9}", "e\u{301}", "\u{4e2d}", "\u{1f600}", "\u{1d4b3}x", "\r\n", ""];
const SOURCES: [EditSource; 6] = [
    EditSource::Typed,
    EditSource::Pasted,
    EditSource::Dropped,
    EditSource::Undone,
    EditSource::Program,
    EditSource::Choice,
];

/// One change, as shares of the text that it meets.
type Change = (u64, Index, Index, Index, Vec<Index>);

#[derive(Clone, Debug)]
struct Saved {
    second_question: bool,
    changes: Vec<Change>,
    /// Edits of another text, none, and other bytes, now and then.
    spoilt: u8,
    late: bool,
    garbage: Vec<u8>,
}

fn change() -> impl Strategy<Value = Change> {
    (0..500_u64, any::<Index>(), any::<Index>(), any::<Index>(), vec(any::<Index>(), 0..4))
}

fn saved() -> impl Strategy<Value = Saved> {
    (any::<bool>(), vec(change(), 1..8), 0..8_u8, prop::bool::weighted(0.1), vec(any::<u8>(), 0..40)).prop_map(
        |(second_question, changes, spoilt, late, garbage)| Saved { second_question, changes, spoilt, late, garbage },
    )
}

fn units(text: &[char]) -> u32 {
    u32::try_from(text.iter().map(|c| c.len_utf16()).sum::<usize>()).unwrap()
}

/// Applies a change to a text, the plain way.
fn edit(text: &mut Vec<char>, (ticks, source, from, to, pieces): &Change) -> Edit {
    let (a, b) = (from.index(text.len() + 1), to.index(text.len() + 1));
    let (from, to) = (a.min(b), a.max(b));
    let inserted: String = pieces.iter().map(|piece| *piece.get(&PIECES)).collect();
    let edit = Edit {
        ticks: *ticks,
        source: *source.get(&SOURCES),
        position: units(&text[..from]),
        deleted: units(&text[from..to]),
        inserted: inserted.clone(),
    };
    text.splice(from..to, inserted.chars());
    edit
}

/// Runs saves through a chain; returns it with its entries and the counted texts.
fn run(mode: HistoryMode, saves: &[Saved]) -> (HistoryChain, Vec<HistoryEntry>, [String; 2]) {
    let mut chain = chain(mode);
    let (mut entries, mut stored, mut at) = (Vec::new(), [(String::new(), 0_u64), (String::new(), 0)], START);
    for (seq, save) in (1..).zip(saves) {
        let place = usize::from(save.second_question);
        let mut text: Vec<char> = stored[place].0.chars().collect();
        let edits = save.changes.iter().map(|change| edit(&mut text, change)).collect();
        let base_seq = stored[place].1 + u64::from(save.spoilt == 0);
        let bytes = match save.spoilt {
            1 => Vec::new(),
            2 => save.garbage.clone(),
            _ => Edits { base_seq, start: 3, edits }.to_bytes(),
        };
        let text: String = text.into_iter().collect();
        at = at.plus(SECOND);
        let arrival = if save.late { Arrival::AfterEnd } else { Arrival::Counted };
        let arrived = Arrived { question_id: ["q1", "q2"][place], seq, text: &text, edits: &bytes, at, arrival };
        let before = (stored[place].1 > 0).then_some((stored[place].0.as_str(), stored[place].1));
        entries.extend(chain.append(&arrived, before));
        if !save.late {
            stored[place] = (text, seq);
        }
    }
    (chain, entries, stored.map(|(text, _)| text))
}

fn modes() -> impl Strategy<Value = HistoryMode> {
    prop_oneof![Just(HistoryMode::Saves), Just(HistoryMode::Keystrokes)]
}

proptest! {
    #[test]
    fn every_run_replays_to_the_texts_that_were_saved(mode in modes(), saves in vec(saved(), 1..12)) {
        let (chain, entries, texts) = run(mode, &saves);
        prop_assert_eq!(entries.len(), saves.len());
        for story in replay(&chain, &entries, START).unwrap() {
            let text = &texts[usize::from(story.question_id == "q2")];
            prop_assert_eq!(&story.text, text);
            let mut replayed: Vec<u16> = Vec::new();
            for step in &story.steps {
                let from = step.position as usize;
                replayed.splice(from..from + step.deleted as usize, step.inserted.encode_utf16());
                prop_assert!(String::from_utf16(&replayed).is_ok());
            }
            prop_assert_eq!(String::from_utf16(&replayed).unwrap(), &**text);
            prop_assert!(story.steps.is_sorted_by_key(|step| step.at));
        }
        let packed = PackedHistory::of(chain.attempt_id, &entries).unwrap();
        prop_assert_eq!(packed.unpack().unwrap(), entries);
    }

    #[test]
    fn a_changed_entry_is_found(saves in vec(saved(), 1..8), which in any::<Index>(), byte in any::<Index>(), bit in 0..8_u8) {
        let (chain, entries, _) = run(HistoryMode::Keystrokes, &saves);
        let packed = PackedHistory::of(chain.attempt_id, &entries).unwrap();
        let mut changed = packed.clone();
        let at = byte.index(changed.bytes.len());
        changed.bytes[at] ^= 1 << bit;
        let found = changed.unpack().and_then(|entries| replay(&chain, &entries, START).ok().map(|_| entries));
        // Some bits of the compressed form mean nothing: then the entries are the same.
        prop_assert!(found.is_none_or(|found| found == entries));
        let mut fewer = entries.clone();
        fewer.remove(which.index(fewer.len()));
        prop_assert!(replay(&chain, &fewer, START).is_err());
        let mut other = entries.clone();
        other[which.index(entries.len())].seq += 1;
        prop_assert!(replay(&chain, &other, START).is_err());
        let mut other = entries;
        let place = which.index(other.len());
        other[place].at = other[place].at.plus(SECOND);
        prop_assert!(replay(&chain, &other, START).is_err());
    }

    #[test]
    fn malformed_bytes_are_refused_without_a_panic(bytes in vec(any::<u8>(), 0..200), text in ".{0,40}") {
        if let Some(edits) = Edits::read(&bytes) {
            let _ = edits.lead(&text, &text);
            prop_assert_eq!(Edits::read(&edits.to_bytes()).unwrap(), edits);
        }
        let _ = TextDifference::read(&bytes).map(|difference| difference.to_bytes());
        let _ = PackedHistory { attempt_id: attempt(), entries: 3, bytes }.unpack();
    }

    #[test]
    fn a_difference_is_the_shortest_that_leads_from_one_text_to_the_other(
        // Characters that share their first bytes, and others that share their last one.
        old in "[a\u{1f600}\u{1f601}\u{e9}\u{129}]{0,8}",
        new in "[a\u{1f600}\u{1f601}\u{e9}\u{129}]{0,8}",
    ) {
        let difference = TextDifference::between(&old, &new);
        prop_assert_eq!(TextDifference::read(&difference.to_bytes()).unwrap(), difference.clone());
        let TextDifference { position, deleted, inserted } = difference;
        let (a, b): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let prefix = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let suffix = a[prefix..].iter().rev().zip(b[prefix..].iter().rev()).take_while(|(a, b)| a == b).count();
        prop_assert_eq!((position, deleted), (units(&a[..prefix]), units(&a[prefix..a.len() - suffix])));
        let edits = vec![Edit { ticks: 0, source: EditSource::Typed, position, deleted, inserted }];
        let edits = Edits { base_seq: 0, start: 0, edits };
        prop_assert!(edits.lead(&old, &new));
    }
}
