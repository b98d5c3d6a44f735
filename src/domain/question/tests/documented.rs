//! Scores every example of `docs/scoring.md`.

use super::super::{GradeStatus, Question, QuestionDraft, Scorer, Thousandths};

const PAGE: &str = include_str!("../../../../docs/scoring.md");

/// An example: a row of a table below a question.
struct Example<'p> {
    answer: &'p str,
    earned: &'p str,
    status: &'p str,
}

fn example(row: &str) -> Option<Example<'_>> {
    let row = row.strip_prefix("| ")?;
    let (answer, rest) = match row.strip_prefix('`') {
        Some(row) => row.split_once("` | ")?,
        None => ("", row.strip_prefix("blank | ")?),
    };
    let mut cells = rest.split(" | ");
    Some(Example { answer, earned: cells.next()?, status: cells.next()?.trim_end_matches(" |") })
}

fn spec(json: &str) -> Question {
    let draft: QuestionDraft = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    draft.check_alone(0).unwrap_or_else(|error| panic!("{error:?}: {json}"))
}

fn status(name: &str) -> GradeStatus {
    match name {
        "correct" => GradeStatus::Correct,
        "partial" => GradeStatus::Partial,
        "wrong" => GradeStatus::Wrong,
        "pending" => GradeStatus::Pending,
        other => panic!("{other}"),
    }
}

#[test]
fn every_example_of_the_page_is_true() {
    let mut question: Option<Question> = None;
    let mut kinds = std::collections::BTreeSet::new();
    let mut seen = 0;
    for line in PAGE.lines() {
        if line.starts_with("{\"type\"") {
            question = Some(spec(line));
        } else if line.starts_with("## ") {
            question = None;
        }
        let (Some(spec), Some(example)) = (&question, example(line)) else { continue };
        let mark = Scorer::new(spec).mark(example.answer);
        let expected = (Thousandths::parse(example.earned).expect(line), status(example.status));
        assert_eq!((mark.earned, mark.status), expected, "{line}");
        kinds.insert(spec.body.kind());
        seen += 1;
    }
    assert!(kinds.len() >= 8 && seen > 50, "{seen} examples of {kinds:?}");
}
