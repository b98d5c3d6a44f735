//! Safe Exam Browser (`docs/behaviour/safe-exam-browser.md`): the configuration that is made here, its Config Key, and what a
//! browser proves by it. The rules of the key are those of the developer documentation of Safe Exam Browser.

use super::{Error, ErrorCode, Instant, Result, TestId, UserId, error::FieldChecker, hex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{cmp::Ordering, fmt::Write};

/// Browser exam keys of one test: one for each version of the browser that is in use.
pub const MAX_EXAM_KEYS: usize = 50;
/// A key in hexadecimal digits.
const KEY_DIGITS: usize = 64;

/// The rules of a test for the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExamBrowserRule {
    pub test_id: TestId,
    pub required: bool,
    /// Browser exam keys, of which one must be proven too; none are asked for where the list is empty.
    pub keys: Vec<String>,
    /// Counts the stored changes from 1.
    pub version: u32,
    /// `None` for the operator.
    pub by: Option<UserId>,
    pub at: Instant,
}

/// Browser exam keys as they were entered: in lower case, each once.
///
/// # Errors
/// 422 on `keys`.
pub fn check_keys(keys: Vec<String>) -> Result<Vec<String>> {
    let mut checked: Vec<String> = Vec::with_capacity(keys.len());
    let mut check = FieldChecker::default();
    check.require(
        keys.len() <= MAX_EXAM_KEYS,
        "keys",
        format!("A test has at most {MAX_EXAM_KEYS} browser exam keys."),
    );
    for (place, key) in keys.into_iter().enumerate() {
        let key = key.trim().to_ascii_lowercase();
        let is_key = key.len() == KEY_DIGITS && key.bytes().all(|byte| byte.is_ascii_hexdigit());
        check.require(is_key, format!("keys[{place}]"), "A browser exam key has 64 hexadecimal digits.");
        if !checked.contains(&key) {
            checked.push(key);
        }
    }
    check.finish(&["keys"])?;
    Ok(checked)
}

/// A value of a property list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Setting>),
    Group(Vec<(String, Setting)>),
}

