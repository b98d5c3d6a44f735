use super::*;
use crate::domain::translation::page_texts;
use std::{collections::BTreeSet, fs};

fn source(path: &str) -> String {
    fs::read_to_string(format!("{}/../src/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The texts that stand directly after these words in a source.
fn literals(path: &str, after: &str) -> Vec<String> {
    let read = |rest: &str| {
        let text = rest.trim_start().strip_prefix('"')?.split('"').next()?.to_owned();
        let lines = text.split("\\\n").map(str::trim_start);
        Some(lines.collect())
    };
    source(path).split(after).skip(1).filter_map(read).collect()
}

/// All sentences with which a launch is refused.
fn sentences() -> BTreeSet<String> {
    let mut reasons = Vec::new();
    let mut found = BTreeSet::from(["There is no such test.".to_owned()]);
    for file in ["launch", "claims", "deep_link"] {
        let path = format!("service/invite/lti/{file}.rs");
        reasons.extend(literals(&path, "refused("));
        found.extend(literals(&path, "let detail ="));
    }
    let claims = literals("service/invite/lti/claims.rs", "self.text(");
    assert_eq!(claims.len(), 3, "{claims:?}");
    reasons.extend(claims.iter().map(|name| format!("it has no {name}")));
    reasons.extend(literals("directory/id_token.rs", "Invalid("));
    let of_keys = literals("directory/client/keys.rs", "OidcFault::Token(");
    assert_eq!(of_keys.len(), 1, "{of_keys:?}");
    reasons.extend(of_keys);
    found.extend(reasons.iter().map(|reason| super::super::refused(reason).detail));
    found
        .extend(literals("service/test/archive.rs", "let detail =").into_iter().filter(|text| text.contains("invite")));
    found
}

#[test]
fn every_sentence_is_a_text_and_every_text_is_shown() {
    let sentences = sentences();
    assert!(sentences.len() > 30, "{sentences:?}");
    let texts: Vec<_> =
        page_texts(Language::English).into_iter().filter(|text| text.context.starts_with("launch.")).collect();
    for sentence in &sentences {
        assert!(texts.iter().any(|text| text.english == *sentence), "no text: {sentence}");
    }
    let page = source("http/api/lti/page.rs");
    for text in &texts {
        let is_shown = page.contains(&format!("\"{}\"", text.context)) || sentences.contains(&text.english);
        assert!(is_shown, "{} is not shown", text.context);
    }
}

#[test]
fn a_browser_names_languages_by_weight() {
    let of = |header: &str| of_browser(header).into_iter().map(Language::code).collect::<Vec<_>>();
    assert_eq!(of("fr;q=0.5, de-AT, pt;q=0.8, ja;q=0, tlh, *;q=0.1"), ["de", "pt-BR", "fr"]);
    assert_eq!(of("ar;q=x,pl;q=0.9"), ["ar", "pl"]);
    assert!(of("").is_empty());
}
