//! Our own files of Moodle XML come back without findings.

use crate::{
    domain::{
        question::{ChoiceDraft, GapDraft, GapKind, Numeral, Scoring, ToleranceDraft, ToleranceKind},
        rich_text::RichTextFormat,
        test::{QuestionDraft, QuestionKind, TestDraft},
    },
    service::{
        export::TestFormat,
        import::{
            ImportFinding,
            parsing::{stored, written},
            read,
            round_trips::share,
        },
    },
};
use proptest::{prelude::*, sample::select};
use std::collections::BTreeMap;

/// Texts with what means something in one of the formats.
fn text() -> impl Strategy<Value = String> {
    let part = select(vec![
        "a",
        "B1",
        "<b>",
        "&amp;",
        "a & b",
        "{x}",
        "=",
        "~",
        "#",
        "}",
        "\\",
        "5 < 6",
        "ü",
        "\"",
        "'",
        "50%",
        "[x]",
        "{1:SA:=y}",
        "US$5",
    ]);
    proptest::collection::vec(part, 1..4).prop_map(|parts| parts.join(" "))
}

fn options(texts: &[String]) -> Vec<ChoiceDraft> {
    (1..).zip(texts).map(|(n, text)| ChoiceDraft::WithId { id: format!("o{n}"), text: format!("{n} {text}") }).collect()
}

/// A question of each kind that Moodle has.
fn questions(texts: &[String]) -> Vec<QuestionDraft> {
    let new = |kind| QuestionDraft { points: 6, ..QuestionDraft::new(kind, format!("Which? {}", texts[0])) };
    let plain: Vec<ChoiceDraft> = options(texts).iter().map(|one| ChoiceDraft::Text(one.text().to_owned())).collect();
    let choice = QuestionDraft {
        correct_answer: Some(plain[1].text().to_owned()),
        options: plain,
        penalty: Some(Numeral("1.5".into())),
        explanation: Some(format!("Because {}", texts[1])),
        tags: vec!["easy".into()],
        ..new(QuestionKind::MultipleChoice)
    };
    let several = QuestionDraft {
        options: options(texts),
        correct_answers: vec!["o1".into(), "o2".into()],
        scoring: Some(Scoring::Partial),
        ..new(QuestionKind::MultipleResponse)
    };
    let number = QuestionDraft {
        correct_number: Some(Numeral("-3.5".into())),
        tolerance: Some(ToleranceDraft { kind: ToleranceKind::Absolute, value: Numeral("0.25".into()) }),
        ..new(QuestionKind::Numeric)
    };
    let short = QuestionDraft {
        accepted: vec![texts[0].clone(), format!("{}*", texts[1])],
        case_sensitive: true,
        ..new(QuestionKind::ShortText)
    };
    let ordering = QuestionDraft {
        options: options(texts),
        order: vec!["o1".into(), "o2".into(), "o3".into()],
        scoring: Some(Scoring::Partial),
        ..new(QuestionKind::Ordering)
    };
    let matching = QuestionDraft {
        prompts: vec![ChoiceDraft::Text(format!("p {}", texts[0])), ChoiceDraft::Text("q".into())],
        options: texts.iter().enumerate().map(|(n, text)| ChoiceDraft::Text(format!("{n} {text}"))).collect(),
        pairs: BTreeMap::from([("l1".into(), "r2".into()), ("l2".into(), "r1".into())]),
        scoring: Some(Scoring::Partial),
        ..new(QuestionKind::Matching)
    };
    let gap = |id: &str, kind| GapDraft::new(id, kind);
    let gaps = QuestionDraft {
        text: format!("One [[g1]], {} [[g2]] or [[g3]]", texts[2]),
        gaps: vec![
            GapDraft { accepted: vec![texts[0].clone(), "x*".into()], ..gap("g1", GapKind::Text) },
            GapDraft { correct_number: Some(Numeral("7".into())), ..gap("g2", GapKind::Number) },
            GapDraft { options: options(texts), correct_answer: Some("o2".into()), ..gap("g3", GapKind::Choice) },
        ],
        scoring: Some(Scoring::Partial),
        ..new(QuestionKind::Gaps)
    };
    let essay = QuestionDraft { reviewer_notes: Some("Look.".into()), ..new(QuestionKind::Essay) };
    vec![choice, several, number, short, ordering, matching, gaps, essay]
}

