//! One QTI item.

use super::{
    formatted::is_formatted,
    interaction::{Choices, choices},
    key::{self, Derived, Keyed, Part, PartTexts, Worth},
    lines,
    parts::PackageParts as _,
    processing::Processing,
    reader::{PictureSource, QtiReader},
    text::{AnswerPlaceholder, GAP, HIDDEN, INLINE, has_text, is_list},
    unread::unread,
    xml::{XmlElement, XmlNode},
};
use crate::{
    domain::{
        question::ChoiceDraft,
        rich_text::{self, RichTextFormat},
        test::QuestionDraft,
    },
    service::import::{kinds, lost::Lost},
};
use std::{iter, ptr};

#[derive(Default)]
pub struct QtiItem {
    /// The question, with the line of its interaction.
    pub question: Option<(u64, QuestionDraft)>,
    /// Findings, with their lines.
    pub left_out: Vec<(u64, Lost)>,
}

/// An interaction whose answer may be the only one of an item, in a line of text.
const TEXT: &str = "textentryinteraction";

/// An interaction whose answer a person scores.
const ESSAY: &str = "extendedtextinteraction";

/// Reads an item with its weight in a test.
pub fn read(root: &XmlElement, weight: f64, pictures: &mut dyn PictureSource) -> QtiItem {
    let item = QtiItem { left_out: root.losses.iter().map(said).collect(), ..QtiItem::default() };
    root.mark();
    if let Some(why) = has_no_fixed_text(root) {
        return item.skipped(root.line, why);
    }
    let Some(body) = root.child("itembody") else {
        return item.skipped(root.line, "it has no body");
    };
    let (found, mut beside) = answered(interactions(body));
    let is_inline = |interaction: &&XmlElement| INLINE.contains(&interaction.name.as_str());
    let is_gap = |interaction: &&XmlElement| {
        is_inline(interaction) || is_list(interaction) || interaction.name == "gapmatchinteraction"
    };
    let (mark, line) = match found.as_slice() {
        [] => return item.skipped(body.line, "it asks for no answer"),
        many if many.len() > kinds::MAX_PARTS => return item.skipped(body.line, "it asks for more than 200 answers"),
        [one] if one.name == TEXT && one.attribute("class") != Some(GAP) => (AnswerPlaceholder::Blank, one.line),
        [one] if !is_gap(one) || is_list(one) => (AnswerPlaceholder::None, one.line),
        [first, ..] if found.iter().all(is_gap) => (AnswerPlaceholder::Gaps, first.line),
        [first, ..] if found.iter().all(|one| one.name == ESSAY) => (AnswerPlaceholder::None, first.line),
        many => {
            let unsupported = many.iter().find_map(|one| choices(one).err());
            return item.skipped(body.line, unsupported.unwrap_or("it asks for several answers"));
        }
    };
    let processing = Processing::read(root);
    let unread_values = processing.declarations.unread.clone();
    let parts: Result<Vec<Vec<Part<'_>>>, _> = found.iter().map(|element| Part::read(element, &processing)).collect();
    let parts: Result<Vec<Part<'_>>, _> = parts.map(|parts| parts.into_iter().flatten().collect());
    let derived = match parts.as_ref().map_err(|why| *why).and_then(|parts| key::derive(&processing, parts)) {
        Ok(derived) => derived,
        Err(why) => return item.skipped(line, &because(why, &unread_values)),
    };
    let Ok(parts) = parts else { return item };
    let worth = Worth::of(root, derived.most.as_ref().ok().copied(), weight);
    let whole = WholeItem { root, body, found, mark, parts, processing, derived, worth };
    match whole.read(pictures) {
        Ok((question, mut left_out)) => {
            if whole.parts.iter().any(|part| part.has_limit) {
                left_out.push((line, Lost::looks("How many answers can be given is limited there, and not here.")));
            }
            beside.extend(whole.reshaped());
            left_out.append(&mut beside);
            left_out.extend(unread_values.into_iter().map(|(line, what)| (line, Lost::scores(what))));
            left_out.extend(unread(root));
            let question = QuestionDraft { points: worth.points, ..question };
            QtiItem { question: Some((line, question)), left_out: [item.left_out, left_out].concat() }
        }
        Err(why) => item.skipped(line, &because(&why, &unread_values)),
    }
}

