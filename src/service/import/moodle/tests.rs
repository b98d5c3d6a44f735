use crate::{
    domain::{
        question::{ChoiceDraft, Numeral, Scoring},
        rich_text::RichTextFormat,
        test::{QuestionDraft, QuestionKind},
    },
    service::import::{ImportFinding, ImportFormat, ImportPlan, read},
};

fn plan(xml: &str) -> ImportPlan {
    let plan = read(xml.as_bytes(), Some("bank.xml"), None);
    assert_eq!(plan.format, Some(ImportFormat::Moodle));
    plan
}

fn said(plan: &ImportPlan) -> Vec<String> {
    plan.findings.iter().map(ImportFinding::in_words).collect()
}

/// A question of a type with a text in HTML.
pub(super) fn quiz(kind: &str, text: &str, rest: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<quiz><question type=\"{kind}\"><name><text>Q1</text></name>\
         <questiontext format=\"html\"><text><![CDATA[{text}]]></text></questiontext>\
         <defaultgrade>2.0000000</defaultgrade><penalty>0.33</penalty><hidden>0</hidden><idnumber>x</idnumber>{rest}</question></quiz>"
    )
}

pub(super) fn answer(fraction: &str, text: &str) -> String {
    format!(
        "<answer fraction=\"{fraction}\" format=\"html\"><text><![CDATA[{text}]]></text><feedback format=\"html\"><text></text></feedback></answer>"
    )
}

pub(super) fn one(xml: &str) -> (QuestionDraft, Vec<String>) {
    let plan = plan(xml);
    assert!(plan.is_good(), "{:?}", said(&plan));
    (plan.tests[0].draft.questions[0].clone(), said(&plan))
}

/// Why a question is left out.
fn skipped(xml: &str) -> String {
    let plan = plan(xml);
    assert_eq!(plan.tests.len(), 0, "{:?}", plan.tests);
    said(&plan).join("\n")
}

fn options(question: &QuestionDraft) -> Vec<&str> {
    question.options.iter().map(ChoiceDraft::text).collect()
}

const NONE: [String; 0] = [];

#[test]
fn choices_keep_their_key_and_their_penalty() {
    let answers = [answer("100", "<p>5</p>"), answer("-50", "<p>6</p>"), answer("-50", "7")].concat();
    let (question, said) = one(&quiz("multichoice", "<p>2&nbsp;+ 3?</p>", &format!("<single>true</single>{answers}")));
    assert_eq!((question.kind, question.text.as_str(), question.points), (QuestionKind::MultipleChoice, "2 + 3?", 2));
    assert_eq!((options(&question), question.correct_answer.as_deref()), (vec!["5", "6", "7"], Some("5")));
    assert_eq!((question.penalty, said), (Some(Numeral("1".into())), NONE.to_vec()));

    let answers = [answer("50", "a"), answer("50", "b"), answer("-100", "c")].concat();
    let (question, said) = one(&quiz("multichoice", "Which?", &format!("<single>false</single>{answers}")));
    assert_eq!(question.correct_answers, ["o1", "o2"]);
    assert_eq!((question.scoring, said), (Some(Scoring::Partial), NONE.to_vec()));

    for (kind, answers, why) in [
        ("true", [answer("100", "a"), answer("50", "b")].concat(), "Partial credit is not supported"),
        ("true", [answer("100", "a"), answer("-50", "b"), answer("0", "c")].concat(), "none applies"),
        ("false", [answer("75", "a"), answer("25", "b"), answer("-100", "c")].concat(), "they count alike"),
        ("false", [answer("50", "a"), answer("50", "b"), answer("0", "c")].concat(), "cost other points"),
        ("false", [answer("25", "a"), answer("25", "b"), answer("-50", "c")].concat(), "earn 50 % there"),
    ] {
        let (_, said) = one(&quiz("multichoice", "Which?", &format!("<single>{kind}</single>{answers}")));
        assert!(said.len() == 1 && said[0].contains(why), "{why}: {said:?}");
    }
    let two = [answer("100", "a"), answer("100", "b")].concat();
    assert!(skipped(&quiz("multichoice", "Which?", &two)).contains("one of them is enough"));
    let (question, said) = one(&quiz("truefalse", "Wet?", &[answer("0", "true"), answer("100", "false")].concat()));
    assert_eq!((options(&question), question.correct_answer.as_deref()), (vec!["True", "False"], Some("False")));
    assert_eq!(said, NONE);
}

