//! One item: its kind by what it asks for, its key by what its processing gives points for.

use super::{
    asked::{Asked, AskedResponse},
    categories::{are_categories, categories},
    counted::{counted, is_counted},
    keys::{self, ReadKind},
    match_block::MatchBlock,
    material,
    numbers::NO_KEY,
    ordered::ordered,
    parts::PARTS,
    processing::{Answer, MAX_CONDITIONS, Processing},
};
use crate::{
    domain::{
        bank::{Labels, MAX_TITLE},
        question::Scoring,
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{
        html::{ForeignText, in_best_format},
        kinds,
        lost::{Lost, fitted, shown},
        qti::{
            reader::{PictureSource, QtiReader},
            unread::unread_but,
            xml::XmlElement,
        },
    },
};

/// Options of all responses of an item.
const MAX_LABELS: usize = 2_000;

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
    /// Whether its options are shuffled; `None` if it is no choice.
    pub shuffles: Option<bool>,
}

/// Value of a field in the metadata of an item or a test.
pub fn metadata(element: &XmlElement, names: &[&str]) -> Option<String> {
    let fields = ["qtimetadatafield", "qti_metadatafield"].into_iter().flat_map(|name| element.all(name));
    let mut found = fields.filter_map(|field| {
        let label = field.child("fieldlabel")?.text();
        names.contains(&label.to_ascii_lowercase().as_str()).then(|| field.child("fieldentry").map(XmlElement::text))?
    });
    let own = names.iter().find_map(|name| element.child("itemmetadata")?.all(name).first().map(|one| one.text()));
    found.next().or(own).filter(|text| !text.is_empty())
}

pub fn read(item: &XmlElement, pictures: &mut dyn PictureSource) -> ReadItem {
    let kind =
        metadata(item, &["question_type", "qmd_itemtype", "cc_profile", "bbmd_questiontype", "qmd_questiontype"]);
    let kind = kind.unwrap_or_default().to_lowercase().replace("cc.", "").replace(".v0p1", "");
    let processing = Processing::of(item);
    let asked = Asked::of(item);
    let block = MatchBlock::of(item);
    let whole = || item.child("presentation").map_or_else(|| ForeignText::Plain(String::new()), material::text);
    let shown = block.as_ref().map_or_else(whole, MatchBlock::text);
    let is_formatted = shown.is_formatted()
        || asked.options().any(|label| material::text(label).is_formatted())
        || block.as_ref().is_some_and(MatchBlock::is_formatted);
    let is_counted = is_counted(item);
    let (mut penalty, mut most) = (0.0, 0.0);
    let mut build = |reader: &mut QtiReader<'_>| -> Result<QuestionDraft, String> {
        let asks = (asked.responses.as_slice(), block.as_ref());
        let found = question(item, &kind, asks, &shown, &processing, reader);
        let mut found: keys::Found = found.map_err(|why| {
            // What is not read is the reason.
            let unread = processing.unknown.first().filter(|_| why == NO_KEY);
            unread.map_or(why, |(_, what)| format!("its response processing has {what}, which is not read"))
        })?;
        // What counts is read by its names.
        for (line, what) in processing.unknown.iter().filter(|_| !is_counted) {
            reader.left_out.push((*line, Lost::scores(format!("{what} in its response processing is not read."))));
        }
        let is_whole =
            || metadata(item, &["bbmd_partialcredit"]).is_some_and(|flag| flag.eq_ignore_ascii_case("false"));
        if block.is_some() && found.question.kind == QuestionKind::Matching && is_whole() {
            found.question.scoring = Some(Scoring::AllOrNothing);
        }
        // Canvas gives points in part, though its files have rules for a whole answer alone.
        let is_said = reader.left_out.iter().any(|(_, lost)| lost.message == kinds::NEARLY);
        if kind == "multiple_answers_question"
            && found.question.scoring == Some(Scoring::AllOrNothing)
            && found.question.correct_answers.len() > 1
            && !is_said
        {
            reader.left_out.push((item.line, Lost::scores(kinds::NEARLY)));
        }
        let ids: Vec<&str> = asked.responses.iter().map(|one| one.id).collect();
        if found.most > 0.0 && processing.asks_for_others(&ids) {
            reader.left_out.push((item.line, Lost::scores(kinds::PART)));
        }
        // Where the points are stated apart, the rules give percent.
        let is_percent = processing.most().is_some_and(|most| (most - 100.0).abs() < 1e-9)
            && metadata(item, &["points_possible"]).is_some();
        if is_percent && found.most > 1.0 && found.most < 99.0 {
            let most = kinds::rounded(found.most);
            let what = format!("All right options earn {most} % there, and all points here.");
            reader.left_out.push((item.line, Lost::scores(what)));
        }
        let unanswered = processing.score(&Answer::new());
        if found.most > 0.0 && unanswered > 0.0 {
            reader
                .left_out
                .push((item.line, Lost::scores("Without an answer it earns points in the file, and none here.")));
        }
        (penalty, most) = (found.penalty, found.most);
        if found.question.kind == QuestionKind::Essay {
            // What a person may give is what the rules give to any answer.
            most = processing
                .score(&ids.iter().map(|id| ((*id).to_owned(), vec![keys::NO_ANSWER.to_owned()])).collect::<Answer>());
        }
        found.question.explanation = feedback(item, reader);
        let notes = item.child("answer_key").map(|key| material::text(key).plain(reader));
        found.question.reviewer_notes = notes.filter(|notes| !notes.is_empty());
        Ok(found.question)
    };
    let (mut notes, question) = in_best_format(is_formatted, item.line, pictures, &mut build);
    let (points, unread) = stated_points(item);
    notes.extend(unread.map(|what| (item.line, what)));
    // 100 means percent.
    let earned = Some(most).filter(|most| *most > 0.0 && (*most - 100.0).abs() > 1e-9);
    let (labels, cut) = labels(item);
    notes.extend(cut.map(|what| (item.line, what)));
    let is_partial = question.as_ref().is_ok_and(|question| question.scoring == Some(Scoring::Partial));
    notes.extend(beside(item, is_partial, penalty).map(|what| (item.line, what)));
    item.mark();
    notes.extend(unread_but(item, &PARTS));
    ReadItem { question, notes, labels, points: points.or(earned), penalty, shuffles: shuffles(&asked) }
}

