//! One QTI item.

use super::{
    interaction,
    response::Response,
    text::{INLINE, Mark, Text},
    xml::{Element, whole},
};
use crate::{domain::test::DraftQuestion, service::import::kinds};

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

/// Interactions outside of a line; items with others are skipped.
const CHOICE: &str = "choiceinteraction";
const ESSAY: &str = "extendedtextinteraction";
const ORDER: &str = "orderinteraction";
const MATCH: &str = "matchinteraction";
const TEXT: &str = "textentryinteraction";

pub fn read(root: &Element) -> Item {
    let mut item = Item { max_score: max_score(root), ..Item::default() };
    let Some(body) = root.children().find(|child| child.name == "itembody") else {
        item.left_out.push((root.line, "This item was skipped: it has no body.".into()));
        return item;
    };
    let found = interactions(body);
    let is_inline = |interaction: &&Element| INLINE.contains(&interaction.name.as_str());
    let (mark, line) = match found.as_slice() {
        [] => return item.skipped(body.line, "it asks for no answer"),
        many if many.len() > kinds::MAX_PARTS => return item.skipped(body.line, "it asks for more than 200 answers"),
        [one] if one.name == TEXT => (Mark::Blank, one.line),
        [one] if !is_inline(one) => (Mark::None, one.line),
        [first, ..] if found.iter().all(is_inline) => (Mark::Gaps, first.line),
        _ => return item.skipped(body.line, "it asks for several answers"),
    };
    let mut text = Text::marking(mark);
    text.block(body);
    if let [only] = found.as_slice()
        && let Some(prompt) = only.children().find(|child| child.name == "prompt")
    {
        text.line();
        text.block(prompt);
    }
    item.left_out.append(&mut text.left_out);
    let notes = std::mem::take(&mut text.notes).join("\n\n");
    let question = question(root, &found, mark, text.finish(), &mut item.left_out);
    match question {
        Ok(mut question) => {
            question.points = DEFAULT_POINTS;
            question.reviewer_notes = Some(notes).filter(|notes| !notes.is_empty());
            question.explanation = feedback(root, &mut item.left_out);
            item.question = Some((line, question));
            item
        }
        Err(why) => item.skipped(line, why),
    }
}

impl Item {
    fn skipped(mut self, line: u64, why: &str) -> Self {
        self.left_out.push((line, format!("This item was skipped: {why}.")));
        self
    }
}

fn question(
    root: &Element,
    found: &[&Element],
    mark: Mark,
    text: String,
    left_out: &mut Vec<(u64, String)>,
) -> Result<DraftQuestion, &'static str> {
    match found {
        inline if mark == Mark::Gaps => interaction::gaps(root, inline, text, left_out),
        [one] => {
            let response = Response::of(root, one);
            match one.name.as_str() {
                ESSAY => Ok(kinds::essay(text, DEFAULT_POINTS)),
                CHOICE => interaction::choice(&response?, one, text, left_out),
                ORDER => interaction::order(&response?, one, text, left_out),
                MATCH => interaction::matching(&response?, one, text, left_out),
                TEXT => interaction::entry(&response?, text, left_out),
                _ => Err("this kind of interaction is not supported"),
            }
        }
        _ => Err("it asks for several answers"),
    }
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

/// The explanation: the texts of the modal feedback, each once.
fn feedback(root: &Element, left_out: &mut Vec<(u64, String)>) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for feedback in root.all("modalfeedback").into_iter().take(kinds::MAX_PARTS) {
        let text = Text::of(feedback, left_out);
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    if let ([_, _, ..], Some(first)) = (texts.as_slice(), root.all("modalfeedback").first()) {
        left_out.push((first.line, "Feedback by outcome is not supported: its texts became one explanation.".into()));
    }
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
