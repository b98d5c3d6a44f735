//! Golden bytes of the question bank.

use super::tests::{AT, Sample, id, sample, test};
use crate::{
    domain::{
        bank::{
            AuthoringState, BankQuestion, BankRevision, Difficulty, QuestionVersion,
            plan::{Draw, PaperPlan, PlannedItem, PlannedSection},
            sections::{Pin, Pool, PoolSource, Rules, Section, SectionItem, TestSections},
        },
        paper::Paper,
        passage::{FormattedText, Passage},
        question::{QuestionDraft, QuestionKind},
        rich_text::RichTextFormat,
        test::archive::Archived,
    },
    store::codec,
};

pub(super) fn samples() -> Vec<Sample> {
    let question = BankQuestion {
        id: id(9),
        title: "Joins".into(),
        tags: vec!["SQL".into()],
        difficulty: Some(Difficulty::Medium),
        kind: QuestionKind::Essay,
        points: 5,
        summary: "What is a join?".into(),
        state: AuthoringState::Ready,
        version: 2,
        revision: 3,
        created_at: AT,
        updated_at: AT,
        updated_by: Some(id(1)),
    };
    let content =
        QuestionDraft { id: Some("q".into()), points: 5, ..QuestionDraft::new(QuestionKind::Essay, "What is a join?") };
    let question_version = content.check_alone(0).map(|question| QuestionVersion {
        question_id: id(9),
        version: 2,
        question,
        at: AT,
        by: None,
    });
    let mut samples =
        vec![sample("bank questions", &question), sample("question versions", &question_version.unwrap())];
    samples.extend(sections());
    samples
}

fn sections() -> Vec<Sample> {
    let pool = |source| SectionItem::Pool(Pool { source, draw: 2, points: 3 });
    let pin = Pin { question_id: id(9), version: 2 };
    let items = vec![
        SectionItem::Question { pin: Some(pin) },
        pool(PoolSource::Tags(vec!["SQL".into()])),
        pool(PoolSource::Questions(vec![id(9)])),
    ];
    let rules = Rules { minutes: Some(20), one_way: true };
    let text = |text: &str| FormattedText { text: text.into(), format: RichTextFormat::Plain, tree: None };
    let passage = Passage { id: "p1".into(), title: "Memo".into(), text: text("We move to Oslo."), places: vec![0, 1] };
    let section = Section {
        title: "Databases".into(),
        shuffle_questions: true,
        shuffle_options: false,
        items,
        rules,
        instructions: Some(text("Read first.")),
        passages: vec![passage.clone()],
    };
    let planned = PlannedSection {
        title: "Databases".into(),
        shuffle_questions: true,
        shuffle_options: false,
        items: vec![PlannedItem::Fixed(0), PlannedItem::Pool { draw: 2, members: vec![0] }],
        rules,
        instructions: Some(text("Read first.")),
    };
    let template = Paper { hash: [9; 32], ..Paper::of(&test()) };
    let draw = Draw {
        attempt_id: id(5),
        test_id: id(3),
        paper: [9; 32],
        plan: [7; 32],
        algorithm: 1,
        seed: [6; 16],
        started_at: AT,
    };
    let origins = vec![Some(pin), None];
    vec![
        sample("bank revision", &BankRevision { number: 300 }),
        sample("sections", &TestSections { test_id: id(3), sections: vec![section] }),
        sample(
            "plans",
            &PaperPlan {
                test_id: id(3),
                hash: [7; 32],
                template,
                origins,
                sections: vec![planned],
                passages: vec![passage],
            },
        ),
        sample("draws", &draw),
        sample("archived tests", &Archived { test_id: id(3), created_at: AT, at: AT, by: None }),
    ]
}

/// Variants are stored by position: append new ones at the end.
#[test]
fn variants_keep_their_numbers() {
    let number = |bytes: Vec<u8>| bytes[1];
    let states = [AuthoringState::Draft, AuthoringState::Ready, AuthoringState::Retired];
    assert_eq!(states.map(|state| number(codec::encode_as(0, &state).unwrap())), [0, 1, 2]);
    let difficulties = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];
    assert_eq!(difficulties.map(|difficulty| number(codec::encode_as(0, &difficulty).unwrap())), [0, 1, 2]);
}