fn test_of(questions: Vec<QuestionDraft>) -> TestDraft {
    TestDraft { questions, ..super::super::plan::PlannedTest::new("A/B & C", super::super::Position::default()).draft }
}

/// Questions as far as Moodle keeps them.
fn kept(question: &QuestionDraft) -> String {
    let texts = |all: &[ChoiceDraft]| all.iter().map(|one| one.text().to_owned()).collect::<Vec<_>>();
    let QuestionDraft {
        kind,
        points,
        correct_answer,
        correct_answers,
        correct_number,
        tolerance,
        accepted,
        case_sensitive,
        scoring,
        penalty,
        explanation,
        tags,
        ..
    } = question;
    let gaps: Vec<_> = question
        .gaps
        .iter()
        .map(|gap| (gap.kind, texts(&gap.options), &gap.correct_answer, &gap.correct_number, &gap.accepted))
        .collect();
    let pairs = (&question.order, texts(&question.prompts), &question.pairs);
    format!(
        "{:?}",
        (
            kind,
            points,
            (&question.text, &question.reviewer_notes),
            texts(&question.options),
            (correct_answer, correct_answers, correct_number, tolerance),
            (accepted, case_sensitive, scoring.unwrap_or(Scoring::AllOrNothing), penalty),
            (explanation, tags),
            gaps,
            pairs
        )
    )
}

proptest! {
    #![proptest_config(share(150))]
    #[test]
    fn each_kind_comes_back(texts in proptest::collection::vec(text(), 3)) {
        let drafts = questions(&texts);
        let tests = stored(vec![test_of(drafts.clone())]);
        prop_assume!(!tests.is_empty());
        let file = written(&tests, TestFormat::Moodle);
        let plan = read(&file, Some("x.xml"), None);
        let said: Vec<String> = plan.findings.iter().map(ImportFinding::in_words).collect();
        prop_assert!(said.is_empty(), "{:?}\n{}", said, String::from_utf8_lossy(&file));
        prop_assert_eq!(&plan.tests[0].draft.title, "A/B & C");
        for (draft, stored) in plan.tests[0].draft.questions.iter().zip(&tests[0].questions) {
            let stored = QuestionDraft::from(stored);
            if matches!(draft.kind, QuestionKind::Matching | QuestionKind::Ordering) {
                // Their lists are in an order of their own.
                prop_assert_eq!(draft.kind, stored.kind);
                continue;
            }
            prop_assert_eq!(kept(draft), kept(&stored), "{}", String::from_utf8_lossy(&file));
        }
    }
}

#[test]
fn formatted_texts_come_back() {
    let text = "Is **x** in $x^2$ or `a < b`?\n\n- one\n- two\n\n|a|b|\n|-|:-:|\n|1|2|\n\n$$\\frac{1}{2}$$\n\n```python\nif a < b:\n```";
    let question = QuestionDraft {
        format: RichTextFormat::Markdown,
        options: vec![ChoiceDraft::Text("*a*".into()), ChoiceDraft::Text("$y_1$".into())],
        correct_answer: Some("$y_1$".into()),
        explanation: Some("See [this](https://example.org/?a=1&b=2).".into()),
        ..QuestionDraft::new(QuestionKind::MultipleChoice, text)
    };
    let tests = stored(vec![test_of(vec![question])]);
    let plan = read(&written(&tests, TestFormat::Moodle), Some("x.xml"), None);
    assert_eq!(plan.findings, []);
    let again = stored(vec![plan.tests[0].draft.clone()]);
    let tree = |tests: &[crate::domain::test::Test]| format!("{:?}", tests[0].questions[0].trees);
    assert_eq!(tree(&again), tree(&tests));
}
