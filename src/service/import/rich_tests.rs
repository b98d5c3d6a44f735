//! Formatted texts, pictures and sections in files.

use super::{
    packages::package_of,
    parsing::{said, stored},
    *,
};
use crate::{
    domain::{
        PictureHash,
        bank::sections::{Pool, PoolSource, Rules, Section, SectionItem, TestSections},
        error::FieldChecker,
        passage::{CheckedTexts, PassageDraft, SectionTexts, TextDraft},
        picture::PictureFormat,
        question::{ChoiceDraft, GapDraft, GapKind, Tree},
        rich_text::RichTextFormat,
        test::{QuestionDraft, QuestionKind, TestDraft},
    },
    picture,
    service::export::{Exported, QtiVersion, TestFormat, losses, write_tests},
};
use proptest::{collection::vec, prelude::*, sample::select};

const TEXT: &str = "# What *happens*?\n\nLook at `a < b` and **this** [page](https://example.com/a?b=1&c=2):\\\nnext line\n\n\
    ```rust\nfn main() {\n    println!(\"<&>\");\n}\n```\n\n- one\n- two\n  1. deep\n  2. deeper\n\n\
    > quoted\n\n| a | b |\n|---|---|\n| 1 | $x^2$ |\n\n$$\\frac{1}{2}$$\n\n![A *chart*](picture:HASH)\n\n---\n\nthe 2*3*4 \\*end\\* [x] _y_";

/// Of 3 and of 5 by 2 pixels.
const PNGS: [&[u8]; 2] = [
    b"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x03\x00\x00\x00\x02\x08\x02\x00\x00\
    \x00\x12\x16\xf1\x4d\x00\x00\x00\x10\x49\x44\x41\x54\x78\xda\x63\xe0\x4c\x3e\x0e\x41\x0c\x70\x16\x00\x43\x94\x07\
    \x33\x2a\x47\xb3\x40\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82",
    b"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x05\x00\x00\x00\x02\x08\x02\x00\x00\
    \x00\x1f\x08\x81\x0a\x00\x00\x00\x10\x49\x44\x41\x54\x78\xda\x63\xe0\x4c\x3e\x8e\x8c\x18\xd0\xf8\x00\xb8\x94\x0b\
    \xff\x79\xde\x98\x22\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82",
];

pub(super) fn png(which: usize) -> picture::EncodedPicture {
    picture::process(PNGS[which]).unwrap()
}

fn rich(kind: QuestionKind, text: &str) -> QuestionDraft {
    QuestionDraft { format: RichTextFormat::Markdown, ..QuestionDraft::new(kind, text) }
}

fn draft(questions: Vec<QuestionDraft>) -> TestDraft {
    let mut draft = PlannedTest::new("Formatted", Position::default()).draft;
    draft.questions = questions;
    draft
}

fn file(tests: Vec<Exported>, format: TestFormat, pictures: &[picture::EncodedPicture]) -> Vec<u8> {
    let find = |hash: PictureHash| {
        Ok(pictures.iter().find(|p| p.hash == hash).map(|p| (PictureFormat::of(&p.bytes).unwrap(), p.bytes.clone())))
    };
    let mut file = Vec::new();
    write_tests(tests, format, &find, &mut file).unwrap();
    file
}

fn whole(draft: TestDraft) -> Vec<Exported> {
    stored(vec![draft]).into_iter().map(Exported::from).collect()
}

/// The trees of all texts.
fn trees(draft: &TestDraft) -> Vec<(String, Option<crate::domain::question::Trees>)> {
    let test = stored(vec![draft.clone()]).remove(0);
    test.questions.into_iter().map(|question| (question.plain_text().into_owned(), question.trees)).collect()
}

