use super::*;
use crate::domain::question::{GapKey, MultipleResponseKey, QuestionKind};
use serde_json::{Value, json};

/// A good question of a kind, in the names of the API.
fn good(kind: &str) -> Value {
    let options = json!([{"id": "o1", "text": "A"}, {"id": "o2", "text": "B"}, {"id": "o3", "text": "C"}]);
    let rest = match kind {
        "multiple_choice" => json!({"options": ["A", "B"], "correct_answer": "B"}),
        "coding" => json!({"expected_language": "rust"}),
        "multiple_response" => json!({"options": options, "correct_answers": ["o3", "o1"], "scoring": "partial"}),
        "numeric" => json!({
            "correct_number": "3.50", "tolerance": {"kind": "relative", "value": "0.05"}, "unit": "kg", "penalty": 0.25
        }),
        "short_text" => json!({"accepted": ["colour", " color "], "case_sensitive": true, "pattern": "hue|tint"}),
        "ordering" => json!({"options": options, "order": ["o2", "o1", "o3"], "scoring": "partial"}),
        "matching" => json!({
            "prompts": [{"id": "l1", "text": "France"}, {"id": "l2", "text": "Spain"}],
            "options": options,
            "pairs": {"l1": "o2", "l2": "o3"}
        }),
        "gaps" => json!({
            "question": "Rust has [[g1]], [[g-2]] and [[g_3]]; [[nodiscard]] is C++.",
            "gaps": [
                {"id": "g1", "kind": "choice", "options": options, "correct_answer": "o1"},
                {"id": "g-2", "kind": "text", "accepted": ["traits"]},
                {"id": "g_3", "kind": "number", "correct_number": "3", "unit": "°C"}
            ]
        }),
        _ => json!({}),
    };
    let mut question = json!({"id": "1", "type": kind, "question": "Why?", "points": 2});
    merge(&mut question, rest);
    question
}

fn merge(question: &mut Value, more: Value) {
    let Value::Object(more) = more else { panic!("{more}") };
    question.as_object_mut().unwrap().extend(more);
}

fn with(kind: &str, more: Value) -> Value {
    let mut question = good(kind);
    merge(&mut question, more);
    question
}

fn draft(question: &Value) -> QuestionDraft {
    serde_json::from_value(question.clone()).unwrap_or_else(|error| panic!("{error}: {question}"))
}

fn checked(question: &Value) -> Question {
    draft(question).check_alone(0).unwrap_or_else(|error| panic!("{error:?}: {question}"))
}

/// The message of a field, which must be the only one.
fn message(question: &Value, field: &str) -> String {
    let error = draft(question).check_alone(0).expect_err(field);
    let field = format!("questions[0].{field}");
    assert_eq!(error.fields.keys().collect::<Vec<_>>(), [&field], "{question}");
    error.fields[&field].clone()
}

fn names() -> impl Iterator<Item = String> {
    QuestionKind::ALL.into_iter().map(|kind| serde_json::to_value(kind).unwrap().as_str().unwrap().to_owned())
}

#[test]
fn every_kind_round_trips_through_the_forms_of_the_api_and_the_store() {
    for name in names() {
        let spec = checked(&good(&name));
        let shown = serde_json::to_value(QuestionDraft::from(&spec)).unwrap();
        assert_eq!(shown["type"], *name);
        assert_eq!(checked(&shown), spec, "{shown}");
    }
}

#[test]
fn fields_are_normalised() {
    let several = checked(&with(
        "multiple_response",
        json!({"options": ["A", " ", {"id": "o1", "text": " B "}, "C"],
        "correct_answers": ["o3", "o1"]}),
    ));
    let QuestionContent::MultipleResponse(MultipleResponseKey { options, correct_answers }) = several.body else {
        panic!()
    };
    let ids: Vec<_> = options.iter().map(|o| (o.id.as_str(), o.text.as_str())).collect();
    assert_eq!(ids, [("o2", "A"), ("o1", "B"), ("o3", "C")], "ids that are left out avoid the given ones");
    assert_eq!(correct_answers, ["o1", "o3"], "in the order of the options");
    let numeric = checked(&with("numeric", json!({"correct_number": 3.5, "unit": " ", "tolerance": null})));
    let QuestionContent::Numeric(key) = numeric.body else { panic!() };
    assert_eq!((key.correct_number.as_str(), key.unit, key.tolerance), ("3.5", None, None));
    assert_eq!(numeric.penalty, Thousandths(250));
    let QuestionContent::ShortText(key) = checked(&good("short_text")).body else { panic!() };
    assert_eq!(key.accepted, ["colour", "color"]);
    let essay = checked(&with("essay", json!({"penalty": 1, "scoring": "partial", "unknown": 1})));
    assert_eq!((essay.penalty, essay.scoring), (Thousandths(0), Scoring::AllOrNothing));
    let QuestionContent::Gaps(gaps) = checked(&good("gaps")).body else { panic!() };
    assert!(matches!(&gaps[2].key, GapKey::Number(key) if key.unit.as_deref() == Some("°C")));
}

