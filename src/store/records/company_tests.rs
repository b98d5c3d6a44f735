//! Golden bytes of the company's settings.

use super::tests::{AT, Sample, id, sample};
use crate::domain::{
    PictureHash,
    company::{Company, Logo, LogoFacts, SlotHours, Words},
    language::Language,
    picture::PictureFormat,
};

pub(super) fn samples() -> Vec<Sample> {
    let facts = LogoFacts { hash: PictureHash([8; 32]), format: PictureFormat::Png, width: 200, height: 80 };
    let words = Words {
        invitation_subject: "Come to {company}".into(),
        invitation_text: "Dear {applicant_name},".into(),
        reminder_text: "Do not forget {test_title}.".into(),
        intro_text: "You have {duration_minutes} minutes.".into(),
    };
    let company = Company {
        name: "Acme".into(),
        contact: "jobs@example.org".into(),
        reply_to: "jobs@example.org".into(),
        slots: SlotHours { first: 15, last: 40 },
        words: words.clone(),
        logo: Some(facts),
        version: 3,
        updated_at: Some(AT),
        updated_by: Some(id(1)),
        language: Some(Language::Japanese),
        translations: [(Language::French, words)].into(),
    };
    vec![sample("company settings", &company), sample("company logos", &Logo { facts, bytes: vec![1, 2, 3] })]
}
