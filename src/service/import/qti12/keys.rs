//! Keys of each kind, found by running the processing on answers.

use super::{
    asked::{AskedResponse, label_id},
    choices::{choice_gap, listed_gap},
    marks,
    match_block::MatchBlock,
    material::{self, Piece},
    newer,
    numbers::{NO_KEY, SAME, right_number},
    processing::{Answer, Processing},
};
use crate::{
    domain::{
        question::{GapDraft, GapKind, Numeral, Scoring, ToleranceKind},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{
        html::GAP,
        kinds::{self, option_id},
        lost::Lost,
        qti::{other_cases, reader::QtiReader, text::gap_id, xml::XmlElement},
    },
};

pub struct Found {
    pub question: QuestionDraft,
    /// Percent of the points that a wrong option takes off.
    pub penalty: f64,
    /// Points of the right answer in the file.
    pub most: f64,
}

pub type ReadKind = Result<Found, String>;

/// Options of which several can be chosen: each is tried with the others.
const MAX_OPTIONS: usize = 50;

/// A typed answer that no key has.
pub const NO_ANSWER: &str = "\u{fffd}";

pub fn essay(text: String) -> Found {
    Found { question: kinds::essay(text, 1), penalty: 0.0, most: 0.0 }
}

fn of(id: &str, values: &[&str]) -> Answer {
    Answer::from([(id.to_owned(), values.iter().map(|value| (*value).to_owned()).collect())])
}

fn note_costs(line: u64, costs: bool, reader: &mut QtiReader<'_>) {
    if costs {
        reader.left_out.push((line, Lost::scores(kinds::COSTS)));
    }
}

/// Options that keep their place where the others are shuffled.
fn is_pinned(label: &XmlElement) -> bool {
    label.attribute("rshuffle").is_some_and(|flag| flag.eq_ignore_ascii_case("no"))
}

pub fn single(
    text: String,
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let earned: Vec<f64> =
        asked.labels.iter().map(|label| processing.score(&of(asked.id, &[label_id(label)]))).collect();
    let most = earned.iter().copied().fold(0.0, f64::max);
    let mut right = earned.iter().enumerate().filter(|(_, earned)| most > 0.0 && **earned >= most);
    let (Some((place, _)), more) = (right.next(), right.next()) else { return Err(NO_KEY.into()) };
    if more.is_some() {
        return Err("several options are right, and one of them is enough".into());
    }
    let wrong: Vec<f64> = earned.iter().copied().filter(|earned| *earned < most).collect();
    if wrong.iter().any(|earned| *earned > 0.0) {
        reader.left_out.push((asked.element.line, Lost::scores(kinds::PART)));
    }
    let penalty = kinds::common(&wrong).map_or(0.0, |wrong| (-wrong / most * 100.0).clamp(0.0, 100.0));
    if penalty == 0.0 && wrong.iter().any(|earned| *earned < 0.0) {
        reader.left_out.push((asked.element.line, Lost::scores(kinds::PENALTIES)));
    }
    if wrong.iter().any(|earned| -earned > most + SAME) {
        reader.left_out.push((asked.element.line, Lost::scores(kinds::COSTS_MORE)));
    }
    let options: Vec<String> = asked.labels.iter().map(|label| material::text(label).shown(reader)).collect();
    let correct = options.get(place).cloned();
    let pinned = asked.labels.iter().zip(&options).filter(|(label, _)| is_pinned(label));
    let pinned_options = pinned.map(|(_, text)| text.clone()).collect();
    let question = QuestionDraft { pinned_options, ..kinds::choice(text, 1, options, correct) };
    Ok(Found { question, penalty, most })
}

pub fn several(
    text: String,
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let ids: Vec<&str> = asked.labels.iter().map(|label| label_id(label)).collect();
    if ids.len() > MAX_OPTIONS {
        return Err("it has more than 50 options".into());
    }
    let score = |chosen: &[&str]| processing.score(&of(asked.id, chosen));
    let alone: Vec<f64> = ids.iter().map(|id| score(&[id])).collect();
    let wanted = processing.wanted(asked.id);
    let earning = || ids.iter().zip(&alone).filter(|(_, earned)| **earned > 0.0).map(|(id, _)| *id);
    let candidates: [Vec<&str>; 2] =
        [ids.iter().copied().filter(|id| wanted.iter().any(|one| one == id)).collect(), earning().collect()];
    let best = candidates.into_iter().max_by(|one, other| score(one).total_cmp(&score(other))).unwrap_or_default();
    let most = score(&best);
    if best.is_empty() || most <= 0.0 {
        return Err(NO_KEY.into());
    }
    let adds = earning().map(|id| score(&[id])).sum::<f64>() > 0.0 && best.len() > 1;
    let is_right = |id: &str| best.contains(&id);
    if adds {
        let weights = |right: bool| -> Vec<f64> {
            let of_kind = ids.iter().zip(&alone).filter(|(id, _)| is_right(id) == right);
            of_kind.map(|(_, earned)| *earned).collect()
        };
        let lost = kinds::lost_weights(&weights(true), &weights(false));
        reader.left_out.extend(lost.map(|what| (asked.element.line, Lost::scores(what))));
    } else {
        // All or nothing: what is nearly right must earn nothing there, too.
        let without = |id: &&str| score(&best.iter().copied().filter(|one| one != id).collect::<Vec<_>>());
        let with = |id: &&str| score(&best.iter().copied().chain([*id]).collect::<Vec<_>>());
        let wrong: Vec<&&str> = ids.iter().filter(|id| !is_right(id)).collect();
        if best.len() > 1 && best.iter().any(|id| without(id) > 0.0) || wrong.iter().any(|id| with(id) > 0.0) {
            reader.left_out.push((asked.element.line, Lost::scores(kinds::NEARLY)));
        }
    }
    let scoring = if adds { Scoring::Partial } else { Scoring::AllOrNothing };
    let shown: Vec<(String, bool)> =
        asked.labels.iter().map(|label| (material::text(label).shown(reader), is_right(label_id(label)))).collect();
    if adds && kinds::are_all_right(&shown) {
        reader.left_out.push((asked.element.line, Lost::scores(kinds::ALL_RIGHT)));
    }
    let pinned = asked.labels.iter().enumerate().filter(|(_, label)| is_pinned(label));
    let pinned_options = pinned.map(|(place, _)| option_id(place)).collect();
    let question = QuestionDraft { pinned_options, ..kinds::several(text, shown, scoring) };
    Ok(Found { question, penalty: 0.0, most })
}

/// The texts of a response that earn all of its points, with what they earn.
fn accepted(
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> Result<(Vec<String>, f64), String> {
    let wanted = processing.wanted(asked.id);
    let earned: Vec<f64> = wanted.iter().map(|text| processing.score(&of(asked.id, &[text]))).collect();
    let most = earned.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return Err(NO_KEY.into());
    }
    if earned.iter().any(|earned| *earned > 0.0 && *earned < most) {
        reader.left_out.push((asked.element.line, Lost::scores(kinds::PART)));
    }
    Ok((wanted.into_iter().zip(earned).filter(|(_, earned)| *earned >= most).map(|(text, _)| text).collect(), most))
}

pub fn typed(
    text: String,
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    if processing.wanted(asked.id).is_empty() && processing.unknown.is_empty() {
        // Nothing is compared: a person marks it.
        if processing.mentions(asked.id) {
            let what = "Its answer is scored by rules in the file, and by a reviewer here.";
            reader.left_out.push((asked.element.line, Lost::scores(what)));
        }
        return Ok(essay(text));
    }
    let (accepted, most) = accepted(asked, processing, reader)?;
    let is_sensitive = processing.is_sensitive(asked.id);
    let score = |text: &str| processing.score(&of(asked.id, &[text]));
    note_case(asked.element.line, &accepted, is_sensitive, &|text| score(text) >= most, reader);
    note_costs(asked.element.line, score(NO_ANSWER) < 0.0, reader);
    Ok(Found { question: kinds::short_text(text, accepted, is_sensitive), penalty: 0.0, most })
}

fn note_case(
    line: u64,
    accepted: &[String],
    is_sensitive: bool,
    earns: &dyn Fn(&str) -> bool,
    reader: &mut QtiReader<'_>,
) {
    let is_right = |text: &String| accepted.contains(text) || !is_sensitive && folds_to_one(accepted, text);
    let mut tried = accepted.iter().flat_map(|text| other_cases(text));
    if tried.any(|text| earns(&text) != is_right(&text)) {
        let what = "Upper and lower case count for some of its answers, and for all or none here.";
        reader.left_out.push((line, Lost::scores(what)));
    }
}

fn folds_to_one(accepted: &[String], text: &str) -> bool {
    accepted.iter().any(|one| one.to_lowercase() == text.to_lowercase())
}

pub fn number(
    text: String,
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let score = |text: &str| processing.score(&of(asked.id, &[text]));
    let ((number, width), most) = right_number(asked, processing, &score, reader)?;
    note_costs(asked.element.line, score(NO_ANSWER) < 0.0, reader);
    let tolerance = kinds::tolerance(ToleranceKind::Absolute, width.as_ref());
    Ok(Found { question: kinds::number(text, &number, tolerance), penalty: 0.0, most })
}

/// How the points are shared: each response earns some alone, or all of them together.
struct Shares {
    scoring: Scoring,
    most: f64,
}

fn shares(
    best: &[(&str, String)],
    line: u64,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> Result<Shares, String> {
    let all: Answer = best.iter().map(|(id, value)| ((*id).to_owned(), vec![value.clone()])).collect();
    let most = processing.score(&all);
    if most <= 0.0 {
        return Err(NO_KEY.into());
    }
    let alone: Vec<f64> = best.iter().map(|(id, value)| processing.score(&of(id, &[value]))).collect();
    let scoring = if alone.iter().any(|earned| *earned > 0.0) { Scoring::Partial } else { Scoring::AllOrNothing };
    if scoring == Scoring::Partial
        && (kinds::common(&alone).is_none() || (alone.iter().sum::<f64>() - most).abs() > 0.1)
    {
        reader.left_out.push((line, Lost::scores("Its parts have different weights there; here they count alike.")));
    }
    Ok(Shares { scoring, most })
}

/// Returns the first of several values that earns most points.
fn best_of(asked: &AskedResponse<'_>, wanted: &[String], processing: &Processing<'_>) -> Option<String> {
    let score = |value: &&String| processing.score(&of(asked.id, &[value]));
    wanted.iter().rev().max_by(|one, other| score(one).total_cmp(&score(other))).cloned()
}

/// Points for one response where the others are answered as well as can be, beyond those without it.
fn gain(best: &[(&str, String)], id: &str, value: &str, processing: &Processing<'_>) -> f64 {
    let others = best.iter().filter(|(other, _)| *other != id);
    let mut answer: Answer = others.map(|(other, value)| ((*other).to_owned(), vec![value.clone()])).collect();
    let without = processing.score(&answer);
    answer.insert(id.to_owned(), vec![value.to_owned()]);
    processing.score(&answer) - without
}

/// Says so where wrong options of several lists earn or cost something.
fn note_others(
    asked: &[AskedResponse<'_>],
    best: &[(&str, String)],
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) {
    let line = asked.first().map_or(0, |one| one.element.line);
    let (mut costs, mut earns) = (false, false);
    for one in asked {
        let wanted = processing.wanted(one.id);
        for label in one.labels.iter().map(|label| label_id(label)) {
            let is_right = best.iter().any(|(id, value)| *id == one.id && value == label);
            let gain = if is_right { 0.0 } else { gain(best, one.id, label, processing) };
            costs |= gain < -SAME;
            earns |= gain > SAME && !wanted.iter().any(|value| value == label);
        }
    }
    if earns {
        reader.left_out.push((line, Lost::scores(kinds::PART)));
    }
    note_costs(line, costs, reader);
}

pub fn matching(
    text: String,
    (asked, block): (&[AskedResponse<'_>], Option<&MatchBlock<'_>>),
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let line = asked.first().map_or(0, |one| one.element.line);
    // Its texts stand between the lists: each is a question.
    if block.is_none() && asked.iter().any(|one| material::text(one.element).is_empty()) {
        return Err("it asks for several answers".into());
    }
    let mut best = Vec::new();
    let (mut pairs, mut distractors) = (Vec::new(), Vec::new());
    for one in asked {
        let wanted = processing.wanted(one.id);
        let value = best_of(one, &wanted, processing).ok_or("a prompt of it has no right option")?;
        if wanted.len() > 1 {
            reader
                .left_out
                .push((one.element.line, Lost::scores("A prompt has several right options there, and one here.")));
        }
        let prompt = block.map_or_else(|| material::text(one.element), |block| block.prompt(one.element)).shown(reader);
        for (place, label) in one.labels.iter().enumerate() {
            let option = block.map_or_else(|| material::text(label), |block| block.option(place)).shown(reader);
            if label_id(label) == value {
                pairs.push((prompt.clone(), option));
            } else {
                distractors.push(option);
            }
        }
        best.push((one.id, value));
    }
    if pairs.len() != asked.len() {
        return Err("a prompt of it has no right option".into());
    }
    let Shares { scoring, most } = shares(&best, line, processing, reader)?;
    note_others(asked, &best, processing, reader);
    Ok(Found { question: kinds::matching(text, pairs, distractors, scoring), penalty: 0.0, most })
}

/// Gaps whose places in the text have names: `[colour]`.
pub fn named_gaps(
    item: &XmlElement,
    asked: &[AskedResponse<'_>],
    is_typed: bool,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let presentation = item.child("presentation").ok_or("it has no text")?;
    let mut pieces = Vec::new();
    material::collect(presentation, &mut pieces);
    let mut names = Vec::new();
    for one in asked {
        let name = one.element.child("material");
        name.into_iter()
            .flat_map(XmlElement::children)
            .filter(|part| part.name == "mattext")
            .for_each(XmlElement::mark_text);
        let name = name.map(XmlElement::text).filter(|name| !name.is_empty());
        names.push(name.unwrap_or_else(|| one.id.trim_start_matches("response_").to_owned()));
    }
    // Newer quizzes of Canvas write ids into the text, and the right answer beside them.
    let ids: Vec<String> = asked.iter().map(|one| one.id.trim_start_matches("response_").to_owned()).collect();
    let placed = match marks::place(asked, &ids, &mut pieces, reader) {
        Ok(placed) => placed,
        Err(_) => marks::place(asked, &names, &mut pieces, reader)
            .map_err(|mark| format!("its text has no place for {mark}"))?,
    };
    let (mut gaps, mut best) = (Vec::new(), Vec::new());
    for (number, one) in (1..).zip(placed) {
        let wanted = processing.wanted(one.id);
        let value = best_of(one, &wanted, processing).ok_or("a gap of it has no right answer")?;
        let of_labels = newer::gap((number, gap_id(number)), one, &value, reader);
        gaps.push(if let Some(gap) = of_labels {
            gap?
        } else if is_typed {
            if one.labels.len() > wanted.len() {
                let what = format!(
                    "Its processing names some of the texts of gap {number}; all that are listed are right here."
                );
                reader.left_out.push((one.element.line, Lost::scores(what)));
            }
            // In the program that writes such files every text that is listed is right, though the processing names the first.
            let accepted = one.labels.iter().map(|label| material::text(label).plain(reader)).collect();
            GapDraft { accepted, ..GapDraft::new(gap_id(number), GapKind::Text) }
        } else {
            choice_gap(gap_id(number), one, &value, reader)?
        });
        best.push((one.id, value));
    }
    let text = material::joined(&pieces, presentation.line).with_gaps(reader);
    let Shares { scoring, most } = shares(&best, presentation.line, processing, reader)?;
    if !is_typed {
        note_others(asked, &best, processing, reader);
    }
    let question = QuestionDraft::new(QuestionKind::Gaps, text);
    Ok(Found { question: QuestionDraft { gaps, scoring: Some(scoring), ..question }, penalty: 0.0, most })
}

/// Entries between pieces of text.
pub fn gaps(
    item: &XmlElement,
    asked: &[AskedResponse<'_>],
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let presentation = item.child("presentation").ok_or("it has no text")?;
    let mut pieces = Vec::new();
    flow(presentation, &mut pieces);
    // Blackboard names its gaps in the text; elsewhere they are where the responses are.
    let names: Vec<String> = asked.iter().map(|one| one.id.to_owned()).collect();
    let placed = marks::place(asked, &names, &mut pieces, reader).unwrap_or_else(|_| asked.iter().collect());
    let mut best: Vec<(&str, String)> = Vec::new();
    for one in asked {
        let wanted = processing.wanted(one.id);
        let middle = || processing.bounds(one.id).first().and_then(|(low, high, _)| kinds::range(low, high));
        let value = best_of(one, &wanted, processing).or_else(|| Some(middle()?.0.as_str().to_owned()));
        best.push((one.id, value.ok_or("a gap of it has no right answer")?));
    }
    let mut gaps = Vec::new();
    for (number, one) in (1..).zip(placed) {
        let gap = typed_gap(gap_id(number), one, &best, processing, reader)?;
        // What is right for it, the rest is compared with.
        let right = gap.correct_number.as_ref().map(|Numeral(number)| number).or_else(|| gap.accepted.first());
        if let (Some(right), Some((_, known))) = (right, best.iter_mut().find(|(id, _)| *id == one.id)) {
            known.clone_from(right);
        }
        gaps.push(gap);
    }
    let text = material::joined(&pieces, presentation.line).with_gaps(reader);
    let Shares { scoring, most } = shares(&best, presentation.line, processing, reader)?;
    let question = QuestionDraft::new(QuestionKind::Gaps, text);
    Ok(Found { question: QuestionDraft { gaps, scoring: Some(scoring), ..question }, penalty: 0.0, most })
}

/// A gap that is typed: what earns most where the other gaps are right.
fn typed_gap(
    id: String,
    asked: &AskedResponse<'_>,
    best: &[(&str, String)],
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> Result<GapDraft, String> {
    let line = asked.element.line;
    let gain = |text: &str| gain(best, asked.id, text, processing);
    let has_gain = best.iter().any(|(id, value)| *id == asked.id && gain(value) > SAME);
    // Any of several gaps may be enough.
    let score = |text: &str| if has_gain { gain(text) } else { processing.score(&of(asked.id, &[text])) };
    note_costs(line, score(NO_ANSWER) < -SAME, reader);
    if asked.is_listed() {
        return listed_gap(id, asked, &score, reader);
    }
    if asked.is_number() {
        let ((number, width), _) = right_number(asked, processing, &score, reader)?;
        return Ok(GapDraft {
            correct_number: Some(Numeral(number.as_str().to_owned())),
            tolerance: kinds::tolerance(ToleranceKind::Absolute, width.as_ref()),
            ..GapDraft::new(id, GapKind::Number)
        });
    }
    let wanted = processing.wanted(asked.id);
    let most = wanted.iter().map(|text| score(text)).fold(0.0, f64::max);
    let (accepted, others): (Vec<String>, Vec<String>) =
        wanted.into_iter().partition(|text| most > 0.0 && score(text) >= most - SAME);
    if accepted.is_empty() {
        return Err("a gap of it has no right answer".into());
    }
    if !others.is_empty() {
        reader.left_out.push((line, Lost::scores(kinds::PART)));
    }
    let case_sensitive = processing.is_sensitive(asked.id);
    note_case(line, &accepted, case_sensitive, &|text| score(text) >= most - SAME, reader);
    Ok(GapDraft { accepted, case_sensitive, ..GapDraft::new(id, GapKind::Text) })
}

/// Material with a gap where a response is.
fn flow(element: &XmlElement, pieces: &mut Vec<Piece>) {
    if matches!(element.name.as_str(), "presentation" | "flow") {
        element.mark();
    }
    for child in element.children() {
        match child.name.as_str() {
            "material" => material::collect(child, pieces),
            "response_extension" => {}
            name if name.starts_with("response_") => {
                for inner in child.children().filter(|inner| inner.name == "material") {
                    material::collect(inner, pieces);
                }
                pieces.push(Piece::Gap(GAP));
            }
            _ => flow(child, pieces),
        }
    }
}
