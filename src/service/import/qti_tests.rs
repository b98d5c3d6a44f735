use super::*;
use crate::domain::{question::ChoiceDraft, test::QuestionKind};
use std::io::{Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

const CHOICE_21: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="q1" title="Sum">
  <responseDeclaration identifier="R" cardinality="single" baseType="identifier">
    <correctResponse><value> B </value></correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>3.0</value></defaultValue></outcomeDeclaration>
  <itemBody>
    <p>Look at <b>this</b>:</p>
    <pre>a &lt; b
  c&#38;d</pre>
    <choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="1">
      <prompt>What is 2 + 2?</prompt>
      <simpleChoice identifier="A">3<feedbackInline identifier="f">no</feedbackInline></simpleChoice>
      <simpleChoice identifier="B"><p>4</p></simpleChoice>
    </choiceInteraction>
  </itemBody>
</assessmentItem>"#;

const TEXT_30: &str = r#"<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="q2" title="Essay">
  <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="string"/>
  <qti-item-body>
    <p>Why?<img src="x.png" alt="a chart"/></p>
    <qti-extended-text-interaction response-identifier="RESPONSE" expected-lines="5"><qti-prompt>In your words.</qti-prompt></qti-extended-text-interaction>
  </qti-item-body>
</qti-assessment-item>"#;

const MANIFEST: &str = r#"<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>
  <resource identifier="t" type="imsqti_test_xmlv2p1" href="tests/exam.xml"/>
  <resource identifier="q1" type="imsqti_item_xmlv2p1" href="items/q1.xml"/>
  <resource identifier="q2" type="imsqti_item_xmlv3p0" href="items/q2.xml"/>
  <resource identifier="q3" type="imsqti_item_xmlv3p0" href="items/loose.xml"/>
</resources></manifest>"#;

const EXAM: &str = r#"<assessmentTest identifier="t" title="The exam"><timeLimits maxTime="2670"/><testPart identifier="p"><assessmentSection identifier="s" title="S" visible="true">
  <assessmentItemRef identifier="q2" href="../items/q2.xml"><weight identifier="W" value="5"/></assessmentItemRef>
  <assessmentItemRef identifier="q1" href="../items/q1.xml"/>
</assessmentSection></testPart></assessmentTest>"#;

fn package(files: &[(&str, &str)]) -> Vec<u8> {
    package_of(&files.iter().map(|(name, text)| (*name, text.as_bytes())).collect::<Vec<_>>())
}

pub(super) fn package_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn said(plan: &ImportPlan) -> Vec<String> {
    plan.findings.iter().map(ImportFinding::in_words).collect()
}

#[test]
fn one_file_of_another_program_may_be_zipped() {
    let moodle = r#"<quiz><question type="essay"><name><text>N</text></name><questiontext format="html"><text>Why?</text></questiontext></question></quiz>"#;
    for (name, text) in
        [("export/quiz.xml", moodle), ("q.gift", "Why?{}"), ("q.txt", "Which?\nA. x\nB. y\nANSWER: A\n")]
    {
        let plan = read(&package(&[(name, text), ("__MACOSX/x", "")]), Some("p.zip"), None);
        assert_eq!(plan.tests.first().map(|test| test.draft.questions.len()), Some(1), "{name}: {:?}", said(&plan));
        assert_eq!(plan.tests[0].places[0].entry.as_deref(), Some(name));
    }
    let two = package(&[("a.gift", "Why?{}"), ("b.gift", "How?{}")]);
    let refused = said(&read(&two, Some("p.zip"), None));
    assert!(refused[0].ends_with("Other files are imported one at a time, unpacked."), "{refused:?}");
}

#[test]
fn a_package_may_lie_in_one_top_folder() {
    let names = ["imsmanifest.xml", "tests/exam.xml", "items/q1.xml", "items/q2.xml", "items/loose.xml"];
    let texts = [MANIFEST, EXAM, CHOICE_21, TEXT_30, TEXT_30];
    let folder: Vec<_> = names.iter().map(|name| format!("My questions/{name}")).collect();
    let packed = |names: Vec<&str>| package(&names.into_iter().zip(texts).collect::<Vec<_>>());
    let (flat, nested) = (packed(names.to_vec()), packed(folder.iter().map(String::as_str).collect()));
    let titles = |bytes: &[u8]| {
        let plan = read(bytes, Some("p.zip"), None);
        plan.tests.iter().map(|test| (test.draft.title.clone(), test.draft.questions.len())).collect::<Vec<_>>()
    };
    assert_eq!(titles(&nested), titles(&flat));
    assert_eq!(titles(&nested).len(), 2);
    let two = package(&[("a/imsmanifest.xml", MANIFEST), ("b/imsmanifest.xml", MANIFEST)]);
    assert!(
        said(&read(&two, Some("p.zip"), None))[0].starts_with("This zip has neither imsmanifest.xml or items (QTI)")
    );
}

#[test]
fn a_package_holds_tests_and_loose_items() {
    let loose = TEXT_30.replace("Why?", "How?");
    let files = [
        ("imsmanifest.xml", MANIFEST),
        ("tests/exam.xml", EXAM),
        ("items/q1.xml", CHOICE_21),
        ("items/q2.xml", TEXT_30),
        ("items/loose.xml", &loose),
    ];
    let plan = read(&package(&files), Some("bank.zip"), None);
    assert!(plan.is_good(), "{:?}", said(&plan));
    let [exam, rest] = plan.tests.as_slice() else { panic!("{:?}", plan.tests) };
    assert_eq!((exam.draft.title.as_str(), exam.draft.duration_minutes), ("The exam", 45));
    let [essay, choice] = exam.draft.questions.as_slice() else { panic!("{exam:?}") };
    assert_eq!((essay.kind, essay.points), (QuestionKind::Essay, 5), "the weight");
    assert_eq!(essay.text, "Why?\\[a chart\\]\n\nIn your words.");
    assert_eq!((choice.kind, choice.points), (QuestionKind::MultipleChoice, 3), "its MAXSCORE");
    assert_eq!(choice.text, "Look at **this**:\n\n```\na < b\n  c&d\n```\n\nWhat is 2 + 2?");
    let texts: Vec<_> = choice.options.iter().map(ChoiceDraft::text).collect();
    assert_eq!((texts, choice.correct_answer.as_deref()), (vec!["3", "4"], Some("4")));
    assert_eq!((rest.draft.title.as_str(), rest.draft.questions.len(), rest.draft.questions[0].points), ("bank", 1, 1));
    let words = said(&plan);
    assert!(
        words.contains(&"items/q1.xml, line 13: Feedback to single answers is not supported.".to_owned()),
        "{words:?}"
    );
    assert!(
        words.contains(
            &"items/q2.xml, line 4: The picture items/x.png cannot be used: This file is not in the package."
                .to_owned()
        ),
        "{words:?}"
    );
}

#[test]
fn paths_may_be_encoded_and_relative() {
    let manifest = MANIFEST.replace("items/q1.xml", "./sub/../items/a%20b.xml").replace("tests/exam", "./tests/exam");
    let exam = EXAM.replace("q1.xml", "a%20b.xml").replace("q2.xml", "./c%.xml");
    let files = [
        ("imsmanifest.xml", &*manifest),
        ("tests/exam.xml", &exam),
        ("items/a b.xml", CHOICE_21),
        ("items/c%.xml", TEXT_30),
        ("items/q2.xml", TEXT_30),
        ("items/loose.xml", TEXT_30),
    ];
    let plan = read(&package(&files), Some("bank.zip"), None);
    assert!(plan.is_good(), "{:?}", said(&plan));
    let counts: Vec<_> = plan.tests.iter().map(|test| test.places.len()).collect();
    assert_eq!(counts, [2, 2], "an item of a test is imported once");
}

#[test]
fn single_items_are_imported_or_skipped_with_a_reason() {
    let one = read(CHOICE_21.as_bytes(), Some("q.xml"), None);
    assert_eq!((one.is_good(), one.tests[0].draft.title.as_str()), (true, "Sum"));
    let why = |text: &str| said(&read(text.as_bytes(), Some("q.xml"), None)).join("\n");
    let multiple = CHOICE_21
        .replace("cardinality=\"single\" baseType=\"identifier\"", "cardinality=\"multiple\" baseType=\"identifier\"");
    let several = read(multiple.as_bytes(), Some("q.xml"), None).tests[0].draft.questions[0].clone();
    assert_eq!((several.kind, several.correct_answers), (QuestionKind::MultipleResponse, vec!["o2".to_owned()]));
    let order = CHOICE_21.replace("choiceInteraction", "orderInteraction");
    assert!(why(&order).contains("its correct order does not have every choice"));
    let other = CHOICE_21.replace("choiceInteraction", "hotspotInteraction");
    assert!(why(&other).contains("this kind of interaction is not supported"));
    assert!(why(&CHOICE_21.replace("<value> B </value>", "")).contains("exactly one correct answer"));
    assert!(why(&CHOICE_21.replace("<value> B </value>", "<value>C</value>")).contains("exactly one correct answer"));
    assert!(why(EXAM).contains("refers to items in other files"));
    assert!(why("<svg></svg>").contains("<svg> is neither"));
    assert!(why("<a><b></a>").contains("line 1: This is not valid XML"));
    assert!(why("<a>").contains("ends too early"));
}

#[test]
fn hostile_packages_and_documents_are_refused() {
    let why = |bytes: &[u8]| said(&read(bytes, Some("p.zip"), None)).join("\n");
    let laughs = r#"<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><assessmentItem>&b;</assessmentItem>"#;
    assert!(why(laughs.as_bytes()).contains("declares entities"));
    let outside = r#"<!DOCTYPE x SYSTEM "file:///etc/passwd"><assessmentItem title="x">&xxe;</assessmentItem>"#;
    assert!(why(outside.as_bytes()).contains("The entity &xxe; is not defined."));
    let deep = "<a>".repeat(100_000);
    assert!(why(deep.as_bytes()).contains("nested too deeply"));
    let bomb = format!("<manifest>{}</manifest>", " ".repeat(11 << 20));
    assert!(package(&[("imsmanifest.xml", &bomb)]).len() < 100_000);
    assert!(why(&package(&[("imsmanifest.xml", &bomb)])).contains("This package is too large"));
    let out = MANIFEST.replace("items/q1.xml", "../../etc/passwd");
    assert!(
        why(&package(&[("imsmanifest.xml", &out)])).contains("line 3: This path does not name a file in the package.")
    );
    let lost = EXAM.replace("../items/q1.xml", "../../q1.xml");
    let files = [("imsmanifest.xml", MANIFEST), ("tests/exam.xml", lost.as_str()), ("items/q2.xml", TEXT_30)];
    assert!(why(&package(&files)).contains("This path does not name a file in the package."));
    assert!(
        why(&package(&[("readme.txt", "x")]))
            .contains("This zip has neither imsmanifest.xml or items (QTI), nor a JSON, YAML or CSV file")
    );
    assert!(why(b"PK\x03\x04 and no more").contains("not a readable zip file"));
    let many: Vec<(String, &str)> = (0..10_001).map(|n| (format!("f{n}"), "")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    assert!(why(&package(&many)).contains("more than 10000 files"));
}