/// A reason, with the first value that is not read.
fn because(why: &str, unread: &[(u64, String)]) -> String {
    match unread.first() {
        Some((_, what)) => format!("{why} ({})", what.trim_end_matches('.')),
        None => why.to_owned(),
    }
}

/// Why every candidate would see something else.
fn has_no_fixed_text(root: &XmlElement) -> Option<&'static str> {
    if root.children().any(|child| matches!(child.name.as_str(), "templatedeclaration" | "templateprocessing")) {
        return Some("it is a template, whose text or key is made by chance (templateDeclaration)");
    }
    if root.attribute("adaptive").is_some_and(|text| text.trim() == "true") {
        return Some("it is adaptive: its text changes while it is answered");
    }
    if !root.all("printedvariable").is_empty() {
        return Some("its text has values that are computed (printedVariable)");
    }
    None
}

/// A loss that our export names: most of them count in scoring.
fn said((line, loss): &(u64, String)) -> (u64, Lost) {
    let read = ["The unit", "That candidates may read", "That the answer is code"];
    let is_read = read.iter().any(|what| loss.starts_with(what));
    let is_label = loss.starts_with("The tags");
    let words = loss.clone();
    let finding = if is_label {
        Lost::looks(words)
    } else if is_read {
        Lost::reads(words)
    } else {
        Lost::scores(words)
    };
    (*line, finding)
}

/// Whether text for candidates follows `options` below `parent`, in the order of the document.
fn has_text_after(parent: &XmlElement, options: &XmlElement, is_after: &mut bool) -> bool {
    let not_shown = ["rubricblock", "feedbackblock", "feedbackinline", "modalfeedback"];
    parent.content.iter().any(|node| match node {
        XmlNode::Text(text) => *is_after && !text.trim().is_empty(),
        XmlNode::Element(child) if ptr::eq(child, options) => {
            *is_after = true;
            false
        }
        XmlNode::Element(child) => {
            let name = child.name.as_str();
            !not_shown.contains(&name) && !HIDDEN.contains(&name) && has_text_after(child, options, is_after)
        }
    })
}

/// An item with interactions that make one question.
struct WholeItem<'e> {
    root: &'e XmlElement,
    body: &'e XmlElement,
    found: Vec<&'e XmlElement>,
    mark: AnswerPlaceholder,
    parts: Vec<Part<'e>>,
    processing: Processing,
    derived: Derived,
    worth: Worth,
}

const LOSSY: &str = "Markdown cannot express it.";

type LeftOut = Vec<(u64, Lost)>;

