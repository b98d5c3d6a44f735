//! Powers and indices: without their place, `2<sup>3</sup>` would be 23.

use super::xml::{XmlElement, XmlNode};

const RAISED: [(char, char); 15] = [
    ('0', '⁰'),
    ('1', '¹'),
    ('2', '²'),
    ('3', '³'),
    ('4', '⁴'),
    ('5', '⁵'),
    ('6', '⁶'),
    ('7', '⁷'),
    ('8', '⁸'),
    ('9', '⁹'),
    ('+', '⁺'),
    ('-', '⁻'),
    ('n', 'ⁿ'),
    ('(', '⁽'),
    (')', '⁾'),
];
const LOWERED: [(char, char); 12] = [
    ('0', '₀'),
    ('1', '₁'),
    ('2', '₂'),
    ('3', '₃'),
    ('4', '₄'),
    ('5', '₅'),
    ('6', '₆'),
    ('7', '₇'),
    ('8', '₈'),
    ('9', '₉'),
    ('+', '₊'),
    ('-', '₋'),
];

/// As plain text: `²`, or `^(n/2)`.
pub fn plain(name: &str, text: &str) -> String {
    let (table, sign): (&[(char, char)], _) = if name == "sub" { (&LOWERED, '_') } else { (&RAISED, '^') };
    let small = text.chars().map(|c| table.iter().find(|(plain, _)| *plain == c).map(|(_, small)| *small));
    match small.collect::<Option<String>>() {
        Some(small) => small,
        None if text.chars().count() == 1 => format!("{sign}{text}"),
        None => format!("{sign}({text})"),
    }
}

/// A copy for plain text, in which powers and indices are characters.
pub fn in_characters(element: &XmlElement) -> XmlElement {
    let mut copy = element.copied();
    for node in &element.content {
        copy.content.push(match node {
            XmlNode::Text(text) => XmlNode::Text(text.clone()),
            XmlNode::Element(child) if matches!(child.name.as_str(), "sub" | "sup") => {
                XmlNode::Text(plain(&child.name, &child.text()))
            }
            XmlNode::Element(child) => XmlNode::Element(in_characters(child)),
        });
    }
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_keep_their_place() {
        assert_eq!(plain("sup", "2"), "²");
        assert_eq!(plain("sup", "x"), "^x");
        assert_eq!(plain("sup", "n/2"), "^(n/2)");
        assert_eq!(plain("sub", "10"), "₁₀");
        assert_eq!(plain("sub", "max"), "_(max)");
    }
}