/// Rules of an item that the metadata and an attribute have.
fn beside(item: &XmlElement, is_partial: bool, penalty: f64) -> impl Iterator<Item = Lost> {
    let is_set = |name: &str| metadata(item, &[name]).is_some_and(|flag| flag.eq_ignore_ascii_case("true"));
    let is_extra = is_set("bbmd_is_extracredit") || is_bonus(item);
    let extra = is_extra.then(|| {
        Lost::scores(
            "It is extra credit there, beyond the points of the test; here its points count as those of others.",
        )
    });
    let full = is_set("bbmd_all_fullcredit_ind")
        .then(|| Lost::scores("Every answer earns all points there, and only a right one here."));
    let nearly = (is_set("bbmd_partialcredit") && !is_partial).then(|| Lost::scores(kinds::NEARLY));
    let costs = metadata(item, &["bbmd_negative_points_ind"]).is_some_and(|flag| flag.eq_ignore_ascii_case("y"));
    let costs = (costs && penalty == 0.0).then(|| Lost::scores(kinds::COSTS));
    let attempts = item.attribute("maxattempts").and_then(|given| attempts(given.trim()));
    extra.into_iter().chain(full).chain(nearly).chain(costs).chain(attempts)
}

/// Whether Brightspace gives the points of an item beyond those of the test.
fn is_bonus(item: &XmlElement) -> bool {
    let Some(settings) = item.child("itemproc_extension") else { return false };
    let said = |name: &str| settings.child(name).map(XmlElement::text);
    // A name for authors, and whether the page goes on without an answer.
    let _ = (said("difficulty"), said("ismandatory"));
    said("isbonus").is_some_and(|flag| flag.eq_ignore_ascii_case("yes"))
}

/// A number of attempts of a test or an item, if it is several.
pub fn attempts(given: &str) -> Option<Lost> {
    let is_several = given.eq_ignore_ascii_case("unlimited") || given.parse::<i64>().is_ok_and(|count| count > 1);
    is_several.then(|| {
        let given = shown(given);
        Lost::reads(format!("Several attempts are possible there ('{given}'); here there is one for each invitation."))
    })
}

