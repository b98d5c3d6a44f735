//! Our own formats: what cannot be read of a file costs no more than what it is in.

use super::{
    parsing::{plan, said},
    *,
};
use crate::domain::{question::Numeral, test::QuestionDraft};

fn questions(plan: &ImportPlan) -> &[QuestionDraft] {
    assert!(plan.is_good(), "{:?}", said(plan));
    &plan.tests[0].draft.questions
}

fn options(question: &QuestionDraft) -> Vec<&str> {
    question.options.iter().map(crate::domain::question::ChoiceDraft::text).collect()
}

#[test]
fn texts_of_yaml_need_no_quotes_in_any_kind_and_in_sections() {
    let choice =
        "type: multiple_response, question: 2020, options: [1.10, yes, no, 010, 0x1F, 1_000], correct_answers: [o1]";
    let rest = "- {type: ordering, question: Sort, options: [1.0, 1.00], order: [o1, o2]}\n- {type: short_text, question: Q, accepted: [1.10, true, null]}\n- {type: matching, question: M, prompts: [no, 1.0], options: [off, 2.50], pairs: {l1: r1, l2: r2}}\n";
    let flat = format!("title: 2026\nquestions:\n- {{{choice}}}\n{rest}");
    let indented = rest.replace("- {", "  - {");
    let divided = format!("title: 2026\nsections:\n- title: 1.10\n  items:\n  - {{{choice}}}\n{indented}");
    for text in [flat, divided] {
        let plan = plan(&text, "t.yaml");
        assert_eq!(said(&plan), Vec::<String>::new(), "{text}");
        assert_eq!(plan.tests[0].draft.title, "2026");
        let [several, order, short, pairs] = questions(&plan) else { panic!("{plan:?}") };
        assert_eq!(several.text, "2020");
        assert_eq!(options(several), ["1.10", "yes", "no", "010", "0x1F", "1_000"], "as written");
        assert_eq!(options(order), ["1.0", "1.00"]);
        assert_eq!(short.accepted, ["1.10", "true", "null"]);
        assert_eq!(options(pairs), ["off", "2.50"]);
    }
}

#[test]
fn values_of_another_type_are_read_as_what_they_mean_and_named() {
    let one = |fields: &str| {
        format!(
            "{{\"title\": \"T\", \"duration_minutes\": \"30\",\n\"questions\": [{{\"question\": \"Q\", {fields}}}]}}"
        )
    };
    let text = one(
        "\"type\": \"short_text\", \"points\": \"2\",\n\"accepted\": [1.10, true], \"case_sensitive\": \"yes\", \"tags\": \"sums\"",
    );
    let read = plan(&text, "t.json");
    let what = |line: u64, place: &str, value: &str| {
        format!("line {line}: {place} has a value of another type, which is read as '{value}'.")
    };
    let of_question = |field: &str| format!("Question 1: '{field}'");
    assert_eq!(
        said(&read),
        [
            what(1, "'duration_minutes'", "30"),
            what(2, &of_question("points"), "2"),
            what(3, &of_question("accepted[0]"), "1.10"),
            what(3, &of_question("accepted[1]"), "true"),
            what(3, &of_question("case_sensitive"), "yes"),
            what(3, &of_question("tags"), "sums"),
        ]
    );
    assert!(read.require_consent(Consent::Missing).is_ok(), "it is what was meant");
    let question = &questions(&read)[0];
    assert_eq!((question.points, &question.accepted), (2, &vec!["1.10".to_owned(), "true".into()]));
    assert!(question.case_sensitive && question.tags == ["sums"] && read.tests[0].draft.duration_minutes == 30);
    let absent = plan(&one("\"type\": \"essay\", \"points\": null, \"tags\": null, \"review\": null"), "t.json");
    assert_eq!((said(&absent).len(), questions(&absent)[0].points), (1, 1), "a field without a value is absent");
    // A number stays as it is written.
    let number = plan(&one("\"type\": \"numeric\", \"correct_number\": 0.12345678901234567890"), "t.json");
    assert_eq!(questions(&number)[0].correct_number, Some(Numeral("0.12345678901234567890".into())));
    let yaml = "title: T\nquestions:\n- type: essay\n  question: Q\n  points: '2'\n";
    let read = plan(yaml, "t.yaml");
    assert_eq!((said(&read), questions(&read)[0].points), (vec![what(5, &of_question("points"), "2")], 2));
}

