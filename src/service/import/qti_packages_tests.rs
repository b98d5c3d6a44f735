//! Packages whose tests have sections, passages and items of many kinds.

use super::{Effect, ImportFinding, ImportPlan, packages::package_of, read};
use crate::domain::question::ChoiceDraft;

const ITEM: &str = r#"<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="ID" title="ID" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration><outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which is ID?</prompt><simpleChoice identifier="A">one</simpleChoice><simpleChoice identifier="B">two</simpleChoice>MORE</choiceInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>"#;

fn item(id: &str) -> String {
    ITEM.replace("ID", id).replace("MORE", "")
}

fn item_with(id: &str, more: &str) -> String {
    item(id).replace("two</simpleChoice>", &format!("two</simpleChoice>{more}"))
}

/// A package of these files, each with its type in the manifest; those without a type are not named there.
fn plan(files: &[(&str, &str, &str)]) -> ImportPlan {
    let named = files.iter().filter(|(_, kind, _)| !kind.is_empty());
    let resources: String = named
        .map(|(name, kind, _)| format!(r#"<resource identifier="r" type="{kind}" href="{name}"/>"#))
        .collect::<Vec<_>>()
        .concat();
    let manifest = format!("<manifest><resources>{resources}</resources></manifest>");
    let all: Vec<(&str, &[u8])> = [("imsmanifest.xml", manifest.as_bytes())]
        .into_iter()
        .chain(files.iter().map(|(name, _, text)| (*name, text.as_bytes())))
        .collect();
    read(&package_of(&all), Some("p.zip"), None)
}

fn said(plan: &ImportPlan) -> Vec<String> {
    plan.findings.iter().map(ImportFinding::in_words).collect()
}

const TEST: &str = "imsqti_test_xmlv2p1";
const ONE: &str = "imsqti_item_xmlv2p1";

fn test_of(parts: &str) -> String {
    format!(r#"<assessmentTest identifier="T" title="Whole">{parts}</assessmentTest>"#)
}

fn part(sections: &str) -> String {
    format!(r#"<testPart identifier="P" navigationMode="nonlinear" submissionMode="individual">{sections}</testPart>"#)
}

fn section(title: &str, inner: &str) -> String {
    format!(r#"<assessmentSection identifier="s{title}" title="{title}" visible="true">{inner}</assessmentSection>"#)
}

fn refers(file: &str) -> String {
    format!(r#"<assessmentItemRef identifier="x" href="{file}"/>"#)
}

#[test]
fn sections_in_files_of_their_own_are_part_of_the_test() {
    let outer = test_of(&part(
        &(section("Own", &refers("c.xml")) + r#"<assessmentSectionRef identifier="X" href="parts/ext.xml"/>"#),
    ));
    let external = section("External", &(refers("../b.xml") + &refers("../a.xml")));
    let (a, b, c) = (item("a"), item("b"), item("c"));
    for kinds in [[ONE; 3], [""; 3]] {
        let files = [
            ("t.xml", TEST, &*outer),
            ("parts/ext.xml", "", &external),
            ("a.xml", kinds[0], &a),
            ("b.xml", kinds[1], &b),
            ("c.xml", kinds[2], &c),
        ];
        let plan = plan(&files);
        assert_eq!(said(&plan), Vec::<String>::new());
        let [test] = plan.tests.as_slice() else { panic!("{:?}", plan.tests) };
        let texts: Vec<&str> = test.draft.questions.iter().map(|question| question.text.as_str()).collect();
        assert_eq!((test.draft.title.as_str(), texts), ("Whole", vec!["Which is c?", "Which is b?", "Which is a?"]));
        let sections: Vec<_> =
            test.sections.iter().map(|section| (section.title.as_str(), section.items.len())).collect();
        assert_eq!(sections, [("Own", 1), ("External", 2)]);
    }
    let (broken, only) = (
        section("S", r#"<assessmentSectionRef identifier="X" href="gone.xml"/>"#) + &section("R", &refers("a.xml")),
        item("a"),
    );
    let plan = plan(&[("t.xml", TEST, &test_of(&part(&broken))), ("a.xml", ONE, &only)]);
    assert!(plan.is_good() && said(&plan)[0].contains("A section is left out"), "{:?}", said(&plan));
    let own = test_of(&part(r#"<assessmentSectionRef identifier="X" href="t2.xml"/>"#));
    let round = section("Round", &(refers("a.xml") + r#"<assessmentSectionRef identifier="Y" href="t2.xml"/>"#));
    let plan = self::plan(&[("t.xml", TEST, &own), ("t2.xml", "", &round), ("a.xml", ONE, &only)]);
    assert!(said(&plan).iter().any(|said| said.contains("nested too deeply")), "{:?}", said(&plan));
}

#[test]
fn a_fixed_question_of_a_section_in_random_order_is_named() {
    let fixed = r#"<assessmentItemRef identifier="y" href="b.xml" fixed="true"/>"#;
    let of = |order: &str, fixed: &str| {
        let test = test_of(&part(&section("S", &format!("{order}{}{fixed}", refers("a.xml")))));
        plan(&[("t.xml", TEST, &test), ("a.xml", ONE, &item("a")), ("b.xml", ONE, &item("b"))])
    };
    let random = r#"<ordering shuffle="true"/>"#;
    let found = of(random, fixed);
    assert!(found.is_good() && found.tests[0].sections[0].shuffle_questions, "{:?}", found.tests);
    let [finding] = found.findings.as_slice() else { panic!("{:?}", said(&found)) };
    assert_eq!(finding.effect(), Some(Effect::Reads));
    assert!(finding.message.contains("keeps its place"), "{}", finding.message);
    for (order, reference) in [
        ("", fixed),
        (r#"<ordering shuffle="false"/>"#, fixed),
        (random, &*refers("b.xml")),
        (random, &*fixed.replace("true", "false")),
    ] {
        assert_eq!(said(&of(order, reference)), Vec::<String>::new(), "{order} {reference}");
    }
}

#[test]
fn a_passage_stands_beside_its_questions() {
    let passage = r#"<qti-assessment-stimulus identifier="S" title="The memo"><qti-stimulus-body><p>We move to <em>Oslo</em>.</p></qti-stimulus-body></qti-assessment-stimulus>"#;
    let asks =
        item("q").replace("<itemBody>", r#"<assessmentStimulusRef identifier="S" href="../s/memo.xml"/><itemBody>"#);
    let other = asks.replace("Which is q?", "Where to?");
    let stimulus = "imsqti_stimulus_xmlv3p0";
    let files = [
        ("i/q.xml", ONE, &*asks),
        ("i/n.xml", ONE, &item("n")),
        ("i/r.xml", ONE, &other),
        ("s/memo.xml", stimulus, passage),
    ];
    let plan = plan(&files);
    assert_eq!(said(&plan), Vec::<String>::new());
    assert_eq!(plan.tests[0].draft.questions[0].text, "Which is q?");
    let [section] = plan.tests[0].sections.as_slice() else { panic!("{:?}", plan.tests) };
    let [passage] = section.texts.passages.as_slice() else { panic!("{:?}", section.texts) };
    assert_eq!((passage.title.as_str(), passage.text.text.as_str()), ("The memo", "We move to *Oslo*."));
    assert_eq!(section.texts.about, [(0, passage.id.clone()), (2, passage.id.clone())]);
    // The bank has no place for it.
    let bank = plan.for_bank();
    assert_eq!(bank.findings.len(), 1, "{:?}", said(&bank));
    let lost = self::plan(&[("i/q.xml", ONE, &asks)]);
    assert_eq!((lost.is_good(), lost.findings[0].effect()), (true, Some(Effect::Reads)), "{:?}", said(&lost));
}

#[test]
fn a_page_within_items_is_a_passage() {
    let page = r#"<html xmlns="http://www.w3.org/1999/xhtml"><head><title>The memo</title></head><body><p>We move.</p></body></html>"#;
    let object = r#"<itemBody><div><object data="../memo.html" type="text/html">The memo</object></div>"#;
    let (one, two) = (item("q").replace("<itemBody>", object), item("r").replace("<itemBody>", object));
    let test = test_of(&part(&section("S", &(refers("i/q.xml") + &refers("i/r.xml")))));
    let plan = plan(&[
        ("t.xml", TEST, &test),
        ("i/q.xml", ONE, &one),
        ("i/r.xml", ONE, &two),
        ("memo.html", "webcontent", page),
    ]);
    assert_eq!(said(&plan), Vec::<String>::new());
    assert_eq!(plan.tests[0].draft.questions[1].text, "Which is r?");
    let texts = &plan.tests[0].sections[0].texts;
    assert_eq!((texts.passages.len(), texts.passages[0].title.as_str()), (1, "The memo"));
    assert_eq!((texts.passages[0].text.text.as_str(), texts.about.len()), ("We move.", 2));
}

#[test]
fn one_bad_item_refuses_nothing() {
    let options = |count: usize| -> String {
        (0..count)
            .map(|n| format!(r#"<simpleChoice identifier="X{n}">more {n}</simpleChoice>"#))
            .collect::<Vec<_>>()
            .concat()
    };
    let (good, eight, many) = (item("good"), item_with("eight", &options(6)), item_with("many", &options(30)));
    let same = item_with("same", r#"<simpleChoice identifier="Z">one</simpleChoice>"#);
    let files = [
        ("good.xml", ONE, &*good),
        ("eight.xml", ONE, &eight),
        ("many.xml", ONE, &many),
        ("same.xml", ONE, &same),
        ("broken.xml", ONE, "<assessmentItem>"),
        ("old.xml", "imsqti_xmlv1p2", "<questestinterop/>"),
        ("accessible.xml", "imsqti_apipitem_xmlv2p1", &good),
        ("gone.xml.", "", "x"),
    ];
    let plan = plan(&files);
    assert!(plan.is_good(), "{:?}", said(&plan));
    let counts: Vec<usize> = plan.tests[0].draft.questions.iter().map(|question| question.options.len()).collect();
    assert_eq!(counts, [2, 8, 2], "{:?}", said(&plan));
    let words = said(&plan).join("\n");
    for says in [
        "many.xml, line 1: This item was skipped: Multiple choice questions have at most 20 options.",
        "same.xml, line 1: This item was skipped: two options are the same.",
        "broken.xml, line 1: This question was skipped: This XML ends too early.",
        "old.xml, line 1: QTI 1.2 beside newer items is not read",
        "gone.xml.: This file is not read.",
    ] {
        assert!(words.contains(says), "{says}\n{words}");
    }
    let only = self::plan(&[("old.xml", "imsqti_xmlv1p2", "<questestinterop/>")]);
    assert!(only.faults().next().unwrap().message.contains("contains no tests"), "{:?}", said(&only));
}

#[test]
fn titles_of_sections_are_those_that_candidates_see() {
    let titles = |sections: &str| {
        let test = test_of(&part(sections));
        let plan = plan(&[("t.xml", TEST, &test), ("a.xml", ONE, &item("a")), ("b.xml", ONE, &item("b"))]);
        plan.tests[0].sections.iter().map(|section| section.title.clone()).collect::<Vec<_>>()
    };
    let hidden = |title: &str, file: &str| section(title, &refers(file)).replace("true", "false");
    assert_eq!(titles(&section("Alone", &(refers("a.xml") + &refers("b.xml")))), ["Alone"]);
    assert_eq!(titles(&section("Whole", &(refers("a.xml") + &refers("b.xml")))), Vec::<String>::new());
    assert_eq!(titles(&(hidden("Easy ones", "a.xml") + &section("Two", &refers("b.xml")))), ["", "Two"]);
}

#[test]
fn instructions_weights_and_linear_parts() {
    let long = "Read. ".repeat(900);
    let rubric = |text: &str| format!(r#"<rubricBlock view="candidate"><p>{text}</p></rubricBlock>"#);
    let weighted =
        r#"<assessmentItemRef identifier="x" href="a.xml"><weight identifier="W" value="3"/></assessmentItemRef>"#;
    let half = weighted.replace("a.xml", "b.xml").replace('3', "2.5");
    let sections = section("One", &(rubric(&long) + weighted)) + &section("Two", &(rubric("Then go on.") + &half));
    let linear = part(&sections).replace("nonlinear", "linear");
    let plan = plan(&[("t.xml", TEST, &test_of(&linear)), ("a.xml", ONE, &item("a")), ("b.xml", ONE, &item("b"))]);
    assert!(plan.is_good(), "{:?}", said(&plan));
    let test = &plan.tests[0];
    let texts: Vec<&str> = test.sections.iter().map(|section| section.texts.instructions.text.as_str()).collect();
    assert_eq!((test.draft.description.as_str(), texts), ("", vec![long.trim(), "Then go on."]));
    assert_eq!(test.sections.iter().map(|section| section.one_way).collect::<Vec<_>>(), [true, false]);
    assert_eq!(test.draft.questions.iter().map(|question| question.points).collect::<Vec<_>>(), [3, 3]);
    let words = said(&plan).join("\n");
    for says in ["It is worth 2.5 points in the file, and 3 here.", "Linear: candidates cannot go back"] {
        assert!(words.contains(says), "{says}\n{words}");
    }
}

#[test]
fn the_weight_that_the_sum_names_counts_and_others_are_named() {
    let sum = |attributes: &str| {
        format!(
            r#"<outcomeProcessing><setOutcomeValue identifier="SCORE"><sum><testVariables variableIdentifier="SCORE" {attributes}/></sum></setOutcomeValue></outcomeProcessing>"#
        )
    };
    let read = |weights: &str, sum: &str| {
        let reference = format!(r#"<assessmentItemRef identifier="x" href="a.xml">{weights}</assessmentItemRef>"#);
        let limits = r#"<timeLimits maxTime="PT1H"/>"#;
        let test = format!("{limits}{}{sum}", part(&section("One", &reference)));
        let plan = plan(&[("t.xml", TEST, &test_of(&test)), ("a.xml", ONE, &item("a"))]);
        (plan.tests[0].draft.questions[0].points, said(&plan).join("\n"))
    };
    let both = r#"<weight identifier="V" value="2"/><weight identifier="W" value=" +3e0 "/>"#;
    for (named, points) in [(r#"weightIdentifier="W""#, 3), (r#"weightIdentifier="X""#, 1), ("", 1)] {
        let (found, words) = read(both, &sum(named));
        assert_eq!(found, points, "{named}");
        assert!(words.contains("'PT1H' in <timelimits> is not read"), "{words}");
        assert!(!words.contains("<weight>") && !words.contains("rule of its own"), "{words}");
    }
    assert_eq!(read(both, "").0, 2);
    let (_, words) = read(r#"<weight identifier="W" value="1,5"/>"#, "");
    assert!(words.contains("The value '1,5' in <weight> is not read: it is not of the type float."), "{words}");
    let (_, words) = read(both, &sum(r#"weightIdentifier="W" includeCategory="easy""#));
    assert!(words.contains("a rule of its own for its result"), "{words}");
}

/// A fraction is not the number that its digits make.
#[test]
fn formulas_of_mathml_are_formulas() {
    let half = "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>";
    let text = item("f").replace(">one<", &format!(">{half}<")).replace(">two<", "><math><mn>12</mn></math><");
    let plan = read(text.as_bytes(), Some("f.xml"), None);
    assert_eq!(said(&plan), Vec::<String>::new());
    let options: Vec<&str> = plan.tests[0].draft.questions[0].options.iter().map(ChoiceDraft::text).collect();
    assert_eq!(options, [r"$\frac{1}{2}$", "$12$"]);
}

/// A GIF of one pixel.
const GIF: &[u8] = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

#[test]
fn the_first_frame_of_a_gif_is_a_picture() {
    let text = item("g").replace("Which is g?", r#"See <img src="p.gif" alt="red"/>"#);
    let manifest =
        format!(r#"<manifest><resources><resource identifier="r" type="{ONE}" href="g.xml"/></resources></manifest>"#);
    let files: [(&str, &[u8]); 4] =
        [("imsmanifest.xml", manifest.as_bytes()), ("g.xml", text.as_bytes()), ("p.gif", GIF), ("other.gif", GIF)];
    let plan = read(&package_of(&files), Some("g.zip"), None);
    assert_eq!(said(&plan), ["other.gif: This picture is shown by no question."]);
    assert_eq!(plan.pictures.len(), 1);
    assert!(plan.pictures[0].bytes.starts_with(b"\x89PNG"));
    assert!(plan.tests[0].draft.questions[0].text.starts_with("See ![red](picture:"));
}

fn item_of(before: &str, more: &str) -> String {
    let item = item("x").replace("<itemBody>", &format!("<itemBody>{before}"));
    item.replace("</choiceInteraction>", &format!("</choiceInteraction>{more}"))
}

fn alone(xml: &str) -> ImportPlan {
    read(xml.as_bytes(), Some("x.xml"), None)
}

#[test]
fn prompts_of_fields_within_a_line_are_shown() {
    let field = r#"<p><b>Area</b>: <textEntryInteraction responseIdentifier="RESPONSE"><prompt>In m:</prompt></textEntryInteraction> wide</p>"#;
    let choice = item("x");
    let (start, end) = (choice.find("<choiceInteraction").unwrap(), choice.find("</itemBody>").unwrap());
    let typed = format!("{}{field}{}", &choice[..start], &choice[end..])
        .replace("baseType=\"identifier\"", "baseType=\"string\"");
    for (xml, text) in [
        (typed.clone(), "**Area**: In m: \\_\\_\\_\\_\\_ wide"),
        (typed.replace("<b>Area</b>", "Area"), "Area: In m: _____ wide"),
    ] {
        let plan = alone(&xml);
        assert_eq!(said(&plan), Vec::<String>::new());
        assert_eq!(plan.tests[0].draft.questions[0].text, text);
    }
}

#[test]
fn a_space_before_a_new_line_does_not_cost_the_formatting() {
    let plan = alone(&item_of("<p><i>Right? <br/>Look!</i></p>", ""));
    assert_eq!(said(&plan), Vec::<String>::new());
    assert!(
        plan.tests[0].draft.questions[0].text.starts_with("*Right?"),
        "{:?}",
        plan.tests[0].draft.questions[0].text
    );
}

#[test]
fn what_is_left_out_has_its_true_reason() {
    let graphic = r#"<hotspotInteraction responseIdentifier="H" maxChoices="1"/>"#;
    assert!(said(&alone(&item_of("", graphic)))[0].contains("this kind of interaction is not supported"));
    let matching =
        item("x").replace("two</simpleChoice>", "</simpleChoice>").replace("one</simpleChoice>", "</simpleChoice>");
    assert!(said(&alone(&matching))[0].contains("one of its choices has no text"), "{:?}", said(&alone(&matching)));
}

#[test]
fn a_document_type_is_read_unless_it_declares_entities() {
    let of =
        |declaration: &str| alone(&format!("<!DOCTYPE assessmentItem SYSTEM \"x.dtd\" [{declaration}]>{}", item("x")));
    assert!(of("<!-- more --><!ELEMENT a (b+)><!ATTLIST a c (d|e) 'e'>").findings.is_empty());
    assert!(said(&of("<!ENTITY a \"b\">"))[0].contains("declares entities"));
}

#[test]
fn a_zip_of_items_needs_no_manifest() {
    let (one, two) = (item("a"), item("b"));
    let files: [(&str, &[u8]); 3] =
        [("q/1.xml", one.as_bytes()), ("q/2.xml", two.as_bytes()), ("q/other.xml", b"<other/>")];
    let plan = read(&package_of(&files), Some("mine.zip"), None);
    assert!(plan.is_good(), "{:?}", said(&plan));
    assert_eq!((plan.tests[0].draft.title.as_str(), plan.tests[0].places.len()), ("mine", 2));
    assert_eq!(said(&plan), ["q/other.xml, line 1: <other> is neither an item nor a test of QTI 2.1 or 3.0."]);
}

#[test]
fn items_that_no_manifest_names_are_named_before_pictures() {
    let one = item("a");
    let pictures: Vec<String> = (0..30).map(|n| format!("a{n}.png")).collect();
    let mut files = vec![("a.xml", ONE, one.as_str()), ("z.xml", "", one.as_str())];
    files.extend(pictures.iter().map(|name| (name.as_str(), "", "x")));
    let said = said(&plan(&files));
    assert!(said.iter().any(|said| said.starts_with("z.xml: This file is not read")), "{said:?}");
}

/// The effects and sentences about a test with these rules for its result; of its items, `a` and `b`.
fn said_of_result(rules: &str, weights: [&str; 2]) -> (Vec<i64>, Vec<String>) {
    let weight =
        |id: &str| if id.is_empty() { String::new() } else { format!(r#"<weight identifier="{id}" value="3"/>"#) };
    let one = |name: &str, id: &str| {
        format!(r#"<assessmentItemRef identifier="{name}" href="{name}.xml">{}</assessmentItemRef>"#, weight(id))
    };
    let sections = part(&section("S", &(one("a", weights[0]) + &one("b", weights[1]))));
    let rules = format!(
        r#"<outcomeProcessing><setOutcomeValue identifier="SCORE">{rules}</setOutcomeValue></outcomeProcessing>"#
    );
    let plan = plan(&[
        ("t.xml", TEST, &test_of(&(sections + &rules))),
        ("a.xml", ONE, &item("a")),
        ("b.xml", ONE, &item("b")),
    ]);
    (plan.tests[0].draft.questions.iter().map(|question| question.points).collect(), said(&plan))
}

#[test]
fn a_result_that_is_not_the_sum_of_all_points_is_named() {
    let all = r#"<testVariables variableIdentifier="SCORE"/>"#;
    let of = |name: &str| format!(r#"<variable identifier="{name}.SCORE"/>"#);
    for rules in [format!("<sum>{all}</sum>"), format!("<sum>{}{}</sum>", of("b"), of("a"))] {
        assert_eq!(said_of_result(&rules, ["", ""]), (vec![1, 1], Vec::new()), "{rules}");
    }
    let ten = r#"<baseValue baseType="float">10</baseValue>"#;
    for rules in [
        format!("<sum>{all}{ten}</sum>"),
        format!("<sum>{all}{all}</sum>"),
        format!("<sum><product>{all}{ten}</product></sum>"),
        format!("<sum><subtract><sum>{all}</sum>{ten}</subtract></sum>"),
        format!("<sum>{}</sum>", of("a")),
        format!("<sum>{}{}{}</sum>", of("a"), of("b"), of("b")),
        r#"<sum><testVariables variableIdentifier="CORRECT"/></sum>"#.to_owned(),
    ] {
        let (_, said) = said_of_result(&rules, ["", ""]);
        assert_eq!(
            said,
            ["t.xml, line 1: The test has a rule of its own for its result: here it is the sum of the points."],
            "{rules}"
        );
    }
    // Weights count where they are named.
    let with = |weight: &str| {
        let of = |name: &str| format!(r#"<variable identifier="{name}.SCORE" {weight}/>"#);
        format!("<sum>{}{}</sum>", of("a"), of("b"))
    };
    assert_eq!(said_of_result(&with(""), ["W", ""]), (vec![1, 1], Vec::new()));
    assert_eq!(said_of_result(&with(r#"weightIdentifier="W""#), ["W", ""]), (vec![3, 1], Vec::new()));
    assert_eq!(said_of_result(&with(r#"weightIdentifier="V""#), ["W", ""]), (vec![1, 1], Vec::new()));
}

#[test]
fn a_long_time_or_title_refuses_no_package() {
    let limits = |seconds: &str| format!(r#"<timeLimits maxTime="{seconds}" allowLateSubmission="false"/>"#);
    let a = item("a");
    let read = |times: [&str; 2], title: &str| {
        let [first, second] = times.map(|seconds| if seconds.is_empty() { String::new() } else { limits(seconds) });
        let parts =
            first + &part(&(section("One&#10;line", &(second + &refers("a.xml"))) + &section("B", &refers("a.xml"))));
        plan(&[("t.xml", TEST, &test_of(&parts).replace("Whole", title)), ("a.xml", ONE, &a)])
    };
    let plan = read(["28800", "28740"], "Whole");
    assert_eq!(said(&plan), Vec::<String>::new());
    assert_eq!((plan.tests[0].draft.duration_minutes, plan.tests[0].sections[0].minutes), (480, Some(479)));
    assert_eq!(plan.tests[0].sections[0].title, "One line");
    let rounded = |seconds, minutes| format!("t.xml, line 1: A time limit of {seconds} s is {minutes} min here.");
    let plan = read(["90", "1800.5"], "Whole");
    assert_eq!(said(&plan), [rounded("90", 2), rounded("1800.5", 31)]);
    assert_eq!((plan.tests[0].draft.duration_minutes, plan.tests[0].sections[0].minutes), (2, Some(31)));
    let plan = read(["86400", "999999"], "Whole");
    assert!(plan.is_good(), "{:?}", said(&plan));
    let long = "t.xml, line 1: A time limit of more than 480 minutes is not imported: it is 480 minutes here.";
    assert_eq!(said(&plan), [long, long]);
    assert_eq!((plan.tests[0].draft.duration_minutes, plan.tests[0].sections[0].minutes), (480, Some(480)));
    let plan = read(["", ""], &("x".repeat(250) + "&#10;y"));
    assert!(plan.is_good(), "{:?}", said(&plan));
    assert_eq!(plan.tests[0].draft.title, "x".repeat(200));
    assert_eq!(plan.findings.len(), 1);
}

/// A part or section with a rule hides nothing that is in it.
#[test]
fn parts_of_sections_that_no_rule_reads_are_named() {
    let odd = r#"<templateDefault templateIdentifier="N"><baseValue baseType="integer">1</baseValue></templateDefault><timeLimits maxTime="60"/>"#;
    let reference = format!(r#"<assessmentItemRef identifier="x" href="a.xml">{odd}</assessmentItemRef>"#);
    let adaptive = r#"<adaptiveSelection><adaptiveEngineRef identifier="e" href="x"/></adaptiveSelection>"#;
    let inner = section("Inner", &(r#"<timeLimits maxTime="60" minTime="10"/>"#.to_owned() + adaptive + &reference));
    let parts = part(&section("Outer", &inner)).replace("nonlinear", "linear");
    let plan = plan(&[("t.xml", TEST, &test_of(&parts)), ("a.xml", ONE, &item("a"))]);
    for (what, effect) in [
        ("<adaptiveselection> is not read", Effect::Scores),
        ("<templatedefault> is not read", Effect::Scores),
        ("<timelimits> is not read", Effect::Reads),
        ("The time limit of a single question", Effect::Reads),
        ("Sections within a section", Effect::Reads),
        ("Linear:", Effect::Reads),
    ] {
        let of = plan.findings.iter().find(|finding| finding.message.contains(what));
        assert_eq!(of.and_then(ImportFinding::effect), Some(effect), "{what} {:?}", said(&plan));
    }
}

#[test]
fn files_of_a_manifest_are_below_its_base() {
    let manifest = r#"<manifest><resources xml:base="in/"><resource identifier="r" type="imsqti_item_xmlv2p1" xml:base="my items/" href="a.xml"/><resource identifier="s" type="imsqti_item_xmlv2p1" href="b.xml"/></resources></manifest>"#;
    let (a, b) = (item("a"), item("b"));
    let files = [("imsmanifest.xml", manifest), ("in/my items/a.xml", &*a), ("b.xml", &*b)];
    let plan = read(&package_of(&files.map(|(name, text)| (name, text.as_bytes()))), Some("p.zip"), None);
    assert_eq!(said(&plan), Vec::<String>::new());
    assert_eq!(plan.tests[0].draft.questions.len(), 2);
}

/// Of an item that is left out, the reason for that comes first.
#[test]
fn nothing_comes_in_for_the_reason_that_is_true() {
    let text = r#"<assessmentItem identifier="i" title="" adaptive="false" timeDependent="false"><responseDeclaration identifier="R" cardinality="single" baseType="string"><correctResponse><value>yes</value></correctResponse></responseDeclaration><outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><itemBody><extendedTextInteraction responseIdentifier="R"/></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>"#;
    let plan = read(text.as_bytes(), Some("i.xml"), None);
    let said: Vec<String> = plan.faults().map(|finding| finding.message.clone()).collect();
    let [only] = said.as_slice() else { panic!("{said:?}") };
    assert!(only.contains("was skipped: ") && only.contains("Question text is required"), "{only}");
    let plan = read(text.replace(r#"title="""#, r#"title="Your *view*""#).as_bytes(), Some("i.xml"), None);
    assert_eq!(plan.tests[0].draft.questions[0].text, "Your *view*");
    let title = "line 1: It has no text of its own: its title is shown.";
    assert!(plan.left_out().any(|finding| finding.in_words() == title), "{:?}", self::said(&plan));
}