#[test]
fn typed_answers_score_as_there_or_are_named() {
    let answers = [answer("100", "G* Orwell"), answer("100", "a\\*b"), answer("0", "*")].concat();
    let (question, said) = one(&quiz("shortanswer", "Who?", &format!("<usecase>1</usecase>{answers}")));
    assert_eq!((question.pattern.as_deref(), &*question.accepted), (Some("G.* Orwell"), &["a*b".to_owned()][..]));
    assert_eq!((question.case_sensitive, said), (true, NONE.to_vec()));
    let answers = [answer("50", "Cat"), answer("100", "*at")].concat();
    let (_, said) = one(&quiz("shortanswer", "Who?", &answers));
    assert!(said[0].contains("'Cat' earns 50 % there") && said[1].contains("comes before"), "{said:?}");

    let number = |rest: &str| {
        let answer = "<answer fraction=\"100\"><text>3.5</text><tolerance>0.1</tolerance></answer><answer fraction=\"0\"><text>*</text></answer>";
        one(&quiz("numerical", "How many?", &format!("{answer}{rest}")))
    };
    let (question, said) =
        number("<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>3</showunits>");
    assert_eq!(question.correct_number, Some(Numeral("3.5".into())));
    assert_eq!((question.tolerance.map(|t| t.value), said), (Some(Numeral("0.1".into())), NONE.to_vec()));
    let unit = "<units><unit><multiplier>1</multiplier><unit_name>kg</unit_name></unit></units>";
    let (question, said) = number(&format!("<unitgradingtype>0</unitgradingtype><showunits>0</showunits>{unit}"));
    assert_eq!(question.unit.as_deref(), Some("kg"));
    assert!(said[0].contains("may be left out there"), "{said:?}");
    let costing =
        |penalty: &str| number(&format!("<unitgradingtype>1</unitgradingtype>{penalty}<showunits>0</showunits>{unit}"));
    let (question, said) = costing("<unitpenalty>0.2</unitpenalty>");
    assert_eq!(question.scoring, Some(Scoring::Partial));
    assert!(said[0].contains("A missing or wrong unit costs 20 % there"), "{said:?}");
    let (question, said) = costing("<unitpenalty>1.0000000</unitpenalty>");
    assert_eq!((question.scoring, said), (Some(Scoring::AllOrNothing), NONE.to_vec()));
    let typed = |number: &str| {
        let answer = format!("<answer fraction=\"100\"><text>{number}</text><tolerance>0,5</tolerance></answer>");
        quiz("numerical", "How many?", &answer)
    };
    let (question, said) = one(&typed("1 000,25"));
    assert_eq!((question.correct_number, said), (Some(Numeral("1000.25".into())), NONE.to_vec()));
    assert_eq!(question.tolerance.map(|t| t.value), Some(Numeral("0.5".into())));
    assert!(skipped(&typed("1,500")).contains("'1,500' has two meanings"));
    let drawn = "<answer fraction=\"100\"><text>{x}*2</text><tolerance>0.01</tolerance></answer>";
    assert!(skipped(&quiz("calculated", "Twice {x}?", drawn)).contains("the file has no value of 'x': write it"));
    let fixed = "<answer fraction=\"100\"><text>4</text><tolerance>0.01</tolerance></answer>";
    assert_eq!(one(&quiz("calculatedsimple", "Twice 2?", fixed)).0.correct_number, Some(Numeral("4".into())));
    let (question, said) = one(&quiz(
        "essay",
        "<p>Why?</p>",
        "<graderinfo format=\"html\"><text>&lt;p&gt;Look for x.&lt;/p&gt;</text></graderinfo><attachments>1</attachments>",
    ));
    assert_eq!(question.reviewer_notes.as_deref(), Some("Look for x."));
    assert!(said[0].contains("attach"), "{said:?}");
}

