//! Typed answers that earn less and come before the right one: the first that fits counts there.

use super::tests::{answer, one, quiz};
use crate::service::import::{ImportFinding, read};

#[test]
fn a_category_that_comes_again_is_named() {
    let category =
        |path: &str| format!("<question type=\"category\"><category><text>{path}</text></category></question>");
    let question = "<question type=\"truefalse\"><questiontext><text>So?</text></questiontext>\
        <answer fraction=\"100\"><text>true</text></answer><answer fraction=\"0\"><text>false</text></answer></question>";
    let moodle = |paths: [&str; 3]| {
        let parts: String = paths.map(|path| category(path) + question).concat();
        ("q.xml", format!("<quiz>{parts}</quiz>"))
    };
    let gift = |paths: [&str; 3]| ("q.gift", paths.map(|path| format!("$CATEGORY: {path}\n\nSo?{{T}}\n\n")).concat());
    for (paths, count) in [(["top/A", "top/B", "top/A"], 1), (["top/A", "top/B", "other/A"], 0)] {
        for (name, text) in [moodle(paths), gift(paths)] {
            let plan = read(text.as_bytes(), Some(name), None);
            let said: Vec<String> = plan.findings.iter().map(ImportFinding::in_words).collect();
            let again = said.iter().filter(|line| line.contains("The category \"A\" comes again")).count();
            assert_eq!((plan.tests.len(), again), (3, count), "{name}: {said:?}");
        }
    }
}

#[test]
fn answers_before_the_right_one_are_named_where_they_take_it() {
    for (sensitive, first, right, is_taken) in [
        ("0", "orwell", "Orwell", true),
        ("1", "orwell", "Orwell", false),
        ("0", "*well", "Orwell", true),
        ("0", "O*w*l", "Orwell", true),
        ("0", "O*x*l", "Orwell", false),
        ("0", "Or", "Orwell", false),
        ("0", "*", "Orwell", true),
        ("0", "a\\*", "Orwell", false),
    ] {
        let answers = answer("0", first) + &answer("100", right);
        let (_, said) = one(&quiz("shortanswer", "Who?", &format!("<usecase>{sensitive}</usecase>{answers}")));
        let is_said = said.iter().any(|said| said.contains(&format!("'{first}' comes before '{right}'")));
        assert_eq!(is_said, is_taken, "{first}: {said:?}");
        let (_, after) = one(&quiz("shortanswer", "Who?", &(answer("100", right) + &answer("0", first))));
        assert!(after.is_empty(), "{after:?}");
    }
    let (_, said) = one(&quiz("shortanswer", "Who?", &(answer("-50", "Blair") + &answer("100", "Orwell"))));
    assert!(said[0].contains("A wrong answer costs points there"), "{said:?}");
}

#[test]
fn numbers_before_the_right_one_are_named_where_they_take_it() {
    let number = |fraction: &str, number: &str, width: &str| {
        format!("<answer fraction=\"{fraction}\"><text>{number}</text><tolerance>{width}</tolerance></answer>")
    };
    for (first, width, is_taken) in
        [("4", "0", true), ("5", "0", false), ("5", "1.5", true), ("1", "0.5", false), ("*", "", true)]
    {
        let answers = number("0", first, width) + &number("100", "3", "1");
        let (_, said) = one(&quiz("numerical", "How many?", &answers));
        let is_said =
            said.iter().any(|said| said.contains(&format!("'{first}' comes before '3' there and earns less")));
        assert_eq!(is_said, is_taken, "{first}: {said:?}");
    }
    let (_, said) = one(&quiz("numerical", "How many?", &(number("100", "3", "1") + &number("0", "*", ""))));
    assert!(said.is_empty(), "{said:?}");
    let (_, said) = one(&quiz("cloze", "How many? {1:NUMERICAL:~%0%3:0~=3:1}", ""));
    assert!(said.iter().any(|said| said.contains("'3' comes before '3'")), "{said:?}");
}
