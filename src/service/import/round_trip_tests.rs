//! Our own exports come back: in each format, all kinds and shapes of questions, without findings beside those that the
//! export itself has named, and as equal questions.

use super::{
    parsing::{stored, written},
    plan::PlannedTest,
    *,
};
use crate::{
    domain::{
        bank::sections::{Section, SectionItem, TestSections},
        error::FieldChecker,
        passage::{CheckedTexts, PassageDraft, SectionTexts, TextDraft},
        question::{ChoiceDraft, Numeral, Question, Scoring, Thousandths, ToleranceDraft, ToleranceKind},
        rich_text::{self, RichTextFormat},
        test::{QuestionDraft, QuestionKind, Test},
    },
    service::export::{Exported, QtiVersion, TestFormat, losses, write_tests},
};
use proptest::{array::uniform4, prelude::*, sample::select, test_runner::RngSeed};
use serde_json::{Value, json};

/// So many cases, the same in each run, or as many random ones as `INVIGIL_ROUND_TRIPS` says.
pub(super) fn share(cases: u32) -> ProptestConfig {
    match std::env::var("INVIGIL_ROUND_TRIPS").ok().and_then(|cases| cases.parse().ok()) {
        Some(cases) => ProptestConfig::with_cases(cases),
        None => ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(cases) },
    }
}

/// Words with what means something in one of the formats.
fn words() -> impl Strategy<Value = String> {
    let part = select(vec![
        "a", "B1", "<b>", "&amp;", "a & b", "{x}", "=", "~", "#", "}", "5 < 6", "ü", "\"", "'", "50%", "[x]", "US$5",
        "日本", "x -> y", "*a*", "_b_", "`c`", "1. d", "- e", "|", "\\", "::", "//", "$x$", "[[g9", "!", "T",
    ]);
    proptest::collection::vec(part, 1..4).prop_map(|parts| parts.join(" "))
}

/// What differs between two shapes of a kind.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
#[derive(Clone, Copy, Debug)]
struct Shape {
    is_markdown: bool,
    is_partial: bool,
    has_penalty: bool,
    is_exact: bool,
    is_pinned: bool,
    is_relative: bool,
    points: i64,
}

fn shape() -> impl Strategy<Value = Shape> {
    (any::<[bool; 6]>(), 1..=100_i64).prop_map(|(flags, points)| {
        let [is_markdown, is_partial, has_penalty, is_exact, is_pinned, is_relative] = flags;
        Shape { is_markdown, is_partial, has_penalty, is_exact, is_pinned, is_relative, points }
    })
}

