//! Golden bytes of texts that candidates accept, and of the proof.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    consent::{AcceptedText, Consent, ConsentHash, ConsentText, SiteConsent, TestConsent},
    question::Tree,
    rich_text::RichTextFormat::{Markdown, Plain},
};

pub(super) fn samples() -> Vec<Sample> {
    let plain = ConsentText { version: 2, text: "I agree.".into(), format: Plain, tree: None, by: Some(id(1)), at: AT };
    let tree = Tree::of("I **agree**.", Markdown).unwrap();
    let rich = ConsentText { text: "I **agree**.".into(), format: Markdown, tree, by: None, ..plain.clone() };
    let hash = ConsentHash([7; 32]);
    vec![
        sample("site consent", &SiteConsent(plain)),
        sample("consent of tests", &TestConsent { test_id: id(3), text: rich }),
        sample("accepted texts", &AcceptedText { hash, text: "I agree.".into(), format: Plain }),
        sample("consents", &Consent { attempt_id: id(5), hash, version: 2, is_of_test: true, at: AT }),
    ]
}
