//! One question: what all types have, and the reader of its type.

use super::{
    answers::is_yes,
    choice, cloze, computed, files,
    found::{number, question_text},
    lists,
    parts::PARTS,
    places,
    points::Grade,
    typed,
};
use crate::{
    domain::{
        bank::{Labels, MAX_TITLE},
        test::QuestionDraft,
    },
    service::import::{
        html::{ForeignText, in_best_format},
        lost::{Lost, fitted, shown},
        pictures::Pictures,
        qti::{reader::QtiReader, unread::unread_but, xml::XmlElement},
    },
};

pub struct MoodleQuestion {
    pub question: Result<QuestionDraft, String>,
    pub notes: Vec<(u64, Lost)>,
    pub labels: Labels,
    pub grade: Grade,
    pub shuffles: Option<bool>,
}

/// The texts that Moodle writes unless an author changes them.
const USUAL: [&str; 3] = ["Your answer is correct.", "Your answer is partially correct.", "Your answer is incorrect."];

pub fn read(element: &XmlElement, kind: &str, pictures: &mut Pictures) -> MoodleQuestion {
    let fixed = computed::is_computed(kind).then(|| computed::fixed(element, kind));
    let (element, kind, fault) = match &fixed {
        None => (element, kind, None),
        Some(Ok(fixed)) => (fixed, if kind == "calculatedmulti" { "multichoice" } else { kind }, None),
        Some(Err(why)) => (element, kind, Some(why)),
    };
    let mut penalty = 0.0;
    let mut build = |reader: &mut QtiReader<'_>| {
        if let Some(why) = fault {
            return Err(why.clone());
        }
        let found = match kind {
            "multichoice" => choice::multiple(element, false, reader),
            "multichoiceset" => choice::multiple(element, true, reader),
            "oumultiresponse" => choice::of_plug_in(element, reader),
            "kprime" | "mtf" => lists::statements(element, reader),
            "truefalse" => choice::true_or_false(element, reader),
            "shortanswer" => typed::short_answer(element, reader),
            "numerical" => typed::numerical(element, reader),
            "calculated" | "calculatedsimple" => typed::calculated(element, reader),
            "essay" => Ok(typed::essay(element, reader)),
            "matching" => lists::matching(element, reader),
            "ordering" => lists::ordering(element, reader),
            "cloze" | "multianswer" => cloze::cloze(element, reader),
            "gapselect" | "ddwtos" => places::words(element, reader),
            "" => Err("its type is missing".to_owned()),
            other => {
                let name = shown(other);
                Err(format!("questions of the type '{name}' are not supported"))
            }
        }?;
        penalty = found.penalty;
        reader.left_out.extend(beside(element));
        // Those that a link leads to are named already.
        let is_new = |(_, lost): &(u64, Lost)| reader.left_out.iter().all(|(_, known)| known != lost);
        let lost: Vec<(u64, Lost)> = files::lost(element).into_iter().filter(is_new).collect();
        reader.left_out.extend(lost);
        let explanation = element.child("generalfeedback").map(files::text).filter(|text| !text.is_empty());
        let explanation = explanation.map(|text| text.shown(reader)).filter(|text| !text.is_empty());
        Ok(QuestionDraft { explanation, tags: tags(element), ..found.question })
    };
    let mut files = files::FilesOf::new(element, pictures);
    let (mut notes, question) = in_best_format(is_formatted(element, kind), element.line, &mut files, &mut build);
    let grade = number(element, "defaultgrade");
    let written = element.child("defaultgrade").map(XmlElement::text).filter(|text| !text.is_empty());
    if let Some(text) = written.filter(|_| grade.is_none()) {
        notes.push((element.line, Lost::unread_points(&text)));
    }
    let points = grade.or_else(|| cloze::weights(element, kind)).unwrap_or(1.0);
    let ((labels, cut), shuffles) = (labels(element), shuffles(element, kind));
    notes.extend(cut.map(|what| (element.line, what)));
    element.mark();
    notes.extend(unread_but(element, &PARTS));
    MoodleQuestion { question, notes, labels, grade: Grade { points, penalty }, shuffles }
}

