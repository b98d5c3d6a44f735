//! Names with the last one first, as directories and mail programs write them: `Lovelace, Ada`.

/// Titles and suffixes behind a name and a comma, in lower case without points.
const SUFFIXES: [&str; 22] = [
    "jr", "sr", "jun", "sen", "junior", "senior", "ii", "iii", "iv", "v", "phd", "md", "mba", "esq", "ba", "bsc", "ma",
    "msc", "dds", "jd", "cpa", "pe",
];

/// `Ada Lovelace`, of a text that is written as `Lovelace, Ada` with one comma; `None` for any other.
pub fn reordered(name: &str) -> Option<String> {
    let (last, first) = name.split_once(',')?;
    let (last, first) = (last.trim(), first.trim());
    let is_name = |part: &str| {
        part.trim_start_matches(['\'', '\u{2019}']).starts_with(char::is_alphabetic)
            && !part.contains(|c: char| ",;@<>|".contains(c) || c.is_ascii_digit())
    };
    let suffix = first.replace(['.', ' '], "").to_lowercase();
    (is_name(last) && is_name(first) && !SUFFIXES.contains(&suffix.as_str())).then(|| format!("{first} {last}"))
}

#[cfg(test)]
mod tests {
    use super::reordered;

    #[test]
    fn one_comma_between_two_names() {
        for (name, expected) in [
            ("Lovelace, Ada", "Ada Lovelace"),
            ("Lovelace,Ada", "Ada Lovelace"),
            ("van der Berg, Anna Maria", "Anna Maria van der Berg"),
            ("O'Neil, Se\u{e1}n P.", "Se\u{e1}n P. O'Neil"),
            ("M\u{fc}ller, Dr. Eva", "Dr. Eva M\u{fc}ller"),
        ] {
            assert_eq!(reordered(name).as_deref(), Some(expected), "{name}");
        }
        for name in [
            "Ada Lovelace",
            "King, Jr.",
            "Ada King, Ph. D.",
            "Lee, Ann, B.",
            "Lee,",
            ", Ann",
            "Lee, 12",
            "Lee, <a@b.c>",
            "",
        ] {
            assert_eq!(reordered(name), None, "{name}");
        }
    }
}