#[test]
fn lists_and_words_are_read() {
    let sub = |prompt: &str, option: &str| {
        format!(
            "<subquestion format=\"html\"><text><![CDATA[{prompt}]]></text><answer><text>{option}</text></answer></subquestion>"
        )
    };
    let pairs = [sub("<p>Paris</p>", "France"), sub("Lyon", "France"), sub("", "Kenya")].concat();
    let (question, said) = one(&quiz("matching", "Match.", &pairs));
    assert_eq!((question.prompts.len(), options(&question)), (2, vec!["France", "Kenya"]));
    assert_eq!((question.scoring, said), (Some(Scoring::Partial), NONE.to_vec()));

    let items = [answer("1", "one"), answer("2", "two"), answer("3", "three")].concat();
    let (question, said) = one(&quiz(
        "ordering",
        "Order.",
        &format!("<gradingtype>ALL_OR_NOTHING</gradingtype><selecttype>ALL</selecttype>{items}"),
    ));
    assert_eq!((options(&question), question.order.len(), said), (vec!["one", "two", "three"], 3, NONE.to_vec()));
    let (_, said) = one(&quiz("ordering", "Order.", &format!("<gradingtype>ABSOLUTE_POSITION</gradingtype>{items}")));
    assert!(said[0].contains("Another rule"), "{said:?}");

    let word = |text: &str, group: u8| format!("<dragbox><text>{text}</text><group>{group}</group></dragbox>");
    let words = [word("cat", 1), word("dog", 1), word("sat", 2), word("ran", 2)].concat();
    let (question, said) = one(&quiz("ddwtos", "<p>The [[2]] [[3]].</p>", &words));
    assert_eq!((question.text.as_str(), question.gaps.len()), ("The [[g1]] [[g2]].", 2));
    assert_eq!((question.gaps[0].correct_answer.as_deref(), question.gaps[0].options.len()), (Some("o2"), 2));
    assert_eq!((question.gaps[1].options.len(), said), (2, NONE.to_vec()));
    // Of a group with several places, a word that is not unlimited is used up by one.
    let two = "<p>[[1]], [[2]] and [[3]].</p>";
    let (_, said) = one(&quiz("ddwtos", two, &words));
    assert!(said.len() == 1 && said[0].contains("into one place only there"), "{said:?}");
    assert_eq!(one(&quiz("ddwtos", two, &words.replace("</group>", "</group><infinite/>"))).1, NONE);
    assert_eq!(one(&quiz("gapselect", two, &words.replace("dragbox", "selectoption"))).1, NONE);
    assert!(skipped(&quiz("gapselect", "The [[9]].", &words)).contains("[[9]] is missing"));
}

#[test]
fn cloze_becomes_gaps() {
    let text =
        "<p>Capital: {1:SHORTANSWER:=Paris#Yes~%50%Lyon}, {:MC:~=a&lt;b~c\\}} and {2:NM:=3.5:0.1~%0%4}; {x} stays.</p>";
    let (question, said) = one(&quiz("cloze", text, ""));
    assert_eq!(question.text, "Capital: [[g1]], [[g2]] and [[g3]]; {x} stays.");
    assert_eq!(question.gaps[0].accepted, ["Paris"]);
    let choices: Vec<&str> = question.gaps[1].options.iter().map(ChoiceDraft::text).collect();
    assert_eq!((choices, question.gaps[1].correct_answer.as_deref()), (vec!["a<b", "c}"], Some("o1")));
    assert_eq!(question.gaps[2].correct_number, Some(Numeral("3.5".into())));
    for what in ["Gap 1: Feedback", "'Lyon' earns 50 %", "weights 1, 1, 2 there"] {
        assert!(said.iter().any(|said| said.contains(what)), "{what}: {said:?}");
    }
    assert!(skipped(&quiz("cloze", "{1:MULTIRESPONSE:=a~=b~c}", "")).contains("several answers"));
    assert!(skipped(&quiz("cloze", "No gap {1:SA:=x", "")).contains("no gaps"));
    let (question, said) = one(&quiz("cloze", "<b>x</b> <pre>y = {1:SA:=1}</pre>", ""));
    assert_eq!((question.format, said.len()), (RichTextFormat::Plain, 1), "{said:?}");
}

