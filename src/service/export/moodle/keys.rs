//! The key of each kind in Moodle XML.

use super::text::{MoodleTexts, escaped};
use crate::{
    domain::question::{
        Choice, Gap, GapKey, MatchingKey, MultipleChoiceKey, MultipleResponseKey, NumberKey, OrderingKey, Question,
        QuestionContent, Scoring, TextKey, ToleranceKind, Tree, decimal::Decimal,
    },
    service::export::five_decimals,
};
use std::io;

/// A question's type, its text and the elements of its key.
pub struct MoodleKey {
    pub kind: &'static str,
    pub text: String,
    pub lines: Vec<String>,
}

pub fn of(question: &Question, shuffles: bool, texts: &MoodleTexts<'_>) -> io::Result<MoodleKey> {
    let tree = question.trees.as_ref().map(|trees| &trees.text);
    let text = texts.element("questiontext", "", &question.text, tree)?;
    let (kind, lines) = match &question.body {
        QuestionContent::MultipleChoice(key) => ("multichoice", choice(key, question, shuffles, texts)?),
        QuestionContent::MultipleResponse(key) => ("multichoice", several(key, question, shuffles, texts)?),
        QuestionContent::Numeric(key) => ("numerical", number(key)),
        QuestionContent::ShortText(key) if !key.accepted.is_empty() => ("shortanswer", short_text(key)),
        QuestionContent::Ordering(key) => ("ordering", ordering(key, question, texts)?),
        QuestionContent::Matching(key) => ("matching", matching(key, question, texts)?),
        QuestionContent::Gaps(gaps) if gaps.iter().all(has_answers) => {
            let weight = weight(question, gaps);
            let gap = |id: &str| gaps.iter().find(|gap| gap.id == id).map(|gap| cloze(gap, weight));
            let text = texts.with_gaps(&question.text, tree, &gap)?;
            return Ok(MoodleKey { kind: "cloze", text, lines: Vec::new() });
        }
        QuestionContent::Essay
        | QuestionContent::Coding(_)
        | QuestionContent::ShortText(_)
        | QuestionContent::Gaps(_) => ("essay", essay(question)),
    };
    Ok(MoodleKey { kind, text, lines })
}

/// Content of the key that Moodle has no counterpart for.
pub fn lost(question: &Question) -> Vec<&'static str> {
    let is_whole = question.scoring == Scoring::AllOrNothing;
    let exact = |key: &TextKey| key.pattern.is_some() || key.space_sensitive;
    let lost = match &question.body {
        QuestionContent::MultipleChoice(_) | QuestionContent::Essay | QuestionContent::Ordering(_) => Vec::new(),
        QuestionContent::MultipleResponse(_) | QuestionContent::Matching(_) => {
            vec![is_whole.then_some("That a part of the answer earns nothing")]
        }
        QuestionContent::Numeric(key) => vec![key.unit.as_ref().map(|_| "That a wrong unit earns nothing")],
        QuestionContent::ShortText(key) => vec![exact(key).then_some("The pattern, and that spaces count,")],
        QuestionContent::Coding(key) => {
            vec![Some("The languages of code"), (!key.tests.is_empty()).then_some("The tests of code")]
        }
        QuestionContent::Gaps(gaps) => {
            let needs_more = gaps.iter().any(|gap| match &gap.key {
                GapKey::Choice { .. } => false,
                GapKey::Text(key) => exact(key),
                GapKey::Number(key) => key.unit.is_some(),
            });
            let is_uneven = usize::try_from(question.points).unwrap_or_default() % gaps.len().max(1) != 0;
            vec![
                is_whole.then_some("That a part of the answer earns nothing"),
                needs_more.then_some("Units, patterns or spaces of gaps"),
                is_uneven.then_some("The points (Moodle counts one for each gap)"),
            ]
        }
    };
    lost.into_iter().flatten().collect()
}

fn tree(trees: Option<&Vec<Tree>>, place: usize) -> Option<&Tree> {
    trees.and_then(|trees| trees.get(place))
}

