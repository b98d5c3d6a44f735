//! Characters that are not seen: pasted text holds them, and with them two texts that look the same differ.

use std::borrow::Cow;

/// Whether a character is neither seen nor changes others: all that Unicode lets a font pass over
/// (`Default_Ignorable_Code_Point`: zero-width spaces, direction marks, soft hyphens, byte order marks, fillers of Korean,
/// variation selectors, tags), and the marks of notes and objects that a pasted text loses. Joiners are not in the list:
/// scripts that join letters show them ([`is_joiner`]).
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffc}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Zero-width joiner and non-joiner: between letters of Persian or Hindi they belong to the word, elsewhere to nothing.
#[must_use]
pub const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Whether nothing of a text is seen.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c) || is_joiner(c))
}

/// Whether the text has no control characters other than line breaks and tabs.
#[must_use]
pub fn is_text(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// The text without invisible characters, and without joiners that join nothing.
#[must_use]
pub fn without_invisible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(|c| is_invisible(c) || is_joiner(c)) {
        return Cow::Borrowed(text);
    }
    let joins = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !c.is_whitespace());
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().filter(|c| !is_invisible(*c)).peekable();
    while let Some(c) = rest.next() {
        if !is_joiner(c) || (joins(kept.chars().next_back()) && joins(rest.peek().copied())) {
            kept.push(c);
        }
    }
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_characters_that_are_not_seen_is_blank() {
        for text in ["", " \n\t\u{a0}\u{3000}", "\u{200b}", "\u{feff}\u{2060} \u{ad}", "\u{200d}", "\u{3164}\u{fe0f}"] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in ["a", "\u{200b}a", ".", "\u{645}\u{200c}", "\u{1}"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }

    #[test]
    fn all_that_fonts_may_pass_over_is_in_the_list() {
        let ignored = regex::Regex::new(r"\p{Default_Ignorable_Code_Point}").unwrap();
        let mut known = ('\0'..=char::MAX).filter(|c| ignored.is_match(c.encode_utf8(&mut [0; 4])));
        assert_eq!(known.find(|c| !is_invisible(*c) && !is_joiner(*c)), None);
    }

    #[test]
    fn only_characters_that_are_seen_are_kept() {
        for (text, kept) in [
            ("Ada", "Ada"),
            ("\u{202a}Ada\u{202c}", "Ada"),
            ("\u{feff}A\u{200b}d\u{ad}a\u{200e}\u{2060}", "Ada"),
            ("A\u{200d}da\u{200c}", "Ada"),
            // Persian "mi-khaham" and Hindi "ksha" are other words without their joiners.
            ("\u{645}\u{6cc}\u{200c}\u{62e}\u{648}", "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}"),
            ("\u{915}\u{94d}\u{200d}\u{937}", "\u{915}\u{94d}\u{200d}\u{937}"),
            ("5\u{fe0f}\u{3164}", "5"),
            // Another form of a letter in Japan, tags, a filler of Korean, and the place of a picture.
            ("\u{845b}\u{e0100}\u{57ce}", "\u{845b}\u{57ce}"),
            ("Ada\u{e0041}\u{115f}\u{fffc}", "Ada"),
            ("J\u{f6}rg\u{a0}M", "J\u{f6}rg\u{a0}M"),
        ] {
            assert_eq!(without_invisible(text), kept, "{text:?}");
        }
    }
}