#[test]
fn packages_keep_formatted_texts_and_pictures() {
    let picture = png(0);
    let text = TEXT.replace("HASH", &picture.hash.to_string());
    let choice = QuestionDraft {
        options: ["*a*", "`b`", "- c\n- d"].map(|text| ChoiceDraft::Text(text.into())).to_vec(),
        correct_answer: Some("`b`".into()),
        pinned_options: vec!["*a*".into()],
        explanation: Some(format!("See ![it](picture:{})\n\n1. and\n2. more", picture.hash)),
        ..rich(QuestionKind::MultipleChoice, &text)
    };
    let gap = |id: &str| GapDraft { accepted: vec!["x".into()], ..GapDraft::new(id, GapKind::Text) };
    let text = "Fill **in** [[g1]], *please*, and\n\n- [[g2]] too.";
    let gaps = QuestionDraft { gaps: vec![gap("g1"), gap("g2")], ..rich(QuestionKind::Gaps, text) };
    let short = QuestionDraft { accepted: vec!["x".into()], ..rich(QuestionKind::ShortText, "Some *text*:") };
    let mut draft = draft(vec![choice, gaps, short]);
    draft.description = "# A **bold** one\n\nwith\n\n- parts".into();
    draft.description_format = RichTextFormat::Markdown;
    for version in [QtiVersion::V21, QtiVersion::V30] {
        let file = file(whole(draft.clone()), TestFormat::Qti(version), std::slice::from_ref(&picture));
        let plan = read(&file, Some("x.zip"), None);
        assert_eq!(said(&plan), Vec::<String>::new());
        assert_eq!(plan.pictures, std::slice::from_ref(&picture));
        let back = &plan.tests[0].draft;
        let description = |draft: &TestDraft| Tree::of(&draft.description, draft.description_format).unwrap().unwrap();
        assert_eq!(description(back), description(&draft));
        for (again, once) in trees(back).into_iter().zip(trees(&draft)) {
            assert_eq!(again, once);
        }
        assert_eq!(back.questions[0].correct_answer.as_deref(), Some("`b`"));
        assert_eq!(back.questions[0].pinned_options, ["*a*"]);
    }
}

/// A picture of the same server keeps its address; a package may name any file.
#[test]
fn files_of_ours_with_pictures_are_zips() {
    let (one, two) = (png(0), png(1));
    let text = format!("![one](picture:{}) and ![again](picture:{0})", one.hash);
    let draft = draft(vec![rich(QuestionKind::Essay, &text)]);
    for format in [TestFormat::Json, TestFormat::Yaml] {
        let tests = whole(draft.clone());
        assert_eq!(format.extension(&tests), "zip");
        let plan = read(&file(tests, format, std::slice::from_ref(&one)), Some("x.zip"), None);
        assert_eq!(said(&plan), Vec::<String>::new());
        assert_eq!(plan.pictures, std::slice::from_ref(&one));
        assert_eq!(plan.tests[0].draft.questions[0].text, text);
    }
    let json = r#"{"title": "T", "questions": [{"type": "multiple_choice", "format": "markdown", "points": 1,
        "question": "![a](../img/a%20b.png) Which?",
        "options": ["![a](../img/a%20b.png)", "b"], "correct_answer": "![a](../img/a%20b.png)"},
        {"type": "essay", "format": "markdown", "question": "[no](other.png) ![c](https://x.example/c.png)"}]}"#;
    let packed = package_of(&[
        ("x/data/tests.json", json.as_bytes()),
        ("x/img/a b.png", &two.bytes),
        ("x/img/unused.png", b"nothing"),
        ("__MACOSX/x/._tests.json", b"{}"),
    ]);
    let plan = read(&packed, Some("x.zip"), None);
    let question = &plan.tests[0].draft.questions[0];
    let shown = format!("![a](picture:{})", two.hash);
    assert_eq!(question.text, format!("{shown} Which?"));
    assert_eq!(
        (question.options[0].text(), question.correct_answer.as_deref()),
        (shown.as_str(), Some(shown.as_str()))
    );
    assert_eq!(plan.pictures.len(), 1, "only what is shown");
    let skipped = "x/data/tests.json, line 4: This question was skipped: Question 2: ";
    assert!(said(&plan)[0].starts_with(skipped), "{:?}", said(&plan));
}

