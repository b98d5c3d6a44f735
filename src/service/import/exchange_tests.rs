//! Formats of other programs, both ways.

use super::{
    parsing::{plan, said, stored, written},
    *,
};
use crate::{
    domain::{
        history::HistoryMode,
        question::{
            ChoiceDraft, NumberKey, Numeral, Scoring, Tolerance, ToleranceDraft, ToleranceKind, decimal::Decimal,
            number,
        },
        rich_text::RichTextFormat,
        test::{QuestionDraft, QuestionKind, TestDraft},
    },
    service::export::{Exported, QtiVersion, TestFormat, losses},
};
use std::collections::BTreeMap;

/// Forms of the answers in Moodle's documentation of the format.
#[test]
fn gift_reads_ranges_weights_wildcards_and_distractors() {
    let one = |text: &str| {
        let plan = plan(text, "x.gift");
        assert!(plan.is_good(), "{:?}", said(&plan));
        (plan.tests[0].draft.questions[0].clone(), said(&plan))
    };
    let number = |text: &str| {
        let (question, words) = one(text);
        let width = question.tolerance.map(|tolerance| tolerance.value.0);
        (question.correct_number.map(|number| number.0).unwrap_or_default(), width.unwrap_or_default(), words.len())
    };
    assert_eq!(number("When? {#1822:5}"), ("1822".into(), "5".into(), 0));
    assert_eq!(number("Pi? {#3.141..3.142}"), ("3.1415".into(), "0.0005".into(), 0));
    assert_eq!(number("How many? {#-.5:0}"), ("-0.5".into(), String::new(), 0));
    assert_eq!(number("When? {#=1822:0#Right. =%50%1822:2}"), ("1822".into(), String::new(), 2));
    assert_eq!(number("How far? {#1,5:0,25}"), ("1.5".into(), "0.25".into(), 0));
    assert_eq!(number("How many? {#1 000}"), ("1000".into(), String::new(), 0));
    assert_eq!(number("How many? {#1.5e3}"), ("1.5e3".into(), String::new(), 0));
    assert_eq!(number("How many? {#1.5 x 10^3:1'000}"), ("1500".into(), "1000".into(), 0));
    assert_eq!(number("How far? {#1,5..2,5}"), ("2".into(), "0.5".into(), 0));
    assert_eq!(number("How far? {#1.500}"), ("1.500".into(), String::new(), 0));
    for twofold in ["How many? {#1,500}", "How many? {#1,500..2,500}", "How many? {#5:1,500}"] {
        let words = said(&plan(twofold, "x.gift"));
        assert!(words.iter().any(|words| words.contains("can be read in two ways")), "{words:?}");
    }
    for bad in
        ["When? {#}", "When? {#5 kg}", "When? {#about 5}", "When? {#1e999999999}", "When? {#5:x}", "When? {#=%50%3}"]
    {
        assert!(!plan(bad, "x.gift").is_good(), "{bad}");
    }
    let (short, words) = one("Who wrote {=G* Orwell =%50%Blair =a\\*b} it?");
    assert_eq!((short.pattern.as_deref(), &short.accepted), (Some("G.* Orwell"), &vec!["a*b".to_owned()]));
    assert_eq!(words, ["line 1: Partial credit is not supported: the answer counts as wrong."]);
    let (pairs, _) = one("Match. {\n=Paris -> France\n=Lyon -> France\n=Rome -> Italy\n= -> Kenya\n}");
    assert_eq!((pairs.prompts.len(), pairs.options.len()), (3, 3));
    assert_eq!(pairs.pairs.values().map(String::as_str).collect::<Vec<_>>(), ["r1", "r1", "r2"]);
    let (several, words) = one("Which? {~%75%a ~%25%b ~%-100%c ####Because [a].}");
    assert_eq!((several.correct_answers.len(), several.explanation.as_deref()), (2, Some("Because [a].")));
    assert_eq!(words, ["line 1: Different weights of right options are not supported: they count alike."]);
}