#[test]
fn html_keeps_its_meaning() {
    let text = "<p>Is x<sup>2</sup> &lt; 2<sup>n/2</sup> or H<sub>2</sub>O, a<sub>i<sup>2</sup></sub>, b<sup>(<i>n</i><sup>2</sup>)</sup>, \\(\\frac{1}{2}\\)?</p><ul><li>a<li><b>b</b></ul>\
                <table><tr><th>n<th>m<tr><td>1<td>2</table><pre><code>if x &lt; 1:</code></pre>";
    let (question, said) = one(&quiz("essay", text, ""));
    assert_eq!(said, NONE);
    for part in [
        "x$^{2}$ \\<",
        "2$^{n/2}$",
        "H$_{2}$O",
        "a$_{i^{2}}$",
        "b$^{(n^{2})}$",
        "$\\frac{1}{2}$",
        "**b**",
        "|1|2|",
        "```\nif x < 1:\n```",
    ] {
        assert!(question.text.contains(part), "{part}: {}", question.text);
    }
    // Lines that mean something are not kept.
    let lined = "<p>Which word is like the <u>bold one</u>, not <span style=\"text-decoration: line-through\">that</span>? \
                 <span style=\"display: none\">The key</span> <a href=\"https://x.org\" style=\"text-decoration:underline\">x</a></p>";
    let (_, said) = one(&quiz("essay", lined, ""));
    assert_eq!(said.len(), 3, "{said:?}");
    for (what, said) in ["here: 'bold one'", "here: 'that'", "is shown here: 'The key'"].iter().zip(&said) {
        assert!(said.contains(what), "{what}: {said}");
    }
    // Prices are no formulas, and markup that is text stays text.
    let (question, _) = one(&quiz("essay", "<p>US$5 or A$10, <b>not</b> [b] or *c*</p>", ""));
    assert!(question.text.starts_with("US") && question.text.contains("\\[b\\]"), "{}", question.text);
    // A formula that cannot be drawn makes it plain, with its source.
    let (question, said) = one(&quiz("essay", "<p>Is \\(\\nosuchcommand{x}\\) 10<sup>3</sup>?</p>", ""));
    assert_eq!((question.format, question.text.as_str()), (RichTextFormat::Plain, "Is \\(\\nosuchcommand{x}\\) 10³?"));
    assert!(said[0].contains("Its formatting cannot be kept"), "{said:?}");
    let xml = quiz("essay", "**x** [a]", "").replace("\"html\"", "\"markdown\"");
    assert_eq!(one(&xml).0.format, RichTextFormat::Markdown);
    let xml = quiz("essay", "a\n  <b> & *c*", "").replace("\"html\"", "\"plain_text\"");
    assert_eq!(one(&xml).0.text, "a\n  <b> & *c*");
}