fn answers<'t>(
    options: impl Iterator<Item = (&'t str, String)>,
    question: &Question,
    texts: &MoodleTexts<'_>,
) -> io::Result<Vec<String>> {
    let trees = question.trees.as_ref().map(|trees| &trees.options);
    let answer = |(place, (text, fraction)): (usize, (&str, String))| {
        texts.element("answer", &format!(" fraction=\"{fraction}\""), text, tree(trees, place))
    };
    options.enumerate().map(answer).collect()
}

fn choice(
    key: &MultipleChoiceKey,
    question: &Question,
    shuffles: bool,
    texts: &MoodleTexts<'_>,
) -> io::Result<Vec<String>> {
    let wrong = five_decimals(-100.0 * question.penalty.as_points() / f64::from(question.points));
    let fraction = |option: &str| if option == key.correct_answer { "100".to_owned() } else { wrong.clone() };
    let options = key.options.iter().map(|option| (option.as_str(), fraction(option)));
    // All of them keep their places.
    let shuffles = shuffles && question.pinned_options.len() < key.options.len();
    let head = vec!["<single>true</single>".to_owned(), format!("<shuffleanswers>{shuffles}</shuffleanswers>")];
    Ok(head.into_iter().chain(answers(options, question, texts)?).collect())
}

fn several(
    key: &MultipleResponseKey,
    question: &Question,
    shuffles: bool,
    texts: &MoodleTexts<'_>,
) -> io::Result<Vec<String>> {
    let right = key.correct_answers.len();
    let wrong = key.options.len().saturating_sub(right);
    let share = |of: usize| 100.0 / f64::from(u32::try_from(of.max(1)).unwrap_or(1));
    let fraction = |option: &Choice| {
        let is_right = key.correct_answers.contains(&option.id);
        five_decimals(if is_right { share(right) } else { -share(wrong) })
    };
    let options = key.options.iter().map(|option| (option.text.as_str(), fraction(option)));
    let shuffles = shuffles && question.pinned_options.len() < key.options.len();
    let head = vec!["<single>false</single>".to_owned(), format!("<shuffleanswers>{shuffles}</shuffleanswers>")];
    Ok(head.into_iter().chain(answers(options, question, texts)?).collect())
}

/// The tolerance as an absolute one.
fn width(key: &NumberKey) -> Option<Decimal> {
    let tolerance = key.tolerance.as_ref()?;
    match tolerance.kind {
        ToleranceKind::Absolute => Some(tolerance.value.clone()),
        ToleranceKind::Relative => {
            Decimal::of(&(tolerance.value.value() * key.correct_number.value()).abs().normalized())
        }
    }
}

fn number(key: &NumberKey) -> Vec<String> {
    let width = width(key).map_or_else(|| "0".to_owned(), |width| width.as_str().to_owned());
    let number = key.correct_number.as_str();
    let mut lines = vec![format!(
        "<answer fraction=\"100\" format=\"moodle_auto_format\"><text>{number}</text><tolerance>{width}</tolerance></answer>"
    )];
    match &key.unit {
        Some(unit) => lines.extend([
            "<unitgradingtype>1</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>0</showunits>".to_owned(),
            format!("<units><unit><multiplier>1</multiplier><unit_name>{}</unit_name></unit></units>", escaped(unit)),
        ]),
        None => lines.push("<unitgradingtype>0</unitgradingtype><showunits>3</showunits>".to_owned()),
    }
    lines
}

fn short_text(key: &TextKey) -> Vec<String> {
    let answer = |text: &String| {
        let text = escaped(&text.replace('*', "\\*"));
        format!("<answer fraction=\"100\" format=\"plain_text\"><text>{text}</text></answer>")
    };
    let head = format!("<usecase>{}</usecase>", u8::from(key.case_sensitive));
    std::iter::once(head).chain(key.accepted.iter().map(answer)).collect()
}

