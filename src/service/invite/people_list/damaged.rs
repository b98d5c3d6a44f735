//! Names that another program has spoilt: letters that it read in another encoding, and references of HTML.

use crate::service::import::misread;
use html5gum::{Token, Tokenizer};

/// Returns the name before the damage: `Jörg` of `JÃ¶rg` and of `J&ouml;rg`. `None` for one that is as it was.
pub fn restored(name: &str) -> Option<String> {
    let resolved = resolved(name);
    misread(resolved.as_deref().unwrap_or(name)).or(resolved)
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
            ("J&ouml;rg", "J\u{f6}rg"),
            ("Anna &amp; Co", "Anna & Co"),
            ("O&#39;Neil", "O'Neil"),
        ] {
            assert_eq!(restored(name).as_deref(), Some(meant), "{name}");
        }
        for name in ["Ada", "J\u{f6}rg", "Zo\u{eb}", "AT&T", "R & D", ""] {
            assert_eq!(restored(name), None, "{name}");
        }
    }
}
