//! Characters that are left behind where a program took Windows-1252 for Latin-1.

use encoding_rs::WINDOWS_1252;

/// The text with the signs of Windows where it has controls (U+0080 to U+009F), as browsers read `&#146;`; vertical tabs and form
/// feeds are blanks.
#[must_use]
pub fn with_signs(text: String) -> String {
    let is_other = |c: char| matches!(c, '\u{b}' | '\u{c}' | '\u{80}'..='\u{9f}');
    if !text.contains(is_other) {
        return text;
    }
    let sign = |c: char| match c {
        '\u{b}' | '\u{c}' => ' ',
        '\u{80}'..='\u{9f}' => of_windows(c),
        _ => c,
    };
    text.chars().map(sign).collect()
}

/// Some have no sign.
fn of_windows(control: char) -> char {
    let Ok(byte) = u8::try_from(control) else { return control };
    let bytes = [byte];
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
    text.chars().next().unwrap_or(control)
}

/// Returns the text before a program took its UTF-8 for Windows-1252, once or twice: `Jörg` of `JÃ¶rg`. `None` for others: the signs
/// of which such pairs consist do not stand beside each other otherwise.
#[must_use]
pub fn misread(text: &str) -> Option<String> {
    let first = read_again(text)?;
    read_again(&first).or(Some(first))
}

fn read_again(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let (bytes, _, has_others) = WINDOWS_1252.encode(text);
    let read = if has_others { None } else { String::from_utf8(bytes.into_owned()).ok() };
    read.filter(|read| is_plausible(read))
}

/// Whether a text has the letters of Latin and signs of sentences, or several of another alphabet: one letter of a rare script is
/// a coincidence, as in `Weiß–Braun`.
fn is_plausible(text: &str) -> bool {
    let mut others = 0;
    for c in text.chars().filter(|c| !c.is_ascii()) {
        match c {
            '\u{a0}'..='\u{17f}' | '\u{2010}'..='\u{203a}' | '\u{20ac}' | '\u{2122}' => {}
            '\u{370}'..='\u{4ff}' => others += 1,
            _ => return false,
        }
    }
    others == 0 || others > 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_the_signs_that_were_typed() {
        let read = |text: &str| with_signs(text.to_owned());
        assert_eq!(read("It\u{92}s \u{80}5\u{85} a\u{b}b \u{96}"), "It\u{2019}s \u{20ac}5\u{2026} a b \u{2013}");
        for (text, before) in [
            ("J\u{c3}\u{b6}rg M\u{c3}\u{bc}ller", "J\u{f6}rg M\u{fc}ller"),
            ("O\u{e2}\u{20ac}\u{2122}Neil", "O\u{2019}Neil"),
            ("\u{c3}\u{192}\u{e2}\u{20ac}\u{b0}va", "\u{c9}va"),
            ("\u{c5}\u{81}ukasz", "\u{141}ukasz"),
        ] {
            assert_eq!(misread(text).as_deref(), Some(before), "{text}");
        }
        for text in [
            "Ada",
            "J\u{f6}rg",
            "Zo\u{eb}",
            "\u{674e}",
            "\u{c3}lvaro",
            "Wei\u{df}\u{2013}Braun",
            "l\u{e0}\u{a0}\u{bb}",
            "",
        ] {
            assert_eq!(misread(text), None, "{text}");
        }
        assert_eq!(read("\u{81} a\tb\n\u{a0}\u{7f}"), "\u{81} a\tb\n\u{a0}\u{7f}");
    }
}