impl WholeItem<'_> {
    /// Interactions that work in another way than in the file, and earn the same.
    fn reshaped(&self) -> LeftOut {
        let is_gaps = self.mark == AnswerPlaceholder::Gaps;
        let said = |one: &&XmlElement| {
            let lost = match one.name.as_str() {
                "hottextinteraction" => Lost::looks("The words to choose in the text are options below it."),
                "gapmatchinteraction" => Lost::looks("The texts for its gaps are a list at each gap."),
                "choiceinteraction" if is_gaps => Lost::looks("Its options are a list in the text."),
                "associateinteraction" => {
                    Lost::reads("Any two of its choices can be paired there; here one of each right pair is given.")
                }
                "sliderinteraction" => {
                    let end = |name| one.attribute(name).unwrap_or("?").to_owned();
                    let (low, high) = (end("lowerbound"), end("upperbound"));
                    let layout = ["step", "steplabel", "orientation", "reverse"];
                    let _ = layout.map(|name| one.attribute(name).is_some());
                    Lost::reads(format!("A slider from {low} to {high} became a field for a number."))
                }
                TEXT => Lost::scores(format!(
                    "Its number is written to the base {} there, and to the base 10 here.",
                    other_base(one)?
                )),
                _ => return None,
            };
            Some((one.line, lost))
        };
        let mut all: LeftOut = self.found.iter().filter_map(said).collect();
        if let [first, second, ..] = self.found.as_slice()
            && [first, second].iter().all(|one| one.name == ESSAY)
        {
            all.push((second.line, Lost::reads("Its several answers are one text here.")));
        }
        all.extend(self.text_below());
        all
    }

    /// Text that follows the options, which come last here.
    fn text_below(&self) -> Option<(u64, Lost)> {
        let [options] = self.found.as_slice() else { return None };
        let is_list = matches!(
            options.name.as_str(),
            "choiceinteraction" | "orderinteraction" | "matchinteraction" | "associateinteraction"
        );
        (is_list && self.mark == AnswerPlaceholder::None && has_text_after(self.body, options, &mut false))
            .then(|| (options.line, Lost::looks("The text below its options stands above them.")))
    }

    /// The question, as plain text if nothing is formatted.
    ///
    /// # Errors
    /// Why it is skipped.
    fn read(&self, pictures: &mut dyn PictureSource) -> Result<(QuestionDraft, LeftOut), String> {
        if !self.is_formatted() {
            return self.read_as(RichTextFormat::Plain, pictures).map(|(question, left_out, _)| (question, left_out));
        }
        let first = self.read_as(RichTextFormat::Markdown, pictures);
        let fault = match &first {
            Ok((_, _, true)) => LOSSY.to_owned(),
            Ok((question, left_out, false)) => match fault(question) {
                None => return Ok((question.clone(), left_out.clone())),
                Some(fault) => fault,
            },
            Err(why) => why.clone(),
        };
        let (question, mut left_out, _) = match (self.read_as(RichTextFormat::Plain, pictures), first) {
            (Ok(read), _) => read,
            // The first reason is the true one.
            (Err(_), Err(why)) | (Err(why), Ok(_)) => return Err(why),
        };
        left_out.push((self.body.line, Lost::reads(format!("Its formatting cannot be kept: {fault}"))));
        Ok((question, left_out))
    }

    fn is_formatted(&self) -> bool {
        let choices = ["simplechoice", "simpleassociablechoice", "prompt"];
        let of_interactions = self.found.iter().flat_map(|one| choices.iter().flat_map(|name| one.all(name)));
        let feedback = self.root.all("modalfeedback");
        let with_text = self.found.iter().copied().filter(|one| has_text(one));
        iter::once(self.body).chain(of_interactions).chain(feedback).chain(with_text).any(is_formatted)
            || self.body.children().any(|child| child.name == "pre") && self.prompt().is_some()
    }

    /// The title, for an item that only has answers.
    fn title(&self, reader: &mut QtiReader<'_>) -> String {
        let title = self.root.attribute("title").unwrap_or_default().trim();
        if title.is_empty() {
            return String::new();
        }
        reader.left_out.push((self.body.line, Lost::reads("It has no text of its own: its title is shown.")));
        if reader.format == RichTextFormat::Markdown { kinds::as_markdown(title) } else { title.to_owned() }
    }

    fn prompt(&self) -> Option<&XmlElement> {
        match self.found.as_slice() {
            [only] => only.child("prompt"),
            _ => None,
        }
    }

    /// The question, what is left out of it, and whether a text has no Markdown that means the same.
    fn read_as(
        &self,
        format: RichTextFormat,
        pictures: &mut dyn PictureSource,
    ) -> Result<(QuestionDraft, LeftOut, bool), String> {
        let mut reader = QtiReader::new(format, pictures);
        let (text, notes) = reader.texts(&[self.body], self.mark);
        if reader.is_lossy {
            return Err(LOSSY.to_owned());
        }
        let text = if text.trim().is_empty() { self.title(&mut reader) } else { text };
        let notes = notes.join("\n\n");
        let is_inline = self.mark == AnswerPlaceholder::Gaps;
        let of_parts: Vec<PartTexts> = self.parts.iter().map(|part| texts_of(part, is_inline, &mut reader)).collect();
        let Self { processing, parts, derived, worth, .. } = self;
        let keyed = Keyed { processing, parts, derived, is_gaps: is_inline, worth: *worth };
        let settled = keyed.settle(&text, &of_parts).map_err(|why| reason(&reader.left_out, why))?;
        let explanation = feedback(self.root, &mut reader);
        lines::note_styles(self.body, &mut reader);
        let mut left_out = reader.left_out;
        left_out.extend(settled.lost.into_iter().map(|lost| (self.body.line, lost)));
        let question = QuestionDraft {
            format,
            reviewer_notes: Some(notes).filter(|notes| !notes.is_empty()),
            explanation,
            ..settled.question
        };
        Ok((question, left_out, reader.is_lossy))
    }
}

/// The base of the numbers that a field takes, where that is not 10.
fn other_base(field: &XmlElement) -> Option<&str> {
    let base = field.peek("base").map(str::trim)?;
    base.parse::<u32>().is_ok_and(|base| base != 10).then_some(base)
}