#[test]
fn pictures_come_with_their_texts() {
    let file = crate::service::import::rich::png(0).bytes;
    let encoded = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &file);
    let shown = format!(
        "<p>See <img src=\"@@PLUGINFILE@@/my%20chart.png\" alt=\"A chart\"> and <img src=\"data:image/png;base64,{encoded}\">\
         <img src=\"https://x.example/a.png\" alt=\"far\"><img src=\"@@PLUGINFILE@@/b.png\"></p>"
    );
    let xml = quiz("essay", &shown, "").replace(
        "</text></questiontext>",
        &format!("</text><file name=\"my chart.png\" path=\"/\" encoding=\"base64\">{encoded}</file><file name=\"a.mp3\" encoding=\"base64\">AAAA</file></questiontext>"),
    );
    let plan = plan(&xml);
    let question = &plan.tests[0].draft.questions[0];
    assert!(question.text.contains("![A chart](picture:") && question.text.contains("far"), "{}", question.text);
    assert_eq!(plan.pictures.len(), 1, "the same twice");
    let said = said(&plan).join("\n");
    for what in ["a.png is on another server", "b.png is not in the file", "a.mp3 is not imported"] {
        assert!(said.contains(what) && said.contains("Question 1: "), "{what}: {said}");
    }
}

#[test]
fn descriptions_that_cannot_be_kept_refuse_nothing() {
    let described = |info: &str| {
        let category = format!(
            "<question type=\"category\"><category><text>A</text></category><info format=\"html\"><text><![CDATA[{info}]]></text></info></question>"
        );
        let plan = plan(&quiz("essay", "Why?", "").replace("<quiz>", &format!("<quiz>{category}")));
        assert!(plan.is_good(), "{:?}", said(&plan));
        let draft = &plan.tests[0].draft;
        (draft.description.chars().count(), draft.description_format, said(&plan).join("\n"))
    };
    let (length, format, said) = described("<p>Is <b>it</b> \\(\\nosuchcommand{x}\\)?</p>");
    assert!(length > 0 && format == RichTextFormat::Plain, "{length}");
    assert!(said.contains("Its formatting cannot be kept: The formula is not valid"), "{said}");
    let (length, _, said) = described(&"word ".repeat(5_000));
    assert!(length == 0 && said.contains("A description of more than 20,000 characters is not imported."), "{said}");
}

#[test]
fn categories_points_and_shuffling_are_kept() {
    let choice = |shuffles: &str, grade: &str| {
        quiz(
            "multichoice",
            "Which?",
            &format!("<shuffleanswers>{shuffles}</shuffleanswers>{}{}", answer("100", "a"), answer("0", "b")),
        )
        .replace("2.0000000", grade)
        .replace("<?xml version=\"1.0\"?>\n<quiz>", "")
        .replace("</quiz>", "")
    };
    let category = "<question type=\"category\"><category><text>$course$/top/Java//Rust/Basics</text></category><info format=\"html\"><text>&lt;p&gt;About&lt;/p&gt;</text></info></question>";
    let tagged = choice("false", "1.5").replace("</question>", "<tags><tag><text>easy</text></tag></tags></question>");
    let description = "<question type=\"description\"><name><text>D</text></name><questiontext format=\"html\"><text>Read this.</text></questiontext></question>";
    let plan = plan(&format!("<quiz>{category}{description}{}{tagged}</quiz>", choice("true", "0.5")));
    let test = &plan.tests[0];
    assert_eq!((test.draft.title.as_str(), test.draft.description.as_str()), ("Basics", "About"));
    let questions = &test.draft.questions;
    assert_eq!((questions[0].points, questions[1].points), (1, 3));
    assert_eq!(
        (&*questions[0].pinned_options, &*questions[1].pinned_options),
        (&[][..], &["a".to_owned(), "b".to_owned()][..])
    );
    assert_eq!((test.sections.len(), test.sections[0].shuffle_options), (1, true));
    assert_eq!(questions[1].tags, ["easy"]);
    let said = said(&plan);
    assert!(said.iter().any(|said| said.contains("2 times those of the file")), "{said:?}");
    assert!(said.iter().any(|said| said.contains("\"Read this.\"")), "{said:?}");
    assert_eq!(said.len(), 2, "{said:?}");
}