fn ordering(key: &OrderingKey, question: &Question, texts: &MoodleTexts<'_>) -> io::Result<Vec<String>> {
    let rule = if question.scoring == Scoring::AllOrNothing { "ALL_OR_NOTHING" } else { "RELATIVE_NEXT_EXCLUDE_LAST" };
    let head = format!("<gradingtype>{rule}</gradingtype><selecttype>ALL</selecttype><selectcount>0</selectcount>");
    let trees = question.trees.as_ref().map(|trees| &trees.options);
    let mut lines = vec![head];
    for (number, id) in (1..).zip(&key.order) {
        if let Some(place) = key.options.iter().position(|option| option.id == *id)
            && let Some(option) = key.options.get(place)
        {
            lines.push(texts.element(
                "answer",
                &format!(" fraction=\"{number}\""),
                &option.text,
                tree(trees, place),
            )?);
        }
    }
    Ok(lines)
}

fn matching(key: &MatchingKey, question: &Question, texts: &MoodleTexts<'_>) -> io::Result<Vec<String>> {
    let trees = question.trees.as_ref();
    let option = |id: Option<&String>| -> io::Result<String> {
        let place = key.options.iter().position(|option| Some(&option.id) == id);
        let Some((place, option)) = place.and_then(|place| Some((place, key.options.get(place)?))) else {
            return Ok(String::new());
        };
        texts.element("answer", "", &option.text, tree(trees.map(|trees| &trees.options), place))
    };
    let mut lines = vec!["<shuffleanswers>true</shuffleanswers>".to_owned()];
    for (place, prompt) in key.prompts.iter().enumerate() {
        let text = texts.element("subquestion", "", &prompt.text, tree(trees.map(|trees| &trees.prompts), place))?;
        let answer = option(key.pairs.get(&prompt.id))?;
        lines.push(text.replace("</subquestion>", &format!("{answer}</subquestion>")));
    }
    for one in key.options.iter().filter(|one| !key.pairs.values().any(|id| *id == one.id)) {
        lines.push(format!("<subquestion format=\"plain_text\"><text></text>{}</subquestion>", option(Some(&one.id))?));
    }
    Ok(lines)
}

fn essay(question: &Question) -> Vec<String> {
    let head =
        "<responseformat>editor</responseformat><responserequired>1</responserequired><attachments>0</attachments>";
    let notes = (!question.reviewer_notes.is_empty()).then(|| {
        format!("<graderinfo format=\"plain_text\"><text>{}</text></graderinfo>", escaped(&question.reviewer_notes))
    });
    std::iter::once(head.to_owned()).chain(notes).collect()
}

fn has_answers(gap: &Gap) -> bool {
    !matches!(&gap.key, GapKey::Text(key) if key.accepted.is_empty())
}

/// Points of one gap.
fn weight(question: &Question, gaps: &[Gap]) -> usize {
    let points = usize::try_from(question.points).unwrap_or_default();
    let share = points / gaps.len().max(1);
    if share * gaps.len() == points { share.max(1) } else { 1 }
}

/// `{1:SHORTANSWER:=Paris}`.
fn cloze(gap: &Gap, weight: usize) -> String {
    let (kind, answers) = match &gap.key {
        GapKey::Choice { options, correct_answer } => {
            let option = |one: &Choice| {
                let mark = if one.id == *correct_answer { "=" } else { "" };
                format!("{mark}{}", in_braces(&one.text))
            };
            ("MULTICHOICE", options.iter().map(option).collect::<Vec<_>>())
        }
        GapKey::Text(key) => {
            let answers = key.accepted.iter().map(|text| format!("={}", in_braces(&text.replace('*', "\\*"))));
            (if key.case_sensitive { "SHORTANSWER_C" } else { "SHORTANSWER" }, answers.collect())
        }
        GapKey::Number(key) => {
            let width = width(key).map_or_else(|| "0".to_owned(), |width| width.as_str().to_owned());
            ("NUMERICAL", vec![format!("={}:{width}", key.correct_number.as_str())])
        }
    };
    format!("{{{weight}:{kind}:{}}}", answers.join("~"))
}

fn in_braces(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '}' | '#' | '~' | '"' | '\\' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
