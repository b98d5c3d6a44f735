//! Values of QTI 2.1 and 3.0 that are read by the rules of XML Schema, and what is said of others.

use super::{Effect, ImportFinding, ImportPlan, read};
use crate::domain::{
    question::{Numeral, ToleranceKind},
    test::{QuestionDraft, QuestionKind},
};

fn plan(declaration: &str, body: &str, processing: &str) -> ImportPlan {
    let score = r#"<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>"#;
    let item = format!(
        r#"<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">{declaration}{score}<itemBody>{body}</itemBody><responseProcessing>{processing}</responseProcessing></assessmentItem>"#
    );
    read(item.as_bytes(), Some("item.xml"), None)
}

fn question(plan: &ImportPlan) -> &QuestionDraft {
    assert!(plan.is_good(), "{:?}", said(plan));
    &plan.tests[0].draft.questions[0]
}

fn said(plan: &ImportPlan) -> Vec<String> {
    plan.findings.iter().map(ImportFinding::in_words).collect()
}

const ENTRY: &str = r#"<p>Say <textEntryInteraction responseIdentifier="R"/></p>"#;
const IS_RIGHT: &str = r#"<responseCondition><responseIf><match><variable identifier="R"/><correct identifier="R"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition>"#;
const MAPPED: &str = r#"<setOutcomeValue identifier="SCORE"><mapResponse identifier="R"/></setOutcomeValue>"#;

fn declared(base: &str, value: &str, more: &str) -> String {
    format!(
        r#"<responseDeclaration identifier="R" cardinality="single" baseType="{base}"><correctResponse><value>{value}</value></correctResponse>{more}</responseDeclaration>"#
    )
}

#[test]
fn numbers_of_keys_have_signs_exponents_and_blanks() {
    for (base, written, number) in [
        ("float", "1.5", "1.5"),
        ("float", " 1.5 ", "1.5"),
        ("float", "1.5e3", "1.5e3"),
        ("float", "+3", "3"),
        ("float", ".5", "0.5"),
        ("float", "5.", "5"),
        ("float", "-2E-1", "-2E-1"),
        ("integer", "+4", "4"),
    ] {
        let plan = plan(&declared(base, written, ""), ENTRY, IS_RIGHT);
        assert_eq!(question(&plan).correct_number, Some(Numeral(number.into())), "{written}");
        assert_eq!(said(&plan), Vec::<String>::new(), "{written}");
    }
}

