use crate::{
    domain::{
        question::{CodeChecker, Numeral},
        rich_text::RichTextFormat,
        test::QuestionDraft,
    },
    service::import::{Effect, ImportFinding, ImportFormat, ImportPlan, read},
};
use std::io::{Cursor, Write as _};
use zip::{ZipWriter, write::SimpleFileOptions};

fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn plan(files: &[(&str, &str)]) -> ImportPlan {
    let plan = read(&packed(files), Some("p.zip"), None);
    assert_eq!(plan.format, Some(ImportFormat::Contest));
    plan
}

fn said(plan: &ImportPlan) -> Vec<String> {
    plan.findings.iter().map(ImportFinding::in_words).collect()
}

fn question(plan: &ImportPlan) -> &QuestionDraft {
    assert!(plan.is_good(), "{:?}", said(plan));
    &plan.tests[0].draft.questions[0]
}

/// Input, output, visible, weight, group.
fn tests(question: &QuestionDraft) -> Vec<(&str, &str, bool, i64, &str)> {
    question
        .tests
        .iter()
        .map(|t| (&*t.input, &*t.output, t.visible, t.weight, t.group.as_deref().unwrap_or("")))
        .collect()
}

#[test]
fn a_package_is_a_coding_question() {
    let plan = plan(&[
        (
            "p/problem.yaml",
            "name: Third\nvalidator_flags: float_tolerance 1e-6\nlimits:\n  memory: 512\n  output: 8\nkeywords: numbers easy\nlicense: cc0\n",
        ),
        ("p/domjudge-problem.ini", "timelimit='3'\n"),
        ("p/problem_statement/problem.en.tex", "\\problemname{Third}\nPrint $1/n$.\n\\section*{Input}\nOne number.\n"),
        ("p/data/sample/1.in", "3\n"),
        ("p/data/sample/1.ans", "3.333333333E-1"),
        ("p/data/secret/10.in", "8"),
        ("p/data/secret/10.ans", "0.125"),
        ("p/data/secret/2.in", "4"),
        ("p/data/secret/2.ans", "2.5E-1"),
        ("p/submissions/accepted/a.py", "print(1 / int(input()))\n"),
        ("p/submissions/wrong_answer/b.cpp", "int main() {}\n"),
        ("p/submissions/accepted/c.hs", "main"),
    ]);
    let question = question(&plan);
    assert_eq!(plan.tests[0].draft.title, "Third");
    assert_eq!(
        (question.checker, &question.checker_tolerance),
        (Some(CodeChecker::Numbers), &Some(Numeral("1e-6".into())))
    );
    assert_eq!((question.time_limit_ms, question.memory_limit_mb), (Some(3_000), Some(512)));
    assert_eq!(
        (question.text.as_str(), question.format),
        ("Print $1/n$.\n\n## Input\n\nOne number.", RichTextFormat::Markdown)
    );
    assert_eq!(
        tests(question),
        [("3\n", "3.333333333E-1", true, 0, ""), ("4", "2.5E-1", false, 1, "all"), ("8", "0.125", false, 1, "all")]
    );
    assert_eq!(question.tags, ["numbers", "easy"]);
    assert_eq!((&*question.reference_solutions[0].language, &*question.wrong_solutions[0].language), ("Python", "C++"));
    assert_eq!(said(&plan).len(), 1, "{:?}", said(&plan));
    assert!(said(&plan)[0].contains("1 of the programs"), "{:?}", said(&plan));
}

#[test]
fn groups_have_their_scores() {
    let mut files = vec![
        (
            "problem.yaml",
            "name: Odd\ntype: scoring\nvalidator_flags: case_sensitive\nlimits: {time_limit: 1, memory: 256}\n",
        ),
        ("problem_statement/problem.md", "Echo.\n{{nextsample}}\n"),
        ("data/sample/1.in", "a"),
        ("data/sample/1.ans", "a"),
        ("data/secret/testdata.yaml", "grader_flags: sum accept_if_any_accepted\non_reject: continue\n"),
        ("data/secret/one/testdata.yaml", "accept_score: 50\ngrader_flags: min\nrange: 0 50\n"),
        ("data/secret/two/testdata.yaml", "accept_score: 7\n"),
    ];
    for name in ["one/1", "one/2", "one/3", "two/1", "two/2"] {
        files.push((Box::leak(format!("data/secret/{name}.in").into_boxed_str()), "x"));
        files.push((Box::leak(format!("data/secret/{name}.ans").into_boxed_str()), "x"));
    }
    let plan = plan(&files);
    let weights: Vec<(i64, &str)> = tests(question(&plan)).iter().map(|t| (t.3, t.4)).collect();
    assert_eq!(weights, [(0, ""), (17, "one"), (17, "one"), (16, "one"), (7, ""), (7, "")]);
    assert_eq!((question(&plan).text.as_str(), question(&plan).checker), ("Echo.", Some(CodeChecker::Tokens)));
    assert_eq!(said(&plan), Vec::<String>::new());
}

