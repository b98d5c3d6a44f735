//! Items with so many parts and answers that not all of them can be tried: what the file names always is.

use super::{Effect, ImportPlan, read};
use std::fmt::Write as _;

fn item(declarations: &str, body: &str, rules: &str) -> ImportPlan {
    let score = r#"<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>"#;
    let text = format!(
        r#"<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">{declarations}{score}<itemBody><p>{body}</p></itemBody><responseProcessing>{rules}</responseProcessing></assessmentItem>"#
    );
    read(text.as_bytes(), Some("item.xml"), None)
}

fn scores(plan: &ImportPlan) -> Vec<&str> {
    let of = plan.findings.iter().filter(|finding| finding.effect() == Some(Effect::Scores));
    of.map(|finding| finding.message.as_str()).collect()
}

/// Ten gaps with eleven texts each; with `half`, one of the last gap earns half a point.
fn texts(half: Option<usize>) -> ImportPlan {
    let (mut declarations, mut body, mut sum) = (String::new(), String::new(), String::new());
    for gap in 0..10 {
        let mut entries = String::new();
        for text in 0..11 {
            let points = if gap == 9 && Some(text) == half { "0.5" } else { "1" };
            write!(entries, r#"<mapEntry mapKey="t{gap}x{text}" mappedValue="{points}" caseSensitive="false"/>"#)
                .unwrap();
        }
        write!(declarations, r#"<responseDeclaration identifier="R{gap}" cardinality="single" baseType="string"><correctResponse><value>t{gap}x0</value></correctResponse><mapping defaultValue="0">{entries}</mapping></responseDeclaration>"#).unwrap();
        write!(body, r#"gap {gap} <textEntryInteraction responseIdentifier="R{gap}"/> "#).unwrap();
        write!(sum, r#"<mapResponse identifier="R{gap}"/>"#).unwrap();
    }
    item(&declarations, &body, &format!(r#"<setOutcomeValue identifier="SCORE"><sum>{sum}</sum></setOutcomeValue>"#))
}

#[test]
fn each_text_that_a_late_gap_names_is_tried() {
    assert_eq!(scores(&texts(None)), Vec::<&str>::new(), "the control");
    for half in [1, 10] {
        let plan = texts(Some(half));
        let [said]: [&str; 1] = scores(&plan).try_into().unwrap_or_else(|said| panic!("{said:?}"));
        assert!(said.contains("earns 9.5 of 10 points in the file, and 9 of 10 here"), "{said}");
    }
}

/// Twenty gaps with eighteen options each.
fn lists(points: impl Fn(usize) -> usize) -> ImportPlan {
    let (mut declarations, mut body, mut rules) = (String::new(), String::new(), String::new());
    for gap in 0..20 {
        let mut options = String::new();
        for option in 0..18 {
            write!(options, r#"<inlineChoice identifier="o{option}">word {option}</inlineChoice>"#).unwrap();
        }
        write!(declarations, r#"<responseDeclaration identifier="R{gap}" cardinality="single" baseType="identifier"><correctResponse><value>o0</value></correctResponse></responseDeclaration>"#).unwrap();
        write!(
            body,
            r#"gap {gap} <inlineChoiceInteraction responseIdentifier="R{gap}">{options}</inlineChoiceInteraction> "#
        )
        .unwrap();
        write!(rules, r#"<responseCondition><responseIf><match><variable identifier="R{gap}"/><correct identifier="R{gap}"/></match><setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">{}</baseValue></sum></setOutcomeValue></responseIf></responseCondition>"#, points(gap)).unwrap();
    }
    item(&declarations, &body, &rules)
}

#[test]
fn each_late_gap_is_tried_alone() {
    assert_eq!(scores(&lists(|_| 1)), Vec::<&str>::new(), "the control");
    let plan = lists(|gap| [1, 1, 1, 2, 0].get(gap.saturating_sub(15)).copied().unwrap_or(1));
    let [said]: [&str; 1] = scores(&plan).try_into().unwrap_or_else(|said| panic!("{said:?}"));
    assert!(said.contains("points in the file"), "{said}");
}
