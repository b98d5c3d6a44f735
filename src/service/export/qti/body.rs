//! Plain text as the HTML of an item.

use super::xml::{QtiElement, QtiNode, QtiVersion, plain, qti};
use crate::service::import::QTI_PLAIN;

/// Whether white space of the text says something: readers collapse it outside of `pre`.
pub fn needs_pre(text: &str) -> bool {
    let is_rare = |c: char| c.is_whitespace() && !matches!(c, ' ' | '\n');
    let is_cut = |line: &str| line.starts_with(' ') || line.ends_with(' ');
    text.contains(is_rare) || text.contains("  ") || text.contains("\n\n\n") || text.lines().any(is_cut)
}

pub fn blocks(text: &str) -> Vec<QtiNode> {
    blocks_with(text, |_| None)
}

/// The text with an element instead of each marker `[[id]]` that has one.
pub fn blocks_with(text: &str, element: impl Fn(&str) -> Option<QtiElement>) -> Vec<QtiNode> {
    let is_pre = needs_pre(text);
    // By the class, our import sees that this is not code.
    let block = if is_pre { plain("pre").set("class", QTI_PLAIN) } else { plain("p") };
    vec![block.all(inline(text, is_pre, &element)).into()]
}

/// A short text: on one line without an element around it.
pub fn short(text: &str) -> Vec<QtiNode> {
    if text.contains('\n') || needs_pre(text) { blocks(text) } else { vec![QtiNode::Text(text.to_owned())] }
}

/// Version 3.0 has a body within some elements.
pub fn wrapped(element: QtiElement, content: Vec<QtiNode>, version: QtiVersion) -> QtiElement {
    match version {
        QtiVersion::V21 => element.all(content),
        QtiVersion::V30 => element.with(qti("contentBody").all(content)),
    }
}

fn inline(text: &str, is_pre: bool, element: &impl Fn(&str) -> Option<QtiElement>) -> Vec<QtiNode> {
    let mut out = Vec::new();
    marked(text, element, &mut out, &|text, out| lines(text, is_pre, out));
    // Mixed content, so that no white space is added.
    out.push(QtiNode::Text(String::new()));
    out
}

/// Adds the text by `add`, with an element instead of each marker that has one.
pub fn marked(
    text: &str,
    element: &impl Fn(&str) -> Option<QtiElement>,
    out: &mut Vec<QtiNode>,
    add: &impl Fn(&str, &mut Vec<QtiNode>),
) {
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once("[[") {
        let found = tail.split_once("]]").and_then(|(id, after)| Some((element(id)?, after)));
        add(before, out);
        if let Some((found, after)) = found {
            out.push(found.into());
            rest = after;
        } else {
            out.push(QtiNode::Text("[[".into()));
            rest = tail;
        }
    }
    add(rest, out);
}

fn lines(text: &str, is_pre: bool, out: &mut Vec<QtiNode>) {
    if is_pre {
        out.push(QtiNode::Text(text.to_owned()));
        return;
    }
    for (place, line) in text.split('\n').enumerate() {
        if place > 0 {
            out.push(plain("br").into());
        }
        if !line.is_empty() {
            out.push(QtiNode::Text(line.to_owned()));
        }
    }
}
