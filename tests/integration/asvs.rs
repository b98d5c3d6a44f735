//! docs/asvs.md lists every requirement once, only existing files, and facts that are true.

use crate::support::calls::Who;
use invigil::{
    domain::{
        exam_session::MAX_PICTURE_BYTES,
        screenshot,
        user::{PASSWORD, Role, SESSION_IDLE, SESSION_MAX},
    },
    picture,
};

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Last requirement of levels 1 and 2 by section of ASVS 5.0.0; numbers start at 1, and level 3 follows.
const SECTIONS: [(&str, u32); 75] = [
    ("1.1", 2),
    ("1.2", 9),
    ("1.3", 11),
    ("1.4", 3),
    ("1.5", 2),
    ("2.1", 3),
    ("2.2", 3),
    ("2.3", 4),
    ("2.4", 1),
    ("3.2", 2),
    ("3.3", 4),
    ("3.4", 6),
    ("3.5", 5),
    ("3.7", 2),
    ("4.1", 3),
    ("4.2", 1),
    ("4.3", 2),
    ("4.4", 4),
    ("5.1", 1),
    ("5.2", 3),
    ("5.3", 2),
    ("5.4", 3),
    ("6.1", 3),
    ("6.2", 12),
    ("6.3", 4),
    ("6.4", 4),
    ("6.5", 5),
    ("6.6", 3),
    ("6.8", 4),
    ("7.1", 3),
    ("7.2", 4),
    ("7.3", 2),
    ("7.4", 5),
    ("7.5", 2),
    ("7.6", 2),
    ("8.1", 2),
    ("8.2", 3),
    ("8.3", 1),
    ("8.4", 1),
    ("9.1", 3),
    ("9.2", 4),
    ("10.1", 2),
    ("10.2", 2),
    ("10.3", 4),
    ("10.4", 11),
    ("10.5", 5),
    ("10.6", 2),
    ("10.7", 3),
    ("11.1", 2),
    ("11.2", 3),
    ("11.3", 3),
    ("11.4", 4),
    ("11.5", 1),
    ("11.6", 1),
    ("12.1", 3),
    ("12.2", 2),
    ("12.3", 4),
    ("13.1", 1),
    ("13.2", 5),
    ("13.3", 2),
    ("13.4", 5),
    ("14.1", 2),
    ("14.2", 4),
    ("14.3", 3),
    ("15.1", 3),
    ("15.2", 3),
    ("15.3", 7),
    ("16.1", 1),
    ("16.2", 5),
    ("16.3", 4),
    ("16.4", 3),
    ("16.5", 3),
    ("17.1", 1),
    ("17.2", 4),
    ("17.3", 2),
];

/// Rows of all tables: requirements, verdict, files.
fn rows(sheet: &str) -> Vec<(Vec<&str>, &str, Vec<&str>)> {
    sheet
        .lines()
        .filter(|line| line.starts_with("| V"))
        .map(|line| {
            let mut cells = line.trim_matches('|').split(" | ").map(str::trim);
            let ids = cells.next().unwrap().split(", ").collect();
            let verdict = cells.next().unwrap();
            // Every second piece between backticks is a path.
            let files = cells.last().unwrap().split('`').skip(1).step_by(2).collect();
            (ids, verdict, files)
        })
        .collect()
}

#[test]
fn every_requirement_has_one_verdict_and_existing_evidence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sheet = std::fs::read_to_string(root.join("docs/asvs.md")).unwrap();
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    let mut missing: Vec<PathBuf> = Vec::new();
    for (ids, verdict, files) in rows(&sheet) {
        assert!(matches!(verdict, "met" | "deviates" | "n/a"), "{ids:?}: {verdict}");
        for id in ids {
            *found.entry(id.to_owned()).or_default() += 1;
        }
        missing.extend(files.iter().map(|file| root.join(file)).filter(|file| !file.exists()));
    }
    let expected: BTreeMap<String, u32> =
        SECTIONS.iter().flat_map(|(section, last)| (1..=*last).map(move |n| (format!("V{section}.{n}"), 1))).collect();
    assert_eq!(expected.len(), 253);
    assert_eq!(found, expected);
    assert_eq!(missing, Vec::<PathBuf>::new());
}

