use crate::{
    domain::{
        question::{ChoiceDraft, Numeral, Scoring},
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{ImportFinding, ImportPlan, read},
};
use std::io::{Cursor, Write as _};
use zip::{ZipWriter, write::SimpleFileOptions};

fn said(plan: &ImportPlan) -> Vec<String> {
    plan.findings.iter().map(ImportFinding::in_words).collect()
}

fn text(html: &str) -> String {
    format!("<material><mattext texttype=\"text/html\"><![CDATA[{html}]]></mattext></material>")
}

fn labels(all: &[(&str, &str)]) -> String {
    let one = |(id, shown): &(&str, &str)| format!("<response_label ident=\"{id}\">{}</response_label>", text(shown));
    format!("<render_choice>{}</render_choice>", all.iter().map(one).collect::<String>())
}

fn equal(response: &str, value: &str) -> String {
    format!("<varequal respident=\"{response}\">{value}</varequal>")
}

fn rule(condition: &str, action: &str, points: &str) -> String {
    format!(
        "<respcondition><conditionvar>{condition}</conditionvar><setvar varname=\"SCORE\" action=\"{action}\">{points}</setvar></respcondition>"
    )
}

fn file(kind: &str, presentation: &str, rules: &str) -> String {
    let field = |name: &str, value: &str| {
        format!("<qtimetadatafield><fieldlabel>{name}</fieldlabel><fieldentry>{value}</fieldentry></qtimetadatafield>")
    };
    let metadata = if kind.is_empty() {
        String::new()
    } else {
        [field("question_type", kind), field("points_possible", "2.0")].concat()
    };
    format!(
        "<?xml version=\"1.0\"?><questestinterop xmlns=\"http://www.imsglobal.org/xsd/ims_qtiasiv1p2\"><assessment ident=\"a\" title=\"Quiz\">\
         <section ident=\"root_section\"><item ident=\"i\" title=\"Question\"><itemmetadata><qtimetadata>{metadata}</qtimetadata></itemmetadata>\
         <presentation>{presentation}</presentation><resprocessing>{rules}</resprocessing></item></section></assessment></questestinterop>"
    )
}

fn one(xml: &str) -> (QuestionDraft, Vec<String>) {
    let plan = read(xml.as_bytes(), Some("quiz.xml"), None);
    assert!(plan.is_good(), "{:?}", said(&plan));
    assert_eq!(plan.tests[0].draft.title, "Quiz");
    (plan.tests[0].draft.questions[0].clone(), said(&plan))
}

fn skipped(xml: &str) -> String {
    let plan = read(xml.as_bytes(), Some("quiz.xml"), None);
    assert_eq!(plan.tests.len(), 0);
    said(&plan).join("\n")
}

fn options(question: &QuestionDraft) -> Vec<&str> {
    question.options.iter().map(ChoiceDraft::text).collect()
}

const NONE: [String; 0] = [];

#[test]
fn choices_are_read_by_what_their_processing_does() {
    let asked = |cardinality: &str| {
        let all = labels(&[("1", "<p>Yes</p>"), ("2", "No"), ("3", "Both")]);
        format!("{}<response_lid ident=\"r\" rcardinality=\"{cardinality}\">{all}</response_lid>", text("<p>Wet?</p>"))
    };
    let (question, said) = one(&file("", &asked("Single"), &rule(&equal("r", "2"), "Set", "100")));
    assert_eq!((question.text.as_str(), options(&question)), ("Wet?", vec!["Yes", "No", "Both"]));
    assert_eq!((question.correct_answer.as_deref(), question.points, said), (Some("No"), 1, NONE.to_vec()));
    // Points of the file, and options that earn a part or cost something.
    let rules = [rule(&equal("r", "1"), "Set", "10.00"), rule(&equal("r", "2"), "Set", "5")].concat();
    let (question, said) = one(&file("", &asked("Single"), &rules));
    assert_eq!((question.points, said.len()), (10, 1));
    assert!(said[0].contains("Partial credit"), "{said:?}");
    let rules =
        [rule(&equal("r", "1"), "Set", "4"), rule(&equal("r", "2"), "Set", "-2"), rule(&equal("r", "3"), "Set", "-2")]
            .concat();
    assert_eq!(one(&file("", &asked("Single"), &rules)).0.penalty, Some(Numeral("2".into())));
    let either = rule(&format!("<or>{}{}</or>", equal("r", "1"), equal("r", "3")), "Set", "100");
    assert!(skipped(&file("", &asked("Single"), &either)).contains("one of them is enough"));

    let all = format!("<and>{}<not>{}</not>{}</and>", equal("r", "1"), equal("r", "2"), equal("r", "3"));
    let (question, said) = one(&file("multiple_answers_question", &asked("Multiple"), &rule(&all, "Set", "100")));
    assert_eq!((question.correct_answers.join(","), question.scoring), ("o1,o3".into(), Some(Scoring::AllOrNothing)));
    assert!(question.points == 2 && said.len() == 1 && said[0].contains("nearly right earns points"), "{said:?}");
    assert_eq!(one(&file("", &asked("Multiple"), &rule(&all, "Set", "100"))).1, NONE);
    let sum = [
        rule(&equal("r", "1"), "Add", "50"),
        rule(&equal("r", "3"), "Add", "50"),
        rule(&equal("r", "2"), "Add", "-100"),
    ]
    .concat();
    let (question, said) = one(&file("", &asked("Multiple"), &sum));
    assert_eq!((question.correct_answers.join(","), question.scoring), ("o1,o3".into(), Some(Scoring::Partial)));
    assert_eq!(said, NONE);
    let loose = rule(&format!("<and>{}{}</and>", equal("r", "1"), equal("r", "3")), "Set", "100");
    let (_, said) = one(&file("", &asked("Multiple"), &loose));
    assert!(said[0].contains("nearly right earns points there"), "{said:?}");
    assert!(skipped(&file("", &asked("Single"), "")).contains("gives points to no answer"));
}

#[test]
fn typed_answers_are_read() {
    let asked = |kind: &str| {
        format!(
            "{}<response_str ident=\"r\" rcardinality=\"Single\"><render_fib{kind}><response_label ident=\"answer1\"/></render_fib></response_str>",
            text("Which?")
        )
    };
    let rules = [rule(&equal("r", "Paris"), "Set", "100"), rule(&equal("r", "City of Light"), "Set", "100")].concat();
    let (question, said) = one(&file("short_answer_question", &asked(""), &rules));
    assert_eq!((question.accepted.join("|"), question.case_sensitive), ("Paris|City of Light".into(), false));
    assert_eq!(said, NONE);
    assert!(!one(&file("", &asked(""), &rules)).0.case_sensitive, "as the standard says");
    let exact = rules.replace("<varequal ", "<varequal case=\"Yes\" ");
    assert!(one(&file("", &asked(""), &exact)).0.case_sensitive);

    let range = "<or><varequal respident=\"r\">77.0</varequal><and><vargte respident=\"r\">70.0</vargte><varlte respident=\"r\">84.0</varlte></and></or>";
    let (question, said) = one(&file("numerical_question", &asked(" fibtype=\"Decimal\""), &rule(range, "Set", "100")));
    assert_eq!(question.correct_number, Some(Numeral("77".into())));
    assert_eq!((question.tolerance.map(|t| t.value), said), (Some(Numeral("7".into())), NONE.to_vec()));
    let open = range.replace("vargte", "vargt");
    let (_, said) = one(&file("numerical_question", &asked(" fibtype=\"Decimal\""), &rule(&open, "Set", "100")));
    assert!(said[0].contains("An end of its range"), "{said:?}");

    let (question, _) = one(&file(
        "essay_question",
        &asked(""),
        "<respcondition><conditionvar><other/></conditionvar></respcondition>",
    ));
    assert_eq!(question.kind, QuestionKind::Essay);
    assert_eq!(one(&file("", &asked(""), "")).0.kind, QuestionKind::Essay);
    for (kind, why) in [
        ("text_only_question", "without a question"),
        ("file_upload_question", "upload"),
        ("calculated_question", "drawn"),
    ] {
        assert!(skipped(&file(kind, &asked(""), "")).contains(why), "{kind}");
    }
}

#[test]
fn parts_are_matched_and_filled_in() {
    let part = |id: &str, name: &str, all: &[(&str, &str)]| {
        format!(
            "<response_lid ident=\"{id}\"><material><mattext>{name}</mattext></material>{}</response_lid>",
            labels(all)
        )
    };
    let all = [("1", "France"), ("2", "Italy"), ("3", "Kenya")];
    let shown = [text("Match."), part("a", "Paris", &all), part("b", "Rome", &all)].concat();
    let rules = [rule(&equal("a", "1"), "Add", "50.00"), rule(&equal("b", "2"), "Add", "50.00")].concat();
    let (question, said) = one(&file("matching_question", &shown, &rules));
    assert_eq!((question.prompts.len(), options(&question).len()), (2, 3));
    assert_eq!((question.scoring, said), (Some(Scoring::Partial), NONE.to_vec()));

    let shown = [
        text("<p>Roses are [c1], violets are <b>[c2]</b>.</p>"),
        part("response_c1", "c1", &[("1", "red"), ("2", "crimson")]),
        part("response_c2", "c2", &[("3", "blue"), ("4", "azure")]),
    ]
    .concat();
    let rules = [rule(&equal("response_c1", "1"), "Add", "50"), rule(&equal("response_c2", "3"), "Add", "50")].concat();
    let (question, said) = one(&file("fill_in_multiple_blanks_question", &shown, &rules));
    assert_eq!(question.text, "Roses are [[g1]], violets are **[[g2]]**.");
    assert_eq!(question.gaps[0].accepted.join("|"), "red|crimson");
    let named =
        |gap| said.iter().any(|line| line.contains(&format!("processing names some of the texts of gap {gap};")));
    assert!(said.len() == 2 && named(1) && named(2), "{said:?}");
    let (question, _) = one(&file("multiple_dropdowns_question", &shown, &rules));
    assert_eq!((question.gaps[0].correct_answer.as_deref(), question.gaps[0].options.len()), (Some("o1"), 2));

    let gap = |id: &str| {
        format!(
            "<response_str ident=\"{id}\"><render_fib fibtype=\"String\"><response_label ident=\"A\"/></render_fib></response_str>"
        )
    };
    let shown = [
        "<material><mattext>Now is the</mattext></material>",
        &gap("x"),
        "<material><mattext>of our</mattext></material>",
        &gap("y"),
    ]
    .concat();
    let together = rule(&[equal("x", "Winter"), equal("y", "discontent")].concat(), "Set", "3");
    let (question, _) = one(&file("", &shown, &together));
    assert_eq!(
        (question.text.as_str(), question.scoring),
        ("Now is the [[g1]] of our [[g2]]", Some(Scoring::AllOrNothing))
    );
    assert_eq!((question.points, question.gaps[1].accepted.join("")), (3, "discontent".into()));
}

#[test]
fn packages_of_canvas_are_tests_with_their_settings() {
    let asked = format!(
        "{}<response_lid ident=\"r\">{}</response_lid>",
        text(
            "<p>Which? <img src=\"$IMS-CC-FILEBASE$/Uploaded%20Media/a.png\" alt=\"A\"> <img class=\"equation_image\" data-equation-content=\"x^2\"></p>"
        ),
        labels(&[("1", "Yes"), ("2", "No")])
    );
    let quiz = file("multiple_choice_question", &asked, &rule(&equal("r", "1"), "Set", "100"));
    let picture = crate::service::import::rich::png(0).bytes;
    let manifest = "<manifest><resources><resource identifier=\"q\" type=\"imsqti_xmlv1p2\"><file href=\"q/q.xml\"/></resource></resources></manifest>";
    let meta = "<quiz><title>Named here</title><description>&lt;p&gt;Read &lt;b&gt;it&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;Go.&lt;/p&gt;</description><time_limit>30</time_limit><shuffle_answers>true</shuffle_answers></quiz>";
    let packed = |files: &[(&str, &[u8])]| {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let zip = packed(&[
        ("imsmanifest.xml", manifest.as_bytes()),
        ("q/q.xml", quiz.as_bytes()),
        ("q/assessment_meta.xml", meta.as_bytes()),
        ("web_resources/Uploaded Media/a.png", &picture),
    ]);
    let plan = read(&zip, Some("export.zip"), None);
    assert_eq!(said(&plan), NONE);
    let test = &plan.tests[0];
    assert_eq!((test.draft.title.as_str(), test.draft.description.as_str()), ("Named here", "Read **it**.\n\nGo."));
    assert_eq!((test.draft.duration_minutes, test.sections[0].shuffle_options), (30, true));
    assert!(test.draft.questions[0].text.contains("![A](picture:") && test.draft.questions[0].text.contains("$x^2$"));
    let long = meta.replace(">30<", ">1440<");
    let long = packed(&[
        ("imsmanifest.xml", manifest.as_bytes()),
        ("q/q.xml", quiz.as_bytes()),
        ("q/assessment_meta.xml", long.as_bytes()),
        ("web_resources/Uploaded Media/a.png", &picture),
    ]);
    let long = read(&long, Some("export.zip"), None);
    assert!(long.is_good() && long.tests[0].draft.duration_minutes == 480, "{:?}", said(&long));
    // A file that is broken refuses nothing but itself, and settings without a counterpart are named.
    let two = manifest.replace("<file href=\"q/q.xml\"/>", "<file href=\"q/q.xml\"/><file href=\"bad.xml\"/>");
    let strict = meta.replace("<time_limit>", "<cant_go_back>true</cant_go_back><zzodd>1</zzodd><due_at/><time_limit>");
    let zip = packed(&[
        ("imsmanifest.xml", two.as_bytes()),
        ("q/q.xml", quiz.as_bytes()),
        ("bad.xml", b"<questestinterop>"),
        ("q/assessment_meta.xml", strict.as_bytes()),
        ("web_resources/Uploaded Media/a.png", &picture),
        ("zzodd.txt", b"x"),
    ]);
    let plan = read(&zip, Some("export.zip"), None);
    assert_eq!((plan.is_good(), plan.format), (true, Some(crate::service::import::ImportFormat::Qti12)));
    assert_eq!(
        said(&plan),
        [
            "bad.xml, line 1: This XML ends too early.",
            "q/assessment_meta.xml, line 1: <zzodd> is not read.",
            "q/assessment_meta.xml, line 1: Candidates cannot go back to a question there.",
            "zzodd.txt: This file is not read.",
        ]
    );
    // Of the two files of a test in a common cartridge, the whole one counts.
    let bank = quiz
        .replace("<assessment ident=\"a\" title=\"Quiz\">", "<objectbank ident=\"b\">")
        .replace("</assessment>", "</objectbank>");
    let zip = packed(&[
        ("imsmanifest.xml", manifest.replace("q/q.xml", "a/assessment_qti.xml").as_bytes()),
        ("a/assessment_qti.xml", quiz.as_bytes()),
        ("a/assessment_meta.xml", meta.as_bytes()),
        ("non_cc_assessments/a.xml.qti", quiz.as_bytes()),
        ("non_cc_assessments/b.xml.qti", bank.as_bytes()),
    ]);
    let plan = read(&zip, Some("export.imscc"), None);
    let titles: Vec<&str> = plan.tests.iter().map(|test| test.draft.title.as_str()).collect();
    assert_eq!(titles, ["Named here", "export"]);
    assert!(said(&plan)[0].contains("is not in the package"), "{:?}", said(&plan));
}

#[test]
fn what_is_not_read_is_named() {
    let asked =
        format!("{}<response_lid ident=\"r\">{}</response_lid>", text("Which?"), labels(&[("1", "Yes"), ("2", "No")]));
    let odd =
        [rule(&equal("r", "1"), "Set", "100"), rule("<durlt respident=\"r\">9</durlt>", "Multiply", "2")].concat();
    let (_, said) = one(&file("", &asked, &odd));
    assert!(
        said.iter().any(|said| said.contains("<durlt>")) && said.iter().any(|said| said.contains("'multiply'")),
        "{said:?}"
    );
    let group = file("", &asked, &rule(&equal("r", "1"), "Set", "100")).replace(
        "<section ident=\"root_section\">",
        "<section ident=\"g\"><selection_ordering><selection><selection_number>1</selection_number></selection></selection_ordering><unheard/>",
    );
    let (_, said) = one(&group);
    assert!(
        said.iter().any(|said| said.contains("A selection of items"))
            && said.iter().any(|said| said.contains("<unheard>")),
        "{said:?}"
    );
}

fn typed() -> String {
    text("Capital?") + "<response_str ident=\"r\" rcardinality=\"Single\"><render_fib/></response_str>"
}

#[test]
fn values_of_a_typed_answer_side_by_side_are_alternatives() {
    let both = equal("r", "Paris") + &equal("r", "Lutetia");
    let (question, said) = one(&file("short_answer_question", &typed(), &rule(&both, "Set", "100")));
    assert_eq!((question.accepted, said), (vec!["Paris".to_owned(), "Lutetia".to_owned()], Vec::new()));
    let mixed = equal("r", "Paris").replace("<varequal", "<varequal case=\"Yes\"") + &equal("r", "rome");
    let (_, said) = one(&file("short_answer_question", &typed(), &rule(&mixed, "Set", "100")));
    assert!(said.iter().any(|said| said.contains("Upper and lower case count for some")), "{said:?}");
    let not = format!("<not>{}</not>", equal("r", "London"));
    let (question, said) = one(&file("short_answer_question", &typed(), &rule(&not, "Set", "100")));
    assert_eq!(question.kind, QuestionKind::Essay);
    assert!(said.iter().any(|said| said.contains("scored by rules in the file")), "{said:?}");
}

#[test]
fn the_score_is_the_variable_of_that_name_within_its_bounds() {
    let asked = text("Q?")
        + "<response_lid ident=\"r\" rcardinality=\"Single\">"
        + &labels(&[("1", "Yes"), ("2", "No")])
        + "</response_lid>";
    let hints = rule(&equal("r", "1"), "Set", "7")
        .replace("SCORE", "HINTS")
        .replace("<respcondition", "<respcondition continue=\"Yes\"");
    let (question, said) =
        one(&file("multiple_choice_question", &asked, &(hints + &rule(&equal("r", "2"), "Set", "2"))));
    assert_eq!((question.correct_answer.as_deref(), said), (Some("No"), Vec::new()));
    let rules = rule(&equal("r", "2"), "Set", "2") + &rule(&equal("r", "1"), "Set", "-1");
    let bounded = format!("<outcomes><decvar varname=\"SCORE\" minvalue=\"0\" maxvalue=\"100\"/></outcomes>{rules}");
    let penalty = |rules: &str| one(&file("multiple_choice_question", &asked, rules)).0.penalty;
    assert_eq!(penalty(&bounded), None);
    assert!(penalty(&rules).is_some());
    let blank = rule("<unanswered respident=\"r\"/>", "Set", "0.5") + &rule(&equal("r", "2"), "Set", "2");
    let (_, said) = one(&file("multiple_choice_question", &asked, &blank));
    assert!(said.iter().any(|said| said.contains("Without an answer it earns points")), "{said:?}");
}

fn number_of(rules: &str) -> (QuestionDraft, Vec<String>) {
    let asked = "<response_str ident=\"r\" rcardinality=\"Single\"><render_fib fibtype=\"Decimal\"/></response_str>";
    one(&file("numerical_question", &(text("How much?") + asked), rules))
}

#[test]
fn numbers_of_keys_are_read_as_those_of_answers() {
    for (written, number) in [
        ("1.5", "1.5"),
        (" 1.5 ", "1.5"),
        ("1,5", "1.5"),
        ("1.5e3", "1.5e3"),
        ("+3", "3"),
        (".5", "0.5"),
        ("\u{2212}5", "-5"),
        ("1 000", "1000"),
    ] {
        let (question, said) = number_of(&rule(&equal("r", written), "Set", "100"));
        assert_eq!((question.correct_number, said), (Some(Numeral(number.into())), NONE.to_vec()), "{written}");
    }
    let bounds = |low: &str, high: &str| {
        format!("<vargte respident=\"r\">{low}</vargte><varlte respident=\"r\">{high}</varlte>")
    };
    let (question, said) = number_of(&rule(&bounds("1,4", "16e-1"), "Set", "100"));
    assert_eq!(question.correct_number, Some(Numeral("1.5".into())));
    assert_eq!((question.tolerance.map(|t| t.value), said), (Some(Numeral("0.1".into())), NONE.to_vec()));
    let asked = "<response_str ident=\"r\" rcardinality=\"Single\"><render_fib fibtype=\"Decimal\"/></response_str>";
    let why = |rules: &str| skipped(&file("numerical_question", &(text("How much?") + asked), rules));
    assert!(why(&rule(&equal("r", "1/2"), "Set", "100")).contains("its right number cannot be read"));
    assert!(why(&rule(&equal("r", "1,500"), "Set", "100")).contains("'1,500' has two meanings"));
    assert!(why(&rule(&bounds("1", "much"), "Set", "100")).contains("its range cannot be read"));
}

#[test]
fn a_range_that_earns_less_than_a_number_in_it_is_partial_credit() {
    let near = "<vargte respident=\"r\">70</vargte><varlte respident=\"r\">84</varlte>";
    let rules = rule(&equal("r", "77"), "Set", "100") + &rule(near, "Set", "50");
    let (question, said) = number_of(&rules);
    assert_eq!((question.correct_number, question.tolerance), (Some(Numeral("77".into())), None));
    assert!(said.len() == 1 && said[0].contains("Partial credit"), "{said:?}");
    let (_, said) = number_of(&(rule(&equal("r", "1"), "Set", "100") + &rule("<other/>", "Set", "-50")));
    assert!(said.len() == 1 && said[0].contains("A wrong answer costs points there"), "{said:?}");
}

#[test]
fn points_of_rules_are_read_or_named() {
    let asked = text("Q?")
        + "<response_lid ident=\"r\" rcardinality=\"Single\">"
        + &labels(&[("1", "Yes"), ("2", "No")])
        + "</response_lid>";
    let points = |rules: &str, kind: &str| one(&file(kind, &asked, rules));
    let (question, said) = points(&rule(&equal("r", "2"), "Set", "2,5e0"), "");
    assert_eq!((question.correct_answer.as_deref(), said.len()), (Some("No"), 1), "2.5 points are 5 of twice as many");
    let (_, said) = points(&(rule(&equal("r", "2"), "Set", "1") + &rule(&equal("r", "1"), "Set", "some")), "");
    assert!(said.iter().any(|said| said.contains("setvar with the value 'some'")), "{said:?}");
    let bounded = format!(
        "<outcomes><decvar varname=\"SCORE\" minvalue=\"none\" maxvalue=\"\"/></outcomes>{}",
        rule(&equal("r", "2"), "Set", "1")
    );
    let (_, said) = points(&bounded, "");
    assert!(said.len() == 1 && said[0].contains("decvar with the value 'none'"), "{said:?}");
    let stated = |points: &str| {
        let fields =
            format!("<qmd_absolutescore_max>{points}</qmd_absolutescore_max><qmd_weighting>0.0</qmd_weighting>");
        let rules = rule(&equal("r", "2"), "Set", "SCORE.max");
        let xml = file("", &asked, &rules).replace("<qtimetadata></qtimetadata>", &fields);
        one(&xml.replace("<item ident", "<item maxattempts=\"0\" ident"))
    };
    let (question, said) = stated("10.000");
    assert_eq!((question.points, said), (10, NONE.to_vec()), "as Blackboard writes it");
    for (field, what) in [
        ("bbmd_is_extracredit", "extra credit there"),
        ("bbmd_all_fullcredit_ind", "Every answer earns all points there"),
    ] {
        let of = |flag: &str| {
            stated(&format!("10</qmd_absolutescore_max><{field}>{flag}</{field}><qmd_absolutescore_max>")).1
        };
        assert_eq!(of("false"), NONE);
        assert!(of("true").len() == 1 && of("true")[0].contains(what), "{:?}", of("true"));
    }
    let xml = file("", &asked, &rule(&equal("r", "2"), "Set", "1"));
    let field = |given: &str| {
        format!(
            "<qtimetadata><qtimetadatafield><fieldlabel>cc_maxattempts</fieldlabel><fieldentry>{given}</fieldentry></qtimetadatafield></qtimetadata>"
        )
    };
    for (given, is_named) in [("1", false), ("3", true), ("unlimited", true)] {
        let of_test = xml.replace("<section ident", &format!("{}<section ident", field(given)));
        let of_item = xml.replace("<item ident", &format!("<item maxattempts=\"{given}\" ident"));
        for said in [of_test, of_item].map(|xml| one(&xml).1) {
            assert_eq!(said.iter().any(|said| said.contains(&format!("there ('{given}')"))), is_named, "{said:?}");
            assert_eq!(said.len(), usize::from(is_named), "{said:?}");
        }
    }
    let (_, said) = stated("ten");
    assert!(said.iter().any(|said| said.contains("The points of the file cannot be read: 'ten'.")), "{said:?}");
}

#[test]
fn wrong_options_of_several_lists_that_earn_or_cost_are_named() {
    let part = |id: &str, name: &str| {
        let all = labels(&[("1", "France"), ("2", "Italy"), ("3", "Kenya")]);
        format!("<response_lid ident=\"{id}\"><material><mattext>{name}</mattext></material>{all}</response_lid>")
    };
    let shown = [text("Match."), part("a", "Paris"), part("b", "Rome")].concat();
    let right = [rule(&equal("a", "1"), "Add", "50.00"), rule(&equal("b", "2"), "Add", "50.00")].concat();
    let said = |more: &str| one(&file("matching_question", &shown, &(more.to_owned() + &right)));
    let (question, costs) = said(&rule(&equal("a", "3"), "Subtract", "10"));
    assert_eq!(question.pairs.get("l1").map(String::as_str), Some("r1"));
    assert!(costs.len() == 1 && costs[0].contains("A wrong answer costs points there"), "{costs:?}");
    let (_, cheaper) = said(&rule(&equal("a", "3"), "Add", "10"));
    assert!(cheaper.iter().any(|said| said.contains("several right options")), "{cheaper:?}");
    // A gap that accepts a text for less.
    let gap = |id: &str| format!("<response_str ident=\"{id}\"><render_fib fibtype=\"String\"/></response_str>");
    let shown = ["<material><mattext>Now is</mattext></material>", &gap("x"), &gap("y")].concat();
    let rules = [
        rule(&equal("x", "autumn"), "Add", "20"),
        rule(&equal("x", "Winter"), "Add", "50"),
        rule(&equal("y", "discontent"), "Add", "50"),
    ];
    let (question, said) = one(&file("", &shown, &rules.concat()));
    assert_eq!(question.gaps[0].accepted, ["Winter"]);
    assert!(said.len() == 1 && said[0].contains("Partial credit"), "{said:?}");
}

#[test]
fn options_in_random_order_stay_so_and_long_names_are_cut_aloud() {
    let asked = |shuffle: &str| {
        let all = labels(&[("1", "Yes"), ("2", "No")])
            .replace("<render_choice>", &format!("<render_choice shuffle=\"{shuffle}\">"))
            .replace("<response_label ident=\"2\"", "<response_label ident=\"2\" rshuffle=\"No\"");
        text("Q?") + "<response_lid ident=\"r\" rcardinality=\"Single\">" + &all + "</response_lid>"
    };
    let of = |shuffle: &str| {
        let xml = file("", &asked(shuffle), &rule(&equal("r", "2"), "Set", "1"));
        let xml = xml.replace("title=\"Quiz\"", &format!("title=\"{}\"", "Quiz ".repeat(60)));
        read(xml.as_bytes(), Some("quiz.xml"), None)
    };
    let plan = of("Yes");
    assert!(said(&plan).len() == 1 && said(&plan)[0].contains("is cut"), "{:?}", said(&plan));
    assert!(plan.tests[0].sections[0].shuffle_options);
    assert_eq!(plan.tests[0].draft.questions[0].pinned_options, ["No"]);
    assert!(of("No").tests[0].sections.is_empty());
}
