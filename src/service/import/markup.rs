//! Elements of HTML, and lines of texts that become plain.

use Role::{Block, Formatted, Known};

/// A rule about an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The element begins a new line.
    Block,
    /// Plain text cannot show it.
    Formatted,
    /// The writers of texts of QTI know it, or its text alone says everything.
    Known,
}

/// The elements of texts, with the rules that name them.
const ELEMENTS: [(&str, &[Role]); 79] = [
    ("itembody", &[Known]),
    ("contentbody", &[Known]),
    ("stimulusbody", &[Known]),
    ("rubricblock", &[Known]),
    ("prompt", &[Known]),
    ("div", &[Block, Known]),
    ("infocontrol", &[Block, Known]),
    ("p", &[Block, Known]),
    ("span", &[Known]),
    ("br", &[Block, Known]),
    ("li", &[Block, Known]),
    ("ul", &[Block, Formatted, Known]),
    ("ol", &[Block, Formatted, Known]),
    ("dl", &[Block, Known]),
    ("dt", &[Block, Known]),
    ("dd", &[Block, Known]),
    ("table", &[Block, Formatted, Known]),
    ("thead", &[Known]),
    ("tbody", &[Known]),
    ("tfoot", &[Known]),
    ("tr", &[Block, Known]),
    ("td", &[Known]),
    ("th", &[Known]),
    ("caption", &[Block, Known]),
    ("colgroup", &[Known]),
    ("col", &[Known]),
    ("pre", &[Block, Known]),
    ("blockquote", &[Block, Formatted, Known]),
    ("h1", &[Block, Formatted, Known]),
    ("h2", &[Block, Formatted, Known]),
    ("h3", &[Block, Formatted, Known]),
    ("h4", &[Block, Formatted, Known]),
    ("h5", &[Block, Formatted, Known]),
    ("h6", &[Block, Formatted, Known]),
    ("em", &[Formatted, Known]),
    ("i", &[Formatted, Known]),
    ("strong", &[Formatted, Known]),
    ("b", &[Formatted, Known]),
    ("code", &[Formatted, Known]),
    ("kbd", &[Formatted, Known]),
    ("samp", &[Formatted, Known]),
    ("var", &[Formatted, Known]),
    ("sub", &[Formatted, Known]),
    ("sup", &[Formatted, Known]),
    ("a", &[Formatted, Known]),
    ("img", &[Formatted, Known]),
    ("hr", &[Formatted, Known]),
    ("label", &[Known]),
    ("q", &[Known]),
    ("cite", &[Known]),
    ("abbr", &[Known]),
    ("acronym", &[Known]),
    ("dfn", &[Known]),
    ("small", &[Known]),
    ("big", &[Known]),
    ("tt", &[Known]),
    ("section", &[Block, Known]),
    ("article", &[Block, Known]),
    ("header", &[Block, Known]),
    ("figure", &[Block, Known]),
    ("figcaption", &[Block, Known]),
    ("simplechoice", &[Known]),
    ("hottext", &[Known]),
    ("u", &[Known]),
    ("ins", &[Known]),
    ("s", &[Known]),
    ("strike", &[Known]),
    ("del", &[Known]),
    ("address", &[Block]),
    ("aside", &[Block]),
    ("center", &[Block]),
    ("details", &[Block]),
    ("summary", &[Block]),
    ("fieldset", &[Block]),
    ("legend", &[Block]),
    ("footer", &[Block]),
    ("nav", &[Block]),
    ("option", &[Block]),
    ("math", &[Formatted]),
];

fn has(name: &str, role: Role) -> bool {
    ELEMENTS.iter().any(|(known, roles)| *known == name && roles.contains(&role))
}

#[must_use]
pub(super) fn is_block(name: &str) -> bool {
    has(name, Block)
}

#[must_use]
pub(super) fn is_formatted(name: &str) -> bool {
    has(name, Formatted)
}

#[must_use]
pub(super) fn is_known(name: &str) -> bool {
    has(name, Known)
}

/// Trims the ends of lines, collapses several blank lines into one and removes single ones.
#[must_use]
pub(super) fn trim_lines(text: &str) -> String {
    let mut out = String::new();
    let mut blank = 0;
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() {
            blank += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if blank > 1 { "\n\n" } else { "\n" });
        }
        out.push_str(line);
        blank = 0;
    }
    out.trim().to_owned()
}
