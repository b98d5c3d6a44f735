use super::*;
use crate::domain::history::HistoryMode;
use crate::domain::question::{ChoiceDraft, QuestionContent};

fn choice() -> QuestionDraft {
    QuestionDraft {
        id: Some("1".into()),
        options: options([" 4 ", "5", "  "]),
        correct_answer: Some("4".into()),
        expected_language: Some("Rust".into()),
        ..QuestionDraft::new(QuestionKind::MultipleChoice, "2 + 2?")
    }
}

fn options<const N: usize>(texts: [&str; N]) -> Vec<ChoiceDraft> {
    texts.map(|text| text.to_owned().into()).to_vec()
}

fn draft(questions: Vec<QuestionDraft>) -> TestDraft {
    TestDraft {
        title: "Sums".into(),
        description: String::new(),
        duration_minutes: 60,
        questions,
        require_fullscreen: false,
        history: HistoryMode::Saves,
        language: None,
        translations: std::collections::BTreeMap::new(),
        description_format: RichTextFormat::Plain,
    }
}

fn message(draft: TestDraft, field: &str) -> String {
    draft.check().unwrap_err().fields.remove(field).unwrap_or_default()
}

#[test]
fn blank_options_and_fields_of_other_types_are_removed() {
    let essay = QuestionDraft { id: Some("2".into()), kind: QuestionKind::Essay, ..choice() };
    let test = draft(vec![choice(), essay]).check().unwrap();
    assert_eq!(test.questions[0].texts(), ["4", "5"]);
    assert_eq!(test.questions[0].expected_language(), None);
    assert_eq!(test.questions[1].body, QuestionContent::Essay);
}

#[test]
fn messages_are_by_field() {
    assert_eq!(message(TestDraft { title: " ".into(), ..draft(vec![choice()]) }, "title"), "Test title is required");
    assert_eq!(message(draft(vec![]), "questions"), "Add at least one question to the test");
    let one = QuestionDraft { options: options(["4"]), ..choice() };
    assert!(
        message(draft(vec![one]), "questions[0].options").contains("Multiple choice questions need at least 2 options")
    );
    let none = QuestionDraft { correct_answer: None, ..choice() };
    assert!(message(draft(vec![none]), "questions[0].correct_answer").contains("Please select the correct answer"));
    let other = QuestionDraft { correct_answer: Some("6".into()), ..choice() };
    assert!(message(draft(vec![other]), "questions[0].correct_answer").contains("must match one of the options"));
    let twins = QuestionDraft { options: options(["4", " 4"]), ..choice() };
    assert!(message(draft(vec![twins]), "questions[0].options").contains("two options are the same"));
    assert!(message(draft(vec![choice(), choice()]), "questions[1].id").contains("twice"));
}

#[test]
fn limits_are_inclusive() {
    for (minutes, ok) in [(0, false), (1, true), (480, true), (481, false)] {
        let test = TestDraft { duration_minutes: minutes, ..draft(vec![choice()]) };
        assert_eq!(test.check().is_ok(), ok, "{minutes}");
    }
    for (points, ok) in [(0, false), (1, true), (100, true), (101, false), (-1, false)] {
        assert_eq!(draft(vec![QuestionDraft { points, ..choice() }]).check().is_ok(), ok, "{points}");
    }
    for (count, ok) in [(2, true), (6, true), (7, false)] {
        let options = (4..4 + count).map(|n| n.to_string().into()).collect();
        assert_eq!(draft(vec![QuestionDraft { options, ..choice() }]).check().is_ok(), ok, "{count}");
    }
}

#[test]
fn languages_match_case_insensitively() {
    let coding = |l: &str| QuestionDraft { kind: QuestionKind::Coding, expected_language: Some(l.into()), ..choice() };
    assert_eq!(draft(vec![coding("rust")]).check().unwrap().questions[0].expected_language(), Some("Rust"));
    assert!(draft(vec![coding("Cobol")]).check().is_err());
}