#[test]
fn programs_of_the_package_are_refused_in_words() {
    let tests = [("data/secret/1.in", "1"), ("data/secret/1.ans", "1")];
    for (file, text, why) in [
        ("problem.yaml", "validation: custom", "program of its own (output validator)"),
        ("output_validators/v/validate.cc", "int main", "program of its own (output validator)"),
        ("output_validator/validate.py", "x", "program of its own (output validator)"),
        ("problem.yaml", "type: interactive", "while they run"),
        ("problem.yaml", "validation: custom interactive", "while they run"),
        ("problem.yaml", "type: submit-answer", "without a program"),
        ("problem.yaml", "type: [pass-fail, submit-answer]", "pass-fail submit-answer"),
        ("problem.yaml", "type: [scoring, multi-pass]", "several times for one test"),
        ("domjudge-problem.ini", "special_compare='cmp'", "program of its own"),
        ("problem.yaml", "name: [", "not YAML"),
    ] {
        let mut files = vec![(file, text)];
        if !file.starts_with("problem.") && !file.starts_with("domjudge") {
            files.push(("problem.yaml", "name: X"));
        }
        files.extend(tests);
        let plan = plan(&files);
        assert!(!plan.is_good() && said(&plan)[0].contains(why), "{file}: {:?}", said(&plan));
        assert!(said(&plan)[0].starts_with(file), "{file}: {:?}", said(&plan));
    }
}

#[test]
fn tests_that_lack_a_file_and_invisible_characters_are_named() {
    let plan = plan(&[
        ("problem.yaml", "unheard: 1\nlimits: {bold: 1}\n"),
        ("data/secret/1.in", "\u{feff}yes\r\nno\r\n"),
        ("data/secret/1.ans", "5\r\n"),
        ("data/secret/2.ans", "5"),
        ("data/secret/3.in", "5"),
    ]);
    assert_eq!(tests(question(&plan)), [("yes\nno\n", "5\n", false, 1, "all")]);
    let said = said(&plan).join("\n");
    for what in [
        "data/secret/2: The test is left out",
        "data/secret/3: The test",
        "1 of the tests have them",
        "'unheard'",
        "'bold'",
        "no statement",
        "no time limit",
        "no memory limit",
    ] {
        assert!(said.contains(what), "{what}: {said}");
    }
}

#[test]
fn polygon_is_read() {
    let xml = |checker: &str| {
        format!(
            "<problem short-name=\"s\"><names><name language=\"russian\" value=\"S\"/><name language=\"english\" value=\"Sum\"/></names>\
             <judging><testset name=\"tests\"><time-limit>1500</time-limit><memory-limit>268435456</memory-limit><test-count>2</test-count>\
             <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>\
             <tests><test method=\"manual\" sample=\"true\"/><test method=\"generated\"/></tests></testset></judging>\
             <assets><checker name=\"{checker}\" type=\"testlib\"/></assets></problem>"
        )
    };
    let of = |checker: &str, with_all: bool| {
        let xml = xml(checker);
        let mut files = vec![
            ("problem.xml", xml.as_str()),
            ("statement-sections/english/legend.tex", "Add \\textbf{both}."),
            ("statement-sections/english/input.tex", "Two numbers."),
            ("tests/01", "1 2"),
            ("tests/01.a", "3"),
        ];
        if with_all {
            files.extend([("tests/02", "2 2"), ("tests/02.a", "4")]);
        }
        plan(&files)
    };
    let plan = of("std::rcmp6.cpp", true);
    let found = question(&plan);
    assert_eq!((plan.tests[0].draft.title.as_str(), found.time_limit_ms), ("Sum", Some(1_500)));
    assert_eq!((found.memory_limit_mb, found.checker), (Some(256), Some(CodeChecker::Numbers)));
    assert_eq!(found.text, "Add **both**.\n\n## Input\n\nTwo numbers.");
    assert_eq!(tests(found), [("1 2", "3", true, 0, ""), ("2 2", "4", false, 1, "all")]);
    assert_eq!(said(&plan), Vec::<String>::new());
    assert!(said(&of("check.cpp", true))[0].contains("program of its own (checker)"));
    assert!(said(&of("std::fcmp.cpp", true)).join("\n").contains("Blanks at the end of a line count there"));
    assert!(said(&of("std::wcmp.cpp", false))[0].contains("export the full package"));
}

