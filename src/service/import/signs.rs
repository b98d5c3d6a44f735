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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_the_signs_that_were_typed() {
        let read = |text: &str| with_signs(text.to_owned());
        assert_eq!(read("It\u{92}s \u{80}5\u{85} a\u{b}b \u{96}"), "It\u{2019}s \u{20ac}5\u{2026} a b \u{2013}");
        assert_eq!(read("\u{81} a\tb\n\u{a0}\u{7f}"), "\u{81} a\tb\n\u{a0}\u{7f}");
    }
}
