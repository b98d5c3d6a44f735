use super::*;
use crate::{
    domain::{
        history::HistoryMode,
        question::{
            ChoiceDraft, CodeChecker, GapDraft, GapKind, Numeral, Scoring,
            code::{CodeTestDraft, SolutionDraft, StarterDraft},
        },
        rich_text::RichTextFormat,
        test::{LANGUAGES, QuestionDraft, QuestionKind, TestDraft},
    },
    service::export::{Exported, TestFormat, write_tests},
};
use proptest::{collection::vec, option, prelude::*, sample::select};
use std::collections::HashSet;

pub(super) fn plan(text: &str, name: &str) -> ImportPlan {
    read(text.as_bytes(), Some(name), None)
}

pub(super) fn said(plan: &ImportPlan) -> Vec<String> {
    plan.findings.iter().map(ImportFinding::in_words).collect()
}

fn only(plan: &ImportPlan) -> &TestDraft {
    assert!(plan.is_good(), "{:?}", said(plan));
    assert_eq!(plan.tests.len(), 1);
    &plan.tests[0].draft
}

fn options(question: &QuestionDraft) -> Vec<&str> {
    question.options.iter().map(ChoiceDraft::text).collect()
}

#[test]
fn json_reports_all_faults_with_their_lines() {
    let text = "[{\"title\": \"A\", \"questions\": [\n {\"type\": \"essay\", \"question\": \"Why?\"},\n {\"type\": \"song\",\n  \"question\": 1},\n {}]},\n 5,\n {\"questions\": []}]";
    let faults = [
        "line 6: This test was skipped: [1]: This has the wrong type: expected an object.",
        "line 3: This question was skipped: [0].questions[1].type: 'song' is not known here: expected one of 'multiple_choice', 'essay', 'coding', 'multiple_response', 'numeric', 'short_text', 'ordering', 'matching', 'gaps'.",
        "line 5: This question was skipped: [0].questions[2].type: This field is required.",
    ];
    let refused = said(&plan(text, "a.json"));
    assert_eq!(refused[0], "line 7: [2].title: This field is required.");
    assert_eq!(refused[1..], faults);
    let taken = plan(&text.replace(",\n {\"questions\": []}", ""), "a.json");
    assert_eq!(said(&taken), faults);
    assert_eq!(only(&taken).questions.len(), 1, "one bad question refuses nothing but itself");
    let one = r#"{"title": "T", "questions": [{"type": "essay", "question": "Why?"}]}"#;
    let draft = plan(&format!("\u{feff}{one}"), "x.json");
    assert_eq!((only(&draft).duration_minutes, only(&draft).questions[0].points), (60, 1));
    assert_eq!(
        said(&plan(&format!("{one}\n x"), "x.json")),
        ["line 2: this is not valid JSON: something follows the end (column 2)"]
    );
    assert_eq!(said(&plan("[]", "x.json")), ["This file contains no tests."]);
    // Deep nesting must not overflow the stack.
    let deep = format!("{{\"title\": \"x\", \"y\":{}", "[".repeat(1_000_000));
    assert!(said(&plan(&deep, ""))[0].contains("ends too early"));
}

#[test]
fn unknown_fields_are_reported_and_do_not_prevent_the_import() {
    let json = "{\"title\": \"T\", \"duration\": 90, \"id\": \"x\", \"question_count\": 1, \"total_points\": 1, \"created_at\": \"x\", \"updated_at\": 1,\n \"questions\": [{\"type\": \"essay\", \"question\": \"Why?\", \"pionts\": 5},\n {\"type\": \"coding\", \"question\": \"How?\", \"options\": [\"a\"], \"correct_answer\": null}]}";
    let yaml = "title: T\nduration: 90\nid: x\nquestions:\n- type: essay\n  question: Why?\n  pionts: [1, {a: b}]\n- {type: coding, question: How?, options: [a], correct_answer: ''}\n";
    for (text, name, lines) in [(json, "t.json", [1, 2, 3]), (yaml, "t.yaml", [1, 5, 8])] {
        let plan = plan(text, name);
        let [test, question, options] = lines;
        assert_eq!(
            said(&plan),
            [
                format!("line {test}: Unknown field 'duration'."),
                format!("line {question}: Question 1: Unknown field 'pionts'."),
                format!("line {options}: Question 2: Only multiple choice questions have options."),
            ]
        );
        assert!(plan.left_out().count() == 3 && only(&plan).questions[1].options.is_empty());
    }
    let csv = "question,type,option_1,language\nWhy?,essay,a,Rust\nHow?,coding,,Rust\n";
    assert_eq!(
        said(&plan(csv, "t.csv")),
        [
            "line 2: Question 1: Only multiple choice questions have options.",
            "line 2: Question 1: Only coding questions have an expected language."
        ]
    );
}

