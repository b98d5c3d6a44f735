//! Checks of the packaging files that need no installation (`make package-test` installs the package).

use std::{fs, path::PathBuf, process::Command};

fn packaging(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("packaging").join(name)
}

/// Lower is better: network access alone costs about 1.3, and 0.1 is for the system call by which threads lower their
/// priority.
const MAX_EXPOSURE: f64 = 1.6;

#[test]
fn the_service_is_hardened() {
    let unit = packaging("invigil.service");
    let args = ["security", "--offline=true", "--no-pager"];
    let Ok(output) = Command::new("systemd-analyze").args(args).arg(&unit).output() else {
        eprintln!("skipped: systemd-analyze is not installed");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    if text.is_empty() {
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("offline") || error.contains("unrecognized"), "{error}");
        eprintln!("skipped: this systemd-analyze cannot analyse a file offline");
        return;
    }
    let level = text.lines().find_map(|line| line.split("Overall exposure level for invigil.service: ").nth(1));
    let exposure: f64 = level.unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(exposure <= MAX_EXPOSURE, "{text}");
}

/// Settings without which the sandbox would be weaker, and settings that would take it away (docs/sandbox.md).
#[test]
fn the_unit_of_the_runner_leaves_the_sandbox_its_means() {
    let unit = fs::read_to_string(packaging("invigil-runner.service")).unwrap();
    let has = |line: &str| unit.lines().any(|own| own == line);
    for line in [
        "DynamicUser=yes",
        "Delegate=memory pids",
        "PrivateNetwork=yes",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
    ] {
        assert!(has(line), "{line}");
    }
    for setting in ["RestrictNamespaces", "ProtectControlGroups", "SystemCallFilter", "MemoryDenyWriteExecute"] {
        assert!(!unit.lines().any(|own| own.starts_with(setting)), "{setting}");
    }
    let socket = fs::read_to_string(packaging("invigil-runner.socket")).unwrap();
    assert!(socket.contains("SocketUser=invigil\n") && socket.contains("SocketMode=0600\n"));
    let server = fs::read_to_string(packaging("invigil.service")).unwrap();
    assert!(server.contains("INVIGIL_RUNNER_SOCKET=/run/invigil/runner.sock\n"));
    assert!(socket.contains("ListenStream=/run/invigil/runner.sock\n"));
    let help = Command::new(env!("CARGO_BIN_EXE_invigil")).args(["runner", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let names =
        unit.split(|c: char| !c.is_ascii_uppercase() && c != '_').filter(|name| name.starts_with("INVIGIL_RUNNER_"));
    for name in names {
        assert!(help.contains(&format!("[env: {name}")), "{name} is not in the help of the runner");
    }
}

/// Every variable in invigil.env, commented out or not, must be one of `serve`.
#[test]
fn every_variable_of_the_service_is_known_to_serve() {
    let help = Command::new(env!("CARGO_BIN_EXE_invigil")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let settings = fs::read_to_string(packaging("invigil.env")).unwrap();
    let names: Vec<_> = settings
        .lines()
        .filter_map(|line| line.trim_start_matches('#').split_once('='))
        .map(|(name, _)| name)
        .filter(|name| name.starts_with("INVIGIL_"))
        .collect();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        assert!(help.contains(&format!("[env: {name}")), "{name} is not in the help of serve");
    }
}