/// A part that no rule knows, at each place of a package: in its settings, and as a file.
#[test]
fn unknown_parts_are_named_at_each_place() {
    const ODD: &str = "zzodd";
    let yaml = "name: Third\nvalidator_flags: float_tolerance 1e-6\nlimits:\n  memory: 512\n  time_limit: 2\ngrading:\n  objective: max\nkeywords: easy\n";
    let group = "accept_score: 50\ngrader_flags: min\nscoring:\n  score: 50\n";
    let ini = "timelimit='2'\n";
    let files = |yaml: &str, group: &str, ini: &str, more: &[(&str, &str)]| {
        let mut files = vec![
            ("problem.yaml", yaml),
            ("domjudge-problem.ini", ini),
            ("problem_statement/problem.md", "Print it."),
            ("data/sample/1.in", "1"),
            ("data/sample/1.ans", "1"),
            ("data/secret/g1/testdata.yaml", group),
            ("data/secret/g1/2.in", "2"),
            ("data/secret/g1/2.ans", "2"),
            ("submissions/accepted/a.py", "print(input())"),
        ];
        files.extend(more);
        said(&plan(&files))
    };
    assert_eq!(files(yaml, group, ini, &[]), Vec::<String>::new());
    let is_named = |said: Vec<String>| said.iter().any(|said| said.contains(ODD));
    let with_line = |text: &str| -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        let at = |place: usize| {
            let next = lines.get(place).map_or("", |line| &line[..line.len() - line.trim_start().len()]);
            let odd = format!("{next}{ODD}: 1");
            [&lines[..place], &[odd.as_str()], &lines[place..]].concat().join("\n")
        };
        (0..=lines.len()).map(at).collect()
    };
    for odd in with_line(yaml) {
        assert!(is_named(files(&odd, group, ini, &[])), "{odd}");
    }
    for odd in with_line(group) {
        assert!(is_named(files(yaml, &odd, ini, &[])), "{odd}");
    }
    assert!(is_named(files(yaml, group, "timelimit='2'\nzzodd='1'\n", &[])));
    for folder in ["", "data/", "data/sample/", "data/secret/", "data/secret/g1/", "zzodd/", "data/zzodd/"] {
        for name in ["zzodd.txt", "zzodd.in", "zzodd", "zzodd.xml"] {
            let path = format!("{folder}{name}");
            assert!(is_named(files(yaml, group, ini, &[(&path, "1")])), "{path}");
        }
    }
    // The settings of one test change what passes.
    let config = plan(&[
        ("problem.yaml", yaml),
        ("problem_statement/problem.md", "Print it."),
        ("data/secret/g1/2.in", "2"),
        ("data/secret/g1/2.ans", "2"),
        ("data/secret/g1/2.yaml", "args: [x]"),
    ]);
    assert_eq!(config.findings[0].effect(), Some(Effect::Scores), "{:?}", config.findings);
    for (path, what) in [
        ("include/zzodd.h", "compiled with each program"),
        ("attachments/zzodd.pdf", "Files for candidates"),
        ("problem_statement/problem.de.md", "in other languages"),
        ("submissions/accepted/b.zz", "are not imported"),
    ] {
        let said = files(yaml, group, ini, &[(path, "1")]).join("; ");
        assert!(said.contains(what), "{path}: {said}");
    }
}