#[test]
fn integers_are_tried_with_whole_numbers_alone() {
    let compared = |name: &str, number: &str| {
        format!(r#"<{name}><variable identifier="R"/><baseValue baseType="integer">{number}</baseValue></{name}>"#)
    };
    let when = |condition: &str| {
        let set = r#"<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue>"#;
        format!("<responseCondition><responseIf>{condition}{set}</responseIf></responseCondition>")
    };
    let between = when(&format!("<and>{}{}</and>", compared("gt", "40"), compared("lt", "44")));
    let between = plan(&declared("integer", "42", ""), ENTRY, &between);
    assert_eq!(said(&between), Vec::<String>::new());
    assert_eq!(question(&between).tolerance.as_ref().map(|width| &*width.value.0), Some("1"));
    let open = said(&plan(&declared("integer", "42", ""), ENTRY, &when(&compared("gt", "40"))));
    let given = open[0].split('\'').nth(1).unwrap();
    assert!(given.parse::<i64>().is_ok(), "{open:?}");
}

#[test]
fn numbers_to_another_base_are_named() {
    let entry = |base: &str| ENTRY.replace("Interaction ", &format!("Interaction base=\"{base}\" "));
    let binary = plan(&declared("integer", "5", ""), &entry("2"), IS_RIGHT);
    assert_eq!(said(&binary), ["line 1: Its number is written to the base 2 there, and to the base 10 here."]);
    assert_eq!(binary.findings[0].effect(), Some(Effect::Scores));
    assert_eq!(said(&plan(&declared("integer", "5", ""), &entry("10"), IS_RIGHT)), Vec::<String>::new());
}

#[test]
fn values_that_are_no_numbers_are_named() {
    for (base, written) in
        [("float", "1,5"), ("float", "1/2"), ("float", "1 000"), ("float", "INF"), ("float", "NaN"), ("integer", "4.5")]
    {
        let plan = plan(&declared(base, written, ""), ENTRY, IS_RIGHT);
        let what = format!("line 1: The value '{written}' in <value> is not read: it is not of the type {base}.");
        assert!(said(&plan).contains(&what), "{written}: {:?}", said(&plan));
        assert_eq!(question(&plan).kind, QuestionKind::Essay, "{written}");
        assert!(plan.findings.iter().all(|finding| finding.effect() == Some(Effect::Scores)));
    }
    // No key is declared where it is empty.
    let empty = plan(&declared("float", "", ""), ENTRY, IS_RIGHT);
    assert!(!said(&empty).iter().any(|said| said.contains("is not read")), "{:?}", said(&empty));
    // A part of a question without a key: the reason says why.
    let two = declared("float", "1,5", "") + &declared("float", "2", "").replace("\"R\"", "\"S\"");
    let body =
        r#"<p><textEntryInteraction responseIdentifier="R"/> <textEntryInteraction responseIdentifier="S"/></p>"#;
    let skipped = said(&plan(&two, body, "")).join("; ");
    assert!(skipped.contains("This item was skipped") && skipped.contains("'1,5' in <value>"), "{skipped}");
}

#[test]
fn entries_and_bounds_of_a_mapping_are_read_or_named() {
    let mapped = |attributes: &str, entries: &[(&str, &str)]| {
        let entries = entries.iter().map(|(key, value)| format!(r#"<mapEntry mapKey="{key}" mappedValue="{value}"/>"#));
        let entries = entries.collect::<Vec<_>>().concat();
        plan(&declared("float", "2", &format!("<mapping {attributes}>{entries}</mapping>")), ENTRY, MAPPED)
    };
    let good = mapped(r#"defaultValue=" +0 " lowerBound="-INF" upperBound="INF""#, &[("2.0", "2e0")]);
    assert_eq!(said(&good), Vec::<String>::new());
    assert_eq!((question(&good).points, question(&good).correct_number.clone()), (2, Some(Numeral("2".into()))));
    for (attributes, key, value, unread) in [
        ("defaultValue=\"0\"", "2,5", "1", "'2,5' in <mapentry>"),
        ("defaultValue=\"0\"", "3", "0,5", "'0,5' in <mapentry>"),
        ("defaultValue=\"none\"", "3", "0", "'none' in <mapping>"),
        ("defaultValue=\"0\" upperBound=\"1,5\"", "3", "0", "'1,5' in <mapping>"),
        ("defaultValue=\"0\" lowerBound=\"INF\"", "3", "0", "'INF' in <mapping>"),
    ] {
        let found = said(&mapped(attributes, &[("2", "1"), (key, value)])).join("; ");
        assert!(found.contains(&format!("The value {unread} is not read: it is not of the type float.")), "{found}");
    }
    let keys: Vec<String> = (0..230).map(|number| number.to_string()).collect();
    let entries: Vec<(&str, &str)> = keys.iter().map(|key| (key.as_str(), "1")).collect();
    let many = said(&mapped("defaultValue=\"0\"", &entries)).join("; ");
    assert!(many.contains("30 values in <mapping> are not read: 200 are the most."), "{many}");
    // Truth values are those of XML Schema, too.
    let text = |flag: &str| {
        let mapping = format!(
            r#"<mapping defaultValue="0"><mapEntry mapKey="Rome" mappedValue="1" caseSensitive="{flag}"/></mapping>"#
        );
        question(&plan(&declared("string", "Rome", &mapping), ENTRY, MAPPED)).case_sensitive
    };
    assert_eq!([text("false"), text("0"), text("true"), text("1")], [false, false, true, true]);
}

#[test]
fn tolerances_of_rules_are_read_by_the_same_rules() {
    let equal = |tolerance: &str| {
        let rule = format!(
            r#"<responseCondition><responseIf><equal toleranceMode="absolute" tolerance="{tolerance}"><variable identifier="R"/><correct identifier="R"/></equal><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition>"#
        );
        plan(&declared("float", "2", ""), ENTRY, &rule)
    };
    let good = equal(" 5e-1 +5e-1 ");
    let tolerance = question(&good).tolerance.clone().unwrap();
    assert_eq!((tolerance.kind, tolerance.value), (ToleranceKind::Absolute, Numeral("0.5".into())));
    assert_eq!(said(&good), Vec::<String>::new());
    for tolerance in ["0,5", "INF", "0.5 x"] {
        assert!(said(&equal(tolerance)).join("; ").contains("<equal> in line 1 is not read"), "{tolerance}");
    }
}

#[test]
fn a_choice_alone_keeps_its_random_order() {
    let choice = |shuffle: &str| {
        let body = format!(
            r#"<choiceInteraction responseIdentifier="R" shuffle="{shuffle}" maxChoices="1"><simpleChoice identifier="A">one</simpleChoice><simpleChoice identifier="B">two</simpleChoice></choiceInteraction>"#
        );
        plan(&declared("identifier", "A", ""), &format!("<p>Which?</p>{body}"), IS_RIGHT)
    };
    let shuffled = |plan: &ImportPlan| plan.tests[0].sections.first().is_some_and(|section| section.shuffle_options);
    assert_eq!(["true", "1", "false", "0"].map(|flag| shuffled(&choice(flag))), [true, true, false, false]);
}