#[test]
fn values_of_fields_that_are_not_known_or_read_only_have_no_type() {
    let text = r#"{"title": "T", "question_count": 1, "total_points": 3, "updated_at": 1,
        "translations": {"de": {"title": "Probe"}},
        "questions": [{"type": "essay", "question": "Why?", "content": [{"t": 1, "points": "x"}], "colour": [1, {"points": "2"}]}]}"#;
    let plan = plan(text, "t.json");
    assert_eq!(said(&plan), ["line 3: Question 1: Unknown field 'colour'."]);
    let yaml = "title: T\ntranslations:\n  de:\n    title: 2026\nquestions:\n- type: gaps\n  question: 'A [[g1]] day'\n  gaps: [{id: g1, kind: choice, options: [1.10, no], correct_answer: o1}]\n  translations:\n    de: {question: 'Ein [[g1]] Tag', gaps: {g1: [2.20, ja]}}\n";
    let plan = self::plan(yaml, "t.yaml");
    assert_eq!(said(&plan), Vec::<String>::new());
    let question = &questions(&plan)[0];
    assert_eq!(question.translations["de"].gaps["g1"], ["2.20", "ja"]);
    assert_eq!(plan.tests[0].draft.translations["de"].title, "2026");
}

#[test]
fn one_value_that_cannot_be_read_costs_its_question_or_its_field_alone() {
    let good = "{type: essay, question: Why?}";
    for (bad, line, why) in [
        ("{type: essay, question: Q,\n  points: many}", 4, "points: This has the wrong type: expected a whole number."),
        ("{type: essay, question: Q, points: 2.5}", 3, "points: This has the wrong type: expected a whole number."),
        (
            "{type: essay, question: Q, format: html}",
            3,
            "format: 'html' is not known here: expected 'plain' or 'markdown'.",
        ),
        ("{type: gaps, question: Q,\n  gaps: [{id: g1}]}", 4, "gaps[0].kind: This field is required."),
        ("5", 3, "This has the wrong type: expected an object."),
    ] {
        let flat = format!("title: T\nquestions:\n- {bad}\n- {good}\n");
        let divided = format!("title: T\nsections: [{{items: [\n {bad},\n {good}]}}]\n");
        for (text, path) in [(flat, "questions[0]"), (divided, "sections[0].items[0]")] {
            let plan = plan(&text, "t.yaml");
            let at = if why.starts_with("This") { format!("{path}: ") } else { format!("{path}.") };
            let why = why.trim_end_matches('.');
            assert_eq!(said(&plan), [format!("line {line}: This question was skipped: {at}{why}.")], "{text}");
            assert_eq!(questions(&plan).len(), 1, "{text}");
            assert!(plan.require_consent(Consent::Missing).is_err(), "{text}");
        }
    }
    let head = "title: T\nduration_minutes: long\nrequire_fullscreen: {}\nlanguage: [de]\nsections:\n- time_minutes: none\n  passages: [{id: p}, {id: q, text: Read.}]\n  items:\n  - {type: essay, question: Why?, passage: p}\n  - {type: essay, question: How?, passage: q}\n";
    let plan = plan(head, "t.yaml");
    let lines: Vec<_> = plan.findings.iter().map(|finding| finding.place.line.unwrap()).collect();
    assert_eq!(lines, [2, 3, 4, 6, 7], "{:?}", said(&plan));
    assert!(said(&plan).iter().all(|said| said.ends_with(" It is left out.")), "{:?}", said(&plan));
    let [section] = plan.tests[0].sections.as_slice() else { panic!("{plan:?}") };
    assert_eq!((section.minutes, &section.texts.about), (None, &vec![(1, "q".to_owned())]));
    assert_eq!((plan.is_good(), plan.tests[0].draft.duration_minutes), (true, 60));
}

