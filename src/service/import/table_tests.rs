//! Tests as a table.

use super::{
    parsing::{plan, said},
    read,
};
use crate::domain::{
    question::{Scoring, ToleranceKind},
    rich_text::RichTextFormat,
};

#[test]
fn a_table_has_all_kinds() {
    let csv = "\
type,question,option_1,option_2,option_3,correct_answer,tolerance,unit,case_sensitive,scoring,format,explanation,tags
multiple_response,Which?,a,b,c,A | c,,,,partial,markdown,*Because*,sql | joins
numeric,How far?,,,,3.50,2 %,km,,,,,
numeric,How deep?,,,,-1,0.5,,,,,,
short_text,Who?,,,,Ada | Ada Lovelace,,,yes,,,,
ordering,Sort,one,two,three,,,,,,,,
matching,Match,cat -> meow,dog->woof,-> moo,,,,,,,,
";
    let found = plan(csv, "t.csv");
    assert_eq!(said(&found), Vec::<String>::new());
    let questions = &found.tests[0].draft.questions;
    assert_eq!(questions[0].correct_answers, ["o1", "o3"]);
    assert_eq!((questions[0].scoring, questions[0].format), (Some(Scoring::Partial), RichTextFormat::Markdown));
    assert_eq!((questions[0].explanation.as_deref(), questions[0].tags.len()), (Some("*Because*"), 2));
    let tolerance = |place: usize| {
        let tolerance = questions[place].tolerance.as_ref().unwrap();
        (tolerance.kind, tolerance.value.0.as_str())
    };
    assert_eq!((tolerance(1), questions[1].unit.as_deref()), ((ToleranceKind::Relative, "0.02"), Some("km")));
    assert_eq!(tolerance(2), (ToleranceKind::Absolute, "0.5"));
    assert_eq!((questions[3].accepted.join(","), questions[3].case_sensitive), ("Ada,Ada Lovelace".into(), true));
    assert_eq!(questions[4].order, ["o1", "o2", "o3"]);
    assert_eq!((questions[5].prompts.len(), questions[5].options.len(), questions[5].pairs.len()), (2, 3, 2));
    let found = plan(
        "type;question;correct_answer;tolerance\nnumeric;How far?;3,5;0,25\nnumeric;How many?;1 000;2,5 %\n",
        "t.csv",
    );
    let numbers = |place: usize| {
        let question = &found.tests[0].draft.questions[place];
        let width = &question.tolerance.as_ref().unwrap().value.0;
        (question.correct_number.as_ref().unwrap().0.as_str(), width.as_str())
    };
    assert!(found.is_good(), "{:?}", said(&found));
    assert_eq!((numbers(0), numbers(1)), (("3.5", "0.25"), ("1000", "0.025")));
    for sign in ["%", "\u{ff05}", "\u{fe6a}", "\u{66a}"] {
        let found = plan(&format!("type,question,correct_answer,tolerance\nnumeric,How far?,1,5{sign}\n"), "t.csv");
        let tolerance = found.tests[0].draft.questions[0].tolerance.clone().unwrap();
        assert_eq!((tolerance.kind, tolerance.value.0.as_str()), (ToleranceKind::Relative, "0.05"), "{sign}");
    }
    let bar = "type,question,option_1,option_2,option_3,correct_answer\nmultiple_response,Which?,a | b,a,b,";
    for (cell, right) in [("a | b", &["o1"][..]), ("b | a", &["o2", "o3"]), ("A", &["o1"])] {
        let found = plan(&format!("{bar}{cell}\n"), "t.csv");
        assert!(found.is_good(), "{:?}", said(&found));
        assert_eq!(found.tests[0].draft.questions[0].correct_answers, right, "{cell}");
    }
    // A letter is that of a column, blank or not.
    for (row, right) in [("multiple_choice,Q?,x,,y,z,C", "y"), ("multiple_choice,Q?,,x,y,,b", "x")] {
        let found = plan(&format!("type,question,option_a,option_b,option_c,option_d,correct\n{row}\n"), "t.csv");
        assert_eq!(found.tests[0].draft.questions[0].correct_answer.as_deref(), Some(right), "{:?}", said(&found));
    }
    for heads in ["answer_a,answer_b", "Answer 1,Answer 2", "choice a,Choice B"] {
        let found = plan(&format!("question,{heads},correct\nQ?,x,y,B\n"), "t.csv");
        assert_eq!(said(&found), Vec::<String>::new(), "{heads}");
        assert_eq!(found.tests[0].draft.questions[0].correct_answer.as_deref(), Some("y"), "{heads}");
    }
    let blank = plan("question,option_a,option_b,option_c,correct\nQ?,x,,y,B\n", "t.csv");
    assert!(!blank.is_good(), "{:?}", said(&blank));
    for (row, why) in [
        ("numeric,How many?,\"1,500\"", "decimal point only"),
        ("gaps,Fill [[g1]],", "needs the column 'more'"),
        ("riddle,What?,", "'riddle' is not known here"),
        ("numeric,How many?,many", "number"),
        ("multiple_response,Which?,zzz", "correct"),
    ] {
        let found = plan(&format!("type,question,correct_answer,option_1,option_2\n{row},a,b\n"), "t.csv");
        assert!(!found.is_good() && said(&found).join(" ").contains(why), "{row}: {:?}", said(&found));
    }
}

