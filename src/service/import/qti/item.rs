//! One QTI item.

use super::{
    interaction::{AcceptedText, accepted},
    markdown::is_formatted,
    reader::{PictureSource, QtiReader},
    response::Response,
    text::{AnswerPlaceholder, GAP, INLINE},
    xml::{XmlElement, whole},
};
use crate::{
    domain::{
        question::ChoiceDraft,
        rich_text::{self, RichTextFormat},
        test::QuestionDraft,
    },
    service::import::kinds,
};
use std::iter;

/// Points of an item without a maximum score.
const DEFAULT_POINTS: i64 = 1;

#[derive(Default)]
pub struct QtiItem {
    /// With the line of its interaction.
    pub question: Option<(u64, QuestionDraft)>,
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

pub fn read(root: &XmlElement, pictures: &mut dyn PictureSource) -> QtiItem {
    let mut item = QtiItem { max_score: max_score(root), left_out: root.losses.clone(), ..QtiItem::default() };
    let Some(body) = root.children().find(|child| child.name == "itembody") else {
        item.left_out.push((root.line, "This item was skipped: it has no body.".into()));
        return item;
    };
    let found = interactions(body);
    let is_inline = |interaction: &&XmlElement| INLINE.contains(&interaction.name.as_str());
    let (mark, line) = match found.as_slice() {
        [] => return item.skipped(body.line, "it asks for no answer"),
        many if many.len() > kinds::MAX_PARTS => return item.skipped(body.line, "it asks for more than 200 answers"),
        [one] if one.name == TEXT && one.attribute("class") != Some(GAP) => (AnswerPlaceholder::Blank, one.line),
        [one] if !is_inline(one) => (AnswerPlaceholder::None, one.line),
        [first, ..] if found.iter().all(is_inline) => (AnswerPlaceholder::Gaps, first.line),
        _ => return item.skipped(body.line, "it asks for several answers"),
    };
    let whole = WholeItem { root, body, found, mark };
    let (mut left_out, question) = whole.read(pictures);
    item.left_out.append(&mut left_out);
    match question {
        Ok(question) => {
            item.question = Some((line, question));
            item
        }
        Err(why) => item.skipped(line, why),
    }
}

/// An item with interactions that make one question.
struct WholeItem<'e> {
    root: &'e XmlElement,
    body: &'e XmlElement,
    found: Vec<&'e XmlElement>,
    mark: AnswerPlaceholder,
}

const LOSSY: &str = "Markdown cannot express it.";

type QuestionResult = Result<QuestionDraft, &'static str>;

impl WholeItem<'_> {
    /// The question, as plain text if nothing is formatted.
    fn read(&self, pictures: &mut dyn PictureSource) -> (Vec<(u64, String)>, QuestionResult) {
        if self.is_formatted() {
            let (reader, question) = self.read_as(RichTextFormat::Markdown, pictures);
            let fault = if reader.is_lossy { Some(LOSSY.into()) } else { question.as_ref().ok().and_then(fault) };
            let Some(fault) = fault else {
                return (reader.left_out, question);
            };
            let (mut reader, question) = self.read_as(RichTextFormat::Plain, pictures);
            reader.left_out.push((self.body.line, format!("Its formatting cannot be kept: {fault}")));
            return (reader.left_out, question);
        }
        let (reader, question) = self.read_as(RichTextFormat::Plain, pictures);
        (reader.left_out, question)
    }

    fn is_formatted(&self) -> bool {
        let choices = ["simplechoice", "simpleassociablechoice", "prompt"];
        let of_interactions = self.found.iter().flat_map(|one| choices.iter().flat_map(|name| one.all(name)));
        let feedback = self.root.all("modalfeedback");
        iter::once(self.body).chain(of_interactions).chain(feedback).any(is_formatted)
            || self.body.children().any(|child| child.name == "pre") && self.prompt().is_some()
    }

    fn prompt(&self) -> Option<&XmlElement> {
        match self.found.as_slice() {
            [only] => only.children().find(|child| child.name == "prompt"),
            _ => None,
        }
    }

    fn read_as<'p>(
        &self,
        format: RichTextFormat,
        pictures: &'p mut dyn PictureSource,
    ) -> (QtiReader<'p>, QuestionResult) {
        let mut reader = QtiReader::new(format, pictures);
        let parts: Vec<&XmlElement> = iter::once(self.body).chain(self.prompt()).collect();
        let (text, notes) = reader.texts(&parts, self.mark);
        let notes = notes.join("\n\n");
        let question = question(self.root, &self.found, self.mark, text, &mut reader).map(|question| QuestionDraft {
            format,
            points: DEFAULT_POINTS,
            reviewer_notes: Some(notes).filter(|notes| !notes.is_empty()),
            explanation: feedback(self.root, &mut reader),
            ..question
        });
        (reader, question)
    }
}

/// Why the texts of a question cannot be Markdown.
fn fault(question: &QuestionDraft) -> Option<String> {
    let choices = question.options.iter().chain(&question.prompts).map(ChoiceDraft::text);
    let mut texts = iter::once(question.text.as_str()).chain(choices).chain(question.explanation.as_deref());
    texts.find_map(|text| rich_text::parse(text, RichTextFormat::Markdown).err()).map(|fault| fault.message)
}

impl QtiItem {
    fn skipped(mut self, line: u64, why: &str) -> Self {
        self.left_out.push((line, format!("This item was skipped: {why}.")));
        self
    }
}

fn question(
    root: &XmlElement,
    found: &[&XmlElement],
    mark: AnswerPlaceholder,
    text: String,
    reader: &mut QtiReader<'_>,
) -> QuestionResult {
    match found {
        inline if mark == AnswerPlaceholder::Gaps => kinds::gaps::from_qti(root, inline, text, reader),
        [one] => {
            let response = Response::of(root, one);
            match one.name.as_str() {
                ESSAY => Ok(kinds::essay(text, DEFAULT_POINTS)),
                CHOICE => match response? {
                    single if single.is_single() => kinds::multiple_choice::from_qti(&single, one, text, reader),
                    several => kinds::multiple_response::from_qti(&several, one, text, reader),
                },
                ORDER => kinds::ordering::from_qti(&response?, one, text, reader),
                MATCH => kinds::matching::from_qti(&response?, one, text, reader),
                TEXT => Ok(match accepted(&response?, reader)? {
                    AcceptedText::Text { accepted, case_sensitive } => {
                        kinds::short_text(text, accepted, case_sensitive)
                    }
                    AcceptedText::Number(number, tolerance) => kinds::number(text, &number, tolerance),
                }),
                _ => Err("this kind of interaction is not supported"),
            }
        }
        _ => Err("it asks for several answers"),
    }
}

fn interactions(below: &XmlElement) -> Vec<&XmlElement> {
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
fn max_score(root: &XmlElement) -> Option<i64> {
    let outcome = root.children().find(|child| {
        child.name == "outcomedeclaration"
            && child.attribute("identifier").is_some_and(|id| id.eq_ignore_ascii_case("MAXSCORE"))
    })?;
    whole(&outcome.all("value").first()?.text())
}

/// The explanation: the texts of the modal feedback, each once.
fn feedback(root: &XmlElement, reader: &mut QtiReader<'_>) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for feedback in root.all("modalfeedback").into_iter().take(kinds::MAX_PARTS) {
        let text = reader.text(feedback);
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    if let ([_, _, ..], Some(first)) = (texts.as_slice(), root.all("modalfeedback").first()) {
        reader
            .left_out
            .push((first.line, "Feedback by outcome is not supported: its texts became one explanation.".into()));
    }
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
