//! Types the written answers of the demo, so that there is a history to replay.

use super::people::scatter;
use crate::domain::{
    history::{Edit, EditSource, Edits, TICK},
    time::SignedDuration,
};

/// Characters between two slips that are typed and deleted again.
const SLIP: usize = 57;

/// The edits of a person who types `text` and has just finished, `elapsed` after the start. Where `pastes` is set, the second
/// half comes from the clipboard.
pub fn edits(text: &str, number: usize, elapsed: SignedDuration, pastes: bool) -> Vec<u8> {
    let typed = if pastes { text.chars().count() / 2 } else { usize::MAX };
    let (mut edits, mut position) = (Vec::new(), 0);
    let mut push = |ticks: u32, source, position, deleted, inserted: &str| {
        edits.push(Edit { ticks: ticks.into(), source, position, deleted, inserted: inserted.to_owned() });
    };
    for (place, (at, c)) in text.char_indices().enumerate() {
        if place == typed {
            push(160, EditSource::Pasted, position, 0, &text[at..]);
            break;
        }
        let pause = match c {
            '.' | '\n' => 20 + scatter(number + place, 21, 60),
            ' ' => 3 + scatter(number + place, 22, 8),
            _ => 2 + scatter(number + place, 23, 3),
        };
        if place % SLIP == SLIP - 1 {
            push(pause, EditSource::Typed, position, 0, "e");
            push(7, EditSource::Typed, position, 1, "");
        }
        push(pause, EditSource::Typed, position, 0, c.encode_utf8(&mut [0; 4]));
        position += if c.len_utf16() == 2 { 2 } else { 1 };
    }
    if let Some(first) = edits.first_mut() {
        first.ticks = 0;
    }
    let length: u64 = edits.iter().map(|edit| edit.ticks).sum();
    let end = u64::try_from(elapsed.as_millis() / TICK.as_millis()).unwrap_or_default();
    Edits { base_seq: 0, start: end.saturating_sub(length), edits }.to_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_types_the_whole_text() {
        let text = "A queue \u{1f600} decouples.\nIt also waits, and that is the price of it in the end.".repeat(4);
        for pastes in [false, true] {
            let edits = Edits::read(&edits(&text, 3, SignedDuration::from_mins(30), pastes)).unwrap();
            assert!(edits.lead("", &text));
            assert_eq!(edits.edits.iter().any(|edit| edit.source == EditSource::Pasted), pastes);
        }
    }
}
