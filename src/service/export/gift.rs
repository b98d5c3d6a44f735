//! Exports tests as Moodle GIFT. Data that GIFT cannot express (ids, points, kinds of written answers, the test as a
//! whole) is in comments, which Moodle ignores and our import reads.

use super::exported::Exported;
use crate::{
    domain::{
        bank::Labels,
        question::{
            Choice, MatchingKey, MultipleChoiceKey, MultipleResponseKey, NumberKey, QuestionContent, Scoring, TextKey,
            ToleranceKind, decimal::Decimal,
        },
        rich_text::RichTextFormat,
        test::{Question, QuestionDraft, QuestionKind},
    },
    service::import::{QUESTION_NOTE, QuestionNote, TEST_NOTE, TestNote},
};
use std::{
    io::{self, Write},
    iter,
};

pub(super) fn write(Exported { test, labels, .. }: &Exported, out: &mut dyn Write) -> io::Result<()> {
    let note = TestNote {
        title: test.title.clone(),
        description: test.description.clone(),
        duration_minutes: test.duration_minutes.into(),
        require_fullscreen: test.require_fullscreen,
        history: test.history,
        description_format: Some(test.description_format).filter(|format| *format != RichTextFormat::Plain),
    };
    writeln!(out, "{TEST_NOTE}{}", serde_json::to_string(&note)?)?;
    writeln!(out, "$CATEGORY: {}", test.title.replace('/', "//"))?;
    let labels = labels.iter().cloned().chain(iter::repeat_with(Labels::default));
    for ((number, question), labels) in (1..).zip(&test.questions).zip(labels) {
        writeln!(out)?;
        write_question(number, question, labels, out)?;
    }
    Ok(())
}

fn write_question(number: usize, question: &Question, labels: Labels, out: &mut dyn Write) -> io::Result<()> {
    let kind = (question.kind() == QuestionKind::Coding).then_some(QuestionKind::Coding);
    let whole = (!question.is_basic()).then(|| Box::new(QuestionDraft::from(question)));
    for lost in lost(question) {
        writeln!(out, "// Other programs cannot read {lost} of the question that follows.")?;
    }
    let note = QuestionNote {
        id: Some(question.id.clone()),
        points: question.points.into(),
        kind,
        expected_language: question.expected_language().map(str::to_owned),
        whole,
        labels,
    };
    writeln!(out, "{QUESTION_NOTE}{}", serde_json::to_string(&note)?)?;
    let name = if note.labels.title.is_empty() { format!("Q{number}") } else { escaped(&note.labels.title) };
    // `[plain]` keeps the text from being parsed as markup; answers inherit the mark.
    let mark = mark(question);
    write!(out, "::{name}::{mark}{} {{", escaped(&question.text))?;
    let answers = answers(question);
    write!(out, "{}", answers.join(""))?;
    if !question.explanation.is_empty() {
        write!(out, "\n\t####{mark}{}", escaped(&question.explanation))?;
    }
    let is_open = !answers.is_empty() && !matches!(question.body, QuestionContent::Numeric(_))
        || !question.explanation.is_empty();
    writeln!(out, "{}", if is_open { "\n}" } else { "}" })
}

/// As a sentence.
pub(super) fn in_words(lost: &str) -> String {
    format!("Other programs cannot read {lost}.")
}

/// Content that GIFT has no counterpart for.
pub(super) fn lost(question: &Question) -> Vec<&'static str> {
    let body = match &question.body {
        QuestionContent::Ordering(_) => [Some("the order"), None],
        QuestionContent::Gaps(_) => [Some("the gaps"), None],
        QuestionContent::Coding(coding) => {
            [Some("that the answer is code"), (!coding.is_basic()).then_some("tests, languages and limits")]
        }
        QuestionContent::Numeric(key) => [key.unit.as_ref().map(|_| "the unit"), None],
        QuestionContent::MultipleResponse(_) | QuestionContent::Matching(_)
            if question.scoring == Scoring::AllOrNothing =>
        {
            [Some("that a part of the answer earns nothing"), None]
        }
        QuestionContent::ShortText(key) => [
            key.pattern.as_ref().map(|_| "the pattern"),
            (key.case_sensitive || key.space_sensitive).then_some("that case or spaces count"),
        ],
        QuestionContent::MultipleChoice(_)
        | QuestionContent::MultipleResponse(_)
        | QuestionContent::Matching(_)
        | QuestionContent::Essay => [None, None],
    };
    let has_weights = matches!(question.body, QuestionContent::MultipleChoice(_));
    let rest = [
        (question.penalty.0 != 0 && !has_weights).then_some("the penalty"),
        question.show_explanation.then_some("that candidates may read the explanation"),
        (!question.reviewer_notes.is_empty()).then_some("the notes for reviewers"),
        (!question.tags.is_empty()).then_some("the tags"),
        has_pictures(question).then_some("the pictures"),
        (!question.pinned_options.is_empty()).then_some("which options keep their place"),
    ];
    body.into_iter().chain(rest).flatten().collect()
}

