//! One QTI item.

use super::{
    super::{
        markup,
        plan::{choice, essay},
    },
    xml::{Element, Node, whole},
};
use crate::domain::test::DraftQuestion;

/// Points of an item without a maximum score.
const DEFAULT_POINTS: i64 = 1;

#[derive(Default)]
pub struct Item {
    /// With the line of its interaction.
    pub question: Option<(u64, DraftQuestion)>,
    pub max_score: Option<i64>,
    /// Messages about unsupported parts, with their lines.
    pub left_out: Vec<(u64, String)>,
}

/// Supported interactions; items with others are skipped.
const CHOICE: &str = "choiceinteraction";
const TEXT: &str = "extendedtextinteraction";

pub fn read(root: &Element) -> Item {
    let mut item = Item { max_score: max_score(root), ..Item::default() };
    for feedback in root.all("modalfeedback") {
        item.left_out.push((feedback.line, "Feedback is not supported.".into()));
    }
    let Some(body) = root.children().find(|child| child.name == "itembody") else {
        item.left_out.push((root.line, "This item was skipped: it has no body.".into()));
        return item;
    };
    let interactions = interactions(body);
    let [interaction] = interactions.as_slice() else {
        let why = if interactions.is_empty() { "it asks for no answer" } else { "it asks for several answers" };
        item.left_out.push((body.line, format!("This item was skipped: {why}.")));
        return item;
    };
    let mut text = Text::default();
    text.block(body);
    let prompt = interaction.children().find(|child| child.name == "prompt");
    if let Some(prompt) = prompt {
        text.out.push('\n');
        text.block(prompt);
    }
    for (line, what) in std::mem::take(&mut text.left_out) {
        item.left_out.push((line, what.into()));
    }
    let question = match interaction.name.as_str() {
        TEXT => Ok(essay(text.finish(), DEFAULT_POINTS)),
        CHOICE => single_choice(root, interaction, text.finish(), &mut item.left_out),
        _ => Err("this kind of interaction is not supported"),
    };
    match question {
        Ok(question) => item.question = Some((interaction.line, question)),
        Err(why) => item.left_out.push((interaction.line, format!("This item was skipped: {why}."))),
    }
    item
}

fn interactions(below: &Element) -> Vec<&Element> {
    let mut found = Vec::new();
    for child in below.children() {
        if child.name.ends_with("interaction") {
            found.push(child);
        } else {
            found.extend(interactions(child));
        }
    }
    found
}

/// The default value of the outcome MAXSCORE, if it is a valid number of points.
fn max_score(root: &Element) -> Option<i64> {
    let outcome = root.children().find(|child| {
        child.name == "outcomedeclaration"
            && child.attribute("identifier").is_some_and(|id| id.eq_ignore_ascii_case("MAXSCORE"))
    })?;
    whole(&outcome.all("value").first()?.text())
}

fn single_choice(
    root: &Element,
    interaction: &Element,
    text: String,
    left_out: &mut Vec<(u64, String)>,
) -> Result<DraftQuestion, &'static str> {
    let id = interaction.attribute("responseidentifier").unwrap_or_default();
    let declaration = root
        .children()
        .find(|child| child.name == "responsedeclaration" && child.attribute("identifier") == Some(id))
        .ok_or("it does not declare the correct answer")?;
    if declaration.attribute("cardinality").is_some_and(|c| c != "single") {
        return Err("multiple responses are not supported");
    }
    let response = declaration.children().find(|child| child.name == "correctresponse");
    let values = response.map(|response| response.all("value")).unwrap_or_default();
    let [right] = values.as_slice() else {
        return Err("it does not declare exactly one correct answer");
    };
    let right = right.text();
    if declaration.children().any(|child| child.name == "mapping") {
        left_out.push((declaration.line, "Partial credit is not supported.".into()));
    }
    let mut options = Vec::new();
    let mut correct = None;
    for option in interaction.all("simplechoice") {
        let mut text = Text::default();
        text.block(option);
        left_out.extend(std::mem::take(&mut text.left_out).into_iter().map(|(line, what)| (line, what.to_owned())));
        let text = text.finish();
        if option.attribute("identifier").is_some_and(|id| id.trim() == right) {
            correct = Some(text.clone());
        }
        options.push(text);
    }
    Ok(choice(text, DEFAULT_POINTS, options, correct))
}

/// Plain text of a part of the body.
#[derive(Default)]
struct Text {
    out: String,
    pre: bool,
    left_out: Vec<(u64, &'static str)>,
}

impl Text {
    fn block(&mut self, element: &Element) {
        for node in &element.content {
            match node {
                Node::Text(text) if self.pre => self.out.push_str(text),
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
            name if name.ends_with("interaction") => {}
            "feedbackinline" | "feedbackblock" => self.left_out.push((child.line, "Feedback is not supported.")),
            "rubricblock" => self.left_out.push((child.line, "Notes for scorers (rubric) are not supported.")),
            "img" | "object" | "audio" | "video" => {
                self.left_out.push((child.line, "Images, audio and video are not supported."));
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

    fn finish(self) -> String {
        markup::trim_lines(&self.out)
    }
}