#[test]
fn unknown_parts_of_polygon_are_named_at_each_place() {
    let xml = "<problem short-name=\"s\"><names><name language=\"english\" value=\"Sum\"/></names>\
        <judging input-file=\"\" output-file=\"\"><testset name=\"tests\"><time-limit>1500</time-limit><memory-limit>268435456</memory-limit><test-count>1</test-count>\
        <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>\
        <tests><test method=\"manual\" sample=\"true\"/></tests></testset></judging>\
        <assets><checker name=\"std::wcmp.cpp\" type=\"testlib\"><testset><test-count>0</test-count></testset></checker></assets></problem>";
    let of = |xml: &str| {
        let files = [("statement-sections/english/legend.tex", "Add."), ("tests/01", "1"), ("tests/01.a", "1")];
        said(&plan(&[[("problem.xml", xml)].as_slice(), &files].concat()))
    };
    assert_eq!(of(xml), Vec::<String>::new());
    let passed_over = ["names", "checker", "test-count"];
    for (at, _) in xml.match_indices('<') {
        let before = &xml[..at];
        let is_within = |name: &str| before.rfind(&format!("<{name}")) > before.rfind(&format!("</{name}"));
        if at == 0 || passed_over.iter().any(|name| is_within(name)) {
            continue;
        }
        let odd = format!("{before}<zzodd>1</zzodd>{}", &xml[at..]);
        let said = of(&odd);
        // A test that is not found refuses the package.
        assert!(
            said.iter().any(|said| said.contains("zzodd") || said.contains("export the full package")),
            "{odd}: {said:?}"
        );
    }
    let file = xml.replace("input-file=\"\"", "input-file=\"in.txt\"");
    assert!(of(&file)[0].contains("the file 'in.txt'"), "{:?}", of(&file));
}

