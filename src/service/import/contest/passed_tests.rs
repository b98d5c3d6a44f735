//! Problems that are passed or failed, and programs in languages that they do not accept.

use crate::service::import::{ImportFinding, packages::package_of, read};

#[test]
fn a_problem_that_says_that_it_is_passed_or_failed_has_one_group_whatever_its_folders_say() {
    let groups = |problem: &str| {
        let files = [
            ("problem.yaml", problem),
            ("problem_statement/problem.md", "Echo."),
            ("data/secret/one/test_group.yaml", "scoring: {score: 60, aggregation: min}\n"),
            ("data/secret/one/1.in", "x"),
            ("data/secret/one/1.ans", "x"),
            ("data/secret/two/1.in", "y"),
            ("data/secret/two/1.ans", "y"),
        ];
        let plan = read(&package_of(&files.map(|(name, text)| (name, text.as_bytes()))), Some("p.zip"), None);
        let said: Vec<String> = plan.findings.iter().map(ImportFinding::in_words).collect();
        assert!(said.iter().all(|line| !line.contains("group")), "{said:?}");
        let tests = plan.tests[0].draft.questions[0].tests.iter();
        tests.map(|test| (test.weight, test.group.clone().unwrap_or_default())).collect::<Vec<_>>()
    };
    let one = |weight: i64, group: &str| (weight, group.to_owned());
    assert_eq!(groups("name: P\ntype: pass-fail\n"), [one(1, "all"), one(1, "all")]);
    assert_eq!(groups("name: P\ntype: scoring\n"), [one(60, "one"), one(1, "")]);
    assert_eq!(groups("name: P\n"), [one(60, "one"), one(1, "")]);
}

#[test]
fn a_program_in_a_language_that_is_not_accepted_is_left_out_alone() {
    let files = [
        ("problem.yaml", "name: P\nlanguages: python3 java\n"),
        ("problem_statement/problem.md", "Echo."),
        ("data/secret/1.in", "x"),
        ("data/secret/1.ans", "x"),
        ("submissions/accepted/a.py", "print(input())"),
        ("submissions/accepted/b.kt", "fun main() = println(readln())"),
    ];
    let plan = read(&package_of(&files.map(|(name, text)| (name, text.as_bytes()))), Some("p.zip"), None);
    let said: Vec<String> = plan.findings.iter().map(ImportFinding::in_words).collect();
    assert!(plan.is_good(), "{said:?}");
    let solutions = &plan.tests[0].draft.questions[0].reference_solutions;
    assert_eq!(solutions.iter().map(|one| one.language.as_str()).collect::<Vec<_>>(), ["Python"]);
    assert!(said.iter().any(|line| line.contains("1 of the programs are not imported")), "{said:?}");
}
