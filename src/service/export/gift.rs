//! Exports tests as Moodle GIFT. Data that GIFT cannot express (ids, points, kinds of written answers, the test as a
//! whole) is in comments, which Moodle ignores and our import reads.

use crate::{
    domain::test::{Question, QuestionKind, Test},
    service::import::{QUESTION_NOTE, QuestionNote, TEST_NOTE, TestNote, Type},
};
use std::io::{self, Write};

pub(super) fn write(test: &Test, out: &mut dyn Write) -> io::Result<()> {
    let note = TestNote {
        title: test.title.clone(),
        description: test.description.clone(),
        duration_minutes: test.duration_minutes.into(),
        require_fullscreen: test.require_fullscreen,
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
    let kind = (question.kind == QuestionKind::Coding).then_some(Type::Coding);
    let note = QuestionNote {
        id: Some(question.id.clone()),
        points: question.points.into(),
        kind,
        expected_language: question.expected_language.clone(),
    };
    writeln!(out, "{QUESTION_NOTE}{}", serde_json::to_string(&note)?)?;
    // `[plain]` keeps the text from being parsed as markup.
    write!(out, "::Q{number}::[plain]{} {{", escaped(&question.text))?;
    for option in &question.options {
        let is_right = question.correct_answer.as_ref() == Some(option);
        let (sign, all) = if is_right { ('=', "%100%") } else { ('~', "%0%") };
        // An option that begins like a weight needs an explicit one.
        let weight = if option.starts_with('%') { all } else { "" };
        let plain = if option.starts_with('[') { "[plain]" } else { "" };
        write!(out, "\n\t{sign}{weight}{plain}{}", escaped(option))?;
    }
    writeln!(out, "{}", if question.options.is_empty() { "}" } else { "\n}" })
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