#[test]
fn the_kinds_of_today_keep_their_messages() {
    let one = with("multiple_choice", json!({"options": ["A"], "correct_answer": "A"}));
    assert_eq!(message(&one, "options"), "Question 1: Multiple choice questions need at least 2 options");
    let none = with("multiple_choice", json!({"correct_answer": " "}));
    assert_eq!(message(&none, "correct_answer"), "Question 1: Please select the correct answer");
    assert!(message(&with("coding", json!({"expected_language": "Cobol"})), "expected_language").contains("'Cobol'"));
    assert_eq!(message(&with("essay", json!({"question": " "})), "question"), "Question 1: Question text is required");
    assert_eq!(
        message(&with("essay", json!({"points": 101})), "points"),
        "Question 1: Points must be between 1 and 100"
    );
}

#[test]
fn options_are_2_to_20_and_unique() {
    let several = |options: Value| {
        let key = json!({"options": options, "correct_answers": ["o1"], "scoring": "all_or_nothing"});
        with("multiple_response", key)
    };
    let many = |n: usize| several((1..=n).map(|n| json!(n.to_string())).collect());
    for (count, says) in [(1, "at least 2 options are needed"), (21, "more than 20 options")] {
        assert!(message(&many(count), "options").contains(says));
    }
    let _ = (checked(&many(2)), checked(&many(20)));
    for (options, says) in [
        (json!([{"id": "o1", "text": "A"}, {"id": "o1", "text": "B"}]), "the same id"),
        (json!([{"id": "o1", "text": "A"}, {"id": "o2", "text": " A"}]), "two options are the same"),
        (json!([{"id": "o1", "text": "A"}, "A".repeat(2_001)]), "too long"),
        (json!([{"id": "o1", "text": "A"}, "\u{7}"]), "control characters"),
        (json!([{"id": "o1", "text": "A"}, {"id": "x".repeat(65), "text": "B"}]), "the id of an option is too long"),
    ] {
        assert!(message(&several(options), "options").contains(says), "{says}");
    }
    let prompts = json!({"prompts": ["A", "A"], "pairs": {"l1": "o1", "l2": "o2"}});
    assert!(message(&with("matching", prompts), "prompts").contains("two prompts are the same"));
}

#[test]
fn keys_refer_to_options() {
    for (kind, key, field, says) in [
        ("multiple_response", json!({"correct_answers": []}), "correct_answers", "Please select at least one"),
        ("multiple_response", json!({"correct_answers": ["o9"]}), "correct_answers", "'o9' is not the id"),
        ("multiple_response", json!({"correct_answers": ["o1", "o1"]}), "correct_answers", "given twice"),
        ("multiple_response", json!({"correct_answers": ["o1", "o2", "o3"]}), "correct_answers", "must be wrong"),
        ("ordering", json!({"order": []}), "order", "Please put the options in order"),
        ("ordering", json!({"order": ["o1", "o2"]}), "order", "every option exactly once"),
        ("ordering", json!({"order": ["o1", "o2", "o2"]}), "order", "every option exactly once"),
        ("ordering", json!({"order": ["o1", "o2", "B"]}), "order", "'B' is not the id"),
        ("matching", json!({"pairs": {"l1": "o1"}}), "pairs", "the prompt 'Spain' has no pair"),
        ("matching", json!({"pairs": {"l1": "o1", "l2": "o2", "l3": "o3"}}), "pairs", "'l3' is not the id of a prompt"),
        ("matching", json!({"pairs": {"l1": "o1", "l2": "C"}}), "pairs", "'C' is not the id of an option"),
    ] {
        assert!(message(&with(kind, key.clone()), field).contains(says), "{key}: {says}");
    }
    let all = with("multiple_response", json!({"correct_answers": ["o1", "o2", "o3"], "scoring": "all_or_nothing"}));
    let _ = checked(&all);
    let shared = with("matching", json!({"pairs": {"l1": "o1", "l2": "o1"}}));
    let _ = checked(&shared);
}

#[test]
fn numbers_are_exact_decimals() {
    for (more, field, says) in [
        (json!({"correct_number": ""}), "correct_number", "Please enter"),
        (json!({"correct_number": "3,5"}), "correct_number", "decimal point"),
        (json!({"correct_number": "1e401"}), "correct_number", "decimal point"),
        (json!({"tolerance": {"kind": "absolute", "value": "-0.1"}}), "tolerance", "0 or a positive number"),
        (json!({"tolerance": {"kind": "absolute", "value": "x"}}), "tolerance", "0 or a positive number"),
        (json!({"tolerance": {"kind": "relative", "value": "5"}}), "tolerance", "0.05 is 5 %"),
        (json!({"correct_number": "0.00"}), "tolerance", "Use an absolute one"),
        (json!({"unit": "5"}), "unit", "must begin with a letter"),
        (json!({"unit": "k".repeat(41)}), "unit", "too long"),
        (json!({"penalty": "2.001"}), "penalty", "from 0 to the question's points"),
        (json!({"penalty": -1}), "penalty", "from 0 to the question's points"),
        (json!({"penalty": "0.0001"}), "penalty", "at most three decimals"),
        (json!({"penalty": "1/3"}), "penalty", "at most three decimals"),
    ] {
        assert!(message(&with("numeric", more.clone()), field).contains(says), "{more}: {says}");
    }
    for penalty in [json!(0), json!("2"), json!(2.0), json!("0.333"), json!("")] {
        let _ = checked(&with("numeric", json!({"penalty": penalty})));
    }
    let zero = json!({"correct_number": "0", "tolerance": {"kind": "absolute", "value": "0"}});
    let _ = checked(&with("numeric", zero));
}

