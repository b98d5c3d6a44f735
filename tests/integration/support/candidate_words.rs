//! A candidate's page, in any language but English, shows a refusal in the words of its code
//! (`docs/languages.md#refusals`): each code that a call of candidates is refused with needs them.

use super::calls::{CALLS, Who};
use http::Method;
use invigil::domain::{language::Language, translation::page_texts};
use std::{collections::BTreeSet, sync::LazyLock};

/// Codes with words. `tsc` compares the other languages with English.
static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let texts = page_texts(Language::English);
    texts.iter().filter_map(|text| text.context.strip_prefix("refusals.").map(str::to_owned)).collect()
});

/// Calls of accounts that staff's pages alone make.
const OF_STAFF: [&str; 2] = ["/api/jobs", "/api/tokens"];

fn fits(call: &str, method: &Method, path: &str) -> bool {
    let Some((named, template)) = call.split_once(' ') else { return false };
    let is_same = |(part, given): (&str, &str)| part == given || (part.starts_with('{') && !given.is_empty());
    named == method.as_str()
        && template.split('/').count() == path.split('/').count()
        && template.split('/').zip(path.split('/')).all(is_same)
}

/// Whether a page of candidates, or that of the sign-in, makes this call.
fn is_of_candidates(method: &Method, path: &str) -> bool {
    let fitting = CALLS.iter().filter(|(call, _)| fits(call, method, path));
    let row = fitting.min_by_key(|(call, _)| call.matches('{').count());
    let of_candidates = [Who::Public, Who::Link, Who::Key, Who::Account, Who::Applicant];
    row.is_some_and(|(_, who)| of_candidates.contains(who)) && !OF_STAFF.iter().any(|staff| path.starts_with(staff))
}

/// Asserts that candidates have words for the refusal of a call.
#[track_caller]
pub fn assert_words(method: &Method, path: &str, code: &str) {
    let path = path.split('?').next().unwrap_or_default();
    assert!(
        WORDS.contains(code) || !is_of_candidates(method, path),
        "{method} {path} is refused with `{code}`: ui/src/i18n/*/refusals.ts need words for it"
    );
}

#[test]
fn a_code_without_words_is_found() {
    let (post, token) = (Method::POST, "/api/start-test/abc");
    assert!(WORDS.len() > 80 && WORDS.contains("pool_too_small"));
    assert!(is_of_candidates(&post, token) && is_of_candidates(&Method::GET, "/api/take-test/abc/runs/1"));
    assert!(is_of_candidates(&post, "/api/auth/login") && is_of_candidates(&Method::GET, "/api/my-invites"));
    for (method, path) in [
        (&post, "/api/tests"),
        (&post, "/api/tokens"),
        (&Method::GET, "/api/start-test/abc"),
        (&Method::GET, "/api/take-test/"),
        (&Method::PUT, "/api/no/such/call"),
    ] {
        assert!(!is_of_candidates(method, path), "{method} {path}");
    }
    assert_words(&post, token, "pool_too_small");
    assert_words(&post, "/api/tests", "archived");
    assert!(std::panic::catch_unwind(|| assert_words(&post, token, "archived")).is_err());
}