/// A range is its middle and half its width, which are exact: both ends earn.
#[test]
fn both_ends_of_a_range_are_right_and_nothing_beyond() {
    let is_right = |range: &str, answer: &str| {
        let plan = plan(&format!("How many? {{#{range}}}"), "x.gift");
        let question = &plan.tests[0].draft.questions[0];
        let value = |numeral: &Numeral| Decimal::parse(&numeral.0).unwrap();
        let tolerance = question.tolerance.as_ref();
        let key = NumberKey {
            correct_number: value(question.correct_number.as_ref().unwrap()),
            tolerance: tolerance.map(|t| Tolerance { kind: t.kind, value: value(&t.value) }),
            unit: None,
        };
        number::read(answer).unwrap().is_within(&key)
    };
    for (range, inside, outside) in [
        ("3..8", ["3", "8", "5.5", "3.00"], ["2.99", "8.01", "2.99999999999999999999", "8.00000000000000000001"]),
        (
            "0.1..0.3",
            ["0.1", "0.3", "0.2", "0,10"],
            ["0.09", "0.31", "0.09999999999999999999", "0.30000000000000000001"],
        ),
        ("-8..-3", ["-8", "-3", "-5.5", "-4"], ["-8.01", "-2.99", "3", "8"]),
        ("3..8.1", ["3", "8.1", "5.55", "8"], ["2.99", "8.11", "8.2", "2"]),
        ("8..3", ["3", "8", "5.5", "4"], ["2.99", "8.01", "9", "2"]),
        ("5..5", ["5", "5.0", "5,0", "5e0"], ["4.99", "5.01", "6", "4"]),
    ] {
        assert!(inside.iter().all(|answer| is_right(range, answer)), "{range}");
        assert!(!outside.iter().any(|answer| is_right(range, answer)), "{range}");
    }
}

#[test]
fn gift_keeps_markdown_names_and_penalties() {
    let one = |text: &str| {
        let plan = plan(text, "x.gift");
        assert!(plan.is_good(), "{:?}", said(&plan));
        (plan.tests[0].clone(), said(&plan))
    };
    let texts = |question: &QuestionDraft| question.options.iter().map(|o| o.text().to_owned()).collect::<Vec<_>>();
    let (test, words) =
        one("::Stars::[markdown]Which is **bold**? {=`*a*` ~[plain]*b* ~[html]<i>c</i> ####See *this*.}");
    let question = &test.draft.questions[0];
    assert_eq!((question.format, question.text.as_str()), (RichTextFormat::Markdown, "Which is **bold**?"));
    assert_eq!(texts(question), ["`*a*`", r"\*b\*", "*c*"]);
    assert_eq!(question.explanation.as_deref(), Some("See *this*."));
    assert_eq!((test.labels[&0].title.as_str(), words.len()), ("Stars", 0));
    let (test, words) = one("Which? {=[markdown]**a** ~b}");
    assert_eq!(
        (test.draft.questions[0].format, texts(&test.draft.questions[0])),
        (RichTextFormat::Plain, vec!["**a**".into(), "b".into()])
    );
    assert!(words[0].contains("Markdown of single answers is kept as it is"), "{words:?}");
    let (test, words) = one("[html]Is 1 &lt; 2? {=<b>yes</b> ~no}");
    assert_eq!((texts(&test.draft.questions[0])[0].as_str(), words.len()), ("**yes**", 0), "answers inherit the mark");

    let (test, words) = one("Which? {=a ~%-50%b ~%-50%c}");
    assert_eq!((test.draft.questions[0].penalty.clone(), words.len()), (Some(Numeral("0.5".into())), 0));
    for (lost, why) in [
        ("{=a ~%-50%b ~c}", "none applies"),
        ("{=a =%0%b}", "earn nothing"),
        ("{~%50%a ~%50%b ~%-20%c}", "cost other points than"),
        ("{~%50%a ~%50%b ~c}", "cost other points than"),
    ] {
        let (_, words) = one(&format!("Which? {lost}"));
        assert!(words.len() == 1 && words[0].contains(why), "{lost}: {words:?}");
    }
    let (_, words) = one("Which? {~%50%a ~%50%b ~%-50%c ~%-50%d}");
    assert_eq!(words, Vec::<String>::new());
}

