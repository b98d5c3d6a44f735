//! A part that no rule knows is put into every place of valid files, one at a time: each must give a finding that names it,
//! or be refused with an error.

use super::{ImportFormat, ImportPlan, read};
use serde_json::{Value, json};

/// The beginning of the names of parts that no format has.
const ODD: &str = "zzodd";

fn is_named(plan: &ImportPlan) -> bool {
    plan.findings.iter().any(|finding| {
        finding.effect().is_none() || finding.part.as_deref() == Some(ODD) || finding.message.contains(ODD)
    })
}

fn questions_of(plan: &ImportPlan) -> usize {
    plan.tests.iter().map(|test| test.draft.questions.len()).sum()
}

/// Texts with an element after each tag that opens or closes, and with an attribute in each tag that opens.
fn with_odd_parts(xml: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = xml[at..].find('<').map(|start| at + start) {
        if xml[start..].starts_with("<![CDATA[") {
            at = start + xml[start..].find("]]>").unwrap() + 3;
            continue;
        }
        let end = start + xml[start..].find('>').unwrap();
        at = end + 1;
        let tag = &xml[start..end];
        if tag.starts_with("<?") || tag.starts_with("<!") {
            continue;
        }
        let is_root_end = tag.starts_with("</") && !xml[at..].contains('<');
        if !tag.starts_with("</") {
            let name_end = tag.find(|c: char| c.is_whitespace() || c == '/' && tag.len() > 1).unwrap_or(tag.len());
            found.push((start, format!("{} {ODD}=\"1\"{}", &xml[..start + name_end], &xml[start + name_end..])));
        }
        if !is_root_end {
            for odd in [format!("<{ODD}>odd</{ODD}>"), format!("<{ODD}/>")] {
                found.push((at, format!("{}{odd}{}", &xml[..at], &xml[at..])));
            }
        }
    }
    found
}

/// Places where such a part is passed over: a start of what stands before it, and the reason.
fn xml_places(xml: &str, format: ImportFormat, passed_over: &[(&str, &str)]) {
    let plan = read(xml.as_bytes(), Some("x.xml"), Some(format));
    let said: Vec<String> = plan.findings.iter().map(super::ImportFinding::in_words).collect();
    assert!(plan.is_good() && said.is_empty(), "{said:?}");
    let questions = questions_of(&plan);
    let mut silent = Vec::new();
    for (at, text) in with_odd_parts(xml) {
        let plan = read(text.as_bytes(), Some("x.xml"), Some(format));
        let start = xml[..at].char_indices().rev().nth(60).map_or(0, |(start, _)| start);
        let end = (at + 12).min(xml.len());
        let place = xml.get(start..end).unwrap_or_default();
        let is_within = |(outer, _): &&(&str, &str)| {
            let (open, close) = (format!("<{outer}"), format!("</{outer}>"));
            let (opened, closed) = (xml[..at].rfind(&open), xml[..at].rfind(&close));
            xml[at..].starts_with(&open) || opened > closed
        };
        // A question that is left out, with a sentence, gives no wrong score.
        let is_left_out = questions_of(&plan) < questions && !plan.findings.is_empty();
        if !is_named(&plan) && !is_left_out && passed_over.iter().find(is_within).is_none() {
            silent.push(place.to_owned());
        }
    }
    assert!(silent.is_empty(), "{} silent places:\n{}", silent.len(), silent.join("\n"));
}

