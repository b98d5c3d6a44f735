//! Plain text of a part of an item.

use super::{
    super::markup,
    xml::{XmlElement, XmlNode},
};

/// Placeholder in the text where an answer is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerPlaceholder {
    /// Nothing: the interaction follows the text.
    #[default]
    None,
    /// A line, if the text continues after it.
    Blank,
    /// Markers of gaps, `[[g1]]`, in their order.
    Gaps,
}

pub const BLANK: &str = "_____";

/// Interactions within a line of text.
pub const INLINE: [&str; 2] = ["inlinechoiceinteraction", "textentryinteraction"];

/// Class of a `pre` with a plain text as it is. Another `pre` may be code.
pub const PLAIN: &str = "invigil-plain";

/// Class of a field that is a gap of a text even if it is the only one. Another one alone asks for a short text.
pub const GAP: &str = "invigil-gap";

pub fn is_plain(element: &XmlElement) -> bool {
    element.name == "pre" && element.attribute("class") == Some(PLAIN)
}

#[derive(Default)]
pub struct QtiText {
    out: String,
    /// The whole text, instead of `out`.
    exact: Option<String>,
    pre: bool,
    mark: AnswerPlaceholder,
    gaps: usize,
    /// Of rubrics for scorers.
    pub notes: Vec<String>,
    pub left_out: Vec<(u64, String)>,
}

impl QtiText {
    pub fn marking(mark: AnswerPlaceholder) -> Self {
        Self { mark, ..Self::default() }
    }

    /// The text of an element.
    pub fn of(element: &XmlElement, left_out: &mut Vec<(u64, String)>) -> String {
        let mut text = Self::default();
        text.whole(element);
        left_out.append(&mut text.left_out);
        text.finish()
    }

    /// An element that is all there is to read.
    pub fn whole(&mut self, element: &XmlElement) {
        self.block(element);
        if let Some(plain) = whole(element, self.mark) {
            self.out.clear();
            self.gaps = 0;
            self.exactly(plain);
            self.exact = Some(std::mem::take(&mut self.out));
        }
    }

    fn exactly(&mut self, element: &XmlElement) {
        for node in &element.content {
            match node {
                XmlNode::Text(text) => self.out.push_str(text),
                XmlNode::Element(child) if INLINE.contains(&child.name.as_str()) => self.mark(),
                XmlNode::Element(child) => self.out.push_str(&child.raw_text()),
            }
        }
    }

    pub fn line(&mut self) {
        self.out.push('\n');
    }

    pub fn block(&mut self, element: &XmlElement) {
        for node in &element.content {
            match node {
                // Twice: a single blank line is taken for the space between two blocks.
                XmlNode::Text(text) if self.pre => self.out.push_str(&text.replace('\n', "\n\n")),
                XmlNode::Text(text) => self.flow(text),
                XmlNode::Element(child) => self.child(child),
            }
        }
    }

    /// Text outside of `pre`: collapses white space.
    fn flow(&mut self, text: &str) {
        for c in text.chars() {
            if !c.is_whitespace() {
                self.out.push(c);
            } else if !self.out.ends_with(char::is_whitespace) && !self.out.is_empty() {
                self.out.push(' ');
            }
        }
    }

    fn child(&mut self, child: &XmlElement) {
        match child.name.as_str() {
            name if INLINE.contains(&name) => self.mark(),
            name if name.ends_with("interaction") => {}
            "feedbackinline" | "feedbackblock" => {
                self.left_out.push((child.line, "Feedback to single answers is not supported.".into()));
            }
            "rubricblock" if child.attribute("view").is_some_and(|view| view.contains("scorer")) => {
                self.notes.push(Self::of(child, &mut self.left_out));
            }
            "rubricblock" => self.left_out.push((child.line, "Only notes for scorers (rubric) are supported.".into())),
            "img" | "object" | "audio" | "video" => {
                self.left_out.push((child.line, "Pictures, audio and video are not supported here.".into()));
                if let Some(alt) = child.attribute("alt").filter(|alt| !alt.trim().is_empty()) {
                    self.flow(&format!("[{alt}]"));
                }
            }
            name => {
                let is_block = markup::is_block(name);
                let was = self.pre;
                self.pre |= name == "pre";
                if is_block {
                    self.out.push('\n');
                }
                self.block(child);
                if is_block {
                    self.out.push('\n');
                }
                self.pre = was;
            }
        }
    }

    fn mark(&mut self) {
        match self.mark {
            AnswerPlaceholder::None => {}
            AnswerPlaceholder::Blank => self.out.push_str(BLANK),
            AnswerPlaceholder::Gaps => {
                self.gaps += 1;
                self.out.extend(["[[", &gap_id(self.gaps), "]]"]);
            }
        }
    }

    pub fn finish(self) -> String {
        if let Some(exact) = self.exact {
            return exact;
        }
        let text = markup::trim_lines(&self.out);
        // A line at the end says no more than the field below it.
        match text.strip_suffix(BLANK) {
            Some(before) if self.mark == AnswerPlaceholder::Blank && !before.ends_with('_') => {
                before.trim_end().to_owned()
            }
            _ => text,
        }
    }
}

/// The plain text in an element that has nothing else to read, as our export writes it.
fn whole(element: &XmlElement, mark: AnswerPlaceholder) -> Option<&XmlElement> {
    let mut found = None;
    for node in &element.content {
        match node {
            XmlNode::Text(text) if text.trim().is_empty() => {}
            XmlNode::Element(child) if is_beside(child, mark) => {}
            XmlNode::Element(child) if found.is_none() && is_plain(child) => found = Some(child),
            XmlNode::Element(child) if found.is_none() && child.name == "contentbody" => {
                found = Some(whole(child, mark)?);
            }
            XmlNode::Text(_) | XmlNode::Element(_) => return None,
        }
    }
    found
}

/// Where the answer is entered, or what is for others to read.
fn is_beside(child: &XmlElement, mark: AnswerPlaceholder) -> bool {
    let is_inline = |child: &XmlElement| INLINE.contains(&child.name.as_str());
    let is_field = || {
        child.content.iter().all(|node| match node {
            XmlNode::Text(text) => text.trim().is_empty(),
            XmlNode::Element(child) => is_inline(child),
        })
    };
    match child.name.as_str() {
        "rubricblock" => true,
        "p" => mark != AnswerPlaceholder::Gaps && is_field(),
        name => name.ends_with("interaction") && !is_inline(child),
    }
}

/// Id of a gap, counted from 1.
pub fn gap_id(number: usize) -> String {
    format!("g{number}")
}
