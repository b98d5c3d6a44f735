//! Golden bytes of texts that candidates accept, and of the proof.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    consent::{AcceptedText, Consent, ConsentHash, ConsentText, ConsentTranslation, SiteConsent, TestConsent},
    exam_browser::ExamBrowserRule,
    language::Language,
    question::Tree,
    rich_text::RichTextFormat::{Markdown, Plain},
};

pub(super) fn samples() -> Vec<Sample> {
    let german = ConsentTranslation {
        language: Language::German,
        text: "Ich stimme zu.".into(),
        tree: None,
        of: ConsentHash::of("I agree."),
    };
    let plain = ConsentText {
        version: 2,
        text: "I agree.".into(),
        format: Plain,
        tree: None,
        by: Some(id(1)),
        at: AT,
        translations: vec![german],
    };
    let tree = Tree::of("I **agree**.", Markdown).unwrap();
    let rich = ConsentText {
        text: "I **agree**.".into(),
        format: Markdown,
        tree,
        by: None,
        translations: Vec::new(),
        ..plain.clone()
    };
    let rule = ExamBrowserRule {
        test_id: id(3),
        required: true,
        keys: vec!["ab".repeat(32)],
        version: 2,
        by: Some(id(1)),
        at: AT,
    };
    let hash = ConsentHash([7; 32]);
    vec![
        sample("site consent", &SiteConsent(plain)),
        sample("consent of tests", &TestConsent { test_id: id(3), text: rich }),
        sample("exam browser rules", &rule),
        sample("accepted texts", &AcceptedText { hash, text: "I agree.".into(), format: Plain }),
        sample(
            "consents",
            &Consent {
                attempt_id: id(5),
                hash,
                version: 2,
                is_of_test: true,
                at: AT,
                language: Some(Language::German),
                format: Some(Markdown),
            },
        ),
    ]
}