const MOODLE: &str = r#"<?xml version="1.0"?>
<quiz>
<question type="category"><category><text>$course$/Rain</text></category><info format="html"><text>About rain.</text></info></question>
<question type="multichoice"><name><text>A name of its own</text></name><questiontext format="html"><text><![CDATA[<p>Wet?</p>]]></text></questiontext>
<generalfeedback format="html"><text>It is.</text></generalfeedback><defaultgrade>2</defaultgrade><single>true</single><shuffleanswers>true</shuffleanswers>
<answer fraction="100" format="html"><text>Yes</text></answer><answer fraction="0" format="html"><text>No</text></answer><tags><tag><text>easy</text></tag></tags></question>
<question type="shortanswer"><name><text>Q2</text></name><questiontext format="plain_text"><text>Who?</text></questiontext><usecase>1</usecase><answer fraction="100"><text>Ada</text></answer></question>
<question type="numerical"><name><text>Q3</text></name><questiontext format="plain_text"><text>How many?</text></questiontext><answer fraction="100"><text>3</text><tolerance>0.5</tolerance></answer></question>
<question type="matching"><name><text>Q4</text></name><questiontext format="plain_text"><text>Match.</text></questiontext><subquestion format="plain_text"><text>a</text><answer><text>1</text></answer></subquestion><subquestion format="plain_text"><text>b</text><answer><text>2</text></answer></subquestion></question>
<question type="gapselect"><name><text>Q5</text></name><questiontext format="plain_text"><text>It is [[1]].</text></questiontext><selectoption><text>wet</text><group>1</group></selectoption><selectoption><text>dry</text><group>1</group></selectoption></question>
<question type="essay"><name><text>Q6</text></name><questiontext format="plain_text"><text>Why?</text></questiontext><graderinfo format="html"><text>Look.</text></graderinfo></question>
</quiz>"#;

#[test]
fn of_moodle_xml() {
    xml_places(MOODLE, ImportFormat::Moodle, &[]);
}

const QTI12: &str = r#"<?xml version="1.0"?>
<questestinterop><assessment ident="a" title="Quiz"><section ident="s">
<item ident="i" title="Question"><presentation><material><mattext texttype="text/plain">Wet?</mattext></material>
<response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="1"><material><mattext>Yes</mattext></material></response_label><response_label ident="2"><material><mattext>No</mattext></material></response_label></render_choice></response_lid></presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes><respcondition continue="No"><conditionvar><varequal respident="r">1</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>
<item ident="j" title="Question"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>2</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><flow><material><mattext>Who?</mattext></material><response_str ident="r" rcardinality="Single"><render_fib><response_label ident="answer1"/></render_fib></response_str></flow></presentation>
<resprocessing><respcondition><conditionvar><or><varequal respident="r">Ada</varequal><varequal respident="r">Eve</varequal></or></conditionvar><setvar action="Set">100</setvar></respcondition></resprocessing></item>
</section></assessment></questestinterop>"#;

#[test]
fn of_qti_1_2() {
    let passed_over = [("itemmetadata", "names and numbers for programs"), ("outcomes", "conditions give the points")];
    xml_places(QTI12, ImportFormat::Qti12, &passed_over);
}

const QTI2: &str = r#"<?xml version="1.0"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Rain" adaptive="false" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
<itemBody><p>Is it <b>wet</b>?</p><ul><li>one</li></ul><choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1"><prompt>Choose.</prompt><simpleChoice identifier="A">Yes</simpleChoice><simpleChoice identifier="B">No</simpleChoice></choiceInteraction></itemBody>
<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf><responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse></responseCondition></responseProcessing>
</assessmentItem>"#;

#[test]
fn of_qti_2() {
    xml_places(QTI2, ImportFormat::Qti, &[]);
}

/// The same elements under their names of version 3.
fn as_qti_3(xml: &str) -> String {
    let mut out = String::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let end = tail.find('>').unwrap() + 1;
        let (tag, after) = tail.split_at(end);
        let start = if tag.starts_with("</") { "</" } else { "<" };
        let name: String = tag[start.len()..].chars().take_while(char::is_ascii_alphanumeric).collect();
        let is_html = ["p", "b", "ul", "li", "xml"].contains(&name.as_str()) || tag.starts_with("<?");
        let hyphened = |text: &str| {
            text.chars().fold(String::new(), |mut out, c| {
                if c.is_ascii_uppercase() {
                    out.push('-');
                }
                out.push(c.to_ascii_lowercase());
                out
            })
        };
        if is_html {
            out.push_str(tag);
        } else {
            out.extend([start, "qti-", &hyphened(&name)]);
            let parts = tag[start.len() + name.len()..].split('"').enumerate();
            let parts = parts.map(|(place, part)| if place % 2 == 0 { hyphened(part) } else { part.to_owned() });
            out.push_str(&parts.collect::<Vec<_>>().join("\""));
        }
        rest = after;
    }
    out + rest
}

