use super::*;
use crate::domain::{error::ErrorKind, user::Role};
use proptest::prelude::*;
use uuid::Uuid;

fn person(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

fn item(n: u128, question: Option<&str>, slot: ScoreSlot) -> AssignmentItem {
    AssignmentItem { reviewer_id: person(n), question_id: question.map(str::to_owned), share: 1, slot }
}

fn dealt(shares: &[u32], answers: usize) -> Vec<u64> {
    let mut loads: Vec<Load> = shares.iter().map(|share| Load { share: *share, answers: 0 }).collect();
    for _ in 0..answers {
        let at = next(&loads).unwrap();
        loads[at].answers += 1;
    }
    loads.iter().map(|load| load.answers).collect()
}

proptest! {
    /// Each answer goes to one person, and equal shares differ by one at most, however many answers there are.
    #[test]
    fn equal_shares_are_balanced_within_one(people in 1_usize..12, answers in 0_usize..300) {
        let loads = dealt(&vec![1; people], answers);
        prop_assert_eq!(loads.iter().sum::<u64>(), answers as u64);
        prop_assert!(loads.iter().max().unwrap() - loads.iter().min().unwrap() <= 1);
    }

    /// No one gets a whole answer more than the share.
    #[test]
    fn no_one_gets_more_than_the_share(shares in prop::collection::vec(1_u32..=MAX_SHARE, 1..8), answers in 0_usize..300) {
        let all = shares.iter().copied().map(u64::from).sum::<u64>();
        for (share, load) in shares.iter().zip(dealt(&shares, answers)) {
            prop_assert!(load * all < answers as u64 * u64::from(*share) + all, "{} of {}", load, answers);
        }
    }

    /// The person who is behind catches up first: an unequal start is evened out as far as there are answers.
    #[test]
    fn an_unequal_start_is_evened_out(start in prop::collection::vec(0_u64..20, 2..6), answers in 0_usize..100) {
        let mut loads: Vec<Load> = start.iter().map(|answers| Load { share: 1, answers: *answers }).collect();
        for _ in 0..answers {
            let least = loads.iter().map(|load| load.answers).min().unwrap();
            let at = next(&loads).unwrap();
            prop_assert_eq!(loads[at].answers, least);
            loads[at].answers += 1;
        }
    }
}

#[test]
fn sixty_answers_among_four_are_fifteen_each() {
    assert_eq!(dealt(&[1; 4], 60), [15; 4]);
    assert_eq!(dealt(&[2, 1, 1], 60), [30, 15, 15]);
    assert_eq!(next(&[]), None);
}

#[test]
fn a_question_with_people_of_its_own_leaves_the_others() {
    let items = vec![
        item(1, None, ScoreSlot::First),
        item(2, Some("q2"), ScoreSlot::First),
        item(3, Some("q2"), ScoreSlot::Second),
    ];
    let mut plan = Assignments { items, ..Assignments::none(TestId(Uuid::nil())) };
    assert!(plan.names(person(1), "q1", ScoreSlot::First) && !plan.names(person(1), "q2", ScoreSlot::First));
    assert!(plan.names(person(2), "q2", ScoreSlot::First) && !plan.names(person(2), "q2", ScoreSlot::Second));
    plan.forget(person(2));
    assert_eq!(plan.items, [item(1, None, ScoreSlot::First)], "a second marker without a first one");
}

#[test]
fn items_are_checked() {
    let role_of = |id: UserId| match id.0.as_u128() {
        0..5 => Some(Role::Reviewer),
        5 => Some(Role::Admin),
        6 => Some(Role::Applicant),
        _ => None,
    };
    let check = |items: &[AssignmentItem]| check(items, role_of, |question| question == "q1");
    let refused = |items: &[AssignmentItem], field: &str| {
        let error = check(items).unwrap_err();
        assert!(error.kind == ErrorKind::Invalid && error.fields.contains_key(field), "{error:?}");
    };
    check(&[]).unwrap();
    check(&[
        item(1, None, ScoreSlot::First),
        item(2, None, ScoreSlot::First),
        item(1, None, ScoreSlot::Second),
        item(2, None, ScoreSlot::Second),
    ])
    .unwrap();
    check(&[item(5, None, ScoreSlot::First), item(1, None, ScoreSlot::Second)]).unwrap();
    refused(&[item(1, None, ScoreSlot::First), item(5, None, ScoreSlot::Second)], "items[1].reviewer_id");
    refused(&[item(6, None, ScoreSlot::First)], "items[0].reviewer_id");
    refused(&[item(11, None, ScoreSlot::First)], "items[0].reviewer_id");
    refused(&[item(1, Some("q9"), ScoreSlot::First)], "items[0].question_id");
    refused(&[AssignmentItem { share: 0, ..item(1, None, ScoreSlot::First) }], "items[0].share");
    refused(&[AssignmentItem { share: MAX_SHARE + 1, ..item(1, None, ScoreSlot::First) }], "items[0].share");
    refused(&[item(1, None, ScoreSlot::First), item(1, None, ScoreSlot::First)], "items[1].reviewer_id");
    refused(&[item(1, None, ScoreSlot::Second)], "items[0].reviewer_id");
    refused(&[item(1, None, ScoreSlot::First), item(1, None, ScoreSlot::Second)], "items[1].reviewer_id");
    refused(&[item(1, None, ScoreSlot::First), item(2, Some("q1"), ScoreSlot::Second)], "items[1].reviewer_id");
    refused(&vec![item(1, None, ScoreSlot::First); MAX_ITEMS + 1], "items");
}
