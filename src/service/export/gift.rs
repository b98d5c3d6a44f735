//! Exports tests as Moodle GIFT. Data that GIFT cannot express (ids, points, kinds of written answers, the test as a
//! whole) is in comments, which Moodle ignores and our import reads.

use crate::{
    domain::{
        rich_text::Format,
        test::{DraftQuestion, Question, QuestionKind, Test},
    },
    service::import::{QUESTION_NOTE, QuestionNote, TEST_NOTE, TestNote},
};
use std::io::{self, Write};

pub(super) fn write(test: &Test, out: &mut dyn Write) -> io::Result<()> {
    let note = TestNote {
        title: test.title.clone(),
        description: test.description.clone(),
        duration_minutes: test.duration_minutes.into(),
        require_fullscreen: test.require_fullscreen,
        history: test.history,
        description_format: Some(test.description_format).filter(|format| *format != Format::Plain),
    };
    writeln!(out, "{TEST_NOTE}{}", serde_json::to_string(&note)?)?;
    writeln!(out, "$CATEGORY: {}", test.title.replace('/', "//"))?;
    for (number, question) in (1..).zip(&test.questions) {
        writeln!(out)?;
        write_question(number, question, out)?;
    }
    Ok(())
}

fn write_question(number: usize, question: &Question, out: &mut dyn Write) -> io::Result<()> {
    let kind = (question.kind() == QuestionKind::Coding).then_some(QuestionKind::Coding);
    let whole = (!question.is_basic()).then(|| Box::new(DraftQuestion::from(question)));
    if whole.is_some() {
        let kind = question.kind().name();
        writeln!(out, "// The {kind} question that follows has no counterpart here: other programs read less of it.")?;
    }
    let note = QuestionNote {
        id: Some(question.id.clone()),
        points: question.points.into(),
        kind,
        expected_language: question.expected_language().map(str::to_owned),
        whole,
    };
    writeln!(out, "{QUESTION_NOTE}{}", serde_json::to_string(&note)?)?;
    // `[plain]` keeps the text from being parsed as markup.
    write!(out, "::Q{number}::[plain]{} {{", escaped(&question.plain_text()))?;
    for option in question.texts() {
        let is_right = question.correct_answer() == Some(option);
        let (sign, all) = if is_right { ('=', "%100%") } else { ('~', "%0%") };
        // An option that begins like a weight needs an explicit one.
        let weight = if option.starts_with('%') { all } else { "" };
        let plain = if option.starts_with('[') { "[plain]" } else { "" };
        write!(out, "\n\t{sign}{weight}{plain}{}", escaped(option))?;
    }
    writeln!(out, "{}", if question.texts().is_empty() { "}" } else { "\n}" })
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