#[test]
fn of_qti_3() {
    let xml = as_qti_3(QTI2);
    assert!(xml.contains("<qti-choice-interaction response-identifier=\"RESPONSE\""), "{xml}");
    xml_places(&xml, ImportFormat::Qti, &[]);
}

/// GIFT has no elements: what it does not know stands in the texts, as in Moodle, or the question is left out with a reason.
#[test]
fn of_gift() {
    const GIFT: &str = "$CATEGORY: $course$/Rain\n\n::Q1::Wet?{=Yes ~No}\n\nWho?{=Ada}\n\nHow many?{#3:0.5}\n\nMatch.{=a -> 1 =b -> 2}\n\nWhy?{}\n";
    let texts = |plan: &ImportPlan| format!("{:?}", plan.tests.iter().map(|test| &test.draft).collect::<Vec<_>>());
    let plan = read(GIFT.as_bytes(), Some("x.gift"), None);
    assert!(plan.is_good() && plan.findings.is_empty(), "{:?}", plan.findings);
    let mut silent = Vec::new();
    // Of the path of a category its last part counts.
    let category = GIFT.find('$').unwrap()..=GIFT.rfind("/Rain").unwrap();
    for (at, _) in GIFT.char_indices().chain([(GIFT.len(), ' ')]) {
        for odd in [ODD, "~%zz%zzodd", "#zzodd", "=zzodd", "[zzodd]", "{zzodd}", "\\zzodd"] {
            let text = format!("{}{odd}{}", &GIFT[..at], &GIFT[at..]);
            let plan = read(text.as_bytes(), Some("x.gift"), None);
            // In a text, candidates or the author see it; feedback is named.
            let is_seen = texts(&plan).contains("odd")
                || format!("{:?}", plan.tests.iter().map(|t| &t.labels).collect::<Vec<_>>()).contains("odd");
            if plan.findings.is_empty() && !is_seen && !category.contains(&at) {
                silent.push(text);
            }
        }
    }
    assert!(silent.is_empty(), "{} silent places:\n{}", silent.len(), silent.join("\n---\n"));
}

/// The value with a key in each of its objects, one at a time.
fn with_odd_keys(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert(ODD.to_owned(), json!({"a": [1]}));
            found.push(Value::Object(more));
            for (name, inner) in fields {
                // Their names are those of options and languages.
                if ["pairs", "starter_code"].contains(&name.as_str()) {
                    continue;
                }
                for inner in with_odd_keys(inner) {
                    let mut with = fields.clone();
                    with.insert(name.clone(), inner);
                    found.push(Value::Object(with));
                }
            }
        }
        Value::Array(all) => {
            for (place, inner) in all.iter().enumerate() {
                for inner in with_odd_keys(inner) {
                    let mut with = all.clone();
                    with[place] = inner;
                    found.push(Value::Array(with));
                }
            }
        }
        _ => {}
    }
    found
}