#[test]
fn pictures_that_cannot_be_used_are_named() {
    let text = r#"title: T
questions:
  - {type: essay, question: "![a](a.png)", points: 1, format: markdown}"#;
    for (bytes, why) in
        [(b"GIF89a".to_vec(), "damaged"), (b"BM".to_vec(), "must be a PNG"), (vec![0; 3 << 20], "larger than 2 MiB")]
    {
        let plan = read(&package_of(&[("t.yaml", text.as_bytes()), ("a.png", &bytes)]), None, None);
        let said = said(&plan).join("\n");
        assert!(said.contains("t.yaml, line 3: The picture a.png cannot be used: ") && said.contains(why), "{said}");
        assert_eq!((plan.faults().count(), plan.left_out().count()), (0, 1), "nothing hides the reason");
        assert_eq!(plan.tests[0].draft.questions[0].text, "a", "its description stays");
    }
    for (files, why) in [
        (vec![("a.txt", &b"x"[..])], "neither imsmanifest.xml"),
        (vec![("a.json", &b"{}"[..]), ("b.yaml", &b"x"[..])], "several"),
        (vec![("a.csv", &b"question\n\"\xff\""[..])], "Read as Windows-1252"),
    ] {
        let plan = read(&package_of(&files), Some("x.zip"), None);
        assert!(said(&plan)[0].contains(why), "{:?}", said(&plan));
    }
}

fn divided() -> Exported {
    let questions = ["one", "two"].map(|text| QuestionDraft::new(QuestionKind::Essay, text)).to_vec();
    let test = stored(vec![draft(questions)]).remove(0);
    let pool = |source| SectionItem::Pool(Pool { source, draw: 2, points: 3 });
    let section = |title: &str, minutes: Option<u32>, items| Section {
        title: title.into(),
        shuffle_questions: minutes.is_some(),
        shuffle_options: false,
        items,
        rules: Rules { minutes, one_way: minutes.is_some() },
        ..Section::default()
    };
    let question = || SectionItem::Question { pin: None };
    let id: crate::domain::QuestionId = uuid::Uuid::from_u128(7).into();
    let sections = vec![
        section("First", Some(20), vec![question(), pool(PoolSource::Tags(vec!["sql".into()]))]),
        section("", None, vec![pool(PoolSource::Questions(vec![id])), question()]),
    ];
    Exported { sections: Some(TestSections { test_id: test.id, sections }), ..test.into() }
}

#[test]
fn files_of_ours_keep_sections() {
    for format in [TestFormat::Json, TestFormat::Yaml] {
        let text = file(vec![divided()], format, &[]);
        let plan = read(&text, Some(&format!("x.{}", format.name())), None);
        assert_eq!(said(&plan), Vec::<String>::new(), "{}", String::from_utf8_lossy(&text));
        assert!(plan.tests[0].names_bank());
        assert_eq!(plan.tests[0].draft.questions.len(), 2);
        let shown = |sections| format!("{sections:?}");
        let (_, sections) = plan.tests[0].clone().split();
        assert_eq!(sections.len(), 2);
        assert_eq!((sections[0].minutes, sections[0].one_way, sections[0].shuffle_questions), (Some(20), true, true));
        assert_eq!((sections[1].minutes, sections[1].one_way, sections[1].title.as_str()), (None, false, ""));
        let words = shown(&sections);
        assert!(words.contains("sql") && words.contains("\"one\"") && words.contains("\"two\""), "{words}");
    }
}

#[test]
fn packages_of_ours_keep_sections_without_pools() {
    let choice = |text: &str| QuestionDraft {
        options: ["a", "b"].map(|text| text.to_owned().into()).to_vec(),
        correct_answer: Some("a".into()),
        ..QuestionDraft::new(QuestionKind::MultipleChoice, text)
    };
    let test = stored(vec![draft(["one", "two", "three", "four"].map(choice).to_vec())]).remove(0);
    let section = |title: &str, count: usize, shuffle_options, rules: Rules| Section {
        title: title.into(),
        shuffle_questions: count == 2,
        shuffle_options,
        items: vec![SectionItem::Question { pin: None }; count],
        rules,
        ..Section::default()
    };
    let sections = vec![
        section("First & best", 1, true, Rules { minutes: Some(20), one_way: true }),
        section("Second", 2, false, Rules::default()),
        section("Third", 1, false, Rules { minutes: Some(5), one_way: false }),
    ];
    for version in [QtiVersion::V21, QtiVersion::V30] {
        let of_test = Some(TestSections { test_id: test.id, sections: sections.clone() });
        let package = file(vec![Exported { sections: of_test, ..test.clone().into() }], TestFormat::Qti(version), &[]);
        let plan = read(&package, Some("x.zip"), None);
        assert_eq!(said(&plan), Vec::<String>::new(), "{version:?}");
        let (draft, back) = plan.tests[0].clone().split();
        assert_eq!((draft.questions.len(), back.len()), (0, 3), "{version:?}");
        for (back, section) in back.iter().zip(&sections) {
            assert_eq!(back.items.len(), section.items.len());
            assert_eq!(back.rules(), section.rules);
            assert_eq!(
                (&back.title, back.shuffle_questions, back.shuffle_options),
                (&section.title, section.shuffle_questions, section.shuffle_options)
            );
        }
    }
    // A single section keeps its title.
    let of_test = Some(TestSections { test_id: test.id, sections: vec![section("Alone", 4, false, Rules::default())] });
    let package =
        file(vec![Exported { sections: of_test, ..test.clone().into() }], TestFormat::Qti(QtiVersion::V30), &[]);
    let plan = read(&package, Some("x.zip"), None);
    let titles: Vec<&str> = plan.tests[0].sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!((titles, said(&plan)), (vec!["Alone"], Vec::new()));
    // One list stays one.
    let plan = read(&file(vec![test.into()], TestFormat::Qti(QtiVersion::V30), &[]), Some("x.zip"), None);
    assert!(plan.tests[0].sections.is_empty());
}

