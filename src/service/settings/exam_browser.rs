//! Safe Exam Browser: what a test asks for, the configuration of a link, and the check of what a browser proves
//! (`docs/behaviour/safe-exam-browser.md`).

use super::public_url;
use crate::{
    app::App,
    domain::{
        Result, TestId,
        exam_browser::{self, BrowserConfig, BrowserProof, ExamBrowserRule},
    },
    service::{
        actor::{Author, TestReader},
        query,
    },
    store::Read,
};

/// The rule of a test with the name of who stored it; both `None` before the first one.
#[derive(Clone, Debug, Default)]
pub struct StoredRule {
    pub rule: Option<ExamBrowserRule>,
    pub by: Option<String>,
}

fn shown(read: &impl Read, rule: Option<ExamBrowserRule>) -> Result<StoredRule> {
    let by = rule.as_ref().map(|rule| query::person::name_of(read, rule.by)).transpose()?;
    Ok(StoredRule { rule, by })
}

/// # Errors
/// 404.
pub fn get(app: &App, _: &TestReader, test: TestId) -> Result<StoredRule> {
    let read = app.store.read()?;
    query::require_test(&read, test)?;
    shown(&read, read.get(test)?)
}

/// # Errors
/// 404; 409 `changed_meanwhile` with who stored the current one; 422 on `keys`.
pub async fn set(
    app: &App,
    by: &Author,
    test: TestId,
    (required, keys): (bool, Vec<String>),
    version: Option<u32>,
) -> Result<StoredRule> {
    let keys = exam_browser::check_keys(keys)?;
    app.write(by, move |w| {
        query::require_test(&**w, test)?;
        let old: Option<ExamBrowserRule> = w.get(test)?;
        let stored = old.as_ref().map(|old| (old.version, old.by, old.at));
        query::version::require_version(&**w, version, stored, "the rule about Safe Exam Browser")?;
        let current = old.as_ref().map_or(0, |old| old.version);
        let is_same =
            old.as_ref().map_or(!required && keys.is_empty(), |old| old.required == required && old.keys == keys);
        if is_same {
            return shown(&**w, old);
        }
        let rule =
            ExamBrowserRule { test_id: test, required, keys, version: current + 1, by: w.by.account(), at: w.now };
        w.put(&rule)?;
        w.audit("test.exam_browser", test, if required { "required" } else { "not required" })?;
        shown(&**w, Some(rule))
    })
    .await
}

/// The rule of a test that asks for the browser.
fn asked(read: &impl Read, test: TestId) -> Result<Option<ExamBrowserRule>> {
    Ok(read.get::<ExamBrowserRule>(test)?.filter(|rule| rule.required))
}

fn config(site: &str, secret: &str) -> BrowserConfig {
    BrowserConfig::new(&format!("{site}/take-test/{secret}"), site)
}

/// The configuration of a link, as a file.
///
/// # Errors
/// 404 `unknown_link`; 410.
pub fn file(app: &App, secret: &str) -> Result<String> {
    query::link::find(&app.store.read()?, secret)?.require_alive(app.now())?;
    Ok(config(&public_url(app)?, secret).file())
}

/// Values that a caller sent: with the call, whose path this is, and read by the page.
#[derive(Clone, Debug, Default)]
pub struct PresentedProof {
    /// Path and query of the call.
    pub path: String,
    /// The proof of the call: its URL is this site's, with the path.
    pub of_call: BrowserProof,
    /// The proof of the page, with its URL.
    pub of_page: BrowserProof,
}

/// Whether the test behind the link asks for the browser, and the caller has proven it.
///
/// # Errors
/// 403 `exam_browser_required`; 404 `unknown_link`.
pub fn require(app: &App, secret: &str, presented: &PresentedProof) -> Result<bool> {
    let read = app.store.read()?;
    let invite = query::link::find(&read, secret)?;
    let Some(rule) = asked(&read, invite.test_id)? else { return Ok(false) };
    let site = public_url(app)?;
    let key = config(&site, secret).key();
    let of_call = BrowserProof { url: format!("{site}{}", presented.path), ..presented.of_call.clone() };
    let is_own_page = presented.of_page.url.starts_with(&format!("{site}/"));
    if of_call.satisfies(&key, &rule.keys) || (is_own_page && presented.of_page.satisfies(&key, &rule.keys)) {
        return Ok(true);
    }
    Err(exam_browser::required())
}