/// A question of each kind. In Markdown each text says literally what the words say, beside formatting.
fn questions(words: &[String; 4], shape: Shape) -> Vec<QuestionDraft> {
    let text = |text: &str| if shape.is_markdown { kinds::as_markdown(text) } else { text.to_owned() };
    let asked = |more: &str| {
        let asked = text(&format!("Which? {}", words[0]));
        if shape.is_markdown {
            format!("Is it **so**?\n\n- `a < b`\n\n{asked} {more}")
        } else {
            format!("{asked} {more}")
        }
    };
    let texts: Vec<String> = words.iter().enumerate().map(|(n, words)| text(&format!("{n} {words}"))).collect();
    let choices = |ids: &str| -> Value {
        (1..).zip(&texts).map(|(n, text)| json!({"id": format!("{ids}{n}"), "text": text})).collect()
    };
    let tolerance = json!({"kind": if shape.is_relative { "relative" } else { "absolute" }, "value": "0.25"});
    let bare: Vec<String> = words.iter().map(|words| format!("t {words}")).collect();
    let all = [
        json!({"type": "multiple_choice", "options": texts, "correct_answer": texts[2],
            "pinned_options": if shape.is_pinned { vec![&texts[3]] } else { Vec::new() }}),
        json!({"type": "multiple_response", "options": choices("o"), "correct_answers": ["o1", "o3"],
            "pinned_options": if shape.is_pinned { vec!["o4"] } else { Vec::new() }}),
        json!({"type": "numeric", "correct_number": "-3.5", "tolerance": tolerance}),
        json!({"type": "numeric", "correct_number": "12"}),
        json!({"type": "numeric", "correct_number": "12", "tolerance": tolerance, "unit": "kg"}),
        json!({"type": "short_text", "accepted": bare, "case_sensitive": shape.is_exact}),
        json!({"type": "ordering", "options": choices("o"), "order": ["o2", "o1", "o4", "o3"]}),
        json!({"type": "matching", "prompts": [{"id": "l1", "text": texts[0]}, {"id": "l2", "text": texts[1]}],
            "options": choices("r"), "pairs": {"l1": "r3", "l2": "r1"}}),
        json!({"type": "essay"}),
        json!({"type": "coding", "languages": ["Python"], "tests": [{"input": words[0], "output": words[1], "visible": false,
            "weight": 2}]}),
        json!({"type": "gaps", "gaps": [
            {"id": "g1", "kind": "text", "accepted": bare, "case_sensitive": shape.is_exact},
            {"id": "g2", "kind": "number", "correct_number": "7", "tolerance": {"kind": "absolute", "value": "1"}},
            {"id": "g3", "kind": "choice", "options": [{"id": "o1", "text": bare[0].clone() + "1"}, {"id": "o2", "text": bare[1].clone() + "2"}],
             "correct_answer": "o2"}]}),
    ];
    let draft = |mut question: Value| -> QuestionDraft {
        let is_gaps = question["type"] == "gaps";
        let is_code_or_essay = matches!(question["type"].as_str(), Some("essay" | "coding"));
        question["question"] = json!(asked(if is_gaps { "One [[g1]], [[g2]] or [[g3]]" } else { "End" }).trim());
        question["format"] = json!(if shape.is_markdown { "markdown" } else { "plain" });
        question["points"] = json!(shape.points);
        question["explanation"] = json!(text(&format!("Because {}", words[1])));
        if !is_code_or_essay {
            question["scoring"] = json!(if shape.is_partial { "partial" } else { "all_or_nothing" });
            if shape.has_penalty {
                question["penalty"] = json!("0.5");
            }
        }
        serde_json::from_value(question).unwrap()
    };
    all.into_iter().map(draft).collect()
}

/// A text by what candidates see of it.
fn seen(text: &str, format: RichTextFormat) -> String {
    rich_text::parse(text, format).map_or_else(|fault| fault.message, |content| format!("{content:?}"))
}

/// The width of a tolerance around a number: a relative one may come back as an absolute one, by which the same answers are right.
fn width(number: Option<&Numeral>, tolerance: Option<&ToleranceDraft>) -> Option<f64> {
    let value = |numeral: &Numeral| numeral.0.parse::<f64>().unwrap();
    let ToleranceDraft { kind, value: share } = tolerance?;
    let size = if *kind == ToleranceKind::Relative { value(number?).abs() } else { 1.0 };
    Some(value(share) * size)
}

/// A question without ids and without the order of lists that are shuffled.
fn comparable(question: &Question) -> String {
    let draft = QuestionDraft::from(question);
    let seen = |text: &str| seen(text, draft.format);
    let named = |list: &[ChoiceDraft], id: &String| {
        list.iter().find(|one| one.id() == Some(id.as_str())).map_or_else(|| seen(id), |one| seen(one.text()))
    };
    let of = |ids: &[String]| ids.iter().map(|id| named(&draft.options, id)).collect::<Vec<_>>();
    let mut options: Vec<String> = draft.options.iter().map(|one| seen(one.text())).collect();
    if matches!(draft.kind, QuestionKind::Ordering | QuestionKind::Matching) {
        options.sort_unstable();
    }
    let pairs = draft.pairs.iter().map(|(a, b)| (named(&draft.prompts, a), named(&draft.options, b)));
    let gaps = draft.gaps.iter().map(|gap| {
        let options: Vec<&str> = gap.options.iter().map(ChoiceDraft::text).collect();
        let right = gap.correct_answer.as_ref().map(|id| named(&gap.options, id));
        let width = width(gap.correct_number.as_ref(), gap.tolerance.as_ref());
        (gap.kind, options, right, &gap.accepted, gap.case_sensitive, &gap.correct_number, width)
    });
    // A number without a unit has no part that counts.
    let is_whole = draft.kind == QuestionKind::Numeric && draft.unit.is_none();
    let is_scored = !is_whole && !matches!(draft.kind, QuestionKind::Essay | QuestionKind::Coding);
    let scoring = draft.scoring.filter(|scoring| is_scored && *scoring == Scoring::Partial);
    format!(
        "{:?}",
        (
            (draft.kind, seen(&draft.text), draft.points, options, scoring),
            (draft.correct_answer.as_deref().map(seen), of(&draft.correct_answers), of(&draft.order)),
            (&draft.correct_number, width(draft.correct_number.as_ref(), draft.tolerance.as_ref()), &draft.unit),
            (&draft.accepted, draft.case_sensitive),
            (pairs.collect::<Vec<_>>(), gaps.collect::<Vec<_>>()),
            (draft.explanation.as_deref().map(seen), question.penalty == Thousandths(0), of(&draft.pinned_options)),
        )
    )
}

