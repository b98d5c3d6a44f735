//! Answers and keys in words.

use super::{super::render::*, spec};
use serde_json::json;

/// In one line, a gap is a line; a mark that is no gap of the question is the author's own text.
#[test]
fn a_gap_is_a_line_where_a_question_is_named() {
    for format in ["plain", "markdown"] {
        let question =
            spec(&json!({"type": "gaps", "format": format, "question": "Rust has [[a]], and C++ `[[nodiscard]]`.",
            "gaps": [{"id": "a", "kind": "text", "accepted": ["borrows"]}]}));
        assert!(question.summary().starts_with("Rust has ____, and C++ "), "{}", question.summary());
        assert!(question.summary().contains("[[nodiscard]]"), "{}", question.summary());
        assert!(question.plain_text().contains("[[a]]"), "other programs and models get the marks");
    }
}

#[test]
fn answers_and_keys_are_readable() {
    let options = json!([{"id": "o1", "text": "two\nlines"}, {"id": "o2", "text": "B"}, {"id": "o3", "text": "C"}]);
    let cases = [
        (
            json!({"type": "multiple_response", "options": options, "correct_answers": ["o2", "o1"]}),
            r#"["o3","o2"]"#,
            Some("B, C"),
            Some("two lines, B"),
        ),
        (
            json!({"type": "ordering", "options": options, "order": ["o3", "o2", "o1"]}),
            r#"["o2","o1"]"#,
            Some("1. B  2. two lines"),
            Some("1. C  2. B  3. two lines"),
        ),
        (
            json!({"type": "matching", "prompts": [{"id": "l1", "text": "x"}, {"id": "l2", "text": "y"}],
                "options": options, "pairs": {"l1": "o2", "l2": "o2"}}),
            r#"{"l2":"o3"}"#,
            Some("y -> C"),
            Some("x -> B; y -> B"),
        ),
        (
            json!({"type": "gaps", "question": "[[a]] [[b]] [[c]]", "gaps": [
                {"id": "a", "kind": "choice", "options": options, "correct_answer": "o3"},
                {"id": "b", "kind": "text", "accepted": ["one", "two"], "pattern": "t.*"},
                {"id": "c", "kind": "number", "correct_number": "3.50", "unit": "kg",
                    "tolerance": {"kind": "relative", "value": "0.025"}}]}),
            r#"{"c":"3 kg","a":"o2"}"#,
            Some("a: B; c: 3 kg"),
            Some("a: C; b: one / two / pattern t.*; c: 3.50 kg ± 2.5 %"),
        ),
        (
            json!({"type": "numeric", "correct_number": 7, "tolerance": {"kind": "absolute", "value": "0.1"}}),
            "7",
            None,
            Some("7 ± 0.1"),
        ),
        (json!({"type": "multiple_choice", "options": ["A", "B"], "correct_answer": "B"}), "B", None, None),
        (
            json!({"type": "multiple_choice", "format": "markdown", "options": ["A", "**B**"], "correct_answer": "**B**"}),
            "**B**",
            Some("B"),
            Some("B"),
        ),
        (json!({"type": "essay"}), "Because.", None, None),
    ];
    for (mut question, answer, shown, key) in cases {
        if question["question"].is_null() {
            question["question"] = json!("Why?");
        }
        let question = spec(&question);
        assert_eq!(answer_text(&question, answer).as_deref(), shown, "{question:?}");
        assert_eq!(key_text(&question).as_deref(), key, "{question:?}");
        assert!(!is_unreadable(&question, answer) && !is_unreadable(&question, " "));
        assert_eq!(answer_text(&question, ""), None);
    }
    let ordering = spec(&json!({"type": "ordering", "question": "?", "options": options, "order": ["o3", "o2", "o1"]}));
    assert!(is_unreadable(&ordering, "B"));
    assert_eq!(answer_text(&ordering, "B"), None, "it is shown as it is");
}