/// The reason for which an item is skipped: what was left out of it first, where a rule then failed for it.
fn reason(left_out: &[(u64, Lost)], rule: String) -> String {
    let is_media = |lost: &Lost| ["picture", "Picture", "Audio"].iter().any(|word| lost.message.contains(word));
    match left_out.iter().find(|(_, lost)| is_media(lost)) {
        Some((_, lost)) => format!("{rule} ({})", lost.message.trim_end_matches('.')),
        None => rule,
    }
}

/// The texts of the choices of a part.
fn texts_of(part: &Part<'_>, is_inline: bool, reader: &mut QtiReader<'_>) -> PartTexts {
    let text = |choice: &&XmlElement, reader: &mut QtiReader<'_>| {
        if is_inline { reader.plain(choice) } else { reader.text(choice) }
    };
    let mut texts = PartTexts::default();
    match &part.choices {
        Choices::One(list) => {
            texts.is_fixed = list.iter().map(|choice| choice.attribute("fixed") == Some("true")).collect();
            texts.left = list.iter().map(|choice| text(choice, reader)).collect();
        }
        Choices::Two(left, right) => {
            texts.left = left.iter().map(|choice| text(choice, reader)).collect();
            texts.right = right.iter().map(|choice| text(choice, reader)).collect();
        }
        Choices::None => {}
    }
    texts
}

/// Why the texts of a question cannot be Markdown.
fn fault(question: &QuestionDraft) -> Option<String> {
    let choices = question.options.iter().chain(&question.prompts).map(ChoiceDraft::text);
    let mut texts = iter::once(question.text.as_str()).chain(choices).chain(question.explanation.as_deref());
    texts.find_map(|text| rich_text::parse(text, RichTextFormat::Markdown).err()).map(|fault| fault.message)
}

impl QtiItem {
    fn skipped(mut self, line: u64, why: &str) -> Self {
        self.left_out.push((line, Lost::scores(format!("This item was skipped: {why}."))));
        self
    }
}

/// Returns the interactions that ask for an answer, and names the others.
fn answered(all: Vec<&XmlElement>) -> (Vec<&XmlElement>, LeftOut) {
    let mut beside = Vec::new();
    let mut found = all;
    found.retain(|one| {
        let lost = match one.name.as_str() {
            "mediainteraction" => "Audio and video are not supported.",
            "endattemptinteraction" => "A button that ends an attempt or shows a hint is not imported.",
            _ => return true,
        };
        one.mark_all();
        beside.push((one.line, Lost::reads(lost)));
        false
    });
    (found, beside)
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

/// The explanation: the texts of the modal feedback, each once.
fn feedback(root: &XmlElement, reader: &mut QtiReader<'_>) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut shown = Vec::new();
    for feedback in root.all("modalfeedback").into_iter().take(kinds::MAX_PARTS) {
        let text = reader.text(feedback);
        if text.is_empty() {
            continue;
        }
        lines::note_styles(feedback, reader);
        shown.push(feedback);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let is_by_outcome = texts.len() > 1 || matches!(shown.as_slice(), [only] if !is_general(only, root));
    if let Some(first) = shown.first().filter(|_| is_by_outcome) {
        let what = "Feedback by outcome is not supported: its texts became one explanation.";
        reader.left_out.push((first.line, Lost::reads(what)));
    }
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// Whether a feedback is shown whatever is answered: its outcome always has the value that shows it.
fn is_general(feedback: &XmlElement, root: &XmlElement) -> bool {
    let (Some(outcome), Some(value)) = (feedback.peek("outcomeidentifier"), feedback.peek("identifier")) else {
        return false;
    };
    let of_outcome = |name: &str| {
        let all = root.all(name).into_iter();
        all.filter(|element| element.peek("identifier") == Some(outcome)).collect::<Vec<_>>()
    };
    let is_value = |element: &&XmlElement| element.peek_text() == value;
    let mut always = root.children().filter(|child| child.name == "responseprocessing").flat_map(XmlElement::children);
    let is_shown = match of_outcome("setoutcomevalue").as_slice() {
        [] => of_outcome("outcomedeclaration").iter().any(is_value),
        [only] => is_value(only) && always.any(|rule| ptr::eq(rule, *only)),
        _ => false,
    };
    is_shown == (feedback.peek("showhide") != Some("hide"))
}
