//! Names that another program has spoilt: letters that it read in another encoding, and references of HTML.

use encoding_rs::WINDOWS_1252;
use html5gum::{Token, Tokenizer};

/// What a name was before: `Jörg` of `JÃ¶rg` and of `J&ouml;rg`. `None` for one that is as it was.
pub fn restored(name: &str) -> Option<String> {
    let resolved = resolved(name);
    misread(resolved.as_deref().unwrap_or(name)).or(resolved)
}

/// UTF-8 that was read as Windows-1252, once or twice. No name has these pairs of signs by itself.
fn misread(name: &str) -> Option<String> {
    let once = |text: &str| {
        if text.is_ascii() {
            return None;
        }
        let (bytes, _, has_others) = WINDOWS_1252.encode(text);
        let read = if has_others { None } else { String::from_utf8(bytes.into_owned()).ok() };
        read.filter(|read| !read.contains(char::is_control))
    };
    let first = once(name)?;
    once(&first).or(Some(first))
}

fn resolved(name: &str) -> Option<String> {
    if !(name.contains('&') && name.contains(';')) || name.contains('<') {
        return None;
    }
    let mut text = String::new();
    for Ok(token) in Tokenizer::new(name) {
        if let Token::String(part) = token {
            text.push_str(&String::from_utf8_lossy(&part));
        }
    }
    let text = text.trim();
    (text != name && !text.is_empty() && !text.contains(char::is_control)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::restored;

    #[test]
    fn names_get_their_letters_back() {
        for (name, meant) in [
            ("J\u{c3}\u{b6}rg M\u{c3}\u{bc}ller", "J\u{f6}rg M\u{fc}ller"),
            ("O\u{e2}\u{20ac}\u{2122}Neil", "O\u{2019}Neil"),
            ("\u{c3}\u{192}\u{e2}\u{20ac}\u{b0}va", "\u{c9}va"),
            ("\u{c5}\u{81}ukasz", "\u{141}ukasz"),
            ("J&ouml;rg", "J\u{f6}rg"),
            ("Anna &amp; Co", "Anna & Co"),
            ("O&#39;Neil", "O'Neil"),
        ] {
            assert_eq!(restored(name).as_deref(), Some(meant), "{name}");
        }
        for name in ["Ada", "J\u{f6}rg", "Zo\u{eb}", "AT&T", "R & D", "\u{674e}", "\u{141}ukasz", "\u{c3}lvaro", ""] {
            assert_eq!(restored(name), None, "{name}");
        }
    }
}
