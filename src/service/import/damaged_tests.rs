//! Files that are damaged, too long or in another encoding: what can be read of them comes in.

use super::{
    Effect, ImportFormat, ImportPlan,
    packages::package_of,
    parsing::{plan, said},
    read,
};

const BROKEN: &str = r#"<manifest><resources><resource type="webcontent" href="x"></resources></manifest>"#;

fn item(id: &str) -> String {
    format!(
        r#"<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="{id}" title="{id}" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration><outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which is {id}?</prompt><simpleChoice identifier="A">one</simpleChoice><simpleChoice identifier="B">two</simpleChoice></choiceInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>"#
    )
}

fn older(title: &str) -> String {
    format!(
        r#"<questestinterop><assessment ident="a" title="{title}"><section ident="s"><item ident="i"><presentation><material><mattext>Which is {title}?</mattext></material><response_lid ident="R" rcardinality="Single"><render_choice><response_label ident="A"><material><mattext>one</mattext></material></response_label><response_label ident="B"><material><mattext>two</mattext></material></response_label></render_choice></response_lid></presentation><resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes><respcondition><conditionvar><varequal respident="R">A</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item></section></assessment></questestinterop>"#
    )
}

fn zip(files: &[(&str, &str)]) -> ImportPlan {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    read(&package_of(&files), Some("p.zip"), None)
}

fn texts(plan: &ImportPlan) -> Vec<&str> {
    let questions = plan.tests.iter().flat_map(|test| &test.draft.questions);
    questions.map(|question| question.text.as_str()).collect()
}