#[test]
fn what_is_not_read_is_named() {
    assert!(skipped(&quiz("coderunner", "Write.", "")).contains("'coderunner' are not supported"));
    assert!(skipped(&quiz("multichoice", "Which?", "")).contains("no option earns all points"));
    let answers =
        [answer("100", "a"), answer("0", "b").replace("<text></text></feedback>", "<text>No!</text></feedback>")]
            .concat();
    let rest = "<hint format=\"html\"><text>Think.</text></hint><unheard>1</unheard><correctfeedback format=\"html\"><text>Your answer is correct.</text></correctfeedback><incorrectfeedback format=\"html\"><text>Read chapter 2.</text></incorrectfeedback>";
    let (_, said) = one(&quiz("multichoice", "Which?", &format!("{answers}{rest}")));
    for what in ["Hints", "<unheard> is not read", "Feedback by outcome", "Feedback to single answers"] {
        assert!(said.iter().any(|said| said.contains(what)), "{what}: {said:?}");
    }
    assert_eq!(said.len(), 4, "{said:?}");
    let plan = plan("<quiz><note>x</note></quiz>");
    assert!(said_of(&plan).contains("<note> is not a question"));
}

fn said_of(plan: &ImportPlan) -> String {
    said(plan).join("\n")
}

#[test]
fn fractions_and_grades_have_decimal_points_or_commas_or_are_named() {
    let choice = |right: &str, wrong: &str| {
        let answers = [answer(right, "a"), answer(wrong, "b")].concat();
        quiz("multichoice", "Which?", &format!("<single>true</single>{answers}"))
    };
    let (question, said) = one(&choice("100,0", "-50,00000"));
    assert_eq!((question.correct_answer.as_deref(), question.penalty), (Some("a"), Some(Numeral("1".into()))));
    assert_eq!(said, NONE);
    assert!(skipped(&choice("all", "0")).contains("what an answer earns cannot be read: 'all'"));
    let (question, said) = one(&choice("100", "0").replace("2.0000000", "two"));
    assert_eq!(question.points, 1);
    assert!(said.len() == 1 && said[0].contains("The points of the file cannot be read: 'two'."), "{said:?}");
    let answers = [answer("60", "a"), answer("60", "b"), answer("-120", "c")].concat();
    let (_, said) = one(&quiz("multichoice", "Which?", &format!("<single>false</single>{answers}")));
    assert!(said.len() == 1 && said[0].contains("All right options earn 120 % there"), "{said:?}");
}

#[test]
fn a_prompt_without_an_option_is_named() {
    let sub = |prompt: &str, option: &str| {
        format!(
            "<subquestion format=\"html\"><text>{prompt}</text><answer><text>{option}</text></answer></subquestion>"
        )
    };
    let all = [sub("Paris", "France"), sub("Rome", "Italy"), sub("Bern", ""), sub("", "")].concat();
    let (question, said) = one(&quiz("matching", "Match.", &all));
    assert_eq!(question.prompts.len(), 2);
    assert!(said.len() == 1 && said[0].contains("The prompt 'Bern' has no option there"), "{said:?}");
}

#[test]
fn weights_of_gift_that_moodle_does_not_read_are_named() {
    let said = |text: &str| {
        let plan = read(text.as_bytes(), Some("x.gift"), None);
        said(&plan).join("; ")
    };
    for (text, why) in [
        ("Which? {~%33,3%a ~%66,7%b ~c}", "a weight between % signs cannot be read"),
        ("Match. {=a -> 1 =b -> 2 =c}", "some of its answers are pairs with -> and others are not"),
        ("Which? {~%40%a ~%40%b ~%-80%c}", "All right options earn 80 % there"),
    ] {
        assert!(said(text).contains(why), "{text}: {}", said(text));
    }
    assert_eq!(said("How much? {=%d% =5 %}"), "");
}

#[test]
fn kinds_of_gaps_are_in_capitals_as_moodle_reads_them() {
    let (question, _) = one(&quiz("cloze", "<p>{1:MC:=x~y} and {1:mc:=x~y}</p>", ""));
    assert_eq!((question.gaps.len(), question.text.contains("mc:=x")), (1, true), "{}", question.text);
}