#[test]
fn cells_that_a_question_does_not_have_are_named() {
    let head = "type,question,option_1,option_2,option_3,correct_answer,tolerance,unit,case_sensitive\n";
    let of = |row: &str| plan(&format!("{head}{row}\n"), "t.csv");
    for (row, fields) in [
        ("numeric,How many?,5,6,,5,,,", vec!["options"]),
        ("numeric,How many?,,,,5,1,km,no", vec![]),
        ("short_text,Who?,Ada,,,Ada,1,km,WAHR", vec!["options", "tolerance", "unit"]),
        ("ordering,Sort,one,two,three,one,,,", vec!["correct_answer"]),
        ("matching,Match,cat -> moo,dog -> woof,-> meow,cat,,,1", vec!["correct_answer", "case_sensitive"]),
        ("multiple_choice,Which?,a,b,c,A,0.1,,false", vec!["tolerance"]),
    ] {
        let found = of(row);
        let words: Vec<String> =
            fields.iter().map(|field| format!("line 2: Questions of this type have no {field}.")).collect();
        assert_eq!((found.is_good(), said(&found)), (true, words), "{row}");
    }
    assert!(of("short_text,Who?,,,,Ada,,,VRAI").tests[0].draft.questions[0].case_sensitive);
    for (row, why) in [
        ("short_text,Who?,,,,Ada,,,sometimes", "case_sensitive: 'sometimes' is neither 'true' nor 'false'."),
        ("multiple_response,Which?,a,b,,A | c,,,", "correct_answer: 'c' is none of the options."),
    ] {
        let found = of(row);
        assert!(!found.is_good() && said(&found).join("; ").contains(why), "{row}: {:?}", said(&found));
    }
    let other = plan("test,description,question\nT,One.,Why?\nT,,How?\nT,Two.,Where?\nT,One.,When?\n", "t.csv");
    assert_eq!(said(&other), ["line 4: The first row of 'T' has another description, which counts."]);
    let cell = |flag: bool| format!("\"{{\"\"require_fullscreen\"\":{flag}}}\"");
    let rows = format!("T,{},Why?\nT,,How?\nT,{},Where?\nT,{},When?\n", cell(true), cell(true), cell(false));
    let other = plan(&format!("test,test_settings,question\n{rows}"), "t.csv");
    assert!(other.tests[0].draft.require_fullscreen);
    assert_eq!(said(&other), ["line 5: The first row of 'T' has other settings of the test, which count."]);
}