/// Forms that Moodle writes and reads.
#[test]
fn gift_reads_feedback_of_other_numbers_tags_and_html() {
    let one = |text: &str| {
        let plan = plan(text, "x.gift");
        assert!(plan.is_good(), "{:?}", said(&plan));
        (plan.tests[0].draft.questions[0].clone(), said(&plan))
    };
    for text in [
        "How many? {#8:0.5~#Count again.}",
        "How many? {#=8:0.5 =%0%*#Count again.}",
        "How many? {#8:0.5~%0%7:1#Near.}",
    ] {
        let (question, words) = one(text);
        assert_eq!(question.correct_number, Some(Numeral("8".into())), "{text}");
        assert_eq!(question.tolerance.map(|width| width.value), Some(Numeral("0.5".into())), "{text}");
        assert!(words.len() == 1 && words[0].contains("Feedback to single answers"), "{text}: {words:?}");
    }
    let (question, words) = one("// [id:cap-1] [tag:geography] [tag:very \\] easy]\nCapital? {=Paris}");
    assert_eq!((question.tags.join("|"), words.len()), ("geography|very ] easy".into(), 0));
    let plan = plan("// [tag:one]\nA? {}\n\nB? {}", "x.gift");
    assert_eq!(plan.tests[0].draft.questions[1].tags, Vec::<String>::new(), "each comment belongs to one question");

    let (question, words) = one(
        "[html]<p>Is x<sup>2</sup> in \\(y\\)?</p><p><img src\\=\"@@PLUGINFILE@@/chart.png\" alt\\=\"A chart\"></p>{=10<sup>3</sup> =*no}",
    );
    assert_eq!(
        (question.format, question.text.as_str()),
        (RichTextFormat::Markdown, "Is x$^{2}$ in $y$?\n\n\\[A chart\\]")
    );
    assert!(words.iter().any(|words| words.contains("The picture chart.png is not in a file of GIFT")), "{words:?}");
    let (question, words) = one("[html]<p>Is \\\\(\\\\badcommand\\\\) <b>b</b>?</p>{}");
    assert_eq!(question.format, RichTextFormat::Plain);
    assert!(words[0].contains("formatting cannot be kept"), "{words:?}");
    let (question, _) = one("[markdown]It costs US$5 in Boston and A$10 in Perth.{#2}");
    assert_eq!(question.format, RichTextFormat::Markdown);
}

#[test]
fn gift_writes_markdown_and_penalties_for_other_programs() {
    let question = QuestionDraft {
        format: RichTextFormat::Markdown,
        penalty: Some(Numeral("0.25".into())),
        options: ["[a](https://example.org)", "*b*", "%c"].map(|text| ChoiceDraft::Text(text.into())).into(),
        correct_answer: Some("*b*".into()),
        explanation: Some("_Because_.".into()),
        ..QuestionDraft::new(QuestionKind::MultipleChoice, "Which is **it**?")
    };
    let draft = TestDraft { questions: vec![question.clone()], ..sample() };
    let text = String::from_utf8(written(&stored(vec![draft]), TestFormat::Gift)).unwrap();
    assert!(!text.contains("// Other programs"), "{text}");
    let bare: String = text.lines().filter(|line| !line.starts_with("//")).flat_map(|line| [line, "\n"]).collect();
    let plan = plan(&bare, "x.gift");
    assert!(plan.is_good(), "{:?}\n{bare}", said(&plan));
    assert_eq!(plan.tests[0].draft.questions[0], QuestionDraft { points: 1, ..question });
}

#[test]
fn qti_names_points_that_are_counted_otherwise() {
    let said_of = |cardinality: &str, correct: &str, entries: &str| {
        let (least, most) = if cardinality == "single" { ("", 1) } else { (" lowerBound=\"0\"", 0) };
        let choices =
            ["A", "B", "C"].map(|id| format!("<simpleChoice identifier=\"{id}\">{id}</simpleChoice>")).concat();
        let item = format!(
            "<assessmentItem title=\"T\"><responseDeclaration identifier=\"R\" cardinality=\"{cardinality}\"><correctResponse>{correct}</correctResponse><mapping{least}>{entries}</mapping></responseDeclaration><itemBody><choiceInteraction responseIdentifier=\"R\" maxChoices=\"{most}\"><prompt>Which?</prompt>{choices}</choiceInteraction></itemBody><responseProcessing template=\"http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response\"/></assessmentItem>"
        );
        let plan = plan(&item, "x.xml");
        assert!(plan.is_good(), "{:?}", said(&plan));
        said(&plan).join("\n")
    };
    let entry = |id: &str, value: &str| format!("<mapEntry mapKey=\"{id}\" mappedValue=\"{value}\"/>");
    let two = "<value>A</value><value>B</value>";
    let all = |a, b, c| [entry("A", a), entry("B", b), entry("C", c)].concat();
    assert_eq!(said_of("multiple", two, &all("1", "1", "-2")), "");
    assert!(
        said_of("multiple", two, &all("1", "3", "-4")).contains("'A' earns 1 of 4 points in the file, and 2 of 4 here")
    );
    assert!(
        said_of("multiple", two, &all("1", "1", "-1"))
            .contains("'A + B + C' earns 1 of 2 points in the file, and 0 of 2 here")
    );
    let one = "<value>A</value>";
    assert!(
        said_of("single", one, &all("1", "0", "-1")).contains("'C' earns -1 of 1 points in the file, and 0 of 1 here")
    );
}