fn questions() -> Value {
    let options = json!([{"id": "o1", "text": "a"}, {"id": "o2", "text": "b"}, {"id": "o3", "text": "c"}]);
    json!([
        {"type": "multiple_choice", "question": "Which?", "options": ["a", "b"], "correct_answer": "a"},
        {"type": "multiple_response", "question": "Which?", "options": options, "correct_answers": ["o1"]},
        {"type": "numeric", "question": "How many?", "correct_number": "3", "tolerance": {"kind": "absolute", "value": "0.5"}},
        {"type": "short_text", "question": "Who?", "accepted": ["Ada"]},
        {"type": "ordering", "question": "Order?", "options": options, "order": ["o2", "o1", "o3"]},
        {"type": "matching", "question": "Match", "prompts": [{"id": "l1", "text": "x"}, {"id": "l2", "text": "y"}],
         "options": [{"id": "r1", "text": "1"}, {"id": "r2", "text": "2"}], "pairs": {"l1": "r1", "l2": "r2"}},
        {"type": "gaps", "question": "[[g1]] and [[g2]]", "gaps": [
            {"id": "g1", "kind": "number", "correct_number": "1", "tolerance": {"kind": "relative", "value": "1"}},
            {"id": "g2", "kind": "choice", "options": options, "correct_answer": "o1"}]},
        {"type": "coding", "question": "Sum?", "languages": ["Python"], "tests": [{"input": "1", "output": "1", "visible": true, "weight": 1}],
         "reference_solutions": [{"language": "Python", "source": "print(input())"}]},
    ])
}

#[test]
fn of_json_and_yaml() {
    let listed = json!({"title": "Rain", "questions": questions()});
    let sections = json!({"title": "Rain", "sections": [{"title": "A", "items": [
        {"question": {"type": "essay", "question": "Why?"}},
        {"type": "essay", "question": "How?"},
        {"pool": {"tags": ["x"], "draw": 1, "points": 1}}]}]});
    for test in [listed, sections] {
        for format in [ImportFormat::Json, ImportFormat::Yaml] {
            let text = |value: &Value| match format {
                ImportFormat::Yaml => serde_saphyr::to_string(value).unwrap(),
                _ => value.to_string(),
            };
            let plan = read(text(&test).as_bytes(), None, Some(format));
            assert!(plan.is_good() && plan.findings.is_empty(), "{format:?} {:?}", plan.findings);
            let mut silent = Vec::new();
            for odd in with_odd_keys(&test) {
                let plan = read(text(&odd).as_bytes(), None, Some(format));
                let named = plan.findings.iter().filter(|finding| finding.part.as_deref() == Some(ODD)).count();
                if named != 1 || !plan.is_good() {
                    silent.push(format!("{odd}\n  {:?}", plan.findings));
                }
            }
            assert!(silent.is_empty(), "{format:?}: {} places:\n{}", silent.len(), silent.join("\n"));
        }
    }
}

#[test]
fn unknown_keys_are_named_with_their_place() {
    let test = json!({"title": "Rain", "questions": [
        {"type": "gaps", "question": "[[g1]]", "gaps": [
            {"id": "g1", "kind": "choice", "options": [{"id": "o1", "text": "a"}, {"id": "o2", "text": "b", "colour": 1}],
             "correct_answer": "o1"}]}]});
    let plan = read(test.to_string().as_bytes(), None, Some(ImportFormat::Json));
    let said: Vec<&str> = plan.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(said, ["Question 1, gap 1, option 2: Unknown field 'colour'."]);
    assert_eq!(plan.findings[0].effect(), Some(super::Effect::Scores));
}

#[test]
fn of_tables() {
    let cells = [["question", "type", "option_1", "option_2", "correct"], ["Which?", "multiple_choice", "a", "b", "a"]];
    for place in 0..=cells[0].len() {
        let row = |row: usize, odd: &str| {
            let mut row: Vec<&str> = cells[row].to_vec();
            row.insert(place, odd);
            row.join(",")
        };
        for (heading, is_named) in
            [(ODD, true), ("", true), ("option_id", true), ("question", true), ("option_3", false)]
        {
            let text = format!("{}\n{}\n", row(0, heading), row(1, "odd"));
            let plan = read(text.as_bytes(), Some("x.csv"), None);
            assert!(plan.is_good(), "{:?}", plan.findings);
            assert_eq!(!plan.findings.is_empty(), is_named, "{heading} at {place}: {:?}", plan.findings);
        }
    }
}