/// The points that an item says it has. Blackboard writes a weight of 0 beside them.
fn stated_points(item: &XmlElement) -> (Option<f64>, Option<Lost>) {
    let names = ["points_possible", "qmd_weighting", "cc_weighting", "qmd_absolutescore_max"];
    let texts: Vec<String> = names.iter().filter_map(|name| metadata(item, &[name])).collect();
    let numbers: Vec<f64> = texts.iter().filter_map(|text| kinds::typed_number(text)).collect();
    let stated = numbers.iter().copied().find(|points| *points > 0.0);
    let unread = texts.iter().find(|text| kinds::typed_number(text).is_none()).filter(|_| stated.is_none());
    let unread = unread.map(|text| Lost::unread_points(text));
    (stated.or(numbers.first().copied().filter(|points| *points >= 0.0)), unread)
}

fn shuffles(asked: &Asked<'_>) -> Option<bool> {
    let [only] = asked.responses.as_slice() else { return None };
    let is_yes =
        |choice: &&XmlElement| choice.attribute("shuffle").is_some_and(|flag| flag.trim().eq_ignore_ascii_case("yes"));
    (only.is_choice() && !only.is_ordered()).then(|| only.element.all("render_choice").iter().any(is_yes))
}

/// Titles that programs give, not authors.
fn labels(item: &XmlElement) -> (Labels, Option<Lost>) {
    let title = item.attribute("title").unwrap_or_default().trim();
    let is_given = title.trim_start_matches(|c: char| c.is_alphabetic()).trim().chars().all(|c| c.is_ascii_digit());
    let (title, cut) = fitted(&title.replace(char::is_control, ""), MAX_TITLE);
    let is_one_word = !title.contains(' ');
    let is_number = is_given && (is_one_word || title.to_lowercase().starts_with("question"));
    if is_number {
        return (Labels::default(), None);
    }
    (Labels { title, ..Labels::default() }, cut.map(Lost::looks))
}

fn question(
    item: &XmlElement,
    kind: &str,
    (responses, block): (&[AskedResponse<'_>], Option<&MatchBlock<'_>>),
    shown: &ForeignText,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let options: usize = responses.iter().map(|one| one.labels.len()).sum();
    let has_many = |one: &AskedResponse<'_>| processing.wanted(one.id).len() > kinds::MAX_PARTS;
    if responses.len() > kinds::MAX_PARTS || options > MAX_LABELS || responses.iter().any(has_many) {
        return Err("it has more than 200 answers".into());
    }
    let conditions: usize = item.all("conditionvar").iter().map(|condition| size(condition)).sum();
    if conditions.max(item.all("respcondition").len()) > MAX_CONDITIONS {
        return Err("its response processing has more than 2,000 conditions".into());
    }
    match kind {
        "text_only_question" => {
            return Err("it is a text without a question: put it into the questions that it belongs to".into());
        }
        "file_upload_question" | "file upload" => return Err("candidates cannot upload files".into()),
        "calculated_question" | "calculated" | "arithmetic" | "significant figures" => {
            return Err("its numbers are drawn at random: write it as a question with fixed numbers".into());
        }
        "essay_question" | "essay" | "short response" => {
            return Ok(keys::essay(shown.shown(reader)));
        }
        "fill_in_multiple_blanks_question" => return keys::named_gaps(item, responses, true, processing, reader),
        "multiple_dropdowns_question" => return keys::named_gaps(item, responses, false, processing, reader),
        _ => {}
    }
    let is_whole = |one: &AskedResponse<'_>| one.is_group() || one.is_choice() && one.is_several();
    if !responses.is_empty() && is_counted(item) && responses.iter().all(is_whole) {
        return counted(item, shown.shown(reader), responses, reader);
    }
    match responses {
        [] => Err("it asks for no answer".into()),
        [one] if one.is_choice() && one.is_ordered() => ordered(shown.shown(reader), one, processing, reader),
        [one] if one.is_choice() && one.is_several() => keys::several(shown.shown(reader), one, processing, reader),
        [one] if one.is_choice() => keys::single(shown.shown(reader), one, processing, reader),
        [one] if one.is_listed() => keys::gaps(item, responses, processing, reader),
        [one] if one.is_number() || kind == "numerical_question" => {
            keys::number(shown.shown(reader), one, processing, reader)
        }
        [one] if one.element.name == "response_str" => keys::typed(shown.shown(reader), one, processing, reader),
        many if are_categories(many) => categories(shown.shown(reader), many, processing, reader),
        many if many.iter().all(AskedResponse::is_choice) => {
            keys::matching(shown.shown(reader), (many, block), processing, reader)
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