#[test]
fn a_table_has_other_fields_as_json_and_quotes_formulas() {
    let csv = "\
test,test_settings,type,question,points,more
T,\"{\"\"require_fullscreen\"\":true}\",gaps,'=SUM([[g1]]),2,\"{\"\"gaps\"\":[{\"\"id\"\":\"\"g1\"\",\"\"kind\"\":\"\"text\"\",\"\"accepted\"\":[\"\"A1\"\"]}]}\"
T,,essay,'tis so,1,\"{\"\"shoes\"\":1}\"
";
    let found = plan(csv, "t.csv");
    assert!(found.is_good());
    assert!(said(&found).join(" ").contains("Question 2: Unknown field 'shoes'."), "{:?}", said(&found));
    let draft = &found.tests[0].draft;
    assert!(draft.require_fullscreen && draft.questions[0].gaps.len() == 1);
    assert_eq!((draft.questions[0].text.as_str(), draft.questions[1].text.as_str()), ("=SUM([[g1]])", "'tis so"));
    for (cell, why) in [("{", "more: "), ("[1]", "more: "), ("\"{\"\"points\"\":\"\"x\"\"}\"", "more")] {
        let found = plan(&format!("type,question,more\nessay,Why?,{cell}\n"), "t.csv");
        assert!(!found.is_good() && said(&found).join(" ").contains(why), "{cell}: {:?}", said(&found));
    }
}

