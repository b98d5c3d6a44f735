//! Plain text of a part of an item.

use super::{
    super::{lost::Lost, markup},
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

/// Fields within a line of text: interactions, and the gaps of a text to match.
pub const FIELDS: [&str; 3] = [INLINE[0], INLINE[1], "gap"];

/// Elements that are no text for candidates, and what they hold. Fields of a form are no gaps: nothing says what is right.
pub const HIDDEN: [&str; 9] =
    ["script", "style", "template", "title", "noscript", "input", "textarea", "select", OTHER_LANGUAGE];

/// Holds a text that is there in another language, too.
pub const OTHER_LANGUAGE: &str = "multilang";

/// The finding about such an element.
pub fn hidden(name: &str) -> Lost {
    if name == OTHER_LANGUAGE {
        return Lost::reads("Texts in further languages are left out: the first one counts.");
    }
    let message = format!("<{name}> is not read.");
    let lost = if matches!(name, "style" | "title") { Lost::looks(message) } else { Lost::reads(message) };
    lost.unread(name)
}

/// Class of a `pre` with a plain text as it is. Another `pre` may be code.
pub const PLAIN: &str = "invigil-plain";

/// Class of a rubric that is the description of a test, and of one that is the instructions of its section.
pub const DESCRIPTION: &str = "invigil-description";
pub const INSTRUCTIONS: &str = "invigil-instructions";

/// Title of the only section of a test without sections, as our files have it.
pub const UNDIVIDED: &str = "Questions";

/// Class of a field that is a gap of a text even if it is the only one. Another one alone asks for a short text.
pub const GAP: &str = "invigil-gap";

/// Marks what the writers of texts read below an element.
pub fn mark_known(element: &XmlElement) {
    element.mark_text();
    for child in element.children() {
        match child.name.as_str() {
            // Reported by itself where it is left out.
            name if HIDDEN.contains(&name) => child.mark_all(),
            "math" | "object" | "feedbackinline" | "feedbackblock" | "audio" | "video" => child.mark_all(),
            "gap" => child.mark(),
            name if name.ends_with("interaction") => {
                child.mark();
                if has_text(child) {
                    mark_known(child);
                }
                child.named("prompt").into_iter().for_each(mark_known);
            }
            name if markup::is_known(name) => mark_known(child),
            _ => {}
        }
    }
}

/// Whether an interaction has a text of its own, in which gaps or words are.
pub fn has_text(interaction: &XmlElement) -> bool {
    matches!(interaction.name.as_str(), "gapmatchinteraction" | "hottextinteraction")
}

/// Parts of an interaction that are in the text of its question: the prompt, and a text that it has.
pub fn shown(interaction: &XmlElement) -> impl Iterator<Item = &XmlNode> {
    let has_text = has_text(interaction);
    interaction.content.iter().filter(move |node| match node {
        XmlNode::Text(_) => has_text,
        XmlNode::Element(child) if child.name == "prompt" => true,
        XmlNode::Element(child) => has_text && !matches!(child.name.as_str(), "gaptext" | "gapimg"),
    })
}

/// Whether a rubric is a text for candidates.
pub fn is_for_candidates(rubric: &XmlElement) -> bool {
    rubric.attribute("view").is_none_or(|view| view.contains("candidate"))
}

/// Whether it is a block of choices, which a text with gaps shows as a list.
pub fn is_list(interaction: &XmlElement) -> bool {
    interaction.name == "choiceinteraction"
}

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
    /// Texts of rubrics for scorers.
    pub notes: Vec<String>,
    pub left_out: Vec<(u64, Lost)>,
}

impl QtiText {
    pub fn marking(mark: AnswerPlaceholder) -> Self {
        Self { mark, ..Self::default() }
    }

    /// The text of an element.
    pub fn of(element: &XmlElement, left_out: &mut Vec<(u64, Lost)>) -> String {
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
                XmlNode::Element(child) if FIELDS.contains(&child.name.as_str()) => self.mark(),
                XmlNode::Element(child) => self.out.push_str(&child.raw_text()),
            }
        }
    }

    pub fn line(&mut self) {
        self.out.push('\n');
    }

    pub fn block(&mut self, element: &XmlElement) {
        self.nodes(element.content.iter());
    }

    fn nodes<'e>(&mut self, content: impl Iterator<Item = &'e XmlNode>) {
        for node in content {
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
            name if FIELDS.contains(&name) => {
                for prompt in child.named("prompt") {
                    self.block(prompt);
                    self.flow(" ");
                }
                self.mark();
            }
            name if name.ends_with("interaction") => {
                self.nodes(shown(child));
                if is_list(child) && self.mark == AnswerPlaceholder::Gaps {
                    self.mark();
                    self.line();
                }
            }
            "math" if child.children().next().is_some() => {
                self.left_out.push((child.line, Lost::reads("A formula became plain text.")));
                self.block(child);
            }
            name if HIDDEN.contains(&name) => self.left_out.push((child.line, hidden(name))),
            "feedbackinline" | "feedbackblock" => {
                self.left_out.push((child.line, Lost::reads("Feedback to single answers is not supported.")));
            }
            "rubricblock" if is_for_candidates(child) => {
                self.line();
                self.block(child);
                self.line();
            }
            "rubricblock" if child.attribute("view").is_some_and(|view| view.contains("scorer")) => {
                self.notes.push(Self::of(child, &mut self.left_out));
            }
            "rubricblock" => {
                self.left_out.push((child.line, Lost::reads("Only notes for scorers (rubric) are supported.")));
            }
            "img" | "object" | "audio" | "video" => {
                let what = "Pictures, audio and video are not supported here.";
                self.left_out.push((child.line, Lost::reads(what)));
                if let Some(alt) = child.attribute("alt").filter(|alt| !alt.trim().is_empty()) {
                    self.flow(&format!("[{alt}]"));
                }
            }
            "q" => {
                self.out.push('“');
                self.block(child);
                self.out.push('”');
            }
            name => {
                if matches!(name, "td" | "th") {
                    self.flow(" ");
                }
                let is_block = markup::is_block(name) || name == "prompt";
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

/// Whether an element is where the answer is entered, or is meant for others to read.
fn is_beside(child: &XmlElement, mark: AnswerPlaceholder) -> bool {
    let is_inline = |child: &XmlElement| INLINE.contains(&child.name.as_str());
    let is_field = || {
        child.content.iter().all(|node| match node {
            XmlNode::Text(text) => text.trim().is_empty(),
            XmlNode::Element(child) => is_inline(child),
        })
    };
    match child.name.as_str() {
        "rubricblock" => !is_for_candidates(child),
        "p" => mark != AnswerPlaceholder::Gaps && is_field(),
        name => name.ends_with("interaction") && !is_inline(child) && shown(child).next().is_none(),
    }
}

/// Id of a gap, counted from 1.
pub fn gap_id(number: usize) -> String {
    format!("g{number}")
}