/// The time does not grow with the square of what a question has.
#[test]
fn questions_of_ninety_thousand_parts_are_skipped() {
    let many = |part: &dyn Fn(usize) -> String| (0..90_000).map(part).collect::<String>();
    let item = |responses: &str, body: &str| {
        format!(
            "<assessmentItem><responseDeclaration identifier=\"R\" cardinality=\"multiple\">{responses}</responseDeclaration><itemBody>{body}</itemBody></assessmentItem>"
        )
    };
    let values = many(&|n| format!("<value>c{n}</value>"));
    let choices = many(&|n| format!("<simpleChoice identifier=\"c{n}\">{n}</simpleChoice>"));
    let choice = format!("<choiceInteraction responseIdentifier=\"R\">{choices}</choiceInteraction>");
    let gaps = "<textEntryInteraction responseIdentifier=\"R\"/>".repeat(90_000);
    let response = format!("<correctResponse>{values}</correctResponse>");
    for (text, name, why) in [
        (item(&response, &choice), "x.xml", "it has more than 200 choices"),
        (item("", &gaps), "x.xml", "it asks for more than 200 answers"),
        (format!("Match {{{}}}", many(&|n| format!("=a{n} -> b{n}\n"))), "x.gift", "it has more than 200 answers"),
    ] {
        let words = said(&plan(&text, name)).join(" ");
        assert!(words.contains(why), "{words}");
    }
}

/// An arrow within a text is none of a pair.
#[test]
fn tables_keep_arrows_of_matching_apart() {
    let question = QuestionDraft {
        prompts: ["a -> b", "c"].map(|text| ChoiceDraft::Text(text.into())).into(),
        options: ["1", "2 -> 3", "4 -> 5"].map(|text| ChoiceDraft::Text(text.into())).into(),
        pairs: BTreeMap::from([("l1".into(), "r1".into()), ("l2".into(), "r2".into())]),
        ..QuestionDraft::new(QuestionKind::Matching, "Match")
    };
    let tests = stored(vec![TestDraft { questions: vec![question], ..sample() }]);
    let plan = read(&written(&tests, TestFormat::Csv), Some("x.csv"), None);
    let back = stored(vec![plan.tests[0].draft.clone()]);
    assert_eq!((said(&plan), comparable(&back[0], false)), (Vec::new(), comparable(&tests[0], false)));
}

/// Without our comments, as another program reads it.
#[test]
fn exported_gift_is_read_without_its_comments() {
    let tests = stored(vec![sample()]);
    let text = String::from_utf8(written(&tests, TestFormat::Gift)).unwrap();
    let bare: String = text.lines().filter(|line| !line.starts_with("//")).flat_map(|line| [line, "\n"]).collect();
    let plan = plan(&bare, "x.gift");
    assert!(plan.is_good(), "{:?}\n{bare}", said(&plan));
    let back = stored(vec![plan.tests[0].draft.clone()]);
    assert_eq!(comparable(&back[0], true), comparable(&tests[0], true), "{bare}");
}

/// QTI packages hold what the standard has a place for.
#[test]
fn exported_packages_are_read_again() {
    let tests = stored(vec![sample()]);
    for version in [QtiVersion::V21, QtiVersion::V30] {
        let file = written(&tests, TestFormat::Qti(version));
        let plan = read(&file, Some("x.zip"), None);
        assert!(plan.is_good(), "{:?}", said(&plan));
        // The import repeats what the export has named.
        let exported: Vec<Exported> = tests.iter().cloned().map(Exported::from).collect();
        let lost = losses(&exported, TestFormat::Qti(version)).into_iter().filter(|loss| loss.question.is_some());
        let mut lost: Vec<String> = lost.map(|loss| loss.message).collect();
        lost.sort();
        assert!(lost.iter().any(|message| message == "The unit cannot be expressed in QTI."), "{lost:?}");
        let mut found: Vec<String> = plan.left_out().map(|finding| finding.message.clone()).collect();
        found.sort();
        assert_eq!(found, lost);
        assert!(plan.findings.is_sorted_by_key(|finding| finding.level), "worst first");
        assert_eq!(plan.findings.len(), lost.len(), "{:?}", said(&plan));
        let back = stored(plan.tests.into_iter().map(|test| test.draft).collect());
        assert_eq!((&back[0].title, &back[0].description), (&tests[0].title, &tests[0].description));
        assert_eq!(back[0].duration_minutes, tests[0].duration_minutes);
        assert_eq!(comparable(&back[0], false), comparable(&tests[0], false));
    }
}