#[test]
fn a_table_is_read_in_the_encodings_of_spreadsheets() {
    let table = "question,points\nWo liegt Z\u{fc}rich?,2\n";
    let text = |bytes: &[u8]| {
        let plan = read(bytes, Some("t.csv"), None);
        assert!(plan.is_good(), "{:?}", said(&plan));
        (plan.tests[0].draft.questions[0].text.clone(), said(&plan))
    };
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain(table.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for bytes in [table.as_bytes(), utf16.as_slice(), format!("\u{feff}{table}").as_bytes()] {
        assert_eq!(text(bytes), ("Wo liegt Z\u{fc}rich?".to_owned(), Vec::new()));
    }
    assert_eq!(text(b"question,points\rWhy?,2\r").0, "Why?");
    assert_eq!(text(b"question,points\r\n\"Why\r\nnot?\",2\r\n").0, "Why\r\nnot?");
    let (question, found) = text(b"question,points\nWo liegt Z\xfcrich?,2\n");
    assert_eq!(question, "Wo liegt Z\u{fc}rich?");
    assert_eq!(
        found,
        [
            "line 2: Read as Windows-1252, which is a guess: check the letters outside ASCII, first in 'Wo liegt Z\u{fc}rich?,2'."
        ]
    );
    assert!(said(&read(b"question\nA\0b\n", Some("t.csv"), None))[0].contains("This is not text"));
    assert!(said(&read(b"\xff\xfeA\0\x00\xd8", Some("t.csv"), None))[0].contains("This begins as UTF-16LE"));
}

#[test]
fn a_table_may_name_its_separator_in_a_first_line() {
    for text in ["sep=;\r\nquestion;points\r\nWhy, then?;2\r\n", "\"sep=|\"\nquestion|points\nWhy, then?|2\n"] {
        let found = plan(text, "t.csv");
        assert!(found.is_good(), "{:?}", said(&found));
        let question = &found.tests[0].draft.questions[0];
        assert_eq!((question.text.as_str(), question.points), ("Why, then?", 2));
        assert_eq!(found.tests[0].places[0].line, Some(3));
    }
    let words = said(&plan("sep=;\nquestion;shoes\nWhy?;1\nWhy;1;2;3\n", "t.csv"));
    assert!(
        words[0].starts_with("line 4: This question was skipped: This row has more cells")
            && words[1].starts_with("line 2: Unknown column"),
        "{words:?}"
    );
}

#[test]
fn fractions_of_points_become_whole_by_one_factor_for_the_test() {
    let found = plan("test;question;points\nT;A?;2,5\nU;B?;3\n;C?;1.5\nT;D?;\n", "t.csv");
    let points = |test: usize| found.tests[test].questions().map(|(question, _)| question.points).collect::<Vec<_>>();
    assert_eq!((points(0), points(1)), (vec![5, 2], vec![6, 3]));
    let all = "Points are whole numbers here: all questions have 2 times those of the file.";
    assert_eq!(said(&found), [format!("line 2: {all}"), format!("line 3: {all}")]);
}

#[test]
fn a_row_that_cannot_be_read_leaves_the_others() {
    let table = "question;points;type;correct_answer\nA?;2.0;;\nB?;2,0;;\nC?;1,500;;\nD?;two;;\nE?;+3;;\n\
                 F?;1;numeric;many\nG?;0;;\nH?;1;riddle;\n";
    let found = plan(table, "t.csv");
    assert!(found.is_good(), "{:?}", said(&found));
    let kept = found.tests[0].questions().map(|(question, place)| (question.points, place.line));
    assert_eq!(kept.collect::<Vec<_>>(), [(2, Some(2)), (2, Some(3)), (3, Some(6))]);
    let words = said(&found);
    assert_eq!(words.len(), 5, "{words:?}");
    for (line, why) in [
        (4, "points: '1,500' is not a whole number."),
        (5, "points: 'two' is not a whole number."),
        (7, "number"),
        (8, "Points must be between 1 and 100"),
        (9, "'riddle' is not known here"),
    ] {
        let is_said =
            |said: &String| said.starts_with(&format!("line {line}: This question was skipped:")) && said.contains(why);
        assert!(words.iter().any(is_said), "{why}: {words:?}");
    }
    // The first row says what the test is like, also if its question is left out.
    let table = "test,description,duration_minutes,question,points,state\n\
                 T,Of all.,30.0,A?,x,\nT,,,B?,1,ripe\nT,,40,C?,1,\nT,,soon,D?,1,\n";
    let found = plan(table, "t.csv");
    let draft = &found.tests[0].draft;
    assert_eq!((draft.description.as_str(), draft.duration_minutes, draft.questions.len()), ("Of all.", 30, 3));
    assert_eq!(
        said(&found),
        [
            "line 2: This question was skipped: points: 'x' is not a whole number.",
            "line 3: state: 'ripe' is neither 'draft' nor 'ready'.",
            "line 4: The first row of 'T' has a different duration.",
            "line 5: duration_minutes: 'soon' is not a whole number.",
        ]
    );
}

#[test]
fn a_row_without_a_title_belongs_to_the_test_above() {
    let found = plan("test,question\n,Z?\nA,Q1?\n,Q2?\nB,Q3?\n ,Q4?\nA,Q5?\n", "file.csv");
    assert_eq!(said(&found), Vec::<String>::new());
    let of = |planned: &crate::service::import::PlannedTest| {
        let texts = planned.draft.questions.iter().map(|question| question.text.clone());
        (planned.draft.title.clone(), texts.collect::<String>())
    };
    let tests: Vec<(String, String)> = found.tests.iter().map(of).collect();
    let expected = [("file", "Z?"), ("A", "Q1?Q2?Q5?"), ("B", "Q3?Q4?")];
    assert_eq!(tests, expected.map(|(title, texts)| (title.to_owned(), texts.to_owned())));
}

#[test]
fn names_that_are_cut_are_named() {
    let long = "n".repeat(201);
    let cut = format!("The name '{}…' is cut: it is longer than 200 characters.", "n".repeat(40));
    let of_file = plan("question\nWhy?\n", &format!("{long}.csv"));
    assert_eq!((of_file.tests[0].draft.title.len(), said(&of_file)), (200, vec![cut.clone()]));
    assert_eq!(said(&plan("test,question\nT,Why?\n", &format!("{long}.csv"))), Vec::<String>::new());
    let of_question = plan(&format!("::{long}::Why? {{}}"), "x.gift");
    assert_eq!(said(&of_question), [format!("line 1: {cut}")]);
    let quiz = format!(
        "<quiz><question type=\"category\"><category><text>{long}</text></category></question>\
         <question type=\"essay\"><questiontext><text>Why?</text></questiontext></question></quiz>"
    );
    assert!(said(&plan(&quiz, "x.xml")).contains(&format!("line 1: {cut}")));
    for name in ["n".repeat(200), "\u{e9}".repeat(200)] {
        assert_eq!(said(&plan("question\nWhy?\n", &format!("{name}.csv"))), Vec::<String>::new());
    }
}

#[test]
fn a_quotation_mark_that_is_not_closed_hides_no_rows() {
    let found = plan("question,points\nOne,1\nTwo 5\" disk,2\n\"Three,1\nFour,1\n", "t.csv");
    let why = "This question was skipped: A quotation mark in this row is not closed: nothing after it can be read.";
    assert_eq!(said(&found), [format!("line 4: {why}")]);
    let texts: Vec<_> = found.tests[0].draft.questions.iter().map(|question| question.text.as_str()).collect();
    assert_eq!(texts, ["One", "Two 5\" disk"]);
    let closed = plan("question,points\n\"Three\nlines \"\"or\"\" so\",1\n", "t.csv");
    assert_eq!((said(&closed), closed.tests[0].draft.questions.len()), (Vec::new(), 1));
}

#[test]
fn a_value_of_a_test_refuses_no_table() {
    let timed = |cell: &str| plan(&format!("test,minutes,question\nT,{cell},Why?\nT,{cell},How?\n"), "t.csv");
    let less = |cell: &str| format!("line 2: duration_minutes: '{cell}' is less than 1: it is 60 here.");
    let long = "line 2: A time limit of more than 480 minutes is not imported: it is 480 minutes here.".to_owned();
    for (cell, minutes, why) in [("600", 480, long), ("0", 60, less("0")), ("-5", 60, less("-5"))] {
        let found = timed(cell);
        assert!(found.is_good(), "{:?}", said(&found));
        assert_eq!((found.tests[0].draft.duration_minutes, said(&found)), (minutes, vec![why]), "{cell}");
    }
    let long = "x".repeat(250);
    for (cell, title, count) in [("\"One\nline\"", "One line", 0), (&*long, &long[..200], 1)] {
        let found = plan(&format!("test,description,question\n{cell},a\u{1}b,Why?\n"), "t.csv");
        assert!(found.is_good(), "{:?}", said(&found));
        let draft = &found.tests[0].draft;
        assert_eq!((draft.title.as_str(), draft.description.as_str(), found.findings.len()), (title, "ab", count));
    }
}

#[test]
fn a_single_column_has_all_options() {
    let of = |row: &str| {
        let plan = plan(&format!("question,type,options,correct_answer\n{row}\n"), "t.csv");
        assert_eq!(said(&plan), Vec::<String>::new(), "{row}");
        plan.tests[0].draft.questions[0].clone()
    };
    let texts = |row: &str| of(row).options.iter().map(|one| one.text().to_owned()).collect::<Vec<_>>();
    assert_eq!(texts("Which?,,a | b | c,B"), ["a", "b", "c"]);
    assert_eq!(of("Which?,,a | b | c,B").correct_answer.as_deref(), Some("b"));
    assert_eq!(of("Which?,multiple_response,a|b|c,a|c").correct_answers, ["o1", "o3"]);
    assert_eq!(of("Sort?,ordering,a|b|c,").options.len(), 3);
    assert_eq!(texts("Which?,,a; b; c,B"), ["a", "b", "c"]);
    assert_eq!(texts("Which?,,\"a\nb, c\",a"), ["a", "b, c"]);
    for right in ["a;c", "\"A, C\"", "A|C"] {
        assert_eq!(of(&format!("Which?,multiple_response,a;b;c,{right}")).correct_answers, ["o1", "o3"], "{right}");
    }
}