/// Sentences with the numbers that the source has. A number that changes there fails here until the sheet says it, too.
#[test]
fn numbers_are_those_of_the_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sheet = std::fs::read_to_string(root.join("docs/asvs.md")).unwrap();
    let sheet = sheet.split_whitespace().collect::<Vec<_>>().join(" ");
    let source = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let callers = source("tests/integration/attacks/matrix.rs");
    let callers = callers.split("const CALLERS: [Caller; ").nth(1).unwrap().split(']').next().unwrap().to_owned();
    for fact in [
        format!("Passwords have {} to {} characters", PASSWORD.start(), PASSWORD.end()),
        format!("{} minutes after the last call and {} hours", SESSION_IDLE.as_mins(), SESSION_MAX.as_hours()),
        format!("(PNG, JPEG or WebP, {} MiB;", picture::MAX_UPLOAD >> 20),
        format!("{} MiB, {} an attempt", screenshot::MAX_BYTES >> 20, screenshot::MAX_SCREENSHOTS),
        "(48 tiles, 32 sessions per administrator)".to_owned(),
        format!("pictures of face and document (JPEG, {} KiB)", MAX_PICTURE_BYTES >> 10),
        format!("Every call by {callers} kinds of callers"),
    ] {
        assert!(sheet.contains(&fact), "docs/asvs.md does not say: {fact}");
    }
    for (path, constant) in [
        (
            "src/state/login_rate_limit/mod.rs",
            "PAIR: Limit = Limit { free: 5, max_delay: SignedDuration::from_mins(15) }",
        ),
        (
            "src/state/login_rate_limit/mod.rs",
            "ACCOUNT: Limit = Limit { free: 20, max_delay: SignedDuration::from_secs(30) }",
        ),
        ("src/state/login_rate_limit/mod.rs", "NETWORK: Limit = Limit { free: 200,"),
        ("src/http/middleware/limits.rs", "LONG_TIMEOUT: Duration = Duration::from_mins(2);"),
        ("src/live/media/limits.rs", "SDP_BYTES: usize = 128 * 1024;"),
        ("src/http/api/monitor/webrtc.rs", "SDP_LIMIT: usize = SDP_BYTES + SDP_BYTES / 8;"),
        ("src/live/media/limits.rs", "WALL_TILES: usize = 48;"),
        ("src/live/media/limits.rs", "SESSIONS_PER_ADMIN: usize = 32;"),
        ("src/service/import/package.rs", "MAX_ENTRIES: usize = 10_000;"),
        ("src/service/import/package.rs", "MAX_UNPACKED: u64 = 64 << 20;"),
        ("src/domain/email_verification.rs", "LINK_TTL: SignedDuration = time::DAY.saturating_mul(7);"),
    ] {
        assert!(source(path).contains(constant), "{path} has another {constant}: change docs/asvs.md, too");
    }
}

/// The sheet names who there is, and denies only what is not there.
#[test]
fn what_is_there_is_named_and_what_is_denied_is_not_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sheet = std::fs::read_to_string(root.join("docs/asvs.md")).unwrap();
    let roles = sheet.split("**Roles.**").nth(1).unwrap().split("\n\n").next().unwrap();
    let named = |role: Role| match role {
        Role::Admin => "administrators",
        Role::Applicant => "applicants",
        Role::Reviewer => "reviewers",
        Role::Staff => "staff with given roles",
    };
    for role in [Role::Admin, Role::Applicant, Role::Reviewer, Role::Staff] {
        assert!(roles.contains(named(role)), "{role:?}");
    }
    // Every kind of caller of the table of permissions has its word.
    let word = |who: Who| match who {
        Who::Public | Who::Account => "calls",
        Who::Link | Who::Key | Who::Peer => "Candidates with a link",
        Who::Applicant => "applicants with an account",
        Who::Reviewer => "reviewers",
        Who::Admin => "administrators",
        Who::Superadmin => "first administrator",
        Who::Machine => "code runners of other machines with a token",
    };
    for (call, who) in crate::support::calls::CALLS {
        assert!(roles.contains(word(who)), "{call}: {}", word(who));
    }
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).unwrap();
    let absent = [
        ("No GraphQL, no WebSocket", "async-graphql tungstenite tokio-tungstenite juniper"),
        ("No TURN server", "turn webrtc-turn"),
        ("Sessions have no cookie", "cookie axum-extra tower-cookies"),
    ];
    for (said, packages) in absent {
        assert!(sheet.contains(said), "{said}");
        for package in packages.split(' ') {
            assert!(!lock.contains(&format!("name = \"{package}\"\n")), "'{said}', but there is {package}");
        }
    }
    for (said, path) in [("No identity provider", "src/directory"), ("No federation", "src/directory")] {
        assert!(!sheet.contains(said) || !root.join(path).exists(), "'{said}', but there is {path}");
    }
    // What is there has its word: the sandbox of programs, Markdown, formulas, patterns, pictures.
    for (path, said) in [
        ("src/runner/sandbox/seccomp.rs", "seccomp"),
        ("src/domain/rich_text/markdown.rs", "Markdown becomes a tree"),
        ("src/domain/rich_text/formula.rs", "formulas are read by a parser"),
        ("src/picture/mod.rs", "encoded again"),
        ("src/domain/share.rs", "shared link"),
        ("src/secrets/totp.rs", "codes by time"),
        ("src/directory/client/mod.rs", "a person is known by issuer"),
        ("src/directory/client/mod.rs", "by an identity provider or by the directory"),
        ("src/service/invite/lti/launch.rs", "launches of learning platforms"),
        ("src/domain/api_token.rs", "tokens of programs"),
        ("src/domain/clip.rs", "clips around flags"),
        ("src/domain/exam_session/identity.rs", "Pictures of faces and documents are sealed"),
        ("src/service/invite/panel_calendar.rs", "calendars of panels"),
        ("src/domain/runner_token.rs", "tokens of code runners"),
    ] {
        assert_eq!(root.join(path).exists(), sheet.contains(said), "{path}: {said}");
    }
}