#[test]
fn what_the_rules_refuse_of_our_formats_is_left_out_alone() {
    let good = r#"{"type": "essay", "question": "Why?"}"#;
    let bad = r#"{"type": "essay", "question": "How?", "points": 1000}"#;
    let plan = plan(
        &format!(r#"[{{"title": "A", "questions": [{bad}, {good}]}}, {{"title": "B", "questions": [{bad}]}}]"#),
        "t.json",
    );
    let what = "line 1: This question was skipped: Question 1: Points must be between 1 and 100.";
    assert_eq!(said(&plan), [what, what]);
    assert_eq!((plan.tests.len(), questions(&plan).len()), (1, 1));
    let yaml = "title: T\nquestions:\n- {type: essay, question: Why?, question: How?}\n- {type: short_text, question: Q, accepted: [.inf, 1e999, .NaN]}\n";
    let twice = self::plan(yaml, "t.yaml");
    assert_eq!(said(&twice), ["line 3: This question was skipped: questions[0].question: This field is given twice."]);
    assert_eq!(questions(&twice)[0].accepted, [".inf", "1e999", ".NaN"], "texts as written");
    let twice = self::plan(
        r#"{"title": "A", "questions": [{"type": "essay", "question": "Why?", "question": "How?"}]}"#,
        "t.json",
    );
    assert!(
        said(&twice)[0].ends_with("This question was skipped: questions[0].question: This field is given twice."),
        "{:?}",
        said(&twice)
    );
}

#[test]
fn a_file_of_many_or_deep_values_is_bounded() {
    let deep = format!(
        r#"{{"title": "T", "questions": [{{"type": "essay", "question": "Q", "x": {}1{}}}]}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert!(said(&plan(&deep, "t.json"))[0].contains("nested too deeply"));
    let many = format!(r#"{{"title": "T", "questions": [], "x": [{}1]}}"#, "1,".repeat(1_000_001));
    assert!(said(&plan(&many, "t.json"))[0].contains("This file has too many values: split it."));
}

#[test]
fn questions_beside_sections_are_named() {
    let question = |text: &str| format!(r#"{{"type":"essay","question":"{text}"}}"#);
    let (one, two) = (question("One?"), question("Two?"));
    let of = |questions: &str| {
        said(&plan(&format!(r#"{{"title":"T","questions":[{questions}],"sections":[{{"items":[{one}]}}]}}"#), "t.json"))
    };
    assert_eq!(of(&one), Vec::<String>::new());
    let what = "line 1: Questions beside the sections are not imported (1): those of the sections count.";
    assert_eq!(of(&format!("{one},{two}")), [what]);
}

#[test]
fn lists_are_read_under_a_name_and_of_questions_alone() {
    let question = r#"{"type": "essay", "question": "Why?"}"#;
    let test = format!(r#"{{"title": "A", "questions": [{question}]}}"#);
    let titles = |plan: &ImportPlan| plan.tests.iter().map(|test| test.draft.title.clone()).collect::<Vec<_>>();
    for name in ["t.json", "t.yaml"] {
        let named = plan(&format!(r#"{{"tests": [{test}, {test}], "version": 1}}"#), name);
        assert_eq!(
            (titles(&named), said(&named)),
            (vec!["A".into(); 2], vec!["line 1: Unknown field 'version'.".into()])
        );
        for list in [format!("[{question}, 5]"), format!(r#"{{"tests": [{question}, 5]}}"#)] {
            let alone = plan(&list, name);
            assert_eq!((titles(&alone), questions(&alone).len(), alone.findings.len()), (vec!["t".into()], 1, 1));
            assert!(said(&alone)[0].contains("This question was skipped: "), "{:?}", said(&alone));
        }
        for (text, path) in [
            (r#"{"type": "coding", "question": "Add.", "tests": []}"#, "'type', 'question', 'tests'"),
            (r#"{"test": {}}"#, "'test'"),
        ] {
            let why = format!("A test has a 'title', and 'questions' or 'sections'; here are {path}.");
            assert_eq!(said(&plan(text, name)), [format!("line 1: {why}")]);
            assert_eq!(said(&plan(&format!("[{text}, {test}]"), name)).len(), 1);
        }
    }
}
