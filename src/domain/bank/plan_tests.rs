use super::*;
use crate::domain::{
    QuestionId,
    bank::sections::{PoolSource, Section},
    question::{ChoiceDraft, MultipleChoiceKey, QuestionContent, QuestionDraft, QuestionKind, Scorer, Thousandths},
    rich_text::RichTextFormat,
    test,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;

fn question(n: u128, id: String) -> Question {
    let texts = ["right", "wrong", "other", "last"].map(|text| format!("{text} {n}"));
    let draft = QuestionDraft {
        id: Some(id),
        points: 9,
        ..QuestionDraft::new(QuestionKind::MultipleChoice, format!("Question {n}"))
    };
    let correct_answer = Some(texts[0].clone());
    QuestionDraft { options: texts.map(ChoiceDraft::Text).into(), correct_answer, ..draft }.check_alone(0).unwrap()
}

fn several(id: &str) -> Question {
    let option = |id: &str| ChoiceDraft::WithId { id: id.into(), text: format!("text of {id}") };
    let draft = QuestionDraft {
        id: Some(id.into()),
        points: 2,
        ..QuestionDraft::new(QuestionKind::MultipleResponse, "Which?")
    };
    let correct_answers = vec!["a".into(), "c".into()];
    let options = ["a", "b", "c", "d"].map(option).into();
    QuestionDraft { options, correct_answers, ..draft }.check_alone(0).unwrap()
}

const fn bank(n: u128) -> QuestionId {
    QuestionId(Uuid::from_u128(n))
}

/// A fixed question of the test, a pool of 2 of the questions 1 to 5 and one of 2 of the questions 3 to 8.
fn plan(shuffled: bool) -> PaperPlan {
    let draft = test::TestDraft {
        title: "T".into(),
        description: String::new(),
        duration_minutes: 60,
        questions: vec![QuestionDraft::from(&several("own"))],
        require_fullscreen: false,
        history: crate::domain::history::HistoryMode::Saves,
        language: None,
        translations: std::collections::BTreeMap::new(),
        description_format: crate::domain::rich_text::RichTextFormat::Plain,
    };
    let test = draft.check().unwrap().into_test(TestId(Uuid::from_u128(1)), Instant::EPOCH, None);
    let pool = |ids: std::ops::RangeInclusive<u128>, points| {
        SectionItem::Pool(Pool { source: PoolSource::Questions(ids.map(bank).collect()), draw: 2, points })
    };
    let items = vec![SectionItem::Question { pin: None }, pool(1..=5, 3), pool(3..=8, 4)];
    let section = Section {
        title: "S".into(),
        shuffle_questions: shuffled,
        shuffle_options: shuffled,
        items,
        rules: Rules::default(),
        ..Section::default()
    };
    let sections = TestSections { test_id: test.id, sections: vec![section] };
    PaperPlan::of(&test, &sections, |pool| {
        let PoolSource::Questions(ids) = &pool.source else { return Err("tags") };
        let member = |id: &QuestionId| (question(id.0.as_u128(), id.to_string()), Pin { question_id: *id, version: 1 });
        Ok(ids.iter().map(member).collect())
    })
    .unwrap()
}

fn seed(n: u64) -> Seed {
    let mut seed = [0; 16];
    seed[..8].copy_from_slice(&n.to_le_bytes());
    seed
}

#[test]
fn pinned_options_keep_their_place() {
    let mut plan = plan(true);
    for question in &mut plan.template.questions {
        question.pinned_options = match &question.body {
            QuestionContent::MultipleChoice(MultipleChoiceKey { options, .. }) => vec![options[3].clone()],
            _ => vec!["a".into(), "d".into()],
        };
    }
    let mut firsts = BTreeSet::new();
    for n in 0..200 {
        for question in plan.draw(&seed(n)).unwrap().paper.questions {
            let shown = question.body.pinnable();
            if question.id == "own" {
                assert_eq!((shown[0], shown[3]), ("a", "d"));
            } else {
                assert!(shown[3].starts_with("last"), "{shown:?}");
                firsts.insert(shown[0].split(' ').next().unwrap_or_default().to_owned());
            }
        }
    }
    assert_eq!(firsts.into_iter().collect::<Vec<_>>(), ["other", "right", "wrong"]);
}

#[test]
fn papers_are_worth_the_same_and_have_no_question_twice() {
    let plan = plan(true);
    assert!(plan.is_intact());
    let mut asked: HashMap<String, u32> = HashMap::new();
    for n in 0..500 {
        let drawn = plan.draw(&seed(n)).unwrap();
        let ids: BTreeSet<&str> = drawn.paper.questions.iter().map(|q| q.id.as_str()).collect();
        assert_eq!((ids.len(), drawn.paper.total_points()), (5, 2 + 2 * 3 + 2 * 4));
        assert_eq!(drawn.sections, [Outline { title: "S".into(), questions: 5, ..Outline::default() }]);
        assert!(drawn.paper.is_intact());
        assert_eq!(drawn.paper, plan.draw(&seed(n)).unwrap().paper);
        for id in ids {
            *asked.entry(id.to_owned()).or_default() += 1;
        }
        for (question, pin) in drawn.paper.questions.iter().zip(&drawn.origins) {
            assert_eq!(pin.map_or_else(|| "own".into(), |pin| pin.question_id.to_string()), question.id);
        }
    }
    assert_eq!((asked.len(), asked["own"]), (9, 500));
}

#[test]
fn shuffled_options_keep_their_key() {
    let plan = plan(true);
    let mut firsts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for n in 0..200 {
        for question in plan.draw(&seed(n)).unwrap().paper.questions {
            let right = match &question.body {
                QuestionContent::MultipleChoice(MultipleChoiceKey { correct_answer, .. }) => correct_answer.clone(),
                _ => r#"["a","c"]"#.to_owned(),
            };
            let mark = Scorer::new(&question).mark(&right);
            assert_eq!(mark.earned, Thousandths::of_points(question.points), "{question:?}");
            let first = question.body.options().texts()[0].to_owned();
            firsts.entry(question.id).or_default().insert(first);
        }
    }
    assert!(firsts.values().all(|firsts| firsts.len() == 4), "{firsts:?}");
}

#[test]
fn without_shuffling_items_and_options_keep_their_order() {
    let paper = plan(false).draw(&seed(1)).unwrap().paper;
    assert_eq!(paper.questions[0].id, "own");
    assert!(paper.questions[1..].iter().all(|question| question.body.options().texts()[0].starts_with("right")));
    assert_eq!(paper.questions.iter().map(|question| question.points).collect::<Vec<_>>(), [2, 3, 3, 4, 4]);
}

#[test]
fn every_part_of_a_plan_changes_its_hash() {
    let plain = plan(false);
    assert_ne!(plain.hash, plan(true).hash);
    let mut other = plain.clone();
    other.template.questions[1].points = 5;
    assert!(!other.is_intact());
    let mut other = plain.clone();
    other.origins[1] = None;
    assert!(!other.is_intact());
    for rules in [Rules { minutes: Some(5), one_way: false }, Rules { minutes: None, one_way: true }] {
        let mut other = plain.clone();
        other.sections[0].rules = rules;
        assert!(!other.is_intact());
    }
}

/// Like [`plan`], where the own question and the first pool are about one passage.
fn plan_with_passage(shuffled: bool) -> PaperPlan {
    let mut plan = plan(shuffled);
    let text = FormattedText { text: "We move.".into(), format: RichTextFormat::Plain, tree: None };
    plan.passages.push(Passage { id: "p1".into(), title: String::new(), text, places: (0..=5).collect() });
    plan.hash = plan.digest();
    plan
}

#[test]
fn questions_about_a_passage_stay_together() {
    let plan = plan_with_passage(true);
    let (mut firsts, mut orders) = (BTreeSet::new(), BTreeSet::new());
    for n in 0..300 {
        let paper = plan.draw(&seed(n)).unwrap().paper;
        assert!(paper.is_intact());
        let [passage] = paper.passages.as_slice() else { panic!("{:?}", paper.passages) };
        let places: Vec<usize> = passage.places.iter().map(|place| *place as usize).collect();
        assert_eq!(places.len(), 3, "the own question and two of the pool");
        assert_eq!(places[2] - places[0], 2, "together");
        assert!(places.iter().any(|place| paper.questions[*place].id == "own"));
        assert_eq!(paper.passage(places[1]), Some(passage));
        firsts.insert(places[0]);
        orders.insert(places.iter().position(|place| paper.questions[*place].id == "own"));
    }
    assert_eq!(firsts.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(orders.len(), 3, "shuffled within the block, too");
}

#[test]
fn papers_and_plans_without_passages_keep_their_hash() {
    let (plain, with) = (plan(false), plan_with_passage(false));
    assert_ne!(plain.hash, with.hash);
    let (paper, other) = (plain.draw(&seed(1)).unwrap().paper, with.draw(&seed(1)).unwrap().paper);
    assert_ne!(paper.hash, other.hash);
    assert_eq!(Paper { passages: Vec::new(), ..other.clone() }.content_hash(), paper.hash);
    let mut changed = other.clone();
    changed.passages[0].text.text.push('!');
    assert!(!changed.is_intact());
    let mut changed = other;
    changed.passages[0].places.pop();
    assert!(!changed.is_intact());
}
