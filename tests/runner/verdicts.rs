//! Bad input and bad output: a verdict and a sentence, and nothing hangs.

use crate::{
    client::{Client, job},
    site::{Layers, Site, one_at_a_time},
};
use invigil::runner::{
    checker::Checker,
    job::{Job, JobTest, Limits, Outcome, Verdict, Verdict::*},
    wire::RunnerReply,
};

#[derive(Clone, Copy)]
struct Case {
    name: &'static str,
    language: &'static str,
    source: &'static str,
    input: &'static str,
    expected: &'static str,
    verdict: Verdict,
    /// Part of the note.
    says: &'static str,
}

const fn case(
    name: &'static str,
    language: &'static str,
    source: &'static str,
    expected: &'static str,
    verdict: Verdict,
) -> Case {
    Case { name, language, source, input: "", expected, verdict, says: "" }
}

const fn says(case: Case, says: &'static str) -> Case {
    Case { says, ..case }
}

fn cases() -> Vec<Case> {
    let echo = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())";
    vec![
        case("hello", "python", "print('hello')", "hello", Ac),
        case("hello in C++", "c++", "#include <cstdio>\nint main() { puts(\"hello\"); }", "hello", Ac),
        says(case("wrong", "python", "print(1)", "2", Wa), ""),
        says(case("nothing", "python", "pass", "2", Wa), "printed nothing"),
        says(case("binary output", "python", "import os\nos.write(1, bytes(range(256)))", "x", Wa), "not valid UTF-8"),
        says(
            case("invalid UTF-8", "c++", "#include <cstdio>\nint main() { puts(\"\\xff\\xfe\"); }", "x", Wa),
            "not valid UTF-8",
        ),
        says(
            case("100 MB of output", "python", "for _ in range(100): print('x' * (1 << 20))", "x", Ole),
            "printed more",
        ),
        says(
            case(
                "100 MB of errors",
                "python",
                "import sys\nfor _ in range(100): print('x' * (1 << 20), file=sys.stderr)",
                "x",
                Ole,
            ),
            "printed more",
        ),
        case("NUL, expected", "python", "print('a\\0b')", "a\0b", Ac),
        says(case("NUL, not expected", "python", "print('a\\0b')", "ab", Wa), "NUL"),
        says(case("NUL in source code", "c++", "int main() { @\0 }", "", Ce), "NUL"),
        says(case("NUL in source code of Python", "python", "print(1)\0", "1", Ce), "NUL"),
        says(case("recursion", "python", "def f(n): return f(n + 1)\nf(0)", "", Rte), "exit code 1"),
        says(
            case(
                "recursion in C++",
                "c++",
                "int f(volatile int n) { volatile char b[9999]; b[n % 9999] = 1; return f(n + 1) + b[0]; } int main() { return f(1); }",
                "",
                Rte,
            ),
            "SIGSEGV",
        ),
        case("CRLF in source code", "python", "if True:\r\n    print('a')\r\n    print('b')\r\n", "a\nb\n", Ac),
        case(
            "CRLF in source code of C++",
            "c++",
            "#include <cstdio>\r\n#define X 1 + \\\r\n 1\r\nint main() { printf(\"%d\\r\\n\", X); }\r\n",
            "2",
            Ac,
        ),
        Case { input: "a\r\nb", ..case("CRLF in input", "python", echo, "a\nb\n", Ac) },
        case("no newline at the end", "python", "import sys\nsys.stdout.write('a\\nb')", "a\nb\n", Ac),
        says(case("empty source code", "python", "", "1", Ce), "empty"),
        says(case("blank source code", "python", " \n\n", "1", Ce), "empty"),
        says(case("empty source code of C++", "c++", "", "1", Ce), "empty"),
        says(case("C++ as Python", "python", "int main() { return 0; }", "", Ce), "does not compile"),
        says(case("Python as C++", "c++", "print('hello')", "hello", Ce), "does not compile"),
        case("names in Unicode", "python", "größe_Ω = 'ünï'\nprint(größe_Ω)", "ünï", Ac),
        says(case("exit code", "python", "print(1)\nexit(3)", "1", Rte), "exit code 3"),
        says(case("abort", "c++", "#include <cstdlib>\nint main() { abort(); }", "", Rte), "SIGABRT"),
        says(
            case("division by zero", "c++", "int main() { volatile int zero = 0; return 7 / zero; }", "", Rte),
            "SIGFPE",
        ),
        says(case("CPU time", "python", "while True: pass", "", Tle), "CPU time"),
        says(case("sleep", "python", "import time\ntime.sleep(100)", "", Tle), "little CPU time"),
        says(case("memory", "python", "b = bytearray(900 << 20)", "", Mle), "memory"),
        says(case("a compiler that does not end", "c++", "#include \"/dev/zero\"\nint main() {}", "", Ce), ""),
    ]
}

