//! Multiple choice, true or false.

use super::{
    answers::{self, Answer, is_yes},
    found::{Found, ReadKind, question_text},
};
use crate::{
    domain::question::Scoring,
    service::import::{
        kinds,
        lost::Lost,
        qti::{reader::QtiReader, xml::XmlElement},
    },
};

/// `all_or_nothing` is the type that a plug-in adds.
pub fn multiple(element: &XmlElement, all_or_nothing: bool, reader: &mut QtiReader<'_>) -> ReadKind {
    let answers = answers::of(element)?;
    let text = question_text(element).shown(reader);
    let is_single = element.child("single").is_none_or(is_yes) && !all_or_nothing;
    if is_single {
        single(element, text, &answers, reader)
    } else {
        several(element, text, &answers, all_or_nothing, reader)
    }
}

fn single(element: &XmlElement, text: String, answers: &[Answer], reader: &mut QtiReader<'_>) -> ReadKind {
    let right = answers.iter().filter(|answer| answer.is_full()).count();
    match right {
        0 => return Err("no option earns all points".into()),
        1 => {}
        _ => return Err("several options are right, and one of them is enough".into()),
    }
    let mut notes = Vec::new();
    if let Some(part) = answers.iter().find(|answer| answer.is_part()) {
        notes.push((part.line, Lost::scores(kinds::PART)));
    }
    let wrong: Vec<f64> = answers.iter().filter(|a| !a.is_full() && !a.is_part()).map(|a| a.fraction).collect();
    let penalty = kinds::common(&wrong).map_or(0.0, |weight| (-weight).clamp(0.0, 100.0));
    if penalty == 0.0 && wrong.iter().any(|weight| *weight < 0.0) {
        notes.push((element.line, Lost::scores(kinds::PENALTIES)));
    }
    reader.left_out.extend(notes);
    let options: Vec<String> = answers.iter().map(|answer| answer.text.shown(reader)).collect();
    let place = answers.iter().position(Answer::is_full);
    let correct = place.and_then(|place| options.get(place).cloned());
    Ok(Found { question: kinds::choice(text, 1, options, correct), penalty })
}

fn several(
    element: &XmlElement,
    text: String,
    answers: &[Answer],
    all_or_nothing: bool,
    reader: &mut QtiReader<'_>,
) -> ReadKind {
    let is_right = |answer: &Answer| answer.fraction > 0.0;
    let weights = |right: bool| -> Vec<f64> {
        answers.iter().filter(|answer| is_right(answer) == right).map(|answer| answer.fraction).collect()
    };
    let (right, wrong) = (weights(true), weights(false));
    if right.is_empty() {
        return Err("no option earns points".into());
    }
    if !all_or_nothing {
        let lost = kinds::lost_weights(&right, &wrong).map(|what| (element.line, Lost::scores(what)));
        reader.left_out.extend(lost);
        let most: f64 = right.iter().sum();
        if (most - 100.0).abs() > 1.0 {
            let message = format!("All right options earn {} % there, and all points here.", kinds::rounded(most));
            reader.left_out.push((element.line, Lost::scores(message)));
        }
    }
    let options: Vec<(String, bool)> =
        answers.iter().map(|answer| (answer.text.shown(reader), is_right(answer))).collect();
    if !all_or_nothing && kinds::are_all_right(&options) {
        reader.left_out.push((element.line, Lost::scores(kinds::ALL_RIGHT)));
    }
    let scoring = if all_or_nothing { Scoring::AllOrNothing } else { Scoring::Partial };
    Ok(kinds::several(text, options, scoring).into())
}

/// Several options of the plug-in `oumultiresponse`: right ones share the points, and wrong ones cost some once too many are chosen.
pub fn of_plug_in(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let answers = answers::of(element)?;
    let text = question_text(element).shown(reader);
    let is_right = |answer: &Answer| answer.fraction > 0.0;
    let options: Vec<(String, bool)> =
        answers.iter().map(|answer| (answer.text.shown(reader), is_right(answer))).collect();
    let wrong: Vec<f64> = answers.iter().filter(|answer| !is_right(answer)).map(|_| 0.0).collect();
    reader.left_out.extend(kinds::lost_weights(&[1.0], &wrong).map(|what| (element.line, Lost::scores(what))));
    if kinds::are_all_right(&options) {
        reader.left_out.push((element.line, Lost::scores(kinds::ALL_RIGHT)));
    }
    Ok(kinds::several(text, options, Scoring::Partial).into())
}

pub fn true_or_false(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let answers = answers::of(element)?;
    let text = question_text(element).shown(reader);
    let mut right = None;
    for answer in answers.iter().filter(|answer| answer.is_full()) {
        right = match answer.text.plain(reader).to_lowercase().as_str() {
            "true" => Some("True"),
            "false" => Some("False"),
            _ => None,
        };
    }
    let right = right.ok_or("it does not say whether true or false is right")?;
    Ok(kinds::choice(text, 1, vec!["True".into(), "False".into()], Some(right.to_owned())).into())
}