#[test]
fn colours_letters_of_lists_and_files_are_named_and_words_stay_apart() {
    let coloured = "<p><span style=\"color: red\">Only this</span> <span style='background:#FF0'>and that</span> <mark>it</mark>, \
                    <font color='navy'>too</font>; <span style=\"color: rgb(29, 33, 37); font-family: Times New Roman\">no</span> \
                    <span style='background:#fff;color:black'>no</span> <a href='https://x.org' style='color:blue'>no</a></p>\
                    <ol style='list-style-type: lower-alpha'><li>x</li></ol><ol type='a'><li value='3'>y</li></ol>\
                    <a href='@@PLUGINFILE@@/a%20b.pdf'>far</a>\
                    <input type='text'> <select><option>A</option></select>\
                    <ruby>word<rt>said</rt></ruby><details><summary>More</summary>text</details>";
    let (question, said) = one(&quiz("essay", coloured, ""));
    for what in [
        "coloured or highlighted there, and not here: 'Only this'",
        "not here: 'and that'",
        "not here: 'it'",
        "not here: 'too'",
        "The attribute style of <ol> is not read.",
        "The attribute type of <ol> is not read.",
        "The attribute value of <li> is not read.",
        "The file a b.pdf is not imported",
        "<input> is not read.",
        "<select> is not read.",
    ] {
        assert_eq!(said.iter().filter(|said| said.contains(what)).count(), 1, "{what}: {said:?}");
    }
    assert!(!said.iter().any(|said| said.contains("'no'")), "{said:?}");
    assert!(question.text.contains("word (said)"), "{}", question.text);
    assert!(!question.text.contains("Moretext") && !question.text.contains("said)More"), "{}", question.text);
}

#[test]
fn statements_of_plug_ins_are_matched_with_their_answers() {
    let row = |number: &str, text: &str| {
        format!(
            "<row number=\"{number}\"><optiontext format=\"html\"><text>{text}</text></optiontext><feedbacktext format=\"html\"><text></text></feedbacktext></row>"
        )
    };
    let column = |number: &str, text: &str| {
        format!("<column number=\"{number}\"><responsetext format=\"html\"><text>{text}</text></responsetext></column>")
    };
    let weight = |row: &str, column: &str, value: &str| {
        format!("<weight rownumber=\"{row}\" columnnumber=\"{column}\"><value>{value}</value></weight>")
    };
    let rows = row("1", "Water is wet") + &row("2", "2 = 3") + &column("1", "True") + &column("2", "False");
    let weights = weight("1", "1", "1.000")
        + &weight("1", "2", "0.000")
        + &weight("2", "1", "0.000")
        + &weight("2", "2", "1.000");
    let of = |kind: &str, method: &str| {
        let head =
            "<shuffleanswers>true</shuffleanswers><numberofrows>2</numberofrows><numberofcolumns>2</numberofcolumns>";
        let method = format!("<scoringmethod><text>{method}</text></scoringmethod>");
        one(&quiz(kind, "Which are true?", &(method + head + &rows + &weights)))
    };
    for (kind, method, scoring, is_nearly) in [
        ("mtf", "subpoints", Scoring::Partial, false),
        ("kprime", "kprimeonezero", Scoring::AllOrNothing, false),
        ("kprime", "kprime", Scoring::AllOrNothing, true),
    ] {
        let (question, said) = of(kind, method);
        let prompts: Vec<&str> = question.prompts.iter().map(ChoiceDraft::text).collect();
        assert_eq!((question.kind, prompts), (QuestionKind::Matching, vec!["Water is wet", "2 = 3"]));
        assert_eq!((options(&question), question.scoring), (vec!["True", "False"], Some(scoring)));
        let pairs: Vec<(&str, &str)> = question.pairs.iter().map(|(left, right)| (&**left, &**right)).collect();
        assert_eq!(pairs, [("l1", "r1"), ("l2", "r2")]);
        assert!(said.len() == usize::from(is_nearly), "{method}: {said:?}");
    }
    let answers = [answer("100", "a"), answer("0", "b"), answer("100", "c")].concat();
    let (question, said) = one(&quiz("oumultiresponse", "Which?", &answers));
    assert_eq!(
        (question.correct_answers, question.scoring),
        (vec!["o1".to_owned(), "o3".to_owned()], Some(Scoring::Partial))
    );
    assert!(said.len() == 1 && said[0].contains("Wrong options cost other points than in the file"), "{said:?}");
}

