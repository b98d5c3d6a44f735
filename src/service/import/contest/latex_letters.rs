//! Letters with accents, as LaTeX writes them: `\'e`, `\"{o}`, `\c{c}`.

use icu_normalizer::ComposingNormalizerBorrowed;

/// The character that combines with the letter before it, by the name of the command.
pub fn accent(name: &str) -> Option<char> {
    Some(match name {
        "`" => '\u{300}',
        "'" => '\u{301}',
        "^" => '\u{302}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "u" => '\u{306}',
        "." => '\u{307}',
        "\"" => '\u{308}',
        "r" => '\u{30a}',
        "H" => '\u{30b}',
        "v" => '\u{30c}',
        "d" => '\u{323}',
        "c" => '\u{327}',
        "k" => '\u{328}',
        _ => return None,
    })
}

/// The letter at the beginning of `rest` with an accent, and what follows it. `None` where no single letter follows.
pub fn accented(accent: char, rest: &str) -> Option<(String, &str)> {
    let rest = rest.trim_start_matches(' ');
    let (source, behind) = match rest.strip_prefix('{') {
        Some(inside) => inside.split_once('}')?,
        None => split_letter(rest)?,
    };
    // The letters without their points, below an accent.
    let letter = match source.trim() {
        "\\i" => "i",
        "\\j" => "j",
        other => other,
    };
    let mut letters = letter.chars();
    let is_single = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    let composed = || ComposingNormalizerBorrowed::new_nfc().normalize(&format!("{letter}{accent}")).into_owned();
    is_single.then(|| (composed(), behind))
}

fn split_letter(rest: &str) -> Option<(&str, &str)> {
    let length = match rest.strip_prefix('\\') {
        Some(_) => 2,
        None => rest.chars().next()?.len_utf8(),
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_get_their_accents() {
        for (name, rest, letter) in [
            ("\"", "odel", "ö"),
            ("'", "{e}", "é"),
            ("'", "\\i n", "í"),
            ("^", "{\\i}", "î"),
            ("c", "{c}", "ç"),
            ("v", " s", "š"),
            ("H", "{o}s", "ő"),
            ("~", "n", "ñ"),
        ] {
            let found = accented(accent(name).unwrap(), rest);
            assert_eq!(found.map(|(text, _)| text).as_deref(), Some(letter), "{name} {rest}");
        }
        assert_eq!(accented('\u{302}', "{}x"), None);
        assert_eq!(accented('\u{303}', ""), None);
        assert_eq!(accent("t"), None);
    }
}
