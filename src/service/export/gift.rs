//! Exports tests as Moodle GIFT. Data that GIFT cannot express (ids, points, kinds of written answers, the test as a
//! whole) is in comments, which Moodle ignores and our import reads.

use super::{
    exported::Exported,
    gift_text::{escaped, mark},
    kinds::{self, GiftAnswers},
};
use crate::{
    domain::{
        bank::Labels,
        question::QuestionContent,
        rich_text::RichTextFormat,
        test::{Question, QuestionDraft, QuestionKind},
    },
    service::import::{QUESTION_NOTE, QuestionNote, TEST_NOTE, TestNote, hash_of_words},
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
    let words = words(number, question, &labels);
    let note = QuestionNote {
        id: Some(question.id.clone()),
        points: question.points.into(),
        kind,
        expected_language: question.expected_language().map(str::to_owned),
        words: whole.as_ref().map(|_| hash_of_words(&words)),
        whole,
        labels,
    };
    writeln!(out, "{QUESTION_NOTE}{}", serde_json::to_string(&note)?)?;
    out.write_all(words.as_bytes())
}

/// The question as other programs read it.
fn words(number: usize, question: &Question, labels: &Labels) -> String {
    let name = if labels.title.is_empty() { format!("Q{number}") } else { escaped(&labels.title) };
    // `[plain]` keeps the text from being parsed as markup; answers inherit the mark.
    let mark = mark(question);
    let mut words = format!("::{name}::{mark}{} {{", escaped(&question.text));
    let mut is_open = !question.explanation.is_empty();
    match kinds::key(&question.body).gift(question) {
        GiftAnswers::Inline(answers) => words.push_str(&answers),
        GiftAnswers::Lines(answers) => {
            words.push_str(&answers.concat());
            is_open |= !answers.is_empty();
        }
    }
    if !question.explanation.is_empty() {
        words.extend(["\n\t####", mark, &escaped(&question.explanation)]);
    }
    words.push_str(if is_open { "\n}\n" } else { "}\n" });
    words
}

/// A loss as a sentence.
pub(super) fn in_words(lost: &str) -> String {
    format!("Other programs cannot read {lost}.")
}

/// Content that GIFT has no counterpart for.
pub(super) fn lost(question: &Question) -> Vec<&'static str> {
    let body = kinds::key(&question.body).lost_in_gift(question);
    let has_weights = matches!(question.body, QuestionContent::MultipleChoice(_));
    let rest = [
        (question.penalty.0 != 0 && !has_weights).then_some("the penalty"),
        question.show_explanation.then_some("that candidates may read the explanation"),
        (!question.reviewer_notes.is_empty()).then_some("the notes for reviewers"),
        (!question.tags.is_empty()).then_some("the tags"),
        has_pictures(question).then_some("the pictures"),
        (!question.pinned_options.is_empty()).then_some("which options keep their place"),
    ];
    body.into_iter().chain(rest.into_iter().flatten()).collect()
}

fn has_pictures(question: &Question) -> bool {
    question.trees.as_ref().is_some_and(|trees| trees.all().any(|tree| !tree.pictures().is_empty()))
}
