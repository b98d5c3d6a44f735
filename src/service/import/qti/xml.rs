//! XML as a small tree. External resources are never read: documents that declare entities are rejected, and so are
//! entities that XML does not predefine.

use crate::service::import::{
    lines::{self, LineCounter},
    signs::with_signs,
    text_file::utf16,
};
use encoding_rs::Encoding;
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};
use std::{borrow::Cow, cell::Cell};

/// End of the comments in which our exported items say what they lost.
pub const LOSS: &str = " cannot be expressed in QTI.";

const MAX_DEPTH: usize = 64;
const MAX_ELEMENTS: usize = 200_000;
/// Bytes of a comment that is read.
const MAX_LOSS: usize = 200;

/// Line and message of a fault.
pub type XmlFault = (u64, String);

#[derive(Debug)]
pub struct XmlAttribute {
    pub name: String,
    value: String,
    is_read: Cell<bool>,
}

/// An element that remembers what of it a rule has read: the rest is named (`unread`).
#[derive(Debug, Default)]
pub struct XmlElement {
    /// Lower case, without prefix and hyphens: `qti-choice-interaction` and `choiceInteraction` have the same name.
    pub name: String,
    attributes: Vec<XmlAttribute>,
    is_read: Cell<bool>,
    is_text_read: Cell<bool>,
    pub content: Vec<XmlNode>,
    /// Comments directly within that say what our export lost, with their lines.
    pub losses: Vec<(u64, String)>,
    pub line: u64,
    /// The file of a package that it was read from, where that is not the file around it.
    pub file: Option<String>,
}

#[derive(Debug)]
pub enum XmlNode {
    Text(String),
    Element(XmlElement),
}

/// The name common to both versions of the standard.
fn common(name: &str) -> String {
    let local = name.rsplit(':').next().unwrap_or(name);
    let bare: String = local.chars().filter(|c| *c != '-').collect::<String>().to_ascii_lowercase();
    local.to_ascii_lowercase().strip_prefix("qti-").map_or(bare.clone(), |_| bare.get(3..).unwrap_or(&bare).to_owned())
}

impl XmlElement {
    /// An element of another source, whose name is common to both versions.
    pub fn made(name: &str, attributes: Vec<(String, String)>, line: u64) -> Self {
        let attribute = |(name, value)| XmlAttribute { name, value, is_read: Cell::new(false) };
        let attributes = attributes.into_iter().map(attribute).collect();
        Self { name: name.to_owned(), attributes, line, ..Self::default() }
    }

    /// The same element without its content.
    pub fn copied(&self) -> Self {
        let pairs = self.attributes.iter().map(|one| (one.name.clone(), one.value.clone()));
        Self::made(&self.name, pairs.collect(), self.line)
    }

