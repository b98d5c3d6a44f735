//! docs/assurance/ names only commands, flags, variables, calls, limits, fields and files that exist.

use crate::support::binary::Place;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// A span between backticks, with its file and line.
struct Span {
    place: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

fn spans(name: &str, text: &str) -> Vec<Span> {
    text.lines()
        .enumerate()
        .flat_map(|(index, line)| {
            // Every second piece between backticks is a span of code.
            let pieces: Vec<&str> = line.split('`').collect();
            assert_eq!(pieces.len() % 2, 1, "{name}:{}: an open backtick", index + 1);
            let place = format!("{name}:{}", index + 1);
            pieces
                .into_iter()
                .skip(1)
                .step_by(2)
                .map(move |text| Span { place: place.clone(), text: text.to_owned() })
                .collect::<Vec<_>>()
        })
        .collect()
}

fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<_> = fs::read_dir(root().join("docs/assurance"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap())
        })
        .collect();
    pages.sort();
    pages
}

/// The sources of truth.
struct Product {
    place: Place,
    help: BTreeMap<Vec<String>, Option<String>>,
    /// Flags of all commands.
    flags: BTreeSet<String>,
    makefile: String,
    limits: String,
    description: serde_json::Value,
    options: String,
}

fn flags_of(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_lowercase() || c == '-'))
        .filter(|word| word.len() > 2 && word.starts_with("--"))
        .map(str::to_owned)
        .collect()
}

impl Product {
    fn new() -> Self {
        let place = Place::new();
        let completions = place.run(["completions", "bash"]);
        assert_eq!(completions.code, Some(0), "{}", completions.stderr);
        Self {
            flags: flags_of(&completions.stdout),
            place,
            help: BTreeMap::new(),
            makefile: read("Makefile"),
            limits: read("docs/limits.md"),
            description: serde_json::from_str(&read("assets/openapi.json")).unwrap(),
            options: read("docs/operations.md"),
        }
    }

    fn help(&mut self, words: &[String]) -> Option<&str> {
        if !self.help.contains_key(words) {
            let outcome = self.place.run(words.iter().map(String::as_str).chain(["--help"]));
            self.help.insert(words.to_vec(), (outcome.code == Some(0)).then_some(outcome.stdout));
        }
        self.help[words].as_deref()
    }

    /// Why a span is not true, if it is of a kind that can be looked up.
    fn refutes(&mut self, text: &str) -> Option<String> {
        if let Some(command) = text.strip_prefix("invigil ") {
            let words: Vec<String> = command
                .split(' ')
                .take_while(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-'))
                .map(str::to_owned)
                .collect();
            let Some(help) = self.help(&words) else { return Some(format!("there is no command {words:?}")) };
            let known = flags_of(help);
            return flags_of(command)
                .into_iter()
                .find(|flag| !known.contains(flag))
                .map(|flag| format!("{words:?} has no {flag}"));
        }
        if let Some(target) = text.strip_prefix("make ") {
            return (!self.makefile.contains(&format!("\n{target}:"))).then(|| format!("there is no target {target}"));
        }
        if text.starts_with("--") {
            let flag = text.split([' ', '=']).next().unwrap();
            return (!self.flags.contains(flag)).then(|| format!("no command has {flag}"));
        }
        if text.starts_with("INVIGIL_") {
            return (!self.options.contains(&format!("`{text}`")))
                .then(|| format!("{text} is not in docs/operations.md"));
        }
        for method in ["GET ", "POST ", "PUT ", "PATCH ", "DELETE "] {
            if let Some(path) = text.strip_prefix(method) {
                let call = &self.description["paths"][format!("/api{path}")][method.trim().to_ascii_lowercase()];
                return call.is_null().then(|| format!("there is no call {text}"));
            }
        }
        if text.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
            return (!self.limits.contains(&format!("`{text}`"))).then(|| format!("{text} is not in docs/limits.md"));
        }
        let top = text.split('/').next().unwrap();
        if matches!(top, "src" | "tests" | "docs" | "ui" | "packaging" | "assets" | "benches" | "fuzz") && top != text {
            return (!root().join(text).exists()).then(|| format!("there is no file {text}"));
        }
        let is_field = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && text.contains(|c: char| c == '_' || c.is_ascii_uppercase());
        if is_field && !text.ends_with("_code") {
            return (!self.description.to_string().contains(&format!("\"{text}\"")))
                .then(|| format!("the API has no field {text}"));
        }
        None
    }
}

