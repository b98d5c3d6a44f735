//! One item: its kind by what it asks for, its key by what its processing gives points for.

use super::{
    asked::{Asked, AskedResponse},
    keys::{self, ReadKind},
    material,
    parts::PARTS,
    processing::{Answer, Processing},
};
use crate::{
    domain::{bank::Labels, bank::MAX_TITLE, test::QuestionDraft},
    service::import::{
        html::{ForeignText, in_best_format},
        kinds,
        lost::Lost,
        qti::{
            reader::{PictureSource, QtiReader},
            unread::unread_but,
            xml::XmlElement,
        },
    },
};

/// Options of all responses of an item.
const MAX_LABELS: usize = 2_000;
/// Conditions of an item's processing, which is run on many answers.
const MAX_CONDITIONS: usize = 2_000;

/// Number of the elements below an element.
fn size(element: &XmlElement) -> usize {
    element.children().map(|child| 1 + size(child)).sum()
}

pub struct ReadItem {
    pub question: Result<QuestionDraft, String>,
    pub notes: Vec<(u64, Lost)>,
    pub labels: Labels,
    /// Points of the file, if it says so.
    pub points: Option<f64>,
    /// Percent of the points that a wrong option takes off.
    pub penalty: f64,
}

/// Value of a field in the metadata of an item or a test.
pub fn metadata(element: &XmlElement, names: &[&str]) -> Option<String> {
    let fields = element.all("qtimetadatafield").into_iter();
    let mut found = fields.filter_map(|field| {
        let label = field.child("fieldlabel")?.text();
        names.contains(&label.to_ascii_lowercase().as_str()).then(|| field.child("fieldentry").map(XmlElement::text))?
    });
    let own = names.iter().find_map(|name| element.child("itemmetadata")?.all(name).first().map(|one| one.text()));
    found.next().or(own).filter(|text| !text.is_empty())
}

pub fn read(item: &XmlElement, pictures: &mut dyn PictureSource) -> ReadItem {
    let kind = metadata(item, &["question_type", "qmd_itemtype", "cc_profile", "bbmd_questiontype"]);
    let kind = kind.unwrap_or_default().to_lowercase().replace("cc.", "").replace(".v0p1", "");
    let processing = Processing::of(item);
    let asked = Asked::of(item);
    let shown = item.child("presentation").map_or_else(|| ForeignText::Plain(String::new()), material::text);
    let is_formatted = shown.is_formatted() || asked.options().any(|label| material::text(label).is_formatted());
    let (mut penalty, mut most) = (0.0, 0.0);
    let mut build = |reader: &mut QtiReader<'_>| -> Result<QuestionDraft, String> {
        let mut found: keys::Found = question(item, &kind, &asked, &shown, &processing, reader)?;
        for (line, what) in &processing.unknown {
            reader.left_out.push((*line, Lost::scores(format!("{what} in its response processing is not read."))));
        }
        let unanswered = processing.score(&Answer::new());
        if found.most > 0.0 && unanswered > 0.0 {
            reader
                .left_out
                .push((item.line, Lost::scores("Without an answer it earns points in the file, and none here.")));
        }
        (penalty, most) = (found.penalty, found.most);
        found.question.explanation = feedback(item, reader);
        Ok(found.question)
    };
    let (mut notes, question) = in_best_format(is_formatted, item.line, pictures, &mut build);
    let stated = metadata(item, &["points_possible", "qmd_weighting", "cc_weighting", "qmd_absolutescore_max"]);
    let stated = stated.and_then(|text| text.parse::<f64>().ok()).filter(|points| points.is_finite() && *points >= 0.0);
    // 100 means percent.
    let earned = Some(most).filter(|most| *most > 0.0 && (*most - 100.0).abs() > 1e-9);
    let labels = labels(item);
    item.mark();
    notes.extend(unread_but(item, &PARTS));
    ReadItem { question, notes, labels, points: stated.or(earned), penalty }
}

/// Titles that programs give, not authors.
fn labels(item: &XmlElement) -> Labels {
    let title = item.attribute("title").unwrap_or_default().trim();
    let is_given = title.trim_start_matches(|c: char| c.is_alphabetic()).trim().chars().all(|c| c.is_ascii_digit());
    let title: String = title.chars().filter(|c| !c.is_control()).take(MAX_TITLE).collect();
    let is_one_word = !title.contains(' ');
    let is_number = is_given && (is_one_word || title.to_lowercase().starts_with("question"));
    Labels { title: if is_number { String::new() } else { title }, ..Labels::default() }
}

fn question(
    item: &XmlElement,
    kind: &str,
    asked: &Asked<'_>,
    shown: &ForeignText,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let responses = asked.responses.as_slice();
    if responses.len() > kinds::MAX_PARTS || asked.options().count() > MAX_LABELS {
        return Err("it has more than 200 answers".into());
    }
    if item.all("conditionvar").iter().map(|condition| size(condition)).sum::<usize>() > MAX_CONDITIONS {
        return Err("its response processing has more than 2,000 conditions".into());
    }
    match kind {
        "text_only_question" => {
            return Err("it is a text without a question: put it into the questions that it belongs to".into());
        }
        "file_upload_question" | "file upload" => return Err("candidates cannot upload files".into()),
        "calculated_question" | "calculated" => {
            return Err("its numbers are drawn at random: write it as a question with fixed numbers".into());
        }
        "essay_question" | "essay" | "short response" => {
            return Ok(keys::essay(shown.shown(reader)));
        }
        "fill_in_multiple_blanks_question" => return keys::named_gaps(item, responses, true, processing, reader),
        "multiple_dropdowns_question" => return keys::named_gaps(item, responses, false, processing, reader),
        _ => {}
    }
    match responses {
        [] => Err("it asks for no answer".into()),
        [one] if one.is_choice() && one.is_several() => keys::several(shown.shown(reader), one, processing, reader),
        [one] if one.is_choice() => keys::single(shown.shown(reader), one, processing, reader),
        [one] if one.is_number() || kind == "numerical_question" => {
            keys::number(shown.shown(reader), one, processing, reader)
        }
        [one] if one.element.name == "response_str" => keys::typed(shown.shown(reader), one, processing, reader),
        many if many.iter().all(AskedResponse::is_choice) => {
            keys::matching(shown.shown(reader), many, processing, reader)
        }
        many if many.iter().all(|one| matches!(one.element.name.as_str(), "response_str" | "response_num")) => {
            keys::gaps(item, many, processing, reader)
        }
        _ => Err("this kind of response is not supported".into()),
    }
}

/// The general feedback; that of single answers is named.
fn feedback(item: &XmlElement, reader: &mut QtiReader<'_>) -> Option<String> {
    let feedback: Vec<&XmlElement> = item.children().filter(|child| child.name == "itemfeedback").collect();
    let is_general = |element: &&&XmlElement| {
        let id = element.attribute("ident").unwrap_or_default().to_ascii_lowercase();
        id.starts_with("general") && !id.contains("correct")
    };
    let general = feedback.iter().find(is_general).map(|element| material::text(element));
    let others = feedback.iter().filter(|element| !is_general(element) && !material::text(element).is_empty());
    for element in &feedback {
        element.mark();
        if !is_general(&element) {
            element.mark_all();
        }
    }
    if let Some(first) = others.into_iter().next() {
        reader.left_out.push((first.line, Lost::reads("Feedback to single answers is not supported.")));
    }
    general.filter(|text| !text.is_empty()).map(|text| text.shown(reader)).filter(|text| !text.is_empty())
}
