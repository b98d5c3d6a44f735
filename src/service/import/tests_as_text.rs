//! Files of tests that are text in one of several encodings.

use super::{
    lost::Lost,
    plan::{Parsed, Position},
    text_file::{Encoding, decode, sentence, with_usual_ends},
};

/// Reads a file of tests in one of these encodings; one that is guessed is named.
pub(super) fn read(bytes: &[u8], read: impl FnOnce(&str) -> Parsed) -> Parsed {
    let (text, encoding) = match decode(bytes) {
        Ok(decoded) => decoded,
        Err(why) => return Parsed::fault(Position::default(), sentence(&why)),
    };
    let guess = (encoding == Encoding::Windows1252).then(|| guessed(&text));
    // A carriage return within a text stays.
    let text = if text.contains('\n') { text } else { with_usual_ends(text) };
    let mut parsed = read(&text);
    if let Some((line, lost)) = guess {
        parsed.left_out_of_file(Position::line(line), lost);
    }
    parsed
}

/// The first text that depends on the guess of the encoding, with its line.
fn guessed(text: &str) -> (u64, Lost) {
    const BEFORE: usize = 20;
    let (number, line) = (1..).zip(text.lines()).find(|(_, line)| !line.is_ascii()).unwrap_or((1, ""));
    let before = line.chars().take_while(char::is_ascii).count();
    let shown: String = line.chars().skip(before.saturating_sub(BEFORE)).take(2 * BEFORE).collect();
    let message = format!(
        "Read as Windows-1252, which is a guess: check the letters outside ASCII, first in '{}'.",
        shown.trim()
    );
    (number, Lost::reads(message))
}
