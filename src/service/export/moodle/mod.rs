//! Exports tests as Moodle XML. Each test is a category. What Moodle has no place for is named before and after an export.

pub mod key;
pub mod text;

use super::{exported::Exported, kinds, pictures::PictureLookup, qti::shuffles};
use crate::domain::{
    bank::Labels,
    passage::FormattedText,
    question::{Question, QuestionContent},
};
use std::{
    io::{self, Write},
    iter,
};
use text::{MoodleTexts, escaped};

pub(super) fn write(tests: &[Exported], source: PictureLookup<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>")?;
    for exported in tests {
        let test = &exported.test;
        let name = escaped(&test.title.replace('/', "//"));
        writeln!(out, "<question type=\"category\">\n  <category><text>$course$/{name}</text></category>")?;
        if !test.description.is_empty() {
            let writer = MoodleTexts::new(source);
            writeln!(out, "  {}", writer.description(test)?)?;
        }
        writeln!(out, "</question>")?;
        let labels = exported.labels.iter().cloned().chain(iter::repeat_with(Labels::default));
        let questions = (1..).zip(&test.questions).zip(labels).zip(shuffles(exported));
        let before = before_each(exported);
        for (((number, question), labels), shuffles) in questions {
            for (name, text) in
                before.iter().filter(|(place, ..)| *place + 1 == number).map(|(_, name, text)| (name, text))
            {
                let writer = MoodleTexts::new(source);
                let name = escaped(name);
                let shown = writer.element("questiontext", "", &text.text, text.tree.as_ref())?;
                writeln!(
                    out,
                    "<question type=\"description\">\n  <name><text>{name}</text></name>\n  {shown}\n</question>"
                )?;
            }
            let writer = MoodleTexts::new(source);
            out.write_all(item(number, question, &labels, shuffles, &writer)?.as_bytes())?;
        }
    }
    writeln!(out, "</quiz>")
}

/// Instructions and passages, each before the question at its place: a text has no questions there.
fn before_each(exported: &Exported) -> Vec<(usize, String, &FormattedText)> {
    let sections = exported.sections.iter().flat_map(|sections| &sections.sections);
    let mut start = 0;
    let mut found = Vec::new();
    for section in sections {
        found.extend(section.instructions.as_ref().map(|text| (start, "Instructions".to_owned(), text)));
        for passage in &section.passages {
            let name = if passage.title.is_empty() { passage.id.clone() } else { passage.title.clone() };
            found.extend(passage.places.first().map(|first| (start + *first as usize, name, &passage.text)));
        }
        start += section.items.len();
    }
    found
}

fn item(
    number: usize,
    question: &Question,
    labels: &Labels,
    shuffles: bool,
    texts: &MoodleTexts<'_>,
) -> io::Result<String> {
    let key = kinds::key(&question.body).moodle(question, shuffles, texts)?;
    let name = if labels.title.is_empty() { format!("Q{number}") } else { escaped(&labels.title) };
    let mut out = format!("<question type=\"{}\">\n  <name><text>{name}</text></name>\n", key.kind);
    let mut line = |line: &str| out.extend(["  ", line, "\n"]);
    line(&key.text);
    if !question.explanation.is_empty() {
        let tree = question.trees.as_ref().and_then(|trees| trees.explanation.as_ref());
        line(&texts.element("generalfeedback", "", &question.explanation, tree)?);
    }
    line(&format!("<defaultgrade>{}</defaultgrade>", question.points));
    for one in &key.lines {
        line(one);
    }
    if !question.tags.is_empty() {
        let tags = question.tags.iter().map(|tag| format!("<tag><text>{}</text></tag>", escaped(tag)));
        line(&format!("<tags>{}</tags>", tags.collect::<String>()));
    }
    out.push_str("</question>\n");
    Ok(out)
}

/// A loss as a sentence.
pub(super) fn in_words(lost: &str) -> String {
    format!("{lost} cannot be expressed in Moodle XML.")
}

/// Content that Moodle has no counterpart for, as beginnings of sentences.
pub(super) fn lost(question: &Question) -> Vec<&'static str> {
    let has_weights = matches!(question.body, QuestionContent::MultipleChoice(_));
    let has_notes = matches!(question.body, QuestionContent::Essay | QuestionContent::Coding(_));
    let rest = [
        (question.penalty.0 != 0 && !has_weights).then_some("The penalty"),
        question.show_explanation.then_some("That candidates may read the explanation"),
        (!question.reviewer_notes.is_empty() && !has_notes).then_some("The notes for reviewers"),
        (!question.pinned_options.is_empty()).then_some("Which options keep their place"),
    ];
    kinds::key(&question.body).lost_in_moodle(question).into_iter().chain(rest.into_iter().flatten()).collect()
}
