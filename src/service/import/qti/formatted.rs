//! Whether a text has formatting that plain text would lose.

use super::{
    super::{markup, pictures::is_picture},
    text::{FIELDS, is_for_candidates, is_plain},
    xml::{XmlElement, XmlNode},
};

/// Whether this part of an item has formatting that plain text would lose.
pub fn is_formatted(part: &XmlElement) -> bool {
    let has_blanks = |element: &XmlElement| FIELDS.iter().any(|name| !element.all(name).is_empty());
    let is_mixed = part.children().any(|child| child.name == "pre" && !is_plain(child))
        && part.content.iter().any(|node| match node {
            XmlNode::Text(text) => !text.trim().is_empty(),
            XmlNode::Element(child) => child.name != "pre" && !child.text().is_empty(),
        });
    // A gap within code would be code.
    !part.all("pre").iter().chain(&part.all("code")).any(|code| has_blanks(code)) && (is_mixed || has_formatted(part))
}

fn has_formatted(part: &XmlElement) -> bool {
    let is_shown = |child: &&XmlElement| {
        !child.name.ends_with("interaction") && (child.name != "rubricblock" || is_for_candidates(child))
    };
    part.children()
        .filter(is_shown)
        .any(|child| markup::is_formatted(&child.name) || is_drawn(child) || has_formatted(child))
}

/// Whether an element is a picture as an `object`, which older versions of the standard have beside `img`.
fn is_drawn(element: &XmlElement) -> bool {
    let kind = element.peek("type").unwrap_or_default().trim().to_ascii_lowercase();
    let is_named = || kind.is_empty() && element.peek("data").is_some_and(is_picture);
    element.name == "object" && (kind.starts_with("image/") || is_named())
}