#[test]
fn texts_and_patterns() {
    for (more, field, says) in [
        (json!({"accepted": [" "], "pattern": ""}), "accepted", "at least one accepted answer or a pattern"),
        (json!({"accepted": ["a".repeat(501)]}), "accepted", "too long"),
        (json!({"pattern": "("}), "pattern", "the pattern is not valid: unclosed group."),
        (json!({"pattern": "(?=a)"}), "pattern", "look-around"),
        (json!({"pattern": r"\w{1000}{100}"}), "pattern", "the pattern is too large"),
        (json!({"pattern": "a".repeat(501)}), "pattern", "the pattern is too long"),
    ] {
        let said = message(&with("short_text", more.clone()), field);
        assert!(said.contains(says), "{more}: {said}");
    }
    let many: Vec<String> = (0..60).map(|n| n.to_string()).collect();
    assert!(message(&with("short_text", json!({"accepted": many})), "accepted").contains("more than 50"));
}

#[test]
fn gaps_are_in_the_text() {
    let gap = json!({"id": "g1", "kind": "text", "accepted": ["a"]});
    for (more, field, says) in [
        (json!({"gaps": []}), "gaps", "Please add at least one gap"),
        (json!({"gaps": [gap, gap]}), "gaps", "two gaps have the same id"),
        (
            json!({"question": "[[g]]", "gaps": [gap]}),
            "gaps[0].id",
            "Question 1: Gap 1: the question's text has no [[g1]].",
        ),
        (json!({"question": "[[g1]] [[g1]]", "gaps": [gap]}), "gaps[0].id", "more than once"),
        (json!({"question": "a", "gaps": [{"id": "a b", "kind": "text", "accepted": ["a"]}]}), "gaps[0].id", "letters"),
        (json!({"question": "[[g1]]", "gaps": [{"id": "g1", "kind": "text"}]}), "gaps[0].accepted", "at least one"),
        (json!({"question": "[[g1]]", "gaps": [{"id": "g1", "kind": "number"}]}), "gaps[0].correct_number", "Please"),
        (
            json!({"question": "[[g1]]", "gaps": [{"id": "g1", "kind": "choice", "options": ["A", "B"], "correct_answer": "A"}]}),
            "gaps[0].correct_answer",
            "must be the id of an option",
        ),
    ] {
        let said = message(&with("gaps", more.clone()), field);
        assert!(said.contains(says), "{more}: {said}");
    }
}

#[test]
fn markdown_shows_something_and_options_look_different() {
    let choice = |more: Value| {
        let mut question = json!({"type": "multiple_choice", "question": "Which?", "format": "markdown",
            "options": ["*a*", "b"], "correct_answer": "b"});
        merge(&mut question, more);
        question
    };
    checked(&choice(json!({"options": ["*a*", "**a**", "`a`", "b", "$a$"]})));
    for (more, field, says) in [
        (json!({"question": "[a]: https://example.org"}), "question", "the text shows nothing"),
        (json!({"explanation": "[a]: https://example.org"}), "explanation", "the text shows nothing"),
        (json!({"options": ["*a*", "_a_", "b"]}), "options", "text 2 looks like another one"),
        (json!({"options": ["[a]: https://example.org", "b"]}), "options", "text 1 shows nothing"),
    ] {
        let said = message(&choice(more.clone()), field);
        assert!(said.contains(says), "{more}: {said}");
    }
}

#[test]
fn tags_that_differ_in_case_alone_are_one() {
    let question = checked(&with("numeric", json!({"tags": ["SQL", "sql ", "joins"]})));
    assert_eq!(question.tags, ["SQL", "joins"]);
}

#[test]
fn many_errors_are_reported_at_once_and_huge_drafts_quickly() {
    let bad = with("numeric", json!({"points": 0, "correct_number": "x", "unit": "!", "penalty": "x"}));
    let fields = draft(&bad).check_alone(3).unwrap_err().fields;
    let names: Vec<_> = fields.keys().map(|field| field.trim_start_matches("questions[3].")).collect();
    assert_eq!(names, ["correct_number", "penalty", "points", "unit"]);
    let texts: Vec<String> = (0..50_000).map(|n| n.to_string()).collect();
    let gaps: Vec<Value> = texts.iter().map(|id| json!({"id": id, "kind": "text"})).collect();
    let huge = json!({"options": texts, "prompts": texts, "order": texts, "correct_answers": texts, "accepted": texts, "gaps": gaps});
    let start = std::time::Instant::now();
    for name in names_of_new_kinds() {
        let _ = draft(&with(&name, huge.clone())).check_alone(0);
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

fn names_of_new_kinds() -> impl Iterator<Item = String> {
    names().skip(3)
}