#[test]
fn a_manifest_that_cannot_be_read_refuses_no_item() {
    let (one, two, ten) = (item("1"), item("2"), item("10"));
    let passage = r#"<qti-assessment-stimulus identifier="S" title="T"><qti-stimulus-body><p>Text</p></qti-stimulus-body></qti-assessment-stimulus>"#;
    let asks = two.replace("<itemBody>", r#"<assessmentStimulusRef identifier="S" href="s.xml"/><itemBody>"#);
    let found =
        zip(&[("q10.xml", &ten), ("q2.xml", &asks), ("q1.xml", &one), ("s.xml", passage), ("imsmanifest.xml", BROKEN)]);
    assert!(found.is_good(), "{:?}", said(&found));
    assert_eq!(texts(&found), ["Which is 1?", "Which is 2?", "Which is 10?"]);
    assert_eq!(found.tests[0].sections[0].texts.passages.len(), 1);
    let [finding] = found.findings.as_slice() else { panic!("{:?}", said(&found)) };
    assert_eq!(finding.effect(), Some(Effect::Reads));
    assert!(finding.message.starts_with("The manifest cannot be read: This is not valid XML"), "{}", finding.message);
    // A test says which items it has.
    let test = r#"<assessmentTest identifier="T" title="Whole"><testPart identifier="P" navigationMode="nonlinear" submissionMode="individual"><assessmentSection identifier="s" title="s" visible="true"><assessmentItemRef identifier="x" href="q2.xml"/><assessmentItemRef identifier="y" href="q1.xml"/></assessmentSection></testPart></assessmentTest>"#;
    let found = zip(&[("q1.xml", &one), ("q2.xml", &two), ("t.xml", test), ("imsmanifest.xml", BROKEN)]);
    assert_eq!((found.tests.len(), found.tests[0].draft.title.as_str()), (1, "Whole"));
    assert_eq!(texts(&found), ["Which is 2?", "Which is 1?"]);
    let none = zip(&[("imsmanifest.xml", BROKEN)]);
    assert!(!none.is_good() && said(&none).join("\n").contains("The manifest cannot be read"), "{:?}", said(&none));
}

#[test]
fn files_of_qti_1_2_are_found_by_their_roots() {
    let (a, b) = (older("a"), older("b"));
    for manifest in [
        Some(BROKEN),
        None,
        Some(
            r#"<manifest><resources><resource type="webcontent" href="2.xml"/><resource type="webcontent" href="10.xml"/></resources></manifest>"#,
        ),
    ] {
        let mut files = vec![("10.xml", b.as_str()), ("2.xml", a.as_str())];
        files.extend(manifest.map(|manifest| ("imsmanifest.xml", manifest)));
        let found = zip(&files);
        assert_eq!(found.format, Some(ImportFormat::Qti12), "{:?}", said(&found));
        assert_eq!(texts(&found), ["Which is a?", "Which is b?"], "{:?}", said(&found));
        let is_broken = manifest == Some(BROKEN);
        assert_eq!(said(&found).iter().any(|said| said.contains("The manifest cannot be read")), is_broken);
    }
}

#[test]
fn a_long_test_becomes_several() {
    let found = plan(&format!("title,question\n{}", "T,Why?\n".repeat(1_100)), "t.csv");
    assert!(found.is_good(), "{:?}", said(&found));
    let sizes: Vec<(&str, usize)> =
        found.tests.iter().map(|test| (test.draft.title.as_str(), test.places.len())).collect();
    assert_eq!(sizes, [("T (1/3)", 500), ("T (2/3)", 500), ("T (3/3)", 100)]);
    assert_eq!(found.tests[1].places[0].line, Some(502));
    let [finding] = found.findings.as_slice() else { panic!("{:?}", said(&found)) };
    assert!(finding.message.contains("this one becomes 3 tests"), "{}", finding.message);
    let bank = found.for_bank();
    assert!(bank.findings.is_empty(), "{:?}", said(&bank));
    // A finding stays with its question, and what follows with its test.
    let rows = format!("{}T,Why?,12\n{}U,Why?,12\n", "T,Why?,\n".repeat(600), "T,Why?,\n".repeat(10));
    let found = plan(&format!("title,question,difficulty\n{rows}"), "t.csv");
    let of: Vec<_> =
        found.findings.iter().filter(|one| one.message.contains("difficulty")).map(|one| one.test).collect();
    assert_eq!(of, [Some(1), Some(2)], "{:?}", said(&found));
    let found = plan(&format!("title,question\n{}T,Why [[g1]]?\n", "T,Why?\n".repeat(600)), "t.csv");
    let named: Vec<_> = found
        .findings
        .iter()
        .filter_map(|one| Some((one.test, one.question?, one.message.starts_with("Question 101: "))))
        .collect();
    assert_eq!(named, [(Some(1), 100, true)], "{:?}", said(&found));
    let whole = plan(&format!("title,question\n{}", "T,Why?\n".repeat(500)), "t.csv");
    assert_eq!((whole.tests.len(), said(&whole)), (1, Vec::new()));
}

#[test]
fn sections_of_a_long_test_stay_whole() {
    let items: Vec<(String, String)> =
        (0..700).map(|number| (format!("q{number}.xml"), item(&number.to_string()))).collect();
    let section = |range: std::ops::Range<usize>| {
        let refers: String = range
            .map(|number| format!(r#"<assessmentItemRef identifier="i{number}" href="q{number}.xml"/>"#))
            .collect::<Vec<_>>()
            .concat();
        format!(
            r#"<assessmentSection identifier="s" title="S" visible="true"><rubricBlock view="candidate"><p>Read.</p></rubricBlock>{refers}</assessmentSection>"#
        )
    };
    let test = format!(
        r#"<assessmentTest identifier="T" title="Whole"><testPart identifier="P" navigationMode="nonlinear" submissionMode="individual">{}{}</testPart></assessmentTest>"#,
        section(0..400),
        section(400..700)
    );
    let manifest = r#"<manifest><resources><resource type="imsqti_test_xmlv2p1" href="t.xml"/></resources></manifest>"#;
    let mut files = vec![("imsmanifest.xml", manifest), ("t.xml", test.as_str())];
    files.extend(items.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let found = zip(&files);
    assert!(found.is_good(), "{:?}", said(&found));
    let sizes: Vec<_> = found.tests.iter().map(|test| (test.places.len(), test.sections.len())).collect();
    assert_eq!(sizes, [(400, 1), (300, 1)]);
    assert_eq!(found.tests[1].sections[0].texts.instructions.text, "Read.");
}

#[test]
fn old_encodings_are_read() {
    let utf16 = |text: &str, mark: bool, is_big: bool| -> Vec<u8> {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        units.flat_map(|unit| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let moodle = r#"<?xml version="1.0" encoding="UTF-16"?><quiz><question type="truefalse"><name><text>n</text></name><questiontext format="plain_text"><text>Größe 日</text></questiontext><defaultgrade>1</defaultgrade><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>"#;
    let one = item("Größe 日");
    for (text, format) in [(moodle, ImportFormat::Moodle), (&*one, ImportFormat::Qti)] {
        for (mark, is_big) in [(true, false), (true, true), (false, false), (false, true)] {
            let found = read(&utf16(text, mark, is_big), Some("x.xml"), None);
            assert_eq!(found.format, Some(format), "{mark} {is_big}");
            assert!(texts(&found)[0].contains("Größe 日"), "{:?}", said(&found));
        }
    }
    let odd = [&utf16("<quiz/>", true, false)[..], &[0x00, 0xd8]].concat();
    assert!(said(&read(&odd, Some("x.xml"), None)).join("\n").contains("This begins as UTF-16LE"));
    for (text, name) in
        [("Gr\u{f6}\u{df}e? {=a ~b}\n", "x.gift"), ("Gr\u{f6}\u{df}e?\nA. a\nB. b\nANSWER: A\n", "x.txt")]
    {
        let found = read(&utf16(text, true, false), Some(name), None);
        assert_eq!((texts(&found), said(&found)), (vec!["Größe?"], Vec::new()));
        let old: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let found = read(&old, Some(name), None);
        assert_eq!(texts(&found), ["Größe?"]);
        assert!(said(&found)[0].contains("Read as Windows-1252"), "{:?}", said(&found));
    }
}

#[test]
fn names_of_other_systems_are_found() {
    let one = item("1");
    for (named, stored) in [
        ("items/q1.xml", "items\\q1.xml"),
        ("items\\q1.xml", "items/q1.xml"),
        ("Items/Q1.XML", "items/q1.xml"),
        ("\u{dc}bung%201.xml", "U\u{308}bung 1.xml"),
        ("items/q1.xml", "./items/q1.xml"),
    ] {
        let manifest = format!(
            r#"<manifest><resources><resource type="imsqti_item_xmlv2p1" href="{named}"/></resources></manifest>"#
        );
        for top in ["imsmanifest.xml", "IMSManifest.xml"] {
            let found = zip(&[(top, &manifest), (stored, &one)]);
            assert_eq!((texts(&found), said(&found)), (vec!["Which is 1?"], Vec::new()), "{named} {stored} {top}");
        }
    }
    // Two files that differ in case alone are distinguished by it.
    let two = item("2");
    let manifest = r#"<manifest><resources><resource type="imsqti_item_xmlv2p1" href="Q.xml"/><resource type="imsqti_item_xmlv2p1" href="q.XML"/></resources></manifest>"#;
    let found = zip(&[("imsmanifest.xml", manifest), ("q.xml", &one), ("Q.xml", &two)]);
    assert_eq!(texts(&found), ["Which is 2?"]);
    assert!(said(&found).join("\n").contains("q.XML: This question was skipped"), "{:?}", said(&found));
    for href in ["..\\..\\q.xml", "..%5c..%5cq.xml", "C:\\q.xml"] {
        let manifest = manifest.replace("q.XML", href);
        let found = zip(&[("imsmanifest.xml", &manifest), ("q.xml", &one), ("Q.xml", &two)]);
        assert!(said(&found).join("\n").contains("does not name a file in the package"), "{:?}", said(&found));
    }
}