/// Losses of a file are reported before it is written, one per line.
#[test]
fn losses_are_named_one_by_one() {
    let question = |draft: serde_json::Value| serde_json::from_value::<QuestionDraft>(draft).unwrap();
    let named = |questions: Vec<QuestionDraft>, format| {
        let draft = TestDraft { questions, description: String::new(), duration_minutes: 60, ..sample() };
        let tests: Vec<Exported> = stored(vec![draft]).into_iter().map(Exported::from).collect();
        losses(&tests, format).iter().map(super::super::export::ExportLoss::in_words).collect::<Vec<_>>()
    };
    let choices = |ids: [&str; 2]| serde_json::json!([{"id": ids[0], "text": "A"}, {"id": ids[1], "text": "B"}]);
    let response = |ids: [&str; 2]| {
        question(serde_json::json!({"type": "multiple_response", "question": "Q", "options": choices(ids),
            "correct_answers": [ids[0]], "scoring": "partial"}))
    };
    let qti = TestFormat::Qti(QtiVersion::V30);
    let others = "an import creates new ones.";
    let of_options = format!("The ids of options are not in the file: {others}");
    let of_all = format!("The ids of questions, options and gaps are not in the file: {others}");
    assert_eq!(named(vec![response(["o1", "o2"])], TestFormat::Csv), Vec::<String>::new());
    assert_eq!(named(vec![response(["o1", "o2"])], qti), Vec::<String>::new());
    assert_eq!(named(vec![response(["a", "b"]), response(["c", "d"])], TestFormat::Csv), [of_options.as_str()]);
    assert_eq!(named(vec![response(["a", "b"])], qti), [of_all.as_str()]);
    let ordering = |options| {
        question(serde_json::json!({"type": "ordering", "question": "Q", "options": options, "order": ["o2", "o1"]}))
    };
    assert_eq!(named(vec![ordering(serde_json::json!(["A", "B"]))], TestFormat::Csv), Vec::<String>::new());
    let gaps = |id: &str| {
        question(serde_json::json!({"type": "gaps", "question": format!("A [[{id}]]"),
            "gaps": [{"id": id, "kind": "text", "accepted": ["x"]}]}))
    };
    assert_eq!(named(vec![gaps("g1")], qti), Vec::<String>::new());
    assert_eq!(named(vec![gaps("one")], qti), [of_all.as_str()]);

    let lossy = [
        serde_json::json!({"type": "numeric", "question": "Q", "correct_number": "1", "unit": "kg", "scoring": "partial"}),
        serde_json::json!({"type": "short_text", "question": "Q", "accepted": ["a"], "pattern": "b", "space_sensitive": true}),
        serde_json::json!({"type": "coding", "question": "Q", "expected_language": "Rust", "explanation": "E", "show_explanation": true}),
    ];
    let lossy: Vec<QuestionDraft> = lossy.into_iter().map(question).collect();
    let parts = |words: &[(usize, &str)], say: fn(&str) -> String| -> Vec<String> {
        words.iter().map(|(number, word)| format!("Question {number}: {}", say(word))).collect()
    };
    let expected = [
        (1, "The unit"),
        (1, "Part marks"),
        (2, "The pattern"),
        (2, "That spaces count"),
        (3, "That the answer is code"),
        (3, "Languages, tests and limits"),
        (3, "That candidates may read the explanation"),
    ];
    assert_eq!(named(lossy.clone(), qti), parts(&expected, |word| format!("{word} cannot be expressed in QTI.")));
    let expected = [
        (1, "the unit"),
        (2, "the pattern"),
        (2, "that case or spaces count"),
        (3, "that the answer is code"),
        (3, "that candidates may read the explanation"),
    ];
    let of_gift = parts(&expected, |word| format!("Other programs cannot read {word}."));
    assert_eq!(named(lossy, TestFormat::Gift), of_gift);
    let settings =
        losses(&stored(vec![sample()]).into_iter().map(Exported::from).collect::<Vec<_>>(), TestFormat::Gift);
    assert!(settings.iter().any(|loss| loss.message.contains("the description, the time")), "{settings:?}");
}

