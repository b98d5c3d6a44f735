//! Words that are chosen for, or dragged to, places in a text: `[[2]]` is the place of the second word.

use super::{files, found::ReadKind};
use crate::{
    domain::{
        question::{ChoiceDraft, GapDraft, GapKind, Scoring},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{
        html::GAP,
        kinds::{self, option_id},
        lost::Lost,
        qti::{reader::QtiReader, text::gap_id, xml::XmlElement},
    },
};

struct Word {
    text: String,
    group: String,
    /// Whether the word can be put into several places. Words that are chosen from a list always can.
    is_unlimited: bool,
}

pub fn words(element: &XmlElement, reader: &mut QtiReader<'_>) -> ReadKind {
    let words = element.children().filter(|child| matches!(child.name.as_str(), "selectoption" | "dragbox"));
    let mut read = |word: &XmlElement| Word {
        text: files::text(word).plain(reader),
        group: word.child("group").map(XmlElement::text).unwrap_or_default(),
        is_unlimited: word.child("infinite").is_some() || word.name != "dragbox",
    };
    let words: Vec<Word> = words.take(kinds::MAX_PARTS + 1).map(&mut read).collect();
    if words.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 words".into());
    }
    let body = element.child("questiontext").ok_or("it has no text")?;
    let (source, places) = places(&files::source(body));
    if places.is_empty() {
        return Err("its text has no places for words".into());
    }
    if places.len() > kinds::MAX_PARTS {
        return Err("it has more than 200 places".into());
    }
    let mut gaps = Vec::new();
    for (number, place) in (1..).zip(&places) {
        let right = place.checked_sub(1).and_then(|place| words.get(place));
        let right = right.ok_or_else(|| format!("the word for [[{place}]] is missing"))?;
        let mut options: Vec<&str> = Vec::new();
        for word in words.iter().filter(|word| word.group == right.group) {
            if !options.contains(&word.text.as_str()) {
                options.push(&word.text);
            }
        }
        let correct = options.iter().position(|option| *option == right.text).map(option_id);
        let option = |(place, text): (usize, &str)| ChoiceDraft::WithId { id: option_id(place), text: text.to_owned() };
        gaps.push(GapDraft {
            correct_answer: correct,
            options: options.into_iter().enumerate().map(option).collect(),
            ..GapDraft::new(gap_id(number), GapKind::Choice)
        });
    }
    let is_used_up = |word: &Word| {
        let fits = |place: &&usize| {
            place.checked_sub(1).and_then(|place| words.get(place)).is_some_and(|right| right.group == word.group)
        };
        !word.is_unlimited && places.iter().filter(fits).count() > 1
    };
    if words.iter().any(is_used_up) {
        let what = "A word can be put into one place only there, and chosen at several here.";
        reader.left_out.push((element.line, Lost::reads(what)));
    }
    let text = files::formatted(body, &source).with_gaps(reader);
    let question = QuestionDraft::new(QuestionKind::Gaps, text);
    Ok(QuestionDraft { gaps, scoring: Some(Scoring::Partial), ..question }.into())
}

/// The text with marks of gaps, and the number of the word that belongs into each.
fn places(source: &str) -> (String, Vec<usize>) {
    let (mut out, mut found) = (String::new(), Vec::new());
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("[[") {
        out.push_str(before);
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = after.get(..digits).and_then(|digits| digits.parse().ok());
        let behind = after.get(digits..).and_then(|rest| rest.strip_prefix("]]"));
        if let (Some(number), Some(behind)) = (number, behind) {
            out.push(GAP);
            found.push(number);
            rest = behind;
        } else {
            out.push_str("[[");
            rest = after;
        }
    }
    out.push_str(rest);
    (out, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found() {
        assert_eq!(places("a [[2]] b [[1]][[x]]"), (format!("a {GAP} b {GAP}[[x]]"), vec![2, 1]));
    }
}
