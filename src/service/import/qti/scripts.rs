//! Powers and indices: without their place, `2<sup>3</sup>` would be 23.

use super::{
    text::FIELDS,
    xml::{XmlElement, XmlNode},
};

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

/// Returns the script as plain text: `²`, or `^(n/2)`.
pub fn plain(name: &str, text: &str) -> String {
    let (table, sign): (&[(char, char)], _) = if name == "sub" { (&LOWERED, '_') } else { (&RAISED, '^') };
    let small = text.chars().map(|c| table.iter().find(|(plain, _)| *plain == c).map(|(_, small)| *small));
    match small.collect::<Option<String>>() {
        Some(small) => small,
        None if text.chars().count() == 1 => format!("{sign}{text}"),
        None => format!("{sign}({text})"),
    }
}

/// Whether it is a power or an index with a gap: no formula can have one, so that it stands within the line.
pub fn has_gap(element: &XmlElement) -> bool {
    matches!(element.name.as_str(), "sub" | "sup") && FIELDS.iter().any(|name| !element.all(name).is_empty())
}

/// The characters that begin such a power or index, which ends with a bracket.
pub fn begin(name: &str) -> &'static str {
    if name == "sub" { "_(" } else { "^(" }
}

/// A copy for plain text, in which powers and indices are characters.
pub fn in_characters(element: &XmlElement) -> XmlElement {
    let mut copy = element.copied();
    for node in &element.content {
        copy.content.push(match node {
            XmlNode::Text(text) => XmlNode::Text(text.clone()),
            XmlNode::Element(child) if has_gap(child) => {
                child.mark();
                let mut within = in_characters(child);
                within.content.insert(0, XmlNode::Text(begin(&child.name).to_owned()));
                within.content.push(XmlNode::Text(")".to_owned()));
                XmlNode::Element(within)
            }
            XmlNode::Element(child) if matches!(child.name.as_str(), "sub" | "sup") => {
                child.mark_text();
                XmlNode::Text(plain(&child.name, &in_characters(child).text()))
            }
            XmlNode::Element(child) => XmlNode::Element(in_characters(child)),
        });
    }
    copy
}

/// The content of a power or an index as LaTeX, with those in it; `None` for other characters than letters, digits and `allowed`, and
/// for gaps.
pub fn tex(element: &XmlElement, allowed: &str) -> Option<String> {
    let mut out = String::new();
    for node in &element.content {
        match node {
            XmlNode::Text(text) => {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if !text.chars().all(|c| c.is_ascii_alphanumeric() || allowed.contains(c)) {
                    return None;
                }
                out.push_str(&text);
            }
            XmlNode::Element(child) if FIELDS.contains(&child.name.as_str()) => return None,
            XmlNode::Element(child) => {
                if matches!(child.name.as_str(), "sub" | "sup") {
                    child.mark_text();
                }
                // A power that is a formula already.
                let source = child.attribute("alttext").filter(|source| source.starts_with(['^', '_']));
                let within = source.map_or_else(|| tex(child, allowed), |source| Some(source.to_owned()))?;
                match child.name.as_str() {
                    "sub" => out.extend(["_{", &within, "}"]),
                    "sup" => out.extend(["^{", &within, "}"]),
                    _ => out.push_str(&within),
                }
            }
        }
    }
    Some(out)
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

    #[test]
    fn powers_of_powers_keep_their_places() {
        let element = |name: &str, content: Vec<XmlNode>| {
            let mut made = XmlElement::made(name, Vec::new(), 1);
            made.content = content;
            made
        };
        let text = |text: &str| XmlNode::Text(text.to_owned());
        let square = element("sup", vec![text(" 2 ")]);
        let index = element("sub", vec![text("i"), XmlNode::Element(square)]);
        assert_eq!(tex(&index, "+-").as_deref(), Some("i^{2}"));
        assert_eq!(tex(&element("sup", vec![text("a/b")]), "+-"), None);
        let whole = in_characters(&element("p", vec![text("x"), XmlNode::Element(index)]));
        assert_eq!(whole.text(), "x_(i\u{b2})");
    }
}