#[test]
fn words_that_were_changed_below_their_comment_in_gift_are_named() {
    let question = QuestionDraft {
        accepted: vec!["Paris".into()],
        explanation: Some("It is so.".into()),
        ..QuestionDraft::new(QuestionKind::ShortText, "Which city?")
    };
    let draft = TestDraft { questions: vec![question], ..PlannedTest::new("T", Position::default()).draft };
    let file = String::from_utf8(written(&stored(vec![draft]), TestFormat::Gift)).unwrap();
    let findings = |file: String| read(file.as_bytes(), Some("t.gift"), None).findings;
    assert_eq!(findings(file.replace("\n\t=", "\r\n   =")), []);
    for (written, changed) in [("=Paris", "=Lyon"), ("It is so.\n}", "It is not.\n}"), ("]Which city", "]Which town")] {
        let found = findings(file.replace(written, changed));
        assert!(
            found.len() == 1 && found[0].message.contains("were changed below its comment"),
            "{changed}: {found:?}"
        );
        assert_eq!(found[0].effect(), Some(Effect::Scores));
    }
}

#[test]
fn cells_that_were_changed_beside_more_in_a_table_are_named() {
    let question = QuestionDraft {
        options: ["red", "blue", "green"].map(|text| ChoiceDraft::Text(text.into())).into(),
        correct_answer: Some("blue".into()),
        pinned_options: vec!["green".into()],
        ..QuestionDraft::new(QuestionKind::MultipleChoice, "Which?")
    };
    let draft = TestDraft { questions: vec![question], ..PlannedTest::new("T", Position::default()).draft };
    let file = String::from_utf8(written(&stored(vec![draft]), TestFormat::Csv)).unwrap();
    let findings = |file: String| read(file.as_bytes(), Some("t.csv"), None).findings;
    // A cell that counts may be changed.
    let asked = file.replace(",Which?,", ",Which one?,");
    assert_ne!(asked, file);
    assert_eq!((findings(file.clone()), findings(asked)), (Vec::new(), Vec::new()));
    let found = findings(file.replacen("red", "rose", 1));
    assert!(found.len() == 1 && found[0].message.contains("beside its cell 'more', which counts"), "{found:?}");
    assert_eq!(found[0].effect(), Some(Effect::Scores));
}

/// The question of a test in a section with this text as instructions and as its passage.
fn beside(test: Test, memo: TextDraft) -> Exported {
    let texts = SectionTexts {
        instructions: memo.clone(),
        passages: vec![PassageDraft { id: "memo".into(), title: "The memo".into(), text: memo }],
        about: vec![(0, "memo".into())],
    };
    let CheckedTexts { instructions, passages } = texts.check(0, &mut FieldChecker::default());
    let items = vec![SectionItem::Question { pin: None }];
    let sections = vec![Section { items, instructions, passages, ..Section::default() }];
    Exported { sections: Some(TestSections { test_id: test.id, sections }), ..test.into() }
}