impl Setting {
    fn group(entries: Vec<(&str, Self)>) -> Self {
        Self::Group(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

/// The settings of a browser for one link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserConfig(Vec<(String, Setting)>);

/// Each request carries the proof in JavaScript where the engine sends no headers.
const PREFER_MODERN_ENGINE: i32 = 3;
/// A filter rule that allows.
const ALLOW: i32 = 1;

impl BrowserConfig {
    /// The browser opens this page, may use the camera, and opens no other site. What it stores survives its end, so that a
    /// test goes on after a crash.
    #[must_use]
    pub fn new(start_url: &str, site: &str) -> Self {
        let host = site.split_once("://").map_or(site, |(_, host)| host);
        let rule = Setting::group(vec![
            ("action", Setting::Number(ALLOW.into())),
            ("active", Setting::Flag(true)),
            ("expression", Setting::Text(format!("{host}/*"))),
            ("regex", Setting::Flag(false)),
        ]);
        let entries = vec![
            ("allowAudioCapture", Setting::Flag(true)),
            ("allowQuit", Setting::Flag(true)),
            ("allowVideoCapture", Setting::Flag(true)),
            ("browserMediaCaptureCamera", Setting::Flag(true)),
            ("browserMediaCaptureMicrophone", Setting::Flag(true)),
            ("browserWindowWebView", Setting::Number(PREFER_MODERN_ENGINE.into())),
            ("examSessionClearCookiesOnEnd", Setting::Flag(false)),
            ("examSessionClearCookiesOnStart", Setting::Flag(false)),
            ("originatorVersion", Setting::Text("Invigil".to_owned())),
            ("sendBrowserExamKey", Setting::Flag(true)),
            ("startURL", Setting::Text(start_url.to_owned())),
            ("URLFilterEnable", Setting::Flag(true)),
            ("URLFilterRules", Setting::List(vec![rule])),
        ];
        Self(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The file as the browser opens it: a property list, not encrypted.
    #[must_use]
    pub fn file(&self) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
             \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n",
        );
        plist_group(&mut out, &self.0);
        out.push_str("</plist>\n");
        out
    }

    /// SHA-256 of the sorted form in hexadecimal digits.
    #[must_use]
    pub fn key(&self) -> String {
        hex::encode(&Sha256::digest(sorted_form(&self.0)))
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn plist_group(out: &mut String, entries: &[(String, Setting)]) {
    out.push_str("<dict>\n");
    for (name, value) in entries {
        let _ = writeln!(out, "<key>{}</key>", escaped(name));
        plist(out, value);
    }
    out.push_str("</dict>\n");
}

fn plist(out: &mut String, value: &Setting) {
    let _ = match value {
        Setting::Flag(true) => out.write_str("<true/>\n"),
        Setting::Flag(false) => out.write_str("<false/>\n"),
        Setting::Number(number) => writeln!(out, "<integer>{number}</integer>"),
        Setting::Text(text) => writeln!(out, "<string>{}</string>", escaped(text)),
        Setting::List(values) => {
            out.push_str("<array>\n");
            for value in values {
                plist(out, value);
            }
            out.write_str("</array>\n")
        }
        Setting::Group(entries) => {
            plist_group(out, entries);
            Ok(())
        }
    };
}

/// The form that is hashed: JSON without white space and without escaping, the names in order whatever their case, without
/// `originatorVersion` and without empty groups.
#[must_use]
pub fn sorted_form(entries: &[(String, Setting)]) -> String {
    let mut out = String::new();
    json_group(&mut out, entries);
    out
}

fn by_name(a: &str, b: &str) -> Ordering {
    a.to_lowercase().cmp(&b.to_lowercase()).then_with(|| a.cmp(b))
}

fn json_group(out: &mut String, entries: &[(String, Setting)]) {
    let is_hashed = |(name, value): &&(String, Setting)| {
        name != "originatorVersion" && !matches!(value, Setting::Group(inner) if inner.is_empty())
    };
    let mut sorted: Vec<&(String, Setting)> = entries.iter().filter(is_hashed).collect();
    sorted.sort_by(|a, b| by_name(&a.0, &b.0));
    out.push('{');
    for (place, (name, value)) in sorted.into_iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        let _ = write!(out, "\"{name}\":");
        json(out, value);
    }
    out.push('}');
}

fn json(out: &mut String, value: &Setting) {
    let _ = match value {
        Setting::Flag(flag) => write!(out, "{flag}"),
        Setting::Number(number) => write!(out, "{number}"),
        Setting::Text(text) => write!(out, "\"{text}\""),
        Setting::List(values) => {
            out.push('[');
            for (place, value) in values.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                json(out, value);
            }
            out.write_char(']')
        }
        Setting::Group(entries) => {
            json_group(out, entries);
            Ok(())
        }
    };
}

/// The hash that the browser sends for a page or a call: SHA-256 of the URL without its fragment, and the key.
#[must_use]
pub fn proof(url: &str, key: &str) -> String {
    let url = url.split_once('#').map_or(url, |(url, _)| url);
    hex::encode(&Sha256::new().chain_update(url).chain_update(key).finalize())
}

/// Values that a browser sent, by headers of the call or read by the page from its JavaScript interface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrowserProof {
    /// URL to which the hashes belong.
    pub url: String,
    pub config: Option<String>,
    pub exam: Option<String>,
}

impl BrowserProof {
    fn proves(&self, sent: Option<&String>, key: &str) -> bool {
        sent.is_some_and(|sent| sent.trim().eq_ignore_ascii_case(&proof(&self.url, key)))
    }

    /// Whether it proves the configuration, and one of the browser exam keys where some are asked for.
    #[must_use]
    pub fn satisfies(&self, config_key: &str, exam_keys: &[String]) -> bool {
        let is_known = || exam_keys.iter().any(|key| self.proves(self.exam.as_ref(), key));
        self.proves(self.config.as_ref(), config_key) && (exam_keys.is_empty() || is_known())
    }
}

/// 403 for a browser that proves nothing.
#[must_use]
pub fn required() -> Error {
    Error::forbidden(
        ErrorCode::ExamBrowserRequired,
        "This test is taken in Safe Exam Browser, with the configuration of this invitation.",
    )
}

#[cfg(test)]
#[path = "exam_browser_tests.rs"]
mod tests;