#[test]
fn the_first_of_several_languages_counts() {
    for text in [
        "<span lang=\"en\" class=\"multilang\">Why?</span><span lang=\"de\" class=\"multilang\">Warum?</span>",
        "{mlang en}Why?{mlang}{mlang de}Warum?{mlang}",
    ] {
        let (question, said) = one(&quiz("essay", text, ""));
        assert_eq!(question.text, "Why?");
        assert!(said.len() == 1 && said[0].contains("Texts in further languages are left out"), "{said:?}");
    }
}

#[test]
fn numbers_with_one_set_of_values_are_fixed() {
    let set = |name: &str, values: &[&str]| {
        let item = |value: &&str| format!("<dataset_item><number>1</number><value>{value}</value></dataset_item>");
        let items = values.iter().map(item).collect::<String>();
        format!(
            "<dataset_definition><name><text>{name}</text></name><dataset_items>{items}</dataset_items></dataset_definition>"
        )
    };
    let sets =
        |x: &[&str]| format!("<dataset_definitions>{}{}</dataset_definitions>", set("x", x), set("long y", &["-3"]));
    let formula = "<answer fraction=\"100\"><text>({x} - {long y})*2</text><tolerance>0.01</tolerance><tolerancetype>2</tolerancetype></answer>";
    let text = "Twice {x} less {long y}, as {={x}+1}, or \\(\\frac{1}{2}\\)?";
    for values in [&["2.50"][..], &["2.50", "2.50"]] {
        let (question, said) = one(&quiz("calculated", text, &format!("{formula}{}", sets(values))));
        assert_eq!((question.correct_number, said), (Some(Numeral("11".into())), NONE.to_vec()));
        let shown = ["Twice 2.50 less -3, as 3.5, or ", "frac{1}{2}"];
        assert!(shown.iter().all(|part| question.text.contains(part)), "{}", question.text);
        assert_eq!(question.tolerance.map(|t| t.value), Some(Numeral("0.01".into())));
    }
    assert!(skipped(&quiz("calculated", text, &format!("{formula}{}", sets(&["2", "3"])))).contains("drawn at random"));
    for (values, name) in
        [(sets(&[]), "x"), (set("x", &["2", "3"]) + &set("long y", &[""]), "long y"), (set("x", &["2"]), "long y")]
    {
        let why = skipped(&quiz("calculated", text, &format!("{formula}{values}")));
        assert!(why.contains(&format!("the file has no value of '{name}'")), "{why}");
    }
    let why = skipped(&quiz("calculated", text, &format!("{formula}{}", sets(&["two"]))));
    assert!(why.contains("the value of 'x' cannot be read: 'two'"), "{why}");
    let wrong = formula.replace("*2", "*wrong(2)");
    let why = skipped(&quiz("calculated", "Twice {x}?", &format!("{wrong}{}", sets(&["2"]))));
    assert!(why.contains("its formula cannot be read: '({x} - {long y})*wrong(2)'"), "{why}");
    let options = answer("100", "{={x}*2} cm") + &answer("0", "{x} cm");
    let rest = format!("<single>true</single>{options}{}", sets(&["2"]));
    let (question, said) = one(&quiz("calculatedmulti", "Twice {x}?", &rest));
    assert_eq!((question.text.as_str(), said), ("Twice 2?", NONE.to_vec()));
    assert_eq!(question.correct_answer.as_deref(), Some("4 cm"));
}
