//! Words of QTI items: what stands in tables, formulas, quotations and links is read as it is written, or named.

use super::{Effect, ImportFinding, ImportPlan, read};

fn plan(body: &str) -> ImportPlan {
    plan_with("", body)
}

/// With elements before the body.
fn plan_with(before: &str, body: &str) -> ImportPlan {
    read(item(before, body).as_bytes(), Some("item.xml"), None)
}

fn item(before: &str, body: &str) -> String {
    format!(
        r#"<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration><outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>{before}<itemBody>{body}<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><simpleChoice identifier="A">one</simpleChoice><simpleChoice identifier="B">two</simpleChoice></choiceInteraction></itemBody><responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>"#
    )
}

fn said(plan: &ImportPlan) -> Vec<String> {
    plan.findings.iter().map(ImportFinding::in_words).collect()
}

/// The text of an item that reads as in the file.
fn text(body: &str) -> String {
    let plan = plan(body);
    assert_eq!(said(&plan), Vec::<String>::new(), "{body}");
    plan.tests[0].draft.questions[0].text.clone()
}

#[test]
fn tables_keep_their_caption_and_their_words_apart() {
    let table = "<table><caption>Rain in <b>mm</b></caption><tfoot><tr><td>sum</td></tr></tfoot><tr><th>x</th></tr>\
        <tr><td><p>one</p><p>two</p></td></tr><tr><td><ul><li>alpha</li><li>beta</li></ul></td></tr></table>";
    assert_eq!(text(table), "Rain in **mm**\n\n|x|\n|-|\n|one two|\n|alpha beta|\n|sum|");
    let nested = "<table><tr><td>out</td><td><table><tr><td>in</td><td>side</td></tr></table></td></tr></table>";
    assert_eq!(text(nested), "|out|in side|\n|---|-------|");
    assert_eq!(text("<h3>One<br/>two<span>three</span></h3><p>four</p>"), "### One twothree\n\nfour");
}

#[test]
fn cells_below_a_wide_one_keep_their_columns() {
    let table = "<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td rowspan='2' colspan='2'>x</td><td>1</td></tr>\
        <tr><td>2</td></tr><tr><td>3</td><td>4</td><td>5</td></tr></table>";
    let moodle = format!(
        r#"<quiz><question type="essay"><name><text>N</text></name><questiontext format="html"><text><![CDATA[{table}]]></text></questiontext></question></quiz>"#
    );
    for file in [item("", table), moodle] {
        let plan = read(file.as_bytes(), Some("a.xml"), None);
        let text = &plan.tests[0].draft.questions[0].text;
        assert_eq!(text, "|a|b|c|\n|-|-|-|\n|x||1|\n|||2|\n|3|4|5|");
        for name in ["colspan", "rowspan"] {
            let what = format!("The attribute {name} of <td> is not read.");
            assert!(said(&plan).iter().any(|said| said.ends_with(&what)), "{:?}", said(&plan));
        }
    }
    let of = |cells: &str| plan(&format!("<table><tr>{cells}</tr></table>")).tests[0].draft.questions[0].text.clone();
    assert_eq!(of("<td colspan='0'>x</td><td colspan='y'>y</td>"), "|x|y|\n|-|-|");
    // More places than a text may have: the words are there all the same.
    assert!(of(&"<td colspan='1000'>x</td>".repeat(9)).starts_with("x x x"));
}

#[test]
fn signs_of_windows_are_read() {
    assert_eq!(text("<p>It&#146;s \u{93}so\u{94}</p>"), "It\u{2019}s \u{201c}so\u{201d}");
}

