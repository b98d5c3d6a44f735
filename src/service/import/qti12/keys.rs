//! Keys of each kind, found by running the processing on answers.

use super::{
    asked::AskedResponse,
    material::{self, Piece},
    processing::{Answer, Processing},
};
use crate::{
    domain::{
        question::{ChoiceDraft, GapDraft, GapKind, Numeral, Scoring, ToleranceKind},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{
        html::GAP,
        kinds::{self, Number, option_id},
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

const NO_KEY: &str = "its response processing gives points to no answer that can be found";

pub fn essay(text: String) -> Found {
    Found { question: kinds::essay(text, 1), penalty: 0.0, most: 0.0 }
}

fn of(id: &str, values: &[&str]) -> Answer {
    Answer::from([(id.to_owned(), values.iter().map(|value| (*value).to_owned()).collect())])
}

fn label_id(label: &XmlElement) -> &str {
    label.attribute("ident").unwrap_or_default()
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
    let options: Vec<String> = asked.labels.iter().map(|label| material::text(label).shown(reader)).collect();
    let correct = options.get(place).cloned();
    Ok(Found { question: kinds::choice(text, 1, options, correct), penalty, most })
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
            let what = "An answer that is nearly right earns points there, and nothing here.";
            reader.left_out.push((asked.element.line, Lost::scores(what)));
        }
    }
    let scoring = if adds { Scoring::Partial } else { Scoring::AllOrNothing };
    let shown: Vec<(String, bool)> =
        asked.labels.iter().map(|label| (material::text(label).shown(reader), is_right(label_id(label)))).collect();
    if adds && kinds::are_all_right(&shown) {
        reader.left_out.push((asked.element.line, Lost::scores(kinds::ALL_RIGHT)));
    }
    Ok(Found { question: kinds::several(text, shown, scoring), penalty: 0.0, most })
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
    let is_right = |text: &String| accepted.contains(text) || !is_sensitive && folds_to_one(&accepted, text);
    let mut tried = accepted.iter().flat_map(|text| other_cases(text));
    if tried.any(|text| (processing.score(&of(asked.id, &[&text])) >= most) != is_right(&text)) {
        let what = "Upper and lower case count for some of its answers, and for all or none here.";
        reader.left_out.push((asked.element.line, Lost::scores(what)));
    }
    Ok(Found { question: kinds::short_text(text, accepted, is_sensitive), penalty: 0.0, most })
}

fn folds_to_one(accepted: &[String], text: &str) -> bool {
    accepted.iter().any(|one| one.to_lowercase() == text.to_lowercase())
}

/// The number of a response with its tolerance.
fn right_number(
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> Result<(Number, f64), String> {
    let line = asked.element.line;
    let wanted = processing.wanted(asked.id);
    let bounds = processing.bounds(asked.id);
    let range =
        bounds.first().map(|(low, high, _)| kinds::range(low, high).ok_or("its range cannot be read")).transpose()?;
    let exact = wanted.first().map(|text| kinds::decimal(text).ok_or("its right number cannot be read")).transpose()?;
    let number = range.or_else(|| exact.map(|number| (number, None))).ok_or(NO_KEY)?;
    if bounds.first().is_some_and(|(_, _, includes)| !includes) {
        reader.left_out.push((line, Lost::scores("An end of its range is not right there, and is right here.")));
    }
    if bounds.len() > 1 || bounds.is_empty() && wanted.len() > 1 {
        let what = "Further numbers are not supported: the first one that earns all points counts.";
        reader.left_out.push((line, Lost::scores(what)));
    }
    let most = processing.score(&of(asked.id, &[number.0.as_str()]));
    if most > 0.0 { Ok((number, most)) } else { Err(NO_KEY.into()) }
}

pub fn number(
    text: String,
    asked: &AskedResponse<'_>,
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let ((number, width), most) = right_number(asked, processing, reader)?;
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

pub fn matching(
    text: String,
    asked: &[AskedResponse<'_>],
    processing: &Processing<'_>,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let line = asked.first().map_or(0, |one| one.element.line);
    let mut best = Vec::new();
    let (mut pairs, mut distractors) = (Vec::new(), Vec::new());
    for one in asked {
        let wanted = processing.wanted(one.id);
        let value = wanted.first().ok_or("a prompt of it has no right option")?.clone();
        if wanted.len() > 1 {
            reader
                .left_out
                .push((one.element.line, Lost::scores("A prompt has several right options there, and one here.")));
        }
        let prompt = material::text(one.element).shown(reader);
        for label in &one.labels {
            let option = material::text(label).shown(reader);
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
    let mut places: Vec<(usize, &AskedResponse<'_>)> = Vec::new();
    let source: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Html(text) | Piece::Plain(text) => text.as_str(),
            Piece::Gap(_) => "",
        })
        .collect();
    for one in asked {
        let name = one.element.child("material");
        name.into_iter()
            .flat_map(XmlElement::children)
            .filter(|part| part.name == "mattext")
            .for_each(XmlElement::mark_text);
        let name = name.map(XmlElement::text).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| one.id.trim_start_matches("response_").to_owned());
        let mark = format!("[{name}]");
        let at = source.find(&mark).ok_or_else(|| format!("its text has no place for {mark}"))?;
        places.push((at, one));
        for piece in &mut pieces {
            if let Piece::Html(text) | Piece::Plain(text) = piece {
                *text = text.replacen(&mark, &GAP.to_string(), 1);
            }
        }
    }
    places.sort_by_key(|(at, _)| *at);
    let (mut gaps, mut best) = (Vec::new(), Vec::new());
    for (number, (_, one)) in (1..).zip(&places) {
        let wanted = processing.wanted(one.id);
        let value = wanted.first().ok_or("a gap of it has no right answer")?.clone();
        gaps.push(if is_typed {
            if one.labels.len() > wanted.len() {
                let what = format!(
                    "Of the texts of gap {number}, its processing names some; all that are listed are right here."
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
    let question = QuestionDraft::new(QuestionKind::Gaps, text);
    Ok(Found { question: QuestionDraft { gaps, scoring: Some(scoring), ..question }, penalty: 0.0, most })
}

fn choice_gap(
    id: String,
    asked: &AskedResponse<'_>,
    right: &str,
    reader: &mut QtiReader<'_>,
) -> Result<GapDraft, String> {
    let place = asked.labels.iter().position(|label| label_id(label) == right);
    let place = place.ok_or("a gap of it has no right option")?;
    let option = |(place, label): (usize, &&XmlElement)| ChoiceDraft::WithId {
        id: option_id(place),
        text: material::text(label).plain(reader),
    };
    Ok(GapDraft {
        correct_answer: Some(option_id(place)),
        options: asked.labels.iter().enumerate().map(option).collect(),
        ..GapDraft::new(id, GapKind::Choice)
    })
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
    let (mut gaps, mut best) = (Vec::new(), Vec::new());
    for (number, one) in (1..).zip(asked) {
        let id = gap_id(number);
        let bounds = processing.bounds(one.id);
        let wanted = processing.wanted(one.id);
        let first = wanted.first().or_else(|| bounds.first().map(|(low, ..)| low));
        let value = first.ok_or("a gap of it has no right answer")?.clone();
        gaps.push(if one.is_number() {
            let (low, high) = bounds.first().map_or((&value, &value), |(low, high, _)| (low, high));
            let (number, width) = kinds::range(low, high).ok_or("the number of a gap cannot be read")?;
            GapDraft {
                correct_number: Some(Numeral(number.as_str().to_owned())),
                tolerance: kinds::tolerance(ToleranceKind::Absolute, width.as_ref()),
                ..GapDraft::new(id, GapKind::Number)
            }
        } else {
            let case_sensitive = processing.is_sensitive(one.id);
            GapDraft { accepted: wanted, case_sensitive, ..GapDraft::new(id, GapKind::Text) }
        });
        best.push((one.id, value));
    }
    let text = material::joined(&pieces, presentation.line).with_gaps(reader);
    let Shares { scoring, most } = shares(&best, presentation.line, processing, reader)?;
    let question = QuestionDraft::new(QuestionKind::Gaps, text);
    Ok(Found { question: QuestionDraft { gaps, scoring: Some(scoring), ..question }, penalty: 0.0, most })
}

/// Material with a gap where a response is.
fn flow(element: &XmlElement, pieces: &mut Vec<Piece>) {
    if matches!(element.name.as_str(), "presentation" | "flow") {
        element.mark();
    }
    for child in element.children() {
        match child.name.as_str() {
            "material" => material::collect(child, pieces),
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