/// Two sections, with instructions and a passage of two questions each, one of them with a picture.
fn with_passages(picture: &picture::EncodedPicture) -> Exported {
    let questions = ["one", "two", "three", "four"].map(|text| QuestionDraft::new(QuestionKind::Essay, text)).to_vec();
    let test = stored(vec![draft(questions)]).remove(0);
    let passage = |id: &str, title: &str, text: String, format| PassageDraft {
        id: id.into(),
        title: title.into(),
        text: TextDraft { text, format },
    };
    let shown = format!("# A *memo*\n\n- to\n- Oslo\n\n![chart](picture:{})", picture.hash);
    let of = |texts: SectionTexts| {
        let CheckedTexts { instructions, passages } = texts.check(0, &mut FieldChecker::default());
        Section { items: vec![SectionItem::Question { pin: None }; 2], instructions, passages, ..Section::default() }
    };
    let both = |id: &str| vec![(0, id.to_owned()), (1, id.to_owned())];
    let sections = vec![
        of(SectionTexts {
            instructions: TextDraft { text: "Read **first**.".into(), format: RichTextFormat::Markdown },
            passages: vec![passage("memo", "The memo", shown, RichTextFormat::Markdown)],
            about: both("memo"),
        }),
        of(SectionTexts {
            passages: vec![passage("p2", "", "Plain & simple".into(), RichTextFormat::Plain)],
            about: vec![(1, "p2".into())],
            ..SectionTexts::default()
        }),
    ];
    Exported { sections: Some(TestSections { test_id: test.id, sections }), ..test.into() }
}

#[test]
fn files_keep_passages_and_instructions() {
    let picture = png(0);
    let exported = with_passages(&picture);
    let texts = |sections: &[Section]| -> Vec<SectionTexts> {
        sections.iter().map(|section| section.without_items().texts).collect()
    };
    let wanted = texts(&exported.sections.as_ref().unwrap().sections);
    let formats =
        [TestFormat::Json, TestFormat::Yaml, TestFormat::Qti(QtiVersion::V21), TestFormat::Qti(QtiVersion::V30)];
    for format in formats {
        let package = file(vec![exported.clone()], format, std::slice::from_ref(&picture));
        let plan = read(&package, Some("x.zip"), None);
        assert_eq!(said(&plan), Vec::<String>::new(), "{format:?}");
        assert_eq!(plan.pictures, std::slice::from_ref(&picture), "{format:?}");
        let (_, sections) = plan.tests[0].clone().split();
        assert_eq!(sections.iter().map(|section| section.texts.clone()).collect::<Vec<_>>(), wanted, "{format:?}");
        assert!(losses(std::slice::from_ref(&exported), format).iter().all(|loss| !loss.message.contains("passages")));
    }
    for format in [TestFormat::Csv, TestFormat::Gift, TestFormat::Moodle] {
        let lost = losses(std::slice::from_ref(&exported), format);
        assert!(lost.iter().any(|loss| loss.message.contains("passages")), "{format:?}: {lost:?}");
    }
    let moodle = file(vec![exported], TestFormat::Moodle, std::slice::from_ref(&picture));
    let moodle = String::from_utf8(moodle).unwrap();
    assert_eq!(moodle.matches("type=\"description\"").count(), 3, "{moodle}");
}