#[test]
fn every_bad_program_gets_a_verdict_and_a_sentence() {
    let _one = one_at_a_time();
    for layers in [Layers::All, Layers::Base] {
        let mut site = Site::new(layers);
        let mut client = site.start();
        for case in cases() {
            let mut job = job(case.language, case.source, case.input, Some(case.expected));
            job.limits.cpu_ms = 200;
            let outcome = client.run(job);
            let what = format!("{} {layers:?}: {outcome:?}", case.name);
            assert_eq!(outcome.verdict, case.verdict, "{}", &what[..what.len().min(2_000)]);
            assert!(outcome.note.contains(case.says), "{}", &what[..what.len().min(2_000)]);
            assert!(!outcome.toolchain.is_empty() || case.language.is_empty());
        }
        assert_eq!(site.stop_runner(), Some(0), "{}", site.log());
    }
}

#[test]
fn output_is_cut_off_and_that_of_hidden_tests_stays_in_the_runner() {
    let mut site = Site::new(Layers::All);
    let mut client = site.start();
    let mut long = job("python", "import sys\nprint('x' * 4096)\nprint('e' * 4096, file=sys.stderr)", "", None);
    long.limits = Limits { stdout_kb: 2, stderr_kb: 1, ..Limits::default() };
    long.tests.push(JobTest { input: String::new(), expected: None, report_output: false });
    let outcome = client.run(long);
    let output = outcome.tests[0].output.as_ref().unwrap();
    assert_eq!((output.stdout.len(), output.stderr.len(), output.is_truncated), (2_048, 1_024, true));
    assert_eq!((outcome.tests[0].verdict, &outcome.tests[1].output), (Ole, &None));
}

#[test]
fn every_test_is_judged_and_the_first_that_fails_decides() {
    let mut site = Site::new(Layers::All);
    let mut client = site.start();
    let mut many = job("python", "n = int(input())\nprint(1 / (n - 2) if n != 3 else 7)", "1", Some("-1"));
    many.tests = ["1:-1", "2:0", "3:8", "4:0.5000000001"]
        .iter()
        .map(|test| test.split_once(':').unwrap())
        .map(|(input, expected)| JobTest { input: input.into(), expected: Some(expected.into()), report_output: false })
        .collect();
    many.checker = Checker::Numbers { tolerance: 1e-6 };
    let wrong = Job { id: uuid::Uuid::from_u128(u128::MAX), stops_at_failure: true, ..many.clone() };
    let outcome: Outcome = client.run(many);
    let verdicts: Vec<Verdict> = outcome.tests.iter().map(|test| test.verdict).collect();
    assert_eq!((verdicts, outcome.verdict), (vec![Ac, Rte, Wa, Ac], Rte));
    assert!(outcome.tests.iter().all(|test| test.memory_kb > 0 && test.output.is_none()), "{outcome:?}");
    // One test that it fails is enough for a program that is to be wrong.
    let outcome: Outcome = client.run(wrong);
    let verdicts: Vec<Verdict> = outcome.tests.iter().map(|test| test.verdict).collect();
    assert_eq!((verdicts, outcome.verdict), (vec![Ac, Rte], Rte));
}

#[test]
fn a_job_beyond_a_bound_is_refused_with_a_sentence() {
    let mut site = Site::new(Layers::All);
    let mut client = site.start();
    let refused = |client: &mut Client, job| {
        client.send(job);
        match client.reply() {
            RunnerReply::Refused { reason, is_busy: false, .. } => reason,
            other => panic!("{other:?}"),
        }
    };
    assert!(refused(&mut client, job("cobol", "", "", None)).contains("'cobol'"));
    assert!(refused(&mut client, job("php", "", "", None)).contains("'php'"));
    assert!(refused(&mut client, job("python", &"x".repeat(300 << 10), "", None)).contains("256 KiB"));
    assert!(refused(&mut client, job("python", "", &"x".repeat(33 << 20), None)).contains("32 MiB"));
    let mut none = job("python", "", "", None);
    none.tests.clear();
    assert!(refused(&mut client, none).contains("no test"));
    assert_eq!(client.run(job("python", "print(1)", "", None)).verdict, Ac);
}