    /// Returns the attribute with this name, in lower case without hyphens.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|attribute| attribute.name == name)?;
        found.is_read.set(true);
        Some(&found.value)
    }

    /// The same for a rule that may leave it unread.
    pub fn peek(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|attribute| attribute.name == name).map(|attribute| attribute.value.as_str())
    }

    /// A rule has read this element; what is in it, it reads by itself.
    pub fn mark(&self) {
        self.is_read.set(true);
    }

    /// A rule has read the text directly in this element, or in the `<text>` that Moodle puts around it.
    pub fn mark_text(&self) {
        self.is_read.set(true);
        self.is_text_read.set(true);
        for text in self.children().filter(|child| child.name == "text") {
            text.is_read.set(true);
            text.is_text_read.set(true);
        }
    }

    /// A rule has read, or knowingly leaves out, everything in this element.
    pub fn mark_all(&self) {
        self.mark_text();
        self.attributes.iter().for_each(|attribute| attribute.is_read.set(true));
        self.children().for_each(Self::mark_all);
    }

    pub const fn is_read(&self) -> bool {
        self.is_read.get()
    }

    /// Whether there is no text in the element and in those within it.
    pub fn is_blank(&self) -> bool {
        self.content.iter().all(|node| match node {
            XmlNode::Text(text) => text.trim().is_empty(),
            XmlNode::Element(child) => child.is_blank(),
        })
    }

    pub fn unread_attributes(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().filter(|attribute| !attribute.is_read.get()).map(|attribute| attribute.name.as_str())
    }

    /// Text directly in it that no rule has read.
    pub fn unread_text(&self) -> Option<&str> {
        if self.is_text_read.get() {
            return None;
        }
        self.content.iter().find_map(|node| match node {
            XmlNode::Text(text) if !text.trim().is_empty() => Some(text.trim()),
            XmlNode::Text(_) | XmlNode::Element(_) => None,
        })
    }

    /// The first child with this name, which a rule reads.
    pub fn child(&self, name: &str) -> Option<&Self> {
        let found = self.children().find(|child| child.name == name)?;
        found.mark();
        Some(found)
    }

    /// The children with this name, which a rule reads.
    pub fn named(&self, name: &str) -> Vec<&Self> {
        let found: Vec<&Self> = self.children().filter(|child| child.name == name).collect();
        for child in &found {
            child.mark();
        }
        found
    }

    pub fn children(&self) -> impl Iterator<Item = &Self> {
        self.content.iter().filter_map(|node| match node {
            XmlNode::Element(element) => Some(element),
            XmlNode::Text(_) => None,
        })
    }

    /// Descendants with this name, in document order.
    pub fn all(&self, name: &str) -> Vec<&Self> {
        let mut found = Vec::new();
        for child in self.children() {
            if child.name == name {
                found.push(child);
            }
            found.extend(child.all(name));
        }
        found
    }

    /// Text of all descendants, on one line.
    pub fn text(&self) -> String {
        self.mark_text();
        let mut text = String::new();
        self.collect(&mut text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the same as [`XmlElement::text`], with its white space.
    pub fn raw_text(&self) -> String {
        self.mark_text();
        let mut text = String::new();
        self.collect(&mut text);
        text
    }

    /// Text of all descendants for a rule that may leave it unread.
    pub fn peek_text(&self) -> String {
        let mut text = String::new();
        self.collect(&mut text);
        text.trim().to_owned()
    }

    fn collect(&self, into: &mut String) {
        for node in &self.content {
            match node {
                XmlNode::Text(text) => into.push_str(text),
                XmlNode::Element(element) => element.collect(into),
            }
        }
    }
}

pub fn parse(bytes: &[u8]) -> Result<XmlElement, XmlFault> {
    let text = text(bytes)?;
    let mut lines = LineCounter::of(text.as_bytes());
    let mut reader = Reader::from_str(&text);
    let mut open: Vec<XmlElement> = Vec::new();
    let mut root = None;
    let mut count = 0;
    loop {
        let line = lines.at(usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX));
        let event = reader.read_event();
        let event = event.map_err(|error| (line, format!("This is not valid XML: {error}.")))?;
        match event {
            Event::Start(start) => {
                count += 1;
                if open.len() >= MAX_DEPTH || count > MAX_ELEMENTS {
                    return Err((line, "This XML is nested too deeply or too long.".into()));
                }
                open.push(element(&start, line)?);
            }
            Event::Empty(start) => {
                count += 1;
                if open.len() >= MAX_DEPTH || count > MAX_ELEMENTS {
                    return Err((line, "This XML is nested too deeply or too long.".into()));
                }
                let element = element(&start, line)?;
                close(element, &mut open, &mut root, line)?;
            }
            Event::End(_) => {
                if let Some(element) = open.pop() {
                    close(element, &mut open, &mut root, line)?;
                }
            }
            Event::Text(text) => add(&mut open, text.xml10_content().into_owned()),
            Event::CData(text) => add(&mut open, text.xml10_content().into_owned()),
            Event::GeneralRef(name) => {
                let number =
                    name.resolve_char_ref().map_err(|error| (line, format!("This is not valid XML: {error}.")))?;
                let known = match number {
                    Some(c) => Some(c.to_string()),
                    None if &*name == "nbsp" => Some(" ".to_owned()),
                    None => resolve_predefined_entity(&name).map(str::to_owned),
                };
                let unknown = || (line, format!("The entity &{}; is not defined.", &*name));
                add(&mut open, known.ok_or_else(unknown)?);
            }
            Event::DocType(declaration) => {
                if declaration.contains("<!ENTITY") {
                    return Err((line, "XML that declares entities is not supported.".into()));
                }
            }
            Event::Comment(comment) => {
                if let (Some(parent), Some(loss)) = (open.last_mut(), loss(&comment)) {
                    parent.losses.push((line, loss));
                }
            }
            Event::Decl(_) | Event::PI(_) => {}
            Event::Eof => break,
        }
    }
    match root {
        Some(root) if open.is_empty() => Ok(root),
        _ => Err((lines.line, "This XML ends too early.".into())),
    }
}