#[test]
fn faults_of_sections_are_named_with_their_place() {
    for (text, why) in [
        (r#"{"title": "T", "sections": [{"items": []}]}"#, "Section 1 is empty"),
        (r#"{"title": "T", "sections": [{"items": [{"pool": {"draw": 0, "points": 1, "tags": ["a"]}}]}]}"#, "1 to 200"),
        (r#"{"title": "T", "sections": [{"items": [{}]}]}"#, "Give one of"),
        (r#"{"title": "T", "sections": [{"items": [3]}]}"#, "sections[0].items[0]: This has the wrong type"),
        (
            r#"{"title": "T", "sections": [{"items": [{"question": {"type": "essay"}}]}]}"#,
            "sections[0].items[0].question: ",
        ),
        (r#"{"title": "T", "sections": [{"items": [{"pool": {"points": 1}}]}]}"#, "sections[0].items[0].pool.draw"),
        (r#"{"title": "T"}"#, "questions: This field is required."),
    ] {
        for name in ["x.json", "x.yaml"] {
            let plan = read(text.as_bytes(), Some(name), None);
            assert!(said(&plan).join("\n").contains(why), "{name}: {:?}", said(&plan));
            assert!(!plan.is_good());
        }
    }
    // As a question stands in a test.
    let flat = r#"{"title": "T", "sections": [{"items": [{"type": "essay", "question": "Q", "points": 2}]}]}"#;
    assert_eq!(said(&read(flat.as_bytes(), Some("x.json"), None)), Vec::<String>::new());
}

/// A table has no more cells than a text may have, whatever its rows are filled up to.
#[test]
fn wide_tables_stay_small() {
    let item = |table: &str| {
        format!(
            "<assessmentItem title=\"T\"><itemBody><p>A <b>b</b></p><table>{table}</table><extendedTextInteraction responseIdentifier=\"R\"/></itemBody></assessmentItem>"
        )
    };
    let row = |count: usize| format!("<tr>{}</tr>", "<td>x</td>".repeat(count));
    let plan = read(item(&format!("{}{}", row(4_000), "<tr/>".repeat(50_000))).as_bytes(), Some("x.xml"), None);
    assert!(plan.is_good(), "{:?}", said(&plan));
    assert!(said(&plan)[0].contains("Its formatting cannot be kept"), "{:?}", said(&plan));
    assert_eq!(plan.tests[0].draft.questions[0].format, RichTextFormat::Plain);
    let plan = read(item(&row(40).repeat(50)).as_bytes(), Some("x.xml"), None);
    assert_eq!((said(&plan), plan.tests[0].draft.questions[0].format), (Vec::new(), RichTextFormat::Markdown));
}

/// The time does not grow with the square of them.
#[test]
fn a_hundred_thousand_line_breaks_are_read() {
    let breaks = "a<br/>".repeat(100_000);
    let item = format!(
        "<assessmentItem title=\"T\"><itemBody><p><b>b</b>{breaks}</p><extendedTextInteraction responseIdentifier=\"R\"/></itemBody></assessmentItem>"
    );
    let plan = read(item.as_bytes(), Some("x.xml"), None);
    assert!(said(&plan).join(" ").contains("the text is too long"), "{:?}", said(&plan));
}

#[test]
fn packages_keep_the_alignment_of_tables() {
    let text = "|a|b|c|d|\n|:-|:-:|-:|-|\n|1|2|3|4|\n|5|6|7|8|";
    let table = draft(vec![rich(QuestionKind::Essay, text)]);
    for version in [QtiVersion::V21, QtiVersion::V30] {
        let plan = read(&file(whole(table.clone()), TestFormat::Qti(version), &[]), Some("x.zip"), None);
        assert_eq!(trees(&plan.tests[0].draft), trees(&table));
    }
}

#[test]
fn findings_are_in_the_order_of_the_questions() {
    let code = || QuestionDraft::new(QuestionKind::Coding, "Q");
    let test = draft(std::iter::repeat_with(code).take(12).collect());
    let plan = read(&file(whole(test), TestFormat::Qti(QtiVersion::V21), &[]), Some("x.zip"), None);
    let entries: Vec<_> = plan.findings.iter().filter_map(|finding| finding.place.entry.clone()).collect();
    assert_eq!(entries, (1..=12).map(|number| format!("items/t1q{number}.xml")).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(super::round_trips::share(256))]

    /// White space of a plain text means something: it is no code either.
    #[test]
    fn plain_texts_survive_a_package(pieces in vec(select(vec![
        "a", " ", "  ", "\n", "\n\n\n", "\t", "\u{a0}", "<b>", "&amp;", "]]>", "[[g1]]", "[[x]]", "_____", "```", "*", "--", "é",
    ]), 1..16)) {
        let text = format!("x{}x", pieces.concat());
        let accepted = || vec!["y".to_owned()];
        let options: Vec<ChoiceDraft> = [&text, "b"].map(|text| ChoiceDraft::Text(text.to_owned())).into();
        let choice = QuestionDraft {
            options: options.clone(),
            correct_answer: Some(text.clone()),
            ..QuestionDraft::new(QuestionKind::MultipleChoice, &*text)
        };
        let gaps = |id: &str| QuestionDraft {
            gaps: vec![GapDraft { accepted: accepted(), ..GapDraft::new(id, GapKind::Text) }],
            scoring: Some(crate::domain::question::Scoring::Partial),
            ..QuestionDraft::new(QuestionKind::Gaps, format!("{text} [[{id}]] {text}"))
        };
        let mut questions = vec![
            choice,
            QuestionDraft { options, order: vec!["o1".into(), "o2".into()], ..QuestionDraft::new(QuestionKind::Ordering, &*text) },
            QuestionDraft { accepted: accepted(), ..QuestionDraft::new(QuestionKind::ShortText, &*text) },
            QuestionDraft::new(QuestionKind::Essay, &*text),
        ];
        if !text.contains("[[g1]]") {
            questions.push(gaps("g1"));
        }
        for question in &mut questions {
            (question.explanation, question.reviewer_notes) = (Some(text.clone()), Some(text.clone()));
        }
        let mut test = draft(questions);
        test.description = text;
        prop_assume!(test.clone().check().is_ok());
        let once = stored(vec![test.clone()]).remove(0);
        for version in [QtiVersion::V21, QtiVersion::V30] {
            let plan = read(&file(whole(test.clone()), TestFormat::Qti(version), &[]), Some("x.zip"), None);
            prop_assert!(plan.is_good(), "{:?}", said(&plan));
            let again = stored(vec![plan.tests[0].draft.clone()]).remove(0);
            prop_assert_eq!(&again.questions, &once.questions);
            prop_assert_eq!(&again.description, &once.description);
        }
    }

    /// Whatever is formatted: the text stays.
    #[test]
    fn formatted_texts_survive_a_package(
        pieces in vec(select(vec![
            "a", "b c", " ", "\n", "\n\n", "*", "**", "_", "`", "```\n", "- ", "1. ", "> ", "# ", "[", "](", "https://x.y", ")", "<b>",
            "&amp;", "\\", "|", "\n|-|\n", "$", "x^2", "    ", "~", "!", "---", "é",
        ]), 1..24)
    ) {
        let text = format!("**x** {}", pieces.concat());
        let Ok(Some(tree)) = Tree::of(&text, RichTextFormat::Markdown) else { return Ok(()) };
        let test = draft(vec![rich(QuestionKind::Essay, &text)]);
        prop_assume!(test.clone().check().is_ok());
        let plan = read(&file(whole(test), TestFormat::Qti(QtiVersion::V30), &[]), Some("x.zip"), None);
        prop_assert!(plan.is_good(), "{:?}", said(&plan));
        let back = &plan.tests[0].draft.questions[0];
        // Without a Markdown that means the same it is plain text, which is said.
        let Some(again) = Tree::of(&back.text, back.format).unwrap() else {
            prop_assert!(said(&plan)[0].contains("cannot be kept"), "{:?}", said(&plan));
            return Ok(());
        };
        // Each line of a quote has a mark, and lines may be broken elsewhere.
        let words = |tree: &Tree| tree.plain_text().replace('>', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(words(&again), words(&tree), "{}\n{}", &text, &back.text);
    }
}