#[test]
fn validation_errors_have_the_line_of_the_question() {
    let text = "title: T\nquestions:\n  - {type: essay, question: Why?}\n  - type: multiple_choice\n    question: ''\n    points: 0\n";
    let plan = plan(text, "t.yaml");
    let words = said(&plan);
    assert!(words[0].starts_with("line 4: This question was skipped: Question 2: "), "{words:?}");
    assert_eq!((words.len(), only(&plan).questions.len()), (1, 1));
    let plan = self::plan(&text.replace("title: T", "title: T\nduration_minutes: 0"), "t.yaml");
    let fault = plan.faults().next().expect("a test without time");
    assert_eq!((fault.place.line, fault.field.as_deref()), (Some(1), Some("[0].duration_minutes")));
}

#[test]
fn yaml_is_one_test_a_list_or_several_documents() {
    let one = "title: T\nquestions:\n- type: multiple_choice\n  question: Pick\n  options: [1, no, 3.0]\n  correct_answer: no\n";
    let draft = plan(one, "t.yml");
    assert_eq!(options(&only(&draft).questions[0]), ["1", "no", "3.0"], "a scalar is text as written");
    assert_eq!(plan(&format!("{one}---\n{one}"), "t.yaml").tests.len(), 2);
    let list = "- title: A\n  questions:\n  - {type: essay, question: Why?}\n- title: B\n  questions:\n  - {type: coding, question: How?}\n";
    let two = plan(list, "t.yaml");
    let lines: Vec<_> = two.tests.iter().map(|t| (t.place.line, t.places[0].line)).collect();
    assert_eq!(lines, [(Some(1), Some(3)), (Some(4), Some(6))]);
    for (bad, line, words) in [
        ("title: T\nquestions:\n- question: x\n  type: song\n", 4, "'song' is not known here"),
        ("title: T\n", 1, "questions: This field is required."),
        ("title: [T]\n", 1, "title: This has the wrong type: expected a string."),
        ("title: [T\n", 1, "this is not valid YAML"),
        ("title: \"T\n", 1, "this is not valid YAML"),
        ("just words", 1, "a test, or a list of tests"),
        ("title: T\nquestions: 5\n", 2, "expected a list"),
        ("title: T\ntitle: T\nquestions: []\n", 2, "title: This field is given twice."),
    ] {
        let plan = plan(bad, "t.yaml");
        let finding = &plan.findings[0];
        assert!(finding.message.contains(words) && !finding.message.contains('\n'), "{}", finding.message);
        assert!(finding.place.line.is_none_or(|l| l.abs_diff(line) <= 1), "{bad}: {:?}", finding.place);
    }
    // "Billion laughs" and depth.
    let laughs = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f]\ntitle: T\nquestions: []\n";
    let deep = format!("title: T\nquestions: {}", "[".repeat(100_000));
    let many = format!("title: T\nquestions: []\nx: [{}]\n", "1,".repeat(250_001));
    for (bad, words) in [(laughs, "too many aliases"), (&deep, "nested too deeply"), (&many, "too large")] {
        let said = said(&plan(bad, "t.yaml")).remove(0);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_table_holds_several_tests_by_their_titles() {
    let text = "\u{feff}Test;Duration;Question;Option 1;Option 2;Correct answer;Points;Colour\r\nA;30;\"2 + 2;\n or so?\";3;4;4;2;red\r\nB;;Why?;;;;;\r\nA;;3 + 3?;6;7;a;;\r\n";
    let plan = plan(text, "t.csv");
    assert!(plan.is_good(), "{:?}", said(&plan));
    assert_eq!(said(&plan), ["line 1: Unknown column 'Colour'."]);
    let [a, b] = plan.tests.as_slice() else { panic!("{:?}", plan.tests) };
    assert_eq!((a.draft.title.as_str(), a.draft.duration_minutes, b.draft.duration_minutes), ("A", 30, 60));
    assert_eq!(a.places.iter().map(|p| p.line.unwrap()).collect::<Vec<_>>(), [2, 5]);
    assert_eq!((a.draft.questions[0].text.as_str(), a.draft.questions[0].points), ("2 + 2;\n or so?", 2));
    assert_eq!(a.draft.questions[1].correct_answer.as_deref(), Some("6"), "by its letter");
    assert_eq!((b.draft.questions[0].kind, b.draft.questions[0].points), (QuestionKind::Essay, 1));
    let bad = "question,points,type,option_1,option_2,correct_answer\nWhy?,many,,,,\nPick,1,song,,,\nPick,1,,a,b,2\na,b,c,d,e,f,g\n";
    let words = said(&self::plan(bad, "q.csv"));
    assert!(words[1].contains("line 2: This question was skipped: points: 'many' is not a whole number."), "{words:?}");
    assert!(words[2].contains("type: 'song' is not known") && words[3].contains("must match one"), "{words:?}");
    assert!(words[4].contains("line 5: This question was skipped: This row has more cells"), "{words:?}");
    assert!(words[0].starts_with("Nothing of this file can be imported. line 2:"), "{words:?}");
    let words = said(&self::plan("question,option_1,option_2,correct_answer\nPick,a,b,2\n", "q.csv"));
    assert!(words[0].contains("must match one of the options"), "a number is not a position: {words:?}");
    assert!(said(&self::plan("a,b\n1,2\n", "q.csv"))[0].contains("one of them must be 'question'"));
    assert_eq!(self::plan("question\nWhy?\n", "My bank.csv").tests[0].draft.title, "My bank");
}

const BANK: &str = r"// from Moodle
$CATEGORY: $course$/top/Java \/ basics

::Q1:: What is 2 + 2\: really? {
  =4 #right
  ~%50%5
  ~3
}

The sky is blue.{TRUE#no#yes}

// question: 12
::Essay::[html]<p>Tell us<br>about &lt;b&gt;</p>{}

Grant was {=buried ~entombed} in Grant's tomb.

$CATEGORY: $course$/top/Other

Pairs {=a -> b =c -> d}

Numbers {#3.14:0.1}

Several {~%50%a ~%50%b ~%-100%c}

Short {=Java =java}

Just a text.

Code: if (a \= b) \{ \} {=yes\~ ~no

~maybe}
";

#[test]
fn gift_imports_choices_and_essays_and_reports_the_rest() {
    let plan = plan(BANK, "bank.txt");
    assert!(plan.is_good(), "{:?}", said(&plan));
    let titles: Vec<_> = plan.tests.iter().map(|t| t.draft.title.as_str()).collect();
    assert_eq!(titles, [r"basics", "Other"]);
    let q = &plan.tests[0].draft.questions;
    assert_eq!((q[0].text.as_str(), q[0].correct_answer.as_deref()), ("What is 2 + 2: really?", Some("4")));
    assert_eq!(options(&q[0]), ["4", "5", "3"]);
    assert_eq!((options(&q[1]), q[1].correct_answer.as_deref()), (vec!["True", "False"], Some("True")));
    assert_eq!((q[2].kind, q[2].text.as_str()), (QuestionKind::Essay, "Tell us\nabout <b>"));
    assert_eq!(q[3].text, "Grant was _____ in Grant's tomb.");
    let [pairs, number, several, short, code] = plan.tests[1].draft.questions.as_slice() else { panic!("{plan:?}") };
    let texts = |list: &[ChoiceDraft]| list.iter().map(|choice| choice.text().to_owned()).collect::<Vec<_>>();
    assert_eq!(
        (texts(&pairs.prompts), texts(&pairs.options)),
        (vec!["a".into(), "c".into()], vec!["b".into(), "d".into()])
    );
    assert_eq!(pairs.pairs, [("l1".into(), "r1".into()), ("l2".into(), "r2".into())].into());
    assert_eq!(number.correct_number, Some(Numeral("3.14".into())));
    assert_eq!(number.tolerance.as_ref().map(|tolerance| tolerance.value.0.as_str()), Some("0.1"));
    assert_eq!((options(several), &several.correct_answers), (vec!["a", "b", "c"], &vec!["o1".into(), "o2".into()]));
    assert_eq!((several.scoring, several.kind), (Some(Scoring::Partial), QuestionKind::MultipleResponse));
    assert_eq!((&short.accepted, short.case_sensitive), (&vec!["Java".to_owned(), "java".into()], false));
    assert_eq!((code.text.as_str(), code.options.len(), options(code)[0]), ("Code: if (a = b) { }", 3, "yes~"));
    let words = said(&plan);
    for expected in [
        "line 4: Partial credit is not supported: the answer counts as wrong.",
        "line 4: Feedback to single answers is not supported.",
        "line 10: Feedback to single answers is not supported.",
        "line 27: This question was skipped: it has no answers in braces.",
    ] {
        assert!(words.iter().any(|w| w == expected), "{expected} is not in {words:#?}");
    }
    let plan = self::plan("// invigil: {", "x.gift");
    let fault = plan.faults().next().expect("a note that cannot be read");
    assert!(fault.message.contains("cannot be read") && fault.place.line == Some(1), "{fault:?}");
    // One bad question refuses nothing but itself.
    let plan = self::plan("What? {a =b}\n\nHow many? {#about 5}\n\nWhich word? {One}\n", "x.gift");
    let skipped = |why: &str| said(&plan).iter().any(|said| said.contains(why));
    assert!(skipped("line 1: This question was skipped: the answers in the braces must begin with = or ~."));
    assert!(skipped("line 3: This question was skipped: the number after # cannot be read."));
    assert_eq!(only(&plan).questions[0].accepted, ["One"], "a single answer needs no mark");
    for (bad, why) in [
        ("What? {=a ~b", "the brace { that begins the answers is not closed"),
        ("::name What? {}", "the name that begins with :: has no end"),
        ("What? {=a ~b} or {=c ~d}", "a second { begins in it"),
        ("What? {=a { b } ~c}", "a { or } within the answers"),
        ("What? {=$x^{2}$ ~$x$}", "a { or } within the answers"),
        ("What? {=a ~b} or }", "a { or } within the answers"),
    ] {
        let alone = self::plan(bad, "x.gift");
        assert!(alone.faults().next().is_some_and(|fault| fault.message.contains(why)), "{bad}");
        let beside =
            self::plan(&format!("Before? {{=a ~b}}\n\n{bad}\n \nAfter? {{=a ~b}}\n\n::z::Last? {{T}}\n"), "x.gift");
        let texts: Vec<_> = only(&beside).questions.iter().map(|question| question.text.as_str()).collect();
        assert_eq!(texts, ["Before?", "After?", "Last?"], "{bad}");
        let line = format!("line 3: This question was skipped: {why}");
        assert!(said(&beside).iter().any(|said| said.starts_with(&line)), "{bad}: {:?}", said(&beside));
    }
    let plan = self::plan("What? {=a\n// a note\n~b\n\nAfter? {=a ~b}\n", "x.gift");
    assert_eq!(only(&plan).questions.len(), 1);
    assert_eq!(plan.tests[0].places[0].line, Some(5), "{:?}", said(&plan));
}

#[test]
fn a_bad_file_is_distinguished_from_an_unknown_format() {
    assert!(said(&plan("hello", "hello"))[0].contains("The format cannot be detected"));
    assert_eq!(
        said(&read(b"title: T\n\xff", Some("t.yaml"), None)),
        ["line 2: This is not UTF-8 text. Save the file as UTF-8."]
    );
    let huge = vec![b' '; MAX_FILE + 1];
    assert_eq!(said(&read(&huge, Some("t.yaml"), None)), ["This file is larger than 10 MiB."]);
    let many = format!("question\n{}", "Why?\n".repeat(10_001));
    assert_eq!(said(&plan(&many, "t.csv")), ["A file has at most 10000 questions."]);
    let many: Vec<String> = (0..501).map(|n| format!("T{n},Why?")).collect();
    let many = many.join("\n");
    assert_eq!(said(&plan(&format!("test,question\n{many}"), "t.csv")), ["A file has at most 500 tests."]);
}

/// Texts that are special in one of the formats.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z0-9 .,;:'\"?!äöü€日]{1,40}",
        "[ -~\\n\\t\\r~=#{}:\\\\%\\[\\]/$&<>*|>@`\u{a0}\u{2028}\u{feff}🦀]{1,60}",
        select(vec![
            "no",
            "null",
            "~",
            "1e3",
            "0x10",
            "- a",
            "? b",
            "a: b",
            "#c",
            "[html]<p>x</p>",
            "%50%x",
            "// x",
            "$CATEGORY: x",
            "::t:: x",
            "{=a ~b}",
            "a\n\nb",
            "a\r\nb",
            "a\rb",
            "\\n",
            "\\",
            "a\\",
            "->",
            "T",
            "1_000",
            "2026-01-01",
            "---\na",
            "...",
            "%TAG x",
            "!!int 3",
            "&a",
            "*a",
            "|",
            ">-",
            "\"q\"",
            "'s'",
            "  indented\n    more\n  less",
            "a\n b\n",
            "\ttab",
            "=x",
            "====",
            "invigil: x",
            "//\n// invigil: {}",
            ".inf",
            "yes",
            "12:30:45",
            "0o7",
            "<<",
        ])
        .prop_map(str::to_owned),
    ]
}

/// Gives a draft the key of its kind, made of any texts.
fn complete(draft: &mut QuestionDraft, texts: &[String], right: usize) {
    let id = |place: usize| ["1", "no", "1.50", "null", "0x7", "a: b"][place].to_owned();
    let choices = || (0..texts.len()).map(|n| ChoiceDraft::WithId { id: id(n), text: texts[n].clone() }).collect();
    match draft.kind {
        QuestionKind::MultipleChoice => {
            draft.options = texts.iter().cloned().map(Into::into).collect();
            draft.correct_answer = Some(texts[right].clone());
            draft.pinned_options = vec![texts[texts.len() - 1].clone()];
        }
        QuestionKind::MultipleResponse => {
            draft.options = choices();
            draft.correct_answers = vec![id(right)];
            draft.pinned_options = vec![id(0)];
        }
        QuestionKind::Ordering => {
            draft.options = choices();
            draft.order = (0..texts.len()).rev().map(id).collect();
        }
        QuestionKind::Matching => {
            (draft.prompts, draft.options) = (choices(), choices());
            draft.pairs = (0..texts.len()).map(|n| (id(n), id(right))).collect();
        }
        QuestionKind::Numeric => {
            draft.correct_number = Some(Numeral("3.50".into()));
            draft.unit = Some("kg".into());
        }
        QuestionKind::ShortText => draft.accepted = texts.to_vec(),
        QuestionKind::Gaps => {
            draft.text.push_str(" [[g1]]");
            draft.gaps = vec![GapDraft { accepted: texts.to_vec(), ..GapDraft::new("g1", GapKind::Text) }];
        }
        QuestionKind::Coding => complete_code(draft, texts, right),
        QuestionKind::Essay => {}
    }
    if draft.kind.is_auto() {
        draft.penalty = Some(Numeral("0.5".into()));
        draft.explanation = Some(texts[right].clone());
        draft.reviewer_notes = Some(texts[0].clone());
        draft.tags = vec!["no".into(), "1.50".into()];
    }
}

/// Tests need a language.
fn complete_code(draft: &mut QuestionDraft, texts: &[String], right: usize) {
    let Some(language) = draft.expected_language.clone() else { return };
    let test = |text: &String| CodeTestDraft {
        input: text.clone(),
        output: format!("{text}\n"),
        visible: text.len() > 3,
        weight: 2,
        group: Some("1.50".into()),
    };
    draft.tests = texts.iter().map(test).collect();
    draft.starter_code = Some(StarterDraft::First(texts[right].clone()));
    draft.checker = Some(CodeChecker::Tokens);
    draft.time_limit_ms = Some(500);
    draft.wrong_solutions = vec![SolutionDraft { language: language.clone(), source: texts[right].clone() }];
    draft.reference_solutions = vec![SolutionDraft { language, source: texts[0].clone() }];
}

fn question() -> impl Strategy<Value = QuestionDraft> {
    let kinds = QuestionKind::ALL.to_vec();
    let language = option::of(select(LANGUAGES.to_vec()).prop_map(str::to_owned));
    (
        select(kinds),
        text(),
        1..=100i64,
        vec(text(), 2..=6),
        any::<prop::sample::Index>(),
        language,
        option::of("[ -~]{1,20}"),
    )
        .prop_map(|(kind, text, points, options, right, language, id)| {
            let expected_language = language.filter(|_| kind == QuestionKind::Coding);
            let mut draft = QuestionDraft { id, points, expected_language, ..QuestionDraft::new(kind, text) };
            let mut distinct: Vec<String> = options.iter().map(|option| option.trim().to_owned()).collect();
            distinct.retain(|option| !option.is_empty());
            distinct.extend(["yes".to_owned(), "1.50".to_owned()]);
            distinct.sort_unstable();
            distinct.dedup();
            distinct.truncate(6);
            complete(&mut draft, &distinct, right.index(distinct.len()));
            draft
        })
}

fn draft() -> impl Strategy<Value = TestDraft> {
    let title = text().prop_map(|title| title.replace(char::is_control, " "));
    (title, prop_oneof![Just(String::new()), text()], 1..=480i64, vec(question(), 1..5), any::<bool>()).prop_map(
        |(title, description, duration_minutes, questions, require_fullscreen)| TestDraft {
            title,
            description,
            duration_minutes,
            questions,
            require_fullscreen,
            history: HistoryMode::Saves,
            language: None,
            translations: std::collections::BTreeMap::new(),
            description_format: RichTextFormat::Plain,
        },
    )
}

/// The tests as they would be stored, for the valid drafts.
pub(super) fn stored(drafts: Vec<TestDraft>) -> Vec<Test> {
    let checked = drafts.into_iter().filter_map(|draft| draft.check().ok());
    let at = crate::domain::Instant::EPOCH;
    checked.map(|checked| checked.into_test(uuid::Uuid::nil().into(), at, None)).collect()
}

/// A file of tests without pictures and sections.
pub(super) fn written(tests: &[Test], format: TestFormat) -> Vec<u8> {
    let mut file = Vec::new();
    let tests = tests.iter().cloned().map(Exported::from).collect();
    write_tests(tests, format, &|_| Ok(None), &mut file).unwrap();
    file
}

proptest! {
    // Many drafts are not valid.
    #![proptest_config(ProptestConfig { max_global_rejects: 8_192, ..super::round_trips::share(400) })]
    #[test]
    fn export_and_import_round_trip(drafts in vec(draft(), 1..4)) {
        let tests = stored(drafts);
        prop_assume!(!tests.is_empty());
        let titles: HashSet<&str> = tests.iter().map(|test| test.title.as_str()).collect();
        // Rows of one test have the same title.
        let is_table = titles.len() == tests.len();
        let formats = [TestFormat::Json, TestFormat::Yaml, TestFormat::Gift, TestFormat::Csv];
        for format in formats.into_iter().filter(|format| is_table || *format != TestFormat::Csv) {
            let file = written(&tests, format);
            let plan = read(&file, Some(&format!("x.{}", format.name())), None);
            let shown = String::from_utf8_lossy(&file);
            prop_assert!(plan.is_good(), "{:?}\n{shown}", said(&plan));
            prop_assert_eq!(plan.left_out().count(), 0, "{}", shown);
            let back = stored(plan.tests.into_iter().map(|t| t.draft).collect());
            if format == TestFormat::Csv {
                // A table has no ids of options.
                prop_assert_eq!(String::from_utf8(written(&back, format)).unwrap(), shown);
            } else {
                prop_assert_eq!(&back, &tests, "{}", shown);
            }
        }
    }

    /// Any input yields a plan, and every finding has a message.
    #[test]
    fn arbitrary_bytes_are_handled(bytes in vec(any::<u8>(), 0..300), name in select(vec!["a.json", "a.yaml", "a.csv", "a.gift", "a.xml", "a.zip", "a"])) {
        let plan = read(&bytes, Some(name), None);
        prop_assert!(plan.findings.iter().all(|f| !f.message.is_empty()));
        prop_assert!(plan.is_good() || !plan.findings.is_empty());
    }

    #[test]
    fn arbitrary_text_is_handled(text in "[ -~\\n\\t{}=~:#\\[\\]<>&;/\\\\\"']{0,300}", name in select(vec!["a.json", "a.yaml", "a.csv", "a.gift", "a.xml"])) {
        let plan = read(text.as_bytes(), Some(name), None);
        prop_assert!(plan.is_good() || !plan.findings.is_empty());
    }
}
