//! Patterns as QTI writes them, those of XML Schema, and texts that they match.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Texts made of a pattern.
const MAX_SAMPLES: usize = 24;
/// Characters of a class that are all tried.
const FEW: u32 = 8;

/// A pattern of XML Schema in our syntax: there `^` and `$` are characters like others, and `-[` subtracts a class. Where a
/// pattern begins with the one and ends with the other, its author meant the ends of the text.
pub fn of_schema(pattern: &str) -> String {
    let is_escaped = |text: &str| text.chars().rev().take_while(|c| *c == '\\').count() % 2 == 1;
    let inner = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')).filter(|inner| !is_escaped(inner));
    let mut made = String::new();
    let mut depth = 0_usize;
    let mut chars = inner.unwrap_or(pattern).chars();
    while let Some(c) = chars.next() {
        match (c, depth) {
            ('\\', _) => {
                made.push(c);
                made.extend(chars.next());
            }
            ('^' | '$', 0) => made.extend(['\\', c]),
            ('[', 0) => {
                depth = 1;
                made.push(c);
            }
            ('[', _) if made.ends_with('-') => {
                depth += 1;
                made.push_str("-[");
            }
            ('[', _) => made.push_str("\\["),
            (']', 1..) => {
                depth -= 1;
                made.push(c);
            }
            _ => made.push(c),
        }
    }
    made
}

#[derive(Debug, Default)]
pub struct Samples {
    pub texts: Vec<String>,
    /// Whether the pattern matches no other texts.
    pub are_all: bool,
}

/// Texts that a pattern in our syntax matches.
pub fn samples(pattern: &str) -> Samples {
    let mut found = regex_syntax::parse(pattern).map(|hir| of(&hir)).unwrap_or_default();
    found.texts.retain(|text| !text.trim().is_empty());
    found
}

fn of(hir: &Hir) -> Samples {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => all([String::new()]),
        HirKind::Literal(literal) => all([String::from_utf8_lossy(&literal.0).into_owned()]),
        HirKind::Class(class) => of_class(class),
        HirKind::Capture(capture) => of(&capture.sub),
        HirKind::Concat(list) => {
            list.iter().map(of).fold(all([String::new()]), |before, after| joined(&before, &after))
        }
        HirKind::Alternation(list) => list.iter().map(of).fold(all([]), |before, after| {
            capped(before.texts.into_iter().chain(after.texts), before.are_all && after.are_all)
        }),
        HirKind::Repetition(repetition) => {
            let (one, least) = (of(&repetition.sub), repetition.min);
            let most = repetition.max.unwrap_or(u32::MAX);
            let few = most - least <= 2;
            let counts = [least, least.saturating_add(1), least.saturating_add(if few { 2 } else { 3 })];
            let mut found = all([]);
            for count in counts.into_iter().filter(|count| *count <= most) {
                let repeated = repeated(&one, count);
                found = capped(found.texts.into_iter().chain(repeated.texts), found.are_all && repeated.are_all);
            }
            Samples { are_all: found.are_all && few, ..found }
        }
    }
}

fn all<const N: usize>(texts: [String; N]) -> Samples {
    Samples { texts: texts.into(), are_all: true }
}

fn capped(texts: impl IntoIterator<Item = String>, are_all: bool) -> Samples {
    let mut known: Vec<String> = Vec::new();
    let mut are_all = are_all;
    for text in texts {
        if known.contains(&text) {
            continue;
        }
        if known.len() == MAX_SAMPLES {
            are_all = false;
            break;
        }
        known.push(text);
    }
    Samples { texts: known, are_all }
}

fn joined(before: &Samples, after: &Samples) -> Samples {
    let pairs = before.texts.iter().flat_map(|a| after.texts.iter().map(move |b| format!("{a}{b}")));
    capped(pairs, before.are_all && after.are_all)
}

fn repeated(one: &Samples, count: u32) -> Samples {
    if count > 4 {
        let texts = one.texts.iter().map(|text| text.repeat(count.min(100) as usize));
        return capped(texts, false);
    }
    (0..count).fold(all([String::new()]), |before, _| joined(&before, one))
}

fn of_class(class: &Class) -> Samples {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => class.iter().map(|range| (range.start().into(), range.end().into())).collect(),
    };
    let size = ranges.iter().fold(0_u32, |sum, (a, b)| sum.saturating_add(u32::from(*b) - u32::from(*a) + 1));
    if size <= FEW {
        return capped(ranges.iter().flat_map(|(a, b)| *a..=*b).map(String::from), true);
    }
    // Those that people type, rather than the first of a table.
    let typed = "a1Z e0M-x".chars().filter(|c| ranges.iter().any(|(a, b)| (a..=b).contains(&c)));
    let ends = ranges.iter().take(2).flat_map(|(a, b)| [*a, *b]);
    capped(typed.chain(ends).filter(|c| !c.is_control()).take(4).map(String::from), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_xml_schema_are_read_as_such() {
        let read = |text| of_schema(text);
        assert_eq!(read("US$"), r"US\$");
        assert_eq!(read("^a+$"), "a+");
        assert_eq!(read(r"^a\$"), r"\^a\$");
        assert_eq!(read("[a-z-[aeiou]]"), "[a-z--[aeiou]]");
        assert_eq!(read("[^$]x"), "[^$]x");
        let all = regex::Regex::new(&format!(r"\A(?:{})\z", read("[a-z-[aeiou]]"))).unwrap();
        assert!(all.is_match("b") && !all.is_match("e"));
    }

    #[test]
    fn samples_match_their_pattern() {
        for (pattern, count) in [("colou?r", 2), ("(red|green|blue)", 3), ("[ab]{2}", 4), ("x", 1)] {
            let found = samples(pattern);
            assert!(found.are_all && found.texts.len() == count, "{pattern}: {found:?}");
        }
        for pattern in ["[0-9]+", ".*", r"\d{3}-\d{4}", "a{2,9}", "(?i)yes", "[a-z--[aeiou]]+", "a{50}"] {
            let (found, whole) = (samples(pattern), regex::Regex::new(&format!(r"\A(?:{pattern})\z")).unwrap());
            assert!(
                !found.texts.is_empty() && found.texts.iter().all(|text| whole.is_match(text)),
                "{pattern}: {found:?}"
            );
        }
        assert_eq!(samples("(").texts.len(), 0);
    }
}