#[test]
fn what_the_pages_name_exists() {
    let mut product = Product::new();
    let (mut wrong, mut commands) = (Vec::new(), 0);
    for (name, text) in pages() {
        for Span { place, text } in spans(&name, &text) {
            commands += usize::from(text.starts_with("invigil "));
            wrong.extend(product.refutes(&text).map(|why| format!("{place}: `{text}`: {why}")));
        }
    }
    assert!(commands > 10, "{commands} commands: the reader of the pages finds too few");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whom the server calls, by the module that does; and what it stores or sends of a person beside results.
#[test]
fn connections_and_data_are_named() {
    let of = |page: &str| read(&format!("docs/assurance/{page}.md"));
    let (questionnaire, assessment) = (of("questionnaire"), of("impact-assessment"));
    let connections = questionnaire.lines().find(|line| line.contains("outbound connections")).unwrap();
    for (module, word) in [
        ("src/mail", "mail server"),
        ("src/ai", "AI service"),
        ("src/directory/client", "identity providers"),
        ("src/directory/ldap", "directory"),
        ("src/webhook_out.rs", "receivers of webhooks"),
        ("src/service/invite/lti", "learning platforms"),
        ("src/service/invite/panel_calendar.rs", "calendars of panels"),
        ("src/audit_out", "receiver of the audit log"),
        ("src/twin", "log of a second server"),
    ] {
        assert_eq!(root().join(module).exists(), connections.contains(word), "{module}: {word}");
    }
    for (record, word) in [
        ("src/domain/arrangement.rs", "who helps in the room"),
        ("src/domain/consent.rs", "the text that was accepted"),
        ("src/domain/asked_question.rs", "questions to proctors"),
        ("src/domain/webhook/delivery.rs", "calls to receivers of webhooks"),
        ("src/domain/directory.rs", "names of the person at an identity provider"),
        ("src/domain/order.rs", "a tracking system"),
    ] {
        assert_eq!(root().join(record).exists(), assessment.contains(word), "{record}: {word}");
    }
}

/// The languages of the page, by the folders of their words.
#[test]
fn languages_are_counted() {
    let folders = |path: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(root().join(path)).unwrap().map(Result::unwrap);
        let folders = entries.filter(|entry| entry.path().is_dir());
        let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| !matches!(name.as_str(), "languages" | "staff")).collect()
    };
    let page = read("docs/assurance/accessibility.md");
    assert_eq!(folders("ui/src/i18n").len(), 8);
    assert!(page.contains("Candidates choose among eight languages"));
    assert_eq!(folders("ui/src/i18n/staff"), ["de", "en", "fr"].map(str::to_owned).into());
    assert!(page.contains("staff among English, German and French"));
}

/// The control: one wrong name of each kind is found.
#[test]
fn a_wrong_name_of_each_kind_is_found() {
    let mut product = Product::new();
    for wrong in [
        "invigil audit forward",
        "invigil backup --encrypt FILE",
        "make proof",
        "--backup-every",
        "INVIGIL_BACKUP_EVERY",
        "POST /admin/forget-all",
        "GET /admin/auto-review/{submission_id}",
        "MAX_NOTHING",
        "tests/e2e/missing.spec.ts",
        "reviewNeedsNobody",
    ] {
        assert!(product.refutes(wrong).is_some(), "{wrong}");
    }
    for right in
        ["invigil backup --with-key FILE", "make prove", "--backup-keep", "TLS 1.3", "secret.key", "[controller]"]
    {
        assert_eq!(product.refutes(right), None, "{right}");
    }
}
