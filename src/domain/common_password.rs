//! Common passwords, which guessing programs try first (`docs/behaviour/accounts.md#accounts`). The list is built in, so
//! that no service has to be asked.

/// Passwords in lower case, in the order of their bytes, one a line (`assets/common-passwords/README.md`).
const LIST: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/common-passwords/list.txt"));

/// Whether this is a common password, in whatever case.
#[must_use]
pub fn is_common(password: &str) -> bool {
    contains(LIST, &password.to_lowercase())
}

/// A binary search in sorted lines, so that the list needs no memory beside the binary's own.
fn contains(list: &str, word: &str) -> bool {
    let (mut from, mut to) = (0, list.len());
    while from < to {
        let middle = from.midpoint(to);
        // The line that holds the middle.
        let start = list.get(from..middle).and_then(|part| part.rfind('\n')).map_or(from, |at| from + at + 1);
        let end = list.get(start..to).and_then(|part| part.find('\n')).map_or(to, |at| start + at);
        match list.get(start..end).unwrap_or_default().cmp(word) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => from = end + 1,
            std::cmp::Ordering::Greater => to = start,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_every_line_of_it_is_found() {
        let lines: Vec<&str> = LIST.lines().collect();
        assert!(lines.len() > 40_000, "{}", lines.len());
        assert!(lines.is_sorted());
        for line in lines {
            assert!(line.is_ascii() && line == line.to_lowercase() && line.len() >= 6, "{line}");
            assert!(is_common(line), "{line}");
        }
    }

    #[test]
    fn a_common_password_is_one_in_any_case_and_others_are_not() {
        for common in ["123456", "password", "PassWord1", "qwerty123", "iloveyou"] {
            assert!(is_common(common), "{common}");
        }
        for other in ["correct horse", "", "\n", "123456\n1234567", "zzzzzzzzzzzzzzzz!", "\u{1f600}\u{1f600}", "пароль"]
        {
            assert!(!is_common(other), "{other}");
        }
    }
}
