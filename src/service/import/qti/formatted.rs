//! Whether a text has formatting that plain text would lose.

use super::{
    super::markup,
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
    part.children().filter(is_shown).any(|child| markup::is_formatted(&child.name) || has_formatted(child))
}