const FORMATS: [TestFormat; 7] = [
    TestFormat::Json,
    TestFormat::Yaml,
    TestFormat::Csv,
    TestFormat::Gift,
    TestFormat::Moodle,
    TestFormat::Qti(QtiVersion::V21),
    TestFormat::Qti(QtiVersion::V30),
];

proptest! {
    #![proptest_config(share(60))]
    #[test]
    fn exports_of_all_kinds_and_shapes_come_back(words in uniform4(words()), shape in shape()) {
        let draft = PlannedTest::new("A test", Position::default()).draft;
        for question in questions(&words, shape) {
            let tests = stored(vec![TestDraft { questions: vec![question.clone()], ..draft.clone() }]);
            prop_assert!(!tests.is_empty(), "{:?}", question.check_alone(0));
            let exported: Vec<Exported> = tests.iter().cloned().map(Exported::from).collect();
            for format in FORMATS {
                let file = written(&tests, format);
                let plan = read(&file, None, None);
                let shown = if matches!(format, TestFormat::Qti(_)) { "" } else { str::from_utf8(&file).unwrap() };
                prop_assert!(plan.is_good(), "{format:?} {question:?} {:?}\n{shown}", plan.findings);
                let mut named: Vec<String> = losses(&exported, format).into_iter().filter(|loss| loss.question.is_some()).map(|loss| loss.message).collect();
                let is_repeated = matches!(format, TestFormat::Qti(_));
                let mut found: Vec<String> = plan.findings.iter().map(|finding| finding.message.clone()).collect();
                found.sort_unstable();
                named.sort_unstable();
                let expected = if is_repeated { named.clone() } else { Vec::new() };
                prop_assert_eq!(&found, &expected, "{:?} {:?}\n{}", format, question, shown);
                let is_whole = !is_repeated && format != TestFormat::Moodle || named.is_empty();
                if is_whole {
                    let back = stored(plan.tests.into_iter().map(|test| test.draft).collect());
                    prop_assert_eq!(back[0].questions.len(), 1);
                    let (back, own) = (comparable(&back[0].questions[0]), comparable(&tests[0].questions[0]));
                    prop_assert_eq!(back, own, "{:?} {:?}\n{}", format, question, shown);
                }
            }
        }
    }

    #[test]
    fn passages_beside_all_kinds_come_back(words in uniform4(words()), shape in shape()) {
        let draft = PlannedTest::new("A test", Position::default()).draft;
        for question in questions(&words, shape) {
            let test = stored(vec![TestDraft { questions: vec![question.clone()], ..draft.clone() }]).remove(0);
            let format = if shape.is_markdown { RichTextFormat::Markdown } else { RichTextFormat::Plain };
            let literal = kinds::as_markdown(&words[1]);
            let text = if shape.is_markdown { format!("It is **so**:\n\n{literal}") } else { words[1].clone() };
            let exported = beside(test, TextDraft { text, format });
            for format in [FORMATS[0], FORMATS[1], FORMATS[5], FORMATS[6]] {
                let mut file = Vec::new();
                write_tests(vec![exported.clone()], format, &|_| Ok(None), &mut file).unwrap();
                let plan = read(&file, None, None);
                let mut found: Vec<String> = plan.findings.iter().map(|finding| finding.message.clone()).collect();
                let named = losses(std::slice::from_ref(&exported), format).into_iter();
                let mut named: Vec<String> = named.filter(|loss| loss.question.is_some()).map(|loss| loss.message).collect();
                found.sort_unstable();
                named.sort_unstable();
                prop_assert_eq!(&found, &named, "{:?} {:?}", format, question);
                let texts = &plan.tests[0].sections[0].texts;
                prop_assert_eq!(texts.about.len(), 1);
                let own = exported.sections.as_ref().unwrap().sections[0].without_items().texts;
                let shown = |texts: &SectionTexts| {
                    let passage = &texts.passages[0];
                    let text = [&passage.text, &texts.instructions].map(|text| seen(&text.text, text.format));
                    (passage.id.clone(), passage.title.clone(), text)
                };
                prop_assert_eq!(shown(texts), shown(&own), "{:?}", format);
            }
        }
    }
}
