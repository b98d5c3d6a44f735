//! XML elements, named as in QTI 2.1; version 3.0 has other names of the same ones.

use quick_xml::{
    Writer,
    events::{BytesEnd, BytesStart, BytesText, Event},
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, io};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum QtiVersion {
    V21,
    V30,
}

/// An element of QTI, of HTML or of a manifest.
pub struct QtiElement {
    name: &'static str,
    is_qti: bool,
    attributes: Vec<(&'static str, String)>,
    content: Vec<QtiNode>,
}

pub enum QtiNode {
    Text(String),
    Comment(String),
    Element(QtiElement),
}

impl From<QtiElement> for QtiNode {
    fn from(element: QtiElement) -> Self {
        Self::Element(element)
    }
}

pub const fn qti(name: &'static str) -> QtiElement {
    QtiElement { name, is_qti: true, attributes: Vec::new(), content: Vec::new() }
}

/// An element whose name is the same in both versions.
pub const fn plain(name: &'static str) -> QtiElement {
    QtiElement { name, is_qti: false, attributes: Vec::new(), content: Vec::new() }
}

impl QtiElement {
    #[expect(clippy::needless_pass_by_value, reason = "numbers and flags are shorter without a reference")]
    pub fn set(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.content.push(QtiNode::Text(text.into()));
        self
    }

    pub fn with(mut self, child: impl Into<QtiNode>) -> Self {
        self.content.push(child.into());
        self
    }

    pub fn all<N: Into<QtiNode>>(mut self, children: impl IntoIterator<Item = N>) -> Self {
        self.content.extend(children.into_iter().map(Into::into));
        self
    }

    /// The document, in UTF-8.
    pub fn document(&self, version: QtiVersion) -> io::Result<Vec<u8>> {
        let mut out = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_vec();
        self.write(version, &mut Writer::new(&mut out), 0)?;
        out.push(b'\n');
        Ok(out)
    }

    /// Elements without text are on lines of their own: white space beside text would be part of it.
    fn write(&self, version: QtiVersion, out: &mut Writer<&mut Vec<u8>>, depth: usize) -> io::Result<()> {
        let name = if self.is_qti { named(self.name, version) } else { self.name.into() };
        let mut start = BytesStart::new(name.as_ref());
        for (key, value) in &self.attributes {
            let key = if self.is_qti { attribute(key, version) } else { (*key).into() };
            start.push_attribute((key.as_ref(), value.as_str()));
        }
        if self.content.is_empty() {
            return out.write_event(Event::Empty(start));
        }
        out.write_event(Event::Start(start))?;
        let is_mixed = self.content.iter().any(|node| matches!(node, QtiNode::Text(_)));
        for node in &self.content {
            if !is_mixed {
                indent(out, depth + 1)?;
            }
            match node {
                QtiNode::Text(text) => out.write_event(Event::Text(BytesText::new(text)))?,
                // Two hyphens would end it.
                QtiNode::Comment(text) => {
                    out.write_event(Event::Comment(BytesText::from_escaped(format!(" {} ", text.replace("--", "-")))))?;
                }
                QtiNode::Element(child) => child.write(version, out, depth + 1)?,
            }
        }
        if !is_mixed {
            indent(out, depth)?;
        }
        out.write_event(Event::End(BytesEnd::new(name.as_ref())))
    }
}

fn indent(out: &mut Writer<&mut Vec<u8>>, depth: usize) -> io::Result<()> {
    out.write_event(Event::Text(BytesText::from_escaped(format!("\n{}", "  ".repeat(depth)))))
}

/// `choiceInteraction` is `qti-choice-interaction` in version 3.0.
fn named(name: &'static str, version: QtiVersion) -> Cow<'static, str> {
    match version {
        QtiVersion::V21 => name.into(),
        QtiVersion::V30 => format!("qti-{}", hyphenated(name)).into(),
    }
}

fn attribute(name: &'static str, version: QtiVersion) -> Cow<'static, str> {
    match version {
        QtiVersion::V21 => name.into(),
        QtiVersion::V30 => hyphenated(name).into(),
    }
}

fn hyphenated(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

const NAMESPACES: [(QtiVersion, &str); 2] = [
    (QtiVersion::V21, "http://www.imsglobal.org/xsd/imsqti_v2p1"),
    (QtiVersion::V30, "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"),
];

pub fn namespace(version: QtiVersion) -> &'static str {
    NAMESPACES.iter().find(|(of, _)| *of == version).map_or("", |(_, name)| name)
}