/// A question of each kind.
fn sample() -> TestDraft {
    let mut questions: Vec<QuestionDraft> =
        serde_json::from_str(include_str!("../../store/records/questions.json")).unwrap();
    for question in &mut questions {
        question.format = RichTextFormat::Plain;
    }
    let text = "If\n  a  b\n\nthen \"c\" ]]> -- {x}?";
    let explanation = Some("By\n\n  a loop < 3 & more.".into());
    questions.push(QuestionDraft { explanation, ..kinds::essay(text.into(), 3) });
    TestDraft {
        title: "All \"kinds\" & <more>".into(),
        description: "First line\nSecond < line".into(),
        duration_minutes: 45,
        questions,
        require_fullscreen: false,
        history: HistoryMode::Saves,
        language: None,
        translations: std::collections::BTreeMap::new(),
        description_format: RichTextFormat::Plain,
    }
}

/// A test's questions without what no other format has a place for; as GIFT has them, if so asked.
fn comparable(test: &Test, is_gift: bool) -> Vec<String> {
    let mut drafts: Vec<QuestionDraft> = test.questions.iter().map(Into::into).collect();
    for draft in &mut drafts {
        (draft.penalty, draft.tags, draft.unit) = (None, Vec::new(), None);
        (draft.show_explanation, draft.space_sensitive, draft.pattern) = (false, false, None);
        draft.gaps.iter_mut().for_each(|gap| gap.unit = None);
        if draft.kind == QuestionKind::Coding {
            *draft = kinds::essay(draft.text.clone(), draft.points);
        }
        if is_gift {
            as_gift(draft);
        }
        let is_whole = matches!(draft.kind, QuestionKind::Numeric | QuestionKind::Ordering);
        draft.scoring = draft.scoring.filter(|scoring| *scoring == Scoring::Partial && !is_whole);
    }
    drafts.iter().map(told).collect()
}

/// A question as other readers of GIFT see it, without our comments.
fn as_gift(draft: &mut QuestionDraft) {
    (draft.points, draft.case_sensitive, draft.pinned_options, draft.reviewer_notes) = (1, false, Vec::new(), None);
    match draft.kind {
        QuestionKind::Ordering | QuestionKind::Gaps => *draft = kinds::essay(draft.text.clone(), 1),
        QuestionKind::MultipleResponse | QuestionKind::Matching => draft.scoring = Some(Scoring::Partial),
        QuestionKind::Numeric => {
            let width = Numeral("0.07".into());
            draft.tolerance = Some(ToleranceDraft { kind: ToleranceKind::Absolute, value: width });
        }
        _ => {}
    }
}

/// A question in words that do not depend on ids.
fn told(draft: &QuestionDraft) -> String {
    let text = |list: &[ChoiceDraft], id: &str| {
        list.iter()
            .find(|choice| choice.id() == Some(id))
            .map_or_else(|| id.to_owned(), |choice| choice.text().to_owned())
    };
    let named = |ids: &[String]| ids.iter().map(|id| text(&draft.options, id)).collect::<Vec<_>>();
    let pairs: BTreeMap<String, String> =
        draft.pairs.iter().map(|(a, b)| (text(&draft.prompts, a), text(&draft.options, b))).collect();
    let mut options: Vec<&str> = draft.options.iter().map(ChoiceDraft::text).collect();
    if matches!(draft.kind, QuestionKind::Ordering | QuestionKind::Matching) {
        options.sort_unstable();
    }
    let gaps: Vec<String> = draft
        .gaps
        .iter()
        .map(|gap| {
            let options: Vec<&str> = gap.options.iter().map(ChoiceDraft::text).collect();
            let right = gap.correct_answer.as_ref().map(|id| text(&gap.options, id));
            format!(
                "{:?} {options:?} {right:?} {:?} {:?} {:?} {}",
                gap.kind, gap.accepted, gap.correct_number, gap.tolerance, gap.case_sensitive
            )
        })
        .collect();
    format!(
        "{:?} {:?} {} {options:?} {:?} {:?} {:?} {pairs:?} {gaps:?} {:?} {:?} {:?} {} {:?} {:?} {:?} {:?}",
        draft.kind,
        draft.text,
        draft.points,
        draft.correct_answer,
        named(&draft.correct_answers),
        named(&draft.order),
        draft.correct_number,
        draft.tolerance,
        draft.accepted,
        draft.case_sensitive,
        draft.scoring,
        draft.explanation,
        draft.reviewer_notes,
        named(&draft.pinned_options),
    )
}