/// Weights and groups of a problem with scores whose groups have these settings and tests.
fn graded(settings: &[(&str, &str)], tests_in: &[&str]) -> (Vec<(i64, String)>, Vec<String>) {
    let mut files = vec![
        (
            "problem.yaml".to_owned(),
            "name: Odd\ntype: scoring\nvalidator_flags: case_sensitive\nlimits: {time_limit: 1, memory: 256}\n"
                .to_owned(),
        ),
        ("problem_statement/problem.md".to_owned(), "Echo.".to_owned()),
    ];
    files.extend(settings.iter().map(|(folder, text)| (format!("data/{folder}"), (*text).to_owned())));
    for name in tests_in {
        files.extend([".in", ".ans"].map(|ending| (format!("data/{name}{ending}"), "x".to_owned())));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let plan = plan(&files);
    let found = tests(question(&plan)).into_iter().map(|test| (test.3, test.4.to_owned())).collect();
    (found, said(&plan))
}

#[test]
fn groups_within_groups_are_counted_as_there() {
    let weights = |found: Vec<(i64, String)>| found.iter().map(|(weight, _)| *weight).collect::<Vec<_>>();
    let part = "grader_flags: sum accept_if_any_accepted\non_reject: continue\n";
    let average = part.replace("sum", "avg");
    let settings = [
        ("secret/testdata.yaml", part),
        ("secret/a/testdata.yaml", average.as_str()),
        ("secret/a/x/testdata.yaml", "accept_score: 15\n"),
        ("secret/a/y/testdata.yaml", "accept_score: 30\n"),
        ("secret/b/testdata.yaml", "grader_flags: min\n"),
        ("secret/b/x/testdata.yaml", "accept_score: 50\n"),
        ("secret/b/y/testdata.yaml", "accept_score: 50\n"),
    ];
    let (found, said) = graded(&settings, &["secret/a/x/1", "secret/a/y/1", "secret/b/x/1", "secret/b/y/1"]);
    // 7.5, 15 and 50, twice each to be whole.
    assert_eq!(found, [(15, ""), (30, ""), (50, "b"), (50, "b")].map(|(weight, group)| (weight, group.to_owned())));
    assert_eq!(said, Vec::<String>::new());

    let (_, said) = graded(&[("secret/testdata.yaml", "grader_flags: max\n")], &["secret/1", "secret/2"]);
    assert!(said[0].contains("here they are added up") || said[1].contains("here they are added up"), "{said:?}");
    let (_, said) = graded(&[("secret/testdata.yaml", "accept_score: 5\n")], &["secret/1", "secret/2"]);
    assert!(said[0].contains("here its parts count one by one"), "{said:?}");
    let (_, said) = graded(&[("secret/testdata.yaml", "accept_score: 5\nreject_score: 1\n")], &["secret/1"]);
    assert!(said[0].contains("reject_score"), "{said:?}");

    // Names that are cut stay different, and are named.
    let long = "subtask with a name of more than forty letters, ";
    let (one, other) = (format!("secret/{long}a"), format!("secret/{long}b"));
    let names = [&one, &other].map(|folder| format!("{folder}/testdata.yaml"));
    let min = "grader_flags: min\naccept_score: 5\n";
    let settings = [("secret/testdata.yaml", part), (names[0].as_str(), min), (names[1].as_str(), min)];
    let (found, said) = graded(&settings, &[&format!("{one}/1"), &format!("{one}/2"), &format!("{other}/1")]);
    let cut = "subtask with a name of more than forty l";
    let expected = [(3, cut.to_owned()), (2, cut.to_owned()), (5, format!("{} 2", &cut[..38]))];
    assert_eq!(found, expected, "{said:?}");
    assert_eq!(
        said.iter().filter(|said| said.contains("is cut: it is longer than 40 characters")).count(),
        2,
        "{said:?}"
    );

    // The format since 2025.
    let settings = [
        ("secret/a/test_group.yaml", "max_score: 30\n"),
        ("secret/b/test_group.yaml", "max_score: 70\nscore_aggregation: sum\n"),
    ];
    let (found, said) = graded(&settings, &["sample/1", "secret/a/1", "secret/a/2", "secret/b/1", "secret/b/2"]);
    assert_eq!((weights(found), said), (vec![0, 15, 15, 35, 35], Vec::new()));
    let (_, said) = graded(&[("secret/a/test_group.yaml", "max_score: 30\nrequire_pass: sample\n")], &["secret/a/1"]);
    assert_eq!(said, ["data/secret/a/test_group.yaml: 'require_pass' is not imported."]);
}

#[test]
fn languages_and_constants_of_a_package_are_read() {
    let of = |languages: &str| {
        let yaml = format!(
            "name: X\nvalidator_flags: case_sensitive\nlimits: {{time_limit: 1, memory: 256}}\nlanguages: {languages}\nconstants:\n  n: 5\n  k: {{value: 10, tex: 10^1}}\n"
        );
        plan(&[
            ("problem.yaml", &yaml),
            ("statement/problem.en.tex", "At most {{n}}, \\constant{k} or $\\constant{k.tex}$, {{other}}."),
            ("data/secret/1.in", "1"),
            ("data/secret/1.ans", "1"),
        ])
    };
    let plan = of("[python3, cpp]");
    assert_eq!(question(&plan).languages, ["Python", "C++"]);
    assert!(question(&plan).text.starts_with("At most 5, 10 or $10^1$"), "{}", question(&plan).text);
    assert_eq!(said(&plan), Vec::<String>::new());
    assert!(question(&of("all")).languages.len() > 5);
    assert!(said(&of("[ada, cpp]"))[0].contains("Programs in ada are not run here"));
    assert!(said(&of("[ada]"))[0].contains("all languages are possible"));
}

#[test]
fn flags_of_the_validator_are_read_or_named() {
    let of = |flags: &str, output: &str| {
        let yaml =
            format!("name: X\nvalidator_flags: {flags}\nlimits: {{time_limit: '1.5', memory: \"256\"}}\nkeywords: x\n");
        let plan = plan(&[
            ("problem.yaml", &yaml),
            ("problem_statement/problem.md", "Print it."),
            ("data/secret/1.in", "1"),
            ("data/secret/1.ans", output),
        ]);
        let found = question(&plan);
        assert_eq!((found.time_limit_ms, found.memory_limit_mb), (Some(1_500), Some(256)), "{flags}");
        (found.checker, found.checker_tolerance.clone().map(|Numeral(text)| text), said(&plan))
    };
    let numbers = |text: &str| (Some(CodeChecker::Numbers), Some(text.to_owned()), Vec::<String>::new());
    assert_eq!(of("float_tolerance 1E-6", "0.5"), numbers("1E-6"));
    assert_eq!(of("float_absolute_tolerance .001 float_relative_tolerance 1e-3", "0.5"), numbers("0.001"));
    let (checker, tolerance, words) = of("float_absolute_tolerance 1e-6", "0.5");
    assert_eq!((checker, tolerance.as_deref()), (Some(CodeChecker::Numbers), Some("1e-6")));
    assert!(words.len() == 1 && words[0].contains("the package sets them apart"), "{words:?}");
    for (flags, checker, what) in [
        ("float_tolerance", CodeChecker::Tokens, "The flag 'float_tolerance' of the output validator is not read."),
        ("float_tolerance 1e-6 space_change_sensitive", CodeChecker::Numbers, "Blanks and line ends have to be"),
        ("case_sensitive space_change_sensitive", CodeChecker::Exact, "Blanks at the end of a line"),
    ] {
        let (found, _, words) = of(flags, "0.5");
        assert_eq!(found, Some(checker), "{flags}");
        assert!(words.len() == 1 && words[0].contains(what), "{flags}: {words:?}");
    }
    assert!(of("float_tolerance 1e-3", "100000").2[0].contains("A whole number in an output may differ"));
}

#[test]
fn flags_of_some_groups_and_values_that_are_no_numbers_are_named() {
    let group = |flags: &str| format!("output_validator_flags: {flags}\n");
    let (one, other) = (group("float_tolerance 1e-6"), group("case_sensitive"));
    let sum = "grader_flags: sum accept_if_any_accepted\non_reject: continue\n";
    let names = ["sample/1", "secret/a/1", "secret/b/1"];
    let differ = |settings: &[(&str, &str)]| {
        let all = [settings, &[("secret/testdata.yaml", sum)]].concat();
        graded(&all, &names).1.iter().any(|said| said.contains("Groups compare outputs in different ways"))
    };
    assert!(differ(&[("secret/a/testdata.yaml", &one)]));
    assert!(differ(&[("secret/a/testdata.yaml", &one), ("secret/b/testdata.yaml", &other)]));
    assert!(!differ(&[("secret/a/testdata.yaml", &one), ("secret/b/testdata.yaml", &one)]));
    assert!(!differ(&[("testdata.yaml", &one)]));
    let (found, said) = graded(
        &[
            ("secret/testdata.yaml", sum),
            ("secret/a/testdata.yaml", "accept_score: '30'\n"),
            ("secret/b/testdata.yaml", "accept_score: many\n"),
        ],
        &names,
    );
    assert_eq!(found.iter().map(|(weight, _)| *weight).collect::<Vec<_>>(), [0, 30, 1]);
    assert!(said.iter().any(|said| said.contains("'accept_score' is not imported.")), "{said:?}");
}

#[test]
fn points_of_polygon_groups_and_large_whole_numbers_are_read_or_named() {
    let of = |checker: &str, groups: &str, tests: &str| {
        let xml = format!(
            "<problem short-name=\"s\"><names><name language=\"english\" value=\"Sum\"/></names><judging><testset name=\"tests\">\
             <time-limit>1500</time-limit><memory-limit>268435456</memory-limit><tests>{tests}</tests><groups>{groups}</groups></testset></judging>\
             <assets><checker name=\"std::{checker}.cpp\" type=\"testlib\"/></assets></problem>"
        );
        let mut files = vec![("problem.xml", xml.as_str()), ("statement-sections/english/legend.tex", "Add.")];
        files.extend([("tests/01", "1"), ("tests/01.a", "100000"), ("tests/02", "2"), ("tests/02.a", "2")]);
        files.extend([("tests/03", "3"), ("tests/03.a", "3")]);
        let plan = plan(&files);
        let found = tests_of(&plan);
        (found, said(&plan))
    };
    let three = "<test group=\"a\"/><test group=\"a\"/><test group=\"b\"/>";
    let groups =
        "<group name=\"a\" points=\"31\" points-policy=\"complete-group\"/><group name=\"b\" points=\"69.5\"/>";
    let (found, said) = of("wcmp", groups, three);
    assert_eq!(found, [(16, "a"), (15, "a"), (70, "b")].map(|(weight, group)| (weight, group.to_owned())));
    assert!(said.len() == 1 && said[0].contains("were rounded"), "{said:?}");
    let (found, said) = of("wcmp", "", "<test points=\"5\"/><test points=\"many\"/><test points=\"5\"/>");
    assert_eq!(found.iter().map(|(weight, _)| *weight).collect::<Vec<_>>(), [5, 0, 5]);
    assert!(said.len() == 1 && said[0].contains("were rounded"), "{said:?}");
    let plain = "<test/><test/><test/>";
    assert!(of("rcmp4", "", plain).1[0].contains("A whole number in an output may differ"));
    for checker in ["rcmp6", "dcmp", "casewcmp"] {
        assert_eq!(of(checker, "", plain).1, Vec::<String>::new(), "{checker}");
    }
    assert!(of("rncmp", "", plain).1.iter().any(|said| said.contains("0.000015 there")));
}

fn tests_of(plan: &ImportPlan) -> Vec<(i64, String)> {
    tests(question(plan)).into_iter().map(|test| (test.3, test.4.to_owned())).collect()
}

/// Of samples alone, all count.
#[test]
fn a_problem_with_samples_alone_has_weights() {
    let (found, _) = graded(&[], &["sample/1"]);
    assert_eq!(found[0].0, 1);
}

#[test]
fn folders_may_be_written_with_backslashes() {
    let plan = plan(&[("problem.yaml", "name: X"), ("data\\secret\\1.in", "1"), ("data\\secret\\1.ans", "2")]);
    let found = tests(question(&plan));
    assert_eq!(found.iter().map(|test| (test.0, test.1)).collect::<Vec<_>>(), [("1", "2")]);
}