/// The text, which is UTF-8 unless it begins as UTF-16 or its first line names another encoding.
///
/// # Errors
/// Bytes that are not of its encoding.
pub fn text(bytes: &[u8]) -> Result<Cow<'_, str>, XmlFault> {
    if let Some((encoding, mark)) = utf16(bytes) {
        let (text, is_damaged) = encoding.decode_without_bom_handling(bytes.get(mark..).unwrap_or_default());
        let what = || format!("This begins as {}, but has bytes that are not.", encoding.name());
        return if is_damaged { Err((1, what())) } else { Ok(text) };
    }
    let line = match lines::text(bytes) {
        Ok(text) => return Ok(text.into()),
        Err(line) => line,
    };
    match declared(bytes).map(|encoding| encoding.decode_without_bom_handling(bytes)) {
        Some((text, false)) => Ok(text),
        Some((_, true)) | None => Err((line, "This XML is not in UTF-8.".to_owned())),
    }
}

/// The encoding that the declaration names: `<?xml version="1.0" encoding="ISO-8859-1"?>`.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let end = bytes.windows(2).take(200).position(|two| two == b"?>")?;
    let (_, named) = std::str::from_utf8(bytes.get(..end)?).ok()?.split_once("encoding")?;
    let named = named.trim_start().strip_prefix('=')?.trim_start();
    let quote = named.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Encoding::for_label(named.split(quote).nth(1)?.as_bytes())
}

/// A comment in which our export says what is lost.
fn loss(comment: &str) -> Option<String> {
    let text = comment.trim();
    (text.ends_with(LOSS) && text.len() <= MAX_LOSS && !text.contains(char::is_control)).then(|| text.to_owned())
}

fn add(open: &mut [XmlElement], text: String) {
    if let Some(parent) = open.last_mut() {
        parent.content.push(XmlNode::Text(with_signs(text)));
    }
}

fn close(
    element: XmlElement,
    open: &mut [XmlElement],
    root: &mut Option<XmlElement>,
    line: u64,
) -> Result<(), XmlFault> {
    match open.last_mut() {
        Some(parent) => parent.content.push(XmlNode::Element(element)),
        None if root.is_none() => *root = Some(element),
        None => return Err((line, "This XML has more than one root element.".into())),
    }
    Ok(())
}

fn element(start: &BytesStart<'_>, line: u64) -> Result<XmlElement, XmlFault> {
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let broken = |error: String| (line, format!("This is not valid XML: {error}."));
        let attribute = attribute.map_err(|error| broken(error.to_string()))?;
        if attribute.key.as_ref().starts_with("xmlns:") {
            continue;
        }
        let value = attribute.normalized_value(XmlVersion::Explicit1_0).map_err(|error| broken(error.to_string()))?;
        let (name, value) = (common(attribute.key.as_ref()), with_signs(value.into_owned()));
        attributes.push(XmlAttribute { name, value, is_read: Cell::new(false) });
    }
    Ok(XmlElement { name: common(start.name().as_ref()), attributes, line, ..XmlElement::default() })
}
