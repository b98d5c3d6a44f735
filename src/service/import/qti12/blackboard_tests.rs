//! Questions as Blackboard exports them.

use crate::{
    domain::{
        question::{ChoiceDraft, Numeral, Scoring},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{ImportFinding, read},
};

/// A file with an item of this kind: its text, what it asks for, and its conditions.
fn file(kind: &str, text: &str, asked: &str, conditions: &str) -> String {
    let metadata = |of: &str| format!("<{of}metadata><bbmd_asitype>x</bbmd_asitype></{of}metadata>");
    format!(
        "<questestinterop><assessment title=\"Pool\">{}<section>{}<item title=\"Named item\" maxattempts=\"0\">\
         <itemmetadata><bbmd_questiontype>{kind}</bbmd_questiontype><bbmd_partialcredit>false</bbmd_partialcredit>\
         <bbmd_negative_points_ind>N</bbmd_negative_points_ind><qmd_absolutescore_max>10.0</qmd_absolutescore_max>\
         <qmd_weighting>0</qmd_weighting></itemmetadata><presentation><flow class=\"Block\"><flow class=\"QUESTION_BLOCK\">\
         <material><mat_extension><mat_formattedtext type=\"HTML\">{text}</mat_formattedtext></mat_extension></material></flow>\
         <flow class=\"RESPONSE_BLOCK\">{asked}</flow></flow></presentation><resprocessing scoremodel=\"SumOfScores\"><outcomes>\
         <decvar varname=\"SCORE\" vartype=\"Decimal\" defaultval=\"0\" minvalue=\"0\" maxvalue=\"10.0\"/></outcomes>{conditions}\
         <respcondition title=\"incorrect\"><conditionvar><other/></conditionvar><setvar variablename=\"SCORE\" action=\"Set\">0</setvar>\
         <displayfeedback linkrefid=\"incorrect\" feedbacktype=\"Response\"/></respcondition></resprocessing></item></section></assessment></questestinterop>",
        metadata("assessment"),
        metadata("section"),
    )
}

fn entry(kind: &str, id: &str, fibtype: &str) -> String {
    format!(
        "<{kind} ident=\"{id}\" rcardinality=\"Single\" rtiming=\"No\">\
         <render_fib charset=\"us-ascii\" encoding=\"UTF_8\" fibtype=\"{fibtype}\" prompt=\"Box\"/></{kind}>"
    )
}

fn equal(id: &str, value: &str) -> String {
    format!("<varequal respident=\"{id}\" case=\"No\">{value}</varequal>")
}

/// A right answer, for which no rule sets the points.
fn right(condition: &str) -> String {
    format!(
        "<respcondition title=\"5d41\"><conditionvar>{condition}</conditionvar>\
         <displayfeedback linkrefid=\"correct\" feedbacktype=\"Response\"/></respcondition>"
    )
}

fn one(xml: &str) -> (QuestionDraft, Vec<String>) {
    let plan = read(xml.as_bytes(), Some("pool.xml"), None);
    let said = plan.findings.iter().map(ImportFinding::in_words).filter(|said| !said.contains("question bank"));
    (plan.tests[0].draft.questions[0].clone(), said.collect())
}

const NONE: [String; 0] = [];

#[test]
fn answers_that_only_a_feedback_calls_right_are_the_key() {
    let both = right(&equal("response", "Paris")) + &right(&equal("response", "City of Light"));
    let (question, said) =
        one(&file("Fill in the Blank", "Capital?", &entry("response_str", "response", "String"), &both));
    assert_eq!((question.kind, question.points), (QuestionKind::ShortText, 10));
    assert_eq!((question.accepted, said), (vec!["Paris".to_owned(), "City of Light".to_owned()], NONE.to_vec()));

    let range = "<vargte respident=\"response\">4.9</vargte><varlte respident=\"response\">5.3</varlte>";
    let range = right(&(range.to_owned() + &equal("response", "5.1")));
    let (question, said) = one(&file("Numeric", "How many?", &entry("response_num", "response", "Decimal"), &range));
    let width = question.tolerance.map(|tolerance| tolerance.value);
    assert_eq!((question.correct_number, width), (Some(Numeral("5.1".into())), Some(Numeral("0.2".into()))));
    assert_eq!((question.points, said), (10, NONE.to_vec()));
}

#[test]
fn gaps_stand_where_the_text_names_them() {
    let asked = entry("response_str", "b", "String") + &entry("response_str", "a", "String");
    let any = |id: &str, values: [&str; 2]| format!("<or>{}</or>", values.map(|value| equal(id, value)).concat());
    let conditions = right(&format!("<and>{}{}</and>", any("a", ["red", "rouge"]), any("b", ["blue", "bleu"])));
    let (question, said) = one(&file("Fill in the Blank Plus", "Roses are [a], violets [b].", &asked, &conditions));
    assert_eq!(
        (question.text.as_str(), question.scoring),
        ("Roses are [[g1]], violets [[g2]].", Some(Scoring::AllOrNothing))
    );
    let accepted: Vec<String> = question.gaps.iter().map(|gap| gap.accepted.join("|")).collect();
    assert_eq!((accepted, said), (vec!["red|rouge".to_owned(), "blue|bleu".to_owned()], NONE.to_vec()));
}

/// Points that are stated apart from rules in percent.
#[test]
fn answers_that_cannot_earn_all_points_and_files_are_named() {
    let list = |id: &str| {
        let label = |id: &str| {
            format!("<response_label ident=\"{id}\"><material><mattext>{id}</mattext></material></response_label>")
        };
        let labels = ["x", "y"].map(label).concat();
        format!(
            "<response_lid ident=\"{id}\"><material><mattext>{id}</mattext></material><render_choice>{labels}</render_choice></response_lid>"
        )
    };
    let rule = |id: &str, points: &str| {
        let set = format!("<setvar varname=\"SCORE\" action=\"Add\">{points}</setvar>");
        format!("<respcondition><conditionvar>{}</conditionvar>{set}</respcondition>", equal(id, "x"))
    };
    let xml = |points: &str| {
        let rules = rule("a", points) + &rule("b", points);
        let xml = file(
            "Matching",
            "See &lt;a href=\"$COURSE$/files/guide.pdf\"&gt;this&lt;/a&gt;.",
            &(list("a") + &list("b")),
            &rules,
        );
        let field = "<qtimetadata><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>2</fieldentry></qtimetadatafield></qtimetadata>";
        let xml = xml
            .replace("<itemmetadata>", &format!("<itemmetadata>{field}"))
            .replace("maxvalue=\"10.0\"", "maxvalue=\"100\"");
        // A rule for a wrong answer would take the points away.
        let (before, after) = xml.split_once("<respcondition title=\"incorrect\"").unwrap();
        format!("{before}{}", after.split_once("</respcondition>").unwrap().1)
    };
    let is_named = |said: &[String], what: &str| said.iter().any(|said| said.contains(what));
    let (question, said) = one(&xml("50"));
    assert_eq!((question.points, question.kind), (2, QuestionKind::Matching));
    assert!(is_named(&said, "The file guide.pdf is not imported") && !is_named(&said, "All right options"), "{said:?}");
    assert!(is_named(&one(&xml("33.33")).1, "All right options earn 66.66 % there"), "{:?}", one(&xml("33.33")).1);
}

#[test]
fn credit_for_other_answers_is_named() {
    let label = |id: &str| {
        format!(
            "<flow_label class=\"Block\"><response_label ident=\"{id}\" shuffle=\"Yes\" rarea=\"Ellipse\" rrange=\"Exact\">\
             <material><mattext>{id}</mattext></material></response_label></flow_label>"
        )
    };
    let asked = format!(
        "<response_lid ident=\"response\" rcardinality=\"Single\" rtiming=\"No\"><render_choice shuffle=\"No\">{}{}</render_choice></response_lid>",
        label("x"),
        label("y")
    );
    let rule = |condition: &str, points: &str| {
        let set = format!("<setvar variablename=\"SCORE\" action=\"Set\">{points}</setvar>");
        format!("<respcondition title=\"correct\"><conditionvar>{condition}</conditionvar>{set}</respcondition>")
    };
    let xml = |half: &str| {
        let conditions = rule(&equal("response", "y"), "SCORE.max") + &rule(&equal("x", ""), half);
        file("Multiple Choice", "Which?", &asked, &conditions)
    };
    let (question, said) = one(&xml("0"));
    assert_eq!((question.correct_answer.as_deref(), said), (Some("y"), NONE.to_vec()));
    assert!(one(&xml("5")).1.iter().any(|said| said.contains("Partial credit")), "{:?}", one(&xml("5")).1);
    for (field, flag, other, what) in [
        ("bbmd_partialcredit", "false", "true", "nearly right earns points there"),
        ("bbmd_negative_points_ind", "N", "Y", "A wrong answer costs points there"),
    ] {
        let said = one(&xml("0").replace(&format!("<{field}>{flag}"), &format!("<{field}>{other}"))).1;
        assert!(said.len() == 1 && said[0].contains(what), "{said:?}");
    }
}

fn labels(ids: &[&str]) -> String {
    let label =
        |id: &&str| format!("<response_label ident=\"{id}\" shuffle=\"Yes\" rarea=\"Ellipse\" rrange=\"Exact\"/>");
    ids.iter().map(label).collect::<Vec<_>>().concat()
}

fn block(text: &str) -> String {
    format!(
        "<flow class=\"FORMATTED_TEXT_BLOCK\"><material><mat_extension><mat_formattedtext type=\"HTML\">{text}</mat_formattedtext></mat_extension></material></flow>"
    )
}

#[test]
fn options_of_a_matching_question_stand_in_a_block_of_their_own() {
    let prompt = |text: &str, id: &str, ids: &[&str]| {
        format!(
            "<flow class=\"Block\">{}<response_lid ident=\"{id}\" rcardinality=\"Single\" rtiming=\"No\"><render_choice shuffle=\"No\" minnumber=\"0\" maxnumber=\"0\"><flow_label class=\"Block\">{}</flow_label></render_choice></response_lid></flow>",
            block(text),
            labels(ids)
        )
    };
    let asked = prompt("frog", "P1", &["a1", "a2", "a3"]) + &prompt("cat", "P2", &["b1", "b2", "b3"]);
    let options = ["mammal", "amphibian", "reptile"];
    let options = options.map(|text| format!("<flow class=\"Block\">{}</flow>", block(text))).concat();
    let right = right(&equal("P1", "a2")) + &right(&equal("P2", "b1"));
    let xml = file("Matching", "Match.", &asked, &right).replace(
        "</flow></presentation>",
        &format!("<flow class=\"RIGHT_MATCH_BLOCK\">{options}</flow></flow></presentation>"),
    );
    for (flag, scoring) in [("true", Scoring::Partial), ("false", Scoring::AllOrNothing)] {
        let flag = format!("<bbmd_partialcredit>{flag}");
        let (question, said) = one(&xml.replace("<bbmd_partialcredit>false", &flag));
        assert_eq!((question.kind, question.text.as_str()), (QuestionKind::Matching, "Match."));
        let texts = |list: &[ChoiceDraft]| list.iter().map(|one| one.text().to_owned()).collect::<Vec<_>>();
        assert_eq!(texts(&question.prompts), ["frog", "cat"]);
        assert_eq!(texts(&question.options), ["amphibian", "mammal", "reptile"]);
        let pairs: Vec<(&str, &str)> = question.pairs.iter().map(|(left, right)| (&**left, &**right)).collect();
        assert_eq!(pairs, [("l1", "r1"), ("l2", "r2")]);
        assert_eq!((question.scoring, question.points, said), (Some(scoring), 10, NONE.to_vec()));
    }
}

#[test]
fn options_to_put_into_order_have_it_in_their_condition() {
    let label = |id: &str| {
        format!(
            "<flow_label class=\"Block\"><response_label ident=\"{id}\" shuffle=\"Yes\" rarea=\"Ellipse\" rrange=\"Exact\"><flow_mat class=\"FORMATTED_TEXT_BLOCK\"><material><mat_extension><mat_formattedtext type=\"HTML\">text {id}</mat_formattedtext></mat_extension></material></flow_mat></response_label></flow_label>"
        )
    };
    let asked = format!(
        "<response_lid ident=\"response\" rcardinality=\"Ordered\" rtiming=\"No\"><render_choice shuffle=\"No\" minnumber=\"0\" maxnumber=\"0\">{}</render_choice></response_lid>",
        ["a", "b", "c"].map(label).concat()
    );
    let rule = |ids: &[&str]| {
        let values = ids.iter().map(|id| equal("response", id)).collect::<Vec<_>>().concat();
        format!(
            "<respcondition title=\"correct\"><conditionvar><and>{values}</and></conditionvar><setvar variablename=\"SCORE\" action=\"Set\">SCORE.max</setvar></respcondition>"
        )
    };
    let (question, said) = one(&file("Ordering", "Sort.", &asked, &rule(&["c", "a", "b"])));
    let texts: Vec<&str> = question.options.iter().map(ChoiceDraft::text).collect();
    assert_eq!((question.kind, texts), (QuestionKind::Ordering, vec!["text c", "text a", "text b"]));
    assert_eq!((question.scoring, question.points, said), (Some(Scoring::AllOrNothing), 10, NONE.to_vec()));
    let by_index = [("2", "a"), ("1", "c"), ("3", "b")]
        .map(|(place, id)| equal("response", id).replace("<varequal ", &format!("<varequal index=\"{place}\" ")));
    let indexed = rule(&[]).replace("</and>", &format!("{}</and>", by_index.concat()));
    let (placed, said) = one(&file("Ordering", "Sort.", &asked, &indexed));
    assert_eq!((placed.options, said), (question.options, NONE.to_vec()), "by its index");
    let any = rule(&["c", "a", "b"]).replace("and>", "or>");
    for rules in [rule(&["c", "a"]), rule(&["c", "a", "b"]) + &rule(&["a", "b", "c"]), any] {
        let plan = read(file("Ordering", "Sort.", &asked, &rules).as_bytes(), Some("pool.xml"), None);
        assert!(!plan.is_good(), "{:?}", plan.tests);
    }
}