#[test]
fn pictures_within_a_text_come_in() {
    let encoded = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, super::rich::png(0).bytes);
    let shown = |data: &str| plan(&format!(r#"<p>See <img src="data:image/png;base64,{data}" alt="A chart"/></p>"#));
    let good = shown(&encoded);
    assert_eq!(said(&good), Vec::<String>::new());
    assert!(good.tests[0].draft.questions[0].text.contains("![A chart](picture:"), "{:?}", good.tests);
    assert_eq!(good.pictures.len(), 1);
    assert!(said(&shown("?"))[0].ends_with("It is not encoded in base64."), "{:?}", said(&shown("?")));
    let object = format!(r#"<object type="image/png" data="data:image/png;base64,{encoded}">A chart</object>"#);
    assert!(text(&format!("<p>See {object}</p>")).contains("See ![A chart](picture:"));
}

#[test]
fn line_ends_lose_no_formatting() {
    assert_eq!(text("<div><br/> Which is <b>least</b>?</div>"), "Which is **least**?");
    assert_eq!(text("<p><b>Part A:</b><br/><br/>Read.</p>"), "**Part A:**\n\nRead.");
    assert_eq!(text("<p><b>Part A:<br/></b>Read.</p>").replace("\\\n", "  \n"), "**Part A:**  \nRead.");
    assert_eq!(text("<p>See <b><br/>here</b>.</p>").replace("\\\n", "  \n"), "See  \n**here**.");
    assert_eq!(text("<p><b>a<br/><br/>b</b></p>").replace("\\\n", "  \n"), "**a  \nb**");
}

#[test]
fn formulas_are_what_is_drawn() {
    let math =
        |inner: &str| text(&format!(r#"<p>Is <math xmlns="http://www.w3.org/1998/Math/MathML" {inner}</math></p>"#));
    let square = "<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn>";
    assert_eq!(math(&format!(r#"alttext="x squared plus one">{square}"#)), "Is ${x}^{2}+1$");
    assert_eq!(math(&format!(r#"alttext="x^2+1">{square}"#)), "Is $x^2+1$");
    assert_eq!(
        math(r#"><mfenced separators=";"><mn>1</mn><mn>2</mn></mfenced>"#).replace(r"\left", "").replace(r"\right", ""),
        "Is $(1;2)$"
    );
    assert_eq!(text("<p>le 1<sup>er</sup>, le 2<sup>ième</sup></p>"), r"le 1$^{er}$, le 2$^{\text{ième}}$");
}

#[test]
fn quotations_have_their_marks() {
    assert_eq!(text("<p>She said <q>hello <b>you</b></q>.</p>"), "She said “hello **you**”.");
    assert_eq!(text("<p>She said <q>hello</q>.</p>"), "She said “hello”.");
}

#[test]
fn what_an_item_shows_beside_its_text_is_named() {
    let effect = |before: &str, body: &str, what: &str| {
        let plan = plan_with(before, body);
        let found = plan.findings.iter().find(|finding| finding.message.contains(what));
        found.unwrap_or_else(|| panic!("{what} {:?}", said(&plan))).effect()
    };
    let reads = Some(Effect::Reads);
    let named = |name: &str, of: &str| format!("The attribute {name} of <{of}> is not read.");
    assert_eq!(effect("", r#"<p>Open <a href="data.csv">the data</a>.</p>"#, &named("href", "a")), reads);
    assert_eq!(effect("", r#"<ol type="A"><li>x</li></ol>"#, &named("type", "ol")), reads);
    assert_eq!(text(r##"<p>See <a href="#x">below</a>.</p><ol type="1"><li>x</li></ol>"##), "See below.\n\n1. x");
    let red = r#"<p>Which is <span style="color: #c00">this</span>?</p>"#;
    assert_eq!(effect("", red, "coloured or highlighted there, and not here: 'this'"), reads);
    let lined = r#"<p>Which is <span style="text-decoration: underline">this</span>?</p>"#;
    assert_eq!(effect("", lined, "underlined or struck out there, and not here: 'this'"), reads);
    assert_eq!(text(r#"<p style="color: #333; background: white">Which?</p>"#), "Which?");
    let info = "<companionMaterialsInfo><calculator/></companionMaterialsInfo>";
    assert_eq!(effect(info, "<p>x</p>", "<companionmaterialsinfo> is not read."), reads);
    let passage = r#"<assessmentStimulusRef identifier="s" href="s.xml"/>"#;
    assert_eq!(effect(passage, "<p>x</p>", "<assessmentstimulusref> is not read."), reads);
}

/// Old programs write other encodings, and name them.
#[test]
fn the_encoding_that_a_file_names_counts() {
    let item = |encoding: &str, letter: &[u8]| {
        let head = format!(r#"<?xml version="1.0" encoding="{encoding}"?>"#);
        let [before, after] = [
            r#"<assessmentItem identifier="i" title="T" adaptive="false" timeDependent="false"><responseDeclaration identifier="R" cardinality="single" baseType="string"/><itemBody><p>Caf"#,
            r#"</p><extendedTextInteraction responseIdentifier="R"/></itemBody></assessmentItem>"#,
        ];
        read(&[head.as_bytes(), before.as_bytes(), letter, after.as_bytes()].concat(), Some("item.xml"), None)
    };
    for (encoding, letter, text) in [
        ("UTF-8", &b"\xc3\xa9"[..], "Café"),
        ("ISO-8859-1", &b"\xe9"[..], "Café"),
        ("windows-1252", &b"\x80"[..], "Caf€"),
        ("ISO-8859-2", &b"\xb1"[..], "Cafą"),
    ] {
        let plan = item(encoding, letter);
        assert_eq!(plan.tests.first().map(|test| test.draft.questions[0].text.as_str()), Some(text), "{encoding}");
    }
    for encoding in ["UTF-8", "no-such", ""] {
        assert!(said(&item(encoding, b"\xe9")).join("").contains("This XML is not in UTF-8."), "{encoding}");
    }
}

#[test]
fn lines_through_and_hidden_words_are_named() {
    for (body, what) in [
        ("<p>Not <s>this</s> one</p>", "underlined or struck out there, and not here: 'this'"),
        ("<p>Not <del><b>this</b></del> one</p>", "underlined or struck out there, and not here: 'this'"),
        (r#"<p>Not <span class="big qti-visually-hidden">this</span> one</p>"#, "hidden there is shown here: 'this'"),
        (r#"<p>Not <span hidden="hidden">this</span> one</p>"#, "hidden there is shown here: 'this'"),
        (r#"<infoControl title="Hint"><p>Use <b>this</b></p></infoControl>"#, "hidden there is shown here: 'Use this'"),
    ] {
        let plan = plan(body);
        let [finding] = plan.findings.as_slice() else { panic!("{body}: {:?}", said(&plan)) };
        assert_eq!(finding.effect(), Some(Effect::Reads));
        assert!(finding.message.contains(what), "{body}: {:?}", said(&plan));
    }
}

#[test]
fn a_feedback_that_some_answers_show_is_named() {
    let of = |identifier: &str, flag: &str| {
        let outcome = r#"<outcomeDeclaration identifier="F" cardinality="single" baseType="identifier"><defaultValue><value>ALL</value></defaultValue></outcomeDeclaration>"#;
        let shown = format!(
            r#"<modalFeedback outcomeIdentifier="F" identifier="{identifier}" showHide="{flag}">Because <u>so</u>.</modalFeedback>"#
        );
        let plan = plan_with(&(outcome.to_owned() + &shown), "<p>Which?</p>");
        assert!(plan.tests[0].draft.questions[0].explanation.as_deref() == Some("Because so."), "{:?}", plan.tests);
        let said = said(&plan).join("\n");
        assert!(said.contains("underlined"), "{said}");
        said.contains("Feedback by outcome is not supported")
    };
    assert_eq!([of("ALL", "show"), of("A", "show"), of("ALL", "hide"), of("A", "hide")], [false, true, true, false]);
}

#[test]
fn gaps_above_and_below_the_line_keep_their_place() {
    let cloze = "<p>H<sub>{1:SA:=2}</sub>O has 10<sup>-{1:NM:=3}</sup> of <b>it</b></p>";
    let moodle = format!(
        r#"<quiz><question type="cloze"><name><text>N</text></name><questiontext format="html"><text><![CDATA[{cloze}]]></text></questiontext></question></quiz>"#
    );
    let field = |id: &str| format!(r#"<textEntryInteraction responseIdentifier="{id}"/>"#);
    let declared = |id: &str, right: &str| {
        format!(
            r#"<responseDeclaration identifier="{id}" cardinality="single" baseType="string"><correctResponse><value>{right}</value></correctResponse><mapping><mapEntry mapKey="{right}" mappedValue="1"/></mapping></responseDeclaration>"#
        )
    };
    let body = cloze.replace("{1:SA:=2}", &field("R")).replace("{1:NM:=3}", &field("S"));
    let sum = r#"<responseProcessing><setOutcomeValue identifier="SCORE"><sum><mapResponse identifier="R"/><mapResponse identifier="S"/></sum></setOutcomeValue></responseProcessing>"#;
    let item = format!(
        r#"<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">{}{}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><itemBody>{body}</itemBody>{sum}</assessmentItem>"#,
        declared("R", "2"),
        declared("S", "3")
    );
    for file in [moodle, item] {
        let plan = read(file.as_bytes(), Some("a.xml"), None);
        let text = plan.tests[0].draft.questions[0].text.replace('\\', "");
        assert_eq!(text, "H_([[g1]])O has 10^(-[[g2]]) of **it**", "{:?}", said(&plan));
        let what = "A gap above or below the line stands in brackets within the line.";
        assert!(said(&plan).iter().any(|said| said.ends_with(what)), "{:?}", said(&plan));
        assert!(plan.findings.iter().all(|finding| finding.effect() == Some(Effect::Looks)), "{:?}", said(&plan));
    }
}

#[test]
fn text_below_the_options_is_said_to_stand_above_them() {
    let below = |text: &str| {
        let item = item("", "<p>Which?</p>").replace("</itemBody>", &format!("{text}</itemBody>"));
        said(&read(item.as_bytes(), Some("item.xml"), None))
    };
    for text in ["<p>Choose one.</p>", "Choose one.", "<div><p>Choose one.</p></div>"] {
        assert_eq!(below(text), ["line 1: The text below its options stands above them."], "{text}");
    }
    assert_eq!(below("<p> </p><br/>"), Vec::<String>::new());
    let wrapped = item("", "<div>").replace("</choiceInteraction>", "</choiceInteraction><p>Choose one.</p></div>");
    assert_eq!(said(&read(wrapped.as_bytes(), Some("item.xml"), None)).len(), 1);
}
