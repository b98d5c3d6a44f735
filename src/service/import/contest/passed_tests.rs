//! Problems that are passed or failed.

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
