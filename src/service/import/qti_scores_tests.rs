//! Items whose points are made by rules: what comes in earns the same, or what differs is named.

use super::{Effect, ImportPlan, read};
use crate::domain::{
    question::{ChoiceDraft, GapDraft, Numeral, Scoring, ToleranceKind},
    test::{QuestionDraft, QuestionKind},
};

/// An item with these declarations, this body and these rules; SCORE begins at 0.
fn item(declarations: &str, body: &str, processing: &str) -> String {
    format!(
        r#"<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">{declarations}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration><itemBody>{body}</itemBody><responseProcessing>{processing}</responseProcessing></assessmentItem>"#
    )
}

fn declared(id: &str, kind: &str, correct: &str, more: &str) -> String {
    let (cardinality, base) = kind.split_once(' ').unwrap();
    let values: String = correct.split('|').map(|value| format!("<value>{value}</value>")).collect::<Vec<_>>().concat();
    format!(
        r#"<responseDeclaration identifier="{id}" cardinality="{cardinality}" baseType="{base}"><correctResponse>{values}</correctResponse>{more}</responseDeclaration>"#
    )
}

fn mapping(entries: &[(&str, &str)], more: &str) -> String {
    let entries: String = entries
        .iter()
        .map(|(key, value)| format!(r#"<mapEntry mapKey="{key}" mappedValue="{value}" caseSensitive="false"/>"#))
        .collect::<Vec<_>>()
        .concat();
    format!(r#"<mapping defaultValue="0"{more}>{entries}</mapping>"#)
}

fn choices(id: &str, most: usize) -> String {
    let choices: String = ["A", "B", "C", "D"]
        .map(|name| format!(r#"<simpleChoice identifier="{name}">option {name}</simpleChoice>"#))
        .concat();
    format!(
        r#"<choiceInteraction responseIdentifier="{id}" maxChoices="{most}"><prompt>Which?</prompt>{choices}</choiceInteraction>"#
    )
}

const ENTRY: &str = r#"<p>Say <textEntryInteraction responseIdentifier="R"/></p>"#;

fn given(condition: &str, points: &str) -> String {
    format!(
        r#"<responseCondition><responseIf>{condition}<setOutcomeValue identifier="SCORE"><baseValue baseType="float">{points}</baseValue></setOutcomeValue></responseIf></responseCondition>"#
    )
}

fn is(id: &str, base: &str, value: &str) -> String {
    format!(r#"<match><variable identifier="{id}"/><baseValue baseType="{base}">{value}</baseValue></match>"#)
}

const SET_SUM: &str = r#"<setOutcomeValue identifier="SCORE"><sum><mapResponse identifier="R"/><mapResponse identifier="S"/></sum></setOutcomeValue>"#;

fn plan(text: &str) -> ImportPlan {
    read(text.as_bytes(), Some("item.xml"), None)
}

/// What is said of an item to be scored differently.
fn scores(plan: &ImportPlan) -> Vec<String> {
    let of = plan.findings.iter().filter(|finding| finding.effect() == Some(Effect::Scores));
    of.map(|finding| finding.message.clone()).collect()
}

/// The question of an item that comes in as it is.
fn same(text: &str) -> QuestionDraft {
    let plan = plan(text);
    assert_eq!(plan.findings.iter().map(super::ImportFinding::in_words).collect::<Vec<_>>(), Vec::<String>::new());
    plan.tests[0].draft.questions[0].clone()
}

/// The question of an item, and the one sentence about its points.
fn different(text: &str) -> (QuestionDraft, String) {
    let plan = plan(text);
    let [said] = scores(&plan).try_into().unwrap_or_else(|said| panic!("{said:?} {:?}", plan.findings));
    assert!(plan.is_good(), "{said}");
    (plan.tests[0].draft.questions[0].clone(), said)
}

#[test]
fn every_branch_that_gives_points_counts() {
    let by_or = |a: &str, b: &str| {
        let text = |value: &str| {
            format!(
                r#"<stringMatch caseSensitive="false"><variable identifier="R"/><baseValue baseType="string">{value}</baseValue></stringMatch>"#
            )
        };
        given(&format!("<or>{}{}</or>", text(a), text(b)), "1")
    };
    let question = same(&item(&declared("R", "single string", "grey", ""), ENTRY, &by_or("grey", "gray")));
    assert_eq!(
        (question.kind, question.accepted, question.case_sensitive),
        (QuestionKind::ShortText, vec!["grey".into(), "gray".into()], false)
    );
    let exact = given(&format!("<or>{}{}</or>", is("R", "string", "Q"), is("R", "string", "q")), "1");
    let question = same(&item(&declared("R", "single string", "Q", ""), ENTRY, &exact));
    assert_eq!((question.accepted, question.case_sensitive), (vec!["Q".to_owned()], false));

    let two = given(&format!("<or>{}{}</or>", is("R", "identifier", "A"), is("R", "identifier", "B")), "1");
    let (question, said) = different(&item(&declared("R", "single identifier", "A", ""), &choices("R", 1), &two));
    assert_eq!(question.correct_answer.as_deref(), Some("option A"));
    assert_eq!(
        said,
        "Its own scoring is not imported as it is: 'option B' earns 1 of 1 points in the file, and 0 of 1 here."
    );
}

/// Constants of rules that are no answers: states, points, templates.
#[test]
fn what_has_no_key_at_all_is_scored_by_a_person() {
    let undeclared =
        |base: &str| format!(r#"<responseDeclaration identifier="R" cardinality="single" baseType="{base}"/>"#);
    let sets_feedback =
        r#"<setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">done</baseValue></setOutcomeValue>"#;
    let by_template = given(r#"<match><variable identifier="R"/><correct identifier="R"/></match>"#, "1");
    let unread = r#"<setOutcomeValue identifier="SCORE"><customOperator class="x"><baseValue baseType="string">abc</baseValue></customOperator></setOutcomeValue>"#;
    for base in ["string", "integer", "float"] {
        for rules in ["", sets_feedback, &by_template, unread] {
            let plan = plan(&item(&undeclared(base), ENTRY, rules));
            let [question] = &plan.tests[0].draft.questions[..] else { panic!("{base} {rules}") };
            assert_eq!(question.kind, QuestionKind::Essay, "{base} {rules}");
            assert!(!scores(&plan).is_empty(), "{base} {rules}");
        }
    }
}

#[test]
fn what_has_no_key_declared_has_the_one_of_its_rules() {
    let other = given(&is("R", "identifier", "C"), "2");
    let question = same(&item(&declared("R", "single identifier", "A", ""), &choices("R", 1), &other));
    assert_eq!((question.correct_answer.as_deref(), question.points), (Some("option C"), 2));
    let several = r#"<match><variable identifier="R"/><multiple><baseValue baseType="identifier">B</baseValue><baseValue baseType="identifier">D</baseValue></multiple></match>"#;
    let question = same(&item(&declared("R", "multiple identifier", "A", ""), &choices("R", 0), &given(several, "1")));
    assert_eq!(
        (question.kind, question.correct_answers),
        (QuestionKind::MultipleResponse, vec!["o2".into(), "o4".into()])
    );
}

#[test]
fn a_template_decides_whether_a_mapping_counts() {
    let body = r#"<matchInteraction responseIdentifier="RESPONSE" maxAssociations="2"><prompt>Pair</prompt><simpleMatchSet><simpleAssociableChoice identifier="P" matchMax="1">sun</simpleAssociableChoice><simpleAssociableChoice identifier="Q" matchMax="1">moon</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="X" matchMax="2">day</simpleAssociableChoice><simpleAssociableChoice identifier="Y" matchMax="2">night</simpleAssociableChoice></simpleMatchSet></matchInteraction>"#;
    let item = |template: &str, second: &str| {
        let declared =
            declared("RESPONSE", "multiple directedPair", "P X|Q Y", &mapping(&[("P X", "1"), ("Q Y", second)], ""));
        item(&declared, body, "").replace(
            "<responseProcessing>",
            &format!(
                r#"<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/{template}">"#
            ),
        )
    };
    let all = same_but_limits(&item("match_correct", "1"));
    assert_eq!((all.scoring, all.points), (Some(Scoring::AllOrNothing), 1));
    let part = same_but_limits(&item("map_response", "1"));
    assert_eq!((part.scoring, part.points), (Some(Scoring::Partial), 2));
    let (_, said) = different(&item("map_response", "3"));
    assert!(said.contains(" of 4 points in the file, and 2 of 4 here"), "{said}");
    let (_, said) = different(&item("map_response_point", "3"));
    assert!(said.contains("the template 'map_response_point' in line 1 is not read"), "{said}");
}

/// Like [`same`], where limits of choices may be named.
fn same_but_limits(text: &str) -> QuestionDraft {
    let plan = plan(text);
    assert!(plan.findings.iter().all(|finding| finding.effect() == Some(Effect::Looks)), "{:?}", plan.findings);
    plan.tests[0].draft.questions[0].clone()
}

#[test]
fn gaps_earn_alike_or_are_named() {
    let entries = |a: &str, b: &str| {
        let one = |id: &str, value: &str, points: &str| {
            declared(id, "single string", value, &mapping(&[(value, points)], ""))
        };
        one("R", "ebb", a) + &one("S", "flow", b)
    };
    let body =
        r#"<p><textEntryInteraction responseIdentifier="R"/> and <textEntryInteraction responseIdentifier="S"/></p>"#;
    let question = same(&item(&entries("3", "3"), body, SET_SUM));
    assert_eq!((question.kind, question.points, question.scoring), (QuestionKind::Gaps, 6, Some(Scoring::Partial)));
    let (question, said) = different(&item(&entries("3", "1"), body, SET_SUM));
    assert_eq!(question.points, 4);
    assert!(
        said.contains("'nothing; flow' earns 1 of 4 points in the file, and 2 of 4 here")
            || said.contains("'ebb; nothing' earns 3 of 4"),
        "{said}"
    );
    let (question, said) = different(&item(&entries("0.25", "0.5"), body, SET_SUM).replace("0.5\"", "0.25\""));
    assert_eq!(question.points, 1);
    assert_eq!(said, "It is worth 0.5 points in the file, and 1 here.");

    let both = mapping(&[("ebb", "1"), ("flow", "1")], "");
    let two = declared("R", "single string", "ebb", &both) + &declared("S", "single string", "flow", &both);
    let distinct = r#"<setOutcomeValue identifier="SCORE"><mapResponse identifier="R"/></setOutcomeValue><responseCondition><responseIf><not><match><variable identifier="R"/><variable identifier="S"/></match></not><setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><mapResponse identifier="S"/></sum></setOutcomeValue></responseIf></responseCondition>"#;
    let (_, said) = different(&item(&two, body, distinct));
    assert!(said.contains("'nothing; flow' earns 0 of 2 points in the file, and 1 of 2 here"), "{said}");
}

#[test]
fn numbers_have_the_range_that_earns_points() {
    let rule = |rule: &str| given(rule, "1");
    let key = declared("R", "single float", "2.5", "");
    let number = |rules: &str| same(&item(&key, ENTRY, rules));
    let tolerance = |question: &QuestionDraft| {
        let tolerance = question.tolerance.clone().unwrap();
        (question.correct_number.clone().unwrap().0, tolerance.kind, tolerance.value.0)
    };
    let operands = r#"<correct identifier="R"/><variable identifier="R"/>"#;
    let equal = |attributes: &str| rule(&format!("<equal {attributes}>{operands}</equal>"));
    assert_eq!(number(&equal(r#"toleranceMode="exact""#)).tolerance, None);
    let absolute = number(&equal(r#"toleranceMode="absolute" tolerance="0.25 0.25""#));
    assert_eq!(tolerance(&absolute), ("2.5".into(), ToleranceKind::Absolute, "0.25".into()));
    let relative = number(&equal(r#"toleranceMode="relative" tolerance="2""#));
    assert_eq!(tolerance(&relative), ("2.5".into(), ToleranceKind::Relative, "0.02".into()));
    let uneven = number(&equal(r#"toleranceMode="absolute" tolerance="0.5 1.5""#));
    assert_eq!(tolerance(&uneven), ("3".into(), ToleranceKind::Absolute, "1".into()));
    let between = r#"<and><gte><variable identifier="R"/><baseValue baseType="float">2.4</baseValue></gte><lte><variable identifier="R"/><baseValue baseType="float">2.6</baseValue></lte></and>"#;
    assert_eq!(tolerance(&number(&rule(between))), ("2.5".into(), ToleranceKind::Absolute, "0.1".into()));
    let (_, said) =
        different(&item(&key, ENTRY, &equal(r#"toleranceMode="absolute" tolerance="0.25" includeUpperBound="false""#)));
    assert!(said.contains("'2.75' earns 0 of 1 points in the file, and 1 of 1 here"), "{said}");
    let rounded = rule(&format!(r#"<equalRounded roundingMode="decimalPlaces" figures="1">{operands}</equalRounded>"#));
    let (question, said) = different(&item(&key, ENTRY, &rounded));
    assert_eq!(tolerance(&question), ("2.5".into(), ToleranceKind::Absolute, "0.05".into()));
    assert!(said.contains("'2.55' earns 0 of 1"), "{said}");
}

#[test]
fn orders_penalties_and_operators_of_others() {
    let body = choices("R", 0).replace("choiceInteraction", "orderInteraction");
    let key = declared("R", "ordered identifier", "A|B|C|D", "");
    let right = given(r#"<match><variable identifier="R"/><correct identifier="R"/></match>"#, "2");
    assert_eq!(same_but_limits(&item(&key, &body, &right)).points, 2);
    let other = r#"<match><variable identifier="R"/><ordered><baseValue baseType="identifier">A</baseValue><baseValue baseType="identifier">B</baseValue><baseValue baseType="identifier">D</baseValue><baseValue baseType="identifier">C</baseValue></ordered></match>"#;
    let (_, said) = different(&item(&key, &body, &(given(other, "1") + &right)));
    assert!(
        said.contains("'option A + option B + option D + option C' earns 1 of 2 points in the file, and 0 of 2 here"),
        "{said}"
    );

    let penalty = mapping(&[("A", "2"), ("B", "-0.5"), ("C", "-0.5"), ("D", "-0.5")], "");
    let mapped = r#"<setOutcomeValue identifier="SCORE"><mapResponse identifier="R"/></setOutcomeValue>"#;
    let question = same(&item(&declared("R", "single identifier", "A", &penalty), &choices("R", 1), mapped));
    assert_eq!((question.points, question.penalty), (2, Some(Numeral("0.5".into()))));

    let custom = r#"<setOutcomeValue identifier="SCORE"><customOperator class="org.example.Fuzzy"><variable identifier="R"/></customOperator></setOutcomeValue>"#;
    let (question, said) = different(&item(&declared("R", "single identifier", "B", ""), &choices("R", 1), custom));
    assert_eq!(question.correct_answer.as_deref(), Some("option B"));
    assert!(said.contains("<customoperator> in line 1 is not read"), "{said}");

    let timed = r#"<setOutcomeValue identifier="SCORE"><variable identifier="duration"/></setOutcomeValue>"#;
    let (_, said) = different(&item(&declared("R", "single identifier", "B", ""), &choices("R", 1), timed));
    assert!(said.contains("it depends on the time that a candidate takes. Here"), "{said}");
}

fn many_choices(count: usize) -> String {
    let one = |n: usize| format!(r#"<simpleChoice identifier="C{n}">option {n}</simpleChoice>"#);
    let all = (1..=count).map(one).collect::<Vec<_>>().concat();
    format!(
        r#"<choiceInteraction responseIdentifier="R" maxChoices="0"><prompt>Which?</prompt>{all}</choiceInteraction>"#
    )
}

#[test]
fn rules_that_take_too_long_are_not_computed() {
    let body = many_choices(10);
    let rules = r#"<setOutcomeValue identifier="SCORE"><sum>"#.to_owned()
        + &"<null/>".repeat(100_000)
        + "</sum></setOutcomeValue>";
    let (_, said) = different(&item(&declared("R", "multiple identifier", "C1|C2", ""), &body, &rules));
    assert!(said.contains("its rules take too long to compute. Here"), "{said}");
}

#[test]
fn random_items_are_left_out() {
    let declared = declared("R", "single identifier", "A", "")
        + r#"<templateDeclaration identifier="N" cardinality="single" baseType="integer"/>"#;
    let plan = plan(&item(&declared, &choices("R", 1), ""));
    assert_eq!(plan.tests.len(), 0);
    assert!(plan.faults().next().unwrap().message.contains("templateDeclaration"), "{:?}", plan.findings);
}

/// Whatever stands where no rule looks is named.
#[test]
fn an_unknown_part_is_named_wherever_it_stands() {
    let good = item(
        &declared("R", "single identifier", "A", &mapping(&[("A", "1")], "")),
        &format!("<div><p>Look <em>here</em>.</p><ul><li>one</li></ul></div>{}", choices("R", 1)),
        r#"<setOutcomeValue identifier="SCORE"><sum><mapResponse identifier="R"/></sum></setOutcomeValue>"#,
    );
    assert_eq!(plan(&good).findings, Vec::new(), "the control");
    let starts: Vec<usize> =
        good.match_indices('<').map(|(at, _)| at).filter(|at| !good[*at..].starts_with("</")).collect();
    assert!(starts.len() > 20);
    for at in starts {
        let end = at + good[at..].find('>').unwrap();
        let is_empty = good[..end].ends_with('/');
        let name = &good[at..end.min(at + 20)];
        let attribute_at = if is_empty { end - 1 } else { end };
        // Of the declaration of an answer, and of its interaction, too.
        let with_attribute = format!("{} strange=\"1\"{}", &good[..attribute_at], &good[attribute_at..]);
        let found = plan(&with_attribute).findings;
        assert!(!found.is_empty(), "an attribute of {name}");
        if !is_empty {
            let with_element = format!("{}<strange/>{}", &good[..=end], &good[end + 1..]);
            assert!(!plan(&with_element).findings.is_empty(), "an element in {name}");
        }
    }
}

/// Both versions of the standard are read alike.
#[test]
fn both_versions_are_read_alike() {
    let old =
        item(&declared("R", "single identifier", "B", ""), &choices("R", 1), &given(&is("R", "identifier", "B"), "1"));
    let mut new = old.replace("imsqti_v2p1", "imsqtiasi_v3p0");
    for (old, name) in [
        ("assessmentItem", "assessment-item"),
        ("responseDeclaration", "response-declaration"),
        ("correctResponse", "correct-response"),
        ("outcomeDeclaration", "outcome-declaration"),
        ("defaultValue", "default-value"),
        ("itemBody", "item-body"),
        ("choiceInteraction", "choice-interaction"),
        ("simpleChoice", "simple-choice"),
        ("responseProcessing", "response-processing"),
        ("responseCondition", "response-condition"),
        ("responseIf", "response-if"),
        ("setOutcomeValue", "set-outcome-value"),
        ("baseValue", "base-value"),
        ("match", "match"),
        ("variable", "variable"),
        ("prompt", "prompt"),
        ("value", "value"),
    ] {
        new = new
            .replace(&format!("<{old}>"), &format!("<qti-{name}>"))
            .replace(&format!("<{old} "), &format!("<qti-{name} "))
            .replace(&format!("</{old}>"), &format!("</qti-{name}>"));
    }
    for (old, name) in
        [("responseIdentifier", "response-identifier"), ("maxChoices", "max-choices"), ("baseType", "base-type")]
    {
        new = new.replace(old, name);
    }
    assert_eq!(same(&old), same(&new));
}

#[test]
fn texts_of_gaps_are_those_that_earn_points() {
    let gap = |gap: &GapDraft| gap.accepted.clone();
    let body = r#"<p>Left <textEntryInteraction responseIdentifier="R"/>, right <inlineChoiceInteraction responseIdentifier="S"><inlineChoice identifier="A">x</inlineChoice><inlineChoice identifier="B">y</inlineChoice></inlineChoiceInteraction></p>"#;
    let declared = declared("R", "single string", "port", &mapping(&[("port", "1"), ("larboard", "1")], ""))
        + &declared("S", "single identifier", "B", "");
    let rules = r#"<responseCondition><responseIf><match><variable identifier="S"/><correct identifier="S"/></match><setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></sum></setOutcomeValue></responseIf></responseCondition><setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><mapResponse identifier="R"/></sum></setOutcomeValue>"#;
    let question = same(&item(&declared, body, rules));
    assert_eq!(gap(&question.gaps[0]), ["port", "larboard"]);
    assert_eq!(question.gaps[1].options.iter().map(ChoiceDraft::text).collect::<Vec<_>>(), ["x", "y"]);
    assert_eq!((question.gaps[1].correct_answer.as_deref(), question.points), (Some("o2"), 2));
}

const MATCH: &str = r#"<responseCondition><responseIf><match><variable identifier="R"/><correct identifier="R"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition>"#;
const MAP: &str = r#"<setOutcomeValue identifier="SCORE"><mapResponse identifier="R"/></setOutcomeValue>"#;

/// The question of an item that scores as in the file, and what is said of it to read differently.
fn reads(text: &str) -> (QuestionDraft, Vec<String>) {
    let plan = plan(text);
    assert_eq!(scores(&plan), Vec::<String>::new());
    let of = plan.findings.iter().filter(|finding| finding.effect() == Some(Effect::Reads));
    (plan.tests[0].draft.questions[0].clone(), of.map(|finding| finding.message.clone()).collect())
}

#[test]
fn texts_to_match_and_words_to_choose_are_gaps_and_options() {
    let body = r#"<gapMatchInteraction responseIdentifier="R" shuffle="true"><prompt>Fill in.</prompt><gapText identifier="W" matchMax="1">winter</gapText><gapText identifier="S" matchMax="1">summer</gapText><p>Now is the <gap identifier="G1"/> of <gap identifier="G2"/>.</p></gapMatchInteraction>"#;
    let mapped = mapping(&[("W G1", "1"), ("S G2", "1")], "");
    let plan = plan(&item(&declared("R", "multiple directedPair", "W G1|S G2", &mapped), body, MAP));
    let question = &plan.tests[0].draft.questions[0];
    assert_eq!(question.text, "Fill in.\nNow is the [[g1]] of [[g2]].");
    assert_eq!((question.points, question.scoring), (2, Some(Scoring::Partial)));
    let keys: Vec<_> = question.gaps.iter().map(|gap| gap.correct_answer.as_deref().unwrap()).collect();
    assert_eq!((keys, question.gaps[1].options.len()), (vec!["o1", "o2"], 2));
    assert_eq!(scores(&plan), Vec::<String>::new());

    let body = r#"<hottextInteraction responseIdentifier="R" maxChoices="1"><p>She <hottext identifier="A">goes</hottext> to <hottext identifier="B">bedd</hottext>.</p></hottextInteraction>"#;
    let (question, said) = reads(&item(&declared("R", "single identifier", "B", ""), body, MATCH));
    assert_eq!((question.text.as_str(), question.correct_answer.as_deref()), ("She goes to bedd.", Some("bedd")));
    assert_eq!(said, Vec::<String>::new());
}

#[test]
fn several_answers_of_one_text_are_its_gaps() {
    let points = |id: &str| {
        format!(
            r#"<responseCondition><responseIf><match><variable identifier="{id}"/><correct identifier="{id}"/></match><setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></sum></setOutcomeValue></responseIf></responseCondition>"#
        )
    };
    let declarations = declared("R", "single identifier", "B", "") + &declared("S", "single string", "sun", "");
    let body = format!(r#"{}<p>It is near the <textEntryInteraction responseIdentifier="S"/>.</p>"#, choices("R", 1));
    let (question, said) = reads(&item(&declarations, &body, &(points("R") + &points("S"))));
    assert_eq!(question.text, "Which?\n[[g1]]\nIt is near the [[g2]].");
    assert_eq!((question.gaps.len(), question.points, said), (2, 2, Vec::new()));
}

#[test]
fn pairs_of_one_list_and_sliders_come_in_and_read_differently() {
    let choices: String = [("A", "lock"), ("B", "key"), ("C", "bow"), ("D", "arrow"), ("E", "shoe")]
        .map(|(id, text)| {
            format!(r#"<simpleAssociableChoice identifier="{id}" matchMax="1">{text}</simpleAssociableChoice>"#)
        })
        .concat();
    let body =
        format!(r#"<associateInteraction responseIdentifier="R" maxAssociations="2">{choices}</associateInteraction>"#);
    let body = format!("<p>Which belong together?</p>{body}");
    let (question, said) = reads(&item(&declared("R", "multiple pair", "B A|C D", ""), &body, MATCH));
    assert_eq!((question.kind, question.prompts.len(), question.options.len()), (QuestionKind::Matching, 2, 3));
    assert_eq!(said.len(), 1);
    let mapped = |entries: &[(&str, &str)]| declared("R", "multiple pair", "A B|C D", &mapping(entries, ""));
    let sum = r#"<setOutcomeValue identifier="SCORE"><mapResponse identifier="R"/></setOutcomeValue>"#;
    let entries = [("A B", "1"), ("C D", "1"), ("A D", "0.5")];
    assert!(plan(&item(&mapped(&entries), &body, sum)).tests.len() == 1, "one of each set");
    let entries = [("A B", "1"), ("C D", "1"), ("A C", "0.5")];
    let left_out = plan(&item(&mapped(&entries), &body, sum));
    let said: Vec<String> = left_out.findings.iter().map(super::ImportFinding::in_words).collect();
    assert!(said.iter().any(|one| one.contains("points for pairs that cannot be made here")), "{said:?}");

    let body = r#"<sliderInteraction responseIdentifier="R" lowerBound="0" upperBound="9"><prompt>How many?</prompt></sliderInteraction>"#;
    let (question, said) = reads(&item(&declared("R", "single integer", "4", ""), body, MATCH));
    assert_eq!((question.kind, question.text.as_str()), (QuestionKind::Numeric, "How many?"));
    assert_eq!(said, ["A slider from 0 to 9 became a field for a number."]);
}

#[test]
fn an_item_without_rules_says_so_and_a_prompt_keeps_its_place() {
    let text = item(&declared("R", "single identifier", "B", ""), &(choices("R", 1) + "<p>Take your time.</p>"), "");
    let (question, said) = different(&text.replace("<responseProcessing></responseProcessing>", ""));
    assert_eq!(said, "It has no rules for points in the file: here the declared answer earns all points.");
    assert_eq!(question.text, "Which?\nTake your time.");
}

#[test]
fn what_rules_name_is_compared() {
    let body = format!("<div>{}{}</div>", choices("R", 1), choices("S", 1))
        .replace("choiceInteraction", "inlineChoiceInteraction");
    let body =
        format!("<p>{}</p>", body.replace("simpleChoice", "inlineChoice").replace("<prompt>Which?</prompt>", ""));
    let key = declared("R", "single identifier", "A", "") + &declared("S", "single identifier", "B", "");
    let both = |a: &str, b: &str| format!("<and>{}{}</and>", is("R", "identifier", a), is("S", "identifier", b));
    let (_, said) =
        different(&item(&key, &body, &given(&format!("<or>{}{}</or>", both("A", "B"), both("C", "D")), "1")));
    assert!(said.contains("'option C; option D' earns 1 of 1 points in the file, and 0 of 1 here"), "{said}");

    let body = many_choices(9);
    let other = ["C4", "C7", "C9"].map(|id| format!(r#"<baseValue baseType="identifier">{id}</baseValue>"#)).concat();
    let right = format!(
        r#"<or><match><variable identifier="R"/><correct identifier="R"/></match><match><variable identifier="R"/><multiple>{other}</multiple></match></or>"#
    );
    let (_, said) = different(&item(&declared("R", "multiple identifier", "C1|C2", ""), &body, &given(&right, "1")));
    assert!(
        said.contains("'option 4 + option 7 + option 9' earns 1 of 1 points in the file, and 0 of 1 here"),
        "{said}"
    );
}

#[test]
fn patterns_are_those_of_the_file() {
    let like =
        |pattern: &str| format!(r#"<patternMatch pattern="{pattern}"><variable identifier="R"/></patternMatch>"#);
    let key = declared("R", "single string", "colour", "");
    let question = same(&item(&key, ENTRY, &given(&format!("<or>{}{}</or>", like("colou?r"), like("hue[0-9]")), "1")));
    assert_eq!(question.pattern.as_deref(), Some("(?:colou?r)|(?:hue[0-9])"));
    let dollars = same(&item(&declared("R", "single string", "US$", ""), ENTRY, &given(&like("US$"), "1")));
    assert_eq!(dollars.pattern.as_deref(), Some(r"US\$"));
    let two = r#"<responseCondition><responseIf><match><variable identifier="R"/><correct identifier="R"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">2</baseValue></setOutcomeValue></responseIf><responseElseIf>PATTERN<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseElseIf></responseCondition>"#;
    let (_, said) = different(&item(&key, ENTRY, &two.replace("PATTERN", &like("colou?r"))));
    assert!(said.contains("'color' earns 1 of 2 points in the file, and 0 of 2 here"), "{said}");
}

#[test]
fn cases_gaps_between_numbers_and_presets() {
    let cased =
        mapping(&[("DNA", "1"), ("dna", "1")], "").replace(r#"caseSensitive="false""#, r#"caseSensitive="true""#);
    let rule = r#"<setOutcomeValue identifier="SCORE"><mapResponse identifier="R"/></setOutcomeValue>"#;
    let question = same(&item(&declared("R", "single string", "DNA", &cased), ENTRY, rule));
    assert!(question.case_sensitive && question.accepted == ["DNA", "dna"], "{question:?}");

    let than = |name: &str, number: &str| is("R", "float", number).replace("match>", &format!("{name}>"));
    let union = format!("<or>{}<and>{}{}</and></or>", is("R", "float", "5"), than("gt", "8"), than("lt", "9"));
    let (_, said) = different(&item(&declared("R", "single float", "5", ""), ENTRY, &given(&union, "1")));
    assert!(said.contains("'8.5' earns 1 of 1 points in the file, and 0 of 1 here"), "{said}");

    let right = given(r#"<match><variable identifier="R"/><correct identifier="R"/></match>"#, "1");
    let more = "<defaultValue><value>C</value></defaultValue>";
    for (key, more, why) in [("B", more, "filled in before"), ("B|C", "", "several right values")] {
        let (_, said) = different(&item(&declared("R", "single identifier", key, more), &choices("R", 1), &right));
        assert!(said.contains(why), "{said}");
    }
}
