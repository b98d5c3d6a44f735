//! Questions as ILIAS, Brightspace and Canvas export them.

use crate::{
    domain::{
        question::{ChoiceDraft, GapKind, Scoring},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{ImportFinding, ImportPlan, read},
};

fn file(metadata: &str, asked: &str, rules: &str) -> String {
    format!(
        "<questestinterop><item ident=\"i\" title=\"\"><itemmetadata><qtimetadata>{metadata}</qtimetadata></itemmetadata>\
         <presentation><flow>{asked}</flow></presentation><resprocessing><outcomes><decvar/></outcomes>{rules}</resprocessing></item></questestinterop>"
    )
}

fn text(shown: &str) -> String {
    format!("<material><mattext texttype=\"text/plain\">{shown}</mattext></material>")
}

fn rule(condition: &str, points: &str) -> String {
    format!(
        "<respcondition><conditionvar>{condition}</conditionvar><setvar action=\"Add\">{points}</setvar></respcondition>"
    )
}

fn equal(id: &str, value: &str) -> String {
    format!("<varequal respident=\"{id}\">{value}</varequal>")
}

fn one(xml: &str) -> (QuestionDraft, Vec<String>) {
    let plan = read(xml.as_bytes(), Some("items.xml"), None);
    let said = plan.findings.iter().map(ImportFinding::in_words).collect();
    (plan.tests[0].draft.questions[0].clone(), said)
}

const NONE: [String; 0] = [];

#[test]
fn gaps_of_ilias_with_a_list_are_choices() {
    let label = |(id, shown): (&str, &str)| format!("<response_label ident=\"{id}\">{}</response_label>", text(shown));
    let list = [("0", "Elbe"), ("1", "Spree")].map(label).concat();
    let list = format!(
        "<response_str ident=\"gap_1\" rcardinality=\"Single\"><render_choice>{list}</render_choice></response_str>"
    );
    let typed = "<response_str ident=\"gap_0\" rcardinality=\"Single\"><render_fib fibtype=\"String\" prompt=\"Box\"/></response_str>";
    let rules = rule(&equal("gap_1", "Spree"), "1") + &rule(&equal("gap_1", "Elbe"), "0");
    let both = text("Capital:") + typed + &text("on the") + &list;
    let (question, said) = one(&file("", &both, &(rules.clone() + &rule(&equal("gap_0", "Berlin"), "1"))));
    assert_eq!(
        (question.gaps[0].kind, question.gaps[0].accepted.as_slice()),
        (GapKind::Text, &["Berlin".to_owned()][..])
    );
    let options: Vec<&str> = question.gaps[1].options.iter().map(ChoiceDraft::text).collect();
    assert_eq!((question.gaps[1].kind, options), (GapKind::Choice, vec!["Elbe", "Spree"]));
    assert_eq!((question.gaps[1].correct_answer.as_deref(), said), (Some("o2"), NONE.to_vec()));
    let (question, _) = one(&file("", &(text("River:") + &list), &rules));
    assert_eq!((question.kind, question.gaps[0].kind), (QuestionKind::Gaps, GapKind::Choice));
}

#[test]
fn points_that_a_person_gives_are_those_of_the_rules() {
    let asked = text("Write.")
        + "<response_str ident=\"TEXT\" rcardinality=\"Ordered\"><render_fib fibtype=\"String\" prompt=\"Box\"/></response_str>";
    let (question, said) = one(&file("", &asked, &rule("<other>tutor_rated</other>", "5")));
    assert_eq!((question.kind, question.points, said), (QuestionKind::Essay, 5, NONE.to_vec()));
}

#[test]
fn conditions_of_brightspace_name_the_label_of_a_text() {
    let field = |name: &str, value: &str| {
        format!(
            "<qti_metadatafield><fieldlabel>{name}</fieldlabel><fieldentry>{value}</fieldentry></qti_metadatafield>"
        )
    };
    let metadata = field("qmd_questiontype", "Short Answer") + &field("qmd_weighting", "4.0");
    let asked = text("Capital?")
        + "<response_str ident=\"STR\" rcardinality=\"Single\"><render_fib prompt=\"Box\" fibtype=\"String\"><response_label ident=\"ANS\"/></render_fib></response_str>";
    let set = |points: &str| format!("<setvar varname=\"Blank_1\" action=\"Set\">{points}</setvar>");
    let rules = |value: &str, points: &str| {
        let condition = format!("<varequal respident=\"ANS\" case=\"no\">{value}</varequal>");
        format!("<respcondition><conditionvar>{condition}</conditionvar>{}</respcondition>", set(points))
    };
    let (question, said) = one(&file(&metadata, &asked, &(rules("Paris", "100") + &rules("Lyon", "50"))));
    assert_eq!((question.kind, question.points), (QuestionKind::ShortText, 4));
    assert_eq!(question.accepted, ["Paris"]);
    assert!(said.len() == 1 && said[0].contains("Partial credit"), "{said:?}");
}

#[test]
fn a_gap_of_canvas_that_is_named_twice_is_there_once() {
    let metadata = "<qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>multiple_dropdowns_question</fieldentry></qtimetadatafield>";
    let gap = |name: &str| {
        let labels = ["1", "2"].map(|n| format!("<response_label ident=\"{name}{n}\">{}</response_label>", text(n)));
        format!(
            "<response_lid ident=\"response_{name}\"><material><mattext>{name}</mattext></material><render_choice>{}</render_choice></response_lid>",
            labels.concat()
        )
    };
    let rules = rule(&equal("response_verb", "verb1"), "50") + &rule(&equal("response_place", "place1"), "50");
    let asked = |shown: &str| text(shown) + &gap("verb") + &gap("place");
    let (question, said) = one(&file(metadata, &asked("I [verb] to [place] and [verb] again"), &rules));
    assert_eq!((question.text.as_str(), question.gaps.len()), ("I [[g1]] to [[g2]] and [verb] again", 2));
    assert!(said.len() == 1 && said[0].contains("'[verb]' is in its text again: there it stays text."), "{said:?}");
    let (question, said) = one(&file(metadata, &asked("I [verb] to [place]"), &rules));
    assert_eq!((question.gaps.len(), said), (2, NONE.to_vec()));
}

/// What counts as right is known, and not what it earns.
#[test]
fn counts_of_brightspace_are_keys() {
    let count = |condition: &str, is_right: bool| {
        let name = if is_right { "D2L_Correct" } else { "D2L_Incorrect" };
        format!(
            "<respcondition continue=\"yes\"><conditionvar>{condition}</conditionvar><setvar varname=\"{name}\" action=\"Add\">1</setvar></respcondition>"
        )
    };
    let whole = "<respcondition><conditionvar><other/></conditionvar><setvar varname=\"que_score\" action=\"Set\">D2L_Correct</setvar></respcondition>";
    let label = |id: &str| format!("<response_label ident=\"{id}\"><flow_mat>{}</flow_mat></response_label>", text(id));
    let list = |ids: &[&str]| {
        let labels = ids.iter().map(|id| label(id)).collect::<Vec<_>>().concat();
        format!("<render_choice shuffle=\"no\"><flow_label class=\"Block\">{labels}</flow_label></render_choice>")
    };
    let extension = "<response_extension><d2l:grading_type>0</d2l:grading_type></response_extension>";
    let is_said = |said: &[String]| said.iter().any(|said| said.contains("the file does not say what they earn"));

    let several =
        format!("<response_lid ident=\"L\" rcardinality=\"Multiple\">{}</response_lid>", list(&["A", "B", "C"]));
    let rules =
        count(&equal("L", "A"), true) + &count(&equal("L", "B"), false) + &count(&equal("L", "C"), true) + whole;
    let (question, said) = one(&file("", &(text("Which?") + extension + &several), &rules));
    assert_eq!((question.kind, question.scoring), (QuestionKind::MultipleResponse, Some(Scoring::AllOrNothing)));
    assert!(question.correct_answers == ["o1", "o3"] && is_said(&said), "{question:?} {said:?}");

    let prompt = |id: &str| {
        format!(
            "<response_grp respident=\"{id}\" rcardinality=\"Single\">{}{}</response_grp>",
            text(&format!("prompt {id}")),
            list(&["A", "B"])
        )
    };
    let rules =
        count(&equal("P", "B"), true) + &count(&equal("P", "A"), false) + &count(&equal("Q", "A"), true) + whole;
    let (question, said) = one(&file("", &(text("Match.") + extension + &prompt("P") + &prompt("Q")), &rules));
    let options: Vec<&str> = question.options.iter().map(ChoiceDraft::text).collect();
    assert_eq!((question.kind, question.text.as_str(), options), (QuestionKind::Matching, "Match.", vec!["B", "A"]));
    assert!(question.prompts[0].text() == "prompt P" && is_said(&said), "{question:?} {said:?}");

    let order = format!("<response_grp ident=\"O\" rcardinality=\"Ordered\">{}</response_grp>", list(&["A", "B", "C"]));
    let places = [("A", "2"), ("B", "3"), ("C", "1")]
        .map(|(id, place)| count(&equal(id, place), true) + &count(&format!("<not>{}</not>", equal(id, place)), false));
    let (question, said) = one(&file("", &(text("Sort.") + extension + &order), &(places.concat() + whole)));
    let options: Vec<&str> = question.options.iter().map(ChoiceDraft::text).collect();
    assert_eq!((question.kind, options), (QuestionKind::Ordering, vec!["C", "A", "B"]));
    assert!(is_said(&said), "{said:?}");
}

#[test]
fn items_of_canvas_are_matched_with_their_categories() {
    let label = |id: &str| format!("<response_label ident=\"{id}\">{}</response_label>", text(&format!("item {id}")));
    let labels = ["x", "y", "z"].map(label).concat();
    let category = |id: &str| {
        format!(
            "<response_lid ident=\"{id}\" rcardinality=\"Multiple\">{}<render_choice>{labels}</render_choice></response_lid>",
            text(&format!("kind {id}"))
        )
    };
    let asked = text("Sort.") + &category("A") + &category("B");
    let rules = rule(&(equal("A", "x") + &equal("A", "z")), "50") + &rule(&equal("B", "y"), "50");
    let (question, said) = one(&file("", &asked, &rules));
    let texts = |list: &[ChoiceDraft]| list.iter().map(|one| one.text().to_owned()).collect::<Vec<_>>();
    assert_eq!((question.kind, question.scoring), (QuestionKind::Matching, Some(Scoring::AllOrNothing)));
    assert_eq!(texts(&question.prompts), ["item x", "item y", "item z"]);
    assert_eq!(texts(&question.options), ["kind A", "kind B"]);
    let pairs: Vec<(&str, &str)> = question.pairs.iter().map(|(left, right)| (&**left, &**right)).collect();
    assert_eq!(pairs, [("l1", "r1"), ("l2", "r2"), ("l3", "r1")]);
    assert!(said.len() == 1 && said[0].contains("nearly right earns points there"), "{said:?}");
    let (question, said) = one(&file("", &asked, &rule(&(equal("A", "x") + &equal("B", "y")), "100")));
    assert_eq!(question.prompts.len(), 2);
    assert!(said.len() == 1 && said[0].contains("Items that belong to no category there are not shown."), "{said:?}");
}

#[test]
fn the_time_of_a_test_stands_in_its_metadata() {
    let asked = text("Why?") + "<response_str ident=\"R\"><render_fib/></response_str>";
    let item = file("", &asked, &rule(&equal("R", "x"), "1"));
    let timed = |limit: &str| {
        let begin = format!(
            "<questestinterop><assessment title=\"T\"><qtimetadata><qtimetadatafield><fieldlabel>qmd_timelimit</fieldlabel>\
             <fieldentry>{limit}</fieldentry></qtimetadatafield></qtimetadata><section>"
        );
        let end = "</section></assessment></questestinterop>";
        let xml = item.replace("<questestinterop>", &begin).replace("</questestinterop>", end);
        let plan = read(xml.as_bytes(), Some("items.xml"), None);
        assert!(plan.is_good(), "{:?}", plan.findings);
        let said: Vec<String> = plan.findings.iter().map(ImportFinding::in_words).collect();
        (plan.tests[0].draft.duration_minutes, said.join("\n"))
    };
    for (limit, minutes) in [("30", 30), ("0", 60)] {
        let (found, said) = timed(limit);
        assert!(found == minutes && !said.contains("time limit"), "{limit}: {found} {said}");
    }
    let (minutes, said) = timed("12.5");
    assert!(minutes == 13 && said.contains("A time limit of 750 s is 13 min here."), "{minutes} {said}");
    let (minutes, said) = timed("1440");
    assert!(minutes == 480 && said.contains("A time limit of more than 480 minutes is not imported"), "{said}");
    assert!(timed("PT30M").1.contains("The time limit of the file cannot be read: 'PT30M'."));
}

#[test]
fn lists_without_texts_of_their_own_are_several_questions() {
    let label = |id: &str| format!("<response_label ident=\"{id}\">{}</response_label>", text(&format!("item {id}")));
    let labels = ["x", "y"].map(label).concat();
    let list = |id: &str| {
        format!(
            "<response_lid ident=\"{id}\" rcardinality=\"Single\"><render_choice>{labels}</render_choice></response_lid>"
        )
    };
    let asked = text("One?") + &list("A") + &text("Two?") + &list("B");
    let xml = file("", &asked, &(rule(&equal("A", "x"), "1") + &rule(&equal("B", "y"), "1")));
    let plan = read(xml.as_bytes(), Some("items.xml"), None);
    assert!(
        plan.findings.iter().any(|one| one.message.ends_with("it asks for several answers.")),
        "{:?}",
        plan.findings
    );
}

#[test]
fn gaps_of_newer_quizzes_of_canvas_stand_at_their_ids_and_say_how_they_are_answered() {
    let label = |id: &str, attributes: &str, shown: &str| {
        format!("<response_label ident=\"{id}\" {attributes}>{}</response_label>", text(shown))
    };
    let part = |id: &str, right: &str, labels: &str| {
        format!(
            "<response_lid ident=\"response_{id}\">{}<render_choice>{labels}</render_choice></response_lid>",
            text(right)
        )
    };
    let kind = |kind: &str, rule: &str| format!("answer_type=\"{kind}\" scoring_algorithm=\"{rule}\" position=\"1\"");
    let bank = kind("wordbank", "TextEquivalence") + " allow_reuse=\"true\"";
    let parts = [
        part("7f-1", "sea", &label("a1", &kind("openEntry", "TextContainsAnswer"), "sea")),
        part(
            "7f-2",
            "two",
            &(label("b1", &kind("dropdown", "Equivalence"), "one")
                + &label("b2", &kind("dropdown", "Equivalence"), "two")),
        ),
        part(
            "7f-3",
            "red",
            &(label("c1", &kind("openEntry", "TextInChoices"), "red")
                + &label("c2", &kind("openEntry", "TextInChoices"), "rose")),
        ),
        part(
            "7f-4",
            "blue",
            &label("d1", &(kind("openEntry", "TextCloseEnough") + " levenshtein_distance=\"1\""), "blue"),
        ),
        part("7f-5", "tea", &(label("e1", &bank, "tea") + &label("e2", &bank, "milk"))),
    ];
    let shown = text("By the [7f-1], [7f-2] and [7f-3] and [7f-4], not [red], with [7f-5].") + &parts.concat();
    let rules = [("7f-1", "a1"), ("7f-2", "b2"), ("7f-3", "c1"), ("7f-4", "d1"), ("7f-5", "e1")];
    let rules: String = rules.iter().map(|(id, right)| rule(&equal(&format!("response_{id}"), right), "20")).collect();
    let metadata = "<qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>fill_in_multiple_blanks_question</fieldentry></qtimetadatafield>";
    let (question, said) = one(&file(metadata, &shown, &rules));
    assert_eq!(question.text, "By the [[g1]], [[g2]] and [[g3]] and [[g4]], not [red], with [[g5]].");
    let [sea, two, red, blue, tea] = question.gaps.as_slice() else { panic!("{:?}", question.gaps) };
    assert_eq!((sea.pattern.as_deref(), sea.accepted.join("|")), (Some(".*sea.*"), "sea".into()));
    assert_eq!((two.kind, two.correct_answer.as_deref(), two.options.len()), (GapKind::Choice, Some("o2"), 2));
    assert_eq!((red.accepted.join("|"), red.pattern.as_deref()), ("red|rose".into(), None));
    assert_eq!((blue.accepted.join("|"), tea.kind), ("blue".into(), GapKind::Choice));
    let near = "Gap 4 takes other answers by the rule 'TextCloseEnough' there: here they have to be equal.";
    assert!(said.iter().any(|said| said.contains(near)), "{said:?}");
    assert!(!said.iter().any(|said| said.contains("is not read") || said.contains("one place only")), "{said:?}");
}

#[test]
fn stimuli_of_newer_quizzes_of_canvas_are_passages_beside_their_questions() {
    let item = |ident: &str, kind: &str, parent: &str, asked: &str| {
        let field = |name: &str, value: &str| {
            format!(
                "<qtimetadatafield><fieldlabel>{name}</fieldlabel><fieldentry>{value}</fieldentry></qtimetadatafield>"
            )
        };
        let metadata = field("question_type", kind) + &field("parent_stimulus_item_ident", parent);
        format!(
            "<item ident=\"{ident}\" title=\"The {ident}\"><itemmetadata><qtimetadata>{metadata}</qtimetadata></itemmetadata><presentation>{asked}</presentation></item>"
        )
    };
    let html = "<material orientation=\"top\"><mattext texttype=\"text/html\">&lt;p&gt;Some &lt;b&gt;words&lt;/b&gt;.&lt;/p&gt;</mattext></material>";
    let items = [
        item("first", "essay_question", "", &text("Before?")),
        item("story", "text_only_question", "", html),
        item("a", "essay_question", "story", &text("Who?")),
        item("b", "essay_question", "story", &text("Why?")),
        item("memo", "text_only_question", "", &text("No question is about it.")),
    ];
    let file = format!(
        "<questestinterop><assessment ident=\"q\" title=\"Quiz\"><section ident=\"root\">{}</section></assessment></questestinterop>",
        items.concat()
    );
    let plan = read(file.as_bytes(), Some("quiz.xml"), None);
    let said: Vec<String> = plan.findings.iter().map(ImportFinding::in_words).collect();
    assert_eq!(said.iter().filter(|said| !said.contains("Title, difficulty")).count(), 1, "{said:?}");
    assert!(said.iter().any(|said| said.contains("it is a text without a question")), "{said:?}");
    assert_eq!((plan.tests[0].draft.questions.len(), plan.tests[0].sections.len()), (3, 1));
    let texts = &plan.tests[0].sections[0].texts;
    let [passage] = texts.passages.as_slice() else { panic!("{texts:?}") };
    assert_eq!((passage.title.as_str(), passage.text.text.as_str()), ("The story", "Some **words**."));
    let about: Vec<(usize, &str)> = texts.about.iter().map(|(place, id)| (*place, id.as_str())).collect();
    assert_eq!(about, [(1, passage.id.as_str()), (2, passage.id.as_str())]);
}

#[test]
fn settings_of_brightspace_beside_an_item_are_read_and_others_are_named() {
    let asked = text("Why?")
        + "<response_str ident=\"r\" rcardinality=\"Single\"><render_fib fibtype=\"String\" prompt=\"Box\"/></response_str>";
    let settings = |bonus: &str, more: &str| {
        let own = format!(
            "<d:difficulty>1</d:difficulty><d:isbonus>{bonus}</d:isbonus><d:ismandatory>no</d:ismandatory>{more}"
        );
        let xml = file("", &asked, &rule(&equal("r", "so"), "1"))
            .replace("<presentation>", &format!("<itemproc_extension>{own}</itemproc_extension><presentation>"));
        one(&xml.replace("<item ident", "<item page=\"2\" ident")).1
    };
    let plain = settings("no", "");
    assert!(!plain.iter().any(|said| said.contains("not read") || said.contains("extra credit")), "{plain:?}");
    assert!(settings("yes", "").iter().any(|said| said.contains("It is extra credit there")));
    let other = settings("no", "<d:grading_type>2</d:grading_type>");
    assert!(other.iter().any(|said| said.contains("<grading_type> is not read")), "{other:?}");
}

#[test]
fn a_test_of_brightspace_has_its_introduction_limits_and_notes() {
    let field = "<response_str ident=\"r\" rcardinality=\"Single\"><render_fib fibtype=\"String\" prompt=\"Box\"/></response_str>";
    let essay = file("", &(text("Why?") + field), "").replace(
        "</presentation>",
        "</presentation><hint><hintmaterial><flow_mat><material><mattext/></material></flow_mat></hintmaterial></hint>\
         <answer_key><answer_key_material><flow_mat><material><mattext>Look for x.</mattext></material></flow_mat></answer_key_material></answer_key>",
    );
    let begin = essay.find("<item").unwrap();
    let items = &essay[begin..=essay.rfind("</item>").unwrap() + 6];
    let quiz = |settings: &str, text: &str| {
        let xml = format!(
            "<questestinterop xmlns:d=\"d\"><assessment ident=\"a\" title=\"Quiz\" d:resource_code=\"S-1\"><rubric><flow_mat><material><mattext texttype=\"text/html\">{text}</mattext></material></flow_mat></rubric>\
             <assess_procextension><d:intro_message d:isdisplayed=\"no\"><material><mattext/></material></d:intro_message><d:show_clock>yes</d:show_clock>{settings}</assess_procextension>\
             <section ident=\"s\"><sectionproc_extension><d:display_section_name>yes</d:display_section_name></sectionproc_extension>{items}</section></assessment></questestinterop>"
        );
        read(xml.as_bytes(), Some("quiz.xml"), None)
    };
    let plain = quiz("<d:time_limit>45</d:time_limit><d:attempts_allowed>1</d:attempts_allowed>", "Read all.");
    let test = &plain.tests[0];
    assert_eq!((test.draft.description.as_str(), test.draft.duration_minutes), ("Read all.", 45));
    assert_eq!(test.draft.questions[0].reviewer_notes.as_deref(), Some("Look for x."));
    let said = |plan: &ImportPlan| plan.findings.iter().map(ImportFinding::in_words).collect::<Vec<_>>().join("\n");
    assert!(!said(&plain).contains("not read"), "{}", said(&plain));
    let strict = "<d:time_limit>45</d:time_limit><d:enforce_time_limit>no</d:enforce_time_limit><d:attempts_allowed>3</d:attempts_allowed><d:forward_only>yes</d:forward_only><d:password>x</d:password>";
    let strict = said(&quiz(strict, ""));
    for what in [
        "The time limit is a recommendation there",
        "Several attempts are possible there ('3')",
        "Candidates cannot go back",
        "<password> is not read",
    ] {
        assert!(strict.contains(what), "{what}: {strict}");
    }
}