/// Whether plain text would lose something of the question.
fn is_formatted(element: &XmlElement, kind: &str) -> bool {
    let shown = ["questiontext", "generalfeedback"].into_iter().filter_map(|name| element.child(name));
    let has_options = matches!(kind, "multichoice" | "multichoiceset" | "oumultiresponse" | "ordering");
    let options = element.children().filter(|child| has_options && child.name == "answer");
    let prompts = element.children().filter(|child| child.name == "subquestion");
    let answers = element.children().filter(|child| child.name == "subquestion").filter_map(|one| one.child("answer"));
    let statements = element.children().filter(|child| child.name == "row").filter_map(|row| row.child("optiontext"));
    shown.chain(options).chain(prompts).chain(answers).chain(statements).any(|text| files::text(text).is_formatted())
}

fn tags(element: &XmlElement) -> Vec<String> {
    let tags = element.child("tags").map(|tags| tags.named("tag")).unwrap_or_default();
    tags.into_iter().map(XmlElement::text).filter(|tag| !tag.is_empty()).collect()
}

/// The name is the title in the bank. Many are numbers, or the beginning of the text.
fn labels(element: &XmlElement) -> (Labels, Option<Lost>) {
    let name = element.child("name").map(XmlElement::text).unwrap_or_default();
    let bare = name.trim_start_matches(|c: char| c.is_alphabetic()).trim();
    let is_number = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit());
    let is_counted =
        is_number && ["", "q", "question"].contains(&name.trim_end_matches(bare).trim().to_lowercase().as_str());
    let begin = name.trim_end_matches(['.', '…']);
    let repeats = begin.len() > 8 && excerpt_of(element, usize::MAX).starts_with(begin);
    if is_counted || repeats {
        return (Labels::default(), None);
    }
    let (title, cut) = fitted(&name.replace(char::is_control, ""), MAX_TITLE);
    (Labels { title, ..Labels::default() }, cut.map(Lost::looks))
}

/// The beginning of a question, on one line.
pub fn excerpt(element: &XmlElement) -> String {
    excerpt_of(element, 80)
}

fn excerpt_of(element: &XmlElement, most: usize) -> String {
    let text = match question_text(element) {
        ForeignText::Html(root) => root.text(),
        ForeignText::Markdown(text) | ForeignText::Plain(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    text.chars().take(most).collect()
}

fn shuffles(element: &XmlElement, kind: &str) -> Option<bool> {
    let is_shuffled = element.child("shuffleanswers").is_some_and(is_yes);
    match kind {
        "multichoice" | "multichoiceset" | "oumultiresponse" => Some(is_shuffled),
        "truefalse" => Some(false),
        _ => None,
    }
}

/// Parts that have no place in a question here.
fn beside(element: &XmlElement) -> Vec<(u64, Lost)> {
    let mut notes = Vec::new();
    let is_said = |child: &XmlElement| {
        let text = files::text(child);
        let is_usual = match &text {
            ForeignText::Html(root) => USUAL.contains(&root.text().as_str()),
            ForeignText::Markdown(text) | ForeignText::Plain(text) => USUAL.contains(&text.trim()),
        };
        !text.is_empty() && !is_usual
    };
    let outcomes = ["correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"];
    let outcomes = || element.children().filter(|child| outcomes.contains(&child.name.as_str()) && is_said(child));
    if let Some(first) = outcomes().next() {
        notes.push((first.line, Lost::reads("Feedback by outcome is not supported.")));
    }
    if let Some(hint) = element.children().find(|child| child.name == "hint" && is_said(child)) {
        notes.push((hint.line, Lost::reads("Hints for further tries are not supported.")));
    }
    let answers = element.children().filter(|child| child.name == "answer");
    let with_feedback = answers.filter(|answer| answer.child("feedback").is_some_and(is_said));
    if let Some(first) = with_feedback.into_iter().next() {
        notes.push((first.line, Lost::reads("Feedback to single answers is not supported.")));
    }
    if let Some(image) = element.child("image").filter(|image| !image.text().is_empty()) {
        let name: String = image.text().chars().take(80).collect();
        let what = format!("The picture {name} of an old version of Moodle is not imported.");
        notes.push((image.line, Lost::reads(what)));
    }
    notes
}
