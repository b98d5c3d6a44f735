use super::*;
use crate::domain::question::{ParsedAnswer, Question, QuestionContent, QuestionDraft, Thousandths};
use serde_json::{Value, json};

fn draft(more: &Value) -> QuestionDraft {
    let mut question = json!({"id": "q", "type": "coding", "question": "Add.", "points": 10});
    question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    serde_json::from_value(question).unwrap()
}

fn question(more: &Value) -> Question {
    draft(more).check_alone(0).unwrap_or_else(|error| panic!("{error:?}"))
}

fn coding(more: &Value) -> Coding {
    match question(more).body {
        QuestionContent::Coding(coding) => *coding,
        other => panic!("{other:?}"),
    }
}

fn refused(more: &Value, field: &str) -> String {
    let error = draft(more).check_alone(0).unwrap_err();
    error.fields.get(field).unwrap_or_else(|| panic!("{field} is not in {:?}", error.fields)).clone()
}

fn tests(count: usize) -> Value {
    (0..count).map(|n| json!({"input": n.to_string(), "output": n.to_string()})).collect()
}

#[test]
fn a_draft_of_a_question_is_checked_into_the_same_question() {
    let full = json!({
        "languages": ["python", "C++", "Python"], "expected_language": "c++", "starter_code": {"python": "import sys\n"},
        "tests": [{"input": "1 2\n", "output": "3\n", "visible": true, "weight": 0}, {"output": "0", "group": " edge "}],
        "checker": "numbers", "checker_tolerance": 0.001, "time_limit_ms": 500, "memory_limit_mb": 64, "review": true,
        "reference_solutions": [{"language": "PYTHON", "source": "print(3)"}],
    });
    for more in [full.clone(), json!({}), json!({"expected_language": "rust"}), json!({"languages": ["Go"]})] {
        let question = question(&more);
        assert_eq!(QuestionDraft::from(&question).check_alone(0).unwrap(), question, "{more}");
    }
    let coding = coding(&full);
    assert_eq!(coding.offered(), ["C++", "Python"]);
    assert_eq!(coding.starter_code, BTreeMap::from([("Python".to_owned(), "import sys\n".to_owned())]));
    assert_eq!(coding.tests[1].group.as_deref(), Some("edge"));
    assert!(coding.is_judged() && !coding.is_auto(), "its author asks for review");
    assert!(!question(&full).is_basic() && question(&json!({"languages": ["Go"]})).is_basic());
}

#[test]
fn what_cannot_be_judged_is_refused_with_its_field() {
    let with = |field: &str, value: Value| json!({"languages": ["Python", "Go"], "tests": tests(2), field: value});
    assert!(refused(&json!({"tests": tests(1)}), "questions[0].languages").contains("at least one language"));
    assert!(refused(&with("languages", json!(["Cobol"])), "questions[0].languages").contains("'Cobol'"));
    refused(&with("expected_language", json!("Java")), "questions[0].expected_language");
    assert!(refused(&with("tests", tests(101)), "questions[0].tests").contains("100 tests"));
    refused(&with("tests", json!([{"output": "1", "weight": 0}])), "questions[0].tests");
    for weight in [1001, -1] {
        let tests = with("tests", json!([{"output": "1", "weight": weight}]));
        assert!(refused(&tests, "questions[0].tests[0].weight").contains("between 0 and 1000"), "{weight}");
    }
    refused(&with("tests", json!([{"output": "1"}, {"input": "\u{0}"}])), "questions[0].tests[1].input");
    refused(&with("tests", json!([{"output": "x".repeat(64 * 1024 + 1)}])), "questions[0].tests[0].output");
    let large: Value = (0..9).map(|_| json!({"output": "x".repeat(64 * 1024)})).collect();
    assert!(refused(&with("tests", large), "questions[0].tests").contains("512 KiB"));
    refused(&with("time_limit_ms", json!(99)), "questions[0].time_limit_ms");
    refused(&with("memory_limit_mb", json!(1_025)), "questions[0].memory_limit_mb");
    refused(&with("starter_code", json!({"Java": "class A {}"})), "questions[0].starter_code");
    refused(&json!({"starter_code": "x"}), "questions[0].starter_code");
    let solution = |language: &str, source: &str| json!([{"language": language, "source": source}]);
    refused(&with("reference_solutions", solution("Java", "x")), "questions[0].reference_solutions[0].language");
    refused(&with("reference_solutions", solution("Go", " ")), "questions[0].reference_solutions[0].source");
    let mut numbers = with("checker", json!("numbers"));
    numbers["checker_tolerance"] = json!("-1");
    refused(&numbers, "questions[0].checker_tolerance");
    assert_eq!(coding(&with("tests", tests(100))).tests.len(), 100);
}

#[test]
fn an_answer_names_its_language_where_there_are_several() {
    let several = coding(&json!({"languages": ["Python", "Go"]}));
    let code = |language, source: &'static str| Code { language, source: source.into(), refused: None };
    let answer = r#"{"language": "go", "source": "package main"}"#;
    assert_eq!(several.read(answer), code(Some("Go"), "package main"));
    assert_eq!(several.read("print(1)"), code(Some("Python"), "print(1)"));
    for other in [r#"{"language": "Go"}"#, "{1}"] {
        assert_eq!(several.read(other), code(Some("Python"), other));
    }
    // Never another language than the answer's.
    let refused = several.read(r#"{"language": "Java", "source": "x"}"#);
    assert_eq!(refused, Code { refused: Some("Java".into()), ..code(None, "x") });
    let one = coding(&json!({"languages": ["Go"]}));
    assert_eq!(one.read(answer), code(Some("Go"), answer));
    assert_eq!(coding(&json!({})).read("x").language, None);
    let body = question(&json!({"languages": ["Python", "Go"]})).body;
    assert_eq!(ParsedAnswer::read(&body, r#"{"language": "Go", "source": " "}"#), ParsedAnswer::Blank);
}

#[test]
fn weights_and_groups_make_the_share() {
    let coding = coding(&json!({"languages": ["Go"], "tests": [
        {"output": "1", "visible": true, "weight": 0}, {"output": "2", "weight": 2},
        {"output": "3", "group": "a"}, {"output": "4", "group": "a", "weight": 3},
    ]}));
    assert!(coding.is_auto());
    let earned = |passed: [bool; 4]| coding.share(&passed).of(10);
    assert_eq!(earned([true; 4]), Thousandths(10_000));
    assert_eq!(earned([false, true, true, true]), Thousandths(10_000));
    assert_eq!(earned([true, true, true, false]), Thousandths(3_333));
    assert_eq!(earned([true, false, true, true]), Thousandths(6_667));
    assert_eq!(earned([true, false, false, true]), Thousandths(0));
    assert_eq!(coding.share(&[]).of(10), Thousandths(0));
    let mut other = coding.clone();
    other.tests[1].output.push('x');
    assert_ne!(other.test_set(), coding.test_set());
}

#[test]
fn without_hidden_tests_people_decide() {
    let visible = coding(&json!({"languages": ["Go"], "tests": [{"output": "1", "visible": true}]}));
    assert!(visible.is_judged() && !visible.is_auto());
    assert!(!coding(&json!({"languages": ["Go"]})).is_judged());
}
