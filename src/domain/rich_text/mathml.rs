//! Formulas as a tree of known MathML elements and attributes. Anything else that a converter emits is dropped, so that a
//! page can draw the tree without a check.

use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};
use serde::{Deserialize, Serialize};

/// A formula: its LaTeX source for copies and plain text, and its elements below `<math>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Math {
    pub tex: String,
    /// Whether it is on a line of its own.
    pub block: bool,
    pub nodes: Vec<MathNode>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MathNode {
    #[serde(rename = "t")]
    Text(String),
    /// An element with nothing but text.
    #[serde(rename = "l")]
    Leaf(Element, String),
    #[serde(rename = "e")]
    Element(Element, Vec<(Attribute, String)>, Vec<MathNode>),
}

macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name {
            $(#[serde(rename = $text)] $variant,)*
        }

        impl $name {
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            fn of(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

names! {
    /// Elements of MathML Core, and `menclose`, which pages draw with borders.
    Element {
        Menclose = "menclose",
        Mfrac = "mfrac",
        Mi = "mi",
        Mmultiscripts = "mmultiscripts",
        Mn = "mn",
        Mo = "mo",
        Mover = "mover",
        Mpadded = "mpadded",
        Mphantom = "mphantom",
        Mprescripts = "mprescripts",
        Mroot = "mroot",
        Mrow = "mrow",
        Mspace = "mspace",
        Msqrt = "msqrt",
        Mstyle = "mstyle",
        Msub = "msub",
        Msubsup = "msubsup",
        Msup = "msup",
        Mtable = "mtable",
        Mtd = "mtd",
        Mtext = "mtext",
        Mtr = "mtr",
        Munder = "munder",
        Munderover = "munderover",
    }
}

names! {
    /// `class` holds words of [`CLASSES`] only.
    Attribute {
        Accent = "accent",
        Accentunder = "accentunder",
        Class = "class",
        Displaystyle = "displaystyle",
        Form = "form",
        Height = "height",
        Largeop = "largeop",
        Linethickness = "linethickness",
        Lspace = "lspace",
        Mathvariant = "mathvariant",
        Maxsize = "maxsize",
        Minsize = "minsize",
        Movablelimits = "movablelimits",
        Notation = "notation",
        Rspace = "rspace",
        Scriptlevel = "scriptlevel",
        Stretchy = "stretchy",
        Symmetric = "symmetric",
        Voffset = "voffset",
        Width = "width",
    }
}

/// Inline styles of the converter, and the classes that replace them: the page's policy permits no inline styles.
const CLASSES: [(&str, &str); 11] = [
    ("text-align: left", "math-left"),
    ("text-align: right", "math-right"),
    ("padding-left: 0", "math-flush-left"),
    ("padding-right: 0", "math-flush-right"),
    ("padding-left:1em", "math-indent"),
    ("border-left: 0.05em solid currentcolor", "math-rule-left"),
    ("border-right: 0.05em solid currentcolor", "math-rule-right"),
    ("border-right: 0.05em dashed currentcolor", "math-dashes-right"),
    ("border-top: 0.05em solid currentcolor", "math-rule-top"),
    ("border-top: 0.05em dashed currentcolor", "math-dashes-top"),
    ("margin-left:-0.1667em", "math-back"),
];

/// Longest value of an attribute, in bytes.
const MAX_VALUE: usize = 64;
/// Largest length, in any unit: more would push a formula off the page.
const MAX_LENGTH: f64 = 40.0;

/// The reason why output of the converter cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub enum Unusable {
    TooDeep,
    TooLong,
    Malformed,
}

struct OpenMathElement {
    element: Option<Element>,
    attributes: Vec<(Attribute, String)>,
    children: Vec<MathNode>,
}

impl OpenMathElement {
    fn push_text(&mut self, text: &str) {
        if let Some(MathNode::Text(before)) = self.children.last_mut() {
            before.push_str(text);
        } else if !text.is_empty() {
            self.children.push(MathNode::Text(text.to_owned()));
        }
    }

    /// Unknown elements are replaced by their text, as `<b>` in `<mtext>`.
    fn close(self, parent: &mut Self) {
        let Some(element) = self.element else {
            for node in self.children {
                match node {
                    MathNode::Text(text) => parent.push_text(&text),
                    other => parent.children.push(other),
                }
            }
            return;
        };
        let node = match <[MathNode; 1]>::try_from(self.children) {
            Ok([MathNode::Text(text)]) if self.attributes.is_empty() => MathNode::Leaf(element, text),
            Ok(only) => MathNode::Element(element, self.attributes, only.into()),
            Err(children) => MathNode::Element(element, self.attributes, children),
        };
        parent.children.push(node);
    }
}

/// Reads one `<math>` element. Returns the nodes below it and their number.
///
/// # Errors
/// More than `max_depth` levels or `max_nodes` nodes, or no XML.
pub fn read(mathml: &str, max_depth: usize, max_nodes: usize) -> Result<(Vec<MathNode>, usize), Unusable> {
    let mut reader = Reader::from_str(mathml);
    let root = || OpenMathElement { element: None, attributes: Vec::new(), children: Vec::new() };
    let mut open = vec![root()];
    let mut count = 0;
    loop {
        let event = reader.read_event().map_err(|_| Unusable::Malformed)?;
        let (top, below) = open.split_last_mut().ok_or(Unusable::Malformed)?;
        match event {
            Event::Start(start) => {
                count += 1;
                open.push(element(&start)?);
            }
            Event::Empty(start) => {
                count += 1;
                element(&start)?.close(top);
            }
            Event::End(_) => {
                let parent = below.last_mut().ok_or(Unusable::Malformed)?;
                std::mem::replace(top, root()).close(parent);
                open.pop();
            }
            Event::Text(text) => top.push_text(&text.xml10_content()),
            Event::GeneralRef(name) => {
                let number = name.resolve_char_ref().map_err(|_| Unusable::Malformed)?.map(String::from);
                let text = number.or_else(|| resolve_predefined_entity(&name).map(str::to_owned));
                top.push_text(&text.ok_or(Unusable::Malformed)?);
            }
            Event::Eof => break,
            _ => {}
        }
        if open.len() > max_depth {
            return Err(Unusable::TooDeep);
        }
        if count > max_nodes {
            return Err(Unusable::TooLong);
        }
    }
    match <[OpenMathElement; 1]>::try_from(open) {
        Ok([root]) => Ok((root.children, count)),
        Err(_) => Err(Unusable::Malformed),
    }
}

fn element(start: &BytesStart<'_>) -> Result<OpenMathElement, Unusable> {
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|_| Unusable::Malformed)?;
        let value = attribute.normalized_value(XmlVersion::Explicit1_0).map_err(|_| Unusable::Malformed)?;
        let name: &str = attribute.key.as_ref();
        if name == "style" {
            let classes = classes(&value);
            if !classes.is_empty() {
                attributes.push((Attribute::Class, classes));
            }
        } else if let Some(known) =
            Attribute::of(name).filter(|known| *known != Attribute::Class && is_harmless(&value))
        {
            attributes.push((known, value.into_owned()));
        }
    }
    let name = start.name();
    Ok(OpenMathElement { element: Element::of(name.as_ref()), attributes, children: Vec::new() })
}

fn classes(style: &str) -> String {
    let declarations = style.split(';').map(str::trim);
    let known = declarations.filter_map(|d| CLASSES.iter().find(|(style, _)| *style == d).map(|(_, class)| *class));
    known.collect::<Vec<_>>().join(" ")
}

/// Words, and lengths that are not huge.
fn is_harmless(value: &str) -> bool {
    let number: String = value.chars().take_while(|c| c.is_ascii_digit() || "+-.".contains(*c)).collect();
    let is_small = number.is_empty() || number.parse().is_ok_and(|length: f64| length.abs() <= MAX_LENGTH);
    let is_percent = value.ends_with('%') && value.len() <= 4;
    let is_plain = value.chars().all(|c| c.is_ascii_alphanumeric() || "+-.% ".contains(c));
    value.len() <= MAX_VALUE && is_plain && (is_small || is_percent)
}
