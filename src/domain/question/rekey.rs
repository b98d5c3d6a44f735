//! Another key for a question, given as an answer that is right by it (`docs/scoring.md`, "Repairs").

use super::{answer::ParsedAnswer, spec::Question};

impl Question {
    /// This question with the key by which `answer` is right: all of it, where it has parts. Tolerance, case and spaces
    /// count as before. `None` for an answer that no key of this question could have, and for a kind without a key.
    #[must_use]
    pub fn rekeyed(&self, answer: &str) -> Option<Self> {
        let body = self.body.rekeyed(ParsedAnswer::read(&self.body, answer), self.scoring)?;
        Some(Self { body, ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::question::{GradeStatus, QuestionDraft, Scorer};
    use serde_json::{Value, json};

    fn question(draft: Value) -> Question {
        let draft: QuestionDraft = serde_json::from_value(draft).unwrap();
        draft.check_alone(0).unwrap()
    }

    fn earns(question: &Question, answer: &str) -> bool {
        Scorer::new(question).mark(answer).status == GradeStatus::Correct
    }

    #[test]
    fn the_answer_that_makes_a_key_is_right_by_it_and_the_old_key_is_not() {
        let options = json!([{"id": "a", "text": "1"}, {"id": "b", "text": "2"}, {"id": "c", "text": "3"}]);
        let cases = [
            (json!({"type": "multiple_choice", "options": ["3", "4"], "correct_answer": "4"}), "4", "3"),
            (
                json!({"type": "multiple_response", "options": options, "correct_answers": ["a"]}),
                r#"["a"]"#,
                r#"["c","b"]"#,
            ),
            (json!({"type": "numeric", "correct_number": "3.5", "unit": "kg"}), "3.5 kg", "1.25e3"),
            (json!({"type": "numeric", "correct_number": "3.5", "unit": "kg"}), "3.5 kg", "3500 g"),
            (json!({"type": "short_text", "accepted": ["Bonn"], "pattern": "bo.*"}), "bonn", " Berlin "),
            (
                json!({"type": "ordering", "options": options, "order": ["a", "b", "c"]}),
                r#"["a","b","c"]"#,
                r#"["c","a","b"]"#,
            ),
            (
                json!({"type": "matching", "prompts": [{"id": "l1", "text": "x"}, {"id": "l2", "text": "y"}],
                    "options": options, "pairs": {"l1": "a", "l2": "b"}}),
                r#"{"l1":"a","l2":"b"}"#,
                r#"{"l1":"c","l2":"c"}"#,
            ),
            (
                json!({"type": "gaps", "question": "[[g]] and [[h]]", "gaps": [
                    {"id": "g", "kind": "number", "correct_number": "1"}, {"id": "h", "kind": "text", "accepted": ["x"]}]}),
                r#"{"g":"1","h":"x"}"#,
                r#"{"g":"2","h":"y"}"#,
            ),
        ];
        for (mut draft, old, new) in cases {
            if draft["question"].is_null() {
                draft["question"] = json!("Which?");
            }
            let before = question(draft);
            let after = before.rekeyed(new).unwrap();
            assert!(earns(&before, old) && !earns(&before, new), "{before:?}");
            let number_alone = new == "1.25e3";
            assert!(earns(&after, if number_alone { "1250 kg" } else { new }), "{after:?}");
            assert!(!earns(&after, old), "{after:?}");
        }
    }

    #[test]
    fn other_answers_make_no_key() {
        let options = json!([{"id": "a", "text": "1"}, {"id": "b", "text": "2"}]);
        let cases = [
            (json!({"type": "multiple_choice", "options": ["3", "4"], "correct_answer": "4"}), vec!["5", "", " 3"]),
            (
                json!({"type": "multiple_response", "options": options, "correct_answers": ["a"], "scoring": "partial"}),
                vec![r#"["a","b"]"#, "[]", "a"],
            ),
            (json!({"type": "numeric", "correct_number": "3.5"}), vec!["1,500", "about 3"]),
            (json!({"type": "short_text", "accepted": ["Bonn"]}), vec!["  "]),
            (json!({"type": "ordering", "options": options, "order": ["a", "b"]}), vec![r#"["a"]"#]),
            (json!({"type": "essay"}), vec!["a"]),
            (json!({"type": "coding"}), vec!["a"]),
        ];
        for (mut draft, answers) in cases {
            draft["question"] = json!("Which?");
            let question = question(draft);
            for answer in answers {
                assert_eq!(question.rekeyed(answer), None, "{answer}");
            }
        }
    }
}