fn has_pictures(question: &Question) -> bool {
    question.trees.as_ref().is_some_and(|trees| trees.all().any(|tree| !tree.pictures().is_empty()))
}

/// The mark of the texts of a question.
const fn mark(question: &Question) -> &'static str {
    match question.format {
        RichTextFormat::Plain => "[plain]",
        RichTextFormat::Markdown => "[markdown]",
    }
}

/// The content of the braces.
fn answers(question: &Question) -> Vec<String> {
    let marked = |text: &str| marked(text, mark(question));
    let pair = |prompt: &str, option: &str| format!("\n\t={} -> {}", marked(prompt), marked(option));
    match &question.body {
        QuestionContent::MultipleChoice(MultipleChoiceKey { options, correct_answer }) => {
            let percent = -100.0 * question.penalty.as_points() / f64::from(question.points);
            let line = |option: &String| {
                let is_right = option == correct_answer;
                // An option that begins like a weight needs an explicit one.
                let weight = match (is_right, option.starts_with('%')) {
                    (false, _) if percent < 0.0 => format!("%{}%", super::five_decimals(percent)),
                    (true, true) => "%100%".to_owned(),
                    (false, true) => "%0%".to_owned(),
                    (_, false) => String::new(),
                };
                format!("\n\t{}{weight}{}", if is_right { '=' } else { '~' }, marked(option))
            };
            options.iter().map(line).collect()
        }
        QuestionContent::MultipleResponse(MultipleResponseKey { options, correct_answers }) => {
            let is_right = |choice: &Choice| correct_answers.contains(&choice.id);
            // Moodle compares the weights with its list of them, which has five decimals.
            let share = |count: usize| 100.0 / f64::from(u32::try_from(count.max(1)).unwrap_or(1));
            let (right, wrong) = (share(correct_answers.len()), share(options.len() - correct_answers.len()));
            let line = |choice: &Choice| {
                let weight = if is_right(choice) { right } else { -wrong };
                format!("\n\t~%{}%{}", super::five_decimals(weight), marked(&choice.text))
            };
            options.iter().map(line).collect()
        }
        QuestionContent::Numeric(key) => vec![format!("#{}", numeric(key))],
        QuestionContent::ShortText(TextKey { accepted, .. }) => {
            accepted.iter().map(|text| format!("\n\t={}", marked(&text.replace('*', "\\*")))).collect()
        }
        QuestionContent::Matching(MatchingKey { prompts, options, pairs }) => {
            let paired = prompts.iter().filter_map(|prompt| {
                let option = options.iter().find(|option| pairs.get(&prompt.id) == Some(&option.id))?;
                Some(pair(&prompt.text, &option.text))
            });
            let is_distractor = |option: &&Choice| !pairs.values().any(|id| *id == option.id);
            paired.chain(options.iter().filter(is_distractor).map(|option| pair("", &option.text))).collect()
        }
        QuestionContent::Essay
        | QuestionContent::Coding(_)
        | QuestionContent::Ordering(_)
        | QuestionContent::Gaps(_) => Vec::new(),
    }
}

/// A text that begins like a mark needs an explicit one.
fn marked(text: &str, mark: &str) -> String {
    format!("{}{}", if text.starts_with('[') { mark } else { "" }, escaped(text))
}

/// `number:tolerance`; a relative tolerance as an absolute one.
fn numeric(NumberKey { correct_number, tolerance, .. }: &NumberKey) -> String {
    let width = tolerance.as_ref().and_then(|tolerance| match tolerance.kind {
        ToleranceKind::Absolute => Some(tolerance.value.clone()),
        ToleranceKind::Relative => Decimal::of(&(tolerance.value.value() * correct_number.value()).abs().normalized()),
    });
    match width {
        Some(width) => format!("{}:{}", correct_number.as_str(), width.as_str()),
        None => correct_number.as_str().to_owned(),
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '~' | '=' | '#' | '{' | '}' | ':' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
