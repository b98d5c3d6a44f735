//! Plain text of a part of an item.

use super::{
    super::markup,
    xml::{Element, Node},
};

/// What stands in the text where an answer is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing: the interaction follows the text.
    #[default]
    None,
    /// A line, if the text goes on after it.
    Blank,
    /// Markers of gaps, `[[g1]]`, in their order.
    Gaps,
}

pub const BLANK: &str = "_____";

/// Interactions within a line of text.
pub const INLINE: [&str; 2] = ["inlinechoiceinteraction", "textentryinteraction"];

#[derive(Default)]
pub struct Text {
    out: String,
    pre: bool,
    mark: Mark,
    gaps: usize,
    /// Of rubrics for scorers.
    pub notes: Vec<String>,
    pub left_out: Vec<(u64, String)>,
}

impl Text {
    pub fn marking(mark: Mark) -> Self {
        Self { mark, ..Self::default() }
    }

    /// The text of an element.
    pub fn of(element: &Element, left_out: &mut Vec<(u64, String)>) -> String {
        let mut text = Self::default();
        text.block(element);
        left_out.append(&mut text.left_out);
        text.finish()
    }

    pub fn line(&mut self) {
        self.out.push('\n');
    }

    pub fn block(&mut self, element: &Element) {
        for node in &element.content {
            match node {
                // Twice: a single blank line is taken for the space between two blocks.
                Node::Text(text) if self.pre => self.out.push_str(&text.replace('\n', "\n\n")),
                Node::Text(text) => self.flow(text),
                Node::Element(child) => self.child(child),
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

    fn child(&mut self, child: &Element) {
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
            Mark::None => {}
            Mark::Blank => self.out.push_str(BLANK),
            Mark::Gaps => {
                self.gaps += 1;
                self.out.extend(["[[", &gap_id(self.gaps), "]]"]);
            }
        }
    }

    pub fn finish(self) -> String {
        let text = markup::trim_lines(&self.out);
        // A line at the end says no more than the field below it.
        match text.strip_suffix(BLANK) {
            Some(before) if self.mark == Mark::Blank && !before.ends_with('_') => before.trim_end().to_owned(),
            _ => text,
        }
    }
}

/// Id of a gap, counted from 1.
pub fn gap_id(number: usize) -> String {
    format!("g{number}")
}
