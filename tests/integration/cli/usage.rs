//! Exit codes: 2 for usage errors only, 1 for invalid values.

use crate::support::binary::{Place, finish};
use std::{fs::OpenOptions, process::Stdio};

#[test]
fn a_usage_error_exits_with_2_and_empty_standard_output() {
    let place = Place::with_admin();
    for args in [
        &["frobnicate"][..],
        &["admin"],
        &["admin", "create", "--email", "x@example.org"],
        &["admin", "create", "--email", "x@example.org", "--name", "X", "--password", "secret"],
        &["test", "import"],
        &["results", "export", "--nothing"],
        &["smtp", "set", "--port"],
        &["smtp", "set", "--password-stdin", "--no-password"],
        &["theme", "set"],
    ] {
        let outcome = place.run(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{args:?}: {}", outcome.stderr);
        assert!(!outcome.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn an_invalid_value_exits_with_1_and_one_line_that_names_it() {
    let place = Place::with_admin();
    for (args, says) in [
        (&["results", "export", "--format", "pdf"][..], "csv, json"),
        (&["results", "export", "--from", "2026-13-01"], "2026-13-01"),
        (&["results", "export", "--from", "2026-02-02", "--to", "2026-02-01"], "--from is after --to"),
        (&["results", "export", "--from", "2026-02-02", "--tz", "Mars/Olympus"], "Mars/Olympus"),
        (&["results", "export", "--test", "7"], "'7'"),
        (&["results", "export", "--bom", "--format", "xlsx"], "--bom is for CSV"),
        (&["results", "export", "--test", "019a93c2-5b1e-7c6e-9f3a-0d9c4f4b2a10"], "no such test"),
        (&["test", "export", "nothing"], "'nothing'"),
        (&["test", "import", "missing.json"], "missing.json: No such file"),
        (&["smtp", "set", "--port", "abc"], "'abc'"),
        (&["smtp", "set", "--host", "mail", "--port", "-1", "--from-email", "a@b.c"], "between 1 and 65535"),
        (&["smtp", "set", "--host", "mail", "--tls", "ssl"], "starttls"),
        (&["smtp", "set"], "nothing to set"),
        (&["theme", "set", "pink"], "'pink'"),
        (&["serve", "--listen", "nowhere"], "'nowhere'"),
        (&["serve", "--public-url", "https://x.example/app"], "no path"),
        (&["serve", "--tls-cert", "x.pem"], "--tls-key"),
        (&["serve", "--redirect-http", "80"], "'80'"),
        (&["serve", "--trusted-proxy", "proxy.lan"], "'proxy.lan'"),
        (&["serve", "--trusted-proxy", "0.0.0.0/0"], "every client"),
        (&["serve", "--log-level", "=="], "log level"),
        (&["serve", "--demo", "--listen", "0.0.0.0:0"], "--demo-public"),
    ] {
        let line = place.run(args).refused();
        assert!(line.contains(says), "{args:?}: {line}");
    }
}

#[test]
fn an_invalid_boolean_variable_is_refused() {
    let place = Place::new();
    for (variable, value) in
        [("INVIGIL_DEMO", "maybe"), ("INVIGIL_DEMO_PUBLIC", "nope"), ("INVIGIL_TLS_SELF_SIGNED", "tru")]
    {
        let mut command = place.command(["serve", "--print-config"]);
        command.env(variable, value);
        let line = finish(command, "").refused();
        assert!(line.contains(variable) && line.contains(value), "{line}");
    }
    for (value, is) in [("yes", true), ("1", true), ("TRUE", true), ("off", false), ("", false)] {
        let mut command = place.command(["serve", "--print-config", "--json"]);
        command.env("INVIGIL_DEMO", value);
        assert_eq!(finish(command, "").json()["demo"], is, "{value}");
    }
    assert_eq!(place.run(["serve", "--print-config", "--json", "--demo"]).json()["demo"], true);
}

#[test]
fn a_misspelt_command_suggests_the_right_one() {
    let place = Place::new();
    for (args, right) in [
        (&["chekc"][..], "'check'"),
        (&["admin", "lst"], "'list'"),
        (&["invite", "create", "--self-shedule"], "'--self-schedule'"),
    ] {
        let outcome = place.run(args);
        assert_eq!(outcome.code, Some(2), "{args:?}");
        assert!(outcome.stderr.contains(right), "{args:?}: {}", outcome.stderr);
    }
}

#[test]
fn help_and_version_are_printed_to_standard_output() {
    let place = Place::new();
    assert!(place.run(["--version"]).done().starts_with("invigil "));
    assert!(place.run(["results", "export", "--help"]).done().contains("Examples:"));
    assert!(!place.data().exists());
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let place = Place::new();
    for args in [&["--help"][..], &["--version"], &["results", "export", "--help"], &["completions", "bash"]] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let outcome = place.command(args).stdin(Stdio::null()).stdout(full).output().unwrap();
        let stderr = String::from_utf8(outcome.stderr).unwrap();
        assert_eq!((outcome.status.code(), stderr.lines().count()), (Some(1), 1), "{args:?}: {stderr}");
    }
}

#[test]
fn an_empty_variable_counts_as_unset() {
    let place = Place::with_admin();
    let mut command = place.command(["admin", "list"]);
    command.env("INVIGIL_DATA", "");
    assert!(finish(command, "").refused().contains("no data in ./invigil-data"));
    let mut command = place.command(["serve", "--listen", "127.0.0.1:0"]);
    for name in [
        "PUBLIC_URL",
        "DEMO",
        "TLS_CERT",
        "TLS_KEY",
        "REDIRECT_HTTP",
        "TRUSTED_PROXY",
        "METRICS_TOKEN",
        "SECRET_KEY_FILE",
    ] {
        command.env(format!("INVIGIL_{name}"), "");
    }
    crate::support::binary::Serving::start(command).stop();
}
